"""Quotients by reciprocals, against Python's own division."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.core.arithmetic import fast_division


@given(st.integers(1, 3 * fast_division.MAX_LISTED), st.data())
def test_a_quotient_is_exact_as_far_as_is_said(n, data):
    x = data.draw(st.integers(0, (2**31 - 1) // n))

    assert fast_division.quotient(x, n) == x // n


@pytest.mark.parametrize("n", [1, 2, 3, 7, 2**16 - 1, 2**16])
def test_a_quotient_at_the_end_of_its_range(n):
    largest = (2**31 - 1) // n

    assert [fast_division.quotient(x, n) for x in (largest - 1, largest)] == [(largest - 1) // n, largest // n]


def test_nothing_is_shared_among_nobody():
    assert fast_division.quotient(5, 0) == 0


@given(st.integers(1, 2**40))
def test_a_reciprocal_is_rounded_up(n):
    assert 0 <= fast_division.reciprocal(n) * n - 2**fast_division.ONE_BITS < n
