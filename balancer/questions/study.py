"""The shape of every question: a study plays jobs, then further parts that depend on them, and makes a report."""

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

Made = TypeVar("Made", bound="ScenarioReport")  # the report that a study makes


class Request(NamedTuple):
    """The most games of a job, and the precision (half-width of an interval) that ends it earlier."""

    games: int
    precision: float | None = None


class Further(NamedTuple):
    """A part that is played in addition to the jobs."""

    name: str
    cells: Sequence[Cell]  # at most
    words: str  # a sentence for the plan
    if_any: bool = False  # whether it is played only if something of the rest is left to play


@dataclass(frozen=True)
class Study(Generic[Made]):
    """A question about a scenario."""

    scenario: Scenario
    jobs: Sequence[Job]  # played first, a result each
    kind: ClassVar[str] = "run"  # its name in manifests
    shows: ClassVar[str] = "settings"  # its results in words; '' if users do not choose their number
    weighs_players: ClassVar[bool] = False  # whether it says if nobody in the line-up beats random players
    has_page: ClassVar[bool] = True  # without a page it leaves that of another study in its folder

    @property
    def facts(self) -> Mapping[str, Any]:
        """Further entries of the manifest."""
        return {}

    @property
    def further(self) -> Sequence[Further]:
        """Parts that are played in addition to the jobs, at most."""
        return ()

    @property
    def remarks(self) -> Sequence[str]:
        """Further sentences of a plan."""
        return ()

    @property
    def requests(self) -> Mapping[str, Request]:
        """The most games that are played of each job, by its key."""
        most = self.scenario.max_games if self.scenario.until_decided else None
        return {job.key: Request(most or job.cell.most_games, job.cell.precision) for job in self.jobs}

    def play(self, runner: Runner, store: Store | None, note: Note, *, keep_games: bool) -> Iterator[Part]:  # noqa: ARG002
        """Play the jobs, which are the part MAIN, then further parts.

        If looks decide the number of games, the record of MAIN has an entry for each result under `cells`.
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
    keep_page: bool = False,
) -> Made:
    """Play a study and report it; manifest and results go into the store.

    keep_page: the manifest of the store stays as it is, since its page does.
    BackendError: it can't be played.  StoreError: results can't be written.
    """
    start = time.perf_counter()
    request = Manifest.begun(study.scenario, study.jobs, command=command, kind=study.kind, **study.facts)
    if store is not None and not keep_page:
        store.keep_page(request)  # the page that is there stays valid until the new one is written

    def play() -> dict[str, Part]:
        return {part.name: part for part in study.play(runner, store, note, keep_games=keep_games)}

    parts = runner.again(play)  # once more if a compiled own game turns out to differ from plain Python
    records = {name: part.record for name, part in parts.items() if name != MAIN}
    weak = among_random.record(study.scenario) if study.weighs_players else {}
    records |= {among_random.PART: weak} if weak else {}
    seconds, main = time.perf_counter() - start, parts[MAIN]
    finished = request.completed(main.results, seconds, cells=main.record.get("cells"), **records)
    if store is not None and not keep_page:
        (store.write_manifest if study.has_page else store.keep_page)(finished)
    return study.report(FinishedRun(finished, {name: part.results for name, part in parts.items()}))
