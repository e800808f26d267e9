"""The cells of a run along their axes, and the base cell among them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from balancer.analysis.results import CellResult
from balancer.reporting.axis import SweepAxis, axis_label, joined_names, joined_phrases, short, shown, words_of
from balancer.scenario.levers import named
from balancer.scenario.question import GameCard, KnobCard, Question

BASE_NAME = "base rules"  # the base among single changes
BASE_LABEL = "base"  # the base as a cell beside the axes
PLAYERS_COUNT = 0.5  # weight of an axis `players` against another: questions are more often about a rule

MAX_ALL_PAIRED = 24  # cells of a sweep that are all compared game by game: they fit into one bundle of jobs
MAX_PAIRED = 1000  # lines of a larger grid whose ends are compared game by game: each is a pair to play and a sentence


class RuleChange(NamedTuple):
    """A changed rule, as scenarios write it (`draft`, `none`) and as sentences do (`the draft`, `without a draft`)."""

    knob: str
    value: str
    noun: str
    phrase: str

    @property
    def label(self) -> str:
        """The change in headings and charts: `no draft`, `win_threshold 22`."""
        return short(self.phrase)


ONE_AT_A_TIME = "one_at_a_time"  # the mode of a sweep whose cells change the base on one axis each


@dataclass(frozen=True, kw_only=True)
class Grid:
    """The places of cells along their axes."""

    axes: tuple[SweepAxis, ...]
    places: tuple[tuple[int, ...], ...]  # places[cell][axis]: the place of the cell's value on the axis
    base: int  # the cell with the base rules; the nearest one if it was not played
    base_played: bool
    mode: str = "grid"  # or zip, one_at_a_time, sample
    base_apart: bool = False  # the base was played in addition to a grid or zip that lacks it: it is on no line
    centre: int = 0  # the cell that the lines along the axes cross: the base, or the cell on them nearest to it

    @property
    def on_axes(self) -> list[int]:
        """The cells on the axes: all but a base that is in addition to them."""
        return [cell for cell in range(len(self.places)) if not (self.base_apart and cell == self.base)]

    @property
    def main_axis(self) -> int:
        """The axis whose values a sentence lists: numbers before words, then the longest one (players count half)."""

        def key(place: int) -> tuple[bool, float, int]:
            axis = self.axes[place]
            length = len(axis.values) * (PLAYERS_COUNT if axis.name == "players" else 1.0)
            return axis.numeric, length, -place

        return max(range(len(self.axes)), key=key)

    @property
    def second_axis(self) -> int | None:
        """The longest of the other axes; None where there is one axis only."""
        others = [k for k in range(len(self.axes)) if k != self.main_axis]
        return max(others, key=lambda k: (len(self.axes[k].values), -k)) if others else None

    def change(self, cell: int) -> str:
        """Name the changes of a cell against the base cell: `piles 3`; '' for the base cell itself."""
        at, base = self.places[cell], self.places[self.base]
        return ", ".join(axis.named(at[k]) for k, axis in enumerate(self.axes) if at[k] != base[k])

    def named_in(self, title: str) -> frozenset[int]:
        """Return the axes that a title names in full, or by two of their values, such as `Lagers or Ales?`.

        Endings do not count: `which way of paying` names a rule `pays`.  If one name contains another (`the reading of
        the majors`, `the majors`), the longer one counts.
        """

        def named(axis: SweepAxis) -> set[str]:
            # `the first player's advantage` does not ask about the number of players
            read = _words if axis.name == "players" else _stems
            words, values = read(title), [read(value) for value in axis.values if isinstance(value, str)]
            in_title = set[str]().union(*(value for value in values if len(value) == 1 and value <= words))
            names = [read(name) for name in (axis_label(axis.name), axis.label, *axis.distinctive)]
            return max([in_title if len(in_title) > 1 else set(), *(name for name in names if name <= words)], key=len)

        names = {k: name for k, axis in enumerate(self.axes) if (name := named(axis))}
        return frozenset(k for k, name in names.items() if not any(name < other for other in names.values()))

    def single_change(self, cell: int) -> RuleChange:
        """Return the change of a cell that differs from the base on one axis."""
        at, base = self.places[cell], self.places[self.base]
        place, axis = next((at[k], axis) for k, axis in enumerate(self.axes) if at[k] != base[k])
        return RuleChange(axis_label(axis.name), shown(axis.at(place)), axis.noun, axis.phrase(place))

    @property
    def ends(self) -> list[int]:
        """The base cell, and the first and last cell of each axis, all other rules as in the base.

        Special numbers, such as 0 for off, are no ends.
        """
        ends = [self.base]
        for place, axis in enumerate(self.axes):
            line = [cell for cell in self.line(place) if not axis.apart(self.places[cell][place])]
            ends += [line[0], line[-1]] if line else []
        return list(dict.fromkeys(ends))

    @property
    def on_lines(self) -> list[int]:
        """The ends and all cells of the line along the main axis: reports compare other line-ups there."""
        return sorted({*self.ends, *self.line(self.main_axis)})

    @property
    def lists_changes(self) -> bool:
        """True if the cells are a base and single changes of it, to be ranked."""
        return self.mode == ONE_AT_A_TIME and len(self.axes) > 1

    @property
    def compared(self) -> list[tuple[int, int]]:
        """The pairs of cells whose changes are read: the base with every single change; else all, if they are few.

        In a larger grid: the central cell with each cell on its lines, and the ends of every line unless these are too
        many.
        """
        if self.lists_changes:
            return [(0, cell) for cell in range(1, len(self.places))]
        if len(self.places) <= MAX_ALL_PAIRED:
            return list(combinations(range(len(self.places)), 2))
        if self.mode not in {"grid", ONE_AT_A_TIME}:
            return []
        pairs = [(self.centre, cell) for axis in range(len(self.axes)) for cell in self.line(axis)]
        lines = [line for axis in range(len(self.axes)) for line in (self.line(axis), *self.other_lines(axis))]
        pairs += [(line[0], line[-1]) for line in lines] if len(lines) <= MAX_PAIRED else []
        return list(dict.fromkeys((min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]))

    def line(self, axis: int) -> list[int]:
        """Return the cells that differ from the central cell on one axis at most, in the order of the axis."""
        return self._lines[axis][without_axis(self.places[self.centre], axis)]

    def other_lines(self, axis: int) -> list[list[int]]:
        """Return all other lines of two or more cells along an axis."""
        central = without_axis(self.places[self.centre], axis)
        return [line for at, line in self._lines[axis].items() if at != central and len(line) > 1]

    @cached_property
    def _lines(self) -> list[dict[tuple[int, ...], list[int]]]:
        return [self._lines_along(axis) for axis in range(len(self.axes))]

    def _lines_along(self, axis: int) -> dict[tuple[int, ...], list[int]]:
        lines: dict[tuple[int, ...], list[int]] = {}  # by the places of their cells on all other axes
        for cell in self.on_axes:
            lines.setdefault(without_axis(self.places[cell], axis), []).append(cell)
        for line in lines.values():
            line.sort(key=lambda cell: self.axes[axis].order(self.places[cell][axis]))
        return lines

    def name(self, cell: int, *, without: int | None = None) -> str:
        """Return the name of a cell: `win_threshold 22, 4 players`; one axis may be left out.

        Single changes of a base that was played are named by what they change; a base off the axes is `base`.
        """
        if self.base_apart and cell == self.base and without is None:
            return BASE_LABEL
        if without is None and self.lists_changes and self.base_played:
            return self.change(cell) or BASE_NAME
        return self.values_of(cell, without=without)

    def values_of(self, cell: int, *, without: int | None = None) -> str:
        """Return the values of a cell on the axes: `win_threshold 22, 4 players`; one axis may be left out."""
        parts = [axis.named(self.places[cell][k]) for k, axis in enumerate(self.axes) if k != without]
        return ", ".join(parts)

    def phrase(self, cell: int, *, without: int | None = None) -> str:
        """Return a cell as part of a sentence: `at win_threshold 22 with 4 players`, `under the base rules`."""
        name = self.name(cell, without=without)
        if name in {BASE_LABEL, BASE_NAME}:
            return f"under the {BASE_NAME}"
        at, base = self.places[cell], self.places[self.base]
        changes = name != self.values_of(cell, without=without)
        own = [k for k in range(len(self.axes)) if k != without and not (changes and at[k] == base[k])]
        return joined_phrases([self.axes[k].phrase(at[k]) for k in own])

    def phrases(self, cells: Sequence[int], *, without: int) -> str:
        """Return lines along an axis as part of a sentence: `with 3, 5 and 6 players`; what all share is named once."""
        others = [k for k in range(len(self.axes)) if k != without]
        varied = [k for k in others if len({self.places[cell][k] for cell in cells}) > 1]
        shared = [self.axes[k].phrase(self.places[cells[0]][k]) for k in others if k not in varied]
        if len(varied) > 1 and self._crossed(cells, varied):
            every = [k for k in varied if len({self.places[cell][k] for cell in cells}) == len(self.axes[k].values)]
            some = [self.axes[k].phrases(self._places_on(k, cells)) for k in varied if k not in every]
            return ", ".join([joined_phrases([*shared, *some]), *(self.axes[k].whatever for k in every)])
        if len(varied) > 1:
            names = [", ".join(self.axes[k].named(self.places[cell][k]) for k in varied) for cell in cells]
            return joined_phrases([*shared, f"at {joined_names(names)}"])
        places = [self.places[cell][k] for k in varied for cell in cells]
        if varied and set(places) == set(range(len(self.axes[varied[0]].values))):
            return ", ".join(filter(None, [joined_phrases(shared), self.axes[varied[0]].whatever]))
        return ", ".join(filter(None, [joined_phrases(shared), *(self.axes[k].phrases(places) for k in varied)]))

    def _places_on(self, axis: int, cells: Sequence[int]) -> list[int]:
        return sorted({self.places[cell][axis] for cell in cells}, key=self.axes[axis].order)

    def _crossed(self, cells: Sequence[int], axes: Sequence[int]) -> bool:
        """Return whether cells are all combinations of their places on some axes, at least one full and one not."""
        combinations = {tuple(self.places[cell][k] for k in axes) for cell in cells}
        sizes = [len(self._places_on(k, cells)) for k in axes]
        full = [size == len(self.axes[k].values) for k, size in zip(axes, sizes, strict=True)]
        return len(combinations) == math.prod(sizes) and any(full) and not all(full)

    @property
    def base_values(self) -> str:
        """The base cell's values on the axes; '' among single changes, which keep all of them but one."""
        return "" if self.name(self.base) == BASE_NAME else self.values_of(self.base)

    def value(self, cell: int, axis: int) -> Any:
        """Return the value of a cell on an axis: a number, or words."""
        along, place = self.axes[axis], self.places[cell][axis]
        return along.at(place) if along.numeric and not along.apart(place) else along.shown(place)


