"""What other players change: where a better player beats the table of a cell, and effects at other competent tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis.comparison import main_effects
from balancer.analysis.conclusions.sameness import DIFFERS, SAME, UNKNOWN, compared, counts_as_same
from balancer.analysis.effect import Difference, Effect
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import ReportSpec
from balancer.analysis.results import CellResult, PairResult
from balancer.analysis.sheet import Sheet
from balancer.players.exploit import mixture_words
from balancer.players.other_line_ups import TUNED
from balancer.players.tournament import share_unfinished
from balancer.players.tuning import Share
from balancer.reporting import numbers, phrases
from balancer.reporting.findings.robustness import NOT_FOR, Conclusion, OtherLineUp, competence, not_played
from balancer.reporting.numbers import CELL, DIFFERENCE, SHARE, VALUE, text
from balancer.reporting.reading import Reading
from balancer.reporting.sweep_grid import BASE_NAME
from balancer.wording import capital, listed, plural


@dataclass(frozen=True)
class TunedDifference:
    """A headline figure as set up and among tuned players; differs: by more than what counts as the same, and dice."""

    label: str
    unit: str
    as_set_up: Figure
    tuned: Figure
    differs: bool
    single: bool

    @property
    def words(self) -> str:
        """`endings: instant 40.1% instead of 8.0%`."""
        tuned, as_set_up = (text(figure, self.unit, VALUE) for figure in (self.tuned, self.as_set_up))
        return f"{self.label} {tuned} instead of {as_set_up}"

    def to_json(self) -> dict[str, Any]:
        """As `--json` gives it."""
        return {
            "label": self.label,
            "as_set_up": self.as_set_up.value,
            "tuned": self.tuned.value,
            "differs": self.differs,
        }


@dataclass(frozen=True)
class RetunedCell:
    """A cell whose table was tested; record: of the manifest; changes: [] where the table was not beaten."""

    where: str
    record: Mapping[str, Any]
    changes: Sequence[TunedDifference]
    confidence: float
    one_loses: bool

    @property
    def beaten(self) -> bool:
        """Whether a better player was found."""
        return bool(self.record["beaten"])

    @property
    def excess(self) -> float:
        """What the best player found gets more than an equal share."""
        return float(self.record["share"]) - float(self.record["fair"])

    @property
    def excess_words(self) -> str:
        """The same with half its interval: `9.1 ± 0.5 pp`."""
        excess = Share(self.excess, float(self.record.get("excess_se", self.record["share_se"]))).at(self.confidence)
        return text(excess, DIFFERENCE, CELL)

    @property
    def who(self) -> str:
        """Who beats the table: `a tuned player (habits near racer)`, `careful`."""
        return str(self.record["by"]) or f"a tuned player (habits near {self.record['base']})"

    @property
    def mixture_words(self) -> str:
        """On whom players settle, the largest share first: `racer_tuned 73%, builder 27%`."""
        return mixture_words(dict(sorted(self.record["mixture"].items(), key=lambda item: -item[1])))

    @property
    def settled_words(self) -> str:
        """Who plays the cell again: `Among tuned players (racer_tuned 100%)`."""
        if set(self.record["mixture"]) & set(self.record["tuned"]):
            return f"Among tuned players ({self.mixture_words})"
        return f"Among the players who settle there ({self.mixture_words}; none of them tuned)"

    @property
    def sentence(self) -> str:
        """What beats the table by how much, and what is otherwise among tuned players."""
        if not self.beaten:
            known = f"; the best, {self.who}, gets {self.excess_words} over an equal share"
            return f"{capital(self.where)}: no player was found that beats the table{known}."
        gets = numbers.plain(float(self.record["share"]), SHARE, 1)
        fair = numbers.plain(float(self.record["fair"]), SHARE, 1)
        verb = "is safe in" if self.one_loses else "wins"
        lead = (
            f"{capital(self.where)}: {self.who} beats the table by {self.excess_words}: it {verb} {gets} of the games "
            f"where {fair} is fair"
        )
        return f"{lead}. {self._among_tuned}"

    @property
    def _among_tuned(self) -> str:
        """As in `Among tuned players (racer_tuned 100%) endings: instant 40% instead of 8%; the same: rounds`."""
        single = [change for change in self.changes if change.single]
        apart = [change.words for change in single if change.differs]
        same = [change.label for change in single if not change.differs]
        items = sum(change.differs for change in self.changes if not change.single)
        apart += [f"{plural(items, 'figure')} of single seats, endings or parts otherwise"] if items else []
        if not apart:
            return f"{self.settled_words} the headline figures are the same: {listed(same)}." if same else ""
        return f"{self.settled_words} {', '.join(apart)}{f'; the same: {listed(same)}' if same else ''}."

    def to_json(self) -> dict[str, Any]:
        """As `--json` gives it; cells are counted from 1 there."""
        changes = [change.to_json() for change in self.changes]
        return {**self.record, "cell": self.record["cell"] + 1, "where": self.where, "changes": changes}


@dataclass(frozen=True)
class RetuneFindings:
    """What `balancer sweep --retune` found; tuned: the results of beaten cells, in order."""

    reading: Reading
    record: Mapping[str, Any]  # what the manifest says of the search
    tuned: Sequence[CellResult]

    @cached_property
    def places(self) -> list[RetunedCell]:
        """The cells whose tables were tested, in the order of the search."""
        results, found = iter(self.tuned), []
        confidence, one_loses = self.reading.spec.confidence, self.reading.cells[0].one_loses
        for record in self.record["tested"]:
            number = record["cell"]
            changes = list(self._changes(number, next(results))) if record["beaten"] else []
            where = self.reading.sweep.phrase(number) if len(self.reading.cells) > 1 else f"under the {BASE_NAME}"
            found.append(RetunedCell(where, record, changes, confidence, one_loses))
        return found

    @property
    def table(self) -> OtherLineUp | None:
        """The table of tuned players, where a table is beaten; other cells stay as set up."""
        if not self.beaten:
            return None
        results, cells = iter(self.tuned), list(self.reading.cells)
        for place in self.places:
            if place.beaten:
                cells[place.record["cell"]] = next(results)
        reason = f"tuned by the rules of {plural(len(self.beaten), 'cell')} whose table a better player beats"
        at = frozenset(place.record["cell"] for place in self.places)
        return OtherLineUp(TUNED, cells, competent=True, reason=reason, counts=at, played=at)

    def _changes(self, number: int, tuned: CellResult) -> Iterator[TunedDifference]:
        """Each headline figure of a cell, as set up and among tuned players."""
        reader, own = self.reading.reader, self.reading.cells[number]
        for one in self.reading.headline:
            if one.offer.metric.of == NOT_FOR:
                continue
            for item, (before, now) in one.read(reader, [own, tuned], reader.confidence).items():
                if before.known and now.known:
                    margin = counts_as_same(self.reading.spec, one.ref, before, one.unit)
                    label = f"{one.label} {item}".strip()
                    differs = compared(before, now, margin) == DIFFERS
                    yield TunedDifference(label, one.unit, before, now, differs, not one.per_item)

    @property
    def beaten(self) -> list[RetunedCell]:
        """The cells at which the table is beaten, the most beaten first."""
        return sorted((place for place in self.places if place.beaten), key=lambda place: -place.excess)

    @property
    def summary(self) -> str:
        """How often the table is beaten, in a sentence."""
        tested = plural(len(self.places), "cell")
        if not self.beaten:
            return f"No player was found that beats the table, at {tested} where habits were searched for."
        number = len(self.beaten)
        at = f"at {number} of {tested}" if len(self.places) > 1 else self.places[0].where
        return f"A better player beats the table {at} where habits were searched for."

    @property
    def sentences(self) -> list[str]:
        """A sentence for every cell at which the table is beaten, the most beaten first; else for the nearest to it."""
        nearest = sorted(self.places, key=lambda place: -place.excess)[:1]
        return [place.sentence for place in self.beaten or nearest]

    def to_json(self) -> dict[str, Any]:
        """As `--json` gives it."""
        return {"summary": self.summary, "cells": [place.to_json() for place in self.places]}

    def rows(self) -> list[dict[str, Any]]:
        """The table retuned.csv: one row per headline figure of a beaten cell, one per cell that is not beaten."""
        return [row for place in self.places for row in _rows(place)]


RETUNED = Sheet.of_rows(
    "retuned",
    "where the table is beaten, and the headline figures among tuned players",
    {
        "cell": "number of the cell in cells.csv",
        "where": "the cell in words",
        "beaten": "whether a better player beats the table",
        "by": "the persona that gets most against the table; habits found by a search: near which persona they are",
        "found": "whether these habits were found by the search",
        "share": "what that player gets, in games held out",
        "share_se": "its standard error",
        "fair": "the share of equals",
        "mixture": "on whom players settle there, personas tuned by the rules of that cell among them",
        "figure": "headline figure",
        "as_set_up": "the figure as set up",
        "tuned": "the figure among tuned players",
        "tuned_low": "lower end of its interval",
        "tuned_high": "upper end of its interval",
        "games": "games of tuned players",
        "differs": "whether the two differ by more than the margin, beyond their dice",
    },
)


def _rows(place: RetunedCell) -> Iterator[dict[str, Any]]:
    record = place.record
    head = {
        "cell": record["cell"] + 1,
        "where": place.where,
        "beaten": place.beaten,
        "by": record["by"] or record["base"],
        "found": not record["by"],
        "share": record["share"],
        "share_se": record["share_se"],
        "fair": record["fair"],
        "mixture": place.mixture_words if place.beaten else "",
    }
    if not place.changes:
        yield head
    for change in place.changes:
        tuned = change.tuned
        yield {
            **head,
            "figure": change.label,
            "as_set_up": change.as_set_up.value,
            "tuned": tuned.value,
            "tuned_low": tuned.low,
            "tuned_high": tuned.high,
            "games": tuned.games,
            "differs": change.differs,
        }


# Effects of a changed rule at other tables ----------------------------------------------------------------------------
@dataclass(frozen=True)
class EffectsElsewhere:
    """The effects of one variant, as set up and at other tables."""

    tables: Sequence[OtherLineUp]
    conclusions: Sequence[Conclusion]

    @property
    def sentences(self) -> list[str]:
        """The effects that differ, a sentence each; then the others."""
        return [one.sentence for one in self.conclusions if one.verdict == DIFFERS] + self.others

    @property
    def others(self) -> list[str]:
        """The effects that are the same, and those not known yet, a sentence each."""
        labels = {
            verdict: [one.label for one in self.conclusions if one.verdict == verdict] for verdict in (SAME, UNKNOWN)
        }
        return [
            f"{capital(verdict)} at other tables: {'; '.join(named)}." for verdict, named in labels.items() if named
        ]

    @property
    def note(self) -> str:
        """Which tables count."""
        weak = [table.words for table in self.tables if not table.competent]
        left = f"; not counted: {listed(weak)}" if weak else ""
        count = [table.words for table in self.tables if table.competent]
        return f"Other competent tables: {listed(count) or 'none'}{left}; compared: effects certain as set up."

    def to_json(self) -> dict[str, Any]:
        """As `--json` gives it."""
        return {
            "tables": [{"name": t.name, "competent": t.competent, "reason": t.reason} for t in self.tables],
            "effects": [one.to_json() for one in self.conclusions],
        }


def elsewhere(
    pair: PairResult,
    others: Mapping[str, PairResult],
    record: Mapping[str, Any],
    effects: Sequence[Effect],
    spec: ReportSpec,
) -> EffectsElsewhere:
    """The certain main effects of a variant at other tables; others: table's name -> the same pair there."""
    one_loses = pair.base.one_loses
    tables = []
    for name, other in others.items():
        cut = max(share_unfinished(other.base), share_unfinished(other.variant))
        counts, reason = competence(record, name, cut, one_loses=one_loses)
        tables.append(OtherLineUp(name, (), counts, reason))
    tables += not_played(record, one_loses=one_loses)
    found = {t.words: {one.name: one for one in main_effects(others[t.name], spec)} for t in tables if t.competent}
    conclusions = []
    for effect in effects:
        own = _figure(effect)
        if not effect.main or effect.offer.metric.of == NOT_FOR or own is None or not own.direction:
            continue
        figures = {
            table: figure
            for table, known in found.items()
            if effect.name in known and (figure := _figure(known[effect.name])) is not None
        }
        verdicts = {table: compared(own, figure, effect.margin) for table, figure in figures.items()}
        if figures:
            label, unit = phrases.label(effect.offer, effect.ref), numbers.as_difference(numbers.unit_of(effect.unit))
            conclusions.append(Conclusion("effect", -1, label, unit, own, figures, verdicts))
    return EffectsElsewhere(tables, conclusions)


def _figure(found: Difference) -> Figure | None:
    """A difference as a figure; None without an interval."""
    if found.value is None or found.low is None or found.high is None:
        return None
    if not math.isfinite(found.low) or not math.isfinite(found.high):
        return None
    return Figure(found.value, found.low, found.high)
