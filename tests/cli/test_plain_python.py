"""The same command with the compiler switched off: slow, readable tracebacks, the same figures."""

import json
import pathlib
import tempfile
from typing import Any

import pytest
from click.testing import CliRunner

import balancer.cli
from balancer import games
from balancer.core.authoring import plain_process

GAMES = 2
WITH_OTHER_PLAYERS = "black_death"

PROGRAM = """
import json, sys
from balancer.core.jit import PLAIN
from tests.cli.test_plain_python import figures
assert PLAIN
print(json.dumps({name: figures(name) for name in sys.argv[1:]}))
"""


def figures(game: str) -> dict[str, Any]:
    """Return what a run with `--json -` prints without times, for the fewest players, or plain Python takes seconds.

    Other line-ups and skill levels, whose experts take plain Python as long again, are those of one game.
    """
    report = {} if game == WITH_OTHER_PLAYERS else {"report": {"robustness": "off"}}
    scenario = {"game": game, "players": games.load(game).least_players, "games": GAMES, **report}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "scenario.yaml")
        file.write_text(json.dumps(scenario), encoding="utf-8")
        done = CliRunner().invoke(balancer.cli.balancer, ["run", str(file), "--json", "-"])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return {name: value for name, value in found.items() if name not in ("seconds", "compile_seconds")}


@pytest.fixture(scope="module")
def as_plain_python() -> dict[str, Any]:
    """Return the figures of every game, from one process."""
    printed, errors = plain_process.start("-c", PROGRAM, *games.own_names()).communicate()
    assert printed, errors.decode()
    found: dict[str, Any] = json.loads(printed)
    return found


@pytest.mark.parametrize("game", games.own_names())
def test_plain_python_tells_the_same_figures(game: str, as_plain_python: dict[str, Any]) -> None:
    """Rules, tallies and JSON, all of it."""
    assert as_plain_python[game] == figures(game)
