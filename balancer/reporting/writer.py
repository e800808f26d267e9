"""Writes the tables, charts and page of a run from its results."""

from __future__ import annotations

import csv
import io
import json
import pathlib
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from balancer.analysis.sheet import explained
from balancer.reporting.document.html import to_html
from balancer.reporting.document.markdown import to_markdown
from balancer.reporting.document.model import Document
from balancer.reporting.page import index_page
from balancer.simulation import provenance, store
from balancer.simulation.ownership import comment, mark_folder, may_be_replaced

if TYPE_CHECKING:
    import pandas as pd

PAGE, MARKDOWN, JSON, CHARTS, COLUMNS = "index.html", "report.md", "report.json", "charts", "columns"


def write(report: Any, folder: pathlib.Path, *, page_only: bool = False) -> pathlib.Path:
    """Write a report (`report.Report`) as page with charts, Markdown, CSV files and JSON; return the path of the page.

    page_only: page and CSV files, nothing else.  The same report gives the same bytes.  Every file is written
    completely or not at all.  StoreError: the folder can't be written.
    """
    with store.store_errors(folder):
        mark_folder(folder)
    document, tables = report.document(), report.tables()
    _forget_tables(folder)
    for sheet, rows in tables:
        write_frame(folder, sheet.name, sheet.frame(rows))
    write_frame(folder, COLUMNS, explained(sheet for sheet, _ in tables))
    if not page_only:
        store.write_inside(folder, MARKDOWN, to_markdown(document))
        _write_json(report, folder)
    return _write_page(folder, document, charts=not page_only)


def _write_json(report: Any, folder: pathlib.Path) -> None:
    """Write the JSON of a report; if the report leaves out tables of cells, delete an earlier JSON file instead."""
    if getattr(report, "is_whole", True):
        store.write_inside(folder, JSON, json_text(report.to_json()))
        return
    with store.store_errors(folder / JSON):  # of an earlier, smaller sweep
        (folder / JSON).unlink(missing_ok=True)


def _forget_tables(folder: pathlib.Path) -> None:
    """Delete the tables of an earlier report, which their `columns.csv` names: this one may lack some of them."""
    earlier = folder / f"{COLUMNS}.csv"
    if not earlier.is_file():
        return
    with earlier.open(encoding="utf-8", newline="") as file:
        names = {row.get("table") or "" for row in csv.DictReader(file)}
    for name in names:
        if re.fullmatch("[a-z_]+", name):  # the folder may come from elsewhere
            with store.store_errors(folder / f"{name}.csv"):
                (folder / f"{name}.csv").unlink(missing_ok=True)


def json_text(content: Mapping[str, Any]) -> str:
    """Return JSON whose first key marks it as ours."""
    marked = {"generated_by": f"balancer {provenance.versions()['balancer']}", **content}
    return json.dumps(marked, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


REPORTS = pathlib.Path("reports")  # the folder whose reports are listed in a page of its own


def _write_page(folder: pathlib.Path, page: Document, *, charts: bool = True) -> pathlib.Path:
    """Write a page with its charts, and the index of `reports` if the folder lies there; return the page's path."""
    if charts:
        _write_charts(page, folder)
    store.write_inside(folder, PAGE, to_html(page))
    if folder.parent == REPORTS and may_be_replaced(REPORTS / PAGE):
        store.write_inside(REPORTS, PAGE, to_html(index_page.page(REPORTS)))
    return folder / PAGE


def to_csv(table: pd.DataFrame) -> str:
    """Return a table as CSV, the same on every system; numbers to the last digit.

    Text that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, "CSV injection").
    """
    text = io.StringIO()
    texts = {str(name): column.map(_no_formula) for name, column in _with_formulas(table)}
    table.assign(**texts).rename(columns=_no_formula).to_csv(text, index=False, lineterminator="\n")
    return text.getvalue()


def _with_formulas(table: pd.DataFrame) -> Iterator[tuple[Any, pd.Series]]:
    for name, column in table.select_dtypes(exclude="number").items():
        # Looking at distinct texts is fast: a hundred thousand rows have few of them.
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


def _write_charts(page: Document, folder: pathlib.Path) -> None:
    """Write a file for each chart into `charts`; delete those of an earlier page that are not in this one."""
    store.refuse_link(folder / CHARTS)
    names = set()
    for chart in page.charts:
        names.add(f"{chart.name}.svg")
        # The mark lets later pages delete charts that they no longer have, and nothing else.
        marked = chart.file(page.basis).replace("<svg ", f"{comment()}\n<svg ", 1)
        store.write_inside(folder, f"{CHARTS}/{chart.name}.svg", marked)
    for old in (folder / CHARTS).glob("*.svg"):
        if old.name not in names and may_be_replaced(old):
            with store.store_errors(old):
                old.unlink()
