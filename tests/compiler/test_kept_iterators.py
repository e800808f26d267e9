"""Iterators that rules keep, or read in several places: plain Python and compiled games take the same items."""

import pathlib
import re
import textwrap

import pytest

from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.lowering import lower
from balancer.plain.files import load_file
from tests.compiler.both_ways import check_equal, compiled, file_of, played

SAMPLES = re.split("^# ", pathlib.Path(__file__).with_name("kept_iterators.txt").read_text(), flags=re.MULTILINE)[1:]
LINES = dict(sample.split("\n", 1) for sample in SAMPLES)
"""By name, lines of a round; behind `## setup` those of the setup, as in `generators.txt`."""


@pytest.mark.parametrize("name", LINES)
def test_kept_iterators_give_the_items_that_they_give_in_python(name, tmp_path):
    rules, *parts = re.split(r"^## (\w+)\n", LINES[name], flags=re.MULTILINE)
    written = dict(zip(parts[::2], parts[1::2], strict=True))
    path = file_of(tmp_path, rules, top=written.get("top", ""), setup=written.get("setup", ""))
    methods = textwrap.indent(written.get("more", ""), "    ")
    path.write_text(path.read_text().replace("\n    def score(", f"\n{methods}\n    def score("))
    check_equal(path, games=8)


REFUSED = {
    "generator": ("self.x = itertools.cycle(p for p in self.players)", "in cycle() that is kept", "write list(...)"),
    "dict": ("self.x = iter({1: 2})", "in iter() that is kept", "write list(...) around it"),
    "set": ("self.x = iter({1, 2})", "in iter() that is kept", "write list(...) around it"),
    "deque": ("self.x = iter(deque([1, 2]))", "in iter() that is kept", "write list(...) around it"),
    "other": ("self.x = zip(self.row, self.row)", "read later than here", "write a list"),
    "order": (
        "self.x = itertools.cycle(self.players)\nself.players = self.players[1:] + self.players[:1]",
        "in cycle() that is kept",
        "write list(...) around it",
    ),
    "changes": (
        "self.x = itertools.count()\ng = (k * next(self.x) for k in self.row)\nself.out += next(self.x) + sum(g)",
        "read later than here",
        "write a list",
    ),
    "shared": ("self.out += next(IDS)", "all games share", "make it in setup"),
    "several kinds": ("self.x = [1]\nself.x = iter(self.x)\nself.out += next(self.x)", "can't be compiled", ""),
    "its class": (
        "self.x = itertools.count()\nself.out += isinstance(self.x, int)",
        "the class of an iterator",
        "next(",
    ),
    "its type": ("self.x = itertools.count()\nself.out += type(self.x) is int", "the class of an iterator", "next("),
    "a pattern": (
        "self.x = itertools.count()\nmatch self.x:\n    case int():\n        self.out += 1",
        "the class of an iterator",
        "read it by next(...)",
    ),
    "its attributes": ("self.x = itertools.count()\nself.out += hasattr(self.x, 'step')", "`.step` of an it", "next("),
    "its methods": (
        "self.x = itertools.count()\nself.out += self.x.__next__()",
        "`.__next__()` of an iterator",
        "next(",
    ),
    "a copy": (
        "import copy\nself.x = itertools.cycle([1, 2])\nself.y = copy.copy(self.x)\nself.out += next(self.y)",
        "a copy of an iterator can't be compiled",
        "read it by next(...)",
    ),
    "endless": ("self.x = itertools.repeat(3)", "only in a loop, zip() or islice()", "write a loop"),
    "with a generator": (
        "for x in itertools.islice(itertools.cycle(Lamps()), 3):\n    self.out += x",
        "which has an `__iter__`",
        "write list(...) around it",
    ),
}
TOP = """
IDS = itertools.count()


class Lamps:
    def __iter__(self):
        yield 3
"""


@pytest.mark.parametrize("name", REFUSED)
def test_other_iterators_are_refused(name, tmp_path):
    rules, what, advice = REFUSED[name]
    with pytest.raises(NotCompilable) as refusal:
        lower(load_file(file_of(tmp_path, rules, top=TOP)))
    assert refusal.value.line
    assert what in str(refusal.value)
    assert advice in str(refusal.value)


@pytest.mark.parametrize("head", ["x in itertools.cycle(self.row)", "x, _ in zip(itertools.cycle(self.row), range(9))"])
def test_a_list_that_changes_in_the_first_turn_of_a_cycle_raises_a_flag(head, tmp_path):
    """Plain Python, which reads the list itself, plays such games."""
    rules = f"for {head}:\n    self.out += x\n    self.row[2] = n + 1\n    if self.out % 5 == 2:\n        break"
    game, lowered, code = compiled(file_of(tmp_path, rules))
    _, flags = played(game, lowered, code, ["random"], 5, 2)
    assert ErrorFlag.CHANGED in {ErrorFlag(int(each)) for each in flags}


TURNS = """
import itertools
from balancer.plain import Game


class Turns(Game):
    seats = range(2, 4)
    max_rounds = 4

    def setup(self):
        self.order = {order}
        self.out = 0

    def turn(self, player):
        if player.seat == 1:
            return
        if self.order is None:
            self.order = itertools.cycle(self.players)
        n = self.below(3)
        self.out += next(self.order).seat * n

    def score(self, player):
        return self.out + self.turns * 3
"""


def test_turns_without_effect_are_not_told_from_others_where_an_iterator_is_kept(tmp_path):
    """Plain Python can't compare iterators, so that such turns count."""
    (tmp_path / "turns.py").write_text(TURNS.format(order="itertools.cycle(self.players)"))
    check_equal(tmp_path / "turns.py")
    (tmp_path / "turns.py").write_text(TURNS.format(order="None"))
    with pytest.raises(NotCompilable, match="an iterator is kept in order, by which turns without effect"):
        lower(load_file(tmp_path / "turns.py"))
