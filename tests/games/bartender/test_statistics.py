"""How often bids are made, and how good the personas are."""

import json
import os
import pathlib
import subprocess
import sys

from balancer.games.bartender import GAME
from balancer.testing import cases
from balancer.testing.cases import Case

ROOT = pathlib.Path(__file__).parents[3]


def test_careful_bids_are_made_about_as_often_as_believed() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.games.bartender.belief", "100"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    beliefs = json.loads(run.stdout)
    shifts = len(beliefs["made"])
    believed, made = sum(beliefs["believed"]) / 1000 / shifts, sum(beliefs["made"]) / shifts

    assert shifts > 250
    assert 0.4 < believed < 0.95
    assert abs(believed - made) < 0.1


def test_everybody_beats_a_random_player() -> None:
    random = GAME.persona("random")
    for persona in GAME.personas:
        if not persona.at_random:
            case = Case(GAME.defaults, 4, (persona, random, random, random))
            rows = cases.play(GAME, case, count=2000)
            wins = sum(
                int(row.winners) >> seat & 1
                for row in rows
                for seat in range(4)
                if row.entry[seat] == 0 and int(row.winners).bit_count() == 1
            )
            assert wins > 800, persona.name  # a fair share would be 500
