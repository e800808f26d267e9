"""The rule that ends the play of each cell once its checks and figures are decided.

Looks come after fixed numbers of games.  Each look judges every check in every cell and measures the headline
figures, at the levels of that look (`sequential`).  A cell ends at the look that leaves nothing open, so that all
verdicts stay simultaneous, as with a fixed number of games.  Beyond the usual number of games a cell goes on only
if the next look will probably decide something: a figure that lies on its bound would stay undecided for ever.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.comparisons.comparison import main_effects
from balancer.analysis.estimates.metric_names import names_for
from balancer.analysis.estimates.metrics import estimate
from balancer.analysis.intervals import sequential
from balancer.analysis.results import CellResult, PairResult
from balancer.analysis.verdicts import UNDECIDED, Bound
from balancer.checks.cell_verdicts import judge_cells
from balancer.checks.claims import headline_figures, margin_of
from balancer.checks.undecided import Undecided
from balancer.scenario.resolved import Scenario
from balancer.simulation.experiments import paired_cells
from balancer.simulation.experiments.paired_cells import Between
from balancer.simulation.jobs import Job, LinkJob
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames

PARTS = (16, 8, 4, 2)  # the first looks come after these fractions of the usual games; each later one doubles them
PROBABLY = 0.5  # beyond the usual games, a cell goes on if the next look decides with at least this probability


def looks(usual: int, most: int) -> list[int]:
    """Return the numbers of games after which to look: `usual` is one of them, `most` is the last."""
    fewer = (-(-usual // part) for part in PARTS)
    return [*(games for games in fewer if games < min(usual, most)), *sequential.looks(most, usual)]


@dataclass(frozen=True)
class Deciding:
    """The rule that decides how long the cells of a scenario are played."""

    scenario: Scenario
    schedule: Sequence[int]  # numbers of games after which to look
    changes: bool = False  # whether pairs are of the base and single changes, which the sweep lists
    variants: bool = False  # whether checks of variants are played afterwards

    @classmethod
    def of(cls, scenario: Scenario, *, changes: bool = False, variants: bool = False) -> Deciding:
        """Return the rule of a scenario whose cells are played until they are decided."""
        usual, most = scenario.games, scenario.max_games
        assert usual is not None and most is not None  # noqa: S101, PT018 - both are given where looks decide
        return cls(scenario, looks(usual, most), changes, variants)

    def play(
        self, runner: Runner, jobs: Sequence[Job], links: Sequence[LinkJob], between: Between, *, keep_games: bool
    ) -> tuple[list[Any], list[Any]]:
        """Play jobs from look to look while they are open; return their results, and those of the links between jobs.

        keep_games: play again at the end to keep the rows of games, whose number is known only then.
        """
        results: list[Any] = [None] * len(jobs)
        pairs: list[Any] = [None] * len(links)
        numbers = list(range(len(jobs)))
        for look, games in enumerate(self.schedule, 1):
            together = [k for k, sides in enumerate(between) if set(sides) <= set(numbers)]
            played = runner.play([jobs[n] for n in numbers], FixedGames(games), links=[links[k] for k in together])
            # Looks end the cell here, not a precision: that is what `precision` records of it.
            state = {"wanted": None, "half_width": None, "looks": look, "reached": True}
            marked = [dataclasses.replace(result, precision=dict(state)) for result in played]
            for number, result in zip(numbers, marked, strict=False):
                results[number] = result
            for k, pair in zip(together, marked[len(numbers) :], strict=True):
                pairs[k] = paired_cells.with_cells(pair, results, between[k])
            if look == len(self.schedule) or not (numbers := self._still_open(results, between, pairs, look)):
                break
        if keep_games:
            runner.play(jobs, [FixedGames(result.games) for result in results], keep_games=True)
        return results, pairs

    def _still_open(
        self, results: Sequence[CellResult | PairResult], between: Between, pairs: Sequence[PairResult], look: int
    ) -> list[int]:
        """Return the numbers of the jobs that are worth playing on after a look."""
        changed = {n: result for n, result in enumerate(results) if isinstance(result, PairResult)}
        if self.changes:
            changed = {number: pair for (_, number), pair in zip(between, pairs, strict=True)}
        games = self.schedule[look - 1]
        still_open = {n for n, pair in changed.items() if pair.games == games and self._is_open(pair, look)}
        if still_open and between:
            still_open.add(0)  # the base, which every change is compared with
        cells = {n: result for n, result in enumerate(results) if isinstance(result, CellResult)}
        return sorted(still_open | self._open_cells(cells, look))

    def _open_cells(self, cells: Mapping[int, CellResult], look: int) -> set[int]:
        """Return the cells with checks or headline figures that are worth playing on for."""
        checks, report = self.scenario.question.checks, self.scenario.report
        judged = judge_cells(checks, list(cells.values()), report, {} if self.variants else None)
        still_open = set[int]()
        for position, (number, cell) in enumerate(cells.items()):
            if cell.games == self.schedule[look - 1]:
                figures = [verdict.undecided for verdict in judged.of_cell(position) if verdict.verdict == UNDECIDED]
                if self._worth_it(figures, look) or self._too_wide(cell, look):
                    still_open.add(number)
        return still_open

    def _is_open(self, pair: PairResult, look: int) -> bool:
        """Return whether some effect of a change is undecided and worth playing on for."""
        error = 1 - self.scenario.report.confidence
        figures = [
            Undecided(
                effect.estimate, Bound(-effect.margin, effect.margin), 1 - error / effect.family, pair.games, look
            )
            for effect in main_effects(pair, self.scenario.report)
            if effect.verdict == UNDECIDED and effect.value is not None
        ]
        return self._worth_it(figures, look)

    def _worth_it(self, undecided: Sequence[Undecided], look: int) -> bool:
        """Return whether the next look will probably decide one of these figures."""
        now, later = self.schedule[look - 1 : look + 1]
        if later <= (self.scenario.games or 0):
            return bool(undecided)
        return any(figure.decidable and figure.chance(later / now) >= PROBABLY for figure in undecided)

    def _too_wide(self, cell: CellResult, look: int) -> bool:
        """Return whether a headline figure is wider than its margin, and will not be after the next look."""
        now, later = self.schedule[look - 1 : look + 1]
        # Intervals narrow by the root of the games.  Up to the usual number, any figure that is too wide goes on.
        report, left = self.scenario.report, now / later if later > (self.scenario.games or 0) else 0.0
        for figure in headline_figures(self.scenario, cell.lineup, names_for(cell)):
            as_reported = estimate(
                cell,
                figure.metric,
                of=figure.of or None,
                stat=figure.stat or None,
                confidence=report.confidence,
                seconds_per_decision=report.seconds_per_decision,
            )
            margin, half_width = (
                margin_of(self.scenario, figure, as_reported.unit, as_reported.value),
                as_reported.half_width,
            )
            if half_width > margin >= half_width * math.sqrt(left):  # NaN is neither
                return True
        return False
