"""Methods that Python calls by itself for objects of designers' classes: what they do is refused with a line."""

import numpy as np
import pytest

from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.lowering import lower
from balancer.plain.files import load_file
from tests.compiler.both_ways import check_equal, check_flagged, compiled, file_of, played

SHARED = {
    "a class's value": ("k = 3", "self.out += t.k + n"),
    "a class's value, then its own": ("k = 3", "t.k += n\nself.out += t.k * 10 + u.k"),
    "set in one branch": ("k = 3", "if n > 2:\n    t.k = 9\nself.out += t.k"),
    "a class's list": ("k = [1, 2]", "t.k = [*t.k, n]\nself.out += len(t.k) * 10 + len(u.k)"),
}


@pytest.mark.parametrize("name", SHARED)
@pytest.mark.parametrize("is_dataclass", [False, True])
def test_what_objects_share_until_they_set_it(name, is_dataclass, tmp_path):
    line, rules = SHARED[name]
    init = "x: int" if is_dataclass else "def __init__(self, x):\n        self.x = x"
    head = "@dataclass(eq=False)\n" if is_dataclass else ""
    top = f"{head}class Thing:\n    {line}\n\n    {init}\n\n\nFIRST = Thing(1)\n"
    check_equal(file_of(tmp_path, f"t, u = Thing(n), FIRST\n{rules}", top=top), games=12)


def test_a_list_that_objects_share_and_change_raises_a_flag(tmp_path):
    top = "class Thing:\n    k = [1]\n\n    def __init__(self, x):\n        self.x = x\n"
    game, lowered, code = compiled(file_of(tmp_path, "Thing(n).k.append(n)\nself.out += len(Thing(n).k)", top=top))
    assert {ErrorFlag(int(flag)) for flag in played(game, lowered, code, ["random"], 3, 2)[1]} == {ErrorFlag.CHANGED}


def test_players_who_never_drop_out(tmp_path):
    check_equal(file_of(tmp_path, "self.out += n + sum(p.out for p in self.players)"), games=5)


@pytest.mark.parametrize("owner", ["self", "self.players[0]"])
def test_an_attribute_that_nobody_sets_raises_a_flag(owner, tmp_path):
    check_flagged(file_of(tmp_path, f"self.out += {owner}.never + n"), ErrorFlag.UNSET)


