"""The worth of a part (card, tile …) to the player who has it: as dealt by chance, and if it is secretly changed.

One job plays the games of a cell, and plays each of them again with one part changed, by players who still believe the
printed values (`core/belief.py`): on the same dice, and with the same choices as long as they see the same.
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
from balancer.core.result_row import CREDIT, won_by_seat
from balancer.scenario.plan import Cell
from balancer.sides import SCORE, WIN
from balancer.simulation import notable
from balancer.simulation.jobs import Batch, CellJob, parts_of
from balancer.simulation.keys import result_key

Integers = npt.NDArray[np.int64]


class PartChange(NamedTuple):
    """A part that is changed secretly.

    Its sums add up `sign` times the difference of credits: in the changed game less in the game as printed.
    """

    part: str
    name: str  # of its sums
    sign: int  # so that the sums say what the part is worth
    cell: Cell


COMPILED_GAP = 200  # games: so many compiled ones are played sooner than a table is laid out for other games
MIN_CHUNK = 20  # games: the sums of every change are added up once per chunk, which takes as long as some games

BLANK, POINT = "blank", "point"  # changes by name: a blank in place of the part, and a point more (or less) on it


@dataclass(frozen=True)
class Believed:
    """A changed cell, played by players who believe its base."""

    cell: Cell
    base: CellJob
    per_thread: threading.local = field(default_factory=threading.local, compare=False, repr=False)

    @property
    def true(self) -> CellJob:
        """The job by the true values.  It is not kept: its parts are a copy of all rows of the component table."""
        parts = parts_of(self.cell.game, self.cell.table_files, self.cell.figures)
        return CellJob(self.cell, self.base.game, parts)

    def play(self, numbers: npt.NDArray[np.int64]) -> Any:
        """Play the games of these numbers, in ascending order; return RESULT rows."""
        mine, game = self.per_thread, self.base.game
        if not hasattr(mine, "table"):
            mine.table, mine.history = self.true.new_table(), game.history(self.cell.rules)
            mine.belief = game.believe(mine.table, self._printed_table())
        engine = getattr(game, "engine", None)
        gap = COMPILED_GAP if engine and engine.is_ready else 1
        played = []
        for run in np.split(numbers, 1 + np.flatnonzero(np.diff(numbers) > gap)):
            first, count = int(run[0]), int(run[-1] - run[0]) + 1
            played.append(np.asarray(game.play(mine.table, mine.history, self.cell.seed, first, count))[run - first])
        return np.concatenate(played)

    def _printed_table(self) -> Any:
        """Return this thread's table of the base, shared by all changes: laying hundreds of cards takes long."""
        base_thread = self.base.per_thread
        if not hasattr(base_thread, "printed"):
            base_thread.printed = self.base.new_table()
        return base_thread.printed


class WorthTally:
    """Sums of whole numbers by name: of each part, and the credit (or score) of each seat."""

    def __init__(self, sums: Mapping[str, Any] | None = None) -> None:
        """Begin with sums of earlier games, or none."""
        self.sums: dict[str, Any] = {name: np.array(values, object) for name, values in (sums or {}).items()}
        self.games = int(self.sums["games"][0]) if sums else 0

    def add(self, name: str, values: Any) -> None:
        """Add values to the sums of a name."""
        self.sums[name] = self.sums.get(name, 0) + np.asarray(values).astype(object)

    def merge(self, other: WorthTally) -> None:
        """Add the sums of other games."""
        self.games += other.games
        for name, values in other.sums.items():
            self.add(name, values)

    def to_dict(self) -> dict[str, list[int]]:
        """Return the sums as plain lists."""
        return {name: [int(value) for value in values] for name, values in self.sums.items()}


