"""What a part is worth to who has it, from the sums of a `WorthResult`.

The unit is the game.  Sums are lists of x, m, xx, xm, mm over games: x is credit of those seats that have the part
(a change: what they gain), m how many they are.  `held.PART`: at the end; `dealt.PART`: by chance, before any choice;
`CHANGE_held.PART`, `CHANGE_dealt.PART`: what the change is worth to the same seats; `seats_held.PART` …: how often each
seat had it; `seats`: the credit of each seat; `games`: how many.  `taken_NODE.PART`: x is how often the part was taken
at a node, m how often it was offered.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import Interval, RatioSums, credit_ratio_interval, critical_z
from balancer.analysis.intervals.ratio_intervals import ratio_interval
from balancer.analysis.results import WorthResult


def lift(result: WorthResult, having: str, confidence: float, family: int) -> Figure | None:
    """Share of the wins of seats that had a part (`held.PART`, `dealt.PART`) less those seats' usual share.

    family: how many such intervals hold together; None where nobody ever had it, its `games` how often somebody had.
    """
    sums, unit = result.sums, result.credit_unit
    found = sums.get(having)
    if not found or not found[1]:
        return None
    x, m, xx, xm, mm = found
    ratio = RatioSums(x, m, xx, xm, mm, unit)
    # As the raw lift of a run: of hundreds of parts some are seen in a few games, of which they may have won none.
    interval = Interval(*credit_ratio_interval(ratio, critical_z(confidence, family)))
    games = result.games
    usual = sum(a * b for a, b in zip(sums[f"seats_{having}"], sums["seats"], strict=True)) / (games * unit * found[1])
    return _worth(ratio.ratio - usual, interval, usual, found[1])


def gain(result: WorthResult, change: str, confidence: float, family: int) -> Figure | None:
    """What a change is worth to seats that had the part (`blank_held.PART` …); None where nobody ever had it."""
    found, one = result.sums.get(change), result.credit_unit
    if not found or not found[1]:
        return None
    x, m, xx, xm, mm = (
        found  # one is added to every gain, so that none is below 0: a single game may gain or lose a win
    )
    moved = RatioSums(x + one * m, m, xx + 2 * one * xm + one**2 * mm, xm + one * mm, mm, unit=one)
    return _worth(moved.ratio - 1, ratio_interval(moved, Interval(0.0, 2.0), confidence, family), 1.0, m)


@dataclass(frozen=True)
class Taken:
    """How often a part was taken when it was offered at a node."""

    node: str
    share: Figure
    offered: float  # times in a game, to all seats together


def taken(result: WorthResult, node: str, part: str, confidence: float, family: int) -> Taken | None:
    """How often a part was taken when it was offered at a node; None where it never was."""
    found = result.sums.get(f"taken_{node}.{part}")
    if not found:
        return None
    x, m, xx, xm, mm = found
    left = RatioSums(m - x, m, mm - 2 * xm + xx, mm - xm, mm)  # whose interval is not empty where nothing is taken
    low, high = ratio_interval(RatioSums(*found) if x else left, Interval(0.0, 1.0), confidence, family)
    low, high = (0.0 if low is None else low), (1.0 if high is None else high)
    ends = (low, high) if x else (1 - high, 1 - low)
    return Taken(node, Figure(x / m, *ends, m), m / result.games)


def _worth(value: float, interval: Interval, less: float, times: int) -> Figure:
    low = -1.0 if interval.low is None else interval.low - less
    high = 1.0 if interval.high is None else interval.high - less
    return Figure(value, low, high, times)


def in_points(worth: Figure | None, point: Figure | None) -> tuple[float, float] | None:
    """Return a worth in points of the part, and its half-width; None where a point's worth may be 0.

    Delta method, each interval as if it were symmetric.
    """
    if worth is None or point is None or not point.certain:
        return None
    ratio = worth.value / point.value
    half = math.hypot((worth.high - worth.low) / 2, ratio * (point.high - point.low) / 2) / abs(point.value)
    return ratio, half


def share(result: WorthResult, having: str) -> float | None:
    """Of all seats of all games, the share that had a part; None where it is not counted."""
    counted = result.sums.get(having)
    return None if counted is None else counted[1] / (result.games * len(result.sums["seats"]))
