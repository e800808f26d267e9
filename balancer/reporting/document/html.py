"""A document as a page, one HTML file that works offline, and as the output of a cell in a notebook."""

from __future__ import annotations

import functools
import re
from importlib import resources

import jinja2
from markupsafe import Markup, escape

from balancer.reporting.document.brief import brief_sections
from balancer.reporting.document.model import Chart, Document
from balancer.reporting.drawing import style
from balancer.reporting.findings.lead import split_lead
from balancer.reporting.numbers import unbroken
from balancer.simulation.ownership import comment


def to_html(document: Document) -> str:
    """Return the document as an HTML page that needs no other file."""
    text = _environment().get_template("layout.html.j2").render(page=document, sections=document.paged, mark=comment())
    return re.sub(r"\n(?:[ \t]*\n)+", "\n", text)


def to_fragment(document: Document) -> str:
    """Return the short form with its charts, as a part of another page, such as a notebook."""
    sections = list(brief_sections(document, charts=True))
    return _environment().get_template("fragment.html.j2").render(page=document, sections=sections)


def picture(chart: Chart, basis: str = "") -> str:
    """Return a chart's SVG for embedding: with a label, the page's colours and fonts, without header.

    Its notes lie below the visible part; they appear in the picture that a reader saves.
    """
    svg = chart.file(basis)
    svg = re.sub(r'viewBox="0 0 (\S+) (\S+)" data-seen="(\S+)"', r'viewBox="0 0 \1 \3" data-whole="\2"', svg, count=1)
    svg = re.sub(r' (?:xmlns|width|height|font-family)="[^"]*"', "", svg[: svg.index(">")]) + svg[svg.index(">") :]
    for colour, ours in PAGE_COLOURS.items():
        svg = svg.replace(f'"{colour}"', f'"{ours}"')
    return svg.strip().replace("<svg ", f'<svg role="img" aria-label="{escape(chart.label)}" ', 1)


PAGE_COLOURS = {  # colours that follow the page's, in daylight and in the dark
    style.INK: "currentColor",
    style.GRID: "var(--line)",
    style.FAINT: "var(--soft)",
    style.PAPER: "var(--paper)",
    style.BLUE: "var(--blue)",
}


@functools.cache
def _environment() -> jinja2.Environment:
    """Return the template of all pages with its filters."""
    environment_ = jinja2.Environment(
        loader=jinja2.PackageLoader("balancer.reporting.document", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment_.filters["picture"] = picture
    environment_.filters["words"] = _words
    environment_.filters["split_lead"] = split_lead
    environment_.filters["breakable"] = lambda name: Markup("_<wbr>").join(str(name).split("_"))
    environment_.globals["asset"] = asset
    return environment_


def _words(text: str) -> Markup:
    """Mark up a sentence: figures are not broken across lines, backquotes enclose code."""
    return Markup(re.sub(r"`([^`]*)`", r"<code>\1</code>", unbroken(str(escape(text)))))  # noqa: S704


@functools.cache
def asset(name: str) -> Markup:
    """Return a style sheet or script of the pages."""
    text = resources.files("balancer.reporting.document").joinpath("templates", name).read_text(encoding="utf-8")
    return Markup(text)  # noqa: S704
