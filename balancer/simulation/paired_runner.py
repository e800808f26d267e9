"""Plays base and variant game by game on the same dice, and keeps what connects them.

A pair on disk is one file like a cell, named by the hash of all that determines either side; it holds both cells and
`PairTally.to_dict()`, whole numbers and words only, and is the same for any number of threads and any chunk size.
"""

from __future__ import annotations

import contextlib
import dataclasses
import pathlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis import sequential
from balancer.analysis.comparison import main_effects, main_figures
from balancer.analysis.figure_ref import ReportSpec
from balancer.core.paired_tally import PairTally
from balancer.core.result_row import MAX_CHUNK
from balancer.narration import divergence
from balancer.scenario.plan import Cell
from balancer.simulation import store as storing
from balancer.simulation.games_parquet import GamesFile
from balancer.simulation.runner import CHUNK, CellPlayer, Progress, Quiet, chunks, compile_game, describe, stages
from balancer.simulation.threads import Threads, threads, usual_jobs

TOLD = "variant"
"""The axis, as it were, along which the cells of a comparison differ: names them for progress and manifest."""


@dataclass(frozen=True)
class Comparison:
    """A variant against the base; report: the scenario's report section, which decides when all is decided."""

    name: str
    base: CellPlayer
    variant: CellPlayer
    report: ReportSpec

    @classmethod
    def of(cls, name: str, base: Cell, variant: Cell, report: ReportSpec) -> Comparison:
        """Two cells of one game and one seed."""
        return cls(name, CellPlayer.of(base), CellPlayer.of(dataclasses.replace(variant, axes={TOLD: name})), report)

    @property
    def cell(self) -> Cell:
        """The variant's cell, called by the variant's name."""
        return self.variant.cell

    @property
    def key(self) -> str:
        """The name of this pair on disk."""
        sides = [
            {"cell": side.cell.determined_by(), "sources": side.game.sources, "parts": side.parts.digest}
            for side in (self.base, self.variant)
        ]
        goal = {key: self.report.to_json()[key] for key in ("headline", "better", "margins", "seconds_per_decision")}
        until = goal if self.cell.precision is not None else None
        return storing.digest({"pair": sides, "until": until, "format": storing.FORMAT})[: storing.KEY_DIGITS]