@dataclass(frozen=True, kw_only=True)
class Sweep(Grid):
    """A grid with the results of its cells."""

    cells: tuple[CellResult, ...]


def without_axis(places: tuple[int, ...], axis: int) -> tuple[int, ...]:
    """Return the places of a cell on all axes but one."""
    return places[:axis] + places[axis + 1 :]


def grid_of(points: Sequence[Mapping[str, Any]], question: Question, card: GameCard) -> Grid:
    """Return the grid of a question's cells; points: axis -> value of each cell."""
    names = [axis.name for axis in question.axes] or list(points[0])
    base = {name: named(name).plain(question.base) for name in names} if points[0] else {}
    base_apart = len(points) > 1 and question.base_apart
    return lay_out(points, mode=question.mode, base=base, knobs=card.knobs, base_apart=base_apart)


def with_cells(grid: Grid, cells: Sequence[CellResult]) -> Sweep:
    """Return the grid with the results of its cells."""
    return Sweep(cells=tuple(cells), **{part.name: getattr(grid, part.name) for part in fields(grid)})


def lay_out(
    points: Sequence[Mapping[str, Any]],
    *,
    mode: str = "grid",
    base: Mapping[str, Any] | None = None,
    knobs: Mapping[str, KnobCard] | None = None,
    base_apart: bool = False,
) -> Grid:
    """Lay out cells along their axes; points: axis -> value of each cell.

    base: axis -> value in the base rules.  mode `zip`: all axes move as one.  knobs: those of the game, for words and
    special numbers.  base_apart: the last cell is the base, which was played though it is not on the axes.
    """
    # On axes that a cell does not vary it has the base value; these axes come first.
    points = [{**{name: value for name, value in (base or {}).items() if name not in own}, **own} for own in points]
    names = list(dict.fromkeys(name for values in points for name in values))
    if mode == "zip" and len(names) > 1:
        points = [{" and ".join(axis_label(name) for name in names): _joined(values, names)} for values in points]
        base = {next(iter(points[0])): _joined(base or {}, names)}
        names = list(points[0])
    on_axes = points[:-1] if base_apart else points
    columns = {name: [values.get(name) for values in on_axes] for name in names}
    axes = tuple(_axis(name, columns[name], knobs or {}) for name in names)
    if base_apart:
        base_values = [points[-1].get(axis.name) for axis in axes]
        axes = tuple(
            axis if _key(value) in map(_key, axis.values) else replace(axis, beyond=(value,))
            for axis, value in zip(axes, base_values, strict=True)
        )
    keys = [[_key(value) for value in (*axis.values, *axis.beyond)] for axis in axes]
    places = tuple(
        tuple(keys[k].index(_key(values.get(axis.name))) for k, axis in enumerate(axes)) for values in points
    )
    base_keys = [_key((base or {}).get(axis.name)) for axis in axes]
    at_base = tuple(keys[k].index(key) if key in keys[k] else -1 for k, key in enumerate(base_keys))
    base_played = at_base in places
    if base_apart or not base_played:
        # By places, from the middle of axes of words that lack the base.
        aim = [_nearest_place(axis, (base or {}).get(axis.name)) for axis in axes]
        distances = [sum(abs(a - b) for a, b in zip(at, aim, strict=True)) for at in places[: len(on_axes)]]
        nearest = distances.index(min(distances))
    else:
        nearest = places.index(at_base)
    return Grid(
        axes=axes,
        places=places,
        base=len(points) - 1 if base_apart else nearest,
        base_played=base_played,
        mode=mode,
        base_apart=base_apart,
        centre=nearest,
    )


