"""One function a metric: from the sums of a cell to an estimate, in the order of the catalogue."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from balancer.analysis.catalogue import CATALOGUE, LEAD_GAMES, PERCENTILES, QUARTERS
from balancer.analysis.estimate import (
    LEAST_COMPARED,
    Asked,
    Cell,
    Ends,
    Estimate,
    UndefinedError,
    clipped,
    mapped,
    share_of,
)
from balancer.analysis.histogram import Histogram
from balancer.analysis.intervals import (
    LEAST_GAMES,
    NO_INTERVAL,
    Bounds,
    Differences,
    Floats,
    Interval,
    RatioSums,
    Sums,
    covariance,
    credit_interval,
    credit_ratio_interval,
    critical_z,
    entropy,
    entropy_interval,
    pairwise_differences,
    ratio_interval,
    ratio_se,
    spread_interval,
    wilson,
)
from balancer.analysis.tally_distributions import histogram_of, moment_interval, moment_sums


# 1-4: seats ----------------------------------------------------------------------------------------------------------
def seat_credit(tally: Mapping[str, Any], seat: int) -> Sums:
    """Sums of the win share of a seat, from 0."""
    return Sums(tally["games"], tally["credit"][seat], tally["credit_products"][seat][seat], tally["credit_unit"])


def _nobody_wins(asked: Asked) -> str:
    games = asked.tally["games"]
    without = games - asked.tally["won"]
    return f"nobody won {percent(without / games)} of the games" if without else ""


def percent(share: float) -> str:
    """A share for a note, never rounded to 0 % or 100 %."""
    text = f"{100 * share:.3g}"
    return "almost 100 %" if text == "100" and share < 1 else f"{text} %"


def _seat_win_rate(asked: Asked) -> Estimate:
    credit = seat_credit(asked.tally, int(asked.of or 0) - 1)
    games = credit.n
    se = math.sqrt((games * credit.squares - credit.total**2) / games) / (games * credit.unit)
    return asked.estimate(credit.mean, se, credit_interval(credit, asked.z), games, _nobody_wins(asked))


def _seat_advantage(asked: Asked) -> Estimate:
    return mapped(_seat_win_rate(asked), lambda rate: rate - asked.fair, 1)


def _seat_loss_rate(asked: Asked) -> Estimate:
    return share_of(asked, asked.tally["losses"][int(asked.of or 0) - 1], asked.tally["games"], _nobody_wins(asked))


def differences(tally: Mapping[str, Any], confidence: float) -> Differences:
    """Differences of the seats' win rates, all pairs."""
    return pairwise_differences(
        tally["credit"], tally["credit_products"], tally["games"], tally["credit_unit"], confidence
    )


def _several_seats(asked: Asked) -> None:
    if asked.players < LEAST_COMPARED:
        raise UndefinedError("a single seat has nothing to be compared with")


def _seat_spread(asked: Asked) -> Estimate:
    _several_seats(asked)
    found = differences(asked.tally, asked.confidence)
    best, worst = np.unravel_index(int(found.value.argmax()), found.value.shape)
    value, se = float(found.value[best, worst]), float(found.se[best, worst])
    return asked.estimate(value, se, spread_interval(found), asked.tally["games"], _nobody_wins(asked))


def _balance(asked: Asked) -> Estimate:
    return mapped(_seat_spread(asked), lambda spread: 1 - spread, -1)


def _first_player_fairness(asked: Asked) -> Estimate:
    _several_seats(asked)
    n = asked.players

    def fairness(rate: float) -> float:
        return n * rate if rate <= asked.fair else n * (1 - rate) / (n - 1)

    first = _seat_win_rate(replace(asked, of="1"))
    rate, low, high = _certain(first.value), _certain(first.low), _certain(first.high)
    ends = fairness(low), fairness(high)
    interval = Interval(min(ends), 1.0 if low <= asked.fair <= high else max(ends))
    slope = n if rate <= asked.fair else n / (n - 1)
    se = None if first.se is None else slope * first.se
    return asked.estimate(fairness(rate), se, interval, first.games, first.note)


def _certain(value: float | None) -> float:
    """A value that is always there (Wilson's intervals have both ends)."""
    if value is None:
        raise TypeError("a bound is missing where there always is one")
    return value


