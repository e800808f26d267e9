"""One persona at a time among players who choose at random: whether it plays better than dice would."""

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

GAMES, MAX_GAMES = 200, 2000  # per persona: at first; and (to 2 pp) if it is then undecided whether it beats dice
PART = "among_random"  # what a manifest calls the record
AXIS = "among random"  # the pseudo-axis that names the persona
RANDOM = "random"


class ShareAmongRandom(NamedTuple):
    """The share of a persona among random players."""

    persona: str
    share: Figure
    fair: float  # the equal share of the same games

    @property
    def better(self) -> bool:
        """Whether the whole interval lies above the equal share."""
        return self.share.low > self.fair

    @property
    def worse(self) -> bool:
        """Whether the whole interval lies at the equal share or below."""
        return self.share.high <= self.fair


def cell_of(cell: Cell, name: str, persona: Persona, random: Persona) -> Cell:
    """Return a cell in which a persona plays among random players by the rules of another cell."""
    return dataclasses.replace(
        cell,
        axes={AXIS: name},
        lineup=(name, *[RANDOM] * (cell.players - 1)),
        personas={name: persona, RANDOM: random},
        seating="rotate",
    ).with_games(MAX_GAMES)


def share_among_random(job: CellJob, tally: Tally, confidence: float, family: int) -> ShareAmongRandom:
    """Return the share of such a cell's persona; family: the number of shares whose intervals are simultaneous."""
    z = critical_z(confidence, max(1, family))
    name, players, one_loses = job.cell.lineup[0], job.cell.players, job.game.one_loses
    payoff = payoff_in(tally.to_dict(), players, name, one_loses=one_loses)
    fair = fair_share(players, one_loses=one_loses)
    return ShareAmongRandom(
        name, Figure(payoff.value, *payoff.comparable_interval(fair, z)), fair * payoff.won_games.part
    )


# The line-up of a scenario --------------------------------------------------------------------------------------------
def record(scenario: Scenario) -> dict[str, Any]:
    """Return the shares of a line-up's personas among random players if none of them is clearly better; else {}.

    Also {} if somebody thinks ahead, or if all choose at random on purpose.  These few games are played here and now,
    are part of no figure, and are not kept.
    """
    base = scenario.base
    thinking = {name: persona for name, persona in base.seated.items() if not persona.at_random}
    if PLAIN or not thinking or any(persona.search for persona in thinking.values()):
        return {}
    shares = []
    for name, persona in thinking.items():
        share = _measure(scenario, name, persona, len(thinking))
        if share.better:
            return {}
        shares.append(share)
    personas = {share.persona: {**share.share.to_json(), "fair": share.fair} for share in shares}
    return {
        "players": base.players,
        "games": MAX_GAMES,
        "fair": fair_share(base.players, one_loses=scenario.game.one_loses),
        "one_loses": scenario.game.one_loses,
        "personas": personas,
    }


def _measure(scenario: Scenario, name: str, persona: Persona, family: int) -> ShareAmongRandom:
    """Return the share of a persona, from GAMES games if these show that it is better, else from MAX_GAMES."""
    cell = cell_of(base_cell(scenario), name, persona, scenario.game.persona(RANDOM))
    job = CellJob.of(cell)
    with threads(1) as pool:
        tally = job.empty_tally().reduced(pool.call(functools.partial(job.play, 0, GAMES)))
        if share_among_random(job, tally, scenario.report.confidence, family).better:
            return share_among_random(job, tally, scenario.report.confidence, family)
        rows = pool.call(functools.partial(job.play, GAMES, MAX_GAMES - GAMES))
    tally.merge(job.empty_tally().reduced(rows))
    return share_among_random(job, tally, scenario.report.confidence, family)
