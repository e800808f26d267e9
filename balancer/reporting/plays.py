"""Figures of real plays compared with simulated games, their section of a page, the players most like real people."""

from __future__ import annotations

from typing import Any, NamedTuple

from balancer.analysis.play.few_plays import DIFFERS, FITS, OPEN, ComparedFigure, Fit, Verdict, judge_figure
from balancer.analysis.sheet import Sheet, column, number
from balancer.reporting import numbers
from balancer.reporting.document.model import Item, Section, Sentences, Table, TableColumn, TableRow, Text
from balancer.reporting.run_report import RunReport
from balancer.wording import plural


class Compared(NamedTuple):
    """A figure of real plays, compared with the scenario's line-up and with players who make mistakes as people do."""

    name: str
    label: str
    unit: str
    margin: float
    setup: ComparedFigure
    fitted: ComparedFigure | None

    @property
    def judged(self) -> Verdict:
        """The comparison with the scenario's line-up."""
        return judge_figure(self.setup, self.margin, is_share=self.unit == numbers.SHARE)

    @property
    def judged_fitted(self) -> Verdict | None:
        """The comparison with the line-up that plays most like people."""
        return judge_figure(self.fitted, self.margin, is_share=self.unit == numbers.SHARE) if self.fitted else None

    @property
    def verdict(self) -> str:
        """Whether it differs from the scenario's line-up."""
        return self.judged.verdict

    @property
    def wanted(self) -> int:
        """The number of plays that could tell the margin from no difference, rounded to two digits."""
        return round(numbers.round_up(self.judged.plays_needed))


class MistakeFit(NamedTuple):
    """A line-up with the rate of mistakes at which it plays most like people."""

    name: str
    fit: Fit

    @property
    def words(self) -> str:
        """The line-up and its rate, as in `builder with 8% mistakes (3 to 15)`."""
        rate = self.fit.rate
        return f"{self.name} with {rate.value:.0%} mistakes ({100 * rate.low:.0f} to {100 * rate.high:.0f})"

    def to_json(self) -> dict[str, Any]:
        """Return it as `--json` prints it."""
        rate = self.fit.rate
        ends = {"rate": rate.value, "low": rate.low, "high": rate.high}
        return {"table": self.name, **ends, "deviance": self.fit.deviance}


COLUMNS = [  # of the printed table
    TableColumn("figure"),
    *(TableColumn(heading, number=True) for heading in ("plays", "yours", "simulated", "difference")),
    TableColumn("verdict"),
]

FIGURES = Sheet(
    "figures",
    "each figure of the plays, and what is simulated",
    [
        column("figure", "name of the figure, as checks have it", "name"),
        column("unit", "share, points, rounds ..."),
        number("plays", "plays that have it", "setup.plays"),
        number("value", "its mean over these plays", "setup.value"),
        number("simulated", "its mean over games with the same rules and the scenario's line-up", "setup.expected"),
        number("difference", "plays less simulation", "judged.difference.value"),
        number("half_width", "of the interval of the difference; all intervals are simultaneous", "judged.half"),
        number("margin", "the difference that counts as none"),
        column("verdict", f"{DIFFERS}, {FITS} (the interval lies within the margin), {OPEN}"),
        number("plays_wanted", "plays that can tell the margin from no difference", "wanted"),
        number(
            "simulated_fitted", "the same as simulated, of the table that plays most like people", "fitted.expected"
        ),
        number("half_width_fitted", "the same as half_width, of that table", "judged_fitted.half"),
        column("verdict_fitted", "the same as verdict, of that table", "judged_fitted.verdict"),
    ],
)


def summary(report: RunReport) -> str:
    """Return the part of the answer about real plays; '' without any."""
    real = report.real_plays
    return f"{real.summary} {real.named(DIFFERS)}".strip() if real else ""


def section(report: RunReport) -> Section:
    """Return the section: differences, plays without a dot, every figure; without items if no plays were given."""
    real = report.real_plays
    if real is None:
        return Section("plays", "Real plays", [])
    sure = numbers.confidence(report.spec.confidence)
    items: list[Item] = [Text(real.summary), Sentences(real.sentences)]
    items.append(Text(f"Diamonds on charts are real plays, with simultaneous intervals ({sure} confidence).", "note"))
    if rows := [TableRow(real.cells_of(row)) for row in real.figures]:
        columns = [TableColumn("where"), *COLUMNS]
        items.append(Table("Real plays and simulation", columns, rows, folded=f"All {plural(len(rows), 'figure')}"))
    return Section("plays", "Real plays", items)
