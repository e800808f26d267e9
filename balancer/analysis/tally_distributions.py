"""Distributions of per-game quantities as a tally keeps them, and the interval of each one's mean.

What the rules make certain of a quantity is stated here: counts are never negative, indices lie in 0 .. 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balancer.analysis.histogram import Histogram
from balancer.analysis.intervals import Interval, Sums
from balancer.analysis.mean_intervals import UNBOUNDED, sums_interval

COUNT = Interval(0.0, None)
SHARE = Interval(0.0, 1.0)

ALLOWED = {
    **dict.fromkeys(("rounds", "turns", "decisions", "margin", "lead_changes"), COUNT),
    **dict.fromkeys(("lead_changes_per_round", "drama", "decisiveness"), SHARE),
}
"""What bounds the values of a quantity, of those that a tally names."""

USUAL_REACH = 4.0
"""Standard deviations from the mean within which games are thought to lie of which only moments are kept."""

UNFINISHED = "unfinished"


def allowed_of(name: str) -> Interval:
    """What bounds the values of that quantity."""
    return COUNT if name.startswith("node.") else ALLOWED.get(name, UNBOUNDED)


def rare_endings(tally: Mapping[str, Any]) -> int | None:
    """Games of all endings but the commonest; None where the rules have one ending only.

    Being cut off (`max_rounds`) is no ending of the rules: it counts where it happened.
    """
    endings: Mapping[str, int] = tally["endings"]
    if len([name for name in endings if name != UNFINISHED]) <= 1:
        return None
    return int(tally["games"]) - max(endings.values())


def histogram_of(tally: Mapping[str, Any], name: str) -> Histogram | None:
    """The distribution of a quantity; None where no game has it or the tally keeps only moments of it."""
    kept = tally["histograms"].get(name)
    if not kept or not any(kept["counts"].values()):
        return None
    return Histogram(kept, int(tally["games"]), allowed_of(name), rare_endings(tally))


def moment_interval(tally: Mapping[str, Any], name: str, confidence: float, family: int = 1) -> Interval:
    """Interval of the mean of a quantity of `moment_sums`, of which some game has a value."""
    known = histogram_of(tally, name)
    if known is not None:
        return known.mean_interval(confidence, family)
    sums = moment_sums(tally, name)
    return sums_interval(sums, confidence, *_range(tally, name, sums), family)


def moment_sums(tally: Mapping[str, Any], name: str) -> Sums:
    """Number of games, sum and sum of squares: of `tally["moments"]`, or of the decisions of a kind (`node.take`)."""
    if name.startswith("node."):
        _, decisions, _, _, squares = tally["ratios"][name]
        return Sums(tally["games"], decisions, squares)
    kept = tally["moments"][name]
    return Sums(kept["n"], kept["sum"], kept["squares"], kept["unit"])


def _range(tally: Mapping[str, Any], name: str, sums: Sums) -> tuple[float, float]:
    """Within which values every game lies, or is thought to lie."""
    low, high = allowed_of(name)
    if low is not None and high is not None:
        return low, high
    if name.startswith("score."):
        scores = histogram_of(tally, "score")
        if scores is not None:
            return scores.distribution.reach()
    reach = USUAL_REACH * (sums.se or 0.0) * sums.n**0.5 or max(abs(sums.mean), 1 / sums.unit)
    return (
        sums.mean - reach if low is None else max(low, sums.mean - reach),
        sums.mean + reach if high is None else min(high, sums.mean + reach),
    )
