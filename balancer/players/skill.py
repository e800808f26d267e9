"""How much it matters who plays: one persona among players who choose at random.

The skill order of a persona is (W - f) / (1 - f): W its share of the wins among random players, f that of equals (of
games not lost, where one player loses), both of the games that somebody wins.  0: choosing well gains nothing over
chance; 1: it always wins.  After CardStock (Bell & Goadrich 2016).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balancer.analysis.figure import Figure
from balancer.scenario.setting import Setting


def beginner(setting: Setting, names: Sequence[str]) -> str:
    """The persona that chooses at random; '' where it takes part in the tournament itself."""
    return next((name for name, one in setting.personas.items() if one.at_random and name not in names), "")


def line_ups(setting: Setting, names: Sequence[str]) -> Iterator[list[str]]:
    """One of each persona among beginners; none where a beginner takes part in the tournament itself."""
    if random := beginner(setting, names):
        yield from ([name, *[random] * (setting.players - 1)] for name in names)


def order(share: Figure, fair: float) -> Figure:
    """Return the skill order that follows from a share of the games that somebody wins, of which equals get `fair`."""
    value, low, high = ((end - fair) / (1 - fair) for end in share.ends)
    return Figure(value, low, high, share.games)
