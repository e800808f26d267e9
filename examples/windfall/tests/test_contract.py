"""Windfall keeps the contract of all games."""

import pathlib
from typing import Any

from balancer.testing.contract import Contract
from balancer.testing.game_under_test import Trial
from windfall import GAME


def hidden(table: Any, seat: int) -> dict[str, Any]:
    """What `seat` can't see, piece by piece: `reshuffle_unseen` must deal each of them anew."""
    wishes = [table.wishes[other] for other in range(table.seats) if other != seat]
    return {"the order of the tree": list(table.tree)[: table.left], "the others' wishes": wishes}


def looks_into_the_tree(table: Any, seat: int, option: int) -> int:
    """Picks on as long as no wasp comes next."""
    del seat
    return option if table.tree[table.left - 1] != table.kinds else -option


def knows_the_neighbours_wish(table: Any, seat: int, kind: int) -> int:
    """Never gives what is wished for."""
    return -1 if table.wishes[(seat + 1) % table.seats] == kind else 0


TRIAL = Trial(
    game=GAME,
    hidden=hidden,
    cheats={"pick": looks_into_the_tree, "give": knows_the_neighbours_wish},
    tables={"parts": [str(pathlib.Path(__file__).parent / "odd_table.csv")]},
)


class TestContract(Contract):
    trial = TRIAL
