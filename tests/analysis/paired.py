"""Made-up pairs of games whose true differences are known, and pairs of cells made from any games, with numpy.

A variant's game is a copy of the base's with the chance `STAY`, else one of another world: what a change of rules does
to games on the same dice.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balancer.analysis.results import CellResult, PairResult
from tests.analysis import worlds
from tests.analysis.worlds import UNIT, Games, Ints, Rng

STAY = 0.7
World = Callable[[Rng, int], Games]


@dataclass
class Side:
    """The games of one side; defined: of a value that not every game has, which have it."""

    games: Games
    defined: Mapping[str, Any] = field(default_factory=dict)

    @property
    def cell(self) -> CellResult:
        """The cell of these games."""
        values = {name: found[self._has(name)] for name, found in self.games.values.items()}
        return worlds.cell_of(dataclasses.replace(self.games, values=values))

    def _has(self, name: str) -> Any:
        return np.asarray(self.defined.get(name, np.ones(len(self.games.credit), bool)))

    def quantities(self) -> dict[str, tuple[Ints, Ints]]:
        """Return x and m of each game, by the names of `core.pairs`."""
        games = self.games
        each = np.ones(len(games.credit), np.int64)
        found = {f"moment.{name}": (v * self._has(name), each * self._has(name)) for name, v in games.values.items()}
        found |= {f"ratio.{name}": pair for name, pair in games.ratios.items()}
        if games.scores is not None:
            found |= {f"moment.score.{s + 1}": (games.scores[:, s], each) for s in range(games.scores.shape[1])}
        if games.comebacks is not None:
            found |= dict.fromkeys(("comebacks", "runaway.50"), (games.comebacks, each))
        return found

    def valued(self) -> dict[str, Any]:
        """Return values with -1 where a game has none, by name; of scores one a seat."""
        found = {name: np.where(self._has(name), v, -1) for name, v in self.games.values.items()}
        return found if self.games.scores is None else {**found, "score": self.games.scores.ravel()}


def pair_of(base: Side, variant: Side) -> PairResult:
    """Return the pair of cells of these games, as far as differences need it."""
    mine, theirs = base.quantities(), variant.quantities()
    values, others = base.valued(), variant.valued()
    pairs = {
        "games": len(base.games.credit),
        "alike": alike(base, variant),
        "credit": (base.games.credit.T @ variant.games.credit).tolist(),
        "products": {name: [int(a @ b) for a in mine[name] for b in theirs[name]] for name in mine},
        "joint": {name: joint(values[name], others[name]) for name in values},
    }
    return PairResult(games=len(base.games.credit), base=base.cell, variant=variant.cell, pairs=pairs)


def alike(base: Side, variant: Side) -> int:
    """Return how many pairs have the same credits, values and quantities."""
    if base.games.credit.shape != variant.games.credit.shape:
        return 0
    same = (base.games.credit == variant.games.credit).all(axis=1)
    theirs = variant.quantities()
    for name, pair in base.quantities().items():
        for mine, other in zip(pair, theirs[name], strict=True):
            same &= mine == other
    return int(same.sum())


def joint(base: Ints, variant: Ints) -> dict[str, Any]:
    """Return how many pairs had which two values."""
    found, counts = np.unique(np.stack([base, variant]), axis=1, return_counts=True)
    records = [[None if value < 0 else value for value in column] for column in found.T.tolist()]
    return {"unit": 1, "width": 1, "counts": [[a, b, n] for (a, b), n in zip(records, counts.tolist(), strict=True)]}


def copying(base: World, other: World, stay: float = STAY) -> Callable[[Rng, int], PairResult]:
    """Return pairs whose variant's game is the base's with chance `stay`, else one of `other`."""

    def draw(rng: Rng, games: int) -> PairResult:
        one, two = base(rng, games), other(rng, games)
        same = rng.random(games) < stay

        def mixed(a: Any, b: Any) -> Any:
            return None if a is None else np.where(same.reshape(-1, *[1] * (a.ndim - 1)), a, b)

        variant = Games(
            mixed(one.credit, two.credit),
            {
                name: (mixed(x, two.ratios[name][0]), mixed(m, two.ratios[name][1]))
                for name, (x, m) in one.ratios.items()
            },
            {name: mixed(v, two.values[name]) for name, v in one.values.items()},
            mixed(one.scores, two.scores),
            mixed(one.comebacks, two.comebacks),
            one.one_loses,
        )
        return pair_of(Side(one), Side(variant))

    return draw


# Worlds --------------------------------------------------------------------------------------------------------------
def nobody_is_a_bully(rng: Rng, games: int) -> Games:
    """Return games as `worlds.two_of_a_kind` does, but every seat has the same chance."""
    bullies = rng.integers(1, 4, games)
    won = UNIT * (rng.random(games) < bullies / 4).astype(np.int64)
    credit = np.tile(np.array([UNIT, 0, 0, 0], np.int64), (games, 1))
    ratios = {
        "persona.bully": (won, bullies),
        "part.Stein": (won, bullies),
        "persona.calm": (UNIT - won, 4 - bullies),
    }
    return Games(credit, ratios)


def two_options_each(rng: Rng, games: int) -> Games:
    """Return games as `worlds.long_games_have_more_options` does, without more options; half of them are forced."""
    decisions = rng.integers(5, 26, games)
    options = decisions * 2 + rng.integers(0, 3, games)
    ratios = {
        "branching": (options, decisions),
        "forced_share": (rng.binomial(decisions, 0.5), decisions),
        "node.take": (options, decisions),
    }
    return Games(np.zeros((games, 2), np.int64), ratios, {"decisions": decisions})


def longer(rng: Rng, games: int) -> Games:
    """Return games with rounds 10 + a geometric number, mean 10 + 4."""
    return Games(np.zeros((games, 2), np.int64), values={"rounds": 9 + rng.geometric(0.2, games)})


def higher_scores(rng: Rng, games: int) -> Games:
    """Return games as `worlds.scores_hang_together` does, with 4 points more on average."""
    common = rng.binomial(40, 0.6, games)
    scores = common[:, None] + rng.binomial(40, 0.5, (games, 3))
    ranked = np.sort(scores, axis=1)
    return Games(np.zeros((games, 3), np.int64), values={"margin": ranked[:, 2] - ranked[:, 1]}, scores=scores)


def fewer_comebacks(rng: Rng, games: int) -> Games:
    """Return games as `worlds.leaders` does, but the leader wins 3 of 10."""
    return Games(np.zeros((games, 5), np.int64), comebacks=(rng.random(games) < 0.3).astype(np.int64))


def a_few_turns_more(rng: Rng, games: int) -> PairResult:
    """Return pairs with about 500 turns of many values; the variant's games have one to five turns more."""
    turns = rng.binomial(1000, 0.5, games)
    none = np.zeros((games, 2), np.int64)
    more = turns + rng.integers(1, 6, games)
    return pair_of(Side(Games(none, values={"turns": turns})), Side(Games(none, values={"turns": more})))


