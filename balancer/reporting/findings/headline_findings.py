"""Sentences about the metrics of the headline: right for any scenario, none beyond its uncertainty.

Several settings are always compared at once, and the extreme ones are chosen because they are extreme.  So all
differences along a line are simultaneous at the scenario's confidence (Bonferroni over the pairs).  `curves`
compares two settings, `axis_line` writes the sentence about one line.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from balancer.analysis.conclusions.curves import Curve, pairwise_confidence
from balancer.analysis.figure import Figure
from balancer.reporting.axis import joined_names, joined_phrases
from balancer.reporting.findings import sampled_effects
from balancer.reporting.findings.axis_line import (
    BOTH,
    MAX_NAMED,
    PATTERNS,
    AxisStep,
    AxisTrend,
    Headline,
    Items,
    interplay_of,
    interplay_sentence,
    named,
)
from balancer.reporting.findings.lead import first_sentence
from balancer.reporting.numbers import amount, text
from balancer.reporting.reading import SEAT_SPREAD
from balancer.reporting.sweep_grid import Sweep
from balancer.wording import capital, listed, singular

T = TypeVar("T")


@dataclass
class HeadlineFinding:
    """The sentences about one headline metric."""

    phrase: str
    base: dict[str, Figure]  # the figures at the base, by item
    lead: str
    more: list[str] = field(default_factory=list)
    at_base: str = ""  # about the base rules
    best: str = ""  # about the best setting
    name: str = ""  # subject of the sentences, which a pronoun replaces after the first; '' where they have several
    moves: bool | None = None  # whether the lead is about an axis that changes the metric; None if about no axis
    step: AxisStep | None = None  # the change that the lead is about
    at_base_only: bool = False  # the lead is about the base, as the largest change is by definition

    @property
    def sentences(self) -> list[str]:
        """All sentences, the one about the base rules among them."""
        return self.besides(())

    def besides(self, answered: Collection[str], *, base: bool = True) -> list[str]:
        """Return the sentences that are not `answered`; the first names the figure, the others say `it`.

        base: whether the figures of the base rules are among them.
        """
        every = dict.fromkeys([self.lead, *([self.at_base] if base else []), *self.more])
        # An answer may put words before a sentence, which makes its first letter small, and a reservation behind it.
        new = [text for text in every if text and not any(first_sentence(text)[1:] in other for other in answered)]
        first, *more = new or [""]
        return [first, *(_with_pronoun(sentence, self.name) for sentence in more)] if first else []


# The answer -----------------------------------------------------------------------------------------------------------


def find(headline: Headline, sweep: Sweep, confidence: float, named: Collection[int] = frozenset()) -> HeadlineFinding:
    """Return the sentences about a headline metric over the cells of a sweep; named: axes in the title, which lead."""
    shown = headline.figures_at(confidence)
    base = {item: values[sweep.base] for item, values in shown.items()}
    at_base = _base_sentence(headline, sweep, base)
    finding = HeadlineFinding(headline.phrase, base, at_base, at_base=at_base)
    if len(sweep.cells) < 2:
        _add_margin_of_error(finding, headline)
        return finding
    if not any(figure.defined for values in shown.values() for figure in values):
        return finding
    if sweep.mode == sampled_effects.SAMPLE:
        finding.lead, *finding.more = sampled_effects.sentences(headline, sweep, confidence)
        finding.best = _best(headline, sweep, confidence, shown, named=True)
        return finding
    if _never_varies(headline, sweep):
        finding.moves = False
        return finding
    ranked = sorted(_ranked(headline, sweep, confidence, shown), key=lambda effect: effect.axis not in named)
    moving = [effect for effect in ranked if not effect.flat or effect.axis in named] or ranked[:1]
    finding.moves = not moving[0].flat if moving else None
    sentences = list(_of_axes(moving))
    still = [sweep.axes[effect.axis].noun for effect in ranked if effect not in moving and not effect.same]
    same = [sweep.axes[effect.axis].noun for effect in ranked if effect not in moving and effect.same]
    sentences += [f"No clear effect of {listed(still, last='or')}."] if still else []
    if same:
        along = listed(same, last="or")
        sentences.append(
            f"{capital(headline.phrase)} does not depend on {along}: it is exactly the same in every game."
        )
    finding.best = _best(headline, sweep, confidence, shown, named=True)
    over_all = _over_all(headline, sweep, confidence, shown, moves=finding.moves) if len(sweep.axes) > 1 else ""
    sentences[1:1] = filter(None, [over_all, _best(headline, sweep, confidence, shown)])
    if sentences:
        finding.name = "" if len(shown) != 1 else capital(headline.phrase)
        finding.lead, finding.more = sentences[0], sentences[1:]
        finding.step = next((effect.step for effect in moving if finding.lead in effect.sentences), None)
    return finding


def _of_axes(ranked: Sequence[AlongAxis]) -> Iterator[str]:
    """Yield the sentences about all axes; an interplay, which two axes share, is named with the first of them."""
    named_before = False
    for effect in ranked:
        if effect.interplay and not named_before:
            yield from effect.sentences if not effect.base_flat else ()
            yield effect.interplay
            yield from effect.order if not effect.base_flat else ()
            named_before = True
            continue
        yield from effect.sentences
        yield from effect.order
        yield from effect.elsewhere


def _with_pronoun(sentence: str, name: str) -> str:
    if name and sentence.startswith(name + " "):
        return "It" + sentence.removeprefix(name)
    return sentence.replace(f", {name[:1].lower()}{name[1:]} ", ", it ", 1) if name else sentence


def _base_sentence(headline: Headline, sweep: Sweep, base: dict[str, Figure]) -> str:
    """Return the figures of the base cell in a sentence."""
    where = "" if _never_varies(headline, sweep) else _at_base(sweep)
    defined = {item: figure for item, figure in base.items() if figure.defined}
    if not defined:
        why = headline.why_undefined(sweep.cells[sweep.base]).removeprefix("not assessed: ")
        return f"{capital(headline.phrase)} is not defined{where}{f': {why}' if why else ''}."
    if len(defined) == 1:
        item, figure = next(iter(defined.items()))
        seats = headline.seats(sweep.base)
        if headline.is_constant(sweep.cells[sweep.base]):
            unit = headline.unit if figure.value != 1 else singular(headline.unit)
            return f"{capital(headline.of(item))} is always {f'{figure.value:.6g} {unit}'.strip()}{where}."
        if headline.ref.metric == SEAT_SPREAD and not figure.certain and math.isfinite(figure.high):
            most = amount(figure.high, headline.unit)
            return f"No {headline.phrase.removeprefix('the ')} is certain{where}: it is {most} at most."
        return f"{capital(headline.of(item))} is {text(figure, headline.unit)}{where}{f': {seats}' if seats else ''}."
    named = [f"{item} {text(figure, headline.unit)}" for item, figure in defined.items()]
    if len(named) > MAX_NAMED:
        ranked = sorted(defined, key=lambda item: defined[item].value)
        ends = [f"{item} {text(defined[item], headline.unit)}" for item in (ranked[-1], ranked[0])]
        return f"{capital(headline.phrase)}{where}: from {ends[1]} to {ends[0]}."
    return f"{capital(headline.phrase)}{where}: {listed(named)}."


def _never_varies(headline: Headline, sweep: Sweep) -> bool:
    """Return whether the figure has the same value in every game of every setting."""
    if not all(map(headline.is_constant, sweep.cells)):
        return False
    return len({figure.value for figures in headline.figures_at(0.5).values() for figure in figures}) == 1


def _at_base(sweep: Sweep) -> str:
    if len(sweep.cells) < 2:
        return ""
    rules = "under the base rules" if sweep.base_played else "in the setting taken as base"
    name = sweep.base_values
    return f" {rules} ({name})" if name else f" {rules}"


def _add_margin_of_error(finding: HeadlineFinding, headline: Headline) -> None:
    """Report an interval of a single cell that is wider than the margin."""
    widest = max((figure.half_width for figure in finding.base.values() if figure.known), default=math.nan)
    if headline.margin is None or not math.isfinite(widest) or widest <= headline.margin:
        return
    margin = amount(headline.margin, headline.unit)
    finding.more.append(f"Its interval is wider than the margin of ±{margin}: play more games.")


# Along one axis -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AlongAxis:
    """The sentences about one axis, and the size of its effect."""

    axis: int
    sentences: list[str]
    size: float  # of the largest change along any line of the axis
    flat: bool  # no change is certain on any line
    interplay: str = ""  # how the change depends on the other axes; '' if it does not for certain
    elsewhere: Sequence[str] = ()  # whether the other lines go the same way
    order: Sequence[str] = ()  # other lines on which other words have the highest or the lowest figure
    base_flat: bool = False  # no change is certain on the line through the base
    same: bool = False  # no game differs on any line
    step: AxisStep | None = None  # the change that the first sentence is about


def _ranked(headline: Headline, sweep: Sweep, confidence: float, shown: Items) -> list[AlongAxis]:
    # ranks the axes by their effect: certain ones first, then by size
    effects = [
        replace(_along(headline, sweep, axis, confidence, shown), same=_is_same(headline, sweep, axis, confidence))
        for axis in range(len(sweep.axes))
    ]
    return sorted([effect for effect in effects if effect.sentences], key=lambda effect: (effect.flat, -effect.size))


def _is_same(headline: Headline, sweep: Sweep, axis: int, confidence: float) -> bool:
    """Return whether every game has the same figure on each line of an axis."""
    lines = [line for line in (sweep.line(axis), *sweep.other_lines(axis)) if len(line) > 1]
    return all(curve.same(line) for curve in headline.curves_at(confidence).values() for line in lines)


def _moves(headline: Headline, sweep: Sweep, axis: int, item: str, confidence: float) -> bool:
    """Return whether the figure certainly changes on a line along an axis."""
    lines = [line for line in (sweep.line(axis), *sweep.other_lines(axis)) if len(line) > 1]
    curves = (
        (headline.curves_at(pairwise_confidence(confidence, len(line), len(lines)))[item], line) for line in lines
    )
    return any(curve.any_certain(curve.defined(line)) for curve, line in curves)


def _along(headline: Headline, sweep: Sweep, axis: int, confidence: float, shown: Items) -> AlongAxis:
    """Describe the change along an axis through the base cell, and whether the other lines agree."""
    line = sweep.line(axis)
    if len(line) < 2:
        return AlongAxis(axis, [], 0.0, flat=True)
    strict = headline.curves_at(pairwise_confidence(confidence, len(line)))
    item = _most_moved(strict, line)
    if item is None:
        nothing = (
            f"Along {sweep.axes[axis].noun}, {headline.phrase} is defined in at most one setting: nothing to compare."
        )
        return AlongAxis(axis, [nothing], 0.0, flat=True)
    base = AxisTrend(headline, sweep, axis, line, strict[item], shown[item], item)
    defined = strict[item].defined(line)
    size, flat = abs(strict[item].widest(defined).value), not strict[item].any_certain(defined)
    others = [other for other in range(len(sweep.axes)) if other != axis]
    is_only = not sweep.other_lines(axis) or all(_is_same(headline, sweep, other, confidence) for other in others)
    sentence, here, order, agreeing, differs = base.sentence(), "", list[str](), list[str](), False
    if not is_only and len(strict) == 1:
        order, agreeing, differs = _elsewhere(base, sweep, axis, confidence, shown)
    if not (flat or is_only):  # the sentence gives the figures of this line, which are not those of others
        moving = others if differs else [other for other in others if _moves(headline, sweep, other, item, confidence)]
        here = joined_phrases([sweep.axes[other].phrase(sweep.places[line[0]][other]) for other in moving])
        sentence = f"{capital(here)}, {sentence[0].lower()}{sentence[1:]}" if here else sentence
    if len(strict) > 1:
        every = all(curve.change(*base.ends).direction == base.change.direction != 0 for curve in strict.values())
        if every and base.trend in ("rises", "falls"):
            own, whole = (name if here else capital(name) for name in (headline.of(item), headline.phrase))
            sentence = sentence.replace(f"{own} {base.trend} ", f"{whole} {base.trend}, that of {item} ", 1)
            return AlongAxis(axis, [sentence], size, flat, step=base.step)
        return AlongAxis(axis, [sentence, *_other_items(strict, line, item, base)], size, flat, step=base.step)
    if is_only:
        return AlongAxis(axis, [sentence], size, flat, step=base.step)
    interplay = interplay_of(headline, sweep, axis, confidence)
    depends = interplay_sentence(interplay, headline, sweep, axis, changes_at_base=not flat)
    effect = AlongAxis(axis, [sentence], size, flat, depends, agreeing, order, base_flat=flat, step=base.step)
    if interplay.strongest is not None and interplay.strongest.change.certain:
        strongest = abs(interplay.strongest.change.value)
        return replace(effect, size=strongest if flat else max(size, strongest), flat=False)
    return effect


def _most_moved(items: Mapping[str, Curve], line: Sequence[int]) -> str | None:
    # the item with the largest certain difference along a line, or else with the largest difference
    gaps = {item: curve.widest(cells) for item, curve in items.items() if len(cells := curve.defined(line)) > 1}
    return max(gaps, key=lambda item: (gaps[item].certain, abs(gaps[item].value)), default=None)


def _other_items(items: Mapping[str, Curve], line: Sequence[int], chosen: str, base: AxisTrend) -> list[str]:
    if not base.widest.certain:
        return []
    moved = [item for item, curve in items.items() if item != chosen and curve.any_certain(curve.defined(line))]
    still = [item for item in items if item != chosen and item not in moved]
    if not moved:
        return [f"There is no clear change in {_of_items(base.headline, still)}."] if still else []
    if len(items) == BOTH and _adds_up([curve.figures for curve in items.values()], line):
        return []
    change = "changes" if len(moved) == 1 or len(moved) > MAX_NAMED else "change"
    most = max(items[item].widest(items[item].defined(line)).largest for item in moved)
    less = ", but by less" if most < base.widest.smallest else ""
    return [f"{capital(_of_items(base.headline, moved))} {change} with {base.axis.noun}, too{less}."]


def _of_items(headline: Headline, items: Sequence[str]) -> str:
    # names several items of a metric: `the advantage of seat 1 (starts) and the advantage of seat 3`
    if len(items) > MAX_NAMED:
        return f"that of {named(items)}"
    return listed([headline.of(item) for item in items])


def _adds_up(items: Sequence[Sequence[Figure]], line: Sequence[int]) -> bool:
    # whether items always add up to the same, so that one changes as the others do, mirrored
    sums = [sum(figures[cell].value for figures in items) for cell in line]
    return all(math.isclose(total, sums[0], abs_tol=1e-3) for total in sums)


# Elsewhere, all over, best --------------------------------------------------------------------------------------------


def _elsewhere(
    base: AxisTrend, sweep: Sweep, axis: int, confidence: float, shown: Items
) -> tuple[list[str], list[str], bool]:
    """Compare the other lines along an axis with the line through the base cell.

    Return the sentences on other extremes, those on other patterns (or that there are none), and whether some differ.
    """
    lines, usual = sweep.other_lines(axis), base.way(base)
    order, differing = dict[str, list[int]](), dict[str, list[int]]()
    for line in lines:
        strict = base.headline.curves_at(pairwise_confidence(confidence, len(line), len(lines)))[base.item]
        way = PATTERNS["unknown"]
        if len(strict.defined(line)) > 1:
            trend = AxisTrend(base.headline, sweep, axis, line, strict, shown[base.item], base.item)
            way = trend.way(base)
            if extremes := trend.other_extremes(base):
                order.setdefault(extremes, []).append(line[0])
                continue
        if way != usual:
            differing.setdefault(way, []).append(line[0])
    noun = base.axis.noun
    others, ordered = (
        [
            f"{capital(sweep.phrases(cells, without=axis))}, {way.format(noun)}."
            if len(cells) <= MAX_NAMED
            else f"In {len(cells)} of the {len(lines)} other rows of the sweep {way.format(noun)}."
            for way, cells in groups.items()
        ]
        for groups in (differing, order)
    )
    if others or ordered:
        return ordered, others, True
    if base.trend not in ("rises", "falls", "differs"):
        return [], [], False
    where = "in the rest of the sweep" if len(lines) > 1 else sweep.phrase(lines[0][0], without=axis)
    return [], [f"{capital(where)} {usual.format(noun).replace('it ', 'it also ', 1)}."], False


def _over_all(headline: Headline, sweep: Sweep, confidence: float, shown: Items, *, moves: bool | None) -> str:
    """Return the lowest and the highest figure of all cells; '' where a cell has several.

    moves: whether an axis changes the figure, which a comparison of all cells without pairs may not show.
    """
    if len(shown) != 1:
        return ""
    strict, written = _one(headline.curves_at(pairwise_confidence(confidence, len(sweep.cells)))), _one(shown)
    defined = strict.defined(range(len(sweep.cells)))
    if len(defined) < 2:
        return ""
    if not strict.differs(defined):
        return "" if moves else f"No clear difference among all {len(defined)} settings."
    ends = []
    for cell, way in ((strict.lowest(defined), "higher"), (strict.highest(defined), "lower")):
        others = len(strict.alike(defined, cell))
        level = f"; {others} other setting{'s are' if others > 1 else ' is'} not clearly {way}" if others else ""
        ends.append(f"{text(written[cell], headline.unit)} ({sweep.name(cell)}{level})")
    return f"Over all {len(defined)} settings it ranges from {ends[0]} to {ends[1]}."


def _one(items: Mapping[str, T]) -> T:
    (only,) = items.values()
    return only


def _best(headline: Headline, sweep: Sweep, confidence: float, shown: Items, *, named: bool = False) -> str:
    """Return the best cell by the scenario's `better`, and those not clearly worse; named: with the metric's name."""
    if not headline.better or len(shown) != 1:
        return ""
    strict = _one(headline.curves_at(pairwise_confidence(confidence, len(sweep.cells))))
    cells = [cell for cell, figure in enumerate(strict.figures) if figure.known]
    if len(cells) < 2:
        return ""
    best = strict.lowest(cells) if headline.better == "lower" else strict.highest(cells)
    alike = strict.alike(cells, best)
    if len(alike) == len(cells) - 1:
        of_what = f"the best for {headline.phrase}" if named else "best"
        return (
            f"Too few games to call a setting {of_what} ({headline.better} is better): every difference may be chance."
        )
    of_what = f"Best {headline.ref.name.replace('_', ' ')}" if named else "Best"
    sentence = (
        f"{of_what} ({headline.better} is better): {sweep.name(best)} with {text(_one(shown)[best], headline.unit)}"
    )
    if not alike:
        return f"{sentence}; every other setting is certainly worse."
    if len(alike) > len(cells) // 2:
        return ""  # not worth a sentence
    if len(alike) > MAX_NAMED:
        return f"{sentence}; {len(alike)} of the other {len(cells) - 1} settings are not clearly worse."
    verb = "is" if len(alike) == 1 else "are"
    return f"{sentence}; {joined_names([sweep.name(cell) for cell in alike])} {verb} not clearly worse."
