"""The report of `balancer tune --worth`: the worth of a point of the standing, and of other quantities of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from balancer.analysis.sheet import Sheet, column, number
from balancer.players.position_worth import PositionFit, PositionWorth
from balancer.reporting import numbers
from balancer.reporting.axis import shown
from balancer.reporting.document.model import Block, Chart, Document, Section, Text, chart
from balancer.reporting.document.parts import answer_section, footer, reproduced_by, table_of_words
from balancer.reporting.drawing import charts
from balancer.reporting.numbers import DIFFERENCE, SHARE
from balancer.reporting.report import TableRows
from balancer.simulation import provenance
from balancer.wording import titled

UNITS = {"score": "", "win": DIFFERENCE}
TITLES = {"score": "points of the final score", "win": "chance to win"}
EXPLAINED = {"score": "the seats' final scores", "win": "who wins"}

WEIGHTS = Sheet(
    "weights",
    "worth of one more of each quantity at the end of a round, all else equal",
    [
        column("target", "score: points of the final score; win: chance to win", lambda row: row[0]),
        column("name", "the quantity", lambda row: row[1]),
        number("value", "what one more of it is worth", lambda row: row[2].value),
        number("low", "lower end of its interval", lambda row: row[2].low),
        number("high", "upper end of its interval", lambda row: row[2].high),
    ],
)


@dataclass(frozen=True)
class WorthReport:
    """The worth of a position at the end of a round, estimated by least squares."""

    worth: PositionWorth
    command: str = ""  # reproduces it; '' from Python

    def answer(self) -> list[str]:
        """Return how much of the variance of the result the quantities explain."""
        if not self.worth.fits:
            return ["All seats get the same result: there is nothing to explain."]
        return [explained_words(target, fit) for target, fit in self.worth.fits.items()]

    def document(self) -> Document:
        """Return the document for terminal, page and Markdown."""
        fitted, scenario = self.worth, self.worth.scenario
        setting, sure = fitted.stop.setting, numbers.confidence(scenario.report.confidence)
        left_out = f"{numbers.count(fitted.left_out)} games without a winner are left out"
        few = [Text("The game names no quantity other than its standing (docs/players.md: how to name more).", "note")]
        headings = ("one more of", *(TITLES[target] for target in fitted.fits))
        worth = Block("", "", list(self._charts()), [table_of_words("", headings, self._rows())], wide=True)
        return Document(
            scenario.title,
            [
                answer_section(self.answer(), *(few if fitted.fits and len(fitted.names) == 1 else [])),
                Section("worth", "What a position is worth, all else equal", [worth] if fitted.fits else []),
                *([reproduced_by(self.command, [WEIGHTS])] if self.command else []),
            ],
            kicker=scenario.game.title,
            about="what a position is worth",
            name=titled(scenario.title, "what a position is worth"),
            description=self.answer()[0],
            facts=[
                f"{setting.players} players ({shown(setting.lineup)})",
                f"{numbers.count(fitted.games)} games",
                f"seed {scenario.seed}",
                f"{numbers.count(fitted.positions)} positions at the ends of rounds",
                *([left_out] if fitted.left_out else []),
                f"intervals (±) at {sure} confidence",
            ],
            footer=footer(provenance.versions()["balancer"]),
            scripts=["page.js"],
        )

    def _charts(self) -> Iterator[Chart]:
        """Yield a chart for each target: the worth of one more of each quantity."""
        import pandas as pd

        for target, fit in self.worth.fits.items():
            meanings = self.worth.meanings.items()
            rows = [(meaning, *fit.weights[name].ends) for name, meaning in meanings if name in fit.weights]
            frame = pd.DataFrame(rows, columns=["label", "value", "low", "high"])
            title = f"{TITLES[target]} that one more of each is worth"
            options: dict[str, Any] = {
                "unit": UNITS[target],
                "across": TITLES[target],
                "reference": 0.0,
                "reference_name": "nothing",
            }
            yield chart(f"worth-{target}", title, charts.intervals, frame, **options)

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for name, meaning in self.worth.meanings.items():
            weights = [(UNITS[target], fit.weights.get(name)) for target, fit in self.worth.fits.items()]
            yield (
                meaning,
                *(
                    numbers.change(weight.value, weight.half_width, unit) if weight else numbers.NO_VALUE
                    for unit, weight in weights
                ),
            )

    def tables(self) -> list[TableRows]:
        """Return the tables, for CSV files and Python."""
        fits: Mapping[str, PositionFit] = self.worth.fits
        return [(WEIGHTS, [(target, *weight) for target, fit in fits.items() for weight in fit.weights.items()])]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`."""
        return self.worth.to_json()


def explained_words(target: str, fit: PositionFit) -> str:
    """Return the share of variance explained: by all quantities, by the standing, beyond the game's own estimate."""
    whole, standing = (
        numbers.written(figure.value, figure.half_width, SHARE) for figure in (fit.explained, fit.standing_alone)
    )
    several, beyond = len(fit.weights) > 1, fit.over_worth.half_width > 0
    quantities = "the quantities explain" if several else "the standing explains"
    sentence = f"In games held out, {quantities} {whole} of the variance of {EXPLAINED[target]}"
    sentence += f" (only the standing: {standing})" if several else ""
    more = numbers.change(fit.over_worth.value, fit.over_worth.half_width, SHARE)
    return f"{sentence}; {more} beyond the game's own estimate of a position." if beyond else f"{sentence}."
