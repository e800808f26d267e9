"""A metric along one line of settings, and whether its change there depends on the other axes.

Every sentence states how certain it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from balancer.analysis.conclusions.curves import Curve, PairChanges
from balancer.analysis.conclusions.interplay import Interplay, LineEffect, interplay
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.results import CellResult
from balancer.reporting.axis import joined_phrases
from balancer.reporting.numbers import CHANGE, LONG, SHORT, Form, amount, text
from balancer.reporting.sweep_grid import Sweep
from balancer.wording import capital, listed

Items = Mapping[str, Sequence[Figure]]  # item (a seat, an ending; '' where a cell has one figure) -> a figure per cell

MAX_NAMED = 4  # cells or items that are named; of more the number
BOTH = 2  # cells of a line without a middle; items that mirror each other


@dataclass(frozen=True)
class Headline:
    """A metric of the headline, as sentences need it."""

    ref: FigureRef
    phrase: str  # its name in sentences
    unit: str
    figures_at: Callable[[float], Items]  # confidence -> its figures
    changes_at: Callable[[float], Mapping[str, PairChanges]] = lambda _: {}  # confidence -> changes by item, from pairs
    margin: float | None = None  # the difference that counts as none; None: not given
    better: str = ""  # `lower`, `higher`; '': not given
    of_item: Callable[[str], str] | None = None  # its name in sentences, for an item
    seats: Callable[[int], str] = lambda _: ""  # cell -> the seats that a spread is between
    why_undefined: Callable[[CellResult], str] = lambda _: ""  # why a cell has no such figure, '' if unknown
    is_constant: Callable[[CellResult], bool] = lambda _: False  # whether all games of a cell have the same value

    def curves_at(self, confidence: float) -> dict[str, Curve]:
        """Return the figures with their changes from cell to cell, by item."""
        if confidence not in self._curves:
            changes, figures = self.changes_at(confidence), self.figures_at(confidence)
            self._curves[confidence] = {item: Curve(own, changes.get(item, {})) for item, own in figures.items()}
        return self._curves[confidence]

    @cached_property
    def _curves(self) -> dict[float, dict[str, Curve]]:
        return {}

    def of(self, item: str) -> str:
        """Name the figure of one item in a sentence: `the share of games that are won at once`."""
        if not item:
            return self.phrase
        return self.of_item(item) if self.of_item else f"{self.phrase} of {item}"


class AxisStep(NamedTuple):
    """The change of a figure that a sentence is about: from one cell to another along an axis."""

    axis: int
    item: str  # '' where a cell has one figure
    first: int
    last: int
    is_signed: bool = True  # whether the sentence gives the change with its sign


PATTERNS = {  # patterns of a metric along an axis, in words
    "same": "it is the same in every game with {}",
    "flat": "it shows no clear change with {}",
    "rises": "it rises with {}",
    "falls": "it falls as {} grows",
    "peak": "it rises, then falls as {} grows",
    "valley": "it falls, then rises as {} grows",
    "wavy": "it goes up and down with {}",
    "unsteady": "it changes with {}, but not steadily",
    "differs": "it depends on {}",
    "unknown": "too few games to tell how it depends on {}",
}


class AxisTrend:
    """The trend of a metric along one line of cells, and the sentence about it."""

    def __init__(
        self, headline: Headline, sweep: Sweep, axis: int, line: Sequence[int], strict: Curve,
        shown: Sequence[Figure], item: str,
    ) -> None:  # fmt: skip
        """strict: figures with simultaneous differences, shown: figures as written; both have one per cell."""
        self.headline, self.item, self.strict, self.shown = headline, item, strict, shown
        self.axis, self.number = sweep.axes[axis], axis
        self.place = {cell: sweep.places[cell][axis] for cell in line}
        defined = strict.defined(line)
        self.line = [cell for cell in defined if not self.axis.apart(self.place[cell])]
        if len(self.line) < 2:
            self.line = defined
        self.aside = [cell for cell in defined if cell not in self.line]
        self.undefined = [self.place[cell] for cell in line if cell not in defined]
        self.trend = strict.pattern(self.line, ordered=self.axis.numeric)
        self.first, self.last = self.line[0], self.line[-1]

    @cached_property
    def lowest(self) -> int:
        """The cell with the lowest value."""
        return self.strict.lowest(self.line)

    @cached_property
    def highest(self) -> int:
        """The cell with the highest value."""
        return self.strict.highest(self.line)

    @cached_property
    def widest(self) -> Figure:
        """The change from the lowest to the highest value."""
        return self.strict.change(self.lowest, self.highest)

    def way(self, base: AxisTrend) -> str:
        """Name the pattern of this line, with a gap for the axis; words are compared at the base line's extremes."""
        if self.strict.same(self.line):
            return PATTERNS["same"]
        if self.trend in ("rises", "falls") and not self.strict.change(self.first, self.last).certain:
            return PATTERNS["unsteady"]
        if self.trend not in ("differs", "flat") or base.trend != "differs":
            return PATTERNS[self.trend]
        at = {self.place[cell]: cell for cell in self.line}
        high, low = base.place[base.highest], base.place[base.lowest]
        if high not in at or low not in at:
            return PATTERNS["unknown"]
        gap = self.strict.change(at[low], at[high])
        if not gap.certain:
            return PATTERNS["flat"]
        higher, lower = (high, low) if gap.value > 0 else (low, high)
        return f"it is higher {self.axis.phrase(higher)} than {self.axis.phrase(lower)}"

    def other_extremes(self, base: AxisTrend) -> str:
        """Say which word has the highest or lowest figure here if those of the base line certainly do not; '' else."""
        at = {self.place[cell]: cell for cell in self.line}
        if base.trend != "differs" or len(self.line) <= BOTH:
            return ""
        extremes = [("highest", self.highest, base.highest), ("lowest", self.lowest, base.lowest)]
        moved = [
            f"{way} {self.axis.phrase(self.place[cell])}"
            for way, cell, there in extremes
            if (usual := at.get(base.place[there])) is not None and self.strict.direction(usual, cell)
        ]
        return f"it is {' and '.join(moved)}" if moved else ""

    @property
    def step(self) -> AxisStep | None:
        """The change that the sentence is about; None where too little is known."""
        if self.trend == "unknown":
            return None
        ends = self.first, self.last
        if self.trend != "flat" and not self._between_ends:
            return AxisStep(self.number, self.item, self.lowest, self.highest, is_signed=False)
        if self.trend != "flat" and not self.strict.change(*ends).certain:
            ends = self.extremes
        return AxisStep(self.number, self.item, *ends)

    @property
    def ends(self) -> tuple[int, int]:
        """The first and the last cell of the line."""
        return self.first, self.last

    @property
    def change(self) -> Figure:
        """The change from the first to the last cell."""
        return self.strict.change(*self.ends)

    @property
    def _between_ends(self) -> bool:
        return self.trend in ("rises", "falls") or len(self.line) == BOTH

    @property
    def extremes(self) -> tuple[int, int]:
        """The cells with the lowest and the highest value, in their order along the line."""
        first, last = sorted((self.lowest, self.highest), key=self.line.index)
        return first, last

    def sentence(self) -> str:
        """Return the sentence about the line, with the verdict by the margin."""
        if self.widest.certain and self.trend != "unknown" and self._within_margin():
            sentence = self._as_good_as_flat()
        else:
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
        return sentence + "".join(map(self._set_apart, self.aside)) + undefined + self._seats()

    def _seats(self) -> str:
        # names the seats of a spread where it is largest; '' of other figures
        seats = self.headline.seats(self.highest) if self.widest.certain and not self._within_margin() else ""
        return f" {capital(self.axis.phrase(self.place[self.highest]))}, {seats}." if seats else ""

    def _set_apart(self, cell: int) -> str:
        """Return the figure at a special value (0 for off), which is not a step along the axis."""
        ways = {self.strict.change(other, cell).direction for other in self.line}
        certainly = {1: ", more than at any other value", -1: ", less than at any other value"}
        words = certainly.get(ways.pop(), "") if len(ways) == 1 else ""
        return f" {capital(self.axis.phrase(self.place[cell]))} it is {self._text(cell)}{words}."

    def _text(self, cell: int, form: Form = LONG) -> str:
        return text(self.shown[cell], self.headline.unit, form)

    def _change(self, gap: Figure, first: int, last: int) -> str:
        """Write a change; where pairs of games give another one than the two values, that it is theirs."""
        difference = self.shown[last].value - self.shown[first].value
        by_values = text(Figure.around(difference, gap.half_width), self.headline.unit, CHANGE)
        by_pairs = text(Figure.around(gap.value, gap.half_width), self.headline.unit, CHANGE)
        return f"{text(gap, self.headline.unit, CHANGE)}{' in pairs' if by_pairs != by_values else ''}"

    @property
    def name(self) -> str:
        """The metric as a sentence begins with it."""
        return capital(self.headline.of(self.item))

    def at(self, cell: int) -> str:
        """Name the value of the axis in a cell."""
        return self.axis.word(self.place[cell])

    def where(self, cell: int) -> str:
        """Return a figure and its place: `14.9 ± 0.1 at a threshold of 22`."""
        return f"{self._text(cell)} {self.axis.phrase(self.place[cell])}"

    def again(self, cell: int) -> str:
        """Return a figure and its place where the axis was named just before: `14.9 ± 0.1 at 22`."""
        return f"{self._text(cell)} {self.axis.again(self.place[cell])}"

    def _also(self, cell: int) -> str:
        alike = self.strict.alike(self.line, cell)
        names = listed([self.at(other) for other in alike]) if len(alike) <= MAX_NAMED else f"{len(alike)} others"
        verb, way = "is" if len(alike) == 1 else "are", "higher" if cell == self.lowest else "lower"
        return f" ({names} {verb} not clearly {way})" if alike else ""

    def _unknown(self) -> str:
        return (
            f"{self.name} lies between {self.where(self.lowest)} and {self.again(self.highest)}; "
            "too few games to separate this from chance."
        )

    def _flat(self) -> str:
        along = self._along
        if self.strict.same(self.line):
            return f"{self.name} does not depend on {along}: it is exactly the same in every game."
        most = amount(self.strict.largest_possible(self.line), self.headline.unit)
        if self._within_margin():
            return f"{self.name} does not depend on {along}: any change is within the margin of {self._margin}."
        margin = f" (margin {self._margin})" if self.headline.margin is not None else ""
        unpaired = "" if self.strict.is_paired(self.line) else "without pairs of games "
        return (
            f"{self.name} shows no clear change with {along}; "
            f"too few games to tell: {unpaired}the change could still be as large as {most}{margin}."
        )

    @property
    def _along(self) -> str:
        # such as `the number of players (2 to 8)` or `the beer (lagers or ales)`
        ordered = self.axis.numeric and len(self.line) > BOTH
        ends = f"{self.at(self.first)} to {self.at(self.last)}"
        return f"{self.axis.noun} ({ends if ordered else listed([self.at(cell) for cell in self.line], last='or')})"

    @property
    def _margin(self) -> str:
        return f"±{amount(self.headline.margin or 0.0, self.headline.unit)}"

    def _within_margin(self) -> bool:
        margin = self.headline.margin
        return margin is not None and self.strict.largest_possible(self.line) <= margin

    def _as_good_as_flat(self) -> str:
        low, high = (self._text(cell, SHORT) for cell in (self.lowest, self.highest))
        span = f"always {low}" if low == high else f"{low} to {high}"
        return f"{self.name} hardly depends on {self.axis.noun}: {span}, within the margin of {self._margin}."

    def _moves(self) -> str:
        first, last = self.first, self.last
        if not self.strict.change(first, last).certain:
            first, last = self.extremes
        gap = self.strict.change(first, last)
        furthest, extreme = (self.highest, "highest") if self.trend == "rises" else (self.lowest, "lowest")
        between = ""
        beyond = abs(self.strict.change(last, furthest).value)
        if furthest not in (first, last) and beyond > self.shown[last].half_width:
            where = f"{self.axis.again(self.place[furthest])}, {self._text(furthest)}"
            between = f"; {extreme} {where}, though this may be chance"
        return (
            f"{self.name} {self.trend} from {self.where(first)} to {self.again(last)} "
            f"({self._change(gap, first, last)}{self._against_margin(gap)}){between}."
        )

    def _turns(self) -> str:
        turn, verbs = (self.highest, ("rises", "falls")) if self.trend == "peak" else (self.lowest, ("falls", "rises"))
        return (
            f"{self.name} {verbs[0]} from {self.where(self.first)} to {self.again(turn)}"
            f"{self._also(turn)}, then {verbs[1]} to {self.again(self.last)}.{self._margin_sentence()}"
        )

    def _wavy(self) -> str:
        return (
            f"{self.name} goes up and down with {self.axis.noun}: "
            f"from {self.again(self.lowest)}{self._also(self.lowest)} "
            f"to {self.again(self.highest)}{self._also(self.highest)}"
            f".{self._margin_sentence()}"
        )

    def _differs(self) -> str:
        low, high = self.lowest, self.highest
        if len(self.line) == BOTH:
            gap = self.strict.change(self.first, self.last)
            words = f"{self._change(gap, self.first, self.last)}{self._against_margin(gap)}"
            return f"{self.name} is {self.where(self.first)} and {self.again(self.last)} ({words})."
        return (
            f"{self.name} is highest {self.axis.phrase(self.place[high])}, "
            f"{self._text(high)}{self._also(high)}, and lowest {self.axis.again(self.place[low])}, "
            f"{self._text(low)}{self._also(low)} "
            f"(a difference of {self._change(self.widest, low, high).lstrip('+')}{self._against_margin(self.widest)})."
        )

    def _margin_sentence(self) -> str:
        words = self._against_margin(self.widest)
        first, last = self.extremes
        gap = self._change(self.widest, self.lowest, self.highest).lstrip("+")
        difference = f"The difference between {self.at(first)} and {self.at(last)} is {gap}"
        return f" {difference}{words.replace('; ', ', ', 1)}." if words else ""

    def _against_margin(self, gap: Figure) -> str:
        margin = self.headline.margin
        if margin is None:
            return ""
        if gap.largest <= margin:
            return f"; within the margin of {self._margin}, so it counts as equal"
        if gap.smallest > margin:
            return f"; more than the margin of {self._margin}"
        return f"; too few games to tell whether this exceeds the margin of {self._margin}"


