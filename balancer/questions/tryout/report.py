"""The report of `balancer try`: errors of a game, what deserves a look, and what was tried and is sound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.sheet import Sheet, column
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding, line
from balancer.reporting.document.html import to_fragment
from balancer.reporting.document.model import Document, Section, Sentences
from balancer.reporting.document.parts import answer_section, footer, reproduced_by
from balancer.reporting.report import TableRows
from balancer.simulation import provenance
from balancer.wording import plural, titled

FINDINGS = Sheet(
    "findings",
    "findings, in the order of the trials",
    [
        column("mark", f"{WRONG}: an error of the rules; {LOOK}: an error or a peculiarity; {OK}: sound"),
        column("about", "the kind of thing that was tried"),
        column("sentence", "the finding"),
    ],
)


@dataclass(frozen=True)
class Tryout:
    """The findings of trying a game out."""

    game: str
    title: str
    findings: Sequence[TryoutFinding]
    seconds: float
    command: str = ""  # reproduces it; '' from Python

    @property
    def wrong(self) -> list[str]:
        """The errors, a sentence each."""
        return self._marked(WRONG)

    @property
    def look(self) -> list[str]:
        """Findings worth a look, a sentence each."""
        return self._marked(LOOK)

    def _marked(self, mark: str) -> list[str]:
        return [finding.sentence for finding in self.findings if finding.mark == mark]

    def __str__(self) -> str:
        """Return the findings, a line each."""
        return "\n".join(map(line, self.findings))

    def _repr_html_(self) -> str:
        return to_fragment(self.document())

    def answer(self) -> list[str]:
        """Return whether the rules are sound, as far as they were tried."""
        look = f"{plural(len(self.look), 'finding')} to look at" if self.look else "nothing to look at"
        wrong = f"{plural(len(self.wrong), 'error')} of the rules" if self.wrong else "No error of the rules was found"
        return [f"{wrong}; {look}."]

    def document(self) -> Document:
        """Return the document for terminal, page and Markdown."""
        sections = {
            ("wrong", "Wrong"): self.wrong,
            ("look", "Worth a look"): self.look,
            ("sound", "Tried, and sound"): self._marked(OK),
        }
        return Document(
            titled(self.title, "tried out"),
            [
                answer_section(self.answer()),
                *(Section(*name, [Sentences(sentences)]) for name, sentences in sections.items() if sentences),
                *([reproduced_by(self.command, [FINDINGS])] if self.command else []),
            ],
            kicker=self.title,
            about="a game tried out",
            description=self.answer()[0],
            footer=footer(provenance.versions()["balancer"]),
            scripts=["page.js"],
        )

    def tables(self) -> list[TableRows]:
        """Return the tables, for CSV files and Python."""
        return [(FINDINGS, self.findings)]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`."""
        findings = [finding._asdict() for finding in self.findings]
        return {"game": self.game, "sound": not self.wrong, "findings": findings, "seconds": round(self.seconds, 3)}
