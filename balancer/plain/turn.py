"""Turns, which count only if something happens in them: what the rules keep is compared before and after."""

from __future__ import annotations

import collections
import dis
import enum
import functools
import types
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from balancer.core.dice import CHANCE, SETUP
from balancer.plain.declared import Card, Kinds
from balancer.plain.pile import Pile, attributes_of

if TYPE_CHECKING:
    from balancer.plain.course import Course
    from balancer.plain.player import Player

HAPPENING = frozenset(("choose", "below", "roll", "say"))  # calls in each of which something happens
ENGINE = frozenset(("_course", "_methods", "_mistakes", "_stream", "seat"))
FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinFunctionType)
UNCHANGING = {int, float, complex, bool, str, bytes, range, type, types.NoneType, Card, Kinds, *FUNCTIONS}
LISTS = (list, tuple, set, frozenset, collections.deque)


def take_turn(course: Course, player: Player) -> None:
    """Have a player take a turn, which counts only if something happens in it."""
    game, dice = course.game, course.dice
    if always_happens(type(game)):  # type: ignore[arg-type]  # mypy takes the hash of games for that of classes
        course.begin_turn()
        game.turn(player)
        return
    before = position((game, *course.seats)), dice.address[CHANCE], dice.place[CHANCE]
    course.begin_turn()
    begun = _happened(course)
    game.turn(player)
    if _happened(course) == begun and position((game, *course.seats)) == before[0]:
        course.turns -= 1
        dice.address[CHANCE], dice.place[CHANCE] = before[1:]
        if course.listener:
            course.listener.on_idle(game)


def _happened(course: Course) -> tuple[int, ...]:
    """Return what tells two moments of a game apart, but for what its rules keep."""
    place = course.dice.place
    return course.turns, course.number, course.forced, course.said, course.ending, place[CHANCE], place[SETUP]


@functools.lru_cache(maxsize=64)
def always_happens(definition: Any) -> bool:
    """Return whether turns of a class throw dice, ask a player or say something before they can branch or return."""
    turn, loaded = definition.turn, ""  # loaded: the argument of `turn` that the instruction before has loaded
    for step in dis.get_instructions(turn) if hasattr(turn, "__code__") else ():
        if (
            (step.opname == "LOAD_METHOD" or (step.opname == "LOAD_ATTR" and "NULL" in step.argrepr))
            and step.argval in HAPPENING
            and loaded in turn.__code__.co_varnames[:2]
            and (step.argval == "choose" or getattr(definition, step.argval).__module__.startswith("balancer."))
        ):
            return True
        if "JUMP" in step.opname or "RETURN" in step.opname or step.opname in ("FOR_ITER", "SEND", "YIELD_VALUE"):
            return False
        loaded = step.argval if step.opname.startswith("LOAD_FAST") else ""
    return False


def position(owners: Sequence[object]) -> list[Any]:
    """Return what the rules have set on a game and its players (`owners`), as values that stay as they are.

    They are equal later if nothing has changed; what can't be compared equals nothing.
    """
    met = {id(player) for player in owners[1:]}  # and all that is met; each lives as long as this takes
    found: list[Any] = []
    left = [each for owner in owners for named in vars(owner).items() if named[0] not in ENGINE for each in named]
    left.reverse()
    while left:  # no recursion: a chain of objects may be longer than Python's stack
        value = left.pop()
        if value.__class__ in UNCHANGING or isinstance(value, type | enum.Enum):
            found.append(value)
        elif id(value) in met:  # a player, in a circle, or for the second time
            found.append(id(value))
        else:
            met.add(id(value))
            left += reversed(_within(value, found))
    return found


def _within(value: Any, found: list[Any]) -> list[Any]:
    """Add what tells a value from others to what is found; return the values in it."""
    if value.__class__ is Pile:  # as below, faster
        found.append(value.only)
        own: list[Any] = [value.seen_by]
    else:
        own = [each for named in attributes_of(value) for each in named]
    if isinstance(value, LISTS):
        if UNCHANGING.issuperset(map(type, value)):
            found.append(list(value))
        else:
            found.append(len(value))
            own += value
    elif isinstance(value, dict):
        found.append(len(value))
        own += [each for item in value.items() for each in item]
    elif isinstance(value, bytearray):
        found.append(bytes(value))
    elif hasattr(value, "tobytes") and not getattr(getattr(value, "dtype", None), "hasobject", False):
        found.append(value.tobytes())
    else:
        found.append(id(value) if own else object())
    return own
