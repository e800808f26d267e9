"""Loops over the core's functions, so that a test can afford a million of them."""

import numpy as np

from balancer.core import bits, cards, decision, dice
from balancer.core.compile import rule
from balancer.core.decision import APPRAISE
from balancer.core.declarations import Habit
from balancer.core.knobs import Number
from balancer.core.table import table_record

ROW = 8
KNOBS = (Number(name="max_rounds", default=9, low=1, high=99, meaning="", section=""),)

TABLE = table_record(KNOBS, (Habit("greed", 0, 0, 1, ""),), ("row", np.uint8, ROW))
FIRST_EXTRAS = np.zeros(0, np.int32)


@rule
def first_words(table, seeds, games, streams, addresses, words, out):
    """Write word number words[i] of each address, of each stream, of each game of each seed."""
    for i in range(len(out)):
        dice.start(table.dice, seeds[i], games[i], 10)
        dice.go_to(table.dice, streams[i], addresses[i])
        for _ in range(words[i]):
            dice.word(table.dice, streams[i])
        out[i] = dice.word(table.dice, streams[i])


@rule
def count_below(table, n, games, words, counts):
    """Count how often each number below n falls: `words` words in each of `games` games."""
    for game in range(games):
        dice.start(table.dice, 5, game, 2)
        for _ in range(words):
            counts[dice.below(table.dice, dice.CHANCE, n)] += 1


@rule
def count_places(table, n, games, counts):
    """Count how often each of n cards comes to each place."""
    for game in range(games):
        dice.start(table.dice, 6, game, 2)
        for i in range(n):
            table.row[i] = i
        cards.shuffle(table.row, n, table, dice.SETUP)
        for i in range(n):
            counts[i, table.row[i]] += 1


@rule
def count_orders(table, games, counts):
    """Count how often each order of 4 cards falls, by the number whose digits to base 4 they are."""
    for game in range(games):
        dice.start(table.dice, 7, game, 2)
        for i in range(4):
            table.row[i] = i
        cards.shuffle(table.row, 4, table, dice.SETUP)
        number = 0
        for i in range(4):
            number = 4 * number + table.row[i]
        counts[number] += 1


@rule
def choose_one(table, seat, node, values):
    """Make one decision among options 0, 1, ... with these appraisals."""
    k = decision.forced_or_random(table, seat, node, len(values))
    if k != APPRAISE:
        return k
    decision.begin(table)
    for option in range(len(values)):
        decision.offer(table, option, values[option])
    return decision.chosen(table)


@rule
def pick_of_sets(table, seat, node, values):
    """Make the same decision where option k and option k + 32 are alike, and an empty set is offered among them."""
    k = decision.forced_or_random(table, seat, node, 2 * len(values))
    if k != APPRAISE:
        return k
    decision.begin(table)
    for option in range(len(values)):
        decision.offer_set(table, bits.bit(option) | bits.bit(option + 32), values[option])
        decision.offer_set(table, bits.WORD(0), 2**40)
    return decision.one_of_best(table)


@rule
def count_picks_of_sets(table, values, games, counts):
    """Count how often each option is chosen, one decision a game."""
    for game in range(games):
        dice.start(table.dice, 8, game, 2)
        decision.reset(table.decision, 3)
        counts[pick_of_sets(table, 1, 2, values)] += 1


@rule
def count_picks(table, values, games, counts):
    """Count how often each option is chosen, one decision a game."""
    for game in range(games):
        dice.start(table.dice, 8, game, 2)
        decision.reset(table.decision, 3)
        counts[choose_one(table, 1, 2, values)] += 1


select_in_bytes = rule(bits.select_in_bytes)
select_by_deposit = rule(bits.select_by_deposit)
