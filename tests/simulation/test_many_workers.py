"""A thousand workers, simulated: what client and scheduler need for a task, and when each worker is free."""

import dataclasses
import heapq
import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from balancer.simulation.backends.cluster import Cluster
from balancer.simulation.bundle import Bundle
from balancer.simulation.jobs import CellJob, Chunk
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames
from tests.simulation.cells import cell

distributed = pytest.importorskip("distributed")

WORKERS = 1000
CLIENT, SCHEDULER = 0.002, 0.003
"""Seconds that client and scheduler need for a task, as measured on a local cluster."""


class Future(NamedTuple):
    """A task of the simulated cluster."""

    key: int
    end: float
    answer: tuple[Chunk[Any], float]

    def release(self) -> None:
        """Release all workers."""


class World:
    """Client, scheduler and workers, with one clock; games are not played, but last."""

    def __init__(self, seconds_per_game: float, one: Chunk[Any]) -> None:
        self.seconds_per_game, self.one = seconds_per_game, one
        self.now, self.scheduled, self.played = 0.0, 0.0, 0.0
        self.free = [0.0] * WORKERS
        self.keys = itertools.count()
        self.running: list[tuple[float, int, Future]] = []

    def nthreads(self) -> Mapping[str, int]:
        return {"all": WORKERS}

    def submit(self, function: Any, sent: Any, ranges: Any, *, pure: bool) -> Future:
        del function, sent, pure
        games = sum(count for _, count in ranges)
        self.now += CLIENT
        self.scheduled = max(self.now, self.scheduled) + SCHEDULER
        seconds = games * self.seconds_per_game
        end = max(self.scheduled, heapq.heappop(self.free)) + seconds
        heapq.heappush(self.free, end)
        self.played += seconds
        return Future(next(self.keys), end, (dataclasses.replace(self.one, first=ranges[0][0], games=games), seconds))

    def completed(self, *_: Any, **__: Any) -> "World":
        return self

    def add(self, future: Future) -> None:
        heapq.heappush(self.running, (future.end, future.key, future))

    def __next__(self) -> tuple[Future, Any]:
        end, _, future = heapq.heappop(self.running)
        self.now = max(self.now, end)
        return future, future.answer


def busy(monkeypatch: pytest.MonkeyPatch, games: int, seconds_per_game: float) -> float:
    """Return how much of the workers' time is played, of a sweep of 40 cells."""
    jobs = [CellJob.of(cell(seed=seed, games=games)) for seed in range(1, 41)]
    world = World(seconds_per_game, Bundle((jobs[0],))(0, 1))
    monkeypatch.setattr(distributed, "as_completed", world.completed)
    monkeypatch.setattr(Runner, "compile", lambda *_: 0.0)
    Runner(Cluster(world)).play(jobs, FixedGames(games))
    assert world.played == pytest.approx(40 * games * seconds_per_game)
    return world.played / (WORKERS * world.now)


@pytest.mark.parametrize(("games", "seconds_per_game"), [(2_500_000, 1e-3), (200_000_000, 12e-6)])
def test_a_sweep_of_many_games_keeps_a_thousand_workers_busy(
    monkeypatch: pytest.MonkeyPatch, games: int, seconds_per_game: float
) -> None:
    assert busy(monkeypatch, games, seconds_per_game) > 0.9


def test_a_short_sweep_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """40 seconds of play in all: a scheduler that hands out 200 tasks a second can't feed a thousand workers."""
    share = busy(monkeypatch, 100_000, 1e-5)
    assert 40 / (WORKERS * share) < 2