def not_in_every_game(rng: Rng, games: int) -> PairResult:
    """Return a winner's score that some games have on one side only; high ones are missing more often there."""
    score = rng.integers(0, 20, games)
    none = np.zeros((games, 2), np.int64)
    one = {"winner_score": rng.random(games) < 0.9}
    two = {"winner_score": rng.random(games) < np.where(score < 10, 0.9, 0.6)}
    sides = [Side(Games(none, values={"winner_score": score}), defined) for defined in (one, two)]
    return pair_of(*sides)


WINNER_SCORE = (0.9 * 4.5 + 0.6 * 14.5) / 1.5 - 9.5


def _mixture(percent: int) -> float:
    """Return the quantile of rounds in the variant of `worlds.skewed_lengths` and `longer`."""
    rounds = 10
    while STAY * (1 - 0.7 ** (rounds - 9)) + (1 - STAY) * (1 - 0.8 ** (rounds - 9)) < percent / 100:
        rounds += 1
    return rounds


def _mixed_moments() -> tuple[float, float]:
    """Return mean and standard deviation of rounds in the same."""
    means, variances = (9 + 1 / 0.3, 9 + 1 / 0.2), (0.7 / 0.09, 0.8 / 0.04)
    mean = STAY * means[0] + (1 - STAY) * means[1]
    square = STAY * (variances[0] + means[0] ** 2) + (1 - STAY) * (variances[1] + means[1] ** 2)
    return mean, math.sqrt(square - mean**2)


MEAN, SD = _mixed_moments()
MOVED = 1 - STAY
ENTROPY = worlds.entropy(0.355, 0.285, 0.215, 0.145) - worlds.entropy(0.4, 0.3, 0.2, 0.1)


@dataclass(frozen=True)
class Claim:
    """A metric of a world of pairs and its true difference; `exact`: its interval should also not be too wide."""

    world: Callable[[Rng, int], PairResult]
    truth: float
    metric: str
    of: str | None = None
    stat: str | None = None
    exact: bool = False


EVENED = copying(worlds.UNEVEN, worlds.EVEN)
SAME_CHANCES = copying(worlds.EVEN, worlds.EVEN)
BULLIES = copying(worlds.two_of_a_kind, nobody_is_a_bully)
OPTIONS = copying(worlds.long_games_have_more_options, two_options_each)
LENGTHS = copying(worlds.skewed_lengths, longer)
SCORES = copying(worlds.scores_hang_together, higher_scores)
LEADERS = copying(worlds.leaders, fewer_comebacks)

