"""Seats, turns, players and decisions of compiled games against those of plain ones, in both engines."""

import pathlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.compiler import block
from balancer.compiler.block import ENTRY, FORCED, NODE_DECISIONS, NODE_OPTIONS, NUMBER, PLAYER, PLAYERS, TURNS
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.intrinsics import as_bits
from balancer.core import seating
from balancer.core.declarations import FIRST_ENDING
from balancer.core.dice import CHANCE, CHOICES
from balancer.plain.course import MAX_DECISIONS, MAX_TURNS, Course
from balancer.plain.dice import Dice
from balancer.plain.files import load_file
from balancer.plain.game import Game
from balancer.plain.player import WORD, Odds, Player
from tests.compiler.both_ways import check_equal, table_of
from tests.compiler.engines import engines

NAMES = (
    *("begin_round", "begin_turn", "say", "check_players", "next_player", "players_from", "other_players"),
    *("place_of_seat", "begin_choice", "forced_option", "draw_place", "makes_mistake", "wins_tie", "entry_of"),
    *("seat_players", "start_dice", "go_to", "draw_below"),
)


def plain_table(order):
    """Return a plain game of so many players, who take turns in an order of seats."""
    course = Course(Game(), 5, 7, {"take": 0, "give": 1}, {})
    course.seats = [Player(course, seat, [None, None], 0) for seat in range(len(order))]
    course.game._course = course
    course.game.players = [course.seats[seat] for seat in order]
    return course


def both(order):
    """Return the same players in both engines."""
    turns = engines(*NAMES).clear(seats=len(order))
    turns.S[PLAYERS + 2 : PLAYERS + 2 + len(order)] = [PLAYER + seat for seat in order]
    turns.start_dice(5, 7)
    turns.begin_round()
    return turns, plain_table(order)


def numbers(players):
    return [PLAYER + player.seat for player in players]


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [1, 0], [3, 1, 0, 2]])
def test_neighbours_are_those_of_plain_games(order):
    turns, course = both(order)
    for player in course.seats:
        number = PLAYER + player.seat
        assert turns.next_player(number) == PLAYER + player.left.seat
        assert turns.items(turns.other_players(number)) == numbers(player.others)
    for seat in range(-4, 9):
        assert turns.items(turns.players_from(seat)) == numbers(course.game.players_from(seat))
    turns.check_players()
    assert turns.flag == ErrorFlag.NONE


@pytest.mark.parametrize("players", [[], [0, 1], [0, 1, 1], [0, 1, 3], [0, 1, 2, 2], [0, 1, -1]])
def test_players_who_are_lost_or_there_twice_raise_a_flag(players):
    turns, _ = both([0, 1, 2])
    turns.S[PLAYERS + 1 : PLAYERS + 2 + len(players)] = [len(players), *(PLAYER + seat for seat in players)]
    turns.check_players()
    assert turns.flag == ErrorFlag.PLAYERS


@given(
    st.lists(st.integers(0, 5), min_size=3, max_size=16),
    st.sampled_from([seating.FIXED, seating.IN_ORDER, seating.ALL_ORDERS]),
    st.lists(st.integers(0, 10**12) | st.integers(0, 60), min_size=1, max_size=5),
)
def test_seats_are_those_of_plain_games(places, kind, games):
    turns = engines(*NAMES).clear(seats=3)
    block.fill_seating(turns.S, places, kind)
    for game in games:
        turns.seat_players(game)
        assert turns.S[ENTRY : ENTRY + 3] == seating.seated(places, 3, kind, game)
        assert turns.entry_of(PLAYER + 1) == turns.S[ENTRY + 1]


def test_choices_are_counted_and_drawn_as_in_plain_games():
    turns, course = both([0, 1, 2])
    for _ in range(3):
        turns.begin_turn()
        course.begin_turn()
        for player in course.seats:
            for name, options in (("give", [4, 5, 6]), ("take", [8]), ("take", [1, 2])):
                number, place = PLAYER + player.seat, turns.put(options)
                is_decision = turns.begin_choice(number, place, course.nodes[name])
                chosen = options[turns.draw_place(number, place)] if is_decision else turns.forced_option(place)
                assert chosen == player.choose(name, options)
        assert (turns.S[NUMBER], turns.S[FORCED]) == (course.number, course.forced)
    assert turns.S[NODE_DECISIONS : NODE_DECISIONS + 2] == course.node_decisions
    assert turns.S[NODE_OPTIONS : NODE_OPTIONS + 2] == course.node_options
    assert turns.S[TURNS] == course.turns == 3


