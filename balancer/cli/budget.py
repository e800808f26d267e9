"""The games that a command plays at first, and at most: `--games` and `--max-games`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from balancer.checks.judge import Budget
    from balancer.cli.options import PlayOptions
    from balancer.scenario.resolved import Scenario


def budget_of(scenario: Scenario, chosen: PlayOptions) -> Budget:
    """The scenario's games, and ten times as many at most unless --max-games says otherwise; UsageError."""
    from balancer.checks.judge import Budget
    from balancer.scenario.literals import plain, whole
    from balancer.scenario.models import MAX_GAMES_PER_CELL

    if chosen.max_games is None:
        return Budget.of(scenario)
    try:
        return Budget.of(scenario, whole(plain(chosen.max_games), 1, MAX_GAMES_PER_CELL))
    except ValueError as error:
        raise click.UsageError(f"--max-games {chosen.max_games}: {error}") from None
