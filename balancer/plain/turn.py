"""Turns, which count only if something happens in them: what the rules keep is compared before and after."""

from __future__ import annotations

import collections
import dis
import enum
import functools
import itertools
import types
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from balancer.core.dice import CHANCE, SETUP
from balancer.plain.declared import Card, Kinds
from balancer.plain.pile import Pile, attributes_of

if TYPE_CHECKING:
    from balancer.plain.course import Course
    from balancer.plain.player import Player

JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))
HAPPENING = frozenset(("choose", "below", "roll", "say"))  # calls in each of which something happens
ENGINE = frozenset(("_course", "_methods", "_mistakes", "_stream", "seat"))
FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinFunctionType)
UNCHANGING = {int, float, complex, bool, str, bytes, range, type, types.NoneType, Card, Kinds, *FUNCTIONS}
LISTS = (list, tuple, set, frozenset, collections.deque)
BARE = frozenset((list, tuple, set, frozenset, collections.deque, dict))  # classes without attributes of their own


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
    # Everything that distinguishes two moments of a game, except the values that its rules keep.
    place = course.dice.place
    return course.turns, course.number, course.forced, course.said, course.ending, place[CHANCE], place[SETUP]


@functools.lru_cache(maxsize=64)
def always_happens(definition: Any) -> bool:
    """Return whether `turn` of a class throws dice, asks a player or says something on every path to its end.

    Paths are those of its bytecode: from its first instruction along jumps, but not past a call in which something
    happens.  One that is unknown, as where exceptions are caught, counts as a path without any.
    """
    turn = definition.turn
    code = getattr(turn, "__code__", None)
    if code is None or code.co_exceptiontable:
        return False
    steps = list(dis.get_instructions(code))
    happens = _happenings(definition, code.co_varnames[:2], steps)
    at_offset = {step.offset: at for at, step in enumerate(steps)}
    paths, reached = [0], set(happens)
    while paths:
        at = paths.pop()
        if at in reached:
            continue
        reached.add(at)
        step = steps[at]
        if step.opname.startswith(("RETURN", "YIELD", "SEND")):
            return False
        if step.opcode in JUMPS:
            paths.append(at_offset[step.argval])
        if not step.opname.startswith(("JUMP", "RAISE", "RERAISE")) or "_IF_" in step.opname:
            paths.append(at + 1)
    return True


def _happenings(definition: Any, names: tuple[str, ...], steps: Sequence[dis.Instruction]) -> set[int]:
    """Return which instructions of `turn` begin a call, of the game or its player (`names`), that always happens."""
    happens, loaded = set(), ""  # loaded: the argument of `turn` that the instruction before has loaded
    for at, step in enumerate(steps):
        moved = step.argval if isinstance(step.argval, tuple) else (step.argval,)  # two names from Python 3.13 on
        if step.opname.startswith("STORE_FAST") and not set(names).isdisjoint(moved):
            return set()  # the name no longer stands for the game or the player
        if (
            (step.opname == "LOAD_METHOD" or (step.opname == "LOAD_ATTR" and "NULL" in step.argrepr))
            and step.argval in HAPPENING
            and loaded in names
            and (step.argval == "choose" or getattr(definition, step.argval).__module__.startswith("balancer."))
        ):
            happens.add(at)
        loaded = moved[-1] if step.opname.startswith("LOAD_FAST") else ""
    return happens


def position(owners: Sequence[object]) -> list[Any]:
    """Return what the rules have set on a game and its players (`owners`), as values that stay as they are.

    They are equal later if nothing has changed; what can't be compared equals nothing.
    """
    met = {id(player) for player in owners[1:]}  # and all that is met; each lives as long as this takes
    parts: list[Any] = []
    left = [each for owner in owners for named in vars(owner).items() if named[0] not in ENGINE for each in named]
    left.reverse()
    while left:  # no recursion: a chain of objects may be longer than Python's stack
        value = left.pop()
        if value.__class__ in UNCHANGING or isinstance(value, type | enum.Enum):
            parts.append(value)
        elif id(value) in met:  # a player, in a circle, or for the second time
            parts.append(id(value))
        else:
            met.add(id(value))
            left += reversed(_within(value, parts))
    return parts


@functools.lru_cache(maxsize=256)
def _is_bare_tuple(kind: type) -> bool:
    slots = all(vars(each).get("__slots__") == () for each in kind.__mro__[: -len(tuple.__mro__)])
    return issubclass(kind, tuple) and slots and kind.__eq__ is tuple.__eq__


def _within(value: Any, parts: list[Any]) -> list[Any]:
    """Add what distinguishes a value from others to the parts; return the values in it."""
    if value.__class__ is Pile:  # as below, faster
        parts += value.only, value.drawn_from
        own: list[Any] = [value.seen_by]
    elif value.__class__ in BARE:
        own = []
    else:
        own = [each for named in attributes_of(value) for each in named]
    if isinstance(value, LISTS):
        kinds = set(map(type, value))
        if kinds <= UNCHANGING or (
            all(map(_is_bare_tuple, kinds)) and UNCHANGING.issuperset(map(type, itertools.chain.from_iterable(value)))
        ):
            parts.append(list(value))
        else:
            parts.append(len(value))
            own += value
    elif isinstance(value, dict):
        parts.append(len(value))
        own += [each for item in value.items() for each in item]
    elif isinstance(value, bytearray):
        parts.append(bytes(value))
    elif hasattr(value, "tobytes") and not getattr(getattr(value, "dtype", None), "hasobject", False):
        parts.append(value.tobytes())
    else:
        parts.append(id(value) if own else object())
    return own
