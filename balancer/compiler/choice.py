"""Whether own games may be compiled: what a command, a call of the Python interface or the environment says."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import NamedTuple

AUTO, OFF = "auto", "off"
CHOICES = (AUTO, OFF)

VARIABLE = "BALANCER_COMPILED"  # the environment variable that holds where nothing else is said


class EngineUse(NamedTuple):
    """Who has played the games of an own game, as commands and JSON say it."""

    engine: str  # "compiled" or "plain"
    note: str  # why, in one line
    is_news: bool = False  # worth a line that nobody has asked for


class EngineChoice:
    """What was chosen, and who has played since, by the names of the games."""

    def __init__(self, value: str | None) -> None:
        """Choose AUTO or OFF; None: as before."""
        self.value = value
        self.games: dict[str, EngineUse] = {}


_choices = [EngineChoice(None)]  # the innermost last


def chosen() -> str:
    """Return AUTO or OFF; OFF, too, in a process where all rules run as plain Python."""
    from balancer.core.jit import PLAIN  # late: `trace` decides what it is

    value = next((choice.value for choice in reversed(_choices) if choice.value), os.environ.get(VARIABLE, AUTO))
    return OFF if PLAIN or value == OFF else AUTO


def shipped() -> str | None:
    """Return what another process that plays for this one must be told: OFF, or None where it may choose itself."""
    return OFF if chosen() == OFF else None


def note(game: str, told: EngineUse) -> None:
    """Note who plays; that compiled games were played stays said, until something is wrong with them."""
    before = _choices[-1].games.get(game)
    if before is None or told.is_news or before.engine == told.engine:
        _choices[-1].games[game] = told


def news() -> dict[str, EngineUse]:
    """Return who has played since the choice, as far as that is news: what other processes tell the one that asked."""
    return {game: told for game, told in _choices[-1].games.items() if told.is_news}


def engine_facts() -> dict[str, str]:
    """Return what JSON says of who has played an own game since the choice; {} where nobody has."""
    told = next(iter(_choices[-1].games.values()), None)
    return {"engine": told.engine, "engine_note": told.note} if told else {}


@contextlib.contextmanager
def choosing(value: str | None) -> Iterator[dict[str, EngineUse]]:
    """Let a block play so (None: as before) and yield who plays in it.  ValueError names the choices."""
    if value not in {None, *CHOICES}:
        message = f"compiled is {value!r}; allowed: {', '.join(CHOICES)}"
        raise ValueError(message)
    choice = EngineChoice(value)
    _choices.append(choice)
    try:
        yield choice.games
    finally:
        _choices.remove(choice)
