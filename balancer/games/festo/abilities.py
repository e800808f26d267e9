"""Phase 3: the abilities of the six characters, each for one helper (rulebook.md, § Abilities).

Each ability lists its options as numbers above SKIP (`list_...`), and carries one out (`use_...`).
"""

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.core.events import say, seat_name
from balancer.games.festo.components import EFFECT, N_COLOURS
from balancer.games.festo.packs import amount, lanes_with, less, more, pack_of, total
from balancer.games.festo.seats import join, leave_with_one
from balancer.games.festo.stores import earn, give_back, receive, take_salt
from balancer.games.festo.table import EXTRA, GROCER, N_KINDS, N_PLACES, PLACE, SALT, TOKENS
from balancer.games.festo.words import NAMES

SKIP = 0
SHELF = GROCER  # the grocery shelves, as source and target of the Troll

ONE_DISC = 1 + N_COLOURS * N_COLOURS  # options of the Dwarf: two discs, one disc, victory points
DWARF_VP = ONE_DISC + N_COLOURS


@rule
def start_list(table, option):
    """Begin the list of options with the first one."""
    table.listed[0] = option
    table.n_listed = 1


@rule
def list_option(table, option):
    """Add an option to the list."""
    table.listed[table.n_listed] = option
    table.n_listed += 1


@rule
def ability_works(table, place):
    """Return whether the rules and the event allow using the ability of a character."""
    return bits.has(table.rules.abilities, place) and table.effect != EFFECT.NO_ABILITIES


@rule
def is_last_round(table):
    """Return whether this is the last round of the game."""
    return table.rounds == table.rules.rounds


@separate_rule
def list_ability(table, seat, place):
    """List the options of node `ability`: SKIP, then those of the character."""
    start_list(table, SKIP)
    if not ability_works(table, place):
        return
    if place == PLACE.TROLL:
        list_troll(table)
    elif place == PLACE.PIXIES:
        list_pixies(table)
    elif place == PLACE.ORC:
        list_orc(table)
    elif place == PLACE.MAGICIAN:
        list_magician(table)
    elif place == PLACE.ELF:
        list_elf(table, seat)
    else:
        list_dwarf(table, seat)


@separate_rule
def use_ability(table, seat, place, option):
    """Carry out an option of the list."""
    table.extras[EXTRA.ABILITY_TROLL + place] += 1
    if place == PLACE.TROLL:
        use_troll(table, option)
    elif place == PLACE.PIXIES:
        use_pixies(table, seat, option)
    elif place == PLACE.ORC:
        use_orc(table, seat, option)
    elif place == PLACE.MAGICIAN:
        use_magician(table, seat)
    elif place == PLACE.ELF:
        use_elf(table, seat, option)
    else:
        use_dwarf(table, seat, option)


# Troll: one ingredient from a market or shelf to another market or the shelf of its colour ----------------------------
@rule
def troll_option(source, colour, target):
    """Return a move of the Troll as a number."""
    return 1 + (source << 6 | colour << 3 | target)


@rule
def troll_source(option):
    """Return the source of the ingredient: a character's market or SHELF."""
    return (option - 1) >> 6


@rule
def troll_colour(option):
    """Return the colour of the ingredient."""
    return (option - 1) >> 3 & 7


@rule
def troll_target(option):
    """Return the target of the ingredient: a character's market or SHELF."""
    return (option - 1) & 7


@rule
def markets_with_room(table):
    """Return the set of the markets that can take one more ingredient."""
    markets = bits.EMPTY
    for place in range(N_COLOURS):
        room = total(table.markets[place]) < table.rules.market_max
        markets = bits.plus_if(room, markets, place)
    return markets


@rule
def shelves_with_room(table):
    """Return the set of the colours whose shelf can take one more ingredient."""
    shelves = bits.EMPTY
    for colour in range(N_COLOURS):
        room = amount(table.shelf, colour) < table.rules.shelf_max
        shelves = bits.plus_if(room, shelves, colour)
    return shelves


@rule
def list_troll(table):
    """List the moves, source by source and colour by colour: to each other market with room, then to the shelf."""
    markets = markets_with_room(table)
    shelves = shelves_with_room(table)
    for source in range(N_PLACES):
        stock = table.shelf if source == SHELF else table.markets[min(source, N_COLOURS - 1)]
        colours = lanes_with(stock, 1)
        others = bits.less(markets, source)
        while not bits.is_empty(colours):
            colour = bits.lowest(colours)
            colours = bits.without_lowest(colours)
            targets = others
            while not bits.is_empty(targets):
                list_option(table, troll_option(source, colour, bits.lowest(targets)))
                targets = bits.without_lowest(targets)
            if source != SHELF and bits.has(shelves, colour):
                list_option(table, troll_option(source, colour, SHELF))


@rule
def use_troll(table, option):
    """Move an ingredient from its source to its target."""
    moved = pack_of(troll_colour(option), 1)
    source = troll_source(option)
    target = troll_target(option)
    if source == SHELF:
        table.shelf = less(table.shelf, moved)
    else:
        table.markets[source] = less(table.markets[source], moved)
    if target == SHELF:
        table.shelf = more(table.shelf, moved)
    else:
        table.markets[target] = more(table.markets[target], moved)


