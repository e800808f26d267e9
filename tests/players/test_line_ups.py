"""Line-ups and their circular orders."""

import itertools
from collections import defaultdict

import pytest

from balancer.players.line_ups import MAX_ORDERS, chosen_line_ups, number_of_line_ups, orders, shared_out


@pytest.mark.parametrize(
    ("line_up", "expected"),
    [
        ((0, 0, 0, 0), [((0, 0, 0, 0), 1)]),
        ((0, 1, 1, 1), [((0, 1, 1, 1), 4)]),
        ((0, 0, 1, 1), [((0, 0, 1, 1), 4), ((0, 1, 0, 1), 2)]),
        ((0, 1), [((0, 1), 2)]),
    ],
)
def test_each_circular_order_stands_for_its_rotations(line_up, expected):
    assert orders(line_up) == expected


@pytest.mark.parametrize("line_up", [(0, 0, 1, 2), (0, 1, 2, 3), (0, 0, 0, 1, 2), (0, 0, 1, 1, 1)])
def test_every_seating_comes_up_in_proportion(line_up):
    """The seatings of all orders and rotations, by weight, are all arrangements, each equally often."""
    seatings: dict[tuple[int, ...], float] = defaultdict(float)
    for order, weight in orders(line_up):
        for first in range(len(order)):
            seatings[order[first:] + order[:first]] += weight / len(order)

    assert set(seatings) == set(itertools.permutations(line_up))
    assert len({round(times, 9) for times in seatings.values()}) == 1


@pytest.mark.parametrize("line_up", [(0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5, 6, 7)])
def test_of_many_orders_some_are_drawn_always_the_same(line_up):
    drawn = orders(line_up)

    assert sum(weight for _, weight in drawn) == MAX_ORDERS
    assert all(sorted(order) == sorted(line_up) for order, _ in drawn)
    assert drawn == orders(line_up)


def test_games_come_in_whole_rotations():
    assert shared_out([4, 2], 2000, 4) == [1336, 668]
    assert shared_out([1], 10, 4) == [12]


def test_all_line_ups_or_a_choice_with_all_that_are_needed():
    assert len(chosen_line_ups(6, 4, 500)) == number_of_line_ups(6, 4) == 126
    some = chosen_line_ups(6, 4, 50)
    assert len(some) == len(set(some)) == 50
    assert {tuple(sorted((a, b, b, b))) for a in range(6) for b in range(6)} <= set(some)
    assert some == chosen_line_ups(6, 4, 50)
    assert len(chosen_line_ups(6, 4, 1)) == 6 + 6 * 5
