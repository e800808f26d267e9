"""Generated sentences about the headline metrics: right for any scenario, and none goes beyond its uncertainty.

Several cells are always compared at once, and the extreme ones are picked by looking at them: so all differences along
a line of cells hold simultaneously with the scenario's confidence (Bonferroni over the pairs).  How two cells are
compared is in `balancer.reporting.trends`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from balancer.analysis.figure_ref import FigureRef
from balancer.reporting.numbers import Figure, amount
from balancer.reporting.sweep_grid import Sweep, joined_names
from balancer.reporting.trends import (
    Difference,
    any_certain,
    difference,
    indistinguishable,
    largest_possible,
    pairwise_confidence,
    pattern,
    trend,
    widest,
)
from balancer.wording import capital, listed

Items = dict[str, list[Figure]]
"""A metric's figures, one per cell, by item: a seat, an ending; '' where there is one figure per cell."""

MAX_NAMED = 4
"""Cells or items named individually; beyond this only their count."""


@dataclass(frozen=True)
class Headline:
    """A headline metric.

    phrase: its name in sentences; figures_at: confidence -> its figures; margin: the difference that counts as none,
    None if not given; better: `lower`, `higher` or '' if not given.
    """

    ref: FigureRef
    phrase: str
    figures_at: Callable[[float], Items]
    margin: float | None = None
    better: str = ""


@dataclass
class Finding:
    """The sentences about one headline metric, with its figures at the base."""

    phrase: str
    base: dict[str, Figure]
    lead: str
    more: list[str] = field(default_factory=list)
    at_base: str = ""

    @property
    def sentences(self) -> list[str]:
        """All sentences, the one about the base rules among them."""
        return [self.lead, *([self.at_base] if self.at_base != self.lead else []), *self.more]


# The answer -----------------------------------------------------------------------------------------------------------


def find(headline: Headline, sweep: Sweep, confidence: float) -> Finding:
    """The sentences about a headline metric over the cells of a sweep."""
    shown = headline.figures_at(confidence)
    base = {item: values[sweep.base] for item, values in shown.items()}
    at_base = _base_sentence(headline, sweep, base)
    finding = Finding(headline.phrase, base, at_base, at_base=at_base)
    if len(sweep.cells) < 2:
        _add_margin_of_error(finding, headline)
        return finding
    if not any(figure.defined for values in shown.values() for figure in values):
        return finding
    sentences = []
    for axis in range(len(sweep.axes)):
        sentences += _along(headline, sweep, axis, confidence, shown)
    if len(sweep.axes) > 1:
        sentences += _over_all(headline, sweep, confidence, shown)
    sentences[1:1] = _best(headline, sweep, confidence, shown)
    if sentences:
        name = "" if len(shown) != 1 else capital(headline.phrase)
        finding.lead, finding.more = sentences[0], [_with_pronoun(sentence, name) for sentence in sentences[1:]]
        finding.at_base = _with_pronoun(at_base, name)
    return finding


def _with_pronoun(sentence: str, name: str) -> str:
    """The sentence with a pronoun as its subject, which was named before."""
    return "It" + sentence.removeprefix(name) if name and sentence.startswith(name + " ") else sentence


def _base_sentence(headline: Headline, sweep: Sweep, base: dict[str, Figure]) -> str:
    """The figures of the base cell."""
    where = _at_base(sweep)
    known = {item: figure for item, figure in base.items() if figure.defined}
    if not known:
        return f"{capital(headline.phrase)} is not defined{where}{_why(base)}."
    if len(known) == 1:
        item, figure = next(iter(known.items()))
        return f"{capital(_of(headline, item))} is {figure.text}{where}."
    named = [f"{item} {figure.text}" for item, figure in known.items()]
    if len(named) > MAX_NAMED:
        ranked = sorted(known, key=lambda item: known[item].value)
        ends = [f"{item} {known[item].text}" for item in (ranked[-1], ranked[0])]
        return f"{capital(headline.phrase)}{where}: from {ends[1]} to {ends[0]}."
    return f"{capital(headline.phrase)}{where}: {listed(named)}."


def _why(base: dict[str, Figure]) -> str:
    notes = list(dict.fromkeys(figure.note for figure in base.values() if figure.note))
    return f": {notes[0].removeprefix('not assessed: ')}" if notes else ""


def _at_base(sweep: Sweep) -> str:
    if len(sweep.cells) < 2:
        return ""
    rules = "under the base rules" if sweep.base_played else "in the cell taken as base"
    return f" {rules} ({sweep.name(sweep.base)})"


