"""One function a metric: from a pair of cells to the difference that a change of rules made, with its interval.

The mirror image of `balancer.analysis.estimators`; `difference` is the way in.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from balancer.analysis import metrics
from balancer.analysis.catalogue import CATALOGUE, PERCENTILES, Metric
from balancer.analysis.estimate import Cell, Estimate
from balancer.analysis.estimators import histogram
from balancer.analysis.histogram import Histogram
from balancer.analysis.intervals import LEAST_GAMES, Bounds, Floats, Interval, critical_z, pairwise_differences
from balancer.analysis.metric_names import offer_of
from balancer.analysis.paired_intervals import (
    Pair,
    PairedSums,
    Variances,
    credit_sums,
    matched_interval,
    mean_difference_interval,
    most_credit,
    paired_sums,
    share_difference_interval,
    student_interval,
)
from balancer.analysis.paired_quantiles import Spread, quantile_difference_interval, recovered_interval, spread_of_pairs


@dataclass(frozen=True)
class Difference:
    """The variant's figure minus the base's, from pairs of games.

    base, variant: the two figures, each with its own interval; value: the difference, None where it is undefined (see
    note); se: its standard error, None where the method gives none; low, high: its interval, None where no bound can be
    given; gain: how many times fewer games the pairs took than dice of their own would have (the variance-reduction
    factor), None where it is not assessed or no pair ever differed; pairs: how many pairs of games were played.
    """

    base: Estimate
    variant: Estimate
    value: float | None
    se: float | None
    low: float | None
    high: float | None
    gain: float | None
    pairs: int
    unit: str
    note: str = ""

    @property
    def interval(self) -> Interval:
        """Its two ends."""
        return Interval(self.low, self.high)


@dataclass(frozen=True)
class Asked:
    """What is asked of a pair of cells: one metric, of what, which statistic, how sure; see `difference`."""

    pair: Pair
    metric: Metric
    of: str | None
    stat: str
    confidence: float
    family: int
    seconds_per_decision: float | None

    @property
    def sides(self) -> tuple[Cell, Cell]:
        """The cells of base and variant."""
        return self.pair["base"], self.pair["variant"]

    @property
    def tallies(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Their sums."""
        return self.pair["base"]["tally"], self.pair["variant"]["tally"]

    @property
    def players(self) -> tuple[int, int]:
        """Players at the base's and at the variant's table."""
        return int(self.pair["base"]["players"]), int(self.pair["variant"]["players"])

    @property
    def pairs(self) -> int:
        """How many pairs of games were played."""
        return int(self.pair["pairs"]["games"])

    @property
    def z(self) -> float:
        """The normal deviate of the intervals asked for."""
        return critical_z(self.confidence, self.family)

    def figure(self, cell: Cell, confidence: float | None = None) -> Estimate:
        """The metric in one of the two cells."""
        return metrics.estimate(
            {**cell, "precision": None},
            self.metric.name,
            of=self.of,
            stat=None if self.stat == "value" else self.stat,
            confidence=self.confidence if confidence is None else confidence,
            simultaneous=False,
            seconds_per_decision=self.seconds_per_decision,
        )


@dataclass(frozen=True)
class Found:
    """What an estimator of differences gives back: the interval, the value and what its variances were."""

    value: float
    interval: Interval | Bounds
    variances: Variances | None = None

    def times(self, factor: float, shift: float = 0.0) -> Found:
        """The same for factor * figure, of which the base has `shift` less than the variant."""
        low, high = (None if end is None else factor * end + shift for end in self.interval)
        if factor < 0:
            low, high = high, low
        known = self.variances
        scaled = None if known is None else Variances(*(factor * factor * variance for variance in known))
        return Found(factor * self.value + shift, Interval(low, high), scaled)


