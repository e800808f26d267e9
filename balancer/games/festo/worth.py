"""Arithmetic of worth, in 1/100 VP."""

import numpy as np

from balancer.core.bits import WORD
from balancer.core.compile import rule

_HUNDREDS = 2**40  # what is added to a number while it is divided by 100, and taken off the quotient


@rule
def percent(number, share):
    """So many percent of a number, rounded down: ``number * share // 100`` of a product above -10**14.

    Of an unsigned number, a division by 100 is a multiplication and a shift; of a signed one, a remainder and a branch
    more.
    """
    return np.int64(WORD(number * share + 100 * _HUNDREDS) // WORD(100)) - _HUNDREDS
