"""Thinkers where plain Python plays: trial games as in core/thinking/search.py, by playing the game again.

A decision deep in a rule can't be copied with its call stack.  So a trial plays the game again from its beginning to
that decision, with all earlier decisions forced; then everything that the seat can't see is redealt, and the game
continues with other dice.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
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
from balancer.plain.pile import Pile, piles_in
from balancer.plain.rows import credit_of_winners, sides_of
from balancer.plain.thinking.trials import Fork, MadeChoice, Outcomes, Trials, outcomes
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


@dataclass
class Tried:
    """An option in trial games: how often, and what it gained on the persona's own choice in the same worlds."""

    option: int
    games: int = 0
    gain: int = 0
    squares: int = 0

    @property
    def mean(self) -> float:
        """The mean gain of the option."""
        return self.gain / self.games

    @property
    def is_sure(self) -> bool:
        """Whether the mean gain is more than a standard error."""
        return self.gain > 0 and self.gain**2 * (self.games + 1) > self.games * self.squares


@dataclass
class Replay:
    """A director that repeats decisions, then deals a world for a seat and forces its next decision.

    first: the number of the first of the decisions that are made at the same time as the forced one.  The seat
    says which of them is forced: with other hidden cards, players before it may have no decision to make, or one more.
    """

    thinkers: PlainThinkers
    taken: Sequence[MadeChoice]
    player: Player
    number: int
    option: int
    world: int
    first: int
    dealt: bool = False
    is_forced: bool = False

    def decide(self, player: Player, node: int, options: list[Any], number: int) -> int:
        """Return the forced option, or the persona's choice."""
        course = player._course  # noqa: SLF001  the engine's own
        if number < self.first:
            was = self.taken[number]
            if was.place >= len(options):
                raise another_course()
            course.dice.go_to_node(player.seat, course.turns, node)
            course.dice.place[player._stream] = was.dice  # noqa: SLF001
            return was.place
        if not self.dealt and (number, player.seat) != (self.number, self.player.seat):
            raise another_course()
        if self.is_forced or player.seat != self.player.seat:
            return player.decided(node, options)
        self.is_forced = True
        self.deal(course, {})
        own = player.decided(node, options)
        return own if self.option == PERSONA else min(self.option, len(options) - 1)

    def together(self, course: Course, options: dict[Player, list[Any]]) -> None:
        """Deal before those choose who choose at the same time as the forced decision."""
        if course.number == self.first and any(len(each) > 1 for each in options.values()):
            self.deal(course, options)

    def deal(self, course: Course, options: dict[Player, list[Any]]) -> None:
        """Make a world that the seat can't tell from the true one; options of others are those of their new cards."""
        if self.dealt:
            return
        self.dealt = True
        me = course.seats[self.player.seat]
        piles = piles_in((course.game, *course.seats))
        before = [(pile, list(pile)) for pile in piles if not pile.is_seen_by(me)]
        self.thinkers.deal(course, me, self.number, self.world)
        for player, each in options.items():
            if player is not me:
                _anew(each, player, before)


def _anew(options: list[Any], player: Player, before: Sequence[tuple[Pile, list[Any]]]) -> None:
    """Replace options that are cards of a player's hidden pile by those which lie there now."""
    for pile, cards in before:
        if pile.is_seen_by(player) and any(option in cards for option in options):
            others = [option for option in options if option not in cards]
            options[:] = [*others, *dict.fromkeys(pile)]


def leads_of(results: Outcomes, seat: int) -> Any:
    """Return a seat's leads int64[worlds, options], at most CREDIT either way.

    A lead is by how much its standing exceeds the mean of the others', times their number.
    """
    standings = results[..., 1:]
    return np.clip(standings.shape[-1] * standings[..., seat] - standings.sum(-1), -CREDIT, CREDIT)


def credits_of(results: Outcomes, side: Sequence[int], sides: str) -> Any:
    """Return the credits of all seats, int64[..., seats]; side: of each seat; sides: of the game (sides.py)."""
    won = results[..., :1] >> np.arange(len(side)) & 1 > 0
    return np.where(won, credit_of_winners(won, np.array(side), sides)[..., None], 0)


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
            better = self.think(player, len(options), number, persona)
            place = place if better is None else better
        self.taken.append(MadeChoice(place, course.dice.place[player._stream]))  # noqa: SLF001
        return place

    def together(self, course: Course, options: dict[Player, list[Any]]) -> None:
        """Remember which decisions are made at the same time."""
        self.began_together = course.number
        self.ends_together = course.number + sum(len(each) > 1 for each in options.values())

    # A decision -----------------------------------------------------------------------------------------------------
    def think(self, player: Player, count: int, number: int, persona: Persona) -> int | None:
        """Return the place of the option that gained most in trial games; None: the persona's own choice stands."""
        limit = max(1, min(count, persona.search // TRIALS_PER_OPTION))
        own = Tried(PERSONA)
        left = [own, *(Tried(k * count // limit) for k in range(limit))]
        world = 0
        for _ in range(max(1, limit.bit_length())):
            rounds = persona.search // (max(1, limit.bit_length()) * len(left))
            if world and persona.is_choosy and not any(option.is_sure for option in left[1:]):
                break
            worlds = range(world, world + max(1, rounds))
            credit = self.credits(player, count, number, [option.option for option in left], worlds)
            for option, gains in zip(left, (credit - credit[:, :1]).T, strict=True):
                option.games += len(worlds)
                option.gain += int(gains.sum())
                option.squares += int((gains * gains).sum())
            world = worlds.stop
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

    def credits(self, player: Player, count: int, number: int, options: list[int], worlds: range) -> Any:
        """Play trial games of options in worlds; return the seat's credits, scores or leads: int64[worlds, options]."""
        course = player._course  # noqa: SLF001  the engine's own
        persona = self.table.lineup[course.entry[player.seat]]
        results = self.tried(player, count, number, options, worlds, persona)
        if self.aim == SCORE and not persona.until:
            sign = -1 if self.game.lowest_wins else 1
            return np.clip(sign * results[..., 1 + player.seat], -CREDIT, CREDIT)
        if persona.until:
            return leads_of(results, player.seat)
        return credits_of(results, sides_of(course), self.game.sides)[..., player.seat]

    def tried(
        self, player: Player, count: int, number: int, options: list[int], worlds: range, persona: Persona | None
    ) -> Outcomes:
        """Play trial games of options in worlds; persona: who thinks, None: somebody looks on."""
        course, most = player._course, self.table.rules["max_rounds"]  # noqa: SLF001  the engine's own
        until = persona.until if persona else TO_THE_END
        fork = Fork(
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
        self.trials += len(worlds) * len(options)
        return outcomes(self.engine, fork, options, worlds, functools.partial(self.played_on, fork))

    def world_key(self, course: Course, number: int, world: int) -> int:
        """Return the key of the dice of a world."""
        return key_of(course, number, world, _STREAM)

    def played_on(self, fork: Fork, world: int, option: int) -> Course:
        """Play on from a decision with an option, in a world."""
        true = self.table.course
        trial = self.game.begun(self.table, self.seed, self.number)
        director = Replay(self, self.taken, fork.player, fork.number, option, world, fork.first)
        trial.director, trial.listener = director, None
        self.table.course = trial  # whose place an error names
        trial.play(fork.max_rounds)
        self.table.course = true
        if not director.is_forced:
            raise another_course()
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
