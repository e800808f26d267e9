"""Skill order: how much better than chance a persona plays, from its games among players who choose at random.

The skill order is (W - f) / (1 - f), where W is the persona's share of the wins (where one player loses: of the games
not lost) and f the equal share, both of the games that somebody wins.  0: choosing well gains nothing over chance; 1:
it always wins.  After CardStock (Bell & Goadrich 2016).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balancer.analysis.figure import Figure
from balancer.players.stakes import Stakes
from balancer.scenario.setting import Setting


def beginner(setting: Setting, names: Sequence[str]) -> str:
    """Return the persona that chooses at random; '' if it takes part in the tournament itself."""
    return next((name for name, persona in setting.personas.items() if persona.at_random and name not in names), "")


def line_ups(setting: Setting, names: Sequence[str], stakes: Stakes) -> Iterator[list[str]]:
    """Yield one of each persona among beginners; nothing if a beginner takes part in the tournament itself.

    If equals have no share, beginners play among their like, too, to be compared with.  Where all win together, or
    nobody else plays, that is what the tables of one persona are compared with, which the tournament plays anyway.
    """
    if random := beginner(setting, names):
        if not stakes.together and stakes.places > 1:
            yield from (stakes.line_up_of(name, random) for name in names)
        if stakes.fair is None:
            yield [random] * stakes.places


def order(share: Figure, fair: float) -> Figure:
    """Return the skill order from a share of the games that somebody wins; fair: the equal share."""
    value, low, high = ((end - fair) / (1 - fair) for end in share.ends)
    return Figure(value, low, high, share.games)
