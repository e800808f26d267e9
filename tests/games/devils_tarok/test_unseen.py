"""`reshuffle_unseen` deals each arrangement that a seat can't tell from the true one with the same chance."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from balancer.games.devils_tarok import GAME
from balancer.games.devils_tarok.table import MAJORS
from tests.core.chance import assert_even
from tests.games.devils_tarok import kernels
from tests.games.devils_tarok.position import hand, lay, listed, names, number, play

DEALS = 40_000
SUIT = {"beers": 0, "lagers": 1, "wines": 2, "spirits": 3, "major": MAJORS}


def arrangement(table):
    """Hands of seats 1 and 2 and the draw pile in its order."""
    pile = [names(table, [int(table.deck[place])])[0] for place in range(table.next_card, 78)]
    return tuple(hand(table, 1)), tuple(hand(table, 2)), tuple(pile)


def deals(table, count):
    """Return how often each arrangement comes up, and the true one's key: hands and draw pile as numbers."""
    hands, decks = np.zeros((count, 3, 2), np.uint64), np.zeros((count, 78), np.uint8)
    kernels.deal_often(table, 0, hands, decks)
    return Counter(
        (hand.tobytes(), deck[table.next_card :].tobytes()) for hand, deck in zip(hands[:, 1:], decks, strict=True)
    )


def key(table, first, second, pile):
    """Return an arrangement as `deals` counts it."""
    numbers = [[number(table, card) for card in cards] for cards in (first, second, pile)]
    words = [[sum(1 << n for n in held if n < 64), sum(1 << n - 64 for n in held if n >= 64)] for held in numbers[:2]]
    return np.array(words, np.uint64).tobytes(), bytes(numbers[2])


def fits(cards, void):
    return not any(SUIT.get(card.split()[-1], SUIT.get(card.split()[0])) in void for card in cards if card != "fool")


def possible(table, cards, sizes, voids):
    """Return all arrangements of the unseen cards, by brute force."""
    order = names(table, [int(card) for card in table.box])
    found = set()
    for row in permutations(cards):
        first, second, pile = row[: sizes[0]], row[sizes[0] : sum(sizes)], row[sum(sizes) :]
        if fits(first, voids[0]) and fits(second, voids[1]):
            found.add((tuple(sorted(first, key=order.index)), tuple(sorted(second, key=order.index)), pile))
    return found


POSITIONS = {
    "nothing shown": ("3 beers, major 4", "A wines, fool", "2 beers, 3 wines", ({}, {})),
    "voids that cross": ("6 spirits, major 4", "A wines, 2 wines", "3 beers, 4 beers, fool", ({0, 2}, {0, 4})),
    "void in different suits": ("3 beers, major 4", "A wines, 6 spirits", "2 beers, 2 wines", ({2}, {0})),
    "hands of different sizes": ("3 beers, major 4, 2 lagers", "fool", "2 beers, 5 wines, 3 lagers", ({2, 3}, {1})),
    "three voids": ("fool, 2 lagers, 9 spirits", "A beers, 5 wines", "2 wines, 4 wines", ({0, 2, 4}, {4, 3})),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_every_arrangement_has_the_same_chance(name):
    first, second, pile, voids = POSITIONS[name]
    table = lay("K beers, K wines", first, second, pile=pile)
    for seat, void in enumerate(voids, 1):
        table.players[seat].void = sum(1 << suit for suit in void)
    cards = listed(first) + listed(second) + listed(pile)
    expected = possible(table, cards, (len(listed(first)), len(listed(second))), voids)
    assert arrangement(table) in expected

    found = deals(table, DEALS)

    keys = {key(table, *each) for each in expected}
    assert set(found) == keys
    assert_even(list(found.values()))


def test_what_a_seat_sees_stays():
    table = lay("K beers, K wines", "3 beers, major 4", "A wines, 2 wines", pile="4 beers, 6 spirits, fool")
    play(table, "K beers", "3 beers")
    before = [table[name].tobytes() for name in ("played_minors", "played_majors")]
    sizes = [int(player.held) for player in table.players[:3]]
    for _ in range(20):
        GAME.reshuffle_unseen(table, 0)

        assert hand(table, 0) == ["K wines"]
        assert [len(hand(table, seat)) for seat in range(3)] == sizes == [1, 1, 2]
        assert [table[name].tobytes() for name in ("played_minors", "played_majors")] == before
