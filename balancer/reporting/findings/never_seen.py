"""What the rules provide and no game has shown: a finding by itself, for it costs a line of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from balancer.analysis.intervals.elementary import critical_z, share_interval
from balancer.analysis.metric_names import extra_metric
from balancer.analysis.results import CellResult
from balancer.analysis.tally import Group, Quantity, tally_of
from balancer.reporting.numbers import amount, count
from balancer.reporting.sweep_grid import Sweep
from balancer.scenario.question import GameCard
from balancer.wording import listed

NAMED = 6
"""Things named; beyond this only their number."""


def never_seen(sweep: Sweep, confidence: float, card: GameCard) -> list[str]:
    """Endings and kinds of decision that never occurred, parts that nobody held, and figures that were always 0."""
    shares = {part for whole in card.wholes for part in whole.parts}
    never = list(_in_no_cell(sweep.cells, lambda cell: _not_in(cell, shares)))
    if not never:
        return []
    named = never if len(never) <= NAMED else [*never[: NAMED - 1], f"{len(never) - NAMED + 1} more"]
    games, fewest = sum(cell.games for cell in sweep.cells), min(cell.games for cell in sweep.cells)
    several = len(sweep.cells) > 1
    at_most = 100 * share_interval(0, fewest, critical_z(confidence))[1]
    rules = "any of these rules" if several else "these rules"
    where = "the games of any cell" if several else "all games"
    seen = f"Never seen with {rules}, in {count(games)} games: {listed(named)}."
    return [f"{seen} If it can happen, it happens in fewer than {amount(at_most)}% of {where}."]


def _in_no_cell(cells: Sequence[CellResult], missing: Callable[[CellResult], Iterator[str]]) -> Iterator[str]:
    """What is missing in every cell, in the order of the first."""
    others = [set(missing(cell)) for cell in cells[1:]]
    return (name for name in missing(cells[0]) if all(name in other for other in others))


def _not_in(cell: CellResult, shares: set[str]) -> Iterator[str]:
    """What one cell never saw, in words; shares: figures that are parts of another, which is made of others there."""
    tally, scope = tally_of(cell), cell.scope
    for ending, games in tally.endings.items():
        if not games and ending != "unfinished":
            yield f"the ending '{ending}'"
    for node in scope.nodes:
        if not tally.sums(Quantity(Group.NODE, node)).m:
            yield f"a choice at '{node}'"
    for part in scope.parts:
        if not tally.sums(Quantity(Group.PART, part)).m:
            yield f"'{part}' {cell.part_holding.partition(',')[0]}"
    for name, extra in scope.extras.items():
        kept = tally.sums(Quantity(Group.EXTRA, name))
        if kept.m and not kept.xx and name not in shares:
            yield f"'{extra_metric(name, extra).title}' other than 0"
