"""Verdicts on a scenario's checks in every cell of a sweep, from games that were played anyway.

`balancer check` plays until its claims are decided; here the number of games is given.  A check without `cells` is
judged in every cell, one with `cells` in the cells that it names.  A check of a variant is judged in the cells in which
the variant was played, too (`variant_checks`).  Checks `against` another setting need games that a sweep does not play;
they are left out.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from balancer.analysis import verdicts
from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.estimates.metric_names import Offer, UnknownNameError, find_metric, names_for
from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.results import CellResult
from balancer.analysis.verdicts import FAIL, PASS, UNDECIDED, Bound, Holm
from balancer.checks.claims import measured
from balancer.checks.undecided import Undecided, games_to_decide
from balancer.scenario.question import Check

RARE = 0.05  # a check that allows at most this share forbids a rare event, such as an unfinished game
USUAL = ReportSpec()  # the report of a scenario that says nothing about it
NOT_ASKED = ""  # stands for the verdict in a cell that no check is about


@dataclass(frozen=True)
class CellVerdict:
    """One figure of one cell, compared with the bound of a check."""

    check: int  # number of the check in the scenario, from 0
    cell: int  # number of the cell, from 0
    figure: FigureRef
    bound: Bound
    now: Estimate  # the figure with its interval at `confidence`
    confidence: float
    verdict: str
    games: int  # of the cell
    look: int = 0  # the look that judged the cell; 0 if its number of games was fixed
    variant: str = ""  # whose figure it is, based on the rules of the cell; '' for the cell itself

    @property
    def unseen(self) -> bool:
        """Whether the check allows an event rarely, it has not happened, and only games to prove that are missing."""
        low, high = self.bound[:2]
        rare = self.now.unit == "share" and low is None and high is not None and high <= RARE
        return rare and self.now.value == 0 and self.verdict == UNDECIDED

    @property
    def undecided(self) -> Undecided:
        """The figure as `undecided` sees it, to predict how many more games decide it."""
        return Undecided(self.now, self.bound, self.confidence, self.games, self.look)

    @functools.cached_property
    def games_to_decide(self) -> float | None:
        """Games per cell that would probably decide this figure, None if no number would."""
        return games_to_decide([self.undecided])


def figures_in(cell: CellResult, check: Check) -> list[FigureRef]:
    """Return the figures of a check that a cell has: [] if it has fewer seats or other personas."""
    offer = offer_in(cell, check.figure.metric)
    return [] if offer is None else [figure for figure in check.figures(offer.of) if offer.has(figure)]


def offer_in(cell: CellResult, metric: str) -> Offer | None:
    """Return a metric as a cell offers it, None if it does not."""
    try:
        return find_metric(names_for(cell), metric)
    except UnknownNameError:
        return None


@dataclass(frozen=True)
class SweptChecks:
    """The verdicts of all checks in all cells, simultaneous at the confidence of the report."""

    checks: Sequence[Check]
    verdicts: tuple[CellVerdict, ...]
    cells: int

    @functools.cached_property
    def judged(self) -> list[int]:
        """Numbers of the checks that are judged in at least one cell."""
        return sorted({verdict.check for verdict in self.verdicts})

    @functools.cached_property
    def left_out(self) -> list[Check]:
        """Checks whose games were played in no cell."""
        return [check for number, check in enumerate(self.checks) if check.left_out and number not in self.judged]

    def of_cell(self, cell: int) -> list[CellVerdict]:
        """Return the verdicts that count for a cell, failures first; unseen events do not count."""
        return self._by_cell.get(cell, [])

    @functools.cached_property
    def deciding(self) -> list[int]:
        """Numbers of the checks that count in at least one cell."""
        return sorted({verdict.check for verdict in self.verdicts if not verdict.unseen})

    @functools.cached_property
    def unseen(self) -> list[CellVerdict]:
        """Verdicts on rare events that have not happened, in too few games to prove them rare."""
        return [verdict for verdict in self.verdicts if verdict.unseen]

    @functools.cached_property
    def _by_cell(self) -> dict[int, list[CellVerdict]]:
        by_cell: dict[int, list[CellVerdict]] = {}
        deciding = [verdict for verdict in self.verdicts if not verdict.unseen]
        for verdict in sorted(deciding, key=lambda each: (verdicts.VERDICTS.index(each.verdict), each.check)):
            by_cell.setdefault(verdict.cell, []).append(verdict)
        return by_cell

    def verdict(self, cell: int) -> str:
        """Return the verdict of all checks together in a cell, NOT_ASKED if none is about it."""
        of_checks = [verdict.verdict for verdict in self.of_cell(cell)]
        return verdicts.worst(of_checks) if of_checks else NOT_ASKED

    def cells_with(self, verdict: str) -> list[int]:
        """Return the numbers of the cells with a verdict."""
        return [cell for cell in range(self.cells) if self.verdict(cell) == verdict]

    def counts(self, check: int) -> dict[str, int]:
        """Count the cells in which a check passes, is undecided, fails."""
        by_cell: dict[int, list[str]] = {}
        for verdict in self.verdicts:
            if verdict.check == check:
                by_cell.setdefault(verdict.cell, []).append(verdict.verdict)
        worst = [verdicts.worst(of_figures) for of_figures in by_cell.values()]
        return {verdict: worst.count(verdict) for verdict in (PASS, UNDECIDED, FAIL)}


class _CellClaim(NamedTuple):
    """A figure of a check in a cell, and the result that has it: of the cell itself, or of a variant there."""

    check: int
    cell: int
    figure: FigureRef
    result: CellResult
    look: int  # the last look at the result; 0 if its number of games was fixed


def judge_cells(
    checks: Sequence[Check],
    cells: Sequence[CellResult],
    spec: ReportSpec = USUAL,
    variants: Mapping[tuple[int, int], CellResult] | None = None,
) -> SweptChecks:
    """Judge checks in every cell, at the levels of Holm's method, as `balancer check` does.

    spec: gives confidence and pace.  A cell whose length was decided by looks is judged at the level of its last look.
    variants: the results of variants by the numbers of check and cell; None if the sweep plays no variants.
    """
    claims = _claims(checks, cells, variants or {})
    # Variants that were not played count, too: which ones are played depends on the verdicts of the other checks.
    claimed = sum(check.concerns(cell.axes) for check in checks if check.of_variant for cell in cells)
    unplayed = 0 if variants is None else claimed - len(variants)

    @functools.cache
    def figure_at(number: int, level: float) -> Estimate:
        return measured(claims[number].result, claims[number].figure, level, spec.seconds_per_decision)

    def judge(number: int, level: float) -> str:
        return verdicts.of_figure(figure_at(number, level), checks[claims[number].check].bound)

    holm = Holm(spec.confidence, len(claims) + unplayed)
    by_claim = holm.look(lambda number: max(1, claims[number].look), range(len(claims)), judge)
    cell_verdicts = []
    for number, (check, cell, figure, result, look) in enumerate(claims):
        level = holm.confidence(max(1, look))
        now, verdict, bound = figure_at(number, level), by_claim[number], checks[check].bound
        variant = checks[check].variant if checks[check].of_variant else ""
        cell_verdicts.append(CellVerdict(check, cell, figure, bound, now, level, verdict, result.games, look, variant))
    return SweptChecks(checks, tuple(cell_verdicts), len(cells))


def _claims(
    checks: Sequence[Check], cells: Sequence[CellResult], variants: Mapping[tuple[int, int], CellResult]
) -> list[_CellClaim]:
    """Return the claims of all checks, in their order."""
    looks_taken = [int(cell.precision["looks"]) if cell.precision else 0 for cell in cells]
    # The levels are those of the looks; estimates must not widen their intervals for them once more.
    bare = [cell.with_precision(None) if cell.precision else cell for cell in cells]
    claims = []
    for check_number, check in enumerate(checks):
        for cell_number, cell in enumerate(bare):
            result = variants.get((check_number, cell_number)) if check.left_out else cell
            if result is not None and check.concerns(cell.axes):
                look = 0 if check.left_out else looks_taken[cell_number]
                claims += [
                    _CellClaim(check_number, cell_number, figure, result, look) for figure in figures_in(result, check)
                ]
    return claims


def as_dict(verdict: CellVerdict, checks: SweptChecks, cell: CellResult) -> dict[str, Any]:
    """Return a verdict as `sweep --json` and verdicts.csv hold it."""
    games = verdict.games_to_decide if verdict.verdict == UNDECIDED else None
    return {
        "cell": verdict.cell + 1,
        "axes": dict(cell.axes),
        "check": checks.checks[verdict.check].name or verdict.figure.name,
        "metric": verdict.figure.metric,
        "of": verdict.figure.of or None,
        "stat": verdict.figure.stat or None,
        "value": verdict.now.value,
        "low": verdict.now.low,
        "high": verdict.now.high,
        "at_least": verdict.bound.low,
        "at_most": verdict.bound.high,
        "verdict": verdict.verdict,
        "confidence": verdict.confidence,
        "games": verdict.now.games,
        "games_to_decide": None if games is None else math.ceil(games),
        "variant": verdict.variant or None,
    }
