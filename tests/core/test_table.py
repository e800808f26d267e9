"""What a game finds on the table when it begins, after any other game."""

import numpy as np
import pytest

from balancer.core import bits
from balancer.core.record import empty, record
from balancer.core.table import RUNNING, next_in, open_game, seat_after, set_in_vain, table_record
from balancer.core.thinking import forcing
from tests.core.kernels import FIRST_EXTRAS, KNOBS

PLAYER = record(("cards", np.uint8), ("hand", np.uint64, 2))
TABLE = table_record(KNOBS, (), ("players", PLAYER, 3), ("active", np.int8), prepared=(("box", np.uint8, 5),))


@pytest.fixture
def table():
    """Return a table at which a game has been played that left something in every field of its own."""
    used = empty(TABLE)
    used.seats, used.seating.n_places, used.decision.force_at = 2, 1, forcing.NEVER
    used.rules.max_rounds = 9
    used.turn, used.rounds, used.standings, used.ending, used.mistake, used.active = 7, 6, 5, 4, 3, -1
    for k in range(5):
        used.box[k] = k + 1
    for seat in range(3):
        used.players[seat].cards = 255
        used.players[seat].hand[1] = 2**63 + 1
    return used


def test_a_game_begins_with_its_own_fields_at_0_and_keeps_what_was_prepared(table):
    open_game(table, 1, 11, 1, FIRST_EXTRAS)

    assert (table.turn, table.rounds, table.standings, table.ending, table.mistake) == (0, 0, 0, RUNNING, 0)
    assert [(player.cards, *player.hand) for player in table.players] == [(0, 0, 0)] * 3
    assert table.active == 0
    assert list(table.box) == [1, 2, 3, 4, 5]
    assert (table.game_number, table.seats, table.rules.max_rounds) == (11, 2, 9)


def test_what_every_game_clears_is_named(table):
    assert set_in_vain(table) == ["turn", "rounds", "ending", "standings", "mistake", "players", "active"]
    open_game(table, 1, 11, 1, FIRST_EXTRAS)
    assert set_in_vain(table) == []


def test_the_next_seat_goes_around_the_table(table):
    table.seats = 5

    assert [seat_after(table, seat, 1) for seat in range(5)] == [1, 2, 3, 4, 0]
    assert [seat_after(table, seat, 4) for seat in range(5)] == [4, 0, 1, 2, 3]


def test_the_next_of_a_set_of_seats_goes_around_the_table():
    seats = bits.WORD(1 << 1 | 1 << 4)

    assert [next_in(seats, seat) for seat in range(6)] == [1, 4, 4, 4, 1, 1]
    assert next_in(bits.WORD(1 << 2), 2) == 2
