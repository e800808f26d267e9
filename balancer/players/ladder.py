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

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import critical_z
from balancer.analysis.results import CellResult
from balancer.core.game import Persona
from balancer.players import among_random, best_player, other_line_ups
from balancer.players.other_line_ups import BASE_RULES, LineUpPlan, seated
from balancer.players.payoffs import Payoff
from balancer.players.stakes import Stakes
from balancer.players.tournament import payoff_of
from balancer.scenario.plan import Cell
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import Part
from balancer.simulation.runner import Runner

PART = "ladder"  # what a manifest calls the record
LEVEL_AXIS = "rung"  # the pseudo-axis that names who plays

# A skill level plays a hundredth of the run's games within these limits, and never more than the base cell.  If the
# scenario requests no other players, all levels together play half of `other_line_ups.budget`.
RUN_DIVISOR, MIN_GAMES, MAX_GAMES = 100, 500, 20_000

EXPERTS, EXPERT_GAMES = "experts", 100  # the level above the best, and its most games: 14 s of a core in a slow game
SETTLED = 0.02  # share of the mixture from which a persona is named


@dataclass(frozen=True)
class SkillLevel:
    """A skill level: players of one strength."""

    name: str
    mistakes: int | None  # of a thousand decisions of the best persona; None: random players

    def player(self, best: Persona, random: Persona) -> Persona:
        """Return the persona in all seats of this skill level."""
        if self.mistakes is None:
            return random
        if self.mistakes == 0:
            return best
        return dataclasses.replace(best, name=f"{best.name}, {self.name}", mistakes=max(self.mistakes, best.mistakes))


SKILL_LEVELS = (  # from the bottom to the top; the names are those in tables and on the page
    SkillLevel("random", None),
    SkillLevel("40% mistakes", 400),
    SkillLevel("15% mistakes", 150),
    SkillLevel("5% mistakes", 50),
    SkillLevel("best", 0),
)

WITH_MISTAKES = tuple(level for level in reversed(SKILL_LEVELS) if level.mistakes)  # each joins the best by itself


