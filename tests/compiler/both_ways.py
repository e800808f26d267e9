"""Plays small games both ways: as plain Python, and as flat code."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable

import numpy as np

from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import CheckedMemory, as_python, check_flat
from balancer.compiler.lowering import LoweredGame, lower
from balancer.compiler.runtime import with_helpers
from balancer.core.rule_errors import RuleError
from balancer.plain.files import load_file
from balancer.plain.lane import PlainGame

HEAD = """
import itertools, math
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from typing import NamedTuple
from balancer.plain import Game, Persona, Pile, cards, counter, ending, figure, habit, knob
"""


POISON = """
def poison(S, begin):
    for i in range(begin, S[TOP]):
        S[i] = 4611686018427387777
    S[TOP] = begin
    return 0

def keep_poison(S, base, source):
    end = S[TOP]
    place = keep_list(S, base, source)
    for i in range(S[TOP], end):
        S[i] = 4611686018427387777
    return place
"""

Play = Callable[..., int]


def played(game: PlainGame, lowered: LoweredGame, play: Play, lineup: list[str], games: int, seats: int):
    """Return RESULT rows of compiled games, and the flag of each."""
    table = table_of(game, lineup, seats)
    most = (table.rules["max_rounds"] + 1) * seats * games
    block = CheckedMemory(lowered.block_for(table).tolist())
    written, lines = CheckedMemory([0] * games * lowered.figures_size), CheckedMemory([0] * (most + 64))
    assert play(block, written, lines, 7, 0, games, most) == games
    figures = np.array(written, np.int64).reshape((games, -1))
    count = int(figures[:, lowered.constants["O_LINES"]].sum())
    standings = np.array(lines[: count * seats], np.int64).reshape((count, seats))
    return lowered.rows(table, 0, figures, standings), lowered.errors_in(figures)


def poisoned(source: str) -> str:
    """Return flat code that overwrites memory when it gives it back, and moves all lists before each round.

    What still refers to such memory then has other values than in plain Python, or leads out of the block.
    """
    source = re.sub(r"S\[TOP\] = (t\d+|base|top)$", r"poison(S, \1)", source, flags=re.MULTILINE)
    source = source.replace("return keep_list(S, base, ", "return keep_poison(S, base, ")
    moved = "if S[TOP] - S[ARENA] > SPACE_SIZE // 2:"
    assert moved in source
    return source.replace(moved, "if 1:") + POISON


def table_of(game: PlainGame, lineup: list[str], seats: int):
    return game.lay_table(game.defaults, seats, game.read_parts(), [game.persona(name) for name in lineup])


def compiled(path) -> tuple[PlainGame, LoweredGame, Play]:
    """Return a game, its flat code, and what plays that: Python itself, for a few games faster than a compiler."""
    game = load_file(path)
    lowered = lower(game)
    functions = with_helpers(poisoned(lowered.source))
    check_flat(functions, lowered.constants)
    return game, lowered, as_python(functions, lowered.constants)["play_games"]


def check_equal(path, games: int = 20) -> None:
    """Assert that all games, at all numbers of players, random and by personas, have equal rows."""
    game, lowered, code = compiled(path)
    names = [persona.name for persona in game.personas if not persona.search and persona.name != "random"]
    for seats in {game.least_players, game.most_players}:
        for lineup in (["random"], names or ["random"]):
            rows, flags = played(game, lowered, code, lineup, games, seats)
            assert {ErrorFlag(int(flag)).name for flag in flags} == {"NONE"}, flags
            expected = game.play(table_of(game, lineup, seats), None, 7, 0, games)
            for name in expected.dtype.names:
                assert np.array_equal(np.asarray(expected)[name], np.asarray(rows)[name]), name


def check_flagged(path, flag: ErrorFlag, games: int = 5) -> None:
    """Assert that plain Python raises an error of the rules, and compiled games that flag."""
    game, lowered, code = compiled(path)
    _, flags = played(game, lowered, code, ["random"], games, game.least_players)
    assert flag in {ErrorFlag(int(each)) for each in flags}
    try:
        game.play(table_of(game, ["random"], game.least_players), None, 7, 0, games)
    except RuleError:
        return
    raise AssertionError("plain Python plays it")


def file_of(folder, rules: str, *, top: str = "", setup: str = "", personas: str = ""):
    """Write a game of 3 rounds whose round runs some lines, after which `self.out` is a number that is every score."""
    indented = textwrap.indent(textwrap.dedent(rules).strip(), "        ")
    begun = textwrap.indent(textwrap.dedent(setup).strip(), "        ")
    path = folder / "small.py"
    path.write_text(
        f"{HEAD}\n{textwrap.dedent(top)}\n\nclass Small(Game):\n    seats = range(2, 4)\n    max_rounds = 3\n\n"
        f"    def setup(self):\n        self.out = 0\n        self.row = [3, 1, 2]\n{begun}\n\n"
        f"    def round(self):\n        self.begin_turn()\n        n = self.below(5)\n{indented}\n\n"
        f"    def score(self, player):\n        return self.out % 1000 + player.seat\n\n{textwrap.dedent(personas)}\n"
    )
    return path
