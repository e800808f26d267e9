"""The table of a game: the record that all its rules work on, and the opening of a game.

A game's TABLE is one record: the fields common to all games (dice, decisions, seating, course of the game), the values
of its knobs, and its own fields: first those that stay the same in all games, then the rest.  As the state is one
argument instead of a dozen, it is copied as one block, and every rule takes ``table`` and little else.
"""

import numpy as np

from balancer.core import bits, decision, dice, rule_errors
from balancer.core.dice import MAX_SEATS
from balancer.core.events import tell
from balancer.core.jit import rule
from balancer.core.knobs import rules_record
from balancer.core.memory import clear_from
from balancer.core.record import record
from balancer.core.seating import MAX_PLACES, SEATING, seat_players

MAX_LINEUP = MAX_PLACES  # personas of a line-up
RUNNING, UNFINISHED = 0, 1  # endings of all games: still running, cut off by `max_rounds`; own endings from 2
MAX_EXTRAS = 160  # figures of a game's own, each place of a tally among them
UNDEFINED = -(2**31)  # value of an extra in a game in which it is not defined: left out of its mean


COURSE = (  # fields of every game that are 0 when it begins; so are its own fields that are not in `prepared`
    ("turn", np.int64),  # turns begun
    ("rounds", np.int64),  # rounds begun
    ("ending", np.int64),  # RUNNING, UNFINISHED or one of the game's
    ("standings", np.int64),  # rounds whose standings have been recorded
    ("mistake", np.int64),  # the last error in the rules that was noted in this game, or rule_errors.NONE
)

clear_course = clear_from(COURSE[0][0])


def table_record(knobs, habits, *fields, prepared=()):
    """Return the layout of a game's TABLE: common fields, and its own (name, integer type or record[, length]).

    knobs: the game's KNOBS; habits: its HABITS; fields: 0 at the beginning of each game; prepared: fields that
    `prepare` sets and all games keep.
    """
    common = common_fields(rules_record(knobs), persona_record([habit.name for habit in habits]))
    return record(*common, *prepared, *COURSE, *fields)


def persona_record(habits):
    """Return the layout of a persona: whether it decides at random, its mistakes per thousand, its habits by name."""
    layout = record(*((name, np.int32) for name in habits)) if habits else record(("none", np.int32))
    return record(("at_random", np.int32), ("mistakes", np.int32), ("habits", layout))


def common_fields(rules, persona):
    """Return the fields with which every game's TABLE begins; `rules` and `persona` are the game's layouts."""
    return (
        ("dice", dice.DICE),
        ("decision", decision.DECISION),
        ("rules", rules),  # the values of the knobs; constant during a game
        ("lineup", persona, MAX_LINEUP),  # the personas, in the scenario's order
        ("lineup_length", np.int64),  # number of personas in the line-up
        ("seating", SEATING),
        ("entry", np.uint8, MAX_SEATS),  # seat -> the entry of the line-up that plays it in this game
        ("game_number", np.int64),
        ("seats", np.int64),  # players at this table
        ("extras", np.int32, MAX_EXTRAS),  # the game's own figures, by EXTRA number; copied into the row at the end
    )


def set_in_vain(table):
    """Return the names of fields that are not 0 although each game clears them."""
    names = table.dtype.names
    cleared = names[names.index(COURSE[0][0]) :]
    return [name for name in cleared if np.asarray(table)[name].tobytes().strip(b"\0")]


@rule
def open_game(table, seed, game_number, nodes, first_extras):
    """Clear everything that the last game left on the table and seat the line-up; the game's own setup follows.

    nodes: number of kinds of decision node; first_extras: the values of the game's extras at its start.
    """
    clear_course(table)
    dice.start(table.dice, seed, game_number, table.seats)
    decision.reset(table.decision, nodes)
    for extra in range(len(first_extras)):
        table.extras[extra] = first_extras[extra]
    table.game_number = game_number
    seat_players(table.seating, table.entry, table.seats, game_number)


@rule
def begin_turn(table):
    """Count a turn and address the dice of chance by it, so that variants of the rules keep the same dice longer."""
    if table.turn >= rule_errors.MAX_TURNS:
        rule_errors.note(table, rule_errors.TOO_LONG)
        table.ending = UNFINISHED
    table.turn += 1
    dice.go_to(table.dice, dice.CHANCE, table.turn)
    tell("on_turn", table)


@rule
def seat_after(table, seat, places):
    """Return the seat this number of places after a seat, clockwise; places: less than once around the table."""
    other = seat + places
    return other - table.seats if other >= table.seats else other


@rule
def next_in(seats, seat):
    """Return the next seat of a set after a seat, clockwise; the seat itself if no other is in the set."""
    later = bits.minus(seats, bits.first_bits(seat + 1))
    return bits.lowest(bits.pick_set(bits.is_empty(later), seats, later))


@rule
def habits_of(table, seat):
    """Return the habits of the persona that plays `seat` in this game."""
    return table.lineup[table.entry[seat]].habits