def test_mistakes_and_ties_throw_the_dice_of_plain_games():
    turns, course = both([0, 1])
    turns.go_to(2, 6)
    course.dice.go_to(2, 6)
    assert turns.makes_mistake(PLAYER, 0) == 0  # and throws none
    for mistakes in (100, 900, 1000):
        assert turns.makes_mistake(PLAYER, mistakes) == (course.dice.below(2, 1000) < mistakes)
    for ties in (2, 3, 4):
        assert turns.wins_tie(PLAYER, ties) == (course.dice.below(2, ties) == 0)


def test_a_choice_among_nothing_raises_a_flag():
    turns, _ = both([0, 1])
    place = turns.put([])
    assert turns.begin_choice(PLAYER, place, 0) == 0
    assert turns.forced_option(place) == 0
    assert turns.flag == ErrorFlag.NO_OPTION


@pytest.mark.parametrize(
    ("count", "limit", "options", "flag"),
    [(NUMBER, MAX_DECISIONS, [1, 2], ErrorFlag.DECISIONS), (FORCED, MAX_DECISIONS, [1], ErrorFlag.DECISIONS)],
)
def test_decisions_without_end_raise_a_flag(count, limit, options, flag):
    turns, _ = both([0, 1])
    turns.S[count] = limit - 1
    place = turns.put(options)
    turns.begin_choice(PLAYER, place, 0)
    assert turns.flag == ErrorFlag.NONE
    turns.begin_choice(PLAYER, place, 0)
    assert turns.flag == flag


def test_turns_and_lines_without_end_raise_a_flag():
    turns, course = both([0, 1])
    turns.S[TURNS] = MAX_TURNS - 1
    turns.begin_turn()
    assert turns.flag == ErrorFlag.NONE
    assert turns.S[block.ADDRESSES + CHANCE] == course.most_turns
    turns.begin_turn()
    assert turns.flag == ErrorFlag.TURNS
    turns.begin_round()
    turns.begin_turn()
    assert turns.flag == ErrorFlag.NONE
    turns.S[block.SAID] = turns.S[block.MAX_SAID]
    turns.say()
    assert turns.flag == ErrorFlag.LINES


@given(st.lists(st.integers(0, 3) | st.floats(0, 1e9), min_size=2, max_size=6), st.integers(0, 99))
def test_options_drawn_by_weights_are_those_of_plain_games(weights, game):
    turns = engines(*NAMES, "add_weight", "draw_by_weights", "new_list").clear(seats=2)
    turns.start_dice(5, game)
    turns.go_to(CHOICES, 3)
    sums = turns.new_list(len(weights))
    for weight in weights:
        turns.add_weight(sums, as_bits(float(weight)))
    place = turns.draw_by_weights(PLAYER, sums)
    if sum(weights) == 0:
        assert turns.flag == ErrorFlag.NOT_FINITE
        return
    dice = Dice(5, game)
    dice.go_to(CHOICES, 3)
    assert place == Odds(map(float, weights)).drawn(dice.below(CHOICES, WORD))


ENDS_TWICE = """
from balancer.plain import Game, ending

class Twice(Game):
    seats = range(2, 3)
    fed, dark, asked = ending("Fed."), ending("Dark."), ending("Asked.")

    def setup(self):
        self.eggs = 0

    def turn(self, player):
        self.eggs += self.roll(6)
        if self.eggs > 9:
            self.end("fed")
        if self.eggs > 7:
            self.end("dark" if self.eggs % 2 else "asked")

    def finished(self):
        return "dark" if self.eggs > 9 else None

    def score(self, player):
        return self.eggs
"""


def test_the_first_ending_of_a_game_counts_in_both_engines(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "twice.py"
    path.write_text(ENDS_TWICE, encoding="utf-8")
    game = load_file(path)
    rows = game.play(table_of(game, ["random"], 2), None, 7, 0, 60)
    fed = FIRST_ENDING + [ending.name for ending in game.endings].index("fed")

    assert [int(row["ending"]) == fed for row in rows] == [int(row["score"][0]) > 9 for row in rows]
    check_equal(path, 60)


REPLACING = """from dataclasses import dataclass
from balancer.plain import Game

@dataclass
class Site:
    cost: int

class Sites(Game):
    seats, usual = range(1, 3), 2
    max_rounds = 30

    def setup(self):
        self.now = Site(4)
        self.again = self.now
        self.open = {}

    def turn(self, player):
        if self.rounds % 4 == 1:
            self.now = self.again = Site(self.now.cost)
        elif self.rounds % 4 == 2:
            self.again = Site(self.now.cost)
        elif self.rounds % 4 == 3 and player.seat == 0:
            self.now = Site(2)

    def score(self, player):
        return self.turns
"""


def test_a_turn_that_replaces_an_object_by_an_equal_one_is_idle(tmp_path):
    path = tmp_path / "sites.py"
    path.write_text(REPLACING)
    game = load_file(path)

    # Each round keeps one turn.
    assert game.played(table_of(game, ["random"] * 2, 2), 1, 0)[1].turns == 30
    check_equal(path, 4)
