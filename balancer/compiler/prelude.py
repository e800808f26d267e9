"""Functions of Python's library as plain Python, compiled like the file's own: each call has a copy of its own.

`heapq` and `bisect` follow CPython's Lib/heapq.py and Lib/bisect.py step by step, since equal items show the order.
"""

from __future__ import annotations

import bisect
import collections
import heapq
import math
import operator
import statistics
from collections.abc import Callable
from typing import Any


def bisect_right(row: list[Any], x: Any, lo: int = 0, hi: int | None = None) -> int:
    """Return the place behind all items that are not greater."""
    end = len(row) if hi is None else hi
    while lo < end:
        middle = (lo + end) // 2
        if x < row[middle]:
            end = middle
        else:
            lo = middle + 1
    return lo


def bisect_left(row: list[Any], x: Any, lo: int = 0, hi: int | None = None) -> int:
    """Return the place behind all items that are less."""
    end = len(row) if hi is None else hi
    while lo < end:
        middle = (lo + end) // 2
        if row[middle] < x:
            lo = middle + 1
        else:
            end = middle
    return lo


def insort_right(row: list[Any], x: Any, lo: int = 0, hi: int | None = None) -> None:
    """Insert an item behind those that are not greater."""
    row.insert(bisect_right(row, x, lo, hi), x)


def insort_left(row: list[Any], x: Any, lo: int = 0, hi: int | None = None) -> None:
    """Insert an item behind those that are less."""
    row.insert(bisect_left(row, x, lo, hi), x)


def rise(heap: list[Any], item: Any, place: int, top: int) -> None:
    """Put an item at a place of a heap, or above, up to the place `top`: greater items sink."""
    while place > top:
        parent = (place - 1) >> 1
        if not item < heap[parent]:
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = item


def sink(heap: list[Any], item: Any, start: int) -> None:
    """Put an item where one of a heap was: the lesser children rise to the bottom, then it rises from there."""
    end, place, child = len(heap), start, 2 * start + 1
    while child < end:
        if child + 1 < end and not heap[child] < heap[child + 1]:
            child += 1
        heap[place] = heap[child]
        place, child = child, 2 * child + 1
    rise(heap, item, place, start)


def heappush(heap: list[Any], item: Any) -> None:
    """Add an item to a heap."""
    heap.append(item)
    rise(heap, item, len(heap) - 1, 0)


def heappop(heap: list[Any]) -> Any:
    """Remove the least item of a heap and return it."""
    last = heap.pop()
    if not heap:
        return last
    least = heap[0]
    sink(heap, last, 0)
    return least


