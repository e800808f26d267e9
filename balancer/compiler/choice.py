"""Whether own games may be compiled: what a command, a call of the Python interface or the environment says."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from balancer.core.jit import PLAIN

AUTO, OFF = "auto", "off"
CHOICES = (AUTO, OFF)

VARIABLE = "BALANCER_COMPILED"  # the environment variable that holds where nothing else is said

_chosen: list[str] = []  # the innermost choice last


def chosen() -> str:
    """Return AUTO or OFF; OFF, too, in a process where all rules run as plain Python."""
    return OFF if PLAIN or (_chosen[-1] if _chosen else os.environ.get(VARIABLE, AUTO)) == OFF else AUTO


def shipped() -> str | None:
    """Return what another process that plays for this one must be told: OFF, or None where it may choose itself."""
    return OFF if chosen() == OFF else None


@contextlib.contextmanager
def choosing(value: str | None) -> Iterator[None]:
    """Let a block play so; None: as before.  ValueError names the choices."""
    if value is None:
        yield
        return
    if value not in CHOICES:
        message = f"compiled is {value!r}; allowed: {', '.join(CHOICES)}"
        raise ValueError(message)
    _chosen.append(value)
    try:
        yield
    finally:
        _chosen.remove(value)
