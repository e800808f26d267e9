"""Differences of a figure between settings of a sweep: which are certain, and the pattern that they make along an axis.

Two settings differ if the interval of their difference excludes 0.  Where pairs of games on the same dice were played
in both, the difference is the mean over these pairs.  Where each was paired with a third setting, the two differences
from it add up, and so do the ends of their intervals.  All other settings are treated as independent.  Since they are
played on the same dice, too, that makes their intervals wider than necessary, never narrower.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import bonferroni
from balancer.analysis.intervals.paired_quantiles import recovered_interval


def difference(start: Figure, end: Figure) -> Figure:
    """Return `end` minus `start` for independent games (MOVER); unbounded where one of them has no interval."""
    value = end.value - start.value
    low, high = recovered_interval(start, end, 0.0) if start.known and end.known else (None, None)
    return Figure(value, -math.inf if low is None else low, math.inf if high is None else high)


def pairwise_confidence(confidence: float, cells: int, lines: int = 1) -> float:
    """Return the confidence of single figures that makes all differences of two cells, on every line, simultaneous."""
    return bonferroni(confidence, max(lines * cells * (cells - 1) // 2, 1))


Two = tuple[int, int]  # two cells, by their numbers


class ReadChanges:
    """Changes between pairs of cells, computed on first access: a sentence needs few of the pairs of a grid."""

    def __init__(self, cells: Iterable[Two], read: Callable[[Two], Figure | None]) -> None:
        """cells: those of all pairs; read: computes the change of a pair, None where it has none."""
        self.cells, self.read, self.found = dict.fromkeys(cells), read, dict[Two, Figure | None]()

    def __iter__(self) -> Iterator[Two]:
        """Iterate over the cells of all pairs."""
        return iter(self.cells)

    def get(self, cells: Two) -> Figure | None:
        """Return the change from one cell to another; None where no such pair was played, or it has none."""
        if cells not in self.cells:
            return None
        if cells not in self.found:
            self.found[cells] = self.read(cells)
        return self.found[cells]


PairChanges = Mapping[Two, Figure] | ReadChanges  # (start, end) -> `end` minus `start`, from pairs of their games


@dataclass(frozen=True)
class Curve:
    """A figure in every cell of a sweep, with its changes from cell to cell.

    All changes between cells are computed here, so that one change has one value on a page.
    """

    figures: Sequence[Figure]
    pairs: PairChanges = field(default_factory=dict)

    def change(self, start: int, end: int) -> Figure:
        """Return the figure in the second cell minus that in the first."""
        start, end = self._same.get(start, start), self._same.get(end, end)
        if start == end:
            return replace(self.figures[start], value=0.0, low=0.0, high=0.0)
        if played := self._played(start, end):
            return played
        # If the intervals of all pairs hold together, so does any sum of them: no error is added to that of the family.
        common = self._partners.get(start, {}).keys() & self._partners.get(end, {}).keys()
        sums = [
            Figure(a.value + b.value, a.low + b.low, a.high + b.high, min(a.games, b.games))
            for hub in sorted(common)
            if (a := self._played(start, hub)) and (b := self._played(hub, end)) and a.known and b.known
        ]
        unpaired = difference(self.figures[start], self.figures[end])
        return min([unpaired, *sums], key=lambda change: change.high - change.low)

    def _played(self, start: int, end: int) -> Figure | None:
        """Return the change between two (groups of) cells from pairs of games; None where no pair has a figure."""
        if not (two := self._partners.get(start, {}).get(end)):
            return None
        if change := self.pairs.get(two):
            return change
        return change.reversed() if (change := self.pairs.get(two[::-1])) else None

    def is_paired(self, cells: Sequence[int]) -> bool:
        """Return whether the changes between all cells are those of pairs of games, or sums of such changes."""
        partners = {
            cell: self._partners.get(cell, {}).keys() for cell in (self._same.get(cell, cell) for cell in cells)
        }
        return all(b in partners[a] or partners[a] & partners[b] for a, b in combinations(partners, 2))

    def direction(self, start: int, end: int) -> int:
        """Return the sign of that change if it is certain, else 0; a large sweep needs half a million of them."""
        start, end = self._same.get(start, start), self._same.get(end, end)
        partners = self._partners.get(start, {})
        if end in partners or not partners.keys().isdisjoint(self._partners.get(end, {})):
            return self.change(start, end).direction
        start_reach, end_reach = self._reach(start), self._reach(end)
        if start == end or start_reach is None or end_reach is None:
            return 0
        (a, below_a, above_a), (b, below_b, above_b) = start_reach, end_reach
        if b - a - math.sqrt(below_b + above_a) > 0:
            return 1
        return -1 if b - a + math.sqrt(above_b + below_a) < 0 else 0

    @cached_property
    def _partners(self) -> dict[int, dict[int, Two]]:
        """For each cell, or group of equal cells, those paired with it, each with cells that were played as a pair."""
        partners: dict[int, dict[int, Two]] = {}
        for two in self.pairs:
            start, end = (self._same.get(cell, cell) for cell in two)
            if start != end:
                partners.setdefault(start, {}).setdefault(end, two)
                partners.setdefault(end, {}).setdefault(start, two[::-1])
        return partners

    def _reach(self, cell: int) -> tuple[float, float, float] | None:
        """Return the value and the squared lengths of its interval below and above; None without an interval."""
        if cell not in self._reaches:
            figure = self.figures[cell]
            reach = figure.value, (figure.value - figure.low) ** 2, (figure.high - figure.value) ** 2
            self._reaches[cell] = reach if figure.known else None
        return self._reaches[cell]

    @cached_property
    def _reaches(self) -> dict[int, tuple[float, float, float] | None]:
        return {}

    def known(self, cell: int) -> bool:
        """Return whether the figure of a cell has a two-sided interval, so that it can be compared."""
        return self._reach(cell) is not None

    @cached_property
    def _same(self) -> dict[int, int]:
        """For each cell whose figure equals that of other cells in every single game: the first of these cells."""
        groups: dict[int, list[int]] = {}
        for start, end in self.pairs:
            mine, other = (groups.get(cell, [cell]) for cell in (start, end))
            first, last = self.figures[start].value, self.figures[end].value
            alike = mine is not other and math.isclose(first, last, rel_tol=1e-9, abs_tol=1e-9)
            if alike and (gap := self.pairs.get((start, end))) and gap.is_zero:
                both = [*mine, *other]
                groups.update(dict.fromkeys(both, both))
        return {cell: min(group) for cell, group in groups.items()}

    def same(self, cells: Sequence[int]) -> bool:
        """Return whether the figure is the same in every game of all cells.

        Of most lines only the ends are compared game by game; a cell between equal ends, with the same sums and squares
        on the same dice, is taken for equal, too.
        """
        first, *_, last = [self._same.get(cell, cell) for cell in (cells[0], *cells)]
        if len({self._same.get(cell, cell) for cell in cells}) == 1:
            return True
        return first == last and all(self.figures[cell] == self.figures[first] for cell in cells)

    def change_at_table(self, start: int, end: int) -> Figure:
        """Return the change with an interval from the two half-widths, as other line-ups have no pairs of games."""
        first, last = self.figures[start], self.figures[end]
        half = math.hypot(first.half_width, last.half_width)
        return Figure.around(last.value - first.value, half, min(first.games, last.games))

    def defined(self, cells: Sequence[int]) -> list[int]:
        """Return the cells in which the figure has a value."""
        return [cell for cell in cells if self.figures[cell].defined]

    def lowest(self, cells: Sequence[int]) -> int:
        """Return the cell with the lowest value."""
        return min(cells, key=lambda cell: self.figures[cell].value)

    def highest(self, cells: Sequence[int]) -> int:
        """Return the cell with the highest value."""
        return max(cells, key=lambda cell: self.figures[cell].value)

    def widest(self, cells: Sequence[int]) -> Figure:
        """Return the difference between the lowest and the highest value."""
        return self.change(self.lowest(cells), self.highest(cells))

    def any_certain(self, cells: Sequence[int]) -> bool:
        """Return whether the difference of any two cells is certain."""
        return any(self.direction(*pair) for pair in combinations(cells, 2))

    def differs(self, cells: Sequence[int]) -> bool:
        """Return whether the widest difference, or that of any two cells paired directly, is certain."""
        own = set(cells)
        return self.widest(cells).certain or any(
            own.issuperset(two) and self.change(*two).certain for two in self.pairs
        )

    def alike(self, cells: Sequence[int], cell: int) -> list[int]:
        """Return the other cells whose difference from a cell is not certain."""
        return [other for other in cells if other != cell and not self.direction(cell, other)]

    def largest_possible(self, cells: Sequence[int]) -> float:
        """Return the largest difference that any two of the cells may have."""
        return max(self.change(*pair).largest for pair in combinations(cells, 2))

    def pattern(self, cells: Sequence[int], *, ordered: bool) -> str:
        """Return the pattern over cells: unknown, flat or differs; only certain differences count.

        ordered: whether the cells are in order of numbers; `differs` then becomes rises, falls, peak, valley or wavy.
        """
        if not all(self.known(cell) for cell in cells):
            return "unknown"
        if not ordered:
            return "differs" if self.any_certain(cells) else "flat"
        pairs = [(a, b, self.direction(cells[a], cells[b])) for b in range(len(cells)) for a in range(b)]
        ups = [(a, b) for a, b, way in pairs if way > 0]
        downs = [(a, b) for a, b, way in pairs if way < 0]
        if not ups or not downs:
            return "rises" if ups else "falls" if downs else "flat"
        top, bottom = cells.index(self.highest(cells)), cells.index(self.lowest(cells))
        if all(a < top for a, _ in ups) and all(b > top for _, b in downs):
            return "peak"
        if all(a < bottom for a, _ in downs) and all(b > bottom for _, b in ups):
            return "valley"
        return "wavy"
