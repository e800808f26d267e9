"""Thinkers where plain Python plays: trial games as in core/thinking/search.py, by playing the game again.

A decision deep in a rule can't be copied with its call stack.  So a trial plays the game again from its beginning to
that decision, with all earlier decisions forced; then everything that the seat can't see is redealt, and the game
continues with other dice.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.core.declarations import BASE, EVERYBODY, TO_THE_END
from balancer.core.dice import CHANCE
from balancer.core.result_row import CREDIT
from balancer.core.thinking.search import MILLION, TRIALS_PER_OPTION
from balancer.plain.dealing import deal_anew
from balancer.plain.dice import ALL, GOLDEN, mix
from balancer.plain.errors import PlainError
from balancer.plain.pile import mixed_piles, piles_in
from balancer.plain.rows import credit_of_winners
from balancer.plain.thinking.replies import Replies
from balancer.plain.thinking.trials import NO_SEAT, Fork, MadeChoice, Outcomes, PlayedTrial, Trials, outcomes
from balancer.sides import SCORE, WIN

if TYPE_CHECKING:
    from balancer.core.declarations import Persona
    from balancer.plain.course import Course
    from balancer.plain.playable import PlayableGame
    from balancer.plain.player import Player
    from balancer.plain.table import PlainTable

PERSONA = -1  # instead of an option: the persona's own choice

USUAL_DECISIONS = 40  # of a game, where one must be guessed how many trial games it takes

_STREAM = 0xA0761D6478BD642F  # an odd constant, keeps the dice of trials apart from those of games


def key_of(course: Course, place: int, world: int, stream: int) -> int:
    """Return the key of the dice of a world at a place in a game; stream: an odd constant that keeps them apart."""
    return mix((course.dice.game_key ^ (place + 1) * stream & ALL) + (world + 1) * GOLDEN & ALL)


def hidden_anew(course: Course, player: Player, stream: int = CHANCE) -> None:
    """Redeal everything that a player can't see, with the dice of a stream."""
    deal_anew(piles_in((course.game, *course.seats)), player, course.dice, stream)
    course.mixed = functools.partial(mixed_piles, course.game, course.seats, player)


@dataclass
class Tried:
    """An option in trial games: how often, and what it gained on the persona's own choice in the same worlds."""

    option: int
    games: int = 0
    gain: int = 0
    squares: int = 0

    def note(self, gains: Any, *, is_first: bool) -> None:
        """Add the gains in some games, int64[games]; is_first: instead of earlier ones."""
        if is_first:
            self.games = self.gain = self.squares = 0
        self.games += len(gains)
        self.gain += int(gains.sum())
        self.squares += int((gains * gains).sum())

    @property
    def mean(self) -> float:
        """The mean gain of the option."""
        return self.gain / self.games

    @property
    def is_sure(self) -> bool:
        """Whether the mean gain is more than a standard error."""
        return self.gain > 0 and self.gain**2 * (self.games + 1) > self.games * self.squares


class ReplyReached(BaseException):
    """A trial game has come to the reply."""


@dataclass
class Replay:
    """A director that repeats decisions, then deals a world for a seat and forces its next decision, and the reply.

    Other cards may give a player one decision more or fewer among those made at the same time as the forced one.  So
    this and the reply are found by their seats.
    """

    thinkers: PlainThinkers
    fork: Fork
    world: int
    option: int
    stops_at_reply: bool = False
    dealt: bool = False
    is_forced: bool = False
    end: int = 0  # the number of the first decision behind those made at the same time as the forced one
    replier: Player | None = None
    answers: int = 0  # of the reply, 0 before it

    def decide(self, player: Player, node: int, options: list[Any], number: int) -> int:
        """Return the forced option, the answer, or the persona's choice."""
        fork, course = self.fork, player._course  # noqa: SLF001  the engine's own
        if number < fork.first:
            was = fork.taken[number]
            if was.place >= len(options):
                raise another_course()
            course.dice.go_to_node(player.seat, course.turns, node)
            course.dice.place[player._stream] = was.dice  # noqa: SLF001
            return was.place
        if not self.dealt and (number, player.seat) != (fork.number, fork.player.seat):
            raise another_course()
        forced = PERSONA
        if not self.is_forced and player.seat == fork.player.seat:
            self.is_forced = True
            self.deal(course, {})
            self.end = max(self.end, number + 1)
            forced = fork.reply.option if fork.reply else self.option
        elif self.is_forced and not self.answers and number >= self.end:
            self.begin_reply(course, player, {})
            if player is self.replier:
                self.answers = len(options)
                forced = self.option if fork.reply else PERSONA
        own = player.decided(node, options)
        return own if forced == PERSONA else min(forced, len(options) - 1)

    def together(self, course: Course, options: dict[Player, list[Any]]) -> None:
        """Deal before those choose who choose at the same time."""
        deciders = [player for player, each in options.items() if len(each) > 1]
        if deciders and course.number == self.fork.first and not self.dealt:
            self.deal(course, options)
            self.end = course.number + sum(len(each) > 1 for each in options.values())
        elif deciders and self.is_forced and course.number >= self.end:
            self.begin_reply(course, deciders[0], options)

    def deal(self, course: Course, options: dict[Player, list[Any]]) -> None:
        """Make a world that the seat can't tell from the true one; options of others are those of their new cards."""
        if not self.dealt:
            self.dealt = True
            reply = self.fork.reply
            world = self.world if reply is None or reply.world is None else reply.world
            me = course.seats[self.fork.player.seat]
            with options_renewed(course, me, options):
                self.thinkers.deal(course, me, self.fork.number, world)

    def begin_reply(self, course: Course, player: Player, options: dict[Player, list[Any]]) -> None:
        """Let a player make the next decision, with the dice of the reply's world, and other hidden cards."""
        if self.replier is not None:
            return
        self.replier = player
        if self.stops_at_reply:
            raise ReplyReached
        reply = self.fork.reply
        if reply and reply.key:
            course.dice.start(reply.key(self.world))
            course.dice.go_to(CHANCE, 0)
            if reply.is_redealt:
                with options_renewed(course, player, options):
                    hidden_anew(course, player)
            course.dice.go_to(CHANCE, max(1, course.turns))


