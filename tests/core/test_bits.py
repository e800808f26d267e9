"""Sets as words, against Python's sets."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.core import bits
from balancer.core.compile import PLAIN

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


@pytest.mark.parametrize("k", [0, 1, 31, 32, 62, 63])
def test_a_single_member(k):
    assert int(bits.bit(k)) == 2**k
    assert bits.lowest(bits.WORD(bits.bit(k))) == k
    assert bits.count(bits.WORD(bits.bit(k))) == 1


@pytest.mark.parametrize("n", [0, 1, 31, 32, 62, 63])
def test_first_bits(n):
    assert int(bits.first_bits(n)) == 2**n - 1


def test_a_full_word():
    full = word(range(64))

    assert bits.count(full) == 64
    assert bits.select(full, 63) == 63


@pytest.mark.skipif(PLAIN, reason="as Python ints, words have no width")
def test_words_stay_words():
    """What is done to a word gives a word: signed numbers would be read as negative, floats would lose bits."""
    for made in (bits.WORD(5), bits.WORD(np.int64(5))):
        assert isinstance(made, np.uint64)
