"""Generators and loops that are left early: plain Python and compiled games have equal rows."""

import pathlib
import re
import textwrap

import pytest

from tests.compiler.both_ways import check_equal, file_of

SAMPLES = re.split("^# ", pathlib.Path(__file__).with_name("generators.txt").read_text(), flags=re.MULTILINE)[1:]
LINES = dict(sample.split("\n", 1) for sample in SAMPLES)
"""By name, lines of a round; behind `## more` methods of the game, behind `## top` what stands above it."""
IMPORTS = "from itertools import chain, combinations, islice, pairwise, product\n"


@pytest.mark.parametrize("name", LINES)
def test_generator_and_loop_take_turns_as_in_python(name, tmp_path):
    rules, *parts = re.split(r"^## (\w+)\n", LINES[name], flags=re.MULTILINE)
    written = dict(zip(parts[::2], parts[1::2], strict=True))
    path = file_of(tmp_path, rules, top=IMPORTS + written.get("top", ""))
    methods = textwrap.indent(written.get("more", ""), "    ")
    path.write_text(path.read_text().replace("\n    def score(", f"\n{methods}\n    def score("))
    check_equal(path, games=8)
