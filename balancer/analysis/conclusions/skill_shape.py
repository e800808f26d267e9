"""Trends of a figure with skill: its shape over the skill levels, and experts compared with the best persona."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from balancer.analysis.conclusions.curves import difference
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import bonferroni

# Shapes of a figure from random players to the best persona.
RISES, FALLS, FLAT = "rises", "falls", "the same"
DIP, HUMP, UNEVEN, TURNED = "U-shaped", "highest between", "up and down", "turned round"
HIGHER, LOWER, UNKNOWN = "higher", "lower", "not known yet"  # only the two ends are compared

# Experts compared with the best persona.
ABOVE, BELOW, LEVEL, OPEN = "more than the best", "less than the best", "as the best", "open whether as the best"

Read = Callable[[int, float], Figure]  # a figure at a level (from 0), with its interval at a confidence


def shape(read: Read, levels: int, confidence: float, margin: float, fair: tuple[float, float] | None = None) -> str:
    """Return the shape of a figure from the lowest skill level to the highest.

    read: the figure at a level (from 0) and a confidence.  fair: what separates advantage from disadvantage, at the
    lowest and at the highest level.
    """
    # Half of the error is spent on bends, on ends that differ and on a change of sides: claims about the extreme of
    # several differences, so that their intervals are simultaneous over all pairs of levels and both ends.
    # The other half is spent on FLAT, RISES and FALLS: each is a conjunction, all parts of which must be shown, so that
    # every part may be tested at the full level (intersection-union test, Berger 1982).
    pairs, last, half = levels * (levels - 1) // 2, levels - 1, bonferroni(confidence, 2)
    single = _differences([read(level, half) for level in range(levels)])
    if all(gap.within(margin) for gap in single.values()):
        return FLAT
    figures = [read(level, bonferroni(half, pairs + 2)) for level in range(levels)]
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
    """Compare a figure among experts with that among the best: certainly more, certainly less, or within the margin."""
    gap = difference(best, experts)
    if gap.within(margin):
        return LEVEL
    return {1: ABOVE, -1: BELOW, 0: OPEN}[gap.direction]


def _differences(figures: Sequence[Figure]) -> dict[tuple[int, int], Figure]:
    return {(i, j): difference(figures[i], figures[j]) for i, j in itertools.combinations(range(len(figures)), 2)}


def _bends(before: set[tuple[int, int]], after: set[tuple[int, int]]) -> bool:
    # whether some level ends a certain step in one direction and begins one in the other
    return not {end for _, end in before}.isdisjoint(begin for begin, _ in after)


def _on_other_sides(first: Figure, last: Figure, fair_of_first: float, fair_of_last: float) -> bool:
    below, above = first.high < fair_of_first, first.low > fair_of_first
    return (below and last.low > fair_of_last) or (above and last.high < fair_of_last)
