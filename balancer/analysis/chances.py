"""What chances to win along games say: whether they come true, when the win is decided, how its lead changes.

The chances of a seat, as it sees the game, are a martingale: its steps are uncorrelated, and their squares add up to
the variance of the win (Ely, Frankel & Kamenica 2015).  Each chance is estimated in two halves of its trial games, so
that the product of a step in one half and the same step in the other has the square of the true step as its mean: the
noise of the trials does not count.  What one half selects (the lowest chance, the class of a chance) the
other measures.  Intervals come from the jackknife over games (Efron & Stein 1981), which are independent.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from balancer.analysis.figure import UNDEFINED, Figure
from balancer.analysis.figure_ref import CONFIDENCE
from balancer.analysis.intervals.elementary import Floats, critical_t, critical_z, share_interval, wilson

CLASSES = (0.1, 0.3, 0.5, 0.7, 0.9)  # ends of the classes in which chances are compared with what came
ROUNDING = 1e-9  # rounding error of sums of chances
AHEAD = 0.1  # a lead changes when another's chance is larger by this: twice the noise of 200 trial games
DECIDED, LOST = 0.9, 0.1  # the winner's chance: stays above this once decided; was below this if nearly lost
TIMES = np.linspace(0, 1, 101)  # shares of a game's rounds at which it is computed how much is known


def jackknife(sums: Floats, statistic: Callable[[Floats], float], confidence: float) -> Figure:
    """A statistic of sums over games, with its interval.

    sums: float[games, ...]; statistic: of what is left of their sum when any one game is left out.
    """
    games = len(sums)
    total = sums.sum(axis=0)
    left = np.array([statistic(total - one) for one in sums])
    se = float(np.sqrt((games - 1) / games * ((left - left.mean()) ** 2).sum())) if games > 1 else np.nan
    return Figure.around(float(statistic(total)), critical_t(confidence, max(1, games - 1)) * se, games)


def ratio(above: Floats, below: Floats, confidence: float) -> Figure:
    """A ratio of sums over games; undefined where nothing is below."""

    def statistic(sums: Floats) -> float:
        return float(sums[0] / sums[1]) if sums[1] else np.nan

    return jackknife(np.stack([above, below], axis=1), statistic, confidence)


def mean(values: Sequence[float], confidence: float) -> Figure:
    """The mean over games, those left out in which it is undefined."""
    known = np.array([value for value in values if np.isfinite(value)], float)
    return ratio(known, np.ones(len(known)), confidence) if len(known) else UNDEFINED


def share_of_games(holds: Sequence[bool], confidence: float) -> Figure:
    """A share of games, whose interval is not empty where it holds in none or in all."""
    if not holds:
        return UNDEFINED
    share = sum(holds) / len(holds)
    low, high = share_interval(share, len(holds), critical_z(confidence))
    return Figure.around(share, max(share - low, high - share), len(holds))


def estimated(chance: float, trials: int, confidence: float = CONFIDENCE) -> Figure:
    """Return a chance with the noise of the trial games that estimated it, by Wilson."""
    return Figure(chance, *wilson(chance, trials, critical_z(confidence)), trials)


@dataclass(frozen=True)
class GameChances:
    """The chances of one game.

    chances: float[looks, seats, 2], shares of the win (where one player loses: of the loss) in two halves, the first
    before the setup; times: float[looks], shares of the rounds played by then; result: float[seats], what came.
    """

    chances: Floats
    times: Floats
    result: Floats

    def steps(self, equal: float) -> Floats:
        """Squared steps, seats added up, noise taken out: float[1 + looks].

        From the equal share to the chance before the setup, from there over the looks, and to the result.
        """
        start, end = np.full((1, len(self.result), 2), equal), np.repeat(self.result[None, :, None], 2, axis=2)
        steps = np.diff(np.concatenate([start, self.chances, end]), axis=0)
        found: Floats = (steps[:, :, 0] * steps[:, :, 1]).sum(axis=1)
        return found

    def variance(self, equal: float) -> float:
        """The squared distance of the result from equal shares."""
        return float(((self.result - equal) ** 2).sum())

    @property
    def known(self) -> Floats:
        """How much of it is known at `TIMES` in the rounds, evenly between two looks; without what is before them."""
        # The first step alone begins at an equal share, and it is left out.
        times, steps = np.append(self.times[1:], 1.0), np.cumsum(self.steps(0.0)[2:])
        found: Floats = np.interp(TIMES, times, np.concatenate([[0.0], steps]))
        return found

    @property
    def marked(self) -> int | None:
        """The seat that wins, or loses where one does; None where several share it, or nobody does."""
        best = np.flatnonzero(self.result > 0)
        return int(best[0]) if len(best) == 1 else None

    @property
    def curve(self) -> Floats:
        """The chances of the one who wins, before the rounds: float[looks - 1, 2]; empty without such a one."""
        return self.chances[1:, self.marked] if self.marked is not None else np.empty((0, 2))

    @property
    def lead_changes(self) -> int:
        """How often another seat than before has the largest chance, by `AHEAD`."""
        chances = self.chances[1:].mean(axis=2)
        if not len(chances):
            return 0
        leader, changes = int(chances[0].argmax()), 0
        for line in chances:
            if line.max() > line[leader] + AHEAD:
                leader, changes = int(line.argmax()), changes + 1
        return changes

    @property
    def lowest(self) -> float:
        """The winner's lowest chance: where one half is lowest, as the other half has it; NaN without one."""
        one, other = self.curve.T
        return float((one[other.argmin()] + other[one.argmin()]) / 2) if len(one) else np.nan

    @property
    def at_half_time(self) -> float:
        """The winner's chance at the last look in the first half of the rounds; NaN without one."""
        early = np.flatnonzero(self.times[1:] <= 0.5)  # noqa: PLR2004
        return float(self.curve[early[-1]].mean()) if len(self.curve) and len(early) else np.nan

    @property
    def decided(self) -> float:
        """The share of the rounds after which the winner's chance stays large; NaN without one."""
        if not len(self.curve):
            return np.nan
        open_still = np.flatnonzero(self.curve.mean(axis=1) < DECIDED)
        return float(np.append(self.times[1:], 1.0)[open_still[-1] + 1]) if len(open_still) else 0.0


