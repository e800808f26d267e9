"""Observation of games of plain Python, as core/thinking/chances.py observes compiled ones: by playing them again.

The game is played again up to a round or a decision.  There everything that a seat can't see is redealt, and the game
continues with other dice.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.core.dice import CHANCE, CHOICES, MAX_SEATS, SETUP
from balancer.core.result_row import CREDIT
from balancer.core.thinking.chances import DECIDED, MAX_DECIDED, MAX_TRIED, SELDOM, Observed
from balancer.plain.course import Course, Listener
from balancer.plain.dice import ALL, STREAM, Dice, mix
from balancer.plain.rows import rows_of
from balancer.plain.thinking.search import PERSONA, USUAL_DECISIONS, PlainThinkers, credits_of, hidden_anew, key_of
from balancer.plain.thinking.trials import (
    NO_DECISION,
    Fork,
    MadeChoice,
    Outcomes,
    PlayedTrial,
    Replay,
    Trials,
    outcomes,
)
from balancer.plain.watch import watched
from balancer.sides import SCORE, WIN

if TYPE_CHECKING:
    from balancer.plain.game import Game
    from balancer.plain.playable import PlayableGame
    from balancer.plain.player import Player
    from balancer.plain.table import PlainTable

_STREAM = 0xE7037ED1A0B428DB  # an odd constant, keeps these dice apart from those of games and of thinkers
_OTHER_GAME = 1 << 62  # far from the numbers of games that anybody plays
_PLACES = 16  # seats and the place 0 of a whole table, for which dice are kept apart


def begin_world(course: Course, place: int, world: int) -> None:
    """Give a game the dice of a world at a place in it, a whole number of its own."""
    course.dice.start(key_of(course, place, world, _STREAM))
    course.dice.go_to(CHANCE, 0)


class Dealing(Listener):
    """A listener that deals a world for a seat when a round begins."""

    def __init__(self, course: Course, begun: int, seat: int, world: int) -> None:
        """Listen to a game; begun: how many rounds have been by then."""
        self.course, self.begun, self.seat, self.world = course, begun, seat, world

    def on_round(self, game: Game) -> None:
        """Note the decisions made so far."""
        del game
        if self.course.rounds == self.begun + 1:
            begin_world(self.course, (self.begun * _PLACES + self.seat) * 2, self.world)
            hidden_anew(self.course, self.course.seats[self.seat])
            self.course.listener = None


class Looks(Listener):
    """A listener that estimates every seat's chance before rounds; points: float[seats, 2] of each, in two halves."""

    def __init__(self, observer: PlainObserver, seed: int, number: int, trials: int, every: int) -> None:
        """Listen to game `number` of a seed; trials: of each seat; every: rounds from one look to the next."""
        self.observer, self.game, self.table = observer, observer.game, observer.table
        self.seed, self.number, self.trials, self.every = seed, number, trials, every
        self.points: list[Any] = []

    def on_round(self, game: Game) -> None:
        """Redeal when the chosen round begins."""
        course = game._course  # noqa: SLF001  the engine's own
        begun = course.rounds - 1
        self.table.listener = None  # trial games have none
        if begun % self.every == 0:
            points = np.zeros((self.table.seats, 2))
            for seat in range(self.table.seats):
                place = (begun * _PLACES + seat) * 2
                shares = self.shares(course, seat, place, functools.partial(self.after, begun, seat))
                for world, share in enumerate(shares):
                    points[seat, world & 1] += share[seat] / (self.trials / 2)
            self.points.append(points)
            self.table.course = course

    def before_setup(self) -> Any:
        """Return every seat's chance before the setup, in two halves: float[seats, 2]."""
        points = np.zeros((self.table.seats, 2))
        course = self.game.begun(self.table, self.seed, self.number)
        for world, share in enumerate(self.shares(course, 0, 0, self.from_setup)):
            points[:, world & 1] += share / (self.trials / 2)
        return points

    def shares(self, course: Course, seat: int, place: int, replay: Replay) -> Any:
        """Return what seats get in worlds that one of them can't tell from the true one: float[trials, seats]."""
        most = self.table.rules["max_rounds"]
        key = functools.partial(key_of, course, place, stream=_STREAM)
        fork = Fork(
            self.seed,
            self.number,
            course,
            course.seats[seat],
            NO_DECISION,
            first=0,
            count=0,
            taken=(),
            key=key,
            persona=None,
            max_rounds=most,
            ends_early=False,
            for_score=self.observer.aim == SCORE,
        )
        results = outcomes(self.observer.engine, fork, [PERSONA], range(self.trials), replay)
        return self.observer.gained(results[:, 0])

    def after(self, begun: int, seat: int, world: int, option: int) -> PlayedTrial:
        """Play a game with a world redealt for a seat after this number of rounds."""
        del option
        course = self.game.begun(self.table, self.seed, self.number)
        course.listener = Dealing(course, begun, seat, world)
        return self.ended(course)

    def from_setup(self, world: int, option: int) -> PlayedTrial:
        """Play a game with the dice of a world from the beginning."""
        del option
        course = self.game.begun(self.table, self.seed, self.number)
        begin_world(course, 0, world)
        course.dice.go_to(SETUP, 0)
        return self.ended(course)

    def ended(self, course: Course) -> PlayedTrial:
        """Play a game to its end.  RuleError."""
        self.table.course = course
        with self.game.rules(self.seed, self.number, course):
            course.play(self.table.rules["max_rounds"])
        return PlayedTrial(course)


