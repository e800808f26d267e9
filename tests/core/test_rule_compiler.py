"""Rules are compiled for the kernels that reach them, and play there what they say in plain Python."""

import os

import numpy as np
import pytest
from numba.core.caching import NullCache

from balancer.core import bits
from balancer.core.jit import PLAIN, is_compiled, rule, separate_rule
from balancer.core.memory import address_of, copy, record_at
from balancer.core.record import empty, record
from balancer.core.rule_compiler import Kernel, Rule, callers_first
from tests.core import forked

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")

PLAYER = record(("coins", np.uint8), ("debts", np.uint8), ("cards", np.uint64))


@rule
def wealth(coins, debts):
    """Two small unsigned fields, the difference of which may be negative."""
    return coins - debts


@rule
def poor(player):
    """Hand a comparison on as a number."""
    return wealth(player.coins, player.debts) < 0


@rule
def penalty(is_poor, cards):
    """Take a truth and a set as arguments."""
    return 10 * is_poor + bits.count(cards)


@separate_rule
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
    @separate_rule
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

    @separate_rule
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


# Names of memory ------------------------------------------------------------------------------------------------------
SEAT = record(("coins", np.int64), ("cards", np.uint64, 2))
TABLE = record(("turn", np.int64), ("seats", SEAT, 4), ("deck", np.uint8, 8), ("box", np.uint8, 8), ("wins", np.int64))
WORD = record(("word", np.uint64))


def code_of(function, *arguments):
    """Return the optimised LLVM code of a rule, without its wrapper for Python."""
    kernel = Kernel(function.py_func)
    kernel._cache = NullCache()  # what is kept is machine code alone
    kernel(*arguments)
    (made,) = kernel.overloads.values()
    functions = made.library.get_llvm_str().split("\ndefine ")
    (body,) = [body for body in functions if made.fndesc.llvm_func_name in body.partition("\n")[0]]
    return body.partition("\n}")[0]


@separate_rule
def spend(table, seat):
    """Read the turn again behind writes to other fields."""
    before = table.turn
    table.seats[seat].coins = before
    table.seats[seat].cards[1] = before
    return table.turn - before


def test_what_was_read_stays_known_when_another_field_is_written():
    table = empty(TABLE)
    table.turn = 7

    assert spend(table, 3) == 0
    assert (int(table.seats[3].coins), int(table.seats[3].cards[1])) == (7, 7)
    assert code_of(spend, table, 3).count("= load i64") == 1


@separate_rule
def move(table, k, n):
    """Move a card down, coins to a neighbour: places of one field, of one layout."""
    first = table.deck[k]
    table.deck[n] = first + 1
    coins = table.seats[k].coins
    table.seats[n].coins = coins + 1
    return 100 * table.seats[k].coins + table.deck[k]


@pytest.mark.parametrize(("k", "n", "result"), [(1, 1, 101), (1, 2, 0)])
def test_what_was_read_is_read_again_where_the_same_field_is_written(k, n, result):
    assert move(empty(TABLE), k, n) == result


@separate_rule
def believe(table, address):
    """Change a word of any layout, as belief.py does, between two looks at a field."""
    before = table.turn
    cell = record_at(WORD, address)
    cell.word = np.uint64(before + 5)
    return table.turn - before


def test_words_of_any_layout_are_any_memory():
    table = empty(TABLE)
    table.turn = 2

    assert believe(table, address_of(table)) == 5


@separate_rule
def count_up(tables, words, k):
    """Write a field and read it among the words of all, as tallies do, and the other way round."""
    tables[0].wins += 1
    seen = words[k]
    words[k] = 10
    return 100 * seen + tables[0].wins


def test_arrays_that_python_hands_over_are_any_memory():
    tables = empty(TABLE, 1)
    words = np.asarray(tables).view(np.int64)

    assert count_up(tables, words, TABLE.fields["wins"][1] // 8) == 110


@separate_rule
def put_back(table, kept, seat):
    """Copy the table over another one between two looks at it."""
    table.seats[seat].coins += 1
    table.deck[seat] = 9
    copy(table, kept)
    return 100 * table.seats[seat].coins + table.deck[seat]


def test_copies_of_a_table_are_any_memory():
    kept = empty(TABLE)
    kept.seats[2].coins, kept.deck[2] = 4, 3

    assert put_back(empty(TABLE), kept, 2) == 403


@rule
def first_of(row, k):
    """Return an item of a row that is an argument."""
    row[0] = k
    return row[k]


@separate_rule
def rows_handed_on(table, k):
    """Two fields alike, by a rule that gets either."""
    table.box[0] = 5
    return 100 * first_of(table.deck, k) + 10 * first_of(table.box, k) + table.box[0]


def test_fields_handed_to_a_rule_are_their_own_memory():
    assert rows_handed_on(empty(TABLE), 0) == 0
    assert rows_handed_on(empty(TABLE), 1) == 1


@separate_rule
def last_of(table, k):
    """Return an item by an index that may be any number."""
    table.deck[k] = 3
    return table.deck[k] + table.seats[k].coins


def test_no_index_is_looked_at_for_its_sign():
    assert last_of(empty(TABLE), 7 - 4) == 3
    assert "icmp slt" not in code_of(last_of, empty(TABLE), 3)
