"""Writes the tables, charts and page of a run from its results, without playing a game."""

from __future__ import annotations

import functools
import io
import pathlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from balancer.analysis import comparison, tables
from balancer.analysis.column_docs import CHANGES, RETUNED, ROBUSTNESS, VERDICTS
from balancer.players import tournament_tables
from balancer.reporting.axis import shown
from balancer.reporting.page.check_page import CheckPage
from balancer.reporting.page.compare_page import ComparePage
from balancer.reporting.page.index_page import index_html
from balancer.reporting.page.run_page import NamedFile, Page
from balancer.reporting.page.sensitivity_page import SensitivityPage
from balancer.reporting.page.tournament_page import TournamentPage
from balancer.reporting.reports import check_report
from balancer.reporting.reports.check_report import Checked
from balancer.reporting.reports.compare_report import Compared
from balancer.reporting.reports.run_report import Report, ScenarioReport
from balancer.reporting.reports.seek_report import SeekReport
from balancer.reporting.reports.sensitivity_report import Sensitivity
from balancer.reporting.reports.tournament_report import Held
from balancer.simulation import store
from balancer.simulation.ownership import comment, may_be_replaced

if TYPE_CHECKING:
    import pandas as pd

PAGE = "index.html"


@functools.singledispatch
def write(report: ScenarioReport, folder: pathlib.Path) -> pathlib.Path:
    """Write tables, charts and page of a report; the path of the page.

    The same report gives the same bytes.  Every file is written completely or not at all.
    StoreError: the folder can't be written.
    """
    raise TypeError(type(report), folder)


@write.register
def write_report(report: Report, folder: pathlib.Path, *, gallery: bool = False) -> pathlib.Path:
    """Write tables, charts and page of a report.

    gallery: page and tables only, without facts that depend on the machine.
    """
    written = _write_tables(report, folder)
    page = Page(report, written, not gallery)
    html = page.html()
    if not gallery:
        _write_charts(page, folder / "charts")
    _write_page(folder, html)
    return folder / PAGE


@write.register
def write_comparison(report: Compared, folder: pathlib.Path) -> pathlib.Path:
    """Write tables, charts and page of a comparison."""
    found = {
        "differences": comparison.differences_table(report.pairs, report.spec),
        "pairs": comparison.pairs_table(report.pairs, report.spec),
        "columns": comparison.columns_table(),
    }
    for name, table in found.items():
        write_frame(folder / f"{name}.csv", table)
    page = ComparePage(report, [NamedFile(f"{name}.csv", ABOUT[name]) for name in found])
    html = page.html()
    _write_charts(page, folder / "charts")
    _write_page(folder, html)
    return folder / PAGE


@write.register
def write_tournament(report: Held, folder: pathlib.Path) -> pathlib.Path:
    """Write tables, charts and page of tournaments."""
    found = tournament_tables.all_tables(report.tournaments)
    for name, table in found.items():
        write_frame(folder / f"{name}.csv", table)
    page = TournamentPage(report, [NamedFile(f"{name}.csv", tournament_tables.ABOUT[name]) for name in found])
    html = page.html()
    _write_charts(page, folder / "charts")
    _write_page(folder, html)
    return folder / PAGE


REPORTS = pathlib.Path("reports")
"""The folder whose reports are listed in a page of its own."""


def _write_page(folder: pathlib.Path, html: str) -> None:
    """Write a page, and the list of all reports where it lies among them."""
    store.write_atomically(folder / PAGE, html)
    listing = REPORTS / PAGE
    if folder.parent == REPORTS and may_be_replaced(listing):
        store.write_atomically(listing, index_html(REPORTS))


@write.register
def write_check(report: Checked, folder: pathlib.Path) -> pathlib.Path:
    """Write table and page of a check."""
    write_frame(folder / "checks.csv", check_report.frame(report.outcome))
    write_frame(folder / "columns.csv", check_report.columns())
    version = report.manifest.versions.get("balancer", "")
    _write_page(folder, CheckPage(report.outcome, report.manifest.command, version).html())
    return folder / PAGE


@write.register
def write_seek(report: SeekReport, folder: pathlib.Path) -> pathlib.Path:
    """Write the tables of a goal seek; the path of their folder: it has no page."""
    write_frame(folder / "candidates.csv", report.frame())
    write_frame(folder / "columns.csv", report.columns())
    return folder


@write.register
def write_sensitivity(report: Sensitivity, folder: pathlib.Path) -> pathlib.Path:
    """Write table, charts and page of a look at all knobs."""
    import pandas as pd

    write_frame(folder / "changes.csv", pd.DataFrame(report.changes.rows()))
    page = SensitivityPage(report, [NamedFile("changes.csv", ABOUT["changes"])])
    html = page.html()
    _write_charts(page, folder / "charts")
    _write_page(folder, html)
    return folder / PAGE


