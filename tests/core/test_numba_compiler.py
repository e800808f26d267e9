"""numba alone compiles the same games as rule_compiler.py, and does so where a release lacks a private name."""

import os
import subprocess
import sys

import pytest
from numba.core import compiler, extending
from numba.core.codegen import CodeLibrary, CPUCodeLibrary

from balancer import games
from balancer.core import rule_compiler
from balancer.core.jit import PLAIN
from tests.core.test_compile import PLAY, RULES, kernels_in, package, python, replace, run  # noqa: F401  a fixture
from tests.core.test_kernel_cache import play  # noqa: F401  a fixture

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")

BY_NUMBA = {"BALANCER_COMPILER": "numba"}


# What is relied on ----------------------------------------------------------------------------------------------------
def test_numba_has_every_name_and_pass_that_is_relied_on():
    state = compiler.StateDict()
    state.flags, state.func_ir = compiler.Flags(), None
    passes = {step.__name__ for step, _ in compiler.DefaultPassBuilder.define_nopython_pipeline(state).passes}

    assert rule_compiler.missing() == []
    assert rule_compiler.LEFT_OUT | {rule_compiler.PRUNING} <= passes
    assert "_defn" in vars(extending._Intrinsic(__name__, len))


def test_names_that_numba_lacks_are_found(monkeypatch):
    """A method, and what objects have once they are made."""
    monkeypatch.delattr(CodeLibrary, "_raise_if_finalized")
    monkeypatch.setattr(CPUCodeLibrary, "__init__", lambda _self: None)

    assert rule_compiler.missing() == ["JITCodeLibrary._linking_libraries", "JITCodeLibrary._raise_if_finalized"]


@pytest.mark.parametrize(
    ("loss", "name"),
    [
        ("del numba.core.compiler.CompileResult._rebuild", "CompileResult._rebuild"),
        ("del numba.core.caching._Cache", "'_Cache'"),
    ],
)
def test_where_a_name_is_missing_numba_compiles_alone_and_one_line_says_so(play, loss, name):  # noqa: F811
    played, (note,) = play(start=lambda code, *where: forked_run(f"import numba\n{loss}\n{code}", *where))

    assert played == "90 0"
    assert note.startswith("note: numba ")
    assert name in note
    assert "by itself, with the same results" in note


def forked_run(code, folder, env):
    """Run a program as `tests.core.forked` does, but in a process that has not loaded numba."""
    return subprocess.run(
        [sys.executable, "-c", code.replace("import numba", "import numba.core.caching", 1)],
        cwd=folder,
        env=env,
        check=False,
        capture_output=True,
        text=True,
    )


# What is wanted -------------------------------------------------------------------------------------------------------
def test_an_unknown_compiler_is_named_and_not_used(play):  # noqa: F811
    assert play(BALANCER_COMPILER="gcc") == (
        "90 0",
        ["note: BALANCER_COMPILER: 'gcc' is not known ('numba' or nothing), and not used"],
    )


def test_lanes_share_no_machine_code_and_play_edits_in_other_files(package, tmp_path):  # noqa: F811
    """numba's own cache would notice edits of the kernel's file only."""
    assert run(package, tmp_path)[:4] == ["90", "False", "True", "0"]
    own = kernels_in(tmp_path)

    assert run(package, tmp_path, **BY_NUMBA)[:4] == ["90", "False", "True", "0"]
    assert run(package, tmp_path, **BY_NUMBA)[:4] == ["90", "True", "True", "1"]
    assert kernels_in(tmp_path) == own

    replace(package / "games" / "tiny" / "rules.py", "2 * k", "3 * k")
    assert run(package, tmp_path, **BY_NUMBA)[:4] == ["135", "False", "True", "0"]
    replace(package / "games" / "tiny" / "rules.py", "3 * k", "2 * k")
    assert run(package, tmp_path, **BY_NUMBA)[:4] == ["90", "True", "True", "1"]


SMALL = """
import numpy as np
from balancer.core.compile import separate_rule, rule
from balancer.core.record import empty, record

PLAYER = record(("coins", np.uint8), ("debts", np.uint8))

@rule
def wealth(coins, debts):
    return coins - debts

@separate_rule
def poor(player):
    return wealth(player.coins, player.debts)

player = empty(PLAYER)
player.debts = 3
print(poor(player), wealth(debts=2, coins=5))
"""


@pytest.mark.parametrize("lane", [{}, BY_NUMBA])
def test_small_unsigned_fields_may_differ_by_less_than_nothing(package, tmp_path, lane):  # noqa: F811
    assert python(SMALL, package.parent, BALANCER_CACHE=str(tmp_path), **lane) == ["-3", "3"]


ROWS = """
import dataclasses, hashlib, sys
from balancer import games
from balancer.testing import cases

game = games.load(sys.argv[1])
printed = cases.Case(game.defaults, game.usual_players, cases.usual_lineup(game))
thinking = tuple(dataclasses.replace(persona, search=8) for persona in printed.lineup[:2])
played = [(printed, 2000), (printed._replace(lineup=thinking), 2), *((case, 100) for case in cases.plain_cases(game))]
for case, count in played:
    table = cases.lay(game, case)
    rows = game.play(table, game.history(case.rules), 20, 0, count, game.thinkers(table, case.lineup))
    print(hashlib.sha256(rows.tobytes()).hexdigest())
"""


@pytest.mark.verify
@pytest.mark.parametrize("game", games.own_names())
def test_games_are_the_same_by_both_lanes(game):
    """Only one of them tells LLVM which fields are never the same memory, and that no index counts from the end.

    Printed rules and the others of `plain_cases`, the least and the most players, random, mixed and thinking ones.
    """
    by_ours, by_numba = (
        subprocess.run([sys.executable, "-c", ROWS, game], env={**os.environ, **lane}, check=True, capture_output=True)
        for lane in ({}, BY_NUMBA)
    )

    assert by_ours.stdout == by_numba.stdout
    assert len(by_ours.stdout.split()) > 4
