"""Each persona alone among players who choose at random: whether it plays better than dice would."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import NamedTuple

from balancer.analysis.intervals.elementary import Bounds
from balancer.analysis.results import CellResult
from balancer.core.game import Persona
from balancer.players.payoffs import Payoff
from balancer.players.tournament import shares_of
from balancer.scenario.plan import Cell

GAMES = 400
"""Games of each persona: a share of the wins is then known to about 5 percentage points."""

AXIS = "among random"
"""The pseudo-axis that names the persona."""

RANDOM = "random"


class Among(NamedTuple):
    """What a persona gets among random players; fair: what equals get; bounds: its interval."""

    persona: str
    value: float
    fair: float
    bounds: Bounds

    @property
    def better(self) -> bool:
        """Whether it surely gets more than a random player would."""
        return self.bounds.low > self.fair

    @property
    def worse(self) -> bool:
        """Whether it surely gets no more."""
        return self.bounds.high <= self.fair


def cell_of(cell: Cell, name: str, persona: Persona, random: Persona, games: int = GAMES) -> Cell:
    """The table of a persona among random players, by the rules of a cell."""
    return dataclasses.replace(
        cell,
        axes={AXIS: name},
        lineup=(name, *[RANDOM] * (cell.players - 1)),
        personas={name: persona, RANDOM: random},
        seating="rotate",
        games=games,
        precision=None,
        max_games=None,
    )


def among(result: CellResult, fair: float, z: float) -> Among:
    """What the persona of such a table gets; fair: what equals get; z: a normal deviate."""
    name = result.lineup[0]
    payoff = Payoff(shares_of(result, name), result.games)
    return Among(name, payoff.value, fair, payoff.interval(z))


def fair_share(players: int, *, one_loses: bool) -> float:
    """What each of equal players gets: a share of the wins, or of games not lost where one player loses."""
    return (players - 1) / players if one_loses else 1 / players


def plans(personas: Mapping[str, Persona]) -> dict[str, Persona]:
    """Those of some personas that appraise their options, without thinking ahead, which takes too long."""
    return {name: dataclasses.replace(one, search=0) for name, one in personas.items() if not one.at_random}
