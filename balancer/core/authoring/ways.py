"""Rules that dry runs and tests try: notable values of knobs, and combinations that the game allows."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from balancer.core.knobs import Choice, Flag, Knob, Number, Numbers, Several, TableKnob

if TYPE_CHECKING:
    from balancer.core.game import Game, Parts

Tables = Mapping[str, Sequence[str]]  # files of other component tables to try, by knob

NO_TABLES: Tables = MappingProxyType({})


def noted_values(knob: Knob, tables: Tables = NO_TABLES) -> list[Any]:
    """Return the ends of a knob's range and its special values; for a component table, the default and the others."""
    if isinstance(knob, Number):
        numbers = knob.listed or (knob.low, knob.lower((knob.low + knob.high) // 2), knob.high)
        return [*numbers, *dict(knob.specials), *dict(knob.words)]
    if isinstance(knob, Choice):
        return list(knob.choices)
    if isinstance(knob, Flag):
        return [False, True]
    if isinstance(knob, Numbers):
        uneven = [[(knob.low, knob.high)[place % 2] for place in range(knob.length)]] if knob.by_seat else []
        return [[knob.low] * knob.length, [knob.high] * knob.length, *uneven]
    if isinstance(knob, Several):
        return ["all", "none", *([choice] for choice in knob.choices)]
    if not isinstance(knob, TableKnob):
        raise TypeError(knob)
    return [knob.default, *tables.get(knob.name, ())]


def parts_of(game: Game, rules: dict[str, Any]) -> Parts:
    """Return the component tables that the rules name."""
    return game.read_parts(table_files(game, rules))


def table_files(game: Game, rules: dict[str, Any]) -> dict[str, pathlib.Path]:
    """Return the files of the component tables that are not the game's own, by knob."""
    named = {knob: rules[knob] for knob in game.components if rules[knob] != game.knob(knob).default}
    return {knob: pathlib.Path(name) for knob, name in named.items()}


def playable(game: Game, changes: dict[str, Any], players: int) -> dict[str, Any] | None:
    """Return complete rules with the requested values of knobs; None if the game refuses these.

    Other knobs that the game complains about get their printed values.
    """
    rules = {**game.defaults, **changes}
    for _ in game.knobs:
        problems = game.problems(rules, players, parts_of(game, rules))
        if not problems:
            return rules
        for problem in problems:
            if problem.knob not in rules or rules[problem.knob] == game.defaults[problem.knob]:
                return None
            rules[problem.knob] = game.defaults[problem.knob]
    return None
