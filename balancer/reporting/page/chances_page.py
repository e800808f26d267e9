"""The page of `balancer chances`: when games are decided, whether the chances come true, luck by source, choices."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

from balancer.analysis.chances import Figure
from balancer.reporting.document.model import (
    Block,
    Code,
    Column,
    Document,
    Item,
    Row,
    Section,
    Sentences,
    Table,
    Text,
    chart,
)
from balancer.reporting.document.parts import SAME_FIGURES, footer
from balancer.reporting.drawing import charts
from balancer.reporting.numbers import DIFFERENCE, SHARE
from balancer.reporting.reports import chances_report as words
from balancer.reporting.reports.chances_report import ChancesReport


def page(report: ChancesReport, command: str, version: str) -> Document:
    """The whole page; command: what reproduces it."""
    verb = report.verb
    thinkers = [
        Text(f"{name} thinks ahead in other commands; here it plays as its base persona.") for name in report.thinkers
    ]
    sections = [
        Section("answer", "The answer", [Text(report.answer(), "verdict"), *thinkers]),
        Section("known", f"When it becomes known who {verb}", [_known(report)]),
        Section("course", "The course of a game", [Sentences(words.course_lines(report.chances, report.winner))]),
        Section("luck", "Luck and skill", [_luck(report)]),
        Section("calibration", "Do the chances come true?", [_calibration(report)]),
        Section("choices", "What choices are worth", list(_choices(report))),
        Section("reproduce", "Reproduce it", [Text(SAME_FIGURES), Code(command, command=True)]),
    ]
    return Document(
        f"{report.scenario.title}: chances",
        sections,
        kicker=report.scenario.game.title,
        about="each seat's chance to win along its games",
        description=report.answer(),
        facts=[report.played_words()],
        footer=footer(version),
        scripts=["page.js"],
    )


def _known(report: ChancesReport) -> Block:
    """How much of the result becomes known before the setup, in it, and in each tenth of the rounds."""
    found = report.chances
    phases = {"before the setup": found.who_plays, "in the setup": found.deal}
    phases |= {f"{10 * k} to {10 * k + 10}% of the rounds": one for k, one in enumerate(found.tenths)}
    drawn = chart(
        "known",
        f"when it becomes known who {report.verb}; share of the variance by phase",
        charts.bars,
        _frame(phases.items()),
        unit=SHARE,
        across="becomes known",
    )
    table = _figures(words.KNOWN, list(words.known_rows(found)))
    return Block("", words.total_words(found), [drawn], [table], wide=True)


def _luck(report: ChancesReport) -> Block:
    """What decides how often a seat wins."""
    sources = {"who_plays": report.luck.who_plays, **report.luck.sources}
    frame = _frame((words.SOURCES[name], figure) for name, figure in sources.items())
    title = f"what decides how often a seat {report.verb}"
    drawn = chart("luck", title, charts.bars, frame, unit=SHARE, across="share of the variance")
    table = _figures(("source", "share"), words.luck_rows(report.luck))
    return Block("", words.LUCK_WORDS, [drawn], [table], wide=True)


def _calibration(report: ChancesReport) -> Block:
    """Chances said, and what came."""
    found = report.chances.calibration
    frame = _frame((f"said {100 * one.said:.0f}%", one.difference) for one in found)
    drawn = chart(
        "calibration",
        "what came less what was said; by class of chances",
        charts.intervals,
        frame,
        unit=DIFFERENCE,
        across="came less said",
        reference=0.0,
        said="as said",
    )
    table = _figures(words.CAME, words.came_rows(report.chances))
    return Block("", words.came_words(report.chances), [drawn], [table], wide=True)


def _choices(report: ChancesReport) -> Iterable[Item]:
    """What options are worth by node, if they were examined."""
    if report.choices is not None:
        yield _table("What choices are worth, in chances to win", words.CHOICES, words.choice_rows(report.choices))
        yield Sentences(words.choice_lines(report.choices))


def _frame(rows: Iterable[tuple[str, Figure]]) -> Any:
    """Rows as charts take them; figures without a value have none."""
    import pandas as pd

    known = [(label, one.value, one.low, one.high) for label, one in rows if one.value == one.value]
    return pd.DataFrame(known, columns=["label", "value", "low", "high"])


def _figures(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """What a chart shows, folded under it."""
    return dataclasses.replace(_table("The same in figures", headings, rows), folded="The same in figures")


def _table(caption: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table whose first column is text."""
    columns = [Column(heading, number=place > 0) for place, heading in enumerate(headings)]
    return Table(caption, columns, [Row(row) for row in rows])
