"""The RESULT row of a game, and the rules that fill it.  core/tallies/ reduces rows to tallies."""

import functools
from typing import Any

import numpy as np

from balancer.core import bits, leader_metrics, rule_errors
from balancer.core.dice import MAX_NODES, MAX_SEATS
from balancer.core.jit import rule
from balancer.core.part_sets import word_count, word_of
from balancer.core.record import record
from balancer.core.table import MAX_EXTRAS, UNDEFINED, UNFINISHED

MAX_ENDINGS = 8  # kinds of ending, RUNNING and UNFINISHED among them
CREDIT = 2520  # credit of a victory: divisible by 1..10, so that any number of winners can share it exactly
LARGEST = 2**23  # upper limit of a figure, so that sums of squares over MAX_CHUNK rows fit 64 bits
MAX_CHUNK = 2**14

FIELDS = (
    ("game_number", np.int64),
    ("starter", np.int64),  # seat that begins
    ("winners", np.uint64),  # set of seats that share the victory; empty: nobody wins
    ("parts", np.uint64, MAX_SEATS),  # by seat, the set of those of the first 64 parts that count for it
    ("rounds", np.int32),
    ("turns", np.int32),
    ("ending", np.int32),
    ("seats", np.int32),
    ("decisions", np.int32),  # of all seats: nodes with at least two options
    ("options", np.int32),  # options of those
    ("forced", np.int32),  # nodes with one option
    ("mistake", np.int32),  # the error in the rules that was noted in this game (see core/rule_errors.py), or 0
    ("node_decisions", np.int32, MAX_NODES),
    ("node_options", np.int32, MAX_NODES),
    ("score", np.int32, MAX_SEATS),  # in units of 1 / Game.score_unit
    ("entry", np.int32, MAX_SEATS),  # by seat, the entry of the line-up that played it
    ("share", np.int32),  # the credit of each winner
    ("side", np.int32, MAX_SEATS),  # by seat, the side that it belongs to: the seat itself among rivals
    ("lead", leader_metrics.LEAD),  # leader metrics
    ("extras", np.int32, MAX_EXTRAS),  # in units of 1 / Extra.unit, or UNDEFINED
)
RESULT = record(*FIELDS)


@functools.cache
def result_record(words: int) -> Any:
    """Return the layout of a row for sets of parts of this many words: RESULT, and a field for further words."""
    more = [("more_parts", np.uint64, (MAX_SEATS, words - 1))] if words > 1 else []
    return record(*FIELDS, *more) if more else RESULT


@rule
def write_counts(table, row, nodes):
    """Copy the counts that all games have from the table to its row, and clear the fields that `write_result` fills."""
    if table.standings != table.rounds:
        rule_errors.note(table, rule_errors.STANDINGS)
    if table.turn > rule_errors.MAX_TURNS:
        rule_errors.note(table, rule_errors.TOO_LONG)
    row.game_number = table.game_number
    row.rounds = table.rounds
    row.turns = table.turn
    row.ending = table.ending
    row.mistake = table.mistake
    row.seats = table.seats
    row.winners = 0
    row.starter = 0
    decisions = 0
    options = 0
    forced = 0
    for node in range(nodes):
        row.node_decisions[node] = table.decision.decisions[node]
        row.node_options[node] = table.decision.options[node]
        decisions += table.decision.decisions[node]
        options += table.decision.options[node]
        forced += table.decision.forced[node]
    row.decisions = decisions
    row.options = options
    row.forced = forced
    for seat in range(table.seats):
        row.entry[seat] = table.entry[seat]
        row.parts[seat] = 0
        row.side[seat] = seat


@rule
def write_parts(row, seat, parts):
    """Write the set of parts that count for a seat, a `parts_record`, in a game of more than 64 kinds."""
    row.parts[seat] = word_of(parts, 0)
    for k in range(min(word_count(parts) - 1, row.more_parts.shape[1])):
        row.more_parts[seat, k] = word_of(parts, k + 1)


@rule
def write_winner(row, seat):
    """Add `seat` to the winners, who share the victory."""
    row.winners = bits.WORD(row.winners) | bits.bit(seat)


@rule
def write_losing(row, loser):
    """Let all seats but `loser` share the victory."""
    row.winners = bits.first_bits(row.seats) ^ bits.bit(loser)


@rule
def write_highest_score_wins(table, row):
    """Let the seats with the highest score share the victory; nobody wins an unfinished game.

    All scores of the row must have been written.
    """
    best = row.score[0]
    for seat in range(1, table.seats):
        best = max(best, row.score[seat])
    write_score_wins(table, row, best)


@rule
def write_lowest_score_wins(table, row):
    """Let the seats with the lowest score share the victory; GAME must also declare `lowest_wins=True`."""
    best = row.score[0]
    for seat in range(1, table.seats):
        best = min(best, row.score[seat])
    write_score_wins(table, row, best)


@rule
def write_score_wins(table, row, score):
    """Let the seats with this score share the victory; nobody wins an unfinished game."""
    winners = bits.WORD(0)
    for seat in range(table.seats):
        winners = winners | (bits.WORD(row.score[seat] == score) << bits.WORD(seat))
    row.winners = winners if table.ending != UNFINISHED else bits.WORD(0)


@rule
def write_share(row):
    """Write the credit of each winner of a game in which every seat is a side: the winners share the victory."""
    row.share = CREDIT // max(bits.count(row.winners), 1)


def won_by_seat(rows: Any, seats: int) -> Any:
    """Return bool[..., seats]: whether each seat wins in RESULT rows."""
    winners = np.asarray(rows["winners"], np.uint64)[..., None]
    return (winners >> np.arange(seats, dtype=np.uint64) & np.uint64(1)) > 0


def shares_of_seats(rows: Any, seats: int) -> Any:
    """Return float[..., seats]: the credit of each seat in RESULT rows, of 1."""
    return won_by_seat(rows, seats) * np.asarray(rows["share"])[..., None] / CREDIT


def means_of_sides(row: Any, values: Any) -> Any:
    """Return the mean over its side for each seat of a game, float[..., seats]; values: of the seats, [..., seats]."""
    side = np.asarray(row.side)[: row.seats]
    is_same = side[:, None] == side
    return np.asarray(values)[..., : row.seats] @ is_same / is_same.sum(0)


@rule
def fraction(numerator, denominator, unit):
    """Return numerator / denominator in units of 1 / unit, rounded down; UNDEFINED if the denominator is 0."""
    if denominator == 0:
        return UNDEFINED
    return unit * numerator // denominator
