"""The same command with the compiler switched off: slow, readable tracebacks, the same figures."""

import json
import os
import subprocess
import sys

import pytest

from balancer import games


def figures(game: str, **environment: str) -> dict[str, object]:
    """What `balancer run GAME --games 5 --json -` prints, times left out."""
    command = [sys.executable, "-m", "balancer", "run", game, "--games", "5", "--json", "-"]
    run = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **environment})
    found = json.loads(run.stdout)
    return {name: value for name, value in found.items() if name not in ("seconds", "compile_seconds")}


@pytest.mark.parametrize("game", games.own_names())
def test_plain_python_tells_the_same_figures(game: str) -> None:
    """Rules, tallies and JSON, all of it."""
    assert figures(game, NUMBA_DISABLE_JIT="1") == figures(game)
