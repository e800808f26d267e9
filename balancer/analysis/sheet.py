"""Sheets: tables of results; each column is declared once, with its meaning and the way to read its value.

CSV files, columns.csv, DataFrames and the rows of JSON follow from these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import methodcaller
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]

OF = "seat (from 1), persona, ending, part ...; empty: the game as a whole"
NOTE = "what to keep in mind about this row"


# a function of a row's item, or a dotted path from it, such as `difference.base.low`; '': the column's name
Read = str | Callable[[Any], Any]


class Column(NamedTuple):
    """A column with the function that reads its value from a row's item."""

    name: str
    meaning: str
    read: Callable[[Any], Any]
    is_number: bool = False  # values become numbers, NaN if missing


def column(name: str, meaning: str, read: Read = "") -> Column:
    """Return a column of unconverted values."""
    return Column(name, meaning, _attribute_reader(read or name) if isinstance(read, str) else read)


def number(name: str, meaning: str, read: Read = "") -> Column:
    """Return a column of numbers, NaN for missing ones."""
    return column(name, meaning, read)._replace(is_number=True)


def _attribute_reader(way: str) -> Callable[[Any], Any]:
    names = way.split(".")

    def read(item: Any) -> Any:
        for name in names:
            if item is not None:
                item = getattr(item, name)
        return item

    return read


@dataclass(frozen=True)
class Sheet:
    """A table: its name, a short description, its columns."""

    name: str
    about: str
    columns: Sequence[Column]

    @classmethod
    def of_rows(cls, name: str, about: str, meanings: Mapping[str, str]) -> Self:
        """Return a sheet whose rows are dicts; missing entries are empty."""
        return cls(name, about, [Column(key, meaning, methodcaller("get", key)) for key, meaning in meanings.items()])

    @property
    def meanings(self) -> dict[str, str]:
        """Meaning of each column, by name."""
        return {column.name: column.meaning for column in self.columns}

    def row(self, item: Any) -> Row:
        """Return the row of an item, as plain values."""
        return {column.name: column.read(item) for column in self.columns}

    def frame(self, items: Iterable[Any] | pd.DataFrame) -> pd.DataFrame:
        """Return one row per item, with all columns even if there are no rows; a finished table stays as it is."""
        import pandas as pd

        if isinstance(items, pd.DataFrame):
            return items
        about = list(items)
        return self.framed({column.name: [column.read(item) for item in about] for column in self.columns})

    def framed(self, values: Mapping[str, Sequence[Any]]) -> pd.DataFrame:
        """Turn lists of values by column into a table."""
        import pandas as pd

        series = {column.name: pd.Series(values[column.name]) for column in self.columns}
        numbers = {column.name: pd.to_numeric(series[column.name]) for column in self.columns if column.is_number}
        return pd.DataFrame(series | numbers)

    def after(self, leading: Iterable[Column]) -> Sheet:
        """Return the sheet with other columns in front; if a name occurs twice, the sheet's own column stays."""
        columns = {column.name: column for column in (*leading, *self.columns)}
        return Sheet(self.name, self.about, list(columns.values()))


def explained(sheets: Iterable[Sheet]) -> pd.DataFrame:
    """Return every column of some tables with its meaning."""
    import pandas as pd

    rows = [(sheet.name, *column[:2]) for sheet in sheets for column in sheet.columns]
    return pd.DataFrame(rows, columns=["table", "column", "meaning"])
