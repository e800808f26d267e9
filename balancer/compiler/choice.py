"""Whether own games may be compiled: what a command, a call of the Python interface or the environment says."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Protocol

AUTO, OFF = "auto", "off"
CHOICES = (AUTO, OFF)

VARIABLE = "BALANCER_COMPILED"  # the environment variable that holds where nothing else is said


class Playing(Protocol):
    """An engine, as others speak of it."""

    @property
    def name(self) -> str:
        """``compiled`` or ``plain``."""

    @property
    def note(self) -> str:
        """Who has played, and why, in one line."""

    @property
    def is_worth_telling(self) -> bool:
        """Whether the user should read the note without having asked."""


class Choice:
    """What was chosen, and the engines that have played since, by the names of their games."""

    def __init__(self, value: str | None) -> None:
        """Choose AUTO or OFF; None: as before."""
        self.value = value
        self.games: dict[str, Playing] = {}


_choices: list[Choice] = []  # the innermost last


def chosen() -> str:
    """Return AUTO or OFF; OFF, too, in a process where all rules run as plain Python."""
    from balancer.core.jit import PLAIN  # late: `trace` decides what it is

    value = next((choice.value for choice in reversed(_choices) if choice.value), os.environ.get(VARIABLE, AUTO))
    return OFF if PLAIN or value == OFF else AUTO


def shipped() -> str | None:
    """Return what another process that plays for this one must be told: OFF, or None where it may choose itself."""
    return OFF if chosen() == OFF else None


def note(game: str, engine: Playing) -> None:
    """Note that an engine plays."""
    if _choices:
        _choices[-1].games[game] = engine


def engine_facts() -> dict[str, str]:
    """Return what JSON says of the engine that has played an own game since the choice; {} where none has."""
    engines = list(_choices[-1].games.values()) if _choices else []
    return {"engine": engines[0].name, "engine_note": engines[0].note} if engines else {}


@contextlib.contextmanager
def choosing(value: str | None) -> Iterator[dict[str, Playing]]:
    """Let a block play so (None: as before) and yield the engines that play in it.  ValueError names the choices."""
    if value not in {None, *CHOICES}:
        message = f"compiled is {value!r}; allowed: {', '.join(CHOICES)}"
        raise ValueError(message)
    choice = Choice(value)
    _choices.append(choice)
    try:
        yield choice.games
    finally:
        _choices.remove(choice)
