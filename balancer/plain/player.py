"""A seat in a game, and how it chooses."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.core.dice import CHOICES
from balancer.plain.course import checked_kinds, listed
from balancer.plain.errors import PlainError

if TYPE_CHECKING:
    from balancer.plain.course import Course
    from balancer.plain.dice import Dice

# persona's method for a decision: (game, player, option) -> how good the option is
Method = Callable[[Any, Any, Any], Any]

IS_ODDS = "is_odds"  # attribute of methods whose values are weights

WORD = 2**32  # values of a word of the dice

NUMBERS = (float, int, np.bool_, Real, Decimal)  # types that a persona's method may return; the common ones first


def odds(method: Method) -> Any:
    """Let a persona draw its option: the numbers that a method returns are weights, 1 and 3 a quarter of the time.

    PlainError: what is decorated is no method.
    """
    if not hasattr(method, "__code__"):
        raise PlainError(f"@odds stands before a method of a persona, not before {method!r}")
    setattr(method, IS_ODDS, True)
    return method


class Odds(list[float]):
    """Weights of options for the dice to draw from."""

    @classmethod
    def of(cls, values: Sequence[Any], method: Method, options: Sequence[Any]) -> Odds:
        """Return the weights that a method gives to options.  PlainError: they are no odds."""
        weights = cls(map(float, values))
        for value, weight, option in zip(values, weights, options, strict=True):
            if not 0 <= weight < math.inf:
                words = f"returns {value!r} for {option}"
                raise PlainError(f"{_named(method)} {words}; odds are weights from 0 on")
        if not 0 < sum(weights) < math.inf:
            raise PlainError(f"{_named(method)} returns 0 for every option; one of the odds at least must be above 0")
        return weights

    def drawn(self, word: int) -> int:
        """Return the place of the option that a word of the dice, 0 .. WORD-1, draws."""
        ends = list(itertools.accumulate(self))  # no `sum`, which rounds otherwise from Python 3.12 on
        return min(bisect.bisect_right(ends, ends[-1] * word / WORD), bisect.bisect_left(ends, ends[-1]))

    @property
    def shares(self) -> list[float]:
        """The probability of each option."""
        return [weight / sum(self) for weight in self]


class Persona:
    """A player by rules of thumb: a method per decision, (game, me, option) -> how good the option is.

    The first line of its docstring is its claim; a decision without a method is made at random.
    """


class Player:
    """A seat in one game; what the rules set on it belongs to it."""

    seat: int  # from 0

    out: bool = False
    """Whether the player takes no more turns: rules set it."""

    def __init__(self, course: Course, seat: int, methods: Sequence[Method | None], mistakes: int) -> None:
        """Play a seat by a persona: methods by number of the decision, None: at random; mistakes: per mille."""
        self.seat, self._course, self._stream = seat, course, CHOICES + seat
        self._methods, self._mistakes = methods, mistakes

    if TYPE_CHECKING:  # whatever rules set on a player

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...

    def __hash__(self) -> int:
        """Return the seat: sets of players have the same order in every process."""
        return self.seat

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same player."""
        return self is other

    def choose(self, decision: str, options: Any, *, kinds: Any = None) -> Any:
        """Let the player choose one of the options, a list in a fixed order; one alone is no decision.

        kinds: how many options there are of each kind, which stand together in the list.  Who chooses at random then
        draws a kind first (of those that have options), so that a kind of many options is not chosen more often.
        """
        course = self._course
        node = course.nodes.get(decision)
        if node is None:
            raise course.unknown_decision(decision)
        if options.__class__ is not list:
            options = listed(decision, options)
        count = len(options)
        if kinds is not None:
            kinds = checked_kinds(decision, kinds, count)
        if count < 2:  # noqa: PLR2004  none or one
            if count == 0:
                raise PlainError(
                    f"{decision}: a choice among 0 options; let a player choose only among one option or more"
                )
            course.forced += 1
            if course.forced > course.most_forced:
                raise PlainError(
                    f"{decision}: choices of one option without end in one round: does a loop never stop? "
                    "is what was chosen still among the options?"
                )
            if course.listener:
                course.listener.on_forced(self, decision, options[0])
            return options[0]
        number = course.number
        if number >= course.most_decisions:
            raise PlainError("decisions without end in one round: does a loop never stop?")
        course.number = number + 1
        course.node_decisions[node] += 1
        course.node_options[node] += count
        course.kinds = kinds
        if course.director is None:
            place = self.decided(node, options)
        else:
            place = course.director.decide(self, node, options, number)
        if course.listener:
            course.listener.on_choice(self, decision, options, place, course.weighed)
        return options[place]

    def decided(self, node: int, options: list[Any]) -> int:
        """Return the place of the option that the persona takes; ties fall at random."""
        course, stream = self._course, self._stream
        dice = course.dice
        dice.go_to_node(self.seat, course.turns, node)
        method = self._methods[node]
        if method is None or (self._mistakes and dice.below(stream, 1000) < self._mistakes):
            course.weighed = None
            if course.kinds is not None:
                return _of_kinds(dice, stream, course.kinds)
            return dice.below(stream, len(options))
        listener, course.listener = course.listener, None  # what a persona calls says nothing
        values = course.weighed = valued(course, method, self, options)
        course.listener = listener
        if hasattr(method, IS_ODDS):
            values = course.weighed = Odds.of(values, method, options)
            return values.drawn(dice.below(stream, WORD))
        best, place, ties = values[0], 0, 1
        for other in range(1, len(values)):
            value = values[other]
            if value > best:
                best, place, ties = value, other, 1
            elif value == best:
                ties += 1
                if dice.below(stream, ties) == 0:
                    place = other
        return place

    @property
    def left(self) -> Player:
        """The next player in the order of turns as it is now."""
        course = self._course
        players: list[Player] = course.game.players
        return players[(course.place_of(self.seat) + 1) % len(players)]

    @property
    def others(self) -> list[Player]:
        """All other players, from the next on in the order of turns as it is now."""
        others: list[Player] = self._course.game.players_from(self.seat)[1:]
        return others

    def __str__(self) -> str:
        """Return the seat, counted from 1."""
        return f"seat {self.seat + 1}"

    __repr__ = __str__