@contextlib.contextmanager
def options_renewed(course: Course, viewer: Player, options: dict[Player, list[Any]]) -> Iterator[None]:
    """Redeal in a block; then options of players that are cards of theirs which the viewer can't see are the new ones.

    options: lists of options by player, changed in place.
    """
    piles = piles_in((course.game, *course.seats)) if options else []
    before = [(pile, list(pile)) for pile in piles if not pile.is_seen_by(viewer)]
    yield
    for player, each in options.items():
        for pile, cards in before if player is not viewer else ():
            if pile.is_seen_by(player) and any(option in cards for option in each):
                each[:] = [*(option for option in each if option not in cards), *dict.fromkeys(pile)]


def leads_of(results: Outcomes, seat: int) -> Any:
    """Return a seat's leads int64[worlds, options], at most CREDIT either way.

    A lead is by how much its standing exceeds the mean of the others', times their number.
    """
    standings = results[..., 1:-2]
    return np.clip(standings.shape[-1] * standings[..., seat] - standings.sum(-1), -CREDIT, CREDIT)


def credits_of(results: Outcomes, sides: str) -> Any:
    """Return the credits of all seats, int64[..., seats]; sides: of the game (sides.py)."""
    side = results[..., 1:-2]
    won = results[..., :1] >> np.arange(side.shape[-1]) & 1 > 0
    return np.where(won, credit_of_winners(won, side, sides)[..., None], 0)


def another_course() -> PlainError:
    """Return the error for a game that does not repeat itself."""
    return PlainError(
        "a game took another course when it was played again; do the rules use `random`, or keep something outside "
        "the game?"
    )


