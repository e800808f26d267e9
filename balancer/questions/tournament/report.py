"""The report of `balancer tournament`: the equilibrium, stable personas, and the payoff of each against each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from balancer.analysis.figure import Figure
from balancer.players.tournament import Tournament
from balancer.questions.tournament.tables import tables, to_json
from balancer.reporting import numbers
from balancer.reporting.axis import axis_label, shown
from balancer.reporting.document.model import (
    Block,
    Brief,
    Chart,
    Document,
    Finding,
    Glossary,
    Heading,
    Section,
    Sentences,
    Table,
    TableColumn,
    TableRow,
    Text,
    Word,
    chart,
    link,
)
from balancer.reporting.document.parts import footer, habits_words, reproduced, table_of_words
from balancer.reporting.drawing import charts
from balancer.reporting.drawing.heatmap import heatmap
from balancer.reporting.findings.tournament import PAIR, mixture, sentences, single_words
from balancer.reporting.numbers import DIFFERENCE, SHARE
from balancer.reporting.report import ScenarioReport, TableRows
from balancer.sides import POINTS, TEAMS
from balancer.wording import plural, titled

WORDS = {
    "payoff": "a persona's share of the wins per seat (per team where teams play); where one player loses and all "
    "others win, its share of games not lost. Games that were cut off count as lost by all. Where points are played "
    "for, it is the mean score; if the lowest wins, lower is better, and a gain is how much lower it gets",
    "line-up": "who plays, in any order: all circular orders are played, and all seats rotate. In a game of teams each "
    "persona plays all seats of a team, each team equally often",
    "equilibrium": "a mixture of personas against which no persona gains: players end up with it if they watch each "
    "other and change to what wins more. Its interval comes from payoffs redrawn within their errors",
    "exploitability": "the gain of the best answer to a mixture. Payoffs have errors, so against the mixture some "
    "persona may gain a little in truth: the limit says how much at most",
    "viable": "effective number of personas in the equilibrium: 1 if only one is used, k if k are equally common",
    "stable": "nobody gains by deviating when all seats play this persona, even if all would do better with another",
    "skill order": "the payoff of a persona among random players, scaled: 0 is an equal share, 1 is winning (or never "
    "losing) always. It shows how much choices decide; better players than these personas would show more",
    "dominated": "another persona gets more against every line-up of the others, by more than its error in each",
}

WORDS_OF_RIVALS = ("equilibrium", "exploitability", "viable", "stable")

NO_EQUILIBRIUM = "Nobody plays against anybody in this game, so there is no equilibrium."

RANKING = (
    TableColumn("persona"),
    TableColumn("equilibrium", "its share in it", number=True),
    TableColumn("interval", number=True),
    TableColumn("wins against it", "its payoff among others drawn from the equilibrium", number=True),
    TableColumn("interval", number=True),
    TableColumn("if all play it", "stable: nobody gains by deviating"),
)

SKILL_HEADINGS = ("persona", "wins", "interval", "skill order", "interval")
SKILL_GAIN_HEADINGS = ("persona", "gets", "interval", "better than random by", "interval")

EDGES = (
    TableColumn("persona"),
    TableColumn("against"),
    TableColumn("verdict"),
    TableColumn(
        "does better by",
        "the least and the largest difference over all line-ups of the others, without their errors",
        number=True,
    ),
)


@dataclass(frozen=True)
class TournamentReport(ScenarioReport):
    """The tournaments of a command, one per setting, with the manifest."""

    tournaments: Sequence[Tournament]

    @property
    def payoff(self) -> str:
        """The meaning of a payoff in this game."""
        first = self.tournaments[0]
        if not first.payoffs.are_shares:
            return "mean score"
        if first.payoffs.fair is None:
            return "share of the games won"
        return "share of games not lost" if first.one_loses else "share of the wins"

    @property
    def _unit(self) -> str:
        """The unit of payoffs: `share` or `points`."""
        return SHARE if self.tournaments[0].payoffs.are_shares else POINTS

    def name(self, number: int) -> str:
        """Return the setting of a tournament, as in `win_threshold 22`; '' if only the base rules are played."""
        axes = self.tournaments[number].axes
        if not axes:
            return "base rules" if len(self.tournaments) > 1 else ""
        return ", ".join(
            str(value) if name == "variant" else f"{axis_label(name)} {shown(value)}" for name, value in axes.items()
        )

    def answer(self) -> list[str]:
        """Return the equilibrium of each setting; for a single setting all conclusions."""
        if len(self.tournaments) == 1:
            return sentences(self.tournaments[0])
        if not self.tournaments[0].has_rivals:
            return [f"{self.name(number)}: {sentences(t)[0]}" for number, t in enumerate(self.tournaments)]
        settings: dict[str, list[str]] = {}
        for number, tournament in enumerate(self.tournaments):
            winners = mixture(tournament, tournament.equilibrium.shares.tolist())
            settings.setdefault(winners, []).append(self.name(number))
        if len(settings) == 1:
            return [f"In every setting, players who adapt to each other end up with {next(iter(settings))}."]
        return [
            f"Players who adapt to each other end up with {winners} at {'; '.join(names)}."
            for winners, names in settings.items()
        ]

    def tables(self) -> list[TableRows]:
        """Return the tables for CSV files and DataFrames."""
        return tables(self.tournaments)

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`."""
        return to_json(self.tournaments)

    # For people -------------------------------------------------------------------------------------------------------
    def document(self) -> Document:
        """Return the report as people read it."""
        manifest = self.manifest
        has_rivals = self.tournaments[0].has_rivals
        words = [Word(*pair) for pair in WORDS.items() if has_rivals or pair[0] not in WORDS_OF_RIVALS]
        basis = [self._personas(), Heading("The game as simulated"), Text(self.card.summary)]
        games = numbers.short_count(sum(tournament.games for tournament in self.tournaments))
        return Document(
            self.question.title,
            [
                self._answer(),
                *map(self._tournament, range(len(self.tournaments))),
                Section("basis", "What this rests on", basis, brief=False),
                reproduced(manifest, [sheet for sheet, _ in self.tables()]),
                Section("glossary", "What the words mean", [Glossary(words)], "Words"),
            ],
            kicker=self.card.title or self.question.game,
            about="a tournament of personas",
            name=titled(self.question.title, "a tournament"),
            description=self.answer()[0],
            facts=self._facts(),
            footer=footer(manifest.versions.get("balancer", ""), games),
            scripts=["page.js"],
        )

    def _answer(self) -> Section:
        several, (first, *others) = len(self.tournaments) > 1, self.answer()
        settings = [Sentences([first, *others], brief=False), self._glance()] if several else []
        stronger = "end up with another mixture" if self.tournaments[0].has_rivals else "do better"
        items = [
            Brief([Text(first, "verdict"), Sentences(others)]),
            *settings,
            *map(self._finding, range(len(self.tournaments))),
            Text(f"Payoffs are measured among these personas only: stronger players may {stronger}.", "note"),
        ]
        return Section("answer", "The answer", items)

    def _facts(self) -> list[str]:
        tournaments = self.tournaments
        line_ups = max(tournament.line_ups[0] for tournament in tournaments)
        settings = [plural(len(tournaments), "setting")] if len(tournaments) > 1 else []
        players = numbers.counts(tournament.stakes.players for tournament in tournaments)
        return [
            f"{players} {'player' if players == '1' else 'players'}{self._teams}",
            *settings,
            f"{plural(len(tournaments[0].names), 'persona')} in {numbers.count(line_ups)} line-ups",
            f"{numbers.count(sum(tournament.games for tournament in tournaments))} games",
            f"seed {self.question.seed}",
            f"a payoff is the {self.payoff}{self._of_whom}{self.tournaments[0].stakes.order}",
            f"intervals and limits at {numbers.confidence(tournaments[0].confidence)} confidence",
        ]

    @property
    def _of_whom(self) -> str:
        """The words for whose payoffs these are: ` per team`, ` per seat`; '' where all seats have the same."""
        stakes = self.tournaments[0].stakes
        if stakes.players == 1 or (stakes.together and stakes.is_share):
            return ""
        return " per team" if stakes.entry == "team" and stakes.is_share else " per seat"

    @property
    def _teams(self) -> str:
        """The words for the number of teams: ` in 2 teams`; '' in other games."""
        tournaments = self.tournaments
        if tournaments[0].stakes.entry != "team":
            return " in teams, whose partners are drawn in every game" if tournaments[0].stakes.sides == TEAMS else ""
        return f" in {numbers.counts(tournament.payoffs.seats for tournament in tournaments)} teams"

    def _glance(self) -> Table:
        """Return a table with the share of each persona, a row per setting."""
        names, has_rivals = self.tournaments[0].names, self.tournaments[0].has_rivals
        columns = [TableColumn("setting"), *(TableColumn(name, number=True) for name in names)]
        rows = []
        if not has_rivals:
            decimals = 1 if self._unit == SHARE else 2
            for number, tournament in enumerate(self.tournaments):
                own = [tournament.own_payoff(persona).value for persona in range(len(names))]
                payoffs = [numbers.plain(payoff, self._unit, decimals) for payoff in own]
                rows.append(TableRow([self.name(number), *payoffs], link=f"#tournament-{number + 1}"))
            return Table(f"The {self.payoff} when all seats play a persona, by setting", columns, rows)
        columns.append(TableColumn("viable", number=True))
        for number, tournament in enumerate(self.tournaments):
            shares = [numbers.plain(share.value, SHARE, 0) for share in tournament.shares]
            viable = numbers.fixed(tournament.viable.value, 1)
            rows.append(TableRow([self.name(number), *shares, viable], link=f"#tournament-{number + 1}"))
        return Table("Share of each persona in the equilibrium, by setting", columns, rows)

    def _personas(self) -> Table:
        personas, usual = self.manifest.part("entrants"), self.card.usual_habits
        rows = [
            TableRow([name, str(persona.get("claim") or "–"), habits_words(persona["habits"], usual)])
            for name, persona in personas.items()
        ]
        columns = [
            TableColumn("persona"),
            TableColumn("plays like this", prose=True),
            TableColumn("habits", prose=True),
        ]
        return Table("The personas that took part", columns, rows)

    # One tournament ---------------------------------------------------------------------------------------------------
    def _finding(self, number: int) -> Finding:
        tournament, name = self.tournaments[number], self.name(number)
        usual = "The equilibrium" if tournament.has_rivals else "The personas"
        heading = link(f"#tournament-{number + 1}", name) if name else usual
        lead, *others = sentences(tournament)
        ruler, share, interval, *_ = (_ranking_rows if tournament.has_rivals else _own_rows)(tournament)[0]
        return Finding(heading, lead, others, figure=(ruler, share, interval), brief=False)

    def _tournament(self, number: int) -> Section:
        """Return the section of a setting; a terminal with several settings shows only sentences and the ranking."""
        tournament, name, several = self.tournaments[number], self.name(number), len(self.tournaments) > 1
        items = [
            *([Brief([Sentences(sentences(tournament))])] if several else []),
            self._ranking(number, tournament) if tournament.has_rivals else self._own_line_ups(number, tournament),
            *([self._matrix(number, tournament, brief=not several)] if tournament.stakes.players > 1 else []),
            *self._skill(number, tournament, brief=not several),
        ]
        return Section(f"tournament-{number + 1}", name or "The personas", items)

    def _ranking(self, number: int, tournament: Tournament) -> Block:
        names, ranking = tournament.names, tournament.ranking
        payoffs = _frame([(names[k], *tournament.against_equilibrium[k].ends) for k in ranking])
        shares = _frame([(names[k], *tournament.shares[k].ends) for k in ranking])
        name, title = f"tournament-{number + 1}-equilibrium", "share of each persona in the equilibrium"
        others = "others drawn from the equilibrium"
        pictures = [
            chart(name, title, charts.bars, shares, unit=SHARE, across="share in the equilibrium"),
            self._payoffs(number, tournament.fair, "payoffs", payoffs, others, "against the equilibrium"),
        ]
        columns = list(RANKING)
        if tournament.one_loses:
            columns[3] = replace(columns[3], heading="safe against it")
        if not tournament.payoffs.are_shares:
            columns[3] = replace(columns[3], heading="scores against it")
        table = Table("The personas, most common first", columns, [TableRow(row) for row in _ranking_rows(tournament)])
        text = (
            "The shares that players who adapt to each other end up with, and the payoff of each persona against them."
        )
        return Block("The equilibrium", text, pictures, [table], wide=True)

    def _own_line_ups(self, number: int, tournament: Tournament) -> Block:
        """Return what each persona gets when it plays all seats, and why there is no equilibrium."""
        names, z = tournament.names, tournament.joint_z
        own = [(names[k], tournament.own_payoff(k)) for k in tournament.ranking]
        frame = _frame([(name, payoff.value, *payoff.interval(z)) for name, payoff in own])
        title = f"{self.payoff} of each persona"
        if tournament.stakes.players > 1:
            title += " when all seats play it"
        name, across = f"tournament-{number + 1}-own", self.payoff + tournament.stakes.order
        picture = chart(name, title, charts.intervals, frame, unit=self._unit, across=across)
        table = table_of_words("", ("persona", self.payoff, "interval"), _own_rows(tournament))
        heading = "All seats alike" if tournament.stakes.players > 1 else "Each persona"
        return Block(heading, NO_EQUILIBRIUM, [picture], [table], wide=True)

    def _payoffs(self, number: int, fair: float, name: str, frame: Any, others: str, against: str) -> Chart:
        """Return a chart of the payoff of each persona among others; a line marks the equal share."""
        stakes = self.tournaments[number].stakes
        title, across = f"payoff of each persona among {others}", f"{self.payoff} {against}{stakes.order}"
        equal = self.tournaments[number].payoffs.fair is not None
        reference: dict[str, Any] = {"reference": fair, "reference_name": "equal share" if equal else "these players"}
        name = f"tournament-{number + 1}-{name}"
        return chart(name, title, charts.intervals, frame, unit=self._unit, across=across, **reference)

    def _matrix(self, number: int, tournament: Tournament, *, brief: bool) -> Block:
        """Return the payoff of one persona where all others are alike: a heat map, and the same as a table."""
        import pandas as pd

        names, ranking = tournament.names, tournament.ranking
        cells = [
            (names[column], names[row], *_entry(tournament, row, column))
            for row in reversed(ranking)
            for column in ranking
        ]
        frame = pd.DataFrame(cells, columns=["x", "y", "value", "low", "high"])
        seats = tournament.payoffs.seats
        entry = tournament.stakes.entry
        play = "plays" if seats == PAIR and entry == "team" else "play"
        among = "the other" if seats == PAIR else f"all {seats - 1} others"
        name, title = f"tournament-{number + 1}-matrix", "payoff of one persona among others alike"
        pictures = [
            chart(name, title, heatmap, frame, unit=self._unit, across=among, up=f"one {entry}", middle=tournament.fair)
        ]
        half = max((high - low) / 2 for _, _, _, low, high in cells)
        are_shares, has_equal = tournament.payoffs.are_shares, tournament.payoffs.fair is not None
        order = tournament.stakes.order
        unit, scale, decimals = (", in %", 100, 1) if are_shares else ("", 1, 2)
        equal = f"; an equal share is {numbers.plain(tournament.fair, SHARE, 1)}" if has_equal else ""
        text = (
            f"Payoff of one {entry} (row) if {among} {play} the column{unit}{equal}{order}. Every figure is within "
            f"{numbers.uncertainty(half, DIFFERENCE if are_shares else '')} (simultaneous, "
            f"{numbers.confidence(tournament.confidence)} confidence)."
        )
        payoffs = table_of_words(
            "",
            (f"one {entry}", *(names[column] for column in ranking)),
            [
                (
                    names[row],
                    *(numbers.fixed(scale * _entry(tournament, row, column)[0], decimals) for column in ranking),
                )
                for row in ranking
            ],
            folded="The same in figures",
        )
        title = "One against the others" if tournament.has_rivals else "One among the others"
        return Block(title, text, pictures, [payoffs, _edges(tournament)], wide=True, brief=brief)

    def _skill(self, number: int, tournament: Tournament, *, brief: bool) -> list[Block]:
        """Return the payoff of each persona among random players; [] if that was not played."""
        if not tournament.skill:
            return []
        frame = _frame([(name, *share.ends) for name, share in tournament.skill.items()])
        fair = tournament.fair_among_random(next(iter(tournament.skill)))
        together = tournament.stakes.together
        others, against = ("players who choose at random", "among random players")
        if together:
            others, against = "its like, compared with random players", "in all seats"
        picture = self._payoffs(number, fair, "skill", frame, others, against)
        has_order, decimals = bool(tournament.skill_order), 1 if tournament.payoffs.are_shares else 3
        orders = tournament.skill_order or tournament.skill_gain
        order = ("", 2) if has_order else (numbers.as_difference(self._unit), decimals)
        rows = [
            (name, *_value_and_ends(share, decimals, self._unit), *_value_and_ends(orders[name], order[1], order[0]))
            for name, share in tournament.skill.items()
        ]
        caption, folded = "Each persona among random players", "Skill order of each persona"
        entry = tournament.stakes.entry
        text = f"Payoff of one {entry} of each persona if all others choose at random; simultaneous intervals."
        if together:
            caption = "Each persona in all seats"
            text = "What the table wins with one persona in all seats, compared with what random players win there."
        headings = SKILL_HEADINGS
        if not has_order:
            headings, folded = SKILL_GAIN_HEADINGS, "How much better than random players each persona does"
        table = table_of_words(caption, headings, rows, folded=folded)
        return [Block("Skill against chance", text, [picture], [table], brief=brief)]


