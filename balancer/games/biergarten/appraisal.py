"""Appraisal of home cards, draws, plays and rearrangements by a player of Biergarten (habits: see personas.py).

A player sees all gardens, the supply, the own hand, and which cards the others drew from the supply and still hold.
Nothing else is read here.  All appraisals count in tenths of a barrel: see evaluation.py.
"""

import numpy as np

from balancer.core.compile import rule, separate_rule
from balancer.core.table import habits_of
from balancer.games.biergarten import evaluation, rearrangements_legal
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten.encoding import DECK, KEEP, NONE, can_draw, victim_of
from balancer.games.biergarten.evaluation import UNIT
from balancer.games.biergarten.grid import N_DIRECTIONS
from balancer.games.biergarten.knobs import GARDEN_BONUS

LEAST = -(2**40)


# home -----------------------------------------------------------------------------------------------------------------
@rule
def appraise_home(table, seat, place):
    """Return the value of a home card: barrels that the cards in hand would sell next to it, less its shields' cost."""
    card = table.homes[place]
    sides = gardens.sides_of(table, card)
    player = table.players[seat]
    walls = habits_of(table, seat).walls * table.rules.garden_bonus // GARDEN_BONUS
    value = -walls * gardens.shields_of(sides)
    for k in range(player.hand_size):
        value += UNIT * best_match(sides, gardens.sides_of(table, player.hand[k]))
    return value


@rule
def best_match(sides, others):
    """Return the most barrels that two cards can sell next to each other."""
    best = 0
    for direction in range(N_DIRECTIONS):
        best = max(best, gardens.matches_of(gardens.edge_value(gardens.COUNTS, sides, others, direction)))
    return best


# draw and refresh -----------------------------------------------------------------------------------------------------
@separate_rule
def prepare(table, seat):
    """Look at the others' gardens, and at the own one (after `rearrangements_legal.look`)."""
    evaluation.prepare(table, seat)
    rearrangements_legal.note_faces(table, table.players[seat].garden)


@separate_rule
def gain_of_card(table, seat, card):
    """Return how much more the garden would be worth with a card on the best cell, without umbrellas."""
    mind = table.mind
    garden = table.players[seat].garden
    habits = habits_of(table, seat)
    sides = gardens.sides_of(table, card)
    counts, pairs = garden.match_counts, garden.pairs
    before = quick_worth(table, counts, pairs)
    best = LEAST
    for k in range(mind.frontier):
        faces = mind.faces[mind.spot[k]]
        new_counts = counts + gardens.edge_values(gardens.COUNTS, sides, faces) - gardens.counts_of_gap(faces)
        new_pairs = pairs + gardens.edge_values(gardens.PAIRED, sides, faces)
        best = max(best, quick_worth(table, new_counts, new_pairs))
    return best - before + liking(table, habits, card)


@rule
def quick_worth(table, counts, pairs):
    """Return the worth of a garden with such matches, without umbrellas and the end of the game."""
    all_colours = gardens.has_all_colours(counts, pairs)
    score = gardens.score_of(table.rules, counts, all_colours, 0)
    return UNIT * score + evaluation.hopes(table.mind, counts, all_colours)


@rule
def liking(table, habits, card):
    """Return the worth of a card beyond what it sells at once: for a second colour and for umbrellas."""
    mind = table.mind
    facts = table.cards[card]
    colours = facts.colours
    has_two = colours & (colours - 1) != 0
    return mind.open_end * habits.two_colours * has_two + mind.string_hope * np.int64(facts.bears != 0)


@rule
def appraise_refresh(table, seat, option):
    """Return the value of KEEP (the best card of the supply) or of REFRESH (an unseen card)."""
    if option != KEEP:
        return habits_of(table, seat).luck
    best = LEAST
    for slot in range(DECK):
        if can_draw(table, seat, slot):
            best = max(best, gain_of_card(table, seat, table.supply[slot]))
    return best


@rule
def appraise_draw(table, seat, option):
    """Return the value of drawing a card of the supply, a card of the deck, or one from an opponent's hand."""
    if option < DECK:
        return gain_of_card(table, seat, table.supply[option])
    habits = habits_of(table, seat)
    if option == DECK:
        return habits.luck
    return habits.steal + hope_of_hand(table, seat, victim_of(option), habits.luck)


@rule
def hope_of_hand(table, seat, victim, luck):
    """Return what a card drawn blindly from a hand adds on average; cards that all have seen are known."""
    opponent = table.players[victim]
    hope = 0
    for place in range(opponent.hand_size):
        if opponent.known[place]:
            hope += gain_of_card(table, seat, opponent.hand[place])
        else:
            hope += luck
    return hope // opponent.hand_size


# play -----------------------------------------------------------------------------------------------------------------
@rule
def appraise_play(table, seat, k):
    """Return the worth of the garden after play number k of those listed (planning.py)."""
    return table.mind.value[k]


# rearrange ------------------------------------------------------------------------------------------------------------
@rule
def appraise_rearrange(table, seat, option):
    """Return the worth of the garden after a rearrangement, less `least_gain`."""
    if option == NONE:
        return evaluation.worth(table, seat)
    garden = table.players[seat].garden
    rearrangements_legal.carry_out(table, garden, option)
    value = evaluation.worth(table, seat) - habits_of(table, seat).least_gain
    rearrangements_legal.take_back(table, garden, option)
    return value
