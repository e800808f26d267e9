"""Worth of a part to the seats that have it, from the sums of a `WorthResult`.

The unit is the game.  Sums are lists of x, m, xx, xm, mm over games: x is the credit of the seats that have the
part (for a change: their gain), m the number of these seats.  `held.PART`: at the end; `dealt.PART`: by chance,
before any choice; `CHANGE_held.PART`, `CHANGE_dealt.PART`: gain of the same seats by the change;
`seats_held.PART` …: number of times that each seat had it; `seats`: the credit of each seat; `games`: their number.
Where points are played for, credits are scores; `scores`: the number of these, and the sum of their squares.
`taken_NODE.PART`: x is the number of times that the part was taken at a node, m the number of times that it was
offered.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import Interval, RatioSums, credit_ratio_interval, critical_z
from balancer.analysis.intervals.ratio_intervals import ratio_interval
from balancer.analysis.results import WorthResult
from balancer.sides import SCORE

ANY_SCORE = Interval(None, None)  # bounds of the score of a game
SMALL_WORTH = 0.005  # a card whose interval lies within ± this does nothing
SMALL_SCORE = 0.01  # the same of scores, as a part of their root mean square


def lift(result: WorthResult, having: str, confidence: float, family: int) -> Figure | None:
    """Return the win share, or score, of seats that had a part (`held.PART`, `dealt.PART`) minus their usual one.

    family: number of simultaneous intervals.  None if nobody ever had the part; `games` of the figure: how often
    somebody had it.
    """
    sums, unit = result.sums, result.credit_unit
    sums_of_part = sums.get(having)
    if not sums_of_part or not sums_of_part[1]:
        return None
    x, m, xx, xm, mm = sums_of_part
    ratio = RatioSums(x, m, xx, xm, mm, unit)
    if result.aim == SCORE:
        interval = ratio_interval(ratio, ANY_SCORE, confidence, family)
    else:
        # As the raw lift of a run: some of hundreds of parts occur in few games and may have won none.
        interval = Interval(*credit_ratio_interval(ratio, critical_z(confidence, family)))
    # Each seat's mean credit, weighted by how often the seat had the part.
    credit = sum(times * credit for times, credit in zip(sums[f"seats_{having}"], sums["seats"], strict=True))
    usual = credit / (result.games * unit * m)
    return _worth(ratio.ratio - usual, interval, usual, m, result.aim)


def gain(result: WorthResult, change: str, confidence: float, family: int) -> Figure | None:
    """Return the gain by a change of seats that had the part (`blank_held.PART` …); None if nobody ever had it."""
    sums, unit = result.sums.get(change), result.credit_unit
    if not sums or not sums[1]:
        return None
    x, m, xx, xm, mm = sums
    # A game can gain or lose a win: 1 is added to every gain, so that none is negative; of scores, so that the interval
    # has a width where nothing was gained.
    moved = RatioSums(x + unit * m, m, xx + 2 * unit * xm + unit**2 * mm, xm + unit * mm, mm, unit=unit)
    allowed = ANY_SCORE if result.aim == SCORE else Interval(0.0, 2.0)
    return _worth(moved.ratio - 1, ratio_interval(moved, allowed, confidence, family), 1.0, m, result.aim)


def margin(result: WorthResult) -> float:
    """Return the largest worth that does not matter: 0.5 pp, or 1% of the usual size of scores, root mean square."""
    if result.aim != SCORE:
        return SMALL_WORTH
    scores, squares = result.sums["scores"]
    return SMALL_SCORE * math.sqrt(squares / scores) / result.credit_unit


@dataclass(frozen=True)
class Taken:
    """The share of offers of a part at a node in which it was taken."""

    node: str
    share: Figure
    offered: float  # times in a game, to all seats together


def taken(result: WorthResult, node: str, part: str, confidence: float, family: int) -> Taken | None:
    """Return how often a part was taken when it was offered at a node; None if it never was."""
    sums = result.sums.get(f"taken_{node}.{part}")
    if not sums:
        return None
    x, m, xx, xm, mm = sums
    not_taken = RatioSums(m - x, m, mm - 2 * xm + xx, mm - xm, mm)  # whose interval is not empty where nothing is taken
    low, high = ratio_interval(RatioSums(*sums) if x else not_taken, Interval(0.0, 1.0), confidence, family)
    low, high = (0.0 if low is None else low), (1.0 if high is None else high)
    ends = (low, high) if x else (1 - high, 1 - low)
    return Taken(node, Figure(x / m, *ends, m), m / result.games)


def _worth(value: float, interval: Interval, less: float, times: int, aim: str) -> Figure | None:
    """Return a worth with its interval; None of a score that has no interval."""
    if aim == SCORE and None in interval:
        return None
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
    """Return the share of all seats of all games that had a part; None if it is not counted."""
    counted = result.sums.get(having)
    return None if counted is None else counted[1] / (result.games * len(result.sums["seats"]))
