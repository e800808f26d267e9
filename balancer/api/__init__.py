"""The Python interface for analysts: the same as the command line, without YAML and files."""

from balancer.api.checks import Checks, check
from balancer.api.comparisons import Comparisons, compare
from balancer.api.logged_plays import Plays, plays
from balancer.api.other_players import OtherPlayers, robustness
from balancer.api.results import Results, run, sweep
from balancer.api.searches import Exploits, PositionWorths, Tunings, exploit, position_worth, tune
from balancer.api.seeks import Seeks, seek
from balancer.api.sensitivities import Sensitivities, sensitivity
from balancer.api.tournaments import Tournaments, tournament
from balancer.api.traces import trace
from balancer.api.trying import Tryout, try_game
from balancer.api.win_chances import WinChances, chances
from balancer.api.worths import Cards, cards

__all__ = [
    "Cards", "Checks", "Comparisons", "Exploits", "OtherPlayers", "Plays", "PositionWorths", "Results", "Seeks",
    "Sensitivities", "Tournaments", "Tryout", "Tunings", "WinChances",
    "cards", "chances", "check", "compare", "exploit", "plays", "position_worth", "robustness", "run", "seek",
    "sensitivity", "sweep", "tournament", "trace", "try_game", "tune",
]  # fmt: skip
