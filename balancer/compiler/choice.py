"""Whether own games may be compiled: what a command, a call of the Python interface or the environment says."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import NamedTuple

AUTO, OFF = "auto", "off"
CHOICES = (AUTO, OFF)

VARIABLE = "BALANCER_COMPILED"  # the environment variable that applies by default


class EngineUse(NamedTuple):
    """The engine that has played the games of an own game, as commands and JSON name it."""

    engine: str  # "compiled" or "plain"
    note: str  # the reason, in one line
    is_news: bool = False  # worth a line that was not requested


class EngineChoice:
    """A choice between AUTO and OFF, with the engines that have played since, by the names of the games."""

    def __init__(self, value: str | None) -> None:
        """Choose AUTO or OFF; None: as before."""
        self.value = value
        self.games: dict[str, EngineUse] = {}


_choices = [EngineChoice(None)]  # the innermost last


def chosen() -> str:
    """Return AUTO or OFF; OFF, too, in a process where all rules run as plain Python on purpose."""
    from balancer.core import jit  # late: `trace` decides what it is

    value = next((choice.value for choice in reversed(_choices) if choice.value), os.environ.get(VARIABLE, AUTO))
    return OFF if value == OFF or (jit.PLAIN and not jit.only_counts) else AUTO


def shipped() -> str | None:
    """Return the choice for a process that plays on behalf of this one: OFF, or None where it may choose itself."""
    return OFF if chosen() == OFF else None


def note(game: str, use: EngineUse) -> None:
    """Note which engine plays; a note of compiled games stays until something is wrong with them."""
    before = _choices[-1].games.get(game)
    if before is None or use.is_news or before.engine == use.engine:
        _choices[-1].games[game] = use


def news() -> dict[str, EngineUse]:
    """Return the engines since the choice that are worth reporting; worker processes send them to their caller."""
    return {game: use for game, use in _choices[-1].games.items() if use.is_news}


def engine_facts() -> dict[str, str]:
    """Return the entries of JSON on the engine of an own game since the choice; {} where none was played."""
    use = next(iter(_choices[-1].games.values()), None)
    return {"engine": use.engine, "engine_note": use.note} if use else {}


@contextlib.contextmanager
def choosing(value: str | None) -> Iterator[dict[str, EngineUse]]:
    """Apply a choice (None: the one before) to a block; yield the engines used in it.  ValueError names the choices."""
    if value not in {None, *CHOICES}:
        message = f"compiled is {value!r}; allowed: {', '.join(CHOICES)}"
        raise ValueError(message)
    choice = EngineChoice(value)
    _choices.append(choice)
    try:
        yield choice.games
    finally:
        _choices.remove(choice)
