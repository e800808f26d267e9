"""The results of the functions: `Answered`, with the tables and attributes of each question."""

from __future__ import annotations

import dataclasses
import functools
import pathlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from balancer.analysis import tables
from balancer.analysis.results import CellResult, PairResult
from balancer.analysis.sheet import explained
from balancer.api.answered import Answered, Attribute, FrameAttribute, write_excel
from balancer.checks.judge import Outcome
from balancer.players.exploit import Exploit, Tuned
from balancer.players.position_worth import PositionWorth
from balancer.players.tournament import Tournament
from balancer.questions import check_results
from balancer.questions.cards.report import CardsReport
from balancer.questions.chances.report import ChancesReport
from balancer.questions.check.report import CheckReport
from balancer.questions.compare.report import CompareReport
from balancer.questions.exploit.report import ExploitReport
from balancer.questions.plays.report import PlaysReport
from balancer.questions.seek.race import SeekResult
from balancer.questions.seek.report import SeekReport
from balancer.questions.sensitivity.report import SensitivityReport
from balancer.questions.sweep.report import SweepReport
from balancer.questions.sweep.study import SweepStudy
from balancer.questions.tournament.report import TournamentReport
from balancer.questions.tune.report import TuneReport
from balancer.questions.tune.worth_report import WorthReport
from balancer.reporting.findings.ladder import Ladder
from balancer.reporting.findings.other_players import RetuneFindings
from balancer.reporting.findings.real_plays import REAL_PLAYS
from balancer.reporting.findings.robustness import Robustness
from balancer.scenario.resolved import Scenario

if TYPE_CHECKING:
    import pandas as pd

    from balancer.reporting.pictures import Picture

MAX_LINES = 8  # lines of a summary; the tables have all rows

MIN_SHARE = 0.005  # share of an equilibrium from which a summary names a persona


def _shortened(head: str, lines: Sequence[str], *more: str) -> str:
    beyond = [f"… and {len(lines) - MAX_LINES} more"] if len(lines) > MAX_LINES else []
    return "\n  ".join([head, *lines[:MAX_LINES], *beyond, *more])


