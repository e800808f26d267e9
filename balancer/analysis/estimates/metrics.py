"""Figures of a cell by name, each with its uncertainty and the number of games behind it."""

from __future__ import annotations

from balancer.analysis.estimates.catalogue import CATALOGUE
from balancer.analysis.estimates.estimate import AnyLevel, Estimate, Level, Query
from balancer.analysis.estimates.estimators import assess
from balancer.analysis.estimates.metric import Metric
from balancer.analysis.estimates.metric_names import Offer, UnknownNameError, find_metric, names_for
from balancer.analysis.intervals import sequential
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
    """Estimate a metric of a cell, with its interval.

    of: the seat (from 1), persona, ending, part, node or quarter (25, 50, 75); simultaneous: whether the intervals of
    all seats (personas, ...) are simultaneous with `confidence`, or each stands for itself.  Intervals of a cell that
    was played to a precision stay valid under its repeated looks (`sequential`).  UnknownNameError for names that do
    not exist.
    """

    def compute() -> tuple[int, AnyLevel]:
        offer = find_metric(names_for(cell), name)
        which, statistic = offer.resolve(of, stat)
        figure = assess(Query(cell, offer.metric, which, statistic, seconds_per_decision), offer.reason)
        return 1 if which is None else max(1, len(offer.of)), figure

    key = ("estimate", name, None if of is None else str(of), stat, seconds_per_decision)
    family, figure = remembered(cell, key, compute)
    estimated: Estimate = figure.at(Level(confidence_of(cell, confidence), family if simultaneous else 1))
    return estimated


def confidence_of(result: Result, confidence: float) -> float:
    """Return the confidence of intervals: higher after repeated looks (`sequential.confidence_at`)."""
    last_look = (result.precision or {}).get("looks")
    return sequential.confidence_at(confidence, int(last_look)) if last_look else confidence