# Tables and charts ----------------------------------------------------------------------------------------------------
def _ranking_rows(tournament: Tournament) -> list[tuple[str, ...]]:
    """Return the cells of the ranking, the best persona first."""
    rows: list[tuple[str, ...]] = []
    decimals, unit = (1, SHARE) if tournament.payoffs.are_shares else (2, "")
    for persona in tournament.ranking:
        share, payoff = tournament.shares[persona], tournament.against_equilibrium[persona]
        stability = tournament.stabilities[persona]
        guest = single_words(tournament, stability.best)
        verdict = {True: "stable", None: "undecided", False: f"a single {guest} gains"}[stability.stable]
        (part, part_ends), (wins, win_ends) = _value_and_ends(share, 0, SHARE), _value_and_ends(payoff, decimals, unit)
        rows.append((tournament.names[persona], part, part_ends, wins, win_ends, verdict))
    return rows


def _own_rows(tournament: Tournament) -> list[tuple[str, ...]]:
    """Return name, payoff and interval of each persona when it plays all seats, the best persona first."""
    rows: list[tuple[str, ...]] = []
    decimals, unit = (1, SHARE) if tournament.payoffs.are_shares else (2, "")
    for persona in tournament.ranking:
        payoff = tournament.own_payoff(persona)
        ends = Figure(payoff.value, *payoff.interval(tournament.joint_z))
        rows.append((tournament.names[persona], *_value_and_ends(ends, decimals, unit)))
    return rows


