"""What the rules of a game keep, to be compared: whether anything has happened in a turn."""

from __future__ import annotations

import collections
import dis
import enum
import functools
import types
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from balancer.plain.declared import Card, Kinds
from balancer.plain.pile import Pile

if TYPE_CHECKING:
    from balancer.plain.game import Game
    from balancer.plain.player import Player

HAPPENING = frozenset(("choose", "choose_together", "shuffle", "below", "roll", "say"))  # calls that course.py counts
ENGINE = frozenset(("_course", "_methods", "_mistakes", "_stream", "seat"))
FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinFunctionType)
UNCHANGING = {int, float, complex, bool, str, bytes, range, type, types.NoneType, Card, Kinds, *FUNCTIONS}
LISTS = (list, tuple, set, frozenset, collections.deque)


@functools.lru_cache(maxsize=64)
def always_happens(turn: Callable[..., Any]) -> bool:
    """Whether a method throws dice, asks a player or says something before it can branch or return."""
    for step in dis.get_instructions(turn) if hasattr(turn, "__code__") else ():
        if step.argval in HAPPENING:
            return True
        if "JUMP" in step.opname or "RETURN" in step.opname or step.opname in ("FOR_ITER", "SEND", "YIELD_VALUE"):
            return False
    return False


def position(game: Game, seats: Iterable[Player]) -> list[Any]:
    """Return what the rules have set on a game and its players, as values that stay as they are."""
    met = set(map(id, seats))
    return [
        (name, value if value.__class__ in UNCHANGING else _frozen(value, met))
        for owner in (game, *seats)
        for name, value in vars(owner).items()
        if name not in ENGINE
    ]


def _frozen(value: Any, met: set[int]) -> Any:
    """Return a value that is equal later if nothing in this one has changed; what can't be compared equals nothing.

    met: the ids of the players, and of all that has been met; each lives as long as the comparison.
    """
    if value.__class__ in UNCHANGING:
        return value
    if id(value) in met:  # a player, in a circle, or for the second time
        return id(value)
    if isinstance(value, type | enum.Enum):
        return value
    met.add(id(value))
    if value.__class__ is Pile:  # as below, faster
        own: list[Any] = [value.only, _frozen(value.seen_by, met)]
    else:
        own = [(name, _frozen(each, met)) for name, each in _attributes(value)]
    if isinstance(value, LISTS):
        return own, list(value) if UNCHANGING.issuperset(map(type, value)) else [_frozen(each, met) for each in value]
    if isinstance(value, dict):
        return own, [(_frozen(key, met), _frozen(each, met)) for key, each in value.items()]
    if isinstance(value, bytearray):
        return bytes(value)
    if hasattr(value, "tobytes") and not getattr(getattr(value, "dtype", None), "hasobject", False):
        return value.tobytes()
    return (id(value), own) if own else object()


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the attributes of an object, those in slots among them."""
    yield from getattr(value, "__dict__", {}).items()
    for name in _slots_of(value.__class__):
        yield name, getattr(value, name, None)


@functools.lru_cache(maxsize=256)
def _slots_of(kind: type) -> list[str]:
    slots = [vars(each).get("__slots__", ()) for each in kind.__mro__]
    return [name for some in slots for name in ((some,) if isinstance(some, str) else some) if name != "__dict__"]
