"""A metric along one line of cells of a sweep, in a sentence that never goes beyond its uncertainty."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from balancer.analysis.figure_ref import FigureRef
from balancer.reporting.findings.trends import (
    Difference,
    difference,
    indistinguishable,
    largest_possible,
    pattern,
    trend,
)
from balancer.reporting.numbers import Figure, amount
from balancer.reporting.sweep_grid import Sweep
from balancer.wording import capital, listed

Items = dict[str, list[Figure]]
"""A metric's figures, one per cell, by item: a seat, an ending; '' where there is one figure per cell."""

MAX_NAMED = 4
"""Cells or items named individually; beyond this only their count."""

BOTH = 2
"""Cells of a line without a middle."""


@dataclass(frozen=True)
class Headline:
    """A headline metric.

    phrase: its name in sentences; figures_at: confidence -> its figures; margin: the difference that counts as none,
    None if not given; better: `lower`, `higher` or '' if not given; of_item: its name in sentences, of an item.
    """

    ref: FigureRef
    phrase: str
    figures_at: Callable[[float], Items]
    margin: float | None = None
    better: str = ""
    of_item: Callable[[str], str] | None = None

    def of(self, item: str) -> str:
        """The figure of one item in sentences: `the share of games that are won at once`."""
        if not item:
            return self.phrase
        return self.of_item(item) if self.of_item else f"{self.phrase} of {item}"


PATTERNS = {
    "flat": "it shows no clear change with {}",
    "rises": "it rises with {}",
    "falls": "it falls as {} grows",
    "peak": "it rises, then falls as {} grows",
    "valley": "it falls, then rises as {} grows",
    "wavy": "it goes up and down with {}",
    "unsteady": "it changes with {}, but not steadily",
    "differs": "it depends on {}",
    "unknown": "too little is known to say how it depends on {}",
}
"""Patterns of a metric along an axis, in words."""


