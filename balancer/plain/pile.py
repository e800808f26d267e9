"""Piles: cards that not everybody sees, and where to find them in a game."""

from __future__ import annotations

import collections
import functools
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from balancer.plain.errors import PlainError
from balancer.wording import listed

if TYPE_CHECKING:
    from balancer.plain.player import Player


class Pile(list[Any]):
    """A list that not everybody sees.

    seen_by: the player or players who see it, None: nobody; only: a predicate, whether a card may lie here; kind: piles
    of different kinds never mix; drawn_from: the equally likely values that each card was drawn from in secret, such as
    range(1, 7) of a die.

    Trial games of thinkers, and the test whether a persona looks at hidden cards, replace the cards that a player does
    not see: they are redealt among all such piles of a kind, or drawn again from `drawn_from`.
    """

    __slots__ = ("drawn_from", "kind", "only", "seen_by")

    def __init__(
        self,
        cards: Iterable[Any] = (),
        *,
        seen_by: Player | Iterable[Player] | None = None,
        only: Callable[[Any], bool] | None = None,
        kind: str = "card",
        drawn_from: Sequence[Any] | None = None,
    ) -> None:
        """Lay the cards into the pile.  PlainError: `drawn_from` is no range or list of values."""
        super().__init__(cards)
        if drawn_from is not None and (not isinstance(drawn_from, range | list | tuple) or not drawn_from):
            message = f"Pile(..., drawn_from={drawn_from!r}): write a range or a list of values, as in range(1, 7)"
            raise PlainError(message)
        self.seen_by, self.only, self.kind, self.drawn_from = seen_by, only, kind, drawn_from

    def is_seen_by(self, player: Player) -> bool:
        """Return whether a player sees the cards."""
        seers: Any = self.seen_by  # a player, the only one with `choose`, or players
        return seers is player or (seers is not None and not hasattr(seers, "choose") and player in seers)


def piles_in(owners: Iterable[Any]) -> list[Pile]:
    """Return all piles among the attributes of owners, also in lists, dicts and objects there, in a fixed order."""
    piles: list[Pile] = []
    visited: set[int] = set()
    left = [value for owner in owners for value in vars(owner).values()]
    left.reverse()  # a stack: the first value is taken first
    while left:
        value = left.pop()
        if id(value) in visited or isinstance(value, int | str | type):
            continue
        visited.add(id(value))
        if isinstance(value, Pile):
            piles.append(value)
        elif isinstance(value, list | tuple | collections.deque):
            left += reversed(value)
        elif isinstance(value, dict):
            left += reversed(value.values())
        elif not callable(value) and not type(value).__module__.startswith("balancer."):
            left += [each for _, each in attributes_of(value)][::-1]
    return piles


def named_piles(game: Any, players: Iterable[Any]) -> Iterator[tuple[str, Pile]]:
    """Yield all piles, each with the attribute that leads to it: ``self.deck``, ``player.hand``."""
    for word, owner in (("self", game), *(("player", player) for player in players)):
        for name, value in vars(owner).items():
            yield from ((f"{word}.{name}", pile) for pile in piles_in([types.SimpleNamespace(value=value)]))


def mixed_piles(game: Any, players: Iterable[Any], viewer: Player) -> str:
    """Return words on the piles that a player does not see and whose cards are redealt as one; '' if there are none."""
    by_kind: dict[str, dict[str, None]] = {}  # names, in the order of the piles
    for name, pile in named_piles(game, players):
        if pile and pile.drawn_from is None and not pile.is_seen_by(viewer):
            by_kind.setdefault(pile.kind, {})[name] = None
    groups = [listed(list(names)) for names in by_kind.values() if len(names) > 1]
    words = f"what {viewer} can't see had been redealt among {'; among '.join(groups)}: if these never hold the same "
    return f'{words}cards, give one of them a kind of its own: Pile(..., kind="event")' if groups else ""


def attributes_of(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield names and values of the attributes of an object, also of those in slots."""
    yield from getattr(value, "__dict__", {}).items()
    for name in _slots_of(value.__class__):
        yield name, getattr(value, name, None)


@functools.lru_cache(maxsize=256)
def _slots_of(kind: type) -> list[str]:
    slots = [vars(each).get("__slots__", ()) for each in kind.__mro__]
    return [name for some in slots for name in ((some,) if isinstance(some, str) else some) if name != "__dict__"]
