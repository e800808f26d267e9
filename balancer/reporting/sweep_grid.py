"""The cells of a run along their axes, and the base cell among them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

from balancer.analysis.results import CellResult
from balancer.reporting.axis import SweepAxis, axis_label, joined_names, joined_phrases, short, shown, words_of
from balancer.scenario.levers import named
from balancer.scenario.question import GameCard, KnobCard, Question

BASE_NAME = "base rules"  # the base among single changes
BASE_LABEL = "base"  # the base as a cell beside the axes
PLAYERS_COUNT = 0.5  # weight of an axis `players` against another: questions are more often about a rule

MAX_PAIRED = 1000  # lines of a grid whose ends are compared game by game: each is a pair to play and a sentence


class RuleChange(NamedTuple):
    """A rule changed alone, as scenarios have it (`draft`, `none`) and sentences (`the draft`, `without a draft`)."""

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
    """The places of cells along their axes: `places[cell][axis]` is the place of a cell's value on that axis.

    base: number of the cell with the base rules, or, if it was not played (`base_played`), of the nearest one;
    mode: grid, zip, one_at_a_time or sample; base_apart: whether the base was played beside a grid or zip whose axes do
    not contain it: then it is on no line; centre: the cell through which the lines along the axes are drawn: the base,
    or the cell nearest to it where it is not on them.
    """

    axes: tuple[SweepAxis, ...]
    places: tuple[tuple[int, ...], ...]
    base: int
    base_played: bool
    mode: str = "grid"
    base_apart: bool = False
    centre: int = 0

    @property
    def on_axes(self) -> list[int]:
        """The cells on the axes: all but a base beside them."""
        return [cell for cell in range(len(self.places)) if not (self.base_apart and cell == self.base)]

    @property
    def main_axis(self) -> int:
        """The axis that a sentence lists values of: numbers before words, the longest, players only if far longer."""

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
        """What a cell changes of the base cell: `piles 3`; '' for the base cell itself."""
        at, base = self.places[cell], self.places[self.base]
        return ", ".join(axis.named(at[k]) for k, axis in enumerate(self.axes) if at[k] != base[k])

    def named_in(self, title: str) -> frozenset[int]:
        """The axes that a question names in full, or by two of their values, such as `Lagers or Ales?`.

        Of `the reading of the majors` and `the majors` the longer name counts.
        """
        words = _words(title)

        def named(axis: SweepAxis) -> set[str]:
            values = {value.lower() for value in axis.values if isinstance(value, str)} & words
            called = [_words(one) for one in (axis_label(axis.name), axis.label, *axis.distinctive)]
            return max([values if len(values) > 1 else set(), *(one for one in called if one <= words)], key=len)

        found = {k: name for k, axis in enumerate(self.axes) if (name := named(axis))}
        return frozenset(k for k, name in found.items() if not any(name < other for other in found.values()))

    def single_change(self, cell: int) -> RuleChange:
        """Rule and value of a cell that changes the base on one axis."""
        at, base = self.places[cell], self.places[self.base]
        place, axis = next((at[k], axis) for k, axis in enumerate(self.axes) if at[k] != base[k])
        return RuleChange(axis_label(axis.name), shown(axis.at(place)), axis.noun, axis.phrase(place))

    @property
    def ends(self) -> list[int]:
        """The base cell, and the first and last cell of each axis, all other rules as in the base.

        Special numbers, such as 0 for off, are no ends.
        """
        found = [self.base]
        for place, axis in enumerate(self.axes):
            line = [cell for cell in self.line(place) if not axis.apart(self.places[cell][place])]
            found += [line[0], line[-1]] if line else []
        return list(dict.fromkeys(found))

    @property
    def on_lines(self) -> list[int]:
        """The ends, and all cells of the line along the main axis: what reports say of tables of other players."""
        return sorted({*self.ends, *self.line(self.main_axis)})

    @property
    def lists_changes(self) -> bool:
        """Whether its cells are a base and single changes of it, to be ranked."""
        return self.mode == ONE_AT_A_TIME and len(self.axes) > 1

    @property
    def compared(self) -> list[tuple[int, int]]:
        """Cells between which changes are read: the base and every single change; in a grid along its lines.

        There the central cell with each on its lines, and the ends of every line unless there are too many of them.
        """
        if self.lists_changes:
            return [(0, cell) for cell in range(1, len(self.places))]
        if self.mode not in {"grid", ONE_AT_A_TIME}:
            return []
        found = [(self.centre, cell) for axis in range(len(self.axes)) for cell in self.line(axis)]
        lines = [line for axis in range(len(self.axes)) for line in (self.line(axis), *self.other_lines(axis))]
        found += [(line[0], line[-1]) for line in lines] if len(lines) <= MAX_PAIRED else []
        return list(dict.fromkeys((min(two), max(two)) for two in found if two[0] != two[1]))

    def line(self, axis: int) -> list[int]:
        """The cells that differ from the central cell on one axis only, in the order of the axis."""
        return self._lines[axis][without_axis(self.places[self.centre], axis)]

    def other_lines(self, axis: int) -> list[list[int]]:
        """All other lines of two or more cells along an axis."""
        central = without_axis(self.places[self.centre], axis)
        return [line for at, line in self._lines[axis].items() if at != central and len(line) > 1]

    @cached_property
    def _lines(self) -> list[dict[tuple[int, ...], list[int]]]:
        """Of each axis the cells of each line along it, by their places on all other axes."""
        return [self._lines_along(axis) for axis in range(len(self.axes))]

    def _lines_along(self, axis: int) -> dict[tuple[int, ...], list[int]]:
        found: dict[tuple[int, ...], list[int]] = {}
        for cell in self.on_axes:
            found.setdefault(without_axis(self.places[cell], axis), []).append(cell)
        for line in found.values():
            line.sort(key=lambda cell: self.axes[axis].order(self.places[cell][axis]))
        return found

    def name(self, cell: int, *, without: int | None = None) -> str:
        """The name of a cell: `win_threshold 22, 4 players`; one axis may be left out.

        Single changes of a base that was played are named by what they change; a base beside the axes is `base`.
        """
        if self.base_apart and cell == self.base and without is None:
            return BASE_LABEL
        if without is None and self.lists_changes and self.base_played:
            return self.change(cell) or BASE_NAME
        return self.values_of(cell, without=without)

    def values_of(self, cell: int, *, without: int | None = None) -> str:
        """A cell's values on the axes: `win_threshold 22, 4 players`; one axis may be left out."""
        parts = [axis.named(self.places[cell][k]) for k, axis in enumerate(self.axes) if k != without]
        return ", ".join(parts)

    def phrase(self, cell: int, *, without: int | None = None) -> str:
        """Where a cell is, in a sentence: `at win_threshold 22 with 4 players`, `under the base rules`."""
        name = self.name(cell, without=without)
        if name in {BASE_LABEL, BASE_NAME}:
            return f"under the {BASE_NAME}"
        at, base = self.places[cell], self.places[self.base]
        changes = name != self.values_of(cell, without=without)
        own = [k for k in range(len(self.axes)) if k != without and not (changes and at[k] == base[k])]
        return joined_phrases([self.axes[k].phrase(at[k]) for k in own])

    def phrases(self, cells: Sequence[int], *, without: int) -> str:
        """Where lines along an axis are: `with 3, 5 and 6 players`; what all share is named once."""
        others = [k for k in range(len(self.axes)) if k != without]
        varied = [k for k in others if len({self.places[cell][k] for cell in cells}) > 1]
        shared = [self.axes[k].phrase(self.places[cells[0]][k]) for k in others if k not in varied]
        if len(varied) > 1 and self._crossed(cells, varied):
            every = [k for k in varied if len({self.places[cell][k] for cell in cells}) == len(self.axes[k].values)]
            some = [self.axes[k].phrases(self._places_on(k, cells)) for k in varied if k not in every]
            return ", ".join([joined_phrases([*shared, *some]), *(f"whatever {self.axes[k].noun}" for k in every)])
        if len(varied) > 1:
            names = [", ".join(self.axes[k].named(self.places[cell][k]) for k in varied) for cell in cells]
            return joined_phrases([*shared, f"at {joined_names(names)}"])
        places = [self.places[cell][k] for k in varied for cell in cells]
        if varied and set(places) == set(range(len(self.axes[varied[0]].values))):
            return ", ".join(filter(None, [joined_phrases(shared), f"whatever {self.axes[varied[0]].noun}"]))
        return ", ".join(filter(None, [joined_phrases(shared), *(self.axes[k].phrases(places) for k in varied)]))

    def _places_on(self, axis: int, cells: Sequence[int]) -> list[int]:
        """The places of cells on an axis, each once, in its order."""
        return sorted({self.places[cell][axis] for cell in cells}, key=self.axes[axis].order)

    def _crossed(self, cells: Sequence[int], axes: Sequence[int]) -> bool:
        """Whether cells are all combinations of their places on some axes, and leave one of these axes open."""
        found = {tuple(self.places[cell][k] for k in axes) for cell in cells}
        sizes = [len(self._places_on(k, cells)) for k in axes]
        whole = [size == len(self.axes[k].values) for k, size in zip(axes, sizes, strict=True)]
        return len(found) == math.prod(sizes) and any(whole) and not all(whole)

    @property
    def base_values(self) -> str:
        """The base cell's values on the axes; '' among single changes, which keep them but for one."""
        return "" if self.name(self.base) == BASE_NAME else self.values_of(self.base)

    def value(self, cell: int, axis: int) -> Any:
        """The value of a cell on an axis: a number, or words."""
        along, place = self.axes[axis], self.places[cell][axis]
        return along.at(place) if along.numeric and not along.apart(place) else along.shown(place)


