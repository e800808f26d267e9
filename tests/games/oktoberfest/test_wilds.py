"""Wild cards assigned: exactly as good as the best of all ways, for any values."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from balancer.games.oktoberfest import GAME, wilds
from balancer.games.oktoberfest.components import SUIT
from balancer.games.oktoberfest.figures import LANE
from tests.games.oktoberfest.position import lay

TABLE = lay()


def split_of_ours(totals, values):
    """Return the split that the room finds for three totals and wild cards of these values."""
    player = TABLE.players[0]
    mask = 0
    for k, value in enumerate(values):
        card = k * 7  # some in either word
        TABLE.cards[card].value = value
        mask |= 1 << card
    for word in (0, 1):
        player.hand[word] = TABLE.of_suit[SUIT.WILD, word] = mask >> 64 * word & (2**64 - 1)
    player.totals = sum(total << (LANE * suit) for suit, total in enumerate((*totals, sum(values))))
    return wilds.assign_wilds(TABLE, player)


def split_of_naive(totals, values):
    best = max(
        tuple(
            sorted(totals[suit] + sum(v for v, to in zip(values, way, strict=True) if to == suit) for suit in range(3))
        )
        for way in itertools.product(range(3), repeat=len(values))
    )
    lowest, middle, highest = best
    return lowest * wilds.SHIFT**2 + middle * wilds.SHIFT + highest


def totals(most):
    return st.tuples(*[st.integers(0, most)] * 3)


@given(totals=totals(40), values=st.lists(st.sampled_from([3, 3, 5, 7]), max_size=7))
def test_as_in_the_printed_table(totals, values):
    assert split_of_ours(totals, values) == split_of_naive(totals, values)


@given(totals=totals(120), values=st.lists(st.integers(0, 99), max_size=7))
def test_any_values(totals, values):
    assert split_of_ours(totals, values) == split_of_naive(totals, values)


@given(totals=totals(30), values=st.lists(st.sampled_from([0, 2, 6, 6, 10]), max_size=7))
def test_even_values_with_many_alike(totals, values):
    assert split_of_ours(totals, values) == split_of_naive(totals, values)


def test_the_most_wild_cards_there_can_be():
    """16 of them, no two alike: they can be split evenly."""
    values = list(range(1, 17))

    assert split_of_ours((0, 0, 0), values) == split_of_naive((45, 45, 46), [])


def test_a_split_is_kept_until_cards_change():
    table = lay()
    player = table.players[0]

    assert wilds.best_split(table, player) == 0
    assert player.split_known
    assert GAME.name == "oktoberfest"
