"""Biergarten in words, for `balancer trace`: gardens are drawn.  Seats, rows and columns count from 1."""

from __future__ import annotations

from typing import Any

from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten.components import COLOURS, DIRECTIONS, WILD
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
from balancer.games.biergarten.table import EVENT, NO_CARD, NODE

TOWARDS = ("north", "east", "south", "west")
LINES = 3  # that a card takes in a drawing
MARGIN = " " * 5  # where the numbers of rows stand


def seat_words(seat: int) -> str:
    """A seat as people count."""
    return f"seat {seat + 1}"


# Cards and cells ------------------------------------------------------------------------------------------------------
def colours_of(table: Any, card: int) -> str:
    """A card's colours, as in GY; W is wild."""
    facts = table.cards[card]
    return WILD if facts.wild else "".join(c for k, c in enumerate(COLOURS) if facts.colours >> k & 1)


def umbrellas_of(table: Any, card: int) -> str:
    """A card's umbrellas, a small letter each, numbered where there are several of a colour: r2."""
    numbers = table.cards[card].umbrellas
    return "".join(f"{c.lower()}{n if n > 1 else ''}" for c, n in zip(COLOURS, numbers, strict=True) if n)


def walls_of(table: Any, card: int) -> str:
    """The directions in which a card has a wall."""
    sides = table.cards[card].sides
    return "".join(d for k, d in enumerate(DIRECTIONS) if sides >> 4 * k & 15 == gardens.WALL)


def name_of(table: Any, card: int) -> str:
    """A card in words: colours, walls, umbrellas."""
    walls, umbrellas = walls_of(table, card), umbrellas_of(table, card)
    features = [f"walls {walls}"] if walls else ["no walls"]
    features += [f"umbrellas {umbrellas}"] if umbrellas else []
    return f"{colours_of(table, card)} ({', '.join(features)})"


def cell_words(cell: int) -> str:
    """A cell of the grid."""
    return f"row {cell // WIDTH} column {cell % WIDTH}"


def on_cell(table: Any, seat: int, cell: int) -> str:
    """The card on a cell of a garden, and where that is."""
    card = table.players[seat].garden.card[cell] - 1
    return f"{name_of(table, card)} at {cell_words(cell)}"


# A game ---------------------------------------------------------------------------------------------------------------
def setup_words(table: Any) -> list[str]:
    """How the table looks before the first turn."""
    lines = [f"{table.n_common} common cards, {table.deck_end - table.top} left in the deck; supply: {supply(table)}"]
    return lines + [line for seat in range(table.seats) for line in player_words(table, seat)]


def supply(table: Any) -> str:
    """The cards of the supply."""
    return ", ".join(name_of(table, card) for card in table.supply if card != NO_CARD) or "empty"


def option_words(table: Any, seat: int, node: int, option: int) -> str:
    """What an option of a decision node means."""
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
    """A way to draw."""
    if option < DECK:
        return f"{name_of(table, table.supply[option])} from the supply"
    return "from the deck" if option == DECK else f"from the hand of {seat_words(victim_of(option))}"


def rearrangement_words(table: Any, seat: int, option: int) -> str:
    """A rearrangement that has not been carried out yet."""
    start, cell = start_of(option), cell_of(option)
    if kind_of(option) == SWAPS:
        return f"swap {on_cell(table, seat, start)} with {on_cell(table, seat, cell)}"
    if kind_of(option) == MOVES:
        return f"move {on_cell(table, seat, start)} to {cell_words(cell)}"
    if kind_of(option) == SHIFTS:
        way = TOWARDS[direction_of(option)]
        return f"move {on_cell(table, seat, start)} to {cell_words(cell)}, shifting what lies there {way}"
    return "no rearrangement"