def _add_margin_of_error(finding: Finding, headline: Headline) -> None:
    """For a single cell: report an uncertainty that exceeds the margin."""
    widest = max((figure.half_width for figure in finding.base.values() if figure.known), default=math.nan)
    if headline.margin is None or not math.isfinite(widest) or widest <= headline.margin:
        return
    unit = next(iter(finding.base.values())).unit
    finding.more.append(f"Its uncertainty exceeds the margin of ±{amount(headline.margin, unit)}: play more games.")


# Along one axis -------------------------------------------------------------------------------------------------------


def _along(headline: Headline, sweep: Sweep, axis: int, confidence: float, shown: Items) -> list[str]:
    """The change along an axis through the base cell, then whether other lines agree."""
    line = sweep.line(axis)
    if len(line) < 2:
        return []
    strict = headline.figures_at(pairwise_confidence(confidence, len(line)))
    item = _most_moved(strict, line)
    if item is None:
        return [
            f"Along {sweep.axes[axis].label}, {headline.phrase} is defined in at most one cell: nothing to compare."
        ]
    base = Line(headline, sweep, axis, line, strict[item], shown[item], item)
    sentences = [base.sentence()]
    if len(strict) > 1:
        sentences += _other_items(strict, line, item, base)
    elsewhere = sweep.other_lines(axis)
    if elsewhere and len(strict) == 1:
        sentences += _elsewhere(base, sweep, axis, confidence, shown)
    return sentences


def _most_moved(items: Items, line: Sequence[int]) -> str | None:
    """The item with the largest certain difference along a line, or else the largest difference."""
    best: tuple[bool, float] | None = None
    chosen = None
    for item, figures in items.items():
        known = [figures[cell] for cell in line if figures[cell].defined]
        if len(known) > 1:
            gap = widest(known)
            rank = (gap.certain, abs(gap.value))
            if best is None or rank > best:
                best, chosen = rank, item
    return chosen


def _other_items(items: Items, line: Sequence[int], chosen: str, base: Line) -> list[str]:
    if not base.widest.certain:
        return []
    moved = [item for item in items if item != chosen and _moves(items[item], line)]
    still = [item for item in items if item != chosen and item not in moved]
    if not moved:
        return [f"No change of {_named(still)} along it is distinguishable from chance."] if still else []
    return [f"{capital(_named(moved))} {'changes' if len(moved) == 1 else 'change'} as well, but by less."]


def _moves(figures: Sequence[Figure], line: Sequence[int]) -> bool:
    known = [figures[cell] for cell in line if figures[cell].defined]
    return len(known) > 1 and any_certain(known)


