"""Cards that not everybody sees, and dealing them anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from balancer.plain.dice import Dice
    from balancer.plain.player import Player

PASSES = 5
"""How often every card may change its place where not all piles take all cards."""


class Pile(list[Any]):
    """A list that not everybody sees.

    seen_by: the player who does, or several, None: nobody; only: says of a card whether it may lie here; kind: piles of
    different kinds never mix.  What a player can't see is dealt anew, among all piles of a kind that this player does
    not see: for thinkers, and to find out whether a persona looks at what it can't know.
    """

    __slots__ = ("kind", "only", "seen_by")

    def __init__(
        self,
        cards: Iterable[Any] = (),
        *,
        seen_by: Player | Iterable[Player] | None = None,
        only: Callable[[Any], bool] | None = None,
        kind: str = "card",
    ) -> None:
        """Lay the cards down."""
        super().__init__(cards)
        self.seen_by, self.only, self.kind = seen_by, only, kind

    def is_seen_by(self, player: Player) -> bool:
        """Whether a player sees the cards."""
        seers: Any = self.seen_by
        return seers is player or (seers is not None and not hasattr(seers, "choose") and player in seers)


def piles_in(owners: Iterable[Any]) -> list[Pile]:
    """All piles among the attributes of owners, in lists, dicts and objects there too, in a fixed order."""
    found: list[Pile] = []
    known: set[int] = set()
    for owner in owners:
        for value in vars(owner).values():
            _collect(value, found, known)
    return found


def _collect(value: Any, found: list[Pile], known: set[int]) -> None:
    if id(value) in known or isinstance(value, int | str | type):
        return
    known.add(id(value))
    if isinstance(value, Pile):
        found.append(value)
    elif isinstance(value, list | tuple):
        for each in value:
            _collect(each, found, known)
    elif isinstance(value, dict):
        for each in value.values():
            _collect(each, found, known)
    elif hasattr(value, "__dict__") and not callable(value) and not type(value).__module__.startswith("balancer."):
        for each in vars(value).values():
            _collect(each, found, known)


def deal_anew(piles: Iterable[Pile], player: Player, dice: Dice, stream: int) -> None:
    """Deal anew all that a player can't see; every pile keeps its number of cards."""
    unseen: dict[str, list[Pile]] = {}
    for pile in piles:
        if pile and not pile.is_seen_by(player):
            unseen.setdefault(pile.kind, []).append(pile)
    for hidden in unseen.values():
        if any(pile.only for pile in hidden):
            _swap(hidden, dice, stream)
            continue
        pool = [card for pile in hidden for card in pile]
        dice.shuffle(pool, stream)
        begin = 0
        for pile in hidden:
            end = begin + len(pile)
            pile[:] = pool[begin:end]
            begin = end


def _swap(hidden: list[Pile], dice: Dice, stream: int) -> None:
    """Exchange cards by chance wherever both piles take them: every deal that is possible becomes as likely."""
    pool = [card for pile in hidden for card in pile]
    takes = [pile.only for pile in hidden for _ in pile]
    for _ in range(PASSES):
        for i in range(len(pool)):
            j = dice.below(stream, len(pool))
            mine, its = takes[i], takes[j]
            if (mine is None or mine(pool[j])) and (its is None or its(pool[i])):
                pool[i], pool[j] = pool[j], pool[i]
    begin = 0
    for pile in hidden:
        end = begin + len(pile)
        pile[:] = pool[begin:end]
        begin = end
