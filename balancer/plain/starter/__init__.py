"""What `balancer new --game` writes: a small game that runs, its cards, a scenario, a test; and a guide.

A file that ends in .txt is Python once it is written: here it is no module.
"""

from __future__ import annotations

import pathlib
import re

FOLDER = pathlib.Path(__file__).parent
FILES = ("my_game.py", "my_game.csv", "my_game.yaml", "test_my_game.py")
GUIDE = "guide.md"


def texts(name: str) -> dict[str, str]:
    """The files of a new game of that name, each with its text."""
    return {file.replace("my_game", name): _named(_source(file), name) for file in FILES}


def guide(name: str = "my_game") -> str:
    """How to write a game from a rulebook, on one page."""
    return _named((FOLDER / GUIDE).read_text(encoding="utf-8"), name)


def _source(file: str) -> str:
    path = FOLDER / file
    return (path if path.exists() else path.with_name(f"{file}.txt")).read_text(encoding="utf-8")


def _named(text: str, name: str) -> str:
    """A text in which the game is called otherwise."""
    title = "".join(word.capitalize() for word in re.split("_+", name))
    return text.replace("my_game", name).replace("MyGame", title)
