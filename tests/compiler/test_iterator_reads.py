"""Iterators, which Python reads item by item: compiled games read the same items, or are refused with a line."""

import textwrap

import pytest

from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.lowering import lower
from balancer.plain.files import load_file
from tests.compiler.both_ways import check_equal, compiled, file_of, played

METHODS = """
    def count(self, x):
        self.a += x + 1
        return x

    def total(self, xs):
        xs = sorted(xs)
        return xs[0] + sum(xs)

    def twice(self, xs):
        return sum(xs) + sum(xs)

    def made(self, k):
        return [k, k + 1, 2 * k + len(self.row)]

    def drop(self, x):
        self.row.remove(x)
        return x > 3

    def rolled(self):
        for _ in range(3):
            yield self.below(9)

    @property
    def odd(self):
        return (x for x in self.row if x % 2)

    def score("""
LEAVES = "    c = (3 * c + a * b) % 1009\n    if a * b == 2 * n:\n        break\nelse:\n    c += 50\nself.out += c"
CONTINUES = "    if a == n:\n        continue\n    c = 3 * c + a * b\nself.out += c"
LISTS = "    row = [n, 7]\n    row.append(x[0])\n    self.out += sum(x) * sum(row)"

ALIKE = {
    "used twice": "values = (x for x in self.row)\nself.out += sum(values) + sum(values)",
    "numbered": "for i, x in enumerate(y for y in self.row if y > self.a):\n    self.a += 1\n    self.out += i * x",
    "dice in turns": "for x in self.rolled():\n    self.out += x * self.below(5)",
    "dice left over": "self.out += any(x > 3 for x in self.rolled())",
    "a test that changes": (
        "for x in (y for y in [*self.row, n] if y > self.a):\n    self.a += 1\n    self.out += x * self.a"
    ),
    "break out of a product": f"c = 0\nfor a, b in itertools.product([1, 2, n], [2, 3]):\n{LEAVES}",
    "break out of two loops": f"c, b = 0, 3\nfor a in (x * y for x in [1, n] for y in [3, 1, n]):\n{LEAVES}",
    "break out of rows": f"c, b = 0, 2\nfor a in itertools.chain.from_iterable([[1, 2], [n], [7]]):\n{LEAVES}",
    "combinations continued": f"c = 0\nfor a, b in itertools.combinations([1, 2, n, 4], 2):\n{CONTINUES}",
    "permutations continued": f"c = 0\nfor a, b, _ in itertools.permutations([1, 2, n]):\n{CONTINUES}",
    "lists made on the way": f"for x in map(self.made, range(4)):\n{LISTS}",
    "lists made by several loops": f"for x in ([y, k] for k in range(3) for y in self.made(k) if y != n):\n{LISTS}",
    "first lists": f"for x in itertools.islice((sorted([k, n]) for k in range(9) if k != n), 3):\n{LISTS}",
    "pool that changes": (
        "row = [1, 2, n]\nfor a, b in itertools.combinations(row, 2):\n    row[0] = 7\n    self.out += a * b"
    ),
    "list that shrinks": (
        "row = [1, 2, 3, n]\nfor x in reversed(row):\n    self.out += x\n    if x == 3:\n        row.clear()"
    ),
    "pairs that change": (
        "row = [1, n, 2, 5]\nfor a, b in itertools.pairwise(row):\n    row[1] = 9\n    self.out += a * b * b"
    ),
    "copy before any": (
        "self.row = [1, 2, 3, 4]\nself.out += any(self.drop(x) for x in list(self.row)) + sum(self.row)"
    ),
    "all before any": "self.out += any(list(self.count(x) > 2 for x in [1, n, 3])) + self.a",
    "kept, used up once": (
        "values = (2 * x for x in self.row if x > n)\nself.a = 5\nself.out += max(values, default=n)"
    ),
    "handed on": "self.out += self.total(x * n for x in self.row)",
    "returned": "self.out += sum(x * n for x in self.odd) + max(self.odd)",
    "returned, changed meanwhile": "for x in self.odd:\n    self.row[-1] += x\n    self.out += x\nself.row[-1] %= 9",
    "counts": "values = Counter([*self.row, n]).values()\nself.out += max(values) + len(values)",
    "found early": "self.out += n in (self.count(x) for x in self.row)",
}


