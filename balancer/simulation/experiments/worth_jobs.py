"""What a part (card, tile …) is worth to who has it: as dealt by chance, and knocked out behind the players' backs.

One job plays the games of a cell, and each of them again with one part changed, by players who go on believing what is
printed (`core/belief.py`): the same dice, and the same choices as long as they see the same.
"""

from __future__ import annotations

import dataclasses
import functools
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from balancer import games
from balancer.analysis.results import WorthResult
from balancer.core.part_sets import has_part, part_sets
from balancer.core.result_row import CREDIT
from balancer.scenario.plan import Cell
from balancer.simulation import notable
from balancer.simulation.jobs import Batch, CellJob, parts_of
from balancer.simulation.keys import result_key

Sums = npt.NDArray[np.int64]  # int64[5]: sums of x, m, xx, xm, mm; x: credit of those concerned, m: their number


class PartChange(NamedTuple):
    """A part changed behind the players' backs; name: what its sums are called; sign: of what the change is worth.

    What is added up is `sign` times the credit of the changed game less that of the game as printed.
    """

    part: str
    name: str
    sign: int
    cell: Cell


MIN_CHUNK = 20  # games: of each chunk there are sums for every change, which take as long as some games

BLANK, POINT = "blank", "point"  # names of changes: a blank in its place, and a point more (or less) on it


@dataclass(frozen=True)
class Believed:
    """A changed cell, played by those who believe its base."""

    cell: Cell
    base: CellJob
    per_thread: threading.local = field(default_factory=threading.local, compare=False, repr=False)

    @property
    def true(self) -> CellJob:
        """The job in which all know what is true; not kept: its parts are a copy of all rows of the component table."""
        parts = parts_of(self.cell.game, self.cell.table_files, self.cell.figures)
        return CellJob(self.cell, self.base.game, parts)

    def play(self, numbers: npt.NDArray[np.int64]) -> Any:
        """The games of these numbers, in ascending order, as RESULT rows."""
        mine, game = self.per_thread, self.base.game
        if not hasattr(mine, "table"):
            mine.table, mine.history = self.true.new_table(), game.history(self.cell.rules)
            mine.belief = game.believe(mine.table, self._printed_table())
        runs = np.split(numbers, 1 + np.flatnonzero(np.diff(numbers) > 1))  # of numbers that follow each other
        played = [game.play(mine.table, mine.history, self.cell.seed, int(run[0]), len(run)) for run in runs]
        return np.concatenate([np.asarray(rows) for rows in played])

    def _printed_table(self) -> Any:
        """Return the table of the base, one per thread: of hundreds of changes each would lay hundreds of cards."""
        there = self.base.per_thread
        if not hasattr(there, "printed"):
            there.printed = self.base.new_table()
        return there.printed


class WorthTally:
    """Sums of whole numbers by name: of each part, and the credit of each seat."""

    def __init__(self, sums: Mapping[str, Any] | None = None) -> None:
        """Begin with sums of earlier games, or none."""
        self.sums: dict[str, Any] = {name: np.array(one, object) for name, one in (sums or {}).items()}
        self.games = int(self.sums["games"][0]) if sums else 0

    def add(self, name: str, values: Any) -> None:
        """Add to the sums of that name."""
        self.sums[name] = self.sums.get(name, 0) + np.asarray(values).astype(object)

    def merge(self, other: WorthTally) -> None:
        """Add those of other games."""
        self.games += other.games
        for name, one in other.sums.items():
            self.add(name, one)

    def to_dict(self) -> dict[str, list[int]]:
        """The sums as plain lists."""
        return {name: [int(value) for value in one] for name, one in self.sums.items()}


