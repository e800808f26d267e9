"""The worth of a position, from self-play: the final score explained by what lies before each seat.

A game may use these weights in its `worth`, with which players who think ahead value trial games that end early.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balancer.analysis.figure import Figure
from balancer.analysis.play.worth import SCORE, WIN, Moments, explained, fitted, gained, independent
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

GAMES = 4000  # from which the worth is fitted by default
CHUNK = 50  # games at once: their positions lie in memory
MIN_GAMES = 20  # that a fit needs, in addition to one per column

TARGETS = {"score": SCORE, "win": WIN}


@dataclass(frozen=True)
class PositionTask:
    """Games with their positions, a task of a backend; a thinker plays as its base persona."""

    job: CellJob

    @property
    def holds_interpreter(self) -> bool:
        """Whether a task keeps other threads of its process from playing."""
        return self.job.game.is_plain

    def __call__(self, first: int, count: int) -> Chunk[Any]:
        """Play consecutive games and note their positions."""
        job, cell = self.job, self.job.cell
        positions = job.game.noted(job.new_table(), cell.rules, cell.seed, first, count)
        job.empty_tally().reduced(positions.rows)  # RuleError where the rules went wrong
        return Chunk(first, count, PositionNotes.of(positions, job), ())


@dataclass
class PositionNotes:
    """The positions of some games, added up."""

    names: Sequence[str]
    moments: list[Moments]  # one per game that somebody won
    left_out: int  # games without a winner
    positions: int  # of the other games

    @classmethod
    def of(cls, positions: Positions, job: CellJob) -> PositionNotes:
        """Add up the positions of some games."""
        rows = np.asarray(positions.rows)
        scores = rows["score"][:, : job.cell.players] / job.game.score_unit
        scores *= -1 if job.game.lowest_wins else 1  # what a position is worth is what it is good for
        won = results(rows, job.cell.players, one_loses=job.game.one_loses)
        ends = np.stack([scores, 1 - won if job.game.one_loses else won], axis=2)
        won_by_some = rows["winners"] != 0
        moments = [
            Moments.of(int(rows[k]["game_number"]), positions.values[k, : positions.counts[k]].astype(float), ends[k])
            for k in np.flatnonzero(won_by_some & (positions.counts > 0))
        ]
        return cls(positions.names, moments, int((~won_by_some).sum()), int(positions.counts[won_by_some].sum()))

    def merge(self, other: PositionNotes) -> None:
        """Add the notes of other games."""
        self.names = self.names or other.names
        self.moments += other.moments
        self.left_out += other.left_out
        self.positions += other.positions


@dataclass(frozen=True)
class PositionFit:
    """The weights that explain a score or a win, and how well they do."""

    weights: dict[str, Figure]  # of what differs between seats and does not follow from earlier quantities
    explained: Figure  # share of the variance in games held out
    standing_alone: Figure  # share that the standing explains by itself
    over_worth: Figure  # how much more the weights explain than the game's own worth

    def to_json(self) -> dict[str, Any]:
        """Return the fit as `--json` prints it."""
        figures = {name: getattr(self, name).to_json() for name in ("explained", "standing_alone", "over_worth")}
        return {"weights": {name: figure.to_json() for name, figure in self.weights.items()}, **figures}


@dataclass(frozen=True)
class PositionWorth:
    """The worth of a position to a seat, in a scenario's game."""

    scenario: Scenario
    stop: Stop
    names: Sequence[str]  # of all quantities, the standing first
    games: int
    left_out: int  # games without a winner
    positions: int
    fits: dict[str, PositionFit]  # by target; none for a target that is the same for all seats

    @property
    def meanings(self) -> dict[str, str]:
        """The meaning of one unit of each quantity."""
        game = self.scenario.game
        meanings = {quantity.name: quantity.meaning for quantity in game.quantities}
        meanings["standing"] = f"a point of the standing ({game.standing_meaning})"
        return {name: meanings.get(name, name) for name in self.names}

    def to_json(self) -> dict[str, Any]:
        """Return the content of `balancer tune --worth --json`."""
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
    """Play games of a setting and explain their ends by their positions; raise ScenarioError for too few games."""
    job = CellJob.of(without_thought(plans.cell_of(scenario, stop.setting, {}).with_games(games)))
    runner.play([job], FixedGames(1))  # compiles the game, and tries rules from outside first
    report(f"{games} games")
    notes = PositionNotes([], [], 0, 0)
    for _, chunk in runner.backend.play(Ranges(PositionTask(job), ranges(0, games, CHUNK))):
        notes.merge(chunk.tally)
    names = ("standing", *notes.names)
    if len(notes.moments) < MIN_GAMES + len(names):
        few = f"only {len(notes.moments)} games go on after their first round and end"
        raise ScenarioError([Fault(name_of(scenario), f"{few}; {MIN_GAMES + len(names)} are needed: raise --games")])
    return PositionWorth(
        scenario, stop, names, games, notes.left_out, notes.positions, _fits(notes, names, scenario.report.confidence)
    )


def _fits(notes: PositionNotes, names: Sequence[str], confidence: float) -> dict[str, PositionFit]:
    """Return the fit of each target that differs between seats."""
    moments = Moments.joined(notes.moments)
    columns = [STANDING, *range(OWN, OWN + len(names) - 1)]
    columns_used = [columns[k] for k in independent(moments.columns(columns))]
    worth = [WORTH] if moments.products[:, WORTH, WORTH].any() else []
    fits = {}
    for target, number in TARGETS.items():
        if columns_used and moments.squares[:, number].any():
            figures = fitted(moments.columns(columns_used), number, confidence)
            fits[target] = PositionFit(
                weights={names[columns.index(k)]: figure for k, figure in zip(columns_used, figures, strict=True)},
                explained=explained(moments, columns_used, number, confidence),
                standing_alone=explained(moments, [k for k in columns_used if k == STANDING], number, confidence),
                over_worth=gained(moments, columns_used, worth, number, confidence),
            )
    return fits