class CalibrationClass(NamedTuple):
    """A class of chances: its ends, how many there were, their mean, how often it came true, and the difference."""

    low: float
    high: float
    looks: int
    said: float
    came: float
    difference: Figure


def calibration(courses: Sequence[GameChances], confidence: float) -> list[CalibrationClass]:
    """Chances said, and what came, by class; the intervals hold together.

    One half of the trials says to which class a chance belongs, the other how large it is.  An interval is at least as
    wide as right chances make it if a seat's looks in a class all come true together: what is rare may not have come.
    """
    edges, found = (0.0, *CLASSES, 1.0), []
    sums = np.array([_class_sums(course) for course in courses])  # games, classes, (looks, said, came, variance)
    each = 1 - (1 - confidence) / (len(edges) - 1)
    for place, (low, high) in enumerate(itertools.pairwise(edges)):
        looks, said, came, _ = sums[:, place].sum(axis=0)
        if looks:
            difference = ratio(sums[:, place, 2] - sums[:, place, 1], sums[:, place, 0], each)
            least = critical_t(each, max(1, len(sums) - 1)) * 2 * np.sqrt(sums[:, place, 3].sum()) / looks
            least = float(max(least, ROUNDING))
            ends = min(difference.low, difference.value - least), max(difference.high, difference.value + least)
            wide = Figure(difference.value, *ends, difference.games)
            found.append(CalibrationClass(low, high, int(looks / 2), said / looks, came / looks, wide))
    return found


def _class_sums(course: GameChances) -> Floats:
    """Looks, chances said and results of one game by class, both halves added; the variance that right chances have."""
    sums = np.zeros((len(CLASSES) + 1, 4))
    chances = course.chances[1:]
    looks, seats, _ = chances.shape
    result = np.broadcast_to(course.result, (looks, seats))
    both = np.clip(chances.mean(axis=2), 0, 1)
    spread = np.zeros((len(CLASSES) + 1, seats))
    for half in (0, 1):
        classes = np.digitize(chances[:, :, half], CLASSES)
        for column, values in enumerate((np.ones_like(both), chances[:, :, 1 - half], result)):
            np.add.at(sums[:, column], classes.ravel(), values.ravel())
        np.add.at(spread, (classes, np.arange(seats)), np.sqrt(both * (1 - both)) / 2)
    sums[:, 3] = (spread**2).sum(axis=1)
    return sums


@dataclass(frozen=True)
class Chances:
    """What the chances of some games say, each figure with its interval.

    who_plays, deal, tenths: shares of the variance of the win that are known before the setup, by the deal, and in each
    tenth of the rounds; they add up to 1.  half_known: the share of the rounds after which half of it is known.  total:
    what the steps add up to over the variance of the win, 1 where chances are right.
    """

    games: int
    looks: int
    calibration: list[CalibrationClass]
    who_plays: Figure
    deal: Figure
    tenths: list[Figure]
    half_known: Figure
    total: Figure
    lead_changes: Figure
    lowest: Figure
    nearly_lost: Figure
    at_half_time: Figure
    decided: Figure

    @classmethod
    def of(cls, courses: Sequence[GameChances], confidence: float) -> Chances:
        """Of two games at least."""
        equal = float(np.mean([course.result.mean() for course in courses]))  # of all games: in some nobody wins
        steps = [course.steps(equal) for course in courses]
        players, deal = np.array([one[0] for one in steps]), np.array([one[1] for one in steps])
        all_steps = np.array([one.sum() for one in steps])
        known = np.array([course.known for course in courses])
        tenths = np.diff(known[:, ::10], axis=1)
        lowest = [course.lowest for course in courses]
        return cls(
            games=len(courses),
            looks=sum(len(course.times) - 1 for course in courses),
            calibration=calibration(courses, confidence),
            who_plays=ratio(players, all_steps, confidence),
            deal=ratio(deal, all_steps, confidence),
            tenths=[ratio(tenth, all_steps, confidence) for tenth in tenths.T],
            half_known=jackknife(known + (players + deal)[:, None], _half_known, confidence),
            total=ratio(all_steps, np.array([course.variance(equal) for course in courses]), confidence),
            lead_changes=mean([course.lead_changes for course in courses], confidence),
            lowest=mean(lowest, confidence),
            nearly_lost=share_of_games([one < LOST for one in lowest if np.isfinite(one)], confidence),
            at_half_time=mean([course.at_half_time for course in courses], confidence),
            decided=mean([course.decided for course in courses], confidence),
        )

    def to_json(self) -> dict[str, Any]:
        """As `--json` gives it."""
        single = (
            *("who_plays", "deal", "half_known", "total", "lead_changes"),
            *("lowest", "nearly_lost", "at_half_time", "decided"),
        )
        return {
            "games": self.games,
            "looks": self.looks,
            **{name: getattr(self, name).to_json() for name in single},
            "tenths": [tenth.to_json() for tenth in self.tenths],
            "calibration": [{**one._asdict(), "difference": one.difference.to_json()} for one in self.calibration],
        }


def _half_known(known: Floats) -> float:
    """The time at which half of all that will be known is known."""
    if known[-1] <= 0:
        return np.nan
    return float(np.interp(0.5, np.maximum.accumulate(known) / known[-1], TIMES))
