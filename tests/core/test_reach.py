"""What a compiled function is made from: everything it reaches, and nothing else."""

import collections
import enum
import math
import sys
import types
from typing import Any

import numba
import numpy as np
import pytest

from balancer import games
from balancer.core.cache import reach

NUMBERS = collections.namedtuple("NUMBERS", "zero first")  # noqa: PYI024  as rules use it


def module(name, text, **names):
    """Return a module made of `text`, its functions decorated as rules are."""
    made = types.ModuleType(name)
    vars(made).update(names, rule=lambda function: types.SimpleNamespace(py_func=function))
    exec(compile(text, f"{name}.py", "exec"), vars(made))  # noqa: S102
    return made


def digest(text, **names):
    """Return the digest of the function `play` in a text."""
    found = module("play", text, **names).play
    return reach.digest(getattr(found, "py_func", found))


BONUS = """
BONUS = {0}
TABLE = array([0, {0}])
NUMBERS = NUMBERS(0, {0})
@rule
def extra(k): return {0}
@rule
def further(k): return extra(k)
def plain(k): return {0}
"""


def bonus(value):
    return module("bonus", BONUS.format(value), array=np.array, NUMBERS=NUMBERS)


WAYS = {
    "a constant by name": ("BONUS = bonus.BONUS", "BONUS"),
    "a constant of a module": ("", "bonus.BONUS"),
    "a constant of a module in a package": ("", "package.bonus.BONUS"),
    "a named tuple": ("NUMBERS = bonus.NUMBERS", "NUMBERS.first"),
    "a named tuple of a module": ("", "bonus.NUMBERS.first"),
    "an array": ("TABLE = bonus.TABLE", "TABLE[1]"),
    "an array of a module": ("", "bonus.TABLE[1]"),
    "a rule by name": ("extra = bonus.extra", "extra(k)"),
    "a rule of a module": ("", "bonus.extra(k)"),
    "a rule of a rule of a module": ("", "bonus.further(k)"),
    "a function that is no rule": ("", "bonus.plain(k)"),
    "within another function": ("", "(lambda: bonus.BONUS)()"),
    "a default": ("", "(lambda value=bonus.BONUS: value)()"),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_reaching_something_counts(way):
    """The digest changes with what is reached."""

    def made(value):
        inner, package = bonus(value), types.ModuleType("package")
        inner.__name__ = "package.bonus"
        vars(package)["bonus"] = inner
        before, worth = WAYS[way]
        return digest(f"{before}\ndef play(k): return {worth}", bonus=bonus(value), package=package)

    assert made(1) is not None
    assert made(1) == made(1)
    assert made(1) != made(5)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def play(k): return 1", "def play(k): return True"),
        ("def play(k): return 1", "def play(k): return 1.0"),
        ("def play(k): return (1, 2)", "def play(k): return (1, 3)"),
        ("def play(k): return k + 1", "def play(k): return k - 1"),
        ("def play(k, m): return k", "def play(m, k): return k"),
        ("def play(k, m=1): return m", "def play(k, m=2): return m"),
        ("def play(k): return k in (1, 2)", "def play(k): return k in (1, 4)"),
        ("f = len\ndef play(k): return f(k)", "f = abs\ndef play(k): return f(k)"),
        ("f = int64\ndef play(k): return f(k)", "f = int32\ndef play(k): return f(k)"),
        ("f = dtype([('a', 'i4')])\ndef play(k): return f", "f = dtype([('a', 'i8')])\ndef play(k): return f"),
    ],
)
def test_any_change_of_code_counts(one, other):
    names = {"int64": np.int64, "int32": np.int32, "dtype": np.dtype}
    digests = [digest(text, **names) for text in (one, one, other)]

    assert None not in digests
    assert digests[0] == digests[1] != digests[2]


def test_what_is_not_reached_does_not_count():
    unused = "from math import floor\nUNUSED = {0}\ndef unused(): return {0}\n\n\n# {0}\n"
    text = unused + "def play(k):\n{1}    return math.floor(k)"

    assert digest(text.format(1, ""), math=math) == digest(
        text.format(2, "    '''Play.'''\n    # a comment\n"), math=math
    )


def test_rules_that_call_each_other_have_an_end():
    text = "def even(k): return k == 0 or odd(k - 1)\ndef odd(k): return k != {0} and even(k - 1)\nplay = even"

    assert digest(text.format(0)) == digest(text.format(0))
    assert digest(text.format(0)) != digest(text.format(1))


def test_constants_beyond_the_reach_of_one_byte():
    """Bytecode numbers constants beyond 255 with a prefix."""
    text = "def play(k): return " + " + ".join(f"k // {number}" for number in range(2, 400))

    assert digest(text) != digest(text.replace("// 399", "// 499"))
    assert digest(text) != digest(text.replace("// 7 ", "// 499 "))


class Colour(enum.IntEnum):
    RED = 1


class Holder:
    value = 1


@pytest.mark.parametrize("value", [Holder(), Holder, {"a": 1}, [1]], ids=["an object", "a class", "a dict", "a list"])
def test_what_has_no_identity_is_not_cached(value):
    """Better compiled again than stale."""
    assert digest("def play(k): return value", value=value) is None


def test_enumerations_count_by_their_values():
    other = enum.IntEnum("other", {"RED": 2})

    assert digest("def play(k): return colour.RED", colour=Colour) != digest(
        "def play(k): return colour.RED", colour=other
    )
    assert digest("def play(k): return red", red=Colour.RED) != digest("def play(k): return red", red=other.RED)


def test_a_rule_that_was_compiled_stays_what_it_was_compiled_from():
    made = module("play", "BONUS = 0\ndef play(k): return BONUS")
    before = reach.digest(made.play)
    reach.about_to_compile(made.play)
    made.BONUS = 5
    assert reach.digest(made.play) == before

    reach.about_to_compile(made.play)  # for other arguments: now it is both
    assert reach.digest(made.play) is None


@pytest.mark.parametrize("name", games.own_names())
def test_the_kernels_of_all_games_have_an_identity(name):
    """Else they would be compiled in each process."""
    game = games.load(name)

    kernels: list[Any] = [game.play_games, game.reshuffle_unseen]
    for kernel in kernels:
        assert reach.digest(getattr(kernel, "py_func", kernel)) is not None


def test_an_intrinsic_counts_by_what_it_generates():
    def made(number):
        @numba.extending.intrinsic
        def answer(_typing_context):
            return numba.types.int64(), lambda *_: number

        return digest("def play(k): return answer()", answer=answer)

    assert made(1) is not None
    assert made(1) != made(2)


def test_tools_count_by_name():
    assert {"numpy", "numba", "math", "sys"} <= reach.TOOLS
    assert digest("def play(k): return sys.maxsize", sys=sys) is not None