def _joined(values: Mapping[str, Any], names: Sequence[str]) -> str:
    return " and ".join(shown(values.get(name)) for name in names)


def _axis(name: str, values: Sequence[Any], knobs: Mapping[str, KnobCard]) -> SweepAxis:
    specials = knobs.get(name.removeprefix("rules."), KnobCard()).specials if name.startswith("rules.") else {}
    axis = SweepAxis(
        name, tuple({_key(value): value for value in values}.values()), specials, words=words_of(name, knobs)
    )
    return replace(axis, values=tuple(sorted(axis.values))) if axis.numeric else axis


_key: Callable[[Any], str] = json.JSONEncoder(sort_keys=True, default=str).encode


def _nearest_place(axis: SweepAxis, value: Any) -> float:
    keys = [_key(axis_value) for axis_value in axis.values]
    if _key(value) in keys:
        return keys.index(_key(value))
    plain = [place for place in range(len(keys)) if axis.numeric and not axis.apart(place)]
    if plain and isinstance(value, (int, float)):
        return min(plain, key=lambda place: abs(axis.values[place] - value))
    return (len(keys) - 1) / 2


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.lower()))


def _stems(text: str) -> set[str]:
    """Return the words of a text without the endings of plurals and verbs: `pay` of `pays` and of `paying`."""
    return {re.sub(r"(?<=\w{3})(ing|ed|e|es|(?<![su])s)$", "", word) for word in _words(text)}
