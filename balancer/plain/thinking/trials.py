"""Trial games, as a request and its result, whichever engine plays them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from balancer.plain.rows import sides_of, winning_seats

if TYPE_CHECKING:
    from balancer.core.declarations import Persona
    from balancer.plain.course import Course
    from balancer.plain.player import Player

NO_DECISION = -1  # instead of the number of a decision: trial games start at the beginning of a round, or of the game

NO_SEAT = -1  # instead of the seat that makes the next decision: the trial game is over before it

# int64[worlds, options, 1 + seats + 2]: the seats that win, as bits; of each seat the final score where it counts, the
# standing where trials end early, else the side, which may be drawn or hidden and so another in each world; the seat
# that makes the next decision behind the fork, and its number of answers
Outcomes = Any

Replay = Callable[[int, int], "PlayedTrial"]  # (world, option) -> a trial game, as plain Python plays it


class MadeChoice(NamedTuple):
    """A decision as it was made: the option's place, and where the dice of the seat were then."""

    place: int
    dice: int


@dataclass(frozen=True)
class Reply:
    """The next decision after a fork, where answers are tried instead of options at the fork.

    Where `world` is None, the trial games differ in their worlds at the fork.  Otherwise all take place in that one,
    and get others at the reply: other dice from there on and, if `is_redealt`, other cards that the player can't see.
    """

    option: int  # at the fork
    world: int | None = None  # of the fork
    seat: int = NO_SEAT  # that answers
    key: Callable[[int], int] | None = None  # of the dice of a reply's world
    is_redealt: bool = False
    reach: Callable[[], Course] | None = None  # return the game in plain Python when it has come to the reply


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
    reply: Reply | None = None  # options are tried at the next decision


class Trials(Protocol):
    """Plays trial games in place of plain Python, with the same outcomes."""

    def prepare(self, games: int) -> None:
        """Prepare for about this number of trial games."""

    def confirm(self) -> None:
        """Raise an error where some outcomes were others than plain Python's, so that all must be played again."""

    def outcomes(self, fork: Fork, options: Sequence[int], worlds: range, replay: Replay) -> Outcomes:
        """Return the outcomes of options in worlds; None: plain Python is to play them."""

    def mixed(self, seed: int, first: int, count: int, redrawn: int, plain: Callable[[int, int], Any]) -> Any:
        """Return RESULT rows of games in which some streams of dice are redrawn; None: plain Python is to play them.

        redrawn: the numbers of the streams, as a bit mask; plain: plays games from a first one on, by plain Python.
        """


class PlayedTrial(NamedTuple):
    """A trial game that is over; seat, answers: who made the next decision behind the fork, among how many."""

    course: Course
    seat: int = NO_SEAT
    answers: int = 0

    def outcome(self, fork: Fork) -> list[int]:
        """Return the outcome as a row of `Outcomes`."""
        game, seats = self.course.game, self.course.seats
        if fork.for_score:
            row = [0, *(int(game.score(player)) for player in seats)]
        elif fork.ends_early:
            row = [0, *(int(game.standing(player)) for player in seats)]
        else:
            row = [sum(1 << seat for seat in winning_seats(self.course)), *sides_of(self.course)]
        return [*row, self.seat, self.answers]


def outcomes(trials: Trials | None, fork: Fork, options: Sequence[int], worlds: range, replay: Replay) -> Outcomes:
    """Return the outcomes of options in worlds, by `trials` where they can, else by plain Python."""
    results = None if trials is None else trials.outcomes(fork, options, worlds, replay)
    if results is None:
        results = np.array([[replay(world, option).outcome(fork) for option in options] for world in worlds], np.int64)
    return results
