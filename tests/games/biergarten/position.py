"""Gardens laid card by card on a table of the room, for worked examples; cells as in the naive reference."""

import csv
import dataclasses
import pathlib
import tempfile
from collections.abc import Sequence
from typing import Any

import numpy as np

from balancer.core.game import Persona
from balancer.games.biergarten import GAME, decisions, encoding, rearrangements_legal, rules, words
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten.encoding import MOVES, NONE, SHIFTS, SWAPS
from balancer.games.biergarten.grid import WIDTH
from balancer.games.biergarten.table import NO_CARD, NOBODY
from tests.games.biergarten.gardens import NORTH_WEST, garden
from tests.games.biergarten.naive import Cell, Garden

KINDS = {NONE: "none", SWAPS: "swap", MOVES: "move", SHIFTS: "shift"}


def table_of(rows: Sequence[Sequence[Any]], persona: Persona | None = None, **knobs: Any) -> Any:
    """Return a table for two with the cards of such rows (kind, colors, walls, umbrellas, count), all hands empty.

    persona: who sits at all seats, `random` if None.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "mine.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("kind", "colors", "walls", "umbrellas", "count"), *rows])
        parts = GAME.read_table("parts", path)
    table = GAME.lay_table({**GAME.defaults, **knobs}, 2, parts, [persona or GAME.persona("random")])
    GAME.open_game(table, 1, 0)
    table.initiator = NOBODY
    return table


def lay_garden(table: Any, seat: int, garden: Garden) -> Any:
    """Lay the garden of a seat card by card, and return it; the cards have the numbers of the table's rows."""
    laid = table.players[seat].garden
    for cell, card in garden.items():
        gardens.lay_card(table, laid, card.number, number_of(cell))
    laid.score = gardens.score(table, laid)
    return laid


def barrels(table: Any, laid: Any) -> dict[str, int]:
    """Return what a garden is worth, by source; together its score."""
    rules = table.rules
    found = {
        "matches": int(gardens.matches_of(laid.match_counts)),
        "color": int(rules.color_bonus * gardens.has_all_colours(laid.match_counts, laid.pairs)),
        "garden": int(rules.garden_bonus * (gardens.exposed_of(laid.match_counts) == 0)),
        "umbrella": int(rules.umbrella_bonus * gardens.strings_of(table, laid)),
    }
    assert sum(found.values()) == laid.score
    return found


def number_of(cell: Cell) -> int:
    """Return a cell as the room numbers it, on a grid with a border."""
    return (cell[0] + 1) * WIDTH + cell[1] + 1


def cell_of(number: int) -> Cell:
    return number // WIDTH - 1, number % WIDTH - 1


def cards_on(laid: Any) -> dict[Cell, int]:
    """Return card numbers by cell."""
    return {cell_of(number): int(laid.card[number]) - 1 for number in np.flatnonzero(laid.card).tolist()}


def contents(laid: Any) -> list[Any]:
    """Return all fields of a garden's record."""
    return [np.asarray(laid[name]).tolist() for name in laid.dtype.names]


def rearrangement(option: int) -> tuple[Any, ...]:
    """Return the kind and the cells of a rearrangement, as the naive reference has them."""
    kind = KINDS[encoding.kind_of(option)]
    if kind == "none":
        return (kind,)
    cells = cell_of(encoding.start_of(option)), cell_of(encoding.cell_of(option))
    return (kind, *cells, "NESW"[encoding.direction_of(option)]) if kind == "shift" else (kind, *cells)


def rearrangements(table: Any, laid: Any) -> list[int]:
    """Return all that the room lists, as its numbers of options."""
    rearrangements_legal.look(table, laid)
    count = rearrangements_legal.count_kinds(table, laid)
    return [int(rearrangements_legal.nth(table, laid, k)) for k in range(count)]


# Whole positions ------------------------------------------------------------------------------------------------------
def lay(
    persona: str,
    mine: str,
    *,
    hand: str = "",
    supply: str = "",
    homes: str = "",
    deck: int = 10,
    other: str = "G",
    other_hand: str = "",
    seen: bool = False,
    habits: dict[str, int] | None = None,
    **knobs: Any,
) -> Any:
    """Return a table for two at which `persona` sits on seat 0; gardens and cards are written as in gardens.py.

    deck: cards in it (blue ones); other, other_hand: garden and hand of seat 1; seen: all have seen that hand drawn.
    """
    who = GAME.persona(persona)
    who = dataclasses.replace(who, habits={**who.habits, **(habits or {})})
    texts = [mine, other, hand, other_hand, supply, homes, " ".join(["B"] * deck)]
    heaps = [garden(text) if text else {} for text in texts]
    cards = [card for heap in heaps for card in heap.values()]
    table = table_of([(*card[1:], 1) for card in cards], who, **knobs)
    numbers = iter(range(len(cards)))
    numbered = [{cell: card._replace(number=next(numbers)) for cell, card in heap.items()} for heap in heaps]
    rows = [[card.number for card in heap.values()] for heap in numbered]
    for seat in (0, 1):
        lay_garden(table, seat, numbered[seat])
        held = rows[2 + seat]
        player = table.players[seat]
        player.hand_size = len(held)
        player.hand[: len(held)] = held
        player.known[: len(held)] = [int(seen)] * len(held)
    table.supply[:] = [*rows[4], *[NO_CARD] * (len(table.supply) - len(rows[4]))]
    table.homes_left, table.homes[: len(rows[5])] = len(rows[5]), rows[5]
    table.top, table.deck_end, table.deck[:deck] = 0, deck, rows[6]
    return table


def text_of(table: Any, number: int) -> str:
    """Return a card as gardens.py writes it, without the slashes at its end."""
    facts = table.cards[number]
    umbrellas = "".join(colour * int(facts.umbrellas[k]) for k, colour in enumerate("GYRB"))
    return f"{words.colours_of(table, number)}/{words.walls_of(table, number)}/{umbrellas}".rstrip("/")


def home_wanted(table: Any) -> str:
    return text_of(table, table.homes[decisions.choose_home(table, 0)])


def draw_wanted(table: Any) -> str:
    """Return what seat 0 draws: a card of the supply, `deck` or `hand`."""
    option = int(decisions.choose_draw(table, 0))
    if option < encoding.DECK:
        return text_of(table, table.supply[option])
    return "deck" if option == encoding.DECK else "hand"


def play_wanted(table: Any) -> tuple[str, Cell]:
    """Return the card that seat 0 plays, and where: rows and columns from the garden's north-western corner."""
    option = int(decisions.choose_play(table, 0))
    card = table.players[0].hand[encoding.place_of(option)]
    row, column = cell_of(encoding.played_on(option))
    return text_of(table, card), (row - NORTH_WEST[0], column - NORTH_WEST[1])


def play(table: Any) -> None:
    """Let seat 0 play the card that it wants."""
    rules.play_card(table, 0)


def rearranged(table: Any) -> str:
    """Carry out the rearrangement that seat 0 wants, and return its kind."""
    option = int(decisions.choose_rearrange(table, 0))
    rearrangements_legal.carry_out(table, table.players[0].garden, option)
    table.players[0].garden.score = gardens.score(table, table.players[0].garden)
    return KINDS[encoding.kind_of(option)]
