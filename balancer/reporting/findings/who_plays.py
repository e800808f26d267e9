"""Whether anybody in the line-up as set up plays well: if nobody does, a report says so before anything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis.conclusions.sameness import DIFFERS, compared, counts_as_same
from balancer.analysis.figure import UNDEFINED, Figure
from balancer.analysis.results import CellResult
from balancer.checks.cell_verdicts import judge_cells
from balancer.players.among_random import PART
from balancer.players.other_line_ups import MIXTURE
from balancer.reporting import numbers
from balancer.reporting.figure_reader import HeadlineFigure
from balancer.reporting.findings.axis_line import BOTH
from balancer.reporting.findings.robustness import NOT_FOR, OtherLineUp, Robustness, equal_share
from balancer.reporting.findings.verdict_answer import VerdictAnswer
from balancer.reporting.numbers import SHARE, SHORT, text
from balancer.reporting.reading import Reading
from balancer.reporting.sweep_grid import with_cells
from balancer.simulation.manifest import Manifest
from balancer.wording import capital

AMONG_THESE = " (among these players)"  # added to a verdict on weak players


@dataclass(frozen=True)
class WeakPlayers:
    """A line-up of which nobody is competent by the base rules; good: the table of the best players known."""

    reading: Reading
    tables: Robustness
    good: OtherLineUp

    @property
    def _base(self) -> int:
        return self.reading.sweep.base

    @property
    def _good_players(self) -> str:
        """`careful players`."""
        return "players of the mixture" if self.good.name == MIXTURE else f"{self.good.name} players"

    @property
    def sentences(self) -> list[str]:
        """Who is weak and how that is known; then the first headline figure that good players have, too."""
        players = self.reading.base.players
        who = "Both" if players == BOTH else f"All {players}"
        weak = f"{who} players of this line-up are weak"
        return [f"{weak}{self._in_place}.", *self._among_good]

    @property
    def _in_place(self) -> str:
        """`: careful in one place wins 68% ± 3 pp (25% is fair)`; '' where it was not played."""
        known = self.tables.record.get("in_place")
        if not known:
            return ""
        share = text(Figure.read(known), SHARE)
        does = "is safe in" if self.reading.base.one_loses else "wins"
        fair = equal_share(self.tables.record, known)
        return f": {known['persona']} in one place {does} {share} of the games, where {fair} is fair"

    @property
    def _among_good(self) -> list[str]:
        """What good players make of the first headline figure; of a persona's, what its habits are worth to them.

        `Among 4 careful players the share of games that are won at once is less than 0.02%; here it is 1.1%.`  The
        first that differs, where one does.
        """
        found = list[str]()
        for one, headline in zip(self.reading.headline, self.reading.headlines, strict=True):
            of_persona = one.offer.metric.of == NOT_FOR
            clause = self.tables.counterpart(one.ref.of) if of_persona else ""
            if clause and not found:
                return [f"{capital(clause)}."]
            own, other = (self._figure(one, cells) for cells in (self.reading.cells, self.good.cells))
            if of_persona or one.per_item or not own.known or not other.known:
                continue
            players = self.good.cells[self._base].players
            sentence = f"Among {players} {self._good_players} {headline.phrase} is {_at_most(other, one.unit)}"
            if compared(own, other, counts_as_same(self.reading.spec, one.ref, own, one.unit)) == DIFFERS:
                return [f"{sentence}; here it is {text(own, one.unit, SHORT)}."]
            found.append(f"{sentence}.")
        return found[:1]

    def _figure(self, one: HeadlineFigure, cells: Sequence[CellResult]) -> Figure:
        reader = self.reading.reader
        return one.read(reader, [cells[self._base]], reader.confidence).get("", [UNDEFINED])[0]

    @cached_property
    def verdicts(self) -> VerdictAnswer:
        """The checks judged among good players, in every cell; those of personas are about the line-up itself."""
        checks = [check for check in self.reading.question.checks if not self.tables.of_personas(check)]
        found = judge_cells(checks, self.good.cells, self.reading.spec)
        return VerdictAnswer(with_cells(self.reading.grid, self.good.cells), found)

    @property
    def verdict(self) -> str:
        """Where the checks hold among good players; '' without checks."""
        if not self.verdicts.found.judged:
            return ""
        verdict = self.verdicts.verdict
        return f"Among {self._good_players} {verdict[0].lower()}{verdict[1:]}"


def weak_players(reading: Reading, tables: Robustness | None) -> WeakPlayers | None:
    """The finding, where nobody of the line-up is competent by the base rules; None otherwise, or where unknown."""
    if tables is None or not tables.record.get("competence") or not tables.at_base:
        return None
    cell, known = reading.base, tables.record["competence"]
    thinking = {name for name in cell.lineup if not cell.personas.get(name, {}).get("at_random")}
    if not thinking <= set(known) or any(known[name]["competent"] for name in thinking):
        return None
    mixture = tables.record["mixture"]
    best = max(tables.at_base, key=lambda table: mixture.get(table.name, 0.0))
    return WeakPlayers(reading, tables, best)


def _at_most(figure: Figure, unit: str) -> str:
    """Return a figure in a sentence; of what was never seen how often it may happen."""
    if unit == SHARE and figure.value == 0:
        return f"less than {numbers.plain(figure.high, SHARE)}"
    return text(figure, unit)


def no_better_than_dice(manifest: Manifest) -> str:
    """Return `No persona of this line-up is known to beat random players: plain, the best, wins 23% ...`, or ''."""
    known = manifest.part(PART)
    if not known:
        return ""
    name, best = max(known["personas"].items(), key=lambda one: one[1]["value"] - _equal_share(known, one[1]))
    equal = numbers.fair(_equal_share(known, best))
    share = text(Figure.read(best), SHARE)
    claim = f"No persona of this line-up {'beats' if _surely_weak(known) else 'is known to beat'}"
    called = name if len(known["personas"]) == 1 else f"the best of them, {name},"
    does = "is safe in" if known["one_loses"] else "wins"
    others = known["players"] - 1
    whom = f"among {others} of them" if others > 1 else "against one of them"
    return (
        f"{claim} random players: {called} {does} {share} of {numbers.count(known['games'])} games {whom}, "
        f"where {equal} is equal. Weak personas, a "
        "game of chance, or skill that counts only against habits."
    )


def among_weak(manifest: Manifest, answer: str) -> str:
    """Return an answer that says of whom it holds: `Among players not known to beat random players, the gap ...`."""
    who = "who do not beat" if _surely_weak(manifest.part(PART)) else "not known to beat"
    return f"Among players {who} random players, {answer[:1].lower()}{answer[1:]}"


def _surely_weak(known: Mapping[str, Any]) -> bool:
    return all(one["high"] <= _equal_share(known, one) for one in known["personas"].values())


def _equal_share(known: Mapping[str, Any], persona: Mapping[str, Any]) -> float:
    """Return what equals get in the games of a persona; a record of earlier versions has one share for all."""
    return float(persona.get("fair", known["fair"]))
