"""Cells and changes played until what is claimed of them is decided, fewest games first.

After fixed numbers of games - looks - every check in every cell is judged, and the headline figures are measured, at
the levels of that look (`sequential`).  A cell ends at the look at which nothing of it is open, so that the errors of
all verdicts hold together as they do where the number of games is given.  Beyond the usual number of games only those
cells go on of which the next look probably decides something: on its bound a figure stays undecided for ever.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.comparison import main_effects
from balancer.analysis.intervals import sequential
from balancer.analysis.metric_names import names_for
from balancer.analysis.metrics import estimate
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

PARTS = (16, 8, 4, 2)  # of the usual number of games: the first looks; further ones come after twice as many each
PROBABLY = 0.5  # chance that the next look decides, from which playing beyond the usual games is worth it


def looks(usual: int, most: int) -> list[int]:
    """The numbers of games after which to look, the usual one among them; the last is the most."""
    fewer = (-(-usual // part) for part in PARTS)
    return [*(games for games in fewer if games < min(usual, most)), *sequential.looks(most, usual)]


@dataclass(frozen=True)
class Deciding:
    """What decides how long the cells of a scenario are played.

    changes: whether the pairs are of the base and its single changes, which the sweep lists.
    """

    scenario: Scenario
    looks: Sequence[int]
    changes: bool = False

    @classmethod
    def of(cls, scenario: Scenario, *, changes: bool = False) -> Deciding:
        """The rule of a scenario whose cells are played until they are decided."""
        usual, most = scenario.games, scenario.max_games
        assert usual is not None and most is not None  # noqa: S101, PT018 - both are given where looks decide
        return cls(scenario, looks(usual, most), changes)

    def play(
        self, runner: Runner, jobs: Sequence[Job], links: Sequence[LinkJob], between: Between, *, keep_games: bool
    ) -> tuple[list[Any], list[Any]]:
        """The results of jobs played from look to look while they are open, and of links of their common games.

        keep_games: rows of games are kept once it is known of how many; they are played again for it.
        """
        results: list[Any] = [None] * len(jobs)
        pairs: list[Any] = [None] * len(links)
        numbers = list(range(len(jobs)))
        for look, games in enumerate(self.looks, 1):
            together = [k for k, two in enumerate(between) if set(two) <= set(numbers)]
            played = runner.play([jobs[n] for n in numbers], FixedGames(games), links=[links[k] for k in together])
            seen = [dataclasses.replace(one, precision=_looked(look)) for one in played]
            for number, one in zip(numbers, seen, strict=False):
                results[number] = one
            for k, one in zip(together, seen[len(numbers) :], strict=True):
                pairs[k] = paired_cells.with_cells(one, results, between[k])
            if look == len(self.looks) or not (numbers := self._still_open(results, between, pairs, look)):
                break
        if keep_games:
            runner.play(jobs, [FixedGames(one.games) for one in results], keep_games=True)
        return results, pairs

    def _still_open(
        self, results: Sequence[CellResult | PairResult], between: Between, pairs: Sequence[PairResult], look: int
    ) -> list[int]:
        """The numbers of the jobs that are worth playing on after a look."""
        changed = {n: one for n, one in enumerate(results) if isinstance(one, PairResult)}
        if self.changes:
            changed = {number: pair for (_, number), pair in zip(between, pairs, strict=True)}
        found = {n for n, pair in changed.items() if pair.games == self.looks[look - 1] and self._is_open(pair, look)}
        if found and between:
            found.add(0)  # the base, which every change is compared with
        cells = {n: one for n, one in enumerate(results) if isinstance(one, CellResult)}
        return sorted(found | self._open_cells(cells, look))

    def _open_cells(self, cells: Mapping[int, CellResult], look: int) -> set[int]:
        """The cells with checks or headline figures that are worth playing on for."""
        judged = judge_cells(self.scenario.question.checks, list(cells.values()), self.scenario.report)
        found = set[int]()
        for place, (number, cell) in enumerate(cells.items()):
            if cell.games == self.looks[look - 1]:
                figures = [one.undecided for one in judged.of_cell(place) if one.verdict == UNDECIDED]
                if self._worth_it(figures, look) or self._too_wide(cell, look):
                    found.add(number)
        return found

    def _is_open(self, pair: PairResult, look: int) -> bool:
        """Whether some effect of a change is undecided, and worth playing on for."""
        error = 1 - self.scenario.report.confidence
        figures = [
            Undecided(one.estimate, Bound(-one.margin, one.margin), 1 - error / one.family, pair.games, look)
            for one in main_effects(pair, self.scenario.report)
            if one.verdict == UNDECIDED and one.value is not None
        ]
        return self._worth_it(figures, look)

    def _worth_it(self, undecided: Sequence[Undecided], look: int) -> bool:
        """Whether playing until the next look is worth it for figures that are undecided."""
        now, later = self.looks[look - 1 : look + 1]
        if later <= (self.scenario.games or 0):
            return bool(undecided)
        return any(one.decidable and one.chance(later / now) >= PROBABLY for one in undecided)

    def _too_wide(self, cell: CellResult, look: int) -> bool:
        """Whether a headline figure is not known within its margin; beyond the usual games, but after the next look."""
        now, later = self.looks[look - 1 : look + 1]
        report, left = self.scenario.report, now / later if later > (self.scenario.games or 0) else 0.0
        for figure in headline_figures(self.scenario, cell.lineup, names_for(cell)):
            one = estimate(  # as reports state it
                cell,
                figure.metric,
                of=figure.of or None,
                stat=figure.stat or None,
                confidence=report.confidence,
                seconds_per_decision=report.seconds_per_decision,
            )
            margin = margin_of(self.scenario, figure, one.unit, one.value)
            if one.half_width > margin >= one.half_width * math.sqrt(left):  # NaN is neither
                return True
        return False


def _looked(look: int) -> dict[str, Any]:
    """What a result states that looks have ended, no precision being wanted."""
    return {"wanted": None, "half_width": None, "looks": look, "reached": True}
