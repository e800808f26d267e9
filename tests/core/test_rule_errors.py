"""What right rules never do: noted where they are compiled, raised where they are plain Python (see test_plain.py)."""

import numpy as np
import pytest

from balancer.core import decision, rule_errors
from balancer.core.jit import PLAIN, rule
from balancer.core.leader_metrics import end_standings
from balancer.core.record import empty
from balancer.core.result_row import RESULT, write_counts
from balancer.core.table import RUNNING, UNFINISHED, begin_turn, open_game
from balancer.core.thinking import forcing
from tests.core.kernels import FIRST_EXTRAS, TABLE

ROUNDS = 3


@rule
def play(table, row, count, offered, lines, turns):
    """Play a game of one node, with rounds whose standings are counted that many times, and one row."""
    open_game(table, 7, 11, 1, FIRST_EXTRAS)
    table.turn = turns
    begin_turn(table)
    if decision.forced_or_random(table, 0, 0, count) == decision.APPRAISE:
        decision.begin(table)
        for option in range(offered):
            decision.offer(table, option, 1)
        decision.chosen(table)
    for _ in range(ROUNDS):
        table.rounds += 1
        for _ in range(lines):
            end_standings(table)
    write_counts(table, row, 1)


@rule
def pick_of_sets(table, count):
    """Choose among sets, all of them empty."""
    open_game(table, 7, 11, 1, FIRST_EXTRAS)
    decision.forced_or_random(table, 0, 0, count)
    decision.begin(table)
    decision.offer_set(table, np.uint64(0), 4)
    decision.one_of_best(table)


def table_for():
    table = empty(TABLE)
    table.seats, table.seating.n_places, table.decision.force_at = 2, 1, forcing.NEVER
    table.rules.max_rounds = ROUNDS
    return table


def noted(table, kernel, *arguments):
    """Return the mistake that is noted while a kernel runs."""
    try:
        kernel(table, *arguments)
    except rule_errors.MistakeError as error:
        return rule_errors.WORDS.index(str(error)) if PLAIN else None
    return table.mistake


def mistake_of(count=2, offered=2, lines=1, turns=0):
    """Return the mistake of such a game and of its row; only rounds with a line in the history are counted."""
    table, row = table_for(), empty(RESULT)
    mistake = noted(table, play, row, count, offered, lines, turns)

    assert table.standings <= ROUNDS
    assert PLAIN or row.mistake == mistake
    return mistake


def test_right_rules_make_none():
    assert mistake_of() == rule_errors.NONE
    assert mistake_of(count=1, offered=0) == rule_errors.NONE


@pytest.mark.parametrize("count", [0, -1])
def test_a_choice_among_no_options(count):
    assert mistake_of(count=count) == rule_errors.NO_OPTION


def test_a_choice_of_which_nothing_was_offered():
    assert mistake_of(offered=0) == rule_errors.NOTHING_OFFERED


def test_a_choice_of_sets_that_are_all_empty():
    assert noted(table_for(), pick_of_sets, 3) == rule_errors.NOTHING_OFFERED


@pytest.mark.parametrize("lines", [0, 2, 3, 500])
def test_standings_noted_never_or_twice(lines):
    assert mistake_of(lines=lines) == rule_errors.STANDINGS


def test_a_game_of_too_many_turns():
    assert mistake_of(turns=rule_errors.MAX_TURNS - 1) == rule_errors.NONE
    assert mistake_of(turns=rule_errors.MAX_TURNS) == rule_errors.TOO_LONG


def test_a_mistake_is_forgotten_when_the_next_game_begins():
    table = table_for()
    table.mistake = rule_errors.NO_OPTION

    open_game(table, 1, 2, 1, FIRST_EXTRAS)

    assert table.mistake == rule_errors.NONE


def test_every_mistake_has_words():
    assert len(rule_errors.WORDS) == rule_errors.ANOTHER_COURSE + 1
    assert "unknown mistake 77" in rule_errors.words(77)


def test_a_game_of_too_many_turns_ends():
    """Compiled rules know no exceptions: the loops that look at the ending stop."""
    table = table_for()
    table.turn, table.ending = rule_errors.MAX_TURNS, RUNNING
    if PLAIN:
        return

    begin_turn(table)

    assert table.ending == UNFINISHED
    assert table.mistake == rule_errors.TOO_LONG
