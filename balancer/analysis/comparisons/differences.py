"""The effect of a change of rules on a metric, from a pair of cells, with its interval: one function per kind.

The counterpart of `balancer.analysis.estimates.estimators`; `difference` is the entry point.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from balancer.analysis.comparisons.effect import Difference
from balancer.analysis.estimates import metrics
from balancer.analysis.estimates.catalogue import CATALOGUE
from balancer.analysis.estimates.equal_share import won_games
from balancer.analysis.estimates.estimate import Estimate, Level, Query
from balancer.analysis.estimates.estimators import assess, fairness, one_loses, outcomes, seat_contrasts
from balancer.analysis.estimates.metric import (
    ABOVE_FAIR,
    ITSELF,
    PER_PLAYER,
    PERCENTILES,
    RATIOS,
    Kind,
    LinearMap,
    Metric,
)
from balancer.analysis.estimates.metric_names import find_metric, names_for
from balancer.analysis.intervals.elementary import MIN_GAMES, Bounds, Floats, Interval, critical_z
from balancer.analysis.intervals.histogram import Histogram
from balancer.analysis.intervals.paired_intervals import (
    PairedSums,
    Variances,
    advantage_sums,
    credit_sums,
    joint_mean_interval,
    matched_ends,
    moments_interval,
    most_credit,
    paired_sums,
    share_difference_interval,
)
from balancer.analysis.intervals.paired_quantiles import (
    Spread,
    quantile_difference_interval,
    recovered_interval,
    spread_of_pairs,
)
from balancer.analysis.intervals.tally_distributions import histogram_of
from balancer.analysis.results import CellResult, PairResult
from balancer.analysis.tally import CellTally, Group, TallyQuantity, tally_of


@dataclass(frozen=True)
class PairQuery:
    """The difference of one figure between the cells of a pair; the fields are those of `Query`."""

    pair: PairResult
    metric: Metric
    item: str | None
    stat: str
    confidence: float
    family: int
    pace: float | None

    @property
    def sides(self) -> tuple[CellResult, CellResult]:
        """The cells of base and variant."""
        return self.pair.base, self.pair.variant

    @property
    def tallies(self) -> tuple[CellTally, CellTally]:
        """Sums of base and variant."""
        base, variant = self.sides
        return tally_of(base), tally_of(variant)

    @property
    def players(self) -> tuple[int, int]:
        """Number of players of base and variant."""
        base, variant = self.sides
        return base.players, variant.players

    @property
    def side_counts(self) -> tuple[int, int]:
        """Number of rival sides of base and variant."""
        base, variant = self.sides
        return base.side_count, variant.side_count

    @property
    def all_won(self) -> bool:
        """Whether somebody won every game: otherwise the equal share is an estimate, too."""
        return all(won_games(cell).all for cell in self.sides)

    @property
    def pairs(self) -> int:
        """Number of pairs of games."""
        return int(self.pair.pairs["games"])

    @property
    def differing(self) -> int:
        """Number of pairs that are not identical throughout."""
        return self.pairs - int(self.pair.pairs["alike"])

    @property
    def z(self) -> float:
        """Normal deviate of the intervals."""
        return critical_z(self.confidence, self.family)

    @property
    def sums(self) -> PairedSums:
        """Sums of the quantity that the figure rests on."""
        return paired_sums(self.pair, self.metric.quantity_of(self.item))

    def figure(self, cell: CellResult, confidence: float | None = None) -> Estimate:
        """Return the figure in one of the two cells."""
        sure = self.confidence if confidence is None else confidence
        return assess(Query(cell, self.metric, self.item, self.stat, self.pace)).at(Level(sure))


@dataclass(frozen=True)
class EstimatedDifference:
    """A difference with its interval, and the variances of the two figures and of the difference."""

    value: float
    interval: Interval | Bounds
    variances: Variances | None = None

    def times(self, factor: float, shift: float = 0.0) -> EstimatedDifference:
        """Return the difference of factor * figure; `shift` is added to it."""
        low, high = (None if end is None else factor * end + shift for end in self.interval)
        if factor < 0:
            low, high = high, low
        variances = self.variances
        scaled = None if variances is None else Variances(*(factor * factor * variance for variance in variances))
        return EstimatedDifference(factor * self.value + shift, Interval(low, high), scaled)


def difference(
    pair: PairResult,
    name: str,
    *,
    of: object = None,
    stat: str | None = None,
    confidence: float = 0.95,
    family: int | None = None,
    seconds_per_decision: float | None = None,
) -> Difference:
    """Estimate the effect of a change of rules on a metric: variant minus base, over pairs of games.

    pair: two cells played on the same dice and what connects them (`balancer.analysis.results`); of, stat: as for
    `metrics.estimate`, existing in both cells; family: number of differences whose intervals are simultaneous with
    `confidence` (Bonferroni); None: the number of the metric's seats, personas ...  Intervals of a pair that was looked
    at repeatedly stay valid (`sequential`).  UnknownNameError for names that do not exist in both.
    """
    offer = find_metric(names_for(pair.base), name)
    which, statistic = offer.resolve(of, stat)
    other = find_metric(names_for(pair.variant), name)
    other.resolve(of, stat)
    if family is None:
        family = max(1, len(offer.of)) if which is not None else 1
    sure = metrics.confidence_of(pair, confidence)
    query = PairQuery(pair, offer.metric, which, statistic, sure, family, seconds_per_decision)
    base, variant = (
        assess(Query(cell, offer.metric, which, statistic, seconds_per_decision), named.reason).at(Level(sure))
        for cell, named in zip(query.sides, (offer, other), strict=True)
    )
    unit = "difference" if base.unit == "share" else base.unit
    note = "; ".join(dict.fromkeys(filter(None, (base.note, variant.note))))
    if base.value is None or variant.value is None:
        return Difference(base, variant, None, None, None, None, None, query.pairs, unit, note)
    estimated = _mapped(query, offer.metric.line)
    se = math.sqrt(max(0.0, estimated.variances.paired)) if estimated.variances and query.pairs >= MIN_GAMES else None
    gain = estimated.variances.gain if estimated.variances else None
    low, high = estimated.interval
    return Difference(base, variant, estimated.value, se, low, high, gain, query.pairs, unit, note)


def _mapped(query: PairQuery, line: LinearMap) -> EstimatedDifference:
    """Return the difference of a metric that is a linear map of its quantity.

    If the slope differs between the sides, it follows from the two figures, without pairs.
    """
    base, variant = query.players if line is PER_PLAYER else query.side_counts
    pace = query.pace or 0.0
    slope = line.slope(base, pace)
    if line is ITSELF or query.stat in RATIOS:
        return DIFFERENCES[query.metric.kind](query)
    if slope != line.slope(variant, pace):
        return _unpaired(query)
    if line is ABOVE_FAIR and not query.all_won:
        if query.metric.kind is not Kind.SEAT_CREDIT:
            return _unpaired(query)  # the pairs know both figures only by seat
        return _share_of(query, advantage_sums(query.pair, int(query.item or 0) - 1))
    shift = line.at(0, variant, pace) - line.at(0, base, pace)
    itself = replace(query, metric=replace(query.metric, line=ITSELF, limits=None))
    return DIFFERENCES[query.metric.kind](itself).times(slope, shift)


# Kinds ---------------------------------------------------------------------------------------------------------------
def _share(query: PairQuery) -> EstimatedDifference:
    return _share_of(query, query.sums)


def _share_of(query: PairQuery, sums: PairedSums) -> EstimatedDifference:
    return EstimatedDifference(sums.difference, share_difference_interval(sums, query.z), sums.variances)


def _credit(query: PairQuery) -> EstimatedDifference:
    return _credit_of(query, query.sums)


def _credit_of(query: PairQuery, sums: PairedSums) -> EstimatedDifference:
    interval = share_difference_interval(sums, query.z, most_credit(query.pair))
    return EstimatedDifference(sums.difference, interval, sums.variances)


def _seat_credit(query: PairQuery) -> EstimatedDifference:
    return _credit_of(query, credit_sums(query.pair, int(query.item or 0) - 1))


def _mean(query: PairQuery) -> EstimatedDifference:
    sums = query.sums
    shares = all(side.unit == 1 and side.x == side.xx for side in (sums.base, sums.variant))
    quantity = query.metric.quantity_of(query.item)
    if quantity.group is Group.EXTRA and shares:
        return _share_of(query, sums)
    estimated = _mean_of(query, sums)
    if quantity.group in {Group.EXTRA, Group.NODE_DECISIONS}:
        return _with_own_intervals(query, estimated)
    return _with_joint_interval(query, quantity, estimated) if quantity.group is Group.MOMENT else estimated


def _with_joint_interval(
    query: PairQuery, quantity: TallyQuantity, estimated: EstimatedDifference
) -> EstimatedDifference:
    """Replace the interval by that from the joint distribution of both values, if the pairs keep it."""
    joint = query.pair.pairs["joint"].get(quantity.histogram)
    base, variant = (histogram_of(tally, quantity.histogram) for tally in query.tallies)
    if joint is None or base is None or variant is None:
        return estimated
    interval = joint_mean_interval(base, variant, joint, query.confidence, query.family)
    return estimated if interval is None else replace(estimated, interval=interval)


def _with_own_intervals(query: PairQuery, estimated: EstimatedDifference) -> EstimatedDifference:
    """Widen the interval to that which follows from the two figures' own intervals (MOVER).

    Of such quantities the pairs keep only two moments, which are unreliable if only few games differ; the cells keep
    the whole distributions.
    """
    if estimated.variances is None:
        return estimated
    confidence = 1 - (1 - query.confidence) / query.family
    base, variant = (query.figure(cell, confidence) for cell in query.sides)
    low, high = recovered_interval(base, variant, estimated.variances.correlation * (1 - 1 / query.pairs))
    ends = estimated.interval
    return replace(
        estimated,
        interval=Interval(
            low if ends.low is None or low is None else min(ends.low, low),
            high if ends.high is None or high is None else max(ends.high, high),
        ),
    )


def _mean_of(query: PairQuery, sums: PairedSums) -> EstimatedDifference:
    return _of_moments(query, sums.difference, sums.variances)


def _of_moments(query: PairQuery, value: float, variances: Variances) -> EstimatedDifference:
    interval = moments_interval(value, variances, query.pairs, query.confidence, query.family, query.differing)
    return EstimatedDifference(value, interval, variances)


def _ratio(query: PairQuery) -> EstimatedDifference:
    estimated = _mean_of(query, query.sums)
    never_varied = estimated.variances is not None and estimated.variances.unpaired <= 0
    # If both shares are 0 or 1, the interval of a mean would have no width.
    if query.metric.unit == "share" and never_varied:
        return _share(query)
    return estimated


def _unpaired(query: PairQuery) -> EstimatedDifference:
    """Combine simultaneous intervals of the two figures, as if the games were not paired: conservative and valid."""
    error = (1 - query.confidence) / (2 * query.family)
    base, variant = (query.figure(cell, 1 - error) for cell in query.sides)
    low = None if variant.low is None or base.high is None else variant.low - base.high
    high = None if variant.high is None or base.low is None else variant.high - base.low
    return EstimatedDifference((variant.value or 0.0) - (base.value or 0.0), Interval(low, high))


# Distributions -------------------------------------------------------------------------------------------------------
def _distribution(query: PairQuery) -> EstimatedDifference:
    name = query.metric.histogram_of(query.item)
    if not name:
        return _mean(query)
    if query.stat == "mean":
        return _mean(query) if query.metric.quantity_of(query.item).member else _pooled_mean(query)
    if query.stat == "per_player":
        return _per_player(query)
    joint = query.pair.pairs["joint"].get(name)
    base, variant = (histogram_of(tally, name) for tally in query.tallies)
    if base is None or variant is None:
        return _unpaired(query)
    if query.stat in PERCENTILES:
        level = PERCENTILES[query.stat]
        interval = quantile_difference_interval(base, variant, joint, level, query.confidence, query.family)
        return EstimatedDifference(variant.quantile(level) - base.quantile(level), interval)
    if query.stat in {"sd", "cv"} and joint is not None:
        joint_spread = spread_of_pairs(base, variant, joint, query.pairs, query.stat, query.z)
        if joint_spread is not None:
            return _sd_or_cv(query, variant, base, joint_spread)
    return _unpaired(query)


def _per_player(query: PairQuery) -> EstimatedDifference:
    base, variant = query.players
    if base != variant:
        return _unpaired(query)
    return _mean(replace(query, stat="mean")).times(PER_PLAYER.slope(base, 0.0))


def _sd_or_cv(query: PairQuery, variant: Histogram, base: Histogram, joint_spread: Spread) -> EstimatedDifference:
    value = variant.sd - base.sd if query.stat == "sd" else variant.cv - base.cv
    confidence = 1 - (1 - query.confidence) / query.family
    of_base, of_variant = (query.figure(cell, confidence) for cell in query.sides)
    correlation = joint_spread.correlation * (1 - 1 / query.pairs)  # below 1 even if no pair differed
    return EstimatedDifference(value, recovered_interval(of_base, of_variant, correlation), joint_spread.variances)


def _pooled_mean(query: PairQuery) -> EstimatedDifference:
    """Return the difference of the mean over all seats' values: the mean of the seats' means.

    Its standard error is at most the mean of theirs, however the seats' scores depend on each other.
    """
    if len(set(query.players)) > 1:
        return _unpaired(query)
    n = query.players[0]
    seats = [paired_sums(query.pair, TallyQuantity(Group.SCORE, str(seat + 1))) for seat in range(n)]
    value = math.fsum(seat.difference for seat in seats) / n
    most = Variances(
        *(math.fsum(math.sqrt(max(0.0, seat.variances[k])) for seat in seats) ** 2 / n**2 for k in range(3))
    )
    return _of_moments(query, value, most)


# Code of their own: spread and fairness ------------------------------------------------------------------------------
EXTREMES_ERROR = 0.1  # fraction of an interval's error that is spent on which seats are the extremes
SPREADS_ERROR = 0.15  # fraction of an interval's error that is spent on the intervals of the two spreads


def _spread(query: PairQuery) -> EstimatedDifference:
    """Return the change of the largest difference between two seats.

    For seats e = (best, worst) of the base and f of the variant let c(f, e) be the difference of f in the variant minus
    that of e in the base.  With the true extremes E and F the change is c(F, E); since F exceeds every f, and E every
    e, it is at least c(f, E) and at most c(F, e) for all f and e.  So its upper end is the smallest of the simultaneous
    upper ends over all e that may be extreme, for the true F, hence for the worst F that is possible; the lower end
    follows in the same way.  If the extremes are certain, that is the interval of one contrast, from pairs.  If many
    seats may be extreme, the separate intervals of the two spreads may be narrower.
    """
    error = (1 - query.confidence) / query.family
    before, after = (_possible_extremes(cell, EXTREMES_ERROR * error / 2) for cell in query.sides)
    contrasts = _contrasts(query, before, after)
    confidence = 1 - (1 - EXTREMES_ERROR - SPREADS_ERROR) * error
    high = float(contrasts.ends(critical_z(confidence, len(before)))[1].min(axis=1).max())
    low = float(contrasts.ends(critical_z(confidence, len(after)))[0].max(axis=0).min())
    base, variant = (_extremes(cell) for cell in query.sides)
    at = after.index(variant), before.index(base)
    variances = Variances(*(float(variance[at]) / query.pairs for variance in contrasts.variances))
    base_spread, variant_spread = (query.figure(cell, 1 - SPREADS_ERROR * error) for cell in query.sides)
    unpaired = recovered_interval(base_spread, variant_spread, min(0.0, variances.correlation))
    ends = Interval(
        low if unpaired.low is None else max(low, unpaired.low),
        high if unpaired.high is None else min(high, unpaired.high),
    )
    return EstimatedDifference(float(contrasts.value[at]), ends, variances)


@dataclass(frozen=True)
class Contrasts:
    """Differences of two seats f of the variant minus those of two seats e of the base: float[f, e] each."""

    value: Floats
    variances: tuple[Floats, Floats, Floats]  # of one pair of games: base, variant, and the contrast itself
    pairs: int

    def ends(self, z: float) -> tuple[Floats, Floats]:
        """Return both ends of the interval of each contrast.

        The intervals are those of Agresti & Min; a contrast lies in -2 .. 2, so half of it has the range of a share's
        difference.
        """
        low, high = matched_ends(self.value / 2, self.variances[2] / 4, self.pairs, z)
        return 2 * low, 2 * high


def _contrasts(query: PairQuery, before: Seats, after: Seats) -> Contrasts:
    (base, variant), (base_cell, variant_cell) = query.tallies, query.sides
    a, b = np.array(before).T
    c, d = np.array(after).T
    own = [_difference_variances(_covariance(t, t.credit, t.credit_products)) for t in (base, variant)]
    cross = _covariance(base, variant.credit, query.pair.pairs["credit"])
    together = cross[a][:, c] - cross[a][:, d] - cross[b][:, c] + cross[b][:, d]
    shares = [np.array(t.credit, float) / (t.games * t.credit_unit) for t in (base, variant)]
    scale = _outcomes_per_credit(base_cell), _outcomes_per_credit(variant_cell)
    value = scale[1] * (shares[1][c] - shares[1][d])[:, None] - scale[0] * (shares[0][a] - shares[0][b])[None, :]
    of_base = scale[0] ** 2 * np.broadcast_to(own[0][a, b][None, :], value.shape)
    of_variant = scale[1] ** 2 * np.broadcast_to(own[1][c, d][:, None], value.shape)
    paired = np.maximum(0.0, of_base + of_variant - 2 * scale[0] * scale[1] * together.T)
    return Contrasts(value, (of_base, of_variant, paired), query.pairs)


def _outcomes_per_credit(cell: CellResult) -> int:
    # In terms of credit, a loss is a distance of 1 / (n - 1) to every other seat.
    return 1 - cell.players if one_loses(cell) else 1


Seats = list[tuple[int, int]]  # pairs of seats, the better one first


def _extremes(cell: CellResult) -> tuple[int, int]:
    total = np.array(outcomes(cell).total)
    best, worst = int(total.argmax()), int(total.argmin())
    return (best, worst) if best != worst else (0, 1)


def _covariance(tally: CellTally, other: list[int], products: list[list[int]]) -> Floats:
    """Return the covariance of the credits of one game (or pair): float[n, m], from exact sums."""
    games, scale = tally.games, (tally.games * tally.credit_unit) ** 2
    exact = [
        [(games * products[s][t] - a * b) / scale for t, b in enumerate(other)] for s, a in enumerate(tally.credit)
    ]
    return np.array(exact, np.float64)


def _difference_variances(covariance: Floats) -> Floats:
    own = np.diag(covariance)
    variances: Floats = own[:, None] + own[None, :] - covariance - covariance.T
    return variances


def _possible_extremes(cell: CellResult, error: float) -> Seats:
    """Return the pairs of seats that may be best and worst; `error`: the probability that the true pair is missing."""
    low = seat_contrasts(cell).low(1 - error)
    at = [(a, b) for a, b in itertools.product(range(len(low)), repeat=2) if a != b]
    least = max(float(low[pair]) for pair in at)
    return [(a, b) for a, b in at if -low[b, a] >= least]


def _fairness(query: PairQuery) -> EstimatedDifference:
    """Return the change of fairness; its interval spans all rates of the first seat and all simultaneous changes."""
    if len(set(query.players)) > 1 or not query.all_won:
        return _unpaired(query)
    n = query.players[0]
    error = (1 - query.confidence) / query.family
    losing = [one_loses(cell) for cell in query.sides]
    if losing[0] != losing[1] or (losing[0] and "loss.1" not in query.pair.pairs["products"]):
        return _unpaired(query)
    first = replace(query, metric=CATALOGUE["seat_loss_rate" if losing[0] else "seat_win_rate"], item="1", family=1)
    rate = first.figure(query.sides[0], 1 - error / 2)
    of_pairs = replace(first, confidence=1 - error / 2)
    moved = _share(of_pairs) if losing[0] else _seat_credit(of_pairs)
    # Fairness is piecewise linear in the rate, so its extremes are at the ends of the intervals or at the kink.
    changes = [
        fairness(min(1.0, max(0.0, base + move)), n) - fairness(base, n)
        for base in _ends(rate.low, rate.high, 1 / n)
        for move in _ends(moved.interval.low, moved.interval.high, 1 / n - base)
    ]
    value = (query.figure(query.sides[1]).value or 0.0) - (query.figure(query.sides[0]).value or 0.0)
    return EstimatedDifference(value, Interval(min(changes), max(changes)))


def _ends(low: float | None, high: float | None, kink: float) -> list[float]:
    ends = [end for end in (low, high) if end is not None]
    return [*ends, kink] if ends[0] < kink < ends[-1] else ends


DIFFERENCES: dict[Kind, Callable[[PairQuery], EstimatedDifference]] = {
    Kind.SHARE: _share,
    Kind.SEAT_CREDIT: _seat_credit,
    Kind.CREDIT: _credit,
    Kind.MEAN: _mean,
    Kind.EFFECT: _unpaired,
    Kind.RATIO: _ratio,
    Kind.DISTRIBUTION: _distribution,
    Kind.SPREAD: _spread,
    Kind.FAIRNESS: _fairness,
    Kind.SEAT_ENTROPY: _unpaired,  # the entropies have no smooth difference
    Kind.PERSONA_ENTROPY: _unpaired,
}
