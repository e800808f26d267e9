"""Writes the tables, charts and page of a run from its results, without playing a game."""

from __future__ import annotations

import functools
import io
import json
import pathlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from balancer.analysis import tables
from balancer.analysis.sheet import Sheet, explained
from balancer.players import tournament_tables
from balancer.reporting.axis import placed
from balancer.reporting.document.html import to_html
from balancer.reporting.document.markdown import to_markdown
from balancer.reporting.document.model import Document, NamedFile, Section
from balancer.reporting.findings.ladder import LADDER
from balancer.reporting.findings.other_players import RETUNED
from balancer.reporting.findings.real_plays import REAL_PLAYS
from balancer.reporting.findings.robustness import ROBUSTNESS
from balancer.reporting.findings.single_changes import CHANGES
from balancer.reporting.page import check_page, index_page
from balancer.reporting.page.run_page import RunPage
from balancer.reporting.page.tournament_page import TournamentPage
from balancer.reporting.reports.check_report import CHECKS, Checked
from balancer.reporting.reports.run_report import Report
from balancer.reporting.reports.tournament_report import Held
from balancer.simulation import provenance, store
from balancer.simulation.ownership import comment, mark_folder, may_be_replaced

if TYPE_CHECKING:
    import pandas as pd

PAGE, MARKDOWN, JSON, CHARTS = "index.html", "report.md", "report.json", "charts"

MANY_CELLS = 1000
"""Cells of a sweep beyond which all tables are written when asked for: those of 10 000 take minutes and 200 MB."""


@functools.singledispatch
def write(report: Any, folder: pathlib.Path) -> pathlib.Path:
    """Write a report (`report.Report`) as page with charts, Markdown, CSV files and JSON; return the path of the page.

    The same report gives the same bytes.  Every file is written completely or not at all.
    StoreError: the folder can't be written.
    """
    with store.words_for(folder):
        mark_folder(folder)
    document, tables = report.document(), report.tables()
    for sheet, rows in tables:
        write_frame(folder, sheet.name, sheet.frame(rows))
    write_frame(folder, "columns", explained(sheet for sheet, _ in tables))
    store.write_inside(folder, MARKDOWN, to_markdown(document))
    store.write_inside(folder, JSON, json_text(report.to_json()))
    return _write_page(folder, document)


