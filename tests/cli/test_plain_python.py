"""The same command with the compiler switched off: slow, readable tracebacks, the same figures."""

import json

import pytest
from click.testing import CliRunner

import balancer.cli
from balancer import games
from balancer.core.authoring import plain_process

GAMES = 2


def figures(printed: str) -> dict[str, object]:
    """What a command with `--json -` prints, times left out."""
    found = json.loads(printed)
    return {name: value for name, value in found.items() if name not in ("seconds", "compile_seconds")}


@pytest.mark.parametrize("game", games.own_names())
def test_plain_python_tells_the_same_figures(game: str) -> None:
    """Rules, tallies and JSON, all of it; of the fewest players, who in plain Python still take a second."""
    players = games.load(game).least_players
    words = ["run", game, "--games", str(GAMES), "--players", str(players), "--json", "-"]
    printed, errors = plain_process.start("-m", "balancer", *words).communicate()
    compiled = CliRunner().invoke(balancer.cli.balancer, words)

    assert figures(printed.decode()) == figures(compiled.stdout), errors.decode()