ROUNDING = 1e-12
"""What floating-point sums may be off by."""


def _seat_entropy(asked: Asked) -> Estimate:
    _several_seats(asked)
    tally, n = asked.tally, asked.players
    if not tally["won"]:
        raise UndefinedError("nobody won a game")
    z = critical_z(asked.confidence, n)
    sums = [seat_credit(tally, seat)._replace(n=tally["won"]) for seat in range(n)]
    shares = np.array([credit.mean for credit in sums])
    interval = _region(shares, [credit_interval(credit, z) for credit in sums])
    se = _entropy_se(shares, covariance(tally["credit"], tally["credit_products"], tally["won"], tally["credit_unit"]))
    note = (
        "as even as can be: the standard error vanishes there, trust the interval"
        if interval.high > 1 - ROUNDING
        else ""
    )
    se /= math.sqrt(tally["won"])
    return asked.estimate(entropy(shares), se, interval, tally["won"], note or _nobody_wins(asked))


def _region(shares: Floats, intervals: list[Bounds]) -> Bounds:
    """Entropy over all shares within the intervals; `shares` lie within them."""
    low = np.array([ends.low for ends in intervals])
    high = np.array([ends.high for ends in intervals])
    return entropy_interval(np.minimum(low, shares), np.maximum(high, shares))


def _gradient(shares: Floats) -> Floats:
    """Of the normalised entropy, without what moving mass between shares doesn't feel; 0 for shares of 0."""
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    gradient: Floats = -(logs - logs[shares > 0].mean()) / math.log(len(shares))
    return np.where(shares > 0, gradient, 0.0)


def _entropy_se(shares: Floats, one_game: Floats) -> float:
    gradient = _gradient(shares)
    return math.sqrt(max(0.0, float(gradient @ one_game @ gradient)))


# 4-5: personas -------------------------------------------------------------------------------------------------------
def persona_credit(tally: Mapping[str, Any], name: str) -> RatioSums:
    """Sums of the credit of a persona's seats and of their number, over games; UndefinedError if it never sat down."""
    sums = tally["ratios"].get(f"persona.{name}", [0] * 5)
    if not sums[1]:
        raise UndefinedError("this persona never sat at the table")
    return in_units(sums, tally["credit_unit"])


def in_units(sums: list[int], unit: int) -> RatioSums:
    """Sums of x, m, xx, xm, mm, x being in whole numbers of 1 / unit."""
    x, m, xx, xm, mm = sums
    return RatioSums(x, m, xx, xm, mm, unit)


def _games_with(sums: RatioSums) -> int:
    """About how many games they stand for (exactly, where each has as many seats of the kind)."""
    return max(1, round(sums.games))


def _credit_ratio(asked: Asked, sums: RatioSums, note: str = "") -> Estimate:
    se = math.sqrt(max(0.0, sums.residual)) / sums.m
    return asked.estimate(sums.ratio, se, credit_ratio_interval(sums, asked.z), _games_with(sums), note)


def _persona_win_rate(asked: Asked) -> Estimate:
    name = str(asked.of)
    return _credit_ratio(asked, persona_credit(asked.tally, name), coverage_note(asked.cell, name))


def coverage_note(cell: Cell, name: str) -> str:
    """A warning where a persona's figures mix its play with the seats it got."""
    if cell.get("seating") == "fixed":
        return "seating is fixed: this mixes the persona with its seat"
    games = cell["tally"]["personas"].get(name, {}).get("games", [0])
    if max(games) - min(games) > max(1, list(cell.get("lineup", ())).count(name)):
        return "it did not sit in every seat equally often: this mixes the persona with its seats"
    return ""


def _persona_loss_rate(asked: Asked) -> Estimate:
    if asked.tally["won"] < asked.tally["games"]:
        raise UndefinedError("some games were cut off: nobody lost them")
    others = asked.players - 1
    found = mapped(_persona_win_rate(asked), lambda rate: 1 - others * rate, -others)
    ends = clipped(Interval(found.low, found.high))
    return replace(found, low=ends.low, high=ends.high)


def _persona_lift(asked: Asked) -> Estimate:
    return mapped(_persona_win_rate(asked), lambda rate: rate - asked.fair, 1)


