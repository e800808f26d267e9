"""What of Python's library is refused, with the line of the cause."""

import pytest

from balancer.compiler.errors import NotCompilable
from balancer.compiler.lowering import lower
from balancer.plain.files import load_file
from tests.compiler.both_ways import file_of

TOP = """
import functools, heapq, bisect, operator

CACHED = functools.cache


class Gamer(Game):
    rate = 2

    @functools.cache
    def worth(self, k):
        return k * self.rate + len(self.row)

    @CACHED
    def turn(self):
        return self.rounds

    @functools.cache
    def chance(self, k):
        return self.below(k)


@functools.cache
def wealth(player):
    return player.gold


class Land(NamedTuple):
    name: str
    price: int


@functools.cache
def near(k):
    return [k, k + 1]
"""
REFUSED = {
    "what changes": ("self.out += self.worth(n)", "line 18: a function under @cache that reads .row can't be compiled"),
    "rounds": ("self.out += self.turn()", "line 22: a function under @cache that reads .rounds can't be compiled"),
    "dice": ("self.out += self.chance(n + 1)", "line 26: a function under @cache that calls below() can't be compiled"),
    "players": (
        "self.players[0].gold = n\nself.out += wealth(self.players[0])",
        "line 31: a function under @cache that",
    ),
    "composed text in a tuple": ("b = Land(f'house {n}', n)\nself.say(b.name)", "line 57: a tuple with a text that is"),
    "lists": (
        "near(n).append(3)\nself.out += len(near(n))",
        "returns what may be changed can't be compiled; leave out",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_its_line(name, tmp_path):
    lines, words = REFUSED[name]
    path = file_of(tmp_path, lines, top=TOP)
    path.write_text(path.read_text().replace("class Small(Game)", "class Small(Gamer)"))
    with pytest.raises(NotCompilable) as refusal:
        lower(load_file(path))
    assert words in str(refusal.value)
    assert refusal.value.line
