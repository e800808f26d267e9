"""Cells for tests, made by hand so that they depend on no scenario file."""

import contextlib
import pathlib
from collections.abc import Sequence
from typing import Any

from balancer import games
from balancer.scenario.plan import Cell
from balancer.simulation.jobs import CellJob, PairJob
from balancer.simulation.progress import Progress, Quiet
from balancer.simulation.runner import open_runner
from balancer.simulation.store import Store

LINEUP = ("middler", "baiter", "reader", "even")


def cell(**changes: Any) -> Cell:
    """Return a small cell of Black Death, the printed rules but for `changes`."""
    game = games.load(changes.get("game", "black_death"))
    lineup = changes.get("lineup", LINEUP)
    fields: dict[str, Any] = {
        "axes": {},
        "game": game.name,
        "players": 4,
        "lineup": lineup,
        "personas": {name: game.persona(name) for name in lineup},
        "seating": "rotate",
        "rules": {**game.defaults, **changes.pop("rules", {})},
        "table_files": {},
        "tables": (),
        "seed": 1,
        "games": 3000,
        "precision": None,
        "max_games": None,
        "confidence": 0.95,
    }
    return Cell(**{**fields, **changes})


def play(
    plan: Sequence[Cell | CellJob | PairJob],
    folder: pathlib.Path | None = None,
    *,
    watcher: Progress | None = None,
    keep_games: bool = False,
    others: Sequence[pathlib.Path] = (),
    **options: Any,
) -> list[Any]:
    """Return the results of cells or jobs of one scenario; options: of `open_runner`."""
    jobs = [CellJob.of(one) if isinstance(one, Cell) else one for one in plan]
    store = None if folder is None else Store(folder, others)
    with open_runner(store=store, watch=lambda _: contextlib.nullcontext(watcher or Quiet()), **options) as runner:
        return runner.play(jobs, keep_games=keep_games)


class Watcher(Quiet):
    """Progress that counts what was reported."""

    def __init__(self) -> None:
        self.games, self.played, self.found = 0, 0, 0
        self.ended: list[int] = []

    def advance(self, number: int, games: int) -> None:
        del number
        self.games += games

    def end(self, cell: Any, number: int, result: Any, *, played: bool) -> None:
        del cell, result
        self.ended.append(number)
        self.played += played
        self.found += not played
