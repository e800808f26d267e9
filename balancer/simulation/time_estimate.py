"""Estimates of the time that a plan takes, from a few games of some of its cells."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from balancer.scenario.plan import Cell
from balancer.simulation.backends.threads import usual_jobs
from balancer.simulation.jobs import USUAL_DECISIONS, Batch, CellJob

SAMPLED_CELLS = 5
SAMPLE_GAMES, SAMPLE_SECONDS = 256, 0.05
TYPICAL_SPEED = 100_000.0  # games/s on a core where nothing could be measured; games differ by a factor of ten
COMPILING = 15.0  # seconds a game's kernel takes to compile, roughly
TRIALS_PER_SECOND = 30_000.0  # trial games of thinkers, roughly, if nothing could be measured


class TimeEstimate(NamedTuple):
    """The time that a plan takes at most."""

    seconds: float
    measured: bool  # False if only guessed
    trials: float = 0.0  # trial games per game where somebody thinks ahead, if measured


def estimate_seconds(plan: Sequence[Cell], jobs: int | None = None) -> TimeEstimate:
    """Estimate how long all cells of a plan take; no kernel is compiled for the estimate.

    Cells in which somebody thinks ahead are sampled separately: one of their games may take as long as thousands of
    others.
    """
    jobs, games = jobs or usual_jobs(), sum(cell.most_games for cell in plan)
    groups = [[cell for cell in plan if cell.has_thinkers is thinking] for thinking in (False, True)]
    parts = [(_estimate_group(group, jobs), sum(cell.most_games for cell in group)) for group in groups if group]
    return TimeEstimate(
        sum(part.seconds for part, _ in parts),
        measured=all(part.measured for part, _ in parts),
        trials=sum(part.trials * group_games for part, group_games in parts) / games,
    )


def _estimate_group(plan: Sequence[Cell], jobs: int) -> TimeEstimate:
    sample = [CellJob.of(cell) for cell in plan[:: max(1, len(plan) // SAMPLED_CELLS)]]
    games = sum(cell.most_games for cell in plan)
    if not all(job.is_compiled for job in sample):
        trials = sum(USUAL_DECISIONS * persona.search for job in sample for persona in job.lineup) / len(sample)
        guess = games * (1 / TYPICAL_SPEED + trials / TRIALS_PER_SECOND)
        return TimeEstimate(COMPILING + guess / jobs, measured=False)
    speed_ups = [1 if job.cell.has_thinkers else job.game.speed_up(games) for job in sample]
    per_game = sum(seconds_per_game(job) / up for job, up in zip(sample, speed_ups, strict=True)) / len(sample)
    trials = sum(job.trials_per_game for job in sample) / len(sample)
    return TimeEstimate(games * per_game / jobs, measured=True, trials=trials)


def seconds_per_game(job: CellJob) -> float:
    """Measure the seconds per game on a sample of games whose results are dropped."""
    job.play(0, 1)  # loads the kernel
    count = min(SAMPLE_GAMES, job.chunk)
    played, spent, began = 0, 0.0, time.perf_counter()
    while not played or spent < SAMPLE_SECONDS:
        job.tallied(Batch(job, job.play(played, count)))
        played += count
        spent = time.perf_counter() - began
    return spent / played
