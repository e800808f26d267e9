"""Figures of a cell by name, each with its uncertainty and the number of games behind it."""

from __future__ import annotations

from balancer.analysis import sequential
from balancer.analysis.catalogue import CATALOGUE, Metric
from balancer.analysis.estimate import Asked, Cell, Estimate, UndefinedError
from balancer.analysis.estimators import ESTIMATORS, extra
from balancer.analysis.metric_names import (
    Offer,
    UnknownNameError,
    family_of,
    find_metric,
    names_for,
    offer_of,
)

__all__ = [
    "CATALOGUE",
    "Cell",
    "Estimate",
    "Metric",
    "Offer",
    "UnknownNameError",
    "estimate",
    "family_of",
    "find_metric",
    "names_for",
    "offer_of",
]


def estimate(
    cell: Cell,
    name: str,
    *,
    of: object = None,
    stat: str | None = None,
    confidence: float = 0.95,
    simultaneous: bool = True,
    seconds_per_decision: float | None = None,
) -> Estimate:
    """A metric of a cell with its interval.

    of: which seat (from 1), persona, ending, part, node or quarter (25, 50, 75); simultaneous: the intervals of all
    seats (personas, ...) hold together with `confidence`, else each by itself.  A cell played to a precision has
    intervals that stay valid under its repeated looks (`stopping`).  UnknownNameError for names that don't exist.
    """
    offer = offer_of(cell, name)
    which, statistic = offer.resolve(of, stat)
    metric = offer.metric
    family = len(offer.of) if simultaneous and which is not None else 1
    asked = Asked(cell, metric, which, statistic, confidence_of(cell, confidence), max(1, family), seconds_per_decision)
    try:
        return _assess(asked, offer)
    except UndefinedError as reason:
        return Estimate(None, None, None, None, 0, metric.unit, str(reason))


def confidence_of(cell: Cell, confidence: float) -> float:
    """The confidence of this cell's intervals: higher where it was looked at repeatedly (`stopping.confidence_at`)."""
    looks = (cell.get("precision") or {}).get("looks")
    return sequential.confidence_at(confidence, int(looks)) if looks else confidence


def _assess(asked: Asked, offer: Offer) -> Estimate:
    if offer.reason:
        raise UndefinedError(f"not assessed: {offer.reason}")
    if not asked.tally["games"]:
        raise UndefinedError("no games were played")
    name = asked.metric.name
    return ESTIMATORS[name](asked) if name in CATALOGUE else extra(asked)
