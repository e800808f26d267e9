"""Figures with other competent line-ups: the same or different, by their difference, not by two verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NamedTuple

from balancer.analysis.conclusions.curves import Curve, pairwise_confidence
from balancer.analysis.conclusions.sameness import (
    DIFFERS,
    SAME,
    UNKNOWN,
    AmongBest,
    Elsewhere,
    compare_all,
    counts_as_same,
)
from balancer.analysis.figure import UNDEFINED, Figure
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.results import CellResult
from balancer.analysis.sheet import Sheet
from balancer.checks.cell_verdicts import figures_in, offer_in
from balancer.plain.loading.reading import STYLE
from balancer.players.other_line_ups import ALONE, COMPETENT, MAX_UNFINISHED, MIXTURE, TUNED, level, line_up_label
from balancer.players.tournament import share_unfinished
from balancer.reporting import numbers
from balancer.reporting.figure_reader import HeadlineFigure
from balancer.reporting.findings.axis_line import BOTH, AxisStep
from balancer.reporting.numbers import CELL, SHARE, text
from balancer.reporting.reading import Reading
from balancer.scenario.question import Check
from balancer.wording import capital, listed, plural

UNDECIDED = "undecided"  # `UNKNOWN` as shown

USED = 0.02  # shares of the mixture from which a persona is named

MIN_GAMES = 30  # with another line-up, behind a figure that is shown
MAX_NAMED = 3  # figures that differ with other line-ups, and habits of a persona, that are named
NOT_FOR = "persona"  # metrics of personas belong to a line-up: other line-ups do not have them


def competence(record: Mapping[str, Any], name: str, cut: float, *, one_loses: bool) -> tuple[bool, str]:
    """Return whether a line-up is competent, and why; record: from the manifest, cut: its share of unfinished games."""
    if cut > MAX_UNFINISHED:
        return False, f"{numbers.plain(cut, SHARE, 0)} of its games are cut off"
    if name == MIXTURE:
        shares = sorted(record["mixture"].items(), key=lambda item: -item[1])
        used = [f"{persona} {numbers.plain(share, SHARE, 0)}" for persona, share in shares if share >= USED]
        return True, f"the mixture that players who adapt to each other reach: {listed(used)}"
    judged = (record.get("competence") or {}).get(name)
    if judged is None:
        return True, "named in the scenario"
    if record.get("unasked"):
        return True, "wins most under the base rules where all personas are mixed"
    verb = "scores" if unit_of(record) != SHARE else "safe in" if one_loses else "wins"
    gets = f"{verb} {_payoff_words(record, judged['payoff'])} against the mixture"
    if judged["competent"]:
        stable, equal = "nobody gains by deviating when all seats play it", equal_words(record, judged)
        return True, f"{gets}; {stable if judged['own_table_holds'] else equal}"
    if record["fair"] is None:
        return False, f"{gets}; {equal_words(record, judged)}"
    least = numbers.fair(COMPETENT * float(judged.get("fair", record["fair"])))
    part = numbers.plain(COMPETENT, SHARE, 0)
    return False, f"{gets}; competent means at least {least} ({part} of an equal share)"


def unit_of(record: Mapping[str, Any]) -> str:
    """Return the unit of the payoffs of a record; early records have shares."""
    return str(record.get("unit", SHARE))


def _payoff_words(record: Mapping[str, Any], payoff: float) -> str:
    unit = unit_of(record)
    return numbers.plain(payoff, SHARE, 0) if unit == SHARE else f"{numbers.fixed(payoff, 2)} {unit}"


def equal_words(record: Mapping[str, Any], judged: Mapping[str, Any]) -> str:
    """Return `an equal share is 25%`, of the games behind a payoff, or what equals get where they have no share."""
    if record["fair"] is None:
        return f"an equal player gets {_payoff_words(record, judged['fair'])}"
    return f"an equal share is {numbers.fair(judged['fair'] if 'fair' in judged else record['fair'])}"


@dataclass(frozen=True)
class OtherLineUp:
    """Another line-up: its players, whether they are competent anywhere, and why."""

    name: str
    cells: Sequence[CellResult]  # its results, in the order of the run's
    competent: bool
    reason: str
    counts: frozenset[int] = frozenset()  # the cells where it is competent
    played: frozenset[int] | None = (
        None  # the cells it played, None: all; elsewhere the scenario's line-up stands for it
    )

    @property
    def words(self) -> str:
        """The name of its players in files: `builder alone`, `the mixture`."""
        return line_up_label(self.name)

    @property
    def shown(self) -> str:
        """The name of its players where people read it: `all seats builder`, `the mixture`."""
        return f"all seats {self.name}" if self.words.endswith(ALONE) else self.words

    def counts_along(self, first: int, last: int, base: int) -> bool:
        """Return whether it counts for a change between two cells: competent at either, or under the base rules."""
        whole = self.played is None or {first, last} <= self.played
        return whole and not self.counts.isdisjoint({first, last, base})


def not_played(record: Mapping[str, Any], *, one_loses: bool) -> list[OtherLineUp]:
    """Return the line-ups of personas that are not competent and were not played."""
    judged = record.get("competence") or {}
    left = [name for name, verdict in judged.items() if not verdict["competent"] and name not in record["names"]]
    return [OtherLineUp(name, (), *competence(record, name, 0.0, one_loses=one_loses)) for name in left]


@dataclass(frozen=True)
class Conclusion:
    """A figure or a change with the scenario's line-up and with other competent ones."""

    kind: str  # `value`, `change` along an axis, `check` (its figure) or `effect` of a variant
    headline: int  # the number of its headline figure, -1: none
    label: str
    unit: str
    as_set_up: Figure  # with the scenario's line-up
    by_table: Mapping[str, Figure]  # by other line-up
    found: Mapping[str, str]  # verdict by other line-up

    @property
    def words(self) -> str:
        """Its name as an entry of a list: `endings (bare)`, `change of rounds (dice 1 to 5)`, `check 'gives'`."""
        if self.kind == "check":
            return f"check '{self.label.removeprefix('check ')}'"
        is_change = self.kind == "change"
        whole, _, values = self.label.partition(", ") if is_change else (self.label, "", "")
        figure, _, item = whole.partition(": ")
        details = ", ".join(filter(None, (item, values)))
        return f"{'change of ' if is_change else ''}{figure}{f' ({details})' if details else ''}"

    @property
    def verdict(self) -> str:
        """The verdict over all line-ups: it differs with one, is the same with all, or is undecided."""
        return next((verdict for verdict in (DIFFERS, UNKNOWN) if verdict in self.found.values()), SAME)

    def at(self, verdict: str) -> tuple[str, ...]:
        """Return the line-ups with a verdict."""
        return tuple(table for table, own in self.found.items() if own == verdict)

    @property
    def differing(self) -> tuple[str, ...]:
        """The line-ups with which it differs."""
        return self.at(DIFFERS)

    @property
    def ends(self) -> tuple[Figure, Figure]:
        """The lowest and the highest figure over the competent line-ups."""
        ranked = sorted(self.by_table.values(), key=lambda figure: figure.value)
        return ranked[0], ranked[-1]

    @property
    def where(self) -> str:
        """The verdicts by line-up: `differs when all seats play rusher (98%); the same for 5 line-ups`."""
        figures = {name: f" ({text(self.by_table[name], self.unit, CELL)})" for name in self.differing}
        parts = [f"{DIFFERS} {among(figures)}"] if figures else []
        for verdict, words in ((SAME, SAME), (UNKNOWN, UNDECIDED)):
            names = self.at(verdict)
            if names:
                parts.append(
                    f"{words} {among(dict.fromkeys(names, ''))}"
                    if len(names) == 1
                    else f"{words} with {len(names)} line-ups"
                )
        return "; ".join(parts)

    @property
    def sentence(self) -> str:
        """The figure with the scenario's line-up, and where it differs."""
        return (
            f"{capital(self.label)}: {text(self.as_set_up, self.unit, CELL)} with the scenario's line-up; {self.where}."
        )

    def to_json(self) -> dict[str, Any]:
        """Return the content for `--json`."""
        return {
            "kind": self.kind,
            "label": self.label,
            **self.as_set_up.to_json(),
            "lowest": self.ends[0].to_json()["value"],
            "highest": self.ends[1].to_json()["value"],
            "verdict": self.verdict,
            "differing": list(self.differing),
            "undecided": list(self.at(UNKNOWN)),
            "tables": {name: {**figure.to_json(), "games": figure.games} for name, figure in self.by_table.items()},
        }


