"""Each way to use items meets each source of items: compiled as in plain Python, or refused for a listed reason."""

import random

import pytest

from tests.compiler.both_ways import check_equal
from tests.compiler.grid import KINDS, compilable, in_python, list_cells

REASONS = (  # why a cell may be refused
    "the order of a set is not the same in every process",
    "read later than here or more than once, can't be compiled",
    "a generator that is kept can't be compiled",
    "an iterator can't be compiled here",
    "an iterator or something else, can't be compiled",
    "group",  # of groupby(), or the function itself
    "in one place can't be compiled",
    "the items of a dict or a tuple can't be compiled",
    "the items of a set or a tuple can't be compiled",
    "zip() of several generators can't be compiled",
    "can't be compiled in a call whose number of arguments varies",
    "a text that is composed while the game runs",
    "a tuple of so many items can't be compiled",
    "a tuple that holds itself can't be compiled",
    "setting a list to a dict can't be compiled",
    "is no list",  # the sum of tuples
    "arithmetic with",
    "sorting",
    "has no order",
    "the order of tuples with an object in them",
    "that may hold others of its kind",
    "next() of this can't be compiled",
)
BATCH = 14  # cells of a game: each refusal begins a game again


def check_cells(folder, cells):
    """Assert that cells are compiled as plain Python plays them, or refused for a reason that is listed."""
    path, count = folder / "grid.py", 0
    for batch in batches(cells):
        playable = in_python(folder / "probe.py", list(batch))
        compiled, refused = compilable(path, playable)
        assert not [(cell, words) for cell, words in refused.items() if not any(each in words for each in REASONS)]
        if compiled:
            check_equal(path, games=5)
        count += len(compiled)
    return count


def batches(cells):
    """Yield cells in batches."""
    for begin in range(0, len(cells), BATCH):
        yield cells[begin : begin + BATCH]


@pytest.mark.parametrize("kind", KINDS)
def test_some_cells(kind, tmp_path):
    assert check_cells(tmp_path, random.Random(f"cells of {kind}").sample(list_cells(kind), BATCH)) > BATCH // 3


@pytest.mark.verify
@pytest.mark.parametrize("kind", KINDS)
def test_all_cells(kind, tmp_path):
    cells = list_cells(kind)
    assert check_cells(tmp_path, cells) > len(cells) // 2
