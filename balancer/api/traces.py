"""`balancer.trace`: one game in words."""

from __future__ import annotations

from typing import Any

from balancer.api.playing import Target, loaded
from balancer.narration import worker
from balancer.narration.review import Review
from balancer.scenario import plan
from balancer.scenario.errors import ScenarioError
from balancer.simulation.comparison_plan import unknown_variant


class Trace(tuple[str, ...]):
    """The lines of a game; prints as text."""

    __slots__ = ()

    def __repr__(self) -> str:
        """The game in words."""
        return "\n".join(self)


def trace(
    scenario: Target,
    game: int = 0,
    *,
    variant: str | None = None,
    seat: int | None = None,
    brief: bool = False,
    all_options: bool = False,
    chances: bool = False,
    **changes: Any,
) -> Trace:
    """Narrate game number `game`: every decision, what it weighed, and the standings; the first line says who won.

    variant: under the rules of this variant; seat: only what this seat sees, counted from 1; brief: one line per turn;
    all_options: not only the best four of each decision; chances: each seat's before every round, and moves that lost
    more than 5 percentage points; further arguments as those of `run` that change the rules:
    players, lineup, rules, personas, seed.
    ScenarioError, a ValueError, lists all that is wrong; WorkerError: the rules go wrong.
    """
    found = loaded(scenario, **changes)
    faults = [] if variant is None else unknown_variant(found, variant)
    if faults:
        raise ScenarioError(faults)
    if game < 0:
        raise ValueError(f"game {game}: games are counted from 0")
    cell = plan.base_cell(found) if variant is None else plan.variant_cell(found, variant)
    if seat is not None and not 1 <= seat <= cell.players:
        raise ValueError(f"seat {seat}: there are {cell.players} seats, counted from 1")
    viewer = None if seat is None else seat - 1
    review = Review.of(cell, game) if chances else None
    from balancer.narration.narrate import lines_of

    (lines,) = worker.ask(
        [(lines_of, cell, (game, all_options, brief, viewer, review))], plain=True, seconds=worker.SECONDS
    )
    return Trace(lines)
