"""Differences of a figure between the cells of a sweep: which are certain, and what pattern they make along an axis.

Two cells differ if the interval of their difference excludes 0.  Between cells of which pairs of games on the same dice
are known the difference is that of the pairs; other cells count as independent, though their dice are the same, too: so
that errs on the careful side.
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


def difference(here: Figure, there: Figure) -> Figure:
    """Return `there` minus `here`, of independent games (MOVER); unbounded where one of them has no interval."""
    value = there.value - here.value
    low, high = recovered_interval(here, there, 0.0) if here.known and there.known else (None, None)
    return Figure(value, -math.inf if low is None else low, math.inf if high is None else high)


def pairwise_confidence(confidence: float, cells: int, lines: int = 1) -> float:
    """Return the confidence of figures at which all differences of two cells, on every line, hold together."""
    return bonferroni(confidence, max(lines * cells * (cells - 1) // 2, 1))


Two = tuple[int, int]  # two cells, by their numbers


class ReadChanges:
    """Changes that are read when they are asked for: a sentence needs few of the pairs of a grid."""

    def __init__(self, cells: Iterable[Two], read: Callable[[Two], Figure | None]) -> None:
        """cells: of all pairs; read: the change of one, None where it has none."""
        self.cells, self.read, self.found = dict.fromkeys(cells), read, dict[Two, Figure | None]()

    def __iter__(self) -> Iterator[Two]:
        """The cells of all pairs."""
        return iter(self.cells)

    def get(self, cells: Two) -> Figure | None:
        """The change from one cell to another; None where there is no such pair, or it has none."""
        if cells not in self.cells:
            return None
        if cells not in self.found:
            self.found[cells] = self.read(cells)
        return self.found[cells]


PairChanges = Mapping[Two, Figure] | ReadChanges  # (here, there) -> `there` minus `here`, from pairs of their games


@dataclass(frozen=True)
class Curve:
    """A figure in every cell of a sweep, and what is certain about its changes from cell to cell.

    Every effect of going from one cell to another is obtained here.
    """

    figures: Sequence[Figure]
    pairs: PairChanges = field(default_factory=dict)

    def change(self, here: int, there: int) -> Figure:
        """The figure in the second cell minus that in the first."""
        here, there = self._same.get(here, here), self._same.get(there, there)
        if here == there:
            return replace(self.figures[here], value=0.0, low=0.0, high=0.0)
        if found := self.pairs.get((here, there)):
            return found
        if found := self.pairs.get((there, here)):
            return found.reversed()
        return difference(self.figures[here], self.figures[there])

    def direction(self, here: int, there: int) -> int:
        """The direction of that change, without the rest of it: a large sweep asks for those of half a million."""
        here, there = self._same.get(here, here), self._same.get(there, there)
        if (here, there) in self._paired:
            return self.change(here, there).direction
        one, two = self._reach(here), self._reach(there)
        if here == there or one is None or two is None:
            return 0
        (a, below_a, above_a), (b, below_b, above_b) = one, two
        if b - a - math.sqrt(below_b + above_a) > 0:
            return 1
        return -1 if b - a + math.sqrt(above_b + below_a) < 0 else 0

    @cached_property
    def _paired(self) -> set[Two]:
        return {two for here, there in self.pairs for two in ((here, there), (there, here))}

    def _reach(self, cell: int) -> tuple[float, float, float] | None:
        """The value, and the squares of how far its interval reaches below and above; None without an interval."""
        if cell not in self._reaches:
            one = self.figures[cell]
            known = one.value, (one.value - one.low) ** 2, (one.high - one.value) ** 2
            self._reaches[cell] = known if one.known else None
        return self._reaches[cell]

    @cached_property
    def _reaches(self) -> dict[int, tuple[float, float, float] | None]:
        return {}

    def known(self, cell: int) -> bool:
        """Whether the figure of a cell has a two-sided interval, so that it can be compared."""
        return self._reach(cell) is not None

    @cached_property
    def _same(self) -> dict[int, int]:
        """Cells in whose games the figure is that of another cell, game by game: the first of such cells."""
        groups: dict[int, list[int]] = {}
        for here, there in self.pairs:
            one, other = (groups.get(cell, [cell]) for cell in (here, there))
            if one is not other and self._alike(here, there) and (gap := self.pairs.get((here, there))) and gap.is_zero:
                both = [*one, *other]
                groups.update(dict.fromkeys(both, both))
        return {cell: min(group) for cell, group in groups.items()}

    def _alike(self, here: int, there: int) -> bool:
        """Whether two cells have the same value, rounding errors aside."""
        return math.isclose(self.figures[here].value, self.figures[there].value, rel_tol=1e-9, abs_tol=1e-9)

    def same(self, cells: Sequence[int]) -> bool:
        """Whether the figure is the same in every game of all cells."""
        return len({self._same.get(cell, cell) for cell in cells}) == 1

    def change_at_table(self, here: int, there: int) -> Figure:
        """The same by the half-widths of the two figures, as it is given for tables of other players."""
        first, last = self.figures[here], self.figures[there]
        half = math.hypot(first.half_width, last.half_width)
        return Figure.around(last.value - first.value, half, min(first.games, last.games))

    def defined(self, cells: Sequence[int]) -> list[int]:
        """Those cells in which the figure has a value."""
        return [cell for cell in cells if self.figures[cell].defined]

    def lowest(self, cells: Sequence[int]) -> int:
        """The cell with the lowest value."""
        return min(cells, key=lambda cell: self.figures[cell].value)

    def highest(self, cells: Sequence[int]) -> int:
        """The cell with the highest value."""
        return max(cells, key=lambda cell: self.figures[cell].value)

    def widest(self, cells: Sequence[int]) -> Figure:
        """The difference between the lowest and the highest."""
        return self.change(self.lowest(cells), self.highest(cells))

    def any_certain(self, cells: Sequence[int]) -> bool:
        """Whether any two cells surely differ."""
        return any(self.direction(*pair) for pair in combinations(cells, 2))

    def alike(self, cells: Sequence[int], cell: int) -> list[int]:
        """The other cells that do not surely differ from one."""
        return [other for other in cells if other != cell and not self.direction(cell, other)]

    def largest_possible(self, cells: Sequence[int]) -> float:
        """The largest difference that two of the cells may have."""
        return max(self.change(*pair).largest for pair in combinations(cells, 2))

    def pattern(self, cells: Sequence[int], *, ordered: bool) -> str:
        """Pattern over cells: unknown, flat or differs; only certain differences count.

        ordered: along numbers; then in place of differs: rises, falls, peak, valley or wavy.
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
