"""One whole game in words, line by line as in a golden file that ``balancer trace`` wrote."""

import pathlib

from balancer.testing.game_under_test import python


def assert_told(golden: pathlib.Path, *arguments: str) -> None:
    """Fail at the first line that ``balancer trace ARGUMENTS`` tells otherwise now.

    Who changes a rule or a word writes the file again and reads what changed in it::

        balancer trace ARGUMENTS > told.txt
    """
    run = python("-W", "error", "-m", "balancer", "trace", *arguments, NUMBA_DISABLE_JIT="1", PYTHONUTF8="1")
    told, _ = run.communicate()
    assert run.returncode == 0, told

    lines = told.splitlines()
    expected = golden.read_text(encoding="utf-8").splitlines()
    for number, (line, right) in enumerate(zip(lines, expected, strict=False), 1):
        assert line == right, f"line {number} of {golden.name}"
    assert len(lines) == len(expected)
