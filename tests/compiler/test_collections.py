"""Helpers of sets, dicts, sorting, combinations and packed tuples against Python's own, in both engines."""

import itertools
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from balancer.compiler.block import NONE
from balancer.compiler.flags import ErrorFlag
from tests.compiler.engines import engines

ITEMS = st.lists(st.integers(-3, 3), max_size=9)
SETS = st.lists(st.integers(0, 9), unique=True, max_size=8)
KEYS = st.integers(-1, 6)
CHANGES = st.lists(st.tuples(st.sampled_from(["set", "pop", "get"]), KEYS, st.integers(-9, 9)), max_size=20)

SET_NAMES = (
    *("add_to_set", "discard_item", "unique_items", "unite_sets", "subtract_sets", "intersect_sets", "differ_sets"),
    *("is_subset", "equal_sets", "are_disjoint"),
)
DICT_NAMES = (
    *("find_key", "value_at", "get_value", "set_value", "pop_key", "pop_key_or", "list_keys"),
    *("list_values", "equal_dicts"),
)


# Sets ----------------------------------------------------------------------------------------------------------------
@given(SETS, SETS, st.integers(0, 9))
def test_sets_as_lists(some, others, item):
    sets = engines(*SET_NAMES).clear()
    place, other = sets.put(some, 9), sets.put(others)
    for name, expected in (
        ("unite_sets", set(some) | set(others)),
        ("subtract_sets", set(some) - set(others)),
        ("intersect_sets", set(some) & set(others)),
        ("differ_sets", set(some) ^ set(others)),
    ):
        items = sets.items(sets.call(name, place, other))
        assert (set(items), len(items)) == (expected, len(expected))
    assert sets.is_subset(place, other) == (set(some) <= set(others))
    assert sets.equal_sets(place, other) == (set(some) == set(others))
    assert sets.are_disjoint(place, other) == set(some).isdisjoint(others)
    sets.add_to_set(place, item)
    assert set(sets.items(place)) == {*some, item}
    sets.discard_item(place, item)
    sets.discard_item(place, item)
    assert set(sets.items(place)) == set(some) - {item}


@given(ITEMS)
def test_different_items_in_their_order(items):
    sets = engines(*SET_NAMES).clear()
    assert sets.items(sets.unique_items(sets.put(items))) == list(dict.fromkeys(items))


@given(st.lists(st.integers(0, 60), max_size=60))
def test_different_items_of_long_lists(items):
    sets = engines("unique_items").clear()
    assert sets.items(sets.unique_items(sets.put(items))) == list(dict.fromkeys(items))


# Dicts ---------------------------------------------------------------------------------------------------------------
@given(st.dictionaries(st.integers(0, 30), st.integers(0, 30), max_size=20), st.integers(0, 31), st.integers(0, 31))
def test_long_dicts_are_searched_to_their_end_and_not_beyond(items, key, behind):
    dicts = engines(*DICT_NAMES).clear()
    words = [word for item in items.items() for word in item]
    place = dicts.put(words, len(words) + 9)
    dicts.S[place + 2 + len(words)] = behind
    assert dicts.get_value(place, key, 99) == items.get(key, 99)
    dicts.set_value(place, key, 7)
    assert dicts.items(dicts.list_keys(place)) == list(items | {key: 7})
    assert dicts.get_value(place, key, 99) == 7


