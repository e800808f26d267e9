"""Own games as machine code, and as plain Python, at tables of all kinds."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from balancer.compiler.flags import ErrorFlag
from balancer.compiler.lowering import lower
from balancer.compiler.machine_code import MachineCode
from balancer.compiler.observing import observe
from balancer.compiler.proof import FlaggedGames, compare
from balancer.compiler.workshop import CompiledGame
from balancer.core.knobs import Choice, Number, Numbers
from balancer.plain.files import load_file
from balancer.plain.lane import PlainGame
from balancer.plain.table import PlainTable

WIDER = 4  # lists are so many times as long as in the games observed: none is full at any end of the rules
SEED = 7


class BothWays(NamedTuple):
    """A game, and its machine code."""

    game: PlainGame
    code: CompiledGame


class Comparison(NamedTuple):
    """Games played both ways: how many, and what differs; `flags`: those raised by games that plain Python ends."""

    games: int
    differences: list[str]


def compile_file(path: pathlib.Path, wider: int = WIDER, *, is_guarded: bool = False) -> BothWays:
    """Observe, lower and compile a file; NotCompilable.  is_guarded: places outside the block raise a flag."""
    game = load_file(path)
    lowered = lower(game, observe(game, None, wider)[0])
    size = len(lowered.block_for(lay(game, ["random"], game.least_players))) if is_guarded else None
    code = MachineCode.compile(lowered.source, lowered.constants, guarded_size=size)
    return BothWays(game, CompiledGame(lowered, code.content))


def rules_of(game: PlainGame) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the printed rules, and each rule alone at both ends of its range, with words for them."""
    printed = game.defaults
    yield "printed rules", printed
    for knob in game.knobs:
        value = printed[knob.name]
        ends: tuple[Any, ...] = ()
        if isinstance(value, bool):
            ends = (False, True)
        elif isinstance(knob, Choice):
            ends = (knob.choices[0], knob.choices[-1])
        elif isinstance(knob, Number | Numbers) and knob.name != "max_rounds":
            ends = (knob.low, knob.high)
        for end in ends:
            turned = type(value)([end] * len(value)) if isinstance(value, list | tuple) else end
            if turned != value:
                yield f"{knob.name} {turned}", {**printed, knob.name: turned}


def line_ups_of(game: PlainGame) -> list[list[str]]:
    """Return random players, and all personas."""
    personas = [persona.name for persona in game.personas if not persona.search and not persona.at_random]
    return [["random"], personas] if personas else [["random"]]


def lay(game: PlainGame, lineup: list[str], seats: int, rules: Mapping[str, Any] | None = None) -> PlainTable:
    """Return a table of these players."""
    personas = [game.persona(name) for name in lineup]
    return game.lay_table(dict(rules or game.defaults), seats, game.read_parts(), personas)


def compare_both(both: BothWays, printed_games: int, games: int) -> Comparison:
    """Play at fewest and most players, random and by personas: the printed rules, and each rule at both ends."""
    number, differences = 0, []
    for words, rules in rules_of(both.game):
        count = printed_games if words == "printed rules" else games
        for seats in sorted({both.game.least_players, both.game.most_players}):
            for lineup in line_ups_of(both.game):
                table = lay(both.game, lineup, seats, rules)
                difference = difference_at(both.code, both.game, table, count)
                if difference:
                    differences.append(f"{words}, {seats} players, {lineup[0]}: {difference}")
                number += count
    return Comparison(number, differences)


def difference_at(code: CompiledGame, game: PlainGame, table: PlainTable, count: int) -> str:
    """Return the first difference between games at a table, a flag too; '' where all are equal."""
    plain = game.play_plain(table, SEED, 0, count)
    rows, flags = code.play(table, SEED, 0, count)
    if flags.any():
        return f"raises {sorted({ErrorFlag(int(flag)).name for flag in flags if flag})}"
    return str(compare(SEED, FlaggedGames(rows, flags), plain) or "")
