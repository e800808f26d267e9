"""The games of a cell, one row each (--keep-games), as a Parquet file with readable columns."""

from __future__ import annotations

import hashlib
import pathlib
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from balancer.core.game import Game
from balancer.core.table import UNDEFINED
from balancer.simulation.store import StoreError, refuse_link, store_errors, write_inside

if TYPE_CHECKING:
    import pandas as pd

    from balancer.scenario.plan import Cell


def games_frame(rows: Any, game: Game, cell: Cell) -> pd.DataFrame:
    """Return RESULT rows as a tidy table: one row per game in order of game number; seats are counted from 1.

    Columns: game, ending, rounds, turns, decisions, options, forced; credit_k, score_k, persona_k for seat k; extras
    (missing where undefined).
    """
    import pandas as pd  # takes 0.3 s to load and is rarely needed

    rows = np.sort(np.asarray(rows), order="game_number")
    n = cell.players
    columns: dict[str, Any] = {"game": rows["game_number"]}
    columns["ending"] = pd.Categorical.from_codes(rows["ending"].tolist(), pd.Index(game.endings_by_number))
    for name in ("rounds", "turns", "decisions", "options", "forced"):
        columns[name] = rows[name]
    won = (rows["winners"][:, None] >> np.arange(n, dtype=np.uint64)) & np.uint64(1)
    credit = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    lineup = list(cell.lineup)
    for seat in range(n):
        columns[f"credit_{seat + 1}"] = credit[:, seat]
        columns[f"score_{seat + 1}"] = rows["score"][:, seat] / game.score_unit
        columns[f"persona_{seat + 1}"] = [lineup[place] for place in rows["entry"][:, seat]]
    for k, extra in enumerate(game.extras):
        values = rows["extras"][:, k]
        columns[extra.name] = np.where(values == UNDEFINED, np.nan, values / extra.unit)
    return pd.DataFrame(columns)


def is_whole(path: pathlib.Path) -> bool:
    """Return whether a file of games exists and matches its checksum."""
    if not (path.is_file() and _checksum_path(path).is_file()):  # a pipe would be waited for
        return False
    try:
        return _checksum_path(path).read_text(encoding="ascii").split()[0] == _checksum(path)
    except (OSError, ValueError, IndexError):
        return False


def _checksum_path(path: pathlib.Path) -> pathlib.Path:
    return path.with_name(f"{path.name}.sha256")  # its format is that of `sha256sum --check`


def _checksum(path: pathlib.Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class GamesFile:
    """A Parquet file that fills chunk by chunk in order of game number and appears under its name when it is whole."""

    def __init__(self, path_of: Callable[[int], pathlib.Path], game: Game, cell: Cell) -> None:
        """Begin a file; raise StoreError if pyarrow is not installed.  path_of: number of games -> path."""
        try:
            import pyarrow  # noqa: ICN001 - kept as self.arrow
            import pyarrow.parquet
        except ImportError:
            message = "--keep-games writes Parquet and needs pyarrow: pip install 'balancer[parquet]'"
            raise StoreError(message) from None
        self.arrow = pyarrow
        self.path_of, self.game, self.cell = path_of, game, cell
        any_path = path_of(0)
        self.part = any_path.with_name(f".{any_path.name}.part")
        self.writer: Any = None
        self.games = 0
        self.waiting: dict[int, Any] = {}

    def __enter__(self) -> Self:
        """Make the folder; raise StoreError if it is a link."""
        refuse_link(self.part.parent)
        with store_errors(self.part.parent):
            self.part.parent.mkdir(parents=True, exist_ok=True)
            self.part.unlink(missing_ok=True)  # a link of this name would be followed
        return self

    def copy(self, path: pathlib.Path) -> None:
        """Begin with the games of another file."""
        with store_errors(path):
            file = self.arrow.parquet.ParquetFile(path)
            for number in range(file.num_row_groups):
                frame = file.read_row_group(number).to_pandas()
                frame["ending"] = frame["ending"].cat.set_categories(self.game.endings_by_number)
                self.write(frame)

    def add(self, first: int, rows: Any) -> None:
        """Add a chunk that begins with game `first`; chunks may come in any order."""
        self.waiting[first] = rows
        while self.games in self.waiting:
            self.write(games_frame(self.waiting.pop(self.games), self.game, self.cell))

    def write(self, frame: pd.DataFrame) -> None:
        """Append a table of games to the file."""
        table = self.arrow.Table.from_pandas(frame, preserve_index=False)
        with store_errors(self.part):
            if self.writer is None:
                self.writer = self.arrow.parquet.ParquetWriter(self.part, table.schema)
            self.writer.write_table(table)
        self.games += table.num_rows

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Publish the whole file, then its checksum; delete an unfinished file."""
        path = self.path_of(self.games)
        try:
            if self.writer is not None:
                self.writer.close()
            if kind is None:
                checksum = _checksum(self.part)
                self.part.replace(path)
                write_inside(path.parent, _checksum_path(path).name, f"{checksum}  {path.name}\n")
        except OSError as failed:
            if kind is None:  # else there is something more important to report
                message = f"can't write {path}: {failed.strerror or failed}"
                raise StoreError(message) from failed
        finally:
            self.part.unlink(missing_ok=True)