def _persona_entropy(asked: Asked) -> Estimate:
    tally = asked.tally
    names = [name for name in tally["personas"] if tally["ratios"].get(f"persona.{name}", [0, 0])[1]]
    if len(names) < LEAST_COMPARED:
        raise UndefinedError("a single persona has nothing to be compared with")
    z = critical_z(asked.confidence, len(names))
    sums = [persona_credit(tally, name) for name in names]
    rates = np.array([one.ratio for one in sums])
    total = float(rates.sum())
    if total <= 0:
        raise UndefinedError("nobody won a game")
    ends = [credit_ratio_interval(one, z) for one in sums]
    interval = _region(rates / total, [Bounds(low / total, high / total) for low, high in ends])
    errors = np.array([math.sqrt(max(0.0, one.residual)) / one.m for one in sums]) / total
    se = float(np.abs(_gradient(rates / total)) @ errors)
    return asked.estimate(entropy(rates / total), se, interval, tally["games"], _nobody_wins(asked))


# 8-12: who led when --------------------------------------------------------------------------------------------------
def _lead_games(asked: Asked) -> tuple[int, str]:
    """Games on which these figures rest, and a note if they are not all."""
    games, played = asked.tally["lead"]["games"], asked.tally["games"]
    if not games:
        raise UndefinedError("no game of the kind it is told of: " + LEAD_GAMES)
    told = "told of the loser" if asked.cell.get("one_loses") else ""
    rests = f"rests on {percent(games / played)} of the games" if games < played else ""
    return games, "; ".join(filter(None, (told, rests)))


def _lead_mean(asked: Asked, name: str, most: float) -> Estimate:
    _, note = _lead_games(asked)
    sums = moments(asked.tally, name)
    return asked.estimate(
        sums.mean, sums.se, clipped(moment_interval(asked.tally, name, asked.confidence), 0, most), sums.n, note
    )


def _lead_changes(asked: Asked) -> Estimate:
    return _lead_mean(asked, asked.metric.name, math.inf)


def _lead_index(asked: Asked) -> Estimate:
    return _lead_mean(asked, asked.metric.name, 1)


def _dead_time(asked: Asked) -> Estimate:
    return mapped(_lead_mean(asked, "decisiveness", 1), lambda share: 1 - share, -1)


def _runaway_index(asked: Asked) -> Estimate:
    _several_seats(asked)
    games, note = _lead_games(asked)
    count = asked.tally["lead"]["runaway"][QUARTERS.index(str(asked.of))]
    scale = 1 - asked.fair
    return mapped(share_of(asked, count, games, note), lambda rate: (rate - asked.fair) / scale, 1 / scale)


def _comeback_rate(asked: Asked) -> Estimate:
    games, note = _lead_games(asked)
    return share_of(asked, asked.tally["lead"]["comebacks"], games, note)


# 14: decisions -------------------------------------------------------------------------------------------------------
def _ratio_sums(asked: Asked, name: str, nothing: str) -> RatioSums:
    sums = asked.tally["ratios"].get(name, [0] * 5)
    if not sums[1]:
        raise UndefinedError(nothing)
    return in_units(sums, 1)


def _mean_ratio(asked: Asked, name: str, nothing: str) -> Estimate:
    sums, games = _ratio_sums(asked, name, nothing), asked.tally["games"]
    interval = ratio_interval(sums, games, asked.confidence, asked.family)
    return asked.estimate(sums.ratio, ratio_se(sums, games), interval, games)


def _branching(asked: Asked) -> Estimate:
    return _mean_ratio(asked, "branching", "no decision was taken in any game")


def _node_options(asked: Asked) -> Estimate:
    return _mean_ratio(asked, f"node.{asked.of}", "no such decision was taken in any game")


def _node_decisions(asked: Asked) -> Estimate:
    name = f"node.{asked.of}"
    decisions = moment_sums(asked.tally, name)
    interval = moment_interval(asked.tally, name, asked.confidence, asked.family)
    return asked.estimate(decisions.mean, decisions.se, interval, decisions.n)


