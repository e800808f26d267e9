"""Helpers of lists against Python's own lists, in both engines."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.compiler.block import ERROR, LIMIT, NONE, OWN, TOP
from balancer.compiler.flags import ErrorFlag
from tests.compiler.engines import engines

ITEMS = st.lists(st.integers(-3, 3), max_size=9)
INDEX = st.integers(-11, 11)
BOUND = st.none() | INDEX

LISTS = (
    *("append", "assign_list", "clip_index", "close_list", "compare_lists", "copy_list"),
    *("count_item", "delete_slice", "equal_lists", "extend", "find_item", "has_item", "index_of", "insert_item"),
    *("item_at", "join_lists", "keep_list", "make_range", "max_of", "min_of", "new_list", "open_list"),
    *("pop_at", "pop_last", "push", "remove_item", "repeat_list", "reverse_list", "set_item", "slice_list"),
    *("push_all", "slice_by_step", "sum_list"),
)


@pytest.fixture
def lists():
    return engines(*LISTS)


def both(run_python, flag, errors=(IndexError, ValueError)):
    """Return what Python gives, or the flag that stands for its error."""
    try:
        return run_python()
    except errors:
        return flag


@given(ITEMS, INDEX)
def test_items_by_index(items, i):
    lists = engines(*LISTS).clear()
    place = lists.put(items)
    found = lists.item_at(place, i)
    assert (lists.flag or found) == both(lambda: items[i] or ErrorFlag.NONE, ErrorFlag.INDEX)

    lists.set_item(place, i, 7)
    flag = lists.flag
    with contextlib.suppress(IndexError):
        items[i] = 7
    assert lists.items(place) == items
    assert flag == both(lambda: items[i] and ErrorFlag.NONE, ErrorFlag.INDEX)

    lists.pop_at(place, i)
    flag = lists.flag
    assert flag == both(lambda: (items.pop(i) and ErrorFlag.NONE) or ErrorFlag.NONE, ErrorFlag.INDEX)
    assert lists.items(place) == items


@given(ITEMS, st.integers(-3, 4))
def test_items_by_what_they_are(items, item):
    lists = engines(*LISTS).clear()
    place = lists.put(items)
    assert lists.has_item(place, item) == (item in items)
    assert lists.count_item(place, item) == items.count(item)
    assert lists.find_item(place, item) == (items.index(item) if item in items else -1)
    assert lists.count_item(place, item) == items.count(item)
    lists.index_of(place, item)
    assert lists.flag == (ErrorFlag.NONE if item in items else ErrorFlag.NOT_IN_LIST)
    lists.remove_item(place, item)
    assert lists.flag == (ErrorFlag.NONE if item in items else ErrorFlag.NOT_IN_LIST)
    with contextlib.suppress(ValueError):
        items.remove(item)
    assert lists.items(place) == items


@given(ITEMS, ITEMS)
def test_two_lists(items, others):
    lists = engines(*LISTS).clear()
    place, other = lists.put(items, 12), lists.put(others)
    assert lists.equal_lists(place, other) == (items == others)
    assert lists.compare_lists(place, other) == (items > others) - (items < others)
    assert lists.items(lists.join_lists(place, other)) == items + others
    lists.extend(place, other)
    if len(items) + len(others) > 12:
        assert lists.flag == ErrorFlag.LIST_FULL
    else:
        assert lists.items(place) == items + others
    lists.assign_list(place, other)
    assert lists.items(place) == others


@given(ITEMS, INDEX, st.integers(-3, 3))
def test_insert_append_pop_reverse(items, i, item):
    lists = engines(*LISTS).clear()
    place = lists.put(items, len(items) + 2)
    lists.insert_item(place, i, item)
    items.insert(i, item)
    lists.append(place, item)
    assert lists.items(place) == [*items, item]
    lists.append(place, item)
    assert lists.flag == ErrorFlag.LIST_FULL
    assert lists.pop_last(place) == item
    lists.reverse_list(place)
    assert lists.items(place) == items[::-1]


@given(ITEMS, BOUND, BOUND, st.none() | st.integers(-3, 3))
def test_slices(items, begin, end, step):
    lists = engines(*LISTS).clear()
    place = lists.put(items)
    words = [NONE if each is None else each for each in (begin, end, step)]
    assert lists.items(lists.slice_list(place, *words[:2])) == items[begin:end]
    part = lists.slice_by_step(place, *words)
    if step == 0:
        assert lists.flag == ErrorFlag.STEP_ZERO
    else:
        assert lists.items(part) == items[begin:end:step]
    lists.delete_slice(place, *words[:2])
    del items[begin:end]
    assert lists.items(place) == items


@given(st.integers(-20, 20), st.integers(-20, 20), st.integers(-4, 4))
def test_ranges(begin, end, step):
    lists = engines(*LISTS).clear()
    place = lists.make_range(begin, end, step)
    assert lists.flag == (ErrorFlag.NONE if step else ErrorFlag.STEP_ZERO)
    assert lists.items(place) == (list(range(begin, end, step)) if step else [])


def test_a_range_beyond_64_bits_raises_a_flag(lists):
    lists.clear().make_range(-(2**62), 2**62, 1)
    assert lists.flag == ErrorFlag.OVERFLOW
    assert lists.items(lists.make_range(-(2**63), 2**63 - 1, 2**63 - 1)) == []
    assert lists.flag == ErrorFlag.OVERFLOW


@given(ITEMS, st.integers(-2, 5))
def test_repeat_and_sums(items, times):
    lists = engines(*LISTS).clear()
    place = lists.put(items)
    assert lists.items(lists.repeat_list(place, times)) == items * times
    assert lists.sum_list(place) == sum(items)
    for name, best in (("max_of", max), ("min_of", min)):
        assert lists.call(name, place) == best(items, default=0)
        assert lists.flag == (ErrorFlag.NONE if items else ErrorFlag.EMPTY)


def test_a_sum_beyond_64_bits_raises_a_flag(lists):
    lists.clear().sum_list(lists.put([2**62, 2**62 - 1, 1]))
    assert lists.flag == ErrorFlag.OVERFLOW


def test_what_has_no_room_raises_a_flag_and_harms_nothing(lists):
    lists.clear(room=10)
    place = lists.put([1, 2, 3])
    for name, words in (("new_list", [4]), ("make_range", [0, 10**18, 1]), ("repeat_list", [place, 2**62])):
        made = lists.call(name, *words)
        assert lists.flag == ErrorFlag.MEMORY_FULL
        assert lists.items(made) == []
        lists.append(made, 1)
        assert lists.flag == ErrorFlag.LIST_FULL
    opened = lists.open_list()
    for item in range(5):
        lists.push(opened, item)
    assert lists.flag == ErrorFlag.MEMORY_FULL
    assert lists.items(opened) == [0, 1, 2]
    assert lists.items(lists.open_list()) == []
    assert lists.S[LIMIT] == OWN + 10


def test_a_list_that_is_kept_moves_down(lists):
    lists.clear()
    base = lists.S[TOP]
    lists.put([5, 6])
    kept = lists.keep_list(base, lists.put([1, 2, 3]))
    assert (kept, lists.items(kept), lists.S[TOP]) == (base, [1, 2, 3], base + 5)
    lists.put([4])
    assert (lists.keep_list(base, kept), lists.items(kept), lists.S[TOP]) == (base, [1, 2, 3], base + 5)


def test_a_list_is_added_to_an_open_one(lists):
    lists.clear()
    source = lists.put([1, 2, 3])
    row = lists.open_list()
    lists.push(row, 0)
    lists.push_all(row, source)
    lists.push_all(row, lists.put([]))
    assert (lists.flag, lists.items(row), lists.S[TOP]) == (ErrorFlag.NONE, [0, 1, 2, 3], row + 6)
    lists.S[LIMIT] = row + 8
    lists.push_all(row, source)
    assert (lists.flag, lists.items(row)) == (ErrorFlag.MEMORY_FULL, [0, 1, 2, 3])


def test_the_first_flag_stays(lists):
    lists.clear()
    place = lists.put([])
    lists.pop_last(place)
    lists.index_of(place, 1)
    assert lists.S[ERROR] == ErrorFlag.INDEX


@given(st.lists(st.integers(0, 20), max_size=40), st.integers(0, 21), st.integers(0, 21))
def test_long_lists_are_searched_to_their_end_and_not_beyond(items, item, behind):
    lists = engines(*LISTS).clear()
    place = lists.put(items, len(items) + 9)
    lists.S[place + 2 + len(items)] = behind
    assert lists.has_item(place, item) == (item in items)
    assert lists.find_item(place, item) == (items.index(item) if item in items else -1)
    assert lists.count_item(place, item) == items.count(item)


@given(st.lists(st.integers(0, 9), max_size=8), st.lists(st.integers(0, 9), max_size=5), *[st.integers(-9, 9)] * 2)
def test_slices_that_are_set(items, others, begin, end):
    lists = engines("replace_slice", "turned_rows").clear()
    expected = list(items)
    expected[begin:end] = others
    place = lists.put(items, 13)
    lists.replace_slice(place, begin, end, lists.put(others))
    assert lists.items(place) == expected
    expected[begin:end] = expected
    own = lists.put(lists.items(place), 26)
    lists.replace_slice(own, begin, end, own)
    assert lists.items(own) == expected
    rows = lists.put([lists.put(items), lists.put(others), lists.put(expected)])
    columns = [tuple(lists.items(column)) for column in lists.items(lists.turned_rows(rows))]
    assert columns == list(zip(items, others, expected, strict=False))


@given(st.integers(-9, 9), st.integers(-9, 9), st.sampled_from([-3, -1, 1, 2]), st.integers(1, 5))
def test_places_of_a_tally(place, begin, step, count):
    lists, places = engines("index_of_place", "new_zeros").clear(), range(begin, begin + step * count, step)
    index, flag = lists.index_of_place(place, begin, step, count), lists.flag
    expected = (places.index(place), ErrorFlag.NONE) if place in places else (0, ErrorFlag.INDEX)
    assert (index, flag) == expected
    assert lists.items(lists.new_zeros(count)) == [0] * count


@given(st.integers(-(2**61), 2**61))
def test_digits_of_a_number(number):
    lists = engines("digits_of").clear()
    letters = lists.put(list(map(ord, "0123456789-")))
    assert lists.items(lists.digits_of(number, letters)) == list(map(ord, str(number)))
