"""`balancer.try_game`: a game played in many ways, and what is wrong with it."""

from __future__ import annotations

from balancer.api.playing import Target, loaded
from balancer.tryout.finding import Tryout
from balancer.tryout.try_game import try_out

__all__ = ["Tryout", "try_game"]


def try_game(game: Target) -> Tryout:
    """Play a game in many ways: `wrong` lists errors, `look` what is worth a look, a sentence each.

    game: its file or name, or a scenario, whose base rules, personas and line-up are tried.  ScenarioError.
    """
    return try_out(loaded(game))
