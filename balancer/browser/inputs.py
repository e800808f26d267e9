"""What a page may change of a setting and a game prepares: the number of players, knobs, figures of components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.core.component_table import ComponentColumn, Row
from balancer.core.game import Game
from balancer.core.knobs import Choice, Flag, Knob, Number, Numbers, Several, TableKnob
from balancer.scenario.setting import Figures, Setting, changes_of

MOST_VALUES = 64  # values of a knob offered where its value shapes more than its own field
LEAST_REACH = 5  # a page goes at least so far beyond a column's figures, farther where they lie farther apart


@dataclass(frozen=True)
class Input:
    """One thing that may be changed.

    kind: players, knob, item (one of the numbers of a knob), member (one choice of a knob of several) or figure (of a
    component table); of: the knob; item: the place, the choice, or row and column; every: all choices of the knob;
    values: all it may be, as in YAML; base: the place among them of what it is.
    """

    kind: str
    name: str
    values: tuple[Any, ...]
    base: int
    of: str = ""
    item: Any = None
    every: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """For the page."""
        return {
            "kind": self.kind,
            "name": self.name,
            "values": list(self.values),
            "base": self.base,
            "knob": self.of,
            "item": self.item,
        }


def inputs_of(game: Game, base: Setting) -> list[Input]:
    """Everything that may be changed of the base setting of a page."""
    found = [_input("players", "players", game.player_counts, base.players)]
    for knob in game.knobs:
        found += of_knob(knob, base.rules[knob.name])
    return [*found, *figures_of(game, base)]


def figures_of(game: Game, base: Setting) -> Iterator[Input]:
    """The whole numbers of component tables, one for all rows of a name; how many copies there are is none of them."""
    tables: dict[str, list[tuple[str, Row]]] = {}
    for knob, table in game.components.items():
        path = base.table_files.get(knob) or game.own_table(knob)
        lines = table.lines(path, changes_of(base.figures, knob))
        tables[knob] = [(name, row) for _, row in lines if (name := table.called(row))]
    names = [name for rows in tables.values() for name in dict.fromkeys(name for name, _ in rows)]
    for knob, rows in tables.items():
        for column in game.components[knob].columns:
            if column.low is not None and column.name != game.components[knob].copies:
                yield from _of_column(knob, column, [(name, row) for name, row in rows if names.count(name) == 1])


def _of_column(knob: str, column: ComponentColumn, rows: Sequence[tuple[str, Row]]) -> Iterator[Input]:
    """The figures of a column, by the names of rows, where all rows of a name have the same."""
    printed: dict[str, set[int | None]] = {}
    for name, row in rows:
        printed.setdefault(name, set()).add(row[column.name])
    known = [value for values in printed.values() for value in values if value is not None]
    if not known:
        return
    reach = max(LEAST_REACH, max(known) - min(known))
    reached = range(max(column.low or 0, min(known) - reach), min(column.high or 0, max(known) + reach) + 1)
    for name, found in printed.items():
        (now, *others) = found
        if now is not None and not others:
            yield _input("figure", f"{name}.{column.name}", spread(reached, now), now, knob, (name, column.name))


def _input(
    kind: str, name: str, values: Any, now: Any, of: str = "", item: Any = None, choices: tuple[str, ...] = ()
) -> Input:
    """An input; what it is now belongs to its values whatever else does."""
    every = list(values)
    if now not in every:
        every.append(now)
    return Input(kind, name, tuple(every), every.index(now), of, item, choices)


def of_knob(knob: Knob, now: Any) -> Iterator[Input]:
    """The inputs that a knob is."""
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
    """Whether a value of a knob of several contains a choice."""
    return choice in knob.choices if value == "all" else value != "none" and choice in value


def values_of(knob: Knob, now: Any) -> list[Any]:
    """The values of a knob."""
    if isinstance(knob, Choice):
        return list(knob.choices)
    if isinstance(knob, Flag):
        return [False, True]
    if not isinstance(knob, Number):
        raise TypeError(knob)
    numbers = knob.listed or map(knob.lower, spread(range(knob.low, knob.high + 1), now))
    return list(dict.fromkeys([*dict(knob.specials), *numbers, *dict(knob.words)]))


def spread(numbers: range, now: Any) -> list[int]:
    """The numbers, or of very many so many: half of them at even distances, half nearest to the present one."""
    if len(numbers) <= MOST_VALUES:
        return list(numbers)
    half = MOST_VALUES // 2
    wanted = {numbers[k * (len(numbers) - 1) // (half - 1)] for k in range(half)}
    around = now if isinstance(now, int) else numbers[0]
    return sorted(wanted | set(range(max(numbers[0], around - half // 2), min(numbers[-1], around + half // 2) + 1)))


def changed(base: Setting, values: Mapping[Input, Any]) -> tuple[int, dict[str, Any], Figures]:
    """Players, rules and figures of the base with some inputs changed."""
    players, rules, figures = base.players, dict(base.rules), dict(base.figures)
    for one, value in values.items():
        if one.kind == "players":
            players = value
        elif one.kind == "figure":
            figures[one.of, *one.item] = value
        elif one.kind == "item":
            rules[one.of] = [value if k == one.item else other for k, other in enumerate(rules[one.of])]
        elif one.kind == "member":
            rules[one.of] = with_member(rules[one.of], one.item, one.every, wanted=value)
        else:
            rules[one.of] = value
    return players, rules, figures


def with_member(value: Any, choice: str, every: Sequence[str], *, wanted: bool) -> list[str]:
    """The choices of a knob of several with one of them among them, or not."""
    now = {"all": every, "none": ()}.get(value, value) if isinstance(value, str) else value
    return [one for one in every if (wanted if one == choice else one in now)]
