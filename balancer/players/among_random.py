"""Each persona alone among players who choose at random: whether it plays better than dice would."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, NamedTuple

from balancer.analysis.equal_share import fair_share
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import critical_z
from balancer.core.game import Persona
from balancer.core.jit import PLAIN
from balancer.core.tallies.tally import Tally
from balancer.players.tournament import payoff_in
from balancer.scenario.plan import Cell, base_cell
from balancer.scenario.resolved import Scenario
from balancer.simulation.backends.threads import threads
from balancer.simulation.jobs import CellJob

GAMES, MOST_GAMES = 200, 2000  # per persona: at first; where these leave open whether it beats dice (to 2 pp)
PART = "among_random"  # what a manifest calls the record
AXIS = "among random"  # the pseudo-axis that names the persona

RANDOM = "random"


class Among(NamedTuple):
    """The share of a persona among random players."""

    persona: str
    share: Figure
    fair: float  # the share of equals in the same games

    @property
    def better(self) -> bool:
        """Whether it surely gets more than a random player would."""
        return self.share.low > self.fair

    @property
    def worse(self) -> bool:
        """Whether it surely gets no more."""
        return self.share.high <= self.fair


def cell_of(cell: Cell, name: str, persona: Persona, random: Persona) -> Cell:
    """The table of a persona among random players, by the rules of a cell."""
    return dataclasses.replace(
        cell,
        axes={AXIS: name},
        lineup=(name, *[RANDOM] * (cell.players - 1)),
        personas={name: persona, RANDOM: random},
        seating="rotate",
    ).with_games(MOST_GAMES)


def among(job: CellJob, tally: Tally, confidence: float, family: int) -> Among:
    """Return what the persona of such a table gets; family: how many such intervals hold together."""
    z = critical_z(confidence, max(1, family))
    name, players, one_loses = job.cell.lineup[0], job.cell.players, job.game.one_loses
    payoff = payoff_in(tally.to_dict(), players, name, one_loses=one_loses)
    fair = fair_share(players, one_loses=one_loses)
    return Among(name, Figure(payoff.value, *payoff.beside_equals(fair, z)), fair * payoff.won_games.part)


# The line-up of a scenario --------------------------------------------------------------------------------------------
def record(scenario: Scenario) -> dict[str, Any]:
    """What each persona of a line-up gets among random players, where none surely gets more than these; else {}.

    Also {} where somebody thinks ahead, or all choose at random on purpose.  These few games are played here and now,
    are no part of any figure, and are not kept.
    """
    base = scenario.base
    thinking = {name: one for name, one in base.seated.items() if not one.at_random}
    if PLAIN or not thinking or any(one.search for one in thinking.values()):
        return {}
    found = []
    for name, persona in thinking.items():
        one = _measured(scenario, name, persona, len(thinking))
        if one.better:
            return {}
        found.append(one)
    personas = {one.persona: {**one.share.to_json(), "fair": one.fair} for one in found}
    return {
        "players": base.players,
        "games": MOST_GAMES,
        "fair": fair_share(base.players, one_loses=scenario.game.one_loses),
        "one_loses": scenario.game.one_loses,
        "personas": personas,
    }


def _measured(scenario: Scenario, name: str, persona: Persona, family: int) -> Among:
    """What one persona gets: of GAMES where these show that it is better, else of MOST_GAMES."""
    cell = cell_of(base_cell(scenario), name, persona, scenario.game.persona(RANDOM))
    job = CellJob.of(cell)
    with threads(1) as pool:
        tally = job.empty_tally().reduced(pool.call(functools.partial(job.play, 0, GAMES)))
        if among(job, tally, scenario.report.confidence, family).better:
            return among(job, tally, scenario.report.confidence, family)
        rows = pool.call(functools.partial(job.play, GAMES, MOST_GAMES - GAMES))
    tally.merge(job.empty_tally().reduced(rows))
    return among(job, tally, scenario.report.confidence, family)
