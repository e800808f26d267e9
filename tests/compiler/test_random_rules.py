"""Random games: plain Python and flat code have equal rows; where rules go wrong, flat code raises a flag."""

import contextlib

import numpy as np
import pytest

from balancer.compiler.errors import NotCompilable
from balancer.core.rule_errors import RuleError
from tests.compiler.both_ways import compiled, played, table_of
from tests.compiler.random_rules import Writer

GAMES = 5
ROUTINE = range(24)
LONG = range(1000, 1400)


def check(seed, folder, *, is_rare=False) -> bool:
    """Assert that the games of a seed are equal; whether they were compiled."""
    path = folder / "small.py"
    path.write_text(Writer(seed).game(is_rare=is_rare))
    try:
        game, lowered, play = compiled(path)
    except NotCompilable:
        return False
    for lineup in (["random"], ["thinker"]):
        table = table_of(game, lineup, 2)
        try:
            expected = game.play(table, None, 7, 0, GAMES)
        except RuleError:
            with contextlib.suppress(RecursionError):  # of Python, which runs the flat code; machine code counts calls
                assert played(game, lowered, play, lineup, GAMES, 2)[1].any(), seed
            continue
        rows, flags = played(game, lowered, play, lineup, GAMES, 2)
        for number in np.flatnonzero(flags == 0):
            for name in expected.dtype.names:
                assert np.array_equal(np.asarray(expected)[name][number], np.asarray(rows)[name][number]), (seed, name)
    return True


def test_random_rules_play_alike(tmp_path):
    assert sum(check(seed, tmp_path) for seed in ROUTINE) > 0.8 * len(ROUTINE)


def test_random_rules_of_rare_kinds_play_alike(tmp_path):
    assert sum(check(seed, tmp_path, is_rare=True) for seed in ROUTINE) > 0.7 * len(ROUTINE)


@pytest.mark.verify
def test_many_random_rules_of_rare_kinds_play_alike(tmp_path):
    assert sum(check(seed, tmp_path, is_rare=True) for seed in LONG) > 0.7 * len(LONG)


@pytest.mark.verify
def test_many_random_rules_play_alike(tmp_path):
    assert sum(check(seed, tmp_path) for seed in LONG) > 0.8 * len(LONG)
