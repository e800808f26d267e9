"""A study, the shape of every question: jobs, further parts in the light of what was played, and a report of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from balancer.players import among_random
from balancer.simulation.manifest import MAIN, FinishedRun, Manifest, Part

if TYPE_CHECKING:
    from balancer.reporting.report import ScenarioReport
    from balancer.scenario.plan import Cell
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.jobs import Job
    from balancer.simulation.runner import Runner
    from balancer.simulation.store import Store

Note = Callable[[str], None]  # receives what a long search is doing

Made = TypeVar("Made", bound="ScenarioReport")


class Request(NamedTuple):
    """A request for a cell (or pair): games at most, and the precision (half-width) that ends it before."""

    games: int
    precision: float | None = None


class Further(NamedTuple):
    """A part that is played beside the jobs: its cells at most, and a sentence about them.

    if_any: they are played only where something of the rest is left to play.
    """

    name: str
    cells: Sequence[Cell]
    words: str
    if_any: bool = False


@dataclass(frozen=True)
class Study(Generic[Made]):
    """A question about a scenario; jobs: what is played first, one result each."""

    scenario: Scenario
    jobs: Sequence[Job]
    kind: ClassVar[str] = "run"
    """Its name in manifests."""
    shows: ClassVar[str] = "cells"
    """Results in the words of its page; '' where the number is not its own choice."""
    weighs_players: ClassVar[bool] = False
    """True if it says where nobody in the line-up plays better than dice."""
    has_page: ClassVar[bool] = True
    """True if it writes a page; without one it leaves that of another study in its folder."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """Further entries of the manifest."""
        return {}

    @property
    def further(self) -> Sequence[Further]:
        """Parts that are played at most in addition to the jobs."""
        return ()

    @property
    def remarks(self) -> Sequence[str]:
        """Further sentences of a plan."""
        return ()

    @property
    def requests(self) -> Mapping[str, Request]:
        """The most that is played of each job, by its key."""
        most = self.scenario.max_games if self.scenario.until_decided else None
        return {job.key: Request(most or job.cell.most_games, job.cell.precision) for job in self.jobs}

    def play(self, runner: Runner, store: Store | None, note: Note, *, keep_games: bool) -> Iterator[Part]:  # noqa: ARG002
        """Play the jobs, which are the part MAIN, then further parts.

        Where looks decide what is played, the record of MAIN has a record of each result under `cells`.
        """
        yield Part(MAIN, runner.play(self.jobs, keep_games=keep_games))

    @staticmethod
    def report(played: FinishedRun) -> Made:
        """Return the report of what was played, now or before."""
        raise NotImplementedError

    def content(self, report: Made) -> dict[str, Any]:
        """Return the content of `--json`."""
        return report.to_json()


def carry_out(
    study: Study[Made],
    runner: Runner,
    store: Store | None = None,
    *,
    command: str = "",
    note: Note = lambda _: None,
    keep_games: bool = False,
) -> Made:
    """Play a study and report it; manifest and results go into the store.

    BackendError, StoreError: it can't be played, or results can't be written.
    """
    began = time.perf_counter()
    begun = Manifest.begun(study.scenario, study.jobs, command=command, kind=study.kind, **study.facts)
    if store is not None:
        store.keep_page(begun)

    def play() -> dict[str, Part]:
        return {part.name: part for part in study.play(runner, store, note, keep_games=keep_games)}

    parts = runner.again(play)
    records = {name: part.record for name, part in parts.items() if name != MAIN}
    weak = among_random.record(study.scenario) if study.weighs_players else {}
    records |= {among_random.PART: weak} if weak else {}
    seconds, main = time.perf_counter() - began, parts[MAIN]
    finished = begun.completed(main.results, seconds, cells=main.record.get("cells"), **records)
    if store is not None:
        (store.write_manifest if study.has_page else store.keep_page)(finished)
    return study.report(FinishedRun(finished, {name: part.results for name, part in parts.items()}))