FROZEN = "@dataclass(frozen=True)\nclass Thing:\n    x: int\n    y: int = 1\n\n"
OBJECT = "class Thing:\n    def __init__(self, x):\n        self.x = x\n\n"
MEMBERS = "import enum\n\n\nclass Rank(enum.IntEnum):\n    LOW = 1\n    HIGH = 4\n\n    def __bool__(self):\n        "
IS_ONE = "`is` between True or False and what may be a number can't be compiled"
EQUAL = "class Thing:\n    def __init__(self, x):\n        self.x, self.y = x, 0\n\n"
EQUAL += "    def __eq__(self, other):\n        return self.x == other.x\n\n"
DISAGREE = "keys of Thing, whose `__eq__` and `__hash__` don't agree, can't be compiled"
ACTS = """
def pay(n):
    return 90


class Acts:
    def __init__(self, k):
        def pay(n):
            return n + k

        self.acts = {0: pay, 1: self.earn}

    def earn(self, n):
        return n

    def do(self, n):
        return self.acts[n % 2](n)
"""
REFUSED = {
    "no hash": (EQUAL, "{Thing(n): 4}[Thing(n)] > 1", DISAGREE),
    "a hash by identity": (EQUAL + "    __hash__ = object.__hash__", "len({Thing(n), Thing(2)}) > 1", DISAGREE),
    "a hash of what is not compared": (
        EQUAL + "    def __hash__(self):\n        return hash((self.x, self.y))",
        "len({Thing(n), Thing(2)}) > 1",
        DISAGREE,
    ),
    "a hash of a list": ("@dataclass(frozen=True)\nclass Thing:\n    x: list", "len({Thing([n])}) > 1", DISAGREE),
    "an heir that is asked first": (
        EQUAL + "class Heir(Thing):\n    def __eq__(self, other):\n        return True",
        "Thing(n) == Heir(n)",
        "`__eq__` of Heir, which Python calls before Thing's, can't be compiled",
    ),
    "an heir with the same method, which is not symmetric": (
        EQUAL.replace("self.x == other.x", "self.x == other.x and self.y == 0")
        + "class Heir(Thing):\n    def __init__(self, x):\n        self.x, self.y = x, 7",
        "Thing(n) == Heir(n)",
        "`__eq__` of Heir, which Python calls before Thing's, can't be compiled",
    ),
    "a hash that changes": (
        EQUAL + "    def __hash__(self):\n        return self.x\n\n    def grow(self):\n        self.x += 1",
        "Thing(n) in {Thing(n): 4} and Thing(2).grow()",
        "changing what the `__hash__` of Thing reads can't be compiled; make a new object",
    ),
    "is True, a number": ("", "[True, n][n % 2] is True", IS_ONE),
    "a number is not False": ("", "n is not (n > 2)", IS_ONE),
    "is a word, a member": (
        "import enum\n\n\nclass Word(enum.StrEnum):\n    A = 'a'\n\n",
        "Word.A is ['a', 'b'][n % 2]",
        "`is` between a member of Word and what may be none can't be compiled; write `==`",
    ),
    "a class that is a Counter": (
        "class Bank(Counter):\n    def pay(self, k):\n        self['gold'] -= k\n",
        "Bank(gold=5)['gold']",
        "Bank, which inherits from Counter, can't be compiled; write a class that has one in an attribute",
    ),
    "a list that changes what lists do": (
        "class Row(list):\n    def append(self, x):\n        super().append(x + 1)\n",
        "Row([n])[0]",
        "Row, which inherits from list, with its own `append` can't be compiled; write a class that has one in an",
    ),
    "a dict of a class with values of several kinds": (
        "class Row(dict):\n    pass\n",
        "Row(a=n, b=[1, 2])['a']",
        "a Row with values of several kinds can't be compiled; write a class with attributes",
    ),
    "a dict with values for missing keys": (
        "class Row(dict):\n    def __missing__(self, x):\n        return 1\n",
        "Row()[n]",
        "Row, which inherits from dict, with its own `__missing__` can't be compiled",
    ),
    "a list with attributes": (
        "class Row(list):\n    def name(self):\n        self.word = 1\n",
        "Row([n]).name()",
        "an attribute of a list can't be set",
    ),
    "a list of a class, or any": (
        "class Row(list):\n    pass\n",
        "isinstance([Row([n]), [1]][n % 2], Row)",
        "isinstance() of what may be a Row or a list can't be compiled; use two names",
    ),
    "a list of two classes": (
        "class Row(list):\n    def top(self):\n        return 1\n\n\nclass Other(Row):\n    pass\n",
        "[Row([n]), Other([1])][n % 2].top()",
        "a list has no `.top()`",
    ),
    "reversed by a method": (
        OBJECT + "    def __iter__(self):\n        return iter([1, 2])\n\n"
        "    def __reversed__(self):\n        return iter([7])",
        "(t := Thing(n)) and list(reversed(t))[0] > 2",
        "`__reversed__` of Thing can't be compiled; write a method",
    ),
    "a field that only `__post_init__` receives": (
        "from dataclasses import *\n\n\n@dataclass\nclass Thing:\n    x: InitVar[int]\n    __post_init__ = print\n",
        "Thing().y",
        "Thing is made without what __post_init__ receives",
    ),
    "a sum of objects": (
        OBJECT + "    def __radd__(self, other):\n        return 3",
        "sum([Thing(n)])",
        "a sum of objects that begins with 0 can't be compiled; write what it begins with, as in sum(row,",
    ),
    "a dict of fields": (
        "import dataclasses\n\n\n" + FROZEN,
        "len(dataclasses.asdict(Thing(n)))",
        "`dataclasses.asdict()` can't be compiled; write a dict of its attributes",
    ),
    "a class that counts its objects": (
        "class Thing:\n    made = 0\n\n    def __init__(self):\n        type(self).made += 1\n",
        "Thing().made",
        "an attribute of a class can't be set; keep it as an attribute of self",
    ),
    "a function chosen by its argument": (
        "import functools\n\n\n@functools.singledispatch\ndef pay(x):\n    return 1\n\n",
        "pay(n)",
        "line 30: `pay()` can't be compiled",
    ),
    "a wrapped method without self": (
        "def twice(f):\n    def inner(*args):\n        return f(*args) * 2\n\n    return inner\n\n\n"
        + OBJECT
        + "    @twice\n    def f(self):\n        return self.x\n",
        "Thing(n).f()",
        "the method inner whose first parameter has a star can't be compiled; write (self, *args)",
    ),
    "functions that need names of another": (
        ACTS,
        "Acts(3).do(n) > 80",
        "a function that needs pay of the function around it is no value that can be compiled; hand that on",
    ),
    "truth of a number's member": (
        f"{MEMBERS}return self.value > 2\n\n\nRANKS = [Rank.LOW, Rank.HIGH]",
        "RANKS[n % 2]",
        "Rank with `__bool__`, which Python calls by itself, can't be compiled",
    ),
    "read by a method": (OBJECT + "    def __getattr__(self, name):\n        return 7", "Thing(n).z", "`__getattr__`"),
    "set by a method": (
        f"{OBJECT}    def __setattr__(self, name, x):\n        self.__dict__[name] = x + 1",
        "Thing(n).x > 2",
        "Thing with `__setattr__`, which Python calls by itself, can't be compiled; write a method of another name",
    ),
    "copied by a method": (
        f"{OBJECT}    def __copy__(self):\n        return Thing(self.x + 1)",
        "copy.copy(Thing(n)).x > 2",
        "Thing with `__copy__`, which Python calls by itself, can't be compiled; write a method of another name",
    ),
    "copied by a method within": (
        f"{OBJECT}    def __deepcopy__(self, memo):\n        return Thing(self.x + 1)",
        "copy.deepcopy([{1: Thing(n)}])[0][1].x > 2",
        "Thing with `__deepcopy__`, which Python calls by itself, can't be compiled",
    ),
    "player copied": ("", "copy.copy(self.players[0]).seat", "a copy of a player can't be compiled; copy its parts"),
    "player within": ("", "copy.deepcopy([(n, self.players[0])])", "a copy of a player can't be compiled; copy its"),
    "keys copied": (OBJECT, "copy.deepcopy({Thing(n): 1})", "a deep copy of a set or dict with such keys can't be"),
    "object or tuple": (FROZEN, "Thing(n) == (n, 1)", "Thing and a tuple, which is never equal to it, in one place"),
    "no order": (FROZEN, "Thing(n) < Thing(2)", "Thing has no order; write `@dataclass(frozen=True, order=True)`"),
    "sorted without an order": (FROZEN, "sorted([Thing(n), Thing(2)])[0].x > 1", "Thing has no order"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_python_calls_by_itself_is_refused_with_a_line(name, tmp_path):
    top, test, words = REFUSED[name]
    path = file_of(tmp_path, f"self.out += 1 if {test} else 2", top=f"import copy\n{top}")
    with pytest.raises(NotCompilable) as refusal:
        lower(load_file(path))
    assert words in str(refusal.value)
    assert refusal.value.line


def test_copies_deeper_than_python_goes_are_left_to_it(tmp_path):
    top = "import copy\n\nclass Link:\n    def __init__(self, after):\n        self.after = after\n"
    rules = "link = None\nfor k in range(80):\n    link = Link(link)\nself.out += 1 if copy.deepcopy(link).after else n"
    game, lowered, code = compiled(file_of(tmp_path, rules, top=top))
    assert {ErrorFlag(int(flag)) for flag in played(game, lowered, code, ["random"], 2, 2)[1]} == {ErrorFlag.TOO_DEEP}


SETTERS = """
    @property
    def p(self):
        return self.x

    @p.setter
    def p(self, x):
        self.x = min(x, 9) + 1

    @property
    def q(self):
        return self.row

    @q.setter
    def q(self, row):
        self.row = row[:2]

    @property
    def fixed(self):
        return 3
"""
HEIRS = """
class Heir(Thing):
    pass


class Other(Thing):
    @property
    def p(self):
        return super().p * 2

    @p.setter
    def p(self, x):
        self.x = x - 1


class Plain:
    p = 4
"""


@pytest.mark.parametrize("owner", ["self", "t"])
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("{}.p = n\n{}.p += 3\n{}.p, self.out = {}.p * 2, {}.p", ""),
        ("{}.x = 1\n{}.q = [n, 2, 3]\n{}.q.append(4)\n{}.q = {}.q + [5]\nself.out += sum({}.q) + len({}.q)", ""),
        ("for t in [Thing(1), Heir(2), Other(3), Plain()]:\n    t.p += n\n    self.out += t.p", ""),
        ("{}.q += [1]", "changing the property q in place can't be compiled; write it in two steps"),
        ("{}.fixed = n", "the property fixed can't be set; write `@fixed.setter`"),
    ],
)
def test_properties_that_are_set(owner, rules, words, tmp_path):
    rules = f"self.x = 1\nt = Thing(n)\nself.row = t.row = [1]\n{rules.replace('{}', owner)}"
    path = file_of(tmp_path, rules, top=f"{OBJECT.rstrip()}\n{SETTERS}\n{HEIRS}")
    path.write_text(path.read_text().replace("\n    def score(", f"{SETTERS}\n    def score("))
    if not words:
        check_equal(path, games=8)
        return
    with pytest.raises(NotCompilable, match=words):
        lower(load_file(path))


