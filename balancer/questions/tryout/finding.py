"""Findings about a game that is tried out, and the report of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

WRONG, LOOK, OK = "WRONG", "look", "ok"
"""Marks: an error; what is worth a look, an error or a finding for the designer; what was tried and is sound."""


class Finding(NamedTuple):
    """One sentence with its mark; about: what kind of thing was tried (`course`, `knob`, `hidden` ...)."""

    mark: str
    about: str
    sentence: str


@dataclass(frozen=True)
class Tryout:
    """A game that was tried out."""

    game: str
    title: str
    findings: Sequence[Finding]
    seconds: float

    @property
    def wrong(self) -> list[str]:
        """The errors, a sentence each."""
        return [one.sentence for one in self.findings if one.mark == WRONG]

    @property
    def look(self) -> list[str]:
        """Findings worth a look, a sentence each."""
        return [one.sentence for one in self.findings if one.mark == LOOK]

    def __str__(self) -> str:
        """Return the findings, a line each."""
        return "\n".join(line(one) for one in self.findings)

    def to_json(self) -> dict[str, Any]:
        """Return what ``balancer try --json`` writes."""
        findings = [one._asdict() for one in self.findings]
        return {"game": self.game, "sound": not self.wrong, "findings": findings, "seconds": round(self.seconds, 3)}


def line(one: Finding) -> str:
    """``WRONG  the sentence``."""
    return f"{one.mark:>5}  {one.sentence}"
