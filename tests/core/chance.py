"""When a deviation is too large to be chance.  Seeds are fixed: what passes once passes always."""

from typing import Any

import numpy as np
from scipy.special import chdtrc

FALSE_ALARM = 1e-8
"""The chance that one comparison of fair dice fails; a file makes at most a few dozen of them."""

SIGMAS = 6.5
"""So many standard deviations are exceeded, to either side, with a chance of 8e-11: for bits, 64 at a time."""


def assert_even(counts: Any, shares: Any = None) -> None:
    """Assert that counts agree with their shares (default: all alike), neither too well, nor too badly."""
    counts = np.asarray(counts, float).ravel()
    shares = np.full(counts.shape, 1 / counts.size) if shares is None else np.asarray(shares, float)
    expected = counts.sum() * shares
    assert expected.min() > 50, "too few for chi-square"
    chi_square = ((counts - expected) ** 2 / expected).sum()
    p = chdtrc(counts.size - 1, chi_square)
    assert FALSE_ALARM < p < 1 - FALSE_ALARM, f"chi-square {chi_square:.1f} over {counts.size} cells, p = {p:.2g}"


def assert_bits_fair(words: Any) -> None:
    """Assert that each of 64 bits is set half of the time."""
    ones = np.unpackbits(np.ascontiguousarray(words).view(np.uint8)).reshape(-1, 64).sum(axis=0)
    z = (ones - len(words) / 2) / np.sqrt(len(words) / 4)
    assert np.abs(z).max() < SIGMAS, f"bit {np.abs(z).argmax()}: z = {z[np.abs(z).argmax()]:.1f}"


def assert_unrelated(one: Any, other: Any) -> None:
    """Assert that two rows of words look random, each by itself and side by side (bits, differences, octets)."""
    for words in (one, other, one ^ other, one - other):
        assert_bits_fair(words)
    for shift in (61, 0, 32):
        pairs = ((one >> np.uint64(shift)) & np.uint64(7)) * np.uint64(8) + ((other >> np.uint64(shift)) & np.uint64(7))
        assert_even(np.bincount(pairs.astype(np.int64), minlength=64))
