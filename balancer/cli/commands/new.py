"""`balancer new`: a starter scenario, or a starter game, to edit."""

from __future__ import annotations

import keyword
import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from balancer.shell import completion
from balancer.wording import listed

if TYPE_CHECKING:
    from balancer.plain.starter.card_table import Declaration

STDOUT = pathlib.Path("-")


@click.command()
@click.argument("game", metavar="[GAME]", required=False, shell_complete=completion.games)
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=pathlib.Path))
@click.option("--parts", is_flag=True, help="Also write the game's component tables, to edit.")
@click.option("--game", "own", metavar="NAME", help="Instead write a game of your own: a small one that runs, to edit.")
@click.option(
    "--cards",
    type=click.Path(path_type=pathlib.Path, dir_okay=False),
    metavar="FILE",
    help="With --game: write it around your card table (.csv, .tsv, .xlsx, .xls, .ods).",
)
@click.option("--sheet", metavar="NAME", help="With --cards: the sheet of the workbook; by default the first.")
@click.option("--for-assistant", is_flag=True, help="Print one page on how to write a game from a rulebook.")
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def new(
    game: str | None,
    file: pathlib.Path | None,
    *,
    parts: bool,
    own: str | None,
    cards: pathlib.Path | None,
    sheet: str | None,
    for_assistant: bool,
    force: bool,
) -> None:
    """Write a commented starter scenario, or a game of your own.

    The scenario runs as it is, and explains every rule, persona and habit with its range.  FILE is GAME.yaml unless you
    name another; - is stdout.  With --parts each component table is written to a CSV file next to it (FILE_parts.csv,
    or FILE and the name of the rule), which the scenario names.  The schema with which editors complete and explain
    keys is written next to it, if there is none.

    With --game NAME it writes NAME.py, a small game of plain Python that runs, NAME.csv with its cards, NAME.yaml with
    a question, and test_NAME.py.  With --cards the game declares the columns of your own table, as far as their cells
    show them, and lists what is uncertain.
    """
    if cards is not None and (own is None or for_assistant):
        raise click.UsageError("--cards is for a new game: write --game NAME, too")
    if sheet is not None and cards is None:
        raise click.UsageError("--sheet belongs to a workbook: write --cards FILE, too")
    if own is not None or for_assistant:
        if game or file or parts:
            other = "--game" if own is not None else "--for-assistant"
            raise click.UsageError(f"{other} takes no GAME, FILE or --parts: write the scenario by a second command")
        _new_game(own, cards, sheet or "", for_assistant=for_assistant, force=force)
    elif game is None:
        raise click.UsageError("Missing argument 'GAME'; for a game of your own: balancer new --game my_game")
    else:
        _new_scenario(game, file, parts=parts, force=force)


def _new_scenario(game: str, file: pathlib.Path | None, *, parts: bool, force: bool) -> None:
    """Write a scenario, the component tables if requested, and the schema."""
    from balancer.cli.commands.games import loaded
    from balancer.cli.commands.schema import FILE, schema_text
    from balancer.scenario.file import template

    if pathlib.Path(game).suffix in {".yaml", ".yml"}:
        raise click.UsageError(f"{game} is a file; name the game first: balancer new GAME {game}")
    scenario_game = loaded(game)
    file = file or pathlib.Path(f"{scenario_game.name}.yaml")
    if parts and file == STDOUT:
        raise click.UsageError("--parts writes tables next to the scenario: name a FILE for it")
    try:
        texts = template.table_texts(scenario_game) if parts else {}
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    tables = {knob: file.with_name(f"{file.stem}_{knob}.csv") for knob in texts}
    names = {knob: table.name for knob, table in tables.items()}
    text = template.scenario_text(scenario_game, str(file if file != STDOUT else f"{scenario_game.name}.yaml"), names)
    if file == STDOUT:
        click.echo(text, nl=False)
        return
    files = {file: text, **{table: texts[knob] for knob, table in tables.items()}}
    _refuse([*files], force=force)
    if not (for_editors := file.with_name(FILE)).exists():
        files[for_editors] = schema_text()
    _written(files)


def _new_game(name: str | None, cards: pathlib.Path | None, sheet: str, *, for_assistant: bool, force: bool) -> None:
    """Write a game, or print the page on how to write one."""
    from balancer import games
    from balancer.core.declarations import NAME, NAME_RULE
    from balancer.plain import starter

    if name is not None and not NAME.fullmatch(name):
        raise click.UsageError(f"--game {name}: this can't be the name of a game; allowed: {NAME_RULE}")
    if name is not None and keyword.iskeyword(name):
        raise click.UsageError(f"--game {name}: Python keeps this word for itself; take another name, as my_{name}")
    if name is not None and not for_assistant and name in games.names():
        raise click.UsageError(f"--game {name}: there is a game of that name; take another")
    if for_assistant:
        click.echo(starter.guide(name or "my_game"), nl=False)
        return
    declaration = _declared(cards, sheet) if cards is not None else None
    texts = starter.texts(str(name)) if declaration is None else starter.texts_around(str(name), declaration)
    files = {pathlib.Path(file): text for file, text in texts.items()}
    _refuse([*files], force=force)
    _written(files)
    for remark in declaration.remarks if declaration else ():
        click.echo(remark)
    click.echo(f"Next: balancer try {name}.py, then balancer page {name}.py")


def _declared(cards: pathlib.Path, sheet: str) -> Declaration:
    """Return the declaration of the columns of a card table; UsageError: it can't be read."""
    from balancer.core.component_table import TABLE_ENDINGS, read_table_file
    from balancer.core.text_table import TableError
    from balancer.plain.starter.card_table import Declaration

    if not cards.name.lower().endswith(TABLE_ENDINGS):
        raise click.UsageError(f"--cards {cards}: not a file that ends in {listed(TABLE_ENDINGS, last='or')}")
    try:
        declaration = Declaration.of(
            read_table_file(cards, sheet=sheet), pathlib.Path(os.path.relpath(cards)).as_posix()
        )
    except OSError as error:
        raise click.UsageError(f"--cards {cards} can't be read: {error.strerror or error}") from None
    except TableError as error:
        raise click.UsageError(str(error)) from None
    if declaration.cards == 1:
        raise click.UsageError(f"--cards {cards}: a single card; a game needs two or more")
    return declaration


def _written(files: Mapping[pathlib.Path, str]) -> None:
    """Write files and print their names."""
    from balancer.simulation import store

    for path, content in files.items():
        store.write_atomically(path, content)
    click.echo("\n".join(map(str, files)))


def _refuse(paths: Sequence[pathlib.Path], *, force: bool) -> None:
    """Raise UsageError if a file that would be written exists already."""
    for path in paths:
        if path.is_dir():
            raise click.UsageError(f"{path} is a folder; name a file, as in {path / 'scenario.yaml'}")
        if path.exists() and not force:
            raise click.UsageError(f"{path} exists already; choose another name, or --force overwrites it")
