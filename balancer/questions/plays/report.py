"""The report of `balancer plays`: which figures of real plays differ from the simulation, and who plays like people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.few_plays import DIFFERS, FITS, OPEN, Pace
from balancer.analysis.sheet import Sheet, column, number
from balancer.reporting import numbers
from balancer.reporting.document.model import Block, Document, Item, Section, Table, TableColumn, TableRow, chart
from balancer.reporting.document.parts import answer_section, footer, reproduced
from balancer.reporting.drawing import charts
from balancer.reporting.findings.real_plays import remarks_of_log
from balancer.reporting.report import ScenarioReport, TableRows
from balancer.reporting.reports.plays_report import COLUMNS, FIGURES, Compared, MistakeFit
from balancer.wording import listed, plural

LIKE_IT = 5.99  # deviance beyond the likeliest table's within which another plays as much like people
VAGUE = 0.5  # width of the interval of a rate of mistakes that tells nothing
MARGINS = "margins"  # unit in which figures of different units share a chart

PLAYERS = Sheet(
    "players",
    "tables by how much they play as people do, the likeliest first",
    [
        column("table", "the players of the table", "name"),
        number("rate", "share of decisions taken at random, as a mistake", "fit.rate.value"),
        number("low", "lower end of its interval", "fit.rate.low"),
        number("high", "upper end of its interval", "fit.rate.high"),
        number("deviance", "the smaller, the more it plays as people do", "fit.deviance"),
    ],
)


@dataclass(frozen=True)
class Findings:
    """What plays say."""

    file: str
    plays: int
    by_setting: Sequence[tuple[str, int]]  # plays of each setting, in words
    figures: Sequence[Compared]
    players: Sequence[MistakeFit]
    pace: Pace | None
    few: Sequence[str] = ()  # figures that too few plays know
    unused: Sequence[str] = ()  # columns of the log
    notes: Sequence[str] = ()  # of the log: contradictions, what was taken for what


@dataclass(frozen=True)
class PlaysReport(ScenarioReport):
    """Manifest and findings."""

    findings: Findings

    @property
    def differing(self) -> list[Compared]:
        """The figures that differ from the tables as set up."""
        return [figure for figure in self.findings.figures if figure.verdict == DIFFERS]

    # Sentences --------------------------------------------------------------------------------------------------------
    def answer(self) -> list[str]:
        """Return what differs and what fits, how many plays would tell more, and who plays like people."""
        return list(self._sentences())

    def _sentences(self) -> Iterator[str]:
        findings = self.findings
        if not findings.figures:
            yield "Nothing can be compared: no figure is known of enough plays."
        for kind, begin in ((DIFFERS, "Differs"), (FITS, "Fits within its margin"), (OPEN, "Not known yet")):
            of_kind = [
                f"{figure.label} ({_change(figure)})" if kind == DIFFERS else figure.label
                for figure in findings.figures
                if figure.verdict == kind
            ]
            if of_kind:
                yield f"{begin}: {listed(of_kind)}."
        yield from self._plays_wanted()
        yield from self._who_plays()
        if findings.pace:
            pace = findings.pace.seconds
            seconds = f"{pace.value:.3g} s ({pace.low:.3g} to {pace.high:.3g})"
            timed = f"by {plural(pace.games, 'play')} with minutes"
            yield f"A decision takes {seconds}, {timed}; at that pace a game takes {findings.pace.minutes:.0f} minutes."

    def _plays_wanted(self) -> Iterator[str]:
        """How many plays would do: of the seats, and of the figure that takes the fewest."""
        left = sorted(
            (figure for figure in self.findings.figures if figure.verdict == OPEN), key=lambda figure: figure.wanted
        )
        seats = [figure for figure in left if figure.name.startswith("seat_win_rate")]
        for figure in dict.fromkeys([*seats[:1], *left[:1]]):
            size = numbers.amount(figure.margin, figure.unit)
            many = numbers.count(figure.wanted)
            yield f"{plural(figure.setup.plays, 'play')} can't tell {size} from 0 ({figure.label}): about {many} could."

    def _who_plays(self) -> Iterator[str]:
        players = self.findings.players
        if not players:
            return
        best, *others = players
        if best.fit.rate.high - best.fit.rate.low >= VAGUE:
            yield (
                f"How many mistakes people make is not known: {best.words} plays most like them, and much else as well."
            )
            return
        yield f"Your tables play like {best.words}."
        alike = [player.words for player in others if player.fit.deviance <= best.fit.deviance + LIKE_IT]
        if alike:
            yield f"As much like them: {listed(alike)}."
        still = [player.label for player in self.findings.figures if player.fitted and player.fitted.differs]
        explained = [player.label for player in self.differing if player.label not in still]
        if still:
            yield f"Such players differ from yours, too: {listed(still)}; mistakes do not explain that."
        elif explained:
            yield f"Such mistakes explain what differs: {listed(explained)}."

    def document(self) -> Document:
        """Return what people read."""
        findings, (first, *others) = self.findings, self.answer()
        sure = numbers.confidence(self.spec.confidence)
        return Document(
            f"{self.question.title}: real plays",
            [
                answer_section([first, *others, *self.remarks()]),
                Section("figures", "Figure by figure", self._figures()),
                Section("players", "Who plays like them", self._players()),
                reproduced(self.manifest, [FIGURES, PLAYERS]),
            ],
            kicker=self.card.title,
            about="plays of real people beside the simulation",
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
        """Return each figure of the plays against the simulation: differences in margins drawn, values in a table."""
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
            "real plays less simulation, in margins; with intervals that hold together",
            charts.forest,
            pd.DataFrame(rows, columns=["label", "value", "low", "high", "margin", "decided"]),
            unit=MARGINS,
            across="real plays less simulation, in margins",
            caption="Dots: real plays, filled where they differ. Line: the simulation. Band: the margin.",
        )
        table = Table("Real plays and simulation", COLUMNS, [TableRow(cells) for cells in self.rows()])
        return [Block("", "", [picture], [table], wide=True)]

    def _players(self) -> list[Item]:
        """Return tables with mistakes, the one that plays most like these people first."""
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
            TableColumn("table"),
            TableColumn("mistakes", "decisions taken at random", number=True),
            TableColumn("interval", number=True),
            TableColumn(
                "deviance",
                "how much less likely the plays are with it than with the best fit; 0 fits best",
                number=True,
            ),
        ]
        return [Table("Tables with mistakes, the one most like these people first", columns, rows)]

    def rows(self) -> list[tuple[str, ...]]:
        """Each figure in words, as `COLUMNS` name them."""
        return [
            (figure.label, str(figure.setup.plays), *_cells(figure), figure.verdict) for figure in self.findings.figures
        ]

    def remarks(self) -> Iterator[str]:
        """What of the plays was not compared."""
        if self.findings.few:
            yield f"Known of too few plays to be compared: {listed(self.findings.few)}."
        yield from remarks_of_log(self.findings.notes, self.findings.unused)

    def tables(self) -> list[TableRows]:
        """Return what programs read."""
        return [(FIGURES, self.findings.figures), (PLAYERS, self.findings.players)]

    def to_json(self) -> dict[str, Any]:
        """The content of `--json`."""
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
