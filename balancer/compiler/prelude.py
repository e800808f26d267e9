"""Functions of Python's library as plain Python, compiled like the file's own: each call has a copy of its own.

`heapq` and `bisect` follow CPython's Lib/heapq.py and Lib/bisect.py step by step, since equal items show the order.
"""

from __future__ import annotations

import bisect
import heapq
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


def insort_right(row: list[Any], x: Any) -> None:
    """Insert an item behind those that are not greater."""
    row.insert(bisect_right(row, x), x)


def insort_left(row: list[Any], x: Any) -> None:
    """Insert an item behind those that are less."""
    row.insert(bisect_left(row, x), x)


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


OF_WHOLE_NUMBERS = frozenset((mean, median))  # fractions would be summed exactly

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
    **{helper: helper for helper in (rise, sink, bisect_left, bisect_right)},  # that others here call
}
