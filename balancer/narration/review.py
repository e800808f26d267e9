"""A game reviewed: every seat's chance before each round, and the moves that lost much of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from balancer.scenario.plan import Cell

TRIALS = 200
"""Trial games per seat before a round, and per option of a decision."""


class ReviewError(ValueError):
    """A game that can't be reviewed."""


class Move(NamedTuple):
    """A move that lost much: the chance with it, with the best option, and the number of that option.

    Chances are of winning, or of not losing where one player loses.
    """

    chance: float
    best_chance: float
    best: int


@dataclass(frozen=True)
class Review:
    """What each seat could expect along one game.

    chances: before each round, every seat's share of the wins (where one player loses: of the losses); moves: those
    that lost much (`Decision.blunder`), by the number of the decision; word: what chances are of;
    trials: games for each.
    """

    chances: Sequence[Sequence[float]]
    moves: Mapping[int, Move]
    word: str
    trials: int = TRIALS

    @classmethod
    def of(cls, cell: Cell, number: int, trials: int = TRIALS) -> Review:
        """Of a game, observed by compiled rules in a process of its own; ReviewError where somebody thinks ahead."""
        if thinkers := [name for name, persona in cell.personas.items() if persona.search]:
            raise ReviewError(f"{' and '.join(thinkers)} thinks ahead; a review takes personas that do not")
        from balancer.games import load
        from balancer.narration import worker

        (found,) = worker.ask([("reviewed", cell, (number, trials))], plain=False, seconds=None)
        moves = {decision: Move(*move) for decision, *move in found["moves"]}
        return cls(found["chances"], moves, "lose" if load(cell.game).one_loses else "win", trials)

    def line(self, rounds: int, viewer: int | None) -> str:
        """Chances after so many rounds; viewer: this seat's alone; '' after the last round."""
        if rounds >= len(self.chances):
            return ""
        seats = [seat for seat in range(len(self.chances[rounds])) if viewer in {None, seat}]
        shares = (f"seat {seat + 1} {self.chances[rounds][seat]:.0%}" for seat in seats)
        return f"chance to {self.word}: {', '.join(shares)}"


def reviewed(cell: Cell, number: int, trials: int) -> dict[str, Any]:
    """The content of a review, as plain values."""
    from balancer.simulation.observed_games import ObservedGames

    games = ObservedGames.of(cell, trials, trials)
    found = games.observer.observe(cell.seed, number, games.trials, 1, games.option_trials)
    moves = [
        (
            one.number,
            float(one.own[0].mean()),
            float(one.own.mean(axis=1)[1 + list(one.tried).index(one.best)]),
            one.best,
        )
        for one in games.decisions(found)
        if one.blunder
    ]
    return {"chances": found.points[1:].mean(axis=2).tolist(), "moves": moves}


def blunder_words(move: Move, best: str, *, one_loses: bool) -> str:
    """What a move lost, and what would have been better."""
    lost, what = 100 * (move.best_chance - move.chance), "not to lose" if one_loses else "to win"
    better = f"with {best} it would be {move.best_chance:.0%}"
    return f"?? loses {lost:.0f} pp: its chance {what} is {move.chance:.0%}, {better}"
