"""The standard normal distribution as a table of whole numbers, for players who estimate what they cannot see."""

from statistics import NormalDist

import numpy as np

from balancer.core.jit import rule

STEPS = 16  # steps of a standard deviation in the table
FAR = 4 * STEPS  # the table ends at 4 standard deviations either way

ODDS = np.array([round(1000 * NormalDist().cdf(step / STEPS)) for step in range(-FAR, FAR + 1)], np.int64)
"""Per mille of the distribution below z, by FAR + STEPS * z."""


@rule
def clamped(step):
    """The place of a step in the table."""
    return FAR + max(-FAR, min(FAR, step))
