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

JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))  # opcodes
HAPPENING = frozenset(("choose", "below", "roll", "say"))  # methods whose calls make something happen
ENGINE = frozenset(("_course", "_methods", "_mistakes", "_stream", "seat"))  # attributes that the engine sets
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
    before = position((game, *course.seats))
    address, place = dice.address[CHANCE], dice.place[CHANCE]
    course.begin_turn()
    counters = _counters(course)
    game.turn(player)
    if _counters(course) == counters and position((game, *course.seats)) == before:
        # Nothing happened: the turn is taken back, and the next one throws the dice of this one.
        course.turns -= 1
        dice.address[CHANCE], dice.place[CHANCE] = address, place
        if course.listener:
            course.listener.on_idle(game)


def _counters(course: Course) -> tuple[int, ...]:
    """Return all that distinguishes two moments of a game, except the values that its rules keep."""
    place = course.dice.place
    return course.turns, course.number, course.forced, course.said, course.ending, place[CHANCE], place[SETUP]


@functools.lru_cache(maxsize=64)
def always_happens(definition: Any) -> bool:
    """Return whether `turn` of a class throws dice, asks a player or says something on every path to its end.

    Paths are those of its bytecode, from the first instruction along jumps.  They are followed until a call in which
    something happens; a path that reaches the end has none.  Where exceptions are caught, paths are unknown: False.
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
    """Return the instructions of `turn` that begin a call of HAPPENING; names: the parameters self and player."""
    happens, loaded = set(), ""  # loaded: the parameter that the instruction before has loaded
    for at, step in enumerate(steps):
        moved = step.argval if isinstance(step.argval, tuple) else (step.argval,)  # two names from Python 3.13 on
        if step.opname.startswith("STORE_FAST") and not set(names).isdisjoint(moved):
            return set()  # the name no longer stands for the game or the player
        if (
            (step.opname == "LOAD_METHOD" or (step.opname == "LOAD_ATTR" and "NULL" in step.argrepr))
            and step.argval in HAPPENING
            and loaded in names
            # A file may have its own method `roll`, in which nothing need happen.
            and (step.argval == "choose" or getattr(definition, step.argval).__module__.startswith("balancer."))
        ):
            happens.add(at)
        loaded = moved[-1] if step.opname.startswith("LOAD_FAST") else ""
    return happens


def position(owners: Sequence[object]) -> list[Any]:
    """Return the values that the rules have set on a game and its players (`owners`), copied.

    Two results are equal if nothing has changed between them; a value that can't be compared equals no other.  A list
    or object that is replaced by an equal one has not changed: what is in it is compared.
    """
    # The number of each object that has been met, by its id: they live as long as this function runs.
    met = {id(player): number for number, player in enumerate(owners[1:])}
    parts: list[Any] = []
    left = [each for owner in owners for named in vars(owner).items() if named[0] not in ENGINE for each in named]
    left.reverse()
    while left:  # no recursion: a chain of objects may be longer than Python's stack
        value = left.pop()
        if value.__class__ in UNCHANGING or isinstance(value, type | enum.Enum):
            parts.append(value)
        elif id(value) in met:  # a player, in a circle, or for the second time
            parts.append(("met", met[id(value)]))
        else:
            met[id(value)] = len(met)
            left += reversed(_within(value, parts))
    return parts


@functools.lru_cache(maxsize=256)
def _is_bare_tuple(kind: type) -> bool:
    """Return whether a class is a tuple, named or not, that compares as tuples do and has no attributes of its own."""
    slots = all(vars(each).get("__slots__") == () for each in kind.__mro__[: -len(tuple.__mro__)])
    return issubclass(kind, tuple) and slots and kind.__eq__ is tuple.__eq__


def _within(value: Any, parts: list[Any]) -> list[Any]:
    """Add to the parts what distinguishes a value from others of its class, and return the values in it."""
    if value.__class__ is Pile:  # a shorter way to the last of these cases
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
            parts.append(("items", len(value)))
            own += value
    elif isinstance(value, dict):
        parts.append(("dict", len(value)))
        own += [each for item in value.items() for each in item]
    elif isinstance(value, bytearray):
        parts.append(bytes(value))
    elif hasattr(value, "tobytes") and not getattr(getattr(value, "dtype", None), "hasobject", False):
        parts.append(value.tobytes())
    else:
        # Without attributes it can't be compared: a part equal to none.
        parts.append(value.__class__ if own else object())
    return own
