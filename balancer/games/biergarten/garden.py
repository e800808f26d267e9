"""§ The garden: cards on a grid, and their worth.

A card has four sides: each is a wall, or a shield with its colours.  A small table holds the worth of every pair of
facing sides as a word of counts.  These words add up over the garden, so a change of the garden changes its worth by
differences, and bonuses follow from the sum.
"""

import itertools

import numpy as np

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.games.biergarten import grid
from balancer.games.biergarten.components import COLOURS, N_COLOURS, WILD
from balancer.games.biergarten.grid import N_DIRECTIONS, STEPS, WIDTH

# Sides ----------------------------------------------------------------------------------------------------------------
EMPTY, WALL = 0, 1
SHIELDS = (*COLOURS, *("".join(pair) for pair in itertools.combinations(COLOURS, 2)), WILD)
FIRST_SHIELD = 2
N_SIDES = 16  # four bits each

# A garden's word `match_counts`:
#
#     bit 52 ...  51 ... 44  43 ... 36  35 ... 28  27 ... 20  19 ... 10  9 ... 0
#     two wilds   blue       red        yellow     green      exposed    barrels
#     (any        matches by colour                           shields    of all
#     colour)                                                            matches
BARRELS, EXPOSED, BY_COLOUR, BY_ANY = 0, 10, 20, 52
TEN_BITS, EIGHT_BITS, FOUR_COLOURS = 2**10 - 1, 2**8 - 1, 2**N_COLOURS - 1
# The word `pairs`: matches of a wild card that may be of either of two colours, eight bits for each pair of colours
PAIRS = tuple(sum(1 << COLOURS.index(colour) for colour in shield) for shield in SHIELDS if len(shield) > 1)


def side_of(colours, wall):
    """Return the number of a side, for the table of a game."""
    return WALL if wall else FIRST_SHIELD + SHIELDS.index(colours)


def _word_of(side, facing_side):
    """Return what two facing sides add to the words `match_counts` and `pairs`."""
    if EMPTY in (side, facing_side):
        return (max(side, facing_side) >= FIRST_SHIELD) << EXPOSED, 0
    if WALL in (side, facing_side):
        return 0, 0
    colours, others = SHIELDS[side - FIRST_SHIELD], SHIELDS[facing_side - FIRST_SHIELD]
    if colours == others == WILD:
        return (1 << BARRELS) + (1 << BY_ANY), 0
    if WILD in (colours, others):
        of_colours = others if colours == WILD else colours
        if len(of_colours) > 1:
            place = [shield for shield in SHIELDS if len(shield) > 1].index(of_colours)
            return 1 << BARRELS, 1 << 8 * place
        return (1 << BARRELS) + (1 << BY_COLOUR + 8 * COLOURS.index(of_colours)), 0
    common = [COLOURS.index(colour) for colour in colours if colour in others]
    return sum((1 << BARRELS) + (1 << BY_COLOUR + 8 * colour) for colour in common), 0


def _edges(word):
    """Return int64[N_SIDES * N_SIDES]: at N_SIDES * a + b what the facing sides a and b add to a word."""
    edges = np.zeros(N_SIDES * N_SIDES, np.int64)
    sides = range(FIRST_SHIELD + len(SHIELDS))
    for a, b in itertools.product(sides, sides):
        edges[N_SIDES * a + b] = _word_of(a, b)[word]
    return edges


COUNTS, PAIRED = 0, N_SIDES * N_SIDES  # offsets into EDGES: the word `match_counts`, or `pairs`
EDGES = np.concatenate([_edges(0), _edges(1)])
TOUCHED = np.array(  # by set of colours: the bits of `pairs` that count matches which may be of one of them
    [sum(EIGHT_BITS << 8 * place for place, pair in enumerate(PAIRS) if pair & colours) for colours in range(16)]
)


# A cell and its neighbours --------------------------------------------------------------------------------------------
@rule
def card_on(garden, cell):
    """Return the card on an occupied cell."""
    return np.int64(garden.card[cell]) - 1


@rule
def sides_on(garden, cell):
    """Return the four sides of the card on a cell; 0 if there is none."""
    return np.int64(garden.sides[cell])


@rule
def sides_of(table, card):
    """Return the four sides of a card."""
    return np.int64(table.cards[card].sides)


@rule
def facing(garden, cell):
    """Return the sides that the four neighbours turn to a cell, in the order north, east, south, west."""
    north = (sides_on(garden, cell - WIDTH) >> 8) & 15
    east = (sides_on(garden, cell + 1) >> 8) & 0xF0
    south = (sides_on(garden, cell + WIDTH) << 8) & 0xF00
    west = (sides_on(garden, cell - 1) << 8) & 0xF000
    return north | east | south | west


@rule
def both_open(garden, cell, direction):
    """Return whether a card and its neighbour in a direction turn shields to each other."""
    own = (sides_on(garden, cell) >> (4 * direction)) & 15
    other = (facing(garden, cell) >> (4 * direction)) & 15
    return own >= FIRST_SHIELD and other >= FIRST_SHIELD


