"""The section on skill: figures and checks from random players to the best, and the cost of mistakes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from balancer.reporting import numbers
from balancer.reporting.document.model import (
    Block,
    Chart,
    Details,
    Item,
    Section,
    Sentences,
    Table,
    TableColumn,
    TableRow,
    Text,
    chart,
)
from balancer.reporting.drawing import charts, dots
from balancer.reporting.findings.ladder import Ladder, SkillLine
from balancer.reporting.findings.verdict_answer import SYMBOLS
from balancer.reporting.numbers import CELL, DIFFERENCE, SHARE, SHORT, text
from balancer.reporting.page.first_screen import SPARK_EDGE, SPARK_HEIGHT, SPARK_WIDTH
from balancer.reporting.run_report import RunReport
from balancer.wording import capital

MAX_SERIES = 8  # seats or endings drawn in one chart
MAX_SMALL = 6  # small charts on the first screen
AS_SET_UP = "line-up"  # the scenario's own, next to the skill levels of a chart


def section(report: RunReport) -> Section:
    """Return the section; without items if no skill levels were played."""
    ladder = report.ladder
    items: list[Item] = []
    if ladder is not None:
        words = [Details("In words", [Sentences(ladder.sentences)])] if ladder.sentences else []
        items = [Text(ladder.note, "note"), _figures(report, ladder), *words]
        tables = [*_slips(ladder), *_checks(ladder)]
        items += [Block("Cost of mistakes, and the checks", "", (), tables, wide=True)] if tables else []
    return Section("ladder", "From random players to the best", items, "Skill")


@dataclass(frozen=True)
class SkillTile:
    """A figure from random players to the best, drawn small."""

    label: str
    spark: Markup
    first: str  # the figure of random players
    best: str  # that of the best
    exact: str  # both with their uncertainty, on hover


@dataclass(frozen=True)
class SkillRow(Item):
    """Small charts of figures by skill level, side by side."""

    tiles: Sequence[SkillTile]
    brief: bool = field(default=False, kw_only=True)


def small_charts(ladder: Ladder) -> SkillRow | None:
    """Return small charts of the first figures; of several seats or endings the two that differ most among the best."""
    shown: list[SkillLine] = []
    for number in dict.fromkeys(line.headline for line in ladder.lines):
        lines = [line for line in ladder.of_headline(number) if all(figure.defined for figure in line.figures)]
        ranked = sorted(lines, key=lambda line: -line.figures[ladder.best].value)
        shown += ranked if len(ranked) <= 2 else [ranked[0], ranked[-1]]
    return SkillRow([_small(line, ladder.best) for line in shown[:MAX_SMALL]]) if shown else None


def _small(line: SkillLine, best: int) -> SkillTile:
    figures = line.figures[: best + 1]
    ends = [end for figure in figures for end in (figure.low, figure.high, figure.value) if math.isfinite(end)]
    low, high = min(ends), max(ends)

    def y(value: float) -> float:
        share = (min(max(value, low), high) - low) / (high - low) if high > low else 0.5
        return SPARK_HEIGHT - SPARK_EDGE - (SPARK_HEIGHT - 2 * SPARK_EDGE) * share

    xs = [SPARK_EDGE + (SPARK_WIDTH - 2 * SPARK_EDGE) * k / max(best, 1) for k in range(len(figures))]
    path = " ".join(f"{x:.1f},{y(figure.value):.1f}" for x, figure in zip(xs, figures, strict=True))
    whiskers = "".join(
        f"M{x:.1f} {y(figure.low):.1f}V{y(figure.high):.1f}" for x, figure in zip(xs, figures, strict=True)
    )
    first, last = (text(figures[k], line.unit, SHORT) for k in (0, -1))
    svg = Markup(
        '<svg role="img" aria-label="{}: {} with random players, {} with the best" class="spark" viewBox="0 0 {} {}">'
        '<path d="{}"/><polyline points="{}"/><circle class="here" cx="{:.1f}" cy="{:.1f}" r="3"/></svg>'
    )
    words = (line.label, first, last, SPARK_WIDTH, SPARK_HEIGHT, whiskers, path, xs[-1], y(figures[-1].value))
    exact = f"random players {text(figures[0], line.unit)}, the best {text(figures[-1], line.unit)}"
    return SkillTile(capital(line.label), svg.format(*words), first, last, exact)


def _figures(report: RunReport, ladder: Ladder) -> Block:
    lines = {number: ladder.of_headline(number)[:MAX_SERIES] for number in range(len(report.headline))}
    drawings = [
        _chart(report, ladder, number, skill_lines)
        for number, skill_lines in lines.items()
        # A single game has no interval.
        if any(figure.known for line in skill_lines for figure in (*line.figures, line.as_set_up))
    ]
    rows = [
        TableRow([line.label, *(text(figure, line.unit, CELL) for figure in line.figures), line.shape])
        for line in ladder.lines
    ]
    columns = [
        TableColumn("figure"),
        *(TableColumn(rung, number=True) for rung in ladder.rungs),
        TableColumn("trend"),
    ]
    table = Table("Figures by skill level", columns, rows, "Figures by skill level")
    note = f"Percentages: share of random decisions of the best persona; {AS_SET_UP}: the scenario's own."
    return Block("Figures", note, drawings, [table], wide=True)


def _chart(report: RunReport, ladder: Ladder, number: int, lines: Sequence[SkillLine]) -> Chart:
    import pandas as pd

    rows = [
        (_rung(rung), line.item, *figure.ends)
        for line in lines
        for rung, figure in zip((*ladder.rungs, AS_SET_UP), (*line.figures, line.as_set_up), strict=True)
        if figure.known
    ]
    frame = pd.DataFrame(rows, columns=["x", "series", "value", "low", "high"])
    frame = frame if len(lines) > 1 else frame.drop(columns="series")
    plays = report.real_plays.headline(report.headline[number]) if report.real_plays else {}
    base = report.sweep.base
    plays_at = [((line.item, AS_SET_UP), figure) for line in lines if (figure := plays.get(line.item, {}).get(base))]
    real = dots.of_rows(("series", "x"), plays_at)
    label = report.headline[number].label
    unit = lines[0].unit
    title = f"{numbers.with_unit(label, unit)} from random players to the best"
    title = f"{title}; {dots.heard(real)}".rstrip("; ")
    more: dict[str, Any] = {
        "across": "players (%: share of random decisions)",
        "steps": list(map(_rung, ladder.rungs)),
        "real": real,
    }
    return chart(f"ladder-{number + 1}", title, charts.lines, frame, unit=unit, **more)


def _rung(name: str) -> str:
    return name.removesuffix(" mistakes")


def _slips(ladder: Ladder) -> list[Table]:
    columns = [
        TableColumn("mistakes", number=True),
        TableColumn("win rate", "if one player loses: share of the games not lost", number=True),
        TableColumn("lost", "an equal share minus the win rate", number=True),
    ]
    rows = [
        TableRow(
            [
                numbers.plain(slip.mistakes / 1000, SHARE, 0),
                text(slip.share, SHARE, CELL),
                text(slip.cost, DIFFERENCE, CELL),
            ]
        )
        for slip in ladder.slips
    ]
    return [Table("One player with mistakes among the best", columns, rows)] if rows else []


def _checks(ladder: Ladder) -> list[Table]:
    columns = [TableColumn("check"), *(TableColumn(_rung(rung)) for rung in ladder.rungs)]
    rows = [
        TableRow([ladder.check_label(check), *(SYMBOLS[verdict] for verdict in ladder.verdicts(check))])
        for check in ladder.checks.judged
    ]
    return [Table("Checks by skill level: ● passes, ○ undecided, ✕ fails", columns, rows)] if rows else []
