"""§ Seen by: what players remember is true, and `reshuffle_unseen` deals all that agrees with it alike often."""

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from balancer.core.bits import WORD
from balancer.games.bartender import GAME, deck, memory
from balancer.games.bartender.unseen import reshuffle_unseen
from balancer.testing import cases
from balancer.testing.cases import Case
from tests.games.bartender import position
from tests.games.bartender.position import give, kind, lay, stack

SAMPLES = 6000
FALSE_ALARM = 6.0  # standard deviations of a chi-square statistic, about: one false alarm in a million or less

VARIANTS: dict[str, dict[str, Any]] = {
    "printed rules": {},
    "cards run through": {"draw_every_hour": True, "hours": 24, "revealed_go": "breakage", "bad_nights_out": 0},
    "redraft, hand of ten": {"redraft": True, "hand_size": 10, "shifts": 3},
    "three picks round": {"hand_size": 8, "shifts": 2, "bic_draw": 6},
    "back on top": {"revealed_go": "top", "draft": "none"},
}


def remembered(table: Any, seat: int) -> tuple[list[list[int]], list[int]]:
    """Return what a seat knows of each hand, and what it knows to be in some other hand, by kind."""
    counts = [np.asarray(words) >> memory.BYTE * seat & 0xFF for words in (table.known, table.passed)]
    return counts[0][: table.seats, : table.n_kinds].tolist(), counts[1][: table.n_kinds].tolist()


def assert_true(table: Any) -> None:
    """Assert that all that a seat remembers is true."""
    for seat in range(table.seats):
        known, passed = remembered(table, seat)
        assert not any(known[seat])
        hands = [table.players[other].hand[: table.n_kinds].tolist() for other in range(table.seats)]
        for k in range(table.n_kinds):
            others = [other for other in range(table.seats) if other != seat]
            assert all(known[other][k] <= hands[other][k] for other in others), (table.game_number, seat, k)
            unknown = sum(hands[other][k] - known[other][k] for other in others)
            assert passed[k] <= unknown, (table.game_number, seat, k)


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize("variant", VARIANTS)
def test_memories_are_true_and_stay_true_when_cards_are_dealt_anew(variant: str, players: int) -> None:
    """After many games, at whatever point they ended, for every seat, then for all others in the new arrangement."""
    lineup = (GAME.persona("random"), GAME.persona("careful"), GAME.persona("schemer"))
    case = Case({**GAME.defaults, "packed_bar": 8, **VARIANTS[variant]}, players, lineup)
    table, history = cases.lay(GAME, case), GAME.history(case.rules)
    something = 0
    for game in range(60):
        GAME.play(table, history, 7, game, 1)
        assert_true(table)
        something += any(any(map(any, remembered(table, seat)[0])) for seat in range(players))

        seat = game % players
        before = public(table, seat)
        reshuffle_unseen(table, seat)
        assert public(table, seat) == before
        assert_true(table)
        assert position.cards(table) == 99
    assert something > 30


def public(table: Any, seat: int) -> Any:
    """Return what a seat sees and remembers."""
    sizes = [int(table.players[other].hand_size) for other in range(table.seats)]
    places = [deck.place_at(table, k) for k in range(table.deck_size)]
    seen = [(int(p), int(table.deck[p])) for p in places if int(table.seen[p]) >> seat & 1]
    counts = [list(map(int, row)) for row in (table.in_bar, table.breakage, table.players[seat].hand)]
    return sizes, seen, counts, remembered(table, seat)


def note_known(table: Any, seat: int, hand: int, name: str) -> None:
    """Let the seat know a card of a hand."""
    table.known[hand, kind(name)] = WORD(table.known[hand, kind(name)]) + memory.in_byte(1, seat)


def note_passed(table: Any, seat: int, name: str) -> None:
    """Let the seat know that a card is in some other hand."""
    table.passed[kind(name)] = WORD(table.passed[kind(name)]) + memory.in_byte(1, seat)


def sampled(table: Any, seat: int, read: Any) -> Counter[Any]:
    """Return how often each arrangement comes up."""
    arrangements: Counter[Any] = Counter()
    for _ in range(SAMPLES):
        reshuffle_unseen(table, seat)
        arrangements[read(table)] += 1
    return arrangements


def assert_alike(found: Counter[Any], expected: Counter[Any]) -> None:
    """Assert that exactly these arrangements come up, each in proportion to the number of ways to deal it."""
    assert set(found) == set(expected)
    ways = sum(expected.values())
    statistic = sum((found[key] - SAMPLES * n / ways) ** 2 / (SAMPLES * n / ways) for key, n in expected.items())
    freedom = len(expected) - 1
    assert abs(statistic - freedom) < FALSE_ALARM * (2 * freedom) ** 0.5, (statistic, freedom)