def test_a_property_that_is_set_changes_what_an_iterator_reads(tmp_path):
    top = f"{OBJECT.rstrip()}\n{SETTERS}\n"
    rules = "t = Thing(n)\nt.x = 5\nit = (t.x + k for k in self.row)\nt.p = n\nself.out += next(it)"
    with pytest.raises(NotCompilable, match="read later than here"):
        lower(load_file(file_of(tmp_path, rules, top=top)))


COPIED = """
import copy

class Thing:
    def __init__(self):
        self.k, self.items = 3, [1]

THING, GRID = Thing(), [[1], [2]]

def busy(n):
    return sum(map(sum, [[x] * 9 for x in range(n)]))
"""


@pytest.mark.parametrize(
    "lines",
    [
        "z = copy.copy(THING)\n    k += sum(z.items)",
        "z = copy.copy(THING)\n    z.k = 9",
        "y = copy.deepcopy(GRID)\n    y[0][0] = 9",
        "z = copy.deepcopy(THING)\n    z.k = 9",
        "THING.k = 9",
    ],
)
def test_what_is_copied_or_set_after_an_error_changes_nothing_of_later_games(lines, tmp_path):
    rules = f"k = busy(n)\nif n == 4:\n    k = self.row[n]\n    {lines}\nself.out = THING.k + sum(map(sum, GRID))"
    rows, flags = played(*compiled(file_of(tmp_path, rules, top=COPIED)), ["random"], 20, 2)
    assert 0 < (flags == ErrorFlag.INDEX).sum() < 20
    assert set(np.asarray(rows)["score"][flags == 0][:, 0]) == {6}
