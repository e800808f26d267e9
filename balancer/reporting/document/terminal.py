"""A document on a terminal: tables as wide as the terminal, verdicts in bold; plain text when piped."""

from __future__ import annotations

from balancer.reporting.console import Console
from balancer.reporting.document.brief import Part, brief_sections, plain
from balancer.reporting.document.model import Code, Document, Heading, Lines, Sentences, Table, Text

# css class of a paragraph -> its style
STYLES = {"verdict": "bold", "second": "bold", "verdict weak": "bold yellow", "note": "dim"}


def print_document(document: Document, console: Console) -> None:
    """Print the title, the games behind it, and the short form of every section."""
    console.title(document.title)
    if document.basis:
        console.sentence(plain(document.basis))
    for title, parts in brief_sections(document):
        heading = "" if isinstance(parts[0], Heading) else title  # here all headings are of one size
        if heading:
            console.title(heading)
        above: Part | None = Heading(heading) if heading else None
        for part in parts:
            if _is_apart(part, above):
                console.blank()
            _print_part(part, console)
            above = part


def _is_apart(part: Part, above: Part | None) -> bool:
    # An empty line surrounds tables and follows the facts below the title.
    if isinstance(part, Heading) or isinstance(above, Heading):
        return False  # headings bring their own
    return above is None or isinstance(above, Table) or isinstance(part, Table)


def _print_part(part: Part, console: Console) -> None:
    match part:
        case Heading():
            console.title(part.text)
        case Text():
            console.sentence(part.text, STYLES.get(part.css, ""))
        case Sentences():
            for sentence in part.sentences:
                first, *others = sentence.split("\n")
                console.bullet(first)
                for line in others:
                    console.sentence(f"  {line}", indent=2)
        case Code():
            for line in part.text.splitlines():
                console.whole(f"  {line}", "cyan")
        case Lines():
            for line, style in part.lines:
                console.whole(console.words(line), style)
        case Table():
            if part.caption:
                console.sentence(part.caption)
            headings, numbers = zip(*((column.heading, column.number) for column in part.columns), strict=True)
            console.grid(headings, [row.cells for row in part.rows], numbers)
