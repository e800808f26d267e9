"""Classes and functions of designers' files, one by one: plain Python and compiled games have equal rows.

A sample in classes.txt or library.txt: what stands at the top of the file, lines of a round, methods of the game if
there are any.
"""

import pathlib
import textwrap

import pytest

from tests.compiler.both_ways import check_equal, file_of

FILES = [pathlib.Path(__file__).with_name(name) for name in ("classes.txt", "library.txt")]
SAMPLES = [sample for file in FILES for sample in file.read_text().split("\n# ")[1:]]
PARTS = dict(sample.split("\n", 1) for sample in SAMPLES)
IMPORTS = """
import bisect, collections, copy, dataclasses, functools, heapq, operator, statistics
from abc import ABC, abstractmethod
from enum import Enum, Flag, IntEnum, StrEnum, auto
from operator import attrgetter, itemgetter
from typing import Any, Callable
"""


@pytest.mark.parametrize("name", PARTS)
def test_sample(name, tmp_path):
    top, lines, *methods = PARTS[name].split("---\n")
    path = file_of(tmp_path, lines, top=IMPORTS + top, setup="for p in self.players:\n    p.gold = 3")
    own = "".join(f"\n{textwrap.indent(each.strip(), '    ')}\n" for each in methods)
    path.write_text(path.read_text().replace("\n    def score(", f"{own}\n    def score("))
    check_equal(path, games=8)
