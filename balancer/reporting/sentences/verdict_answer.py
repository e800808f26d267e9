"""Where a sweep keeps its checks, in sentences and as a table of cells: the first thing that a report says."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from balancer.analysis.verdicts import FAIL, PASS, UNDECIDED
from balancer.checks.cell_verdicts import NOT_ASKED, CellVerdict, SweptChecks, offer_in
from balancer.reporting import numbers, phrases
from balancer.reporting.axis import Axis
from balancer.reporting.figure_reader import as_figure
from balancer.reporting.sweep_grid import BASE_LABEL, BASE_NAME, Sweep
from balancer.wording import capital, listed, plural

MAX_GROUPS = 5
"""Groups of cells named in a sentence; the others are counted."""
MAX_MISSES = 3
"""Nearest misses named."""
MAX_MARK = 20
"""Letters of the name of a check in the table of cells; the whole name is shown on hover."""
MAX_SAMPLED = 12
"""Cells of a sample in the table of verdicts."""
MAX_WHERE = 120
"""Letters of a list of places; longer ones are counted, and the table of cells shows them."""
SYMBOLS = {PASS: "●", UNDECIDED: "○", FAIL: "✕", NOT_ASKED: numbers.NO_VALUE}
"""Verdicts in tables, apart for those who see no colours."""


@dataclass(frozen=True)
class MatrixCell:
    """A cell in the table of verdicts; number: of the cell; failed: the checks that make it fail, or leave it open."""

    number: int
    verdict: str
    failed: tuple[str, ...]
    is_base: bool

    @property
    def symbol(self) -> str:
        """Its mark."""
        return SYMBOLS[self.verdict]

    @property
    def text(self) -> str:
        """The mark with the first failed check: `✕ instant ↑`."""
        more = f" +{len(self.failed) - 1}" if len(self.failed) > 1 else ""
        return f"{self.symbol} {_shortened(self.failed[0])}{more}" if self.failed else self.symbol


@dataclass(frozen=True)
class Matrix:
    """Verdicts along two axes: rows over the longer one; facet: where the other axes are, '' if there are none.

    named: the columns by their value and axis, for tables without a head above them.
    """

    facet: str
    down: str
    across: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[MatrixCell | None, ...]], ...]
    named: tuple[str, ...] = ()


@dataclass(frozen=True)
class VerdictAnswer:
    """The verdicts of a run in words."""

    sweep: Sweep
    found: SweptChecks

    @property
    def checks(self) -> str:
        """The number of checks at the beginning of a sentence."""
        number = len(self.found.judged)
        if self.partial and number > 1 and len(self.passed) not in {0, self._judged}:
            return "All checks that apply"
        if number == 1:
            return f"The check ({self.check_label(self.found.judged[0])})"
        return {2: "Both checks"}.get(number, f"All {number} checks")

    @property
    def _judged(self) -> int:
        """Cells that some check is about."""
        return len(self.passed) + len(self.undecided) + len(self.failed)

    @property
    def hold(self) -> str:
        """The verb after it."""
        return "holds" if len(self.found.judged) == 1 else "hold"

    @functools.cached_property
    def passed(self) -> list[int]:
        """Cells in which all checks hold."""
        return self.found.cells_with(PASS)

    @functools.cached_property
    def undecided(self) -> list[int]:
        """Cells in which none fails and some are undecided."""
        return self.found.cells_with(UNDECIDED)

    @functools.cached_property
    def failed(self) -> list[int]:
        """Cells in which some check fails."""
        return self.found.cells_with(FAIL)

    # Sentences --------------------------------------------------------------------------------------------------------
    @property
    def sentences(self) -> list[str]:
        """The verdict first, then what is undecided, the nearest misses, and where nothing helps."""
        if not self.found.judged:
            return []
        if len(self.sweep.cells) == 1:
            return [self._single()]
        return [self.verdict, *self._undecided(), *self._misses(), *self._hopeless(), *self._never()]

    @property
    def verdict(self) -> str:
        """Where all checks hold."""
        if len(self.sweep.cells) == 1:
            return self._single()
        judged = self._judged
        if len(self.passed) == judged:
            return f"{self.checks} {self.hold} {self._everywhere(judged)}."
        if self.passed and len(self.where(self.passed)) > MAX_WHERE:
            return f"{self.checks} {self.hold} in {self._marked(self.passed)}."
        if self.passed:
            base = ""
            if self.sweep.base_played and len(self.passed) > 1 and self.sweep.base in self.passed:
                name = "" if self.sweep.base_apart else self.sweep.base_values
                base = f" The base rules ({name}) are among them." if name else ""
            return f"{self.checks} {self.hold} {self.where(self.passed)}.{base}"
        number = len(self.found.judged)
        all_ = {1: "the check", 2: "both checks"}.get(number, f"all {number} checks")
        if self.undecided:
            where = self.where(self.undecided).removeprefix("at ").removeprefix("with ")
            if len(self.undecided) == judged:
                where = "every cell"
            elif len(where) > MAX_WHERE:
                where = self._marked(self.undecided)
            return f"No cell is yet certain to keep {all_}. Still possible: {where}."
        return f"No cell keeps {all_}."

    def _everywhere(self, judged: int) -> str:
        """Every cell; where checks are about some cells only, no more than those."""
        if judged == 1 < len(self.sweep.cells):
            about = "it is" if len(self.found.judged) == 1 else "they are"
            return f"{self.sweep.phrase(self.passed[0])}, the only cell that {about} about"
        return "wherever they apply" if self.partial else "in every cell"

    @functools.cached_property
    def partial(self) -> bool:
        """Whether some check is about some of the cells only."""
        asked = {(one.check, one.cell) for one in self.found.verdicts}
        return len(asked) < len(self.found.judged) * len(self.sweep.cells)

    def _marked(self, cells: Sequence[int]) -> str:
        """Cells by their number and their mark in the table, where their names are too many to read."""
        symbol = SYMBOLS[self.found.verdict(cells[0])]
        base = ", the base rules among them" if self.sweep.base_played and self.sweep.base in cells else ""
        return f"{len(cells)} of {len(self.sweep.cells)} cells, marked {symbol}{base}"

    def _single(self) -> str:
        wrong = [one for one in self.found.of_cell(0) if one.verdict != PASS]
        if not wrong:
            return f"{self.checks} {self.hold}."
        fails = [self.miss(one) for one in wrong if one.verdict == FAIL]
        opens = [self.miss(one) + _games_words([one]) for one in wrong if one.verdict == UNDECIDED]
        parts = [f"fails: {'; '.join(fails)}"] if fails else []
        parts += [f"undecided: {'; '.join(opens)}"] if opens else []
        kept = len(self.found.judged) - len({one.check for one in wrong})
        return (
            f"{kept} of {plural(len(self.found.judged), 'check')} hold{'s' if kept == 1 else ''}; {'; '.join(parts)}."
        )

    def _undecided(self) -> list[str]:
        """What is undecided, with the games that would decide it."""
        if not self.undecided:
            return []
        open_ = [one for cell in self.undecided for one in self.found.of_cell(cell) if one.verdict == UNDECIDED]
        if not self.passed:
            return [f"{capital(_games_words(open_, 'the undecided cells').removeprefix('; '))}."]
        if len(self.undecided) <= MAX_MISSES:
            named = [f"{self.sweep.name(cell)} ({self._worst(cell)})" for cell in self.undecided]
            return [f"Undecided: {'; '.join(named)}{_games_words(open_)}."]
        where = self.where(self.undecided).removeprefix("at ").removeprefix("with ")
        return [
            f"Undecided: {where if len(where) <= MAX_WHERE else self._marked(self.undecided)}{_games_words(open_)}."
        ]

    def _worst(self, cell: int) -> str:
        return self.miss(self.found.of_cell(cell)[0])

    def _misses(self) -> list[str]:
        """The failing cells that fail by least."""
        ranked = sorted(self.failed, key=self._distance)[:MAX_MISSES]
        if not ranked:
            return []
        named = [f"{self.sweep.name(cell)} ({self._reasons(cell)})" for cell in ranked]
        return [f"{'Nearest miss' if len(named) == 1 else 'Nearest misses'}: {'; '.join(named)}."]

    def _reasons(self, cell: int) -> str:
        failed = [one for one in self.found.of_cell(cell) if one.verdict == FAIL]
        worst = max(failed, key=self._relative)
        more = len({one.check for one in failed}) - 1
        return self.miss(worst) + (f", and {plural(more, 'more check')}" if more else "")

    def _distance(self, cell: int) -> tuple[int, float]:
        failed = [one for one in self.found.of_cell(cell) if one.verdict == FAIL]
        return len({one.check for one in failed}), max(map(self._relative, failed))

    @staticmethod
    def _relative(one: CellVerdict) -> float:
        """By how much a bound is missed, as a part of the allowed band, or of the bound itself."""
        low, high = one.bound[:2]
        scale = abs(high - low) if low is not None and high is not None else abs(high if high is not None else low or 0)
        return abs(one.excess) / scale if scale else float("inf")

    def _hopeless(self) -> list[str]:
        """Where no value of the main axis keeps all checks, though elsewhere some do."""
        if not (self.passed or self.undecided) or self.sweep.mode != "grid" or len(self.sweep.axes) < 2:
            return []
        main = self.sweep.main_axis
        lines: dict[tuple[int, ...], list[int]] = {}
        for cell in (*self.passed, *self.undecided, *self.failed):
            lines.setdefault(_others(self.sweep.places[cell], main), []).append(cell)
        lost = [cells[0] for cells in lines.values() if len(cells) > 1 and set(cells) <= set(self.failed)]
        if not lost or len(lost) > MAX_GROUPS:
            return []
        where = self.sweep.phrases(lost, without=main)
        them = "it" if len(self.found.judged) == 1 else "them all"
        return [f"{capital(where)}, no {self.sweep.axes[main].label} keeps {them}."]

    def _never(self) -> list[str]:
        """Checks that fail in most cells, and why."""
        number = len(self.failed)
        if number < 2 or len(self.found.judged) < 2:
            return []
        fails = {check: self.found.counts(check)[FAIL] for check in self.found.judged}
        worst = max(fails, key=fails.__getitem__)
        return [f"Most often missed: {self.check_label(worst)} (in {fails[worst]} of {len(self.sweep.cells)} cells)."]

    # Words ------------------------------------------------------------------------------------------------------------
    def check_label(self, check: int) -> str:
        """A check by its name, if it has one, its figure and bound: `instant 0.65 to 1.5%`."""
        given = self.found.checks[check].name
        first = next(one for one in self.found.verdicts if one.check == check)
        each = self.found.checks[check].each
        name = self._each_name(first, each) if each else self.figure_name(first)
        return f"{f'{given}: ' if given else ''}{name} {self.bound_text(first)}"

    def _each_name(self, one: CellVerdict, each: str) -> str:
        offer = offer_in(self.sweep.cells[one.cell], one.figure.metric)
        title = offer.metric.title if offer else one.figure.metric
        return f"{title.removesuffix(f' by {each}')} of each {each}"

    def figure_name(self, one: CellVerdict) -> str:
        """A figure in few words: `instant`, `seat 1 (starts)`, `rounds p90`."""
        offer = offer_in(self.sweep.cells[one.cell], one.figure.metric)
        if offer is None:
            return one.figure.name
        if one.figure.of:
            named = phrases.item(offer.metric.of, one.figure.of)
            title = offer.metric.title.removesuffix(f" by {offer.metric.of}")
            return named if offer.metric.of == "ending" else f"{title} of {named}"
        return f"{offer.metric.title} {one.figure.stat}".strip()

    def bound_text(self, one: CellVerdict) -> str:
        """The bound of a check: `0.65 to 1.5%`, `at most 15`."""
        unit = numbers.unit_of(one.now.unit)
        low, high = (None if end is None else _bare(end, unit) for end in one.bound[:2])
        end = numbers.suffix(unit)
        if low is not None and high is not None:
            return f"{low} to {high}{end}"
        return f"at least {low}{end}" if low is not None else f"at most {high}{end}"

    def miss(self, one: CellVerdict) -> str:
        """A figure that misses its bound, or may: `instant 1.8%, at most 1.5%`."""
        name, unit = self.figure_name(one), numbers.unit_of(one.now.unit)
        if one.now.value is None:
            return f"{name} is not defined"
        value = self._value(one, unit)
        low, high = one.bound[:2]
        end = numbers.suffix(unit)
        if one.excess > 0 and high is not None:
            return f"{name} {value}, at most {_bare(high, unit)}{end}"
        if one.excess < 0 and low is not None:
            return f"{name} {value}, at least {_bare(low, unit)}{end}"
        return f"{name} {value}, allowed {self.bound_text(one)}"

    @staticmethod
    def _value(one: CellVerdict, unit: str) -> str:
        """A judged value; where it is undecided with its interval, which is that of all checks together."""
        figure = as_figure(one.now)
        return figure.short if one.verdict == UNDECIDED and figure.known else human(one, unit)

    def where(self, cells: Sequence[int]) -> str:
        """Where cells are: `at win_threshold 22 with 4 players and 18 with 5 players`."""
        if self.sweep.base_apart and self.sweep.base in cells:
            base = f"under the {BASE_NAME} ({self.sweep.base_values})"
            others = [cell for cell in cells if cell != self.sweep.base]
            return f"{self.where(others)}, and {base}" if others else base
        if self.sweep.mode == "sample" and len(self.sweep.axes) > 1:
            named = [f"({self.sweep.name(cell)})" for cell in cells]
            return f"in {plural(len(cells), 'cell')}: {listed(_some(named))}"
        if self.sweep.mode == "one_at_a_time" and len(self.sweep.axes) > 1:
            return listed(_some(self._changes(cells)))
        main = self.sweep.main_axis
        axis = self.sweep.axes[main]
        groups: dict[tuple[int, ...], list[int]] = {}
        for cell in cells:
            groups.setdefault(_others(self.sweep.places[cell], main), []).append(cell)
        along: dict[tuple[int, ...], list[int]] = {}
        for _, group in sorted(groups.items()):
            places = tuple(sorted((self.sweep.places[cell][main] for cell in group), key=axis.order))
            along.setdefault(places, []).append(group[0])
        parts = [self._part(places, rest, first=number == 0) for number, (places, rest) in enumerate(along.items())]
        several = any(" and " in part or ", " in part for part in parts)
        return "; ".join(_some(parts)) if several else listed(_some(parts))

    def _changes(self, cells: Sequence[int]) -> list[str]:
        """Single changes by the axis that they are on: `under the base rules`, `with 1 to 4 dice`."""
        sweep = self.sweep
        found = [sweep.phrase(sweep.base)] if sweep.base in cells else []
        for k, axis in enumerate(sweep.axes):
            base = sweep.places[sweep.base][k]
            places = sorted({sweep.places[cell][k] for cell in cells} - {base}, key=axis.order)
            found += [axis.phrases(places)] if places else []
        return found

    def _part(self, places: Sequence[int], cells: Sequence[int], *, first: bool) -> str:
        """Values of the main axis, and where on the others: `at win_threshold 18 and 20 with 4 players`."""
        main = self.sweep.main_axis
        axis = self.sweep.axes[main]
        values = _values(axis, places, first=first)
        if len(self.sweep.axes) == 1:
            return values
        rest = self.sweep.phrases(cells, without=main)
        if axis.name == "players" and len(cells) == 1:
            return f"{values}{',' if ' and ' in rest else ' and'} {rest.removeprefix('with ')}"
        return f"{values}{',' if rest.startswith('whatever') else ''} {rest}"

    # The table of cells -----------------------------------------------------------------------------------------------
    def mark(self, one: CellVerdict) -> str:
        """A failed figure in a table: `instant ↑`."""
        arrow = " ↑" if one.excess > 0 else " ↓" if one.excess < 0 else ""
        offer = offer_in(self.sweep.cells[one.cell], one.figure.metric)
        of_seat = offer is not None and offer.metric.of == "seat" and one.figure.of
        return f"{f'seat {one.figure.of}' if of_seat else self.figure_name(one)}{arrow}"

    def matrix_cell(self, cell: int) -> MatrixCell:
        """A cell as the table shows it."""
        verdict = self.found.verdict(cell)
        wrong = [one for one in self.found.of_cell(cell) if one.verdict == verdict and verdict != PASS]
        first: dict[int, CellVerdict] = {}
        for one in sorted(wrong, key=self._relative, reverse=True):
            first.setdefault(one.check, one)
        named = tuple(self.mark(one) for one in first.values())
        return MatrixCell(cell, verdict, named, cell == self.sweep.base and self.sweep.base_played)

    def matrices(self) -> list[Matrix]:
        """The verdicts of all cells: two axes each, one table for every place on the others."""
        sweep = self.sweep
        if not self.found.judged or len(sweep.cells) < 2:
            return []
        if sweep.mode == "sample" and len(sweep.axes) > 1:
            nearest = [*self.passed, *self.undecided, *sorted(self.failed, key=self._distance)][:MAX_SAMPLED]
            listed_ = tuple((sweep.name(cell), (self.matrix_cell(cell),)) for cell in nearest)
            return [Matrix("", "cells nearest to keeping them", "", ("all checks",), listed_)]
        if sweep.mode == "one_at_a_time" and len(sweep.axes) > 1:
            rows = tuple(
                (sweep.change(cell) or BASE_NAME, (self.matrix_cell(cell),)) for cell in range(len(sweep.cells))
            )
            return [Matrix("", "setting", "", ("all checks",), rows)]
        down = sweep.main_axis
        across = sweep.second_axis
        facets: dict[tuple[int, ...], list[int]] = {}
        for cell in sweep.on_axes:
            at = sweep.places[cell]
            facets.setdefault(tuple(at[k] for k in range(len(at)) if k not in (down, across)), []).append(cell)
        made = [self._matrix(cells, down, across) for cells in facets.values()]
        if not sweep.base_apart:
            return made
        row = f"{BASE_LABEL} ({sweep.base_values})", (self.matrix_cell(sweep.base),)
        if len(sweep.axes) == 1:
            return [replace(made[0], rows=(*made[0].rows, row))]
        return [*made, Matrix("", "", "", ("all checks",), (row,))]

    def _matrix(self, cells: Sequence[int], down: int, across: int | None) -> Matrix:
        sweep = self.sweep
        named = [axis.named(sweep.places[cells[0]][k]) for k, axis in enumerate(sweep.axes) if k not in (down, across)]
        rows_at = sorted({sweep.places[cell][down] for cell in cells}, key=sweep.axes[down].order)
        columns_at = (
            [0] if across is None else sorted({sweep.places[c][across] for c in cells}, key=sweep.axes[across].order)
        )
        at = {(sweep.places[c][down], 0 if across is None else sweep.places[c][across]): c for c in cells}
        rows = tuple(
            (
                sweep.axes[down].shown(row),
                tuple(self.matrix_cell(at[row, column]) if (row, column) in at else None for column in columns_at),
            )
            for row in rows_at
        )
        heads = ("all checks",) if across is None else tuple(sweep.axes[across].shown(k) for k in columns_at)
        label = "" if across is None else sweep.axes[across].label
        columns = () if across is None else tuple(sweep.axes[across].named(k) for k in columns_at)
        return Matrix(", ".join(named), sweep.axes[down].label, label, heads, rows, columns)


def human(one: CellVerdict, unit: str) -> str:
    """The value of a judged figure with as many digits as its interval supports, one more where it reads as its bound.

    A figure that misses its bound must not be written like it: `1.51%, at most 1.5%`.
    """
    now, value = one.now, one.now.value or 0.0
    half = max((abs(end - value) for end in (now.low, now.high) if end is not None), default=0.0)
    decimals = 0 if not half and value.is_integer() else numbers.readable_decimals(value, half, unit)
    end = one.bound.high if one.excess > 0 else one.bound.low if one.excess < 0 else None
    while end is not None and numbers.plain(value, unit, decimals) == numbers.plain(end, unit, decimals):
        decimals += 1
    return numbers.plain(value, unit, decimals)


def _games_words(open_: Iterable[CellVerdict], them: str = "them") -> str:
    """The games per cell that would decide all of them; them: what they are called."""
    games = [one.games_to_decide for one in open_]
    known = [number for number in games if number is not None]
    if not known:
        return "; on the bound, where no number of games decides"
    some = "" if len(known) == len(games) else "most of "
    what = f" {some}{them}" if len(games) > 1 or them != "them" else " it"
    return f"; about {numbers.short_count(numbers.round_up(max(known)))} games per cell would decide{what}"


def _shortened(mark: str) -> str:
    """A mark of a narrow column: its arrow and as much of its name as fits."""
    name, arrow, side = mark.partition(" ↑") if " ↑" in mark else mark.partition(" ↓")
    kept = name if len(name) <= MAX_MARK else f"{name[: MAX_MARK - 1].rstrip()}…"
    return f"{kept}{arrow}{side}"


def _bare(value: float, unit: str) -> str:
    return f"{value * numbers.scale(unit):.6g}".replace("-", numbers.MINUS)


def _others(at: Sequence[int], main: int) -> tuple[int, ...]:
    return (*at[:main], *at[main + 1 :])


def _values(axis: Axis, places: Sequence[int], *, first: bool) -> str:
    """Values of an axis in a phrase: `with any number of players`; numbers alone where the axis was named before."""
    if len(places) == len(axis.values) > 1:
        if axis.name == "players":
            return f"with any {axis.label}"
        return f"{'at ' if first else ''}every {axis.label}" if axis.numeric else f"whatever {axis.noun}"
    if first or not axis.numeric:
        return axis.phrases(places)
    return listed(axis.ranges(places))


def _some(names: Sequence[str]) -> list[str]:
    """The first few names, and how many more there are."""
    if len(names) <= MAX_GROUPS:
        return list(names)
    return [*names[:MAX_GROUPS], f"{len(names) - MAX_GROUPS} more"]
