"""Whether the effect of one axis depends on the others, in a sentence."""

from __future__ import annotations

from balancer.analysis.conclusions.interplay import Interplay, LineEffect, interplay
from balancer.reporting.findings.axis_line import MAX_NAMED, Headline
from balancer.reporting.numbers import CHANGE, text
from balancer.reporting.sweep_grid import Sweep
from balancer.wording import capital


def of_axis(headline: Headline, sweep: Sweep, axis: int, confidence: float) -> Interplay:
    """Compare the effect of an axis on a headline figure between all lines along it."""
    lines = [line for line in (sweep.line(axis), *sweep.other_lines(axis)) if len(line) > 1]
    along = sweep.axes[axis]

    def place_of(cell: int) -> int:
        return sweep.places[cell][axis]

    return interplay(headline.curves_at, lines, place_of, along.apart, len(along.values), confidence)


def sentence(found: Interplay, headline: Headline, sweep: Sweep, axis: int) -> str:
    """Return how much the axis matters where, if the lines differ for certain; '' otherwise."""
    if not found.depends or found.strongest is None:
        return ""

    def change(effect: LineEffect) -> str:
        return text(effect.change, headline.unit, CHANGE)

    def at(effect: LineEffect) -> str:
        return sweep.phrase(effect.cell, without=axis)

    most, least = found.effects[0], found.effects[-1]
    along, places = sweep.axes[axis], found.strongest[:2]
    turned = least.change.certain and (least.change.value > 0) != (most.change.value > 0)
    where = "" if turned else _only_where(found, sweep, axis)
    if where:
        example = "" if at(most) == where else f" {at(most)}"
        changes = f"{headline.phrase} clearly changes only {where}: by {change(most)}{example}"
        return f"{capital(along.named_step(*places))} {changes}."
    weak = change(least) if least.change.certain else f"there is no clear change ({change(least)})"
    return (
        f"The effect of {along.noun} on {headline.phrase} depends on the rest: {along.step(*places)} it is "
        f"{change(most)} {at(most)}, but {weak} {at(least)}."
    )


def _only_where(found: Interplay, sweep: Sweep, axis: int) -> str:
    """Return the values of one other axis that tell lines with a certain change from those without; '' if none does."""
    for other in range(len(sweep.axes)):
        if other == axis:
            continue
        certain = {sweep.places[effect.cell][other] for effect in found.effects if effect.change.certain}
        unclear = {sweep.places[effect.cell][other] for effect in found.effects if not effect.change.certain}
        if certain and unclear and not certain & unclear and len(certain) <= MAX_NAMED:
            return sweep.axes[other].phrases(sorted(certain))
    return ""
