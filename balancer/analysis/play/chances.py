"""Statistics of chances to win during games: whether they are right, when the win is decided, how the lead changes.

The chances of a seat, as it sees the game, are a martingale: its steps are uncorrelated, and their squares add up
to the variance of the win (Ely, Frankel & Kamenica 2015).  Each chance is estimated in two halves of its trial
games.  The product of a step in one half and the same step in the other has the square of the true step as its
mean, so the noise of the trials does not count.  If one half selects (the lowest chance, the class of a chance),
the other measures.  Intervals come from the jackknife over games (Efron & Stein 1981), which are independent.

All this holds of expected scores, too, where points are played for; there are then no favourites.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from balancer.analysis.estimates.estimate import limit_of_unseen
from balancer.analysis.figure import UNDEFINED, Figure
from balancer.analysis.figure_ref import CONFIDENCE
from balancer.analysis.intervals.elementary import Floats, critical_t, critical_z, share_interval, wilson

CLASSES = (0.1, 0.3, 0.5, 0.7, 0.9)  # inner ends of the classes in which chances are compared with results
ROUNDING = 1e-9  # rounding error of sums of chances
AHEAD = 0.1  # the lead changes if another chance is larger by this: twice the noise of 200 trial games
DECIDED, LOST = 0.9, 0.1  # the winner's chance: stays above this once decided; was below this if nearly lost
TIMES = np.linspace(0, 1, 101)  # shares of a game's rounds for which the resolved variance is computed


def jackknife(sums: Floats, statistic: Callable[[Floats], float], confidence: float) -> Figure:
    """Estimate a statistic of sums over games, with its interval by the delete-one jackknife.

    sums: float[games, ...]; statistic: a function of their sum, applied also to the sum without each game.
    """
    games = len(sums)
    total = sums.sum(axis=0)
    replicates = np.array([statistic(total - game) for game in sums])
    se = float(np.sqrt((games - 1) / games * ((replicates - replicates.mean()) ** 2).sum())) if games > 1 else np.nan
    return Figure.around(float(statistic(total)), critical_t(confidence, max(1, games - 1)) * se, games)


def ratio(above: Floats, below: Floats, confidence: float) -> Figure:
    """Estimate a ratio of sums over games; undefined if the denominators add up to 0."""

    def statistic(sums: Floats) -> float:
        return float(sums[0] / sums[1]) if sums[1] else np.nan

    return jackknife(np.stack([above, below], axis=1), statistic, confidence)


def mean(values: Sequence[float], confidence: float) -> Figure:
    """Estimate the mean over games, without those in which the value is undefined."""
    defined = np.array([value for value in values if np.isfinite(value)], float)
    return ratio(defined, np.ones(len(defined)), confidence) if len(defined) else UNDEFINED


def share_of_games(holds: Sequence[bool], confidence: float) -> Figure:
    """Estimate a share of games; its interval has a width even if the share is 0 or 1."""
    if not holds:
        return UNDEFINED
    share = sum(holds) / len(holds)
    low, high = share_interval(share, len(holds), critical_z(confidence))
    return Figure.around(share, max(share - low, high - share), len(holds))


def estimated(chance: float, trials: int, confidence: float = CONFIDENCE) -> Figure:
    """Return a chance with Wilson's interval for the number of trial games that estimated it."""
    return Figure(chance, *wilson(chance, trials, critical_z(confidence)), trials)


