"""How long a plan will take, from a few games of some of its cells."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from balancer.core.compile import is_compiled
from balancer.scenario.plan import Cell
from balancer.simulation.runner import CellPlayer
from balancer.simulation.threads import usual_jobs

SAMPLED_CELLS = 5
SAMPLE_GAMES, SAMPLE_SECONDS = 256, 0.05
TYPICAL_SPEED = 100_000.0
"""Games a second on one core where nothing could be measured; games differ by a factor of ten."""

COMPILING = 15.0
"""Seconds a game's kernel takes to compile, roughly."""


class Estimate(NamedTuple):
    """Seconds that a plan may take at most, and whether they were measured or only guessed."""

    seconds: float
    measured: bool


def estimate_seconds(plan: Sequence[Cell], jobs: int | None = None) -> Estimate:
    """How long all cells of a plan will take; kernels that aren't compiled yet are not compiled for it."""
    jobs = jobs or usual_jobs()
    players = [CellPlayer.of(cell) for cell in plan[:: max(1, len(plan) // SAMPLED_CELLS)]]
    games = sum(cell.most_games for cell in plan)
    if not all(is_compiled(player.game.play_games) for player in players):
        return Estimate(COMPILING + games / TYPICAL_SPEED / jobs, measured=False)
    a_game = sum(seconds_a_game(player) for player in players) / len(players)
    return Estimate(games * a_game / jobs, measured=True)


def seconds_a_game(player: CellPlayer) -> float:
    """Measured on a sample whose results nobody sees."""
    tally = player.empty_tally()
    player.play(0, 1)  # loads the kernel
    played, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SAMPLE_SECONDS:
        tally.reduced(player.play(played, SAMPLE_GAMES))
        played += SAMPLE_GAMES
    return spent / played
