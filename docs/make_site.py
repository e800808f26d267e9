"""Gather the pages of the documentation site: ``python docs/make_site.py FOLDER``; `make site` builds it from there.

The documents as they are, the rulebooks, the example reports, and reference pages from the program itself: commands,
keys of scenarios, games, JSON, Python.
"""

from __future__ import annotations

import dataclasses
import inspect
import os
import pathlib
import re
import shutil
import sys
from collections.abc import Iterator
from typing import Any

import click

import balancer
import balancer.cli
from balancer import games
from balancer.cli.commands.schema import output_schemas
from balancer.reporting.document.html import to_html
from balancer.reporting.page.play import play_section
from balancer.scenario.file.json_schema import scenario_schema
from balancer.scenario.load import load

DOCS = pathlib.Path(__file__).parent
ROOT = DOCS.parent
OWN_GAME = "examples/take_or_pay.py"  # plays in the gallery

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)#\s]*)(#[^)\s]*)?\)")
OTHERS = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "AGENTS.md": "agents.md",
    "CHANGELOG.md": "changelog.md",
}
"""Documents outside docs/, and their pages."""


# Documents ------------------------------------------------------------------------------------------------------------
def pages() -> dict[pathlib.Path, str]:
    """Every document of the project that is on the site, with the name of its page."""
    found = {path: path.name for path in sorted(DOCS.glob("*.md"))}
    found |= {ROOT / name: page for name, page in OTHERS.items()}
    return found | {
        path: f"games/{path.parent.name}_rules.md" for path in (ROOT / "balancer/games").glob("*/rulebook.md")
    }


def title(document: pathlib.Path) -> str:
    """Return the first heading of a document."""
    return document.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")


def moved(document: pathlib.Path, page: str, known: dict[pathlib.Path, str]) -> str:
    """Return the text of a document with its links as the site has them; what is not on the site is named in words."""

    def link(match: re.Match[str]) -> str:
        mark, words, target, anchor = match.groups()
        path = pathlib.Path(os.path.normpath(document.parent / target))
        if path in known:
            words = title(path) if words.endswith(".md") else words
            return f"[{words}]({os.path.relpath(known[path], pathlib.Path(page).parent)}{anchor or ''})"
        if mark or path.is_relative_to(DOCS):
            return f"{mark}[{words}]({os.path.relpath(path.relative_to(DOCS), pathlib.Path(page).parent)})"
        if path == ROOT / "reports/gallery":
            return f"[{words}]({os.path.relpath('gallery.md', pathlib.Path(page).parent)})"
        return words if "/" in words else f"{words} (`{path.relative_to(ROOT)}`)"

    return LINK.sub(link, document.read_text(encoding="utf-8"))


# Reference ------------------------------------------------------------------------------------------------------------
def commands() -> Iterator[str]:
    """Every command with its help and options."""
    yield "# Commands"
    group = balancer.cli.balancer
    for title in dict.fromkeys(group.titles.values()):
        yield f"*{title}:* " + ", ".join(f"[{name}](#{name})" for name, one in group.titles.items() if one == title)
    for name, command in group.commands.items():
        with click.Context(command, info_name=f"balancer {name}", max_content_width=100) as context:
            yield f"## {name}\n\n```text\n{command.get_help(context)}\n```"


def row(name: str, meaning: str) -> str:
    """Return a row of a table of two columns."""
    return f"| `{name}` | {' '.join(meaning.split()).replace('|', '&#124;')} |"


def table(rows: Iterator[tuple[str, str]]) -> str:
    """Return a table of keys and what they mean."""
    return "\n".join(["| key | meaning |", "| --- | --- |", *(row(*one) for one in rows)])


