"""The rows of a log: cells by column, rows by play, and mistakes in them."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from balancer.core.text_table import MAX_ALIKE, ParsedTable, sum_up
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.logs.columns import PLAY, Columns, as_said

Value = TypeVar("Value")


class Mistakes:
    """Mistakes in a table by kind: how many there are, and the first ones with their places."""

    def __init__(self, table: ParsedTable) -> None:
        self.table = table
        self.kinds: dict[str, list[tuple[int, int | None, str]]] = {}
        self.numbers: Counter[str] = Counter()

    def add(self, row: int, cell: int | None, message: str, like: str = "") -> None:
        """Note a mistake at a cell of a row (-1: the header) or at the row; like: what mistakes of its kind share."""
        kind = like or message
        self.numbers[kind] += 1
        if self.numbers[kind] <= MAX_ALIKE:
            self.kinds.setdefault(kind, []).append((row, cell, message))

    def raise_any(self) -> None:
        """Raise ScenarioError with all mistakes, if there are any."""
        mistakes = []
        for kind, first in self.kinds.items():
            rows = [self.table.header if row < 0 else self.table.rows[row] for row, _, _ in first]
            alike = [self.table.mistake(row, cell, text) for row, (_, cell, text) in zip(rows, first, strict=True)]
            mistakes += sum_up(alike, self.numbers[kind])
        if mistakes:
            raise ScenarioError(
                [Fault(f"{self.table.path}:{mistake.where()}", mistake.message) for mistake in sorted(mistakes)]
            )


@dataclass
class LogRows:
    """The rows of a table that are read."""

    table: ParsedTable
    columns: Columns
    mistakes: Mistakes
    counts: Counter[str] = field(default_factory=Counter)  # sentence with {plays} -> number of plays, for the notes

    def texts(self, name: str) -> list[str]:
        """Return the cells of a column, '' for rows that end before it."""
        place = self.columns.places[name]
        return [row.cells[place] if place < len(row.cells) else "" for row in self.table.rows]

    def values(self, name: str, read: Callable[[str], Value]) -> list[Value | None]:
        """Return the values of a column; None for empty cells and wrong ones, which are noted."""
        if name not in self.columns:
            return [None] * len(self.table.rows)
        texts = self.texts(name)
        values: dict[str, Value | None] = {"": None}
        wrong: dict[str, str] = {}
        for text in {*texts} - {""}:
            try:
                values[text] = read(text)
            except ValueError as error:
                values[text], wrong[text] = None, str(error)
        if wrong:
            for row, text in enumerate(texts):
                if text in wrong:
                    self.wrong(row, name, wrong[text])
        return [values[text] for text in texts]

    def wrong(self, row: int, name: str, message: str, like: str = "") -> None:
        """Note a mistake at a column, or at the row if the log has no such column."""
        self.mistakes.add(row, self.columns.places.get(name), message, like)

    def keep(self, rows: Sequence[int]) -> None:
        """Read only these rows from now on."""
        self.table = dataclasses.replace(self.table, rows=[self.table.rows[row] for row in rows])
        self.mistakes.table = self.table

    def groups(self) -> list[list[int]]:
        """Return the rows of each play."""
        if PLAY not in self.columns:
            return [[row] for row in range(len(self.table.rows))]
        groups: dict[str, list[int]] = {}
        for row, text in enumerate(self.texts(PLAY)):
            if not text:
                self.wrong(row, PLAY, "which play is it? write its number, or any word of its own")
            groups.setdefault(text, []).append(row)
        return list(groups.values())

    def shared(self, groups: Sequence[list[int]], name: str) -> list[int | None]:
        """Return the first row of each play with a cell in a column; the play's other cells must be empty or equal."""
        texts = self.texts(name)
        first_rows: list[int | None] = []
        for group in groups:
            rows = [row for row in group if texts[row]]
            for row in rows[1:]:
                if texts[row] != texts[rows[0]]:
                    line = self.table.mistake(self.table.rows[rows[0]], None, "")
                    where = line.place or f"line {line.line}"
                    self.wrong(row, name, f"{name} differs from {where}, of the same play", f"another {name}")
            first_rows.append(rows[0] if rows else None)
        return first_rows

    def written(self, *names: str) -> str:
        """Return the file's name for the first of our names that it has."""
        name = next((name for name in names if name in self.columns), names[0])
        return as_said(self.columns.others.get(name, name))
