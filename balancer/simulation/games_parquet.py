"""The games of a cell kept one row each (--keep-games), as a Parquet file with readable columns."""

from __future__ import annotations

import pathlib
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from balancer.core.game import Game, Parts
from balancer.core.table import UNDEFINED
from balancer.simulation.store import StoreError

if TYPE_CHECKING:
    import pandas as pd

    from balancer.scenario.plan import Cell


def games_frame(rows: Any, game: Game, cell: Cell) -> pd.DataFrame:
    """RESULT rows as a tidy table, a row a game, in order of game number; seats are counted from 1.

    Columns: game, ending, rounds, turns, decisions, options, forced; credit_k, score_k, persona_k for seat k; extras
    (missing where undefined).
    """
    import pandas as pd  # a third of a second, and hardly ever wanted

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


class GamesFile:
    """A Parquet file that fills chunk by chunk in order of game number and appears under its name when it is whole."""

    def __init__(self, path: pathlib.Path, game: Game, cell: Cell, parts: Parts) -> None:
        """Begin a file; StoreError where pyarrow is not installed."""
        del parts
        try:
            import pyarrow  # noqa: ICN001 - kept as self.arrow
            import pyarrow.parquet
        except ImportError:
            message = "--keep-games writes Parquet and needs pyarrow: pip install 'balancer[parquet]'"
            raise StoreError(message) from None
        self.arrow = pyarrow
        self.path, self.game, self.cell = path, game, cell
        self.part = path.with_name(f".{path.name}.part")
        self.writer: Any = None
        self.next_game = 0
        self.waiting: dict[int, Any] = {}

    def __enter__(self) -> Self:
        """Make the folder."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"can't write {self.path}: {error.strerror or error}"
            raise StoreError(message) from error
        return self

    def add(self, first: int, rows: Any) -> None:
        """Add a chunk that begins with game `first`; chunks may come in any order."""
        self.waiting[first] = rows
        while self.next_game in self.waiting:
            ready = self.waiting.pop(self.next_game)
            self.next_game += len(ready)
            self.write(games_frame(ready, self.game, self.cell))

    def write(self, frame: pd.DataFrame) -> None:
        """Write the next rows."""
        table = self.arrow.Table.from_pandas(frame, preserve_index=False)
        try:
            if self.writer is None:
                self.writer = self.arrow.parquet.ParquetWriter(self.part, table.schema)
            self.writer.write_table(table)
        except OSError as error:
            message = f"can't write {self.path}: {error.strerror or error}"
            raise StoreError(message) from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the whole file appear; a broken-off one vanishes."""
        try:
            if self.writer is not None:
                self.writer.close()
            if kind is None:
                self.part.replace(self.path)
        except OSError as failed:
            self.part.unlink(missing_ok=True)
            if kind is None:  # else there is something more important to tell
                message = f"can't write {self.path}: {failed.strerror or failed}"
                raise StoreError(message) from failed
        if kind is not None:
            self.part.unlink(missing_ok=True)
