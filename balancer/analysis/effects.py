"""What the interval of a difference says of a change of rules: better, worse, moved, equivalent or undecided.

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

    margin: what counts as the same, None where nobody said; better: "lower", "higher", or "" where nobody said.
    Equivalent: the whole interval lies within the margin, even where it leaves 0 out - a difference that is sure and
    too small to matter.  Else better, worse (moved, where nobody said which way is good) if it leaves 0 out; else
    undecided, for "not found" is not "not there".
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
