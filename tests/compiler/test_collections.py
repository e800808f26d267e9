"""Helpers of sets, dicts, sorting, combinations and packed tuples against Python's own, in both engines."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from balancer.compiler.block import NONE
from balancer.compiler.flags import Flag
from tests.compiler.engines import engines

ITEMS = st.lists(st.integers(-3, 3), max_size=9)
SETS = st.lists(st.integers(0, 9), unique=True, max_size=8)
MEMBERS = st.sets(st.integers(0, 191), max_size=12)
KEYS = st.integers(-1, 6)
CHANGES = st.lists(st.tuples(st.sampled_from(["set", "pop", "get"]), KEYS, st.integers(-9, 9)), max_size=20)

SET_NAMES = (
    *("add_to_set", "discard_item", "unique_items", "unite_sets", "subtract_sets", "intersect_sets", "differ_sets"),
    *("is_subset", "equal_sets", "are_disjoint"),
)
BIT_NAMES = (
    *("new_bits", "clear_bits", "has_bit", "add_bit", "discard_bit", "remove_bit", "next_bit", "assign_bits"),
    *("copy_bits", "join_bits", "meet_bits", "subtract_bits", "is_bits_subset", "equal_bits", "are_bits_disjoint"),
    "list_bits",
)
DICT_NAMES = (
    *("find_key", "value_at", "get_value", "set_value", "pop_key", "pop_key_or", "list_keys"),
    *("list_values", "equal_dicts"),
)
DIRECT_NAMES = (
    *("new_direct", "clear_direct", "has_direct", "direct_at", "get_direct", "set_direct", "pop_direct"),
    *("assign_direct", "copy_direct"),
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


@given(MEMBERS, MEMBERS, st.integers(-2, 200))
def test_sets_as_bits(some, others, member):
    sets = engines(*BIT_NAMES).clear()

    def put(members):
        place = sets.new_bits(3)
        for each in members:
            sets.add_bit(place, each)
        return place

    def members_of(place):
        members = sets.items(sets.list_bits(place, 0))
        assert sets.S[place + 1] == len(members)
        return members

    other = put(others)
    for name, expected in (
        ("join_bits", some | others),
        ("meet_bits", some & others),
        ("subtract_bits", some - others),
        ("assign_bits", others),
    ):
        assert members_of(sets.call(name, put(some), other)) == sorted(expected)
    place = put(some)
    assert sets.is_bits_subset(place, other) == (some <= others)
    assert sets.equal_bits(place, other) == (some == others)
    assert sets.are_bits_disjoint(place, other) == some.isdisjoint(others)
    assert sets.equal_bits(sets.copy_bits(place), place)
    assert sets.has_bit(place, member) == (member in some)
    assert sets.next_bit(place, abs(member)) == min((each for each in some if each >= abs(member)), default=-1)
    assert sets.discard_bit(place, member) == (member in some)
    sets.remove_bit(place, member)
    assert sets.flag == Flag.KEY
    assert members_of(place) == sorted(some - {member})
    sets.add_bit(place, member)
    assert sets.flag == (Flag.NONE if 0 <= member < 192 else Flag.LIST_FULL)
    sets.clear_bits(place)
    assert members_of(place) == []


def test_bits_that_have_no_place_raise_a_flag():
    sets = engines(*BIT_NAMES).clear()
    small, large = sets.new_bits(1), sets.new_bits(2)
    sets.add_bit(large, 63)
    sets.join_bits(small, large)
    assert sets.flag == Flag.NONE
    sets.add_bit(large, 64)
    sets.join_bits(small, large)
    assert sets.flag == Flag.LIST_FULL


# Dicts ---------------------------------------------------------------------------------------------------------------
@given(CHANGES)
def test_dicts_as_lists(changes):
    dicts = engines(*DICT_NAMES).clear()
    place = dicts.put([], 10)
    expected: dict[int, int] = {}
    for change, key, value in changes:
        if change == "set":
            dicts.set_value(place, key, value)
            is_full = key not in expected and len(expected) == 5
            assert dicts.flag == (Flag.LIST_FULL if is_full else Flag.NONE)
            if not is_full:
                expected[key] = value
        elif change == "pop":
            assert dicts.pop_key_or(place, key, 77) == expected.get(key, 77)
            dicts.set_value(place, key, value) if key in expected else None
            popped = dicts.pop_key(place, key)
            assert (dicts.flag, popped) == ((Flag.NONE, value) if key in expected else (Flag.KEY, 0))
            expected.pop(key, None)
        found = dicts.value_at(place, key)
        assert (dicts.flag, found) == ((Flag.NONE, expected[key]) if key in expected else (Flag.KEY, 0))
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


@given(CHANGES)
def test_dicts_with_direct_places(changes):
    dicts = engines(*DIRECT_NAMES).clear()
    place = dicts.new_direct(5)
    expected: dict[int, int] = {}
    for change, key, value in changes:
        fits = 0 <= key < 5
        if change == "set":
            dicts.set_direct(place, key, value)
            assert dicts.flag == (Flag.NONE if fits else Flag.LIST_FULL)
            if fits:
                expected[key] = value
        elif change == "pop":
            popped = dicts.pop_direct(place, key)
            assert (dicts.flag, popped) == ((Flag.NONE, expected[key]) if key in expected else (Flag.KEY, 0))
            expected.pop(key, None)
        assert dicts.has_direct(place, key) == (key in expected)
        assert dicts.get_direct(place, key, 99) == expected.get(key, 99)
        found = dicts.direct_at(place, key)
        assert (dicts.flag, found) == ((Flag.NONE, expected[key]) if key in expected else (Flag.KEY, 0))
        assert dicts.items(place) == list(expected)
    larger = dicts.new_direct(7)
    dicts.assign_direct(larger, dicts.copy_direct(place))
    assert {key: dicts.direct_at(larger, key) for key in dicts.items(larger)} == expected
    dicts.clear_direct(place)
    assert not any(dicts.has_direct(place, key) for key in range(5))


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
    names = ("first_combination", "next_combination", "next_permutation")
    combining = engines(*names).clear()
    for step, expected in (
        ("next_combination", itertools.combinations(range(n), k)),
        ("next_permutation", itertools.permutations(range(n), k)),
    ):
        indices = combining.first_combination(n, k)
        found = []
        more = combining.S[indices + 1] == k
        while more:
            found.append(tuple(combining.items(indices)))
            more = combining.call(step, indices, n)
        assert found == list(expected)
