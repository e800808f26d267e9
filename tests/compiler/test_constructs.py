"""Constructs of designers' files, one by one: plain Python and compiled games have equal rows."""

import pathlib

import pytest

from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.lowering import lower
from balancer.plain.files import load_file
from tests.compiler.both_ways import check_equal, check_flagged, compiled, file_of, played, table_of

SAMPLES = pathlib.Path(__file__).with_name("constructs.txt").read_text().split("# ")[1:]
LINES = dict(sample.split("\n", 1) for sample in SAMPLES)
"""By name, lines of a round."""
CONSTANTS = """
import bisect, contextlib, copy, dataclasses, enum, functools, operator, statistics
from typing import Protocol, assert_never, runtime_checkable


class Col(enum.Enum):
    RED = 1
    BLUE = 2


def twice(k, game):
    return 2 * k + len(game.row)


class Suit(enum.Enum):
    LEAF = 3
    ACORN = 1
    BELL = 2

    def __lt__(self, other):
        return self.value < other.value


class Leaf(NamedTuple):
    suit: Suit
    number: int


@dataclass(frozen=True, order=True)
class Coin:
    suit: Suit = Suit.ACORN
    value: int = 5


@dataclass
class Note:
    suits: set = field(default_factory=lambda: set(Suit))
    numbers: list = field(default_factory=lambda: [1, 2])
    coin: Coin = field(default_factory=Coin)


class Spot(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Token:
    a: int
    b: int
    c: bool


@runtime_checkable
class Named(Protocol):
    name: str

    def use(self, k): ...


@dataclass(frozen=True)
class Potion:
    name: str

    def use(self, k):
        return k + 1


class Rope:
    def __init__(self, length):
        self.length = length

    def use(self, k):
        return k * self.length

    def tie(self):
        self.name = "tied"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 3


TOKENS = [Token(1, 2, True), Token(3, 4, False)]
LEAVES = [Leaf(Suit.LEAF, 7), Leaf(Suit.BELL, 7)]
REST = ("pass", None)
COINS = (Coin(), Coin(Suit.LEAF, 1))
PRICES = [(1, [2, 3]), (4, [5, 6])]
CELLS = {(x, y) for x in range(3) for y in range(4)} - {(2, 2)}
RECIPES = {frozenset(("stone", "wood")): 4, frozenset(("clay", "wood")): 5}
PAIRS = {frozenset((k, k + 1)) for k in range(5)}
BOARDS = {(3, 1, 2, 4, 5, 6): 4, **{(3, 1, k, 4, 5, 6): k for k in range(5)}}
RATES = {"a": lambda k, game: k + game.rounds, "b": twice}
SPACES = (("park", [1, 2], (3, [4])), ("mill", [5], (6, [7, 8])))
"""

SETUP = "for p in self.players:\n    p.hand = [p.seat + 1, 5]"


@pytest.mark.parametrize("name", LINES)
def test_construct(name, tmp_path):
    path = file_of(tmp_path, LINES[name], top=CONSTANTS, setup=SETUP)
    extra = (
        "\n    def fibonacci(self, k):\n        return k if k < 2 else self.fibonacci(k - 1) + self.fibonacci(k - 2)\n"
        "\n    def most(self, first, *others):\n        return max([first, *others]) + len(others)\n"
        "\n    def bonus(self, x, *, more=1, other=3):\n        return x * more + other\n"
        "\n    def rate_low(self, k):\n        return k + 1\n"
        "\n    def rate_high(self, k):\n        self.out += 1\n        return 10 * k\n"
        "\n    def step_0(self):\n        return 5\n"
        "\n    def step_1(self):\n        return len(self.row)\n"
        "\n    def steps_from(self, k, least=0):\n        if k > 90:\n            return\n"
        "        for step in (-1, 2):\n            if k + step >= least:\n                yield k + step\n"
        "\n    def both(self, k):\n        yield k\n        yield from self.steps_from(k + 1)\n"
        "\n    @property\n    def double(self):\n        return 2 * len(self.row)\n"
    )
    path.write_text(path.read_text().replace("\n    def score(", f"{extra}\n    def score("))
    check_equal(path, games=12)


