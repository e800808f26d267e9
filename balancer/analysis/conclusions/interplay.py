"""Interplay of axes: the effect of one axis compared between the lines of a sweep, each with other values elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from balancer.analysis.conclusions.curves import Curve, difference
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import bonferroni


class Strongest(NamedTuple):
    """The two places of an axis, in its order, between which a figure changes most on any line, and that change."""

    first: int
    last: int
    change: Figure


class LineEffect(NamedTuple):
    """The same change on one line, which is named by its first cell."""

    cell: int
    change: Figure


@dataclass(frozen=True)
class Interplay:
    """The strongest change along an axis, and that change on every line that has both places, the largest first."""

    strongest: Strongest | None = None  # None: no line has two known figures, or there are several items
    effects: Sequence[LineEffect] = ()

    @property
    def depends(self) -> bool:
        """Whether the largest change is certain and certainly differs from the smallest."""
        if not self.effects:
            return False
        most, least = self.effects[0].change, self.effects[-1].change
        return most is not least and most.certain and difference(most, least).certain


def interplay(
    curves_at: Callable[[float], Mapping[str, Curve]],
    lines: Sequence[Sequence[int]],
    place_of: Callable[[int], int],
    special: Callable[[int], bool],
    places: int,
    confidence: float,
) -> Interplay:
    """Compare the effect of an axis between lines, simultaneously for all pairs of places on any two lines.

    curves_at: confidence -> the figure by item; lines: the cells of each line; place_of: the place of a cell on the
    axis; special: whether a place is no step along it, such as 0 for off; places: the number of places of the axis.
    """
    pairs = max(1, places * (places - 1) // 2) * max(1, len(lines) * (len(lines) - 1) // 2)
    curves = list(curves_at(bonferroni(confidence, pairs)).values())
    if len(curves) != 1:
        return Interplay()
    strongest = _strongest(curves[0], lines, place_of, special)
    return Interplay(strongest, _effects(curves[0], lines, place_of, strongest) if strongest else [])


def _strongest(
    curve: Curve, lines: Sequence[Sequence[int]], place_of: Callable[[int], int], special: Callable[[int], bool]
) -> Strongest | None:
    changes = []
    for line in lines:
        cells = [cell for cell in line if curve.known(cell) and not special(place_of(cell))]
        if len(cells) > 1:
            first, last = sorted((curve.lowest(cells), curve.highest(cells)), key=line.index)
            changes.append(Strongest(place_of(first), place_of(last), curve.change(first, last)))
    return max(changes, key=lambda step: (step.change.certain, abs(step.change.value)), default=None)


def _effects(
    curve: Curve, lines: Sequence[Sequence[int]], place_of: Callable[[int], int], strongest: Strongest
) -> list[LineEffect]:
    effects = []
    for line in lines:
        at = {place_of(cell): cell for cell in line if curve.known(cell)}
        if strongest.first in at and strongest.last in at:
            effects.append(LineEffect(line[0], curve.change(at[strongest.first], at[strongest.last])))
    sign = -1 if strongest.change.value > 0 else 1
    return sorted(effects, key=lambda effect: sign * effect.change.value)
