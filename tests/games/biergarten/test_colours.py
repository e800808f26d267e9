"""Colour bonus (rulebook.md, § The garden 2): giving wild matches to colours, proved by trying all ways."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from balancer.games.biergarten import garden

COLOURS = range(4)
PAIRS = tuple(itertools.combinations(COLOURS, 2))

counts = st.integers(0, 2)


def by_brute_force(named: tuple[int, ...], pairs: tuple[int, ...], wilds: int) -> bool:
    """Return every wild match as each of its colours."""
    matches: list[tuple[int, ...]] = [pair for pair, many in zip(PAIRS, pairs, strict=True) for _ in range(many)]
    matches += [tuple(COLOURS)] * wilds
    has = {colour for colour in COLOURS if named[colour]}
    return any(has | set(way) == set(COLOURS) for way in itertools.product(*matches))


def in_the_room(named: tuple[int, ...], pairs: tuple[int, ...], wilds: int) -> bool:
    """Return the same from the room's counts."""
    main = sum(many << garden.BY_COLOUR + 8 * colour for colour, many in enumerate(named)) + (wilds << garden.BY_ANY)
    sets = {sum(1 << colour for colour in pair): many for pair, many in zip(PAIRS, pairs, strict=True)}
    word = sum(sets[colours] << 8 * place for place, colours in enumerate(garden.PAIRS) if colours in sets)
    return bool(garden.has_all_colours(np.int64(main), np.int64(word)))


def test_every_way_in_which_wild_matches_may_be_given_out() -> None:
    """Each colour matched or not, each two colours met by no wild card or one, up to two pairs of wild cards: 3072."""
    for named in itertools.product((0, 1), repeat=4):
        for pairs in itertools.product((0, 1), repeat=6):
            for wilds in range(3):
                assert in_the_room(named, pairs, wilds) == by_brute_force(named, pairs, wilds), (named, pairs, wilds)


@given(st.tuples(counts, counts, counts, counts), st.tuples(*[counts] * 6), st.integers(0, 4))
def test_any_number_of_matches(named: tuple[int, ...], pairs: tuple[int, ...], wilds: int) -> None:
    pairs = tuple(many if sum(pairs[:k]) < 4 else 0 for k, many in enumerate(pairs))  # the ways double with each

    assert in_the_room(named, pairs, wilds) == by_brute_force(named, pairs, wilds)


def test_counts_of_255_do_not_run_over() -> None:
    """More matches than any garden has: they are added without touching each other."""
    assert in_the_room((0, 0, 1, 1), (42,) * 6, 0)
    assert not in_the_room((0, 0, 0, 1), (0, 0, 0, 0, 0, 0), 0)
    assert garden.sum_of_bytes(np.int64(sum(200 << 8 * place for place in range(6)))) == 1200
