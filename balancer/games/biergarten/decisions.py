"""The decision nodes of Biergarten: their options, and how one is chosen.

Option numbers follow rulebook.md, § Options and dice.  The functions return a place among the home cards, or one of the
numbers of encoding.py.
"""

import numpy as np

from balancer.core import bits, decision
from balancer.core.compile import rule, separate_rule
from balancer.core.decision import APPRAISE
from balancer.core.taking import NO_PART
from balancer.games.biergarten import appraisal, planning, rearrangements_appraised, rearrangements_legal
from balancer.games.biergarten.encoding import DECK, KEEP, NONE, REFRESH, can_draw, play_of
from balancer.games.biergarten.table import NODE


# home -----------------------------------------------------------------------------------------------------------------
@rule
def offered_home(table, seat):
    """Return the set of the names of the home cards still lying."""
    names = bits.EMPTY
    for place in range(table.homes_left):
        names = bits.plus(names, table.cards[table.homes[place]].name)
    return names


@rule
def part_of_home(table, seat, place):
    """Return the name of the home card taken."""
    return np.int64(table.cards[table.homes[place]].name)


@rule
def choose_home(table, seat):
    """Return the place of the home card to take, among those still lying."""
    count = table.homes_left
    k = decision.forced_or_random(table, seat, NODE.HOME, count)
    if k != APPRAISE:
        return k
    decision.begin(table)
    for place in range(count):
        decision.offer(table, place, appraisal.appraise_home(table, seat, place))
    return decision.chosen(table)


# refresh --------------------------------------------------------------------------------------------------------------
@rule
def choose_refresh(table, seat):
    """Return KEEP, or REFRESH if the deck is not empty."""
    k = decision.forced_or_random(table, seat, NODE.REFRESH, 1 + (table.deck_end > table.top))
    if k != APPRAISE:
        return k
    rearrangements_legal.look(table, table.players[seat].garden)
    appraisal.prepare(table, seat)
    decision.begin(table)
    for option in range(KEEP, REFRESH + 1):
        decision.offer(table, option, appraisal.appraise_refresh(table, seat, option))
    return decision.chosen(table)


# draw -----------------------------------------------------------------------------------------------------------------
@rule
def count_draws(table, seat):
    """Return the number of ways to draw a card."""
    count = 0
    for option in range(DECK + 1 + table.seats):
        count += can_draw(table, seat, option)
    return count


@rule
def nth_draw(table, seat, k):
    """Return way number k (from 0) to draw a card."""
    option = 0
    while k > 0 or not can_draw(table, seat, option):
        k -= can_draw(table, seat, option)
        option += 1
    return option


@rule
def offered_draw(table, seat):
    """Return the set of the names of the cards in the supply; no others lie face up."""
    names = bits.EMPTY
    for slot in range(DECK):
        if can_draw(table, seat, slot):
            names = bits.plus(names, table.cards[table.supply[slot]].name)
    return names


@rule
def part_of_draw(table, seat, option):
    """Return the name of the card drawn from the supply, NO_PART if it came from elsewhere."""
    return np.int64(table.cards[table.supply[option]].name) if option < DECK else NO_PART


@rule
def choose_draw(table, seat):
    """Return a supply slot, DECK or an opponent; at least one of them is possible."""
    k = decision.forced_or_random(table, seat, NODE.DRAW, count_draws(table, seat))
    if k != APPRAISE:
        return nth_draw(table, seat, k)
    return appraise_draws(table, seat)


@separate_rule
def appraise_draws(table, seat):
    """Offer every way to draw, and return the one chosen."""
    rearrangements_legal.look(table, table.players[seat].garden)
    appraisal.prepare(table, seat)
    decision.begin(table)
    for option in range(DECK + 1 + table.seats):
        if can_draw(table, seat, option):
            decision.offer(table, option, appraisal.appraise_draw(table, seat, option))
    return decision.chosen(table)


# play -----------------------------------------------------------------------------------------------------------------
@rule
def choose_play(table, seat):
    """Return the play of a card of the hand on a cell; the hand is not empty."""
    player = table.players[seat]
    table.mind.foreseen *= table.decision.again > 0  # keep only what this player has just evaluated
    rearrangements_legal.look(table, player.garden)
    cells = table.mind.frontier
    k = decision.forced_or_random(table, seat, NODE.PLAY, player.hand_size * cells)
    if k != APPRAISE:
        play = play_of(k // cells, rearrangements_legal.nth_frontier(table, k % cells))
        table.mind.foreseen *= table.mind.foreseen == 1 + play
        return play
    return appraise_plays(table, seat)


@separate_rule
def appraise_plays(table, seat):
    """Offer each card on each cell, and return the play chosen.

    The value of the most promising plays includes the best rearrangement that may follow.
    """
    appraisal.prepare(table, seat)
    planning.plan(table, seat)
    mind = table.mind
    decision.begin(table)
    for k in range(mind.plays):
        decision.offer(table, mind.play[k], appraisal.appraise_play(table, seat, k))
    play = decision.chosen(table)
    planning.note_foreseen(table, seat, play)
    return play


# rearrange ------------------------------------------------------------------------------------------------------------
@rule
def choose_rearrange(table, seat):
    """Return NONE, or a swap, a move or a shift."""
    garden = table.players[seat].garden
    rearrangements_legal.look(table, garden)
    rearrangements_legal.count_kinds(table, garden)
    k = decision.forced_or_random_of_kinds(table, seat, NODE.REARRANGE, table.mind.kinds)
    if k != APPRAISE:
        table.mind.foreseen = 0
        return rearrangements_legal.nth(table, garden, k)
    return appraise_rearrangements(table, seat)


@separate_rule
def appraise_rearrangements(table, seat):
    """Offer no rearrangement and all that may be as good, and return the one chosen."""
    appraisal.prepare(table, seat)
    decision.begin(table)
    none = NONE
    decision.offer(table, none, appraisal.appraise_rearrange(table, seat, none))
    rearrangements_appraised.offer_all(table, seat)
    table.mind.foreseen = 0
    return decision.chosen(table)
