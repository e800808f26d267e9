"""Rough chances without divisions: that none of several things is among a share of those unseen.

Players that count cards estimate: each thing is in the share with the same chance, independently.
"""

import numpy as np

from balancer.core.arithmetic.fast_division import ONE_BITS, reciprocal
from balancer.core.jit import rule

CERTAIN = 1024  # the unit of chances
STEPS = 64  # shares are rounded down to whole numbers of 1 / STEPS
MOST = 31  # larger numbers of things count as this many


def _chances():
    """int64[share * (MOST + 1) + things]: chance, of CERTAIN, that none of that many things is in the share."""
    things = range(MOST + 1)
    return np.array(
        [CERTAIN * (STEPS - share) ** n // STEPS**n for share in range(STEPS + 1) for n in things], np.int64
    )


CHANCES = _chances()


@rule
def step_of(whole):
    """What `line_of` needs to know of the number of things in all: computed once where several shares are taken."""
    return STEPS * reciprocal(whole)


@rule
def line_of(part, step):
    """The line of the table for a share of part / whole, 0 <= part <= whole <= 2048; see `chance_of_none`.

    step: `step_of(whole)`.
    """
    return ((part * step) >> ONE_BITS) * (MOST + 1)


@rule
def chance_of_none(line, things):
    """Chance, of CERTAIN, that none of that many things is in the share to which a line belongs."""
    return CHANCES[line + min(things, MOST)]
