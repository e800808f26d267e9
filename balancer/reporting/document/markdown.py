"""A document as Markdown, for a pull request or a job's summary."""

from __future__ import annotations

from collections.abc import Sequence

from balancer.reporting.document.brief import Part, brief_sections, plain
from balancer.reporting.document.model import Chart, Code, Document, Heading, Lines, Sentences, Table, Text
from balancer.simulation.ownership import comment

STRONG = ("verdict", "second", "verdict weak")  # classes of paragraphs that are set in bold


def to_markdown(document: Document) -> str:
    """Return the title, the games behind it, and the short form of every section."""
    blocks = [comment(), f"## {safe(document.title)}", safe(document.basis)]
    for heading, parts in brief_sections(document):
        blocks += [f"### {safe(heading)}" if heading else "", *map(_block, parts)]
    return "\n\n".join(filter(None, blocks)) + "\n"


def _block(part: Part) -> str:
    match part:
        case Heading():
            return f"#### {safe(part.text)}"
        case Text():
            return f"**{safe(part.text)}**" if part.css in STRONG else safe(part.text)
        case Sentences():
            return "\n".join(f"- {safe(sentence)}" for sentence in part.sentences)
        case Code():
            return f"```\n{part.text}\n```"
        case Lines():
            return "\n".join(["```", *(line for line, _ in part.lines), "```"])
        case Chart():  # its table stands for it
            return ""
        case Table():
            caption = [f"{safe(part.caption)}:", ""] if part.caption else []
            headings = [column.heading for column in part.columns]
            return "\n".join([*caption, *table_lines(headings, [row.cells for row in part.rows])])


def table_lines(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table."""
    lines = [f"| {' | '.join(map(safe, headings))} |", f"|{' --- |' * len(headings)}"]
    return lines + [f"| {' | '.join(map(safe, row))} |" for row in rows]


def safe(text: str) -> str:
    """Return a text with the letters escaped that Markdown would interpret."""
    words = " ".join(plain(text).split())
    return "".join(f"\\{letter}" if letter in "\\&|*_<>`[]" else letter for letter in words)
