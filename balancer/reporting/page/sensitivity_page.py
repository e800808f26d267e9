"""The page of `balancer sensitivity`: a tornado chart per figure and every change in a table."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from balancer.reporting import numbers
from balancer.reporting.compare_report import figure_words, seated_words
from balancer.reporting.page import charts
from balancer.reporting.page.page_model import Block, Chart, Column, Row, Table, chart
from balancer.reporting.page.run_page import NamedFile, asset, environment
from balancer.reporting.sensitivity_report import HEADINGS, KnobEffect, Sensitivity
from balancer.wording import capital

MAX_BARS = 20
"""Changes in a chart; the table has all."""


@dataclass
class SensitivityPage:
    """A look at all knobs ready to be written: its HTML and the charts in it."""

    report: Sensitivity
    files: Sequence[NamedFile] = ()
    charts: list[Chart] = field(default_factory=list)

    def html(self) -> str:
        """The whole page."""
        report, manifest = self.report, self.report.manifest
        game = manifest.get("game") or {}
        blocks = [self._block(number, figure) for number, figure in enumerate(report.figures)]
        self.charts = [one for block in blocks for one in block.charts]
        base = report.pairs[0].base
        values: dict[str, Any] = {
            "title": f"{report.scenario['title']}: every rule by itself",
            "game_title": str(game.get("title") or base.title),
            "facts": [report.played_words, seated_words(base)],
            "answer": report.sentences,
            "blocks": blocks,
            "summary": str(game.get("summary") or ""),
            "command": str(manifest.get("command") or ""),
            "files": self.files,
            "version": str((manifest.get("versions") or {}).get("balancer") or ""),
        }
        text = environment().get_template("sensitivity.html.j2").render(page=values, css=asset("page.css"))
        return re.sub(r"\n(?:[ \t]*\n)+", "\n", text)

    def _block(self, number: int, figure: str) -> Block:
        ranked = self.report.ranked(figure)
        drawn = [one for one in ranked if not one.identical][:MAX_BARS]
        name = capital(figure_words(ranked[0].effect))
        made = [self._chart(number, name, drawn)] if drawn else []
        columns = [Column(heading, number=k > 1) for k, heading in enumerate((*HEADINGS[:2], *HEADINGS[3:]))]
        rows = [Row([one.row[0], one.row[1], *one.row[3:]]) for one in ranked]
        table = Table(f"{name}: all changes", columns, rows, folded=f"All {len(rows)} changes")
        text = "Change against the base with simultaneous intervals; hollow: no clear change."
        return Block(name, text, made, [table])

    def _chart(self, number: int, name: str, drawn: Sequence[KnobEffect]) -> Chart:
        unit = numbers.unit_of(drawn[0].effect.difference.unit)
        frame = pd.DataFrame(
            [
                (
                    f"{one.knob} {one.value}",
                    one.effect.difference.value,
                    *(math.nan if end is None else end for end in one.effect.difference.interval),
                    one.certain,
                    one.effect.margin,
                )
                for one in drawn
            ],
            columns=["label", "value", "low", "high", "decided", "margin"],
        ).dropna(subset=["value"])
        frame = frame.fillna({"low": frame["value"], "high": frame["value"]})
        across = "change" + ("" if numbers.suffix(unit) or not unit else f" ({unit})")
        title = f"{name} under every rule changed by itself; the figures are in the table beside it"
        return chart(f"tornado-{number}", title, charts.forest, frame, unit=numbers.as_difference(unit), across=across)
