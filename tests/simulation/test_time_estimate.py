"""How long a plan will take, where the machine stands still."""

import itertools
import time
from typing import Any

from balancer.simulation import time_estimate
from balancer.simulation.jobs import CellJob
from tests.simulation.cells import cell


class OneGame:
    """A job of which a chunk is one game."""

    chunk = 1

    def play(self, first, games):
        """Play nothing."""

    def tallied(self, rows):
        """Add up nothing."""


def test_a_pause_before_the_first_games_is_measured_with_some_games(monkeypatch):
    """Stopped for a minute between two readings of the clock: a sample of no games would be divided by."""
    clock = itertools.count(0, 60)
    monkeypatch.setattr(time, "perf_counter", lambda: next(clock))

    job: Any = OneGame()
    assert time_estimate.seconds_per_game(job) == 60


def test_games_of_a_cell_are_measured():
    assert 0 < time_estimate.seconds_per_game(CellJob.of(cell())) < 1
