"""`reshuffle_unseen` deals each arrangement of unseen cards with the same chance."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from balancer.games.shit_head import GAME, unseen, zones
from tests.core.chance import assert_even
from tests.games.shit_head import kernels
from tests.games.shit_head.position import hand, kind, lay, names, new, zone

DEALS = 60_000


def deals(table, downs, deck):
    """Return how often each arrangement comes up: all hands, the cards face down, the deck, as bytes."""
    found = [np.zeros((DEALS, *shape), np.uint64) for shape in ((table.seats,), (table.seats, downs), (deck,))]
    kernels.deal_often(table, 0, *found)
    return Counter(tuple(part.tobytes() for part in row) for row in zip(*found, strict=True))


def key(hands, downs, deck):
    """Return an arrangement as `deals` counts it."""
    numbers = [[zone(cards) for cards in hands], [[kind(name) for name in row] for row in downs]]
    parts = [*numbers, [kind(name) for name in deck]]
    return tuple(np.array(part, np.uint64).tobytes() for part in parts)


@pytest.mark.parametrize(
    ("secret", "known", "deck"), [("7 K", "7", "9"), ("K", "7 7 m3", "9 9"), ("", "K", "9 m5"), ("9 9 9", "9", "")]
)
def test_every_arrangement_has_the_same_chance(secret, known, deck):
    """Seat 0 holds a 5 and has m8 face down; seat 1 has m4 face down, cards all know, and cards of its own."""
    table = lay("5", f"{secret} {known}", deck=deck, down=("m8", "m4"), pile="3")
    table.players[1].known = zone(known)
    cards = ["m8", "m4", *secret.split(), *deck.split()]
    size = len(secret.split())
    ways = Counter(
        key(["5", " ".join([known, *row[2 : 2 + size]])], [row[:1], row[1:2]], row[2 + size :])
        for row in permutations(cards)
    )

    found = deals(table, 1, len(deck.split()))

    assert set(found) == set(ways)
    each = 1 / sum(ways.values())
    assert_even([found[way] for way in ways], [number * each for number in ways.values()])


def test_before_cards_are_laid_up_the_cards_dealt_to_the_others_are_unseen():
    """Seat 1 has laid its cards, seat 2 is about to: it sees what seat 1 laid and nothing of seat 3's six."""
    table = new(4)
    table.laid = 2
    player = table.players[3]
    player.hand, player.up, player.held, player.up_left = int(player.hand) + int(player.up), 0, 6, 0
    up = names(table.players[1].up)
    before = [[int(card) for card in table.players[seat].dealt[:6]] for seat in range(4)]
    GAME.reshuffle_unseen(table, 2)
    after = [[int(card) for card in table.players[seat].dealt[:6]] for seat in range(4)]

    assert after[2] == before[2]
    assert after[3] != before[3]
    assert hand(table, 3) == names(sum(int(zones.ONE[card]) for card in after[3]))
    assert names(table.players[1].up) == up


def test_what_a_seat_sees_stays():
    table = lay("5 6", "7 K 9", "4 m2", deck="9 9 P", up=("3", "Q", "m7"), down=("m8", "m4", "m5"), pile="3 3")
    table.players[1].known = zone("K")
    for _ in range(20):
        GAME.reshuffle_unseen(table, 0)

        assert hand(table, 0) == "5 6"
        assert "K" in hand(table, 1).split()
        assert [len(hand(table, seat).split()) for seat in range(3)] == [2, 3, 2]
        assert [names(table.players[seat].up) for seat in range(3)] == ["3", "Q", "m7"]
        assert names(table.pile) == "3 3"


def test_what_was_shown_is_noted_as_it_happens():
    """`unshown` is what lies neither open (pile, burned, face up) nor in a hand that picked it up."""
    rules = {**GAME.defaults, "max_rounds": 20}
    lineup = [GAME.persona(name) for name in ("shrewd", "random", "keeper", "random")]
    table = GAME.lay_table(rules, 4, GAME.read_parts(), lineup)
    picked_up = 0
    for number in range(300):
        GAME.play(table, GAME.history(rules), 3, number, 1)
        players = [table.players[seat] for seat in range(4)]
        shown = int(table.pile) + int(table.burned) + sum(int(player.up) + int(player.known) for player in players)

        assert int(table.unshown) == int(table.whole) - shown
        picked_up += any(player.known for player in players)
    assert picked_up > 100


@pytest.mark.parametrize(
    ("deck", "secret", "worth"), [("", "", True), ("", "K", True), ("", "K 7", False), ("9", "", False)]
)
def test_thinking_is_worthwhile_once_the_end_can_be_reckoned(deck, secret, worth):
    """The deck used up, one card hidden in others' hands at most; own cards don't count."""
    table = lay("5 6 8", f"{secret} 9", deck=deck, pile="3")
    table.players[1].known = zone("9")

    assert bool(unseen.worth_thinking(table, 0)) is worth
