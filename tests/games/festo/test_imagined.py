"""What planners foresee: what comes of a crowd, and what a division of helpers brings."""

from typing import Any

import numpy as np
import pytest

from balancer.core import bits
from balancer.games.festo import imagining, outcome, sharing
from balancer.games.festo.table import N_PLACES
from tests.games.festo.position import lay, send, stock_market, stock_shelf

PRICE = 240  # worth of any ingredient before the last round
START_CARD = 32 * 4  # worth of the start card in the first of four rounds


def lay_without_specials(**knobs: Any) -> Any:
    """Return a table on which no dish can be planned, so that any ingredient is worth the price."""
    table = lay(**knobs)
    table.turn += 1
    table.specials_left[0] = table.specials_left[1] = 0
    return table


# What comes of a crowd
def test_majorities_take_all_and_the_rest_get_nothing():
    """Five meat for two helpers against one, three fruit for the other's two, two honey at the Grocer behind nobody."""
    table = lay_without_specials(abilities="none")
    stock_market(table, "troll", meat=5)
    stock_market(table, "elf", fruit=3)
    stock_shelf(table, honey=2)
    send(table, 0, "troll", 2)
    send(table, 1, "troll", 1)
    send(table, 1, "elf", 2)
    send(table, 0, "elf", 1)
    send(table, 2, "grocer", 2)
    send(table, 0, "grocer", 1)
    worth = [int(outcome.worth_of_outcome(table, seat)) for seat in range(4)]

    assert worth == [5 * PRICE, 3 * PRICE, 2 * PRICE + START_CARD, 0]


def test_level_players_take_one_by_one_in_player_order():
    table = lay_without_specials(abilities="none")
    table.start_player = 1
    stock_market(table, "dwarf", potatoes=3)
    send(table, 0, "dwarf", 2)
    send(table, 1, "dwarf", 2)

    assert [int(outcome.worth_of_outcome(table, seat)) for seat in (0, 1)] == [PRICE, 2 * PRICE]


@pytest.mark.parametrize(("abilities", "worth"), [("none", [2 * PRICE, 2 * PRICE]), (["pixies"], [0, 5 * PRICE])])
def test_a_helper_of_the_pixies_breaks_a_tie(abilities, worth):
    """Two against two at five potatoes; the other's helper at the Pixies joins them there, if it can."""
    table = lay_without_specials(abilities=abilities)
    stock_market(table, "dwarf", potatoes=5)
    send(table, 0, "dwarf", 2)
    send(table, 1, "dwarf", 2)
    send(table, 1, "pixies", 1)
    crowd = [int(pack) for pack in table.crowd]
    found = []
    for seat in (0, 1):
        found.append(int(outcome.worth_of_outcome(table, seat)))
        for place in range(N_PLACES):
            table.crowd[place] = crowd[place]

    assert found == worth


def test_salt_runs_out():
    """One salt for two helpers at the Magician: the second to act gets none."""
    table = lay_without_specials(abilities=["magician"], salt=1)
    send(table, 0, "magician", 1)
    send(table, 1, "magician", 1)
    first, second = (int(outcome.worth_of_outcome(table, seat)) for seat in (0, 1))

    assert first > 0
    assert second == 0


# What a division brings
def test_others_are_imagined_to_answer():
    """Alone at five meat with one helper: the other's three come there; with three they stay away."""
    worth = []
    for helpers in (1, 3):
        table = lay_without_specials(players=2, abilities="none")
        stock_market(table, "troll", meat=5)
        stock_market(table, "pixies", honey=3)
        table.players[0].home, table.players[1].home = helpers, 3
        table.division[:] = 0
        table.division[0] = helpers
        places = bits.first_bits(N_PLACES)
        worth.append(int(imagining.worth_of_division(table, 0, places, places, sharing.NO_KEEPING)))

    assert worth == [0, 5 * PRICE]


def test_helpers_kept_are_placed_in_the_imagined_afternoon():
    """With all kept and no others left to place, the day brings what the two afternoons' best places do."""
    table = lay_without_specials(abilities="none")
    stock_market(table, "troll", meat=5)
    stock_market(table, "pixies", honey=3)
    for seat in range(4):
        table.players[seat].home = 1 if seat == 0 else 0
    table.division[:] = 0
    table.division[imagining.KEPT] = 1
    places = bits.first_bits(N_PLACES)

    assert int(imagining.worth_of_division(table, 0, places, places, np.int64(350))) == (5 + 3) * PRICE // 2
