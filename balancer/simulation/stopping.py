"""Stopping rules: a job is played for a number of games, or until its intervals are narrow enough."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from balancer.analysis.comparisons.comparison import main_effects, main_figures
from balancer.analysis.figure_ref import ReportSpec
from balancer.analysis.intervals import sequential
from balancer.analysis.results import CellResult, PairResult, Result
from balancer.simulation.jobs import Job, PairJob

Precision = dict[str, Any]  # at the last look: wanted, half_width, looks, reached; of pairs also `undecided`


class StoppingRule(Protocol):
    """A rule that looks at a job after fixed numbers of games, so that neither threads nor chunks matter."""

    @property
    def most(self) -> int:
        """Games at the last look."""

    def looks(self) -> Iterator[int]:
        """Yield the numbers of games after which to look."""

    def judge(self, result: Result, look: int) -> Precision | None:
        """Judge the result of look number `look` (from 1); None if only the number of games decides."""


@dataclass(frozen=True)
class FixedGames:
    """The rule to play a given number of games."""

    most: int

    def looks(self) -> Iterator[int]:
        """Yield one look, at the end."""
        yield self.most

    def judge(self, result: Result, look: int) -> None:
        """Return None: only the number of games decides."""
        del result, look


@dataclass(frozen=True)
class WantedPrecision:
    """The rule to play until the widest simultaneous interval of the seats' win rates is narrow enough.

    For pairs: the intervals of the differences; also, every figure with a margin in `report` must be decided.
    """

    half_width: float  # to reach
    most: int
    confidence: float
    report: ReportSpec = field(default_factory=ReportSpec)

    def looks(self) -> Iterator[int]:
        """Return the looks of the sequential rule."""
        return sequential.looks(self.most)

    def judge(self, result: Result, look: int) -> Precision:
        """Judge the widest interval by the requested half-width."""
        if isinstance(result, PairResult):
            return self._judge_pair(result, look)
        assert isinstance(result, CellResult)  # noqa: S101 - links are of a given number of games
        width = sequential.half_width(result.tally, self.confidence, look)
        return {"wanted": self.half_width, "half_width": width, "looks": look, "reached": width <= self.half_width}

    def _judge_pair(self, pair: PairResult, look: int) -> Precision:
        family = len(main_figures(pair, self.report))
        width = sequential.paired_half_width(pair, self.confidence, look, family)
        effects = main_effects(dataclasses.replace(pair, precision={"looks": look}), self.report)
        undecided = [effect.name for effect in effects if effect.undecided]
        reached = width <= self.half_width and not undecided
        return {
            "wanted": self.half_width,
            "half_width": width,
            "looks": look,
            "reached": reached,
            "undecided": undecided,
        }


def rule_of(job: Job) -> StoppingRule:
    """Return the rule that a job's cell requests; for a pair, with the figures that its `report` wants decided."""
    cell = job.cell
    if cell.precision is None:
        return FixedGames(cell.most_games)
    report = job.report if isinstance(job, PairJob) else ReportSpec()
    return WantedPrecision(cell.precision, cell.most_games, cell.confidence, report)
