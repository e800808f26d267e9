"""Tables at which a game is tried out: any rules, players and line-up, for a number of games or of seconds."""

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
from balancer.scenario import plan
from balancer.scenario.plan import Cell
from balancer.scenario.resolved import Scenario
from balancer.simulation.backends.threads import threads
from balancer.simulation.jobs import CellJob

BATCH = 5  # games after which the clock is first looked at; then twice as many each time
CHECKED = 40  # rows of a call that are checked one by one; what would spoil sums is checked in all


@dataclass(frozen=True)
class Tables:
    """The tables of a scenario, or of a game's printed rules."""

    scenario: Scenario

    @property
    def game(self) -> Game:
        """The game."""
        return self.scenario.game

    @property
    def lineup(self) -> tuple[str, ...]:
        """The line-up; of a persona who thinks ahead, which takes too long, the persona itself."""
        return self.scenario.base.lineup

    @property
    def thinking(self) -> dict[str, Persona]:
        """All personas that appraise their options, by name."""
        known = self.scenario.base.personas
        return {name: dataclasses.replace(one, search=0) for name, one in known.items() if not one.at_random}

    @property
    def players(self) -> int:
        """The usual number of players."""
        return self.scenario.base.players

    @property
    def least_players(self) -> int:
        """The fewest players."""
        return self.game.least_players

    def cell(
        self,
        lineup: Sequence[str] | Mapping[str, Persona],
        players: int = 0,
        rules: Mapping[str, Any] | None = None,
    ) -> Cell:
        """Return a table; lineup: names, or personas by name; rules: those that are changed."""
        base = plan.base_cell(self.scenario)
        known = {**base.personas, **self.scenario.base.personas, **self.thinking}
        known = {"random": self.game.persona("random"), **known}
        personas = dict(lineup) if isinstance(lineup, Mapping) else {name: known[name] for name in lineup}
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
    """Return a table to be sent to another process: of a plain game with its file, of a compiled one by its name."""
    job = CellJob.of(cell)
    return pickle.dumps(job if job.game.is_plain else cell.plain())


def unpacked(sent: bytes) -> CellJob:
    """Return the job of a table that another process has sent."""
    found = pickle.loads(sent)  # noqa: S301  written by `packed`, in the process that started this
    return CellJob.of(found) if isinstance(found, Cell) else found


def rows(cell: Cell, first: int, games: int) -> Any:
    """Return RESULT rows of a table; RuleError: the rules went wrong, or a row is impossible."""
    job = CellJob.of(cell)
    with threads(1) as pool:
        return checked(job, pool.call(lambda: job.play(first, games)))


def checked(job: CellJob, played: Any) -> Any:
    """Return the rows, if nothing is wrong with them; RuleError.  That nobody wins may be meant."""
    job.empty_tally().reduced(played)
    game, cell = job.game, job.cell
    winnerless = frozenset(ending.name for ending in game.endings)
    for row in played[:CHECKED]:
        wrong = next(row_checks.faults(game, cell.rules, cell.players, len(cell.lineup), row, winnerless), "")
        if wrong:
            raise RuleError(game.name, wrong, int(row.game_number))
    return played


def rows_within(cell: Cell, games: int, seconds: float) -> Any:
    """Return the first games of a table: as many as take so much processor time, BATCH at least and `games` at most."""
    job, count, began = CellJob.of(cell), min(BATCH, games), time.process_time()
    found: list[Any] = []
    with threads(1) as pool:
        while count:
            done = sum(map(len, found))
            found.append(checked(job, pool.call(lambda: job.play(done, count))))  # noqa: B023  called at once
            left = seconds - (time.process_time() - began)
            count = min(2 * count, games - done - count) if left > 0 else 0
    return np.concatenate(found)