def heapify(heap: list[Any]) -> None:
    """Make a list a heap."""
    for start in reversed(range(len(heap) // 2)):
        sink(heap, heap[start], start)


def heapreplace(heap: list[Any], item: Any) -> Any:
    """Remove the least item of a heap and add another; return the least."""
    least = heap[0]
    sink(heap, item, 0)
    return least


def heappushpop(heap: list[Any], item: Any) -> Any:
    """Add an item to a heap, remove the least and return it."""
    if not heap or not heap[0] < item:
        return item
    least = heap[0]
    sink(heap, item, 0)
    return least


def mean(row: list[int]) -> float:
    """Return the mean of whole numbers."""
    assert row  # noqa: S101  as statistics.StatisticsError
    return sum(row) / len(row)


def median(row: list[int]) -> float:
    """Return the median of whole numbers."""
    assert row  # noqa: S101  as statistics.StatisticsError
    ordered = sorted(row)
    half = len(ordered) // 2
    return ordered[half] / 1 if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def winners(self: Any) -> list[Any]:
    """Return the players with the best score of a game, or all but those with the worst, as `Game.winners`."""
    scores = [self.score(player) for player in self.players]
    lowest, highest = min(scores), max(scores)
    if self.one_loses:
        worst = highest if self.lowest_wins else lowest
        return [player for player, score in zip(self.players, scores, strict=True) if score != worst]
    best = lowest if self.lowest_wins else highest
    return [player for player, score in zip(self.players, scores, strict=True) if score == best]


def median_low(row: list[Any]) -> Any:
    """Return the lower of the two middle items."""
    assert row  # noqa: S101  as statistics.StatisticsError
    return sorted(row)[(len(row) - 1) // 2]


def median_high(row: list[Any]) -> Any:
    """Return the upper of the two middle items."""
    assert row  # noqa: S101  as statistics.StatisticsError
    return sorted(row)[len(row) // 2]


def mode(row: list[Any]) -> Any:
    """Return the commonest item, the first of several."""
    assert row  # noqa: S101  as statistics.StatisticsError
    return collections.Counter(row).most_common(1)[0][0]


def multimode(row: list[Any]) -> list[Any]:
    """Return the commonest items in the order in which they first come."""
    counts = collections.Counter(row)
    return [item for item, count in counts.items() if count == max(counts.values())]


def pvariance(row: list[int]) -> float:
    """Return the mean square of the deviations from the mean, of whole numbers."""
    assert row  # noqa: S101  as statistics.StatisticsError
    return (len(row) * sum(x * x for x in row) - sum(row) ** 2) / len(row) ** 2


def variance(row: list[int]) -> float:
    """Return the variance of whole numbers as a sample."""
    assert len(row) > 1  # noqa: S101  as statistics.StatisticsError
    return (len(row) * sum(x * x for x in row) - sum(row) ** 2) / (len(row) * (len(row) - 1))


def perm(n: int, k: int | None = None) -> int:
    """Return the number of ordered choices of k out of n."""
    size = n if k is None else k
    assert n >= 0 and size >= 0  # noqa: S101, PT018  as ValueError
    product = 1
    for place in range(size):
        product *= n - place
        if product == 0:
            break
    return product


def rest_of_power(base: int, exponent: int, divisor: int) -> int:
    """Return the rest that a divisor leaves of a power: pow(base, exponent, divisor)."""
    assert exponent >= 0  # noqa: S101  or the inverse is to be found
    rest, square = 1 % divisor, base % divisor
    while exponent:
        if exponent & 1:
            rest = rest * square % divisor
        square, exponent = square * square % divisor, exponent >> 1
    return rest


def sumprod(first: list[int], second: list[int]) -> int:
    """Return the sum of the products of whole numbers."""
    return sum(a * b for a, b in zip(first, second, strict=True))


def trunc(x: float) -> int:
    """Return a number without its fraction."""
    return int(x)


def fabs(x: float) -> float:
    """Return the size of a number, as a fraction."""
    return abs(float(x))


def degrees(x: float) -> float:
    """Return an angle in degrees."""
    return x * (180.0 / math.pi)


def radians(x: float) -> float:
    """Return an angle in radians."""
    return x * (math.pi / 180.0)


def power(x: float, y: float) -> float:
    """Return a power of fractions."""
    result: float = float(x) ** float(y)
    return result


def isclose(a: float, b: float, rel_tol: float = 1e-9, abs_tol: float = 0.0) -> bool:
    """Return whether two numbers are about equal."""
    first, second = float(a), float(b)
    difference = abs(second - first)
    return (
        first == second
        or difference <= abs(rel_tol * second)
        or difference <= abs(rel_tol * first)
        or difference <= abs_tol
    )


def set_places(row: list[Any], places: list[int], items: list[Any]) -> None:
    """Set the items of a list at some places."""
    assert len(places) == len(items)  # noqa: S101  as ValueError
    for place, item in zip([*places], [*items], strict=True):
        row[place] = item


def delete_places(row: list[Any], places: list[int]) -> None:
    """Delete the items of a list at some places."""
    for place in sorted(places, reverse=True):
        del row[place]


def is_integer(x: float) -> bool:
    """Return whether a number has no fraction."""
    return x == int(x)


def contains(row: Any, item: Any) -> bool:
    """Return whether an item is in a container."""
    return item in row


def getitem(row: Any, key: Any) -> Any:
    """Return the item of a container at a place or with a key."""
    return row[key]


def truth(x: Any) -> bool:
    """Return whether a value counts as true."""
    return bool(x)


def size_of(x: Any) -> Any:
    """Return the size of a number."""
    return abs(x)


def count_of(row: list[Any], item: Any) -> int:
    """Return how often an item is in a list."""
    return row.count(item)


def index_of(row: list[Any], item: Any) -> int:
    """Return the first place of an item in a list."""
    return row.index(item)


OF_WHOLE_NUMBERS = frozenset((mean, median, pvariance, variance, sumprod))  # fractions would be summed exactly

IN_PLAIN_PYTHON: dict[Any, Callable[..., Any]] = {
    bisect.bisect: bisect_right,
    bisect.bisect_right: bisect_right,
    bisect.bisect_left: bisect_left,
    bisect.insort: insort_right,
    bisect.insort_right: insort_right,
    bisect.insort_left: insort_left,
    heapq.heappush: heappush,
    heapq.heappop: heappop,
    heapq.heapify: heapify,
    heapq.heapreplace: heapreplace,
    heapq.heappushpop: heappushpop,
    statistics.mean: mean,
    statistics.fmean: mean,
    statistics.median: median,
    statistics.median_low: median_low,
    statistics.median_high: median_high,
    statistics.mode: mode,
    statistics.multimode: multimode,
    statistics.pvariance: pvariance,
    statistics.variance: variance,
    math.perm: perm,
    math.trunc: trunc,
    math.fabs: fabs,
    math.degrees: degrees,
    math.radians: radians,
    math.pow: power,
    math.isclose: isclose,
    operator.contains: contains,
    operator.getitem: getitem,
    operator.truth: truth,
    operator.abs: size_of,
    operator.countOf: count_of,
    operator.indexOf: index_of,
    **{helper: helper for helper in (rise, sink, bisect_left, bisect_right)},  # that others here call
}
if hasattr(math, "sumprod"):  # Python 3.12
    IN_PLAIN_PYTHON[math.sumprod] = sumprod
