"""Findings about a game that is tried out."""

from __future__ import annotations

from typing import NamedTuple

WRONG, LOOK, OK = "WRONG", "look", "ok"
"""Marks: an error; what is worth a look, an error or a finding for the designer; what was tried and is sound."""


class Finding(NamedTuple):
    """One sentence with its mark; about: what kind of thing was tried (`course`, `knob`, `hidden` ...)."""

    mark: str
    about: str
    sentence: str


def line(one: Finding) -> str:
    """Return `WRONG  the sentence`."""
    return f"{one.mark:>5}  {one.sentence}"
