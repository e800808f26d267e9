"""Settings of the pytest plug-in, and the word that marks undecided tests."""

from __future__ import annotations

import pytest

UNDECIDED = "undecided: "  # how the reason of a test begins that is neither passed nor failed


def whole_setting(config: pytest.Config, name: str) -> int | None:
    """Return a number of games from the command line (``--balance-NAME``) or the settings (``balancer_NAME``)."""
    from balancer.scenario.file.models import MAX_GAMES_PER_CELL
    from balancer.scenario.literals import plain, whole

    option = config.getoption(f"balance_{name}")
    text = option if option is not None else config.getini(f"balancer_{name}")
    if not text:
        return None
    try:
        return whole(plain(str(text)), 1, MAX_GAMES_PER_CELL)
    except ValueError as error:
        where = f"--balance-{name.replace('_', '-')}" if option is not None else f"balancer_{name}"
        raise pytest.UsageError(f"{where} {text}: {error}") from None
