"""Whether the effect of one axis depends on the others: the same change compared between the lines of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import bonferroni
from balancer.reporting.findings.axis_line import MAX_NAMED, Headline
from balancer.reporting.findings.trends import Curve, difference
from balancer.reporting.numbers import CHANGE, text
from balancer.reporting.sweep_grid import Sweep
from balancer.wording import capital


class Strongest(NamedTuple):
    """The two places of an axis, in its order, between which a metric changes most on any line, and by how much."""

    first: int
    last: int
    change: Figure


class Interplay:
    """A metric along all lines of an axis, at a level that holds for all pairs of places on any two lines."""

    def __init__(self, headline: Headline, sweep: Sweep, axis: int, confidence: float) -> None:
        """Read the metric; nothing is found where it has several items."""
        self.headline, self.sweep, self.axis = headline, sweep, axis
        self.lines = [line for line in (sweep.line(axis), *sweep.other_lines(axis)) if len(line) > 1]
        places = len(sweep.axes[axis].values)
        pairs = max(1, places * (places - 1) // 2) * max(1, len(self.lines) * (len(self.lines) - 1) // 2)
        curves = list(headline.curves_at(bonferroni(confidence, pairs)).values())
        self.strongest = self._strongest(curves[0]) if len(curves) == 1 else None
        self.effects = self._effects(curves[0], self.strongest) if self.strongest else []

    def _place(self, cell: int) -> int:
        return self.sweep.places[cell][self.axis]

    def _known(self, curve: Curve, line: Sequence[int]) -> list[int]:
        return [cell for cell in line if curve.known(cell)]

    def _strongest(self, curve: Curve) -> Strongest | None:
        found, along = [], self.sweep.axes[self.axis]
        for line in self.lines:
            known = [cell for cell in self._known(curve, line) if not along.apart(self._place(cell))]
            if len(known) > 1:
                first, last = sorted((curve.lowest(known), curve.highest(known)), key=line.index)
                found.append(Strongest(self._place(first), self._place(last), curve.change(first, last)))
        return max(found, key=lambda one: (one.change.certain, abs(one.change.value)), default=None)

    def _effects(self, curve: Curve, strongest: Strongest) -> list[tuple[int, Figure]]:
        """That change on every line that has both places, by its first cell; the largest first."""
        first, last, gap = strongest
        made = []
        for line in self.lines:
            at = {self._place(cell): cell for cell in self._known(curve, line)}
            if first in at and last in at:
                made.append((line[0], curve.change(at[first], at[last])))
        return sorted(made, key=lambda one: -one[1].value if gap.value > 0 else one[1].value)

    @property
    def sentence(self) -> str:
        """How much the axis matters where, if the lines differ for certain; '' otherwise."""
        if len(self.effects) < 2 or self.strongest is None:
            return ""
        (most_at, most), (least_at, least) = self.effects[0], self.effects[-1]
        if not most.certain or not difference(most, least).certain:
            return ""
        along, places = self.sweep.axes[self.axis], self.strongest[:2]
        turned = least.certain and (least.value > 0) != (most.value > 0)
        where = "" if turned else self._only_where()
        if where:
            example = "" if self._at(most_at) == where else f" {self._at(most_at)}"
            changes = f"{self.headline.phrase} clearly changes only {where}: by {self._change(most)}{example}"
            return f"{capital(along.named_step(*places))} {changes}."
        weak = self._change(least) if least.certain else f"there is no clear change ({self._change(least)})"
        return (
            f"The effect of {along.noun} on {self.headline.phrase} depends on the rest: {along.step(*places)} it is "
            f"{self._change(most)} {self._at(most_at)}, but {weak} {self._at(least_at)}."
        )

    def _change(self, change: Figure) -> str:
        return text(change, self.headline.unit, CHANGE)

    def _at(self, cell: int) -> str:
        return self.sweep.phrase(cell, without=self.axis)

    def _only_where(self) -> str:
        """The values of one other axis that tell lines with a certain change from those without; '' if none does."""
        for other in range(len(self.sweep.axes)):
            if other == self.axis:
                continue
            certain = {self.sweep.places[cell][other] for cell, gap in self.effects if gap.certain}
            unclear = {self.sweep.places[cell][other] for cell, gap in self.effects if not gap.certain}
            if certain and unclear and not certain & unclear and len(certain) <= MAX_NAMED:
                return self.sweep.axes[other].phrases(sorted(certain))
        return ""
