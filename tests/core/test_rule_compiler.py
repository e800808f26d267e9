"""Rules are compiled for the kernels that reach them, and play there what they say in plain Python."""

import os

import numpy as np
import pytest

from balancer.core import bits
from balancer.core.compile import PLAIN, chapter, is_compiled, rule
from balancer.core.record import empty, record
from balancer.core.rule_compiler import Rule, callers_first
from tests.core import forked

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")

PLAYER = record(("coins", np.uint8), ("debts", np.uint8), ("cards", np.uint64))


@rule
def wealth(coins, debts):
    """Two small unsigned fields, the difference of which may be negative."""
    return coins - debts


@rule
def poor(player):
    """A comparison handed on as a number."""
    return wealth(player.coins, player.debts) < 0


@rule
def penalty(is_poor, cards):
    """A truth and a set as arguments."""
    return 10 * is_poor + bits.count(cards)


@chapter
def value(player):
    """Rules below rules, called with fields, constants and truths."""
    return wealth(player.coins, player.debts) + wealth(3, 1) + 100 * penalty(poor(player), player.cards)


def a_player(coins, debts, cards=0):
    player = empty(PLAYER)
    player.coins, player.debts, player.cards = coins, debts, cards
    return player


@pytest.mark.parametrize(("coins", "debts"), [(5, 3), (3, 5), (0, 255), (255, 0)])
def test_small_unsigned_fields_may_differ_by_less_than_nothing(coins, debts):
    """As in plain Python; numba alone would wrap around at 0."""
    below = coins < debts

    assert value(a_player(coins, debts, 2**63 + 1)) == coins - debts + 2 + 100 * (10 * below + 2)


def test_a_rule_is_compiled_once_for_all_small_numbers():
    @chapter
    def compiled_now(player):
        return wealth(player.coins, 1) + wealth(player.coins, player.debts) + penalty(player.coins > 2, player.cards)

    compiled_now(a_player(1, 2))

    assert len(wealth.overloads) == 1
    assert [[str(kind) for kind in kinds] for kinds in penalty.overloads] == [["int64", "uint64"]]


def test_python_calls_a_rule_as_a_kernel_of_its_own():
    player = a_player(1, 2)

    assert wealth(1, 2) == -1
    assert wealth(debts=2, coins=5) == 3
    assert poor(player)
    assert is_compiled(poor)


def test_only_what_python_calls_is_machine_code():
    @rule
    def inner(k):
        return k + 1

    @chapter
    def outer(k):
        return inner(k) * inner(k)

    assert outer(2) == 9
    assert isinstance(inner, Rule)
    assert not is_compiled(inner)
    assert is_compiled(outer)


class Library:
    def __init__(self, *needed):
        self._linking_libraries = needed


def test_libraries_are_linked_before_those_that_they_need():
    bottom = Library()
    middle, other = Library(bottom), Library(bottom)
    top = Library(bottom, other, middle)

    order = callers_first(top)

    assert sorted(map(id, order)) == sorted(map(id, (bottom, middle, other)))
    assert order[-1] is bottom


def test_intrinsics_are_known_where_numba_has_compiled_before(tmp_path):
    """It then keeps them in another registry: the first that its own contexts have read."""
    code = "import numpy as np\nfrom balancer.core import bits\nprint(bits.lowest(np.uint64(8)))"
    there = {**os.environ, "PYTHONPATH": str(forked.ROOT), "BALANCER_CACHE": str(tmp_path)}

    done = forked.run(code, tmp_path, there)

    assert (done.stdout, done.stderr) == ("3\n", "")