def difference(
    pair: Pair,
    name: str,
    *,
    of: object = None,
    stat: str | None = None,
    confidence: float = 0.95,
    family: int | None = None,
    seconds_per_decision: float | None = None,
) -> Difference:
    """What a change of rules did to a metric: the variant's figure minus the base's, over pairs of games.

    pair: two cells played on the same dice and what connects them (`balancer.simulation.paired_runner`); of, stat: as
    `metrics.estimate` has them, of what both cells know; family: so many intervals of differences hold together with
    `confidence` (Bonferroni); None: as many as the metric has seats, personas ...  A pair that was looked at repeatedly
    has intervals that stay valid then (`stopping`).  UnknownNameError for names that don't exist in both.
    """
    offer = offer_of(pair["base"], name)
    which, statistic = offer.resolve(of, stat)
    offer_of(pair["variant"], name).resolve(of, stat)
    if family is None:
        family = max(1, len(offer.of)) if which is not None else 1
    sure = metrics.confidence_of(pair, confidence)
    asked = Asked(pair, offer.metric, which, statistic, sure, family, seconds_per_decision)
    base, variant = (asked.figure(cell) for cell in asked.sides)
    unit = "difference" if base.unit == "share" else base.unit
    note = "; ".join(dict.fromkeys(filter(None, (base.note, variant.note))))
    if base.value is None or variant.value is None:
        return Difference(base, variant, None, None, None, None, None, asked.pairs, unit, note)
    found = _estimator(asked.metric)(asked)
    se = math.sqrt(max(0.0, found.variances.paired)) if found.variances and asked.pairs >= LEAST_GAMES else None
    gain = found.variances.gain if found.variances else None
    low, high = found.interval
    return Difference(base, variant, found.value, se, low, high, gain, asked.pairs, unit, note)


def _estimator(metric: Metric) -> Callable[[Asked], Found]:
    return DIFFERENCES[metric.name] if metric.name in CATALOGUE else _extra


# What several metrics share ------------------------------------------------------------------------------------------
def _share(asked: Asked, sums: PairedSums) -> Found:
    return Found(sums.difference, share_difference_interval(sums, asked.z), sums.variances)


def _credit(asked: Asked, sums: PairedSums) -> Found:
    return Found(sums.difference, share_difference_interval(sums, asked.z, most_credit(asked.pair)), sums.variances)


def _mean(asked: Asked, sums: PairedSums) -> Found:
    interval = mean_difference_interval(sums, asked.confidence, asked.family)
    return Found(sums.difference, interval, sums.variances)


def _apart(asked: Asked) -> Found:
    """From an interval of each figure that hold together, as though the games were no pairs: cautious, always valid."""
    error = (1 - asked.confidence) / (2 * asked.family)
    base, variant = (asked.figure(cell, 1 - error) for cell in asked.sides)
    low = None if variant.low is None or base.high is None else variant.low - base.high
    high = None if variant.high is None or base.low is None else variant.high - base.low
    return Found((variant.value or 0.0) - (base.value or 0.0), Interval(low, high))


def _unfair(asked: Asked) -> float:
    """How much smaller a fair part of the victories is at the variant's table."""
    base, variant = asked.players
    return 1 / base - 1 / variant


# 1-4: seats ----------------------------------------------------------------------------------------------------------
def _seat_win_rate(asked: Asked) -> Found:
    return _credit(asked, credit_sums(asked.pair, int(asked.of or 0) - 1))


def _seat_advantage(asked: Asked) -> Found:
    return _seat_win_rate(asked).times(1, _unfair(asked))


def _seat_loss_rate(asked: Asked) -> Found:
    return _share(asked, paired_sums(asked.pair, f"loss.{asked.of}"))


def _seat_spread(asked: Asked) -> Found:
    """The spread's difference lies between what the extremes of either side did.

    With (a, b) the best and the worst seat of the variant, its spread is D = p'(a) - p'(b), and the base's is at least
    p(a) - p(b): so the spread grew by at most D - (p(a) - p(b)); and likewise at least by what it grew between the
    extremes of the base.  Which seats these are is uncertain: all that may be count.  Where that leaves many, the two
    spreads' own intervals say more: half of the error is theirs, a quarter each says which seats may be extreme and how
    every two seats moved, and what all of them allow is the interval.
    """
    error = (1 - asked.confidence) / asked.family
    alone = _apart(replace(asked, confidence=1 - error / 2, family=1))
    if len(set(asked.players)) > 1:
        return _apart(asked)
    moved = _moves_of_pairs(asked, critical_z(1 - error / 4, math.comb(asked.players[0], 2)))
    low = min(float(moved.low[at]) for at in _maybe_extreme(asked.sides[0], error / 8))
    high = max(float(moved.high[at]) for at in _maybe_extreme(asked.sides[1], error / 8))
    ends = (alone.interval.low, low), (alone.interval.high, high)
    interval = Interval(max(e for e in ends[0] if e is not None), min(e for e in ends[1] if e is not None))
    return Found(alone.value, interval, moved.of(asked.sides))


