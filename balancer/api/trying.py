"""`balancer.try_game`: a game played in many ways, and what is wrong with it."""

from __future__ import annotations

from balancer.api.playing import Target, loaded
from balancer.questions.tryout.finding import Tryout
from balancer.questions.tryout.study import try_against, try_out

__all__ = ["Tryout", "try_game"]


def try_game(game: Target, against: Target | None = None) -> Tryout:
    """Play a game in many ways: `wrong` lists errors, `look` what is worth a look, a sentence each.

    game: its file or name, or a scenario, whose base rules, personas and line-up are tried; against: another game that
    should be the same: both play on the same dice, and `wrong` names the first difference.  ScenarioError.
    """
    return try_out(loaded(game)) if against is None else try_against(loaded(game), loaded(against))
