"""How a figure goes with skill: its shape over the rungs of a ladder, and how experts compare with the best persona."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from balancer.analysis.conclusions.curves import difference
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import bonferroni

RISES, FALLS, FLAT = "rises", "falls", "the same"
DIP, HUMP, UNEVEN, TURNED = "U-shaped", "highest between", "up and down", "turned round"
HIGHER, LOWER, UNKNOWN = "higher", "lower", "not known yet"  # of the ends only: the way between them is open
"""How a figure goes from random players to the best."""

ABOVE, BELOW, LEVEL, OPEN = "more than the best", "less than the best", "as the best", "open whether as the best"
"""A figure among experts, compared with that among the best persona."""

Read = Callable[[int, float], Figure]  # a figure at a rung, from 0, with its interval at a confidence


def shape(read: Read, rungs: int, confidence: float, margin: float, fair: tuple[float, float] | None = None) -> str:
    """Return how a figure goes from the lowest rung to the highest.

    fair: what separates advantage from disadvantage at either.

    Half of the error is for a bend, an end above the other or another side of `fair`: intervals that hold together for
    all pairs of rungs (and both ends) leave no doubt.  The other half is for `FLAT`, every difference within the
    margin, and `RISES`, the ends apart and no fall beyond the margin: claims of which every part must be shown, so that
    each part is tested as if it were alone (Berger 1982).
    """
    pairs, last, half = rungs * (rungs - 1) // 2, rungs - 1, bonferroni(confidence, 2)
    single = _differences([read(rung, half) for rung in range(rungs)])
    if all(gap.within(margin) for gap in single.values()):
        return FLAT
    figures = [read(rung, bonferroni(half, pairs + 2)) for rung in range(rungs)]
    joint = _differences(figures)
    up = {pair for pair, gap in joint.items() if gap.direction > 0}
    down = {pair for pair, gap in joint.items() if gap.direction < 0}
    if fair is not None and _on_other_sides(figures[0], figures[last], *fair):
        return TURNED
    if single[0, last].direction > 0 and all(gap.low >= -margin for gap in single.values()):
        return RISES
    if single[0, last].direction < 0 and all(gap.high <= margin for gap in single.values()):
        return FALLS
    dips, humps = _bends(down, up), _bends(up, down)
    if dips or humps:
        return UNEVEN if dips and humps else DIP if dips else HUMP
    return HIGHER if (0, last) in up else LOWER if (0, last) in down else UNKNOWN


def compare_experts(best: Figure, experts: Figure, margin: float) -> str:
    """Return how a figure among experts compares with that among the best: surely more, less, or within the margin."""
    gap = difference(best, experts)
    if gap.within(margin):
        return LEVEL
    return {1: ABOVE, -1: BELOW, 0: OPEN}[gap.direction]


def _differences(figures: Sequence[Figure]) -> dict[tuple[int, int], Figure]:
    """Return each higher rung less each lower one, by their numbers."""
    return {(i, j): difference(figures[i], figures[j]) for i, j in itertools.combinations(range(len(figures)), 2)}


def _bends(before: set[tuple[int, int]], after: set[tuple[int, int]]) -> bool:
    """Return whether some rung ends a certain step of one direction and begins one of the other."""
    return not {end for _, end in before}.isdisjoint(begin for begin, _ in after)


def _on_other_sides(first: Figure, last: Figure, fair_of_first: float, fair_of_last: float) -> bool:
    """Return whether two figures are surely on different sides of what is fair."""
    below, above = first.high < fair_of_first, first.low > fair_of_first
    return (below and last.low > fair_of_last) or (above and last.high < fair_of_last)