def _of_kinds(dice: Dice, stream: int, kinds: list[int]) -> int:
    # Draw a kind that has options, then one of its options; a single one takes no dice.
    filled = [kind for kind, size in enumerate(kinds) if size]
    kind = filled[dice.below(stream, len(filled))] if len(filled) > 1 else filled[0]
    return sum(kinds[:kind]) + (dice.below(stream, kinds[kind]) if kinds[kind] > 1 else 0)


def valued(course: Course, method: Method, player: Player, options: list[Any]) -> list[Any]:
    """Return what each option is worth to a persona.  PlainError: one is no number, or the persona plays."""
    game, ending, number, turns = course.game, course.ending, course.number, course.turns
    values = [method(game, player, option) for option in options]
    for value in values:
        if value.__class__ is not int and not is_number(value):
            words = f"returns {value!r} for the option {options[values.index(value)]}"
            raise PlainError(f"{_named(method)} {words}; it must return a number for every option")
    if course.ending != ending:
        raise PlainError(f"{_named(method)} ends the game while it values an option; it may only look")
    if course.number != number or course.turns != turns:
        raise PlainError(f"{_named(method)} takes a decision or a turn while it values an option; it may only look")
    return values


def is_number(value: Any) -> bool:
    """Return whether a value can be compared with all numbers: whole or not, infinite, but no NaN."""
    return isinstance(value, NUMBERS) and value == value  # noqa: PLR0124  as NaN is not


def _named(method: Method) -> str:
    code = getattr(method, "__code__", None)
    place = f" ({code.co_filename}, line {code.co_firstlineno})" if code else ""
    return f"{getattr(method, '__qualname__', method)}{place}"  # ``Bold.take (FILE, line N)``
