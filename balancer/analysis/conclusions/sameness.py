"""Whether figures are the same elsewhere: by the interval of their difference and a margin, never by two verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from balancer.analysis.conclusions.curves import difference
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.intervals.elementary import bonferroni

SAME, DIFFERS, UNKNOWN = "the same", "differs", "not known yet"  # verdicts on a figure elsewhere

SAME_SHARES, SAME_PART = 0.02, 0.1  # 2 pp of shares, a tenth of anything else: the same if the scenario has no margin

Place = TypeVar("Place")


def counts_as_same(spec: ReportSpec, ref: FigureRef, figure: Figure, unit: str) -> float:
    """Return the largest difference that counts as none: the scenario's margin, else 2 pp of shares or a tenth."""
    margin = spec.margin_of(ref)
    usual = SAME_SHARES if unit in {"share", "difference"} else SAME_PART * abs(figure.value)
    return usual if margin is None else margin


def compared(own: Figure, other: Figure, margin: float) -> str:
    """Return whether two figures are the same within a margin, differ by more, or are not known well enough.

    The interval of the difference is that of independent games (MOVER), all that each table played.  Pairs on the same
    deals would save a tenth of the games of both, but leave out nine tenths of those as set up.
    """
    gap = difference(own, other)
    if gap.low > margin or gap.high < -margin:
        return DIFFERS
    return SAME if gap.within(margin) else UNKNOWN


@dataclass(frozen=True)
class Elsewhere(Generic[Place]):
    """A figure that several places have, to be compared with that of the setting as it is (None)."""

    read: Callable[[Place | None, float], Figure]  # with its interval at a confidence
    margin: Callable[[], float]  # only asked for if there is something to compare
    places: Mapping[str, Place]  # by name


@dataclass(frozen=True)
class Sameness:
    """A figure as set up and at other places, each at the plain confidence, and the verdict at each place."""

    own: Figure
    others: Mapping[str, Figure]
    verdicts: Mapping[str, str]


def compare_all(figures: Sequence[Elsewhere[Place]], confidence: float) -> list[Sameness | None]:
    """Compare every figure with each of its places; None where nothing is known.

    All comparisons hold together, so that not one page in twenty calls a place different that is not.
    """
    joint = bonferroni(confidence, max(1, sum(len(figure.places) for figure in figures)))
    return [_compare(figure, confidence, joint) for figure in figures]


def _compare(figure: Elsewhere[Place], confidence: float, joint: float) -> Sameness | None:
    read = {name: figure.read(place, confidence) for name, place in figure.places.items()}
    others = {name: found for name, found in read.items() if found.known}
    own = figure.read(None, confidence)
    if not (own.known and others):
        return None
    widely = figure.read(None, joint)
    verdicts = {name: compared(widely, figure.read(figure.places[name], joint), figure.margin()) for name in others}
    return Sameness(own, others, verdicts)
