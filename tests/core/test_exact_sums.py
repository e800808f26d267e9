"""Sums beyond 64 bits, against Python's own."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from balancer.core.tallies.exact_sums import ExactSums

WORDS = st.lists(st.integers(-(2**63), 2**63 - 1), min_size=3, max_size=3)


@given(st.lists(WORDS, max_size=20))
def test_sums_are_those_of_pythons_integers(rows):
    sums = ExactSums(3)
    for row in rows:
        sums.add(ExactSums.of(np.array(row, np.int64)))

    expected = [sum(column) for column in zip(*rows, strict=True)] or [0, 0, 0]
    assert sums.ints().tolist() == expected
    assert sums.ints(slice(1, 2)).tolist() == expected[1:2]
    assert ExactSums.of(sums.ints()).ints().tolist() == expected
