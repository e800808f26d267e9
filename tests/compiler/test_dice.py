"""Dice of compiled games against those of plain ones, in both engines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.compiler.block import STREAM, TURNS
from balancer.compiler.flags import ErrorFlag
from balancer.core.dice import CHANCE, CHOICES, SETUP
from balancer.plain.dice import Dice
from tests.compiler.engines import engines

WORD = st.integers(0, 2**63 - 1)


def begun(seed, game, stream, address):
    """Return both dice, where they are to be thrown."""
    dice = engines("start_dice", "go_to", "draw_below", "below", "shuffle", "shuffle_at").clear(seats=10)
    dice.S[STREAM] = stream
    dice.start_dice(seed, game)
    dice.go_to(stream, address)
    plain = Dice(seed, game)
    plain.go_to(stream, address)
    return dice, plain


@given(WORD, WORD, st.integers(0, CHOICES + 9), WORD, st.integers(1, 2**32))
def test_words_are_those_of_plain_games(seed, game, stream, address, n):
    dice, plain = begun(seed, game, stream, address)
    for _ in range(3):
        assert dice.draw_below(stream, n) == plain.below(stream, n)
    dice.go_to(stream, address)  # where it is: it goes on
    assert dice.below(n) == plain.below(stream, n)


@given(WORD, st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 15)), max_size=40))
def test_choices_at_nodes_that_a_seat_comes_back_to_are_those_of_plain_games(seed, visits):
    dice = engines("start_dice", "go_to_node", "draw_below").clear(seats=2)
    dice.start_dice(seed, 0)
    plain = Dice(seed, 0)
    for turns, seat, node in visits:
        dice.S[TURNS] += turns
        dice.go_to_node(seat, node)
        plain.go_to_node(seat, dice.S[TURNS], node)
        assert dice.draw_below(CHOICES + seat, 6) == plain.below(CHOICES + seat, 6)


@pytest.mark.parametrize("length", [0, 1, 2, 7, 52])
def test_shuffles_are_those_of_plain_games(length):
    dice, plain = begun(4, 2, CHANCE, 3)
    row = list(range(length))
    place = dice.put(row)
    dice.shuffle(place)
    plain.shuffle(row, CHANCE)
    assert dice.items(place) == row
    dice.shuffle_at(place, 77)
    plain.go_to(SETUP, 77)
    plain.shuffle(row, SETUP)
    assert dice.items(place) == row
    assert dice.draw_below(CHANCE, 1000) == plain.below(CHANCE, 1000)


@pytest.mark.parametrize(("sides", "flag"), [(0, ErrorFlag.DICE), (2**32, ErrorFlag.NONE), (2**32 + 1, ErrorFlag.DICE)])
def test_dice_without_sides_raise_a_flag(sides, flag):
    dice, _ = begun(4, 2, CHANCE, 3)
    dice.below(sides)
    assert dice.flag == flag
