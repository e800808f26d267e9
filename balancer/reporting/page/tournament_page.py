"""The page of a tournament: one HTML file that works offline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.figure import Figure
from balancer.players.tournament import Tournament
from balancer.reporting import numbers
from balancer.reporting.document.model import (
    Block,
    Chart,
    Column,
    Document,
    Finding,
    Glossary,
    Heading,
    NamedFile,
    Row,
    Section,
    Sentences,
    Table,
    Text,
    Word,
    chart,
    link,
)
from balancer.reporting.document.parts import footer, habits_words, reproduce
from balancer.reporting.drawing import charts
from balancer.reporting.drawing.heatmap import heatmap
from balancer.reporting.findings.tournament import sentences
from balancer.reporting.numbers import DIFFERENCE, SHARE
from balancer.reporting.reports import tournament_report
from balancer.reporting.reports.tournament_report import Held
from balancer.wording import plural

WORDS = {
    "payoff": "a persona's share of the wins per seat; where one player loses and all others win, its share of games "
    "not lost. Games that were cut off count as lost by all",
    "line-up": "who sits at a table, whatever their order: all circular orders are played, and all seats rotate",
    "equilibrium": "a mixture of personas to which no persona is a better answer: where players would end who watch "
    "each other and change to what wins more. Its interval is where payoffs drawn anew from their errors lead",
    "exploitability": "what the best answer to a mixture gains over it. The mixture is fitted to payoffs that have "
    "errors, so that on the true ones some persona may gain a little: at most the limit that is given",
    "viable": "effective number of personas in use at the equilibrium: 1 if one takes all, k if k are equally common",
    "its own table holds": "at a table of this persona alone no other gains by joining: a convention that keeps "
    "itself, even where another one would be better",
    "skill order": "what a persona gets among players who choose at random, 0 for an equal share and 1 for all wins: "
    "how much more than chance decides. Players better than these personas would show more",
    "dominated": "another persona gets more against every line-up of the others, beyond its error in each",
}

SKILL_HEADINGS = ("wins", "interval", "skill order", "interval")


@dataclass
class TournamentPage:
    """Makes the page of tournaments."""

    report: Held
    files: Sequence[NamedFile] = ()

    def page(self) -> Document:
        """The whole page."""
        report, manifest = self.report, self.report.manifest
        summary = [Heading("The game as simulated"), Text(report.card.summary)]
        sections = [
            self._answer(),
            *(self._tournament(number) for number in range(len(report.tournaments))),
            Section("basis", "What this rests on", [self._personas(), *summary]),
            reproduce(manifest, self.files),
            Section("glossary", "What the words mean", [Glossary([Word(*pair) for pair in WORDS.items()])], "Words"),
        ]
        games = numbers.short_count(sum(one.games for one in report.tournaments))
        return Document(
            report.question.title,
            sections,
            kicker=report.card.title or report.question.game,
            about="a tournament of personas",
            name=f"{report.question.title}: a tournament",
            facts=self._facts(),
            footer=footer(manifest.versions.get("balancer", ""), games),
            scripts=["page.js"],
        )

    def _answer(self) -> Section:
        several = len(self.report.tournaments) > 1
        found = [self._finding(number) for number in range(len(self.report.tournaments))]
        ruling = [Sentences(tournament_report.ruling(self.report)), self._glance()] if several else []
        note = Text("Payoffs are measured among these personas only: stronger players may settle elsewhere.", "note")
        return Section("answer", "The answer", [*ruling, *found, note])

    def _facts(self) -> list[str]:
        held = self.report.tournaments
        line_ups = sorted({one.line_ups[0] for one in held})
        settings = [plural(len(held), "setting")] if len(held) > 1 else []
        return [
            f"{numbers.counts(one.payoffs.seats for one in held)} players",
            *settings,
            f"{plural(len(held[0].names), 'persona')} in {numbers.count(line_ups[-1])} line-ups",
            f"{numbers.count(sum(one.games for one in held))} games",
            f"seed {self.report.question.seed}",
        ]

    # One tournament ---------------------------------------------------------------------------------------------------
    def _finding(self, number: int) -> Finding:
        one, name = self.report.tournaments[number], self.report.name(number)
        heading = link(f"#tournament-{number + 1}", name) if name else "Where it settles"
        lead, *others = sentences(one)
        ruler, share, interval, *_ = tournament_report.rows(one)[0]
        return Finding(heading, lead, others, figure=(ruler, share, interval))

    def _tournament(self, number: int) -> Section:
        one, name = self.report.tournaments[number], self.report.name(number)
        blocks = [self._ranking(number, one), self._matrix(number, one), *self._skill(number, one)]
        return Section(f"tournament-{number + 1}", name or "The personas", blocks)

    def _ranking(self, number: int, one: Tournament) -> Block:
        frame = _frame([(one.names[k], *one.against_equilibrium[k].ends) for k in one.ranking])
        shares = _frame([(one.names[k], *one.shares[k].ends) for k in one.ranking])
        name, title = f"tournament-{number + 1}-equilibrium", "share of each persona in the equilibrium"
        others = "others drawn from the equilibrium"
        drawn = [
            chart(name, title, charts.bars, shares, unit=SHARE, across="share in the equilibrium"),
            self._payoffs(number, one.fair, "payoffs", frame, others, "against the equilibrium"),
        ]
        columns = [
            Column(heading, number=place not in {0, 5}) for place, heading in enumerate(tournament_report.HEADINGS)
        ]
        table = Table("The personas, most common first", columns, [Row(row) for row in tournament_report.rows(one)])
        text = "What players who adapt to each other would choose, and what each persona gets among them."
        return Block("Where it settles", text, drawn, [table], wide=True)

    def _payoffs(self, number: int, fair: float, name: str, frame: Any, others: str, against: str) -> Chart:
        """What each persona gets among others, beside what is fair."""
        title, across = f"payoff of each persona among {others}", f"{self.report.payoff} {against}"
        beside: dict[str, Any] = {"reference": fair, "said": "fair"}
        name = f"tournament-{number + 1}-{name}"
        return chart(name, title, charts.intervals, frame, unit=SHARE, across=across, **beside)

    def _matrix(self, number: int, one: Tournament) -> Block:
        cells = [
            (one.names[column], one.names[row], *_entry(one, row, column))
            for row in reversed(one.ranking)
            for column in one.ranking
        ]
        import pandas as pd

        frame = pd.DataFrame(cells, columns=["x", "y", "value", "low", "high"])
        among = f"all {one.payoffs.seats - 1} others" if one.payoffs.seats > 2 else "the other"
        name, title = f"tournament-{number + 1}-matrix", "payoff of one persona among others alike"
        said: dict[str, Any] = {"across": among, "up": "one player", "middle": one.fair}
        drawn = [chart(name, title, heatmap, frame, unit=SHARE, **said)]
        fair = numbers.plain(one.fair, SHARE, 1)
        text = (
            f"What one player of the row gets where {among} play the column; fair is {fair}. Intervals hold together."
        )
        return Block("One against the others", text, drawn, [_edges(one)], wide=True)

    def _skill(self, number: int, one: Tournament) -> list[Block]:
        """What each persona gets among random players; [] where that was not played."""
        if not one.skill:
            return []
        frame = _frame([(name, *share.ends) for name, share in one.skill.items()])
        fair = one.fair_among_random(next(iter(one.skill)))
        drawn = self._payoffs(number, fair, "skill", frame, "players who choose at random", "among random players")
        rows = [
            Row([name, *(_ends(figure, 1, SHARE)), *(_ends(one.skill_order[name], 2, ""))])
            for name, figure in one.skill.items()
        ]
        columns = [Column("persona"), *(Column(head, number=True) for head in SKILL_HEADINGS)]
        table = Table("Each persona among random players", columns, rows, folded="Skill order of each persona")
        text = "One of each persona where all others choose at random; intervals hold together."
        return [Block("How much choosing well matters", text, [drawn], [table])]

    # All of them ------------------------------------------------------------------------------------------------------
    def _glance(self) -> Table:
        """One row per setting: the share of each persona."""
        names = self.report.tournaments[0].names
        columns = [Column("setting"), *(Column(name, number=True) for name in names), Column("viable", number=True)]
        rows = []
        for number, one in enumerate(self.report.tournaments):
            shares = [numbers.plain(share.value, SHARE, 0) for share in one.shares]
            viable = numbers.fixed(one.viable.value, 1)
            rows.append(Row([self.report.name(number), *shares, viable], link=f"#tournament-{number + 1}"))
        return Table("Share of each persona in the equilibrium, by setting", columns, rows)

    def _personas(self) -> Table:
        personas, usual = self.report.manifest.part("entrants"), self.report.card.usual_habits
        rows = [
            Row([name, str(persona.get("claim") or "–"), habits_words(persona["habits"], usual)])
            for name, persona in personas.items()
        ]
        columns = [Column("persona"), Column("plays like this", prose=True), Column("habits", prose=True)]
        return Table("The personas that took part", columns, rows)


def _edges(one: Tournament) -> Table:
    """Who dominates whom, or is near it."""
    rows = []
    for edge in one.dominance:
        if edge.dominates is False:
            continue
        ends = " to ".join(numbers.signed(end, DIFFERENCE, 1) for end in (edge.least, edge.largest))
        verdict = "dominates" if edge.dominates else "undecided"
        rows.append(Row([one.names[edge.one], one.names[edge.other], verdict, ends]))
    columns = [
        Column("persona"),
        Column("against"),
        Column("verdict"),
        Column(
            "gets more by",
            "the least and the largest difference over all line-ups of the others, without their errors",
            number=True,
        ),
    ]
    caption = "Who dominates whom; in pairs not listed, neither does"
    return Table(caption, columns, rows, folded=f"Who dominates whom, {plural(len(rows), 'pair')}")


def _entry(one: Tournament, row: int, column: int) -> tuple[float, float, float]:
    """A payoff and its interval; among their own kind players get equal shares, whatever the dice."""
    payoff = one.payoffs.against_alike(row, column)
    low, high = payoff.interval(one.joint_z)
    return (payoff.value, payoff.value, payoff.value) if row == column else (payoff.value, low, high)


def _ends(figure: Figure, decimals: int, unit: str) -> tuple[str, str]:
    """A figure and its interval, as two cells of a table."""
    value, low, high = (numbers.plain(end, unit, decimals) for end in figure.ends)
    return value, f"{low} to {high}"


def _frame(rows: Sequence[tuple[Any, ...]]) -> Any:
    import pandas as pd

    return pd.DataFrame(rows, columns=["label", "value", "low", "high"])