@dataclass(frozen=True, repr=False)
class Results(Answered[SweepReport]):
    """Results as tidy tables: one row per setting and seat, persona, ending or metric, with its interval."""

    study: SweepStudy  # the question, with its scenario as resolved
    kept: pd.DataFrame | None = None  # one row per game, where games were kept
    shown: ClassVar[str] = "seats"

    played = FrameAttribute("cells", "One row per setting: line-up and games.")
    seats = FrameAttribute("seats", "Win rate, advantage and score of each seat.")
    personas = FrameAttribute("personas", "Win rate and lift of each persona.")
    persona_seats = FrameAttribute("persona_seats", "Win rate of each persona in each seat.")
    length = FrameAttribute("length", "Rounds, turns, decisions (and minutes, where seconds per decision are given).")
    endings = FrameAttribute("endings", "Share of each ending.")
    arc = FrameAttribute(
        "arc", "How often the leader after each tenth of a game wins, leads until the end, and the winner is last."
    )
    nodes = FrameAttribute("nodes", "Kinds of decision: number per game, and of options.")
    metrics = FrameAttribute("metrics", "Value and interval of every metric.")
    extras = FrameAttribute("extras", "Figures that only this game has.")
    parts = FrameAttribute("parts", "Lift of each part of the component table.")
    histograms = FrameAttribute("histograms", "Distributions of quantities, value by value.")
    columns = FrameAttribute("columns", "Meanings of the columns of all tables.")
    scenario = Attribute[Scenario]("study.scenario", "The scenario as resolved.")
    cells = Attribute[Sequence[CellResult]]("report.cells", "One result per setting, in the order of the sweep.")

    @property
    def verdicts(self) -> pd.DataFrame:
        """The scenario's checks, judged in every setting, as in verdicts.csv."""
        import pandas as pd

        return pd.DataFrame(self.report.verdict_rows)

    robustness = Attribute[Robustness | None](
        "report.robustness", "Conclusions with line-ups of other players; None where none were requested."
    )
    ladder = Attribute[Ladder | None](
        "report.ladder",
        "Figures and checks by skill level, and the cost of mistakes; None where these were not played.",
    )
    tuned = Attribute[RetuneFindings | None]("report.retuned", "Better players; None where nobody searched for them.")

    @property
    def real_plays(self) -> pd.DataFrame:
        """One row per figure of each setting that real plays have, as in real_plays.csv; ValueError without plays."""
        if self.report.real_plays is None:
            message = "no plays of real people were given: play with plays='plays.csv'"
            raise ValueError(message)
        return REAL_PLAYS.frame(self.report.real_plays.rows())

    @property
    def games(self) -> pd.DataFrame:
        """One row per game; ValueError where games were not kept."""
        if self.kept is None:
            message = "the games were not kept: play with keep_games=True"
            raise ValueError(message)
        return self.kept

    @property
    def retuned(self) -> pd.DataFrame:
        """One row per headline figure of each beaten setting, as in retuned.csv; ValueError without a search."""
        import pandas as pd

        if self.tuned is None:
            message = "nobody searched for better players: sweep with retune=True"
            raise ValueError(message)
        return pd.DataFrame(self.tuned.rows())

    @functools.cached_property
    def frames(self) -> dict[str, pd.DataFrame]:
        """All tables by name, for any number of settings."""
        whole = dataclasses.replace(self.report, every_table=True)
        return Answered(whole).frames

    def plot(self, figure: str, x: str | None = None) -> Picture:
        """Return a picture of one figure with its intervals, over an axis (by default the main one).

        ``plot("seat_spread")`` is a matplotlib figure: notebooks show it, ``savefig`` writes it.  ValueError: no such
        figure, or axis.
        """
        from balancer.reporting import pictures

        return pictures.plot(self.report, figure, x)

    def charts(self) -> dict[str, Picture]:
        """Return a picture of each headline figure, by a name for its file: ``instant-by-win-threshold``."""
        from balancer.reporting import pictures

        return pictures.charts(self.report)

    def to_json(self) -> dict[str, Any]:
        """Return what ``balancer run --json``, or ``sweep --json``, writes."""
        return self.study.content(self.report)

    def __repr__(self) -> str:
        """Return a summary: of a run how often each seat wins, of a sweep a line per setting."""
        scenario, cells, seats = self.scenario, self.cells, self.frames["seats"]
        base, games = scenario.base, f"{self.frames['cells']['games'].sum():_} games, seed {scenario.seed}"
        if scenario.axes:
            head = f"{scenario.game.title}: {len(cells)} settings, {games}"
            lines = []
            for n, cell in enumerate(cells, start=1):
                names, wins = tables.axis_columns([cell.axes]), seats[seats["cell"] == n]["win"]
                at = ", ".join(f"{names[axis]} {tables.shown(value)}" for axis, value in cell.axes.items())
                lines.append(f"{at}: seats win {wins.min():.1%} to {wins.max():.1%}")
        else:
            head = f"{scenario.game.title}: {base.players} players ({', '.join(base.lineup)}), {games}"
            ends = zip(seats["seat"], seats["win"], seats["win_low"], seats["win_high"], strict=True)
            lines = [f"seat {seat} wins {win:.1%} ({low:.1%} to {high:.1%})" for seat, win, low, high in ends]
        more = "tables: .seats .personas .length .endings .metrics and more; .columns explains them"
        return _shortened(head, lines, more)


