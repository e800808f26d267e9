"""Main effects in a sampled sweep, in sentences: what each axis does to a figure on average over all the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from balancer.analysis.conclusions.main_effects import Factor, main_effects
from balancer.analysis.figure import Figure
from balancer.reporting import numbers
from balancer.reporting.axis import SweepAxis
from balancer.reporting.findings.axis_line import Headline
from balancer.reporting.sweep_grid import Sweep
from balancer.wording import capital, listed

SAMPLE = "sample"


@dataclass(frozen=True)
class AxisEffect:
    """What one axis does to a figure: the change between two of its values, on average over the other axes."""

    axis: SweepAxis
    first: str
    last: str
    change: Figure

    @property
    def ends(self) -> str:
        """`from 2 to 6`."""
        return f"from {self.first} to {self.last}"


@dataclass(frozen=True)
class AxisEffects:
    """The effects of all axes on one figure, the certain ones first, then by size; explained: share of the variance."""

    item: str
    ranked: tuple[AxisEffect, ...]
    explained: float

    @property
    def certain(self) -> list[AxisEffect]:
        """Effects whose interval excludes 0."""
        return [one for one in self.ranked if one.change.certain]


def effects(headline: Headline, sweep: Sweep, confidence: float) -> AxisEffects | None:
    """Return the effects on a headline figure; of several seats, on the one that moves most; None: too few cells."""
    by_item = headline.figures_at(confidence).items()
    known = [found for item, figures in by_item if (found := _effects_on(item, figures, sweep, confidence))]
    return max(known, key=lambda one: max((e.change.smallest for e in one.ranked), default=0.0), default=None)


def _effects_on(item: str, figures: Sequence[Figure], sweep: Sweep, confidence: float) -> AxisEffects | None:
    cells = [cell for cell, figure in enumerate(figures) if figure.defined]
    values, places = [figures[cell].value for cell in cells], [sweep.places[cell] for cell in cells]
    found = main_effects(values, [_factor(axis) for axis in sweep.axes], places, confidence)
    if found is None:
        return None
    ranked = [
        AxisEffect(axis, axis.shown(effect.first), axis.shown(effect.last), effect.change)
        for effect in found.ranked
        for axis in [sweep.axes[effect.factor]]
    ]
    return AxisEffects(item, tuple(ranked), found.explained)


def _factor(axis: SweepAxis) -> Factor:
    places = range(len(axis.values))
    numeric = [place for place in places if axis.numeric and not axis.apart(place)]
    return Factor.of({place: float(axis.values[place]) for place in numeric}, len(places))


def sentences(headline: Headline, sweep: Sweep, confidence: float) -> list[str]:
    """The axes that matter, the largest effect first; those that don't; how much all of it explains."""
    found = effects(headline, sweep, confidence)
    if found is None:
        return [f"Too few cells to tell the effects on {headline.phrase} apart: write more under `cells:`."]

    def change(effect: AxisEffect) -> str:
        return numbers.text(effect.change, headline.unit, numbers.CHANGE)

    subject = capital(headline.of(found.item))
    certain = found.certain
    made = []
    if certain:
        first = certain[0]
        made.append(
            f"{subject} depends most on {first.axis.noun}: {change(first)} {first.ends}, on average over the others."
        )
    made += [f"{capital(one.axis.noun)}: {change(one)} {one.ends}." for one in certain[1:]]
    unclear = [one for one in found.ranked if not one.change.certain]
    if unclear:
        most = max(one.change.largest for one in unclear)
        what = "" if certain else f" on {headline.of(found.item)}"
        nouns = listed([one.axis.noun for one in unclear], last="or")
        made.append(f"No clear effect of {nouns}{what} (at most {numbers.amount(most, headline.unit)}).")
    share = numbers.plain(max(0.0, found.explained), numbers.SHARE, 0)
    return [*made, f"These effects explain {share} of the differences between cells; the rest is interplay and dice."]