def _forced_share(asked: Asked) -> Estimate:
    sums, games = _ratio_sums(asked, "forced_share", "nobody had anything to choose"), asked.tally["games"]
    interval: Ends = clipped(ratio_interval(sums, games, asked.confidence))
    if sums.x in {0, sums.m}:
        interval = wilson(sums.ratio, sums.games, asked.z)
    return asked.estimate(sums.ratio, ratio_se(sums, games), interval, games)


# 15, 17: distributions -----------------------------------------------------------------------------------------------
def moments(tally: Mapping[str, Any], name: str) -> Sums:
    """Number, sum and sum of squares of a quantity; UndefinedError where no game has it."""
    kept = tally["moments"].get(name)
    if not kept or not kept["n"]:
        raise UndefinedError("defined in none of the games")
    return Sums(kept["n"], kept["sum"], kept["squares"], kept["unit"])


def histogram(tally: Mapping[str, Any], name: str) -> Histogram:
    """The distribution of a quantity; UndefinedError where no game has it."""
    found = histogram_of(tally, name)
    if found is None:
        raise UndefinedError("defined in none of the games")
    return found


def _distribution(asked: Asked) -> Estimate:
    name = asked.metric.name
    if asked.stat == "mean" and name in asked.tally["moments"]:
        return _moment(asked, name)
    return _statistic(asked, histogram(asked.tally, name))


def _moment(asked: Asked, name: str) -> Estimate:
    sums = moments(asked.tally, name)
    interval = moment_interval(asked.tally, name, asked.confidence, asked.family)
    return asked.estimate(sums.mean, sums.se, interval, sums.n, _rests(asked, sums.n))


def _rests(asked: Asked, games: int) -> str:
    played = asked.tally["games"]
    return f"rests on {percent(games / played)} of the games" if games < played else ""


def _statistic(asked: Asked, found: Histogram) -> Estimate:
    if asked.stat in PERCENTILES:
        return _quantile(asked, found)
    if asked.stat == "tail_ratio":
        return _tail_ratio(asked, found)
    if asked.stat == "mean":
        return _pooled_mean(asked, found)
    if found.games < LEAST_GAMES:
        raise UndefinedError("one game has no spread")
    if asked.stat == "cv":
        return _cv(asked, found)
    interval = found.sd_interval(asked.confidence)
    return asked.estimate(
        found.sd, found.sd_se, interval, found.games, _bounded(interval) or _rests(asked, found.games)
    )


def _quantile(asked: Asked, found: Histogram) -> Estimate:
    level = PERCENTILES[asked.stat]
    interval = found.quantile_interval(level, asked.confidence)
    note = _bounded(interval) or _rests(asked, found.games)
    return asked.estimate(found.quantile(level), None, interval, found.games, note)


def _tail_ratio(asked: Asked, found: Histogram) -> Estimate:
    if found.quantile(50) <= 0:
        raise UndefinedError("its median is not above 0")
    interval = found.tail_ratio_interval(asked.confidence)
    told = asked.estimate(found.tail_ratio, None, interval, found.games, _bounded(interval))
    return replace(told, unit="ratio")


def _cv(asked: Asked, found: Histogram) -> Estimate:
    if found.mean <= 0:
        raise UndefinedError("its mean is not above 0")
    interval = found.cv_interval(asked.confidence)
    told = asked.estimate(found.cv, found.cv_se, interval, found.games, _bounded(interval))
    return replace(told, unit="ratio")


def _pooled_mean(asked: Asked, found: Histogram) -> Estimate:
    if found.games < LEAST_GAMES:
        return asked.estimate(found.mean, None, NO_INTERVAL, found.games)
    interval = found.mean_interval(asked.confidence, asked.family)
    return asked.estimate(found.mean, found.mean_se, interval, found.games)


def _bounded(interval: Ends) -> str:
    low, high = interval
    if low is not None and high is not None:
        return ""
    return "too few games for " + (
        "an interval" if low is high else "a lower bound" if low is None else "an upper bound"
    )


def _decisions(asked: Asked) -> Estimate:
    if asked.stat == "per_player":
        whole = _moment(replace(asked, stat="mean"), "decisions")
        return mapped(whole, lambda mean: mean / asked.players, 1 / asked.players)
    return _distribution(asked)


