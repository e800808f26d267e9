"""Where the distribution of the length of games changes visibly along an axis, other rules as in the base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from balancer.analysis.intervals.elementary import critical_z, share_interval
from balancer.analysis.metrics import confidence_of
from balancer.analysis.results import CellResult
from balancer.reporting import numbers
from balancer.reporting.findings.sampled_effects import SAMPLE
from balancer.reporting.numbers import Figure
from balancer.reporting.sweep_grid import Sweep

QUANTITIES = {"rounds": "round", "turns": "turn"}
"""Lengths that are looked at, the first that changes being shown, and one of them in words."""
VISIBLE = 0.1
"""Difference in the share of games over by some round that can be seen in a chart."""
MOST_ALIKE = 0.95
"""Share of the games with the commonest value, above which a distribution is no more than a line."""


@dataclass(frozen=True)
class LengthChange:
    """A change of the length of games along an axis.

    cells: the cells drawn, in the order of the axis; by: the length by which most games are over in the cell `fast` as
    against the cell `slow`; over: the share of games over by then, of each cell.
    """

    quantity: str
    axis: int
    cells: tuple[int, ...]
    by: int
    over: Mapping[int, Figure]

    @property
    def fast(self) -> int:
        """The cell in which most games are over by then."""
        return max(self.cells, key=lambda cell: self.over[cell].value)

    @property
    def slow(self) -> int:
        """The cell in which fewest games are over by then."""
        return min(self.cells, key=lambda cell: self.over[cell].value)

    @property
    def certain(self) -> float:
        """How much the two shares differ at least."""
        return self.over[self.fast].low - self.over[self.slow].high

    def sentence(self, sweep: Sweep) -> str:
        """`By round 12, 81% of the games are over with 4 players, 34% with 5 players`."""
        texts = [
            f"{self.over[cell].rounded}{words} {sweep.axes[self.axis].phrase(sweep.places[cell][self.axis])}"
            for cell, words in ((self.fast, " of the games are over"), (self.slow, ""))
        ]
        return f"By {QUANTITIES[self.quantity]} {self.by}, {texts[0]}, {texts[1]}."


def length_change(sweep: Sweep, confidence: float) -> LengthChange | None:
    """The clearest change of the first length that changes visibly along any axis; None where none does.

    Visible: by some round, the shares of games that are over in two cells differ by VISIBLE at least, by their
    intervals (Wilson, simultaneous over rounds and cells of the axis), and in most cells games differ in length at all.
    That more players take more turns together is no news: turns are not looked at along their number.
    """
    if sweep.mode == SAMPLE:
        return None
    for quantity in QUANTITIES:
        axes = [k for k, axis in enumerate(sweep.axes) if (quantity, axis.name) != ("turns", "players")]
        found = [_along(sweep, axis, quantity, confidence) for axis in axes]
        visible = [one for one in found if one is not None and one.certain >= VISIBLE]
        if visible:
            return max(visible, key=lambda one: one.certain)
    return None


def _along(sweep: Sweep, axis: int, quantity: str, confidence: float) -> LengthChange | None:
    """The largest change along an axis; None where the axis has one value, or games of most cells are alike."""
    cells = tuple(sweep.line(axis))
    counts = {cell: counts_of(sweep.cells[cell], quantity) for cell in cells}
    if len(cells) < 2 or 2 * sum(varies(list(one.values())) for one in counts.values()) <= len(cells):
        return None
    lengths = sorted({length for one in counts.values() for length in one})
    over = {cell: _shares_over(one, lengths) for cell, one in counts.items()}
    gaps = [max(one[k] for one in over.values()) - min(one[k] for one in over.values()) for k in range(len(lengths))]
    at = gaps.index(max(gaps))
    family = len(lengths) * len(cells)
    figures = {cell: _figure(sweep.cells[cell], over[cell][at], confidence, family) for cell in cells}
    return LengthChange(quantity, axis, cells, lengths[at], figures)


def counts_of(cell: CellResult, quantity: str) -> dict[int, int]:
    """Length -> games, of rounds or turns, the shortest first."""
    kept = cell.tally["histograms"][quantity]["counts"]
    return {int(value): int(kept[value]) for value in sorted(kept, key=int)}


def varies(counts: Sequence[int]) -> bool:
    """Whether games differ enough for their distribution to be drawn."""
    return len(counts) > 1 and max(counts) <= MOST_ALIKE * sum(counts)


def _shares_over(counts: Mapping[int, int], lengths: Sequence[int]) -> list[float]:
    """The share of games over by each length."""
    total = sum(counts.values())
    return [games / total for games in accumulate(counts.get(length, 0) for length in lengths)]


def _figure(cell: CellResult, share: float, confidence: float, family: int) -> Figure:
    low, high = share_interval(share, cell.games, critical_z(confidence_of(cell, confidence), family))
    return Figure(share, low, high, numbers.SHARE, cell.games)
