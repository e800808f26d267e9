"""Imports in functions are compiled as if they stood at the top of the file; others are refused."""

import pytest

from balancer.compiler.errors import NotCompilable
from balancer.compiler.lowering import lower
from balancer.plain.files import load_file
from tests.compiler.both_ways import check_equal, file_of

HELPER = """
from math import isqrt
BONUS = {1: 5, 2: 7}


def twice(x):
    import math
    return 2 * x + math.isqrt(x)


class Box:
    def __init__(self, size):
        self.size = size
"""
TOP = """
from typing import TYPE_CHECKING


def rounded(x):
    if TYPE_CHECKING:
        from decimal import Decimal
    root: Decimal = x
    return root


def roots(k):
    from math import isqrt
    yield isqrt(k)
    yield 2
"""
SETUP = """
import itertools as it
from helper import Box
self.box = Box(3)
self.pairs = [*it.pairwise(self.row)]
"""
RULES = """
from helper import BONUS, twice
import helper as h
self.out += twice(n) + BONUS.get(n, 0) + h.twice(1) + self.box.size + rounded(n) + sum(roots(n)) + len(self.pairs)
if n > 2:
    import math as m
    self.out += m.isqrt(n)
else:
    import math as m
    self.out += m.isqrt(n + 1)
from math import isqrt as root_of
def root(x):
    from math import isqrt as whole_root
    return whole_root(x)
from functools import reduce
from operator import mul
self.out += root(n) + reduce(mul, self.row) + max(self.row, key=lambda x: root_of(x))
"""
REFUSED = {
    "set otherwise": ("m = 4\nself.out += m\nimport math as m\nself.out += m.isqrt(n)", "line 24: an import of a name"),
    "in one branch": ("if n:\n    import math as m\nself.out += m.isqrt(4)", "is also set otherwise, or used where it"),
    "after a function": ("def f(x):\n    return m.isqrt(x)\nimport math as m\nself.out += f(n)", "write it at the top"),
    "from two modules": (
        "from math import sqrt as f\nfrom math import exp as f\nself.out += f(n)",
        "line 22: an import",
    ),
    "not there": ("import no_such_module\nself.out += n", "line 22: this import fails (No module named"),
}


def test_equal(tmp_path):
    (tmp_path / "helper.py").write_text(HELPER)
    check_equal(file_of(tmp_path, RULES, top=TOP, setup=SETUP))


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_its_line(name, tmp_path):
    lines, words = REFUSED[name]
    with pytest.raises(NotCompilable) as refusal:
        lower(load_file(file_of(tmp_path, lines)))
    assert words in str(refusal.value)
