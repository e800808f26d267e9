"""The same rules at tables of other players: each persona alone, and the mixture on which they settle.

Whether a persona is competent is decided by its payoff among others drawn from that mixture, by the base rules and, in
a sweep, by those of the ends of each axis.  The mixture comes from tables of one among others alike, a few games each:
a small part of a tournament, whose cells these are.  Only competent ones get a table, and all tables together play a
tenth of the games of the run.
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
from balancer.core.game import Persona
from balancer.players import best_player, tournament
from balancer.players.payoffs import Payoff, fair_share
from balancer.players.tournament import Stop, Tournament, entrants, payoff_of, share_unfinished
from balancer.scenario.plan import Cell
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob, Job, PairJob
from balancer.simulation.manifest import Part
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames
from balancer.simulation.store import digest

TABLE_AXIS = "table"
"""The pseudo-axis that names the players of another table."""

MIXTURE = "mixture"
"""The table drawn from the equilibrium."""

TUNED = "tuned"
"""The table of players tuned by the rules of a cell (`retune`)."""

PART, LEAST_GAMES, MOST_GAMES = 10, 100, 20_000
"""All other tables together play a tenth of the games of a run: each cell of them at least 100 and at most 20 000."""

LEAST_ALONE = 1_000
"""Games of a single other table: a tenth of those as set up, and so many at least."""

PER_PLACE, LEAST_IN_PLACE = 100, 500
"""What the best persona gets in places of others takes a hundredth of the games of a run, so many at least."""

FIRST_GAMES, PAIR_GAMES = 100, 500
"""Games of one persona among others alike, by which competence is decided: at first, and where that leaves it open."""

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

    jobs: of the run, cells or pairs; names: personas, each of which gets a table if it is competent; duels: by cell of
    the sweep, the base rules first, one persona among others alike, which tells who is; {} where the scenario names
    tables; at: the numbers of the jobs that other tables play.
    """

    scenario: Scenario
    jobs: Sequence[Job]
    names: tuple[str, ...]
    duels: Mapping[int, Sequence[CellJob]]
    at: tuple[int, ...]

    @property
    def others(self) -> list[str]:
        """The personas that may get a table: where none is named, not the one that the scenario sets up."""
        own = set(self.scenario.base.lineup) if self.duels else set()
        return [name for name in self.names if {name} != own]

    def tables(self, line_ups: Mapping[str, Sequence[str]], at: Mapping[str, Sequence[int]], own: int) -> list[Job]:
        """The jobs of other tables, by name; at: which jobs of the run each plays; own: games of the run."""
        each = own // PART // max(1, sum(len(at[name]) for name in line_ups))
        games = min(max(LEAST_GAMES, each), MOST_GAMES)
        return [self.job(name, one, self.jobs[k], games) for name, one in line_ups.items() for k in at[name]]

    @property
    def planned(self) -> list[Cell]:
        """All cells that are played at most, for estimates; that of the mixture stands for any line-up."""
        line_ups = {name: (name,) for name in self.others} | ({MIXTURE: self.names} if self.duels else {})
        own = sum(job.cell.most_games for job in self.jobs)
        duels = [job for jobs in self.duels.values() for job in jobs]
        tables = self.tables(line_ups, dict.fromkeys(line_ups, self.at), own)
        return [cell for job in (*tables, *duels) for cell in job.cells]

    @property
    def basis(self) -> str:
        """What decides who is competent: the rules and dice of all that may be played for it."""
        duels = [[job.key for job in jobs] for jobs in self.duels.values()]
        numbers = [FIRST_GAMES, PAIR_GAMES, best_player.GAMES, COMPETENT, self.scenario.report.confidence]
        asked = [self.scenario.base.lineup, best_player.asked(self.scenario)]
        return digest([self.names, list(self.duels), duels, asked, numbers])

    @property
    def words(self) -> str:
        """How much that is."""
        cells = self.planned
        games = sum(cell.most_games for cell in cells)
        return f"robustness: {len(cells)} more cells at tables of other players, at most {games:_} games"

    def job(self, table: str, lineup: Sequence[str], job: Job, games: int) -> Job:
        """A table of a line-up by the rules of a job of the run; games: unless the job has fewer."""
        if isinstance(job, PairJob):
            base, variant = (CellJob.of(self._cell(table, lineup, side.cell, games)) for side in job.sides)
            return PairJob(job.name, base, variant, job.report)
        return CellJob.of(self._cell(table, lineup, job.cell, games))

    def _cell(self, table: str, lineup: Sequence[str], cell: Cell, games: int) -> Cell:
        """A table by the rules of a cell; the personas as the cell changes them, others as the scenario has them."""
        most = min(games, cell.most_games)
        return seated(cell, table, lineup, {**self.scenario.base.personas, **cell.personas}, most)


