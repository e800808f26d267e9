"""The page of `balancer sensitivity`: a tornado chart per figure and every change in a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.reporting.findings.effect_words import figure_words
from balancer.reporting.page.drawing import tornado
from balancer.reporting.page.page_model import Block, Chart
from balancer.reporting.page.run_page import NamedFile, asset, environment
from balancer.reporting.reports.compare_report import seated_words
from balancer.reporting.reports.sensitivity_report import Sensitivity
from balancer.wording import capital


@dataclass
class SensitivityPage:
    """A look at all knobs ready to be written: its HTML and the charts in it."""

    report: Sensitivity
    files: Sequence[NamedFile] = ()
    charts: list[Chart] = field(default_factory=list)

    def html(self) -> str:
        """The whole page."""
        report, manifest = self.report, self.report.manifest
        blocks = [self._block(number, figure) for number, figure in enumerate(report.changes.figures)]
        self.charts = [one for block in blocks for one in block.charts]
        base = report.pairs[0].base
        values: dict[str, Any] = {
            "title": f"{report.question.title}: every rule by itself",
            "game_title": report.card.title or base.title,
            "facts": [report.played_words, seated_words(base)],
            "answer": report.sentences,
            "blocks": blocks,
            "summary": report.card.summary,
            "command": manifest.command,
            "files": self.files,
            "version": manifest.versions.get("balancer", ""),
        }
        text = environment().get_template("sensitivity.html.j2").render(page=values, css=asset("page.css"))
        return re.sub(r"\n(?:[ \t]*\n)+", "\n", text)

    def _block(self, number: int, figure: str) -> Block:
        name = capital(figure_words(self.report.changes.ranked(figure)[0].effect))
        drawn, table = tornado.of_changes(f"tornado-{number}", self.report.changes, [figure])
        return Block(name, "", drawn, [table])
