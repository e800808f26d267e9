"""Draft: every player is dealt two cards, then five times takes one of two cards shown."""

from balancer.core import cards, dice
from balancer.core.cards import cardset
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import CHANCE, SETUP
from balancer.core.result_row import write_highest_score_wins, write_parts
from balancer.core.table import begin_turn
from tests.core.draft import decisions
from tests.core.draft.table import DEALT, ENDING, ROUNDS


def prepare(table, rules, players, parts):
    """Print the values on the cards."""
    table.kinds = len(parts.data)
    table.values[: len(parts.data)] = parts.data


@rule
def setup(table):
    for kind in range(table.kinds):
        table.cards[kind] = kind
    cards.shuffle(table.cards, table.kinds, table, SETUP)
    for seat in range(table.seats):
        for _ in range(DEALT):
            gain(table, seat, table.cards[table.next_card])
            table.next_card += 1


@rule
def gain(table, seat, card):
    cardset.add(table.players[seat].held.words, card)
    table.players[seat].score += table.values[card]


@rule
def dealt_to(table, seat):
    """Return the opening hand."""
    return table.players[seat].held


@separate_rule
def play_round(table):
    for seat in range(table.seats):
        begin_turn(table)
        option = decisions.choose_take(table, seat)
        gain(table, seat, table.cards[table.next_card + option])
        table.next_card += 2
    if table.rounds == ROUNDS:
        table.ending = ENDING.OVER


@rule
def standing_of(table, seat):
    return table.players[seat].score


@rule
def write_result(table, row):
    for seat in range(table.seats):
        row.score[seat] = table.players[seat].score
        write_parts(row, seat, table.players[seat].held)
    write_highest_score_wins(table, row)


@rule
def reshuffle_unseen(table, seat):
    """Shuffle the cards that come after those shown."""
    first = table.next_card + 2
    for i in range(table.kinds - first - 1, 0, -1):
        cards.swap(table.cards, first + i, first + dice.below(table.dice, CHANCE, i + 1))
