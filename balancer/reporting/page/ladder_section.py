"""The section of a page on skill: figures and checks from random players to the best, and what a slip costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
from balancer.reporting.numbers import CELL, DIFFERENCE, SHARE, text
from balancer.reporting.reports.run_report import RunReport

MAX_SERIES = 8  # seats or endings drawn in one chart
AS_SET_UP = "here"  # the base cell as set up, beside the rungs of a chart


def section(report: RunReport) -> Section:
    """The section; without items where no ladder was played."""
    ladder = report.ladder
    items: list[Item] = []
    if ladder is not None:
        words = Details("In words", [Sentences(ladder.sentences)])
        items = [Text(ladder.note, "note"), _figures(report, ladder), words]
        tables = [*_slips(ladder), *_checks(ladder)]
        items += [Block("What a slip costs, and the checks", "", (), tables, wide=True)] if tables else []
    return Section("ladder", "From random players to the best", items, "Skill")


def _figures(report: RunReport, ladder: Ladder) -> Block:
    lines = {number: ladder.of_headline(number)[:MAX_SERIES] for number in range(len(report.headline))}
    drawn = [_chart(report, ladder, number, found) for number, found in lines.items() if any(map(_is_known, found))]
    rows = [
        TableRow([line.label, *(text(one, line.unit, CELL) for one in line.figures), line.shape])
        for line in ladder.lines
    ]
    columns = [
        TableColumn("figure"),
        *(TableColumn(rung, number=True) for rung in ladder.rungs),
        TableColumn("with skill"),
    ]
    table = Table("Figures at every rung", columns, rows, "Figures at every rung")
    return Block("Figures", "", drawn, [table], wide=True)


def _is_known(line: SkillLine) -> bool:
    """Whether any rung has a figure: a single game has no interval."""
    return any(figure.known for figure in (*line.figures, line.as_set_up))


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
    found = [((line.item, AS_SET_UP), figure) for line in lines if (figure := plays.get(line.item, {}).get(base))]
    real = dots.of_rows(("series", "x"), found)
    label = report.headline[number].label
    unit = lines[0].unit
    title = f"{numbers.with_unit(label, unit)} from random players to the best"
    title = f"{title}; {dots.heard(real)}".rstrip("; ")
    said = f"In percent: mistakes of the best; {AS_SET_UP}: as set up."
    more: dict[str, Any] = {
        "across": "who plays",
        "steps": list(map(_rung, ladder.rungs)),
        "caption": said,
        "real": real,
    }
    return chart(f"ladder-{number + 1}", title, charts.lines, frame, unit=unit, **more)


def _rung(name: str) -> str:
    return name.removesuffix(" mistakes")


def _slips(ladder: Ladder) -> list[Table]:
    columns = [
        TableColumn("mistakes", number=True),
        TableColumn("gets", "win rate; where one player loses, games not lost", number=True),
        TableColumn("cost", number=True),
    ]
    rows = [
        TableRow(
            [
                numbers.plain(one.mistakes / 1000, SHARE, 0),
                text(one.share, SHARE, CELL),
                text(one.cost, DIFFERENCE, CELL),
            ]
        )
        for one in ladder.slips
    ]
    return [Table("What a slip costs one player among the best", columns, rows)] if rows else []


def _checks(ladder: Ladder) -> list[Table]:
    columns = [TableColumn("check"), *(TableColumn(_rung(rung)) for rung in ladder.rungs)]
    rows = [
        TableRow([ladder.check_label(check), *(SYMBOLS[one] for one in ladder.verdicts(check))])
        for check in ladder.checks.judged
    ]
    return [Table("The checks at every rung: ● holds, ○ undecided, ✕ fails", columns, rows)] if rows else []
