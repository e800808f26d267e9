"""The Python interface for analysts: the same as the command line, without YAML and files."""

from balancer.api.functions import (
    cards,
    chances,
    check,
    compare,
    exploit,
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
from balancer.questions.tryout.finding import Tryout

__all__ = [
    "Cards", "Checks", "Comparisons", "Exploits", "OtherPlayers", "Plays", "PositionWorths", "Results", "Seeks",
    "Sensitivities", "Tournaments", "Tryout", "Tunings", "WinChances",
    "cards", "chances", "check", "compare", "exploit", "plays", "position_worth", "robustness", "run", "seek",
    "sensitivity", "sweep", "tournament", "trace", "try_game", "tune",
]  # fmt: skip
