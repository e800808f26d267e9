"""Sameness of figures between line-ups: by the interval of their difference and a margin, never by two verdicts.

The best players are the personas level at the top; a figure among them is compared with that of the line-up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from balancer.analysis.conclusions.curves import difference
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.intervals.elementary import bonferroni

SAME, DIFFERS, UNKNOWN = "the same", "differs", "not known yet"  # verdicts on a figure elsewhere

SAME_SHARES, SAME_PART = 0.02, 0.1  # 2 pp of shares, a tenth of anything else: the same if the scenario has no margin

Place = TypeVar("Place")


def counts_as_same(spec: ReportSpec, ref: FigureRef, figure: Figure, unit: str) -> float:
    """Return the largest difference that counts as none: the given margin, else 2 pp of shares, a tenth of others."""
    margin = spec.margin_of(ref)
    usual = SAME_SHARES if unit in {"share", "difference"} else SAME_PART * abs(figure.value)
    return usual if margin is None else margin


def compared(own: Figure, other: Figure, margin: float) -> str:
    """Return whether two figures are the same within a margin, differ by more, or neither is certain.

    The interval of the difference is that of independent games (MOVER), with all games of each line-up.  Pairs on the
    same dice would save a tenth of the games of both, but drop nine tenths of the games of the scenario's line-up.
    """
    gap = difference(own, other)
    if gap.low > margin or gap.high < -margin:
        return DIFFERS
    return SAME if gap.within(margin) else UNKNOWN


@dataclass(frozen=True)
class Elsewhere(Generic[Place]):
    """A figure that several line-ups have, to be compared with that of the scenario's line-up (None)."""

    read: Callable[[Place | None, float], Figure]  # with its interval at a confidence
    margin: Callable[[], float]  # only asked for if there is something to compare
    places: Mapping[str, Place]  # by name


@dataclass(frozen=True)
class Sameness:
    """A figure with the scenario's line-up and with others, each at the plain confidence, and a verdict for each."""

    own: Figure
    others: Mapping[str, Figure]
    verdicts: Mapping[str, str]


def compare_all(figures: Sequence[Elsewhere[Place]], confidence: float) -> list[Sameness | None]:
    """Compare every figure with each of its line-ups; None where nothing can be compared.

    The intervals are simultaneous (Bonferroni), so that at most one page in twenty reports a difference that
    is not there.
    """
    joint = bonferroni(confidence, max(1, sum(len(figure.places) for figure in figures)))
    return [_compare(figure, confidence, joint) for figure in figures]


def _compare(figure: Elsewhere[Place], confidence: float, joint: float) -> Sameness | None:
    read = {name: figure.read(place, confidence) for name, place in figure.places.items()}
    others = {name: other for name, other in read.items() if other.known}
    own = figure.read(None, confidence)
    if not (own.known and others):
        return None
    widely = figure.read(None, joint)
    verdicts = {name: compared(widely, figure.read(figure.places[name], joint), figure.margin()) for name in others}
    return Sameness(own, others, verdicts)


ALIKE = 1.5  # figures whose ratio is below this, and above its inverse, say the same in a lead
LEVEL = 0.02  # payoffs this close to an equal share are level with the best


class MixturePayoff(NamedTuple):
    """The mean payoff of a persona against the mixture that adapting players reach."""

    value: float
    equal: float  # what equal players would get in the same games


def level_at_top(payoffs: Mapping[str, MixturePayoff], shares: Mapping[str, float]) -> list[str]:
    """Return the personas level at the top, the largest share of the mixture first.

    In equilibrium no persona gets more than an equal share, and those that are played get just that.  A persona within
    LEVEL of it is as good as they are, though the solver may have left it out.  Otherwise two almost equal personas
    would take turns at being called the best.
    """
    best = max(shares, key=shares.__getitem__)
    level = [name for name, payoff in payoffs.items() if name == best or payoff.value >= payoff.equal - LEVEL]
    return sorted(level, key=lambda name: -shares.get(name, 0.0))


class AmongBest(NamedTuple):
    """A figure with the scenario's line-up, and with those of the best players, by their names."""

    own: Figure
    best: Mapping[str, Figure]
    differing: Sequence[str]  # line-ups with which it certainly differs by more than the margin

    @classmethod
    def of(cls, same: Sameness) -> AmongBest:
        """Take what was compared with the line-ups of the best players."""
        return cls(same.own, same.others, [name for name, verdict in same.verdicts.items() if verdict == DIFFERS])

    def is_alike(self, name: str) -> bool:
        """Return whether a line-up's figure has the sign of the scenario's, and about its size (see ALIKE)."""
        ratio = self.best[name].value / self.own.value if self.own.value else math.inf
        return 1 / ALIKE < ratio < ALIKE