@dataclass(frozen=True, repr=False)
class OtherPlayers(Answered[Robustness]):
    """Conclusions with the scenario's line-up and among other players; scenario: as resolved."""

    scenario: Scenario
    shown: ClassVar[str] = "conclusions"

    found = Attribute[Robustness]("report", "The report of the comparison.")

    @functools.cached_property
    def conclusions(self) -> pd.DataFrame:
        """One row per conclusion: value and interval with the scenario's line-up, lowest and highest with others."""
        import pandas as pd

        rows = [{**conclusion.to_json(), "where": conclusion.where} for conclusion in self.report.conclusions]
        return pd.DataFrame(rows).drop(columns=["tables"], errors="ignore")

    @property
    def by_table(self) -> pd.DataFrame:
        """One row per conclusion and line-up, as in robustness.csv."""
        import pandas as pd

        return pd.DataFrame(self.report.rows())

    @property
    def tables(self) -> pd.DataFrame:  # type: ignore[override]
        """The other line-ups: their persona, whether it counts as competent, and why."""
        import pandas as pd

        columns = ("name", "competent", "reason")
        rows = [{name: getattr(table, name) for name in columns} for table in self.report.tables]
        return pd.DataFrame(rows).rename(columns={"name": "table"})

    @property
    def head(self) -> str:
        """The number of conclusions that stay the same with other line-ups."""
        return self.report.summary

    @property
    def answer(self) -> list[str]:
        """The sentences under *Other players* on the terminal."""
        return list(self.report.brief)


@dataclass(frozen=True, repr=False)
class Comparisons(Answered[CompareReport]):
    """Effects of changed rules, one row per variant and figure with its interval; scenario: as resolved."""

    scenario: Scenario
    shown: ClassVar[str] = "_main"

    differences = FrameAttribute("differences", "Every figure of base and variant, their difference and its verdict.")
    games = FrameAttribute(
        "pairs", "Shares of pairs of games that are identical, and that have different winners, by variant."
    )
    columns = FrameAttribute("columns", "Meanings of the columns of the tables.")
    pairs = Attribute[Sequence[PairResult]](
        "report.pairs", "One result per variant: both sides and their differences in pairs."
    )

    @property
    def _main(self) -> pd.DataFrame:
        differences = self.frames["differences"]
        return differences[differences["table"] == "main"]

    def plot(self, figure: str) -> Picture:
        """Return a picture of what each variant changes of a figure, with intervals: ``plot("seat_spread")``.

        ValueError: no such figure.
        """
        from balancer.questions.compare import pictured

        return pictured.plot(self.report, figure)

    def charts(self) -> dict[str, Picture]:
        """Return pictures of the main changes of each variant, by a name for its file, as ``--charts`` writes them."""
        from balancer.questions.compare import pictured

        return pictured.charts(self.report)

    def to_excel(self, path: pathlib.Path | str) -> None:
        """Write all tables into one Excel workbook, a sheet each; ImportError: openpyxl is missing, OSError."""
        write_excel(path, {"games" if name == "pairs" else name: table for name, table in self.frames.items()})

    def __repr__(self) -> str:
        """Return one line per variant: counts of the verdicts on its main figures."""
        main, scenario = self._main, self.scenario
        lines = [f"{scenario.game.title}: {len(self.pairs)} compared with the base rules, seed {scenario.seed}"]
        for pair in self.pairs:
            verdicts = main[main["variant"] == pair.name]["verdict"].value_counts()
            counts = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
            lines.append(f"{pair.name}: {pair.games:_} pairs of games; of the main figures {counts}")
        return "\n  ".join([*lines, "tables: .differences .games .columns; .columns explains them"])


@dataclass(frozen=True, repr=False)
class Checks(Answered[CheckReport]):
    """The verdicts on one scenario."""

    shown: ClassVar[str] = "figures"

    figures = FrameAttribute("figures", "One row per figure: value with interval, what is allowed, verdict.")
    elsewhere = FrameAttribute(
        "elsewhere", "One row per figure and line-up of other players, where requested; not part of the verdict."
    )
    columns = FrameAttribute("columns", "Meanings of the columns of the table.")
    outcome = Attribute[Outcome]("report.outcome", "The judgement of all figures.")
    verdict = Attribute[str](
        "outcome.verdict",
        "The verdict on all figures together: pass, fail or undecided (new: no baseline was accepted yet).",
    )
    changes = Attribute[tuple[str, ...]]("outcome.changes", "Changes since the baseline was accepted.")

    @property
    def head(self) -> str:
        """The number of figures by verdict."""
        counts = ", ".join(f"{number} {verdict}" for verdict, number in self.outcome.counts.items() if number)
        return f"{self.outcome.scenario.title}: {counts}"

    @property
    def open_figures(self) -> list[str]:
        """The figures that don't pass, one line each."""
        rows = [check_results.row(result) for result in self.outcome.results if result.verdict != "pass"]
        return [" ".join(row.cells) for row in rows]

    @functools.cached_property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The tables of the verdicts, by name."""
        frame = check_results.CHECKS.frame
        figures, elsewhere = frame(self.outcome.results), frame(self.outcome.elsewhere)
        return {"figures": figures, "elsewhere": elsewhere, "columns": explained([check_results.CHECKS])}

    def __repr__(self) -> str:
        """Return the number of figures by verdict, and the figures that don't pass."""
        return _shortened(self.head, self.open_figures)


