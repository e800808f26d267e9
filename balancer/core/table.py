"""What every game has on the table, and how a game is opened.

A room's TABLE is one record: the fields of `common_fields` (dice, choices, who sits where, how far the game is), the
rules, and what is particular to the game.  One state argument, not a dozen: it is copied as one block, and every rule
function takes ``table`` and little else.
"""

import numpy as np

from balancer.core import decision, dice, events, rule_errors
from balancer.core.compile import PLAIN, record, rule
from balancer.core.dice import MAX_SEATS

MAX_LINEUP = 32
"""The longest line-up a scenario may name."""

RUNNING, UNFINISHED = 0, 1
"""Endings that every game has: 0 while it runs, 1 when `max_rounds` cut it off; a room's own count from 2."""


def persona_record(habits):
    """The layout of a persona: chooses at random or by habit, mistakes per mille, and the room's habits.

    habits: the names of the room's habits, all whole numbers.
    """
    layout = record(*((name, np.int32) for name in habits)) if habits else record(("none", np.int32))
    return record(("at_random", np.int32), ("mistakes", np.int32), ("habits", layout))


def common_fields(rules, persona):
    """The fields with which every room's TABLE begins; `rules` and `persona` are the room's layouts."""
    return (
        ("dice", dice.DICE),
        ("choice", decision.CHOICE),
        ("rules", rules),  # the knobs, as `Game.lay_table` set them; constant during a game
        ("lineup", persona, MAX_LINEUP),  # who may sit down, in the scenario's order
        ("lineup_length", np.int64),  # how many of them there are
        ("rotate", np.int64),  # 1: in game g seat s is played by lineup[(g + s) mod length]; 0: lineup[s mod length]
        ("entry", np.uint8, MAX_SEATS),  # seat -> its place in the line-up, in this game
        ("game_number", np.int64),
        ("seats", np.int64),  # players at this table
        ("turn", np.int64),  # turns begun
        ("rounds", np.int64),  # rounds begun
        ("ending", np.int64),  # RUNNING, UNFINISHED or one of the room's
        ("standings", np.int64),  # rounds whose standing has been recorded
        ("mistake", np.int64),  # the last mistake of the rules that was noted in this game, or mistakes.NONE
    )


@rule
def open_game(table, seed, game_number, nodes):
    """Clear what is common to all games and seat the line-up; the room's own setup follows.

    nodes: how many kinds of decision node the room has.
    """
    dice.start(table.dice, seed, game_number, table.seats)
    decision.reset(table.choice, nodes)
    table.game_number = game_number
    table.turn = 0
    table.rounds = 0
    table.standings = 0
    table.mistake = rule_errors.NONE
    table.ending = RUNNING
    first = game_number if table.rotate else 0
    for seat in range(table.seats):
        table.entry[seat] = (first + seat) % table.lineup_length


@rule
def begin_turn(table):
    """Count a turn and address the dice of chance by it, so that variants of the rules stay together longer."""
    if PLAIN and table.turn >= rule_errors.MAX_TURNS:  # compiled, one looks from outside: see core/watchdog.py
        rule_errors.note(table, rule_errors.TOO_LONG)
    table.turn += 1
    dice.go_to(table.dice, dice.CHANCE, table.turn)
    events.tell(table, events.TURN_BEGINS, table.turn, 0, 0)


@rule
def habits_of(table, seat):
    """The habits of the persona that plays `seat` in this game."""
    return table.lineup[table.entry[seat]].habits