FLAGGED = {
    "index": ("self.out += self.row[n + 9]", ErrorFlag.INDEX),
    "pop of nothing": ("for _ in range(9):\n    self.row.pop()", ErrorFlag.INDEX),
    "remove": ("self.row.remove(77)", ErrorFlag.NOT_IN_LIST),
    "key": ("d = {1: 2}\nself.out += d[n + 5]", ErrorFlag.KEY),
    "division": ("self.out += 5 // (n - n)", ErrorFlag.DIVISION),
    "order of a tuple and a word": ('x = (1, n) if n > 9 else "a"\nself.out += x < (2, 3)', ErrorFlag.NO_PLAYER),
    "none in sum": ("x = None if n < 9 else 3\nself.out += x + 1", ErrorFlag.NONE_IN_SUM),
    "unset": ("if n > 9:\n    self.late = 1\nself.out += self.late", ErrorFlag.UNSET),
    "sorted kinds": ("self.out += len(sorted([n, 'a', self.players[0]]))", ErrorFlag.NONE_IN_SUM),
    "empty": ("self.out += max([x for x in self.row if x > 99])", ErrorFlag.EMPTY),
    "next": ("self.out += next(x for x in self.row if x > 99)", ErrorFlag.NOTHING_FOUND),
    "assert": ("assert n > 99", ErrorFlag.RAISED),
    "arguments of a list": ("self.out += pow(2, 1) + self.most(*self.row[n + 3:])", ErrorFlag.LENGTH),
    "arguments of a dict": ("d = {'add': n}\nself.out += (lambda x, more=1: x)(n, **d)", ErrorFlag.LENGTH),
    "a number alone": ("self.out += max(*[n])", ErrorFlag.LENGTH),
    "name deleted in the turn before": ("for k in range(2):\n    self.out += n\n    del n", ErrorFlag.UNSET),
    "raise": ("raise ValueError", ErrorFlag.RAISED),
    "dict changes in zip": ("d = {1: 2}\nfor k, x in zip(d, self.row):\n    d[k + 1] = 3", ErrorFlag.CHANGED),
    "dict changes its keys in zip": (
        "d = {1: 2, 5: 3}\nfor k, x in zip(d, self.row):\n    d.pop(1)\n    d[1] = 2",
        ErrorFlag.CHANGED,
    ),
    "set changes in zip": ("s = {1, 2}\nfor x, k in zip(self.row, s):\n    s.add(k + 5)", ErrorFlag.CHANGED),
    "strict zip": ("self.out += sum(x * y for x, y in zip(self.row, {1, 2}, strict=True))", ErrorFlag.LENGTH),
    "strict zip, first": ("self.out += sum(x * y for x, y in zip({1, 2}, self.row, strict=True))", ErrorFlag.LENGTH),
    "dict changes": ("d = {1: 2}\nfor k in d:\n    d[k + 1] = 3", ErrorFlag.CHANGED),
    "set changes": ("s = {(1, n)}\nfor x, y in s:\n    s.add((x + 1, y))", ErrorFlag.CHANGED),
    "set changes at the end": ("s = {n, 9}\nfor x in s:\n    if x == 9:\n        s.add(10)", ErrorFlag.CHANGED),
    "pop of an empty set": ("s = {n}\nself.out += s.pop() + s.pop()", ErrorFlag.KEY),
    "set apart": ("a, b = {(1, n), (2, n), (3, n)}", ErrorFlag.LENGTH),
    "remove from a set": ("s = {(1, n)}\ns.remove((2, n))\nfor x, y in s:\n    self.out += x", ErrorFlag.KEY),
    "taken apart": ("a, b = self.row", ErrorFlag.LENGTH),
    "ending": ("self.end('no' if n > 99 else 'none')", ErrorFlag.ENDING),
    "address": ("self.shuffle(self.row, at=-1 - n)", ErrorFlag.DICE),
    "kinds": ("self.players[0].choose('act', [1, 2, 3], kinds=[n, 4])", ErrorFlag.LENGTH),
    "fewer than none of a kind": ("self.players[0].choose('act', [1, 2, 3], kinds=[-1, 4])", ErrorFlag.LENGTH),
}


@pytest.mark.parametrize("name", FLAGGED)
def test_error_of_the_rules_raises_a_flag(name, tmp_path):
    lines, flag = FLAGGED[name]
    path = file_of(tmp_path, lines)
    most = "\n    def most(self, first, *others):\n        return first\n\n    def score("
    path.write_text(path.read_text().replace("\n    def score(", most))
    check_flagged(path, flag)


