"""Sums of whole numbers of 64 bits that never overflow, without Python's integers until somebody reads them."""

from __future__ import annotations

from typing import Any

import numpy as np

BITS = 32
_LOW = 2**BITS - 1


class ExactSums:
    """Many sums, each kept as its lowest 32 bits and the rest: exact for 2**31 additions."""

    def __init__(self, size: int) -> None:
        """Begin with zeros."""
        self.low, self.high = np.zeros(size, np.int64), np.zeros(size, np.int64)

    @classmethod
    def of(cls, values: Any) -> ExactSums:
        """Sums with these values: int64[n], or Python ints."""
        sums = cls(len(values))
        sums.low, sums.high = (values & _LOW).astype(np.int64), (values >> BITS).astype(np.int64)
        return sums

    def add(self, other: ExactSums) -> None:
        """Add sums of the same number."""
        self.low += other.low
        self.high += other.high

    def ints(self, which: slice = slice(None)) -> Any:
        """Some of the sums as an array of Python ints."""
        return self.low[which].astype(object) + (self.high[which].astype(object) << BITS)
