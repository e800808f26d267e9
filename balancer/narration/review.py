"""A game reviewed: every seat's chance before each round, and the moves that lost much of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.analysis.choices import Decision
from balancer.narration import worker

if TYPE_CHECKING:
    from balancer.scenario.plan import Cell

TRIALS = 200  # trial games per seat before a round, and per option of a decision


class ReviewError(ValueError):
    """A game that can't be reviewed."""


@dataclass(frozen=True)
class Review:
    """What each seat could expect along one game.

    chances: before each round, every seat's share of the wins (where one player loses: of the losses); decisions: those
    at which much can be lost, by their numbers; word: what chances are of; trials: games for each.
    """

    chances: Sequence[Sequence[float]]
    decisions: Mapping[int, Decision]
    word: str
    trials: int = TRIALS

    @classmethod
    def of(cls, cell: Cell, number: int, trials: int = TRIALS) -> Review:
        """Of a game, observed by compiled rules in a process of its own; ReviewError where somebody thinks ahead."""
        if thinkers := [name for name, persona in cell.personas.items() if persona.search]:
            raise ReviewError(f"{' and '.join(thinkers)} thinks ahead; a review takes personas that do not")
        from balancer.games import load

        (found,) = worker.ask([(reviewed, cell, (number, trials))], plain=False, seconds=None)
        decisions = [Decision(**{**one, "chances": np.array(one["chances"])}) for one in found["decisions"]]
        return cls(
            found["chances"],
            {one.number: one for one in decisions},
            "lose" if load(cell.game).one_loses else "win",
            trials,
        )

    def line(self, rounds: int, viewer: int | None) -> str:
        """Chances after so many rounds; viewer: this seat's alone; '' after the last round."""
        if rounds >= len(self.chances):
            return ""
        seats = [seat for seat in range(len(self.chances[rounds])) if viewer in {None, seat}]
        shares = (f"seat {seat + 1} {self.chances[rounds][seat]:.0%}" for seat in seats)
        return f"chance to {self.word}: {', '.join(shares)}"


def reviewed(cell: Cell, number: int, trials: int) -> dict[str, Any]:
    """The content of a review, as plain values."""
    from balancer.simulation.experiments.observed_games import ObservedGames

    games = ObservedGames.of(cell, trials, trials)
    found = games.observer.observe(cell.seed, number, games.trials, 1, games.option_trials)
    decisions = [
        {**dataclasses.asdict(one), "chances": one.chances.tolist(), "tried": list(one.tried)}
        for one in games.decisions(found)
        if any(one.is_blunder(place) for place in range(len(one.own)))
    ]
    return {"chances": found.points[1:].mean(axis=2).tolist(), "decisions": decisions}


def blunder_words(decision: Decision, taken: int, words: Callable[[int], str], *, one_loses: bool) -> str:
    """What was lost at a decision, and what would have been better; '' where it was not much.

    taken: the place in `Decision.own` of what was done; words: of an option by its number.
    """
    if not decision.is_blunder(taken):
        return ""
    own, what = decision.own.mean(axis=1), "not to lose" if one_loses else "to win"
    mine, best = own[taken], own[1:].max()
    lost = f"?? seat {decision.seat + 1} loses {100 * (best - mine):.0f} pp: its chance {what} is {mine:.0%}"
    return f"{lost}, with {words(decision.best)} it would be {best:.0%}"
