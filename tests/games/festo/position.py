"""Positions laid out by hand, for worked examples."""

from typing import Any

from balancer.core import bits
from balancer.games.festo import GAME, rules
from balancer.games.festo.components import COLOURS, ROW_TYPES
from balancer.games.festo.costs import COOK, EXTRA_ON_OTHER, NO_OTHER, cook_option, list_cook
from balancer.games.festo.packs import amount, more, pack_of
from balancer.games.festo.seats import put_helper
from balancer.games.festo.table import COLUMNS, PLACES
from tests.games.opened import opened

PARTS = GAME.read_parts()
KINDS = (*COLOURS, "salt")


def lay(players: int = 4, lineup: tuple[str, ...] = ("chef",), **knobs: Any) -> Any:
    """Return a table in round 1, markets empty, rows without dishes."""
    table = opened(GAME, players, lineup, **{"events": False, **knobs})
    rules.setup(table)
    table.rounds = 1
    return table


def give(table: Any, seat: int, **kinds: int) -> None:
    """Move ingredients from the supply to a hand."""
    for kind, number in kinds.items():
        pack = pack_of(KINDS.index(kind), number)
        table.supply -= pack
        table.players[seat].hand = more(table.players[seat].hand, pack)


def stock_market(table: Any, place: str, **colours: int) -> None:
    """Move ingredients from the supply to a market."""
    for colour, number in colours.items():
        pack = pack_of(COLOURS.index(colour), number)
        table.supply -= pack
        table.markets[PLACES.index(place)] = more(table.markets[PLACES.index(place)], pack)


def stock_shelf(table: Any, **colours: int) -> None:
    """Move ingredients from the supply to the grocery store."""
    for colour, number in colours.items():
        pack = pack_of(COLOURS.index(colour), number)
        table.supply -= pack
        table.shelf = more(table.shelf, pack)


def send(table: Any, seat: int, place: str, helpers: int) -> None:
    """Send helpers from home to a place."""
    for _ in range(helpers):
        put_helper(table, seat, PLACES.index(place))


def kind_number(name: str) -> int:
    """Return the number of a kind of dish, by its name."""
    wanted = PARTS.names.index(name)
    return next(number for number, dish in enumerate(PARTS.data["dishes"]) if dish.name == wanted)


def show(table: Any, name: str, column: int) -> int:
    """Lay a dish face up in a column (from 1) of its row; return its slot."""
    row = ROW_TYPES.index(name.split()[1])
    slot = COLUMNS * row + column - 1
    table.dish_at[slot] = kind_number(name)
    table.face_up = int(table.face_up) | 1 << slot
    return slot


def reserve(table: Any, seat: int, slot: int) -> None:
    """Put a helper of a seat on a dish."""
    table.players[seat].home -= 1
    table.players[seat].reserved = int(table.players[seat].reserved) | 1 << slot
    table.reserved = int(table.reserved) | 1 << slot


def held(table: Any, seat: int) -> dict[str, int]:
    """Return what a hand holds."""
    return contents(table.players[seat].hand)


def contents(pack: Any) -> dict[str, int]:
    """Return a pack of ingredients by kind, without those of which there are none."""
    numbers = {name: int(amount(pack, kind)) for kind, name in enumerate(KINDS)}
    return {name: number for name, number in numbers.items() if number}


def options_listed(table: Any) -> list[int]:
    """Return the options listed last."""
    return [int(table.listed[k]) for k in range(table.n_listed)]


def ways_with(table: Any, dish: int, *, seat: int = 0, **ingredients: int) -> list[tuple[str, bool]]:
    """Return a seat's ways to pay for a dish with these: other colour ('' for none), whether the extra is on it."""
    give(table, seat, **ingredients)
    list_cook(table, seat)
    found = []
    for option in options_listed(table):
        if option >= COOK and cook_option(dish, 0) <= option < cook_option(dish + 1, 0):
            way = option - cook_option(dish, 0)
            colour = way % EXTRA_ON_OTHER
            found.append(("" if colour == NO_OTHER else COLOURS[colour], way >= EXTRA_ON_OTHER))
    return found


def slots(mask: Any) -> list[int]:
    """Return the members of a set of slots."""
    return [slot for slot in range(64) if bits.has(mask, slot)]


def share_of_wins(persona: str, others: str, games: int) -> float:
    """Return the share of the wins, ties divided, of one persona among three of another, by the printed rules."""
    table = GAME.lay_table(GAME.defaults, 4, PARTS, [GAME.persona(persona), *[GAME.persona(others)] * 3])
    credit = 0.0
    for row in GAME.play(table, GAME.history(GAME.defaults), 5, 0, games):
        winners = [seat for seat in range(4) if int(row.winners) >> seat & 1]
        credit += sum(int(row.entry[seat]) == 0 for seat in winners) / len(winners)
    return credit / games
