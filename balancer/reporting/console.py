"""Output of commands: titles, paragraphs and tables, readable at 80 columns, in pipes and on terminals of ASCII."""

from __future__ import annotations

import io
import os
import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pathlib

    from rich.table import Table

PIPE_WIDTH = 80  # columns of output that does not go to a terminal
MIN_WIDTH = 20  # columns: on narrower terminals lines run over the edge
MIN_WRAPPED = 12  # columns: if a wrapped column would get less, all columns of the table are wrapped
GAP = 2  # spaces between two columns of figures
MAX_UNBROKEN = 20  # characters: shorter cells beside figures are not broken
JOIN = "\N{WORD JOINER}"  # replaces a space at which no line may end, while a sentence is wrapped

PLAIN = str.maketrans({  # substitutes on a terminal that shows ASCII only
    "●": "+", "○": "?", "✕": "x", "↑": "^", "↓": "v",
    "±": "+-", "−": "-", "–": "-", "×": "x", "\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": " ", "…": "...",
})  # fmt: skip


class Console:
    """A collector of text that prints it at once, so that a closed pipe is handled in one place."""

    def __init__(self) -> None:
        from rich.console import Console as RichConsole

        self.text = io.StringIO()
        on_terminal = sys.stdout.isatty()
        columns = os.environ.get("COLUMNS", "")  # shells and pagers set it
        self.rich = RichConsole(
            file=self.text,
            force_terminal=on_terminal,
            width=None if on_terminal else int(columns) if columns.isdigit() and int(columns) > 0 else PIPE_WIDTH,
            highlight=False,
            markup=False,
            emoji=False,
        )
        self.rich.width = max(self.rich.width, MIN_WIDTH)
        self.ascii = not (sys.stdout.encoding or "utf-8").lower().startswith("utf")

    @property
    def width(self) -> int:
        """The number of columns of a line."""
        return self.rich.width

    def words(self, text: str) -> str:
        """Return a text in characters that this terminal can show."""
        return text.translate(PLAIN) if self.ascii else text

    def blank(self) -> None:
        """Add a line without text, to set parts apart."""
        self.rich.print()

    def title(self, text: str, style: str = "bold") -> None:
        """Add a heading, with a blank line above unless it is the first."""
        if self.text.tell():
            self.blank()
        self.rich.print(self.words(text), style=style)

    def paragraph(self, text: str, indent: int = 0) -> None:
        """Add a paragraph, wrapped to the width; its line breaks stay."""
        from rich.padding import Padding
        from rich.text import Text

        self.rich.print(Padding(Text(self.words(text)), (0, 0, 0, indent)))

    def sentence(self, text: str, style: str = "", indent: int = 0) -> None:
        """Add a sentence of a list or under a title; lines after its first are indented."""
        # No line may end within a figure, its uncertainty and its unit.
        for space in ("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"):
            text = text.replace(space, JOIN)
        text = text.replace(" ± ", f"{JOIN}±{JOIN}").replace("± ", f"±{JOIN}").replace(" pp", f"{JOIN}pp")
        lines = textwrap.wrap(self.words(text), self.width - 1, subsequent_indent=" " * indent, break_on_hyphens=False)
        for line in lines:
            self.whole(line.replace(JOIN, " "), style)

    def bullet(self, text: str) -> None:
        """Add an entry of a list."""
        self.sentence(f"- {text}", indent=2)

    def whole(self, text: str, style: str = "") -> None:
        """Add a line to copy, which is never broken."""
        from rich.text import Text

        self.rich.print(Text(text, style=style), soft_wrap=True)

    def written(self, path: pathlib.Path | None) -> None:
        """Add the path of a page, or of a folder of tables; nothing for None."""
        if path is not None:
            self.blank()
            self.whole(f"{'Page' if path.suffix == '.html' else 'Tables'}: {path}", "bold")

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], *, wrapped: Sequence[int] = (-1,)) -> None:
        """Add a table; columns in `wrapped` (indices; negative: from the end) share the width that the others leave."""
        table = self._table((0, 1))
        wraps = {place % len(headings) for place in wrapped}
        widths = [max(map(len, cells)) + 3 for cells in zip(headings, *rows, strict=True)]
        taken = sum(width for place, width in enumerate(widths) if place not in wraps)
        narrow = taken + MIN_WRAPPED * len(wraps) > self.width
        for place, heading in enumerate(headings):
            shares = place in wraps and not narrow
            text = self.words(heading)
            table.add_column(text, no_wrap=not (shares or narrow), overflow="fold", ratio=1 if shares else None)
        self._print(table, rows)

    def grid(self, headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[bool]) -> None:
        """Add a table; numbers: for each column whether it holds figures, which are right-aligned and never broken.

        A table that is too wide breaks headings and long texts at spaces; if it is still too wide, it is printed in
        parts, each with the texts before the first figure.
        """
        cells = [[_spaced(row[place]) for row in rows] for place in range(len(headings))]
        natural = [max(map(len, (heading, *column))) + GAP for heading, column in zip(headings, cells, strict=True)]
        whole = [
            is_number or max(map(len, column), default=0) <= MAX_UNBROKEN
            for is_number, column in zip(numbers, cells, strict=True)
        ]
        least = [
            column_width(heading, column if is_whole else [word for cell in column for word in cell.split()])
            for heading, column, is_whole in zip(headings, cells, whole, strict=True)
        ]
        tight = sum(natural) - GAP > self.width
        for number, places in enumerate(_parts(least, numbers, self.width + GAP) if tight else [range(len(headings))]):
            if number:
                self.blank()
            table = self._table((0, 1, 0, 0))
            for place in places:
                table.add_column(
                    self.words(_spaced(headings[place])),
                    justify="right" if numbers[place] else "left",
                    overflow="fold",
                    width=least[place] - GAP if tight and whole[place] else None,
                    min_width=min(least[place] - GAP, MAX_UNBROKEN),
                )
            self._print(table, [[cells[place][row] for place in places] for row in range(len(rows))])

    def _table(self, padding: tuple[int, ...]) -> Table:
        from rich import box
        from rich.table import Table

        kind = box.ASCII2 if self.ascii else box.SIMPLE_HEAD
        return Table(box=kind, show_edge=False, pad_edge=False, padding=padding)  # type: ignore[arg-type]

    def _print(self, table: Table, rows: Sequence[Sequence[str]]) -> None:
        from rich.text import Text

        for row in rows:
            table.add_row(*(Text(self.words(cell)) for cell in row))
        self.rich.print(table)

    @property
    def lines(self) -> list[str]:
        """The lines added so far."""
        return [line.rstrip() for line in self.text.getvalue().splitlines()]

    def show(self) -> None:
        """Print the lines added so far."""
        sys.stdout.write("\n".join(self.lines) + "\n")  # not click.echo: it writes UTF-8 whatever PYTHONIOENCODING says


def _spaced(text: str) -> str:
    return text.replace("\N{NARROW NO-BREAK SPACE}", " ")


def _parts(widths: Sequence[int], numbers: Sequence[bool], width: int) -> list[list[int]]:
    """Split the columns of a table that is too wide into parts; every part begins with the leading texts."""
    leading = list(range(list(numbers).index(True) if True in numbers else 1))
    parts = [leading.copy()]
    for place in range(len(leading), len(widths)):
        if len(parts[-1]) > len(leading) and sum(widths[k] for k in (*parts[-1], place)) > width:
            parts.append(leading.copy())
        parts[-1].append(place)
    return parts


def column_width(heading: str, cells: Sequence[str]) -> int:
    """Return the width of a column of figures: headings are broken at spaces, cells are not."""
    return max(0, *map(len, heading.split()), *map(len, cells)) + GAP
