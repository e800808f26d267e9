"""`balancer report`: tables, charts and page of a finished run, written again."""

from __future__ import annotations

import dataclasses
import json
import pathlib

import click

from balancer.questions.answering import keeping_all


@click.command()
@click.argument("folder", type=click.Path(path_type=pathlib.Path))
@click.option("--tables", "every_table", is_flag=True, help="Write all tables even of more than 1000 settings.")
def report(folder: pathlib.Path, *, every_table: bool) -> None:
    """Write tables, charts and page of a finished run again, without playing."""
    if not (folder / "manifest.json").is_file():
        runs = sorted(str(path.parent) for path in pathlib.Path("reports").glob("*/manifest.json"))
        hint = f"runs here: {', '.join(runs[:12])}" if runs else "there is none in reports/; `balancer sweep` makes one"
        raise click.UsageError(f"{folder} is not the folder of a run: it has no manifest.json; {hint}")
    from balancer.questions.kinds import KINDS, reported

    kind, command = _origin(folder)
    if kind not in {"", *KINDS}:
        raise click.UsageError(
            f"{folder} holds an answer of `balancer {kind}`, which keeps only some of its games; "
            f"to write it again, play it again: {command or f'balancer {kind}'}"
        )
    from balancer.questions.sweep.report import SweepReport
    from balancer.reporting import writer
    from balancer.simulation.store import Store

    with Store(folder).locked(), keeping_all():
        run = reported(folder)
        if isinstance(run, SweepReport):  # other reports write all tables anyway
            run = dataclasses.replace(run, every_table=every_table)
        page = writer.write(run, folder)
    click.echo(str(page))


def _origin(folder: pathlib.Path) -> tuple[str, str]:
    """Return the kind of question that a folder's manifest names, and the command; '' each if it can't be read."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return "", ""  # reading the run reports it
    return (str(manifest.get("kind", "")), str(manifest.get("command", ""))) if isinstance(manifest, dict) else ("", "")
