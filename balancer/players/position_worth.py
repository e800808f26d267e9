"""What a position is worth, from self-play: the final score explained by what lies before each seat.

A game may take the weights over in its `worth`, by which players who think ahead value trial games that end early.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balancer.analysis.figure import Figure
from balancer.analysis.position_worth import SCORE, WIN, Moments, explained, fitted, gained, independent
from balancer.core.thinking.positions import OWN, STANDING, WORTH, Positions
from balancer.players.tournament import Stop
from balancer.scenario import plan as plans
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.resolved import Scenario
from balancer.simulation.backends.backend import Ranges, ranges
from balancer.simulation.experiments.comparison_plan import name_of
from balancer.simulation.experiments.observed_games import results, without_thought
from balancer.simulation.jobs import CellJob, Chunk
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames

GAMES = 4000  # games from which the worth is fitted where nobody says
CHUNK = 50  # games at once: their positions lie in memory
LEAST = 20  # games that a fit needs at least, besides as many as there are columns

TARGETS = {"score": SCORE, "win": WIN}


@dataclass(frozen=True)
class PositionTask:
    """Games with their positions; a backend's task.  Everybody plays as a persona, who thinks ahead as its base."""

    job: CellJob

    @property
    def holds_interpreter(self) -> bool:
        """See `backend.holds_interpreter`."""
        return self.job.game.is_plain

    def __call__(self, first: int, count: int) -> Chunk[Any]:
        """What consecutive games have noted."""
        job, cell = self.job, self.job.cell
        found = job.game.noted(job.new_table(), cell.rules, cell.seed, first, count)
        job.empty_tally().reduced(found.rows)  # RuleError where the rules went wrong
        return Chunk(first, count, PositionNotes.of(found, job), ())


@dataclass
class PositionNotes:
    """Moments of games; left_out: how many had no winner; positions: how many the others have."""

    names: Sequence[str]
    moments: list[Moments]
    left_out: int
    positions: int

    @classmethod
    def of(cls, found: Positions, job: CellJob) -> PositionNotes:
        """Of some games."""
        rows = np.asarray(found.rows)
        scores = rows["score"][:, : job.cell.players] / job.game.score_unit
        scores *= -1 if job.game.lowest_wins else 1  # what a position is worth is what it is good for
        won = results(rows, job.cell.players, one_loses=job.game.one_loses)
        ends = np.stack([scores, 1 - won if job.game.one_loses else won], axis=2)
        won_by_some = rows["winners"] != 0
        moments = [
            Moments.of(int(rows[k]["game_number"]), found.values[k, : found.looks[k]].astype(float), ends[k])
            for k in np.flatnonzero(won_by_some & (found.looks > 0))
        ]
        return cls(found.names, moments, int((~won_by_some).sum()), int(found.looks[won_by_some].sum()))

    def merge(self, other: PositionNotes) -> None:
        """Add those of other games."""
        self.names = self.names or other.names
        self.moments += other.moments
        self.left_out += other.left_out
        self.positions += other.positions


@dataclass(frozen=True)
class PositionFit:
    """What explains a score or a win.

    weights: by name, of what differs between seats and does not follow from what stands before it; explained: the share
    of its variance that all of them explain in games held out, standing_alone: that the standing does; over_worth: how
    much more they explain than the game's own worth.
    """

    weights: dict[str, Figure]
    explained: Figure
    standing_alone: Figure
    over_worth: Figure

    def to_json(self) -> dict[str, Any]:
        """As `--json` gives it."""
        figures = {name: getattr(self, name).to_json() for name in ("explained", "standing_alone", "over_worth")}
        return {"weights": {name: figure.to_json() for name, figure in self.weights.items()}, **figures}


@dataclass(frozen=True)
class PositionWorth:
    """What a position of a scenario's game is worth to a seat.

    names: of all quantities, the standing first; left_out: games without a winner; fits: by `TARGETS`, none of what is
    the same for all seats.
    """

    scenario: Scenario
    stop: Stop
    names: Sequence[str]
    games: int
    left_out: int
    positions: int
    fits: dict[str, PositionFit]

    @property
    def meanings(self) -> dict[str, str]:
        """What one of each is."""
        game = self.scenario.game
        known = {quantity.name: quantity.meaning for quantity in game.quantities}
        known["standing"] = f"a point of the standing ({game.standing_meaning})"
        return {name: known.get(name, name) for name in self.names}

    def to_json(self) -> dict[str, Any]:
        """What `balancer tune --worth --json` writes."""
        return {
            "game": self.scenario.game.name,
            "lineup": list(self.stop.setting.lineup),
            "confidence": self.scenario.report.confidence,
            "games": self.games,
            "left_out": self.left_out,
            "positions": self.positions,
            "quantities": self.meanings,
            "fits": {name: fit.to_json() for name, fit in self.fits.items()},
        }


def position_worth(
    scenario: Scenario, stop: Stop, runner: Runner, games: int = GAMES, report: Callable[[str], None] = lambda _: None
) -> PositionWorth:
    """Play games of a setting, and explain how they end by their positions; ScenarioError where there are too few."""
    job = CellJob.of(without_thought(plans.cell_of(scenario, stop.setting, {}).with_games(games)))
    runner.play([job], FixedGames(1))  # compiles the game, and tries rules from outside first
    report(f"{games} games")
    notes = PositionNotes([], [], 0, 0)
    for _, chunk in runner.backend.play(Ranges(PositionTask(job), ranges(0, games, CHUNK))):
        notes.merge(chunk.tally)
    names = ("standing", *notes.names)
    if len(notes.moments) < LEAST + len(names):
        message = f"{len(notes.moments)} games that go on after their first round and end, {LEAST + len(names)} needed"
        raise ScenarioError([Fault(name_of(scenario), f"{message}; --games takes more")])
    return PositionWorth(
        scenario, stop, names, games, notes.left_out, notes.positions, _fits(notes, names, scenario.report.confidence)
    )


def _fits(notes: PositionNotes, names: Sequence[str], confidence: float) -> dict[str, PositionFit]:
    """The fit of each target that differs between seats."""
    moments = Moments.joined(notes.moments)
    columns = [STANDING, *range(OWN, OWN + len(names) - 1)]
    kept = [columns[k] for k in independent(moments.columns(columns))]
    worth = [WORTH] if moments.products[:, WORTH, WORTH].any() else []
    found = {}
    for target, number in TARGETS.items():
        if kept and moments.squares[:, number].any():
            figures = fitted(moments.columns(kept), number, confidence)
            found[target] = PositionFit(
                weights={names[columns.index(k)]: one for k, one in zip(kept, figures, strict=True)},
                explained=explained(moments, kept, number, confidence),
                standing_alone=explained(moments, [k for k in kept if k == STANDING], number, confidence),
                over_worth=gained(moments, kept, worth, number, confidence),
            )
    return found