@dataclass(frozen=True)
class GameChances:
    """The chances of one game."""

    chances: Floats  # float[looks, seats, 2]: of the win (the loss, if one loses), in two halves; look 0: before setup
    times: Floats  # float[looks], shares of the rounds that have been played
    result: Floats  # float[seats], shares of the win (of the loss)
    side: Sequence[int] = ()  # the number of each seat's side; () where every seat is one
    has_rivals: bool = True  # whether sides play against each other: one of them leads
    for_score: bool = False  # chances are expected scores, and the result is the scores

    def steps(self, equal: float) -> Floats:
        """Return the squared steps without noise, summed over seats: float[1 + looks].

        The steps go from the equal share to the chance before the setup, from there over the looks, and to the result.
        """
        start, end = np.full((1, len(self.result), 2), equal), np.repeat(self.result[None, :, None], 2, axis=2)
        steps = np.diff(np.concatenate([start, self.chances, end]), axis=0)
        squares: Floats = (steps[:, :, 0] * steps[:, :, 1]).sum(axis=1)
        return squares

    def variance(self, equal: float) -> float:
        """Return the squared distance of the result from equal shares."""
        return float(((self.result - equal) ** 2).sum())

    @property
    def known(self) -> Floats:
        """Variance resolved by each of `TIMES` since the rounds began, interpolated between looks."""
        # The equal share enters only the first step, which is left out here.
        times, steps = np.append(self.times[1:], 1.0), np.cumsum(self.steps(0.0)[2:])
        resolved: Floats = np.interp(TIMES, times, np.concatenate([[0.0], steps]))
        return resolved

    @property
    def marked(self) -> list[int]:
        """The first seat of the only side that wins, or loses if one player loses; without rivals of each that wins.

        None where rivals share the victory, and of scores.
        """
        firsts = {number: seat for seat, number in reversed([*enumerate(self._sides)]) if self.result[seat] > 0}
        return sorted(firsts.values()) if not self.for_score and (len(firsts) == 1 or not self.has_rivals) else []

    @property
    def _sides(self) -> Sequence[int]:
        return self.side or range(len(self.result))

    @property
    def curves(self) -> list[Floats]:
        """The chances of winners after the setup: float[looks - 1, 2] of each of `marked`."""
        return [self.chances[1:, seat] for seat in self.marked if len(self.chances) > 1]

    @property
    def lead_changes(self) -> float:
        """Number of times that another side takes over the largest chance, by more than `AHEAD`; NaN without rivals.

        The chance of a side is the mean of what its seats see.
        """
        if self.for_score or not self.has_rivals:
            return np.nan
        numbers, seats = np.array(self._sides), self.chances[1:].mean(axis=2)
        if not len(seats):
            return 0
        chances = np.stack([seats[:, numbers == number].mean(axis=1) for number in np.unique(numbers)], axis=1)
        leader, changes = int(chances[0].argmax()), 0
        for line in chances:
            if line.max() > line[leader] + AHEAD:
                leader, changes = int(line.argmax()), changes + 1
        return changes

    @property
    def lowest(self) -> float:
        """The winner's lowest chance: selected in one half, measured in the other; NaN without a single winner."""

        def lowest_of(curve: Floats) -> float:
            first, second = curve.T
            return float((first[second.argmin()] + second[first.argmin()]) / 2)

        return _mean_of(self.curves, lowest_of)

    @property
    def at_half_time(self) -> float:
        """The winner's chance at the last look in the first half of the rounds; NaN without a single winner."""
        early = np.flatnonzero(self.times[1:] <= 0.5)  # noqa: PLR2004
        return _mean_of(self.curves if len(early) else [], lambda curve: float(curve[early[-1]].mean()))

    @property
    def decided(self) -> float:
        """Share of the rounds after which the winner's chance stays large; NaN without a single winner."""

        def decided_of(curve: Floats) -> float:
            undecided = np.flatnonzero(curve.mean(axis=1) < DECIDED)
            return float(np.append(self.times[1:], 1.0)[undecided[-1] + 1]) if len(undecided) else 0.0

        return _mean_of(self.curves, decided_of)


def _mean_of(curves: Sequence[Floats], measure: Callable[[Floats], float]) -> float:
    """Return the mean of a measure over curves; NaN without any."""
    return float(np.mean([measure(curve) for curve in curves])) if curves else np.nan


class CalibrationClass(NamedTuple):
    """A class of predicted chances, compared with the results."""

    low: float
    high: float
    moments: int
    predicted: float  # mean chance
    happened: float  # share of the results
    difference: Figure

    def to_json(self) -> dict[str, Any]:
        """Return the class as `--json` prints it."""
        counts = {"looks": self.moments, "said": self.predicted, "came": self.happened}
        return {"low": self.low, "high": self.high, **counts, "difference": self.difference.to_json()}


def calibration(games: Sequence[GameChances], confidence: float) -> list[CalibrationClass]:
    """Compare predicted chances (or scores) with the results, by class; the intervals are simultaneous.

    One half of the trials selects the class of a chance, the other measures it.  An interval is at least as wide as if
    the chances were right and all looks of a seat in one class had the same result: rare results may be missing.
    Where every chance was 0 or 1 and came true, it has the width of a share that no game has shown.  Classes of scores
    have equal numbers of looks, and their results any variance.
    """
    edges, rows, unit = (0.0, *CLASSES, 1.0), [], 1.0
    if games[0].for_score:
        predicted = np.concatenate([game.chances[1:].mean(axis=2).ravel() for game in games])
        ends = np.unique(np.quantile(predicted, np.linspace(0, 1, len(edges)))).tolist()
        edges = (ends[0], *ends[1:-1], ends[-1])
        unit = float(np.ptp([game.result for game in games]))
    # float[games, classes, 4]: looks, predicted, happened, variance
    sums = np.array([_class_sums(game, edges[1:-1]) for game in games])
    each = 1 - (1 - confidence) / (len(edges) - 1)
    for place, (low, high) in enumerate(itertools.pairwise(edges)):
        moments, predicted, happened, _ = sums[:, place].sum(axis=0)
        if moments:
            difference = ratio(sums[:, place, 2] - sums[:, place, 1], sums[:, place, 0], each)
            least = float(critical_t(each, max(1, len(sums) - 1)) * 2 * np.sqrt(sums[:, place, 3].sum()) / moments)
            if max(least, difference.half_width) <= ROUNDING:
                least = unit * limit_of_unseen(float(np.count_nonzero(sums[:, place, 0])), each)
            ends = min(difference.low, difference.value - least), max(difference.high, difference.value + least)
            if not games[0].for_score:
                ends = max(-1.0, ends[0]), min(1.0, ends[1])
            widened = Figure(difference.value, *ends, difference.games)
            rows.append(CalibrationClass(low, high, int(moments / 2), predicted / moments, happened / moments, widened))
    return rows