class Line:
    """A metric along one line of cells, and the sentence about it."""

    def __init__(
        self, headline: Headline, sweep: Sweep, axis: int, line: Sequence[int], strict: Sequence[Figure],
        shown: Sequence[Figure], item: str,
    ) -> None:  # fmt: skip
        """strict: figures whose differences hold simultaneously; shown: figures as written; both one per cell."""
        self.headline, self.axis, self.item = headline, sweep.axes[axis], item
        defined = [cell for cell in line if strict[cell].defined]
        self.line = [cell for cell in defined if not self.axis.apart(sweep.places[cell][axis])]
        if len(self.line) < 2:
            self.line = defined
        aside = [cell for cell in defined if cell not in self.line]
        self.aside = [(sweep.places[cell][axis], strict[cell], shown[cell]) for cell in aside]
        self.undefined = [sweep.places[cell][axis] for cell in line if not strict[cell].defined]
        self.places = [sweep.places[cell][axis] for cell in self.line]
        self.at = [self.axis.shown(place) for place in self.places]
        self.strict = [strict[cell] for cell in self.line]
        self.shown = [shown[cell] for cell in self.line]
        self.trend = trend(self.strict) if self.axis.numeric else pattern(self.strict)
        self.lowest = min(range(len(self.line)), key=lambda k: self.strict[k].value)
        self.highest = max(range(len(self.line)), key=lambda k: self.strict[k].value)
        self.widest = difference(self.strict[self.lowest], self.strict[self.highest])

    def way(self, base: Line) -> str:
        """The pattern of this line, with a place for the axis; unordered values are compared at the base's extremes."""
        if self.trend in ("rises", "falls") and not difference(self.strict[0], self.strict[-1]).certain:
            return PATTERNS["unsteady"]
        if self.trend not in ("differs", "flat") or base.trend != "differs":
            return PATTERNS[self.trend]
        high, low = base.at[base.highest], base.at[base.lowest]
        if high not in self.at or low not in self.at:
            return PATTERNS["unknown"]
        gap = difference(self.strict[self.at.index(low)], self.strict[self.at.index(high)])
        if not gap.certain:
            return PATTERNS["flat"]
        ends = (high, low) if gap.value > 0 else (low, high)
        higher, lower = (self.axis.phrase(self.places[self.at.index(at)]) for at in ends)
        return f"it is higher {higher} than {lower}"

    def sentence(self) -> str:
        """The sentence about the line, with the verdict of the margin."""
        sentence = {
            "unknown": self._unknown,
            "flat": self._flat,
            "rises": self._moves,
            "falls": self._moves,
            "peak": self._turns,
            "valley": self._turns,
            "wavy": self._wavy,
            "differs": self._differs,
        }[self.trend]()
        undefined = f" It is not defined {self.axis.phrases(self.undefined)}." if self.undefined else ""
        if self.widest.certain and self.trend != "unknown" and self._within_margin():
            sentence = self._as_good_as_flat()
        return sentence + "".join(map(self._set_apart, self.aside)) + undefined

    def _set_apart(self, special: tuple[int, Figure, Figure]) -> str:
        """The figure at a special value (0 for off) that is not a step along the axis."""
        place, strict, written = special
        gaps = [difference(figure, strict) for figure in self.strict]
        certainly = ""
        if all(gap.low > 0 for gap in gaps):
            certainly = ", more than at any other value"
        elif all(gap.high < 0 for gap in gaps):
            certainly = ", less than at any other value"
        return f" {capital(self.axis.phrase(place))} it is {written.text}{certainly}."

    @property
    def name(self) -> str:
        """The metric at the beginning of a sentence."""
        return capital(self.headline.of(self.item))

    def where(self, k: int) -> str:
        """A figure and where it is: `14.9 ± 0.1 at a threshold of 22`."""
        return f"{self.shown[k].text} {self.axis.phrase(self.places[k])}"

    def again(self, k: int) -> str:
        """The same where the axis was named just before: `14.9 ± 0.1 at 22`."""
        return f"{self.shown[k].text} {self.axis.again(self.places[k])}"

    def _also(self, k: int) -> str:
        """Other values that may be as low or as high as an extreme one."""
        alike = indistinguishable(self.strict, k)
        names = listed([self.at[other] for other in alike]) if len(alike) <= MAX_NAMED else f"{len(alike)} others"
        return f" ({names} may be as {'low' if k == self.lowest else 'high'})" if alike else ""

    def _unknown(self) -> str:
        return (
            f"{self.name} lies between {self.where(self.lowest)} and {self.again(self.highest)}; "
            "too few games to separate this from chance."
        )

    def _flat(self) -> str:
        margin, most = self.headline.margin, largest_possible(self.strict)
        unit, values = self.widest.unit, self._values
        if margin is not None and most <= margin:
            return (
                f"{self.name} does not depend on {self.axis.noun} ({values}): any change is within the margin of "
                f"±{amount(margin, unit)}."
            )
        open_ = (
            f"{self.name} shows no clear change with {self.axis.noun} ({values}); changes of up to "
            f"{amount(most, unit)} are still possible"
        )
        if margin is not None:
            return f"{open_}, more than the margin of ±{amount(margin, unit)}: play more games."
        return f"{open_}."

    @property
    def _values(self) -> str:
        """The values of the line: `2 to 8`, `lagers or ales`."""
        ordered = self.axis.numeric and len(self.at) > BOTH
        return f"{self.at[0]} to {self.at[-1]}" if ordered else listed(self.at, last="or")

    def _within_margin(self) -> bool:
        margin = self.headline.margin
        return margin is not None and largest_possible(self.strict) <= margin

    def _as_good_as_flat(self) -> str:
        """A change that is certain and too small to matter."""
        margin = f"±{amount(self.headline.margin or 0.0, self.widest.unit)}"
        ends = f"{self.shown[self.lowest].rounded} to {self.shown[self.highest].rounded}"
        same = self.shown[self.lowest].rounded == self.shown[self.highest].rounded
        span = f"always {self.shown[self.lowest].rounded}" if same else ends
        return f"{self.name} does not depend on {self.axis.noun} beyond the margin of {margin}: {span}."

    def _moves(self) -> str:
        first, last = (0, len(self.line) - 1)
        if not difference(self.strict[first], self.strict[last]).certain:
            first, last = sorted((self.lowest, self.highest))
        gap = difference(self.strict[first], self.strict[last])
        furthest = self.highest if self.trend == "rises" else self.lowest
        between = ""
        beyond = abs(self.strict[furthest].value - self.strict[last].value)
        if first < furthest < last and beyond > self.shown[last].half_width:
            extreme = "highest" if self.trend == "rises" else "lowest"
            between = f"; {extreme} {self.axis.again(self.places[furthest])}, {self.shown[furthest].text}"
            between += ", though this may be chance"
        return (
            f"{self.name} {self.trend} from {self.where(first)} to {self.again(last)} "
            f"({gap.text}{self._against_margin(gap)}){between}."
        )

    def _turns(self) -> str:
        turn = self.highest if self.trend == "peak" else self.lowest
        verbs = ("rises", "falls") if self.trend == "peak" else ("falls", "rises")
        return (
            f"{self.name} {verbs[0]} from {self.where(0)} to {self.again(turn)}"
            f"{self._also(turn)}, then {verbs[1]} to {self.again(len(self.at) - 1)}{self._margin_sentence()}."
        )

    def _wavy(self) -> str:
        return (
            f"{self.name} goes up and down with {self.axis.noun}: "
            f"from {self.again(self.lowest)}{self._also(self.lowest)} "
            f"to {self.again(self.highest)}{self._also(self.highest)}"
            f"{self._margin_sentence()}."
        )

    def _differs(self) -> str:
        low, high = self.lowest, self.highest
        if len(self.line) == BOTH:
            gap = difference(self.strict[0], self.strict[1])
            words = f"{gap.text}{self._against_margin(gap)}"
            return f"{self.name} is {self.where(0)} and {self.again(1)} ({words})."
        return (
            f"{self.name} is highest {self.axis.phrase(self.places[high])}, "
            f"{self.shown[high].text}{self._also(high)}, and lowest {self.axis.again(self.places[low])}, "
            f"{self.shown[low].text}{self._also(low)} "
            f"(a difference of {self.widest.text.lstrip('+')}{self._against_margin(self.widest)})."
        )

    def _margin_sentence(self) -> str:
        words = self._against_margin(self.widest)
        first, last = sorted((self.lowest, self.highest))
        gap = self.widest.text.lstrip("+")
        return f" ({gap} between {self.at[first]} and {self.at[last]}{words})" if words else ""

    def _against_margin(self, gap: Difference) -> str:
        margin = self.headline.margin
        if margin is None:
            return ""
        written = f"±{amount(margin, gap.unit)}"
        if gap.largest <= margin:
            return f"; within the margin of {written}, so it counts as equal"
        if gap.smallest > margin:
            return f"; more than the margin of {written}"
        return f"; undecided whether this exceeds the margin of {written}"


def named(items: Sequence[str]) -> str:
    """Items by name, or how many they are."""
    return listed(list(items)) if len(items) <= MAX_NAMED else f"the {len(items)} others"
