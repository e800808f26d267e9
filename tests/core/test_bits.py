"""Sets as words, against Python's sets."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.core import bits
from balancer.core.bits import CAN_DEPOSIT
from balancer.core.jit import PLAIN
from tests.core import kernels

members = st.sets(st.integers(0, 63))


def word(members):
    mask = sum(1 << k for k in members)
    return mask if PLAIN else np.uint64(mask)


@given(members)
def test_a_set_has_its_members(some):
    assert {k for k in range(64) if bits.has(word(some), k)} == some
    assert bits.count(word(some)) == len(some)


@given(members.filter(bool))
def test_members_in_order(some):
    ordered = sorted(some)

    assert bits.lowest(word(some)) == ordered[0]
    assert int(bits.without_lowest(word(some))) == int(word(ordered[1:]))
    assert [bits.select(word(some), k) for k in range(len(some))] == ordered


@given(members.filter(bool))
def test_members_are_the_same_where_a_machine_lacks_the_instruction(some):
    assert [kernels.select_in_bytes(word(some), k) for k in range(len(some))] == sorted(some)


@pytest.mark.skipif(not CAN_DEPOSIT, reason="this machine lacks the instruction")
@given(members.filter(bool))
def test_members_are_the_same_where_a_machine_has_the_instruction(some):
    assert [kernels.select_by_deposit(word(some), k) for k in range(len(some))] == sorted(some)


@given(members, st.integers(0, 63), st.booleans())
def test_a_member_joins_if_a_condition_holds(some, k, joins):
    assert int(bits.plus_if(joins, word(some), k)) == int(word(some | {k} if joins else some))


@given(members, members)
def test_sets_overlap_where_they_share_a_member(some, others):
    assert bits.overlap(word(some), word(others)) == bool(some & others)


@given(st.booleans(), st.integers(-(2**62), 2**62), st.integers(-(2**62), 2**62), members, members)
def test_one_of_two_is_picked(first, a, b, some, others):
    assert bits.pick(first, a, b) == (a if first else b)
    assert int(bits.pick_set(first, word(some), word(others))) == int(word(some) if first else word(others))


@pytest.mark.parametrize("k", [0, 1, 31, 32, 62, 63])
def test_a_single_member(k):
    assert int(bits.bit(k)) == 2**k
    assert bits.lowest(bits.WORD(bits.bit(k))) == k
    assert bits.count(bits.WORD(bits.bit(k))) == 1


@pytest.mark.parametrize("n", [0, 1, 31, 32, 62, 63])
def test_first_bits(n):
    assert int(bits.first_bits(n)) == 2**n - 1


def test_nothing_is_below_the_lowest_of_an_empty_set():
    assert bits.lowest(word(())) == 64


def test_a_full_word():
    full = word(range(64))

    assert bits.count(full) == 64
    assert bits.select(full, 63) == 63


@pytest.mark.skipif(PLAIN, reason="as Python ints, words have no width")
def test_words_stay_words():
    """What is done to a word gives a word: signed numbers would be read as negative, floats would lose bits."""
    for made in (bits.WORD(5), bits.WORD(np.int64(5))):
        assert isinstance(made, np.uint64)
