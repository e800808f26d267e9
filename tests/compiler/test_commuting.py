"""Loops over sets of words: those whose turns may come in any order have equal rows, others are refused."""

import pathlib
import re

import pytest

from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.lowering import lower
from balancer.plain.files import load_file
from tests.compiler.both_ways import check_equal, check_flagged, file_of


def samples(file):
    """Return lines of a round by name; behind `## setup` and `## top` those of the setup and of the file."""
    text = pathlib.Path(__file__).with_name(file).read_text()
    return dict(sample.split("\n", 1) for sample in re.split("^# ", text, flags=re.MULTILINE)[1:])


def file_with(folder, sample):
    rules, *parts = re.split(r"^## (\w+)\n", sample, flags=re.MULTILINE)
    return file_of(folder, rules, **dict(zip(parts[::2], parts[1::2], strict=True)))


ALIKE, ORDERED = samples("commuting.txt"), samples("order_matters.txt")


@pytest.mark.parametrize("name", ALIKE)
def test_turns_in_any_order_have_the_same_result(name, tmp_path):
    check_equal(file_with(tmp_path, ALIKE[name]), games=8)


@pytest.mark.parametrize("name", ORDERED)
def test_turns_whose_order_matters_are_refused(name, tmp_path):
    with pytest.raises(NotCompilable, match="the order of a set is not the same in every process"):
        lower(load_file(file_with(tmp_path, ORDERED[name])))


def test_a_set_that_the_loop_over_it_changes_raises_a_flag(tmp_path):
    rules = "words = {'a', 'bb'}\nfor x in words:\n    words.discard(x)\nself.out += len(words)"
    check_flagged(file_of(tmp_path, rules), ErrorFlag.CHANGED)