@dataclass(frozen=True)
class Moves:
    """How the difference of every two seats' win rates changed: float[n, n] each."""

    low: Floats
    high: Floats
    variances: Mapping[tuple[int, int], Variances]

    def of(self, sides: tuple[Cell, Cell]) -> Variances | None:
        """The variances of the extremes, where base and variant have the same."""
        base, variant = (np.array(cell["tally"]["credit"]) for cell in sides)
        extremes = int(base.argmax()), int(base.argmin())
        return self.variances.get(extremes) if extremes == (int(variant.argmax()), int(variant.argmin())) else None


def _moves_of_pairs(asked: Asked, z: float) -> Moves:
    n, pairs = asked.players[0], asked.pairs
    base, variant = asked.tallies
    one, two = (
        _covariance(tally["credit"], tally["credit"], tally["credit_products"], tally) for tally in (base, variant)
    )
    cross = _covariance(base["credit"], variant["credit"], asked.pair["pairs"]["credit"], base)
    value = (np.array(variant["credit"], float) - np.array(base["credit"], float)) / (pairs * base["credit_unit"])
    unpaired = np.array([_of_differences(one), _of_differences(two)])
    paired = unpaired.sum(axis=0) - _of_differences(cross + cross.T)
    low, high = np.zeros((n, n)), np.zeros((n, n))
    for a, b in itertools.product(range(n), repeat=2):
        # A difference of two rates moves by -2 .. 2: half of it is a matched difference of shares.
        ends = matched_interval((value[a] - value[b]) / 2, max(0.0, paired[a, b]) / 4, pairs, z)
        low[a, b], high[a, b] = 2 * ends.low, 2 * ends.high
    variances = {
        (a, b): Variances(*(float(v) / pairs for v in (unpaired[0, a, b], unpaired[1, a, b], max(0.0, paired[a, b]))))
        for a, b in itertools.product(range(n), repeat=2)
    }
    return Moves(low, high, variances)


def _covariance(credit: Any, other: Any, products: Any, tally: Mapping[str, Any]) -> Floats:
    """Covariance of the credits of one game (or pair): float[n, m], from exact sums."""
    games, scale = tally["games"], (tally["games"] * tally["credit_unit"]) ** 2
    exact = [[(games * products[s][t] - a * b) / scale for t, b in enumerate(other)] for s, a in enumerate(credit)]
    return np.array(exact, np.float64)


def _of_differences(covariance: Floats) -> Floats:
    """Of the differences of every two seats from (symmetric) covariances: float[n, n]."""
    own = np.diag(covariance)
    found: Floats = own[:, None] + own[None, :] - covariance - covariance.T
    return found


def _maybe_extreme(cell: Cell, error: float) -> list[tuple[int, int]]:
    """The pairs of seats that may be best and worst, with that chance of missing the true ones."""
    tally = cell["tally"]
    known = pairwise_differences(
        tally["credit"], tally["credit_products"], tally["games"], tally["credit_unit"], 1 - error
    )
    n = len(known.value)
    at = [(a, b) for a, b in itertools.product(range(n), repeat=2) if a != b]
    least = max(float(known.low[pair]) for pair in at)
    return [pair for pair in at if known.high[pair] >= least]


def _balance(asked: Asked) -> Found:
    return _seat_spread(replace(asked, metric=CATALOGUE["seat_spread"])).times(-1)


