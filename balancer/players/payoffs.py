"""Payoffs: what each persona gets in each line-up, with its uncertainty, and the symmetric game that follows.

A payoff is a persona's share of the wins per seat; where one player loses and all others win, its share of games not
lost; where scores count, its mean score (`stakes.Stakes`).  Strategies are compared by their worth, which is minus the
score where the lowest is best.  Games that nobody won count as lost by all, so that equals
get an equal part of the others (`equal_share`).

Line-ups of a tournament: multisets of personas.

A line-up says who plays, not who sits where.  A cell plays it with `seating: rotate`, so every seat and every neighbour
comes up as often as chance would have it.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from balancer.analysis.estimates.equal_share import WonGames
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import CONFIDENCE
from balancer.analysis.intervals.elementary import Bounds, RatioSums, credit_ratio_interval, critical_z

LineUp = tuple[int, ...]  # numbers of personas in ascending order, one per seat


def line_ups(personas: int, seats: int) -> Iterator[LineUp]:
    """Return all multisets of `seats` personas."""
    return itertools.combinations_with_replacement(range(personas), seats)


def number_of_line_ups(personas: int, seats: int) -> int:
    """Return the number of multisets of `seats` personas."""
    return math.comb(personas + seats - 1, seats)


def chosen_line_ups(personas: int, seats: int, most: int) -> list[LineUp]:
    """Return all line-ups, or `most` of them: all duels, and a random choice of the rest.

    A duel is one persona in a seat and one in all other seats.  The choice depends only on the arguments.
    """
    number = number_of_line_ups(personas, seats)
    if number <= most:
        return list(line_ups(personas, seats))
    needed = {tuple(sorted((guest, *[host] * (seats - 1)))) for guest in range(personas) for host in range(personas)}
    draw = random.Random(f"{personas} {seats} {most}")
    while len(needed) < most:
        needed.add(tuple(sorted(draw.choices(range(personas), k=seats))))
    return sorted(needed)


Floats = npt.NDArray[np.float64]

UNMEASURED = math.nan


@dataclass(frozen=True)
class SymmetricGame:
    """The expected payoffs of k strategies against every multiset of the n - 1 others."""

    counts: npt.NDArray[np.int64]  # int[m, k]: how often each strategy is among the others
    values: Floats  # float[..., m, k]: worth of each strategy; leading dimensions: games that are solved together

    @classmethod
    def of(cls, strategies: int, seats: int, payoff: Callable[[int, LineUp], float]) -> Self:
        """Return the game in which strategy i gets `payoff(i, others)`; `others` in ascending order."""
        others = list(line_ups(strategies, seats - 1))
        values = [[payoff(i, group) for i in range(strategies)] for group in others]
        return cls(counts_of(others, strategies), np.array(values, float))

    @functools.cached_property
    def orders(self) -> Floats:
        """The number of orders in which each multiset of others may sit: float[m]."""
        # Multinomial coefficients: n! / (c_1! ... c_k!)
        numbers = [math.factorial(sum(row)) // math.prod(map(math.factorial, row)) for row in self.counts.tolist()]
        return np.array(numbers, float)

    @functools.cached_property
    def _powers(self) -> Floats:
        return self.counts.T.astype(float)  # the counts as factors of logarithms: float[k, m]

    def against(self, mixture: Floats) -> Floats:
        """Return each strategy's expected payoff, the others drawn from `mixture`: float[..., k] -> float[..., k]."""
        chances = self.orders * np.exp(np.log(np.maximum(mixture, 1e-300)) @ self._powers)
        payoffs: Floats = (chances[..., None, :] @ self.values)[..., 0, :]
        return payoffs

    def gains(self, mixture: Floats) -> Floats:
        """Return how much more than the mixture each strategy gets against it: float[..., k] -> float[..., k]."""
        values = self.against(mixture)
        gains: Floats = values - (values * mixture).sum(-1, keepdims=True)
        return gains

    def exploitability(self, mixture: Floats) -> Floats:
        """Return how much more than the mixture its best answer gets; 0 at an equilibrium."""
        most: Floats = self.gains(mixture).max(-1)
        return most


def counts_of(groups: Iterable[LineUp], strategies: int) -> npt.NDArray[np.int64]:
    """Return how often each strategy is in each group: int[groups, strategies]."""
    return np.array([[group.count(i) for i in range(strategies)] for group in groups], np.int64)


