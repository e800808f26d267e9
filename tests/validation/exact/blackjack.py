"""Blackjack from endless decks without splitting, exactly: hands by their sum and whether they hold an ace."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

CARDS = {card: (4 if card == 10 else 1) / 13 for card in range(1, 11)}


class Hand(NamedTuple):
    """A hand; hard: its sum with aces as 1."""

    hard: int = 0
    ace: bool = False

    def with_card(self, card: int) -> Hand:
        """Return the hand with another card."""
        return Hand(self.hard + card, self.ace or card == 1)

    @property
    def is_soft(self) -> bool:
        """Whether an ace counts 11."""
        return self.ace and self.hard <= 11

    @property
    def total(self) -> int:
        """The value of the hand."""
        return self.hard + 10 * self.is_soft


class Result(NamedTuple):
    """What a hand brings: the mean of half bets, and how often it wins."""

    chips: float
    wins: float


Policy = Callable[[Hand, int, bool], str]  # (hand, the dealer's card, whether it may double) -> stand, hit, double


@functools.cache
def dealer_ends(hand: Hand) -> dict[int, float]:
    """Return the probability of each final total of a dealer who draws to 16; 22: over 21."""
    if hand.total >= 17:
        return {min(hand.total, 22): 1.0}
    ends: dict[int, float] = {}
    for card, chance in CARDS.items():
        for total, share in dealer_ends(hand.with_card(card)).items():
            ends[total] = ends.get(total, 0) + chance * share
    return ends


@functools.cache
def ends_after(shown: int) -> dict[int, float]:
    """Return the same of a dealer who shows a card and has no natural."""
    holes = {card: chance for card, chance in CARDS.items() if {shown, card} != {1, 10}}
    ends: dict[int, float] = {}
    for hole, chance in holes.items():
        for total, share in dealer_ends(Hand().with_card(shown).with_card(hole)).items():
            ends[total] = ends.get(total, 0) + chance / sum(holes.values()) * share
    return ends


def standing(total: int, shown: int, bet: int) -> Result:
    """Return what a final total brings."""
    if total > 21:
        return Result(-bet, 0)
    ends = ends_after(shown)
    wins = sum(share for other, share in ends.items() if other == 22 or other < total)
    return Result(bet * (wins - sum(share for other, share in ends.items() if total < other <= 21)), wins)


def mean_over_cards(result: Callable[[int], Result]) -> Result:
    """Return the mean of what the next card brings."""
    results = [(chance, result(card)) for card, chance in CARDS.items()]
    return Result(sum(p * each.chips for p, each in results), sum(p * each.wins for p, each in results))


def moved(move: str, hand: Hand, shown: int, then: Callable[[Hand], Result]) -> Result:
    """Return what a move brings; then: what a hand brings that plays on."""
    if move == "stand":
        return standing(hand.total, shown, 2)
    if move == "double":
        return mean_over_cards(lambda card: standing(hand.with_card(card).total, shown, 4))
    return mean_over_cards(lambda card: then(hand.with_card(card)))


def played(hand: Hand, shown: int, policy: Policy, *, is_first: bool) -> Result:
    """Return what a hand brings to a player of a policy, against a dealer who has no natural."""
    if hand.total >= 21:
        return standing(hand.total, shown, 2)
    move = policy(hand, shown, is_first)
    return moved(move, hand, shown, lambda after: played(after, shown, policy, is_first=False))


@functools.cache
def best_chips(hand: Hand, shown: int, *, is_first: bool) -> tuple[float, str]:
    """Return what a hand brings at best, and the move that does it."""
    if hand.total >= 21:
        return standing(hand.total, shown, 2).chips, "stand"

    def then(after: Hand) -> Result:
        return Result(best_chips(after, shown, is_first=False)[0], 0)

    moves = ["stand", "hit", *(["double"] if is_first else [])]
    return max((moved(move, hand, shown, then).chips, move) for move in moves)


def optimal(hand: Hand, shown: int, is_first: bool) -> str:
    """Return the best move: basic strategy."""
    return best_chips(hand, shown, is_first=is_first)[1]


def as_dealer(hand: Hand, shown: int, is_first: bool) -> str:
    """Return what the dealer would do."""
    del shown, is_first
    return "hit" if hand.total < 17 else "stand"


def never_over(hand: Hand, shown: int, is_first: bool) -> str:
    """Return what never risks to exceed 21."""
    del shown, is_first
    return "hit" if hand.hard < 12 and hand.total < 17 else "stand"


def game(policy: Policy) -> Result:
    """Return what a game brings to a player of a policy."""
    chips = wins = 0.0
    for first, chance_1 in CARDS.items():
        for second, chance_2 in CARDS.items():
            natural = {first, second} == {1, 10}
            hand = Hand().with_card(first).with_card(second)
            for shown, chance_3 in CARDS.items():
                dealer_natural = {1: CARDS[10], 10: CARDS[1]}.get(shown, 0)
                result = Result(3, 1) if natural else played(hand, shown, policy, is_first=True)
                share = chance_1 * chance_2 * chance_3
                chips += share * ((1 - dealer_natural) * result.chips - dealer_natural * (0 if natural else 2))
                wins += share * (1 - dealer_natural) * result.wins
    return Result(chips, wins)


def dealer_naturals() -> float:
    """Return how often the dealer has a natural."""
    return 2 * CARDS[1] * CARDS[10]
