"""Verdicts from intervals: on bounds (pass, fail, undecided), of a suite, and on a change of rules (better, worse ...).

A figure passes if its whole interval lies within the bounds, fails if its whole interval lies outside them, and is
undecided otherwise: more games may decide.  The intervals of a suite are taken at Holm's levels, so that with the
stated confidence no figure within its bounds fails, whatever the dependence between figures, and over all looks
(`sequential.confidence_at`).

References
----------
Holm (1979), A simple sequentially rejective multiple test procedure, Scand. J. Statist. 6, 65-70.
Schuirmann (1987), A comparison of the two one-sided tests procedure (...), J. Pharmacokinet. Biopharm. 15, 657-680.
Zou & Donner (2008), Construction of confidence limits about effect measures, Stat. Med. 27, 1693-1702 (MOVER).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.estimates.metric import PERCENTILES
from balancer.analysis.intervals.elementary import NO_INTERVAL, Interval, critical_z, direction
from balancer.analysis.intervals.paired_quantiles import recovered_interval

PASS, FAIL, UNDECIDED, NEW = "pass", "fail", "undecided", "new"
VERDICTS = (FAIL, UNDECIDED, NEW, PASS)  # from the most to the least important; NEW: no accepted figure exists

Key = TypeVar("Key")


class Bound(NamedTuple):
    """The bounds of a figure, ends included; None: no bound on that side.

    low_open, high_open: that end itself is excluded (``> 3``).
    """

    low: float | None = None
    high: float | None = None
    low_open: bool = False
    high_open: bool = False

    def excess(self, value: float | None) -> float:
        """Return the signed distance of a value from the bounds: positive above, 0 within or undefined."""
        if value is None:
            return 0.0
        if self.high is not None and value > self.high:
            return value - self.high
        return value - self.low if self.low is not None and value < self.low else 0.0


def verdict(interval: tuple[float | None, float | None], bound: Bound) -> str:
    """Return PASS if the whole interval lies within the bounds, FAIL if none of it does, else UNDECIDED.

    An interval without an end on one side is unbounded there.  If the bounds are a margin and the interval is of a
    difference, PASS is equivalence by two one-sided tests (Schuirmann 1987).
    """
    low, high = (-math.inf if interval[0] is None else interval[0], math.inf if interval[1] is None else interval[1])
    least = -math.inf if bound.low is None else bound.low
    most = math.inf if bound.high is None else bound.high
    if high < least or low > most or (bound.low_open and high <= least) or (bound.high_open and low >= most):
        return FAIL
    keeps_low = low > least if bound.low_open else low >= least
    keeps_high = high < most if bound.high_open else high <= most
    return PASS if keeps_low and keeps_high else UNDECIDED


def of_figure(now: Estimate, bound: Bound) -> str:
    """Return the verdict on a figure by its own interval; UNDECIDED if it has no value."""
    return UNDECIDED if now.value is None else verdict((now.low, now.high), bound)


def worst(verdicts: Sequence[str]) -> str:
    """Return the joint verdict: fail before undecided before new before pass; PASS if there are none."""
    return next((worst for worst in VERDICTS if worst in verdicts), PASS)


# A suite -------------------------------------------------------------------------------------------------------------
class Holm:
    """Verdicts of a suite, look by look, by Holm's step-down procedure on intervals.

    If an interval at confidence 1 - a / m lies outside the bounds, "the figure lies within them" is rejected at level
    a / m.  With m the number of figures that have not failed yet, repeated while that number changes, this is Holm's
    procedure.  The intervals of look k are taken at alpha / (k (k + 1)), which covers all looks.  Verdicts are final.
    """

    def __init__(self, confidence: float, figures: int) -> None:
        """Begin a suite of `figures` figures; `confidence` that none of them fails wrongly."""
        self.alpha = 1 - confidence
        self.figures = figures
        self.failed = 0

    def confidence(self, look: int) -> float:
        """Return the confidence of each single interval at look number `look` (from 1)."""
        return 1 - self.alpha / (look * (look + 1) * max(1, self.figures - self.failed))

    def look(
        self, look: int | Callable[[Key], int], figures: Iterable[Key], judge: Callable[[Key, float], str]
    ) -> dict[Key, str]:
        """Return new verdicts of figures that were undecided.

        look: number of the look, or a function of the figure that gives it; judge: verdict on one figure by its
        interval at a confidence.
        """
        verdicts, left = dict[Key, str](), list(figures)
        look_of = look if callable(look) else lambda _: look
        while True:
            verdicts |= {key: judge(key, self.confidence(look_of(key))) for key in left}
            not_failed = [key for key in left if verdicts[key] != FAIL]
            self.failed += len(left) - len(not_failed)
            if len(not_failed) == len(left) or self.failed >= self.figures:
                return verdicts
            left = not_failed


# Drift ---------------------------------------------------------------------------------------------------------------
class Accepted(NamedTuple):
    """An accepted figure: value (None: undefined) and interval at its own confidence."""

    value: float | None
    low: float | None
    high: float | None
    confidence: float

    def at(self, confidence: float) -> Interval:
        """Return its interval at another confidence: the distances to its ends grow as the normal deviate does."""
        if self.value is None:
            return NO_INTERVAL
        ratio = critical_z(confidence) / critical_z(self.confidence)
        low = None if self.low is None else self.value - (self.value - self.low) * ratio
        high = None if self.high is None else self.value + (self.high - self.value) * ratio
        return Interval(low, high)


def drift_interval(now: Estimate, accepted: Accepted, confidence: float) -> Interval:
    """Return the interval of a figure minus its accepted value, by MOVER, as if from independent games.

    now: has its interval at that confidence.  Games of the same seed are correlated, which makes it conservative.
    """
    low, high = accepted.at(confidence)
    before = Estimate(accepted.value, None, low, high, now.games, now.unit)
    return recovered_interval(before, now, 0.0)


# Effects of a change of rules -----------------------------------------------------------------------------------------
BETTER, WORSE, MOVED, EQUIVALENT = "better", "worse", "moved", "equivalent"
EFFECTS = (BETTER, WORSE, MOVED, EQUIVALENT, UNDECIDED)

Ends = tuple[float | None, float | None]


def effect(interval: Ends, *, margin: float | None = None, better: str = "") -> str:
    """Return the verdict on a difference (variant - base) by its interval.

    margin: the largest difference that counts as none, None if not given; better: "lower", "higher", or "" if not
    given.  Equivalent: the whole interval lies within the margin, even if it excludes 0 - the difference is certain
    but too small to matter.  Otherwise better or worse (moved, without `better`) if the interval excludes 0;
    otherwise undecided, because a difference that was not detected may exist.
    """
    if margin is not None and equivalent(interval, margin):
        return EQUIVALENT
    way = direction(interval)
    if way == 0:
        return UNDECIDED
    if not better:
        return MOVED
    return BETTER if (way > 0) == (better == "higher") else WORSE


def equivalent(interval: Ends, margin: float) -> bool:
    """Return whether the whole interval lies within -margin .. margin (margin > 0).

    With a 1 - 2 alpha interval that is TOST at level alpha (Schuirmann 1987); with a 1 - alpha one stricter.
    """
    low, high = interval
    return low is not None and high is not None and -margin <= low and high <= margin


SMALL_SHARE = 0.01  # margin of shares, differences and indices: one percentage point
SMALL_PART = 0.02  # margin of everything else, as part of the figure
SMALL_STEP = 1.0  # least margin of quantiles of what is counted, because chance moves them by whole steps


def usual_margin(unit: str, stat: str, value: float | None) -> float:
    """Return the usual margin of a figure with this unit, statistic and value."""
    if unit in {"share", "difference", "index", "ratio"}:
        return SMALL_SHARE
    part = SMALL_PART * abs(value or 0.0)
    return max(part, SMALL_STEP if stat in PERCENTILES and unit != "minutes" else SMALL_SHARE)
