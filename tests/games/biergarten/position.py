"""Gardens laid card by card on a table of the room, for worked examples; cells as in the naive reference."""

import csv
import pathlib
import tempfile
from collections.abc import Sequence
from typing import Any

import numpy as np

from balancer.core.game import Persona
from balancer.core.table import open_game
from balancer.games.biergarten import GAME, layout, options
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten.options import MOVES, NONE, SHIFTS, SWAPS
from balancer.games.biergarten.rules import NOBODY
from balancer.games.biergarten.table import N_NODES, WIDTH
from tests.games.biergarten.naive import Cell, Garden

KINDS = {NONE: "none", SWAPS: "swap", MOVES: "move", SHIFTS: "shift"}


def table_of(rows: Sequence[Sequence[Any]], persona: Persona | None = None, **knobs: Any) -> Any:
    """A table for two laid for the cards of such rows (kind, colors, walls, umbrellas, count), nobody holding anything.

    persona: who sits at all seats, `random` if None.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "mine.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("kind", "colors", "walls", "umbrellas", "count"), *rows])
        parts = GAME.read_parts(path)
    table = GAME.lay_table({**GAME.defaults, **knobs}, 2, parts, [persona or GAME.persona("random")])
    open_game(table, 1, 0, N_NODES)
    table.initiator = NOBODY
    return table


def lay_garden(table: Any, seat: int, garden: Garden) -> Any:
    """The garden of a seat, its cards laid one by one; they have the numbers of the table's rows."""
    laid = table.players[seat].garden
    gardens.clear(laid)
    for cell, card in garden.items():
        gardens.lay_card(table, laid, card.number, number_of(cell))
    laid.score = gardens.score(table, laid)
    return laid


def barrels(table: Any, laid: Any) -> dict[str, int]:
    """What a garden is worth, by source; together its score."""
    rules = table.rules
    found = {
        "matches": int(gardens.matches_of(laid.main)),
        "color": int(rules.color_bonus * gardens.has_all_colours(laid.main, laid.pairs)),
        "garden": int(rules.garden_bonus * (gardens.exposed_of(laid.main) == 0)),
        "umbrella": int(rules.umbrella_bonus * gardens.strings_of(table, laid)),
    }
    assert sum(found.values()) == laid.score
    return found


def number_of(cell: Cell) -> int:
    """A cell as the room numbers it, on a grid with a border."""
    return (cell[0] + 1) * WIDTH + cell[1] + 1


def cell_of(number: int) -> Cell:
    return number // WIDTH - 1, number % WIDTH - 1


def cards_on(laid: Any) -> dict[Cell, int]:
    """Card number by cell."""
    return {cell_of(number): int(laid.card[number]) - 1 for number in np.flatnonzero(laid.card).tolist()}


def contents(laid: Any) -> list[Any]:
    """All fields of a garden's record."""
    return [np.asarray(laid[name]).tolist() for name in laid.dtype.names]


def rearrangement(option: int) -> tuple[Any, ...]:
    """Its kind and its cells, as the naive reference has them."""
    kind = KINDS[options.kind_of(option)]
    if kind == "none":
        return (kind,)
    cells = cell_of(options.start_of(option)), cell_of(options.cell_of(option))
    return (kind, *cells, "NESW"[options.direction_of(option)]) if kind == "shift" else (kind, *cells)


def rearrangements(table: Any, laid: Any) -> list[int]:
    """All that the room lists, as its numbers of options."""
    layout.look(table, laid)
    count = layout.count_kinds(table, laid)
    return [int(layout.nth(table, laid, k)) for k in range(count)]
