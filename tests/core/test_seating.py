"""Who sits where: every arrangement of a line-up comes up as often as chance would have it, and in no other games."""

import collections
import itertools
import math
import random

import numpy as np
import pytest

from balancer.core.declarations import SEATINGS
from balancer.core.seating import ALL_ORDERS, FIXED, IN_ORDER, MAX_RANKED, filled, seated
from balancer.games.black_death import GAME
from balancer.simulation.jobs import CellJob
from tests.simulation.cells import cell

LINE_UPS = [
    *[("abcdef"[:names], names) for names in range(2, 7)],
    *[("aabb", 4), ("aabc", 4), ("abbb", 4), ("aabbc", 5), ("aaaa", 4)],
    *[("ab", 4), ("ab", 3), ("abc", 4), ("abc", 5), ("a", 3), ("aab", 2)],
    *[("abcde", 3), ("abcdef", 2), ("aabbc", 3)],
]


def shown(line_up: str, players: int, games: range, seating: int = ALL_ORDERS) -> list[str]:
    """Return who sits in the seats, game by game."""
    places = filled(line_up, players)
    return ["".join(seated(places, players, seating, game)) for game in games]


@pytest.mark.parametrize(("line_up", "players"), LINE_UPS)
def test_a_period_has_every_arrangement_as_often_as_chance_would(line_up: str, players: int) -> None:
    """By listing all ways to draw the players from the places: each of these ways comes up once per period."""
    places = filled(line_up, players)
    period = math.factorial(len(places))
    drawn = collections.Counter(map("".join, itertools.permutations(places, players)))
    found = collections.Counter(shown(line_up, players, range(period)))

    assert {one: number * period // drawn.total() for one, number in drawn.items()} == found


@pytest.mark.parametrize(("line_up", "players"), LINE_UPS)
def test_within_a_rotation_everybody_sits_everywhere(line_up: str, players: int) -> None:
    length = len(filled(line_up, players))
    games = shown(line_up, players, range(12 * length))
    for first in range(0, len(games), length):
        for seat in range(players):
            assert sorted(game[seat] for game in games[first : first + length]) == sorted(filled(line_up, players))


def test_the_first_orders_of_four() -> None:
    """Worked out by hand: 0, 5, 4, 3, 2, 1 are the ranks, digits to the bases 3 and 2 exchange the last two places."""
    assert shown("abcd", 4, range(0, 24, 4)) == ["abcd", "acdb", "adbc", "acbd", "adcb", "abdc"]
    assert shown("abcd", 4, range(4, 8)) == ["acdb", "cdba", "dbac", "bacd"]
    assert shown("ab", 4, range(0, 24, 4)) == ["abab", "aabb", "abba", "aabb", "abab", "abba"]


@pytest.mark.parametrize("places", [7, 8, 9, 11, MAX_RANKED, MAX_RANKED + 1, 14, 20, 32])
@pytest.mark.parametrize("rotations", [12, 100, 300, 1000])
def test_a_part_of_many_orders_is_as_balanced_as_a_random_sample(places: int, rotations: int) -> None:
    """How often one place sits so many seats after another: on average no further from even than 1.3 random samples."""
    line_up = range(places)
    counts = np.zeros((places, places, places))
    for rotation in range(rotations):
        order = np.array(seated(line_up, places, ALL_ORDERS, rotation * places))
        assert sorted(order) == list(line_up)
        for distance in range(1, places):
            counts[distance, order, np.roll(order, -distance)] += 1
    away = (counts - rotations / (places - 1))[1:][:, ~np.eye(places, dtype=bool)]
    of_chance = math.sqrt(rotations / (places - 1) * (1 - 1 / (places - 1)))

    assert math.sqrt((away**2).mean()) < 1.3 * of_chance
    assert math.sqrt((away[0] ** 2).mean()) < 1.3 * of_chance, "neighbours"
    assert abs(away).max() < 10 * of_chance


def test_places_of_one_persona_are_moved_like_those_of_two() -> None:
    """Line-ups that differ in one place seat everybody else alike: pairs of variants differ by it alone."""
    for game in random.Random(4).sample(range(10**12), 200):
        one, other = (seated(filled(line_up, 4), 4, ALL_ORDERS, game) for line_up in ("abcd", "abcc"))
        assert [{"d": "c"}.get(name, name) for name in one] == other


def test_who_wants_no_other_neighbours_or_seats_has_them() -> None:
    assert shown("abc", 3, range(4), IN_ORDER) == ["abc", "bca", "cab", "abc"]
    assert shown("ab", 3, range(3), IN_ORDER) == ["aba", "bab", "aba"]
    assert shown("abcd", 3, range(3), IN_ORDER) == ["abc", "bcd", "cda"]
    assert shown("abc", 3, range(3), FIXED) == ["abc"] * 3


@pytest.mark.parametrize("seating", SEATINGS)
@pytest.mark.parametrize(
    ("players", "lineup"),
    [
        (4, ("even", "middler", "edger", "fidget")),
        (3, ("even", "middler", "edger", "fidget", "reader")),
        (5, ("even", "middler", "edger")),
        (4, ("even", "middler") * 16),
        (10, ("even", "middler", "edger")),
        (2, ("even",)),
    ],
)
def test_compiled_games_seat_players_alike_in_any_sequence(players: int, lineup: tuple[str, ...], seating: str) -> None:
    """One table plays games out of their order, changes its places between them, and plays them once more."""
    job = CellJob.of(cell(players=players, lineup=lineup, seating=seating))
    table, history = job.new_table(), GAME.history(job.cell.rules)
    kind = list(SEATINGS).index(seating)
    firsts = [0, 40, 13, 10**15, 7, 10**9 + 1, 14]
    for places in ([0], list(range(len(lineup))), [0], list(range(len(lineup)))[::-1]):
        GAME.seat(table, places)
        for first in firsts:
            rows = GAME.play(table, history, 1, first, 9)
            games = range(first, first + 9)
            expected = [seated(filled(places, players), players, kind, game) for game in games]
            assert np.asarray(rows["entry"])[:, :players].tolist() == expected