# Pixies: the helper goes to a place to the right ----------------------------------------------------------------------
@rule
def list_pixies(table):
    """List the places to the right: Orc, Magician, Elf, Dwarf, Grocer."""
    for place in range(PLACE.ORC, N_PLACES):
        list_option(table, place)


@rule
def use_pixies(table, seat, option):
    """Move the helper to another place, where it acts in this round."""
    join(table, seat, option, leave_with_one(table, seat, PLACE.PIXIES))


# Orc: reserve a dish --------------------------------------------------------------------------------------------------
@rule
def list_orc(table):
    """List the face-up dishes of the rows that nobody has reserved."""
    slots = bits.minus(table.face_up, table.reserved)
    while not bits.is_empty(slots):
        list_option(table, 1 + bits.lowest(slots))
        slots = bits.without_lowest(slots)


@rule
def use_orc(table, seat, option):
    """Reserve the dish: the helper stays on it."""
    slot = option - 1
    player = table.players[seat]
    player.reserved = bits.plus(player.reserved, slot)
    table.reserved = bits.plus(table.reserved, slot)
    if leave_with_one(table, seat, PLACE.ORC):
        table.by_disc = bits.plus(table.by_disc, slot)


# Magician: salt -------------------------------------------------------------------------------------------------------
@rule
def list_magician(table):
    """List the option to take salt, if any is left."""
    if amount(table.supply, SALT) > 0:
        list_option(table, 1)


@rule
def use_magician(table, seat):
    """Take 1 salt from the supply."""
    taken = take_salt(table, seat, 1)
    table.extras[EXTRA.GOT_MAGICIAN] += taken
    say("{} receives {} salt at {}", seat_name(seat), taken, NAMES[PLACE.MAGICIAN])


# Elf: one own ingredient for two of the supplies ----------------------------------------------------------------------
@rule
def elf_option(given, first, second):
    """Return an exchange as a number, first <= second."""
    return 1 + (given << 6 | first << 3 | second)


@rule
def elf_given(option):
    """Return the kind of ingredient given."""
    return (option - 1) >> 6


@rule
def elf_first(option):
    """Return the first colour taken."""
    return (option - 1) >> 3 & 7


@rule
def elf_second(option):
    """Return the second colour taken."""
    return (option - 1) & 7


@rule
def list_elf(table, seat):
    """List the exchanges: each kind held, and each pair of colours in the supply once it is given."""
    hand = table.players[seat].hand
    for given in range(N_KINDS):
        if amount(hand, given) > 0:
            list_pairs(table, given, more(table.supply, pack_of(given, 1)))


@rule
def list_pairs(table, given, supply):
    """List the exchanges of one kind for each pair of colours in a supply."""
    colours = bits.first_bits(N_COLOURS)
    ones = bits.common(lanes_with(supply, 1), colours)
    twos = bits.common(lanes_with(supply, 2), colours)
    left = ones
    while not bits.is_empty(left):
        first = bits.lowest(left)
        left = bits.without_lowest(left)
        seconds = bits.plus_if(bits.has(twos, first), left, first)
        while not bits.is_empty(seconds):
            list_option(table, elf_option(given, first, bits.lowest(seconds)))
            seconds = bits.without_lowest(seconds)


@rule
def use_elf(table, seat, option):
    """Give one ingredient and receive two from the Elf."""
    give_back(table, seat, pack_of(elf_given(option), 1))
    first = elf_first(option)
    second = elf_second(option)
    table.supply = less(table.supply, more(pack_of(first, 1), pack_of(second, 1)))
    receive(table, seat, PLACE.ELF, first, 1)
    receive(table, seat, PLACE.ELF, second, 1)


# Dwarf: special discs for the next round, or victory points -----------------------------------------------------------
@rule
def list_dwarf(table, seat):
    """List the places for the discs in hand, one or two, or in the last round the victory points."""
    discs = table.players[seat].discs
    if is_last_round(table):
        list_option(table, DWARF_VP)
    elif discs == 1:
        for place in range(N_COLOURS):
            list_option(table, ONE_DISC + place)
    elif discs > 1:
        for first in range(N_COLOURS):
            for second in range(first, N_COLOURS):
                list_option(table, 1 + first * N_COLOURS + second)


@rule
def dwarf_discs(option):
    """Return the pack, by character, of the discs that an option places."""
    if option >= ONE_DISC:
        return pack_of(option - ONE_DISC, 1)
    return more(pack_of((option - 1) // N_COLOURS, 1), pack_of((option - 1) % N_COLOURS, 1))


@rule
def use_dwarf(table, seat, option):
    """Place the discs, or take the victory points."""
    if option == DWARF_VP:
        earn(table, seat, TOKENS.DWARF, table.rules.dwarf_last_vp)
        return
    player = table.players[seat]
    discs = dwarf_discs(option)
    player.discs -= total(discs)
    player.discs_coming = more(player.discs_coming, discs)