def written(folder, lines):
    path = file_of(folder, lines, setup="self.a = 0")
    path.write_text(path.read_text().replace("\n    def score(", METHODS))
    return path


@pytest.mark.parametrize("name", ALIKE)
def test_read_alike(name, tmp_path):
    check_equal(written(tmp_path, ALIKE[name]), games=8)


REFUSED = {
    "steps, changed between": (
        "values = map(abs, self.row)\nself.out += next(values)\nself.row.append(3)\nself.out += sum(values)"
    ),
    "keys, changed between": (
        "d = {1: n, 2: 3}\nkeys = iter(d)\nself.out += next(keys)\nd[7] = 3\nself.out += next(keys)"
    ),
    "dice in steps": (
        "rolls = (self.below(3) for x in self.row)\nself.out += next(rolls) + self.below(4) + next(rolls)"
    ),
    "a name changed between": (
        "k = n\nvalues = (x for x in self.row if x > k)\nself.out += next(values, 0)\nk = 5\n"
        "self.out += next(values, 0)"
    ),
    "iterator of an iterator": (
        "values = iter(self.row)\ntwice = map(abs, values)\nself.out += next(twice) + next(values)"
    ),
    "parts in turns": (
        "values = iter(self.row)\npart = itertools.islice(values, 2)\nself.out += sum(1 for _ in zip(part, values))"
    ),
    "deque changed between": (
        "d = deque([1, n])\nvalues = iter(d)\nself.out += next(values)\nd.append(3)\nself.out += next(values)"
    ),
    "used in a loop": "values = map(abs, self.row)\nfor _ in range(2):\n    self.out += sum(values)",
    "zip kept": "pairs = zip(self.row, [4, 5])\nself.row = [n]\nself.out += sum(a * b for a, b in pairs)",
    "changes meanwhile": "values = (x for x in self.row if x > self.a)\nself.a = 2\nself.out += sum(values)",
    "name changes meanwhile": "k = 2\nvalues = (k * x for x in self.row)\nk = n\nself.out += sum(values)",
    "view that changes": "d = {1: 2}\nkeys = d.keys()\nd[n] = 3\nself.out += len(keys)",
    "zip that ends early": "self.out += sum(a * b for a, b in zip(map(self.count, self.row), [n]))",
    "chain that changes": ("row = [1, n]\nfor x in itertools.chain([3], row):\n    row[0] = 5\n    self.out += x"),
    "handed on, used twice": "self.out += self.twice(x for x in self.row)",
    "attribute": "self.kept = (x for x in self.row)\nself.out += sum(self.kept)",
    "returned, then kept": "values = self.odd\nself.out += sum(values) + sum(values)",
    "grows by itself": "row = [1, n]\nrow.extend(len(row) for _ in range(3))\nself.out += sum(row)",
}


@pytest.mark.parametrize("name", REFUSED)
def test_read_otherwise_is_refused(name, tmp_path):
    with pytest.raises(
        NotCompilable, match=r"read later than here or more than once|used up at once|is kept"
    ) as refusal:
        lower(load_file(written(tmp_path, REFUSED[name])))
    assert refusal.value.line


FLAGGED = {
    "groups of a list that changes": """
        row = [1, 1, 2, n]
        for key, group in itertools.groupby(row):
            row[-1] = 7
            self.out += key * len(list(group))
    """,
    "a key set again": """
        d = {1: 1, 2: 2, 3: 4}
        for k in d:
            d[k] = d.pop(k)
            self.out += k
            if self.out > 99:
                break
    """,
}


@pytest.mark.parametrize("name", FLAGGED)
def test_what_changes_while_it_is_read_raises_a_flag(name, tmp_path):
    game, lowered, code = compiled(written(tmp_path, textwrap.dedent(FLAGGED[name]).strip()))
    assert ErrorFlag.CHANGED in {ErrorFlag(int(flag)) for flag in played(game, lowered, code, ["random"], 3, 2)[1]}
