"""The standard normal distribution as a table of whole numbers, for players who estimate hidden things."""

from statistics import NormalDist

import numpy as np

from balancer.core.jit import rule

STEPS = 16  # steps of a standard deviation in the table
FAR = 4 * STEPS  # the table ends at 4 standard deviations either way

# 1000 * P(Z <= z), at FAR + STEPS * z
ODDS = np.array([round(1000 * NormalDist().cdf(step / STEPS)) for step in range(-FAR, FAR + 1)], np.int64)


@rule
def clamped(step):
    """Return the index in ODDS of z = step / STEPS; beyond the table, the nearest end."""
    return FAR + max(-FAR, min(FAR, step))
