"""Tournaments in words, for terminal and page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.figure import Figure
from balancer.players.tournament import Tournament
from balancer.players.tournament_tables import to_json
from balancer.reporting import numbers
from balancer.reporting.axis import axis_label, shown
from balancer.reporting.console import Console
from balancer.reporting.findings.tournament import mixture, sentences
from balancer.reporting.numbers import DIFFERENCE, SHARE
from balancer.reporting.report import ScenarioReport
from balancer.wording import plural

HEADINGS = ("persona", "equilibrium", "interval", "wins against it", "interval", "its own table")


@dataclass(frozen=True)
class Held(ScenarioReport):
    """Manifest and tournaments, one per setting."""

    tournaments: Sequence[Tournament]

    def to_json(self) -> dict[str, Any]:
        """The content of `--json`."""
        return to_json(self.tournaments)

    @property
    def payoff(self) -> str:
        """What a payoff is."""
        if self.tournaments[0].one_loses:
            return "share of games not lost"
        return "share of the wins"

    def name(self, number: int) -> str:
        """The setting of a tournament: `win_threshold 22`; '' for the base rules alone."""
        axes = self.tournaments[number].axes
        if not axes:
            return "base rules" if len(self.tournaments) > 1 else ""
        return ", ".join(
            str(value) if name == "variant" else f"{axis_label(name)} {shown(value)}" for name, value in axes.items()
        )

    def played_words(self) -> str:
        """What was played."""
        one = self.tournaments[0]
        games = sum(tournament.games for tournament in self.tournaments)
        settings = f" in {len(self.tournaments)} settings" if len(self.tournaments) > 1 else ""
        players = f"{numbers.counts(tournament.payoffs.seats for tournament in self.tournaments)} players"
        game = self.card.title or self.question.game
        sure = numbers.confidence(one.confidence)
        return (
            f"{game}, {players}, {plural(len(one.names), 'persona')}{settings}, {numbers.count(games)} games, seed "
            f"{self.question.seed}; a payoff is the {self.payoff} per seat; intervals and limits at {sure} "
            "confidence"
        )

    def show(self, console: Console) -> None:
        """Print all tournaments."""
        console.title(self.question.title)
        console.paragraph(self.played_words())
        for number, one in enumerate(self.tournaments):
            console.title(self.name(number) or "The personas against each other")
            headings = (*HEADINGS[:3], "safe against it" if one.one_loses else HEADINGS[3], *HEADINGS[4:])
            console.table(headings, rows(one))
            for sentence in sentences(one):
                console.paragraph(f"- {sentence}")
            if number == len(self.tournaments) - 1:
                matrix(console, one)
        for sentence in ruling(self):
            console.paragraph("")
            console.paragraph(sentence)


def ruling(held: Held) -> list[str]:
    """Who rules where, over the settings toured; a sentence per persona or mixture, [] for one setting."""
    if len(held.tournaments) == 1:
        return []
    where: dict[str, list[str]] = {}
    for number, one in enumerate(held.tournaments):
        where.setdefault(mixture(one, one.equilibrium.shares.tolist()), []).append(held.name(number))
    if len(where) == 1:
        return [f"Everywhere players settle on {next(iter(where))}."]
    return [f"Players settle on {who} at {'; '.join(places)}." for who, places in where.items()]


def rows(one: Tournament) -> list[tuple[str, ...]]:
    """Cells as `HEADINGS` name them, the best persona first."""
    found: list[tuple[str, ...]] = []
    for persona in one.ranking:
        share, payoff = one.shares[persona], one.against_equilibrium[persona]
        convention = one.conventions[persona]
        verdict = {True: "holds", None: "undecided", False: f"{one.names[convention.best]} breaks it"}[convention.holds]
        found.append((
            one.names[persona],
            numbers.plain(share.value, SHARE, 0),
            _ends(share, 0),
            numbers.plain(payoff.value, SHARE, 1),
            _ends(payoff, 1),
            verdict,
        ))  # fmt: skip
    return found


def _ends(figure: Figure, decimals: int) -> str:
    ends = (numbers.plain(end, SHARE, decimals).removesuffix("%") for end in (figure.low, figure.high))
    return f"{' to '.join(ends)}%"


def matrix(console: Console, one: Tournament) -> None:
    """Print one persona against tables of another; %, without uncertainty, which stands below."""
    half = max(
        (high - low) / 2
        for a in range(len(one.names))
        for b in range(len(one.names))
        if a != b
        for low, high in [one.payoffs.against_alike(a, b).interval(one.joint_z)]
    )
    table = [
        (one.names[row], *(numbers.fixed(100 * one.payoffs.against_alike(row, k).value, 1) for k in one.ranking))
        for row in one.ranking
    ]
    console.title(f"One … among {one.payoffs.seats - 1} …, %")
    console.table(("", *(one.names[k] for k in one.ranking)), table)
    sure = numbers.confidence(one.confidence)
    console.paragraph(f"All within {numbers.uncertainty(half, DIFFERENCE)} together, {sure} confidence.")
