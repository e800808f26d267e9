"""Plays: what the garden is worth after each, and after the best rearrangement that may follow the best of them."""

import numpy as np

from balancer.core.compile import chapter, rule
from balancer.core.table import habits_of
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten import layout, players, rearranging, worth
from balancer.games.biergarten.options import place_of, play_of, played_on
from balancer.games.biergarten.parts import N_COLOURS


@chapter
def plan(table, seat):
    """List all plays with their value (after `players.prepare`); think the most promising ones through."""
    mind = table.mind
    player = table.players[seat]
    mind.plays = 0
    for place in range(player.hand_size):
        card = np.int64(player.hand[place])
        list_plays(table, seat, place, card)
    habits = habits_of(table, seat)
    if habits.shortlist == 0 or not rearranging.is_considered(table, habits):
        return
    pick_shortlist(mind, min(np.int64(habits.shortlist), np.int64(mind.plays)))
    for k in range(mind.shortlisted):
        play = np.int64(mind.shortlist[k])
        mind.value[play] = think_through(table, seat, np.int64(mind.play[play]))


@rule
def list_plays(table, seat, place, card):
    """A card of the hand on each cell next to the garden."""
    mind = table.mind
    garden = table.players[seat].garden
    habits = habits_of(table, seat)
    sides = np.int64(table.cards[card].sides)
    liked = players.liking(table, habits, card)
    main, pairs = np.int64(garden.main), np.int64(garden.pairs)
    exact = habits.umbrellas > 0 or may_string(table, garden, card)
    for k in range(mind.frontier):
        cell = np.int64(mind.spot[k])
        option = play_of(place, cell)
        if exact:
            value = worth_after(table, seat, card, cell)
        else:
            faces = np.int64(mind.faces[cell])
            now = main + gardens.main_between(sides, faces) - gardens.main_between(0, faces)
            now_pairs = pairs + gardens.pairs_between(sides, faces)
            value = players.quick_worth(table, habits, now, now_pairs)
            if table.mind.open_end and value >= worth.UNIT * table.rules.end_at:
                value = worth_after(table, seat, card, cell)
        mind.play[mind.plays] = option
        mind.value[mind.plays] = value + liked
        mind.plays += 1


@rule
def may_string(table, garden, card):
    """Whether umbrellas may count once the card is laid."""
    if table.rules.umbrella_bonus == 0:
        return False
    most = 0
    for colour in range(N_COLOURS):
        most = max(most, np.int64(garden.umbrellas[colour]) + table.cards[card].umbrellas[colour])
    return most >= table.rules.umbrella_run


@chapter
def worth_after(table, seat, card, cell):
    """What the garden is worth with the card on that cell, by trying it out."""
    garden = table.players[seat].garden
    gardens.lay_card(table, garden, card, cell)
    value = worth.worth(table, seat)
    gardens.take_card(table, garden, cell)
    return value


@rule
def pick_shortlist(mind, length):
    """Note the plays of highest value, the first of equals first."""
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


@chapter
def think_through(table, seat, play):
    """What the garden is worth after a play and the best rearrangement after it."""
    player = table.players[seat]
    garden = player.garden
    card = np.int64(player.hand[place_of(play)])
    cell = played_on(play)
    gardens.lay_card(table, garden, card, cell)
    layout.look(table, garden)
    best = rearranging.best_of_all(table, seat)
    gardens.take_card(table, garden, cell)
    return best + players.liking(table, habits_of(table, seat), card)