class PlayingPairs:
    """A comparison being played: its first `games` pairs, all in one tally."""

    def __init__(
        self,
        asked: Comparison,
        pool: Threads,
        progress: Progress,
        files: Sequence[GamesFile] = (),
        chunk: int = CHUNK,
    ) -> None:
        """Begin with no pairs; `chunk` at most are played at a time; files: where the rows of both sides are kept."""
        if not 1 <= chunk <= MAX_CHUNK:
            message = f"a chunk has 1..{MAX_CHUNK} games, not {chunk}"
            raise ValueError(message)
        self.asked, self.pool, self.progress, self.files, self.chunk = asked, pool, progress, files, chunk
        self.tally = PairTally(asked.base.empty_tally(), asked.variant.empty_tally())
        self.games, self.seconds = 0, 0.0

    def play_to(self, games: int) -> None:
        """Play on until there are so many pairs."""
        began = time.perf_counter()
        for first, sides, reduced in self.pool.play(self._task, chunks(self.games, games, self.pool.jobs, self.chunk)):
            self.tally.merge(reduced)
            for file, rows in zip(self.files, sides, strict=False):
                file.add(first, rows)
            self.progress.advance(len(sides[0]))
        self.games = games
        self.seconds += time.perf_counter() - began

    def _task(self, first: int, count: int) -> tuple[int, tuple[Any, Any], PairTally]:
        rows, others = self.asked.base.play(first, count), self.asked.variant.play(first, count)
        return first, (rows, others), self.tally.reduced(rows, others)

    def told(self, precision: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The pair as a dict, as its games so far tell it."""
        sides = {"base": (self.asked.base, self.tally.base), "variant": (self.asked.variant, self.tally.variant)}
        return {
            "name": self.asked.name,
            "axes": dict(self.asked.cell.axes),
            "games": self.games,
            "seconds": round(self.seconds, 6),
            "precision": dict(precision) if precision else None,
            **{side: {**describe(*known, None), "games": self.games} for side, known in sides.items()},
            "pairs": self.tally.to_dict(),
        }


def play_pair(
    asked: Comparison,
    pool: Threads,
    progress: Progress,
    files: Sequence[GamesFile] = (),
    chunk: int = CHUNK,
) -> dict[str, Any]:
    """Play a comparison to its number of games, or until it is decided; the pair as a dict."""
    playing = PlayingPairs(asked, pool, progress, files, chunk)
    precision = None
    for look, number in enumerate(stages(asked.cell), 1):
        playing.play_to(number)
        if asked.cell.precision is not None:
            precision = look_at(asked, playing.told(), look)
            if precision["reached"]:
                break
    return playing.told(precision)


def look_at(asked: Comparison, pair: Mapping[str, Any], look: int) -> dict[str, Any]:
    """How things stand at look number `look` (from 1).

    reached: the widest interval of the differences of the seats' win rates is as narrow as wanted, and every figure of
    the main table that has a margin is decided; undecided: those that are not.
    """
    wanted = asked.cell.precision or 0.0
    family = len(main_figures(pair, asked.report))
    width = sequential.paired_half_width(pair, asked.cell.confidence, look, family)
    known = main_effects({**pair, "precision": {"looks": look}}, asked.report)
    undecided = [one.name for one in known if one.undecided]
    reached = width <= wanted and not undecided
    return {"wanted": wanted, "half_width": width, "looks": look, "reached": reached, "undecided": undecided}


def execute(
    plan: Sequence[Comparison],
    *,
    jobs: int | None = None,
    folder: pathlib.Path | storing.Store | None = None,
    fresh: bool = False,
    keep_games: bool = False,
    progress: Progress | None = None,
    manifest: Callable[[list[str]], dict[str, Any]] | None = None,
) -> list[dict[str, Any]]:
    """Play all comparisons in order; finished ones found in `folder` are read, not played again (unless `fresh`).

    As `run.execute`, with pairs for cells.  KeyboardInterrupt passes through; finished pairs stay.
    """
    store = storing.Store(folder) if isinstance(folder, pathlib.Path) else folder
    watcher = progress or Quiet()
    with contextlib.ExitStack() as stack:
        if store:
            stack.enter_context(store.locked())
            if manifest:
                store.write_manifest(manifest([asked.key for asked in plan]))
        pool = stack.enter_context(threads(jobs or usual_jobs()))
        return [
            _pair(number, plan, pool, store, watcher, fresh=fresh, keep_games=keep_games) for number in range(len(plan))
        ]


def _pair(
    number: int,
    plan: Sequence[Comparison],
    pool: Threads,
    store: storing.Store | None,
    progress: Progress,
    *,
    fresh: bool,
    keep_games: bool,
) -> dict[str, Any]:
    """Play a pair of the plan, or read it."""
    asked = plan[number]
    paths = [store.games_path(f"{asked.key}-{side}") for side in ("base", "variant")] if store and keep_games else []
    known = store.read_cell(asked.key) if store and not fresh and all(path.exists() for path in paths) else None
    if known is not None:
        known["name"], known["axes"] = asked.name, dict(asked.cell.axes)  # it may have had another name
        progress.end(asked.cell, number, known, played=False)
        return known
    compile_game([side.cell for pair in plan for side in (pair.base, pair.variant)], pool, progress)
    progress.begin(asked.cell, number, asked.cell.most_games)
    with contextlib.ExitStack() as stack:
        files = [
            stack.enter_context(GamesFile(path, side.game, side.cell, side.parts))
            for path, side in zip(paths, (asked.base, asked.variant), strict=False)
        ]
        told = play_pair(asked, pool, progress, files)
    told["parting"] = divergence.told(asked.base.cell, asked.cell, told["pairs"])
    if store:
        store.write_cell(asked.key, told)
    progress.end(asked.cell, number, told, played=True)
    return told
