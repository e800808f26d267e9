"""Deals of the cards that a player can't see, all possible ones equally likely.

Not every pile takes every card.  Piles that take the same cards are one group; cards that the same groups take are one
kind.  A deal is drawn group by group; a table of the numbers of ways in which all later groups can still be filled
makes each step exact.  Where that table would be too large, a random walk over deals takes its place.
"""

from __future__ import annotations

import bisect
import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from balancer.plain.errors import PlainError

if TYPE_CHECKING:
    from balancer.plain.dice import Dice
    from balancer.plain.pile import Pile
    from balancer.plain.player import Player

MAX_SPLITS = 4000  # entries of a table of ways: some milliseconds
WALKS = 10  # walks from deal to deal for each group of piles; one walk may exchange any number of cards
WORD = 32  # bits of a word of the dice

Kinds = tuple[tuple[int, int], ...]  # (groups that take it, as bits; number of cards) of each kind of card

Split = tuple[int, ...]  # the number of cards of each kind that a group gets


def deal_anew(piles: Iterable[Pile], player: Player, dice: Dice, stream: int) -> None:
    """Redeal everything that a player can't see; all possible deals are equally likely, and piles keep their sizes."""
    piles = list(piles)
    for hidden in unseen_by(piles, player).values():
        if any(pile.only for pile in hidden):
            deal_within(hidden, dice, stream)
        else:
            lay([card for pile in hidden for card in pile], hidden, dice, stream)
    for pile in drawn_unseen_by(piles, player):
        values = values_for(pile)
        pile[:] = [values[dice.below(stream, len(values))] for _ in pile]


def unseen_by(piles: Iterable[Pile], player: Player) -> dict[str, list[Pile]]:
    """Return the piles with cards that a player can't see, by their kinds; not those drawn from values."""
    unseen: dict[str, list[Pile]] = {}
    for pile in piles:
        if pile and pile.drawn_from is None and not pile.is_seen_by(player):
            unseen.setdefault(pile.kind, []).append(pile)
    return unseen


def drawn_unseen_by(piles: Iterable[Pile], player: Player) -> list[Pile]:
    """Return the piles that were drawn from values and that a player can't see."""
    return [pile for pile in piles if pile.drawn_from is not None and not pile.is_seen_by(player)]


def values_for(pile: Pile) -> list[Any]:
    """Return the values that each card of a drawn pile may be.  PlainError: a card is none of them."""
    values = [value for value in pile.drawn_from or () if pile.only is None or pile.only(value)]
    for card in pile:
        if card not in values:
            where = f"drawn_from={pile.drawn_from!r}{' and `only`' if pile.only else ''}"
            raise PlainError(f"{card} lies in a Pile with {where}, which do not hold it: what is known must be true")
    return values


def deal_within(hidden: Sequence[Pile], dice: Dice, stream: int) -> None:
    """Redeal the cards of some piles so that each lies where it may; PlainError: one lies where it may not."""
    pool = [card for pile in hidden for card in pile]
    by_cards_taken: dict[tuple[bool, ...], list[Pile]] = {}
    begin = 0
    for pile in hidden:
        takes = (True,) * len(pool) if pile.only is None else tuple(bool(pile.only(card)) for card in pool)
        for card, is_taken in zip(pile, takes[begin : begin + len(pile)], strict=True):
            if not is_taken:
                raise PlainError(f"{card} lies in a Pile whose `only` says that it can't: what is known must be true")
        by_cards_taken.setdefault(takes, []).append(pile)
        begin += len(pile)
    # The group that takes most cards comes last, since there is but one way to fill the last.
    groups = sorted(by_cards_taken.items(), key=lambda group: sum(group[0]))
    kinds: dict[int, list[Any]] = {}
    for card, takers in zip(pool, zip(*(takes for takes, _ in groups), strict=True), strict=True):
        kinds.setdefault(sum(takes << group for group, takes in enumerate(takers)), []).append(card)
    room = tuple(sum(map(len, piles)) for _, piles in groups)
    dealt = _exactly(kinds, room, dice, stream) or _by_walks(kinds, room, dice, stream)
    for cards, (_, piles) in zip(dealt, groups, strict=True):
        lay(cards, piles, dice, stream)


def lay(cards: list[Any], piles: Sequence[Pile], dice: Dice, stream: int) -> None:
    """Shuffle cards and lay them on piles, as many on each as lie there."""
    dice.shuffle(cards, stream)
    begin = 0
    for pile in piles:
        end = begin + len(pile)
        pile[:] = cards[begin:end]
        begin = end


# Exactly --------------------------------------------------------------------------------------------------------------
def _exactly(kinds: dict[int, list[Any]], room: Split, dice: Dice, stream: int) -> list[list[Any]] | None:
    """Return the cards of each group, every deal as likely; None where the table of ways is too large."""
    left: Kinds = tuple(sorted((takers, len(cards)) for takers, cards in kinds.items()))
    ways = _ways_of(left, room)
    if ways is None:
        return None
    cards = {takers: list(cards) for takers, cards in kinds.items()}
    dealt: list[list[Any]] = []
    for group in range(len(room)):
        splits = ways.splits[group, left]
        ends = list(itertools.accumulate(deals for _, deals in splits))
        split, _ = splits[bisect.bisect_right(ends, _below(ends[-1], dice, stream))]
        dealt.append([])
        others: dict[int, list[Any]] = {}
        for (takers, _), number in zip(left, split, strict=True):
            dice.shuffle(cards[takers], stream)
            dealt[-1] += cards[takers][:number]
            others.setdefault(takers >> 1, []).extend(cards[takers][number:])
        cards, left = others, _kinds_after(left, split)
    return dealt