class Examiner(PlainThinkers):
    """Tries all options of every decision of a game in the same worlds; decided, worth: as in `Observed`."""

    def __init__(self, observer: PlainObserver, trials: int) -> None:
        """Examine with this number of trial games per option."""
        super().__init__(observer.game, observer.table, observer.engine, observer.aim)
        self.observer, self.option_trials = observer, trials
        self.decided: list[tuple[int, ...]] = []
        self.worth: list[Any] = []

    def decide(self, player: Player, node: int, options: list[Any], number: int) -> int:
        """Return the persona's choice, after all options were tried."""
        course = player._course  # noqa: SLF001  the engine's own
        place = player.decided(node, options)
        if len(self.decided) < MAX_DECIDED:
            self.examine(player, node, len(options), number)
        self.taken.append(MadeChoice(place, course.dice.place[player._stream]))  # noqa: SLF001
        return place

    def examine(self, player: Player, node: int, count: int, number: int) -> None:
        """Try the options of one decision."""
        tried = min(count, MAX_TRIED)
        options = [PERSONA, *((2 * k + 1) * count // (2 * tried) if tried < count else k for k in range(tried))]
        results = self.tried(self.fork_at(player, count, number, None), options, range(self.option_trials))
        gained = self.observer.gained(results)
        is_good_low = self.game.lowest_wins if self.aim == SCORE else self.game.one_loses
        mine = gained[:, 1:, player.seat] * (-1 if is_good_low else 1)
        better = (mine[:, :, None] > mine[:, None, :]).sum(axis=0)  # options, options
        dominated = ((better == 0) & (self.option_trials <= better.T * SELDOM)).any(axis=1).sum()
        alike = int((gained == gained[:, :1]).all())
        rounds = player._course.rounds  # noqa: SLF001
        self.decided.append((number, rounds, player.seat, node, count, tried, alike, int(dominated)))
        worth = np.zeros((1 + MAX_TRIED, 2, self.table.seats))
        worth[: 1 + tried, 0], worth[: 1 + tried, 1] = gained[::2].mean(axis=0), gained[1::2].mean(axis=0)
        self.worth.append(worth)

    def world_key(self, course: Course, number: int, world: int) -> int:
        """Return the key of the dice of a world."""
        return key_of(course, number * 2 + 1, world, _STREAM)

    def deal(self, course: Course, player: Player, number: int, world: int) -> None:
        """Other dice and hidden cards; everybody plays as the persona that plays the seat."""
        turns = course.turns
        begin_world(course, number * 2 + 1, world)
        hidden_anew(course, player)
        course.dice.go_to(CHANCE, max(1, turns))


class PlainObserver:
    """Observes games of a laid table: see `core.thinking.chances.Observer`."""

    def __init__(self, game: PlayableGame, table: PlainTable, engine: Trials | None = None, aim: str = WIN) -> None:
        """Observe games at a table where nobody thinks.

        engine: plays trial games in place of plain Python; aim: what is observed, chances to win or final scores.
        """
        self.game, self.table, self.engine, self.aim = game, table, engine, aim

    def observe(self, seed: int, number: int, trials: int, every: int, option_trials: int = 0) -> Observed:
        """Observe one game, as `core.thinking.chances.Observer` does."""
        if self.engine:
            self.engine.prepare((option_trials + trials) * USUAL_DECISIONS)
        with watched(self.table):
            examiner = Examiner(self, option_trials) if option_trials else None
            observation = Looks(self, seed, number, trials, every)
            self.table.listener = observation
            _, figures = self.game.played(self.table, seed, number, examiner)
            points = [observation.before_setup(), *observation.points]
        if self.engine:
            self.engine.confirm()
        row = rows_of([figures], number, self.table, self.game)[0]
        decided = np.array(examiner.decided if examiner else [], DECIDED)
        worth = np.array(examiner.worth if examiner else np.zeros((0, 1 + MAX_TRIED, 2, self.table.seats)))
        return Observed(row, np.array(points), decided, worth)

    def gained(self, results: Outcomes) -> Any:
        """Return the share of the win (of the loss where one loses), or the score, of each seat: float[..., seats]."""
        if self.aim == SCORE:
            return results[..., 1:-2].astype(float)
        credit = credits_of(results, self.game.sides)
        if self.game.one_loses:
            return ((credit == 0) & (results[..., :1] != 0)).astype(float)
        return credit / CREDIT

    def mixed(self, seed: int, first: int, count: int, redrawn: int) -> Any:
        """Return RESULT rows of games on mixed dice, as `core.thinking.chances.Observer` does."""

        def plain(first: int, count: int) -> Any:
            with watched(self.table):
                played = [self._mixed(seed, number, redrawn) for number in range(first, first + count)]
            return rows_of(played, first, self.table, self.game)

        rows = self.engine.mixed(seed, first, count, redrawn, plain) if self.engine else None
        return plain(first, count) if rows is None else rows

    def _mixed(self, seed: int, number: int, redrawn: int) -> Any:
        course = self.table.course = self.game.begun(self.table, seed, number)
        other = Dice(seed, number + _OTHER_GAME)
        for stream in range(CHOICES + MAX_SEATS):
            if redrawn >> stream & 1:
                course.dice.keys[stream] = mix((other.game_key + (stream + 1) * STREAM) & ALL)
                course.dice.address[stream] = -1
        course.dice.go_to(SETUP, 0)
        course.dice.go_to(CHANCE, 0)
        return self.game.finished(self.table, course, seed, number)
