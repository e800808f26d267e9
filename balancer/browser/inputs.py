"""Inputs of a setting, which a page can change: the number of players, knobs, figures of components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.core.component_table import ComponentColumn, Row
from balancer.core.game import Game
from balancer.core.knobs import Choice, Flag, Knob, Number, Numbers, Several, TableKnob
from balancer.scenario.setting import Figures, Setting, changes_of

MAX_VALUES = 64  # values that a page offers for a knob
MIN_REACH = 5  # a page offers figures at least this far beyond those of the column, or as far as these differ
PLAIN_COPIES = "count"  # column of copies where a plain file declares none


@dataclass(frozen=True)
class Input:
    """One thing that a page can change."""

    kind: str  # players, knob, item (a number of a knob), member (a choice of a knob of several), figure (of a table)
    name: str
    values: tuple[Any, ...]  # all that it can be, as in YAML
    base: int  # position of the present value in `values`
    knob: str = ""
    item: Any = None  # position of the number, the choice, or row and column
    choices: tuple[str, ...] = ()  # all choices of the knob

    def to_dict(self) -> dict[str, Any]:
        """Return the input as the page reads it."""
        return {
            "kind": self.kind,
            "name": self.name,
            "values": list(self.values),
            "base": self.base,
            "knob": self.knob,
            "item": self.item,
        }


def inputs_of(game: Game, base: Setting) -> list[Input]:
    """Return everything that a page can change in the base setting."""
    inputs = [_input("players", "players", game.player_counts, base.players)]
    for knob in game.knobs:
        inputs += of_knob(knob, base.rules[knob.name])
    return [*inputs, *figures_of(game, base)]


def figures_of(game: Game, base: Setting) -> Iterator[Input]:
    """Yield the whole numbers of component tables, one input for all rows of a name; numbers of copies are left out."""
    tables: dict[str, list[tuple[str, Row]]] = {}
    for knob, table in game.components.items():
        path = base.table_files.get(knob) or game.own_table(knob)
        lines = table.lines(path, changes_of(base.figures, knob))
        tables[knob] = [(name, row) for _, row in lines if (name := table.called(row))]
    names = [name for rows in tables.values() for name in dict.fromkeys(name for name, _ in rows)]
    for knob, rows in tables.items():
        for column in game.components[knob].columns:
            if column.low is not None and column.name != (game.components[knob].copies or PLAIN_COPIES):
                yield from _of_column(knob, column, [(name, row) for name, row in rows if names.count(name) == 1])


def _of_column(knob: str, column: ComponentColumn, rows: Sequence[tuple[str, Row]]) -> Iterator[Input]:
    """Yield an input for each name whose rows all have the same number in a column."""
    printed: dict[str, set[int | None]] = {}
    for name, row in rows:
        printed.setdefault(name, set()).add(row[column.name])
    numbers = [value for values in printed.values() for value in values if value is not None]
    if not numbers:
        return
    reach = max(MIN_REACH, max(numbers) - min(numbers))
    reached = range(max(column.low or 0, min(numbers) - reach), min(column.high or 0, max(numbers) + reach) + 1)
    for name, values in printed.items():
        (now, *others) = values
        if now is not None and not others:
            yield _input("figure", f"{name}.{column.name}", spread(reached, now), now, knob, (name, column.name))


def _input(
    kind: str, name: str, values: Any, now: Any, knob: str = "", item: Any = None, choices: tuple[str, ...] = ()
) -> Input:
    """Return an input; its present value is always among its values."""
    values = list(values)
    if now not in values:
        values.append(now)
    return Input(kind, name, tuple(values), values.index(now), knob, item, choices)


def of_knob(knob: Knob, now: Any) -> Iterator[Input]:
    """Yield the inputs of a knob: itself, or one for each of its numbers or choices."""
    name = knob.name
    if isinstance(knob, Numbers):
        for k in range(knob.length):
            values = spread(range(knob.low, knob.high + 1), now[k])
            yield _input("item", f"{name}.{k + 1}", values, now[k], name, k)
    elif isinstance(knob, Several):
        for choice in knob.choices:
            yield _input(
                "member", f"{name}.{choice}", (False, True), chosen(knob, now, choice), name, choice, knob.choices
            )
    elif not isinstance(knob, TableKnob):
        yield _input("knob", name, values_of(knob, now), now, name)


def chosen(knob: Several, value: Any, choice: str) -> bool:
    """Return whether a value of a knob of several contains a choice."""
    return choice in knob.choices if value == "all" else value != "none" and choice in value


def values_of(knob: Knob, now: Any) -> list[Any]:
    """Return the values that a page offers for a knob."""
    if isinstance(knob, Choice):
        return list(knob.choices)
    if isinstance(knob, Flag):
        return [False, True]
    if not isinstance(knob, Number):
        raise TypeError(knob)
    numbers = knob.listed or map(knob.lower, spread(range(knob.low, knob.high + 1), now))
    return list(dict.fromkeys([*dict(knob.specials), *numbers, *dict(knob.words)]))


def spread(numbers: range, now: Any) -> list[int]:
    """Return the numbers; of more than MAX_VALUES half at even distances, and half nearest to the present one."""
    if len(numbers) <= MAX_VALUES:
        return list(numbers)
    half = MAX_VALUES // 2
    even = {numbers[k * (len(numbers) - 1) // (half - 1)] for k in range(half)}
    center = now if isinstance(now, int) else numbers[0]
    return sorted(even | set(range(max(numbers[0], center - half // 2), min(numbers[-1], center + half // 2) + 1)))


def changed(base: Setting, values: Mapping[Input, Any]) -> tuple[int, dict[str, Any], Figures]:
    """Return players, rules and figures of the base with some inputs changed."""
    players, rules, figures = base.players, dict(base.rules), dict(base.figures)
    for changed_input, value in values.items():
        knob, item = changed_input.knob, changed_input.item
        match changed_input.kind:
            case "players":
                players = value
            case "figure":
                figures[knob, *item] = value
            case "item":
                rules[knob] = [value if k == item else other for k, other in enumerate(rules[knob])]
            case "member":
                rules[knob] = with_member(rules[knob], item, changed_input.choices, present=value)
            case _:
                rules[knob] = value
    return players, rules, figures


def with_member(value: Any, choice: str, choices: Sequence[str], *, present: bool) -> list[str]:
    """Return the choices of a knob of several, with or without one of them."""
    now = {"all": choices, "none": ()}.get(value, value) if isinstance(value, str) else value
    return [member for member in choices if (present if member == choice else member in now)]
