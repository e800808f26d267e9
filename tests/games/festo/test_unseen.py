"""`reshuffle_unseen` deals each order of piles and events that a seat can't tell from the true one equally often."""

from collections import Counter
from itertools import permutations, product

import numpy as np

from balancer.games.festo import GAME, rules
from tests.core.chance import assert_even
from tests.games.opened import opened

DEALS = 20_000
DRINKS_LEFT, EVENTS_LEFT = 3, 3


def late_table():
    """Return a table with three drinks in their pile, three events to come, and nothing else unseen."""
    table = opened(GAME, 4, ["random"])
    rules.setup(table)
    for row in range(4):
        table.next_of_pile[row] = table.pile_size[row] - (DRINKS_LEFT if row == 0 else 0)
    table.next_event = table.n_events - EVENTS_LEFT
    return table


def unseen(table):
    drinks = tuple(int(kind) for kind in table.piles[0, table.next_of_pile[0] : table.pile_size[0]])
    return drinks, tuple(int(number) for number in table.deck[table.next_event : table.n_events])


def test_every_order_comes_up_equally_often():
    table = late_table()
    drinks, events = unseen(table)
    orders = list(product(permutations(drinks), permutations(events)))
    seen: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(DEALS):
        rules.reshuffle_unseen(table, 0)
        seen[unseen(table)] += 1

    assert set(seen) == set(orders)
    assert_even(list(seen.values()))


def test_what_lies_open_stays():
    table = opened(GAME, 4, ["random"])
    rules.setup(table)
    table.rounds = 1
    rules.prepare_round(table)
    before = np.array(table.dish_at), int(table.deck[0]), table.supply
    for _ in range(20):
        rules.reshuffle_unseen(table, 2)

    assert (np.array(table.dish_at) == before[0]).all()
    assert (int(table.deck[0]), table.supply) == before[1:]
    for row in range(4):
        shown = [int(kind) for kind in table.dish_at[3 * row : 3 * row + 3]]
        hidden = [int(kind) for kind in table.piles[row, table.next_of_pile[row] : table.pile_size[row]]]
        assert sorted(shown + hidden) == sorted(int(kind) for kind in table.box[row, : table.pile_size[row]])