class Payoff(NamedTuple):
    """The wins or the score of one persona per seat, in one line-up."""

    sums: RatioSums
    games: int
    won: int  # games that somebody won
    is_share: bool = True  # whether it is a share of the wins
    low_is_best: bool = False  # it is a score, and the lowest is best

    @property
    def value(self) -> float:
        """The share of the wins per seat, or the mean score."""
        return self.sums.ratio

    @property
    def worth(self) -> float:
        """The value, or minus a score if low scores are best: more is better."""
        return -self.value if self.low_is_best else self.value

    def worth_interval(self, z: float) -> Bounds:
        """Return the interval of the worth at a normal deviate."""
        low, high = self.interval(z)
        return Bounds(-high, -low) if self.low_is_best else Bounds(low, high)

    @property
    def se(self) -> float:
        """Its standard error; that of a share is never 0, for one more game might be won or lost."""
        least = 0.5 / (self.games + 1) if self.is_share else 0.0
        return max(math.sqrt(max(0.0, self.sums.residual)) / self.sums.m, least)

    def is_above(self, other: Payoff, z: float) -> bool:
        """Return whether it is certainly better than that of other games, at a normal deviate of the difference."""
        return self.worth - other.worth > z * math.hypot(self.se, other.se)

    def interval(self, z: float) -> Bounds:
        """Return the interval of the value at a normal deviate."""
        if not self.is_share:
            return Bounds(self.value - z * self.se, self.value + z * self.se)
        return credit_ratio_interval(self.sums, z)

    @property
    def won_games(self) -> WonGames:
        """The games that somebody won, of all games."""
        return WonGames(self.won, self.games)

    def compared(self, fair: float | None, z: float, equals: Payoff | None = None) -> tuple[float, Figure]:
        """Return what equals get, and how much better this is.

        fair: see `fair_share`; without it what `equals` got, in other games, and by MOVER (Zou & Donner 2008).
        """
        if fair is not None:
            equal = fair * self.won_games.part
            return equal, Figure(self.value - equal, *self.won_games.interval_above(self.sums, fair, z), self.games)
        if equals is None:
            raise TypeError("what equals get is not known: they have no equal share, and did not play")
        (low, high), (equal_low, equal_high) = self.worth_interval(z), equals.worth_interval(z)
        below = math.hypot(self.worth - low, equal_high - equals.worth)
        above = math.hypot(high - self.worth, equals.worth - equal_low)
        more = self.worth - equals.worth
        return equals.value, Figure(more, more - below, more + above, self.games)

    def comparable(self, fair: float | None, z: float, equals: Payoff | None = None) -> tuple[Figure, float]:
        """Return the value with an interval to compare with what equals get, and that; see `compared`."""
        equal, better = self.compared(fair, z, equals)
        more = better.reversed() if self.low_is_best else better
        low, high = more.low + equal, more.high + equal
        ends = (max(0.0, low), min(1.0, high)) if self.is_share else (low, high)
        return Figure(self.value, *ends, self.games), equal

    def above_equal(self, fair: float) -> tuple[float, float]:
        """Return how far the value is above the equal share of the games, and its error; fair: see `fair_share`."""
        least = 0.5 / (self.games + 1)
        return self.value - fair * self.won_games.part, max(least, self.won_games.error_above(self.sums, fair))

    def joined(self, other: Payoff) -> Payoff:
        """Return the payoff in the games of both."""
        x, m, xx, xm, mm = (a + b for a, b in zip(self.sums[:5], other.sums[:5], strict=True))
        sums, games, won = RatioSums(x, m, xx, xm, mm, self.sums.unit), self.games + other.games, self.won + other.won
        return self._replace(sums=sums, games=games, won=won)


