"""Findings about a game that is tried out."""

from __future__ import annotations

from typing import NamedTuple

WRONG, LOOK, OK = "WRONG", "look", "ok"  # an error; worth a look (error or finding); tried and sound


class TryoutFinding(NamedTuple):
    """One sentence with its mark; about: what kind of thing was tried (`course`, `knob`, `hidden` ...)."""

    mark: str
    about: str
    sentence: str


def line(one: TryoutFinding) -> str:
    """Return `WRONG  the sentence`."""
    return f"{one.mark:>5}  {one.sentence}"
