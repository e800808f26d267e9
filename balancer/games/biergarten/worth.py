"""What a player thinks a garden is worth, in tenths of a barrel (habits: see personas.py).

Barrels and bonuses as they are now; what may come of it: shields still exposed, colours matched, umbrellas connected;
and whether this garden begins the final round.  `most_worth` says it of a garden of which the matches alone are known:
nothing is worth more, so what can't be the best need not be tried out.
"""

import numpy as np

from balancer.core import bits
from balancer.core.compile import chapter, rule
from balancer.core.table import habits_of
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten.parts import N_COLOURS

UNIT = 10  # tenths of a barrel
NOBODY = -1
WALLED = 12  # exposed shields from which on one begins to think of a walled garden
FAR = 2**20  # more barrels than anybody sells


@rule
def prepare(table, seat):
    """Look at the others: who has most barrels, whether the final round has begun."""
    mind = table.mind
    most = np.int64(-1)
    for other in range(table.seats):
        if other != seat:
            most = max(most, np.int64(table.players[other].garden.score))
    mind.best_other = most
    mind.open_end = table.initiator == NOBODY


@chapter
def worth(table, seat):
    """What a player's garden is worth as it lies."""
    garden = table.players[seat].garden
    habits = habits_of(table, seat)
    main, pairs = np.int64(garden.main), np.int64(garden.pairs)
    score = gardens.score(table, garden)
    value = UNIT * score
    if table.mind.open_end:
        value += hopes(habits, main, gardens.has_all_colours(main, pairs))
        if habits.umbrellas:
            value += habits.umbrellas * umbrella_hopes(table, garden)
        value += end_worth(table, habits, score)
    return value


@rule
def hopes(habits, main, all_colours):
    """What matters only as long as the final round has not begun: exposed shields, colours matched."""
    colours = N_COLOURS if all_colours else bits.count(gardens.colours_of(main))
    return habits.colours * colours + habits.walls * nearness(gardens.exposed_of(main))


@rule
def nearness(exposed):
    """How near a garden is to being walled, from 0 to WALLED: each shield counts more the fewer are exposed."""
    left = max(0, WALLED - exposed)
    return left * left // WALLED


@chapter
def umbrella_hopes(table, garden):
    """Squares of the longest string of each colour, by the length that earns the bonus."""
    run = np.int64(table.rules.umbrella_run)
    hopes = 0
    for colour in range(N_COLOURS):
        if garden.umbrellas[colour] > 0:
            hopes += string_hope(run, gardens.longest_string(table, garden, colour))
    return hopes


@rule
def string_hope(run, length):
    """The hope in one string."""
    length = min(run, np.int64(length))
    return length * length // run


@rule
def end_worth(table, habits, score):
    """What it is worth to begin the final round with so many barrels: much when ahead, as much less when not."""
    if score < table.rules.end_at:
        return 0
    if score - table.mind.best_other >= habits.lead:
        return UNIT * habits.finish
    return -UNIT * habits.finish


@rule
def expect(table, seat):
    """Note what rearranging a garden may add at most beyond its matches.

    slack: so much, with the most that bonuses, colours and umbrellas may be worth, but a walled garden and the end;
    near_end: from so many barrels of matches on the final round may begin.
    """
    mind = table.mind
    garden = table.players[seat].garden
    habits = habits_of(table, seat)
    run = np.int64(table.rules.umbrella_run)
    strings = 0
    hopes = 0
    if table.rules.umbrella_bonus > 0 or habits.umbrellas > 0:
        for colour in range(N_COLOURS):
            strings += garden.umbrellas[colour] >= run
            hopes += string_hope(run, garden.umbrellas[colour])
    mind.with_pairs = garden.wilds > 0 and gardens.colours_of(garden.main) != gardens.FOUR_COLOURS
    mind.sure = strings == 0 and hopes * habits.umbrellas == 0 and (mind.with_pairs or garden.wilds == 0)
    mind.strings = strings
    mind.hopes = hopes * habits.umbrellas
    bonus = table.rules.umbrella_bonus * strings + table.rules.color_bonus
    mind.near_end = table.rules.end_at - bonus if mind.open_end else FAR
    mind.walls = habits.walls if mind.open_end else 0
    mind.slack = UNIT * bonus - habits.least_gain
    if mind.open_end:
        mind.slack += habits.colours * N_COLOURS + mind.hopes


@rule
def most_worth(table, seat, main, pairs):
    """The most that the garden may be worth with such matches, its cards rearranged somehow (after `expect`).

    Where `sure`, it is worth just that.
    """
    mind = table.mind
    habits = habits_of(table, seat)
    all_colours = may_have_all_colours(table, seat, main, pairs)
    score = gardens.matches_of(main) + table.rules.umbrella_bonus * mind.strings
    if all_colours:
        score += table.rules.color_bonus
    if gardens.exposed_of(main) == 0:
        score += table.rules.garden_bonus
    value = UNIT * score
    if mind.open_end:
        at_end = end_worth(table, habits, score)
        value += hopes(habits, main, all_colours) + mind.hopes + (at_end if mind.sure else max(0, at_end))
    return value


@rule
def may_have_all_colours(table, seat, main, pairs):
    """Whether there may be a match of every colour; where `pairs` is not followed, any wild card may do wonders."""
    if table.mind.with_pairs:
        return gardens.has_all_colours(main, pairs)
    return table.players[seat].garden.wilds > 0 or gardens.colours_of(main) == gardens.FOUR_COLOURS
