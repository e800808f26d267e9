"""Arithmetic of worth, in 1/100 VP."""

import numpy as np

from balancer.core.bits import WORD
from balancer.core.compile import rule

_HUNDREDS = 2**40  # makes the product positive: 100 times this is added before the division


@rule
def percent(number, share):
    """Return ``number * share // 100``, rounded down, for products above -10**14.

    An unsigned division by 100 is a multiplication and a shift; a signed one needs a remainder and a branch as well.
    """
    return np.int64(WORD(number * share + 100 * _HUNDREDS) // WORD(100)) - _HUNDREDS
