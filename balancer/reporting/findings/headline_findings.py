"""Generated sentences about the headline metrics: right for any scenario, and none goes beyond its uncertainty.

Several cells are always compared at once, and the extreme ones are picked by looking at them: so all differences along
a line of cells hold simultaneously with the scenario's confidence (Bonferroni over the pairs).  How two cells are
compared is in `trends`, what is said of one line in `axis_line`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from balancer.reporting.axis import joined_names
from balancer.reporting.findings import interplay, sampled_effects
from balancer.reporting.findings.axis_line import MAX_NAMED, PATTERNS, Headline, Items, Line, named
from balancer.reporting.findings.trends import any_certain, difference, indistinguishable, pairwise_confidence, widest
from balancer.reporting.numbers import Figure, amount
from balancer.reporting.sweep_grid import Sweep
from balancer.wording import capital, listed


@dataclass
class Finding:
    """The sentences about one headline metric, with its figures at the base; best: the one about the best cell."""

    phrase: str
    base: dict[str, Figure]
    lead: str
    more: list[str] = field(default_factory=list)
    at_base: str = ""
    best: str = ""

    @property
    def sentences(self) -> list[str]:
        """All sentences, the one about the base rules among them."""
        return [self.lead, *([self.at_base] if self.at_base != self.lead else []), *self.more]


# The answer -----------------------------------------------------------------------------------------------------------


def find(headline: Headline, sweep: Sweep, confidence: float, named: Collection[int] = frozenset()) -> Finding:
    """The sentences about a headline metric over the cells of a sweep; named: axes that the question names, first."""
    shown = headline.figures_at(confidence)
    base = {item: values[sweep.base] for item, values in shown.items()}
    at_base = _base_sentence(headline, sweep, base)
    finding = Finding(headline.phrase, base, at_base, at_base=at_base)
    if len(sweep.cells) < 2:
        _add_margin_of_error(finding, headline)
        return finding
    if not any(figure.defined for values in shown.values() for figure in values):
        return finding
    if sweep.mode == sampled_effects.SAMPLE:
        finding.lead, *finding.more = sampled_effects.sentences(headline, sweep, confidence)
        best = _best(headline, sweep, confidence, shown, named=True)
        finding.best = best[0] if best else ""
        return finding
    ranked = sorted(_ranked(headline, sweep, confidence, shown), key=lambda one: one.axis not in named)
    moving = [one for one in ranked if not one.flat or one.axis in named] or ranked[:1]
    sentences = list(_of_axes(moving))
    sentences += _nothing_else(sweep, [one for one in ranked if one not in moving])
    first = _best(headline, sweep, confidence, shown)
    finding.best = _best(headline, sweep, confidence, shown, named=True)[0] if first else ""
    if len(sweep.axes) > 1:
        first = [*_over_all(headline, sweep, confidence, shown), *first]
    sentences[1:1] = first
    if sentences:
        name = "" if len(shown) != 1 else capital(headline.phrase)
        finding.lead, finding.more = sentences[0], [_with_pronoun(sentence, name) for sentence in sentences[1:]]
        finding.at_base = _with_pronoun(at_base, name)
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


def _nothing_else(sweep: Sweep, flat: Sequence[AlongAxis]) -> list[str]:
    """The axes along which nothing changes for certain, in one sentence."""
    if not flat:
        return []
    return [f"No clear effect of {listed([sweep.axes[one.axis].noun for one in flat], last='or')}."]


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
        return f"{capital(headline.of(item))} is {figure.text}{where}."
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
    name = sweep.base_values
    return f" {rules} ({name})" if name else f" {rules}"


def _add_margin_of_error(finding: Finding, headline: Headline) -> None:
    """For a single cell: report an uncertainty that exceeds the margin."""
    widest = max((figure.half_width for figure in finding.base.values() if figure.known), default=math.nan)
    if headline.margin is None or not math.isfinite(widest) or widest <= headline.margin:
        return
    unit = next(iter(finding.base.values())).unit
    finding.more.append(f"Its uncertainty exceeds the margin of ±{amount(headline.margin, unit)}: play more games.")


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
    strict = headline.figures_at(pairwise_confidence(confidence, len(line)))
    item = _most_moved(strict, line)
    if item is None:
        nothing = (
            f"Along {sweep.axes[axis].noun}, {headline.phrase} is defined in at most one cell: nothing to compare."
        )
        return AlongAxis(axis, [nothing], 0.0, flat=True)
    base = Line(headline, sweep, axis, line, strict[item], shown[item], item)
    sentences = [base.sentence()]
    known = [strict[item][cell] for cell in line if strict[item][cell].defined]
    size, flat = abs(widest(known).value), not any_certain(known)
    if len(strict) > 1:
        sentences += _other_items(strict, line, item, base)
    elsewhere = sweep.other_lines(axis)
    if elsewhere and len(strict) == 1:
        strongest = interplay.strongest(headline, sweep, axis, confidence)
        if strongest is not None and strongest.certain:
            size, flat = max(size, abs(strongest.value)) if not flat else abs(strongest.value), False
        mixed = interplay.sentence(headline, sweep, axis, confidence)
        agreeing = _elsewhere(base, sweep, axis, confidence, shown)
        return AlongAxis(axis, sentences, size, flat, mixed, agreeing, base_flat=not any_certain(known))
    return AlongAxis(axis, sentences, size, flat)


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
        return [f"There is no clear change in {_of_items(base.headline, still)}."] if still else []
    mirror = len(items) - len(moved) == 1 and len(moved) == 1
    if mirror and _adds_up(items, line, chosen, moved[0]):
        return []
    change = "changes" if len(moved) == 1 or len(moved) > MAX_NAMED else "change"
    return [f"{capital(_of_items(base.headline, moved))} {change} as well, but by less."]


def _of_items(headline: Headline, items: Sequence[str]) -> str:
    """A metric of several items: `the advantage of seat 1 (starts) and the advantage of seat 3`, `that of 5 others`."""
    if len(items) > MAX_NAMED:
        return f"that of {named(items)}"
    return listed([headline.of(item) for item in items])


def _adds_up(items: Items, line: Sequence[int], one: str, other: str) -> bool:
    """Whether two items always add up to the same, so that one change is the other's mirror image."""
    sums = [items[one][cell].value + items[other][cell].value for cell in line]
    return all(math.isclose(total, sums[0], abs_tol=1e-3) for total in sums)


