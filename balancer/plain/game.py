"""The class that a designer writes: a game."""

from __future__ import annotations

import fractions
import functools
import inspect
import operator
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from balancer.core.declarations import FIRST_ENDING
from balancer.core.dice import SETUP
from balancer.plain.course import listed
from balancer.plain.declared import Ending, declared_in
from balancer.plain.errors import PlainError
from balancer.plain.turn import take_turn
from balancer.plain.words import composed
from balancer.sides import WIN

if TYPE_CHECKING:
    from balancer.plain.course import Course
    from balancer.plain.player import Player

OWN = ("players", "rounds", "turns")  # attributes that the toolkit fills in

MAX_BELOW = 2**32  # largest count among which a word of the dice can choose; also the highest address of a shuffle


class Game:
    """A game.  Write `setup`, `turn` (or `round`) and `score`; call `self.end(...)` when it is over."""

    # What a subclass may say about itself
    title: str = ""
    source: str = ""
    seats: range = range(2, 5)
    usual: int = 0
    lineup: tuple[str, ...] = ()
    max_rounds: Any = 100
    score_meaning: str = "points"
    standing_meaning: str = "the score so far"  # minus that where the lowest wins: `reading.standing_meaning_in`
    part_holding: str = "held at the end"
    dealt_when: str = "dealt in setup"
    one_loses: bool = False
    lowest_wins: bool = False
    together: bool = False
    against_bank: bool = False
    aim: str = WIN

    starts: Player | None = None  # who begins a game; rules set it

    players: list[Player]
    _course: Course

    def __init_subclass__(cls) -> None:
        """Raise PlainError if the class has what a game can't have."""
        super().__init_subclass__()
        if "__init__" in vars(cls):
            raise PlainError(f"{cls.__name__} has an __init__; write setup(self) instead, which begins each game")

    # What rules may be --------------------------------------------------------------------------------------------
    def setup(self) -> None:
        """Set everything up, on self and on self.players."""

    def round(self) -> None:
        """Play one round, until the game ends: each player who is not out takes a turn, in the order of `self.players`.

        The order is that at the beginning of the round: a change of it holds from the next round on.
        """
        course = self._course
        for player in list(self.players):
            if player.out is False:
                take_turn(course, player)
            elif player.out is not True:
                raise PlainError(
                    f"player.out is {player.out!r}; it says whether a player takes no more turns: write True or False, "
                    "and call yours otherwise",
                    "out",
                )
            if course.ending:
                return
        course.turns = max(course.turns, course.rounds)  # even where nothing ever happens, a round has a turn

    def turn(self, player: Player) -> None:  # noqa: ARG002  for those who write it
        """Play one turn; a game writes this, or `round`."""
        raise PlainError(f"{type(self).__name__} has no turn(self, player) and no round(self); write one of them")

    def finished(self) -> str | None:
        """Return the name of an ending if the game is over after this round; or call self.end(NAME) at any time."""

    def score(self, player: Player) -> int:  # noqa: ARG002
        """Return a player's score, at any time."""
        raise PlainError(f"{type(self).__name__} has no score(self, player); write it")

    def standing(self, player: Player) -> int:
        """Return how far ahead a player is after a round: the score, or minus the score where the lowest wins."""
        return -self.score(player) if self.lowest_wins else self.score(player)

    def quantities(self, player: Player) -> Mapping[str, int]:  # noqa: ARG002
        """Return quantities of a player's position, by name, that may predict the score (`balancer tune --worth`)."""
        return {}

    def picture(self) -> str:
        """Text of the board, for `balancer trace`, which shows it after each turn in which it changed."""
        return ""

    def team(self, player: Player) -> int:  # noqa: ARG002
        """Return the number of a player's team, from 0: players with the same number win and lose together."""
        raise PlainError(f"{type(self).__name__} has no team(self, player); write it", "team")

    def won(self) -> bool:
        """Return whether all have won a game that is played together: by an ending with won=True, unless written."""
        return ending_of(self).won

    def winners(self) -> Iterable[Player]:
        """Return the winners of a game that has ended; a team wins if one of its players does.

        These are the players with the best score, or where one loses, all but those with the worst.  The best score is
        the highest, or the lowest where the lowest wins; in a game of teams, that of the team's mean scores.
        """
        if has_teams(type(self)):
            return _best_team(self)
        best, worst = (min, max) if self.lowest_wins else (max, min)
        scores = [self.score(player) for player in self.players]
        if self.one_loses:
            return [player for player, score in zip(self.players, scores, strict=True) if score != worst(scores)]
        return [player for player, score in zip(self.players, scores, strict=True) if score == best(scores)]

    def parts(self, player: Player) -> Iterable[Any]:  # noqa: ARG002
        """Return the cards of the component tables that count for a player at the end: the lift of each is reported."""
        return ()

    def dealt(self, player: Player) -> Iterable[Any]:  # noqa: ARG002
        """Return the cards of the component tables that only chance gave a player in setup (`balancer cards`)."""
        return ()

    # To be called by rules ----------------------------------------------------------------------------------------
    @property
    def rounds(self) -> int:
        """The round that is played, from 1; 0 in setup."""
        return self._course.rounds

    @property
    def turns(self) -> int:
        """The turn that is played, from 1; 0 before the first."""
        return self._course.turns

    def begin_turn(self, *players: Player) -> None:
        """Count a turn; only needed in a `round` of your own.  PlainError: it is called with players."""
        if players:
            raise PlainError("begin_turn counts a turn, whoever takes it: write self.begin_turn() without a player")
        self._course.begin_turn()

    def end(self, name: str) -> None:
        """End the game by one of the endings declared; the code runs on, and the first ending of a game counts."""
        self._course.end(name)

    def choose_together(self, decision: str, options: Mapping[Player, Iterable[Any]]) -> dict[Player, Any]:
        """Let players choose at the same time, none knowing what the others choose; what each has chosen."""
        course = self._course
        lists = {player: listed(decision, each) for player, each in options.items()}
        if course.director:
            course.director.together(course, lists)
        return {player: player.choose(decision, each) for player, each in lists.items()}

    def shuffle(self, row: list[Any], *, at: int | None = None) -> None:
        """Put a list in a random order.

        at: a number, from 0, that addresses dice of the setup: the hand that is dealt at=3 has the same cards whatever
        happened before.
        """
        course = self._course
        if not isinstance(row, list):
            raise PlainError(f"only a list can be shuffled, not a {type(row).__name__}; write list(...)")
        if at is None:
            course.dice.shuffle(row, course.stream)
            return
        course.dice.go_to(SETUP, _checked(at, f"shuffle(..., at={at!r})", "", least=0))
        course.dice.shuffle(row, SETUP)

    def below(self, n: int) -> int:
        """Return a random number 0 .. n-1."""
        course = self._course
        if n.__class__ is not int or not 0 < n <= MAX_BELOW:
            n = _checked(n, f"below({n!r})", "")
        value = course.dice.below(course.stream, n)
        if course.listener:
            course.listener.on_dice(self, value, 0, n - 1)
        return value

    def roll(self, sides: int = 6) -> int:
        """Return a random number 1 .. sides."""
        if sides.__class__ is not int or not 0 < sides <= MAX_BELOW:
            sides = _checked(sides, f"roll({sides!r})", " sides")
        course = self._course
        value = 1 + course.dice.below(course.stream, sides)
        if course.listener:
            course.listener.on_dice(self, value, 1, sides)
        return value

    def players_from(self, seat: int) -> list[Player]:
        """Return all players in the present order of `self.players`, from a seat on; any whole number will do."""
        course = self._course
        first = course.place_of(seat % len(course.seats))
        return [*self.players[first:], *self.players[:first]]

    def say(self, text: str, *values: Any, seen_by: Player | Iterable[Player] | None = None, instead: str = "") -> None:
        """Add a line to `balancer trace`: say("{} buys for {}", player, price); it costs nothing in other games.

        seen_by: the players who see it, everybody without it; instead: the line for all others, with the same values.
        """
        course = self._course
        course.said += 1
        if course.said > course.most_said:
            raise PlainError("lines of say without end in one round: does a loop never stop?")
        listener = course.listener
        if listener:
            listener.on_say(self, composed(text, values), seen_by, composed(instead, values))

    def __str__(self) -> str:
        """Return the name of the class, which stands for the game in the words of objects that hold it."""
        return type(self).__name__

    __repr__ = __str__


