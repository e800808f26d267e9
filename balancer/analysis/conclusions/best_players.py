"""The best players of a game: the personas level at the top, and a figure among them compared with the line-up's."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from balancer.analysis.conclusions.sameness import DIFFERS, Sameness
from balancer.analysis.figure import Figure

ALIKE = 1.5  # figures whose ratio is below this, and above its inverse, say the same in a lead
LEVEL = 0.02  # payoffs this close to an equal share are level with the best


class MixturePayoff(NamedTuple):
    """The mean payoff of a persona against the mixture that adapting players reach."""

    value: float
    equal: float  # what equal players would get in the same games


def level_at_top(payoffs: Mapping[str, MixturePayoff], shares: Mapping[str, float]) -> list[str]:
    """Return the personas level at the top, the largest share of the mixture first.

    In equilibrium no persona gets more than an equal share, and those that are played get just that.  A persona within
    LEVEL of it is as good as they are, though the solver may have left it out.  Otherwise two almost equal personas
    would take turns at being called the best.
    """
    best = max(shares, key=shares.__getitem__)
    level = [name for name, payoff in payoffs.items() if name == best or payoff.value >= payoff.equal - LEVEL]
    return sorted(level, key=lambda name: -shares.get(name, 0.0))


class AmongBest(NamedTuple):
    """A figure with the scenario's line-up, and with those of the best players, by their names."""

    own: Figure
    best: Mapping[str, Figure]
    differing: Sequence[str]  # line-ups with which it certainly differs by more than the margin

    @classmethod
    def of(cls, same: Sameness) -> AmongBest:
        """Take what was compared with the line-ups of the best players."""
        return cls(same.own, same.others, [name for name, verdict in same.verdicts.items() if verdict == DIFFERS])

    def is_alike(self, name: str) -> bool:
        """Return whether a line-up's figure has the sign of the scenario's, and about its size (see ALIKE)."""
        ratio = self.best[name].value / self.own.value if self.own.value else math.inf
        return 1 / ALIKE < ratio < ALIKE