def _first_player_fairness(asked: Asked) -> Found:
    """Over all rates of the first seat, and all differences, that hold together; the extremes lie at ends or kinks."""
    if len(set(asked.players)) > 1:
        return _apart(asked)
    n = asked.players[0]
    fair = 1 / n

    def fairness(rate: float) -> float:
        return n * rate if rate <= fair else n * (1 - rate) / (n - 1)

    error = (1 - asked.confidence) / asked.family
    first = replace(asked, metric=CATALOGUE["seat_win_rate"], of="1", family=1)
    rate = first.figure(asked.sides[0], 1 - error / 2)
    moved = _seat_win_rate(replace(first, confidence=1 - error / 2))
    found = [
        fairness(min(1.0, max(0.0, base + move))) - fairness(base)
        for base in _ends(rate.low, rate.high, fair)
        for move in _ends(moved.interval.low, moved.interval.high, fair - base)
    ]
    value = (asked.figure(asked.sides[1]).value or 0.0) - (asked.figure(asked.sides[0]).value or 0.0)
    return Found(value, Interval(min(found), max(found)))


def _ends(low: float | None, high: float | None, kink: float) -> list[float]:
    ends = [end for end in (low, high) if end is not None]
    return [*ends, kink] if ends[0] < kink < ends[-1] else ends


# 4-5: personas -------------------------------------------------------------------------------------------------------
def _persona_win_rate(asked: Asked) -> Found:
    return _credit(asked, paired_sums(asked.pair, f"ratio.persona.{asked.of}"))


def _persona_lift(asked: Asked) -> Found:
    return _persona_win_rate(asked).times(1, _unfair(asked))


def _persona_loss_rate(asked: Asked) -> Found:
    base, variant = asked.players
    return _persona_win_rate(asked).times(1 - base) if base == variant else _apart(asked)


# 8-12: who led when --------------------------------------------------------------------------------------------------
def _lead_mean(asked: Asked) -> Found:
    return _mean(asked, paired_sums(asked.pair, f"moment.{asked.metric.name}"))


def _dead_time(asked: Asked) -> Found:
    return _mean(asked, paired_sums(asked.pair, "moment.decisiveness")).times(-1)


def _runaway_index(asked: Asked) -> Found:
    base, variant = asked.players
    if base != variant:
        return _apart(asked)
    return _share(asked, paired_sums(asked.pair, f"runaway.{asked.of}")).times(1 / (1 - 1 / base))


def _comeback_rate(asked: Asked) -> Found:
    return _share(asked, paired_sums(asked.pair, "comebacks"))


# 14: decisions -------------------------------------------------------------------------------------------------------
def _ratio(asked: Asked) -> Found:
    name = f"node.{asked.of}" if asked.metric.name == "node_options" else asked.metric.name
    return _mean(asked, paired_sums(asked.pair, f"ratio.{name}"))


def _forced_share(asked: Asked) -> Found:
    found = _ratio(asked)
    if (
        found.variances and found.variances.unpaired <= 0
    ):  # all or nothing on both sides: a mean would promise certainty
        return _share(asked, paired_sums(asked.pair, "ratio.forced_share"))
    return found


def _node_decisions(asked: Asked) -> Found:
    """Decisions of a kind are the denominators of their options: a mean over games of m."""
    sums = paired_sums(asked.pair, f"ratio.node.{asked.of}")
    games = sums.games
    base, variant = (
        side._replace(x=side.m, m=games, xx=side.mm, xm=side.m, mm=games, unit=1) for side in (sums.base, sums.variant)
    )
    return _mean(asked, PairedSums(games, base, variant, sums.mm, base.x, variant.x, games))


# 15, 17: distributions -----------------------------------------------------------------------------------------------
def _distribution(asked: Asked) -> Found:
    name = asked.metric.name
    if asked.stat == "mean":
        return _pooled_score(asked) if name == "score" else _mean(asked, paired_sums(asked.pair, f"moment.{name}"))
    joint = asked.pair["pairs"]["joint"].get(name)
    base, variant = (histogram(tally, name) for tally in asked.tallies)
    if asked.stat in PERCENTILES:
        level = PERCENTILES[asked.stat]
        interval = quantile_difference_interval(base, variant, joint, level, asked.confidence, asked.family)
        return Found(variant.quantile(level) - base.quantile(level), interval)
    if asked.stat in {"sd", "cv"} and joint is not None:
        found = spread_of_pairs(base, variant, joint, asked.pairs, asked.stat, asked.z)
        if found is not None:
            return _spread(asked, variant, base, found)
    return _apart(asked)


