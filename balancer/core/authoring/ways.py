"""The rules by which a game may be played, for those who try it out: noted values of knobs, combinations it allows."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from balancer.core.knobs import Choice, Flag, Knob, Number, Numbers, Several, TableKnob

if TYPE_CHECKING:
    from balancer.core.game import Game, Parts

Tables = Mapping[str, Sequence[str]]  # files of other component tables to try, by the knobs that name them

NO_TABLES: Tables = MappingProxyType({})


def noted_values(knob: Knob, tables: Tables = NO_TABLES) -> list[Any]:
    """The ends of a knob's range and everything that is special about it; of a component table, its others."""
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
    """The component tables that the rules name."""
    return game.read_parts(table_files(game, rules))


def table_files(game: Game, rules: dict[str, Any]) -> dict[str, pathlib.Path]:
    """The files of those tables that are not the game's own, by knob."""
    named = {knob: rules[knob] for knob in game.components if rules[knob] != game.knob(knob).default}
    return {knob: pathlib.Path(name) for knob, name in named.items()}


def playable(game: Game, wanted: dict[str, Any], players: int) -> dict[str, Any] | None:
    """Complete rules with the wanted knobs; knobs that the game refuses get their printed values.

    None where it still complains, or has refused what was wanted.
    """
    rules = {**game.defaults, **wanted}
    for _ in game.knobs:
        problems = game.problems(rules, players, parts_of(game, rules))
        if not problems:
            return rules
        for problem in problems:
            if problem.knob not in rules or rules[problem.knob] == game.defaults[problem.knob]:
                return None
            rules[problem.knob] = game.defaults[problem.knob]
    return None
