"""Card tables as people have them: programs, habits and oversights, from a seed.

What a table holds is known, so that what is read can be compared with it.
"""

import io
import pathlib
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import openpyxl

from balancer.plain import optional

NAME_TITLES = ("name", "Name", "NAME", "Card Name", "Title", "Card", "name_en", "Nombre")
COPIES_TITLES = ("Qty", "quantity", "Num", "copies", "count", "# of copies", "Amount")
NAMES = (
    "Scout",
    "Yog.0",
    "Mining Corp.",
    "#1 Fan",
    'Kong, "Sleeping Dragon"',
    "Bär; Ödön",
    "🐉 Drache",
    "D'Etat",
    "A|B",
    "Zwölf – 12",
)
TEXTS = (
    "",
    "Draw 2.",
    "Draw 2,\nthen discard; or not.",
    'Say "now"',
    "Café €5",
    "→ move",
    "=not a formula",
    "TRUE",
    "  padded ",
)
TITLE_ROWS: tuple[list[str], ...] = ([], ["My game, third try"], ["My game", "", "by me"], ["# all cards"])


@dataclass
class MadeTable:
    """A file and how it is declared; deck: name -> copies; wrong: what the message must say, '' where all is right."""

    path: pathlib.Path
    declared: dict[str, Any]
    deck: Counter[str] = field(default_factory=Counter)
    costs: dict[str, int | None] = field(default_factory=dict)
    wrong: str = ""


def made_table(folder: pathlib.Path, seed: int) -> MadeTable:
    """Write a table of a seed into a folder."""
    rng = random.Random(seed)
    name_title = rng.choice([*NAME_TITLES, None])
    copies_title = rng.choice([*COPIES_TITLES, None])
    cost_title = rng.choice(["cost", "Cost", "Cost (gold)"])
    header = [title for title in (name_title, cost_title, copies_title, "Kind", "Unique", "Weight", "Notes") if title]
    may_be_empty = rng.random() < 0.5
    rows, deck, costs = [], Counter[str](), dict[str, int | None]()
    seen: dict[tuple[Any, ...], str] = {}
    for number in range(1, rng.randrange(2, 30)):
        name = rng.choice(NAMES) + rng.choice(["", " II", " III"])
        cost = None if may_be_empty and rng.random() < 0.2 else rng.randrange(-3, 20)
        copies = rng.randrange(1, 6)
        cells = [cost, rng.choice(("red", "blue")), rng.random() < 0.5, rng.choice((0.5, 1.25, 3)), rng.choice(TEXTS)]
        rows.append((name, copies, cells))
        content = (name, *map(str, cells[:4]), str(cells[4]).strip())
        if name_title is None:
            called = f"Card {number}"
        elif content in seen:
            called = seen[content]
        else:
            called, kinds = name, 1
            while called in costs:
                kinds += 1
                called = f"{name} ({kinds})"
            seen[content] = called
        deck[called] += copies if copies_title else 1
        costs[called] = cost
    made = MadeTable(folder / "cards", {}, deck, costs)
    lines = [_cells(header, name_title, copies_title, *row) for row in rows]
    if rng.random() < 0.3:
        _spoil(rng, made, lines, header, cost_title)
    declared: dict[str, Any] = {
        "name": name_title,
        "kind": ("red", "blue"),
        "unique": ("TRUE", "FALSE"),
        "weight": float,
    }
    declared["cost_gold" if "gold" in cost_title else "cost"] = (
        optional(range(-3, 20)) if may_be_empty else range(-3, 20)
    )
    declared |= {"copies": copies_title} if copies_title else {}
    declared |= {"notes": str} if rng.random() < 0.5 else {}
    made.declared = declared
    titles = rng.choice(TITLE_ROWS)
    grid = [*([titles] if titles else []), header, *lines]
    _write(rng, made, grid)
    return made


def _cells(
    header: list[str], name_title: str | None, copies_title: str | None, name: str, copies: int, cells: list[Any]
) -> list[Any]:
    row = [name] * (name_title is not None) + cells[:1] + [copies] * (copies_title is not None) + cells[1:]
    assert len(row) == len(header)
    return row


def _spoil(rng: random.Random, made: MadeTable, lines: list[list[Any]], header: list[str], cost_title: str) -> None:
    """Make one cell wrong, and say what its message must hold."""
    row, cost, kind = rng.randrange(len(lines)), header.index(cost_title), header.index("Kind")
    which = rng.choice(["X", "1 000", "–5", "999", "word", "4.5"])
    lines[row][kind if which == "word" else cost] = "green" if which == "word" else which
    made.wrong = {
        "X": "is not a whole number; write a number, or declare",
        "1 000": "write 1000, without a separator of thousands",
        "–5": "; write -5",
        "999": "cost 999 is out of range -3..19"
        if cost_title != "Cost (gold)"
        else "cost_gold 999 is out of range -3..19",
        "word": "'green' is not one of red, blue",
        "4.5": "=float",
    }[which]


def _write(rng: random.Random, made: MadeTable, grid: list[list[Any]]) -> None:
    """Write cells as one of the programs that people use does."""
    if rng.random() < 0.3:
        made.path = made.path.with_suffix(rng.choice([".xlsx", ".XLSX"]))
        made.path.write_bytes(_workbook(rng, grid))
        return
    encoding = rng.choice(["utf-8", "utf-8-sig", "utf-16"])
    separator, made.path = rng.choice(
        [
            (",", made.path.with_suffix(".csv")),
            (";", made.path.with_suffix(".CSV")),
            ("\t", made.path.with_suffix(".tsv")),
        ]
    )
    line_break = rng.choice(["\n", "\r\n"])
    always, trailing = rng.random() < 0.3, rng.randrange(3)
    lines = [separator.join([*(_quoted(cell, separator, always) for cell in row), *[""] * trailing]) for row in grid]
    lines += [separator * 3] * rng.randrange(2)
    text = line_break.join(lines) + line_break
    if separator == "," and rng.random() < 0.3:
        text = f"# printed on Monday, for a try{line_break}{text}"
    if encoding == "utf-8" and rng.random() < 0.3:
        encoding = "cp1252"
        for letter in sorted({*text}):
            try:
                letter.encode(encoding)
            except UnicodeEncodeError:
                encoding = "utf-8"
    made.path.write_bytes(text.encode(encoding))


def _quoted(cell: Any, separator: str, always: bool) -> str:
    text = "" if cell is None else str(cell).upper() if isinstance(cell, bool) else str(cell)
    if always or any(letter in text for letter in (separator, '"', "\n")):
        return '"' + text.replace('"', '""') + '"'
    return text


def _workbook(rng: random.Random, grid: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    if rng.random() < 0.3:
        sheet.append(["Change log"])
        sheet.append(["Monday", "more dragons"])
        sheet = book.create_sheet("All cards")
    if rng.random() < 0.2:
        sheet.append([])
    for row in grid:
        sheet.append([None if cell == "" else cell for cell in row])
        for cell in sheet[sheet.max_row]:
            cell.data_type = "s" if isinstance(cell.value, str) else cell.data_type  # "=..." is a text here
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()
