"""Markets, shelves and supplies: the ways of ingredients to and from players."""

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.core.events import say, seat_name
from balancer.games.festo.components import N_COLOURS
from balancer.games.festo.packs import NOTHING, amount, largest_lane, less, more, pack_of, total
from balancer.games.festo.table import EXTRA, PLACE, SALT, TOKENS
from balancer.games.festo.words import KINDS, NAMES, SOURCES

APPETISER = 1  # the row of appetisers


@rule
def fill_market(table, place, number):
    """Add ingredients of its colour to a market, as far as it has room and they last."""
    room = table.rules.market_max - total(table.markets[place])
    added = pack_of(place, max(0, min(number, room, amount(table.supply, place))))
    table.markets[place] = more(table.markets[place], added)
    table.supply = less(table.supply, added)


@rule
def fill_shelf(table, colour, number):
    """Add ingredients of a colour to its grocery shelf, as far as it has room and they last."""
    room = table.rules.shelf_max - amount(table.shelf, colour)
    added = pack_of(colour, max(0, min(number, room, amount(table.supply, colour))))
    table.shelf = more(table.shelf, added)
    table.supply = less(table.supply, added)


@rule
def rob_market(table, place):
    """Move an ingredient of a market to the supply: of its colour, else of the most frequent, first from the left."""
    market = table.markets[place]
    if market != NOTHING:
        colour = place if amount(market, place) > 0 else largest_lane(market)
        table.markets[place] = less(market, pack_of(colour, 1))
        table.supply = more(table.supply, pack_of(colour, 1))


@rule
def clear_shelves(table):
    """Return all ingredients of the grocery store to the supply."""
    table.supply = more(table.supply, table.shelf)
    table.shelf = NOTHING


@rule
def take_salt(table, seat, number):
    """Take salt from the supply, as far as it lasts, and return the number taken."""
    taken = min(number, amount(table.supply, SALT))
    pack = pack_of(SALT, taken)
    table.supply = less(table.supply, pack)
    table.players[seat].hand = more(table.players[seat].hand, pack)
    return taken


@rule
def give_back(table, seat, pack):
    """Move ingredients from a hand to their supplies."""
    player = table.players[seat]
    player.hand = less(player.hand, pack)
    table.supply = more(table.supply, pack)


@separate_rule
def receive(table, seat, place, colour, number):
    """Receive ingredients of a colour at a place; magical appetisers pay, once a round and character."""
    player = table.players[seat]
    player.hand = more(player.hand, pack_of(colour, number))
    table.extras[EXTRA.GOT_TROLL + place] += number
    say("{} receives {} {} at {}", seat_name(seat), number, KINDS[colour], NAMES[place])
    if place != PLACE.GROCER and not bits.has(player.received, 8 * place + colour):
        player.received = bits.plus(player.received, 8 * place + colour)
        earn(table, seat, TOKENS.MAGICAL, amount(player.benefits[APPETISER], colour))


@rule
def receive_all(table, seat, place, pack):
    """Receive all ingredients of a market."""
    for colour in range(N_COLOURS):
        if amount(pack, colour) > 0:
            receive(table, seat, place, colour, amount(pack, colour))


@separate_rule
def earn(table, seat, source, points):
    """Take tokens of victory points."""
    if points > 0:
        table.players[seat].vp_tokens[source] += points
        say("{} earns {} VP by {}", seat_name(seat), points, SOURCES[source])
