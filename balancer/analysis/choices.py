"""What choices are worth: how much the best option wins over the others, what a persona loses, who makes the king.

At a decision every option is played on in the same worlds, in two halves: one half of the worlds chooses the best,
second and worst option, the other says what they are worth, so that noise makes no option better than it is.  Chances
are of winning, or of not losing where one player loses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balancer.analysis.chances import ratio, share_of_games
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import Floats

HOPELESS = 0.03  # a player can't win whose chance is below this whatever is chosen
SWAYED = 0.1  # such a player makes the king where the choice moves another's chance by more than this, in both halves
BLUNDER = 0.05  # a choice is flagged where another option was worth more by this, in both halves


@dataclass(frozen=True)
class Decision:
    """One decision of a game, and what became of its options.

    dominated: how many options there are than which another was never worse, and better in some worlds; alike: whether
    all led to the same results; chances: float[1 + options tried, 2, seats], every seat's with what the persona does,
    and with each option, in two halves; tried: the numbers of those options.
    """

    number: int
    seat: int
    node: str
    dominated: int
    alike: bool
    chances: Floats
    tried: Sequence[int]

    @property
    def own(self) -> Floats:
        """The chances of who decides: float[1 + options tried, 2]."""
        mine: Floats = self.chances[:, :, self.seat]
        return mine

    def judged(self, better: Callable[[Floats], int], worse: Callable[[Floats], int]) -> list[float]:
        """What one option is worth more than another, as one half finds both and the other judges: both ways."""
        ways = ((self.own[:, 0], self.own[:, 1]), (self.own[:, 1], self.own[:, 0]))
        return [float(judge[better(finder)] - judge[worse(finder)]) for finder, judge in ways]

    @property
    def gap(self) -> float:
        """What the best option is worth more than the second."""
        return float(np.mean(self.judged(_best, lambda own: 1 + int(np.argsort(-own[1:], kind="stable")[1]))))

    @property
    def range(self) -> float:
        """What the best option is worth more than the worst."""
        return float(np.mean(self.judged(_best, lambda own: 1 + int(own[1:].argmin()))))

    @property
    def lost(self) -> float:
        """What the best option is worth more than what the persona does."""
        return float(np.mean(self.judged(_best, lambda _: 0)))

    def is_blunder(self, place: int) -> bool:
        """Whether another option is worth much more than that at a place of `own`; 0: than what the persona does."""
        return min(self.judged(_best, lambda _: place)) > BLUNDER

    @property
    def best(self) -> int:
        """The number of the option that is worth most in all worlds."""
        return self.tried[_best(self.own.mean(axis=1)) - 1]

    @property
    def is_hopeless(self) -> bool:
        """Whether who decides can't win, whatever is chosen."""
        return bool(self.own.mean(axis=1).max() < HOPELESS)

    @property
    def makes_king(self) -> bool:
        """Whether who decides can't win, and moves another's chance."""
        return self.is_hopeless and min(self._sway(0), self._sway(1)) > SWAYED

    def _sway(self, finder: int) -> float:
        """How far the choice moves the chance of the other whom one half finds, as the other half judges."""
        found, judge = self.chances[1:, finder].copy(), self.chances[1:, 1 - finder]
        found[:, self.seat] = 0
        other = int((found.max(axis=0) - found.min(axis=0)).argmax())
        return float(judge[found[:, other].argmax(), other] - judge[found[:, other].argmin(), other])


def _best(own: Floats) -> int:
    """The place of the best option, what the persona does left out."""
    return 1 + int(own[1:].argmax())


@dataclass(frozen=True)
class NodeChoices:
    """The decisions at a node, or all: per game, and means with their intervals.

    gap, range, lost: see `Decision`; idle: share of decisions without consequence in any world; dominated: share of the
    options.
    """

    per_game: float
    gap: Figure
    range: Figure
    lost: Figure
    idle: Figure
    dominated: Figure

    @classmethod
    def of(cls, games: Sequence[Sequence[Decision]], confidence: float) -> NodeChoices:
        """Of the decisions of each game."""
        count = np.array([len(game) for game in games], float)

        def per_decision(measure: Callable[[Decision], float], below: Floats = count) -> Figure:
            return ratio(np.array([sum(map(measure, game)) for game in games], float), below, confidence)

        options = np.array([sum(len(one.tried) for one in game) for game in games], float)
        return cls(
            per_game=float(count.mean()),
            gap=per_decision(lambda one: one.gap),
            range=per_decision(lambda one: one.range),
            lost=per_decision(lambda one: one.lost),
            idle=per_decision(lambda one: one.alike),
            dominated=per_decision(lambda one: one.dominated, options),
        )

    def to_json(self) -> dict[str, Any]:
        """As `--json` gives it."""
        return {
            "per_game": self.per_game,
            "choice_gap": self.gap.to_json(),
            "choice_range": self.range.to_json(),
            "choice_lost": self.lost.to_json(),
            "idle_choices": self.idle.to_json(),
            "dominated_options": self.dominated.to_json(),
        }


@dataclass(frozen=True)
class Choices:
    """What choices are worth in some games: all of them, by node, and kingmaking.

    hopeless: share of decisions of players who can't win; kingmaking: share of decisions by which one of these moves
    another's chance; kingmaking_games: share of the games with one.
    """

    all: NodeChoices
    nodes: Mapping[str, NodeChoices]
    hopeless: Figure
    kingmaking: Figure
    kingmaking_games: Figure

    @classmethod
    def of(cls, games: Sequence[Sequence[Decision]], nodes: Sequence[str], confidence: float) -> Choices:
        """Of the decisions of each game; nodes: the names of those of the game, in their order."""
        by_node = {name: [[one for one in game if one.node == name] for game in games] for name in nodes}
        count = np.array([len(game) for game in games], float)
        hopeless = np.array([sum(one.is_hopeless for one in game) for game in games], float)
        kings = np.array([sum(one.makes_king for one in game) for game in games], float)
        return cls(
            all=NodeChoices.of(games, confidence),
            nodes={name: NodeChoices.of(of, confidence) for name, of in by_node.items() if any(of)},
            hopeless=ratio(hopeless, count, confidence),
            kingmaking=ratio(kings, count, confidence),
            kingmaking_games=share_of_games([bool(one) for one in kings], confidence),
        )

    def to_json(self) -> dict[str, Any]:
        """As `--json` gives it."""
        return {name: one.to_json() for name, one in {**self.nodes, "all": self.all}.items()}

    def kings_to_json(self) -> dict[str, Any]:
        """Kingmaking as `--json` gives it."""
        figures = {"hopeless": self.hopeless, "rate": self.kingmaking, "games": self.kingmaking_games}
        return {name: one.to_json() for name, one in figures.items()}