class _TooManyWaysError(Exception):
    """The table of ways is too large."""


@functools.lru_cache(maxsize=32)
def _ways_of(kinds: Kinds, room: Split) -> _Ways | None:
    """Return the ways to fill groups with kinds of cards; None where they are too many to be listed."""
    ways = _Ways(room)
    try:
        ways.count(0, kinds)
    except _TooManyWaysError:
        return None
    return ways


class _Ways:
    """Counts of the ways to fill groups of piles, with every card distinct.

    splits: by group and the kinds left, the hands that the group may get, each with its number of deals.
    """

    def __init__(self, room: Split) -> None:
        self.room, self.entries = room, 0
        self.splits: dict[tuple[int, Kinds], list[tuple[Split, int]]] = {}

    def count(self, group: int, kinds: Kinds) -> int:
        """Return the number of deals to a group and all later ones; the lowest bit of a kind says if this takes it."""
        if group == len(self.room):
            return 1
        if (group, kinds) not in self.splits:
            splits = []
            for split in _splits(kinds, self.room[group]):
                self.entries += 1
                if self.entries > MAX_SPLITS:
                    raise _TooManyWaysError
                deals = self.count(group + 1, _kinds_after(kinds, split))
                deals *= math.prod(math.comb(cards, number) for (_, cards), number in zip(kinds, split, strict=True))
                if deals:
                    splits.append((split, deals))
            self.splits[group, kinds] = splits
        return sum(deals for _, deals in self.splits[group, kinds])


def _splits(kinds: Kinds, free: int) -> Iterator[Split]:
    """Yield what the first group may get; cards that no later group takes it must get."""
    if not kinds:
        if free == 0:
            yield ()
        return
    takers, cards = kinds[0]
    later = sum(others for groups, others in kinds[1:] if groups & 1)
    most = min(cards, free) if takers & 1 else 0
    for number in range(cards if takers <= 1 else max(0, free - later), most + 1):
        for others in _splits(kinds[1:], free - number):
            yield number, *others


def _kinds_after(kinds: Kinds, split: Split) -> Kinds:
    """Return the kinds left when the first group is filled: some may have become one."""
    left: Counter[int] = Counter()
    for (takers, cards), number in zip(kinds, split, strict=True):
        left[takers >> 1] += cards - number
    return tuple(sorted((takers, cards) for takers, cards in left.items() if cards))


def _below(total: int, dice: Dice, stream: int) -> int:
    """Return a number 0 .. total-1 of any size; none is more likely than another by more than 1 in 2**WORD."""
    words, number = total.bit_length() // WORD + 2, 0
    for _ in range(words):
        number = number << WORD | dice.below(stream, 1 << WORD)
    return number * total >> WORD * words


# By random walks ------------------------------------------------------------------------------------------------------
def _by_walks(kinds: dict[int, list[Any]], room: Split, dice: Dice, stream: int) -> list[list[Any]]:
    """Return the cards of each group, by walks from deal to deal.

    A walk takes a card from a random place, which is empty from then on.  The card in hand is laid on a random place,
    if that takes it, and the card that was there is in hand next, until one falls into the empty place.  Each step is
    as likely as its reverse, and walks of any length connect all deals, since any two differ by circles of such
    exchanges: so after many walks all deals are equally likely.  The first owes nothing to where the cards really lie.
    """
    dealt = _some_deal([(takers, card) for takers, cards in kinds.items() for card in cards], room, dice, stream)
    places = [group for group, cards in enumerate(dealt) for _ in cards]
    lies = [card for cards in dealt for card in cards]
    for _ in range(WALKS * len(room)):
        empty, place = dice.below(stream, len(places)), -1
        hand = lies[empty]
        while place != empty:
            place = dice.below(stream, len(places))
            if hand[0] >> places[place] & 1:
                hand, lies[place] = lies[place], hand
            else:
                place = -1
    return [
        [card for (_, card), place in zip(lies, places, strict=True) if place == group] for group in range(len(room))
    ]


def _some_deal(cards: list[Any], room: Split, dice: Dice, stream: int) -> list[list[Any]]:
    """Return some possible deal of cards with their takers, by group: augmenting paths, in random order."""
    dealt: list[list[Any]] = [[] for _ in room]
    dice.shuffle(cards, stream)

    def place(card: tuple[int, Any], tried: set[int]) -> bool:
        groups = [group for group in range(len(room)) if card[0] >> group & 1 and group not in tried]
        dice.shuffle(groups, stream)
        for group in groups:
            if len(dealt[group]) < room[group]:
                dealt[group].append(card)
                return True
        for group in groups:
            tried.add(group)
            for number, other in enumerate(dealt[group]):
                if place(other, tried):
                    dealt[group][number] = card
                    return True
        return False

    for card in cards:
        place(card, set())
    return dealt
