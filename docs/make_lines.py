"""Lines of Python per package, and how they changed since a commit: ``make lines`` (SINCE=main for another)."""

from __future__ import annotations

import pathlib
import subprocess
import sys
from collections import Counter

ROOT = pathlib.Path(__file__).parents[1]


def git(*words: str) -> list[str]:
    """Return the lines that git prints."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def package(path: str) -> str:
    """Return the package of a file: `balancer/core`, `tests`."""
    first, *rest = pathlib.PurePath(path).parts
    return f"{first}/{rest[0]}" if first == "balancer" and len(rest) > 1 else first


def main(since: str) -> None:
    """Print the table."""
    lines, changes = Counter[str](), Counter[str]()
    for path in git("ls-files", "*.py"):
        lines[package(path)] += len((ROOT / path).read_text(encoding="utf-8").splitlines())
    for row in git("diff", "--numstat", "--no-renames", since, "--", "*.py"):
        added, removed, path = row.split("\t")
        changes[package(path)] += int(added) - int(removed)
    for name in sorted(lines.keys() | changes.keys()):
        print(f"{name:<24}{lines[name]:>8}{changes[name]:>+8}")
    product = [name for name in lines.keys() | changes.keys() if name.startswith("balancer")]
    rest = [name for name in product if name != "balancer/games"]
    for title, names in (("balancer", product), ("balancer without games", rest)):
        print(f"{title:<24}{sum(lines[n] for n in names):>8}{sum(changes[n] for n in names):>+8}")


if __name__ == "__main__":
    main(sys.argv[1])
