"""Main effects in a sampled sweep, in sentences: the effect of each axis, averaged over all others."""

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
    """The effect of one axis on a figure: the change between two of its values, averaged over the other axes."""

    axis: SweepAxis
    first: str
    last: str
    change: Figure

    @property
    def ends(self) -> str:
        """The two values as `from 2 to 6`."""
        return f"from {self.first} to {self.last}"


@dataclass(frozen=True)
class AxisEffects:
    """The effects of all axes on one figure, certain ones first, then by size."""

    item: str
    ranked: tuple[AxisEffect, ...]
    explained: float  # share of the variance between settings

    @property
    def certain(self) -> list[AxisEffect]:
        """Effects whose interval excludes 0."""
        return [effect for effect in self.ranked if effect.change.certain]


def effects(headline: Headline, sweep: Sweep, confidence: float) -> AxisEffects | None:
    """Return the effects on a headline figure, for seats on the one that moves most; None: too few cells."""
    by_item = headline.figures_at(confidence).items()
    candidates = [fitted for item, figures in by_item if (fitted := _effects_on(item, figures, sweep, confidence))]
    return max(candidates, key=lambda item: max((e.change.smallest for e in item.ranked), default=0.0), default=None)


def _effects_on(item: str, figures: Sequence[Figure], sweep: Sweep, confidence: float) -> AxisEffects | None:
    cells = [cell for cell, figure in enumerate(figures) if figure.defined]
    values, places = [figures[cell].value for cell in cells], [sweep.places[cell] for cell in cells]
    fitted = main_effects(values, [_factor(axis) for axis in sweep.axes], places, confidence)
    if fitted is None:
        return None
    ranked = [
        AxisEffect(axis, axis.shown(effect.first), axis.shown(effect.last), effect.change)
        for effect in fitted.ranked
        for axis in [sweep.axes[effect.factor]]
    ]
    return AxisEffects(item, tuple(ranked), fitted.explained)


def _factor(axis: SweepAxis) -> Factor:
    places = range(len(axis.values))
    numeric = [place for place in places if axis.numeric and not axis.apart(place)]
    return Factor.of({place: float(axis.values[place]) for place in numeric}, len(places))


def sentences(headline: Headline, sweep: Sweep, confidence: float) -> list[str]:
    """Say which axes matter, the largest effect first; which do not; and how much they explain together."""
    fitted = effects(headline, sweep, confidence)
    if fitted is None:
        return [f"Too few settings to separate the effects on {headline.phrase}: write more under `cells:`."]

    def change(effect: AxisEffect) -> str:
        return numbers.text(effect.change, headline.unit, numbers.CHANGE)

    subject = capital(headline.of(fitted.item))
    certain = fitted.certain
    words = []
    if certain:
        first = certain[0]
        words.append(
            f"{subject} depends most on {first.axis.noun}: {change(first)} {first.ends}, on average over the others."
        )
    words += [f"{capital(other.axis.noun)}: {change(other)} {other.ends}." for other in certain[1:]]
    unclear = [other for other in fitted.ranked if not other.change.certain]
    if unclear:
        most = max(other.change.largest for other in unclear)
        what = "" if certain else f" on {headline.of(fitted.item)}"
        nouns = listed([other.axis.noun for other in unclear], last="or")
        words.append(f"No clear effect of {nouns}{what} (at most {numbers.amount(most, headline.unit)}).")
    share = numbers.plain(max(0.0, fitted.explained), numbers.SHARE, 0)
    return [
        *words,
        f"These effects explain {share} of the differences between settings; the rest is interplay and dice.",
    ]