def test_all_hands_and_decks_that_agree_with_memory_are_alike_likely() -> None:
    """Brute force: two hands and a deck; one card is known, one is remembered, one was turned up for the seat."""
    table = lay(3)
    give(table, 1, "Regular", "Drunk")
    give(table, 2, "Student", "Tourist")
    stack(table, "Regular", "Musician", "Student")
    table.seen[1] = 1
    note_known(table, 0, 1, "Regular")
    note_passed(table, 0, "Drunk")

    hidden = ["Drunk", "Student", "Tourist", "Regular", "Student"]  # 1 in hand 1, 2 in hand 2, 2 in the deck
    expected: Counter[Any] = Counter()
    for order in itertools.permutations(range(5)):
        if order.index(0) < 3:
            names = [hidden[card] for card in order]
            deck_names = (names[3], "Musician", names[4])
            expected[tuple(sorted(["Regular", names[0]])), tuple(sorted(names[1:3])), deck_names] += 1

    def read(table: Any) -> Any:
        return tuple(position.hand(table, 1)), tuple(position.hand(table, 2)), tuple(position.deck_names(table))

    assert_alike(sampled(table, 0, read), expected)


def test_in_a_draft_all_packets_and_picks_that_agree_with_memory_are_alike_likely() -> None:
    """Brute force, one pick made by each: seat 0 sees the packet of seat 2, and passed on the Regular of its own."""
    table = lay(3)
    for seat, (packet, pick) in enumerate([("Regular", "Musician"), ("Student", "Happy Hour"), ("Drunk", "Tourist")]):
        give(table, seat, packet, pick)
        deck.give_up(table.players[seat], kind(pick))
        table.players[seat].next_hand[kind(pick)] = 1
        table.players[seat].next_kinds = 1 << kind(pick)
    table.drafting = 2
    stack(table, "Cheapskate", "Musician")
    note_known(table, 0, 2, "Tourist")  # its own pick
    note_passed(table, 0, "Regular")

    hidden = ["Regular", "Student", "Musician", "Happy Hour", "Cheapskate", "Musician"]
    expected: Counter[Any] = Counter()
    for order in itertools.permutations(range(6)):  # packets of seats 0 and 1, picks for 0 and 1, deck
        if order.index(0) < 4:
            expected[tuple(hidden[card] for card in order)] += 1

    def read(table: Any) -> Any:
        packets = [position.hand(table, seat)[0] for seat in (0, 1)]
        picks = [position.NAMES[int(np.flatnonzero(table.players[seat].next_hand)[0])] for seat in (0, 1)]
        return (*packets, *picks, *position.deck_names(table))

    assert_alike(sampled(table, 0, read), expected)


def test_secret_bids_made_before_are_any_bids() -> None:
    table = lay(3, auction="secret", max_bid=5)
    table.bidding = 0b001
    bids: list[Counter[int]] = [Counter(), Counter(), Counter()]
    for _ in range(SAMPLES):
        reshuffle_unseen(table, 0)
        for seat in range(3):
            bids[seat][int(table.players[seat].bid)] += 1

    assert len(bids[0]) == 1
    for seat in (1, 2):
        assert_alike(bids[seat], Counter(dict.fromkeys(range(6), 1)))


# How memories come about ----------------------------------------------------------------------------------------------
def test_who_draws_a_card_turned_up_is_known_to_the_bic_alone() -> None:
    table = lay(3, lineup=("careful",))
    stack(table, "Regular", "Drunk")
    table.seen[0] = 0b001
    deck.draw_card(table, 2)

    assert remembered(table, 0)[0][2][kind("Regular")] == 1
    assert not any(remembered(table, 1)[0][2])


def test_a_card_stolen_unseen_blurs_what_others_know() -> None:
    table = lay(4)
    give(table, 1, "Regular")
    note_known(table, 3, 1, "Regular")
    deck.lose_random_cards(table, 1, 1, 2)

    known, passed = remembered(table, 3)
    assert (known[1][kind("Regular")], known[2][kind("Regular")], passed[kind("Regular")]) == (0, 0, 1)
    assert remembered(table, 1)[0][2][kind("Regular")] == 1  # who was robbed knows where it is


def test_a_swap_is_seen_and_the_two_know_the_hands() -> None:
    table = lay(4)
    give(table, 1, "Regular", "Drunk")
    give(table, 2, "Student")
    note_known(table, 3, 1, "Drunk")
    note_passed(table, 1, "Student")
    deck.swap_hands(table, 1, 2)

    assert remembered(table, 3)[0][2][kind("Drunk")] == 1
    assert remembered(table, 1)[0][2][kind("Regular")] == 1
    assert remembered(table, 1)[1][kind("Student")] == 0  # it is in the own hand now
    assert remembered(table, 2)[0][1][kind("Student")] == 1


def test_when_the_breakage_is_shuffled_all_know_what_the_others_hold() -> None:
    table = lay(3)
    give(table, 1, "Regular", "Drunk")
    give(table, 2, "Regular")
    stack(table)
    note_known(table, 0, 1, "Drunk")
    deck.draw_card(table, 0)

    assert remembered(table, 0)[1][kind("Regular")] == 2
    assert remembered(table, 0)[1][kind("Drunk")] == 0
    assert remembered(table, 1)[1][kind("Regular")] == 1
    assert_true(table)
