"""Biergarten in words, for `balancer trace`: gardens are drawn.  Seats, rows and columns count from 1."""

from __future__ import annotations

from typing import Any

from balancer.core.events import seat_name
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten.encoding import (
    DECK,
    KEEP,
    MOVES,
    SHIFTS,
    SWAPS,
    cell_of,
    direction_of,
    kind_of,
    place_of,
    played_on,
    start_of,
    victim_of,
)
from balancer.games.biergarten.grid import CELLS, WIDTH
from balancer.games.biergarten.table import NODE
from balancer.games.biergarten.words import (
    barrels,
    cell_words,
    colours_of,
    name_of,
    supply_words,
    umbrellas_of,
    walls_of,
)

TOWARDS = ("north", "east", "south", "west")
LINES = 3  # that a card takes in a drawing
MARGIN = " " * 5  # where the numbers of rows stand


# Cards and cells ------------------------------------------------------------------------------------------------------
def on_cell(table: Any, seat: int, cell: int) -> str:
    """Return the card on a cell of a garden, and the cell, in words."""
    card = table.players[seat].garden.card[cell] - 1
    return f"{name_of(table, card)} at {cell_words(cell)}"


# A game ---------------------------------------------------------------------------------------------------------------
def setup_words(table: Any) -> list[str]:
    """Return the table before the first turn, in words."""
    lines = [
        f"{table.n_common} common cards, {table.deck_end - table.top} left in the deck; supply: {supply_words(table)}"
    ]
    return lines + [line for seat in range(table.seats) for line in player_words(table, seat)]


def option_words(table: Any, seat: int, node: int, option: int) -> str:
    """Return an option of a decision node in words."""
    if node == NODE.HOME:
        return name_of(table, table.homes[option])
    if node == NODE.REFRESH:
        return "keep the supply" if option == KEEP else "shuffle the supply into the deck and turn up a new one"
    if node == NODE.DRAW:
        return draw_words(table, option)
    if node == NODE.PLAY:
        card = table.players[seat].hand[place_of(option)]
        return f"{name_of(table, card)} to {cell_words(played_on(option))}"
    return rearrangement_words(table, seat, option)


def draw_words(table: Any, option: int) -> str:
    """Return a way to draw in words."""
    if option < DECK:
        return f"{name_of(table, table.supply[option])} from the supply"
    return "from the deck" if option == DECK else f"from the hand of {seat_name(victim_of(option))}"


def rearrangement_words(table: Any, seat: int, option: int) -> str:
    """Return a rearrangement that has not been carried out yet, in words."""
    start, cell = start_of(option), cell_of(option)
    if kind_of(option) == SWAPS:
        return f"swap {on_cell(table, seat, start)} with {on_cell(table, seat, cell)}"
    if kind_of(option) == MOVES:
        return f"move {on_cell(table, seat, start)} to {cell_words(cell)}"
    if kind_of(option) == SHIFTS:
        way = TOWARDS[direction_of(option)]
        return f"move {on_cell(table, seat, start)} to {cell_words(cell)}, shifting what lies there {way}"
    return "no rearrangement"


def standing_words(table: Any) -> list[str]:
    """Return each player's barrels by source, hand and garden."""
    return [line for seat in range(table.seats) for line in player_words(table, seat)]


def player_words(table: Any, seat: int) -> list[str]:
    """Return one player's barrels and hand, and the garden as a drawing."""
    player = table.players[seat]
    hand = ", ".join(name_of(table, player.hand[place]) for place in range(player.hand_size)) or "none"
    return [
        f"{seat_name(seat)}: {barrels_words(table, player.garden)}; hand: {hand}",
        *draw_garden(table, player.garden),
    ]


def barrels_words(table: Any, garden: Any) -> str:
    """Return the barrels of a garden in words, by source."""
    matches = gardens.matches_of(garden.match_counts)
    bonuses = [f"{garden.given} of the head start"] if garden.given else []
    if gardens.has_all_colours(garden.match_counts, garden.pairs):
        bonuses.append(f"{table.rules.color_bonus} for all colours")
    if gardens.exposed_of(garden.match_counts) == 0:
        bonuses.append(f"{table.rules.garden_bonus} for a walled garden")
    strings = gardens.strings_of(table, garden)
    if strings:
        bonuses.append(f"{strings * table.rules.umbrella_bonus} for umbrellas")
    return f"{barrels(garden.score)} ({', '.join([f'{matches} of matches', *bonuses])})"


# A garden drawn -------------------------------------------------------------------------------------------------------
def draw_garden(table: Any, garden: Any) -> list[str]:
    """Draw a garden as text: colours in capitals, umbrellas in small letters, walls as lines, shields as dots.

    Rows and columns are numbered as in `cell_words`.
    """
    cells = [cell for cell in range(CELLS) if garden.card[cell]]
    if not cells:
        return []
    rows = range(min(cells) // WIDTH, max(cells) // WIDTH + 1)
    columns = range(min(cell % WIDTH for cell in cells), max(cell % WIDTH for cell in cells) + 1)
    width = max(len(face(table, garden.card[cell] - 1)) for cell in cells)
    lines = [MARGIN + "".join(str(column).center(width + 2) for column in columns)]
    for row in rows:
        row_of = [card_lines(table, garden.card[row * WIDTH + column] - 1, width) for column in columns]
        margins = (MARGIN, f"{row:>{len(MARGIN) - 1}} ", MARGIN)
        lines += [margin + "".join(part[line] for part in row_of) for line, margin in enumerate(margins)]
    return [line.rstrip() for line in lines]


def face(table: Any, card: int) -> str:
    """Return what is on a card: colours and umbrellas."""
    return f"{colours_of(table, card)} {umbrellas_of(table, card)}".strip()


def card_lines(table: Any, card: int, width: int) -> list[str]:
    """Draw a card, or an empty cell (-1), in three lines."""
    if card < 0:
        return [" " * (width + 2)] * LINES
    walls = walls_of(table, card)
    across = {True: "─" * width, False: "·" * width}
    down = {True: "│", False: "·"}
    middle = face(table, card).center(width)
    return [
        f"┌{across['N' in walls]}┐",
        f"{down['W' in walls]}{middle}{down['E' in walls]}",
        f"└{across['S' in walls]}┘",
    ]
