"""What is not appraised (contenders.py) would never have been chosen, and would have broken no tie."""

import numpy as np
import pytest

from balancer.core.declarations import Persona
from balancer.core.record import empty
from balancer.games.shit_head import GAME, zones
from balancer.games.shit_head.table import NO_PILE
from balancer.games.shit_head.zones import FIRST_MAJOR
from tests.games.shit_head import kernels

POSITIONS = 150
PERSONAS = 25


def habits(random):
    """Habits of a player who cares for little, so that much is worth the same, or for what nobody else cares for."""
    return {habit.name: int(random.choice([0, 0, 1, 10, habit.high])) for habit in GAME.habits}


def position(random, table, row):
    """Deal a hand, what is known of the next player's, and a pile."""
    deck = random.permutation([int(kind) for kind in table.box[: table.deck_size]])
    if random.integers(2):
        deck = np.sort(deck)  # few kinds, several cards of each
        deck = np.roll(deck, random.integers(len(deck)))
    held, known = (int(number) for number in random.integers([2, 0], [8, 5]))
    ones = [int(zones.ONE[kind]) for kind in deck]
    row.hand, row.known = sum(ones[:held]), sum(ones[held : held + known])
    row.unshown = sum(ones[:held]) + sum(ones[held + known : held + known + int(random.integers(5, 40))])
    row.hidden = random.integers(0, 5)
    row.pile_size = random.integers(0, 9)
    row.top = random.choice(deck[:held] if random.integers(2) else deck[held + known :]) if row.pile_size else NO_PILE
    row.run_length = random.integers(1, 4) if row.top < FIRST_MAJOR else 0


@pytest.mark.parametrize("knobs", [{}, {"must_play": False, "major_specials": True}, {"ten_burns": False}])
def test_the_same_is_chosen_as_where_all_is_appraised(knobs):
    random = np.random.default_rng(5)
    found = np.zeros((PERSONAS, POSITIONS, 4), np.int64)
    for rows in found:
        table = GAME.lay_table({**GAME.defaults, **knobs}, 2, GAME.read_parts(), [Persona("odd", "", habits(random))])
        GAME.open_game(table, 1, 0)
        positions = empty(kernels.POSITION, POSITIONS)
        for row in positions:
            position(random, table, row)

        kernels.play_twice(table, positions, rows)

    assert (found[..., :2] == found[..., 2:]).all()
    assert np.count_nonzero(found[..., 0]) > found[..., 0].size / 2
