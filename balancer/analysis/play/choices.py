"""Value of choices: how much the best option wins over the others, what a persona loses, who is a kingmaker.

At a decision every option is played on in the same worlds, in two halves.  One half of the worlds selects the best,
second and worst option, the other measures what they are worth, so that noise makes no option look better than it
is.  Chances are of winning, or of not losing if one player loses.  Where points are played for, scores take their
place, negated if the lowest wins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balancer.analysis.figure import UNDEFINED, Figure
from balancer.analysis.intervals.elementary import Floats
from balancer.analysis.play.chances import ratio, share_of_games

HOPELESS = 0.03  # a player can't win if its chance is below this with every option
SWAYED = 0.1  # such a player is a kingmaker if the choice moves another's chance by more than this, in both halves
BLUNDER = 0.05  # a choice is flagged if another option was worth more by this, in both halves


@dataclass(frozen=True)
class Decision:
    """One decision of a game, with the results of its options."""

    number: int
    seat: int
    node: str
    dominated: int  # options that another option equals in every world and beats in some
    alike: bool  # all options led to the same results
    chances: Floats  # float[1 + options tried, 2, seats]: after the persona's choice, after each option; in two halves
    tried: Sequence[int]  # numbers of these options

    @property
    def own(self) -> Floats:
        """Chances of the deciding seat: float[1 + options tried, 2]."""
        own: Floats = self.chances[:, :, self.seat]
        return own

    def differences(self, better: Callable[[Floats], int], worse: Callable[[Floats], int]) -> list[float]:
        """Return the value of one option minus that of another: selected in one half, measured in the other.

        Both halves take both parts in turn, which gives two differences.
        """
        first, second = self.own.T
        halves = ((first, second), (second, first))
        return [float(measuring[better(selecting)] - measuring[worse(selecting)]) for selecting, measuring in halves]

    @property
    def gap(self) -> float:
        """Value of the best option minus that of the second."""
        return float(np.mean(self.differences(_best, lambda own: 1 + int(np.argsort(-own[1:], kind="stable")[1]))))

    @property
    def range(self) -> float:
        """Value of the best option minus that of the worst."""
        return float(np.mean(self.differences(_best, lambda own: 1 + int(own[1:].argmin()))))

    @property
    def lost(self) -> float:
        """Value of the best option minus that of the persona's choice."""
        return float(np.mean(self.differences(_best, lambda _: 0)))

    def is_blunder(self, place: int) -> bool:
        """Return whether another option is worth much more than that at `place` of `own` (0: the persona's choice)."""
        return min(self.differences(_best, lambda _: place)) > BLUNDER

    @property
    def best(self) -> int:
        """Number of the option that is worth most in all worlds."""
        return self.tried[_best(self.own.mean(axis=1)) - 1]

    @property
    def is_hopeless(self) -> bool:
        """Whether the deciding seat can't win with any option."""
        return bool(self.own.mean(axis=1).max() < HOPELESS)

    @property
    def makes_king(self) -> bool:
        """Whether the deciding seat can't win but changes another's chance."""
        return self.is_hopeless and min(self._sway(0), self._sway(1)) > SWAYED

    def _sway(self, finder: int) -> float:
        """Return how far the choice moves another seat's chance.

        One half selects the seat and its best and worst option, the other half measures.
        """
        selecting, measuring = self.chances[1:, finder].copy(), self.chances[1:, 1 - finder]
        selecting[:, self.seat] = 0
        other = int((selecting.max(axis=0) - selecting.min(axis=0)).argmax())
        return float(measuring[selecting[:, other].argmax(), other] - measuring[selecting[:, other].argmin(), other])


def _best(own: Floats) -> int:
    return 1 + int(own[1:].argmax())  # 0 is the persona's choice


@dataclass(frozen=True)
class NodeChoices:
    """The decisions at a node, or all: number per game, and means with their intervals."""

    per_game: float
    gap: Figure  # gap, range, lost: see `Decision`
    range: Figure
    lost: Figure
    idle: Figure  # share of decisions without consequence in any world
    dominated: Figure  # share of the options

    @classmethod
    def of(cls, games: Sequence[Sequence[Decision]], confidence: float) -> NodeChoices:
        """Estimate the figures from the decisions of each game."""
        count = np.array([len(game) for game in games], float)

        def per_decision(measure: Callable[[Decision], float], below: Floats = count) -> Figure:
            return ratio(np.array([sum(map(measure, game)) for game in games], float), below, confidence)

        options = np.array([sum(len(decision.tried) for decision in game) for game in games], float)
        return cls(
            per_game=float(count.mean()),
            gap=per_decision(lambda decision: decision.gap),
            range=per_decision(lambda decision: decision.range),
            lost=per_decision(lambda decision: decision.lost),
            idle=per_decision(lambda decision: decision.alike),
            dominated=per_decision(lambda decision: decision.dominated, options),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the figures as `--json` prints them."""
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
    """Value of the choices in some games: of all, by node, and kingmaking."""

    all: NodeChoices
    nodes: Mapping[str, NodeChoices]
    hopeless: Figure  # share of decisions of players who can't win
    kingmaking: Figure  # share of decisions in which such a player moves another's chance
    kingmaking_games: Figure  # share of games with such a decision

    @classmethod
    def of(
        cls, games: Sequence[Sequence[Decision]], nodes: Sequence[str], confidence: float, *, kings: bool = True
    ) -> Choices:
        """Estimate the figures from the decisions of each game.

        nodes: names of the game's nodes, in their order; kings: whether somebody may have lost the chance to win and
        decide who does; not where points are played for.
        """
        by_node = {name: [[decision for decision in game if decision.node == name] for game in games] for name in nodes}
        count = np.array([len(game) for game in games], float)
        hopeless = np.array([sum(decision.is_hopeless for decision in game) for game in games], float)
        kings_made = np.array([sum(decision.makes_king for decision in game) for game in games], float)
        return cls(
            all=NodeChoices.of(games, confidence),
            nodes={
                name: NodeChoices.of(decisions, confidence) for name, decisions in by_node.items() if any(decisions)
            },
            hopeless=ratio(hopeless, count, confidence) if kings else UNDEFINED,
            kingmaking=ratio(kings_made, count, confidence) if kings else UNDEFINED,
            kingmaking_games=share_of_games([bool(number) for number in kings_made], confidence)
            if kings
            else UNDEFINED,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the figures by node as `--json` prints them."""
        return {name: node.to_json() for name, node in {**self.nodes, "all": self.all}.items()}

    def kings_to_json(self) -> dict[str, Any]:
        """Return kingmaking as `--json` prints it."""
        figures = {"hopeless": self.hopeless, "rate": self.kingmaking, "games": self.kingmaking_games}
        return {name: figure.to_json() for name, figure in figures.items()}
