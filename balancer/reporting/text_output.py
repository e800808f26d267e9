"""Tables and paragraphs of words on stdout: readable at 80 columns and in pipes."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

PIPE_WIDTH = 80
"""Columns of output that does not go to a terminal."""

LEAST_WRAPPED = 12
"""Least width of a wrapped column; where less is left, all columns of a table are wrapped."""


class TextOutput:
    """Collects text and prints it at once, so that a closed pipe is handled in one place."""

    def __init__(self) -> None:
        from rich.console import Console

        self.text = io.StringIO()
        on_terminal = sys.stdout.isatty()
        self.console = Console(
            file=self.text,
            force_terminal=on_terminal,
            width=None if on_terminal else PIPE_WIDTH,
            highlight=False,
            markup=False,
            emoji=False,
        )

    def title(self, text: str) -> None:
        """Add a heading, with a blank line above unless it is the first."""
        if self.text.tell():
            self.console.print()
        self.console.print(text, style="bold")

    def paragraph(self, text: str, indent: int = 0) -> None:
        """Add a paragraph, wrapped to the width."""
        from rich.padding import Padding
        from rich.text import Text

        self.console.print(Padding(Text(text), (0, 0, 0, indent)))

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], *, wrapped: Sequence[int] = (-1,)) -> None:
        """Add a table; columns in `wrapped` (indices; negative: from the end) share the width that the others leave."""
        from rich import box
        from rich.table import Table
        from rich.text import Text

        ascii_only = not (sys.stdout.encoding or "utf-8").lower().startswith("utf")
        table = Table(box=box.ASCII2 if ascii_only else box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        wraps = {place % len(headings) for place in wrapped}
        widths = [max(map(len, cells)) + 3 for cells in zip(headings, *rows, strict=True)]
        taken = sum(width for place, width in enumerate(widths) if place not in wraps)
        narrow = taken + LEAST_WRAPPED * len(wraps) > self.console.width
        for place, heading in enumerate(headings):
            shares = place in wraps and not narrow
            table.add_column(heading, no_wrap=not (shares or narrow), overflow="fold", ratio=1 if shares else None)
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        self.console.print(table)

    def show(self) -> None:
        """Print all of it."""
        lines = (line.rstrip() for line in self.text.getvalue().splitlines())
        sys.stdout.write("\n".join(lines) + "\n")  # not click.echo, which writes UTF-8 whatever PYTHONIOENCODING says
