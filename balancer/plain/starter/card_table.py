"""A card table that exists, as the declaration of it: what its columns seem to hold, and what is not sure."""

from __future__ import annotations

import keyword
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from balancer.core.component_table import COPIES_NAMES, NAME, ComponentColumn, near_name, quoted
from balancer.core.text_table import Mistake, ParsedTable, Row, TableError, as_name
from balancer.plain.declared import Card
from balancer.plain.loading.reading import MAX_COPIES, POINTS
from balancer.wording import plural, printable

MAX_WORDS, MAX_LETTERS = 12, 30  # of a column of words; more, or longer ones, are texts
MAX_NUMBER = 10**6
WIDTH = 100  # of the lines written
TOTALS = {"total", "totals", "sum", "summe", "gesamt", "grand_total"}
TAKEN = {"self", "file", "name", "copies", "sheet", "row", "count"}


@dataclass
class Declaration:
    """The declaration of a card table.

    columns: keyword -> kind, as Python; copies: the title of that column; worth: the keyword of a column of numbers;
    cards: with copies; doubts: what a reader should look at, a sentence each.
    """

    file: str
    title: str | None
    copies: str = ""
    sheet: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    worth: str = ""
    rows: int = 0
    cards: int = 0
    doubts: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, table: ParsedTable, file: str) -> Declaration:
        """Declare a table as its cells are; file: as the game names it.  TableError: there are no rows."""
        if not table.rows:
            raise TableError(table.path, [table.mistake(table.header, None, "no rows below the header")])
        header, rows = table.header.cells, table.rows
        total = any(as_name(cell) in TOTALS for cell in rows[-1].cells)
        rows = rows[:-1] if total else rows
        columns = {
            place: [row.cells[place] for row in rows if place < len(row.cells) and row.cells[place]]
            for place, title in enumerate(header)
            if title
        }
        once = {place: texts for place, texts in columns.items() if header.count(header[place]) == 1}
        numbers = {place for place, texts in columns.items() if _are_whole(texts)}
        near = near_name([header[place] for place in once])
        declaration = cls(file, near or None, sheet=table.sheet, rows=len(rows), doubts=list(table.notes))
        if total:
            where = table.mistake(table.rows[-1], 0, "").where()
            declaration.doubts.append(
                f"{where}: the last row seems to be a total, and is no card: take it out of the table"
            )
        if any(map(_is_whole, header)):
            declaration.doubts.append(
                f"line {table.header.line} is taken for the header, and holds numbers: is there none?"
            )
        if not near and (place := _telling(once, numbers, len(rows))) is not None:
            declaration.title = header[place]
            declaration.doubts.append(f"no column is called name: {header[place]} is taken for it")
        if declaration.title is None:
            declaration.doubts.append("there is no column of names: the cards are called Card 1, Card 2 ...")
        spelled = [as_name(title) for title in header]
        for place, texts in columns.items():
            if place not in once:
                declaration.doubts.append(
                    f"{table.mistake(table.header, place, '').where()}: {header[place]} stands there twice"
                )
            elif header[place] == declaration.title:
                if len(texts) < len(rows):
                    declaration.doubts.append(
                        f"{header[place]}: {plural(len(rows) - len(texts), 'row')} without a name"
                    )
                    declaration.title = None
            elif not declaration.copies and as_name(header[place]) in COPIES_NAMES and place in numbers:
                declaration._count(header[place], texts, len(rows))
            elif header[place] != spelled[place] and spelled.count(spelled[place]) > 1:
                declaration.doubts.append(
                    f"{header[place]} is spelled like another column: it is text, card.row[{header[place]!r}]"
                )
            else:
                declaration._declare(header[place], texts, empty=len(texts) < len(rows))
        declaration.cards = declaration.cards or len(rows)
        declaration.worth = next((name for name in POINTS if "range" in declaration.columns.get(name, "")), "") or next(
            (name for name, kind in declaration.columns.items() if "range" in kind), ""
        )
        declaration.doubts += [f"{mistake.where()}: {mistake.message}" for mistake in _missing(table, rows, columns)]
        return declaration

    def _count(self, title: str, texts: Sequence[str], rows: int) -> None:
        in_every_row = len(texts) == rows and all(0 <= float(text) <= MAX_COPIES for text in texts)
        if not in_every_row or not any(map(float, texts)):
            wrong = "is 0 in every row" if in_every_row else "is not a number in every row"
            self.doubts.append(f"{title} looks like copies, and {wrong}")
            self._declare(title, texts, empty=len(texts) < rows)
            return
        self.copies, self.cards = title, sum(int(float(text)) for text in texts)

    def _declare(self, title: str, texts: Sequence[str], *, empty: bool) -> None:
        name = as_name(title)
        if not name.isidentifier() or keyword.iskeyword(name) or name in TAKEN or hasattr(Card, name):
            self.doubts.append(f"{title} can't be written as a name: it is text, card.row[{title!r}]")
            return
        kind = _kind(texts)
        if kind == "str" and (numbers := sum(map(_is_whole, texts))) > len(texts) // 2:
            other = next(text for text in texts if not _is_whole(text))
            self.doubts.append(
                f"{title} is a number in {numbers} of {plural(len(texts), 'row')}, {quoted(other)} is none"
            )
        self.columns[name] = f"optional({kind})" if empty and kind != "str" else kind

    @property
    def players(self) -> range:
        """The numbers of players: nobody is to be without a card."""
        return range(2, max(3, min(5, self.cards // 6 + 1)))

    @property
    def usual_players(self) -> int:
        """The usual number of players."""
        return min(3, self.players[-1])

    @property
    def lineup(self) -> list[str]:
        """The line-up of the scenario that is written."""
        return ["careful", "plain", "careful"][: self.usual_players]

    @property
    def remarks(self) -> list[str]:
        """The findings and doubts about the table, as comments above the declaration."""
        cards = f"{plural(self.rows, 'row')}, {plural(self.cards, 'card')}"
        summary = f"{self.file}: {cards}{'; not sure:' if self.doubts else ''}"
        lines = map(printable, [summary, *(f"- {doubt}" for doubt in self.doubts)])
        return [part for line in lines for part in textwrap.wrap(line, WIDTH, subsequent_indent="  ")]

    @property
    def call(self) -> str:
        """The call of `cards`, a line for each column where one line is too short."""
        settings = {} if self.title == NAME else {"name": self.title}
        settings |= {word: text for word, text in (("copies", self.copies), ("sheet", self.sheet)) if text}
        words = [f"{word}={_literal(value)}" for word, value in settings.items()]
        words += [f"{name}={kind}" for name, kind in self.columns.items()]
        line = f"cards({', '.join([_literal(self.file), *words])})"
        if len(line) < WIDTH:
            return line
        return "\n".join(["cards(", *(f"        {word}," for word in [_literal(self.file), *words]), "    )"])


def filled_in(text: str, declaration: Declaration) -> str:
    """Return the text of a game with a declaration."""
    optional = ", optional" if "optional(" in declaration.call else ""
    worth = f"card.{declaration.worth}" if declaration.worth else "1"
    if "optional" in declaration.columns.get(declaration.worth, ""):
        worth += " or 0"
    seats = declaration.players
    words = {
        "IMPORTS": f"Game, Persona, Pile, cards, counter, ending, knob{optional}",
        "HAND": str(max(1, min(5, declaration.cards // (2 * declaration.usual_players)))),
        "LINEUP": ", ".join(map(_literal, declaration.lineup)),
        "SEATS": f"range({seats.start}, {seats.stop}), {declaration.usual_players}",
        "    # DESCRIPTION": "\n".join(f"    # {line}" for line in declaration.remarks),
        "DECLARATION": declaration.call,
        "WORTH": worth,
    }
    return re.sub("|".join(words), lambda match: words[match[0]], text)


def _literal(value: object) -> str:
    text = repr(value)
    return f'"{text[1:-1]}"' if text.startswith("'") and '"' not in text else text


def _is_whole(text: str) -> bool:
    return bool(re.fullmatch(r"[-+]?[0-9]{1,7}(\.0*)?", text)) and abs(float(text)) <= MAX_NUMBER


def _are_whole(texts: Sequence[str]) -> bool:
    return bool(texts) and all(map(_is_whole, texts))


def _kind(texts: Sequence[str]) -> str:
    """Return what a column holds, as it is declared: range(0, 7), float, ("red", "blue"), or str."""
    if _are_whole(texts):
        values = [0, *(int(float(text)) for text in texts)]
        return f"range({min(values)}, {max(values) + 1})"
    if texts and not any(ComponentColumn("", "", decimal=True).read(text)[1] for text in texts):
        return "float"
    words = [*dict.fromkeys(texts)]
    if 0 < len(words) <= min(MAX_WORDS, len(texts) // 2) and all(_is_word(word) for word in words):
        return f"({', '.join(map(_literal, words))}{',' * (len(words) == 1)})"
    return "str"


def _is_word(text: str) -> bool:
    return len(text) <= MAX_LETTERS and text.isprintable()


def _telling(columns: Mapping[int, list[str]], numbers: set[int], rows: int) -> int | None:
    """Return the first column with short texts in every row that mostly differ."""
    for place, texts in columns.items():
        if place not in numbers and len(texts) == rows and 2 * len({*texts}) > rows and all(map(_is_word, texts)):
            return place
    return None


def _missing(table: ParsedTable, rows: Sequence[Row], columns: Mapping[int, list[str]]) -> Iterator[Mistake]:
    """Yield the cells that seem to have a value, and have none."""
    for row in rows:
        for place in columns:
            if place < len(row.cells) and not row.cells[place] and (why := table.missing(row, place)):
                yield table.mistake(row, place, why)
