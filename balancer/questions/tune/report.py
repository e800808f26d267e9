"""The report of `balancer tune`: personas tuned against each other, round by round, and as YAML to paste."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from balancer.analysis.sheet import Column, Sheet, column
from balancer.players.exploit import Round, Tuned, mixture_words
from balancer.questions import responses
from balancer.questions.responses import change_words, confidence_words, sample_words, share_words
from balancer.reporting import numbers
from balancer.reporting.document.model import Brief, Code, Document, Lines, Section, Sentences
from balancer.reporting.document.parts import answer_section, charted, footer, reproduced_by, table_of_words
from balancer.reporting.drawing import charts
from balancer.reporting.numbers import DIFFERENCE, SHARE
from balancer.reporting.report import TableRows
from balancer.simulation import provenance
from balancer.simulation.ownership import TEXT_MARK


def _of_round(response_column: Column) -> Column:
    return response_column._replace(read=lambda search: response_column.read(search.response))


ROUNDS = Sheet(
    "rounds",
    "the habits found in each round beside the best persona, with their standard errors",
    [column("name", "the persona found, if it is kept"), *map(_of_round, responses.COLUMNS)],
)


@dataclass(frozen=True)
class TuneReport:
    """Searches for habits, each against the mixture of the personas known by then."""

    found: Tuned
    command: str = ""  # reproduces it; '' from Python

    def answer(self) -> list[str]:
        """Return whether the searches came to an end, and who was found."""
        kept = [f"{search.name} {self._gain(search)}" for search in self.found.found]
        personas = [f"Personas found, with what each gains: {', '.join(kept)}."] if kept else []
        if self.found.settled:
            first = "No start gains half a percentage point any more: an equilibrium within these habits, as far as"
            return [f"{first} seen.", *personas]
        return ["The rounds are used up and the last one still gained: run it again with these personas.", *personas]

    @property
    def _confidence(self) -> float:
        return self.found.scenario.report.confidence

    def _gain(self, search: Round) -> str:
        return change_words(search.response.gain, self._confidence)

    def document(self) -> Document:
        """Return what people read."""
        scenario, yaml = self.found.scenario, self.found.yaml().rstrip()
        paste = [Code(yaml, brief=False), Brief([Lines([(line, "") for line in yaml.splitlines()])])] if yaml else []
        numbered = list(enumerate(self.found.rounds, start=1))
        gains = {f"round {number}": search.response.gain.at(self._confidence) for number, search in numbered}
        drawn = charted(
            "gains",
            "gain of the habits found on the best persona, round by round",
            charts.intervals,
            gains,
            table_of_words(
                "", ("round", "gain"), [(f"{number}", self._gain(search)) for number, search in numbered], brief=False
            ),
            unit=DIFFERENCE,
            across="gain in games held out",
            reference=0.0,
            reference_name="nothing",
        )
        rounds = Sentences([self._round(number, search) for number, search in numbered])
        return Document(
            scenario.title,
            [
                answer_section(self.answer()),
                Section("rounds", "Round by round", [rounds, drawn]),
                Section("personas", "To paste into a scenario", paste),
                *([reproduced_by(self.command, [ROUNDS])] if self.command else []),
            ],
            kicker=scenario.game.title,
            about="personas tuned against each other",
            name=f"{scenario.title}: tuned personas",
            description=self.answer()[0],
            facts=[
                f"{self.found.stop.setting.players} players",
                f"{numbers.plain(self.found.fair, SHARE, 1)} is fair",
                f"seed {scenario.seed}",
                confidence_words(self._confidence),
            ],
            footer=footer(provenance.versions()["balancer"]),
            scripts=["page.js"],
        )

    def _round(self, number: int, search: Round) -> str:
        """Return what a round found, and a line with its figure in and out of the sample."""
        response = search.response
        verdict = f"kept as {search.name}" if response.kept else "not kept"
        known = f"{response.incumbent} {share_words(response.incumbent_share, self._confidence)}"
        held_out = share_words(response.held_out, self._confidence)
        against = f"Round {number}, against {mixture_words(search.mixture)}"
        return f"{against}: found {held_out}, {known}: {self._gain(search)}, {verdict}.\n{sample_words(response)}"

    def tables(self) -> list[TableRows]:
        """Return what programs read."""
        return [(ROUNDS, self.found.rounds)]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`."""
        return {**self.found.to_json(), "yaml": self.found.yaml()}

    def yaml_file(self) -> str:
        """Return the personas found as a file, with our mark."""
        return f"# {TEXT_MARK}\n" + (self.found.yaml() or "personas: {}\n")
