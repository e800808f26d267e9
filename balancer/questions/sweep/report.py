"""The report of `balancer run` and `balancer sweep`: verdicts, findings and figures of every cell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from balancer.analysis import tables
from balancer.analysis.sheet import Sheet
from balancer.questions.check_results import CHECKS
from balancer.reporting import numbers
from balancer.reporting.axis import placed
from balancer.reporting.document.brief import sentences_of
from balancer.reporting.document.model import Document, Section
from balancer.reporting.document.parts import footer
from balancer.reporting.findings.ladder import LADDER
from balancer.reporting.findings.other_players import RETUNED
from balancer.reporting.findings.real_plays import REAL_PLAYS
from balancer.reporting.findings.robustness import ROBUSTNESS
from balancer.reporting.findings.single_changes import CHANGES
from balancer.reporting.page import summary
from balancer.reporting.report import TableRows
from balancer.reporting.run_report import RunReport

MANY_CELLS = 1000  # cells beyond which all tables are written on request: those of 10 000 take minutes, 200 MB

VERDICTS = Sheet.of_rows(
    "verdicts",
    "the verdict of every check in every setting",
    {
        "cell": "number of the cell, from 1, in the order of the sweep",
        **{
            name: CHECKS.meanings[name]
            for name in ("check", "metric", "of", "stat", "value", "low", "high", "at_least", "at_most", "verdict")
        },
        "confidence": "confidence of the interval; all verdicts of the sweep are simultaneous",
        "games": "games behind the figure",
        "games_to_decide": "games per cell that would decide the figure with 80% probability; empty: none would",
        "variant": "the variant that has the figure; empty: the setting itself",
    },
)


@dataclass(frozen=True)
class SweepReport(RunReport):
    """The report of a run or a sweep: manifest, cells, and what its page has of them."""

    panel: Section | None = None  # the section that plays
    every_table: bool = False  # of however many cells
    machine_facts: bool = True  # which machine played, and how fast

    def document(self) -> Document:
        """Return the report as a document for people."""
        games = numbers.short_count(self.games)
        return Document(
            self.title,
            summary.sections(self),
            kicker=self.game_title,
            about="a balance report",
            description=self.description,
            facts=self._facts(),
            footer=footer(self.manifest.versions.get("balancer", ""), games),
            scripts=["page.js", *(["picker.js"] if len(self.cells) > 1 else [])],
            page_sections=self._page_sections,
        )

    def _page_sections(self) -> list[Section]:
        from balancer.reporting.page.run_page import RunPage  # pandas

        sheets = [*self._cell_sheets, *(sheet for sheet, _ in self._further_tables())]
        return RunPage(self, sheets, self.machine_facts, self.is_whole, self.panel).sections()

    def _facts(self) -> list[str]:
        cells = self.cells
        each = f" in each of {len(cells)} settings" if len(cells) > 1 else ""
        decided = ", until decided" if self.question.until_decided else ""
        return [
            numbers.counted((cell.players for cell in cells), "player"),
            f"{numbers.counts(cell.games for cell in cells)} games{each}{decided}",
            f"seed {cells[0].seed}",
            f"{numbers.confidence(self.reader.confidence)} intervals",
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `sweep --json`: the question, the results, and the sentences of the terminal."""
        question = self.question.to_json()
        axes, headline = (question["sweep"] or {}).get("axes", {}), [headline.ref.name for headline in self.headline]
        return {
            **{key: question[key] for key in ("name", "title", "game", "seed")},
            "confidence": self.reader.confidence,
            "question": {"axes": axes, "headline": headline},
            **super().to_json(),
            "sentences": sentences_of(self.document()),
        }

    @property
    def is_whole(self) -> bool:
        """Whether files have all of the cells, not only their settings and the headline."""
        return self.every_table or len(self.cells) <= MANY_CELLS

    @property
    def _cell_sheets(self) -> list[Sheet]:
        names = list(tables.SHEETS) if self.is_whole else ["cells", "metrics"]
        leading = list(tables.leading(self.cells))
        return [tables.SHEETS[name].after(leading) for name in names]

    def tables(self) -> list[TableRows]:
        """Return the tables for programs."""
        basis = tables.Basis(
            self.reader.confidence,
            self.reader.seconds_per_decision,
            self.sweep.base if self.sweep.base_played else None,
        )
        if self.is_whole:
            frames = tables.all_tables(self.cells, *basis)
        else:
            metrics = tables.figures_table([headline.ref for headline in self.headline], self.cells, basis)
            frames = {"cells": tables.table("cells", self.cells, *basis), "metrics": metrics}
        return [*((sheet, frames[sheet.name]) for sheet in self._cell_sheets), *self._further_tables()]

    def _further_tables(self) -> Iterator[TableRows]:
        """Yield the tables of what else was judged or played."""
        if self.verdicts.found.judged:
            axes = tables.axis_columns(cell.axes for cell in self.cells)
            yield VERDICTS.after([VERDICTS.columns[0], *placed(axes, "axis of the sweep")]), self.verdict_rows
        if self.changes is not None:
            yield CHANGES, self.changes.all_effects
        if self.robustness is not None:
            yield ROBUSTNESS, self.robustness.rows()
        if self.ladder is not None:
            yield LADDER, self.ladder.rows()
        if self.retuned is not None:
            yield RETUNED, self.retuned.rows()
        if self.real_plays is not None:
            yield REAL_PLAYS, self.real_plays.rows()