@dataclass(frozen=True, repr=False)
class Plays(Answered[PlaysReport]):
    """Plays of real people, compared with simulated games by the same rules."""

    shown: ClassVar[str] = "figures"

    figures = FrameAttribute("figures", "One row per figure: plays, simulation, difference with its interval, verdict.")
    players = FrameAttribute(
        "players", "Line-ups by how much they play like people, the likeliest first, with their rate of mistakes."
    )
    columns = FrameAttribute("columns", "Meanings of the columns of the tables.")

    @property
    def head(self) -> str:
        """The title of the scenario."""
        return self.report.question.title


@dataclass(frozen=True, repr=False)
class Seeks(Answered[SeekReport]):
    """The smallest change of the rules that passes, and all candidates."""

    shown: ClassVar[str] = "candidates"

    candidates = FrameAttribute(
        "candidates",
        "One row per candidate, the smallest change first: values, distance, verdict and the deciding figure.",
    )
    columns = FrameAttribute("columns", "Meanings of the columns of the table.")
    found = Attribute[SeekResult]("report.found", "The race, candidate by candidate.")
    verdict = Attribute[str](
        "found.verdict",
        "pass: the smallest change is known, or the base rules pass; fail: no candidate passes; else undecided.",
    )

    @property
    def smallest(self) -> list[dict[str, Any]]:
        """The new values of the smallest change that passes, by knob; several if equally small, [] if none is known."""
        return [contender.candidate.changed for contender in self.found.chosen]


@dataclass(frozen=True, repr=False)
class Sensitivities(Answered[SensitivityReport]):
    """Effects of every rule by itself."""

    shown: ClassVar[str] = "changes"

    changes = FrameAttribute("changes", "One row per change and figure, as in changes.csv.")
    columns = FrameAttribute("columns", "Meanings of the columns of the table.")


@dataclass(frozen=True, repr=False)
class Cards(Answered[CardsReport]):
    """The worth of each card to its holder."""

    shown: ClassVar[str] = "parts"

    parts = FrameAttribute("cards", "One row per card, as in cards.csv.")
    taken = FrameAttribute(
        "taken", "One row per card and decision at which it is offered: how often it is taken, as in taken.csv."
    )
    columns = FrameAttribute("columns", "Meanings of the columns of the tables.")


@dataclass(frozen=True, repr=False)
class WinChances(Answered[ChancesReport]):
    """Chances of all seats along games: when games are decided, and by what."""

    shown: ClassVar[str] = "known"

    known = FrameAttribute(
        "known", "Share of the variance of the result resolved before and in the setup, and by tenths of the rounds."
    )
    course = FrameAttribute("course", "Changes of the favourite, the winner's lowest chance, when games are decided.")
    luck = FrameAttribute("luck", "Share of the variance of a seat's result by source.")
    choices = FrameAttribute("choices", "Worth of choices by node, where `choices` were requested.")
    calibration = FrameAttribute("calibration", "Predicted chances and how often they came true, by class.")
    columns = FrameAttribute("columns", "Meanings of the columns of the tables.")
    scenario = Attribute[Scenario]("report.scenario", "As resolved.")

    def __repr__(self) -> str:
        """Return the answer in one sentence, and the names of the tables."""
        return "\n  ".join([self.answer[0], "tables: .known .course .luck .calibration .choices"])


