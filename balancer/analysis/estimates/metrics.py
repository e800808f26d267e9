"""Figures of a cell by name, each with its uncertainty and the number of games behind it."""

from __future__ import annotations

from balancer.analysis.estimates.catalogue import CATALOGUE
from balancer.analysis.estimates.estimate import AnyLevel, Estimate, Level, Query
from balancer.analysis.estimates.estimators import assess
from balancer.analysis.estimates.metric import Metric
from balancer.analysis.estimates.metric_names import Offer, UnknownNameError, find_metric, names_for
from balancer.analysis.intervals import sequential
from balancer.analysis.results import CellResult, Result, remembered
from balancer.analysis.tally import Group, tally_of
from balancer.sides import TOGETHER

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
        is_single = which is None or _is_victory(cell, offer.metric, which)
        return 1 if is_single else max(1, len(offer.of)), figure

    key = ("estimate", name, None if of is None else str(of), stat, seconds_per_decision)
    family, figure = remembered(cell, key, compute)
    estimated: Estimate = figure.at(Level(confidence_of(cell, confidence), family if simultaneous else 1))
    return estimated


def _is_victory(cell: CellResult, metric: Metric, item: str) -> bool:
    """Return whether a figure is the share of the ending with which a table wins: the win rate, with its interval."""
    if cell.sides != TOGETHER or metric.quantity is None or metric.quantity.group is not Group.ENDING:
        return False
    tally = tally_of(cell)
    return tally.won > 0 and tally.endings[item] == tally.won


def confidence_of(result: Result, confidence: float) -> float:
    """Return the confidence of intervals: higher after repeated looks (`sequential.confidence_at`)."""
    last_look = (result.precision or {}).get("looks")
    return sequential.confidence_at(confidence, int(last_look)) if last_look else confidence
