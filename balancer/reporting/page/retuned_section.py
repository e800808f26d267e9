"""The section on cells that tuned players played."""

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
from balancer.reporting.findings.other_players import RetuneFindings
from balancer.reporting.numbers import CELL, text
from balancer.reporting.run_report import RunReport

NOTE = (
    "In these settings one player of the line-up was replaced by every persona, and by habits that a search found. "
    "Their win rates are from games that took no part in the search. If one exceeds an equal share by two standard "
    "errors and half a percentage point, personas were tuned for that setting (as `balancer tune` does). The setting "
    "was then played again by the mixture that adapting players reach with all these personas."
)


def summary(report: RunReport) -> str:
    """Return the part of the answer about tuned players; '' if no habits were searched for."""
    return " ".join([report.retuned.summary, *report.retuned.sentences[:1]]) if report.retuned else ""


def section(report: RunReport) -> Section:
    """Return the section; without items if no habits were searched for."""
    retuned = report.retuned
    items: list[Item] = []
    if retuned is not None:
        items = [Details("How line-ups were tested", [Text(NOTE, "note")]), Sentences(retuned.sentences)]
        items += [_tested(retuned), *([_figures(retuned)] if retuned.beaten else [])]
    return Section("tuned", "Tuned players", items)


def _tested(retuned: RetuneFindings) -> Block:
    columns = [
        TableColumn("setting"),
        TableColumn("best player found", prose=True),
        TableColumn(
            "above an equal share", "in games that took no part in the search; ± covers chance only", number=True
        ),
        TableColumn("beaten"),
        TableColumn("adapting players end up with", "tuned personas among them", prose=True),
    ]
    rows = []
    for place in retuned.places:
        mixture = place.mixture_words if place.beaten else numbers.NO_VALUE
        rows.append(TableRow([place.where, place.who, place.excess_words, "yes" if place.beaten else "no", mixture]))
    return Block("Where one player beats the line-up", "", (), [Table("Line-ups tested", columns, rows)], wide=True)


def _figures(retuned: RetuneFindings) -> Block:
    columns = [
        TableColumn("setting"),
        TableColumn("figure"),
        TableColumn("scenario's line-up", "± covers chance only", number=True),
        TableColumn("among tuned players", "± covers chance only", number=True),
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
            numbers.signed(change.tuned.value - change.as_set_up.value, change.unit),
            "yes" if change.differs else "no",
        ], marked=change.differs)
        for place in retuned.beaten
        for change in place.changes
    ]  # fmt: skip
    table = Table("Headline figures among tuned players", columns, rows, "All headline figures among tuned players")
    return Block("What changes among tuned players", "", (), [table], wide=True)
