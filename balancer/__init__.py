"""Play a tabletop design millions of times and see where it is out of balance.

For analysts, without files::

    import balancer

    result = balancer.run("oktoberfest", players=4, rules={"win_threshold": 20}, games=100_000)
    result.seats          # a DataFrame
    balancer.sweep("scenarios/oktoberfest.yaml").endings
    balancer.compare("scenarios/oktoberfest.yaml", variants="low").differences
    balancer.check("scenarios/oktoberfest.yaml").figures
    balancer.seek("scenarios/oktoberfest.yaml", players=5).smallest
    balancer.sensitivity("oktoberfest").changes
    balancer.cards("oktoberfest").parts
    balancer.tournament("oktoberfest").personas
    balancer.robustness("scenarios/oktoberfest.yaml").conclusions
    balancer.exploit("scenarios/oktoberfest.yaml").shares
    balancer.tune("oktoberfest", persona="rusher").personas
    balancer.chances("oktoberfest").known
    balancer.plays("plays.csv", "oktoberfest").answer
    balancer.trace("oktoberfest", 17, brief=True)
    balancer.try_game("oktoberfest").wrong
    balancer.page("oktoberfest", "oktoberfest.html")
    balancer.validate("scenarios/oktoberfest.yaml")
    balancer.metrics("oktoberfest")
    balancer.list_games()

Nothing heavy (numba, pandas) is imported before it is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from balancer.api.functions import (
        cards,
        chances,
        check,
        compare,
        exploit,
        list_games,
        metrics,
        page,
        plays,
        position_worth,
        robustness,
        run,
        seek,
        sensitivity,
        sweep,
        tournament,
        trace,
        try_game,
        tune,
        validate,
    )
    from balancer.api.results import (
        Cards,
        Checks,
        Comparisons,
        Exploits,
        OtherPlayers,
        Plays,
        PositionWorths,
        Results,
        Seeks,
        Sensitivities,
        Tournaments,
        Tunings,
        WinChances,
    )
    from balancer.questions.tryout.report import Tryout

__all__ = [
    "Cards", "Checks", "Comparisons", "Exploits", "OtherPlayers", "Plays", "PositionWorths", "Results", "Seeks",
    "Sensitivities", "Tournaments", "Tryout", "Tunings", "WinChances", "cards", "chances", "check", "compare",
    "exploit", "list_games", "metrics", "page", "plays", "position_worth", "robustness", "run", "seek", "sensitivity",
    "sweep", "tournament", "trace", "try_game", "tune", "validate",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used (PEP 562)."""
    if name in __all__:
        from balancer.api import functions

        return getattr(functions, name)
    if name == "__version__":
        from importlib.metadata import version

        return version("balancer")
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    """Return the public names, for completion."""
    return sorted([*globals(), *__all__, "__version__"])