def _write_tables(report: Report, folder: pathlib.Path) -> list[NamedFile]:
    reader = report.reader
    base = report.sweep.base if report.sweep.base_played else None
    found = tables.all_tables(report.cells, reader.confidence, reader.seconds_per_decision, base)
    import pandas as pd

    columns = tables.columns(report.cells)
    if report.verdicts.found.judged:
        found["verdicts"], meanings = _verdicts(report)
        columns = pd.concat([columns, meanings], ignore_index=True)
    others: Sequence[tuple[str, Any, Mapping[str, str]]] = (
        ("changes", report.changes, CHANGES),
        ("robustness", report.robustness, ROBUSTNESS),
        ("retuned", report.retuned, RETUNED),
    )
    for name, part, described in others:
        if part is not None:
            found[name] = pd.DataFrame(part.rows(), columns=list(described))
            meanings = pd.DataFrame([{"table": name, "column": c, "meaning": m} for c, m in described.items()])
            columns = pd.concat([columns, meanings], ignore_index=True)
    for name, table in {**found, "columns": columns}.items():
        store.write_atomically(folder / f"{name}.csv", to_csv(table))
    files = [NamedFile(f"{name}.csv", ABOUT.get(name, "")) for name in found]
    return [*files, NamedFile("columns.csv", ABOUT["columns"])]


def _verdicts(report: Report) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The verdicts of all checks in all cells, and the meaning of every column."""
    import pandas as pd

    axes = tables.axis_columns(cell.axes for cell in report.cells)
    rows = [{**row, **{axes[name]: shown(value) for name, value in row["axes"].items()}} for row in report.verdict_rows]
    described = {**dict.fromkeys(axes.values(), "axis of the sweep"), **VERDICTS}
    names = ["cell", *axes.values(), *(name for name in VERDICTS if name != "cell")]
    table = pd.DataFrame(rows, columns=names)
    meanings = [{"table": "verdicts", "column": name, "meaning": described[name]} for name in names]
    return table, pd.DataFrame(meanings)


ABOUT = {
    "cells": "one row per cell: rules, players, games",
    "seats": "win rate, advantage and score of each seat",
    "personas": "win rate and lift of each persona",
    "persona_seats": "win rate of each persona in each seat",
    "length": "rounds, turns, decisions, minutes",
    "endings": "how games end",
    "arc": "after each tenth of a game: how often the leader wins, leads until the end, and the winner is last",
    "nodes": "kinds of decision",
    "metrics": "every metric",
    "extras": "figures of the game's own",
    "parts": "raw lift of each part",
    "histograms": "whole distributions",
    "verdicts": "the verdict of every check in every cell",
    "robustness": "each conclusion as set up and at tables of other players",
    "retuned": "where the table is beaten, and the headline figures among tuned players",
    "differences": "one row per variant and figure: base, variant, difference, verdict",
    "pairs": "one row per variant: how many games are identical",
    "changes": "one row per change of a rule and figure: base, now, change with its interval, verdict",
    "columns": "the meaning of every column of the other tables",
}


def to_csv(table: pd.DataFrame) -> str:
    """A table as CSV text, the same on every system; numbers to the last digit.

    Names that a spreadsheet would take for formulas get an apostrophe before them (OWASP, "CSV injection").
    """
    text = io.StringIO()
    table.rename(columns=_no_formula).map(_no_formula).to_csv(text, index=False, lineterminator="\n")
    return text.getvalue()


def _no_formula(cell: Any) -> Any:
    """Return a cell that no spreadsheet calculates: text that begins like a formula, and is no number, is quoted."""
    if not isinstance(cell, str) or not cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell


def write_frame(path: pathlib.Path, table: pd.DataFrame) -> None:
    """Write a table as CSV; StoreError."""
    store.write_atomically(path, to_csv(table))


def _marked(svg: str) -> str:
    """An SVG file with our mark: later pages delete charts that they no longer have, and nothing else."""
    return svg.replace("<svg ", f"{comment()}\n<svg ", 1)


def _write_charts(page: Page | ComparePage | TournamentPage | SensitivityPage, folder: pathlib.Path) -> None:
    """One file a chart; those of an earlier page that are not in this one go."""
    names = set()
    for chart in page.charts:
        names.add(f"{chart.name}.svg")
        store.write_atomically(folder / f"{chart.name}.svg", _marked(chart.file))
    for old in folder.glob("*.svg"):
        if old.name not in names and may_be_replaced(old):
            old.unlink()
