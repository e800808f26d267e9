"""The studies of `balancer run` and `balancer sweep`: settings, pairs of them, other line-ups, levels of skill."""

from __future__ import annotations

import dataclasses
import os
import pathlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self

from balancer.analysis.verdicts import PASS
from balancer.checks import variant_checks
from balancer.checks.cell_verdicts import judge_cells
from balancer.checks.deciding import Deciding
from balancer.checks.variant_checks import VariantChecks
from balancer.players import ladder, other_line_ups, retune
from balancer.players.ladder import LadderPlan
from balancer.players.other_line_ups import LineUpPlan
from balancer.players.retune import RetunePlan
from balancer.questions import skill
from balancer.questions.study import Further, Note, Study
from balancer.questions.sweep.report import SweepReport
from balancer.reporting.sweep_grid import Grid, grid_of
from balancer.scenario import plan as plans
from balancer.scenario.question import GameCard
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.simulation.experiments import paired_cells
from balancer.simulation.jobs import CellJob, LinkJob
from balancer.simulation.manifest import MAIN, FinishedRun, Part
from balancer.simulation.runner import Runner
from balancer.simulation.store import Store
from balancer.wording import plural

if TYPE_CHECKING:
    from balancer.questions.sweep.real_plays import PlaysPlan

Retune = Literal["", "ends", "all"]  # cells in which players are retuned: none, base and ends of each axis, all


def grid(scenario: Scenario) -> Grid | None:
    """Return the cells of a sweep along their axes; None for a single setting."""
    if not scenario.axes:
        return None
    return grid_of([axes for axes, _ in scenario.swept], scenario.question, GameCard.of(scenario.game))


def ends_of(cells: Grid | None) -> list[int]:
    """Return the cells for closer study: the base, then the ends of each axis through it."""
    return [0] if cells is None else cells.ends


def paired(scenario: Scenario, along: Grid | None) -> list[tuple[int, int]]:
    """Return the pairs of cells between which changes are estimated; both have the same players and line-up.

    With --precision every cell stops separately, so that only single changes are paired, which are then played again.
    """
    if along is None:
        return []
    if along.lists_changes:
        return along.compared
    table = [(cell.players, cell.lineup) for cell in plans.cells(scenario)]
    return [(a, b) for a, b in along.compared if table[a] == table[b] and scenario.precision is None]


