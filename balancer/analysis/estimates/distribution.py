"""The distribution of a quantity over games, in bins: shares with their intervals."""

from __future__ import annotations

from typing import NamedTuple

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import critical_z, share_interval
from balancer.analysis.results import CellResult

MAX_BINS = 48


class Bin(NamedTuple):
    """A bin of a distribution: its middle, and the share of the values in it."""

    middle: float
    share: Figure


def distribution(cell: CellResult, quantity: str, confidence: float, bins: int = MAX_BINS) -> list[Bin]:
    """Return the bins of a quantity from its smallest to its largest value; [] if no game has it."""
    histogram = cell.tally["histograms"][quantity]
    unit = int(histogram["unit"])
    counts = {int(value): int(count) for value, count in histogram["counts"].items()}
    if not counts:
        return []
    width = bin_width(max(counts) - min(counts) + 1, bins, unit)
    joined: dict[int, int] = {}
    for value, count in counts.items():
        joined[value // width] = joined.get(value // width, 0) + count
    total = sum(counts.values())
    games = min(total, cell.games)  # values of one game, such as the scores of all seats, are not independent
    binned = []
    for place in range(min(joined), max(joined) + 1):
        share = joined.get(place, 0) / total
        figure = Figure(share, *share_interval(share, games, critical_z(confidence)), games)
        binned.append(Bin((place * width + (width - 1) / 2) / unit, figure))
    return binned


def bin_width(span: int, bins: int, unit: int) -> int:
    """Return a bin width of 1, 2, 5, 10 ... for at most `bins` bins; whole units if values are fractions."""
    width = unit if unit > 1 and span > bins else 1
    while -(-span // width) > bins:
        width = width * 5 // 2 if str(width).startswith("2") else width * 2
    return width