def test_sorted_tuples_with_values_of_several_kinds_are_left_to_plain_python(tmp_path):
    game, lowered, code = compiled(file_of(tmp_path, "self.out += sorted([('b', None), ('a', n)])[0][1]"))
    _, flags = played(game, lowered, code, ["random"], 3, 2)
    assert set(flags) == {ErrorFlag.KINDS}
    assert game.play(table_of(game, ["random"], 2), None, 7, 0, 3)["score"].any()


def test_a_set_of_words_sorted_by_equal_keys_is_left_to_plain_python(tmp_path):
    game, lowered, code = compiled(file_of(tmp_path, "self.out += len(sorted({'owl', 'fox', 'a'}, key=len)[1])"))
    assert set(played(game, lowered, code, ["random"], 3, 2)[1]) == {ErrorFlag.SET_ORDER}
    assert game.play(table_of(game, ["random"], 2), None, 7, 0, 3)["score"].any()


REFUSED = {
    "list of arguments": (
        "self.out += self.bonus(*self.row[1:], n)",
        "line 34: `*` before a list can't be compiled in a call whose number of arguments varies;",
    ),
    "column and list": (
        "self.out += sum(column == self.row for column in zip(*[self.row, self.row]))",
        "comparing a list with a tuple can't be compiled; write",
    ),
    "finally of a try that is left": (
        "for k in self.row:\n    try:\n        break\n    except IndexError:\n        pass\n    finally:\n        pass",
        "line 35: leaving a `try` with `except` and `finally` can't be compiled;",
    ),
    "with": ("with open('a') as f:\n    self.out += 1", "line 34: this `with` can't be compiled; write what it does"),
    "with a list": ("with self.row:\n    self.out += 1", "line 51: this `with` can't be compiled; write what it does"),
    "with that is left": (
        "with counted(self):\n    if n:\n        return",
        "line 51: leaving this `with` early can't be compiled; set a name in it",
    ),
    "with a yield in a branch": (
        "with guarded(self):\n    n = 1",
        "`with guarded()` can't be compiled; yield once, in",
    ),
    "with in a try": (
        "try:\n    with suppress(KeyError):\n        n = self.row[4]\nexcept IndexError:\n    n = 1",
        "`with` in a `try` can't be compiled; ask first",
    ),
    "dict or an empty tuple": (
        "d = {n: 3, 7: 1}\nkeys = d if n else ()\nfor x in keys:\n    self.out += x",
        "line 36: the items of a dict or a tuple can't be compiled; write {} or set() in place of ()",
    ),
    "two values for missing keys": (
        "d = defaultdict(lambda: 4) if n else defaultdict(int)\nself.out += d[77]",
        "line 34: dicts with different values for missing keys in one place can't be compiled; use two names",
    ),
    "any error": (
        "try:\n    self.out = 1\nexcept Exception:\n    pass",
        "line 36: this `except` can't be compiled",
    ),
    "named error": (
        "try:\n    self.out = 1\nexcept KeyError as e:\n    pass",
        "line 36: `as e` can't be compiled",
    ),
    "decision in try": (
        "try:\n    self.players[0].choose('act', self.row)\nexcept KeyError:\n    pass",
        "line 34: a `try` around dice, decisions or the game's own functions can't be compiled; ask first",
    ),
    "raise in try": ("try:\n    raise KeyError\nexcept KeyError:\n    pass", "line 35: `raise` in a `try` can't be"),
    "made text": (
        "self.out += f'{self.out / 2}' == '1.0'",
        "a text that is composed while the game runs can be said, but not",
    ),
    "two kinds in two branches": (
        "x = [1]\nif n:\n    x = 3\nself.out += n",
        "line 36: a list or a whole number in one",
    ),
    "made option": (
        "self.out += n\nself.players[0].choose('act', [f'{self.out / 2}', 'b'])",
        "an option that is a composed",
    ),
    "made ending": ("self.out += n\nself.end(f'o{self.out / 2}')", "the name of an ending that is composed"),
    "made key": ("d = {'1': 2}\nself.out += d.get(str(self.out / 2), 0)", "a text that is composed"),
    "made text as truth": ("name = f'{self.out / 2}'\nself.out += 1 if name else 0", "is empty"),
    "set order": ("for x in {'a', 'b'}:\n    self.say(x)", "order of a set is not the same in every process"),
    "order of None": (
        "for x in {(n, 1), (2, None)}:\n    self.say(x[0])",
        "line 34: the order of a set is not the same in every process: the hash of None is not; write",
    ),
    "order of words": (
        "row = {(n, 'a')}\nrow.add((2, 'b'))\nself.out += row.pop()[0]",
        "line 36: the order of a set is not the same in every process: the hash of a text is not; write",
    ),
    "order of a union": (
        "row = {n}\nrow.add('b')\nfor x in row | {3}:\n    self.say(x)",
        "line 36: the order of a set is not the same in every process: the hash of a text is not; write",
    ),
    "order of a set with a star": ("for x in {*self.row, n}:\n    self.out += x", "a set with `*` in it can't be"),
    "groups kept": (
        "g = list(itertools.groupby(self.row))\nself.out += len(g)",
        "groupby() can be compiled only in the head",
    ),
    "runs that change": (
        "g = itertools.groupby(self.row)\nself.row[0] = n\nfor k, group in g:\n    self.out += k * sum(group)",
        "read later than here or more than once",
    ),
    "starmap of lists": (
        "self.out += sum(itertools.starmap(lambda a, b: a * b, [[1, n], [2, 3]]))",
        "starmap() of a list can't be compiled; write tuples",
    ),
    "a dict of another class": (
        "from collections import OrderedDict\nself.kept = OrderedDict((x, n) for x in self.row)",
        "`OrderedDict()` can't be compiled; write a dict, which keeps its order, too",
    ),
    "a loop over players that are set": (
        "for i, p in enumerate(self.players):\n    self.players = self.players[1:] + self.players[:1]",
        "a loop over `self.players` in which rules set it can't be compiled; write `in list(self.players)`",
    ),
    "a second name of players that are set": (
        "row = self.players\nself.players = self.players[1:] + self.players[:1]\nself.out += row[0].seat",
        "a second name of `self.players`, which rules set, can't be compiled; write list(self.players)",
    ),
    "an iterator of players that are set": (
        "row = iter(self.players)\nself.players = self.players[1:] + self.players[:1]\nself.out += next(row).seat",
        "a second name of `self.players`, which rules set, can't be compiled; write list(self.players)",
    ),
    "repeated product of two lists": (
        "for a in itertools.product([1, 2], [3], repeat=n):\n    self.out += sum(a)",
        "product() of several lists, repeated by a number that varies, can't be compiled; repeat one list",
    ),
    "smallest by a key that changes": (
        "import heapq\nself.out += heapq.nsmallest(1, (x + self.out for x in self.row), key=lambda x: self.step())[0]",
        "read later than here or more than once",
    ),
    "group used twice": (
        "for k, group in itertools.groupby(self.row):\n    self.out += sum(group) + sum(group)",
        "a group of groupby() that is kept, or used twice, can't be compiled; write",
    ),
    "group used in turns": (
        "for k, group in itertools.groupby(self.row):\n    while n:\n        for x in group:\n            n -= x",
        "a group of groupby() that is kept, or used twice, can't be compiled; write",
    ),
    "global": ("global TOP\nTOP = 1", "`global` can't be compiled"),
    "nonlocal parameter": (
        "def f(x):\n    def g():\n        nonlocal x\n        x += 1\n    g()\n    return x\nself.out += f(n)",
        "this `nonlocal` can't be compiled; set the name first in the outer function",
    ),
    "product of both": (
        "self.out += int(math.prod(itertools.chain(self.row, (k / 2 for k in self.row))))",
        "prod() of whole numbers and fractions can't be compiled; write start=1.0",
    ),
    "random": ("import random\nself.out += random.random()", "write self.below(...), self.shuffle(...)"),
    "print": ("print(n)", "write self.say"),
    "fraction as index": ("x = n / 2\nself.out += self.row[x]", "a number with a fraction is used where"),
    "address with a fraction": ("self.shuffle(self.row, at=n / 2)", "write a whole number"),
    "kinds with fractions": ("self.players[0].choose('act', [1, 2], kinds=[n / 2, 1.5])", "write whole numbers"),
    "set as a key": ("d = {{1, n}: 3}\nself.out += len(d)", "a set as the key of a dict can't be compiled"),
    "set or frozenset as a key": (
        "e = {1} if n > 9 else frozenset((n, 1))\nself.out += {e: 3}[e]",
        "a set as the key of a dict can't be compiled",
    ),
    "set and list in place": ("s = {n}\ns |= self.row\nself.out += len(s)", "a list is no set, as Python needs it"),
    "order of frozensets": (
        "for e in {frozenset((1, n))}:\n    self.say(len(e))",
        "the hash of a set, or a tuple of many items, in a set is not",
    ),
    "frozensets sorted": (
        "self.out += len(sorted([frozenset((1, n))])[0])",
        "the order of frozensets can't be compiled",
    ),
    "long among short": ("seen = {(n, 1): 2}\nself.out += (1, 2, 3, 4, 5, 6)[1:] in seen", "many items among shorter"),
    "list or tuple": ("b = (*self.row, n, n, n)\nself.out += (b in BOARDS) + (b == self.row)", "a list with a tuple"),
    "changed tuple": ("b = (*self.row, n, n, n)\nself.out += b in BOARDS\nb.append(1)", "a tuple has no `.append()`"),
    "function with a name as a value": (
        "self.f = lambda: n\nself.out += self.f()",
        "a function that needs n of the function around it is no value",
    ),
    "computed function": (
        "self.out += [f for f in (abs, abs)][0](n)",
        "the function `abs` as a value can't be compiled",
    ),
    "name with a default": ("self.out += getattr(self, f'x{n}', 3)", "with a default can't be compiled; set"),
    "truth or list": (
        "what = n > 1 or self.row\nself.out += len(what)",
        "write bool(...) where only the truth matters",
    ),
    "generator kept": ("self.g = self.yielding(n)", "write list(self.yielding(n)), or return a list"),
    "generator of dice kept": (
        "g = (self.below(3) for x in self.row)\nself.out += sum(g)",
        "line 34: `(self.below(3) for x in self.row)`, read later than here or more than once, can't be compiled",
    ),
    "recursive generator that changes": (
        "self.out += sum(self.counting(n))",
        "a generator that calls itself and changes something, or is not used up at once, can't be compiled",
    ),
    "players sorted": ("self.out += sorted(self.players)[0].seat", "sorting players can't be compiled"),
}


