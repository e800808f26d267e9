"""One whole game told in words, line by line as in told.txt (told.py says how that file is written)."""

import os
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parent


def test_a_whole_game_in_words():
    told = subprocess.run(
        [sys.executable, "-m", "tests.games.black_death.told"],
        cwd=FOLDER.parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr

    lines = told.stdout.splitlines()
    expected = (FOLDER / "told.txt").read_text(encoding="utf-8").splitlines()
    for number, (line, right) in enumerate(zip(lines, expected, strict=False), 1):
        assert line == right, f"line {number} of told.txt"
    assert len(lines) == len(expected)