@dataclass(frozen=True)
class LadderPlan:
    """The games of the ladder, in addition to those of a run."""

    scenario: Scenario
    job: CellJob  # of the base cell
    names: tuple[str, ...]  # personas of which one is the best
    judging: LineUpPlan | None = None  # the duels that find the best; None if other line-ups are played, which do
    unasked: bool = False  # not requested by the scenario: a small plan, see `other_line_ups.skill_plan`

    def jobs(self, best: str, own: int) -> list[CellJob]:
        """Return the jobs of all skill levels and of one player with mistakes among the best; own: the run's games."""
        cell, random = self.job.cell, self.scenario.game.persona(among_random.RANDOM)
        top = {**self.scenario.base.personas, **cell.personas}[best]
        games = min(cell.most_games, self._games_per_level(own))
        cells = [_level_cell(cell, level.name, [level.player(top, random)], games) for level in SKILL_LEVELS]
        if expert := self.expert:
            cells.append(_level_cell(cell, EXPERTS, [expert], min(games, EXPERT_GAMES)))
        for careless in WITH_MISTAKES if cell.players > 1 else ():
            around = [careless.player(top, random), *[top] * (cell.players - 1)]
            cells.append(_level_cell(cell, f"one with {careless.name}", around, games))
        return [CellJob.of(level_cell) for level_cell in cells]

    def _games_per_level(self, own: int) -> int:
        """Return the games of a skill level, and of each player with mistakes."""
        if self.unasked:
            each = other_line_ups.budget(own) // 2 // (len(SKILL_LEVELS) + len(WITH_MISTAKES))
            return min(max(each, self.job.cell.players), MAX_GAMES)
        return max(MIN_GAMES, min(own // RUN_DIVISOR, MAX_GAMES))

    @property
    def expert(self) -> Persona | None:
        """The persona of the level above the best; None if the ladder was not requested, as experts take seconds."""
        return None if self.unasked else self.scenario.game.expert

    def planned(self, own: int) -> list[Cell]:
        """Return all cells that are played, for estimates of the time: any persona may be the best."""
        duels = self.judging.duels.values() if self.judging else ()
        return [job.cell for jobs in (self.jobs(self.names[0], own), *duels) for job in jobs]


def _level_cell(cell: Cell, name: str, players: Sequence[Persona], games: int) -> Cell:
    personas = {player.name: player for player in players}
    level = seated(cell, name, [player.name for player in players], personas, games)
    return dataclasses.replace(level, axes={**cell.axes, LEVEL_AXIS: name}, label="")


def plan(scenario: Scenario, jobs: Sequence[CellJob], base: int, line_ups: LineUpPlan | None) -> LadderPlan | None:
    """Plan the ladder of a run; None if no persona can be the best, or no other players are wanted.

    base: number of the job by whose rules it is played; line_ups: the plan that finds the best, or whose personas are
    judged.
    """
    if line_ups is None:
        return None
    judging = line_ups if line_ups.duels else other_line_ups.judging(line_ups)
    if not judging.names:
        return None
    return LadderPlan(scenario, jobs[base], judging.names, None if line_ups.duels else judging, line_ups.unasked)


# Cost of mistakes -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class MistakeCost:
    """The result of one player with mistakes among the best."""

    mistakes: int  # of a thousand decisions
    share: Figure  # of the wins; if one player loses, of the games not lost; or the score
    equal: float  # the equal share of these games, or what the best get among their like
    cost: Figure  # this minus the player's share


def mistake_costs(
    mistakes: Sequence[int], results: Sequence[CellResult], confidence: float, best: CellResult | None = None
) -> list[MistakeCost]:
    """Return the cost of mistakes, in the order of the results; all intervals are simultaneous.

    best: the games of the best among their like, which say what equals get if there is no equal share.
    """
    z = critical_z(confidence, max(1, len(mistakes)))
    equals = None if best is None else payoff_of(best, best.lineup[0])
    return [_mistake_cost(per_mille, result, z, equals) for per_mille, result in zip(mistakes, results, strict=True)]


def _mistake_cost(mistakes: int, result: CellResult, z: float, equals: Payoff | None) -> MistakeCost:
    payoff = payoff_of(result, result.lineup[0])
    equal, more = payoff.compared(Stakes.of_result(result).fair_of_seat, z, equals)
    share = Figure(payoff.value, *payoff.interval(z), result.games)
    return MistakeCost(mistakes, share, equal, more.reversed())


def play(planned: LadderPlan, runner: Runner, own: int, mixture: Mapping[str, float]) -> Part:
    """Play every skill level.

    own: games of the run; mixture: the equilibrium by the base rules, {} if no other line-ups were played for it.
    """
    shares = mixture or {planned.names[0]: 1.0}
    if not mixture and planned.judging and planned.judging.duels:
        shares = other_line_ups.judge(planned.judging, runner)[BASE_RULES]["mixture"]
    best = max(shares, key=shares.__getitem__)
    jobs = planned.jobs(best, own)
    results = runner.play(jobs)
    settled = sorted((name for name, share in shares.items() if share >= SETTLED), key=lambda name: -shares[name])
    record: dict[str, Any] = {"best": best, "settled": settled, "games": jobs[0].cell.most_games}
    rungs = [{"name": level.name, "mistakes": level.mistakes} for level in SKILL_LEVELS]
    if expert := planned.expert:
        rungs.append({"name": EXPERTS, "mistakes": expert.mistakes})
        record["experts"] = {"claim": expert.claim, "games": jobs[len(SKILL_LEVELS)].cell.most_games}
    if planned.judging and not planned.unasked:  # the scenario names its line-ups: nobody else has played these
        games = planned.judging.in_place_games
        record["counterparts"] = best_player.counterparts(planned.scenario, best, runner, games)
    slips = [careless.mistakes for careless in WITH_MISTAKES][: len(jobs) - len(rungs)]
    return Part.of_jobs(PART, jobs, results, **record, rungs=rungs, slips=slips)
