"""The page of `balancer check`: every figure against its allowed band, and against its accepted value."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

from balancer.analysis.verdicts import FAIL, NEW, PASS, UNDECIDED
from balancer.checks.judge import Outcome, Result
from balancer.reporting import check_lines, numbers
from balancer.reporting.page.run_page import asset, environment
from balancer.reporting.reports import check_report

WIDTH, HEIGHT, EDGE = 240, 20, 6
"""Of the drawing of a figure, in CSS pixels."""

SYMBOLS = {PASS: "●", UNDECIDED: "○", FAIL: "✕", NEW: "+"}
REPORTED = "for information: not demanded of other players"

CLASSES = {PASS: "pass", UNDECIDED: "open", FAIL: "bad", NEW: "moved"}


@dataclass
class CheckPage:
    """An outcome ready to be written; command: the command line that made it."""

    outcome: Outcome
    command: str = ""
    version: str = ""

    def html(self) -> str:
        """The whole page."""
        outcome = self.outcome
        _, drifts = check_report.checks_and_drifts(outcome)
        checks = [self._line(line) for line in check_lines.lines(outcome)]
        moved = [one for one in drifts if one.verdict not in {PASS, NEW}]
        values: dict[str, Any] = {
            "title": outcome.scenario.title,
            "game_title": outcome.scenario.game.title,
            "answer": check_lines.summary(outcome),
            "played": check_report.played_words(outcome),
            "checks": checks,
            "baseline": check_report.baseline_words(outcome),
            "notes": [*outcome.notes, *check_report.new_words(drifts)],
            "drift_counts": check_report.drift_counts(drifts) if drifts else "",
            "moved": [_drift_row(one) for one in moved],
            "kept": [_drift_row(one) for one in drifts if one not in moved],
            "command": self.command,
            "version": self.version,
        }
        text = (
            environment()
            .get_template("check.html.j2")
            .render(page=values, css=asset("page.css"), script=asset("page.js"))
        )
        return re.sub(r"\n(?:[ \t]*\n)+", "\n", text)

    def _line(self, line: check_lines.CheckLine) -> dict[str, Any]:
        return {
            "class": CLASSES[line.verdict],
            "symbol": SYMBOLS[line.verdict],
            "text": line.text,
            "verdict": line.verdict,
            "rows": [*map(_check_row, line.results), *({**_check_row(one), "note": REPORTED} for one in line.reported)],
        }


def _check_row(result: Result) -> dict[str, str]:
    cells = check_report.row(result).cells
    note = "; ".join(filter(None, (check_lines.games_words(result).removeprefix("; "), result.note)))
    return {
        "class": CLASSES[result.verdict],
        "verdict": f"{SYMBOLS[result.verdict]} {result.verdict}",
        "figure": cells[1],
        "where": cells[2],
        "value": cells[3],
        "drawing": drawing(result.now.value, (result.now.low, result.now.high), result.claim.bound[:2], label=cells[1]),
        "allowed": cells[4],
        "note": note,
    }


def _drift_row(result: Result) -> dict[str, str]:
    cells = check_report.row(result).cells
    return {
        "class": CLASSES[result.verdict],
        "verdict": f"{SYMBOLS[result.verdict]} {result.verdict}",
        "figure": cells[1],
        "where": cells[2],
        "value": cells[3],
        "drawing": drawing(
            result.change, result.drift or (None, None), result.claim.bound[:2], label=f"change of {cells[1]}"
        ),
        "allowed": cells[5],
        "note": check_lines.games_words(result).removeprefix("; "),
    }


def drawing(
    value: float | None,
    ends: tuple[float | None, float | None],
    bound: tuple[float | None, float | None],
    *,
    label: str = "",
) -> str:
    """A small drawing: the allowed band, a dot and its interval; '' where the figure is undefined."""
    if value is None:
        return ""
    low, high = (value if end is None else end for end in ends)
    known = [x for x in (value, low, high, *bound) if x is not None and math.isfinite(x)]
    least, most = min(known), max(known)
    room = 0.12 * (most - least) or abs(most) * 0.1 or 1.0
    least, most = least - room, most + room

    def at(x: float) -> float:
        return round(EDGE + (WIDTH - 2 * EDGE) * (x - least) / (most - least), 1)

    left = at(least if bound[0] is None else bound[0])
    right = at(most if bound[1] is None else bound[1])
    middle = HEIGHT / 2
    words = numbers.fixed(value, 4)
    name = label.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return (
        f'<svg role="img" aria-label="{name}: {words}" class="bullet" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect class="band" x="{left}" y="2" width="{max(right - left, 0.5):.1f}" height="{HEIGHT - 4}"/>'
        f'<line x1="{at(low)}" x2="{at(high)}" y1="{middle}" y2="{middle}"/>'
        f'<circle cx="{at(value)}" cy="{middle}" r="4"/></svg>'
    )
