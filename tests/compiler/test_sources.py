"""Compiled is what was loaded, whatever the files of a game's functions hold by now."""

from __future__ import annotations

import importlib
import pathlib

import pytest

from balancer.compiler.errors import NotCompilable
from balancer.compiler.lowering import lower
from balancer.plain.files import load_class

RUSH = """
from balancer.plain import Game

class Rush(Game):
    seats = range(2, 3)

    def setup(self):
        self.total = 0

    def turn(self, player):
        self.total += self.roll()

    def score(self, player):
        return self.total
"""


def test_a_module_that_was_edited_is_not_compiled_before_it_is_loaded_again(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a notebook, which imports the module of a game and plays a class of it."""
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    monkeypatch.syspath_prepend(tmp_path)
    path = tmp_path / "rush_of_a_notebook.py"
    path.write_text(RUSH)
    rush = importlib.import_module(path.stem)
    first = lower(load_class(rush.Rush)).source
    path.write_text(RUSH.replace("self.roll()", "self.roll(12)"))
    with pytest.raises(NotCompilable, match=r"notebook\.py was edited after Rush\.turn was loaded; load it again"):
        lower(load_class(rush.Rush))
    importlib.reload(rush)
    assert lower(load_class(rush.Rush)).source == first.replace("6)", "12)")
