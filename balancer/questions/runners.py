"""Runners as options describe them, and the folders in which results are found."""

from __future__ import annotations

import contextlib
import pathlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from balancer.questions.playing import PlayOptions
from balancer.shell.progress import watching

if TYPE_CHECKING:
    from balancer.scenario.plan import Cell
    from balancer.simulation.backends.cluster import Cluster
    from balancer.simulation.progress import Progress
    from balancer.simulation.runner import Runner
    from balancer.simulation.store import Store

REPORTS = pathlib.Path("reports")  # parent of the results folders unless -o names another


@contextlib.contextmanager
def open_runner(chosen: PlayOptions, store: Store | None) -> Iterator[Runner]:
    """Open a runner on threads, or on the cluster that the options name; it reports progress as they say."""
    from balancer.simulation import runner

    with cluster_of(chosen) as cluster:
        if cluster is not None:
            chosen.note(f"playing on {cluster}")

        def watch(cells: Sequence[Cell]) -> contextlib.AbstractContextManager[Progress]:
            workers = None if cluster is None else lambda: cluster.workers
            bar = not chosen.no_progress
            return watching(cells, quiet=chosen.quiet, verbose=chosen.verbose, bar=bar, workers=workers)

        with runner.open_runner(
            jobs=chosen.jobs, backend=cluster, store=store, watch=watch, fresh=chosen.fresh
        ) as playing:
            yield playing


@contextlib.contextmanager
def cluster_of(chosen: PlayOptions) -> Iterator[Cluster | None]:
    """Open the Dask cluster that the options name; None for threads.  BackendError."""
    if not chosen.dask:
        yield None
        return
    from balancer.simulation.backends.cluster import cluster
    from balancer.simulation.backends.threads import usual_jobs

    with cluster(chosen.dask, chosen.jobs or usual_jobs()) as dask_cluster:
        yield dask_cluster


def result_folders() -> list[pathlib.Path]:
    """Return the folders of all runs in reports/, in which a command finds results of other commands."""
    return sorted(path.parent for path in REPORTS.glob("*/manifest.json"))
