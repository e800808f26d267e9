"""Distributions of per-game quantities in a tally, and the interval of each one's mean.

The bounds that the rules guarantee are declared here: counts are never negative, indices lie in 0 .. 1.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from balancer.analysis.intervals.elementary import Interval, Sums
from balancer.analysis.intervals.histogram import Histogram
from balancer.analysis.intervals.mean_intervals import UNBOUNDED, USUAL_REACH, sums_interval
from balancer.analysis.tally import CellTally, Group, TallyQuantity

COUNT = Interval(0.0, None)
SHARE = Interval(0.0, 1.0)

ALLOWED = {  # quantity of a tally -> bounds of its values
    **dict.fromkeys(("rounds", "turns", "decisions", "margin", "lead_changes"), COUNT),
    **dict.fromkeys(("lead_changes_per_round", "drama", "decisiveness"), SHARE),
}

GROWING = ("rounds", "turns", "decisions")  # quantities that grow for ever in a game that never ends

UNFINISHED = "unfinished"


def allowed_of(quantity: TallyQuantity) -> Interval:
    """Return the bounds of a quantity's values."""
    if quantity.group is Group.NODE_DECISIONS:
        return COUNT
    return ALLOWED.get(quantity.member, UNBOUNDED) if quantity.group in {Group.MOMENT, Group.LEAD} else UNBOUNDED


def rare_endings(tally: CellTally) -> int | None:
    """Return the games of all endings but the commonest; None if the rules have one ending only.

    Being cut off (`max_rounds`) is no ending of the rules, but it counts if it happened.
    """
    endings = tally.endings
    if len([name for name in endings if name != UNFINISHED]) <= 1:
        return None
    return tally.games - max(endings.values())


def endless_pace(tally: CellTally, name: str) -> float | None:
    """Return the value of a game that only `max_rounds` ends, as a multiple of the mean, at the usual pace per round.

    None if the rules end every game, and for quantities that do not grow with the rounds.
    """
    if tally.cut_off_at is None or name not in GROWING:
        return None
    return tally.cut_off_at / tally.moment(TallyQuantity(Group.MOMENT, "rounds")).mean


def histogram_of(tally: CellTally, name: str) -> Histogram | None:
    """Return the distribution of that name; None if no game has it or the tally keeps only its moments."""
    return _histogram(tally, name, allowed_of(TallyQuantity(Group.MOMENT, name)))


def _histogram(tally: CellTally, name: str, allowed: Interval) -> Histogram | None:
    stored, key = tally.histograms.get(name), f"{name} {allowed}"
    if not stored or not any(stored["counts"].values()):
        return None
    if key not in tally.distributions:
        pace = endless_pace(tally, name)
        tally.distributions[key] = Histogram(stored, tally.games, allowed, rare_endings(tally), pace)
    histogram: Histogram = tally.distributions[key]
    return histogram


def moment_interval(tally: CellTally, quantity: TallyQuantity) -> Callable[[float, int], Interval]:
    """Return a function of confidence and family: the interval of the mean of a quantity that some game has."""
    histogram = _histogram(tally, quantity.histogram, allowed_of(quantity))
    if histogram is not None:
        return histogram.distribution.mean_interval
    return functools.partial(interval_of_sums, tally, quantity, tally.moment(quantity))


def interval_of_sums(
    tally: CellTally, quantity: TallyQuantity, sums: Sums, confidence: float, family: int = 1
) -> Interval:
    """Return the interval of a quantity's mean over the games that `sums` cover."""
    return sums_interval(sums, confidence, *_range(tally, quantity, sums), family)


def _range(tally: CellTally, quantity: TallyQuantity, sums: Sums) -> tuple[float, float]:
    """Return the range that every game lies in, or is assumed to lie in."""
    low, high = allowed_of(quantity)
    if low is not None and high is not None:
        return low, high
    if quantity.group is Group.SCORE:
        scores = histogram_of(tally, "score")
        if scores is not None:
            return scores.distribution.reach
    reach = USUAL_REACH * (sums.se or 0.0) * sums.n**0.5 or max(abs(sums.mean), 1 / sums.unit)
    return (
        sums.mean - reach if low is None else max(low, sums.mean - reach),
        sums.mean + reach if high is None else min(high, sums.mean + reach),
    )
