"""What the interval of a difference says about a change of rules: better, worse, moved, equivalent or undecided.

References
----------
Schuirmann (1987), A comparison of the two one-sided tests procedure (...), J. Pharmacokinet. Biopharm. 15, 657-680.
"""

from __future__ import annotations

BETTER, WORSE, MOVED, EQUIVALENT, UNDECIDED = "better", "worse", "moved", "equivalent", "undecided"
EFFECTS = (BETTER, WORSE, MOVED, EQUIVALENT, UNDECIDED)

Ends = tuple[float | None, float | None]


def effect(interval: Ends, *, margin: float | None = None, better: str = "") -> str:
    """What the interval of a difference (variant - base) says.

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
    """Whether the whole interval lies within -margin .. margin (margin > 0).

    With a 1 - 2 alpha interval that is TOST at level alpha (Schuirmann 1987); with a 1 - alpha one stricter.
    """
    low, high = interval
    return low is not None and high is not None and -margin <= low and high <= margin


def direction(interval: Ends) -> int:
    """1 where the whole interval lies above 0, -1 where below, else 0."""
    low, high = interval
    if low is not None and low > 0:
        return 1
    return -1 if high is not None and high < 0 else 0
