"""The class that a designer writes: a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from balancer.plain.course import listed
from balancer.plain.errors import PlainError

if TYPE_CHECKING:
    from balancer.plain.course import Course
    from balancer.plain.player import Player

OWN = ("players", "rounds", "turns")
"""Attributes that rules read and never set."""


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
    standing_meaning: str = "the score so far"
    part_holding: str = "held at the end"
    dealt_when: str = "dealt in setup"
    one_loses: bool = False

    players: list[Player]
    _course: Course

    def __init_subclass__(cls) -> None:
        """PlainError: the class has what a game can't have."""
        super().__init_subclass__()
        if "__init__" in vars(cls):
            raise PlainError(f"{cls.__name__} has an __init__; write setup(self) instead, which begins each game")
        for name in OWN:
            if name in vars(cls):
                raise PlainError(f"{cls.__name__}.{name} is filled in by the toolkit; call yours otherwise")

    # What rules may be --------------------------------------------------------------------------------------------
    def setup(self) -> None:
        """Set everything up, on self and on self.players."""

    def round(self) -> None:
        """Play one round: a turn of each player, until the game ends."""
        for player in self.players:
            self.begin_turn()
            self.turn(player)
            if self._course.ending:
                return

    def turn(self, player: Player) -> None:  # noqa: ARG002  for those who write it
        """Play one turn."""
        raise PlainError(f"{type(self).__name__} has no turn(self, player) and no round(self); write one of them")

    def finished(self) -> str | None:
        """The name of an ending if the game is over after this round; or call self.end(NAME) at any time."""

    def score(self, player: Player) -> int:  # noqa: ARG002
        """The score, at any time."""
        raise PlainError(f"{type(self).__name__} has no score(self, player); write it")

    def standing(self, player: Player) -> int:
        """How far ahead a player is after a round."""
        return self.score(player)

    def quantities(self, player: Player) -> Mapping[str, int]:  # noqa: ARG002
        """What of a player's position may be worth points, by name, after a round: see `balancer tune --worth`."""
        return {}

    def winners(self) -> Iterable[Player]:
        """Who wins a game that has ended: the highest score, or where one loses all but the lowest."""
        scores = [self.score(player) for player in self.players]
        if self.one_loses:
            return [player for player, score in zip(self.players, scores, strict=True) if score > min(scores)]
        best = max(scores)
        return [player for player, score in zip(self.players, scores, strict=True) if score == best]

    def parts(self, player: Player) -> Iterable[Any]:  # noqa: ARG002
        """Cards of the component tables that count for a player at the end: the lift of each is reported."""
        return ()

    def dealt(self, player: Player) -> Iterable[Any]:  # noqa: ARG002
        """Cards of the component tables that chance alone gave a player in setup: see `balancer cards`."""
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

    def begin_turn(self) -> None:
        """Count a turn; only needed in a `round` of your own."""
        self._course.begin_turn()

    def end(self, name: str) -> None:
        """The game is over, by one of the endings declared."""
        self._course.end(name)

    def choose_together(self, decision: str, options: Mapping[Player, Iterable[Any]]) -> dict[Player, Any]:
        """Let players choose at the same time, none knowing what the others choose; what each has chosen."""
        course = self._course
        lists = {player: listed(decision, each) for player, each in options.items()}
        if course.director:
            course.director.together(course, lists)
        return {player: player.choose(decision, each) for player, each in lists.items()}

    def shuffle(self, row: list[Any]) -> None:
        """Put a list in a random order."""
        course = self._course
        if not isinstance(row, list):
            raise PlainError(f"only a list can be shuffled, not a {type(row).__name__}; write list(...)")
        course.dice.shuffle(row, course.stream)

    def below(self, n: int) -> int:
        """A random number 0 .. n-1."""
        course = self._course
        if n < 1:
            raise PlainError(f"below({n}): there is no number from 0 to {n - 1}")
        return course.dice.below(course.stream, n)

    def roll(self, sides: int = 6) -> int:
        """A random number 1 .. sides."""
        return 1 + self.below(sides)

    def players_from(self, seat: int) -> list[Player]:
        """All players from a seat on; any whole number will do."""
        first = seat % len(self.players)
        return self.players[first:] + self.players[:first]

    def say(self, text: str, *values: Any, seen_by: Player | Iterable[Player] | None = None, instead: str = "") -> None:
        """A line of `balancer trace`: say("{} buys for {}", player, price); free in all other games.

        seen_by: who sees it, everybody without it; instead: the line for all others.
        """
        listener = self._course.listener
        if listener:
            listener.on_say(self, text.format(*values), seen_by, instead)