def keys(schema: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Return the keys of a schema with a meaning, also nested ones, by dotted name; [] are lists, * is any name."""
    for name, one in schema.get("properties", {}).items():
        if one.get("description"):
            yield f"{before}{name}", one["description"]
        yield from keys(one, f"{before}{name}.")
        yield from keys(one.get("items", {}), f"{before}{name}[].")
        if isinstance(one.get("additionalProperties"), dict):
            yield from keys(one["additionalProperties"], f"{before}{name}.*.")


def scenario_keys() -> Iterator[str]:
    """Return the keys of scenarios."""
    schema = scenario_schema()
    yield "# Keys of scenarios"
    yield "`balancer schema` prints the JSON Schema, by which editors complete them. Of each game: [games](games.md)."
    yield table(keys(schema))
    for name in ("CheckShape", "PersonaShape", "SweepShape", "ReportShape"):
        if found := list(keys(schema["$defs"].get(name, {}))):
            yield f"## {name.removesuffix('Shape').lower()}\n\n{table(iter(found))}"


def json_keys() -> Iterator[str]:
    """Return the keys of what commands write as JSON."""
    yield "# JSON\n\n`balancer schema --json COMMAND` prints the JSON Schema of what `COMMAND --json FILE` writes."
    yield "`_se` is a standard error, `_low` and `_high` are the ends of an interval."
    for name, schema in output_schemas().items():
        yield f"## {name}\n\n{table(keys(schema))}"


def python() -> Iterator[str]:
    """Return the functions and classes of the package."""
    yield "# Python\n\nA worked example: [from-python.md](from-python.md)."
    for name in sorted(balancer.__all__):
        value = getattr(balancer, name)
        text = inspect.getdoc(value)
        if callable(value) and text:
            yield f"## {name}\n\n```python\n{name}{inspect.signature(value)}\n```\n\n{_plain(text)}"


def _plain(text: str) -> str:
    """Return a docstring as Markdown."""
    return text.replace("``", "`").replace("<", "&lt;")


def of_game(name: str) -> Iterator[str]:
    """Return a game's rules, personas, habits and figures."""
    game = games.load(name)
    yield f"# {game.title}\n\n{game.summary}\n\nThe rules, as they are simulated: [rulebook]({name}_rules.md)."
    yield "## Rules that may vary\n\n" + table((one.name, one.meaning) for one in game.knobs)
    yield "## Personas\n\n" + table((one.name, one.claim) for one in game.personas)
    yield "## Habits\n\n" + table((one.name, one.meaning) for one in game.habits)
    yield "## Endings\n\n" + table((one.name, one.meaning) for one in game.endings)


def gallery(folder: pathlib.Path, *, plays: bool) -> str:
    """Return the example reports, copied beside the pages; plays: and of each scenario a page that plays."""
    lines = ["# Example reports", "", "As `balancer sweep` writes them, each one file that works offline."]
    for page in sorted((ROOT / "reports/gallery").glob("*/index.html")):
        target = folder / "gallery" / f"{page.parent.name}.html"
        target.parent.mkdir(exist_ok=True)
        shutil.copy(page, target)
        lines.append(f"\n- [{games.load(page.parent.name).title}](gallery/{target.name})")
        if plays:
            playing = target.with_stem(f"{target.stem}-page")
            playing.write_text(page_that_plays(f"scenarios/{page.parent.name}.yaml"), encoding="utf-8")
            lines[-1] += f", and [a page that plays](gallery/{playing.name}) ([how](page.md))"
    if plays:
        playing = folder / "gallery" / f"{pathlib.Path(OWN_GAME).stem}-page.html"
        playing.write_text(page_that_plays(OWN_GAME), encoding="utf-8")
        words = "a game of [one file of plain Python](your-own-game.md), as a page that plays"
        lines.append(f"\n- [{load(str(ROOT / OWN_GAME)).game.title}](gallery/{playing.name}): {words}")
    return "\n".join(lines)


def page_that_plays(target: str) -> str:
    """Return the page that `balancer page` writes of a file of this repository: a scenario, or a game."""
    scenario = load(str(ROOT / target))
    if scenario.file:
        scenario = dataclasses.replace(scenario, file=pathlib.Path(target))  # as readers find it
    return to_html(play_section.page(scenario, play_section.engine_of(scenario), ""))


# All ------------------------------------------------------------------------------------------------------------------
def gather(folder: pathlib.Path, *, plays: bool = True) -> None:
    """Write every page of the site into an empty folder; plays: pages that play, too, which takes half a minute."""
    known = pages()
    made = {page: moved(path, page, known) for path, page in known.items()}
    made |= {"commands.md": "\n\n".join(commands()), "scenario.md": "\n\n".join(scenario_keys())}
    made |= {"json.md": "\n\n".join(json_keys()), "python.md": "\n\n".join(python())}
    made |= {f"games/{name}.md": "\n\n".join(of_game(name)) for name in games.own_names()}
    titles = "\n".join(
        f"- [{games.load(name).title}](games/{name}.md): {games.load(name).summary}" for name in games.own_names()
    )
    made["games.md"] = f"# Games\n\n{titles}\n\nOf your own: [your-own-game.md](your-own-game.md)."
    made["gallery.md"] = gallery(folder, plays=plays)
    for page, text in made.items():
        target = folder / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text + "\n", encoding="utf-8", newline="\n")
    for path in [picture for kind in ("png", "svg", "gif", "css") for picture in DOCS.glob(f"*.{kind}")]:
        shutil.copy(path, folder)


if __name__ == "__main__":
    (folder,) = map(pathlib.Path, sys.argv[1:])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    gather(folder)