@dataclass(frozen=True)
class Payoffs:
    """Measured payoffs: line-up -> persona's number -> payoff."""

    names: tuple[str, ...]
    seats: int  # or teams: entries of a line-up
    fair: float | None  # see `fair_share`; None if equals have no share: without rivals, and where scores count
    measured: Mapping[LineUp, Mapping[int, Payoff]]

    @functools.cached_property
    def others(self) -> list[LineUp]:
        """Every multiset of the others, in the order of `SymmetricGame.counts`."""
        return list(line_ups(len(self.names), self.seats - 1))

    @property
    def are_shares(self) -> bool:
        """Whether payoffs are shares of the wins."""
        return all(payoff.is_share for payoffs in self.measured.values() for payoff in payoffs.values())

    @property
    def low_is_best(self) -> bool:
        """Whether payoffs are scores, and low ones are best."""
        return any(payoff.low_is_best for payoffs in self.measured.values() for payoff in payoffs.values())

    @property
    def complete(self) -> bool:
        """Whether every line-up was played."""
        return len(self.measured) == len(list(line_ups(len(self.names), self.seats)))

    def of(self, persona: int, others: LineUp) -> Payoff | None:
        """Return the payoff of a persona against others; None if that line-up was not played."""
        return self.measured.get(tuple(sorted((persona, *others))), {}).get(persona)

    def against_alike(self, guest: int, host: int) -> Payoff:
        """Return the payoff of `guest` if `host` plays all other seats."""
        payoff = self.of(guest, (host,) * (self.seats - 1))
        assert payoff is not None  # noqa: S101  every tournament plays these
        return payoff

    @functools.cached_property
    def game(self) -> SymmetricGame:
        """The symmetric game of the measured worths; what was not played is fitted (`_fill_gaps`)."""
        return self._game(lambda persona, others: p.worth if (p := self.of(persona, others)) else UNMEASURED)

    def _game(self, payoff: Callable[[int, LineUp], float]) -> SymmetricGame:
        game = SymmetricGame.of(len(self.names), self.seats, payoff)
        return game if self.complete else SymmetricGame(game.counts, self._filled(game.counts, game.values))

    def _filled(self, counts: npt.NDArray[np.int64], values: Floats) -> Floats:
        return _fill_gaps(counts, values, (0.0, 1.0) if self.are_shares else (-math.inf, math.inf))

    def equal_against(self, mixture: Floats) -> Floats:
        """Return the equal share in the games of each persona, the others drawn from `mixture`: float[k].

        If equals have no share, it is what players of the mixture get.
        """
        fair = self.fair
        if fair is None:
            worth = float(self.game.against(mixture) @ mixture)
            return np.full(len(self.names), -worth if self.low_is_best else worth)
        if all(p.won_games.all for payoffs in self.measured.values() for p in payoffs.values()):
            return np.full(len(self.names), fair)

        def equal(persona: int, others: LineUp) -> float:
            payoff = self.of(persona, others)
            return fair * payoff.won_games.part if payoff else UNMEASURED

        return self._game(equal).against(mixture)

    def redrawn(self, times: int) -> SymmetricGame:
        """Return games whose worths are redrawn from their uncertainty: values float[times, m, k].

        Payoffs within a line-up are drawn jointly: rivals lose what one persona wins, and who wins together has the
        same payoff.  Others, and scores, are drawn independently.
        """
        rng = np.random.default_rng(0)
        samples: dict[LineUp, dict[int, Floats]] = {}
        for line_up, payoffs in self.measured.items():
            samples[line_up] = dict(zip(payoffs, _draw(line_up, payoffs, times, rng, self.fair), strict=True))
        values = np.full((times, *self.game.values.shape), UNMEASURED)
        for row, others in enumerate(self.others):
            for persona in range(len(self.names)):
                line_up = tuple(sorted((persona, *others)))
                if line_up in samples:
                    values[:, row, persona] = samples[line_up][persona]
        return SymmetricGame(self.game.counts, values if self.complete else self._filled(self.game.counts, values))

    def critical(self, family: int, confidence: float = CONFIDENCE) -> float:
        """Return the normal deviate of a family of simultaneous intervals."""
        return critical_z(confidence, max(1, family))


def _draw(
    line_up: LineUp, payoffs: Mapping[int, Payoff], times: int, rng: np.random.Generator, fair: float | None
) -> list[Floats]:
    """Draw worths of each persona of a line-up: normal, those of rivals correlated like the shares of a multinomial."""
    means = np.array([payoff.worth for payoff in payoffs.values()])
    errors = np.array([payoff.se for payoff in payoffs.values()])
    if fair is None:
        same = len(means) > 1 and np.ptp(means) == np.ptp(errors) == 0
        noise = rng.standard_normal((times, 1 if same else len(means)))
        return list((means + noise * errors).T)
    seats = np.array([line_up.count(persona) for persona in payoffs])
    shares = means * seats / max(float((means * seats).sum()), 1e-12)
    # Counts i and j of a multinomial have the correlation -sqrt(p_i / (1 - p_i) * p_j / (1 - p_j)).
    odds = np.sqrt(shares / np.maximum(1 - shares, 1e-12))
    correlation = -np.minimum(np.outer(odds, odds), 1.0)
    np.fill_diagonal(correlation, 1.0)
    values, vectors = np.linalg.eigh(correlation)
    root = vectors * np.sqrt(np.maximum(values, 0.0))  # rounding may make an eigenvalue negative
    noise = rng.standard_normal((times, len(means))) @ root.T
    return list((means + noise * errors).T)


