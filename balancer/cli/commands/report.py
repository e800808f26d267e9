"""`balancer report`: tables, charts and page of a finished run, written again."""

from __future__ import annotations

import dataclasses
import json
import pathlib

import click

from balancer.questions.answering import keeping_all

OWN_WRITERS = {  # kinds of runs whose files only their own command writes -> what they hold
    "cards": "the worth of cards", "chances": "chances along games", "check": "a check",
    "exploit": "a search for habits", "plays": "plays of real people", "seek": "a goal seek",
    "trace": "a narrated game", "try": "a game tried out", "tune": "tuned personas or the worth of a position",
}  # fmt: skip


@click.command()
@click.argument("folder", type=click.Path(path_type=pathlib.Path))
@click.option("--tables", "every_table", is_flag=True, help="Also write all tables of more than 1000 settings.")
def report(folder: pathlib.Path, *, every_table: bool) -> None:
    """Write tables, charts and page of a finished run again, without playing."""
    if not (folder / "manifest.json").is_file():
        runs = sorted(str(path.parent) for path in pathlib.Path("reports").glob("*/manifest.json"))
        hint = f"runs here: {', '.join(runs[:12])}" if runs else "there is none in reports/; `balancer sweep` makes one"
        raise click.UsageError(f"{folder} is not the folder of a run: it has no manifest.json; {hint}")
    if content := OWN_WRITERS.get(kind := _kind(folder)):
        raise click.UsageError(f"{folder} holds {content}: `balancer {kind}` itself writes its files")
    from balancer.questions.kinds import reported
    from balancer.questions.sweep.report import SweepReport
    from balancer.reporting import writer
    from balancer.simulation.store import Store

    with Store(folder).locked(), keeping_all():
        run = reported(folder)
        if isinstance(run, SweepReport):  # other reports write all tables anyway
            run = dataclasses.replace(run, every_table=every_table)
        page = writer.write(run, folder)
    click.echo(str(page))


def _kind(folder: pathlib.Path) -> str:
    """Return the kind of run that a folder's manifest names; '' if it can't be read."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return ""  # reading the run reports it
    return str(manifest.get("kind", "")) if isinstance(manifest, dict) else ""
