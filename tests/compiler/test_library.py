"""What of Python's library is refused, with the line of the cause."""

import collections
import itertools

import pytest

from balancer.compiler.errors import NotCompilable
from balancer.compiler.lowering import lower
from balancer.plain.files import load_file
from tests.compiler.both_ways import compiled, file_of, played, table_of

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
    "composed text in a tuple": (
        "b = Land(f'house {self.out / 2}', n)\nself.out += b.name == 'house 3'",
        "line 57: a tuple with a text that is",
    ),
    "too many arguments": (
        "self.out += len(self.row, n)",
        "line 57: `len(self.row, n)` has other arguments than the function takes",
    ),
    "too few arguments": ("self.row.insert(n)", "line 57: `self.row.insert(n)` has other arguments than"),
    "a name that Python has not": ("self.out += int('f', basis=16)", "has other arguments than the function takes"),
    "a name that is only a place": ("self.out += {n: 2}.get(n, default=3)", "has other arguments than the function"),
    "base of digits": ("self.out += int('f', base=16 + n)", "a text can't be made a number"),
    "arguments of the game's methods": ("self.out += self.roll(6, n)", "`self.roll(6, n)` has other arguments than"),
    "arguments in another order": (
        "self.out += pow(exp=self.below(2), base=self.below(3))",
        "arguments in another order than the function has them can't be compiled here",
    ),
    "default of several": ("self.out += max(1, n, default=2)", "max() of several values has no default"),
    "elements kept": (
        "x = Counter(self.row).elements()\nself.out += sum(x) + sum(x)",
        "line 57: `Counter(self.row).elements()`, read later than here or more than once, can't be compiled",
    ),
    "truth of an iterator": ("x = map(abs, []) or [n]\nself.out += sum(x)", "line 57: `map(abs, [])`, read later than"),
    "choice by an iterator": ("x = filter(None, [])\nself.out += 1 if x else 2", "`filter(None, [])`, read later than"),
    "length of an iterator": ("self.out += len(map(abs, self.row))", "an iterator has no length; write len(list(...))"),
    "iterator reversed": (
        "self.out += sum(reversed(map(abs, self.row)))",
        "an iterator can't be reversed; write reversed(",
    ),
    "loop over a star": (
        "for x in filter(*[n]):\n    self.out += x",
        "`*` can't be compiled here; write the arguments",
    ),
    "more than a star": ("self.out += round(n, 1, 2, *self.row)", "has other arguments than the function takes"),
    "nothing zipped": ("for x in itertools.zip_longest():\n    self.out += 1", "has other arguments than the function"),
    "no class": ("self.out += isinstance(Counter(), 1.5)", "`1.5` is no class, as isinstance() needs it"),
    "stars": ("self.out += sorted(self.row, **{'reverse': True})[0]", "`**` in a call can't be compiled here"),
    "key in a part": (
        "self.out += bisect.bisect(self.row, n, 1, key=abs)",
        "a search by a key in a part of a list can't be compiled; search in a slice",
    ),
    "power of a fraction by a rest": ("self.out += pow(n / 2, 2, 5) > 1", "a number with a fraction is used where"),
    "sine": (
        "self.out += math.sin(n) > 0",
        "`math.sin()` can't be compiled; keep a list of its values, made at the top",
    ),
    "address": ("self.out += id(self) > 0", "`id()` can't be compiled; compare by `is`, or number your objects"),
    "length of a line": ("self.out += math.hypot(n, 2) > 3", "write math.sqrt(x * x + y * y)"),
    "variance of fractions": (
        "import statistics\nself.out += statistics.variance([n / 2, 1]) > 1",
        "variance() of fractions",
    ),
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


KEPT = """
import functools

RATES = {"a": 3, "b": 5}


@functools.cache
def paths(x, y):
    return 1 if x == 0 or y == 0 else (paths(x - 1, y) + paths(x, y - 1)) % 1000


@functools.cache
def price(pair, word):
    return pair[0] * 10 + RATES[word] / 2 if word != "a" else None


class Gamer(Game):
    rate = knob(2, range(5), "A rate.")

    @functools.cache
    def worth(self, k):
        return k * self.rate
"""


def test_results_of_cached_functions_are_kept(tmp_path):
    lines = """
    self.out += paths(6, 6) + (price((n, 1), "ab"[n % 2]) or 7) * 2 + self.worth(n)
    self.out += sum((price((k, n), "b") or 0) for k in range(5)) * 2
    """
    path = file_of(tmp_path, lines, top=KEPT)
    path.write_text(path.read_text().replace("class Small(Game)", "class Small(Gamer)"))
    game, lowered, play = compiled(path)
    functions = play.__globals__
    calls = collections.Counter[str]()

    def counted(name, function):
        def call(*arguments):
            calls[name] += 1
            return function(*arguments)

        return call

    for name in ("paths", "price", "Small_worth"):
        computing = f"f_{name}_computed" if f"f_{name}_computed" in functions else f"f_{name}"
        functions[computing] = counted(name, functions[computing])
    rows, flags = played(game, lowered, play, ["random"], 8, 2)
    assert not flags.any()
    assert calls["paths"] == 6 * 6 + 12  # each pair once, in all games together
    assert calls["price"] == len(set(itertools.product(range(5), range(5), "b")) | {(n, 1, "a") for n in (0, 2, 4)})
    assert calls["Small_worth"] == 8 * 3  # it reads a rule, which another table sets
    for number in range(8):
        assert (rows["score"][number] == game.play_plain(table_of(game, ["random"], 2), 7, number, 1)["score"]).all()
