"""Component tables of tests: a file with some text, and what a room's reader finds wrong with it."""

import pathlib
from collections.abc import Callable
from typing import Any

import pytest

from balancer.core.component_table import TableError


def table(tmp_path: pathlib.Path, text: str) -> pathlib.Path:
    """A file of this text."""
    path = tmp_path / "cards.csv"
    path.write_text(text, encoding="utf-8")
    return path


def mistakes_of(read_parts: Callable[[pathlib.Path], Any], path: pathlib.Path) -> list[tuple[int, str]]:
    """Line and message of every mistake."""
    with pytest.raises(TableError) as error:
        read_parts(path)
    return [(mistake.line, mistake.message) for mistake in error.value.mistakes]