@dataclass(frozen=True, repr=False)
class Tournaments(Answered[TournamentReport]):
    """Personas against each other: the equilibrium, and payoffs with their intervals; scenario: as resolved."""

    scenario: Scenario
    shown: ClassVar[str] = "personas"

    personas = FrameAttribute(
        "personas", "Each persona's share of the equilibrium, its payoff against it, and whether it is stable."
    )
    matrix = FrameAttribute("matrix", "Payoff of one persona among others of one kind; the intervals are simultaneous.")
    payoffs = FrameAttribute("payoffs", "Payoff of every persona in every line-up.")
    dominance = FrameAttribute(
        "dominance", "Pairs of personas where one gets more than the other against every line-up."
    )
    equilibria = FrameAttribute("equilibria", "Every symmetric equilibrium found.")
    tournaments = FrameAttribute("tournaments", "One row per setting: viable personas, exploitability, games.")
    columns = FrameAttribute("columns", "Meanings of the columns of the tables.")
    held = Attribute[Sequence[Tournament]]("report.tournaments", "One tournament per setting.")

    def __repr__(self) -> str:
        """Return one line per setting: its equilibrium."""
        games = sum(tournament.games for tournament in self.held)
        lines = [f"{self.scenario.game.title}: {len(self.held[0].names)} personas, {games:_} games"]
        for tournament in self.held if self.held[0].has_rivals else ():
            at = ", ".join(f"{axis} {tables.shown(value)}" for axis, value in tournament.axes.items()) or "equilibrium"
            shares = zip(tournament.names, tournament.equilibrium.shares.tolist(), strict=True)
            lines.append(f"{at}: {', '.join(f'{name} {share:.0%}' for name, share in shares if share >= MIN_SHARE)}")
        more = "tables: .personas .matrix .payoffs .dominance .equilibria; .columns explains them"
        return "\n  ".join([*lines, more])


# Searches -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, repr=False)
class Exploits(Answered[ExploitReport]):
    """The best habits found, and their share of the wins against a line-up."""

    shown: ClassVar[str] = "shares"

    shares = FrameAttribute(
        "shares", "One row: shares of the habits found and of the best persona, with their standard errors."
    )
    found = Attribute[Exploit]("report.search", "The search, with the persona found.")
    scenario = Attribute[Scenario]("report.search.scenario", "As resolved.")
    exploitability = Attribute[float](
        "found.exploitability.value", "Share of the best player found, held out, less that of equals."
    )

    @property
    def habits(self) -> dict[str, int]:
        """The habits found, by name."""
        return dict(self.found.response.persona.habits)


@dataclass(frozen=True, repr=False)
class Tunings(Answered[TuneReport]):
    """Personas tuned against each other, round by round."""

    shown: ClassVar[str] = "rounds"

    rounds = FrameAttribute(
        "rounds",
        "One row per round: shares of the habits found and of the best persona, with their standard errors.",
    )

    found = Attribute[Tuned]("report.tuned", "The searches.")
    scenario = Attribute[Scenario]("report.tuned.scenario", "As resolved.")
    settled = Attribute[bool]("found.settled", "Whether the last round gained nothing.")

    @property
    def personas(self) -> Mapping[str, Mapping[str, Any]]:
        """The personas found, as ``personas=`` of the other functions takes them."""
        return {
            tuned.name: {"base": self.found.base_of(tuned).name, "habits": dict(tuned.response.persona.habits)}
            for tuned in self.found.found
        }

    def yaml(self) -> str:
        """Return the personas found, to paste into a scenario; '' if there are none."""
        return self.found.yaml()


@dataclass(frozen=True, repr=False)
class PositionWorths(Answered[WorthReport]):
    """The worth of a position to a seat, by least squares."""

    shown: ClassVar[str] = "weights"

    weights = FrameAttribute(
        "weights",
        "One row per target (score, win) and quantity: worth of one more of it, with its interval.",
    )

    found = Attribute[PositionWorth]("report.worth", "The fits of score and win.")
    scenario = Attribute[Scenario]("report.worth.scenario", "As resolved.")
