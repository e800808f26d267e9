"""How long a plan will take, from a few games of some of its cells."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from balancer.core.compile import is_compiled
from balancer.scenario.plan import Cell
from balancer.simulation.jobs import CellJob
from balancer.simulation.threads import usual_jobs

SAMPLED_CELLS = 5
SAMPLE_GAMES, SAMPLE_SECONDS = 256, 0.05
TYPICAL_SPEED = 100_000.0
"""Games per second on one core where nothing could be measured; games differ by a factor of ten."""

COMPILING = 15.0
"""Seconds a game's kernel takes to compile, roughly."""


class Estimate(NamedTuple):
    """Seconds that a plan may take at most, and whether they were measured or only guessed."""

    seconds: float
    measured: bool


def estimate_seconds(plan: Sequence[Cell], jobs: int | None = None) -> Estimate:
    """How long all cells of a plan will take; kernels that aren't compiled yet are not compiled for it."""
    jobs = jobs or usual_jobs()
    sample = [CellJob.of(cell) for cell in plan[:: max(1, len(plan) // SAMPLED_CELLS)]]
    games = sum(cell.most_games for cell in plan)
    if not all(is_compiled(job.game.play_games) for job in sample):
        return Estimate(COMPILING + games / TYPICAL_SPEED / jobs, measured=False)
    per_game = sum(seconds_per_game(job) for job in sample) / len(sample)
    return Estimate(games * per_game / jobs, measured=True)


def seconds_per_game(job: CellJob) -> float:
    """Measured on a sample of games whose results are dropped."""
    job.play(0, 1)  # loads the kernel
    played, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SAMPLE_SECONDS:
        job.play_chunk(played, SAMPLE_GAMES)
        played += SAMPLE_GAMES
    return spent / played
