"""The files of `balancer new --game`: a small game that runs, its cards, a scenario, a test; and a guide.

A file that ends in .txt becomes Python once it is written: here it is no module.
"""

from __future__ import annotations

import pathlib
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balancer.plain.starter.card_table import Declaration

FOLDER = pathlib.Path(__file__).parent
FILES = ("my_game.py", "my_game.csv", "my_game.yaml", "test_my_game.py")
CARD_GAME = "card_game.py"  # in place of my_game.py and its cards, for a card table that exists
GUIDE = "guide.md"


def texts(name: str) -> dict[str, str]:
    """Return the files of a new game of that name, each with its text."""
    return {file.replace("my_game", name): _named(_source(file), name) for file in FILES}


def texts_around(name: str, declaration: Declaration) -> dict[str, str]:
    """Return the files of a new game around a card table that exists, each with its text."""
    from balancer.plain.starter.card_table import filled_in

    game = filled_in(_named(_source(CARD_GAME), name), declaration)  # whose file or columns may be called my_game
    question = _named(_source("my_game.yaml"), name).replace("players: 3\n", f"players: {declaration.usual_players}\n")
    question = question.replace("[careful, plain, careful]", f"[{', '.join(declaration.lineup)}]")
    test = _named(_source("test_my_game.py"), name).replace(
        "cares_for_pairs_beats_who_does_not", "keeps_the_best_cards_beats_who_does_not"
    )
    if not declaration.worth:
        test = test.partition("\n\ndef test_who")[0]
    return {f"{name}.py": game, f"{name}.yaml": question, f"test_{name}.py": test}


def guide(name: str = "my_game") -> str:
    """Return the guide to writing a game from a rulebook, on one page."""
    return _named((FOLDER / GUIDE).read_text(encoding="utf-8"), name)


def _source(file: str) -> str:
    path = FOLDER / file
    return (path if path.exists() else path.with_name(f"{file}.txt")).read_text(encoding="utf-8")


def _named(text: str, name: str) -> str:
    title = "".join(word.capitalize() for word in re.split("_+", name))
    return text.replace("my_game", name).replace("MyGame", title)
