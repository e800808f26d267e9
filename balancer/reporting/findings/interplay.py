"""Whether the effect of one axis depends on the others: the same change compared between the lines of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from balancer.analysis.intervals.elementary import bonferroni
from balancer.reporting.findings.axis_line import MAX_NAMED, Headline
from balancer.reporting.findings.trends import Difference, difference
from balancer.reporting.numbers import Figure
from balancer.reporting.sweep_grid import Sweep
from balancer.wording import capital


class LineEffect(NamedTuple):
    """The change between two places of an axis on one line; line: its cells in the order of the axis."""

    line: tuple[int, ...]
    change: Difference


def strongest(headline: Headline, sweep: Sweep, axis: int, confidence: float) -> Difference | None:
    """The largest difference along any line of an axis, at a level that holds for all pairs on all lines."""
    found = _strongest(headline, sweep, axis, confidence)
    return None if found is None else found[1]


def _lines(sweep: Sweep, axis: int) -> list[list[int]]:
    return [line for line in (sweep.line(axis), *sweep.other_lines(axis)) if len(line) > 1]


def _figures(headline: Headline, sweep: Sweep, axis: int, confidence: float) -> list[Figure] | None:
    """Figures at which the changes between any two places hold for any two lines; None of several items."""
    lines = _lines(sweep, axis)
    places = len(sweep.axes[axis].values)
    pairs = max(1, places * (places - 1) // 2) * max(1, len(lines) * (len(lines) - 1) // 2)
    items = headline.figures_at(bonferroni(confidence, pairs))
    return next(iter(items.values())) if len(items) == 1 else None


def _strongest(
    headline: Headline, sweep: Sweep, axis: int, confidence: float
) -> tuple[tuple[int, int], Difference] | None:
    """The two places of an axis that differ by most on any line, in the order of the axis, and by how much."""
    figures = _figures(headline, sweep, axis, confidence)
    if figures is None:
        return None
    best: tuple[tuple[int, int], Difference] | None = None
    for line in _lines(sweep, axis):
        known = [cell for cell in line if figures[cell].known and not sweep.axes[axis].apart(sweep.places[cell][axis])]
        if len(known) < 2:
            continue
        ends = sorted(
            (min(known, key=lambda c: figures[c].value), max(known, key=lambda c: figures[c].value)), key=line.index
        )
        gap = difference(figures[ends[0]], figures[ends[1]])
        if best is None or (gap.certain, abs(gap.value)) > (best[1].certain, abs(best[1].value)):
            best = ((sweep.places[ends[0]][axis], sweep.places[ends[1]][axis]), gap)
    return best


def effects(headline: Headline, sweep: Sweep, axis: int, confidence: float) -> list[LineEffect]:
    """The change between the two most different places, on every line that has both; the largest first."""
    figures, found = _figures(headline, sweep, axis, confidence), _strongest(headline, sweep, axis, confidence)
    if figures is None or found is None:
        return []
    (first, last), gap = found
    made = []
    for line in _lines(sweep, axis):
        at = {sweep.places[cell][axis]: cell for cell in line if figures[cell].known}
        if first in at and last in at:
            made.append(LineEffect(tuple(line), difference(figures[at[first]], figures[at[last]])))
    return sorted(made, key=lambda one: -one.change.value if gap.value > 0 else one.change.value)


def sentence(headline: Headline, sweep: Sweep, axis: int, confidence: float) -> str:
    """How much the axis matters where, if the lines differ for certain; '' otherwise."""
    found = effects(headline, sweep, axis, confidence)
    if len(found) < 2 or not found[0].change.certain or not _differ(found[0].change, found[-1].change):
        return ""
    places = _strongest(headline, sweep, axis, confidence)
    assert places is not None  # noqa: S101  there are effects
    along = sweep.axes[axis]
    ends = along.step(*places[0])
    most, least = found[0], found[-1]
    turned = least.change.certain and (least.change.value > 0) != (most.change.value > 0)
    where = "" if turned else _only_where(sweep, axis, found)
    if where:
        strongest_at = _at(sweep, axis, most)
        example = "" if strongest_at == where else f" {strongest_at}"
        changes = f"{headline.phrase} clearly changes only {where}: by {most.change.text}{example}"
        return f"{capital(along.named_step(*places[0]))} {changes}."
    weak = least.change.text if least.change.certain else f"there is no clear change ({least.change.text})"
    return (
        f"The effect of {along.noun} on {headline.phrase} depends on the rest: {ends} it is {most.change.text} "
        f"{_at(sweep, axis, most)}, but {weak} {_at(sweep, axis, least)}."
    )


def _differ(one: Difference, other: Difference) -> bool:
    """Whether two changes surely differ."""
    return difference(_as_figure(one), _as_figure(other)).certain


def _as_figure(gap: Difference) -> Figure:
    return Figure(gap.value, gap.low, gap.high, gap.unit)


def _at(sweep: Sweep, axis: int, one: LineEffect) -> str:
    return sweep.phrase(one.line[0], without=axis)


def _only_where(sweep: Sweep, axis: int, found: Sequence[LineEffect]) -> str:
    """The values of one other axis that tell lines with a certain change from those without; '' if none does."""
    for other in range(len(sweep.axes)):
        if other == axis:
            continue
        certain = {sweep.places[one.line[0]][other] for one in found if one.change.certain}
        unclear = {sweep.places[one.line[0]][other] for one in found if not one.change.certain}
        if certain and unclear and not certain & unclear and len(certain) <= MAX_NAMED:
            return sweep.axes[other].phrases(sorted(certain))
    return ""