def event_words(table: Any, event: int, a: int, b: int, c: int) -> str | None:
    """What happened, as a sentence."""
    sentence = {
        EVENT.TAKES_HOME: lambda: f"{seat_words(a)} takes the home card {name_of(table, b)}",
        EVENT.REFRESHES: lambda: f"{seat_words(a)} turns up a new supply: {supply(table)}",
        EVENT.DRAWS_FROM_SUPPLY: lambda: f"{seat_words(a)} draws {name_of(table, b)} from the supply",
        EVENT.DRAWS_FROM_DECK: lambda: f"{seat_words(a)} draws {name_of(table, b)} from the deck",
        EVENT.STEALS: lambda: f"{seat_words(a)} draws {name_of(table, b)} from the hand of {seat_words(c)}",
        EVENT.REPLACES: lambda: f"{seat_words(a)} draws {name_of(table, b)} from the deck for it",
        EVENT.CANNOT_DRAW: lambda: f"{seat_words(a)} finds nothing to draw",
        EVENT.CANNOT_PLAY: lambda: f"{seat_words(a)} has no card to play",
        EVENT.PLAYS: lambda: f"{seat_words(a)} lays {name_of(table, b)} on {cell_words(c)}",
        EVENT.REARRANGES: lambda: f"{seat_words(a)} rearranges: {c:+d} {unit(c)}",
        EVENT.BEGINS_FINAL_ROUND: lambda: f"{seat_words(a)} has {b} {unit(b)} and begins the final round",
        EVENT.LAST_STEP: lambda: f"{seat_words(a)}, who began the final round, may rearrange once more",
        EVENT.DECK_OUT: lambda: "deck and supply are empty",
    }.get(event)
    return sentence() if sentence else None


def hidden_words(table: Any, event: int, a: int, b: int, c: int) -> tuple[tuple[int, ...], str] | None:
    """Who sees an event, and its sentence for the others; None: everybody sees it."""
    del table, b
    return {
        EVENT.DRAWS_FROM_DECK: ((a,), f"{seat_words(a)} draws a card from the deck"),
        EVENT.STEALS: ((a, c), f"{seat_words(a)} draws a card from the hand of {seat_words(c)}"),
        EVENT.REPLACES: ((a,), f"{seat_words(a)} draws a card from the deck for it"),
    }.get(event)


def standing_words(table: Any) -> list[str]:
    """What everybody has: barrels by source, hand, garden."""
    return [line for seat in range(table.seats) for line in player_words(table, seat)]


def player_words(table: Any, seat: int) -> list[str]:
    """One player: barrels, hand, and the garden drawn."""
    player = table.players[seat]
    hand = ", ".join(name_of(table, player.hand[place]) for place in range(player.hand_size)) or "none"
    return [f"{seat_words(seat)}: {barrels_words(table, player.garden)}; hand: {hand}", *drawn(table, player.garden)]


def unit(number: int) -> str:
    """1 barrel, 2 barrels."""
    return "barrel" if abs(number) == 1 else "barrels"


def barrels_words(table: Any, garden: Any) -> str:
    """What a garden is worth, and what for."""
    matches = gardens.matches_of(garden.match_counts)
    bonuses = [f"{garden.given} of the head start"] if garden.given else []
    if gardens.has_all_colours(garden.match_counts, garden.pairs):
        bonuses.append(f"{table.rules.color_bonus} for all colours")
    if gardens.exposed_of(garden.match_counts) == 0:
        bonuses.append(f"{table.rules.garden_bonus} for a walled garden")
    strings = gardens.strings_of(table, garden)
    if strings:
        bonuses.append(f"{strings * table.rules.umbrella_bonus} for umbrellas")
    return f"{garden.score} {unit(garden.score)} ({', '.join([f'{matches} of matches', *bonuses])})"


# A garden drawn -------------------------------------------------------------------------------------------------------
def drawn(table: Any, garden: Any) -> list[str]:
    """A garden as text: colours in capitals, umbrellas in small letters, walls as lines, shields as dots.

    Rows and columns are numbered as `cell_words` has them.
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
    """What is on a card."""
    return f"{colours_of(table, card)} {umbrellas_of(table, card)}".strip()


def card_lines(table: Any, card: int, width: int) -> list[str]:
    """A card, or an empty cell (-1), as three lines."""
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