def _class_sums(game: GameChances, inner_ends: Sequence[float]) -> Floats:
    """Return float[classes, 4] for one game, both halves added.

    The columns are looks, predicted chances, results, and the variance of the results if the chances are right (0 of
    scores).
    """
    sums = np.zeros((len(inner_ends) + 1, 4))
    chances = game.chances[1:]
    moments, seats, _ = chances.shape
    result = np.broadcast_to(game.result, (moments, seats))
    both = np.zeros((moments, seats)) if game.for_score else np.clip(chances.mean(axis=2), 0, 1)
    spread = np.zeros((len(inner_ends) + 1, seats))
    for half in (0, 1):
        classes = np.digitize(chances[:, :, half], inner_ends)
        for column, values in enumerate((np.ones_like(both), chances[:, :, 1 - half], result)):
            np.add.at(sums[:, column], classes.ravel(), values.ravel())
        np.add.at(spread, (classes, np.arange(seats)), np.sqrt(both * (1 - both)) / 2)
    sums[:, 3] = (spread**2).sum(axis=1)
    return sums


@dataclass(frozen=True)
class Chances:
    """Statistics of the chances in some games, each with its interval."""

    games: int
    moments: int
    most_alike: int  # games with the most frequent result
    calibration: list[CalibrationClass]
    who_plays: Figure  # shares of the variance of the win: resolved before the setup,
    deal: Figure  # by the deal,
    tenths: list[Figure]  # and in each tenth of the rounds; they add up to 1
    half_known: Figure  # share of the rounds after which half of the variance is resolved
    total: Figure  # sum of the squared steps / variance of the win; 1 if the chances are right
    lead_changes: Figure
    lowest: Figure
    nearly_lost: Figure
    at_half_time: Figure
    decided: Figure

    @classmethod
    def of(cls, games: Sequence[GameChances], confidence: float) -> Chances:
        """Estimate all statistics from the chances of two games or more."""
        # What equals expect before they take their seats.  The mean of the results would count their luck as known.
        equal = float(np.mean([game.chances[0].mean() for game in games]))
        steps = [game.steps(equal) for game in games]
        players, deal = (
            np.array([game_steps[0] for game_steps in steps]),
            np.array([game_steps[1] for game_steps in steps]),
        )
        all_steps = np.array([game_steps.sum() for game_steps in steps])
        resolved = np.array([game.known for game in games])
        tenths = np.diff(resolved[:, ::10], axis=1)
        lowest = [game.lowest for game in games]
        return cls(
            games=len(games),
            moments=sum(len(game.times) - 1 for game in games),
            most_alike=max(Counter(tuple(game.result.round(6)) for game in games).values()),
            calibration=calibration(games, confidence),
            who_plays=ratio(players, all_steps, confidence),
            deal=ratio(deal, all_steps, confidence),
            tenths=[ratio(tenth, all_steps, confidence) for tenth in tenths.T],
            half_known=jackknife(resolved + (players + deal)[:, None], _half_known, confidence),
            total=_total(games, all_steps, equal, confidence),
            lead_changes=mean([game.lead_changes for game in games], confidence),
            lowest=mean(lowest, confidence),
            nearly_lost=share_of_games(
                [game_steps < LOST for game_steps in lowest if np.isfinite(game_steps)], confidence
            ),
            at_half_time=mean([game.at_half_time for game in games], confidence),
            decided=mean([game.decided for game in games], confidence),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as `--json` prints them."""
        single = (
            *("who_plays", "deal", "half_known", "total", "lead_changes"),
            *("lowest", "nearly_lost", "at_half_time", "decided"),
        )
        return {
            "games": self.games,
            "looks": self.moments,
            **{name: getattr(self, name).to_json() for name in single},
            "tenths": [tenth.to_json() for tenth in self.tenths],
            "calibration": [row.to_json() for row in self.calibration],
        }


def _total(games: Sequence[GameChances], steps: Floats, equal: float, confidence: float) -> Figure:
    """Return the sum of the squared steps / variance of the result; undefined if all games ended alike."""
    if all((game.result == games[0].result).all() for game in games):
        return UNDEFINED
    return ratio(steps, np.array([game.variance(equal) for game in games]), confidence)


def _half_known(resolved: Floats) -> float:
    if resolved[-1] <= 0:
        return np.nan
    return float(np.interp(0.5, np.maximum.accumulate(resolved) / resolved[-1], TIMES))
