"""Copy Windfall under another name, to begin a game of your own: python examples/new_game.py mygame "My Game"."""

from __future__ import annotations

import pathlib
import re
import shutil
import sys

EXAMPLE = pathlib.Path(__file__).parent / "windfall"
LEFT_BEHIND = shutil.ignore_patterns("__pycache__", ".*", "*.egg-info")


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
    if len(words) not in {1, 2} or not re.fullmatch(r"[a-z][a-z0-9_]*", words[0]):
        return 'usage: python examples/new_game.py NAME ["TITLE"]; a name is small letters, digits and _'
    name, title = words[0], words[-1] if len(words) > 1 else words[0].replace("_", " ").capitalize()
    folder = pathlib.Path(name)
    if folder.exists():
        return f"{folder} is there already"
    copy(name, title, folder)
    print(f"{folder}: the game of Windfall under the name {title}. Go on there, with docs/your-own-game.md.")
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) or None)
