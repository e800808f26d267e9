"""The report of `balancer plays`: figures in which real plays differ, and the players most like real people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.play.few_plays import DIFFERS, FITS, OPEN, Pace
from balancer.analysis.sheet import Sheet, column, number
from balancer.reporting import numbers
from balancer.reporting.document.model import Block, Document, Item, Section, Table, TableColumn, TableRow, chart
from balancer.reporting.document.parts import answer_section, footer, reproduced
from balancer.reporting.drawing import charts
from balancer.reporting.findings.real_plays import remarks_of_log
from balancer.reporting.plays import COLUMNS, FIGURES, Compared, MistakeFit
from balancer.reporting.report import ScenarioReport, TableRows
from balancer.wording import listed, plural, titled

LIKE_IT = 5.99  # deviance above the smallest, within which a line-up plays as much like people (95% of chi²(2))
VAGUE = 0.5  # width of the interval of a rate of mistakes from which on it says nothing
MARGINS = "margins"  # unit in which figures of different units share a chart
SHOWN = {DIFFERS: DIFFERS, FITS: FITS, OPEN: "undecided"}  # verdicts in words

PLAYERS = Sheet(
    "players",
    "line-ups with mistakes, the one most like the people first",
    [
        column("table", "the line-up", "name"),
        number("rate", "share of decisions made at random, as mistakes", "fit.rate.value"),
        number("low", "lower end of its interval", "fit.rate.low"),
        number("high", "upper end of its interval", "fit.rate.high"),
        number("deviance", "the smaller, the more it plays like the people", "fit.deviance"),
    ],
)


@dataclass(frozen=True)
class Findings:
    """All that the plays show."""

    file: str
    plays: int
    by_setting: Sequence[tuple[str, int]]  # settings in words, with their number of plays
    figures: Sequence[Compared]
    players: Sequence[MistakeFit]
    pace: Pace | None
    few: Sequence[str] = ()  # figures that too few plays have
    unused: Sequence[str] = ()  # columns of the log
    notes: Sequence[str] = ()  # on the log: contradictions, how columns were read


@dataclass(frozen=True)
class PlaysReport(ScenarioReport):
    """The findings, with the manifest."""

    findings: Findings

    @property
    def differing(self) -> list[Compared]:
        """The figures that differ from the scenario's line-up."""
        return [figure for figure in self.findings.figures if figure.verdict == DIFFERS]

    # Sentences --------------------------------------------------------------------------------------------------------
    def answer(self) -> list[str]:
        """Return what differs and what fits, the plays that would tell more, and who plays like people."""
        return list(self._sentences())

    def _sentences(self) -> Iterator[str]:
        findings = self.findings
        if not findings.figures:
            yield "Nothing can be compared: no figure is known from enough plays."
        begin = {
            DIFFERS: "Your plays differ from the simulation in",
            FITS: "They fit, within the margin, in",
            OPEN: "Too few plays to tell",
        }
        if not self.differing:
            begin[FITS] = "Your plays fit the simulation, within the margin, in"
        for verdict, words in begin.items():
            labels = [
                f"{figure.label} ({_change(figure)})" if verdict == DIFFERS else figure.label
                for figure in findings.figures
                if figure.verdict == verdict
            ]
            if labels:
                yield f"{words}{':' if verdict == OPEN else ''} {listed(labels)}."
        yield from self._plays_wanted()
        yield from self._who_plays()
        if findings.pace:
            pace = findings.pace.seconds
            seconds = f"{pace.value:.3g} s ({pace.low:.3g} to {pace.high:.3g})"
            timed = f"from {plural(pace.games, 'play')} with minutes"
            yield f"A decision takes {seconds}, {timed}; at that pace a game takes {findings.pace.minutes:.0f} minutes."

    def _plays_wanted(self) -> Iterator[str]:
        """Yield the plays needed for the seats, and for the figure that needs the fewest."""
        left = sorted(
            (figure for figure in self.findings.figures if figure.verdict == OPEN), key=lambda figure: figure.wanted
        )
        seats = [figure for figure in left if figure.name.startswith(("seat_win_rate", "win_rate"))]
        for figure in dict.fromkeys([*seats[:1], *left[:1]]):
            size = numbers.amount(figure.margin, figure.unit)
            many = numbers.count(figure.wanted)
            yield f"About {many} plays would be enough to tell a difference of {size} in {figure.label}."

    def _who_plays(self) -> Iterator[str]:
        players = self.findings.players
        if not players:
            return
        best, *others = players
        if best.fit.rate.high - best.fit.rate.low >= VAGUE:
            yield (
                "Too few plays to tell how many mistakes people make: "
                f"{best.words} is most like them, but others are nearly as much."
            )
            return
        yield f"Your players play like {best.words}."
        alike = [player.words for player in others if player.fit.deviance <= best.fit.deviance + LIKE_IT]
        if alike:
            yield f"Equally like them: {listed(alike)}."
        still = [figure.label for figure in self.findings.figures if figure.fitted and figure.fitted.differs]
        explained = [figure.label for figure in self.differing if figure.label not in still]
        if still:
            yield f"Mistakes do not explain everything: with them the simulation still differs in {listed(still)}."
        elif explained:
            yield f"Such mistakes explain the difference in {listed(explained)}."

    def document(self) -> Document:
        """Return the report as people read it."""
        findings, (first, *others) = self.findings, self.answer()
        sure = numbers.confidence(self.spec.confidence)
        return Document(
            titled(self.question.title, "real plays"),
            [
                answer_section([first, *others, *self.remarks()]),
                Section("figures", "Figure by figure", self._figures()),
                Section("players", "Who plays like them", self._players()),
                reproduced(self.manifest, [FIGURES, PLAYERS]),
            ],
            kicker=self.card.title,
            about="plays of real people compared with the simulation",
            description=first,
            facts=[
                f"{plural(findings.plays, 'play')} of {findings.file}",
                *(f"{words}: {count}" for words, count in findings.by_setting),
                f"{sure} confidence for all figures together",
            ],
            footer=footer(self.manifest.versions.get("balancer", "")),
            scripts=["page.js"],
        )

    def _figures(self) -> list[Item]:
        """Return a chart of the differences, in margins, and a table of the values."""
        import pandas as pd

        if not self.findings.figures:
            return []
        rows = [
            (
                figure.label,
                *(end / figure.margin for end in figure.judged.difference.ends),
                1.0,
                figure.verdict == DIFFERS,
            )
            for figure in self.findings.figures
        ]
        picture = chart(
            "plays",
            "real plays minus simulation, in margins; with simultaneous intervals",
            charts.forest,
            pd.DataFrame(rows, columns=["label", "value", "low", "high", "margin", "decided"]),
            unit=MARGINS,
            across="real plays minus simulation, in margins",
            caption="Dots: real plays, filled where they differ. Line: the simulation. Band: the margin.",
        )
        table = Table("Real plays and simulation", COLUMNS, [TableRow(cells) for cells in self.rows()])
        return [Block("", "", [picture], [table], wide=True)]

    def _players(self) -> list[Item]:
        """Return a table of line-ups with mistakes, the one most like these people first."""
        players = self.findings.players
        if not players:
            return []
        best = min(player.fit.deviance for player in players)
        rows = [
            TableRow(
                [
                    player.name,
                    f"{rate.value:.0%}",
                    f"{rate.low:.0%} to {rate.high:.0%}",
                    f"{player.fit.deviance - best:.1f}",
                ]
            )
            for player in players
            for rate in [player.fit.rate]
        ]
        columns = [
            TableColumn("line-up"),
            TableColumn("mistakes", "decisions made at random", number=True),
            TableColumn("interval", number=True),
            TableColumn(
                "deviance",
                "how much less likely the plays are with it than with the best fit; 0 is the best fit",
                number=True,
            ),
        ]
        return [Table("Line-ups with mistakes, the one most like these people first", columns, rows)]

    def rows(self) -> list[tuple[str, ...]]:
        """Return the cells of `COLUMNS` for each figure."""
        return [
            (figure.label, str(figure.setup.plays), *_cells(figure), SHOWN[figure.verdict])
            for figure in self.findings.figures
        ]

    def remarks(self) -> Iterator[str]:
        """Yield sentences on what was not compared."""
        if self.findings.few:
            yield f"Too few plays to compare: {listed(self.findings.few)}."
        yield from remarks_of_log(self.findings.notes, self.findings.unused)

    def tables(self) -> list[TableRows]:
        """Return the tables for CSV files and DataFrames."""
        return [(FIGURES, self.findings.figures), (PLAYERS, self.findings.players)]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`."""
        findings = self.findings
        return {
            "game": self.question.game,
            "file": findings.file,
            "plays": findings.plays,
            "settings": [{"setting": words, "plays": number} for words, number in findings.by_setting],
            "confidence": self.spec.confidence,
            "figures": [FIGURES.row(entry) for entry in findings.figures],
            "players": [entry.to_json() for entry in findings.players],
            "pace": findings.pace and findings.pace.to_json(),
            "too_few": list(findings.few),
            "unused_columns": list(findings.unused),
            "notes": list(findings.notes),
            "answer": self.answer(),
        }


def _cells(figure: Compared) -> tuple[str, str, str]:
    setup = figure.setup
    decimals = numbers.readable_decimals(setup.value, figure.judged.half, figure.unit)
    value, expected = (numbers.plain(each, figure.unit, decimals) for each in (setup.value, setup.expected))
    return value, expected, _change(figure)


def _change(figure: Compared) -> str:
    return numbers.text(figure.judged.difference, figure.unit, numbers.CHANGE)
