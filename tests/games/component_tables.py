"""Component tables of tests: a file with some text, and what a game's reader finds wrong with it."""

import pathlib

import pytest

from balancer.core.game import Game
from balancer.core.text_table import TableError


def table(tmp_path: pathlib.Path, text: str) -> pathlib.Path:
    """Return a file of this text."""
    path = tmp_path / "cards.csv"
    path.write_text(text, encoding="utf-8")
    return path


def mistakes_of(game: Game, knob: str, path: pathlib.Path) -> list[tuple[int, str]]:
    """Return line and message of every mistake in a file, read as the table that a knob names."""
    with pytest.raises(TableError) as error:
        game.read_table(knob, path)
    return [(mistake.line, mistake.message) for mistake in error.value.mistakes]
