"""Containers of several Python classes, alone and in one place: what is compiled is equal, what differs is refused.

A sample in containers.txt: lines of a round; of several parts, the top of the file, these lines and a method.
"""

import pathlib
import re
import textwrap

import pytest

from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.lowering import lower
from balancer.plain.files import load_file
from tests.compiler.both_ways import check_equal, check_flagged, file_of

SAMPLES = dict(
    sample.split("\n", 1) for sample in pathlib.Path(__file__).with_name("containers.txt").read_text().split("\n# ")[1:]
)


@pytest.mark.parametrize("name", SAMPLES)
def test_sample(name, tmp_path):
    parts = SAMPLES[name].split("---\n")
    top, lines, *methods = parts if len(parts) > 1 else ["", *parts]
    path = file_of(tmp_path, lines, top=top)
    own = textwrap.indent("".join(methods), "    ")
    path.write_text(path.read_text().replace("\n    def score(", f"\n{own}\n    def score("))
    check_equal(path, games=6)


@pytest.mark.parametrize(
    "lines",
    [
        "d = [defaultdict(int), {1: 2}][n % 2]\nself.out += d[77]",
        "d = [Counter(), {1: 2}][n % 2]\nself.out += d[77]",
        "d = {**Counter([n])}\nself.out += d[77]",
        "d = {1: 2} | Counter([n])\nself.out += d[77]",
        "d = dict(defaultdict(int))\nself.out += d[77]",
        "d = defaultdict(None)\nself.out += d[77]",
    ],
)
def test_a_key_that_may_be_missing_from_a_dict_raises_a_flag(lines, tmp_path):
    check_flagged(file_of(tmp_path, lines), ErrorFlag.KEY)


@pytest.mark.parametrize(
    ("lines", "flag"),
    [
        ('d = {"x": 1, "row": [n]}\nself.out += d.x', ErrorFlag.UNSET),
        ('d = [{"x": 1, "row": [n]}, {"y": [1], "z": 2}][n // 9]\nself.out += d["z"]', ErrorFlag.NO_PLAYER),
    ],
)
def test_what_is_wrong_with_dicts_of_several_kinds_raises_a_flag(lines, flag, tmp_path):
    check_flagged(file_of(tmp_path, lines), flag)


def test_an_empty_tuple_that_is_changed_raises_a_flag(tmp_path):
    check_flagged(
        file_of(tmp_path, "near = {0: [1]}.get(n, ())\nnear.append(2)\nself.out += len(near)"), ErrorFlag.CHANGED
    )


@pytest.mark.parametrize(
    "lines", ["self.out += (1, None) < [(1, 3), (1, None)][n % 1]", "self.out += len(sorted([(n, 2), 3]))"]
)
def test_tuples_whose_items_have_no_order_raise_a_flag(lines, tmp_path):
    check_flagged(file_of(tmp_path, lines), ErrorFlag.KINDS)