@given(CHANGES)
def test_dicts_as_lists(changes):
    dicts = engines(*DICT_NAMES).clear()
    place = dicts.put([], 10)
    expected: dict[int, int] = {}
    for change, key, value in changes:
        if change == "set":
            dicts.set_value(place, key, value)
            is_full = key not in expected and len(expected) == 5
            assert dicts.flag == (ErrorFlag.LIST_FULL if is_full else ErrorFlag.NONE)
            if not is_full:
                expected[key] = value
        elif change == "pop":
            assert dicts.pop_key_or(place, key, 77) == expected.get(key, 77)
            dicts.set_value(place, key, value) if key in expected else None
            popped = dicts.pop_key(place, key)
            assert (dicts.flag, popped) == ((ErrorFlag.NONE, value) if key in expected else (ErrorFlag.KEY, 0))
            expected.pop(key, None)
        found = dicts.value_at(place, key)
        assert (dicts.flag, found) == ((ErrorFlag.NONE, expected[key]) if key in expected else (ErrorFlag.KEY, 0))
        assert dicts.get_value(place, key, 99) == expected.get(key, 99)
        assert dicts.items(dicts.list_keys(place)) == list(expected)
        assert dicts.items(dicts.list_values(place)) == list(expected.values())
    other = dicts.put([], 10)
    for key in reversed(expected):
        dicts.set_value(other, key, 0)
        dicts.set_value(other, key, expected[key])
    assert dicts.equal_dicts(place, other)
    if expected:
        dicts.pop_key(other, next(iter(expected)))
        assert not dicts.equal_dicts(place, other)


# Sorting -------------------------------------------------------------------------------------------------------------
@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(0, 3), max_size=120))
def test_sorting(items):
    sorting = engines("sort_list", "sort_by_keys").clear()
    place = sorting.put(items)
    sorting.sort_list(place)
    assert sorting.items(place) == sorted(items)


@given(st.lists(st.integers(-4, 4) | st.just(NONE), max_size=90), st.booleans())
def test_sorting_by_keys_keeps_the_order_of_equals(keys, descending):
    sorting = engines("sort_list", "sort_by_keys").clear()
    items = list(range(len(keys)))
    place, keys_place = sorting.put(items), sorting.put(keys)
    sorting.sort_by_keys(place, keys_place, int(descending))
    assert sorting.items(place) == sorted(items, key=lambda item: keys[item], reverse=descending)
    assert sorting.items(keys_place) == sorted(keys, reverse=descending)


# Combinations --------------------------------------------------------------------------------------------------------
@given(st.integers(0, 6), st.integers(0, 7))
def test_combinations_and_permutations(n, k):
    names = ("first_combination", "next_combination", "next_permutation", "first_product", "next_product")
    combining = engines(*names).clear()
    for first, step, expected in (
        ("first_combination", "next_combination", itertools.combinations(range(n), k)),
        ("first_combination", "next_permutation", itertools.permutations(range(n), k)),
        ("first_product", "next_product", itertools.product(range(n), repeat=min(k, 3))),
    ):
        k = min(k, 3) if first == "first_product" else k
        indices = combining.call(first, n, k)
        found = []
        more = combining.S[indices + 1] == k
        while more:
            found.append(tuple(combining.items(indices)))
            more = combining.call(step, indices, n)
        assert found == list(expected)


@given(st.lists(st.integers(0, 5), max_size=12), st.lists(st.integers(0, 5), max_size=12), st.integers(-1, 6))
def test_counters(items, others, most):
    helpers = engines("count_items", "by_count", "counted_items", "combine_counts", "join_dicts").clear()
    first, second = Counter(items), Counter(others)
    places = [helpers.count_items(helpers.put(row), 0) for row in (items, others)]
    ordered = helpers.items(helpers.by_count(places[0], most))
    assert list(zip(ordered[::2], ordered[1::2], strict=True)) == first.most_common(None if most < 0 else most)
    assert helpers.items(helpers.counted_items(places[0])) == list(first.elements())
    for number, combined in enumerate((first + second, first - second, first & second, first | second)):
        row = helpers.items(helpers.combine_counts(*places, number))
        assert list(zip(row[::2], row[1::2], strict=True)) == list(combined.items())
    joined = helpers.items(helpers.join_dicts(*places, 3))
    assert list(zip(joined[::2], joined[1::2], strict=True)) == list((dict(first) | dict(second)).items())