@dataclass
class PlainThinkers:
    """All who think in a line-up; `games`, `trials`, `decisions`, `forced` as in `core.thinking.search.Thinkers`."""

    game: PlayableGame
    table: PlainTable
    engine: Trials | None = None  # plays trial games in place of plain Python, where it can
    aim: str = WIN  # what they play for (sides.py)
    games: int = 0
    trials: int = 0
    decisions: int = 0
    forced: list[tuple[int, int, int]] = field(default_factory=list)
    taken: list[MadeChoice] = field(default_factory=list)
    seed: int = 0
    number: int = 0
    began_together: int = 0
    ends_together: int = 0

    def watch(self, course: Course, seed: int, number: int) -> None:
        """Think in a game that begins."""
        self.seed, self.number, self.forced, self.taken = seed, number, [], []
        self.ends_together = 0
        self.games += 1
        course.director = self

    def decide(self, player: Player, node: int, options: list[Any], number: int) -> int:
        """Return the persona's choice, or the option that gains more in trial games."""
        course = player._course  # noqa: SLF001  the engine's own
        place = player.decided(node, options)
        persona = self.table.lineup[course.entry[player.seat]]
        if persona.search and (not persona.nodes or self.game.nodes[node].name in persona.nodes):
            better = self.think(player, len(options), number, place)
            place = place if better is None else better
        self.taken.append(MadeChoice(place, course.dice.place[player._stream]))  # noqa: SLF001
        return place

    def together(self, course: Course, options: dict[Player, list[Any]]) -> None:
        """Remember which decisions are made at the same time."""
        self.began_together = course.number
        self.ends_together = course.number + sum(len(each) > 1 for each in options.values())

    # A decision -----------------------------------------------------------------------------------------------------
    def think(self, player: Player, count: int, number: int, own_place: int) -> int | None:
        """Return the place of the option that gained most in trial games; None: the persona's own choice stands."""
        persona = self.table.lineup[player._course.entry[player.seat]]  # noqa: SLF001  the engine's own
        fork = self.fork_at(player, count, number, persona)
        replies = Replies(self, fork) if persona.plies > 1 else None
        limit = max(1, min(count, persona.search // TRIALS_PER_OPTION**persona.plies))
        own = Tried(own_place if replies and replies.is_one_position else PERSONA)
        left = [own, *(Tried(place) for place in (k * count // limit for k in range(limit)) if place != own.option)]
        stages = max(1, limit.bit_length())
        world = 0
        for _ in range(stages):
            if world and persona.is_choosy and not any(option.is_sure for option in left[1:]):
                break
            options, budget = [option.option for option in left], persona.search // stages
            if replies:
                credit, world = replies.credits(options, world, budget)
            else:
                worlds = range(world, world + max(1, budget // len(left)))
                credit, world = self.credits(fork, options, worlds, player.seat), worlds.stop
            for option, gains in zip(left, (credit - credit[:, :1]).T, strict=True):
                option.note(gains, is_first=replies is not None and replies.is_one_position)
            best = sorted(left[1:], key=lambda option: -option.mean)
            left = [own, *best[: max(1, (len(left) + 1) // 2 - 1)]]
        self.decisions += 1
        sure = [option for option in left[1:] if option.is_sure]
        if not sure:
            return None
        winner = max(sure, key=lambda option: option.mean)
        gain = 0 if persona.until or self.aim == SCORE else MILLION * winner.gain // (CREDIT * winner.games)
        self.forced.append((number, winner.option, gain))
        return winner.option

    def credits(self, fork: Fork, options: Sequence[int], worlds: range, seat: int) -> Any:
        """Play trial games of options in worlds; return a seat's credits, see `valued`: int64[worlds, options]."""
        return self.valued(self.tried(fork, options, worlds), fork, seat)

    def valued(self, results: Outcomes, fork: Fork, seat: int) -> Any:
        """Return the credits, scores or leads of a seat in trial games: int64[worlds, options]."""
        if fork.for_score:
            sign = -1 if self.game.lowest_wins else 1
            return np.clip(sign * results[..., 1 + seat], -CREDIT, CREDIT)
        if fork.ends_early:
            return leads_of(results, seat)
        return credits_of(results, self.game.sides)[..., seat]

    def fork_at(self, player: Player, count: int, number: int, persona: Persona | None) -> Fork:
        """Return a decision as a fork; persona: who thinks, None: somebody looks on."""
        course, most = player._course, self.table.rules["max_rounds"]  # noqa: SLF001  the engine's own
        until = persona.until if persona else TO_THE_END
        return Fork(
            self.seed,
            self.number,
            course,
            player,
            number,
            self.began_together if self.began_together <= number < self.ends_together else number,
            count,
            self.taken,
            functools.partial(self.world_key, course, number),
            persona,
            min(most, max(course.rounds, 1) + until - 1) if until else most,
            bool(until),
            for_score=self.aim == SCORE and not until,
        )

    def tried(self, fork: Fork, options: Sequence[int], worlds: range) -> Outcomes:
        """Play trial games of options in worlds."""
        self.trials += len(worlds) * len(options)
        return outcomes(self.engine, fork, options, worlds, functools.partial(self.played_on, fork))

    def world_key(self, course: Course, number: int, world: int) -> int:
        """Return the key of the dice of a world."""
        return key_of(course, number, world, _STREAM)

    def played_on(self, fork: Fork, world: int, option: int) -> PlayedTrial:
        """Play on from a fork, or from its reply, with an option in a world."""
        director = Replay(self, fork, world, option)
        trial = self.directed(director)
        if not director.is_forced:
            raise another_course()
        seat = director.replier.seat if director.replier and director.answers else NO_SEAT
        return PlayedTrial(trial, seat, director.answers)

    def course_at_reply(self, fork: Fork, world: int, option: int) -> Course:
        """Play a trial game up to its reply."""
        return self.directed(Replay(self, fork, world, option, stops_at_reply=True))

    def directed(self, director: Replay) -> Course:
        """Play a game again as a director wants it."""
        true = self.table.course
        trial = self.game.begun(self.table, self.seed, self.number)
        trial.director, trial.listener = director, None
        self.table.course = trial  # whose place an error names
        with contextlib.suppress(ReplyReached):
            trial.play(director.fork.max_rounds)
        self.table.course = true
        return trial

    def deal(self, course: Course, player: Player, number: int, world: int) -> None:
        """Give a game the dice of a world, opponents as the player believes them to be, and other hidden cards."""
        dice = course.dice
        dice.start(self.world_key(course, number, world))
        dice.go_to(CHANCE, 0)
        own = course.entry[player.seat]
        persona, first = self.table.lineup[own], len(self.table.lineup)
        for other in course.seats if persona.knows != EVERYBODY else ():
            if other is not player:
                imagined = own if persona.knows == BASE else first + dice.below(CHANCE, len(self.table.minds) - first)
                methods, mistakes = self.table.minds[imagined]
                other._methods = methods  # noqa: SLF001
                other._mistakes = max(mistakes, persona.expect_mistakes)  # noqa: SLF001
        hidden_anew(course, player)
        dice.go_to(CHANCE, max(1, course.turns))
