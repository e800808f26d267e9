"""Figures of a cell by name, each with its uncertainty and the number of games behind it."""

from __future__ import annotations

from balancer.analysis.catalogue import CATALOGUE
from balancer.analysis.estimate import AnyLevel, Estimate, Level, Query
from balancer.analysis.estimators import assess
from balancer.analysis.intervals import sequential
from balancer.analysis.metric import Metric
from balancer.analysis.metric_names import Offer, UnknownNameError, find_metric, names_for
from balancer.analysis.results import CellResult, Result, remembered

__all__ = ["CATALOGUE", "Estimate", "Metric", "Offer", "UnknownNameError", "estimate", "find_metric", "names_for"]


def estimate(
    cell: CellResult,
    name: str,
    *,
    of: object = None,
    stat: str | None = None,
    confidence: float = 0.95,
    simultaneous: bool = True,
    seconds_per_decision: float | None = None,
) -> Estimate:
    """A metric of a cell with its interval.

    of: the seat (from 1), persona, ending, part, node or quarter (25, 50, 75); simultaneous: whether the intervals of
    all seats (personas, ...) hold together with `confidence`, or each by itself.  Intervals of a cell that was played
    to a precision stay valid under its repeated looks (`sequential`).  UnknownNameError for names that do not exist.
    """

    def compute() -> tuple[int, AnyLevel]:
        offer = find_metric(names_for(cell), name)
        which, statistic = offer.resolve(of, stat)
        found = assess(Query(cell, offer.metric, which, statistic, seconds_per_decision), offer.reason)
        return 1 if which is None else max(1, len(offer.of)), found

    key = ("estimate", name, None if of is None else str(of), stat, seconds_per_decision)
    family, found = remembered(cell, key, compute)
    made: Estimate = found.at(Level(confidence_of(cell, confidence), family if simultaneous else 1))
    return made


def confidence_of(result: Result, confidence: float) -> float:
    """The confidence of the intervals: higher where it was looked at repeatedly (`sequential.confidence_at`)."""
    looks = (result.precision or {}).get("looks")
    return sequential.confidence_at(confidence, int(looks)) if looks else confidence