@rule
def edge_values(word, sides, others):
    """Return what a card's four edges add to a word, COUNTS or PAIRED; others: the sides facing them (`facing`)."""
    return (
        EDGES[word | ((sides & 15) << 4) | (others & 15)]
        + EDGES[word | (sides & 0xF0) | ((others >> 4) & 15)]
        + EDGES[word | ((sides >> 4) & 0xF0) | ((others >> 8) & 15)]
        + EDGES[word | ((sides >> 8) & 0xF0) | ((others >> 12) & 15)]
    )


@rule
def shields_of(sides):
    """Return the number of shields among four sides."""
    return bits.count(((sides >> 1) | (sides >> 2) | (sides >> 3)) & 0x1111)


@rule
def counts_of_gap(others):
    """Return what the sides around an empty cell add to `match_counts`: their shields, all exposed."""
    return shields_of(others) << EXPOSED


@rule
def opposite_edges(word, sides, others, first):
    """Return what two opposite sides add to a word: north and south (first: 0), or east and west (first: 4)."""
    sides >>= first
    others >>= first
    return (
        EDGES[word | ((sides & 15) << 4) | (others & 15)] + EDGES[word | ((sides >> 4) & 0xF0) | ((others >> 8) & 15)]
    )


@rule
def edge_value(word, sides, others, direction):
    """Return what a card and its neighbour in a direction add to a word."""
    own = (sides >> (4 * direction)) & 15
    return EDGES[word | own << 4 | ((others >> (4 * grid.opposite(direction))) & 15)]


# Laying cards and taking them away ------------------------------------------------------------------------------------
@separate_rule
def lay_card(table, garden, card, cell):
    """Put a card on an empty cell and update all counts, but not the score."""
    facts = table.cards[card]
    sides = sides_of(table, card)
    others = facing(garden, cell)
    garden.match_counts += edge_values(COUNTS, sides, others) - counts_of_gap(others)
    garden.pairs += edge_values(PAIRED, sides, others)
    garden.sides[cell] = sides
    garden.card[cell] = card + 1
    grid.mark(garden.rows, cell)
    garden.used |= 1 << grid.row_of(cell)
    garden.cards += 1
    garden.wilds += facts.wild
    for colour in range(N_COLOURS):
        garden.umbrellas[colour] += facts.umbrellas[colour]


@separate_rule
def take_card(table, garden, cell):
    """Remove the card of a cell and update all counts, but not the score; return the card."""
    card = card_on(garden, cell)
    sides = sides_on(garden, cell)
    others = facing(garden, cell)
    garden.match_counts += counts_of_gap(others) - edge_values(COUNTS, sides, others)
    garden.pairs -= edge_values(PAIRED, sides, others)
    garden.sides[cell] = 0
    garden.card[cell] = 0
    grid.unmark(garden.rows, cell)
    row = grid.row_of(cell)
    if garden.rows[row] == 0:
        garden.used ^= 1 << row
    garden.cards -= 1
    garden.wilds -= table.cards[card].wild
    for colour in range(N_COLOURS):
        garden.umbrellas[colour] -= table.cards[card].umbrellas[colour]
    return card


# Rearranging ----------------------------------------------------------------------------------------------------------
@separate_rule
def swap(table, garden, first, second):
    """§ Turn 4: exchange the places of two cards of a garden."""
    first_card = take_card(table, garden, first)
    second_card = take_card(table, garden, second)
    lay_card(table, garden, first_card, second)
    lay_card(table, garden, second_card, first)


@separate_rule
def move(table, garden, start, cell):
    """§ Turn 4: move a card to an empty cell."""
    lay_card(table, garden, take_card(table, garden, start), cell)


@rule
def end_of_run(garden, cell, step):
    """Return the first empty cell from an occupied one on."""
    while garden.card[cell] != 0:
        cell += step
    return cell


@separate_rule
def shift(table, garden, start, cell, step):
    """§ Turn 4: move a card between others and return the gap that was filled.

    From `cell` on all cards move one step, up to the first gap.
    """
    card = take_card(table, garden, start)
    gap = end_of_run(garden, cell, step)
    empty = gap
    while empty != cell:
        lay_card(table, garden, take_card(table, garden, empty - step), empty)
        empty -= step
    lay_card(table, garden, card, cell)
    return gap


@separate_rule
def shift_back(table, garden, start, cell, step, gap):
    """Undo a shift that filled a gap."""
    card = take_card(table, garden, cell)
    while cell != gap:
        lay_card(table, garden, take_card(table, garden, cell + step), cell)
        cell += step
    lay_card(table, garden, card, start)


# What a garden is worth -----------------------------------------------------------------------------------------------
@rule
def matches_of(counts):
    """Return the barrels of all matches."""
    return counts & TEN_BITS


@rule
def exposed_of(counts):
    """Return the number of shields that face an empty cell."""
    return (counts >> EXPOSED) & TEN_BITS


