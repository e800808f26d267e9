"""The documents name only files that exist."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/**/*.md")])
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
CODE = re.compile(r"`([\w./-]+/[\w.-]+\.(?:py|md|yaml|csv|toml|json)|[\w.-]+/[\w./-]+/)`")
BASES = ("", "balancer", "balancer/games", "docs", "examples/windfall")
"""Folders to which a path between backticks may be relative."""

WRITTEN = re.compile(r"^(reports|tests/golden|src|\$|<|\.)")
"""Paths of files that commands write, or of a reader's own project."""


def missing(document: pathlib.Path) -> list[str]:
    """Links and paths of a document that lead nowhere."""
    text = document.read_text(encoding="utf-8")
    links = [link for link in LINK.findall(text) if not (document.parent / link).exists()]
    paths = [path for path in CODE.findall(text) if not WRITTEN.match(path) and not exists(path)]
    return links + paths


def exists(path: str) -> bool:
    return any((ROOT / base / path).exists() for base in BASES)


@pytest.mark.parametrize("document", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS])
def test_every_path_in_a_document_exists(document: pathlib.Path) -> None:
    assert missing(document) == []


def test_a_wrong_path_and_a_wrong_link_are_found(tmp_path: pathlib.Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("[a](gone.md) [b](page.md) `core/dice.py` `core/gone.py` `games/`", encoding="utf-8")

    assert missing(page) == ["gone.md", "core/gone.py"]
