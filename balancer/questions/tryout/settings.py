"""Settings in which a game is tried out: rules, players and line-up, for a number of games or of seconds."""

from __future__ import annotations

import dataclasses
import pickle
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balancer.core.authoring import row_checks
from balancer.core.game import Game, Persona
from balancer.core.rule_errors import RuleError
from balancer.core.seating import SEATING_KINDS
from balancer.scenario import plan
from balancer.scenario.plan import Cell
from balancer.scenario.resolved import Scenario
from balancer.simulation.backends.threads import threads
from balancer.simulation.jobs import CellJob

BATCH = 5  # games after which the clock is first looked at; then twice as many each time
CHECKED = 40  # rows of a call that are checked one by one; all rows are checked for what would spoil sums


@dataclass(frozen=True)
class Settings:
    """Settings of a scenario, or of a game's printed rules."""

    scenario: Scenario

    @property
    def game(self) -> Game:
        """The game of the scenario."""
        return self.scenario.game

    @property
    def lineup(self) -> tuple[str, ...]:
        """The line-up of the scenario, as names."""
        return self.scenario.base.lineup

    @property
    def thinking(self) -> dict[str, Persona]:
        """All personas that appraise their options, by name; none thinks ahead here, which would take too long."""
        personas = self.scenario.base.personas.items()
        return {name: dataclasses.replace(persona, search=0) for name, persona in personas if not persona.at_random}

    @property
    def players(self) -> int:
        """The usual number of players."""
        return self.scenario.base.players

    @property
    def least_players(self) -> int:
        """The smallest number of players that the game allows."""
        return self.game.least_players

    def cell(
        self,
        lineup: Sequence[str] | Mapping[str, Persona],
        players: int = 0,
        rules: Mapping[str, Any] | None = None,
    ) -> Cell:
        """Return a setting; lineup: names, or personas by name; rules: only those that are changed."""
        base = plan.base_cell(self.scenario)
        by_name = {
            "random": self.game.persona("random"),
            **base.personas,
            **self.scenario.base.personas,
            **self.thinking,
        }
        personas = dict(lineup) if isinstance(lineup, Mapping) else {name: by_name[name] for name in lineup}
        return dataclasses.replace(
            base,
            axes={},
            players=players or self.players,
            lineup=tuple(lineup),
            personas=personas,
            seating="rotate",
            rules={**base.rules, **(rules or {})},
        )


def packed(cell: Cell) -> bytes:
    """Return a setting as bytes for another process: a plain game with its file, a compiled one by its name."""
    job = CellJob.of(cell)
    return pickle.dumps(job if job.game.is_plain else cell.plain())


def unpacked(sent: bytes) -> CellJob:
    """Return the job of a setting that another process has sent."""
    content = pickle.loads(sent)  # noqa: S301  written by `packed`, in the process that started this
    return CellJob.of(content) if isinstance(content, Cell) else content


def rows(cell: Cell, first: int, games: int) -> Any:
    """Return rows of a setting's games; RuleError: the rules went wrong, or a row is impossible."""
    job = CellJob.of(cell)
    with threads(1) as pool:
        return checked(job, pool.call(lambda: job.play(first, games)))


def checked(job: CellJob, played: Any) -> Any:
    """Return rows in which nothing is wrong, else raise RuleError; a game may have no winner."""
    job.empty_tally().reduced(played)
    game, cell = job.game, job.cell
    winnerless = frozenset(ending.name for ending in game.endings)
    seated, kind = len(cell.lineup), SEATING_KINDS[cell.seating]

    def standings(number: int) -> Any:
        return job.play_with_standings(number)[1]

    for row in played[:CHECKED]:
        wrong = next(row_checks.faults(game, cell.rules, cell.players, seated, row, standings, winnerless, kind), "")
        if wrong:
            raise RuleError(game.name, wrong, int(row.game_number))
    return played


def rows_within(cell: Cell, games: int, seconds: float) -> Any:
    """Return rows of a setting's first games: as many as fit into some processor time, from BATCH to `games`."""
    job, count, began = CellJob.of(cell), min(BATCH, games), time.process_time()
    batches: list[Any] = []
    with threads(1) as pool:
        while count:
            done = sum(map(len, batches))
            batches.append(checked(job, pool.call(lambda: job.play(done, count))))  # noqa: B023  called at once
            left = seconds - (time.process_time() - began)
            count = min(2 * count, games - done - count) if left > 0 else 0
    return np.concatenate(batches)