CLAIMS = {
    "a seat's win rate": Claim(EVENED, MOVED * 0.15, "seat_win_rate", "4", exact=True),
    "an advantage": Claim(EVENED, -MOVED * 0.15, "seat_advantage", "1", exact=True),
    "nothing moved": Claim(SAME_CHANCES, 0.0, "seat_win_rate", "2", exact=True),
    "few games changed": Claim(copying(worlds.UNEVEN, worlds.EVEN, 0.97), 0.03 * 0.15, "seat_win_rate", "4"),
    "shared victories": Claim(
        copying(worlds.SHARED, worlds.alone(0.4, 0.3, 0.3)), MOVED * (0.4 - 13 / 30), "seat_win_rate", "1", exact=True
    ),
    "spread of uneven seats": Claim(EVENED, 0.21 - 0.3, "seat_spread"),
    "spread of even seats": Claim(SAME_CHANCES, 0.0, "seat_spread"),
    "balance": Claim(EVENED, 0.09, "balance"),
    "fairness of an unfair start": Claim(EVENED, 4 / 3 * 0.045, "first_player_fairness"),
    "fairness of a fair start": Claim(SAME_CHANCES, 0.0, "first_player_fairness"),
    "entropy of uneven seats": Claim(EVENED, ENTROPY, "seat_entropy"),
    "a persona in several seats": Claim(
        BULLIES, MOVED * (0.25 - worlds.BULLY), "persona_win_rate", "bully", exact=True
    ),
    "a win rate where one loses": Claim(
        copying(worlds.losing(0.3), worlds.losing(0.2)), MOVED * 0.1 / 3, "seat_win_rate", "1", exact=True
    ),
    "a persona that loses": Claim(
        copying(worlds.losing(0.3), worlds.losing(0.2)), -MOVED * 0.1, "persona_loss_rate", "baiter", exact=True
    ),
    "an advantage where games are cut off": Claim(
        copying(worlds.CUT_OFF, worlds.SELDOM_CUT_OFF), -MOVED * 0.1, "seat_advantage", "1"
    ),
    "a part in several hands": Claim(BULLIES, MOVED * (0.25 - worlds.BULLY), "part_lift", "Stein", exact=True),
    "branching": Claim(OPTIONS, MOVED * (31 / 15 - worlds.OPTIONS), "branching", exact=True),
    "options of a node": Claim(OPTIONS, MOVED * (31 / 15 - worlds.OPTIONS), "node_options", "take", exact=True),
    "decisions of a node": Claim(OPTIONS, 0.0, "node_decisions", "take", exact=True),
    "forced share": Claim(OPTIONS, MOVED * 0.2, "forced_share", exact=True),
    "decisions per player": Claim(OPTIONS, 0.0, "decisions", stat="per_player", exact=True),
    "mean length": Claim(LENGTHS, MOVED * (5 - 1 / 0.3), "rounds", stat="mean", exact=True),
    "sd of length": Claim(LENGTHS, SD - worlds.SD, "rounds", stat="sd"),
    "cv of length": Claim(LENGTHS, SD / MEAN - worlds.SD / (9 + 1 / 0.3), "rounds", stat="cv"),
    "median length": Claim(LENGTHS, _mixture(50) - 11.0, "rounds", stat="median"),
    "a tenth of games": Claim(LENGTHS, _mixture(10) - 10.0, "rounds", stat="p10"),
    "long games": Claim(LENGTHS, _mixture(95) - 18.0, "rounds", stat="p95"),
    "tail ratio": Claim(LENGTHS, (_mixture(90) - _mixture(10)) / _mixture(50) - 6 / 11, "rounds", stat="tail_ratio"),
    "median of many values": Claim(a_few_turns_more, 3.0, "turns", stat="median"),
    "mean of many values": Claim(a_few_turns_more, 3.0, "turns", stat="mean"),
    "mean score": Claim(SCORES, MOVED * 4.0, "score", stat="mean"),
    "score of a seat": Claim(SCORES, MOVED * 4.0, "score", "2", exact=True),
    "mean margin": Claim(SCORES, 0.0, "margin", stat="mean", exact=True),
    "values that some games lack": Claim(not_in_every_game, WINNER_SCORE, "winner_score", stat="mean", exact=True),
    "median of values that some games lack": Claim(not_in_every_game, 7.0 - 9.0, "winner_score", stat="median"),
    "comebacks": Claim(LEADERS, -MOVED * 0.1, "comeback_rate", exact=True),
    "runaway leaders": Claim(LEADERS, -MOVED * 0.1 / 0.8, "runaway_index", "50", exact=True),
}