def named(items: Sequence[str]) -> str:
    """List items by name, or only count them where they are many."""
    return listed(list(items)) if len(items) <= MAX_NAMED else f"the {len(items)} others"


def interplay_of(headline: Headline, sweep: Sweep, axis: int, confidence: float) -> Interplay:
    """Compare the effect of an axis on a headline figure between all lines along it."""
    lines = [line for line in (sweep.line(axis), *sweep.other_lines(axis)) if len(line) > 1]
    along = sweep.axes[axis]

    def place_of(cell: int) -> int:
        return sweep.places[cell][axis]

    return interplay(headline.curves_at, lines, place_of, along.apart, len(along.values), confidence)


def interplay_sentence(
    interplay: Interplay, headline: Headline, sweep: Sweep, axis: int, *, changes_at_base: bool = False
) -> str:
    """Say where the axis matters most and where least, if these lines certainly differ; '' otherwise.

    changes_at_base: whether another sentence says that the figure changes on the line through the base.
    """
    if not interplay.depends or interplay.strongest is None:
        return ""

    def change(effect: LineEffect) -> str:
        return text(effect.change, headline.unit, CHANGE)

    def at(effect: LineEffect) -> str:
        return sweep.phrase(effect.cell, without=axis)

    most, least = interplay.effects[0], interplay.effects[-1]
    along, places = sweep.axes[axis], interplay.strongest[:2]
    turned = least.change.certain and (least.change.value > 0) != (most.change.value > 0)
    base = next((effect for effect in interplay.effects if effect.cell == sweep.line(axis)[0]), None)
    # Intervals are wider here than for the base line alone: "only elsewhere" would contradict the sentence about it.
    contradicted = changes_at_base and base is not None and not base.change.certain
    where = None if turned or contradicted else _only_where(interplay, sweep, axis)
    if where:
        clear = [effect for effect in interplay.effects if effect.change.certain]
        if len(clear) > MAX_NAMED:
            clear = [most]
        # an axis with one value is named before the colon, so it is left out behind it
        common = {axis, where.axis} if len(where.places) == 1 else {axis}
        others = [k for k in range(len(sweep.axes)) if k not in common]
        at_rest = {
            effect.cell: joined_phrases([sweep.axes[k].phrase(sweep.places[effect.cell][k]) for k in others])
            for effect in clear
        }
        by = "; ".join(f"{change(effect)} {at_rest[effect.cell]}".rstrip() for effect in clear)
        only = sweep.axes[where.axis].phrases(where.places)
        return f"{capital(along.named_step(*places))} {headline.phrase} clearly changes only {only}: by {by}."
    weak = change(least) if least.change.certain else f"there is no clear change ({change(least)})"
    return (
        f"The effect of {along.noun} on {headline.phrase} depends on the other settings: {along.step(*places)} it is "
        f"{change(most)} {at(most)}, but {weak} {at(least)}."
    )


class SeparatingAxis(NamedTuple):
    """An axis that separates certain changes from the others."""

    axis: int
    places: Sequence[int]  # of its values, those with a certain change


def _only_where(interplay: Interplay, sweep: Sweep, axis: int) -> SeparatingAxis | None:
    """Return the first other axis that separates certain changes from the others; None if no axis does."""
    for other in range(len(sweep.axes)):
        if other == axis:
            continue
        certain = {sweep.places[effect.cell][other] for effect in interplay.effects if effect.change.certain}
        unclear = {sweep.places[effect.cell][other] for effect in interplay.effects if not effect.change.certain}
        if certain and unclear and not certain & unclear and len(certain) <= MAX_NAMED:
            return SeparatingAxis(other, sorted(certain))
    return None
