"""Evaluation of gardens by a player, in tenths of a barrel (habits: see personas.py).

The worth of a garden is its present barrels and bonuses, plus hopes (few shields exposed, colours matched, umbrellas
connected), plus the worth of beginning the final round.  Hopes are in proportion to the bonus in question: habits are
weights at the printed bonuses.

`max_worth` is an upper bound of the worth if only the matches are known, so that rearrangements that can't be the best
need not be tried out.
"""

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.core.table import habits_of
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten.components import N_COLOURS
from balancer.games.biergarten.knobs import COLOR_BONUS, GARDEN_BONUS, LAGERS, UMBRELLA_BONUS
from balancer.games.biergarten.table import NOBODY, WALLED

UNIT = 10  # tenths of a barrel
FAR = 2**20  # more barrels than any garden sells
STRING_BONUS = UMBRELLA_BONUS[LAGERS]


@rule
def prepare(table, seat):
    """Compute the best score of the others, whether the final round has begun, and the hopes."""
    mind = table.mind
    most = -1
    for other in range(table.seats):
        if other != seat:
            most = max(most, table.players[other].garden.score)
    given = table.players[seat].garden.given
    mind.best_other = most - given
    mind.end_from = table.rules.end_at - given
    mind.open_end = table.initiator == NOBODY
    note_hopes(table, habits_of(table, seat))


@rule
def note_hopes(table, habits):
    """Compute the weights of all hopes; they are 0 after the final round has begun."""
    mind, rules = table.mind, table.rules
    mind.colour_hope = mind.open_end * habits.colours * rules.color_bonus // COLOR_BONUS
    mind.string_hope = mind.open_end * habits.umbrellas * rules.umbrella_bonus // STRING_BONUS
    walls = mind.open_end * habits.walls * rules.garden_bonus
    for exposed in range(WALLED + 1):
        mind.wall_hopes[exposed] = walls * nearness(exposed) // GARDEN_BONUS


@rule
def nearness(exposed):
    """Return how near a garden is to being walled, 0 to WALLED: the fewer exposed shields, the more each counts."""
    covered = WALLED - exposed
    return covered * covered // WALLED


@separate_rule
def worth(table, seat):
    """Return the worth of a player's garden as it lies."""
    garden = table.players[seat].garden
    counts, pairs = garden.match_counts, garden.pairs
    value = worth_of(table, habits_of(table, seat), counts, pairs, gardens.strings_of(table, garden))
    if table.mind.string_hope:
        value += table.mind.string_hope * umbrella_hopes(table, garden)
    return value


@rule
def worth_of(table, habits, counts, pairs, strings):
    """Return the worth of a garden with such matches and that many strings, without hopes for umbrellas."""
    all_colours = gardens.has_all_colours(counts, pairs)
    score = gardens.score_of(table.rules, counts, all_colours, strings)
    return UNIT * score + hopes(table.mind, counts, all_colours) + end_worth(table, habits, score)


@rule
def hopes(mind, counts, all_colours):
    """Return the hopes from the number of exposed shields and of colours matched."""
    colours = N_COLOURS if all_colours else bits.count(gardens.colours_of(counts))
    return mind.colour_hope * colours + wall_hope(mind, gardens.exposed_of(counts))


@rule
def wall_hope(mind, exposed):
    """Return the hope for a walled garden with that many exposed shields."""
    return mind.wall_hopes[min(exposed, WALLED)]


@separate_rule
def umbrella_hopes(table, garden):
    """Return the sum over colours of the hope for the longest string of umbrellas."""
    run = table.rules.umbrella_run
    total = 0
    for colour in range(N_COLOURS):
        if garden.umbrellas[colour] > 0:
            total += string_hope(run, gardens.longest_string(table, garden, colour))
    return total


@rule
def string_hope(run, length):
    """Return the hope for a string: the square of its length over the length that earns the bonus."""
    length = min(run, length)
    return length * length // run


@rule
def end_worth(table, habits, score):
    """Return the worth of beginning the final round with a score: `finish` if far enough ahead, else -`finish`."""
    if score < table.mind.end_from or not table.mind.open_end:
        return 0
    if score - table.mind.best_other >= habits.lead:
        return UNIT * habits.finish
    return -UNIT * habits.finish


# Of rearrangements ----------------------------------------------------------------------------------------------------
@rule
def prepare_bounds(table, seat):
    """Compute the most that a rearranged garden may be worth beyond the barrels of its matches.

    slack: the most that bonuses, colours and umbrellas may add, except for a walled garden and the final round;
    near_end: the least barrels of matches with which the final round may begin.
    """
    mind = table.mind
    garden = table.players[seat].garden
    run = table.rules.umbrella_run
    strings = 0
    string_hopes = 0
    if table.rules.umbrella_bonus > 0:
        for colour in range(N_COLOURS):
            strings += garden.umbrellas[colour] >= run
            string_hopes += string_hope(run, garden.umbrellas[colour])
    mind.with_pairs = garden.wilds > 0 and gardens.colours_of(garden.match_counts) != gardens.FOUR_COLOURS
    mind.strings = strings
    mind.hopes = string_hopes * mind.string_hope
    bonus = table.rules.umbrella_bonus * strings + table.rules.color_bonus
    mind.near_end = mind.end_from - bonus if mind.open_end else FAR
    mind.slack = UNIT * bonus + mind.colour_hope * N_COLOURS + mind.hopes - habits_of(table, seat).least_gain


@rule
def set_best(mind, value):
    """Note the worth of the best rearrangement so far, and the matches that a better one needs.

    Call it after `prepare_bounds`.  A garden without exposed shields, or one that may begin the final round, is always
    looked at.
    """
    mind.best = value
    mind.needed[0] = 0
    for exposed in range(1, WALLED + 1):
        missing = value - mind.slack - mind.wall_hopes[exposed]
        mind.needed[exposed] = min(mind.near_end, -(-missing // UNIT))


@rule
def may_be_best(mind, matches, exposed):
    """Return whether a garden with these matches and exposed shields may be worth as much as the best.

    This first test rejects most rearrangements.
    """
    return matches >= mind.needed[min(exposed, WALLED)]


@rule
def is_exact(table, seat, counts):
    """Return whether the matches determine the worth of a rearranged garden exactly (after `prepare_bounds`)."""
    mind = table.mind
    if mind.strings > 0 or mind.hopes > 0:
        return False
    if mind.with_pairs or table.players[seat].garden.wilds == 0:
        return True
    return gardens.colours_of(counts) == gardens.FOUR_COLOURS


@rule
def max_worth(table, seat, counts, pairs, exact):
    """Return an upper bound of the garden's worth with such matches after a rearrangement.

    Call it after `prepare_bounds`.  If `is_exact`, the bound is the worth itself.
    """
    mind = table.mind
    all_colours = may_have_all_colours(table, seat, counts, pairs)
    score = gardens.score_of(table.rules, counts, all_colours, mind.strings)
    at_end = end_worth(table, habits_of(table, seat), score)
    return UNIT * score + hopes(mind, counts, all_colours) + mind.hopes + (at_end if exact else max(0, at_end))


@rule
def may_have_all_colours(table, seat, counts, pairs):
    """Return whether there may be a match of every colour; if `pairs` is not followed, a wild card may fill any gap."""
    if table.mind.with_pairs:
        return gardens.has_all_colours(counts, pairs)
    return table.players[seat].garden.wilds > 0 or gardens.colours_of(counts) == gardens.FOUR_COLOURS
