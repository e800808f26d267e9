"""Component tables: how they were read, and columns that no rule uses."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType

from balancer.core.component_table import COPIES_NAMES
from balancer.core.text_table import as_name
from balancer.questions.own_games import table_notes, written_tables
from balancer.questions.tryout.finding import LOOK, TryoutFinding
from balancer.questions.tryout.settings import Settings
from balancer.wording import listed


def findings(settings: Settings) -> Iterator[TryoutFinding]:
    """Yield what is worth a look in component tables."""
    for note in table_notes(settings.scenario):
        yield TryoutFinding(LOOK, "cards", note)
    for file, table, written in written_tables(settings.scenario):
        if written.others:
            names = listed([repr(name) for name in written.others])
            yield TryoutFinding(LOOK, "cards", f"{file}: not declared, and so texts in card.row: {names}")
        if not table.is_open or table.copies or any(column.name == "count" for column in table.columns):
            continue
        words = {word for code in _codes(settings) for word in (*code.co_names, *map(str, code.co_consts))}
        for name in [*written.others, *(column.name for column in table.columns)]:
            if as_name(name) in COPIES_NAMES and name not in words:
                sentence = f"{file}: the column {name} looks like copies, and deck() takes each card once"
                yield TryoutFinding(LOOK, "cards", f'{sentence}; write copies="{name}"')


def _codes(settings: Settings) -> Iterator[CodeType]:
    from balancer.plain.lane import PlainGame
    from balancer.plain.loading.reading import codes_in

    game = settings.game
    if isinstance(game, PlainGame):
        yield from codes_in(game.definition, game.made_of.code if game.made_of else None)
