"""What every page has in common: a head, sections, how to reproduce it; one template shows them all."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup, escape

from balancer.reporting.page.page_model import Block, Cells, Chart, Code, Details, Group, Item, Text, link
from balancer.simulation.ownership import comment

if TYPE_CHECKING:
    from balancer.simulation.manifest import Manifest

ANY_MACHINE = "The same command gives the same figures on any machine, with any number of threads"
SAME_FIGURES = f"{ANY_MACHINE}: every game has its number, and its dice follow from seed and number."


@dataclass(frozen=True)
class NamedFile:
    """A file beside the page."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Section:
    """A section under a heading; without a title it has none, without items it is left out.

    named: what the navigation calls it; unseen: its heading is only heard; half: it shares a row with its neighbour.
    """

    id: str
    title: str
    items: Sequence[Item]
    named: str = ""
    unseen: bool = False
    half: bool = False


@dataclass(frozen=True)
class Page:
    """A page ready to be written; name: of its window; kicker and about: what stands above its title."""

    title: str
    sections: Sequence[Section]
    kicker: str = ""
    about: str = ""
    name: str = ""
    description: str = ""
    facts: Sequence[str] = ()
    footer: str = ""
    scripts: Sequence[str] = ()
    navigation: bool = True

    def html(self) -> str:
        """The whole page, which works offline."""
        template = environment().get_template("layout.html.j2")
        text = template.render(page=self, sections=[one for one in self.sections if one.items], mark=comment())
        return re.sub(r"\n(?:[ \t]*\n)+", "\n", text)

    @property
    def basis(self) -> str:
        """What was played, for pictures that leave the page."""
        return "; ".join(filter(None, [self.kicker, *self.facts]))

    @property
    def charts(self) -> list[Chart]:
        """All charts on it."""
        return [chart for section in self.sections for chart in _charts(section.items)]


def _charts(items: Iterable[Item]) -> Iterator[Chart]:
    for item in items:
        if isinstance(item, Block):
            yield from item.charts
        elif isinstance(item, Group | Details):
            yield from _charts(item.items)
        elif isinstance(item, Cells):
            for cell in item.cells:
                yield from _charts(cell.items)


# What several pages have ----------------------------------------------------------------------------------------------
def reproduce(manifest: Manifest, files: Sequence[NamedFile], said: str = SAME_FIGURES) -> Section:
    """The section with the command, the scenario, and the tables beside the page."""
    named = Text(Markup("Tables beside this page: {}.").format(links(files)))
    items = [Text(said), Code(manifest.command, command=True), *scenario(manifest), named]
    return Section("reproduce", "Reproduce it", items)


def scenario(manifest: Manifest) -> list[Item]:
    """The scenario as it was written, folded; [] of a run without one."""
    text, file = (manifest.scenario_text or "").rstrip(), manifest.scenario_file
    summary = Markup("The scenario, <code>{}</code>").format(file) if file else "The scenario"
    return [Details(summary, [Code(text)])] if text else []


def links(files: Sequence[NamedFile]) -> Markup:
    """Links to files."""
    return Markup(", ").join(link(file.name, file.name, file.meaning) for file in files)


def footer(version: str, games: str = "") -> str:
    """Who made the page, and from how many games."""
    made = f"Made by balancer {version}" if version else "Made by balancer"
    return f"{made} from {games} simulated games." if games else f"{made}."


# Templates ------------------------------------------------------------------------------------------------------------
@functools.cache
def environment() -> jinja2.Environment:
    """The template of all pages and its filters."""
    environment_ = jinja2.Environment(
        loader=jinja2.PackageLoader("balancer.reporting.page", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment_.filters["words"] = _words
    environment_.filters["breakable"] = _breakable
    environment_.globals["asset"] = asset
    return environment_


def _words(text: str) -> Markup:
    """A sentence whose figures are not broken across lines; what stands between backquotes is set as code."""
    tight = re.sub(r" ± (?=\S)", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}", str(escape(text)))
    tight = re.sub(r"(?<=\d) (?=pp\b)", "\N{NO-BREAK SPACE}", tight)
    return Markup(re.sub(r"`([^`]*)`", r"<code>\1</code>", tight))  # noqa: S704


def _breakable(text: str) -> Markup:
    """A name that may be broken after its underscores."""
    return Markup("_<wbr>").join(str(text).split("_"))


@functools.cache
def asset(name: str) -> Markup:
    """A style sheet or script of the pages."""
    text = resources.files("balancer.reporting.page").joinpath("templates", name).read_text(encoding="utf-8")
    return Markup(text)  # noqa: S704
