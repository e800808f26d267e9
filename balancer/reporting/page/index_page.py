"""The index of reports: title, one-line answer and date of every results folder, the newest first."""

from __future__ import annotations

import html
import json
import os
import pathlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from balancer.reporting.document.model import Document, Section, Table, TableColumn, TableRow
from balancer.simulation.ownership import folder_is_marked
from balancer.wording import printable

KINDS = {"run": "sweep", "compare": "comparison", "check": "check", "tournament": "tournament"}  # others: their own


@dataclass(frozen=True)
class Entry:
    """A results folder in the index."""

    folder: str
    link: str
    title: str
    game: str
    kind: str
    answer: str
    date: str


def entries(reports: pathlib.Path) -> list[Entry]:
    """Return the marked folders that have a manifest and a page, the newest first; unreadable ones are left out."""
    folders = [entry for path in reports.glob("*/manifest.json") if (entry := _entry(path)) is not None]
    return sorted(folders, key=lambda folder: (folder.date, folder.folder), reverse=True)


def _entry(path: pathlib.Path) -> Entry | None:
    written = path.parent / "index.html"
    if not (folder_is_marked(path.parent) and path.is_file() and written.is_file()):  # a pipe would be waited for
        return None
    try:
        manifest: Any = json.loads(path.read_text(encoding="utf-8"))
        page = written.read_text(encoding="utf-8")
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(manifest, Mapping):
        return None
    scenario, game = manifest.get("scenario") or {}, manifest.get("game") or {}
    kind = str(manifest.get("kind") or "run")
    return Entry(
        folder=path.parent.name,
        link=f"{quote(os.fsencode(path.parent.name))}/index.html",
        title=printable(str(scenario.get("title") or path.parent.name)),
        game=str(game.get("title") or ""),
        kind=KINDS.get(kind, kind),
        answer=description(page),
        date=str(manifest.get("started") or "")[:16].replace("T", " "),
    )


def description(page: str) -> str:
    """Return the one-line answer that a page declares; '' if it declares none."""
    match = re.search(r'<meta name="description" content="([^"]*)">', page)
    return html.unescape(match[1]) if match else ""


def page(reports: pathlib.Path) -> Document:
    """Return the index as a page."""
    columns = [
        TableColumn("question", prose=True),
        TableColumn("answer", prose=True),
        *map(TableColumn, ("kind", "game", "played")),
    ]
    rows = [
        TableRow([entry.title, entry.answer, entry.kind, entry.game, entry.date], link=entry.link)
        for entry in entries(reports)
    ]
    table = Table("All reports of this folder, the newest first", columns, rows)
    return Document("Reports", [Section("answer", "", [table])], scripts=["page.js"], navigation=False)
