"""Division of small numbers by a table of reciprocals: a division costs the processor as much as ten additions.

With r = ceil(2**32 / n), x * r >> 32 is x // n wherever x * n < 2**32 (Granlund and Montgomery 1994, "Division by
invariant integers using multiplication"): r is too large by less than 1, the quotient by less than x / 2**32 < 1 / n,
and x / n is at least that far below the next whole number.
The product has to fit into 63 bits as well: hence x * n < 2**31 below.
"""

import numpy as np

from balancer.core.jit import rule

ONE_BITS = 32  # reciprocals are in 1 / 2**ONE_BITS
MAX_LISTED = 2048  # largest number whose reciprocal is in the table

# 1 / n, rounded up; 0 for 0
RECIPROCALS = np.array([0] + [-(-(2**ONE_BITS) // n) for n in range(1, MAX_LISTED + 1)], np.int64)


@rule
def reciprocal(n):
    """Return 1 / n in units of 1 / 2**ONE_BITS, rounded up, n >= 0 (0 for 0)."""
    if n <= MAX_LISTED:
        return RECIPROCALS[n]
    return -(-(2**ONE_BITS) // n)


@rule
def quotient(x, n):
    """Return exactly ``x // n`` where 0 <= x, 1 <= n and x * n < 2**31; 0 where n is 0."""
    return (x * reciprocal(n)) >> ONE_BITS
