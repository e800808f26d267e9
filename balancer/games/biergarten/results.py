"""§ Result: winners, scores, names in the gardens, and figures that depend on the end of the game."""

import numpy as np

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.compile import rule, separate_rule
from balancer.core.result_row import write_highest_score_wins
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten import rearrangements_legal
from balancer.games.biergarten.grid import EAST, SOUTH, STEPS
from balancer.games.biergarten.knobs import LAST_SEAT
from balancer.games.biergarten.table import EXTRA, MAX_PLAYERS, MEANS, NOBODY


@separate_rule
def write_result(table, row):
    """Let most barrels win; if several have most, the last in turn order wins or all of them."""
    for seat in range(table.seats):
        garden = table.players[seat].garden
        row.score[seat] = garden.score
        row.parts[seat] = names_of(table, garden)
    write_highest_score_wins(table, row)
    tied = WORD(row.winners)
    if tied != WORD(0):
        if table.rules.tie_break == LAST_SEAT:
            row.winners = bits.bit(highest(tied))
        table.extras[EXTRA.WINNER_SCORE] = row.score[bits.lowest(tied)]
        table.extras[EXTRA.TIES_AT_TOP] = bits.count(tied) > 1
    winners = WORD(row.winners)
    write_trigger(table, winners)
    write_walled(table, winners)
    write_barrels(table)


@rule
def highest(seats):
    """Return the last seat of a set that is not empty."""
    last = bits.lowest(seats)
    for seat in range(last + 1, MAX_PLAYERS):
        if bits.has(seats, seat):
            last = seat
    return last


@rule
def names_of(table, garden):
    """Return the set of names of the cards in a garden; also list its cells in `mind`."""
    rearrangements_legal.look(table, garden)
    mind = table.mind
    names = WORD(0)
    for place in range(mind.cards):
        names = names | bits.bit(table.cards[gardens.card_on(garden, mind.cell[place])].name)
    return names


@rule
def write_trigger(table, winners):
    """Write who began the final round, and whether that player won."""
    if table.initiator == NOBODY:
        return
    won = winners != WORD(0) and bits.has(winners, table.initiator)
    table.extras[EXTRA.TRIGGER_WINS] = MEANS // bits.count(winners) if won else 0
    for seat in range(table.seats):
        table.extras[EXTRA.TRIGGER_SEAT_1 + seat] = np.int64(seat == table.initiator)


@rule
def write_walled(table, winners):
    """Write the share of the players, and of the winners, who have a walled garden."""
    walled = WORD(0)
    for seat in range(table.seats):
        if gardens.exposed_of(table.players[seat].garden.match_counts) == 0:
            walled = walled | bits.bit(seat)
    table.extras[EXTRA.WALLED_PLAYERS] = MEANS // table.seats * bits.count(walled)
    if winners != WORD(0):
        table.extras[EXTRA.WALLED_WINNERS] = MEANS // bits.count(winners) * bits.count(walled & winners)


@separate_rule
def write_barrels(table):
    """Write the barrels by source, as means over the players, and what wild cards did."""
    matches = 0
    of_colours = 0
    of_gardens = 0
    of_umbrellas = 0
    wilds = 0
    wild_matches = 0
    for seat in range(table.seats):
        garden = table.players[seat].garden
        counts = garden.match_counts
        matches += gardens.matches_of(counts)
        if gardens.has_all_colours(counts, garden.pairs):
            of_colours += table.rules.color_bonus
        if gardens.exposed_of(counts) == 0:
            of_gardens += table.rules.garden_bonus
        of_umbrellas += table.rules.umbrella_bonus * gardens.strings_of(table, garden)
        wilds += garden.wilds
        wild_matches += count_wild_matches(table, garden)
    share = MEANS // table.seats
    extras = table.extras
    extras[EXTRA.BARRELS_MATCHES] = share * matches
    extras[EXTRA.BARRELS_COLOR] = share * of_colours
    extras[EXTRA.BARRELS_GARDEN] = share * of_gardens
    extras[EXTRA.BARRELS_UMBRELLA] = share * of_umbrellas
    extras[EXTRA.WILDS_IN_GARDENS] = wilds
    extras[EXTRA.WILD_MATCHES] = wild_matches


@rule
def is_wild(table, garden, cell):
    """Return whether the card on an occupied cell is wild."""
    return table.cards[gardens.card_on(garden, cell)].wild != 0


@rule
def count_wild_matches(table, garden):
    """Return the number of matches with a wild card, each looked at from its northern or western card."""
    rearrangements_legal.look(table, garden)
    mind = table.mind
    count = 0
    for place in range(mind.cards):
        cell = mind.cell[place]
        for direction in (EAST, SOUTH):
            neighbour = cell + STEPS[direction]
            if garden.card[neighbour] != 0:
                wild = is_wild(table, garden, cell) or is_wild(table, garden, neighbour)
                count += wild and gardens.both_open(garden, cell, direction)
    return count
