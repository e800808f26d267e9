"""The section of a page about cells that tuned players played."""

from __future__ import annotations

from balancer.reporting import numbers
from balancer.reporting.document.model import (
    Block,
    Details,
    Item,
    Section,
    Sentences,
    Table,
    TableColumn,
    TableRow,
    Text,
)
from balancer.reporting.findings.other_players import RetunedCell, RetuneFindings
from balancer.reporting.numbers import CELL, DIFFERENCE, text
from balancer.reporting.reports.run_report import RunReport

NOTE = (
    "At these cells one player of the table was replaced by every persona and by habits that a search found; what they "
    "get is measured in games that took no part in the search. Where that is more than an equal share by two standard "
    "errors and half a percentage point, personas were tuned by the rules of that cell (as `balancer tune` does), and "
    "the cell was played again by the players on whom all personas known by then settle."
)


def summary(report: RunReport) -> str:
    """What the answer says about tuned players; '' where nobody searched for habits."""
    return " ".join([report.retuned.summary, *report.retuned.sentences[:1]]) if report.retuned else ""


def section(report: RunReport) -> Section:
    """The section; without items where nobody searched for habits."""
    retuned = report.retuned
    items: list[Item] = []
    if retuned is not None:
        items = [Details("How tables were tested", [Text(NOTE, "note")]), Sentences(retuned.sentences)]
        items += [_tested(retuned), *([_figures(retuned)] if retuned.beaten else [])]
    return Section("tuned", "Tuned players", items)


def _tested(retuned: RetuneFindings) -> Block:
    columns = [
        TableColumn("cell"),
        TableColumn("best player found", prose=True),
        TableColumn("more than an equal share", "in games held out; ± is about dice", number=True),
        TableColumn("beaten"),
        TableColumn("players settle on", "tuned personas among them", prose=True),
    ]
    rows = [_row(place) for place in retuned.places]
    return Block("Where the table is beaten", "", (), [Table("Tables tested", columns, rows)], wide=True)


def _row(place: RetunedCell) -> TableRow:
    mixture = place.mixture_words if place.beaten else numbers.NO_VALUE
    return TableRow([place.where, place.who, place.excess_words, "yes" if place.beaten else "no", mixture])


def _figures(retuned: RetuneFindings) -> Block:
    columns = [
        TableColumn("cell"),
        TableColumn("figure"),
        TableColumn("as set up", "± is about dice", number=True),
        TableColumn("among tuned players", "± is about dice", number=True),
        TableColumn("change", number=True),
        TableColumn(
            "differs", "by more than the scenario's margin (else 2 pp of shares, a tenth of others), beyond dice"
        ),
    ]
    rows = [
        TableRow([
            place.where,
            change.label,
            text(change.as_set_up, change.unit, CELL),
            text(change.tuned, change.unit, CELL),
            _change(change.tuned.value - change.as_set_up.value, change.unit),
            "yes" if change.differs else "no",
        ], marked=change.differs)
        for place in retuned.beaten
        for change in place.changes
    ]  # fmt: skip
    table = Table("Headline figures among tuned players", columns, rows, "All headline figures among tuned players")
    return Block("What changes among tuned players", "", (), [table], wide=True)


def _change(value: float, unit: str) -> str:
    return numbers.signed(value, DIFFERENCE if numbers.as_difference(unit) == DIFFERENCE else unit, 1)
