"""What a player thinks a garden is worth, in tenths of a barrel (habits: see personas.py).

Barrels and bonuses as they are now; what may come of it: shields still exposed, colours matched, umbrellas connected;
and whether this garden begins the final round.  Hopes are as large as the bonus they are for: habits are weights at the
printed bonuses.  `most_worth` says it of a garden of which the matches alone are known: nothing is worth more, so what
can't be the best need not be tried out.
"""

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.core.table import habits_of
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten.components import N_COLOURS
from balancer.games.biergarten.knobs import COLOR_BONUS, GARDEN_BONUS, LAGERS, UMBRELLA_BONUS
from balancer.games.biergarten.table import NOBODY, WALLED

UNIT = 10  # tenths of a barrel
FAR = 2**20  # more barrels than anybody sells
STRING_BONUS = UMBRELLA_BONUS[LAGERS]


@rule
def prepare(table, seat):
    """Look at the others: who has most barrels, whether the final round has begun; and what there is to hope for."""
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
    """What matters only as long as the final round has not begun; nothing after."""
    mind, rules = table.mind, table.rules
    mind.colour_hope = mind.open_end * habits.colours * rules.color_bonus // COLOR_BONUS
    mind.string_hope = mind.open_end * habits.umbrellas * rules.umbrella_bonus // STRING_BONUS
    walls = mind.open_end * habits.walls * rules.garden_bonus
    for exposed in range(WALLED + 1):
        mind.wall_hopes[exposed] = walls * nearness(exposed) // GARDEN_BONUS


@rule
def nearness(exposed):
    """How near a garden is to being walled, from 0 to WALLED: each shield counts more the fewer are exposed."""
    left = WALLED - exposed
    return left * left // WALLED


@separate_rule
def worth(table, seat):
    """What a player's garden is worth as it lies."""
    garden = table.players[seat].garden
    counts, pairs = garden.match_counts, garden.pairs
    value = worth_of(table, habits_of(table, seat), counts, pairs, gardens.strings_of(table, garden))
    if table.mind.string_hope:
        value += table.mind.string_hope * umbrella_hopes(table, garden)
    return value


@rule
def worth_of(table, habits, counts, pairs, strings):
    """What a garden with such matches and that many strings is worth, without hopes of umbrellas."""
    all_colours = gardens.has_all_colours(counts, pairs)
    score = gardens.score_of(table.rules, counts, all_colours, strings)
    return UNIT * score + hopes(table.mind, counts, all_colours) + end_worth(table, habits, score)


@rule
def hopes(mind, counts, all_colours):
    """What is hoped of exposed shields and of the colours matched."""
    colours = N_COLOURS if all_colours else bits.count(gardens.colours_of(counts))
    return mind.colour_hope * colours + wall_hope(mind, gardens.exposed_of(counts))


@rule
def wall_hope(mind, exposed):
    """The hope in a garden with that many exposed shields."""
    return mind.wall_hopes[min(exposed, WALLED)]


@separate_rule
def umbrella_hopes(table, garden):
    """Squares of the longest string of each colour, by the length that earns the bonus."""
    run = table.rules.umbrella_run
    found = 0
    for colour in range(N_COLOURS):
        if garden.umbrellas[colour] > 0:
            found += string_hope(run, gardens.longest_string(table, garden, colour))
    return found


@rule
def string_hope(run, length):
    """The hope in one string."""
    length = min(run, length)
    return length * length // run


@rule
def end_worth(table, habits, score):
    """What it is worth to begin the final round with that score: `finish` when ahead, minus `finish` when not."""
    if score < table.mind.end_from or not table.mind.open_end:
        return 0
    if score - table.mind.best_other >= habits.lead:
        return UNIT * habits.finish
    return -UNIT * habits.finish


# Of rearrangements ----------------------------------------------------------------------------------------------------
@rule
def expect(table, seat):
    """Compute the most that rearranging may add to a garden beyond its matches.

    slack: the most that bonuses, colours and umbrellas may add, without a walled garden and the end of the game;
    near_end: barrels of matches from which the final round may begin.
    """
    mind = table.mind
    garden = table.players[seat].garden
    run = table.rules.umbrella_run
    strings = 0
    found = 0
    if table.rules.umbrella_bonus > 0:
        for colour in range(N_COLOURS):
            strings += garden.umbrellas[colour] >= run
            found += string_hope(run, garden.umbrellas[colour])
    mind.with_pairs = garden.wilds > 0 and gardens.colours_of(garden.match_counts) != gardens.FOUR_COLOURS
    mind.strings = strings
    mind.hopes = found * mind.string_hope
    bonus = table.rules.umbrella_bonus * strings + table.rules.color_bonus
    mind.near_end = mind.end_from - bonus if mind.open_end else FAR
    mind.slack = UNIT * bonus + mind.colour_hope * N_COLOURS + mind.hopes - habits_of(table, seat).least_gain


@rule
def set_best(mind, value):
    """Note what the best rearrangement so far is worth, and the matches that another needs (after `expect`).

    A garden without exposed shields is looked at in any case, and one that may begin the final round.
    """
    mind.best = value
    mind.needed[0] = 0
    for exposed in range(1, WALLED + 1):
        short = value - mind.slack - mind.wall_hopes[exposed]
        mind.needed[exposed] = min(mind.near_end, -(-short // UNIT))


@rule
def may_be_best(mind, matches, exposed):
    """Whether a garden with these matches and exposed shields may be worth as much as the best.

    The first look, which most rearrangements don't outlast.
    """
    return matches >= mind.needed[min(exposed, WALLED)]


@rule
def is_sure(table, seat, counts):
    """Whether matches alone determine the worth of a rearranged garden (after `expect`)."""
    mind = table.mind
    if mind.strings > 0 or mind.hopes > 0:
        return False
    if mind.with_pairs or table.players[seat].garden.wilds == 0:
        return True
    return gardens.colours_of(counts) == gardens.FOUR_COLOURS


@rule
def most_worth(table, seat, counts, pairs, sure):
    """The most that the garden may be worth with such matches, its cards rearranged somehow (after `expect`).

    Where `is_sure`, it is worth just that.
    """
    mind = table.mind
    all_colours = may_have_all_colours(table, seat, counts, pairs)
    score = gardens.score_of(table.rules, counts, all_colours, mind.strings)
    at_end = end_worth(table, habits_of(table, seat), score)
    return UNIT * score + hopes(mind, counts, all_colours) + mind.hopes + (at_end if sure else max(0, at_end))


@rule
def may_have_all_colours(table, seat, counts, pairs):
    """Whether there may be a match of every colour; where `pairs` is not followed, any wild card may do wonders."""
    if table.mind.with_pairs:
        return gardens.has_all_colours(counts, pairs)
    return table.players[seat].garden.wilds > 0 or gardens.colours_of(counts) == gardens.FOUR_COLOURS
