"""Review of one game: every seat's chance before each round, and the decisions that lost much of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.analysis.play.choices import Decision
from balancer.narration import worker

if TYPE_CHECKING:
    from balancer.scenario.plan import Cell

TRIALS = 200  # trial games per seat before a round, and per option of a decision


class ReviewError(ValueError):
    """Raised for a game that can't be reviewed."""


@dataclass(frozen=True)
class Review:
    """The chances of each seat along one game, and the decisions that can lose much."""

    chances: Sequence[Sequence[float]]  # [round][seat]: share of the wins (of the losses if one player loses)
    decisions: Mapping[int, Decision]  # those that can lose much, by number
    word: str  # the chance is to "win" or to "lose"
    trials: int = TRIALS  # trial games per chance

    @classmethod
    def of(cls, cell: Cell, number: int, trials: int = TRIALS) -> Review:
        """Review a game, which compiled rules play in a process of its own; ReviewError: a persona thinks ahead."""
        if thinkers := [name for name, persona in cell.personas.items() if persona.search]:
            raise ReviewError(f"{' and '.join(thinkers)} thinks ahead; a review takes personas that do not")
        from balancer.games import load

        (content,) = worker.ask([(reviewed, cell, (number, trials))], plain=False, seconds=None)
        decisions = [Decision(**{**record, "chances": np.array(record["chances"])}) for record in content["decisions"]]
        return cls(
            content["chances"],
            {decision.number: decision for decision in decisions},
            "lose" if load(cell.game).one_loses else "win",
            trials,
        )

    def line(self, rounds: int, viewer: int | None) -> str:
        """Return the chances after `rounds` rounds as a line, '' after the last; viewer: only this seat's chance."""
        if rounds >= len(self.chances):
            return ""
        seats = [seat for seat in range(len(self.chances[rounds])) if viewer in {None, seat}]
        shares = (f"seat {seat + 1} {self.chances[rounds][seat]:.0%}" for seat in seats)
        return f"chance to {self.word}: {', '.join(shares)}"


def reviewed(cell: Cell, number: int, trials: int) -> dict[str, Any]:
    """Return the content of a review, as plain values."""
    from balancer.compiler.proof import play_until_equal
    from balancer.simulation.experiments.observed_games import ObservedGames

    games = ObservedGames.of(cell, trials, trials)
    observed = play_until_equal(lambda: games.observer.observe(cell.seed, number, games.trials, 1, games.option_trials))
    decisions = [
        {**dataclasses.asdict(decision), "chances": decision.chances.tolist(), "tried": list(decision.tried)}
        for decision in games.decisions(observed)
        if any(decision.is_blunder(option) for option in range(len(decision.own)))
    ]
    return {"chances": observed.points[1:].mean(axis=2).tolist(), "decisions": decisions}


def blunder_words(decision: Decision, taken: int, words: Callable[[int], str], *, one_loses: bool) -> str:
    """Return what a decision lost and what would have been better, '' if it lost little.

    taken: position of the choice in `Decision.own`; words: returns an option in words, by its number.
    """
    if not decision.is_blunder(taken):
        return ""
    own, what = decision.own.mean(axis=1), "not to lose" if one_loses else "to win"
    mine, best = own[taken], own[1:].max()
    lost = f"?? seat {decision.seat + 1} loses {100 * (best - mine):.0f} pp: its chance {what} is {mine:.0%}"
    return f"{lost}, with {words(decision.best)} it would be {best:.0%}"