def _minutes(asked: Asked) -> Estimate:
    seconds = asked.seconds_per_decision
    if seconds is None:
        raise UndefinedError("needs seconds_per_decision (under report: in the scenario)")
    found = _distribution(replace(asked, metric=CATALOGUE["decisions"]))
    if asked.stat in {"cv", "tail_ratio"}:
        return found
    return replace(mapped(found, lambda decisions: decisions * seconds / 60, seconds / 60), unit="minutes")


def _score(asked: Asked) -> Estimate:
    return _distribution(asked) if asked.of is None else _moment(asked, f"score.{asked.of}")


def _margin(asked: Asked) -> Estimate:
    if asked.stat == "relative":
        return replace(_relative_margin(asked), unit="ratio")
    return _distribution(asked)


def _relative_margin(asked: Asked) -> Estimate:
    halved = replace(asked, confidence=1 - (1 - asked.confidence) / (2 * asked.family), family=1)
    mean = _moment(replace(halved, stat="mean"), "margin")
    sd = _statistic(replace(halved, stat="sd"), histogram(asked.tally, "score"))
    if not sd.value:
        raise UndefinedError("all scores are alike")
    value = _certain(mean.value) / sd.value
    if mean.se is None or sd.se is None:
        return asked.estimate(value, None, NO_INTERVAL, mean.games)
    se = mean.se / sd.value + value * sd.se / sd.value
    return asked.estimate(value, se, _quotient(mean, sd), mean.games, mean.note)


def _quotient(one: Estimate, other: Estimate) -> Interval:
    """The least and the greatest quotient of two figures above 0 that lie in intervals that hold together."""
    low = None if one.low is None or not other.high else one.low / other.high
    return Interval(low, None if one.high is None or not other.low else one.high / other.low)


# 16-18 ---------------------------------------------------------------------------------------------------------------
def _ending_share(asked: Asked) -> Estimate:
    return share_of(asked, asked.tally["endings"].get(asked.of, 0), asked.tally["games"])


def _tie_rate(asked: Asked) -> Estimate:
    return share_of(asked, asked.tally["shared"], asked.tally["games"], _nobody_wins(asked))


def _part_lift(asked: Asked) -> Estimate:
    sums = asked.tally["ratios"].get(f"part.{asked.of}", [0] * 5)
    if not sums[1]:
        raise UndefinedError("no seat ever had it")
    held = _credit_ratio(asked, in_units(sums, asked.tally["credit_unit"]))
    return mapped(held, lambda rate: rate - asked.fair, 1)


# The game's own ------------------------------------------------------------------------------------------------------
def extra(asked: Asked) -> Estimate:
    """A figure of the game's own."""
    name = "extras." + asked.metric.name.removeprefix("extras.")
    sums = moments(asked.tally, name)
    note = _rests(asked, sums.n)
    if sums.unit == 1 and sums.total == sums.squares:  # whole numbers that are their own squares are 0 or 1
        return share_of(asked, sums.total, sums.n, note)
    return asked.estimate(sums.mean, sums.se, moment_interval(asked.tally, name, asked.confidence), sums.n, note)


ESTIMATORS: dict[str, Callable[[Asked], Estimate]] = {
    "seat_win_rate": _seat_win_rate,
    "seat_advantage": _seat_advantage,
    "seat_spread": _seat_spread,
    "seat_loss_rate": _seat_loss_rate,
    "balance": _balance,
    "first_player_fairness": _first_player_fairness,
    "seat_entropy": _seat_entropy,
    "persona_entropy": _persona_entropy,
    "persona_win_rate": _persona_win_rate,
    "persona_loss_rate": _persona_loss_rate,
    "persona_lift": _persona_lift,
    "lead_changes": _lead_changes,
    "lead_changes_per_round": _lead_changes,
    "drama": _lead_index,
    "decisiveness": _lead_index,
    "dead_time": _dead_time,
    "runaway_index": _runaway_index,
    "comeback_rate": _comeback_rate,
    "decisions": _decisions,
    "branching": _branching,
    "forced_share": _forced_share,
    "node_decisions": _node_decisions,
    "node_options": _node_options,
    "rounds": _distribution,
    "turns": _distribution,
    "minutes": _minutes,
    "ending_share": _ending_share,
    "score": _score,
    "winner_score": _distribution,
    "margin": _margin,
    "tie_rate": _tie_rate,
    "part_lift": _part_lift,
}