@dataclass(frozen=True)
class WorthJob(CellJob):
    """A cell whose games are also played with each of some changes."""

    changes: tuple[PartChange, ...] = ()
    believed: tuple[Believed, ...] = field(default=(), compare=False, repr=False)
    kind = WorthResult

    @classmethod
    def with_changes(cls, cell: Cell, changes: Sequence[PartChange]) -> WorthJob:
        """Return the job of a cell with changes."""
        base = CellJob.of(cell)
        believed = tuple(Believed(change.cell, base) for change in changes)
        return cls(cell, base.game, base.parts, changes=tuple(changes), believed=believed)

    def __reduce__(self) -> tuple[Any, ...]:
        """Rebuild the job from its cells, by the same rules."""
        plain = [change._replace(cell=change.cell.plain()) for change in self.changes]
        return _rebuild, (*super().__reduce__(), plain)

    @functools.cached_property
    def key(self) -> str:
        """The name of its results: a hash of all that determines them except the number of games."""
        changed = [
            (*change[:3], believed.true.key) for change, believed in zip(self.changes, self.believed, strict=True)
        ]
        return result_key({"worth": [super().key, changed]})

    @property
    def names(self) -> Sequence[str]:
        """The names of the parts that chance may deal to a seat."""
        return self.game.dealt_names or self.parts.names

    @property
    def chunk(self) -> int:
        """Games per task, so that a task takes seconds at most, and most of these to play them."""
        return max(min(MIN_CHUNK, super().chunk), super().chunk // (1 + len(self.changes)))

    def forget(self) -> None:
        """Free the tables, those of the changes, too."""
        super().forget()
        for believed in self.believed:
            object.__setattr__(believed, "per_thread", threading.local())

    # Adding up --------------------------------------------------------------------------------------------------------
    def tallied(self, games: Batch) -> tuple[Any, tuple[Any, ...]]:
        """Add up games with their changes; `Chunk.early` is empty."""
        rows, first = np.asarray(games.rows), int(games.rows[0]["game_number"])
        tally, seats = WorthTally(), self.cell.players
        tally.games = len(rows)
        credit = credit_of(rows, seats, self.cell.aim)
        tally.add("games", [len(rows)])
        if self.cell.aim == SCORE:
            tally.add("scores", [credit.size, (credit**2).sum()])
        tally.add("seats", credit.sum(0))
        owners = dict(self._owners(rows))
        for name, has in owners.items():
            tally.add(name, sums_of(credit, has))
            tally.add(f"seats_{name}", has.sum(0))
        for change, believed in zip(self.changes, self.believed, strict=True):
            names = [name for whose in ("held", "dealt") if (name := f"{whose}.{change.part}") in owners]
            gain = np.zeros_like(credit)
            # Where nobody has the part, nobody's gain counts: of hundreds of kinds, most games see a few.
            concerned = np.flatnonzero(np.any([owners[name].any(axis=1) for name in names], axis=0))
            if len(concerned):
                changed = credit_of(believed.play(first + concerned), seats, self.cell.aim)
                gain[concerned] = change.sign * (changed - credit[concerned])
            for name in names:
                tally.add(f"{change.name}_{name}", sums_of(gain, owners[name]))
        for name, sums in self._takings(range(first, first + len(rows))):
            tally.add(name, sums)
        return tally, (notable.early_figures(rows[:0]),)

    def _owners(self, rows: Any) -> Iterator[tuple[str, Any]]:
        """Yield which seats had a part at the end, or were dealt it: int64[games, seats], `held.PART`, `dealt.PART`."""
        seats = self.cell.players
        part_bits = part_sets(rows)[:, :seats]
        for number, name in enumerate(self.parts.names):
            yield f"held.{name}", has_part(part_bits, number)
        if self.game.dealt_when:
            dealt = self.game.dealt(self.spare_table, self.cell.seed, int(rows[0]["game_number"]), len(rows))
            for number, name in enumerate(self.names):
                yield f"dealt.{name}", has_part(dealt[:, :seats], number)

    def _takings(self, numbers: range) -> Iterator[tuple[str, Any]]:
        """Yield how often options took a part when they could, by `taken_NODE.PART`; see `core.taking.taken`."""
        nodes = () if self.cell.has_thinkers else self.game.counted_nodes
        if nodes:
            sums = self.game.taken(self.spare_table, self.cell.rules, self.cell.seed, numbers)
            for place, node in enumerate(nodes):
                for number, name in enumerate(self.names):
                    if sums[1, place, number]:
                        yield f"taken_{node}.{name}", sums[:, place, number]

    @property
    def spare_table(self) -> Any:
        """A table of this thread, in addition to the one at which games are played."""
        mine = self.per_thread
        if not hasattr(mine, "spare"):
            mine.spare = self.new_table()
        return mine.spare

    # Results ----------------------------------------------------------------------------------------------------------
    def empty_tally(self) -> Any:
        """Return a tally of no games."""
        return WorthTally()

    def tally_of(self, result: Any) -> Any:
        """Restore the tally of a result."""
        return WorthTally(result.sums)

    def result(self, tally: Any, early: Any, before: Any = None) -> Any:  # noqa: ARG002
        """Describe the games of a tally as a result."""
        aim = self.cell.aim
        unit = self.game.score_unit if aim == SCORE else CREDIT
        return WorthResult(games=tally.games, sums=tally.to_dict(), credit_unit=unit, axes=self.axes, aim=aim)

    def adopt(self, result: Any) -> Any:
        """Return a result that was found under this job's key, with the labels of this scenario."""
        return dataclasses.replace(result, axes=self.axes)


def _rebuild(rebuild: Any, arguments: Any, changes: Sequence[PartChange]) -> WorthJob:
    """Rebuild a job in another process."""
    base = rebuild(*arguments)
    games.load(base.cell.game)
    believed = tuple(Believed(change.cell, base) for change in changes)
    return WorthJob(base.cell, base.game, base.parts, changes=tuple(changes), believed=believed)


def credit_of(rows: Any, seats: int, aim: str = WIN) -> Integers:
    """Return the credit of every seat in RESULT rows, or its score where this is played for: int64[games, seats]."""
    gained = rows["score"][:, :seats] if aim == SCORE else won_by_seat(rows, seats) * rows["share"][:, None]
    return np.asarray(gained, np.int64)


def sums_of(credit: Integers, has: Integers) -> Integers:
    """Return int64[5]: sums over games of x, m, xx, xm, mm; m: number of seats that have something, x: their credit."""
    x, m = (credit * has).sum(1), has.sum(1)
    return np.array([x.sum(), m.sum(), (x * x).sum(), (x * m).sum(), (m * m).sum()], np.int64)
