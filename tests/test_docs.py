"""The documents name only files, commands and options that exist, and what a tutorial says to do works."""

import itertools
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

import balancer.cli

ROOT = pathlib.Path(__file__).parents[1]
DOCUMENTS = sorted([ROOT / "llms.txt", *ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/**/*.md")])
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
CODE = re.compile(r"`([\w./-]+/[\w.-]+\.(?:py|md|yaml|csv|toml|json)|[\w.-]+/[\w./-]+/)`")
BASES = ("", "balancer", "balancer/games", "docs", "examples/windfall")
"""Folders to which a path between backticks may be relative."""

WRITTEN = re.compile(r"^(reports|tests/golden|src|\$|<|\.)")
"""Paths of files that commands write, or of a reader's own project."""


def missing(document: pathlib.Path) -> list[str]:
    """Return links and paths of a document that lead nowhere."""
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


# Commands -------------------------------------------------------------------------------------------------------------
BLOCK = re.compile(r"^(?: {4}|\$ )?(balancer [^\n#]*)", re.MULTILINE)
INLINE = re.compile(r"`(balancer [^`\n]+)`")
UNCLEAR = re.compile(r"[|…<>\[\]{}]|\b[A-Z]+\b|\.\.\.")
"""What stands in a form of a command, not in one that could be typed."""


def commands(text: str) -> list[str]:
    """Return the command lines in a document that could be typed as they are."""
    fenced = "\n".join(re.findall(r"```\w*\n(.*?)```", text, re.DOTALL))
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    found = [
        *BLOCK.findall(fenced),
        *re.findall(r"^    (balancer [^\n#]*)", prose, re.MULTILINE),
        *INLINE.findall(prose),
    ]
    return [line.split(" || ")[0].strip() for line in found if not UNCLEAR.search(line.split(" || ")[0])]


def trouble(line: str) -> str:
    """Return what the program has against a command line before it does anything; '' if nothing."""
    words = shlex.split(line)[1:]
    group = balancer.cli.balancer
    try:
        with click.Context(group, info_name="balancer") as context:
            name, command, rest = group.resolve_command(context, words)
            assert command is not None
            command.make_context(name, rest, parent=context)
    except click.exceptions.Exit:
        return ""
    except click.ClickException as error:
        return "" if isinstance(error, click.MissingParameter) else f"{line}: {error.format_message()}"
    return ""


@pytest.mark.parametrize("document", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS])
def test_every_command_in_a_document_is_one(
    document: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = [line for line in commands(document.read_text(encoding="utf-8")) if not line.startswith("balancer --")]

    assert [error for error in map(trouble, found) if error] == []


def test_wrong_commands_are_found() -> None:
    text = "`balancer rum x`, `balancer run FILE`, `balancer new oktoberfest`\n\n```sh\nbalancer run x --gamse 3\n```\n"

    assert commands(text) == ["balancer run x --gamse 3", "balancer rum x", "balancer new oktoberfest"]
    assert [bool(trouble(line)) for line in commands(text)] == [True, True, False]


OURS = re.compile(r"balancer (?!trace)")
"""What needs no process of its own: `trace` does, one in which no rule is compiled."""


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("tutorial", "made"),
    [("first-question", "reports/suits/index.html"), ("guard", "reports/death-check/checks.csv")],
)
def test_a_tutorial_does_what_it_says(
    tutorial: str, made: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / f"{tutorial}.md").read_text(encoding="utf-8")
    script = "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    few = dict.fromkeys(re.sub(r"games \d+_000", "games 50", script).splitlines())

    path = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    for are_ours, lines in itertools.groupby(few, lambda line: bool(OURS.match(line))):
        if not are_ours:
            subprocess.run(["bash", "-ec", "\n".join(lines)], check=True, env={**os.environ, "PATH": path})
            continue
        for line in lines:
            command, _, otherwise = line.partition(" || ")
            done = CliRunner().invoke(balancer.cli.balancer, shlex.split(command)[1:])
            assert done.exit_code == 0 or otherwise, f"{line}: {done.output}"

    assert (tmp_path / made).exists()
    assert list(tmp_path.glob("*.baseline.json"))
