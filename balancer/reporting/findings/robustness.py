"""Whether figures are the same at tables of other competent players: by their difference, not by their verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from balancer.analysis.conclusions.curves import Curve
from balancer.analysis.conclusions.sameness import DIFFERS, SAME, UNKNOWN, Elsewhere, compare_all, counts_as_same
from balancer.analysis.figure import UNDEFINED, Figure
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.results import CellResult
from balancer.analysis.sheet import Sheet
from balancer.checks.cell_verdicts import figures_in, offer_in
from balancer.players.other_line_ups import COMPETENT, MAX_UNFINISHED, MIXTURE, line_up_label
from balancer.players.tournament import share_unfinished
from balancer.reporting import numbers
from balancer.reporting.figure_reader import HeadlineFigure
from balancer.reporting.numbers import CELL, SHARE, text
from balancer.reporting.reading import Reading
from balancer.scenario.question import Check
from balancer.wording import capital, listed, plural

USED = 0.02  # shares of the mixture from which a persona is named

MAX_NAMED = 3  # figures that differ at other tables, and habits of a persona, that are named
NOT_FOR = "persona"  # metrics of personas are about the line-up itself: they have no counterpart at other tables


def competence(record: Mapping[str, Any], name: str, cut: float, *, one_loses: bool) -> tuple[bool, str]:
    """Whether a table counts, and why; record: of the manifest, cut: share of its games that were cut off."""
    if cut > MAX_UNFINISHED:
        return False, f"{numbers.plain(cut, SHARE, 0)} of its games are cut off"
    if name == MIXTURE:
        shares = sorted(record["mixture"].items(), key=lambda item: -item[1])
        used = [f"{one} {numbers.plain(share, SHARE, 0)}" for one, share in shares if share >= USED]
        return True, f"where players settle: {listed(used)}"
    known = (record.get("competence") or {}).get(name)
    if known is None:
        return True, "named in the scenario"
    if record.get("unasked"):
        return True, "wins most by the base rules where all personas are mixed"
    verb = "safe in" if one_loses else "wins"
    gets = f"{verb} {numbers.plain(known['payoff'], SHARE, 0)} against the mixture"
    fair = equal_share(record, known)
    if known["competent"]:
        return True, f"{gets}; " + ("its own table holds itself" if known["own_table_holds"] else f"fair is {fair}")
    return False, f"{gets}, less than {numbers.plain(COMPETENT, SHARE, 0)} of a fair {fair}"


def equal_share(record: Mapping[str, Any], known: Mapping[str, Any]) -> str:
    """What equals get in the games behind a share, as text; records of earlier versions have one for all."""
    return numbers.fair(known.get("fair", record["fair"]))


@dataclass(frozen=True)
class OtherLineUp:
    """Another table: its players, whether they are competent anywhere, and why.

    cells: its results, as the run's in order; counts: the cells at which it is competent; played: those that it played,
    None for all (in others it stands for the table as set up).
    """

    name: str
    cells: Sequence[CellResult]
    competent: bool
    reason: str
    counts: frozenset[int] = frozenset()
    played: frozenset[int] | None = None

    @property
    def words(self) -> str:
        """Its players: `builder alone`, `the mixture`."""
        return line_up_label(self.name)

    def counts_along(self, first: int, last: int, base: int) -> bool:
        """Whether it counts for a change between two cells: it is competent at either, or by the base rules."""
        whole = self.played is None or {first, last} <= self.played
        return whole and not self.counts.isdisjoint({first, last, base})


def not_played(record: Mapping[str, Any], *, one_loses: bool) -> list[OtherLineUp]:
    """The tables of personas that are not competent; one that is competent is left out only as the table as set up."""
    known = record.get("competence") or {}
    left = [name for name, found in known.items() if not found["competent"] and name not in record["names"]]
    return [OtherLineUp(name, (), *competence(record, name, 0.0, one_loses=one_loses)) for name in left]


@dataclass(frozen=True)
class Conclusion:
    """A figure or a change as set up, and at other competent tables.

    kind: `value`, `change` along an axis, `check` (the figure of one) or `effect` of a variant; found: by table whether
    the figure there is the same, differs, or is not known well enough.
    """

    kind: str
    headline: int
    label: str
    unit: str
    as_set_up: Figure
    by_table: Mapping[str, Figure]
    found: Mapping[str, str]

    @property
    def about(self) -> str:
        """The figure, without the axis along which it changes."""
        return self.label.partition(", ")[0]

    @property
    def verdict(self) -> str:
        """Of all tables: it differs at one, is the same at all, or more games would have to tell."""
        return next((one for one in (DIFFERS, UNKNOWN) if one in self.found.values()), SAME)

    def at(self, verdict: str) -> tuple[str, ...]:
        """The tables with that verdict."""
        return tuple(table for table, one in self.found.items() if one == verdict)

    @property
    def differing(self) -> tuple[str, ...]:
        """The tables at which it differs."""
        return self.at(DIFFERS)

    @property
    def ends(self) -> tuple[Figure, Figure]:
        """The lowest and the highest over the competent tables."""
        ranked = sorted(self.by_table.values(), key=lambda figure: figure.value)
        return ranked[0], ranked[-1]

    @property
    def where(self) -> str:
        """Where it is what: `differs at rusher alone (98%); the same at 5 tables; not known yet at 1`."""
        parts = []
        if self.differing:
            names = [f"{name} ({text(self.by_table[name], self.unit, CELL)})" for name in self.differing]
            parts.append(f"{DIFFERS} at {listed(names)}")
        for verdict in (SAME, UNKNOWN):
            tables = self.at(verdict)
            if tables:
                parts.append(f"{verdict} at {tables[0] if len(tables) == 1 else plural(len(tables), 'table')}")
        return "; ".join(parts)

    @property
    def sentence(self) -> str:
        """One line: as set up, and where it differs."""
        return f"{capital(self.label)}: {text(self.as_set_up, self.unit, CELL)} as set up; {self.where}."

    def to_json(self) -> dict[str, Any]:
        """As `--json` gives it."""
        return {
            "kind": self.kind,
            "label": self.label,
            **self.as_set_up.to_json(),
            "lowest": self.ends[0].to_json()["value"],
            "highest": self.ends[1].to_json()["value"],
            "verdict": self.verdict,
            "differing": list(self.differing),
            "undecided": list(self.at(UNKNOWN)),
            "tables": {name: {**one.to_json(), "games": one.games} for name, one in self.by_table.items()},
        }


class Asked(NamedTuple):
    """A figure to be compared between tables."""

    kind: str
    headline: int
    label: str
    unit: str
    elsewhere: Elsewhere[OtherLineUp]


@dataclass(frozen=True)
class Robustness:
    """The conclusions of a run at other tables."""

    reading: Reading
    record: Mapping[str, Any]  # what the manifest says about the other tables
    others: Sequence[CellResult]
    tuned: OtherLineUp | None = None  # that of tuned players, where a search beat a table

    @cached_property
    def tables(self) -> list[OtherLineUp]:
        """Every other table; those of personas that are not competent were not played."""
        others, record, found = iter(self.others), self.record, []
        for name in record["names"]:
            at = record["at"][name] if "at" in record else range(len(self.reading.cells))
            played = {cell: next(others) for cell in at}
            found.append(self._table(name, played))
        left = [] if record.get("unasked") else not_played(record, one_loses=self.reading.cells[0].one_loses)
        return [*found, *left, *filter(None, [self.tuned])]

    def _table(self, name: str, played: Mapping[int, CellResult]) -> OtherLineUp:
        """A table that played some cells, stood for in the others by that as set up; it may count at ends only."""
        cells = [played.get(number, cell) for number, cell in enumerate(self.reading.cells)]
        base, one_loses = self.reading.sweep.base, self.reading.cells[0].one_loses
        own, reason = competence(self.record, name, share_unfinished(cells[base]), one_loses=one_loses)
        counts = {base} if own else set()
        for end in self.record.get("ends") or ():
            cell = end["cell"]
            there, why = competence(end, name, share_unfinished(cells[cell]), one_loses=one_loses)
            counts |= {cell} if there and name != MIXTURE else set()
            if there and not own:
                reason = f"{reason}; but {self.reading.sweep.phrase(cell)} {why}"
        return OtherLineUp(name, cells, bool(counts), reason, frozenset(counts), frozenset(played))

    @cached_property
    def competent(self) -> list[OtherLineUp]:
        """The tables that count, at the base rules or at an end of an axis."""
        return [table for table in self.tables if table.competent]

    @property
    def at_base(self) -> list[OtherLineUp]:
        """The tables that count by the base rules."""
        return [table for table in self.competent if self.reading.sweep.base in table.counts]

    def along(self, axis: int) -> list[OtherLineUp]:
        """The tables that count for changes along an axis."""
        line = self._line(axis)
        return [one for one in self.competent if line and one.counts_along(line[0], line[-1], self.reading.sweep.base)]

    def _line(self, axis: int) -> list[int]:
        """The cells along an axis, all other rules as in the base, without special numbers."""
        sweep = self.reading.sweep
        return [cell for cell in sweep.line(axis) if not sweep.axes[axis].apart(sweep.places[cell][axis])]

    # Conclusions ------------------------------------------------------------------------------------------------------
    @cached_property
    def conclusions(self) -> list[Conclusion]:
        """Of each headline figure its value under the base rules, and its change along each axis; then the checks.

        All comparisons hold together.
        """
        asked = [*self._values(), *self._changes(), *self._checks()]
        known = compare_all([one.elsewhere for one in asked], self.reading.reader.confidence)
        return [
            Conclusion(one.kind, one.headline, one.label, one.unit, found.own, found.others, found.verdicts)
            for one, found in zip(asked, known, strict=True)
            if found is not None
        ]

    def of_headline(self, number: int) -> list[Conclusion]:
        """The conclusions about a headline figure."""
        return [one for one in self.conclusions if one.headline == number]

    @property
    def _headline(self) -> Iterator[tuple[int, HeadlineFigure]]:
        """The headline figures that other tables have: those of personas are about the line-up itself."""
        return ((k, one) for k, one in enumerate(self.reading.headline) if one.offer.metric.of != NOT_FOR)

    def _cell(self, table: OtherLineUp | None, number: int) -> CellResult:
        return (table.cells if table else self.reading.cells)[number]

    def _values(self) -> Iterator[Asked]:
        reader, base = self.reading.reader, self.reading.sweep.base
        for number, one in self._headline:
            for item, (own,) in one.read(reader, [self.reading.cells[base]], reader.confidence).items():
                label = f"{one.label.removesuffix(' by seat')} of {item}" if item else one.label
                read = partial(self._value, one, item, base)
                same = partial(self._same, one.ref, one.unit, own)
                yield Asked("value", number, label, one.unit, _elsewhere(read, same, self.at_base))

    def _value(self, one: HeadlineFigure, item: str, cell: int, table: OtherLineUp | None, confidence: float) -> Figure:
        read = one.read(self.reading.reader, [self._cell(table, cell)], confidence)
        return read[item][0] if item in read else UNDEFINED

    def _same(self, ref: FigureRef, unit: str, figure: Figure) -> float:
        return counts_as_same(self.reading.spec, ref, figure, unit)

    def _changes(self) -> Iterator[Asked]:
        sweep, reader = self.reading.sweep, self.reading.reader
        for number, one in self._headline:
            for place, axis in enumerate(sweep.axes):
                line = self._line(place)
                if one.per_item or len(line) < 2 or not (axis.numeric or len(line) == 2):
                    continue
                values = axis.span(sweep.places[line[0]][place], sweep.places[line[-1]][place])
                read = partial(self._change, one, line[0], line[-1])
                own = self._value(one, "", sweep.base, None, reader.confidence)
                label = f"{one.label}, {values}"
                same, unit = partial(self._same, one.ref, one.unit, own), numbers.as_difference(one.unit)
                yield Asked("change", number, label, unit, _elsewhere(read, same, self.along(place)))

    def _change(
        self, one: HeadlineFigure, first: int, last: int, table: OtherLineUp | None, confidence: float
    ) -> Figure:
        ends = [self._value(one, "", cell, table, confidence) for cell in (first, last)]
        return Curve(ends).change_at_table(0, 1) if all(end.known for end in ends) else UNDEFINED

    def _checks(self) -> Iterator[Asked]:
        """The figures of the checks, where they are not in the headline."""
        cell, known = self.reading.base, {one.ref for one in self.reading.headline}
        for check in self.reading.question.checks:
            for ref in [] if check.left_out or self.of_personas(check) else figures_in(cell, check):
                if ref not in known:
                    known.add(ref)
                    read = partial(self._figure, ref)
                    own, unit = read(None, self.reading.reader.confidence), self._unit(ref)
                    label = f"check {check.name or ref.name}" + (f" ({ref.name})" if check.name and check.each else "")
                    same = partial(self._same, ref, unit, own)
                    yield Asked("check", -1, label, unit, _elsewhere(read, same, self.at_base))

    def _figure(self, ref: FigureRef, table: OtherLineUp | None, confidence: float) -> Figure:
        cell = self._cell(table, self.reading.sweep.base)
        return self.reading.reader.figure(cell, ref.metric, ref.of or None, ref.stat or None, confidence=confidence)

    def _unit(self, ref: FigureRef) -> str:
        cell = self._cell(None, self.reading.sweep.base)
        found = self.reading.reader.estimate(cell, ref.metric, ref.of or None, ref.stat or None)
        return numbers.unit_of(found.unit)

    def of_personas(self, check: Check) -> bool:
        """Whether a check is about a persona of the line-up, who gets an equal share at a table of its own."""
        offer = offer_in(self.reading.base, check.figure.metric)
        return offer is not None and offer.metric.of == NOT_FOR

    # Words ------------------------------------------------------------------------------------------------------------
    def counterpart(self, persona: str) -> str:
        """What the best persona gets with the habits of another, in a clause; '' where that was not asked for.

        `One planner with the habits of late (patience 1000) among 3 without wins 20.9% ± 2.6 pp, where 25% is fair`.
        """
        known = (self.record.get("counterparts") or {}).get(persona)
        if known is None:
            return ""
        cell = self.reading.base
        named = [f"{name} {value}" for name, value in known["habits"].items()]
        habits = ", ".join(named) if len(named) <= MAX_NAMED else plural(len(named), "habit")
        share = text(Figure.read(known), SHARE)
        does = "is safe in" if cell.one_loses else "wins"
        fair = equal_share(self.record, known)
        who = f"one {known['persona']} with the habits of {persona} ({habits}) among {cell.players - 1} without"
        return f"{who} {does} {share} of the games, where {fair} is fair"

    @property
    def counterparts(self) -> list[str]:
        """The same of each persona that the headline names, a sentence each."""
        named = dict.fromkeys(one.ref.of for one in self.reading.headline if one.offer.metric.of == NOT_FOR)
        return [f"{capital(clause)}." for name in named if (clause := self.counterpart(name))]

    def with_verdict(self, verdict: str) -> list[Conclusion]:
        """The conclusions with a verdict."""
        return [one for one in self.conclusions if one.verdict == verdict]

    @property
    def brief(self) -> list[str]:
        """The figures that differ, a sentence each; then those that are the same, and how many are not known yet."""
        same, unknown = [one.label for one in self.with_verdict(SAME)], len(self.with_verdict(UNKNOWN))
        ends = [f"{capital(SAME)}: {'; '.join(same)}."] if same else []
        ends += [f"{capital(UNKNOWN)}: {plural(unknown, 'figure')}; more games would tell."] if unknown else []
        return [*self.counterparts, *(one.sentence for one in self.with_verdict(DIFFERS)), *ends]

    @property
    def difference(self) -> str:
        """What differs, in a sentence; '' where nothing does for certain."""
        about = Counter(one.about for one in self.with_verdict(DIFFERS))
        if not about:
            return ""
        named = [f"{what} ({count})" if count > 1 else what for what, count in about.most_common(MAX_NAMED)]
        named += ["others"] if len(about) > MAX_NAMED else []
        verb = "differs" if about.total() == 1 else "differ"
        return f"{about.total()} of {len(self.conclusions)} figures {verb} among other players: {', '.join(named)}."

    @property
    def summary(self) -> str:
        """How many figures differ, and which tables count, in a sentence or two."""
        weak = [table.name for table in self.tables if not table.competent]
        left = f"; not counted: {listed(weak)}" if weak else ""
        number = len(self.competent)
        tables = f"{plural(number, 'other table')} count{'s' if number == 1 else ''}{left}"
        if not self.conclusions:
            return f"No figure can be compared with that of other players: {tables}."
        none = f"None of {plural(len(self.conclusions), 'figure')} differs for certain among other players."
        return f"{self.difference or none} ({capital(tables)}.)"

    def to_json(self) -> dict[str, Any]:
        """As `--json` gives it."""
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
            "conclusions": [one.to_json() for one in self.conclusions],
        }

    def rows(self) -> list[dict[str, Any]]:
        """The table robustness.csv: one row per conclusion and table."""
        return [
            {
                "conclusion": one.label,
                "kind": one.kind,
                "table": table or "as set up",
                "value": figure.value,
                "low": figure.low,
                "high": figure.high,
                "games": figure.games,
                "verdict": one.found.get(table, one.verdict),
            }
            for one in self.conclusions
            for table, figure in {"": one.as_set_up, **one.by_table}.items()
        ]


def _elsewhere(
    read: Callable[[OtherLineUp | None, float], Figure], margin: Callable[[], float], tables: Sequence[OtherLineUp]
) -> Elsewhere[OtherLineUp]:
    return Elsewhere(read, margin, {table.words: table for table in tables})


ROBUSTNESS = Sheet.of_rows(
    "robustness",
    "each conclusion as set up and at tables of other players",
    {
        "conclusion": "a figure under the base rules, its change along an axis, or a check",
        "kind": "value, change or check",
        "table": "who plays: as set up, a persona alone, or the mixture on which players settle; competent tables only",
        "value": "the figure at that table",
        "low": "lower end of its interval (dice, not people)",
        "high": "upper end of its interval",
        "games": "games behind the figure",
        "verdict": "whether the figure there is the same as set up, within the margin, differs or is not known yet",
    },
)