@dataclass(frozen=True)
class WorthJob(CellJob):
    """A cell with the changes that are played of each of its games."""

    changes: tuple[PartChange, ...] = ()
    believed: tuple[Believed, ...] = field(default=(), compare=False, repr=False)
    kind = WorthResult

    @classmethod
    def with_changes(cls, cell: Cell, changes: Sequence[PartChange]) -> WorthJob:
        """The job of a cell."""
        base = CellJob.of(cell)
        believed = tuple(Believed(change.cell, base) for change in changes)
        return cls(cell, base.game, base.parts, changes=tuple(changes), believed=believed)

    def __reduce__(self) -> tuple[Any, ...]:
        """Rebuild the job from its cells, by the same rules."""
        plain = [change._replace(cell=change.cell.plain()) for change in self.changes]
        return _rebuilt, (*super().__reduce__(), plain)

    @functools.cached_property
    def key(self) -> str:
        """The name of its results: the hash of all that decides them but the number of games."""
        changed = [(*change[:3], one.true.key) for change, one in zip(self.changes, self.believed, strict=True)]
        return result_key({"worth": [super().key, changed]})

    @property
    def names(self) -> Sequence[str]:
        """What chance may deal to a seat."""
        return self.game.dealt_names or self.parts.names

    @property
    def chunk(self) -> int:
        """Games per task, so that a task takes seconds at most, and most of these to play them."""
        return max(min(MIN_CHUNK, super().chunk), super().chunk // (1 + len(self.changes)))

    def forget(self) -> None:
        """See `CellJob.forget`."""
        super().forget()
        for one in self.believed:
            object.__setattr__(one, "per_thread", threading.local())

    # Adding up --------------------------------------------------------------------------------------------------------
    def tallied(self, games: Batch) -> tuple[Any, tuple[Any, ...]]:
        """Games added up with their changes, and `Chunk.early` of none."""
        rows, first = np.asarray(games.rows), int(games.rows[0]["game_number"])
        tally, seats = WorthTally(), self.cell.players
        tally.games = len(rows)
        credit = credit_of(rows, seats)
        tally.add("games", [len(rows)])
        tally.add("seats", credit.sum(0))
        owners = dict(self._having(rows))
        for name, has in owners.items():
            tally.add(name, sums_of(credit, has))
            tally.add(f"seats_{name}", has.sum(0))
        for change, believed in zip(self.changes, self.believed, strict=True):
            names = [name for whose in ("held", "dealt") if (name := f"{whose}.{change.part}") in owners]
            gain = np.zeros_like(credit)
            # Where nobody has the part, nobody's gain counts: of hundreds of kinds, most games see a few.
            concerned = np.flatnonzero(np.any([owners[name].any(axis=1) for name in names], axis=0))
            if len(concerned):
                changed = credit_of(believed.play(first + concerned), seats)
                gain[concerned] = change.sign * (changed - credit[concerned])
            for name in names:
                tally.add(f"{change.name}_{name}", sums_of(gain, owners[name]))
        for name, sums in self._taken(range(first, first + len(rows))):
            tally.add(name, sums)
        return tally, (notable.early_figures(rows[:0]),)

    def _having(self, rows: Any) -> Iterator[tuple[str, Any]]:
        """Which seats had a part at the end, and were dealt it: int64[games, seats] by `held.PART` and `dealt.PART`."""
        seats = self.cell.players
        held = part_sets(rows)[:, :seats]
        for number, name in enumerate(self.parts.names):
            yield f"held.{name}", has_part(held, number)
        if self.game.dealt_when:
            dealt = self.game.dealt(self.spare_table, self.cell.seed, int(rows[0]["game_number"]), len(rows))
            for number, name in enumerate(self.names):
                yield f"dealt.{name}", has_part(dealt[:, :seats], number)

    def _taken(self, numbers: range) -> Iterator[tuple[str, Any]]:
        """How often options took a part when they could, by `taken_NODE.PART`: see `core.taking.taken`."""
        nodes = () if self.cell.has_thinkers else self.game.counted_nodes
        if nodes:
            sums = self.game.taken(self.spare_table, self.cell.rules, self.cell.seed, numbers)
            for place, node in enumerate(nodes):
                for number, name in enumerate(self.names):
                    if sums[1, place, number]:
                        yield f"taken_{node}.{name}", sums[:, place, number]

    @property
    def spare_table(self) -> Any:
        """A table of this thread, beside the one at which games are played."""
        mine = self.per_thread
        if not hasattr(mine, "spare"):
            mine.spare = self.new_table()
        return mine.spare

    # Results ----------------------------------------------------------------------------------------------------------
    def empty_tally(self) -> Any:
        """A tally of no games."""
        return WorthTally()

    def tally_of(self, result: Any) -> Any:
        """The tally that a result was made from."""
        return WorthTally(result.sums)

    def result(self, tally: Any, early: Any, before: Any = None) -> Any:  # noqa: ARG002
        """All that is known of the games of a tally."""
        return WorthResult(games=tally.games, sums=tally.to_dict(), credit_unit=CREDIT, axes=self.axes)

    def adopt(self, result: Any) -> Any:
        """A result found under this job's key, named as this scenario names it."""
        return dataclasses.replace(result, axes=self.axes)


def _rebuilt(rebuild: Any, arguments: Any, changes: Sequence[PartChange]) -> WorthJob:
    """A job in another process."""
    base = rebuild(*arguments)
    games.load(base.cell.game)
    believed = tuple(Believed(change.cell, base) for change in changes)
    return WorthJob(base.cell, base.game, base.parts, changes=tuple(changes), believed=believed)


def credit_of(rows: Any, seats: int) -> Sums:
    """The credit of every seat in RESULT rows: int64[games, seats], of CREDIT."""
    won = (rows["winners"][:, None] >> np.arange(seats, dtype=np.uint64)) & np.uint64(1)
    winners = won.astype(np.int64)
    credit: Sums = winners * (CREDIT // np.maximum(winners.sum(1), 1))[:, None]
    return credit


def sums_of(credit: Sums, has: Sums) -> Sums:
    """See `Sums`: of the credit of those seats that have something."""
    x, m = (credit * has).sum(1), has.sum(1)
    return np.array([x.sum(), m.sum(), (x * x).sum(), (x * m).sum(), (m * m).sum()], np.int64)