def among(line_ups: Mapping[str, str]) -> str:
    """Name line-ups in a sentence: `when all seats play balanced (3.2) or rusher (4), and among the mixture (5)`.

    line_ups: text that follows the name of each.
    """
    seats = [f"{name.removesuffix(ALONE)}{after}" for name, after in line_ups.items() if name.endswith(ALONE)]
    groups = [f"{name}{after}" for name, after in line_ups.items() if not name.endswith(ALONE)]
    clauses = [f"when all seats play {listed(seats, last='or')}"] if seats else []
    clauses += [f"among {listed(groups)}"] if groups else []
    return ", and ".join(clauses)


class LineUpQuestion(NamedTuple):
    """A figure to be compared between line-ups."""

    kind: str
    headline: int
    label: str
    unit: str
    elsewhere: Elsewhere[OtherLineUp]


@dataclass(frozen=True)
class Robustness:
    """The conclusions of a run with other line-ups."""

    reading: Reading
    record: Mapping[str, Any]  # what the manifest says about the other tables
    others: Sequence[CellResult]
    tuned: OtherLineUp | None = None  # that of tuned players, where a search beat a table

    @cached_property
    def tables(self) -> list[OtherLineUp]:
        """All other line-ups; those of personas that are not competent were not played."""
        others, record, line_ups = iter(self.others), self.record, []
        for name in record["names"]:
            at = record["at"][name] if "at" in record else range(len(self.reading.cells))
            played = {cell: next(others) for cell in at}
            line_ups.append(self._table(name, played))
        left = [] if record.get("unasked") else not_played(record, one_loses=self.reading.cells[0].one_loses)
        return [*line_ups, *left, *filter(None, [self.tuned])]

    def _table(self, name: str, played: Mapping[int, CellResult]) -> OtherLineUp:
        """Return a line-up that played some cells; in the others the scenario's line-up stands for it."""
        cells = [played.get(number, cell) for number, cell in enumerate(self.reading.cells)]
        base, one_loses = self.reading.sweep.base, self.reading.cells[0].one_loses
        own, reason = competence(self.record, name, share_unfinished(cells[base]), one_loses=one_loses)
        counts = {base} if own else set()
        for end in self.record.get("ends") or ():
            cell = end["cell"]
            competent, why = competence(end, name, share_unfinished(cells[cell]), one_loses=one_loses)
            counts |= {cell} if competent and name != MIXTURE else set()
            if competent and not own:
                reason = f"{reason}; but {self.reading.sweep.phrase(cell)} {why}"
        return OtherLineUp(name, cells, bool(counts), reason, frozenset(counts), frozenset(played))

    @cached_property
    def competent(self) -> list[OtherLineUp]:
        """The line-ups that count, under the base rules or at an end of an axis."""
        return [table for table in self.tables if table.competent]

    @property
    def at_base(self) -> list[OtherLineUp]:
        """The line-ups that count under the base rules."""
        return [table for table in self.competent if self.reading.sweep.base in table.counts]

    def along(self, axis: int) -> list[OtherLineUp]:
        """Return the line-ups that count for changes along an axis."""
        line = self._line(axis)
        return [
            line_up
            for line_up in self.competent
            if line and line_up.counts_along(line[0], line[-1], self.reading.sweep.base)
        ]

    def _line(self, axis: int) -> list[int]:
        # the cells along an axis, with all other rules as in the base, without special numbers
        sweep = self.reading.sweep
        return [cell for cell in sweep.line(axis) if not sweep.axes[axis].apart(sweep.places[cell][axis])]

    @cached_property
    def best(self) -> list[OtherLineUp]:
        """The line-ups of the best players under the base rules: level at the top, or those that the scenario names."""
        top = self.level
        line_ups = [line_up for line_up in self.at_base if line_up.name not in {MIXTURE, TUNED}]
        if not top:
            return line_ups
        ranked = [line_up for line_up in line_ups if line_up.name in top]
        return sorted(ranked, key=lambda line_up: top.index(line_up.name))

    @property
    def level(self) -> list[str]:
        """The personas level at the top, that of the scenario's line-up among them; [] where they were not judged."""
        return level(self.record)

    def among_best(self, number: int, step: AxisStep | None) -> AmongBest | None:
        """Compare a headline figure at the base, or its change by a step, with the best players; None: not played."""
        figure, base = self.reading.headline[number], self.reading.sweep.base
        cells = (base, base) if step is None else (step.first, step.last)
        line_ups = [best for best in self.best if best.played is None or set(cells) <= best.played]
        if figure.offer.metric.of == NOT_FOR or not line_ups:
            return None
        item = step.item if step else ""
        own = self._value(figure, item, base, None, self.reading.reader.confidence)

        def read(line_up: OtherLineUp | None, confidence: float) -> Figure:
            if step is None:
                return self._value(figure, item, base, line_up, confidence)
            return self._change(number, step, line_up, confidence)

        same = _elsewhere(read, partial(self._same, figure.ref, figure.unit, own), line_ups)
        (compared,) = compare_all([same], self.reading.reader.confidence)
        return AmongBest.of(compared) if compared else None

    # Conclusions ------------------------------------------------------------------------------------------------------
    @cached_property
    def conclusions(self) -> list[Conclusion]:
        """The value of each headline figure under the base rules, its change along each axis, then the checks.

        All comparisons are simultaneous.
        """
        questions = [*self._values(), *self._changes(), *self._checks()]
        sameness = compare_all([question.elsewhere for question in questions], self.reading.reader.confidence)
        return [
            Conclusion(
                question.kind, question.headline, question.label, question.unit, same.own, same.others, same.verdicts
            )
            for question, same in zip(questions, sameness, strict=True)
            if same is not None
        ]

    def of_headline(self, number: int) -> list[Conclusion]:
        """Return the conclusions about a headline figure."""
        return [conclusion for conclusion in self.conclusions if conclusion.headline == number]

    @property
    def _headline(self) -> Iterator[tuple[int, HeadlineFigure]]:
        # headline figures that other line-ups have; those of personas belong to the scenario's line-up
        return ((k, figure) for k, figure in enumerate(self.reading.headline) if figure.offer.metric.of != NOT_FOR)

    def _cell(self, table: OtherLineUp | None, number: int) -> CellResult:
        return (table.cells if table else self.reading.cells)[number]

    def _values(self) -> Iterator[LineUpQuestion]:
        reader, base = self.reading.reader, self.reading.sweep.base
        for number, figure in self._headline:
            for item, (own,) in figure.read(reader, [self.reading.cells[base]], reader.confidence).items():
                label = f"{figure.label.removesuffix(' by seat')} of {item}" if item else figure.label
                read = partial(self._value, figure, item, base)
                same = partial(self._same, figure.ref, figure.unit, own)
                yield LineUpQuestion("value", number, label, figure.unit, _elsewhere(read, same, self.at_base))

    def _value(
        self, figure: HeadlineFigure, item: str, cell: int, table: OtherLineUp | None, confidence: float
    ) -> Figure:
        read = figure.read(self.reading.reader, [self._cell(table, cell)], confidence)
        if item not in read or (table is not None and read[item][0].games < MIN_GAMES):
            return UNDEFINED
        return read[item][0]

    def _same(self, ref: FigureRef, unit: str, figure: Figure) -> float:
        return counts_as_same(self.reading.spec, ref, figure, unit)

    def _changes(self) -> Iterator[LineUpQuestion]:
        sweep, reader = self.reading.sweep, self.reading.reader
        for number, figure in self._headline:
            for place, axis in enumerate(sweep.axes):
                step = None if figure.per_item else self._step(number, place)
                if step is None:
                    continue
                line_ups = [other for other in self.competent if other.counts_along(step.first, step.last, sweep.base)]
                values = axis.span(sweep.places[step.first][place], sweep.places[step.last][place])
                read = partial(self._change, number, step)
                own = self._value(figure, "", sweep.base, None, reader.confidence)
                label = f"{figure.label}, {values}"
                same, unit = partial(self._same, figure.ref, figure.unit, own), numbers.as_difference(figure.unit)
                yield LineUpQuestion("change", number, label, unit, _elsewhere(read, same, line_ups))

    def _step(self, number: int, place: int) -> AxisStep | None:
        """Return the ends of an axis, or with words the extremes of the figure; None where nothing can be compared."""
        line, axis = self._line(place), self.reading.sweep.axes[place]
        if axis.numeric or len(line) <= BOTH:
            return AxisStep(place, "", line[0], line[-1]) if len(line) > 1 else None
        curve = self.reading.headlines[number].curves_at(self.reading.reader.confidence)[""]
        cells = [cell for cell in line if curve.known(cell)]
        ends = sorted((curve.lowest(cells), curve.highest(cells)), key=line.index) if cells else []
        return AxisStep(place, "", ends[0], ends[1]) if len({*ends}) == BOTH else None

    def _change(self, number: int, step: AxisStep, table: OtherLineUp | None, confidence: float) -> Figure:
        """Return a change as the sentences of the headline have it, or with another line-up, which has no pairs."""
        if table is None:
            joint = pairwise_confidence(confidence, len(self.reading.sweep.line(step.axis)))
            curve = self.reading.headlines[number].curves_at(joint)[step.item]
            if not (curve.known(step.first) and curve.known(step.last)):
                return UNDEFINED
            games = min(curve.figures[step.first].games, curve.figures[step.last].games)
            return replace(curve.change(step.first, step.last), games=games)
        figure = self.reading.headline[number]
        ends = [self._value(figure, step.item, cell, table, confidence) for cell in (step.first, step.last)]
        return Curve(ends).change_at_table(0, 1) if all(end.known for end in ends) else UNDEFINED

    def _checks(self) -> Iterator[LineUpQuestion]:
        """Yield the figures of checks that are not in the headline."""
        cell, compared = self.reading.base, {figure.ref for figure in self.reading.headline}
        for check in self.reading.question.checks:
            for ref in [] if check.left_out or self.of_personas(check) else figures_in(cell, check):
                if ref not in compared:
                    compared.add(ref)
                    read = partial(self._figure, ref)
                    own = read(None, self.reading.reader.confidence)
                    estimate = self.reading.reader.estimate(cell, ref.metric, ref.of or None, ref.stat or None)
                    unit = numbers.unit_of(estimate.unit)
                    label = f"check {check.name or ref.name}" + (f" ({ref.name})" if check.name and check.each else "")
                    same = partial(self._same, ref, unit, own)
                    yield LineUpQuestion("check", -1, label, unit, _elsewhere(read, same, self.at_base))

    def _figure(self, ref: FigureRef, table: OtherLineUp | None, confidence: float) -> Figure:
        cell = self._cell(table, self.reading.sweep.base)
        return self.reading.reader.figure(cell, ref.metric, ref.of or None, ref.stat or None, confidence=confidence)

    def of_personas(self, check: Check) -> bool:
        """Return whether a check is about a persona, which gets an equal share when all seats play it."""
        offer = offer_in(self.reading.base, check.figure.metric)
        return offer is not None and offer.metric.of == NOT_FOR

    # Words ------------------------------------------------------------------------------------------------------------
    def counterpart(self, persona: str) -> str:
        """Say how a persona's habits fare among the best players, in a clause; '' where that was not played."""
        payoff = (self.record.get("counterparts") or {}).get(persona)
        if payoff is None:
            return ""
        cell = self.reading.base
        named = [f"{name} {value}" for name, value in payoff["habits"].items() if name != STYLE]
        habits = f" ({', '.join(named)})" if 0 < len(named) <= MAX_NAMED else ""
        unit = unit_of(self.record)
        share = f"{text(Figure.read(payoff), unit)}{' of the games' if unit == SHARE else ''}"
        does = "scores" if unit != SHARE else "avoids losing in" if cell.one_loses else "wins"
        best, others, equal = payoff["persona"], cell.players - 1, equal_words(self.record, payoff)
        whom = f"among {others} {best} players" if others > 1 else f"against one {best} player"
        # With the style of a class of its own and all of its habits, a player is that persona.
        player = f"one {persona}" if STYLE in payoff["habits"] else f"one {best} with the habits of {persona}"
        player += habits
        return f"{whom}, {player} {does} {share}; {equal}"

    def rate_among_best(self, persona: str) -> str:
        """Say what a persona gets among the best players: `among 3 planner players 25% ± 4 pp`; '' if not played."""
        payoff = (self.record.get("counterparts") or {}).get(persona)
        if payoff is None:
            return ""
        best, others = payoff["persona"], self.reading.base.players - 1
        whom = f"among {others} {best} players" if others > 1 else f"against one {best} player"
        return f"with the same habits {whom} it is {text(Figure.read(payoff), unit_of(self.record))}"

    @property
    def counterparts(self) -> list[str]:
        """The same for each persona that the headline names, a sentence each."""
        named = dict.fromkeys(figure.ref.of for figure in self.reading.headline if figure.offer.metric.of == NOT_FOR)
        return [f"{capital(clause)}." for name in named if (clause := self.counterpart(name))]

    def with_verdict(self, verdict: str) -> list[Conclusion]:
        """Return the conclusions with a verdict: by the order of the headline, changes first; checks last."""
        chosen = [conclusion for conclusion in self.conclusions if conclusion.verdict == verdict]
        return sorted(chosen, key=lambda about: (about.headline < 0, about.headline, about.kind != "change"))

    @property
    def brief(self) -> list[str]:
        """Figures that differ, a sentence each; then those that are the same."""
        same = [conclusion.words for conclusion in self.with_verdict(SAME)]
        ends = [f"{capital(SAME)} among other players: {listed(same)}."] if same else []
        return [*self.counterparts, *(conclusion.sentence for conclusion in self.with_verdict(DIFFERS)), *ends]

    @property
    def difference(self) -> str:
        """A sentence on the figures that differ; '' where none certainly does."""
        differing = [conclusion.words for conclusion in self.with_verdict(DIFFERS)]
        if not differing:
            return ""
        more = [f"{len(differing) - MAX_NAMED} more"] if len(differing) > MAX_NAMED else []
        verb = "differs" if len(differing) == 1 else "differ"
        changes = " and changes" if any(conclusion.kind == "change" for conclusion in self.conclusions) else ""
        named = listed([*differing[:MAX_NAMED], *more])
        return f"{len(differing)} of {len(self.conclusions)} figures{changes} {verb} among other players: {named}."

    @property
    def summary(self) -> str:
        """The number of figures that differ, and the line-ups that count."""
        weak = [table.name for table in self.tables if not table.competent]
        left = f"; {listed(weak)} {'is' if len(weak) == 1 else 'are'} too weak to count" if weak else ""
        line_ups = f"compared with {plural(len(self.competent), 'other line-up')}{left}"
        if not self.conclusions:
            return f"No figure can be compared with that of other players ({line_ups})."
        undecided, same = (len(self.with_verdict(verdict)) for verdict in (UNKNOWN, SAME))
        none = "Among other players no figure certainly differs"
        of_all = "" if self.difference else f" of {len(self.conclusions)}"
        rest = [f"{undecided}{of_all} {'is' if undecided == 1 else 'are'} undecided"]
        rest += [] if same else ["none is shown to be the same"]
        still = f"; {', '.join(rest)}" if undecided else ""
        return f"{self.difference.removesuffix('.') or none}{still}. ({capital(line_ups)}.)"

    def to_json(self) -> dict[str, Any]:
        """Return the content for `--json`."""
        return {
            "games": self.record["games"],
            "tables": [
                {
                    "name": table.name,
                    "competent": table.competent,
                    "reason": table.reason,
                    "cells": sorted(table.counts),
                }
                for table in self.tables
            ],
            "mixture": None if self.record.get("unasked") else self.record.get("mixture"),
            "counterparts": self.record.get("counterparts") or {},
            "conclusions": [conclusion.to_json() for conclusion in self.conclusions],
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return the table robustness.csv: a row for each conclusion and line-up."""
        return [
            {
                "conclusion": conclusion.label,
                "kind": conclusion.kind,
                "table": table or "as set up",
                "value": figure.value,
                "low": figure.low,
                "high": figure.high,
                "games": figure.games,
                "verdict": conclusion.found.get(table, conclusion.verdict),
            }
            for conclusion in self.conclusions
            for table, figure in {"": conclusion.as_set_up, **conclusion.by_table}.items()
        ]


def _elsewhere(
    read: Callable[[OtherLineUp | None, float], Figure], margin: Callable[[], float], tables: Sequence[OtherLineUp]
) -> Elsewhere[OtherLineUp]:
    return Elsewhere(read, margin, {table.words: table for table in tables})


ROBUSTNESS = Sheet.of_rows(
    "robustness",
    "each conclusion with the scenario's line-up and with others",
    {
        "conclusion": "a figure under the base rules, its change along an axis, or a check",
        "kind": "value, change or check",
        "table": "who plays: `as set up` (the scenario's line-up), one persona in all seats, or the mixture that "
        "adapting players reach; competent line-ups only",
        "value": "the figure with that line-up",
        "low": "lower end of its interval (dice, not people)",
        "high": "upper end of its interval",
        "games": "games behind the figure",
        "verdict": "whether it is the same as with the scenario's line-up, within the margin, differs or is undecided",
    },
)
