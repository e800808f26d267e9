"""Approximate probabilities, without divisions, that none of several things is in a given share of the unseen ones.

Players who count cards estimate so: each thing is in the share with the same probability, independently.
"""

import numpy as np

from balancer.core.arithmetic.fast_division import ONE_BITS, reciprocal
from balancer.core.jit import rule

CERTAIN = 1024  # the unit of chances
STEPS = 64  # shares are rounded down to whole numbers of 1 / STEPS
MAX_THINGS = 31  # more things count as this many


def _chances():
    """Return int64[share * (MAX_THINGS + 1) + things]: CERTAIN * P(none of the things is in the share)."""
    things = range(MAX_THINGS + 1)
    return np.array(
        [CERTAIN * (STEPS - share) ** n // STEPS**n for share in range(STEPS + 1) for n in things], np.int64
    )


CHANCES = _chances()


@rule
def step_of(whole):
    """Return the `step` that `line_of` takes for `whole` things: one division for several shares of the same whole."""
    return STEPS * reciprocal(whole)


@rule
def line_of(part, step):
    """Return the index in CHANCES of the share part / whole, 0 <= part <= whole <= 2048, for `chance_of_none`.

    step: `step_of(whole)`.
    """
    return ((part * step) >> ONE_BITS) * (MAX_THINGS + 1)


@rule
def chance_of_none(line, things):
    """Return CERTAIN * P(none of the things is in the share); line: its `line_of`."""
    return CHANCES[line + min(things, MAX_THINGS)]