CLASSES = """
class Row(NamedTuple):
    x: int
    y: list


@dataclass
class Thing:
    x: int = 0


BOARDS = {(1, 2, 3, 4, 5, 6): 1}
"""
MANAGERS = """
import contextlib
from contextlib import suppress


@contextlib.contextmanager
def counted(game):
    yield
    game.out += 1


@contextlib.contextmanager
def guarded(game):
    try:
        yield
    except KeyError:
        game.out = 0
"""


@pytest.mark.parametrize("name", REFUSED)
def test_what_bends_python_is_refused_with_a_line(name, tmp_path):
    lines, words = REFUSED[name]
    path = file_of(tmp_path, lines, top=CLASSES + (MANAGERS if name.startswith("with ") else ""))
    turned = (
        "\n    def bonus(self, x, y=1, z=2):\n        return x\n"
        "\n    def turned(self):\n        return 1\n"
        "\n    def yielding(self, k):\n        yield from (x for x in self.row if x < k)\n"
        "\n    def counting(self, k):\n        self.out += 1\n        yield k\n        if k:\n"
        "            yield from self.counting(k - 1)\n"
        "\n    def score("
    )
    path.write_text(path.read_text().replace("\n    def score(", turned))
    with pytest.raises(NotCompilable) as found:
        lower(load_file(path))
    assert words in str(found.value)
    assert found.value.line
    assert found.value.file == str(path)


PERSONA = """
class Noter(Persona):
    "Notes what it has seen: rules do not, but nothing keeps a persona from it."

    def pick(self, game, me, option):
        me.seen = [option, *me.seen][:4]
        return -sum(me.seen)
"""


def test_what_a_persona_keeps_stays(tmp_path):
    rules = """
        for p in self.players:
            self.out += p.choose('pick', [n, 2, 5])
            row = [9] * 9
            self.out += sum(p.seen) + len(row)
    """
    check_equal(file_of(tmp_path, rules, setup="for p in self.players:\n    p.seen = [1]", personas=PERSONA))
