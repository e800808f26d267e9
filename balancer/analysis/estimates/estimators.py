"""Estimates from the sums of a cell: one function per kind of metric."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from balancer.analysis.estimates.equal_share import won_games
from balancer.analysis.estimates.estimate import (
    AnyLevel,
    Ends,
    Estimate,
    Level,
    Query,
    UndefinedError,
    clipped,
    share_se,
)
from balancer.analysis.estimates.metric import ABOVE_FAIR, LOSSES, MINUTES, PER_PLAYER, PERCENTILES, Kind, least_of
from balancer.analysis.intervals.elementary import (
    MIN_GAMES,
    NO_INTERVAL,
    Bounds,
    Floats,
    Interval,
    RatioSums,
    SeatContrasts,
    Sums,
    contrasts,
    covariance,
    credit_interval,
    credit_ratio_interval,
    critical_z,
    entropy,
    entropy_interval,
    ratio_se,
    share_interval,
)
from balancer.analysis.intervals.histogram import Histogram
from balancer.analysis.intervals.mean_intervals import ratio_interval
from balancer.analysis.intervals.paired_quantiles import recovered_interval
from balancer.analysis.intervals.tally_distributions import SHARE, histogram_of, interval_of_sums, moment_interval
from balancer.analysis.results import CellResult, remembered
from balancer.analysis.tally import Group, TallyQuantity, tally_of

BOUNDS = {"share": SHARE, "options": Interval(1.0, None)}  # unit -> bounds of a ratio in any game; others have none
ROUNDING = 1e-12  # rounding error of floating-point sums
MIN_PERSONAS = 2  # personas that a comparison of personas needs

LEAD_GAMES = "games of two rounds at least with exactly one winner (one loser, where one loses), and a leader"


def assess(query: Query, reason: str = "") -> AnyLevel:
    """Estimate a figure at any level; no value if the cell has none, or it is not assessed for that `reason`."""
    note = f"not assessed: {reason}"
    try:
        if not reason:
            return _assess(query)
    except UndefinedError as undefined:
        note = str(undefined)
    return AnyLevel(None, None, 0, query.metric.unit, _no_interval, note)


def _no_interval(_: Level) -> Ends:
    return NO_INTERVAL


def _assess(query: Query) -> AnyLevel:
    metric = query.metric
    if not query.tally.games:
        raise UndefinedError("no games were played")
    if query.players < metric.min_players:
        raise UndefinedError("a single seat cannot be compared")
    if metric.leads and not query.tally.lead["games"]:
        raise UndefinedError("no game qualifies: it is defined for " + LEAD_GAMES)
    if metric.line is MINUTES and query.pace is None:
        raise UndefinedError("needs seconds_per_decision (under report: in the scenario)")
    if metric.line is LOSSES and query.tally.won < query.tally.games:
        raise UndefinedError("some games were cut off, and nobody lost them")
    estimate = ESTIMATORS[metric.kind](query)
    if metric.line is ABOVE_FAIR and not won_games(query.cell).all:
        return _above_equal(query, estimate)
    estimate = query.on_line(estimate, metric.line)
    if metric.limits:
        least, most = metric.limits
        estimate.moved += (lambda ends: clipped(ends, least, most),)
    return estimate


def _above_equal(query: Query, whole: AnyLevel) -> AnyLevel:
    """Return a credit minus the equal share, if nobody won some games; whole: the credit itself."""
    won, fair = won_games(query.cell), query.fair
    if query.metric.kind is Kind.SEAT_CREDIT:
        credit = query.tally.seat_credit(int(query.item or 0) - 1)
        sums = RatioSums(credit.total, credit.n, credit.squares, credit.total, credit.n, credit.unit)
    else:
        sums = query.tally.sums(query.quantity)
    value, se = certain(whole.value) - fair * won.part, won.error_above(sums, fair)
    return query.estimate(value, se, lambda level: won.interval_above(sums, fair, level.z), whole.games, whole.note)


# Notes ---------------------------------------------------------------------------------------------------------------
def _note(query: Query, games: int) -> str:
    """Return the caveat of a figure that rests on that many games."""
    metric, group = query.metric, query.quantity.group
    if group in {Group.LOSS, Group.SHARED}:
        return _games_without_winner(query)
    if group is Group.PERSONA:
        return coverage_note(query.cell, str(query.item))
    about = "about the loser" if metric.leads and query.cell.one_loses else ""
    return "; ".join(filter(None, (about, _part_of_games(query, games))))


def _part_of_games(query: Query, games: int) -> str:
    played = query.tally.games
    return f"based on {percent(games / played)} of the games" if games < played else ""


def _games_without_winner(query: Query) -> str:
    tally = query.tally
    without = tally.games - tally.won
    return f"nobody won {percent(without / tally.games)} of the games" if without and query.cell.has_rivals else ""


def percent(share: float) -> str:
    """Format a share for a note, never rounded to 0 % or 100 %."""
    text = f"{100 * share:.3g}"
    return "almost 100 %" if text == "100" and share < 1 else f"{text} %"


def coverage_note(cell: CellResult, persona: str) -> str:
    """Return a warning if a persona's figures mix its play with its seats, else ''."""
    if cell.seating == "fixed":
        return "seating is fixed: the figure mixes the persona with its seat"
    games = tally_of(cell).personas.get(persona, {}).get("games", [0])
    # A rotation has one game per place of the line-up, which is repeated until it fills the seats.
    places = list(cell.lineup).count(persona) * -(-cell.players // max(1, len(cell.lineup)))
    if max(games) - min(games) > max(1, places):
        return "it did not sit in every seat equally often: the figure mixes the persona with its seats"
    return ""


# Shares, credits, means, ratios --------------------------------------------------------------------------------------
def _share(query: Query) -> AnyLevel:
    sums = query.tally.sums(query.quantity)
    if not sums.m:
        raise UndefinedError("nobody is ahead at this point of any game")
    return query.share_of_games(sums.x, sums.m, _note(query, sums.m))


def _seat_credit(query: Query) -> AnyLevel:
    credit = query.tally.seat_credit(int(query.item or 0) - 1)
    games = credit.n
    se = math.sqrt((games * credit.squares - credit.total**2) / games) / (games * credit.unit)
    return query.estimate(
        credit.mean, se, lambda level: credit_interval(credit, level.z), games, _games_without_winner(query)
    )


def _ratio_sums(query: Query) -> RatioSums:
    """Return the sums of a ratio; UndefinedError if its denominator never occurred."""
    sums = query.tally.sums(query.quantity)
    if not sums.m:
        raise UndefinedError(query.metric.undefined)
    return sums


def _credit(query: Query) -> AnyLevel:
    sums = _ratio_sums(query)
    se = math.sqrt(max(0.0, sums.residual)) / sums.m
    games = max(1, round(sums.games))
    note = _note(query, query.tally.games)
    return query.estimate(sums.ratio, se, lambda level: credit_ratio_interval(sums, level.z), games, note)


def _mean(query: Query) -> AnyLevel:
    quantity = query.quantity
    sums = query.moment(quantity)
    note = _note(query, sums.n)
    # Whole numbers that are their own squares are 0 or 1.
    if quantity.group is Group.EXTRA and sums.unit == 1 and sums.total == sums.squares:
        return query.share_of_games(sums.total, sums.n, note)
    interval = moment_interval(query.tally, quantity)
    return query.estimate(sums.mean, sums.se, lambda level: interval(*level), sums.n, note)


def _effect(query: Query) -> AnyLevel:
    """Compare games that have the quantity with all others: two independent means, by MOVER."""
    if query.metric.whole is None:
        raise TypeError(f"{query.metric.name} has no whole to compare with")
    among, every = query.moment(query.quantity), query.tally.moment(query.metric.whole)
    others = Sums(every.n - among.n, every.total - among.total, every.squares - among.squares, every.unit)
    if not others.n:
        raise UndefinedError("all games have it: there is none to compare with")
    others_mean, among_mean = (_mean_of_sums(query, sums) for sums in (others, among))
    se = None if others_mean.se is None or among_mean.se is None else math.hypot(others_mean.se, among_mean.se)

    def ends(level: Level) -> Ends:
        return recovered_interval(others_mean.at(level), among_mean.at(level), 0.0)

    return query.estimate(among.mean - others.mean, se, ends, among.n, _part_of_games(query, among.n))


def _mean_of_sums(query: Query, sums: Sums) -> AnyLevel:
    tally, quantity = query.tally, query.quantity
    return query.estimate(sums.mean, sums.se, lambda level: interval_of_sums(tally, quantity, sums, *level), sums.n)


def _ratio(query: Query) -> AnyLevel:
    sums, games = _ratio_sums(query), query.tally.games
    allowed = BOUNDS.get(query.metric.unit, NO_INTERVAL)
    alike = query.metric.unit == "share" and sums.x in {0, sums.m}

    def ends(level: Level) -> Ends:
        return share_interval(sums.ratio, sums.games, level.z) if alike else ratio_interval(sums, allowed, *level)

    return query.estimate(sums.ratio, ratio_se(sums, games), ends, games)


# Distributions -------------------------------------------------------------------------------------------------------
def _distribution(query: Query) -> AnyLevel:
    name = query.metric.histogram_of(query.item)
    if not name:
        return _mean(query)
    if query.stat == "per_player":
        return query.on_line(_mean(query), PER_PLAYER)
    if query.stat == "relative":
        return _relative(query)
    if query.stat == "mean" and query.quantity.member:
        return _mean(query)
    return _statistic(query, _histogram(query, name))


def _histogram(query: Query, name: str) -> Histogram:
    histogram = histogram_of(query.tally, name)
    if histogram is None:
        raise UndefinedError(query.metric.undefined)
    return histogram


def _statistic(query: Query, histogram: Histogram) -> AnyLevel:
    least = least_of(query.stat)
    if least is not None:
        return _share_of_at_least(query, histogram, least)
    if query.stat in PERCENTILES:
        return _quantile(query, histogram)
    if query.stat == "tail_ratio":
        return _tail_ratio(query, histogram)
    if query.stat == "mean":
        return _pooled_mean(query, histogram)
    if histogram.games < MIN_GAMES:
        raise UndefinedError("a single game has no spread")
    if query.stat == "cv":
        return _cv(query, histogram)
    rests = _part_of_games(query, histogram.games)
    return query.estimate(
        histogram.sd,
        histogram.sd_se,
        lambda level: histogram.sd_interval(level.confidence),
        histogram.games,
        lambda ends: _unbounded(ends) or rests,
    )


def _share_of_at_least(query: Query, histogram: Histogram, least: float) -> AnyLevel:
    """Return the share of the values (of games; of scores, of seats) that reach `least`."""
    share, games = histogram.share_from(least), histogram.games
    return query.estimate(
        share,
        share_se(share, games),
        lambda level: share_interval(share, games, level.z),
        games,
        _part_of_games(query, games),
    )


def _quantile(query: Query, histogram: Histogram) -> AnyLevel:
    percent = PERCENTILES[query.stat]
    rests = _part_of_games(query, histogram.games)
    return query.estimate(
        histogram.quantile(percent),
        None,
        lambda level: histogram.quantile_interval(percent, level.confidence),
        histogram.games,
        lambda ends: _unbounded(ends) or rests,
    )


def _tail_ratio(query: Query, histogram: Histogram) -> AnyLevel:
    if histogram.quantile(50) <= 0:
        raise UndefinedError("its median is not above 0")
    return query.estimate(
        histogram.tail_ratio,
        None,
        lambda level: histogram.tail_ratio_interval(level.confidence),
        histogram.games,
        _unbounded,
    )


def _cv(query: Query, histogram: Histogram) -> AnyLevel:
    if histogram.mean <= 0:
        raise UndefinedError("its mean is not above 0")
    return query.estimate(
        histogram.cv,
        histogram.cv_se,
        lambda level: histogram.cv_interval(level.confidence),
        histogram.games,
        _unbounded,
    )


def _pooled_mean(query: Query, histogram: Histogram) -> AnyLevel:
    if histogram.games < MIN_GAMES:
        return query.estimate(histogram.mean, None, _no_interval, histogram.games)
    return query.estimate(
        histogram.mean, histogram.mean_se, lambda level: histogram.mean_interval(*level), histogram.games
    )


def _relative(query: Query) -> AnyLevel:
    """Return the mean over the standard deviation of all scores, from simultaneous intervals of both."""
    mean = _mean(replace(query, stat="mean"))
    sd = _statistic(replace(query, stat="sd"), _histogram(query, "score"))
    if not sd.value:
        raise UndefinedError("all scores are alike")
    value = certain(mean.value) / sd.value
    if mean.se is None or sd.se is None:
        return query.estimate(value, None, _no_interval, mean.games)
    se = mean.se / sd.value + value * sd.se / sd.value

    def ends(level: Level) -> Ends:
        halved = Level(1 - (1 - level.confidence) / (2 * level.family))
        return _quotient(mean.at(halved), sd.at(halved))

    return query.estimate(value, se, ends, mean.games, mean.note)


def _quotient(dividend: Estimate, divisor: Estimate) -> Interval:
    low = None if dividend.low is None or not divisor.high else dividend.low / divisor.high
    return Interval(low, None if dividend.high is None or not divisor.low else dividend.high / divisor.low)


def _unbounded(interval: Ends) -> str:
    low, high = interval
    if low is not None and high is not None:
        return ""
    return "too few games for " + (
        "an interval" if low is high else "a lower bound" if low is None else "an upper bound"
    )


# Code of their own: spread, fairness, entropies ----------------------------------------------------------------------
class Outcomes(NamedTuple):
    """Wins of the seats, or losses if one player loses and all others win.

    If one of eight players loses, each wins about 7/8, which hardly differs between seats: they are compared by their
    losses.
    """

    total: Sequence[int]  # by seat, in units of 1 / unit
    products: Sequence[Sequence[int]]  # sums over games of the product of every two seats
    unit: int


def one_loses(cell: CellResult) -> bool:
    """Return whether one player loses and all others win: by the game, or in all games played (a rule may say so)."""
    if cell.one_loses:
        return True
    tally, others = tally_of(cell), cell.players - 1
    squares = (products[seat] for seat, products in enumerate(tally.credit_products))
    shared = all(others * xx == x * tally.credit_unit for x, xx in zip(tally.credit, squares, strict=True))
    return others > 1 and tally.won > 0 and shared


def outcomes(cell: CellResult) -> Outcomes:
    """Return the outcomes that the seats of a cell are compared by."""
    tally = tally_of(cell)
    if not one_loses(cell):
        return Outcomes(tally.credit, tally.credit_products, tally.credit_unit)
    diagonal = [[lost if s == t else 0 for t in range(len(tally.losses))] for s, lost in enumerate(tally.losses)]
    return Outcomes(tally.losses, diagonal, 1)


def seat_contrasts(cell: CellResult) -> SeatContrasts:
    """Return the differences of the seats' win rates (loss rates, if one loses), of all pairs."""

    def compute() -> SeatContrasts:
        total, products, unit = outcomes(cell)
        return contrasts(total, products, tally_of(cell).games, unit)

    contrasts_: SeatContrasts = remembered(cell, "contrasts", compute)
    return contrasts_


def _spread(query: Query) -> AnyLevel:
    differences = seat_contrasts(query.cell)
    best, worst = np.unravel_index(int(differences.value.argmax()), differences.value.shape)
    value, se = float(differences.value[best, worst]), float(differences.se[best, worst])
    games, note = query.tally.games, _games_without_winner(query)
    return query.estimate(value, se, lambda level: differences.spread_interval(level.confidence), games, note)


def fairness(rate: float, players: int) -> float:
    """Return 1 at an equal share of the wins (losses), 0 at none and at all, linear between."""
    return players * rate if rate <= 1 / players else players * (1 - rate) / (players - 1)


def _fairness(query: Query) -> AnyLevel:
    n, tally, fair = query.players, query.tally, query.fair
    if not tally.won:
        raise UndefinedError("nobody won a game")
    total, products, unit = outcomes(query.cell)
    first = Sums(tally.won, total[0], products[0][0], unit)
    rate = first.mean
    error = math.sqrt(first.squares / (first.n * unit**2) - rate**2) / math.sqrt(first.n)

    def ends(level: Level) -> Ends:
        low, high = credit_interval(first, level.z)
        both = fairness(low, n), fairness(high, n)
        return Interval(min(both), 1.0 if low <= fair <= high else max(both))

    slope = n if rate <= fair else n / (n - 1)  # of `fairness` at this rate, without its sign
    return query.estimate(fairness(rate, n), slope * error, ends, tally.games, _games_without_winner(query))


def certain(value: float | None) -> float:
    """Return a value that is never None (Wilson's intervals have both ends), for the type checker."""
    if value is None:
        raise TypeError("a bound is missing that always exists")
    return value


def _seat_entropy(query: Query) -> AnyLevel:
    tally, n = query.tally, query.players
    if not tally.won:
        raise UndefinedError("nobody won a game")
    total, products, unit = outcomes(query.cell)
    sums = [Sums(tally.won, total[seat], products[seat][seat], unit) for seat in range(n)]
    shares = np.array([credit.mean for credit in sums])
    gradient, one_game = _gradient(shares), covariance(total, products, tally.won, unit)
    se = math.sqrt(max(0.0, float(gradient @ one_game @ gradient))) / math.sqrt(tally.won)  # delta method
    without = _games_without_winner(query)

    def ends(level: Level) -> Ends:
        z = critical_z(level.confidence, n)
        return _entropy_bounds(shares, [credit_interval(credit, z) for credit in sums])

    def note(ends: Ends) -> str:
        even = certain(ends[1]) > 1 - ROUNDING
        return "as even as possible: the standard error vanishes there; use the interval" if even else without

    return query.estimate(entropy(shares), se, ends, tally.won, note)


def _entropy_bounds(shares: Floats, intervals: list[Bounds]) -> Bounds:
    low = np.array([ends.low for ends in intervals])
    high = np.array([ends.high for ends in intervals])
    # The estimated shares themselves must lie within, which rounding could prevent.
    return entropy_interval(np.minimum(low, shares), np.maximum(high, shares))


def _gradient(shares: Floats) -> Floats:
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    # Of -(ln p + 1) / ln n only the part counts that moves shares against each other: their sum is constant.
    gradient: Floats = -(logs - logs[shares > 0].mean()) / math.log(len(shares))
    return np.where(shares > 0, gradient, 0.0)


def _persona_entropy(query: Query) -> AnyLevel:
    tally = query.tally
    by_persona = {name: tally.sums(TallyQuantity(Group.PERSONA, name)) for name in tally.personas}
    sums = [persona for persona in by_persona.values() if persona.m]
    if len(sums) < MIN_PERSONAS:
        raise UndefinedError("a single persona cannot be compared")
    rates = np.array([persona.ratio for persona in sums])
    if not rates.any():
        raise UndefinedError("nobody won a game")
    errors = np.array([math.sqrt(max(0.0, persona.residual)) / persona.m for persona in sums])
    loses = one_loses(query.cell)
    others, won = query.players - 1, 0.0
    if loses:  # turn rates of games not lost into rates of losses
        seats = np.array([persona.m for persona in sums])
        won = query.players * float(rates @ seats) / float(seats.sum())
        rates, errors = np.maximum(0.0, won - others * rates), others * errors
    total = float(rates.sum())
    if total <= 0:
        raise UndefinedError("nobody lost a game")

    def ends(level: Level) -> Ends:
        z = critical_z(level.confidence, len(sums))
        intervals = [credit_ratio_interval(persona, z) for persona in sums]
        if loses:
            intervals = [Bounds(max(0.0, won - others * high), max(0.0, won - others * low)) for low, high in intervals]
        return _entropy_bounds(rates / total, [Bounds(low / total, high / total) for low, high in intervals])

    errors = errors / total
    se = float(np.abs(_gradient(rates / total)) @ errors)
    return query.estimate(entropy(rates / total), se, ends, tally.games, _games_without_winner(query))


ESTIMATORS: dict[Kind, Callable[[Query], AnyLevel]] = {
    Kind.SHARE: _share,
    Kind.SEAT_CREDIT: _seat_credit,
    Kind.CREDIT: _credit,
    Kind.MEAN: _mean,
    Kind.EFFECT: _effect,
    Kind.RATIO: _ratio,
    Kind.DISTRIBUTION: _distribution,
    Kind.SPREAD: _spread,
    Kind.FAIRNESS: _fairness,
    Kind.SEAT_ENTROPY: _seat_entropy,
    Kind.PERSONA_ENTROPY: _persona_entropy,
}
