"""First figures of a new file on a machine where nothing of the core is compiled: the same as later, only sooner."""

import json
import os
import pathlib
import subprocess
import sys

import pytest
from click.testing import CliRunner

import balancer.cli
from balancer.core.cache import kernel_cache

GAME = pathlib.Path(__file__).parents[2] / "examples" / "oh_hell.py"
DECIDED = """
import sys
from balancer.questions.first_figures import count_by_python
is_plain = count_by_python(*sys.argv[1:])
from balancer.core import jit
assert is_plain == jit.PLAIN == jit.only_counts
sys.exit(is_plain)
"""


def process(cache, *words):
    unset = {name: word for name, word in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    env = {**unset, "BALANCER_CACHE": str(cache)}
    return subprocess.run([sys.executable, *words], env=env, capture_output=True, text=True, check=False)


def test_the_figures_are_those_of_compiled_statistics(tmp_path):
    words = ("run", str(GAME), "--games", "40", "--seed", "3", "-q", "--json", "-")
    first = process(tmp_path, "-m", "balancer", *words)
    assert not list(tmp_path.rglob("*reduce_rows*"))
    later = CliRunner().invoke(balancer.cli.balancer, words)
    figures = [json.loads(done.stdout) for done in (first, later)]
    for each in figures:
        del each["seconds"], each["compile_seconds"]
    assert figures[0] == figures[1]
    assert first.stderr == later.stderr


@pytest.mark.parametrize(
    ("target", "games", "is_stored", "is_plain"),
    [
        ("game.py", "1000", False, True),
        ("game.py", "1000", True, False),
        ("game.py", "1001", False, False),
        ("black_death", "10", False, False),
    ],
)
def test_python_counts_few_games_of_own_files_only(tmp_path, target, games, is_stored, is_plain):
    if is_stored:
        (tmp_path / "compiled").mkdir()
        (tmp_path / "compiled" / kernel_cache.MARKER).write_text(kernel_cache.MARK)
        (tmp_path / "compiled" / "balancer_core_tallies_reduction_reduce_rows-1-2.kernel").touch()
    done = process(tmp_path, "-c", DECIDED, target, games)
    assert (done.stderr, done.returncode) == ("", int(is_plain))