@dataclass(frozen=True, kw_only=True)
class Sweep(Grid):
    """The cells that were played, with their places."""

    cells: tuple[CellResult, ...]


def without_axis(places: tuple[int, ...], axis: int) -> tuple[int, ...]:
    """The places of a cell on all axes but one."""
    return places[:axis] + places[axis + 1 :]


def grid_of(points: Sequence[Mapping[str, Any]], question: Question, card: GameCard) -> Grid:
    """The grid of a question's cells; points: axis -> value of each."""
    names = [axis.name for axis in question.axes] or list(points[0])
    base = {name: named(name).plain(question.base) for name in names} if points[0] else {}
    apart = len(points) > 1 and question.base_apart
    return lay_out(points, mode=question.mode, base=base, knobs=card.knobs, base_apart=apart)


def with_cells(grid: Grid, cells: Sequence[CellResult]) -> Sweep:
    """The grid with what was played."""
    return Sweep(cells=tuple(cells), **{one.name: getattr(grid, one.name) for one in fields(grid)})


def lay_out(
    points: Sequence[Mapping[str, Any]],
    *,
    mode: str = "grid",
    base: Mapping[str, Any] | None = None,
    knobs: Mapping[str, KnobCard] | None = None,
    base_apart: bool = False,
) -> Grid:
    """Cells along their axes; points: axis -> value of each cell.

    base: axis -> the value of the base rules; mode `zip`: all axes move as one; knobs: the game's, for their words and
    special numbers; base_apart: whether the last cell is the base, played beside the axes.
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
        axes = tuple(_with_base(axis, points[-1].get(axis.name)) for axis in axes)
    keys = [[_key(value) for value in (*axis.values, *axis.beyond)] for axis in axes]
    places = tuple(
        tuple(keys[k].index(_key(values.get(axis.name))) for k, axis in enumerate(axes)) for values in points
    )
    wanted = tuple(_place(keys[k], (base or {}).get(axis.name)) for k, axis in enumerate(axes))
    played = wanted in places
    nearest = _nearest(places[: len(on_axes)], base or {}, axes) if base_apart or not played else places.index(wanted)
    return Grid(
        axes=axes,
        places=places,
        base=len(points) - 1 if base_apart else nearest,
        base_played=played,
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


def _with_base(axis: SweepAxis, value: Any) -> SweepAxis:
    """The axis with the base value beyond its own, if it is none of them."""
    return axis if _key(value) in map(_key, axis.values) else replace(axis, beyond=(value,))


_key: Callable[[Any], str] = json.JSONEncoder(sort_keys=True, default=str).encode


def _place(keys: Sequence[str], value: Any) -> int:
    return keys.index(_key(value)) if _key(value) in keys else -1


def _nearest(places: Sequence[tuple[int, ...]], base: Mapping[str, Any], axes: Sequence[SweepAxis]) -> int:
    """The cell nearest to the base rules; on an axis of words without theirs, nearest to the middle."""
    aim = [_nearest_place(axis, base.get(axis.name)) for axis in axes]
    distances = [sum(abs(a - b) for a, b in zip(at, aim, strict=True)) for at in places]
    return distances.index(min(distances))


def _nearest_place(axis: SweepAxis, value: Any) -> float:
    keys = [_key(one) for one in axis.values]
    if _key(value) in keys:
        return keys.index(_key(value))
    plain = [place for place in range(len(keys)) if axis.numeric and not axis.apart(place)]
    if plain and isinstance(value, (int, float)):
        return min(plain, key=lambda place: abs(axis.values[place] - value))
    return (len(keys) - 1) / 2


def _words(text: str) -> set[str]:
    """The words of a text, in small letters."""
    return set(re.findall(r"[^\W_]+", text.lower()))
