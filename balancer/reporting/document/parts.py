"""Parts that several documents have: how to reproduce them, tables of named figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from balancer.reporting.document.model import Code, Column, Details, Item, NamedFile, Row, Section, Table, Text, link
from balancer.reporting.numbers import NO_VALUE, Figure, count

if TYPE_CHECKING:
    from balancer.simulation.manifest import Manifest

ANY_MACHINE = "The same command gives the same figures on any machine, with any number of threads"
SAME_FIGURES = f"{ANY_MACHINE}: every game has its number, and its dice follow from seed and number."


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


# Tables of named figures ----------------------------------------------------------------------------------------------
FIGURE_COLUMNS = (
    Column("value", number=True),
    Column("±", "to the farther end of the interval in which the true value lies", number=True),
    Column("games", "the number of games behind it", number=True),
)


def figure_cells(figure: Figure) -> list[str]:
    """Value, uncertainty and games of a figure, as table cells."""
    if not figure.defined:
        return [figure.note or NO_VALUE, "", ""]
    return [figure.value_text, figure.uncertainty_text.removeprefix("± "), count(figure.games)]


def habits_words(habits: Mapping[str, Any], usual: Mapping[str, Any]) -> str:
    """Habits that differ from the game's usual ones."""
    return ", ".join(f"{name} {value}" for name, value in habits.items() if value != usual.get(name)) or "the usual"


NOT_ASSESSED = "not assessed"
"""How the note of a figure begins that a game of this kind does not have; such rows are left out."""


def figure_table(
    caption: str, heading: str, rows: Mapping[str, Figure], meanings: Mapping[str, str], **more: Any
) -> Table:
    """A table of named figures, each with its uncertainty and the games behind it."""
    return Table(
        caption,
        [Column(heading), *FIGURE_COLUMNS],
        [
            Row([label, *figure_cells(figure)], meaning=meanings.get(label, ""))
            for label, figure in rows.items()
            if not figure.note.startswith(NOT_ASSESSED)
        ],
        **more,
    )
