"""Narrates one whole game and compares it with its golden.txt."""

import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

from balancer import games
from balancer.narration.narrate import narrate

ROOT = pathlib.Path(__file__).parents[2]


def lines_of(game: str, lineup: Sequence[str], changes: dict[str, Any], *, game_number: int) -> Iterator[str]:
    """The lines of one game of seed 3, four players, the printed rules but for `changes` (plain Python only)."""
    room = games.load(game)
    rules, personas = {**room.defaults, **changes}, [room.persona(name) for name in lineup]
    parts = room.read_parts()
    cell = SimpleNamespace(rules=rules, lineup=lineup, seed=3, players=4, has_thinkers=False)
    player: Any = SimpleNamespace(
        game=room, cell=cell, new_table=lambda: room.lay_table(rules, 4, parts, personas), parts=parts
    )
    narration = narrate(player, game_number)
    json.dumps([tuple(step) for step in narration.steps])  # as `compare` gets them from a process of its own
    return narration.lines()


def compare(game: str) -> None:
    """Fail with the number of the first line of the game's golden.txt that differs now."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.games.{game}.golden"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    expected = (ROOT / "tests" / "games" / game / "golden.txt").read_text(encoding="utf-8").splitlines()
    for number, (line, right) in enumerate(zip(lines, expected, strict=False), 1):
        assert line == right, f"line {number} of golden.txt"
    assert len(lines) == len(expected)