@dataclass(frozen=True)
class SweepStudy(Study[SweepReport]):
    """The cells of a scenario, with all that is played in addition."""

    pairs: Sequence[LinkJob] = ()
    between: Sequence[tuple[int, int]] = ()  # the cells of each pair
    tables: LineUpPlan | None = None  # other line-ups
    ladder: LadderPlan | None = None  # levels of skill, from random players to the best
    retuning: RetunePlan | None = None  # cells in which better players are searched for
    real: PlaysPlan | None = None  # plays of real people
    variants: VariantChecks | None = None  # for checks of variants, in the settings that pass all other checks
    weighs_players = True

    @classmethod
    def of(cls, scenario: Scenario, *, where: Retune = "") -> SweepStudy:
        """Plan all cells of a sweep; ScenarioError: nothing to retune."""
        jobs = [CellJob.of(cell) for cell in plans.cells(scenario)]
        along = grid(scenario)
        ends = ends_of(along)
        retuning = retune.plan(scenario, jobs, range(len(jobs)) if where == "all" else ends) if where else None
        competence = ends[1:] if scenario.report.robustness == () else []
        requested = other_line_ups.plan(scenario, jobs, competence, along.on_lines if along else None)
        tables = requested or other_line_ups.skill_plan(scenario, jobs)
        between = paired(scenario, along)
        pairs = paired_cells.jobs(scenario, between, whole=bool(between and along and along.lists_changes))
        rungs = ladder.plan(scenario, jobs, along.base if along else 0, tables)
        variants = VariantChecks.of(scenario) if along is not None else None
        return cls(scenario, jobs, pairs, between, tables, rungs, retuning, variants=variants)

    @property
    def further(self) -> list[Further]:
        """Other line-ups, levels of skill, pairs, searches, real plays."""
        parts = skill.further(self.tables, self.ladder)
        if self.pairs and self.scenario.precision is not None:
            pair_cells = [cell for job in self.pairs for cell in job.cells]
            games = f"at most {sum(cell.most_games for cell in pair_cells):_} games"
            words = f"single changes: base and change again on the same dice for {len(self.pairs)} changes, {games}"
            parts.append(Further("pairs", pair_cells, words, if_any=True))
        if self.variants is not None:
            cells = list(self.variants.cells.values())
            parts.append(Further(variant_checks.PART, cells, self.variants.words, if_any=True))
        if self.retuning is not None:
            searched = [self.retuning.jobs[number].cell for number in self.retuning.cells]
            each = self.retuning.most_games // len(searched)
            cells = [cell.with_games(each) for cell in searched]
            least, most_games = self.retuning.least_games, self.retuning.most_games
            words = (
                f"retuning: a search for better habits in {plural(len(searched), 'setting')}, about {least:_} games; "
                f"about {most_games:_} if better players are found in all"
            )
            parts.append(Further("retuned", cells, words))
        if self.real is not None:
            parts.append(Further("plays", list(self.real.cells.values()), self.real.words))
        return parts

    def with_plays(self, file: str | os.PathLike[str] | None) -> Self:
        """Return the study with a CSV file of real plays; ScenarioError, OSError."""
        if file is None:
            return self
        from balancer.questions.sweep import real_plays

        planned = real_plays.plan(self.scenario, self.settings, self.jobs, pathlib.Path(file))
        return dataclasses.replace(self, real=planned)

    @property
    def settings(self) -> list[Setting]:
        """The setting of every cell."""
        return [setting for _, setting in self.scenario.swept]

    def play(self, runner: Runner, store: Store | None, note: Note, *, keep_games: bool) -> Iterator[Part]:
        """Play the cells and their pairs, then other line-ups and tuned players."""
        results, pairs = self._cells(runner, keep_games=keep_games)
        yield Part(MAIN, results)
        if self.pairs:
            yield Part.of_jobs("pairs", self.pairs, pairs, between=[list(cells) for cells in self.between])
        if self.variants is not None:
            yield self.variants.play(runner, results)
        if self.tables is not None:
            earlier = store.page["tables"] if store else None
            own = sum(result.games for result in results)
            judged = judge_cells(self.scenario.checks, results, self.scenario.report, {} if self.variants else None)
            yield from skill.play(self.tables, self.ladder, runner, own, earlier, judged.cells_with(PASS))
        if self.retuning is not None:
            yield retune.play(self.retuning, runner, note)
        if self.real is not None:
            yield self.real.play(runner, note)

    def _cells(self, runner: Runner, *, keep_games: bool) -> tuple[list[Any], list[Any]]:
        """Return the results of the cells and of their pairs."""
        scenario = self.scenario
        if scenario.until_decided:
            along = grid(scenario) if self.pairs else None
            changes = along is not None and along.lists_changes
            deciding = Deciding.of(scenario, changes=changes, variants=self.variants is not None)
            return deciding.play(runner, self.jobs, self.pairs, self.between, keep_games=keep_games)
        return paired_cells.play(runner, self.jobs, self.pairs, self.between, scenario, keep_games=keep_games)

    @staticmethod
    def report(played: FinishedRun) -> SweepReport:
        """Return the report of a run or a sweep."""
        tables, tuned, pairs, rungs = (played.part(name) for name in ("tables", "retuned", "pairs", ladder.PART))
        variants = played.part(variant_checks.PART)
        return SweepReport(played.manifest, played.main, tables, tuned, pairs, rungs, variants)


@dataclass(frozen=True)
class RunStudy(SweepStudy):
    """Plan of a run: the base rules without the sweep."""

    @classmethod
    def of_base(cls, scenario: Scenario) -> RunStudy:
        """Plan to play the base rules of a scenario."""
        jobs = [CellJob.of(plans.base_cell(scenario))]
        tables = other_line_ups.plan(scenario, jobs) or other_line_ups.skill_plan(scenario, jobs)
        return cls(scenario, jobs, (), (), tables, ladder.plan(scenario, jobs, 0, tables))

    @property
    def settings(self) -> list[Setting]:
        """The setting of the base rules."""
        return [self.scenario.base]

    def content(self, report: SweepReport) -> dict[str, Any]:
        """Return the figures of the only cell, then what else was played."""
        return {**report.cells_json()[0], **report.players_json}