REFUSED = {
    "order of what several sets share": (
        "for x in {1, n}.intersection([1], [n]):\n    self.out += x",
        "the order of what several sets have in common, or not, can't be compiled; write one call after the other",
    ),
    "order of keys": (
        "for x in {1: 2, n: 3}.keys() & self.row:\n    self.out += x",
        "the order of keys with a list can't be compiled; write set(...) of it",
    ),
    "values compared": ("d = {1: n}\nself.out += d.values() == d.values()", "read later than here or more than once"),
    "items that are lists": (
        "self.out += {1: [n]}.items() == {}.items()",
        "that are a list can't be compiled; compare",
    ),
    "deque repeated": ("d = deque([n])\nd *= 2", "a slice of a deque can't be taken"),
    "update": ("d = [Counter([1]), {1: 2}][n % 2]\nd.update({1: 5})", "what may be a dict or a Counter can't be"),
    "order": (
        "d = [Counter([1]), {1: 2}][n % 2]\ns = {n, 8}\ns.update(d)\nfor x in s:\n    self.out += x",
        "the order of a set of what may be",
    ),
    "class of a dict": ("d = [Counter(), {}][n % 2]\nself.out += isinstance(d, Counter)", "may be a Counter or a dict"),
    "class of a list": ("d = [deque(), [n]][n % 2]\nself.out += isinstance(d, list)", "what may be a deque or a list"),
    "class of a set": ("d = {n} if n else frozenset()\nself.out += isinstance(d, set)", "may be a frozenset or a set"),
    "method of a Counter": ("d = {1: 2}\nself.out += d.total()", "a dict has no `.total()`"),
    "method of a deque": ("d = [n, 1]\nself.out += d.popleft()", "a list has no `.popleft()`"),
    "method of a list": ("d = deque([n, 1])\nd.sort()", "a deque has no `.sort()`"),
    "method of a set": ("d = frozenset([n])\nd.add(3)", "a frozenset has no `.add()`"),
    "pop at": ("d = deque([n, 1])\nself.out += d.pop(0)", "pop() of a deque takes no place; write popleft()"),
    "slice": ("d = deque([n, 1])\nself.out += d[:1][0]", "a slice of a deque can't be taken; write list(...)"),
    "deleted slice": ("d = deque([n, 1])\ndel d[:1]", "a slice of a deque can't be taken"),
    "joined": ("d = [n] + deque([1])", "joining a list with a deque can't be compiled; write list(...)"),
    "range joined": ("d = range(n)\nself.out += len(d + range(2))", "a range has no add; write list(...) of it first"),
    "range changed": ("d = range(4)\nd[0] = n", "changing what may be a range can't be compiled"),
    "compared": ("d = deque([n])\nself.out += d == [n]", "comparing a list with a deque can't be compiled"),
    "range compared": ("self.out += self.row == range(n)", "comparing a list with a range can't be compiled"),
    "looked for": ("self.out += deque([n]) in [[n]]", "comparing a list with a deque can't be compiled"),
    "ordered": ("self.out += [n] < deque([2])", "comparing a list with a deque can't be compiled"),
    "shuffled": ("d = deque([n, 1])\nself.shuffle(d)", "only a list can be shuffled, not a deque; write list(...)"),
    "two lengths": ("d = [deque(maxlen=1), deque(maxlen=2)]", "deques with two values of `maxlen` in one place"),
    "length or none": ("d = [deque(maxlen=1), deque()]", "deques with two values of `maxlen` in one place"),
    "length or a list": ("d = [deque(maxlen=1), [1]][n % 2]\nd.append(2)", "what may be a list or a deque with maxlen"),
    "loop": ("d = deque([n, 1])\nfor x in d:\n    d.append(d.popleft())", "write `in list(...)`"),
    "zip": ("d = deque([n, 1])\nfor x, y in zip(d, self.row):\n    d.rotate()", "write `in list(...)`"),
    "column": ("for c in zip(*[[n, 1], [2, 3]]):\n    self.out += c == [n, 2]", "comparing a list with a tuple"),
    "order of a list": ("self.out += list(map(len, {'a', 'bb'}))[0]", "the order of a set is not the same in every"),
    "order in pairs": ("self.out += sum(a for a, b in zip(map(len, {'a', 'bb'}), [1]))", "the order of a set is not"),
    "order of fractions": (
        "self.out += int(sum(map({'a': 0.1, 'b': 0.7}.get, {'a', 'b'})))",
        "the order of a set is not",
    ),
    "order of effects": (
        "def f(w):\n    self.row.append(len(w))\n    return 1\nself.out += sum(map(f, {'a', 'bb'}))",
        "the order of a set is not the same in every process",
    ),
    "order of items taken": (
        "row = [1, 20, 300]\nself.out += sum(row.pop() * len(x) for x in set(['a', 'bb', 'ccc']))",
        "the order of a set is not",
    ),
    "order of a parameter that becomes longer": (
        (
            "def f(row, x):\n    row += [len(x)]\n    return 1\n"
            "self.out += sum(f(self.row, x) for x in set(['a', 'bb', 'ccc']))"
        ),
        "the order of a set is not",
    ),
    "order of a second name that becomes longer": (
        (
            "def f(x):\n    row = self.row\n    row += [len(x)]\n    return 1\n"
            "self.out += sum(f(x) for x in set(['a', 'bb', 'ccc']))"
        ),
        "the order of a set is not",
    ),
    "order of a parameter that may be set": (
        (
            "def f(x, row):\n    if len(x) > 9:\n        row = []\n    row.append(len(x))\n    return 1\n"
            "self.out += sum(f(x, self.row) for x in set(['a', 'bb', 'ccc']))"
        ),
        "the order of a set is not",
    ),
    "order of lists in a new list": (
        (
            "def f(x):\n    rows = [self.row]\n    rows[0].append(len(x))\n    return 1\n"
            "self.out += sum(f(x) for x in set(['a', 'bb', 'ccc']))"
        ),
        "the order of a set is not",
    ),
    "order of dice": (
        "def f(w):\n    return self.below(3) * len(w)\ng = f\nself.out += sum(map(g, {'a', 'bb'}))",
        "the order of a set is not the same in every process",
    ),
    "generated equality": (
        "self.out += (1, deque([n])) == (1, [n])",
        "line 22: comparing a list with a deque can't be compiled",
    ),
    "loop over a record": (
        'd = {"x": 1, "row": [n]}\nfor key, value in d.items():\n    self.out += 1',
        "a dict that has values of several kinds; name its keys, copy it by .copy(), or write a dataclass",
    ),
    "copy of a record by dict": ('d = {"x": 1, "row": [n]}\nself.out += len(dict(d))', "copy it by .copy(), or write"),
    "varying key": (
        'd = {"x": 1, "row": [n]}\nfor k in "xy":\n    self.out += d[k]',
        "line 24: k as a key of a dict with",
    ),
    "new key": ('d = {"x": 1, "row": [n]}\nd["y"] = 3', "the key 'y', which a dict with values of several kinds has"),
    "method of a record": (
        'd = {"x": 1, "row": [n]}\nd.update(x=3)',
        "`.update()` of a dict with values of several kinds",
    ),
    "record compared": (
        'd = {"x": 1, "row": [n]}\nself.out += d == {"x": 1}',
        "comparing a dict with values of several",
    ),
    "record looked for": (
        'd = {"x": 1, "row": [n]}\nself.out += {"x": 1} in [d]',
        "comparing a dict with a dict with values of several",
    ),
    "type of a record": (
        'd = {"x": 1, "row": [n]}\nself.out += type(d) is dict',
        "type() of a dict with values of several",
    ),
    "record or dict": (
        'd = {}\nif n:\n    d = {"x": 1, "row": [n]}',
        "a dict with values of several kinds and another dict",
    ),
    "loop with a call": (
        "def turn(d):\n    d.rotate()\nd = deque([n, 1])\nfor x in d:\n    turn(d)",
        "line 25: a loop in which what it goes over, or what may be in its place, is changed can't be compiled",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_differs_between_classes_is_refused(name, tmp_path):
    lines, words = REFUSED[name]
    with pytest.raises(NotCompilable) as refusal:
        lower(load_file(file_of(tmp_path, lines)))
    assert words in str(refusal.value)
    assert refusal.value.line


FLAG = """
import enum


class Power({base}):
    SAIL = 1
    MINE = 4
"""


@pytest.mark.parametrize(
    ("base", "lines", "words"),
    [
        (
            "enum.IntFlag",
            "m = [Power.SAIL, Power.MINE][n % 2]\nself.out += ~m",
            "`~` of what may be a member of an IntFlag",
        ),
        ("enum.Flag", "m = [Power.SAIL, Power.MINE][n % 2]\nself.out += bool(m | 1)", "one of them of a Flag"),
        (
            "enum.Flag",
            "m = [Power.SAIL, Power.MINE][n % 2]\nself.out += 1 in m",
            "looking for a whole number in a Flag",
        ),
    ],
)
def test_flags_among_numbers_are_refused(base, lines, words, tmp_path):
    with pytest.raises(NotCompilable, match=re.escape(words)) as refusal:
        lower(load_file(file_of(tmp_path, lines, top=FLAG.format(base=base))))
    assert 20 < refusal.value.line < 40
