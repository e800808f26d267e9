"""Classes and functions of designers' files, one by one: plain Python and compiled games have equal rows.

A sample in classes.txt or library.txt: what stands at the top of the file, lines of a round, methods of the game if
there are any.
"""

import pathlib
import re
import textwrap

import pytest

from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.lowering import lower
from balancer.plain.files import load_file
from tests.compiler.both_ways import HEAD, check_equal, compiled, file_of, played

FILES = [pathlib.Path(__file__).with_name(name) for name in ("classes.txt", "library.txt")]
SAMPLES = [sample for file in FILES for sample in file.read_text().split("\n# ")[1:]]
PARTS = dict(sample.split("\n", 1) for sample in SAMPLES)
IMPORTS = """
import bisect, collections, contextlib, copy, dataclasses, functools, heapq, operator, statistics
from abc import ABC, abstractmethod
from enum import Enum, Flag, IntEnum, StrEnum, auto
from operator import attrgetter, itemgetter
from typing import Any, Callable
"""


@pytest.mark.parametrize("name", PARTS)
def test_sample(name, tmp_path):
    top, lines, *methods = PARTS[name].split("---\n")
    path = file_of(tmp_path, lines, top=IMPORTS + top, setup="for p in self.players:\n    p.gold = 3")
    own = "".join(f"\n{textwrap.indent(each.strip(), '    ')}\n" for each in methods)
    path.write_text(path.read_text().replace("\n    def score(", f"{own}\n    def score("))
    check_equal(path, games=8)


BEGUN = """
class Begun(Game):
    seats = range(2, 5)
    max_rounds = 6
    bust = ending("Bust.", "go bust")

    def setup(self):
        Game.setup(self)
        self.row = [3, 1, 2]
        for p in self.players:
            p.coins = 0

    def score(self, player):
        return player.coins

"""
GAMES = dict(
    sample.split("\n", 1)
    for sample in pathlib.Path(__file__).with_name("base_classes.txt").read_text().split("\n# ")[1:]
)


@pytest.mark.parametrize("name", GAMES)
def test_what_all_games_have_may_be_called_where_it_is_overridden(name, tmp_path):
    path = tmp_path / "small.py"
    path.write_text(HEAD + BEGUN + GAMES[name])
    check_equal(path, games=8)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            "    team = lambda self, p: p.seat\n    def turn(self, p):\n        return super().winners()\n",
            "`super().winners()` of teams can't be compiled; write who wins",
        ),
        ("    def turn(self, p):\n        super().turn(p)\n", "`super().turn()` can't be compiled; write what it does"),
        (
            "    def turn(self, p):\n        self.round()\n",
            "`self.round()` can't be compiled here; write its turns",
        ),
        (
            "    def turn(self, p):\n        super(Game, self).turn(p)\n",
            "`super(Game, self).turn()` can't be compiled; write what it does",
        ),
    ],
)
def test_what_is_not_in_all_games_is_refused(rules, words, tmp_path):
    path = tmp_path / "small.py"
    path.write_text(f"{HEAD}{BEGUN}\nclass Small(Begun):\n{rules}")
    with pytest.raises(NotCompilable, match=re.escape(words)):
        lower(load_file(path))


def test_what_a_constant_object_holds_is_an_obstacle_only_where_it_is_read(tmp_path):
    top = """
        import re

        class Table:
            def __init__(self):
                self.size, self.pattern = 4, re.compile("x")

        TABLE = Table()
        TABLES = [TABLE]
    """
    check_equal(file_of(tmp_path, "self.out += n + TABLES[0].size", top=top), games=4)
    # The first reading is what notes the object: all later passes must refuse it, too.
    path = file_of(tmp_path, "self.out += TABLE.size\nself.out += len(TABLE.pattern.pattern)", top=top)
    with pytest.raises(NotCompilable, match="line 32: a Pattern can't be compiled"):
        lower(load_file(path))
    path = file_of(tmp_path, "self.out += len(TABLE[n % 2])", top="import re\nTABLE = [[1], [re.compile('x')]]")
    with pytest.raises(NotCompilable, match="line 23: a Pattern can't be compiled"):
        lower(load_file(path))


def test_a_set_sorted_by_rows_that_are_equal_is_left_to_plain_python(tmp_path):
    top = """
        @dataclass(frozen=True)
        class Combo:
            kind: int
            cards: tuple = ()
    """
    rules = (
        "combos = {Combo(k, (n, 2)) for k in range(9)}\nself.out += sorted(combos, key=lambda c: (n, c.cards))[0].kind"
    )
    game, lowered, code = compiled(file_of(tmp_path, rules, top=top))
    _, flags = played(game, lowered, code, ["random"], 3, 2)
    assert {int(flag) for flag in flags} == {ErrorFlag.SET_ORDER}
