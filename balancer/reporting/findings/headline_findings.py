"""Generated sentences about the headline metrics: right for any scenario, and none goes beyond its uncertainty.

Several cells are always compared at once, and the extreme ones are picked by looking at them: so all differences along
a line of cells hold simultaneously with the scenario's confidence (Bonferroni over the pairs).  How two cells are
compared is in `trends`, what is said of one line in `axis_line`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from balancer.analysis.conclusions.curves import Curve, pairwise_confidence
from balancer.analysis.figure import Figure
from balancer.reporting.axis import joined_names
from balancer.reporting.findings import sampled_effects
from balancer.reporting.findings.axis_line import (
    BOTH,
    MAX_NAMED,
    PATTERNS,
    AxisTrend,
    Headline,
    Items,
    interplay_of,
    interplay_sentence,
    named,
)
from balancer.reporting.numbers import amount, text
from balancer.reporting.sweep_grid import Sweep
from balancer.wording import capital, listed

T = TypeVar("T")


@dataclass
class HeadlineFinding:
    """The sentences about one headline metric, with its figures at the base; best: the one about the best cell.

    name: the subject of its sentences, which a pronoun replaces after the first; '' where they have several.
    moves: whether the lead is about an axis that changes the metric; None where it is about no axis.
    """

    phrase: str
    base: dict[str, Figure]
    lead: str
    more: list[str] = field(default_factory=list)
    at_base: str = ""
    best: str = ""
    name: str = ""
    moves: bool | None = None

    @property
    def sentences(self) -> list[str]:
        """All sentences, the one about the base rules among them."""
        return self.besides(())

    def besides(self, said: Collection[str], *, base: bool = True) -> list[str]:
        """The sentences that were not said before, the first of which names the figure; base: with that of the base."""
        every = dict.fromkeys([self.lead, *([self.at_base] if base else []), *self.more])
        # what an answer began with may follow who it is about there, in the middle of a sentence
        new = [one for one in every if one and not any(other.endswith(one[1:]) for other in said)]
        first, *more = new or [""]
        return [first, *(_with_pronoun(sentence, self.name) for sentence in more)] if first else []


# The answer -----------------------------------------------------------------------------------------------------------


def find(headline: Headline, sweep: Sweep, confidence: float, named: Collection[int] = frozenset()) -> HeadlineFinding:
    """The sentences about a headline metric over the cells of a sweep; named: axes that the question names, first."""
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
    ranked = sorted(_ranked(headline, sweep, confidence, shown), key=lambda one: one.axis not in named)
    moving = [one for one in ranked if not one.flat or one.axis in named] or ranked[:1]
    finding.moves = not moving[0].flat if moving else None
    sentences = list(_of_axes(moving))
    still = [sweep.axes[one.axis].noun for one in ranked if one not in moving]
    sentences += [f"No clear effect of {listed(still, last='or')}."] if still else []
    finding.best = _best(headline, sweep, confidence, shown, named=True)
    over_all = _over_all(headline, sweep, confidence, shown) if len(sweep.axes) > 1 else ""
    sentences[1:1] = filter(None, [over_all, _best(headline, sweep, confidence, shown)])
    if sentences:
        finding.name = "" if len(shown) != 1 else capital(headline.phrase)
        finding.lead, finding.more = sentences[0], sentences[1:]
    return finding


def _of_axes(ranked: Sequence[AlongAxis]) -> Iterator[str]:
    """All sentences about axes; an interplay, which two axes share, is named with the first of them."""
    named_before = False
    for one in ranked:
        if one.interplay and not named_before:
            yield from one.sentences if not one.base_flat else ()
            yield one.interplay
            named_before = True
            continue
        yield from one.sentences
        yield from one.elsewhere


def _with_pronoun(sentence: str, name: str) -> str:
    """The sentence with a pronoun as its subject, which was named before."""
    return "It" + sentence.removeprefix(name) if name and sentence.startswith(name + " ") else sentence


def _base_sentence(headline: Headline, sweep: Sweep, base: dict[str, Figure]) -> str:
    """The figures of the base cell."""
    where = _at_base(sweep)
    known = {item: figure for item, figure in base.items() if figure.defined}
    if not known:
        why = headline.why_undefined(sweep.cells[sweep.base]).removeprefix("not assessed: ")
        return f"{capital(headline.phrase)} is not defined{where}{f': {why}' if why else ''}."
    if len(known) == 1:
        item, figure = next(iter(known.items()))
        return f"{capital(headline.of(item))} is {text(figure, headline.unit)}{where}."
    named = [f"{item} {text(figure, headline.unit)}" for item, figure in known.items()]
    if len(named) > MAX_NAMED:
        ranked = sorted(known, key=lambda item: known[item].value)
        ends = [f"{item} {text(known[item], headline.unit)}" for item in (ranked[-1], ranked[0])]
        return f"{capital(headline.phrase)}{where}: from {ends[1]} to {ends[0]}."
    return f"{capital(headline.phrase)}{where}: {listed(named)}."


def _at_base(sweep: Sweep) -> str:
    if len(sweep.cells) < 2:
        return ""
    rules = "under the base rules" if sweep.base_played else "in the cell taken as base"
    name = sweep.base_values
    return f" {rules} ({name})" if name else f" {rules}"


def _add_margin_of_error(finding: HeadlineFinding, headline: Headline) -> None:
    """For a single cell: report an uncertainty that exceeds the margin."""
    widest = max((figure.half_width for figure in finding.base.values() if figure.known), default=math.nan)
    if headline.margin is None or not math.isfinite(widest) or widest <= headline.margin:
        return
    margin = amount(headline.margin, headline.unit)
    finding.more.append(f"Its uncertainty exceeds the margin of ±{margin}: play more games.")


# Along one axis -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AlongAxis:
    """What is said of one axis, and how much it changes.

    size: the largest change along any line of the axis; flat: no change is certain; interplay: how the change depends
    on the other axes, '' if it does not for certain; elsewhere: whether the other lines go the same way;
    base_flat: no change is certain on the line through the base.
    """

    axis: int
    sentences: list[str]
    size: float
    flat: bool
    interplay: str = ""
    elsewhere: Sequence[str] = ()
    base_flat: bool = False


def _ranked(headline: Headline, sweep: Sweep, confidence: float, shown: Items) -> list[AlongAxis]:
    """The axes by the size of their effect, the largest certain one first."""
    found = [_along(headline, sweep, axis, confidence, shown) for axis in range(len(sweep.axes))]
    return sorted([one for one in found if one.sentences], key=lambda one: (one.flat, -one.size))


def _along(headline: Headline, sweep: Sweep, axis: int, confidence: float, shown: Items) -> AlongAxis:
    """The change along an axis through the base cell, then whether other lines agree."""
    line = sweep.line(axis)
    if len(line) < 2:
        return AlongAxis(axis, [], 0.0, flat=True)
    strict = headline.curves_at(pairwise_confidence(confidence, len(line)))
    item = _most_moved(strict, line)
    if item is None:
        nothing = (
            f"Along {sweep.axes[axis].noun}, {headline.phrase} is defined in at most one cell: nothing to compare."
        )
        return AlongAxis(axis, [nothing], 0.0, flat=True)
    base = AxisTrend(headline, sweep, axis, line, strict[item], shown[item], item)
    known = strict[item].defined(line)
    size, flat = abs(strict[item].widest(known).value), not strict[item].any_certain(known)
    if len(strict) > 1:
        return AlongAxis(axis, [base.sentence(), *_other_items(strict, line, item, base)], size, flat)
    if not sweep.other_lines(axis):
        return AlongAxis(axis, [base.sentence()], size, flat)
    found = interplay_of(headline, sweep, axis, confidence)
    agreeing, differs = _elsewhere(base, sweep, axis, confidence, shown)
    said, told = base.sentence(), interplay_sentence(found, headline, sweep, axis)
    if differs and not flat:  # true of this line, not of all
        said = f"{capital(sweep.phrase(line[0], without=axis))}, {said[0].lower()}{said[1:]}"
    made = AlongAxis(axis, [said], size, flat, told, agreeing, base_flat=flat)
    if found.strongest is not None and found.strongest.change.certain:
        strongest = abs(found.strongest.change.value)
        return replace(made, size=strongest if flat else max(size, strongest), flat=False)
    return made


def _most_moved(items: Mapping[str, Curve], line: Sequence[int]) -> str | None:
    """The item with the largest certain difference along a line, or else the largest difference."""
    gaps = {item: curve.widest(known) for item, curve in items.items() if len(known := curve.defined(line)) > 1}
    return max(gaps, key=lambda item: (gaps[item].certain, abs(gaps[item].value)), default=None)


def _other_items(items: Mapping[str, Curve], line: Sequence[int], chosen: str, base: AxisTrend) -> list[str]:
    if not base.widest.certain:
        return []
    moved = [item for item, one in items.items() if item != chosen and one.any_certain(one.defined(line))]
    still = [item for item in items if item != chosen and item not in moved]
    if not moved:
        return [f"There is no clear change in {_of_items(base.headline, still)}."] if still else []
    if len(items) == BOTH and _adds_up([one.figures for one in items.values()], line):
        return []
    change = "changes" if len(moved) == 1 or len(moved) > MAX_NAMED else "change"
    return [f"{capital(_of_items(base.headline, moved))} {change} as well, but by less."]


def _of_items(headline: Headline, items: Sequence[str]) -> str:
    """A metric of several items: `the advantage of seat 1 (starts) and the advantage of seat 3`, `that of 5 others`."""
    if len(items) > MAX_NAMED:
        return f"that of {named(items)}"
    return listed([headline.of(item) for item in items])


def _adds_up(items: Sequence[Sequence[Figure]], line: Sequence[int]) -> bool:
    """Whether items always add up to the same, so that the change of one is that of the others mirrored."""
    sums = [sum(figures[cell].value for figures in items) for cell in line]
    return all(math.isclose(total, sums[0], abs_tol=1e-3) for total in sums)


# Elsewhere, all over, best --------------------------------------------------------------------------------------------


def _elsewhere(base: AxisTrend, sweep: Sweep, axis: int, confidence: float, shown: Items) -> tuple[list[str], bool]:
    """Whether the other lines along an axis have the pattern of the line through the base cell; whether some differ."""
    lines, usual = sweep.other_lines(axis), base.way(base)
    differing: dict[str, list[int]] = {}
    for line in lines:
        strict = base.headline.curves_at(pairwise_confidence(confidence, len(line), len(lines)))[base.item]
        way = PATTERNS["unknown"]
        if len(strict.defined(line)) > 1:
            way = AxisTrend(base.headline, sweep, axis, line, strict, shown[base.item], base.item).way(base)
        if way != usual:
            differing.setdefault(way, []).append(line[0])
    noun = base.axis.noun
    if differing:
        ways = differing.items()
        return [_exception(way.format(noun), cells, len(lines), sweep, axis) for way, cells in ways], True
    where = "everywhere else in the sweep" if len(lines) > 1 else sweep.phrase(lines[0][0], without=axis)
    same = usual.format(noun)
    told = base.trend in ("rises", "falls", "flat", "differs")
    return [f"{capital(where)}, too, {same}."] if told else [], False


def _exception(exception: str, cells: Sequence[int], lines: int, sweep: Sweep, axis: int) -> str:
    if len(cells) <= MAX_NAMED:
        return f"{capital(sweep.phrases(cells, without=axis))}, {exception}."
    return f"Elsewhere in the sweep {exception} ({len(cells)} of {lines} lines)."


def _over_all(headline: Headline, sweep: Sweep, confidence: float, shown: Items) -> str:
    """The lowest and the highest of all cells; '' of several items."""
    if len(shown) != 1:
        return ""
    strict, written = _one(headline.curves_at(pairwise_confidence(confidence, len(sweep.cells)))), _one(shown)
    defined = strict.defined(range(len(sweep.cells)))
    if len(defined) < 2:
        return ""
    if not strict.widest(defined).certain:
        return f"No clear difference among all {len(defined)} cells."
    low, high = (
        f"{text(written[cell], headline.unit)} ({sweep.name(cell)}{_as_many(len(strict.alike(defined, cell)), way)})"
        for cell, way in ((strict.lowest(defined), "low"), (strict.highest(defined), "high"))
    )
    return f"Over all {len(defined)} cells it ranges from {low} to {high}."


def _one(items: Mapping[str, T]) -> T:
    (only,) = items.values()
    return only


def _as_many(others: int, way: str) -> str:
    return f"; {others} other{'s' if others > 1 else ''} may be as {way}" if others else ""


def _best(headline: Headline, sweep: Sweep, confidence: float, shown: Items, *, named: bool = False) -> str:
    """The best cell by the scenario's `better`, and those that may be as good; named: with the metric."""
    if not headline.better or len(shown) != 1:
        return ""
    strict = _one(headline.curves_at(pairwise_confidence(confidence, len(sweep.cells))))
    known = [cell for cell, figure in enumerate(strict.figures) if figure.known]
    if len(known) < 2:
        return ""
    best = strict.lowest(known) if headline.better == "lower" else strict.highest(known)
    alike = strict.alike(known, best)
    if len(alike) == len(known) - 1:
        of_what = f"the best for {headline.phrase}" if named else "best"
        return f"Too few games to call a cell {of_what} ({headline.better} is better): every difference may be chance."
    of_what = f"Best {headline.ref.name.replace('_', ' ')}" if named else "Best"
    sentence = (
        f"{of_what} ({headline.better} is better): {sweep.name(best)} with {text(_one(shown)[best], headline.unit)}"
    )
    if not alike:
        return f"{sentence}; every other cell is certainly worse."
    if len(alike) > MAX_NAMED:
        return f"{sentence}; {len(alike)} of the {len(known) - 1} other cells may be as good."
    return f"{sentence}; {joined_names([sweep.name(cell) for cell in alike])} may be as good."