@rule
def colours_of(counts):
    """Return the set of colours that have a match, not counting wild matches of two or more colours."""
    word = counts >> BY_COLOUR
    colours = np.int64((word & EIGHT_BITS) != 0)
    colours |= np.int64((word & (EIGHT_BITS << 8)) != 0) << 1
    colours |= np.int64((word & (EIGHT_BITS << 16)) != 0) << 2
    colours |= np.int64((word & (EIGHT_BITS << 24)) != 0) << 3
    return colours


@rule
def has_all_colours(counts, pairs):
    """Return whether every colour can be given a match, if each wild match is given to one of its colours."""
    missing = FOUR_COLOURS ^ colours_of(counts)
    if missing == 0:
        return True
    if pairs & TOUCHED[missing] == 0 and counts >> BY_ANY == 0:
        return False
    return missing & (missing - 1) == 0 or wilds_fill(counts, pairs, missing)


@separate_rule
def wilds_fill(counts, pairs, missing):
    """Return whether wild matches can be given out so that each missing colour gets one.

    Hall's theorem (1935): they can if for every set of missing colours there are at least as many wild matches that may
    be of one of them.
    """
    subset = missing
    while subset != 0:
        if (counts >> BY_ANY) + sum_of_bytes(pairs & TOUCHED[subset]) < bits.count(subset):
            return False
        subset = (subset - 1) & missing  # the next smaller subset
    return True


@rule
def sum_of_bytes(pairs):
    """Return the sum of the six counts of a word."""
    by_two = (pairs & 0x00FF_00FF_00FF) + ((pairs >> 8) & 0x00FF_00FF_00FF)
    return (by_two + (by_two >> 16) + (by_two >> 32)) & 0xFFFF


@rule
def score_of(rules, counts, all_colours, strings):
    """Return the barrels of matches and bonuses.

    all_colours: whether every colour has a match; strings: the number of colours that earn the umbrella bonus.
    """
    score = matches_of(counts) + rules.umbrella_bonus * strings
    if all_colours:
        score += rules.color_bonus
    if exposed_of(counts) == 0:
        score += rules.garden_bonus
    return score


@separate_rule
def score(table, garden):
    """Return the present worth of a garden in barrels, with its head start."""
    counts, strings = garden.match_counts, strings_of(table, garden)
    return garden.given + score_of(table.rules, counts, has_all_colours(counts, garden.pairs), strings)


# Umbrellas ------------------------------------------------------------------------------------------------------------
@rule
def may_have_strings(table, garden):
    """Return whether umbrellas count and any colour has enough of them."""
    if table.rules.umbrella_bonus == 0:
        return False
    most = 0
    for colour in range(N_COLOURS):
        most = max(most, garden.umbrellas[colour])
    return most >= table.rules.umbrella_run


@rule
def strings_of(table, garden):
    """Return the number of colours that earn the umbrella bonus (0 if there is no bonus)."""
    return bits.count(colours_strung(table, garden))


@rule
def colours_strung(table, garden):
    """Return the set of colours that earn the umbrella bonus (empty if there is no bonus)."""
    return find_strung(table, garden) if may_have_strings(table, garden) else 0


@separate_rule
def find_strung(table, garden):
    """Return the set of colours that have enough umbrellas connected."""
    colours = 0
    for colour in range(N_COLOURS):
        if garden.umbrellas[colour] >= table.rules.umbrella_run:
            colours |= bits.pick(longest_string(table, garden, colour) >= table.rules.umbrella_run, 1, 0) << colour
    return colours


@separate_rule
def longest_string(table, garden, colour):
    """Return the largest number of umbrellas of a colour on connected cards that all have such umbrellas."""
    mind = table.mind
    for row in range(WIDTH):
        mind.flood[row] = 0
    longest = 0
    rows = garden.used
    while rows != 0:
        row = bits.lowest(rows)
        rows &= rows - 1
        columns = garden.rows[row]
        while columns != 0:
            column = bits.lowest(columns)
            columns &= columns - 1
            cell = WIDTH * row + column
            if bears(table, garden, cell, colour) and not grid.contains(mind.flood, cell):
                longest = max(longest, string_from(table, garden, colour, cell))
    return longest


@rule
def bears(table, garden, cell, colour):
    """Return whether the card on an occupied cell has an umbrella of a colour."""
    return bits.has(table.cards[card_on(garden, cell)].bears, colour)


@rule
def visit(mind, cell, waiting):
    """Mark a cell and push it on the stack of cells to go on from; return the height of the stack."""
    grid.mark(mind.flood, cell)
    mind.stack[waiting] = cell
    return waiting + 1


@rule
def string_from(table, garden, colour, start):
    """Return the umbrellas of a colour on all cards connected with the card on `start` (depth-first search)."""
    mind = table.mind
    umbrellas = 0
    waiting = visit(mind, start, 0)
    while waiting > 0:
        waiting -= 1
        cell = mind.stack[waiting]
        umbrellas += table.cards[card_on(garden, cell)].umbrellas[colour]
        for direction in range(N_DIRECTIONS):
            if both_open(garden, cell, direction):
                neighbour = cell + STEPS[direction]
                if bears(table, garden, neighbour, colour) and not grid.contains(mind.flood, neighbour):
                    waiting = visit(mind, neighbour, waiting)
    return umbrellas