def seated(cell: Cell, table: str, lineup: Sequence[str], personas: Mapping[str, Persona], games: int) -> Cell:
    """A table of other players by the rules of a cell; personas: all that may be in the line-up, by name."""
    names = tuple(lineup) * cell.players if len(lineup) == 1 else tuple(lineup)
    return dataclasses.replace(
        cell,
        axes={**cell.axes, TABLE_AXIS: table},
        lineup=names,
        personas={name: personas[name] for name in names},
        seating="rotate",
    ).with_games(games)


def table_words(name: str) -> str:
    """The players of a table: `builder alone`, `the mixture`, `tuned players`."""
    named = {MIXTURE: f"the {MIXTURE}", TUNED: "tuned players"}
    return named.get(name, f"{name} alone")


def games_of(own: int) -> int:
    """Games of a single other table beside so many as set up: of a tuned table, or where a check is only reported."""
    return min(own, max(LEAST_ALONE, own // PART), MOST_GAMES)


def plan(
    scenario: Scenario, jobs: Sequence[Job], ends: Sequence[int] = (), at: Sequence[int] | None = None
) -> TablePlan | None:
    """What to play beside these jobs; None where the scenario does not want it.

    ends: cells of the sweep by whose rules competence is judged, too; at: the jobs that other tables play, all if None.
    """
    places = tuple(range(len(jobs)) if at is None else at)
    wanted = scenario.report.robustness
    if wanted is None:
        return None
    names = entrants(scenario.base, wanted)
    if wanted or len(names) < tournament.FEWEST:
        return TablePlan(scenario, jobs, names, {}, places)
    stops = {BASE_RULES: Stop({}, scenario.base)} | {cell: Stop(*scenario.swept[cell]) for cell in ends}
    games = min(PAIR_GAMES, max(FIRST_GAMES, jobs[0].cell.most_games))
    duels = {cell: tournament.duels(scenario, stop, names, games) for cell, stop in stops.items()}
    return TablePlan(scenario, jobs, names, duels, places)


def judging(planned: TablePlan) -> TablePlan:
    """The same personas, those who think ahead left out, with the duels that tell who of them is best."""
    scenario = planned.scenario
    names = tuple(name for name in planned.names if not scenario.base.personas[name].search)
    games = min(PAIR_GAMES, max(FIRST_GAMES, planned.jobs[0].cell.most_games))
    enough = len(names) >= tournament.FEWEST
    duels = {BASE_RULES: tournament.duels(scenario, Stop({}, scenario.base), names, games)} if enough else {}
    return dataclasses.replace(planned, names=names, duels=duels)


def play(planned: TablePlan, runner: Runner, own: int, known: Mapping[str, Any] | None = None) -> Part:
    """Decide who is competent, and play the tables of those.

    own: games of the run; known: the record of an earlier run, whose verdicts hold as long as nothing has changed.
    """
    record: dict[str, Any] = {}
    line_ups: dict[str, Sequence[str]] = {name: (name,) for name in planned.others}
    if planned.duels:
        kept = known if known and known.get("basis") == planned.basis else judged(planned, runner)
        record = {name: kept[name] for name in JUDGED if name in kept}
        line_ups = {name: (name,) for name in planned.others if _counts(record, name)}
        mixed = mixed_line_up(record["mixture"])
        line_ups |= {MIXTURE: mixed} if len(set(mixed)) > 1 else {}
    at = dict.fromkeys(line_ups, planned.at)
    if "in_place" in record:
        at[record["in_place"]["persona"]] = tuple(range(len(planned.jobs)))
    jobs = planned.tables(line_ups, at, own)
    results = runner.play(jobs)
    games = max((job.cell.most_games for job in jobs), default=0)
    record |= {"names": list(line_ups), "at": {name: list(one) for name, one in at.items()}, "games": games}
    return Part.of_jobs("tables", jobs, results, **record)


JUDGED = ("basis", "fair", "pair_games", "mixture", "competence", "ends", "in_place", "counterparts")
"""What a record of other tables says of competence."""


def judged(planned: TablePlan, runner: Runner) -> dict[str, Any]:
    """Who is competent by the base rules and at the ends of axes, and what the best gets among a weak line-up."""
    found = judge(planned, runner)
    record = {"basis": planned.basis, **found.pop(BASE_RULES)}
    ends = [{"cell": cell, **one} for cell, one in found.items()]
    return {**record, "ends": ends, **_in_places(planned, runner, record)}


def _counts(record: Mapping[str, Any], name: str) -> bool:
    """Whether a persona is competent by the base rules or at an end."""
    return any(one["competence"][name]["competent"] for one in (record, *record.get("ends", ())))


def _in_places(planned: TablePlan, runner: Runner, record: Mapping[str, Any]) -> dict[str, Any]:
    """What the best persona gets in a line-up of which nobody is competent, and with others' habits."""
    scenario, best = planned.scenario, _best(record)
    own = [job.cell.most_games for job in planned.jobs]
    most = min(own[0], max(LEAST_IN_PLACE, sum(own) // PER_PLACE))
    thinking = [name for name, one in scenario.base.seated.items() if not one.at_random]
    weak = all(name in record["competence"] and not record["competence"][name]["competent"] for name in thinking)
    found = {"in_place": best_player.in_place(scenario, best, runner, most)} if weak else {}
    return {**found, "counterparts": best_player.counterparts(scenario, best, runner, most)}


def judge(planned: TablePlan, runner: Runner) -> dict[int, dict[str, Any]]:
    """Who is competent, and where players settle, by the base rules and at each end of an axis.

    Most ends are like the base rules: there the best persona beats every other at home and away, which takes two of the
    duels for each.  Where that is not certain, all are played.
    """
    base, ends = ({k: one for k, one in planned.duels.items() if (k == BASE_RULES) == of} for of in (True, False))
    found = _all_duels(planned, runner, base)
    if not ends:
        return found
    best = _best(found[BASE_RULES])
    near = {cell: [job for job in duels if {best} < set(job.cell.lineup)] for cell, duels in ends.items()}
    played = iter(_first_look(runner, [job for duels in near.values() for job in duels]))
    z = critical_z(planned.scenario.report.confidence)
    alike = {cell: _as_at_base([next(played) for _ in duels], best, planned.names, z) for cell, duels in near.items()}
    other = _all_duels(planned, runner, {cell: duels for cell, duels in ends.items() if alike[cell] is None})
    return found | {cell: alike[cell] or other[cell] for cell in ends}


def _best(record: Mapping[str, Any]) -> str:
    """The persona that the mixture has most of."""
    return str(max(record["mixture"], key=record["mixture"].__getitem__))


def _as_at_base(results: Sequence[CellResult], best: str, names: Sequence[str], z: float) -> dict[str, Any] | None:
    """The record of rules by which a persona beats every other at home and away; None where that is not certain."""
    players = results[0].players
    fair = fair_share(players, one_loses=results[0].one_loses)
    competence = {best: _verdict(fair, fair, fair, holds=True, fair=fair)}
    for name in names:
        if name == best:
            continue
        away = _payoff(results, name, [best] * (players - 1), z)
        home = _payoff(results, best, [name] * (players - 1), z)
        if away[2] >= COMPETENT * fair or home[1] <= fair:
            return None
        competence[name] = _verdict(*away, holds=False, fair=fair)
    shares = {name: float(name == best) for name in names}
    ordered = {name: competence[name] for name in names}
    return {"fair": fair, "pair_games": results[0].games, "mixture": shares, "competence": ordered}


def _payoff(results: Sequence[CellResult], name: str, others: Sequence[str], z: float) -> tuple[float, float, float]:
    """What one gets among others, with its interval."""
    seated_ = sorted([name, *others])
    payoff = functools.reduce(Payoff.joined, [payoff_of(one, name) for one in results if sorted(one.lineup) == seated_])
    return payoff.value, *payoff.interval(z)


def _first_look(runner: Runner, jobs: Sequence[CellJob]) -> list[CellResult]:
    """A few games of each."""
    return runner.play(jobs, [FixedGames(_first_games(job.cell)) for job in jobs])


def _all_duels(
    planned: TablePlan, runner: Runner, duels_at: Mapping[int, Sequence[CellJob]]
) -> dict[int, dict[str, Any]]:
    """What all duels tell; most payoffs are far from the bound, and more games are played for those that are not."""
    first = iter(_first_look(runner, [job for duels in duels_at.values() for job in duels]))
    found = {}
    for cell, duels in duels_at.items():
        results, once = [next(first) for _ in duels], set(range(len(duels)))
        while True:
            held = Tournament.of(results, planned.names, planned.scenario.report.confidence)
            again = sorted(once.intersection(_open_duels(held, duels)))
            if not again:
                break
            more = [duels[number] for number in again]
            for number, result in zip(again, runner.play(more), strict=True):
                results[number] = result
            once -= set(again)
        found[cell] = _competence(held)
    return found


def _first_games(cell: Cell) -> int:
    """Games of a first look, as often in each seat."""
    return min(cell.most_games, -(-FIRST_GAMES // cell.players) * cell.players)


def _open_duels(held: Tournament, duels: Sequence[CellJob]) -> list[int]:
    """The duels of which more games may decide who is competent.

    What an undecided persona gets among the mixture rests on what it and those of the mixture get among the latter;
    whether its own table holds, on what those get there who may gain by joining it.
    """
    among, guests = _undecided(held)
    if among:
        mixture = {name for name, share in zip(held.names, held.equilibrium.shares, strict=True) if share > 0}
        for host in mixture:
            guests.setdefault(host, set()).update((among | mixture) - {host})
    others = held.payoffs.seats - 1
    open_ = {tuple(sorted([guest, *[host] * others])) for host, who in guests.items() for guest in who}
    return [number for number, job in enumerate(duels) if tuple(sorted(job.cell.lineup)) in open_]


def _undecided(held: Tournament) -> tuple[set[str], dict[str, set[str]]]:
    """Personas of which it is open whether they are competent: among the mixture, and by their own table.

    The latter with itself and those who may gain by joining it.
    """
    bound = COMPETENT * held.payoffs.fair
    among, alone = set(), {}
    for number, name in enumerate(held.names):
        payoff, (low, high) = held.against_equilibrium[number]
        own = held.conventions[number]
        if own.holds is not True and low < bound <= high:
            among.add(name)
        if own.holds is None and payoff < bound:
            alone[name] = {name, *(held.names[rival] for rival in own.rivals)}
    return among, alone


@dataclass(frozen=True)
class CompetentTables:
    """The line-ups of other tables that count by the base rules, by name; left: personas whose tables do not."""

    line_ups: Mapping[str, tuple[str, ...]]
    left: tuple[str, ...]


def competent_tables(planned: TablePlan, runner: Runner) -> CompetentTables:
    """Decide by the base rules who is competent, and whose table, the job of the plan, ends its games."""
    record = judge(planned, runner)[BASE_RULES] if planned.duels else {}
    known = record.get("competence") or {}
    able = [name for name in planned.names if not known or known[name]["competent"]]
    alone = [planned.job(name, (name,), planned.jobs[0], PAIR_GAMES) for name in able]
    ends = [share_unfinished(result) <= MAX_UNFINISHED for result in runner.play(alone, FixedGames(PAIR_GAMES))]
    counting = [name for name, one in zip(able, ends, strict=True) if one]
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
        payoff, bounds = found.against_equilibrium[number]
        holds = found.conventions[number].holds is True
        competence[name] = _verdict(payoff, *bounds, holds=holds, fair=fair)
    shares = dict(zip(found.names, found.equilibrium.shares.tolist(), strict=True))
    return {
        "fair": fair,
        "pair_games": found.games // len(found.names) ** 2,
        "mixture": shares,
        "competence": competence,
    }


def _verdict(payoff: float, low: float, high: float, *, holds: bool, fair: float) -> dict[str, Any]:
    """Why a persona is competent, or not."""
    competent = payoff >= COMPETENT * fair or holds
    return {"payoff": payoff, "low": low, "high": high, "own_table_holds": holds, "competent": competent}


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
