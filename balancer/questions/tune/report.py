"""The report of `balancer tune`: personas tuned against each other, round by round, and as YAML to paste."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from balancer.analysis.sheet import Column, Sheet, column
from balancer.players.exploit import Round, Tuned
from balancer.players.stakes import Stakes
from balancer.players.tuning import NONE
from balancer.questions import responses
from balancer.questions.responses import change_words, confidence_words, sample_words, share_words
from balancer.reporting import numbers
from balancer.reporting.document.model import Brief, Code, Document, Lines, Section, Sentences
from balancer.reporting.document.parts import answer_section, charted, footer, reproduced_by, table_of_words
from balancer.reporting.drawing import charts
from balancer.reporting.report import TableRows
from balancer.simulation import provenance
from balancer.simulation.ownership import TEXT_MARK
from balancer.wording import plural, titled


def _of_response(response_column: Column) -> Column:
    return response_column._replace(read=lambda search: response_column.read(search.response))


ROUNDS = Sheet(
    "rounds",
    "the habits found in each round, next to the best persona, with standard errors",
    [column("name", "the persona found, if it is kept"), *map(_of_response, responses.COLUMNS)],
)


@dataclass(frozen=True)
class TuneReport:
    """Searches for habits, each against the mixture of the personas found before."""

    tuned: Tuned
    command: str = ""  # reproduces it; '' from Python

    def answer(self) -> list[str]:
        """Return whether the searches came to an end, and the personas found."""
        gains = [f"{search.name} {self._gain(search)}" for search in self.tuned.found]
        personas = [f"Personas found, each with its gain: {', '.join(gains)}."] if gains else []
        if self.tuned.settled:
            last, confidence = self.tuned.rounds[-1].response, self._confidence
            lead, *others = responses.not_kept_words(last, confidence, self._stakes)
            if self._stakes.side_count > 1 and (last.known_habits or last.outcome(confidence) == NONE):
                others = ["As far as the search sees, an equilibrium within these habits.", *others]
            return [*personas, lead, *others]
        return [*personas, "All rounds are used and the last one still gained: run it again with these personas."]

    @property
    def _stakes(self) -> Stakes:
        return Stakes.of(self.tuned.scenario.game, self.tuned.scenario.base)

    @property
    def _confidence(self) -> float:
        return self.tuned.scenario.report.confidence

    def _gain(self, search: Round) -> str:
        return change_words(search.response.gain, self._confidence, search.response.unit)

    def document(self) -> Document:
        """Return the document for terminal, page and Markdown."""
        scenario, yaml = self.tuned.scenario, self.tuned.yaml().rstrip()
        paste = [Code(yaml, brief=False), Brief([Lines([(line, "") for line in yaml.splitlines()])])] if yaml else []
        numbered = list(enumerate(self.tuned.rounds, start=1))
        gains = {f"round {number}": search.response.gain.at(self._confidence) for number, search in numbered}
        chart = charted(
            "gains",
            "gain of the habits found on the best persona, round by round",
            charts.intervals,
            gains,
            table_of_words(
                "", ("round", "gain"), [(f"{number}", self._gain(search)) for number, search in numbered], brief=False
            ),
            unit=numbers.as_difference(self.tuned.stakes.unit),
            across="gain in games held out",
            reference=0.0,
            reference_name="nothing",
        )
        rounds = Sentences([self._round(number, search) for number, search in numbered])
        return Document(
            scenario.title,
            [
                answer_section(self.answer()),
                Section("rounds", "Round by round", [rounds, chart]),
                Section("personas", "To paste into a scenario", paste),
                *([reproduced_by(self.command, [ROUNDS])] if self.command else []),
            ],
            kicker=scenario.game.title,
            about="personas tuned against each other",
            name=titled(scenario.title, "tuned personas"),
            description=self.answer()[0],
            facts=[
                plural(self.tuned.stop.setting.players, "player"),
                *responses.equals_words(self.tuned.stakes, self.tuned.fair),
                f"seed {scenario.seed}",
                confidence_words(self._confidence),
            ],
            footer=footer(provenance.versions()["balancer"]),
            scripts=["page.js"],
        )

    def _round(self, number: int, search: Round) -> str:
        """Return the share of the habits that a round found, and its share in and out of the sample."""
        response = search.response
        verdict = f"kept as {search.name}" if response.kept else "not kept"
        unit = response.unit
        incumbent = f"{response.incumbent} {share_words(response.incumbent_share, self._confidence, unit)}"
        held_out = share_words(response.held_out, self._confidence, unit)
        others = f",{self.tuned.others(search)}" if self.tuned.others(search) else ""
        result = f"found {held_out}, {incumbent}: {self._gain(search)}, {verdict}"
        return f"Round {number}{others}: {result}.\n{sample_words(response)}"

    def tables(self) -> list[TableRows]:
        """Return the tables, for CSV files and Python."""
        return [(ROUNDS, self.tuned.rounds)]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`."""
        return {**self.tuned.to_json(), "yaml": self.tuned.yaml()}

    def yaml_file(self) -> str:
        """Return the personas found as the text of a file, with our mark."""
        return f"# {TEXT_MARK}\n" + (self.tuned.yaml() or "personas: {}\n")
