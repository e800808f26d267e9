"""Results that need not be played again: those of this run, and those that earlier commands left in the store."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from balancer.simulation.jobs import Job
from balancer.simulation.notable import EARLY_GAMES
from balancer.simulation.stopping import Precision, StoppingRule
from balancer.simulation.store import Store


class KnownResults:
    """Results by the keys of their jobs; each that is kept goes to the store, if there is one."""

    def __init__(self, store: Store | None, *, fresh: bool) -> None:
        """Begin with what the store holds, with nothing if `fresh`."""
        self.store, self.fresh = store, fresh
        self.results: dict[str, Any] = {}
        self.written: set[tuple[str, int]] = set()

    def forget(self) -> None:
        """Remove all results of this run, from the store, too; results that earlier commands left are read no more.

        The code that has played wrongly now may have played those.
        """
        for key, games in self.written:
            if self.store is not None:
                self.store.remove_result(key, games)
        self.results.clear()
        self.written.clear()
        self.fresh = True

    def games(self, job: Job) -> int:
        """Return the games played of a job in this run."""
        return self.results[job.key].games if job.key in self.results else 0

    def at_stop(self, job: Job, rule: StoppingRule) -> Any:
        """Return the result at which the rule stops if it is known, else None."""
        result: Any = None
        precision: Precision | None = None
        for look, games in enumerate(rule.looks(), 1):
            result = self.of(job, games)
            if result is None:
                return None
            precision = rule.judge(result, look)
            if precision is None or precision["reached"]:
                break
        return dataclasses.replace(result, precision=precision)

    def of(self, job: Job, games: int) -> Any:
        """Return the result after exactly `games` games, if it is known; else None."""
        mine = self.results.get(job.key)
        if mine is not None and mine.games == games:
            return job.adopt(mine)
        if self.store is None or self.fresh:
            return None
        result = self.store.read_result(job.kind, job.key, games)
        return None if result is None else job.adopt(result)

    def earlier(self, job: Job, games: int) -> Iterator[Any]:
        """Yield results of fewer than `games` games that can be extended, the one with the most games first."""
        numbers = {self.games(job)}
        if self.store is not None and not self.fresh:
            numbers |= self.store.known_games(job.kind, job.key)
        for number in sorted(numbers, reverse=True):
            if EARLY_GAMES <= number < games and (result := self.of(job, number)):
                yield result

    def keep(self, job: Job, result: Any) -> None:
        """Remember a result and those of its sides, and write them to the store."""
        sides = zip(job.sides, job.results_of_sides(result), strict=False)  # a link has none
        for owner, part in [(job, result), *(side for side in sides if side[0] is not job)]:
            if self.games(owner) <= part.games:
                self.results[owner.key] = part
            if self.store is not None and (owner.key, part.games) not in self.written:
                self.written.add((owner.key, part.games))
                self.store.write_result(owner.key, part)
