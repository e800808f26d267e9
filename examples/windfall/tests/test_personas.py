"""What each persona of Windfall claims, as positions with the choice expected."""

from typing import Any

import pytest

from windfall import GAME, decisions
from windfall.table import PICK_ON, STOP

APPLE, PEAR, PLUM = range(3)


def table_with(persona: str, picked: dict[int, int], *, wish: int = PLUM, wasps: int = 5, fruit: int = 10) -> Any:
    """Seat 0 has picked so many of each kind; so many wasps and apples are left."""
    table = GAME.lay_table(GAME.defaults, 2, GAME.read_parts(), [GAME.persona(persona)])
    GAME.open_game(table, 1, 0)
    for kind, number in picked.items():
        table.picked[kind] = number
    table.picked_cards = sum(picked.values())
    table.picked_kinds = sum(1 << kind for kind in picked)
    table.hanging[APPLE] = fruit
    table.hanging[table.kinds] = wasps
    table.left = fruit + wasps
    table.wishes[0] = wish
    return table


@pytest.mark.parametrize(("persona", "stops_with"), [("careful", 3), ("bold", 5)])
def test_careful_and_bold_stop_with_so_many_cards(persona: str, stops_with: int) -> None:
    assert decisions.choose_pick(table_with(persona, {APPLE: stops_with - 1}), 0) == PICK_ON
    assert decisions.choose_pick(table_with(persona, {APPLE: stops_with}, wasps=0), 0) == STOP


def test_counter_picks_on_while_that_promises_more_than_a_wasp_would_take() -> None:
    """Of 15 cards 10 are apples: 10 points to be hoped for; 5 wasps would take 5 times what is picked."""
    assert decisions.choose_pick(table_with("counter", {APPLE: 1}), 0) == PICK_ON
    assert decisions.choose_pick(table_with("counter", {APPLE: 3}), 0) == STOP
    assert decisions.choose_pick(table_with("counter", {APPLE: 3}, wish=APPLE), 0) == STOP
    assert decisions.choose_pick(table_with("counter", {PLUM: 1}, wish=APPLE), 0) == PICK_ON


def test_bold_gives_what_it_likes_least_others_mind_what_they_give() -> None:
    """An apple wished for is worth 2 to seat 0, as a pear is, but 1 to the neighbour."""
    assert decisions.choose_give(table_with("bold", {APPLE: 1, PLUM: 1}, wish=PEAR), 0) == APPLE
    assert decisions.choose_give(table_with("counter", {APPLE: 1, PEAR: 1}, wish=APPLE), 0) == APPLE
