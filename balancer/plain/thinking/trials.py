"""Trial games, as a request and its result, whichever engine plays them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from balancer.plain.rows import winning_seats

if TYPE_CHECKING:
    from balancer.core.declarations import Persona
    from balancer.plain.course import Course
    from balancer.plain.player import Player

NO_DECISION = -1  # instead of the number of a decision: trial games start at the beginning of a round, or of the game

# int64[worlds, options, 1 + seats]: the seats that win, as bits, and the standings where trials end early
Outcomes = Any

Replay = Callable[[int, int], "Course"]  # (world, option) -> a trial game, as plain Python plays it


class MadeChoice(NamedTuple):
    """A decision as it was made: the option's place, and where the dice of the seat were then."""

    place: int
    dice: int


@dataclass(frozen=True)
class Fork:
    """A decision, or the beginning of a round, where trial games start."""

    seed: int
    game_number: int
    course: Course  # the game in which it is made
    player: Player
    number: int
    first: int  # the first of the decisions that are made at the same time
    count: int  # options
    taken: Sequence[MadeChoice]  # all decisions before
    key: Callable[[int], int]  # of the dice of a world, by its number
    persona: Persona | None  # who thinks and has beliefs about opponents; None: all play as they do
    max_rounds: int
    ends_early: bool
    for_score: bool = False  # the outcome is the final scores


class Trials(Protocol):
    """Plays trial games in place of plain Python, with the same outcomes."""

    def prepare(self, games: int) -> None:
        """Prepare for about this number of trial games."""

    def confirm(self) -> None:
        """Raise an error where some outcomes were others than plain Python's, so that all must be played again."""

    def outcomes(self, fork: Fork, options: Sequence[int], worlds: range, replay: Replay) -> Outcomes:
        """Return the outcomes of options in worlds; None: plain Python is to play them."""


def outcome(trial: Course, *, ends_early: bool, for_score: bool = False) -> list[int]:
    """Return the outcome of a trial game that is over: the set of winners, then standings or scores."""
    if for_score:
        return [0, *(int(trial.game.score(player)) for player in trial.seats)]
    if ends_early:
        return [0, *(int(trial.game.standing(player)) for player in trial.seats)]
    return [sum(1 << seat for seat in winning_seats(trial)), *[0] * len(trial.seats)]


def outcomes(trials: Trials | None, fork: Fork, options: Sequence[int], worlds: range, replay: Replay) -> Outcomes:
    """Return the outcomes of options in worlds, by `trials` where they can, else by plain Python."""
    results = None if trials is None or fork.for_score else trials.outcomes(fork, options, worlds, replay)
    if results is None:
        settings = {"ends_early": fork.ends_early, "for_score": fork.for_score}
        rows = [[outcome(replay(world, option), **settings) for option in options] for world in worlds]
        results = np.array(rows, np.int64)
    return results