def _fill_gaps(counts: npt.NDArray[np.int64], values: Floats, limits: tuple[float, float]) -> Floats:
    """Fill gaps in values: a persona's payoff is fitted as a sum over the others (least squares).

    values: float[..., m, k], where the same line-ups are missing in all games; limits: of payoffs.
    """
    filled = values.reshape(-1, *values.shape[-2:]).copy()
    for persona in range(values.shape[-1]):
        played = np.isfinite(filled[0, :, persona])
        weights, *_ = np.linalg.lstsq(counts[played].astype(float), filled[:, played, persona].T, rcond=None)
        filled[:, ~played, persona] = (counts[~played] @ weights).clip(*limits).T
    return filled.reshape(values.shape)


# Dominance and stability ----------------------------------------------------------------------------------------------
class Edge(NamedTuple):
    """The difference between the worths of two personas, over all line-ups of the others."""

    persona: int
    other: int
    least: float  # of the differences
    largest: float
    dominates: bool | None  # None: undecided


def dominance(payoffs: Payoffs, confidence: float = CONFIDENCE) -> list[Edge]:
    """Compare every two personas: whether the first gets more against every line-up of the others that was played.

    True if every difference exceeds its error at `confidence` for all pairs; each of them has to, so that the line-ups
    need no correction (intersection-union test, Berger 1982).  False if one is below 0, corrected for all line-ups.
    """
    personas, pairs = len(payoffs.names), len(payoffs.names) * (len(payoffs.names) - 1)
    sure, below = payoffs.critical(pairs, confidence), payoffs.critical(pairs * len(payoffs.others), confidence)
    edges = []
    for persona, other in itertools.permutations(range(personas), 2):
        gains, scores = [], []
        for others in payoffs.others:
            mine, theirs = payoffs.of(persona, others), payoffs.of(other, others)
            if mine is not None and theirs is not None:
                gains.append(mine.worth - theirs.worth)
                scores.append(gains[-1] / math.hypot(mine.se, theirs.se))
        verdict = True if min(scores) > sure else False if min(scores) < -below else None
        edges.append(Edge(persona, other, min(gains), max(gains), verdict))
    return edges


class Stability(NamedTuple):
    """The largest gain of a persona that deviates while all other seats play another one."""

    persona: int
    best: int  # the persona with the largest gain
    gain: Figure  # of the best; the ends are the largest of all others' ends
    rivals: tuple[int, ...]  # all others that may gain

    @property
    def stable(self) -> bool | None:
        """Whether nobody gains by deviating; None: undecided."""
        return True if self.gain.high <= 0 else False if self.gain.low > 0 else None


def stabilities(payoffs: Payoffs, confidence: float = CONFIDENCE) -> list[Stability]:
    """Return for each persona what the most successful deviation from it gains when all other seats play it.

    The intervals of all gains are simultaneous.  Each is that of a difference of two payoffs (MOVER: Zou & Donner
    2008): if games were cut off, the payoff of those who do not deviate is uncertain, too.
    """
    personas = len(payoffs.names)
    z = payoffs.critical(personas * (personas - 1), confidence)
    results = []
    for host in range(personas):
        own = payoffs.against_alike(host, host)
        own_low, own_high = own.worth_interval(z)
        gains = []
        for guest in (g for g in range(personas) if g != host):
            payoff = payoffs.against_alike(guest, host)
            low, high = payoff.worth_interval(z)
            gain = payoff.worth - own.worth
            below = math.hypot(payoff.worth - low, own_high - own.worth)
            above = math.hypot(high - payoff.worth, own.worth - own_low)
            gains.append((gain, gain - below, gain + above, guest))
        gain, _, _, best = max(gains)
        rivals = tuple(guest for _, _, high, guest in gains if high > 0)
        low, high = max(low for _, low, _, _ in gains), max(high for _, _, high, _ in gains)
        results.append(Stability(host, best, Figure(gain, low, high), rivals))
    return results
