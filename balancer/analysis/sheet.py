"""Sheets: tables of results, each column declared once, with its meaning and how it is read from what a row is about.

CSV files, columns.csv, DataFrames and the rows of JSON follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]

OF = "seat (from 1), persona, ending, part ...; empty: the game as a whole"
NOTE = "what to keep in mind about this row"


Read = str | Callable[[Any], Any]
"""How a value is read from what a row is about: a function, or the way to it, `difference.base.low`.

None where something on the way is None; '': the way is the column's name.
"""


class Column(NamedTuple):
    """A column and how it is read; is_number: values become numbers, NaN where there is none."""

    name: str
    meaning: str
    read: Callable[[Any], Any]
    is_number: bool = False


def column(name: str, meaning: str, read: Read = "") -> Column:
    """A column of values as they are."""
    return Column(name, meaning, _along(read or name) if isinstance(read, str) else read)


def number(name: str, meaning: str, read: Read = "") -> Column:
    """A column of numbers."""
    return column(name, meaning, read)._replace(is_number=True)


def _along(way: str) -> Callable[[Any], Any]:
    names = way.split(".")

    def read(item: Any) -> Any:
        for name in names:
            if item is not None:
                item = getattr(item, name)
        return item

    return read


@dataclass(frozen=True)
class Sheet:
    """A table: its name, what it has in a few words, its columns."""

    name: str
    about: str
    columns: Sequence[Column]

    @classmethod
    def of_rows(cls, name: str, about: str, meanings: Mapping[str, str]) -> Self:
        """A table whose rows are dicts already; what they lack is empty."""
        return cls(name, about, [Column(key, meaning, _getter(key)) for key, meaning in meanings.items()])

    @property
    def meanings(self) -> dict[str, str]:
        """Column -> meaning."""
        return {column.name: column.meaning for column in self.columns}

    def row(self, item: Any) -> Row:
        """The row about an item, as plain values."""
        return {column.name: column.read(item) for column in self.columns}

    def frame(self, items: Iterable[Any] | pd.DataFrame) -> pd.DataFrame:
        """Return one row per item, all columns even where there are none; a table that was made already as it is."""
        import pandas as pd

        if isinstance(items, pd.DataFrame):
            return items
        about = list(items)
        return self.framed({one.name: [one.read(item) for item in about] for one in self.columns})

    def framed(self, values: Mapping[str, Sequence[Any]]) -> pd.DataFrame:
        """The table of values that were read, by column."""
        import pandas as pd

        read = {one.name: pd.Series(values[one.name]) for one in self.columns}
        numbers = {one.name: pd.to_numeric(read[one.name]) for one in self.columns if one.is_number}
        return pd.DataFrame(read | numbers)

    def after(self, leading: Iterable[Column]) -> Sheet:
        """The same behind other columns; of one name only the sheet's own."""
        columns = {column.name: column for column in (*leading, *self.columns)}
        return Sheet(self.name, self.about, list(columns.values()))


def _getter(key: str) -> Callable[[Any], Any]:
    return lambda row: row.get(key)


def explained(sheets: Iterable[Sheet]) -> pd.DataFrame:
    """Every column of some tables with its meaning."""
    import pandas as pd

    rows = [(sheet.name, *column[:2]) for sheet in sheets for column in sheet.columns]
    return pd.DataFrame(rows, columns=["table", "column", "meaning"])
