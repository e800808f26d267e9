"""The ladder of skill: all seats play the base rules at one strength, from random players to the best persona.

The best persona is the one with the largest share of the mixture that players reach who adapt to each other by the base
rules (`other_line_ups`).  At the skill levels below it, the same persona makes a part of its decisions at random.  The
cost of mistakes is measured by one player with mistakes among the best, in each seat in turn.  Above the best are
experts, if the game has any: they think ahead, so that their level has few games and a wide interval.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.equal_share import fair_share
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import critical_z
from balancer.analysis.results import CellResult
from balancer.core.game import Persona
from balancer.players import among_random, other_line_ups
from balancer.players.other_line_ups import BASE_RULES, LineUpPlan, seated
from balancer.players.tournament import payoff_of
from balancer.scenario.plan import Cell
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import Part
from balancer.simulation.runner import Runner

PART = "ladder"  # what a manifest calls the record
RUNG_AXIS = "rung"  # the pseudo-axis that names who plays

PER_RUNG, LEAST_GAMES, MOST_GAMES = 100, 500, 20_000
"""A rung plays a hundredth of the games of the run, so many at least and at most, and never more than the base cell.

Where the scenario does not ask for other players, all rungs together play half of what `other_line_ups.budget` allows.
"""

EXPERTS, EXPERT_GAMES = "experts", 100  # the rung above the best; its games at most: 14 s of a core in the slowest game
SETTLED = 0.02  # part of the mixture from which a persona is said to be settled on


@dataclass(frozen=True)
class Rung:
    """Players of one strength; mistakes: of a thousand decisions of the best persona, None for random players."""

    name: str
    mistakes: int | None

    def player(self, best: Persona, random: Persona) -> Persona:
        """Who plays."""
        if self.mistakes is None:
            return random
        if self.mistakes == 0:
            return best
        return dataclasses.replace(best, name=f"{best.name}, {self.name}", mistakes=max(self.mistakes, best.mistakes))


RUNGS = (  # from the bottom to the top; the names are those in tables and on the page
    Rung("random", None),
    Rung("40% mistakes", 400),
    Rung("15% mistakes", 150),
    Rung("5% mistakes", 50),
    Rung("best", 0),
)

SLIPS = tuple(rung for rung in reversed(RUNGS) if rung.mistakes)  # who slips among the best, least mistakes first


@dataclass(frozen=True)
class LadderPlan:
    """What is played beside a run.

    job: of the base cell; names: the personas of whom one is the best; judging: the duels that tell who, None where
    other tables do; unasked: a small one, see `other_line_ups.skill_plan`.
    """

    scenario: Scenario
    job: CellJob
    names: tuple[str, ...]
    judging: LineUpPlan | None = None
    unasked: bool = False

    def jobs(self, best: str, own: int) -> list[CellJob]:
        """The rungs, then one with mistakes among the best; own: games of the run."""
        cell, random = self.job.cell, self.scenario.game.persona(among_random.RANDOM)
        top = {**self.scenario.base.personas, **cell.personas}[best]
        games = min(cell.most_games, self._per_rung(own))
        made = [_seated(cell, rung.name, [rung.player(top, random)], games) for rung in RUNGS]
        if expert := self.expert:
            made.append(_seated(cell, EXPERTS, [expert], min(games, EXPERT_GAMES)))
        for slip in SLIPS if cell.players > 1 else ():
            around = [slip.player(top, random), *[top] * (cell.players - 1)]
            made.append(_seated(cell, f"one with {slip.name}", around, games))
        return [CellJob.of(one) for one in made]

    def _per_rung(self, own: int) -> int:
        """Games of a rung, and of each who slips."""
        if self.unasked:
            each = other_line_ups.budget(own) // 2 // (len(RUNGS) + len(SLIPS))
            return min(max(each, self.job.cell.players), MOST_GAMES)
        return max(LEAST_GAMES, min(own // PER_RUNG, MOST_GAMES))

    @property
    def expert(self) -> Persona | None:
        """Who plays the rung above the best; nobody unasked, for experts take seconds."""
        return None if self.unasked else self.scenario.game.expert

    def planned(self, own: int) -> list[Cell]:
        """All cells that are played, for estimates: any persona may be the best."""
        duels = self.judging.duels.values() if self.judging else ()
        return [job.cell for jobs in (self.jobs(self.names[0], own), *duels) for job in jobs]


def _seated(cell: Cell, name: str, players: Sequence[Persona], games: int) -> Cell:
    """The rules of a cell among these players."""
    personas = {one.name: one for one in players}
    made = seated(cell, name, [one.name for one in players], personas, games)
    return dataclasses.replace(made, axes={**cell.axes, RUNG_AXIS: name}, label="")


def plan(scenario: Scenario, jobs: Sequence[CellJob], base: int, tables: LineUpPlan | None) -> LadderPlan | None:
    """What to play beside these jobs; None where nobody is known to be best, or no other players are wanted.

    base: number of the job by whose rules it is played; tables: what tells who is best, or whose personas are judged.
    """
    if tables is None:
        return None
    who = tables if tables.duels else other_line_ups.judging(tables)
    if not who.names:
        return None
    return LadderPlan(scenario, jobs[base], who.names, None if tables.duels else who, tables.unasked)


# What a slip costs ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Slip:
    """What one player with mistakes gets among the best."""

    mistakes: int  # of a thousand decisions
    share: Figure
    equal: float  # the equal share of these games
    cost: Figure  # the equal share less what this player gets, in the same games


def slips(mistakes: Sequence[int], results: Sequence[CellResult], confidence: float) -> list[Slip]:
    """Return what each slip costs, in the order of the results; the intervals of all hold together."""
    z = critical_z(confidence, max(1, len(mistakes)))
    return [_slip(per_mille, result, z) for per_mille, result in zip(mistakes, results, strict=True)]


def _slip(mistakes: int, result: CellResult, z: float) -> Slip:
    payoff = payoff_of(result, result.lineup[0])
    fair = fair_share(result.players, one_loses=result.one_loses)
    equal = fair * payoff.won_games.part
    low, high = payoff.won_games.interval_above(payoff.sums, fair, z)
    share = Figure(payoff.value, *payoff.interval(z), result.games)
    return Slip(mistakes, share, equal, Figure(equal - payoff.value, -high, -low, result.games))


def play(planned: LadderPlan, runner: Runner, own: int, mixture: Mapping[str, float]) -> Part:
    """Play every rung; own: games of the run; mixture: on which players settle, {} where other tables do not tell."""
    shares = mixture or {planned.names[0]: 1.0}
    if not mixture and planned.judging and planned.judging.duels:
        shares = other_line_ups.judge(planned.judging, runner)[BASE_RULES]["mixture"]
    best = max(shares, key=shares.__getitem__)
    jobs = planned.jobs(best, own)
    results = runner.play(jobs)
    settled = sorted((name for name, share in shares.items() if share >= SETTLED), key=lambda name: -shares[name])
    record: dict[str, Any] = {"best": best, "settled": settled, "games": jobs[0].cell.most_games}
    rungs = [{"name": rung.name, "mistakes": rung.mistakes} for rung in RUNGS]
    if expert := planned.expert:
        rungs.append({"name": EXPERTS, "mistakes": expert.mistakes})
        record["experts"] = {"claim": expert.claim, "games": jobs[len(RUNGS)].cell.most_games}
    slips = [slip.mistakes for slip in SLIPS][: len(jobs) - len(rungs)]
    return Part.of_jobs(PART, jobs, results, **record, rungs=rungs, slips=slips)
