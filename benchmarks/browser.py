"""How fast the worker of a page plays, against native play on one core in the same run.

Node runs it: it has the machine for WebAssembly of Chromium.
"""

from __future__ import annotations

import json
import pathlib
import shutil
import subprocess
from collections.abc import Callable
from typing import Any

from balancer import browser
from balancer.core.tallies.tally import Tally
from balancer.scenario.load import from_dict
from balancer.scenario.plan import base_cell
from balancer.simulation.jobs import CellJob
from benchmarks.lineups import Case

GAMES, TRIES = 512, 20
"""Many short tries: some of them nothing disturbs."""

PLAYER = pathlib.Path(__file__).with_name("play_in_node.js")
SCRIPTS = [pathlib.Path(browser.__file__).with_name(f"{name}.js") for name in ("engine", "worker")]


def page_speed(case: Case, best_time: Callable[[Callable[[], Any], int], float]) -> dict[str, Any]:
    """Games a second of the worker and of native play, tallies included, and their ratio; {} where no node is."""
    program = shutil.which("node")
    if not program:
        return {}
    scenario = from_dict({"game": case.game, "lineup": list(case.lineup), "players": case.players, "seed": 1})
    job = CellJob.of(base_cell(scenario))
    tally: Tally = job.empty_tally()
    tally.merge(tally.reduced(job.play(0, GAMES)))
    native = GAMES / best_time(lambda: tally.merge(tally.reduced(job.play(0, GAMES))), TRIES)
    asked = {
        "description": browser.description_of(scenario),
        "modules": browser.encoded(browser.modules_of(scenario)),
        "setting": {},
        "count": GAMES,
        "tries": TRIES,
    }
    command = [program, str(PLAYER), *map(str, SCRIPTS)]
    done = subprocess.run(command, input=json.dumps(asked), text=True, stdout=subprocess.PIPE, check=True)
    page = json.loads(done.stdout)
    return {
        "game": case.game,
        "lineup": case.name,
        "page_games_per_second": round(page),
        "native_games_per_second": round(native),
        "ratio": round(page / native, 2),
    }
