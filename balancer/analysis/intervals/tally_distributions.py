"""Distributions of per-game quantities as a tally keeps them, and the interval of each one's mean.

What the rules make certain of a quantity is stated here: counts are never negative, indices lie in 0 .. 1.
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

ALLOWED = {  # bounds of the values of quantities that a tally names
    **dict.fromkeys(("rounds", "turns", "decisions", "margin", "lead_changes"), COUNT),
    **dict.fromkeys(("lead_changes_per_round", "drama", "decisiveness"), SHARE),
}

GROWING = ("rounds", "turns", "decisions")  # quantities of which a game that never ends has ever more

UNFINISHED = "unfinished"


def allowed_of(quantity: TallyQuantity) -> Interval:
    """What bounds the values of that quantity."""
    if quantity.group is Group.NODE_DECISIONS:
        return COUNT
    return ALLOWED.get(quantity.member, UNBOUNDED) if quantity.group in {Group.MOMENT, Group.LEAD} else UNBOUNDED


def rare_endings(tally: CellTally) -> int | None:
    """Games of all endings but the commonest; None where the rules have one ending only.

    Being cut off (`max_rounds`) is no ending of the rules: it counts where it happened.
    """
    endings = tally.endings
    if len([name for name in endings if name != UNFINISHED]) <= 1:
        return None
    return tally.games - max(endings.values())


def endless_pace(tally: CellTally, name: str) -> float | None:
    """How many times the mean of a quantity a game has that only `max_rounds` ends, at the usual pace per round.

    None where the rules end every game, and of quantities that do not grow with the rounds.
    """
    if tally.cut_off_at is None or name not in GROWING:
        return None
    return tally.cut_off_at / tally.moment(TallyQuantity(Group.MOMENT, "rounds")).mean


def histogram_of(tally: CellTally, name: str) -> Histogram | None:
    """The distribution of that name; None where no game has it or the tally keeps only moments of it."""
    return _kept(tally, name, allowed_of(TallyQuantity(Group.MOMENT, name)))


def _kept(tally: CellTally, name: str, allowed: Interval) -> Histogram | None:
    kept, key = tally.histograms.get(name), f"{name} {allowed}"
    if not kept or not any(kept["counts"].values()):
        return None
    if key not in tally.distributions:
        pace = endless_pace(tally, name)
        tally.distributions[key] = Histogram(kept, tally.games, allowed, rare_endings(tally), pace)
    found: Histogram = tally.distributions[key]
    return found


def moment_interval(tally: CellTally, quantity: TallyQuantity) -> Callable[[float, int], Interval]:
    """Interval of the mean of a quantity of which some game has a value, by confidence and family."""
    known = _kept(tally, quantity.histogram, allowed_of(quantity))
    if known is not None:
        return known.distribution.mean_interval
    return functools.partial(interval_of_sums, tally, quantity, tally.moment(quantity))


def interval_of_sums(
    tally: CellTally, quantity: TallyQuantity, sums: Sums, confidence: float, family: int = 1
) -> Interval:
    """Interval of the mean of a quantity over those games of which the sums are."""
    return sums_interval(sums, confidence, *_range(tally, quantity, sums), family)


def _range(tally: CellTally, quantity: TallyQuantity, sums: Sums) -> tuple[float, float]:
    """Within which values every game lies, or is thought to lie."""
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