def _edges(tournament: Tournament) -> Table:
    """Return a table of the personas that dominate others, or may."""
    rows = []
    for edge in tournament.dominance:
        if edge.dominates is False:
            continue
        unit, decimals = (DIFFERENCE, 1) if tournament.payoffs.are_shares else ("", 2)
        ends = " to ".join(numbers.signed(end, unit, decimals) for end in (edge.least, edge.largest))
        verdict = "dominates" if edge.dominates else "undecided"
        rows.append(TableRow([tournament.names[edge.persona], tournament.names[edge.other], verdict, ends]))
    caption = "Who dominates whom; in pairs not listed, neither does"
    return Table(caption, EDGES, rows, folded=f"Who dominates whom, {plural(len(rows), 'pair')}", brief=False)


def _entry(tournament: Tournament, row: int, column: int) -> tuple[float, float, float]:
    payoff = tournament.payoffs.against_alike(row, column)
    low, high = payoff.interval(tournament.joint_z)
    return (payoff.value, payoff.value, payoff.value) if row == column else (payoff.value, low, high)


def _value_and_ends(figure: Figure, decimals: int, unit: str) -> tuple[str, str]:
    value, low, high = (numbers.plain(end, unit, decimals) for end in figure.ends)
    return value, f"{low.removesuffix('%')} to {high}"


def _frame(rows: Sequence[tuple[Any, ...]]) -> Any:
    import pandas as pd

    return pd.DataFrame(rows, columns=["label", "value", "low", "high"])
