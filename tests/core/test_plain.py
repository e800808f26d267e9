"""The core's own tests once more where rules are plain Python: it means the same there."""

import os
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parent
ROOT = FOLDER.parents[1]
FILES = (
    "test_bits.py",
    "test_decision.py",
    "test_dice.py",
    "test_leader_metrics.py",
    "test_table.py",
    "test_rule_errors.py",
    "test_fast_division.py",
)


def test_the_core_means_the_same_as_plain_python():
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(str(FOLDER / name) for name in FILES)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