def has_teams(definition: type[Game]) -> bool:
    """Return whether a class writes `team`; a knob or a figure may be called so, too."""
    return definition.team is not Game.team and inspect.isfunction(definition.team)


def ending_of(game: Game) -> Ending:
    """Return the ending of a game that is over, as it is declared."""
    number = game._course.ending - FIRST_ENDING  # noqa: SLF001  the engine's own
    return declared_endings(type(game))[number]  # type: ignore[arg-type]  # mypy takes the hash of games for that of classes


@functools.lru_cache(maxsize=64)
def declared_endings(definition: Any) -> tuple[Ending, ...]:
    """Return the endings of a class, in the order of their numbers."""
    return tuple(declared_in(definition, Ending))


def _best_team(game: Game) -> list[Player]:
    """Return the players of the teams with the best mean score."""
    scores: dict[int, list[int]] = {}
    for player in game.players:
        scores.setdefault(game.team(player), []).append(game.score(player))
    means = {team: fractions.Fraction(sum(each), len(each)) for team, each in scores.items()}
    best = min(means.values()) if game.lowest_wins else max(means.values())
    return [player for player in game.players if means[game.team(player)] == best]


def _checked(n: Any, call: str, what: str, *, least: int = 1) -> int:
    """Return a whole number that dice can take; PlainError, where call is what the rules have written."""
    try:
        whole = None if isinstance(n, bool) else operator.index(n)
    except TypeError:
        whole = None
    if whole is None or not least <= whole <= MAX_BELOW:
        several = "; draw a larger number in several calls" if least and whole and whole > MAX_BELOW else ""
        raise PlainError(f"{call}: write a whole number{what} from {least} to {MAX_BELOW}{several}")
    return whole
