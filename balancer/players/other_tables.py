"""The same rules at tables of other players: each persona alone, and the mixture on which they settle.

Whether a persona is competent is decided by its payoff among others drawn from that mixture, by the base rules and, in
a sweep, by those of the ends of each axis.  The mixture comes from tables of one among others alike, a few games each:
a small part of a tournament, whose cells these are.
"""

from __future__ import annotations

import dataclasses
import functools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.intervals.elementary import critical_z
from balancer.analysis.results import CellResult
from balancer.analysis.tally import CellTally
from balancer.core.game import Persona
from balancer.players import tournament
from balancer.players.payoffs import Payoff
from balancer.players.tournament import Stop, Tournament, cells_of, entrants, shares_of
from balancer.scenario import plan as plans
from balancer.scenario.plan import Cell
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob, Job, PairJob
from balancer.simulation.manifest import Part
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames, rule_of

TABLE_AXIS = "table"
"""The pseudo-axis that names the players of another table."""

MIXTURE = "mixture"
"""The table drawn from the equilibrium."""

TUNED = "tuned"
"""The table of players tuned by the rules of a cell (`retune`)."""

PART, LEAST_GAMES, MOST_GAMES = 10, 1_000, 20_000
"""Other tables play a tenth of the games of a cell, at least 1000 and at most 20 000, and never more than it."""

FIRST_GAMES, PAIR_GAMES = 100, 500
"""Games of one persona among others alike, by which competence is decided: at first, and where that leaves it open."""

IN_PLACE_GAMES = 1_000
"""Games in which the best persona takes each place of a line-up of which nobody is competent."""

COMPETENT = 0.8
"""Part of a fair share that a competent persona gets among others drawn from the mixture."""

MIXED_SEATS = 32
"""Places of the line-up that stands for the mixture: shares are rounded to thirty-seconds."""

BASE_RULES = -1
"""In place of the number of a cell: the base rules, which may not be a cell of the sweep."""

MAX_UNFINISHED = 0.1
"""A table that leaves more of its games unfinished is not competent."""


@dataclass(frozen=True)
class TablePlan:
    """What is played beside the jobs of a run.

    jobs: of the run, cells or pairs; names: personas, each of which gets a table; duels: by cell of the sweep, the
    base rules first, one persona among others alike, which tells who is competent; {} where the scenario names tables.
    """

    scenario: Scenario
    jobs: Sequence[Job]
    names: tuple[str, ...]
    duels: Mapping[int, Sequence[CellJob]]

    @property
    def alone(self) -> list[Job]:
        """A table of each persona alone, for every job."""
        return [self.job(name, (name,), job) for name in self.names for job in self.jobs]

    @property
    def planned(self) -> list[Cell]:
        """All cells that are played at most, for estimates; that of the mixture stands for any line-up."""
        mixed = [self.job(MIXTURE, self.names, job) for job in self.jobs if self.duels]
        duels = [job for jobs in self.duels.values() for job in jobs]
        return [cell for job in (*self.alone, *duels, *mixed) for cell in job.cells]

    @property
    def words(self) -> str:
        """How much that is."""
        cells = self.planned
        games = sum(cell.most_games for cell in cells)
        return f"robustness: {len(cells)} more cells at tables of other players, at most {games:_} games"

    def job(self, table: str, lineup: Sequence[str], job: Job) -> Job:
        """A table of a line-up by the rules of a job of the run."""
        if isinstance(job, PairJob):
            base, variant = (CellJob.of(self._cell(table, lineup, side.cell)) for side in job.sides)
            return PairJob(job.name, base, variant, job.report)
        return CellJob.of(self._cell(table, lineup, job.cell))

    def _cell(self, table: str, lineup: Sequence[str], cell: Cell) -> Cell:
        """A table by the rules of a cell; the personas as the cell changes them, others as the scenario has them."""
        return seated(cell, table, lineup, {**self.scenario.base.personas, **cell.personas})


def seated(cell: Cell, table: str, lineup: Sequence[str], personas: Mapping[str, Persona]) -> Cell:
    """A table of other players by the rules of a cell; personas: all that may be in the line-up, by name."""
    names = tuple(lineup) * cell.players if len(lineup) == 1 else tuple(lineup)
    return dataclasses.replace(
        cell,
        axes={**cell.axes, TABLE_AXIS: table},
        lineup=names,
        personas={name: personas[name] for name in names},
        seating="rotate",
        games=games_of(cell),
        precision=None,
        max_games=None,
    )


