"""The largest difference that counts as none where a scenario gives no margin: one rule for checks and comparisons."""

from __future__ import annotations

from balancer.analysis.metric import PERCENTILES

SMALL_SHARE = 0.01
"""Of shares, differences and indices: one percentage point."""

SMALL_PART = 0.02
"""Of everything else, this part of the figure."""

SMALL_STEP = 1.0
"""Of quantiles of what is counted a whole step at least, because chance moves them by one."""


def usual_margin(unit: str, stat: str, value: float | None) -> float:
    """The margin of a figure with this unit, statistic and value."""
    if unit in {"share", "difference", "index", "ratio"}:
        return SMALL_SHARE
    part = SMALL_PART * abs(value or 0.0)
    return max(part, SMALL_STEP if stat in PERCENTILES and unit != "minutes" else SMALL_SHARE)