_PATTERNS = {
    "flat": "no change along {} is distinguishable from chance",
    "rises": "it rises along {}",
    "falls": "it falls along {}",
    "peak": "it rises, then falls along {}",
    "valley": "it falls, then rises along {}",
    "wavy": "it goes up and down along {}",
    "differs": "it differs along {}",
    "unknown": "too little is known to compare along {}",
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
        self.aside = [(self._place(sweep, axis, cell), strict[cell], shown[cell]) for cell in aside]
        self.undefined = [self._place(sweep, axis, cell) for cell in line if not strict[cell].defined]
        self.at = [self._place(sweep, axis, cell) for cell in self.line]
        self.named = [sweep.axes[axis].named(sweep.places[cell][axis]) for cell in self.line]
        self.strict = [strict[cell] for cell in self.line]
        self.shown = [shown[cell] for cell in self.line]
        self.trend = trend(self.strict) if self.axis.numeric else pattern(self.strict)
        self.lowest = min(range(len(self.line)), key=lambda k: self.strict[k].value)
        self.highest = max(range(len(self.line)), key=lambda k: self.strict[k].value)
        self.widest = difference(self.strict[self.lowest], self.strict[self.highest])

    @staticmethod
    def _place(sweep: Sweep, axis: int, cell: int) -> str:
        return sweep.axes[axis].shown(sweep.places[cell][axis])

    def way(self, base: Line) -> str:
        """The pattern of this line, with a place for the axis; unordered values are compared at the base's extremes."""
        if self.trend not in ("differs", "flat") or base.trend != "differs":
            return _PATTERNS[self.trend]
        high, low = base.at[base.highest], base.at[base.lowest]
        if high not in self.at or low not in self.at:
            return _PATTERNS["unknown"]
        gap = difference(self.strict[self.at.index(low)], self.strict[self.at.index(high)])
        if not gap.certain:
            return f"no difference between {{}} {low} and {high} is distinguishable from chance"
        return f"it is higher with {{}} {high if gap.value > 0 else low} than with {low if gap.value > 0 else high}"

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
        undefined = f" It is not defined at {self.axis.label} {listed(self.undefined)}." if self.undefined else ""
        return sentence + "".join(map(self._set_apart, self.aside)) + undefined

    def _set_apart(self, special: tuple[str, Figure, Figure]) -> str:
        """The figure at a special value (0 for off) that is not a step along the axis."""
        place, strict, written = special
        gaps = [difference(figure, strict) for figure in self.strict]
        certainly = ""
        if all(gap.low > 0 for gap in gaps):
            certainly = ", more than at any other"
        elif all(gap.high < 0 for gap in gaps):
            certainly = ", less than at any other"
        return f" With {self.axis.label} {place} it is {written.text}{certainly}."

    @property
    def name(self) -> str:
        """The metric at the beginning of a sentence."""
        return capital(_of(self.headline, self.item))

    def where(self, k: int) -> str:
        """A figure and where it is: `14.9 ± 0.1 at 22`."""
        return f"{self.shown[k].text} at {joined_names([self.named[k]])}"

    def _also(self, k: int) -> str:
        """Other values that may be as low or as high as an extreme one."""
        alike = indistinguishable(self.strict, k)
        names = listed([self.at[other] for other in alike]) if len(alike) <= MAX_NAMED else f"{len(alike)} others"
        return f" ({names} may be as {'low' if k == self.lowest else 'high'})" if alike else ""

    def _unknown(self) -> str:
        return (
            f"{self.name} lies between {self.where(self.lowest)} and {self.where(self.highest)}; "
            "too few games to separate this from chance."
        )

    def _flat(self) -> str:
        margin, most = self.headline.margin, largest_possible(self.strict)
        along = (
            f"along {self.axis.label} ({self.at[0]} to {self.at[-1]})"
            if len(self.at) > 2
            else f"between {joined_names(self.named)}"
        )
        unit = self.widest.unit
        if margin is not None and most <= margin:
            return f"{self.name} stays the same {along}: no change beyond the margin of ±{amount(margin, unit)}."
        hidden = f"a change of up to {amount(most, unit)} cannot be excluded"
        open_ = f"{self.name} shows no change {along} that is distinguishable from chance; {hidden}"
        if margin is not None:
            return f"{open_}, more than the margin of ±{amount(margin, unit)}: play more games."
        return f"{open_}."

    def _moves(self) -> str:
        first, last = (0, len(self.line) - 1)
        if not difference(self.strict[first], self.strict[last]).certain:
            first, last = sorted((self.lowest, self.highest))
        gap = difference(self.strict[first], self.strict[last])
        return (
            f"{self.name} {self.trend} from {self.where(first)} to {self.shown[last].text} at {self.at[last]} "
            f"({gap.text}{self._against_margin(gap)})."
        )

    def _turns(self) -> str:
        turn = self.highest if self.trend == "peak" else self.lowest
        verbs = ("rises", "falls") if self.trend == "peak" else ("falls", "rises")
        return (
            f"{self.name} {verbs[0]} from {self.where(0)} to {self.shown[turn].text} at {self.at[turn]}"
            f"{self._also(turn)}, then {verbs[1]} to {self.shown[-1].text} at {self.at[-1]}{self._margin_sentence()}."
        )

    def _wavy(self) -> str:
        return (
            f"{self.name} goes up and down along {self.axis.label}: "
            f"lowest at {self.at[self.lowest]} with {self.shown[self.lowest].text}{self._also(self.lowest)}, "
            f"highest at {self.at[self.highest]} with {self.shown[self.highest].text}{self._also(self.highest)}"
            f"{self._margin_sentence()}."
        )

    def _differs(self) -> str:
        low, high = self.lowest, self.highest
        return (
            f"{self.name} is highest with {self.axis.label} {self.at[high]}, "
            f"{self.shown[high].text}{self._also(high)}, and lowest with {self.at[low]}, "
            f"{self.shown[low].text}{self._also(low)} "
            f"(a difference of {self.widest.text.lstrip('+')}{self._against_margin(self.widest)})."
        )

    def _margin_sentence(self) -> str:
        words = self._against_margin(self.widest)
        return f" (between them {self.widest.text.lstrip('+')}{words})" if words else ""

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


# Elsewhere, all over, best --------------------------------------------------------------------------------------------


def _elsewhere(base: Line, sweep: Sweep, axis: int, confidence: float, shown: Items) -> list[str]:
    """Whether the other lines along an axis have the pattern of the line through the base cell."""
    lines = sweep.other_lines(axis)
    differing: dict[str, list[str]] = {}
    for line in lines:
        strict = base.headline.figures_at(pairwise_confidence(confidence, len(line), len(lines)))[base.item]
        defined = [cell for cell in line if strict[cell].defined]
        way = _PATTERNS["unknown"]
        if len(defined) > 1:
            way = Line(base.headline, sweep, axis, line, strict, shown[base.item], base.item).way(base)
        if way != base.way(base):
            differing.setdefault(way, []).append(sweep.name(line[0], without=axis))
    label = base.axis.label
    if differing:
        return [_exception(way.format(label), names, len(lines)) for way, names in differing.items()]
    where = "everywhere else in the sweep" if len(lines) > 1 else f"at {sweep.name(lines[0][0], without=axis)}"
    same = base.way(base).format(label)
    return [f"{capital(where)}, too, {same}."] if base.trend in ("rises", "falls", "flat", "differs") else []


def _exception(exception: str, names: Sequence[str], lines: int) -> str:
    if len(names) <= MAX_NAMED:
        return f"At {joined_names(names)}, {exception}."
    return f"Elsewhere in the sweep {exception} ({len(names)} of {lines} lines)."


def _over_all(headline: Headline, sweep: Sweep, confidence: float, shown: Items) -> list[str]:
    """The lowest and the highest of all cells."""
    strict = headline.figures_at(pairwise_confidence(confidence, len(sweep.cells)))
    if len(strict) != 1:
        return []
    figures, written = next(iter(strict.values())), next(iter(shown.values()))
    defined = [cell for cell, figure in enumerate(figures) if figure.defined]
    if len(defined) < 2:
        return []
    low = min(defined, key=lambda cell: figures[cell].value)
    high = max(defined, key=lambda cell: figures[cell].value)
    if not difference(figures[low], figures[high]).certain:
        return [f"Among all {len(defined)} cells no difference is distinguishable from chance."]
    known = [figures[cell] for cell in defined]
    as_low, as_high = (len(indistinguishable(known, defined.index(cell))) for cell in (low, high))
    lowest = f"lowest with {written[low].text} ({sweep.name(low)}{_as_many(as_low, 'low')})"
    highest = f"highest with {written[high].text} ({sweep.name(high)}{_as_many(as_high, 'high')})"
    return [f"Among all {len(defined)} cells it is {lowest} and {highest}."]


def _as_many(others: int, way: str) -> str:
    return f"; {others} other{'s' if others > 1 else ''} may be as {way}" if others else ""


def _best(headline: Headline, sweep: Sweep, confidence: float, shown: Items) -> list[str]:
    """The best cell by the scenario's `better`, and those that may be as good."""
    if not headline.better or len(shown) != 1:
        return []
    figures = next(iter(headline.figures_at(pairwise_confidence(confidence, len(sweep.cells))).values()))
    defined = [cell for cell, figure in enumerate(figures) if figure.known]
    if len(defined) < 2:
        return []
    pick = min if headline.better == "lower" else max
    best = pick(defined, key=lambda cell: figures[cell].value)
    alike = [cell for cell in defined if cell != best and not difference(figures[best], figures[cell]).certain]
    if len(alike) == len(defined) - 1:
        return [f"No cell can be called best ({headline.better} is better): chance may explain every difference."]
    written = next(iter(shown.values()))[best].text
    sentence = f"Best ({headline.better} is better): {sweep.name(best)} with {written}"
    if not alike:
        return [f"{sentence}; every other cell is certainly worse."]
    if len(alike) > MAX_NAMED:
        return [f"{sentence}; {len(alike)} of the {len(defined) - 1} other cells are not distinguishable from it."]
    return [f"{sentence}; not distinguishable from {joined_names([sweep.name(cell) for cell in alike])}."]


# Words ----------------------------------------------------------------------------------------------------------------


def _of(headline: Headline, item: str) -> str:
    return f"{headline.phrase} of {item}" if item else headline.phrase


def _named(items: Sequence[str]) -> str:
    return listed(list(items)) if len(items) <= MAX_NAMED else f"the {len(items)} others"