def _moves(figures: Sequence[Figure], line: Sequence[int]) -> bool:
    known = [figures[cell] for cell in line if figures[cell].defined]
    return len(known) > 1 and any_certain(known)


# Elsewhere, all over, best --------------------------------------------------------------------------------------------


def _elsewhere(base: Line, sweep: Sweep, axis: int, confidence: float, shown: Items) -> list[str]:
    """Whether the other lines along an axis have the pattern of the line through the base cell."""
    lines = sweep.other_lines(axis)
    differing: dict[str, list[int]] = {}
    for line in lines:
        strict = base.headline.figures_at(pairwise_confidence(confidence, len(line), len(lines)))[base.item]
        defined = [cell for cell in line if strict[cell].defined]
        way = PATTERNS["unknown"]
        if len(defined) > 1:
            way = Line(base.headline, sweep, axis, line, strict, shown[base.item], base.item).way(base)
        if way != base.way(base):
            differing.setdefault(way, []).append(line[0])
    noun = base.axis.noun
    if differing:
        return [_exception(way.format(noun), cells, len(lines), sweep, axis) for way, cells in differing.items()]
    where = "everywhere else in the sweep" if len(lines) > 1 else sweep.phrase(lines[0][0], without=axis)
    same = base.way(base).format(noun)
    return [f"{capital(where)}, too, {same}."] if base.trend in ("rises", "falls", "flat", "differs") else []


def _exception(exception: str, cells: Sequence[int], lines: int, sweep: Sweep, axis: int) -> str:
    if len(cells) <= MAX_NAMED:
        return f"{capital(sweep.phrases(cells, without=axis))}, {exception}."
    return f"Elsewhere in the sweep {exception} ({len(cells)} of {lines} lines)."


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
        return [f"No clear difference among all {len(defined)} cells."]
    known = [figures[cell] for cell in defined]
    as_low, as_high = (len(indistinguishable(known, defined.index(cell))) for cell in (low, high))
    lowest = f"{written[low].text} ({sweep.name(low)}{_as_many(as_low, 'low')})"
    highest = f"{written[high].text} ({sweep.name(high)}{_as_many(as_high, 'high')})"
    return [f"Over all {len(defined)} cells it ranges from {lowest} to {highest}."]


def _as_many(others: int, way: str) -> str:
    return f"; {others} other{'s' if others > 1 else ''} may be as {way}" if others else ""


def _best(headline: Headline, sweep: Sweep, confidence: float, shown: Items, *, named: bool = False) -> list[str]:
    """The best cell by the scenario's `better`, and those that may be as good; named: with the metric."""
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
        of_what = f"the best for {headline.phrase}" if named else "best"
        return [
            f"Too few games to call a cell {of_what} ({headline.better} is better): every difference may be chance."
        ]
    written = next(iter(shown.values()))[best].text
    of_what = f"Best {headline.ref.name.replace('_', ' ')}" if named else "Best"
    sentence = f"{of_what} ({headline.better} is better): {sweep.name(best)} with {written}"
    if not alike:
        return [f"{sentence}; every other cell is certainly worse."]
    if len(alike) > MAX_NAMED:
        return [f"{sentence}; {len(alike)} of the {len(defined) - 1} other cells may be as good."]
    return [f"{sentence}; {joined_names([sweep.name(cell) for cell in alike])} may be as good."]