def json_text(content: Mapping[str, Any]) -> str:
    """Return JSON whose first key marks it as ours."""
    marked = {"generated_by": f"balancer {provenance.versions()['balancer']}", **content}
    return json.dumps(marked, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


@write.register
def write_report(
    report: Report,
    folder: pathlib.Path,
    *,
    gallery: bool = False,
    every_table: bool = False,
    panel: Section | None = None,
) -> pathlib.Path:
    """Write tables, charts and page of a report.

    gallery: page and tables only, without facts that depend on the machine; every_table: of however many cells; panel:
    the section that plays.
    """
    whole = every_table or len(report.cells) <= MANY_CELLS
    written = _write_tables(report, folder, whole=whole)
    return _write_page(folder, RunPage(report, written, not gallery, whole, panel).page(), charts=not gallery)


@write.register
def write_tournament(report: Held, folder: pathlib.Path) -> pathlib.Path:
    """Write tables, charts and page of tournaments."""
    found = tournament_tables.all_tables(report.tournaments)
    for name, table in found.items():
        write_frame(folder, name, table)
    files = [NamedFile(f"{name}.csv", tournament_tables.ABOUT[name]) for name in found]
    return _write_page(folder, TournamentPage(report, files).page())


REPORTS = pathlib.Path("reports")
"""The folder whose reports are listed in a page of its own."""


def _write_page(folder: pathlib.Path, page: Document, *, charts: bool = True) -> pathlib.Path:
    """Write a page with its charts, and the list of all reports where it lies among them; the path of the page."""
    if charts:
        _write_charts(page, folder)
    store.write_inside(folder, PAGE, to_html(page))
    if folder.parent == REPORTS and may_be_replaced(REPORTS / PAGE):
        store.write_inside(REPORTS, PAGE, to_html(index_page.page(REPORTS)))
    return folder / PAGE


@write.register
def write_check(report: Checked, folder: pathlib.Path) -> pathlib.Path:
    """Write table and page of a check."""
    write_frame(folder, "checks", CHECKS.frame(report.outcome.results))
    write_frame(folder, "columns", explained([CHECKS]))
    version = report.manifest.versions.get("balancer", "")
    return _write_page(
        folder,
        check_page.page(report.outcome, report.manifest.command, version, report.of_players),
    )


def _write_tables(report: Report, folder: pathlib.Path, *, whole: bool) -> list[NamedFile]:
    import pandas as pd

    found = _tables_of_cells(report, whole=whole)
    for name in tables.SHEETS.keys() - found.keys():  # of an earlier sweep
        with store.words_for(folder / f"{name}.csv"):
            (folder / f"{name}.csv").unlink(missing_ok=True)
    columns = tables.columns(report.cells, list(found))
    parts: list[tuple[Sheet, Iterable[Any]]] = []
    if report.verdicts.found.judged:
        parts.append((_verdicts(report), report.verdict_rows))
    if report.changes is not None:
        parts.append((CHANGES, report.changes.all_effects))
    if report.robustness is not None:
        parts.append((ROBUSTNESS, report.robustness.rows()))
    if report.ladder is not None:
        parts.append((LADDER, report.ladder.rows()))
    if report.retuned is not None:
        parts.append((RETUNED, report.retuned.rows()))
    if report.real_plays is not None:
        parts.append((REAL_PLAYS, report.real_plays.rows()))
    sheets = [sheet for sheet, _ in parts]
    found |= {sheet.name: sheet.frame(items) for sheet, items in parts}
    columns = pd.concat([columns, explained(sheets)], ignore_index=True)
    return _write_frames(folder, {**found, "columns": columns}, (*tables.SHEETS.values(), *sheets))


def _tables_of_cells(report: Report, *, whole: bool) -> dict[str, pd.DataFrame]:
    """All tables of the cells, or the cells and the figures of the headline."""
    reader, base = report.reader, report.sweep.base if report.sweep.base_played else None
    basis = tables.Basis(reader.confidence, reader.seconds_per_decision, base)
    if whole:
        return tables.all_tables(report.cells, *basis)
    figures = tables.figures_table([one.ref for one in report.headline], report.cells, basis)
    return {"cells": tables.table("cells", report.cells, *basis), "metrics": figures}


def _write_frames(
    folder: pathlib.Path, frames: Mapping[str, pd.DataFrame], sheets: Iterable[Sheet] = ()
) -> list[NamedFile]:
    """Write tables and return their files, with what each has."""
    for name, table in frames.items():
        write_frame(folder, name, table)
    about = {"columns": "the meaning of every column of the other tables", **{one.name: one.about for one in sheets}}
    return [NamedFile(f"{name}.csv", about[name]) for name in frames]


VERDICTS = Sheet.of_rows(
    "verdicts",
    "the verdict of every check in every cell",
    {
        "cell": "number of the cell, from 1, in the order of the sweep",
        **{
            name: CHECKS.meanings[name]
            for name in ("check", "metric", "of", "stat", "value", "low", "high", "at_least", "at_most", "verdict")
        },
        "confidence": "confidence of the interval, so that all verdicts of the sweep hold simultaneously",
        "games": "games behind the figure",
        "games_to_decide": "games per cell that would decide an undecided figure, 80% likely; empty: none would",
    },
)


def _verdicts(report: Report) -> Sheet:
    """The table of verdicts, with a column for each axis behind that of the cell."""
    axes = tables.axis_columns(cell.axes for cell in report.cells)
    return VERDICTS.after([VERDICTS.columns[0], *placed(axes, "axis of the sweep")])


def to_csv(table: pd.DataFrame) -> str:
    """A table as CSV text, the same on every system; numbers to the last digit.

    Names that a spreadsheet would take for formulas get an apostrophe before them (OWASP, "CSV injection").
    """
    text = io.StringIO()
    texts = {str(name): column.map(_no_formula) for name, column in _with_formulas(table)}
    table.assign(**texts).rename(columns=_no_formula).to_csv(text, index=False, lineterminator="\n")
    return text.getvalue()


def _with_formulas(table: pd.DataFrame) -> Iterator[tuple[Any, pd.Series]]:
    """The columns that may hold a formula: of a hundred thousand rows of text few differ, and none begins like one."""
    for name, column in table.select_dtypes(exclude="number").items():
        if column.dtype != "str" or any(_no_formula(text) is not text for text in column.unique()):
            yield name, column


def _no_formula(cell: Any) -> Any:
    """Return a cell that no spreadsheet calculates: text that begins like a formula, and is no number, is quoted."""
    if not isinstance(cell, str) or not cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell


def write_frame(folder: pathlib.Path, name: str, table: pd.DataFrame) -> None:
    """Write a table as CSV into a results folder; StoreError."""
    store.write_inside(folder, f"{name}.csv", to_csv(table))


def _marked(svg: str) -> str:
    """An SVG file with our mark: later pages delete charts that they no longer have, and nothing else."""
    return svg.replace("<svg ", f"{comment()}\n<svg ", 1)


def _write_charts(page: Document, folder: pathlib.Path) -> None:
    """Write a file for each chart into `charts`; delete those of an earlier page that are not in this one."""
    store.refuse_link(folder / CHARTS)
    names = set()
    for chart in page.charts:
        names.add(f"{chart.name}.svg")
        store.write_inside(folder, f"{CHARTS}/{chart.name}.svg", _marked(chart.file(page.basis)))
    for old in (folder / CHARTS).glob("*.svg"):
        if old.name not in names and may_be_replaced(old):
            with store.words_for(old):
                old.unlink()
