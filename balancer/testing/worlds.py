"""Worlds that a seat can't tell apart: what the contract requires of `reshuffle_unseen` and of forks.

A world dealt from the true one must be no more like it than a world dealt from another: neither in what is hidden nor
in how the game goes on.  For each of many decisions there are two groups: worlds dealt from the true table, and worlds
dealt from one that was itself dealt from it.  If the deal leaves no trace, the groups are exchangeable.  Their
difference is divided by its standard deviation over all exchanges (a permutation test), which is known exactly, and
added up over decisions.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from balancer.core import dice
from balancer.core.bits import ALL_BITS, WORD
from balancer.core.game import Game
from balancer.core.memory import address_of
from balancer.core.record import empty
from balancer.core.result_row import CREDIT
from balancer.core.thinking import forcing
from balancer.core.thinking.forcing import NEVER, PERSONA
from balancer.testing import cases
from balancer.testing.cases import Case
from balancer.testing.game_under_test import Trial

SEED = 12
WORLDS, DECISIONS = 12, 60  # worlds in each group, and decisions
CERTAIN = 5.0  # standard deviations that chance exceeds in 3 of ten million cases


@dataclass
class StoppedGame:
    """A game that is stopped at a decision."""

    table: Any  # at the decision
    game_number: int
    number: int  # of the decision
    seat: int
    count: int  # of its options


class Forks:
    """Games of one case that are stopped at a decision, and go on from it in any world."""

    def __init__(self, game: Game, case: Case) -> None:
        """Lay a table for a case."""
        self.game, self.case = game, case
        self.table, self.history = cases.lay(game, case), game.history(case.rules)
        self.copies = empty(game.table, 3)
        self.seen, self.dealt, self.other = self.copies
        self.plan = forcing.plan_of([])
        self.layout = game.row_layout(cases.parts_of(game, case.rules))
        self.rows = empty(self.layout, 1)
        self.plan.seen, self.plan.dealt = address_of(self.seen), address_of(self.dealt)
        self.table.decision.plan = address_of(self.plan)

    def _play(self, number: int, then: int) -> Any:
        self.plan.then = then
        forcing.follow(self.table, self.plan)
        self.rows = empty(self.layout, 1)  # what is not defined in a game is not written either
        self.game.play_games(self.table, self.history, self.rows, SEED, number)
        return self.rows[0]

    def stop(self, game_number: int, after: int, nodes: int = ALL_BITS) -> StoppedGame | None:
        """Play a game and stop at the first decision from number `after` on at one of `nodes`; None without one."""
        self.plan.is_fork, self.plan.is_found = 0, 0
        self.plan.searched[:] = nodes
        self._play(game_number, after)
        if not self.plan.is_found:
            return None
        decision = (int(self.plan[name]) for name in ("found", "seat", "count"))
        return StoppedGame(self.seen, game_number, *decision)

    def row_of(self, stop: StoppedGame, world: Any, option: int = PERSONA) -> Any:
        """Return the row of the stopped game after it goes on in a world with an option."""
        copy_into(self.dealt, world).decision.force_at = NEVER
        self.plan.is_fork, self.plan.fork_option = 1, option
        return self._play(stop.game_number, stop.number)

    def credit_of(self, stop: StoppedGame, world: Any, option: int) -> int:
        """Return the share of the win (CREDIT is all of it) with which that game ends for the seat that decided."""
        winners = int(self.row_of(stop, world, option).winners)
        return CREDIT // winners.bit_count() if winners >> stop.seat & 1 else 0

    def deal(self, target: Any, source: Any, seat: int, number: int) -> Any:
        """Make `target` a world that `seat` can't tell from `source`, on dice of a number."""
        copy_into(target, source)
        dice.start(target.dice, WORD(SEED + 1), number, target.seats)
        self.game.reshuffle_unseen(target, seat)
        return target


def copy_into(target: Any, source: Any) -> Any:
    """Copy the source into the target and return the target."""
    np.asarray(target)[...] = np.asarray(source)
    return target


def stops(forks: Forks, games: int) -> Iterator[StoppedGame]:
    """Yield a stopped game at a decision of each of some games, early and late ones."""
    for number in range(games):
        stop = forks.stop(number, 0)
        last = int(forks.rows[0].decisions)
        if stop is not None and last > 0:
            after = (number * 37) % last
            late = forks.stop(number, after)
            if late is not None:
                yield late


def evidence(trial: Trial, case: Case, *, worlds: int = WORLDS, values: bool = False) -> float:
    """Return by how many standard deviations worlds dealt from the true one are more like it than others are.

    One decision of each of some games counts, with `worlds` worlds in each group.  values: compare how the game ends,
    whichever way the ends differ; else compare what is hidden.
    """
    forks = Forks(trial.game, case)
    excess = variance = 0.0
    for place, stop in enumerate(stops(forks, DECISIONS)):
        true = copy_into(empty(trial.game.table), stop.table)
        value_of = functools.partial(forks.credit_of, stop, option=place % stop.count)
        measure = value_of if values else _likeness_to(trial, true, stop.seat)
        start = 1 + place * (2 * worlds + 1)
        from_true = [measure(forks.deal(forks.other, true, stop.seat, start + k)) for k in range(worlds)]
        between = copy_into(empty(trial.game.table), forks.deal(forks.other, true, stop.seat, start + worlds))
        from_other = [
            measure(forks.deal(forks.other, between, stop.seat, start + worlds + 1 + k)) for k in range(worlds)
        ]
        more, spread = (_squared if values else _difference)(from_true, from_other)
        excess += more
        variance += spread
    return excess / math.sqrt(variance) if variance else 0.0


def _likeness_to(trial: Trial, true: Any, seat: int) -> Callable[[Any], float]:
    hidden = flat(trial.pieces(true, seat))

    def likeness(world: Any) -> float:
        dealt = flat(trial.pieces(world, seat))
        return float(sum(true_number == number for true_number, number in zip(hidden, dealt, strict=False)))

    return likeness


def flat(piece: Any) -> list[Any]:
    """Return all numbers in lists and dicts of lists."""
    if isinstance(piece, dict):
        piece = list(piece.values())
    return [number for part in piece for number in flat(part)] if isinstance(piece, list | tuple) else [piece]


def _difference(first: list[float], second: list[float]) -> tuple[float, float]:
    # Over all exchanges of members, the difference of the means is 0 on average and has this variance.
    both = np.array([*first, *second])
    n = len(first)
    return float(np.mean(first) - np.mean(second)), float(2 / n * both.var() * 2 * n / (2 * n - 1))


def _squared(first: list[float], second: list[float]) -> tuple[float, float]:
    # The squared difference over its variance is 1 on average, with a variance of about 2; a sum of many is normal.
    more, variance = _difference(first, second)
    return (more * more / variance - 1, 2.0) if variance else (0.0, 0.0)


def leaking(trial: Trial, percent: int) -> Trial:
    """Return a trial whose game redeals nothing in `percent` of its deals."""
    reshuffle = trial.game.reshuffle_unseen

    def leak(table: Any, seat: int) -> None:
        if int(table.dice.game_key) % 100 >= percent:
            reshuffle(table, seat)

    return dataclasses.replace(trial, game=dataclasses.replace(trial.game, reshuffle_unseen=leak))
