"""A player's figures are the sums over the cards, whatever the cards: no lane of a word runs into the next."""

import io
import random
from typing import Any

import pytest

from balancer.core.compile import rule
from balancer.games.oktoberfest import GAME, figures, hands
from balancer.games.oktoberfest.components import MAX_CARDS, MAX_TIPSINESS, MAX_VALUE, N_SUITS, SUIT, SUIT_NAMES


@rule
def all_of(player):
    """Return every figure of a player."""
    return (
        (figures.hand_size(player), figures.hand_value(player), figures.tipsiness(player)),
        (figures.banked_size(player), figures.banked_value(player)),
        tuple_of_suits(player),
        (
            figures.suit_total(player, SUIT.FOOD),
            figures.suit_total(player, SUIT.MUSIC),
            figures.suit_total(player, SUIT.GAMES),
            figures.suit_total(player, SUIT.WILD),
        ),
    )


@rule
def tuple_of_suits(player):
    return (
        figures.banked_tipsiness(player, SUIT.FOOD),
        figures.banked_tipsiness(player, SUIT.MUSIC),
        figures.banked_tipsiness(player, SUIT.GAMES),
        figures.banked_tipsiness(player, SUIT.WILD),
        figures.banked_tipsiness(player, SUIT.REST),
    )


def summed(cards: list[Any], hand: set[int], banked: set[int]) -> Any:
    """Return the same by adding up."""
    owned = hand | banked
    return (
        (len(hand), sum(cards[c].value for c in hand), sum(cards[c].tipsiness for c in hand)),
        (len(banked), sum(cards[c].value for c in banked)),
        tuple(sum(cards[c].banked for c in banked if cards[c].suit == suit) for suit in range(N_SUITS)),
        tuple(sum(cards[c].value for c in owned if cards[c].suit == suit) for suit in range(SUIT.REST)),
    )


@pytest.mark.parametrize("crowded", range(N_SUITS))
def test_figures_are_sums_over_the_cards(crowded: int, tmp_path: Any) -> None:
    """One player gets all 128 cards, nearly all of one suit, with the largest figures, and loses them again."""
    most = MAX_CARDS - 4 if crowded != SUIT.WILD else 16
    counts = {suit: most if suit == crowded else 1 for suit in range(N_SUITS)}
    file = io.StringIO("name,suit,value,tipsiness,banked,count\n")
    file.seek(0, io.SEEK_END)
    for suit, count in counts.items():
        file.write(f"{SUIT_NAMES[suit]} cards,{SUIT_NAMES[suit]},{MAX_VALUE},{MAX_TIPSINESS},{MAX_TIPSINESS},{count}\n")
    path = tmp_path / "extreme.csv"
    path.write_text(file.getvalue(), encoding="utf-8")
    parts = GAME.read_table("parts", path)
    table = GAME.lay_table({**GAME.defaults, "removed": 0}, 3, parts, [GAME.persona("random")])
    cards, player, draw = parts.data.cards, table.players[0], random.Random(crowded)
    GAME.open_game(table, 1, 0)
    hand: set[int] = set()
    banked: set[int] = set()

    for card in draw.sample(range(len(cards)), len(cards)):
        hands.receive(table, 0, card)
        hand.add(card)
    assert all_of(player) == summed(cards, hand, banked)
    for card in draw.sample(sorted(hand), len(hand)):
        hands.bank(table, 0, card)
        hand.remove(card)
        banked.add(card)
        assert all_of(player) == summed(cards, hand, banked)
    for card in draw.sample(sorted(banked), len(banked)):
        hands.give_up(table, 0, card)
        banked.remove(card)
        assert all_of(player) == summed(cards, hand, banked)
