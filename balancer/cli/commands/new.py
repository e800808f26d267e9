"""`balancer new`: a first scenario, to edit."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence

import click

from balancer.cli import completion

STDOUT = pathlib.Path("-")


@click.command()
@click.argument("game", metavar="GAME", shell_complete=completion.games)
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=pathlib.Path))
@click.option("--parts", is_flag=True, help="Write the game's component tables beside it, to edit.")
@click.option("--force", is_flag=True, help="Overwrite what is there.")
def new(game: str, file: pathlib.Path | None, *, parts: bool, force: bool) -> None:
    """Write a commented starter scenario.

    Every rule, persona and habit stands in it with its meaning and range; it plays as it is.  FILE is GAME.yaml unless
    you say otherwise, - is stdout.  With --parts each component table goes to a CSV file of its own beside it
    (FILE_parts.csv, or FILE and what the rule is called), and the scenario names it.  The schema by which editors
    complete and explain every key is written beside it, if there is none.
    """
    from balancer.cli.commands.games import loaded
    from balancer.cli.commands.schema import FILE, schema_text
    from balancer.scenario import template
    from balancer.simulation import store

    if pathlib.Path(game).suffix in {".yaml", ".yml"}:
        raise click.UsageError(f"{game} is a file; name the game first: balancer new GAME {game}")
    found = loaded(game)
    file = file or pathlib.Path(f"{game}.yaml")
    if parts and file == STDOUT:
        raise click.UsageError("--parts writes a table beside the scenario: name a FILE for that")
    try:
        texts = template.table_texts(found) if parts else {}
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    tables = {knob: file.with_name(f"{file.stem}_{knob}.csv") for knob in texts}
    names = {knob: table.name for knob, table in tables.items()}
    text = template.scenario_text(found, str(file if file != STDOUT else f"{game}.yaml"), names)
    if file == STDOUT:
        click.echo(text, nl=False)
        return
    _refuse([file, *tables.values()], force=force)
    written = {file: text, **{table: texts[knob] for knob, table in tables.items()}}
    if not (for_editors := file.with_name(FILE)).exists():
        written[for_editors] = schema_text()
    for path, content in written.items():
        store.write_atomically(path, content)
    click.echo("\n".join(map(str, written)))


def _refuse(paths: Sequence[pathlib.Path], *, force: bool) -> None:
    """UsageError if a file to be written exists already."""
    for path in paths:
        if path.is_dir():
            raise click.UsageError(f"{path} is a folder; name a file, as in {path / 'scenario.yaml'}")
        if path.exists() and not force:
            raise click.UsageError(f"{path} is there already; choose another name, or --force overwrites it")
