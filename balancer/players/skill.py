"""How much it matters who plays: one persona among players who choose at random.

The skill order of a persona is (W - f) / (1 - f): W its share of the wins among random players, f that of equals (of
games not lost, where one player loses), both of the games that somebody wins.  0: choosing well gains nothing over
chance; 1: it always wins.  After CardStock (Bell & Goadrich 2016).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from balancer.analysis.intervals.elementary import Bounds
from balancer.scenario.setting import Setting


class Skill(NamedTuple):
    """A share of the wins among random players, or what follows from it, with its interval."""

    value: float
    bounds: Bounds


def beginner(setting: Setting, names: Sequence[str]) -> str:
    """The persona that chooses at random; '' where it takes part in the tournament itself."""
    return next((name for name, one in setting.personas.items() if one.at_random and name not in names), "")


def line_ups(setting: Setting, names: Sequence[str]) -> Iterator[list[str]]:
    """One of each persona among beginners; none where a beginner takes part in the tournament itself."""
    if random := beginner(setting, names):
        yield from ([name, *[random] * (setting.players - 1)] for name in names)


def order(share: Skill, fair: float) -> Skill:
    """The skill order that follows from a share of the games that somebody wins, of which equals get `fair`."""
    value, low, high = ((one - fair) / (1 - fair) for one in (share.value, *share.bounds))
    return Skill(value, Bounds(low, high))
