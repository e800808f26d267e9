"""The arc of a game: how often the leader wins, leads until the end, and the winner is last, by tenths of the game.

Definitions: docs/metrics.md.  Places are compared, not standings, because each game defines its own scale for
these.
"""

from __future__ import annotations

from typing import NamedTuple

from balancer.analysis.estimates.estimate import Estimate, share_estimate
from balancer.analysis.estimates.metrics import confidence_of
from balancer.analysis.intervals.elementary import critical_z
from balancer.analysis.results import CellResult, remembered
from balancer.analysis.tally import tally_of

CURVES = {  # curve -> meaning; where one player loses, it is of the loser, on mirrored standings
    "leads": "share of games won by whoever leads at that point",
    "stays": "share of games whose winner leads at that point and in every round until the end",
    "last": "share of games whose winner is last at that point, perhaps tied: nobody lower, somebody higher",
}


class ArcPoint(NamedTuple):
    """A point of the game, as a share of its rounds (the round is rounded up), and the figures there."""

    at: float
    leads: Estimate
    stays: Estimate
    last: Estimate


def arc(cell: CellResult, confidence: float = 0.95) -> list[ArcPoint]:
    """Return the points of a cell's arc in order; [] if leader metrics are defined in no game.

    The intervals of each curve are simultaneous (Bonferroni), as those of a metric are.
    """
    sure = confidence_of(cell, confidence)
    points: list[ArcPoint] = remembered(cell, ("arc", sure), lambda: _arc(cell, sure))
    return points


def _arc(cell: CellResult, confidence: float) -> list[ArcPoint]:
    tally = tally_of(cell)
    games, curves = tally.lead["games"], [tally.lead["arc"][name] for name in CURVES]
    if not games:
        return []
    points = len(curves[0])
    z = critical_z(confidence, points)
    return [
        ArcPoint((point + 1) / points, *(share_estimate(counts[point], games, z) for counts in curves))
        for point in range(points)
    ]
