"""Values of plays: the worth of the garden after each play, for the best plays after a rearrangement, too."""

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.core.decision import LOWEST_VALUE
from balancer.core.table import habits_of
from balancer.games.biergarten import appraisal, evaluation, rearrangements_appraised, rearrangements_legal
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten.components import N_COLOURS
from balancer.games.biergarten.encoding import place_of, play_of, played_on


@separate_rule
def plan(table, seat):
    """List all plays with their values (after `appraisal.prepare`); those of the best include a rearrangement."""
    mind = table.mind
    player = table.players[seat]
    mind.plays = 0
    mind.shortlisted = 0
    strung = gardens.colours_strung(table, player.garden)
    for place in range(player.hand_size):
        list_plays(table, seat, place, player.hand[place], strung)
    habits = habits_of(table, seat)
    if habits.shortlist == 0 or not rearrangements_appraised.is_considered(table, habits):
        return
    pick_shortlist(mind, min(habits.shortlist, mind.plays))
    best = LOWEST_VALUE
    for k in range(mind.shortlisted):
        play = mind.shortlist[k]
        mind.value[play] = value_with_rearrangement(table, seat, mind.play[play], best)
        best = max(best, mind.value[play])


@rule
def list_plays(table, seat, place, card, strung):
    """List a card of the hand on each cell next to the garden; strung: colours that earn the umbrella bonus now."""
    mind = table.mind
    garden = table.players[seat].garden
    habits = habits_of(table, seat)
    sides = gardens.sides_of(table, card)
    liked = appraisal.liking(table, habits, card)
    counts, pairs = garden.match_counts, garden.pairs
    try_out = mind.string_hope > 0 or may_earn_umbrellas(table, garden, card, strung)
    strings = bits.count(strung)
    for k in range(mind.frontier):
        cell = mind.spot[k]
        if try_out:
            value = worth_after(table, seat, card, cell)
        else:
            faces = mind.faces[cell]
            new_counts = counts + gardens.edge_values(gardens.COUNTS, sides, faces) - gardens.counts_of_gap(faces)
            new_pairs = pairs + gardens.edge_values(gardens.PAIRED, sides, faces)
            value = evaluation.worth_of(table, habits, new_counts, new_pairs, strings)
        mind.play[mind.plays] = play_of(place, cell)
        mind.value[mind.plays] = value + liked
        mind.plays += 1


@rule
def may_earn_umbrellas(table, garden, card, strung):
    """Return whether a further colour may earn the umbrella bonus after a card is laid (no card breaks a string)."""
    if table.rules.umbrella_bonus == 0:
        return False
    facts = table.cards[card]
    for colour in range(N_COLOURS):
        umbrellas = garden.umbrellas[colour] + facts.umbrellas[colour]
        if facts.umbrellas[colour] > 0 and umbrellas >= table.rules.umbrella_run and (strung >> colour) & 1 == 0:
            return True
    return False


@separate_rule
def worth_after(table, seat, card, cell):
    """Return the worth of the garden with the card on a cell, by trying it out."""
    garden = table.players[seat].garden
    gardens.lay_card(table, garden, card, cell)
    value = evaluation.worth(table, seat)
    gardens.take_card(table, garden, cell)
    return value


@rule
def pick_shortlist(mind, length):
    """List the plays of highest value in `shortlist`; among equal values the first comes first."""
    for k in range(mind.plays):
        mind.picked[k] = 0
    for rank in range(length):
        best = -1
        for k in range(mind.plays):
            if not mind.picked[k] and (best < 0 or mind.value[k] > mind.value[best]):
                best = k
        mind.picked[best] = 1
        mind.shortlist[rank] = best
    mind.shortlisted = length


@separate_rule
def value_with_rearrangement(table, seat, play, least):
    """Return the worth of the garden after a play and the best rearrangement that follows it.

    If that is less than `least`, return the worth of the play without a rearrangement.
    """
    player = table.players[seat]
    garden = player.garden
    card = player.hand[place_of(play)]
    cell = played_on(play)
    liked = appraisal.liking(table, habits_of(table, seat), card)
    gardens.lay_card(table, garden, card, cell)
    rearrangements_legal.look(table, garden)
    best = rearrangements_appraised.best_of_all(table, seat, least - liked)
    gardens.take_card(table, garden, cell)
    return best + liked


@rule
def note_foreseen(table, seat, play):
    """Note the worth of the garden after the chosen play and its best rearrangement, if that was evaluated.

    It is the true maximum, because no other play is worth more.
    """
    mind = table.mind
    for k in range(mind.shortlisted):
        listed = mind.shortlist[k]
        if mind.play[listed] == play:
            card = table.players[seat].hand[place_of(play)]
            mind.foreseen = 1 + play
            mind.expected = mind.value[listed] - appraisal.liking(table, habits_of(table, seat), card)
