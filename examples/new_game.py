"""Copy Windfall under another name, to begin a game of your own: python examples/new_game.py mygame "My Game"."""

from __future__ import annotations

import importlib.util
import keyword
import pathlib
import re
import shutil
import sys

EXAMPLE = pathlib.Path(__file__).parent / "windfall"
OWN_GAMES = EXAMPLE.parents[1] / "balancer" / "games"
LEFT_BEHIND = shutil.ignore_patterns("__pycache__", ".*", "*.egg-info")
USAGE = 'usage: python examples/new_game.py NAME ["TITLE"]; a name is small letters, digits and _, a letter first'


def why_not(name: str, title: str, folder: pathlib.Path) -> str:
    """What is wrong with a name or a title; '' if nothing."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        return USAGE
    if keyword.iskeyword(name) or name in keyword.softkwlist:
        return f"{name} is a word of Python; take another name"
    if (OWN_GAMES / name / "__init__.py").is_file():
        return f"balancer has a game {name}; take another name"
    if name in {"balancer", "tests"} or importlib.util.find_spec(name):
        return f"Python has a package {name} already; take another name"
    if not title.strip() or re.search(r'["\\\n{}]', title):
        return f"the title {title!r} can't stand in a program; take one without quotation marks, \\, {{ and }}"
    return f"{folder} is there already" if folder.exists() else ""


def copy(name: str, title: str, folder: pathlib.Path) -> None:
    """The example as a project of that name in `folder`."""
    shutil.copytree(EXAMPLE, folder, ignore=LEFT_BEHIND)
    (folder / "src" / "windfall").rename(folder / "src" / name)
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8").replace("windfall", name).replace("Windfall", title)
            path.write_text(text, encoding="utf-8")


def main(words: list[str]) -> str:
    """Copy, or say why not; the exit message."""
    if len(words) not in {1, 2}:
        return USAGE
    name, title = words[0], words[-1] if len(words) > 1 else words[0].replace("_", " ").capitalize()
    folder = pathlib.Path(name)
    wrong = why_not(name, title, folder)
    if not wrong:
        copy(name, title, folder)
        print(f"{folder}: the game of Windfall under the name {title}. Go on there, with docs/your-own-game.md.")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) or None)