def table_words(name: str) -> str:
    """The players of a table: `builder alone`, `the mixture`, `tuned players`."""
    named = {MIXTURE: f"the {MIXTURE}", TUNED: "tuned players"}
    return named.get(name, f"{name} alone")


def games_of(cell: Cell) -> int:
    """Games of another table in place of a cell's own."""
    if cell.games is None:
        return min(MOST_GAMES, cell.most_games)
    return min(cell.games, max(LEAST_GAMES, cell.games // PART), MOST_GAMES)


def plan(scenario: Scenario, jobs: Sequence[Job], ends: Sequence[int] = ()) -> TablePlan | None:
    """What to play beside these jobs; None where the scenario does not want it.

    ends: cells of the sweep by whose rules competence is judged, too.
    """
    wanted = scenario.report.robustness
    if wanted is None:
        return None
    names = entrants(scenario.base, wanted)
    if wanted or len(names) < tournament.FEWEST:
        return TablePlan(scenario, jobs, names, {})
    stops = {BASE_RULES: Stop({}, scenario.base)} | {cell: Stop(*scenario.swept[cell]) for cell in ends}
    games = min(PAIR_GAMES, max(FIRST_GAMES, jobs[0].cell.most_games))
    return TablePlan(
        scenario, jobs, names, {cell: _duels(scenario, stop, names, games) for cell, stop in stops.items()}
    )


def _duels(scenario: Scenario, stop: Stop, names: Sequence[str], games: int) -> list[CellJob]:
    """One persona among others alike, for every pair, by the rules of a stop; games: of each at most."""
    return [
        CellJob.of(cell)
        for one in names
        for other in names
        for cell in cells_of(scenario, stop, [one, *[other] * (stop.setting.players - 1)], games)
    ]


def play(planned: TablePlan, runner: Runner) -> Part:
    """Play the other tables, each by the jobs of the run in their order, and decide which are competent."""
    jobs = planned.alone
    alone = runner.play(jobs, [rule_of(job.cell) for job in jobs])
    record: dict[str, Any] = {"names": list(planned.names), "games": games_of(planned.jobs[0].cell)}
    if planned.duels:
        judged = judge(planned, runner)
        record |= judged.pop(BASE_RULES)
        record |= _in_place(planned, runner, record)
        record["ends"] = [{"cell": cell, **one} for cell, one in judged.items()]
        mixed = mixed_line_up(record["mixture"])
        if len(set(mixed)) > 1:
            more = [planned.job(MIXTURE, mixed, job) for job in planned.jobs]
            alone += runner.play(more, [rule_of(job.cell) for job in more])
            jobs, record["names"] = [*jobs, *more], [*planned.names, MIXTURE]
    return Part.of_jobs("tables", jobs, alone, **record)


def _in_place(planned: TablePlan, runner: Runner, record: Mapping[str, Any]) -> dict[str, Any]:
    """What the best persona gets in one place of the line-up as set up, each place in turn.

    {} where somebody in it is competent, or where that is not known.
    """
    scenario, competence = planned.scenario, record["competence"]
    setting = scenario.base
    thinking = [name for name, one in setting.seated.items() if not one.at_random]
    if any(competence.get(name, {"competent": True})["competent"] for name in thinking):
        return {}
    best = max(record["mixture"], key=record["mixture"].__getitem__)
    seated = (setting.lineup * setting.players)[: max(setting.players, len(setting.lineup))]
    games = -(-min(IN_PLACE_GAMES, planned.jobs[0].cell.most_games) // len(seated) ** 2) * len(seated)
    line_ups = [(*seated[:place], best, *seated[place + 1 :]) for place in range(len(seated))]
    settings = [dataclasses.replace(setting, lineup=one, seating="rotate") for one in line_ups]
    jobs = [CellJob.of(plans.cell_of(scenario, one, {TABLE_AXIS: one.lineup})) for one in settings]
    payoffs = [Payoff(shares_of(one, best), one.games) for one in runner.play(jobs, FixedGames(games))]
    payoff = functools.reduce(Payoff.joined, payoffs)
    low, high = payoff.interval(critical_z(scenario.report.confidence))
    return {"in_place": {"persona": best, "value": payoff.value, "low": low, "high": high, "games": payoff.games}}


def judge(planned: TablePlan, runner: Runner) -> dict[int, dict[str, Any]]:
    """Who is competent, and where players settle, by the base rules and at each end of an axis.

    Most payoffs are far from the bound, so a few games tell; more are played of personas of which they do not.
    """
    every = [job for duels in planned.duels.values() for job in duels]
    first = iter(runner.play(every, [FixedGames(_first_games(job.cell)) for job in every]))
    found = {}
    for cell, duels in planned.duels.items():
        results = [next(first) for _ in duels]
        held = Tournament.of(results, planned.names, planned.scenario.report.confidence)
        undecided = _undecided(held)
        more = [number for number, job in enumerate(duels) if undecided & set(job.cell.lineup)]
        if more:
            again = [duels[number] for number in more]
            for number, result in zip(more, runner.play(again, [rule_of(job.cell) for job in again]), strict=True):
                results[number] = result
            held = Tournament.of(results, planned.names, planned.scenario.report.confidence)
        found[cell] = _competence(held)
    return found


def _first_games(cell: Cell) -> int:
    """Games of a first look, as often in each seat."""
    return min(cell.most_games, -(-FIRST_GAMES // cell.players) * cell.players)


def _undecided(held: Tournament) -> set[str]:
    """Personas of which it is open whether they are competent."""
    bound, found = COMPETENT * held.payoffs.fair, set()
    for number, name in enumerate(held.names):
        payoff, (low, high) = held.against_equilibrium[number]
        holds = held.conventions[number].holds
        if holds is not True and (low < bound <= high or (payoff < bound and holds is None)):
            found.add(name)
    return found


@dataclass(frozen=True)
class CompetentTables:
    """The line-ups of other tables that count by the base rules, by name; left: personas whose tables do not."""

    line_ups: Mapping[str, tuple[str, ...]]
    left: tuple[str, ...]


def competent_tables(planned: TablePlan, runner: Runner) -> CompetentTables:
    """Play a few games of each table by the base rules, the jobs of the plan, and decide which of them count."""
    ended = {
        name: unfinished(result) <= MAX_UNFINISHED
        for name, result in zip(planned.names, runner.play(planned.alone, FixedGames(PAIR_GAMES)), strict=True)
    }
    record = judge(planned, runner)[BASE_RULES] if planned.duels else {}
    known = record.get("competence") or {}
    counting = [name for name in planned.names if ended[name] and (not known or known[name]["competent"])]
    line_ups: dict[str, tuple[str, ...]] = {name: (name,) for name in counting}
    mixed = mixed_line_up(record["mixture"]) if record else []
    if len(set(mixed)) > 1:
        line_ups[MIXTURE] = tuple(mixed)
    return CompetentTables(line_ups, tuple(name for name in planned.names if name not in counting))


def _competence(found: Tournament) -> dict[str, Any]:
    """Why each persona is competent, or not."""
    fair = found.payoffs.fair
    competence = {}
    for number, name in enumerate(found.names):
        payoff, (low, high) = found.against_equilibrium[number]
        holds = found.conventions[number].holds is True
        competence[name] = {
            "payoff": payoff,
            "low": low,
            "high": high,
            "own_table_holds": holds,
            "competent": payoff >= COMPETENT * fair or holds,
        }
    shares = dict(zip(found.names, found.equilibrium.shares.tolist(), strict=True))
    return {
        "fair": fair,
        "pair_games": found.games // len(found.names) ** 2,
        "mixture": shares,
        "competence": competence,
    }


def mixed_line_up(shares: Mapping[str, float]) -> list[str]:
    """A line-up in which each persona appears as often as in a mixture, in an order drawn once and for all.

    Its seats rotate, so that a table is a stretch of it.
    """
    wanted = {name: share * MIXED_SEATS for name, share in shares.items()}
    counts = {name: int(number) for name, number in wanted.items()}
    by_rest = sorted(wanted, key=lambda name: counts[name] - wanted[name])
    for name in by_rest[: MIXED_SEATS - sum(counts.values())]:
        counts[name] += 1
    seated = [name for name, number in counts.items() for _ in range(number)]
    random.Random(MIXED_SEATS).shuffle(seated)
    return seated


def unfinished(result: CellResult) -> float:
    """Share of the games of a cell that were cut off."""
    tally = CellTally(**result.tally)
    return tally.endings.get("unfinished", 0) / tally.games
