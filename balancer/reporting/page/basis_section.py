"""The section on the assumptions of a run: players, rules, game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balancer.core.declarations import SEATINGS
from balancer.reporting import phrases
from balancer.reporting.axis import row_of_words, shown
from balancer.reporting.document.model import (
    Details,
    Heading,
    ItemGroup,
    Pairs,
    Section,
    Table,
    TableColumn,
    TableRow,
    Text,
)
from balancer.reporting.document.parts import habits_words
from balancer.reporting.run_report import RunReport
from balancer.scenario.question import KnobCard
from balancer.wording import listed, plural


def section(report: RunReport) -> Section:
    """Return the section on players, rules and game."""
    personas, rules = _personas(report), _rules(report)
    names = ("Who played", "The rules played", "The game as simulated")
    texts = (_personas_note(report), _rules_note(report), report.card.summary)
    details = (
        Details(f"{plural(len(personas.rows), 'persona')}: how they play", [personas]),
        Details(f"All {len(rules.rows)} rules", [rules]),
        Details("Source, score and standing", [Pairs(_game_facts(report))]),
    )
    columns = [
        ItemGroup([Heading(name), Text(text), more]) for name, text, more in zip(names, texts, details, strict=True)
    ]
    return Section("basis", "What this rests on", [ItemGroup(columns, "columns")])


def _personas(report: RunReport) -> Table:
    seated: dict[str, Mapping[str, Any]] = {}
    for cell in report.cells:
        seated.update(cell.personas)
    columns = [
        TableColumn("persona"),
        TableColumn("plays like this", prose=True),
        TableColumn("habits", "weights that differ from the usual ones of this game", prose=True),
        TableColumn("mistakes", "decisions per thousand that are made at random", number=True),
    ]
    usual = report.card.usual_habits
    rows = [
        TableRow(
            [
                name,
                str(persona.get("claim") or "–"),
                "none: all options are equally likely"
                if persona.get("at_random")
                else habits_words(persona.get("habits") or {}, usual),
                str(persona.get("mistakes", 0)),
            ]
        )
        for name, persona in seated.items()
    ]
    return Table("The personas these conclusions rest on", columns, rows)


def _personas_note(report: RunReport) -> str:
    cells = report.cells
    lineups = {tuple(cell.lineup) for cell in cells}
    if len(lineups) > 1:
        seated = f"{len(lineups)} line-ups, as in the sweep"
    else:
        seated = f"The line-up: {row_of_words(list(cells[0].lineup))}"
    seating, *others = {cell.seating for cell in cells}
    how = "seating as in the sweep" if others else f"{seating}: {SEATINGS[seating]}"
    return f"{seated}; {how}. Other ways of playing may change the answer."


def _game_facts(report: RunReport) -> list[tuple[str, str]]:
    facts = {
        "source": report.card.source,
        "reconstructed": report.card.reconstructed or "nothing: everything simulated is in the rulebook",
        "a score is": report.cells[0].score_meaning,
        "a standing is": report.cells[0].standing_meaning,
    }
    return [(name, str(text)) for name, text in facts.items() if text]


def _rules(report: RunReport) -> Table:
    base = report.cells[report.sweep.base]
    knobs, swept = report.card.knobs, {axis.name for axis in report.sweep.axes}
    rows = []
    for name, value in base.rules.items():
        text = f"auto ({base.resolved[name]})" if value == "auto" and name in base.resolved else shown(value)
        varied = " (varied)" if f"rules.{name}" in swept else ""
        rows.append(TableRow([name, f"{text}{varied}", knobs.get(name, KnobCard()).meaning]))
    return Table(
        "The base rules", [TableColumn("rule"), TableColumn("value"), TableColumn("meaning", prose=True)], rows
    )


def _rules_note(report: RunReport) -> str:
    given = report.card.printed
    base = report.cells[report.sweep.base].rules
    if not given:
        return "All knobs are listed, printed rules and changed ones alike."
    changed = phrases.rules_changed(base, given)
    if not changed:
        return "The base is the game as printed."
    return (
        "Different from the printed rules: "
        + listed([f"{name} {shown(base[name])} (printed: {shown(given[name])})" for name in changed])
        + "."
    )
