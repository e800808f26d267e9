"""Whether conclusions hold at tables of other competent players: robust, or depending on the players.

An interval (±) is about dice and shrinks with games; a range over tables is about people and does not.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from balancer.analysis.sheet import Sheet
from balancer.analysis.verdicts import FAIL, PASS, UNDECIDED
from balancer.checks.cell_verdicts import judge_cells, offer_in
from balancer.players.other_tables import COMPETENT, MAX_UNFINISHED, MIXTURE, TUNED, table_words, unfinished
from balancer.reporting import numbers
from balancer.reporting.figure_reader import HeadlineFigure, as_figure
from balancer.reporting.findings.trends import Curve
from balancer.reporting.numbers import DIFFERENCE, SHARE, Figure
from balancer.scenario.question import Check
from balancer.wording import capital, listed, plural

if TYPE_CHECKING:
    from balancer.analysis.figure_ref import ReportSpec
    from balancer.analysis.results import CellResult
    from balancer.reporting.reports.run_report import Report

ROBUST, DEPENDS = "robust", "depends on the players"

SAME_SHARES, SAME_PART = 0.02, 0.1
"""What counts as the same without a margin: 2 pp of shares, a tenth of anything else."""

MAX_NAMED = 3
"""Figures and checks of which conclusions depend on the players, named in the summary."""

NOT_FOR = "persona"
"""Metrics of personas are about the line-up itself: they have no counterpart at other tables."""


def competence(record: Mapping[str, Any], name: str, cut: float, *, one_loses: bool) -> tuple[bool, str]:
    """Whether a table counts, and why; record: of the manifest, cut: share of its games that were cut off."""
    if cut > MAX_UNFINISHED:
        return False, f"{numbers.plain(cut, SHARE, 0)} of its games are cut off"
    if name == MIXTURE:
        shares = sorted(record["mixture"].items(), key=lambda item: -item[1])
        used = [f"{one} {numbers.plain(share, SHARE, 0)}" for one, share in shares if share >= SAME_SHARES]
        return True, f"where players settle: {listed(used)}"
    known = (record.get("competence") or {}).get(name)
    if known is None:
        return True, "named in the scenario"
    verb = "safe in" if one_loses else "wins"
    gets = f"{verb} {numbers.plain(known['payoff'], SHARE, 0)} against the mixture"
    fair = numbers.plain(record["fair"], SHARE, 0)
    if known["competent"]:
        return True, f"{gets}; " + ("its own table holds itself" if known["own_table_holds"] else f"fair is {fair}")
    return False, f"{gets}, less than {numbers.plain(COMPETENT, SHARE, 0)} of a fair {fair}"


@dataclass(frozen=True)
class Table:
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
        return table_words(self.name)

    def counts_along(self, first: int, last: int, base: int) -> bool:
        """Whether it counts for a change between two cells: it is competent at either, or by the base rules."""
        whole = self.played is None or {first, last} <= self.played
        return whole and not self.counts.isdisjoint({first, last, base})


@dataclass(frozen=True)
class Conclusion:
    """A figure or a change as set up, and at other competent tables.

    kind: `value`, `change` along an axis, or `check`; same: what counts as the same, in words; by_table: of competent
    tables; differing: those at which the conclusion does not hold; holds: the conclusion as a verb; undecided: tables
    at which more games would have to tell, which are not in by_table.
    """

    kind: str
    headline: int
    label: str
    as_set_up: Figure
    by_table: Mapping[str, Figure]
    differing: tuple[str, ...]
    holds: str
    undecided: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """The figure or check, without the axis along which it changes."""
        return self.label.partition(", ")[0]

    @property
    def verdict(self) -> str:
        """Robust, or depends on the players."""
        return DEPENDS if self.differing else ROBUST

    @property
    def ends(self) -> tuple[Figure, Figure]:
        """The lowest and the highest over the competent tables."""
        ranked = sorted(self.by_table.values(), key=lambda figure: figure.value)
        return ranked[0], ranked[-1]

    @property
    def range_words(self) -> str:
        """The lowest and the highest value: `0.0% to 9.3%`."""
        low, high = (end.value_text for end in self.ends)
        return low if low == high else numbers.span(low, high)

    @property
    def where(self) -> str:
        """At which tables it holds, and what the others say: `holds at 6 of 7 tables; not at: rusher alone (98%)`."""
        number = len(self.by_table)
        more = f"; undecided at {listed(self.undecided)}" if self.undecided else ""
        if not self.differing:
            return f"{self.holds} at {_all(number)}{more}"
        left = number - len(self.differing)
        apart = [f"{name} ({self.by_table[name].value_text})" for name in self.differing]
        if left == 0:
            return f"different at {_all(number)}: {listed(apart)}{more}"
        return f"{self.holds} at {left} of {number} other tables; not at: {listed(apart)}{more}"

    @property
    def sentence(self) -> str:
        """One line: dice and people apart."""
        return (
            f"{capital(self.label)}: {self.as_set_up.short} as set up (± is the dice); {self.range_words} over other "
            f"players. {capital(self.verdict)}: {self.where}."
        )

    def to_json(self) -> dict[str, Any]:
        """As `--json` gives it."""
        return {
            "kind": self.kind,
            "label": self.label,
            **_ends(self.as_set_up),
            "lowest": _plain(self.ends[0].value),
            "highest": _plain(self.ends[1].value),
            "verdict": self.verdict,
            "differing": list(self.differing),
            "undecided": list(self.undecided),
            "tables": {name: {**_ends(one), "games": one.games} for name, one in self.by_table.items()},
        }


def _ends(figure: Figure) -> dict[str, float | None]:
    return {"value": _plain(figure.value), "low": _plain(figure.low), "high": _plain(figure.high)}


def _all(number: int) -> str:
    """All other tables that a conclusion was compared with."""
    return {1: "the other table", 2: "both other tables"}.get(number, f"all {number} other tables")


def _plain(value: float) -> float | None:
    return value if math.isfinite(value) else None


@dataclass(frozen=True)
class Robustness:
    """The conclusions of a run at other tables."""

    report: Report
    others: Sequence[CellResult]

    @cached_property
    def record(self) -> Mapping[str, Any]:
        """What the manifest says about the other tables."""
        return self.report.manifest.part("tables")

    @cached_property
    def tables(self) -> list[Table]:
        """Every other table."""
        size = len(self.report.cells)
        found = [
            self._table(name, self.others[number * size : (number + 1) * size])
            for number, name in enumerate(self.record["names"])
        ]
        return [*found, *self._tuned()]

    def _table(self, name: str, cells: Sequence[CellResult]) -> Table:
        """A table that played all cells; it may count at some ends of axes only."""
        base, one_loses = self.report.sweep.base, self.report.cells[0].one_loses
        own, reason = competence(self.record, name, unfinished(cells[base]), one_loses=one_loses)
        counts = {base} if own else set()
        for end in self.record.get("ends") or ():
            cell = end["cell"]
            there, why = competence(end, name, unfinished(cells[cell]), one_loses=one_loses)
            counts |= {cell} if there and name != MIXTURE else set()
            if there and not own:
                reason = f"{reason}; but {self.report.sweep.phrase(cell)} {why}"
        return Table(name, cells, bool(counts), reason, frozenset(counts))

    def _tuned(self) -> list[Table]:
        """The table of tuned players, where a search beat a table; cells that are not beaten stay as set up."""
        retuned = self.report.retuned
        if retuned is None or not retuned.beaten:
            return []
        by_cell = retuned.by_cell
        cells = [by_cell.get(number, cell) for number, cell in enumerate(self.report.cells)]
        reason = f"tuned by the rules of {plural(len(retuned.beaten), 'cell')} whose table a better player beats"
        at = frozenset(by_cell)
        return [Table(TUNED, cells, competent=True, reason=reason, counts=at, played=at)]

    @cached_property
    def competent(self) -> list[Table]:
        """The tables that count, at the base rules or at an end of an axis."""
        return [table for table in self.tables if table.competent]

    @property
    def at_base(self) -> list[Table]:
        """The tables that count by the base rules."""
        return [table for table in self.competent if self.report.sweep.base in table.counts]

    def along(self, axis: int) -> list[Table]:
        """The tables that count for changes along an axis."""
        line = self._line(axis)
        return [one for one in self.competent if line and one.counts_along(line[0], line[-1], self.report.sweep.base)]

    def _line(self, axis: int) -> list[int]:
        """The cells along an axis, all other rules as in the base, without special numbers."""
        sweep = self.report.sweep
        return [cell for cell in sweep.line(axis) if not sweep.axes[axis].apart(sweep.places[cell][axis])]

    # Conclusions ------------------------------------------------------------------------------------------------------
    @cached_property
    def conclusions(self) -> list[Conclusion]:
        """Of each headline figure its value under the base rules, and its change along each axis; then the checks."""
        found = []
        for number, one in enumerate(self.report.headline):
            if one.offer.metric.of != NOT_FOR and self.competent:
                found += self._values(number, one)
                found += [] if one.per_item else self._changes(number, one)
        return [*found, *self._checks()]

    def of_headline(self, number: int) -> list[Conclusion]:
        """The conclusions about a headline figure."""
        return [one for one in self.conclusions if one.headline == number]

    def _read(self, one: HeadlineFigure, tables: Sequence[Table]) -> dict[str, dict[str, list[Figure]]]:
        """Table ('' as set up) -> item -> figure in each cell."""
        reader = self.report.reader
        read = {"": one.read(reader, self.report.cells, reader.confidence)}
        return read | {table.words: one.read(reader, table.cells, reader.confidence) for table in tables}

    def _values(self, number: int, one: HeadlineFigure) -> list[Conclusion]:
        read, base = self._read(one, self.at_base), self.report.sweep.base
        found = []
        for item, figures in read[""].items():
            own = figures[base]
            others = {
                table: items[item][base]
                for table, items in read.items()
                if table and item in items and items[item][base].known
            }
            if not own.known or not others:
                continue
            same, words = counts_as_same(self.report.spec, one, own)
            apart = tuple(table for table, other in others.items() if beyond_dice(own, other) > same)
            label = f"{one.label.removesuffix(' by seat')} of {item}" if item else one.label
            found.append(Conclusion("value", number, label, own, others, apart, f"not clearly more than {words} away"))
        return found

    def _changes(self, number: int, one: HeadlineFigure) -> list[Conclusion]:
        sweep = self.report.sweep
        found = []
        for place, axis in enumerate(sweep.axes):
            line = self._line(place)
            if len(line) < 2 or not (axis.numeric or len(line) == 2):
                continue
            read = {table: items.get("", []) for table, items in self._read(one, self.along(place)).items()}
            first, last = line[0], line[-1]
            changes = {
                table: Curve(figures).change_at_table(first, last)
                for table, figures in read.items()
                if figures and figures[first].known and figures[last].known
            }
            own = changes.pop("", None)
            if own is None or not changes:
                continue
            same, _ = counts_as_same(self.report.spec, one, read[""][sweep.base])
            verb = _direction(own, same)
            apart = tuple(table for table, other in changes.items() if _direction(other, same) != verb)
            values = axis.span(sweep.places[first][place], sweep.places[last][place])
            holds = {1: "rises", -1: "falls", 0: "hardly changes"}[verb]
            found.append(Conclusion("change", number, f"{one.label}, {values}", own, changes, apart, holds))
        return found

    def _checks(self) -> list[Conclusion]:
        """Each check of the base cell, judged at the other tables."""
        base, report = self.report.sweep.base, self.report
        checks, tables = report.question.checks, self.at_base
        if not checks or not tables:
            return []
        cells = [report.cells[base], *(table.cells[base] for table in tables)]
        pace = report.spec.seconds_per_decision
        plain = [replace(check, cells=None) for check in checks if not self.of_personas(check)]
        judged = judge_cells(plain, cells, confidence=report.spec.confidence, seconds_per_decision=pace)
        verdicts: dict[tuple[int, str], dict[int, Any]] = {}
        for one in judged.verdicts:
            verdicts.setdefault((one.check, one.figure.name), {})[one.cell] = one
        found = []
        for (number, name), by_cell in verdicts.items():
            own = by_cell.pop(0, None)
            decided = {cell: one for cell, one in by_cell.items() if one.verdict != UNDECIDED}
            if own is None or own.verdict == UNDECIDED or not decided:
                continue
            figures = {tables[cell - 1].words: as_figure(one.now) for cell, one in decided.items()}
            apart = tuple(tables[cell - 1].words for cell, one in decided.items() if one.verdict != own.verdict)
            open_ = tuple(tables[cell - 1].words for cell in by_cell if cell not in decided)
            check = judged.checks[number]
            label = f"check {check.name or name}" + (f" ({name})" if check.name and check.each else "")
            holds = {PASS: "passes", FAIL: "fails"}[own.verdict]
            found.append(Conclusion("check", -1, label, as_figure(own.now), figures, apart, holds, open_))
        return found

    def of_personas(self, check: Check) -> bool:
        """Whether a check is about a persona of the line-up, who gets an equal share at a table of its own."""
        offer = offer_in(self.report.cells[self.report.sweep.base], check.figure.metric)
        return offer is not None and offer.metric.of == NOT_FOR

    # Words ------------------------------------------------------------------------------------------------------------
    @property
    def brief(self) -> list[str]:
        """The conclusions that depend on the players, a sentence each; then the robust ones in one."""
        depend = [one.sentence for one in self.conclusions if one.verdict == DEPENDS]
        robust = [f"{one.label} ({one.range_words})" for one in self.conclusions if one.verdict == ROBUST]
        return depend + ([f"Robust, with the range over other players: {'; '.join(robust)}."] if robust else [])

    @property
    def summary(self) -> str:
        """How many conclusions hold, in a sentence."""
        total = len(self.conclusions)
        robust = sum(one.verdict == ROBUST for one in self.conclusions)
        weak = [table.name for table in self.tables if not table.competent]
        left = f"; not counted: {listed(weak)}" if weak else ""
        number = len(self.competent)
        tables = f"{plural(number, 'other table')} count{'s' if number == 1 else ''}{left}"
        if not total:
            return f"No conclusion can be compared with those of other players: {tables}."
        end = f"({capital(tables)}.)"
        about = Counter(one.about for one in self.conclusions if one.verdict == DEPENDS)
        if not about:
            return f"All {total} conclusions are robust. {end}"
        named = [f"{what} ({count})" if count > 1 else what for what, count in about.most_common(MAX_NAMED)]
        named += ["others"] if len(about) > MAX_NAMED else []
        on = f"{'depends' if about.total() == 1 else 'depend'} on the players: {', '.join(named)}"
        return f"{robust} of {total} conclusions are robust; {about.total()} {on}. {end}"

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
            "mixture": self.record.get("mixture"),
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
                "verdict": one.verdict if not table else "no" if table in one.differing else "yes",
            }
            for one in self.conclusions
            for table, figure in {"": one.as_set_up, **one.by_table}.items()
        ]


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
        "verdict": "as set up: robust, or depends on the players; at a table: whether the conclusion holds there",
    },
)


def counts_as_same(spec: ReportSpec, one: HeadlineFigure, figure: Figure) -> tuple[float, str]:
    """What counts as the same: the scenario's margin, else 2 pp of shares or a tenth; in words, too."""
    margin = spec.margin_of(one.ref)
    if margin is None:
        margin = SAME_SHARES if figure.unit in {SHARE, DIFFERENCE} else SAME_PART * abs(figure.value)
    return margin, numbers.amount(margin, figure.unit)


def beyond_dice(one: Figure, other: Figure) -> float:
    """By how much two figures differ beyond their dice."""
    return abs(one.value - other.value) - math.hypot(one.half_width, other.half_width)


def _direction(change: Figure, same: float) -> int:
    """1 where it rises by more than what counts as the same, -1 where it falls, 0 otherwise; beyond the dice."""
    return change.direction if abs(change.value) > same else 0
