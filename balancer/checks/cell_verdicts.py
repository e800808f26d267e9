"""Judges a scenario's checks in every cell of a sweep, from what was played anyway.

`balancer check` plays on until its claims are decided; here the games are given.  A check without `cells` is judged in
every cell, one with `cells` in those that it names.  A check of a variant, or against another setting, needs games that
a sweep does not play, and is left out.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis import verdicts
from balancer.analysis.estimate import Estimate
from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.metric_names import Offer, UnknownNameError, find_metric, names_for
from balancer.analysis.results import CellResult
from balancer.analysis.verdicts import FAIL, PASS, UNDECIDED, Bound, Holm
from balancer.checks.claims import measured
from balancer.checks.undecided import Undecided, games_to_decide
from balancer.scenario.question import Check

RARE = 0.05  # share of the games up to which a bound guards against an event that should not happen
USUAL = ReportSpec()  # what a report shows where the scenario says nothing about it
NOT_ASKED = ""  # in place of a verdict of a cell that no check is about


@dataclass(frozen=True)
class CellVerdict:
    """One figure of one cell, held against the bound of a check.

    check: number of the check in the scenario, from 0; now: the figure with its interval at `confidence`; games: of
    the cell; look: at which the cell is judged, 0 where its number of games was fixed.
    """

    check: int
    cell: int
    figure: FigureRef
    bound: Bound
    now: Estimate
    confidence: float
    verdict: str
    games: int
    look: int = 0

    @property
    def unseen(self) -> bool:
        """Whether it only lacks the games to prove that an event is rare which has not happened in any of them."""
        low, high = self.bound[:2]
        rare = self.now.unit == "share" and low is None and high is not None and high <= RARE
        return rare and self.now.value == 0 and self.verdict == UNDECIDED

    @property
    def undecided(self) -> Undecided:
        """What more games would do for it."""
        return Undecided(self.now, self.bound, self.confidence, self.games, self.look)

    @functools.cached_property
    def games_to_decide(self) -> float | None:
        """The games per cell that would probably decide this figure; None: no number would do."""
        return games_to_decide([self.undecided])


def figures_in(cell: CellResult, check: Check) -> list[FigureRef]:
    """The figures of a check in a cell; [] where the cell has none of them (fewer seats, other personas)."""
    offer = offer_in(cell, check.figure.metric)
    return [] if offer is None else [figure for figure in check.figures(offer.of) if offer.has(figure)]


def offer_in(cell: CellResult, metric: str) -> Offer | None:
    """A metric as a cell offers it, None if it does not."""
    try:
        return find_metric(names_for(cell), metric)
    except UnknownNameError:
        return None


@dataclass(frozen=True)
class SweptChecks:
    """The verdicts of all checks in all cells; they hold together with `confidence`."""

    checks: Sequence[Check]
    verdicts: tuple[CellVerdict, ...]
    cells: int

    @functools.cached_property
    def judged(self) -> list[int]:
        """The checks that are judged in at least one cell."""
        return sorted({one.check for one in self.verdicts})

    def of_cell(self, cell: int) -> list[CellVerdict]:
        """The verdicts that decide over a cell, failures first: not the guards against events that nobody has seen."""
        return self._by_cell.get(cell, [])

    @functools.cached_property
    def deciding(self) -> list[int]:
        """The checks that decide over at least one cell."""
        return sorted({one.check for one in self.verdicts if not one.unseen})

    @functools.cached_property
    def unseen(self) -> list[CellVerdict]:
        """The guards against events that nobody has seen, where too few games were played to prove them rare."""
        return [one for one in self.verdicts if one.unseen]

    @functools.cached_property
    def _by_cell(self) -> dict[int, list[CellVerdict]]:
        found: dict[int, list[CellVerdict]] = {}
        deciding = [one for one in self.verdicts if not one.unseen]
        for one in sorted(deciding, key=lambda one: (verdicts.VERDICTS.index(one.verdict), one.check)):
            found.setdefault(one.cell, []).append(one)
        return found

    def verdict(self, cell: int) -> str:
        """The verdict of all checks together in a cell; NOT_ASKED where none is about it."""
        found = [one.verdict for one in self.of_cell(cell)]
        return verdicts.worst(found) if found else NOT_ASKED

    def cells_with(self, verdict: str) -> list[int]:
        """The cells with that verdict."""
        return [cell for cell in range(self.cells) if self.verdict(cell) == verdict]

    def counts(self, check: int) -> dict[str, int]:
        """In how many cells a check passes, fails, stays undecided."""
        found: dict[int, list[str]] = {}
        for one in self.verdicts:
            if one.check == check:
                found.setdefault(one.cell, []).append(one.verdict)
        worst = [verdicts.worst(several) for several in found.values()]
        return {verdict: worst.count(verdict) for verdict in (PASS, UNDECIDED, FAIL)}


def judge_cells(checks: Sequence[Check], cells: Sequence[CellResult], spec: ReportSpec = USUAL) -> SweptChecks:
    """Judge checks in every cell: at Holm's levels, as `balancer check` does; spec: confidence and pace.

    Where looks decided how long a cell was played, its levels are those of its last look.
    """
    claims = [
        (number, place, figure)
        for number, check in enumerate(checks)
        if not check.left_out
        for place, cell in enumerate(cells)
        if check.concerns(cell.axes)
        for figure in figures_in(cell, check)
    ]
    looks = [int(cell.precision["looks"]) if cell.precision else 0 for cell in cells]
    bare = [cell.with_precision(None) if cell.precision else cell for cell in cells]  # looks count once

    @functools.cache
    def figure_at(claim: int, level: float) -> Estimate:
        _, place, figure = claims[claim]
        return measured(bare[place], figure, level, spec.seconds_per_decision)

    def judge(claim: int, level: float) -> str:
        return verdicts.of_figure(figure_at(claim, level), checks[claims[claim][0]].bound)

    holm = Holm(spec.confidence, len(claims))
    found = holm.look(lambda claim: max(1, looks[claims[claim][1]]), range(len(claims)), judge)
    made = []
    for k, (n, place, figure) in enumerate(claims):
        level, games = holm.confidence(max(1, looks[place])), cells[place].games
        now = figure_at(k, level)
        made.append(CellVerdict(n, place, figure, checks[n].bound, now, level, found[k], games, looks[place]))
    return SweptChecks(checks, tuple(made), len(cells))


def as_dict(one: CellVerdict, checks: SweptChecks, cell: CellResult) -> dict[str, Any]:
    """A verdict as `sweep --json` and verdicts.csv hold it."""
    games = one.games_to_decide if one.verdict == UNDECIDED else None
    return {
        "cell": one.cell + 1,
        "axes": dict(cell.axes),
        "check": checks.checks[one.check].name or one.figure.name,
        "metric": one.figure.metric,
        "of": one.figure.of or None,
        "stat": one.figure.stat or None,
        "value": one.now.value,
        "low": one.now.low,
        "high": one.now.high,
        "at_least": one.bound.low,
        "at_most": one.bound.high,
        "verdict": one.verdict,
        "confidence": one.confidence,
        "games": one.now.games,
        "games_to_decide": None if games is None else math.ceil(games),
    }