def _spread(asked: Asked, variant: Histogram, base: Histogram, found: Spread) -> Found:
    """Of sd or cv."""
    value = variant.sd - base.sd if asked.stat == "sd" else variant.cv - base.cv
    sure = 1 - (1 - asked.confidence) / asked.family
    of_base, of_variant = (asked.figure(cell, sure) for cell in asked.sides)
    correlation = found.correlation * (1 - 1 / asked.pairs)  # so that pairs that never differed aren't certain
    return Found(value, recovered_interval(of_base, of_variant, correlation), found.variances)


def _score(asked: Asked) -> Found:
    if asked.of is not None:
        return _mean(asked, paired_sums(asked.pair, f"moment.score.{asked.of}"))
    return _distribution(asked)


def _pooled_score(asked: Asked) -> Found:
    """Of all seats together: the mean of the seats' means.

    The standard error is at most the mean of theirs, however the seats' scores hang together.
    """
    if len(set(asked.players)) > 1:
        return _apart(asked)
    n = asked.players[0]
    seats = [paired_sums(asked.pair, f"moment.score.{seat + 1}") for seat in range(n)]
    value = math.fsum(seat.difference for seat in seats) / n
    most = Variances(
        *(math.fsum(math.sqrt(max(0.0, seat.variances[k])) for seat in seats) ** 2 / n**2 for k in range(3))
    )
    interval = student_interval(value, most, asked.pairs, asked.confidence, asked.family)
    return Found(value, interval, most)


def _decisions(asked: Asked) -> Found:
    if asked.stat != "per_player":
        return _distribution(asked)
    base, variant = asked.players
    if base != variant:
        return _apart(asked)
    return _distribution(replace(asked, stat="mean")).times(1 / base)


def _minutes(asked: Asked) -> Found:
    found = _distribution(replace(asked, metric=CATALOGUE["decisions"]))
    ratio = asked.stat in {"cv", "tail_ratio"}
    return found if ratio else found.times((asked.seconds_per_decision or 0.0) / 60)


# 16-18 and the game's own --------------------------------------------------------------------------------------------
def _ending_share(asked: Asked) -> Found:
    return _share(asked, paired_sums(asked.pair, f"ending.{asked.of}"))


def _tie_rate(asked: Asked) -> Found:
    return _share(asked, paired_sums(asked.pair, "shared"))


def _part_lift(asked: Asked) -> Found:
    return _credit(asked, paired_sums(asked.pair, f"ratio.part.{asked.of}")).times(1, _unfair(asked))


def _extra(asked: Asked) -> Found:
    sums = paired_sums(asked.pair, f"moment.extras.{asked.metric.name.removeprefix('extras.')}")
    whole = all(side.unit == 1 and side.x == side.xx for side in (sums.base, sums.variant))
    return _share(asked, sums) if whole else _mean(asked, sums)


DIFFERENCES: dict[str, Callable[[Asked], Found]] = {
    "seat_win_rate": _seat_win_rate,
    "seat_advantage": _seat_advantage,
    "seat_spread": _seat_spread,
    "seat_loss_rate": _seat_loss_rate,
    "balance": _balance,
    "first_player_fairness": _first_player_fairness,
    "seat_entropy": _apart,
    "persona_entropy": _apart,
    "persona_win_rate": _persona_win_rate,
    "persona_loss_rate": _persona_loss_rate,
    "persona_lift": _persona_lift,
    "lead_changes": _lead_mean,
    "lead_changes_per_round": _lead_mean,
    "drama": _lead_mean,
    "decisiveness": _lead_mean,
    "dead_time": _dead_time,
    "runaway_index": _runaway_index,
    "comeback_rate": _comeback_rate,
    "decisions": _decisions,
    "branching": _ratio,
    "forced_share": _forced_share,
    "node_decisions": _node_decisions,
    "node_options": _ratio,
    "rounds": _distribution,
    "turns": _distribution,
    "minutes": _minutes,
    "ending_share": _ending_share,
    "score": _score,
    "winner_score": _distribution,
    "margin": _distribution,
    "tie_rate": _tie_rate,
    "part_lift": _part_lift,
}
"""Every metric of the catalogue that is assessed; those that `_apart` serves have no smooth difference."""
