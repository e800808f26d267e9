"""Findings about a game that is tried out."""

from __future__ import annotations

from typing import NamedTuple

WRONG, LOOK, OK = "WRONG", "look", "ok"  # an error; worth a look (an error or a peculiarity); tried and sound


class TryoutFinding(NamedTuple):
    """A sentence with its mark; about: the kind of thing that was tried (`course`, `knob`, `hidden`, …)."""

    mark: str
    about: str
    sentence: str


def line(finding: TryoutFinding) -> str:
    """Return a finding as a line: `WRONG  the sentence`."""
    return f"{finding.mark:>5}  {finding.sentence}"
