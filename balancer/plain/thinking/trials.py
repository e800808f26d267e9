"""Trial games: what is asked of them, and what they answer, whichever engine plays them."""

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

NO_DECISION = -1
"""In place of the number of a decision: trial games are played from the beginning of a round, or of the game."""

Outcomes = Any
"""int64[worlds, options, 1 + seats]: the seats that win, as bits, and the standings where trials end early."""

Replay = Callable[[int, int], "Course"]
"""(world, option): a trial game, as plain Python plays it."""


class Taken(NamedTuple):
    """A decision as it was made: the option's place, and where the dice of the seat were then."""

    place: int
    dice: int


@dataclass(frozen=True)
class Fork:
    """A decision, or the beginning of a round, from which trial games are played on.

    course: the game in which it is taken; first: the first of the decisions that are made at the same time; count: its
    options; taken: all decisions before; key: of the dice of a world, by its number; persona: who thinks, and believes
    something of opponents; None: all play as they do.
    """

    seed: int
    game_number: int
    course: Course
    player: Player
    number: int
    first: int
    count: int
    taken: Sequence[Taken]
    key: Callable[[int], int]
    persona: Persona | None
    max_rounds: int
    ends_early: bool


class Trials(Protocol):
    """Plays trial games in place of plain Python, with the same outcomes."""

    def prepare(self, games: int) -> None:
        """Make ready for about so many trial games."""

    def confirm(self) -> None:
        """Raise an error where some outcomes were others than plain Python's, so that all must be played again."""

    def outcomes(self, fork: Fork, options: Sequence[int], worlds: range, replay: Replay) -> Outcomes:
        """Return the outcomes of options in worlds; None: plain Python is to play them."""


def outcome(trial: Course, *, ends_early: bool) -> list[int]:
    """Return the outcome of a trial game that is over."""
    if ends_early:
        return [0, *(int(trial.game.standing(player)) for player in trial.seats)]
    return [sum(1 << seat for seat in winning_seats(trial)), *[0] * len(trial.seats)]


def outcomes(trials: Trials | None, fork: Fork, options: Sequence[int], worlds: range, replay: Replay) -> Outcomes:
    """Return the outcomes of options in worlds, by `trials` where they can, else by plain Python."""
    found = None if trials is None else trials.outcomes(fork, options, worlds, replay)
    if found is None:
        rows = [[outcome(replay(world, option), ends_early=fork.ends_early) for option in options] for world in worlds]
        found = np.array(rows, np.int64)
    return found
