"""What all functions of the interface share: their scenario with arguments in its place, and playing jobs."""

from __future__ import annotations

import contextlib
import html
import os
import pathlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from balancer.questions.study import Made, Study, carry_out
from balancer.scenario import load as scenarios
from balancer.scenario.resolved import Scenario
from balancer.simulation import runner as runners
from balancer.simulation.store import Store

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client
    from openpyxl.worksheet.worksheet import Worksheet

    from balancer.simulation.backends.backend import Backend
    from balancer.simulation.runner import Runner

Folder = str | os.PathLike[str]

Target = Folder | Mapping[str, Any] | type
"""A game by its name, its file or class, a scenario file, or a dict of a scenario's keys."""


def loaded(scenario: Target, **changes: Any) -> Scenario:
    """The scenario with those changes that are not None; ScenarioError."""
    return scenarios.load_with(scenario, {name: value for name, value in changes.items() if value is not None})


def open_runner(
    *, jobs: int | None, backend: Client | None, store: Folder | None
) -> contextlib.AbstractContextManager[Runner]:
    """A runner on threads, or on the cluster of a Dask client; store: the folder that keeps what was played."""
    cluster: Backend | None = None
    if backend is not None:
        from balancer.simulation.backends.cluster import Cluster

        cluster = Cluster(backend)
    return runners.open_runner(jobs=jobs, backend=cluster, store=None if store is None else pathlib.Path(store))


def carried_out(
    study: Study[Made],
    *,
    jobs: int | None = None,
    backend: Client | None = None,
    output: Folder | None = None,
    keep_games: bool = False,
) -> Made:
    """Carry a study out, as its command does; output: a folder that keeps what was played."""
    store = None if output is None else Store(pathlib.Path(output))
    with open_runner(jobs=jobs, backend=backend, store=output) as runner:
        return carry_out(study, runner, store, keep_games=keep_games)


class Table(property):
    """A table of results as an attribute: a copy, which keeps the columns that its user adds."""

    def __init__(self, name: str, meaning: str) -> None:
        """Table `name` of the object's `_tables`; meaning: in the words of its documentation."""
        super().__init__(lambda results: results._tables[name].copy())  # noqa: SLF001
        self.__doc__ = meaning

    if TYPE_CHECKING:

        def __get__(self, results: Any, owner: Any = None) -> pd.DataFrame:  # type: ignore[override]
            """The table."""


class Answered:
    """What all results have: how notebooks show them, and what the command of their name writes as JSON."""

    report: Any
    """What that command makes of what was played."""
    shown: ClassVar[str]
    """The table that notebooks show below the summary."""

    def _repr_html_(self) -> str:
        """The summary above its most important table, for notebooks."""
        table = getattr(self, self.shown).to_html(index=False, float_format="{:.4g}".format, border=0)
        return f"<pre>{html.escape(repr(self))}</pre>\n{table}"

    def to_json(self) -> dict[str, Any]:
        """What the command of that name writes with ``--json``."""
        content: dict[str, Any] = self.report.to_json()
        return content


def write_excel(path: pathlib.Path | str, sheets: Mapping[str, pd.DataFrame]) -> None:
    """Write tables into one Excel workbook, a sheet each; no text is a formula.  ImportError: openpyxl is missing."""
    import pandas as pd

    try:
        import openpyxl  # noqa: F401  pandas would name it without saying how it is had
    except ImportError:
        message = "openpyxl is missing: pip install 'balancer[excel]'"
        raise ImportError(message) from None
    with pd.ExcelWriter(path, engine="openpyxl") as writer:
        for name, table in sheets.items():
            table.to_excel(writer, sheet_name=name, index=False, freeze_panes=(1, 0))
            _keep_texts(writer.sheets[name])


def _keep_texts(sheet: Worksheet) -> None:
    """Let texts that begin with = be texts; openpyxl took them for formulas, and those like #N/A for errors."""
    for row in sheet.iter_rows():
        for cell in row:
            if cell.data_type in {"f", "e"}:
                cell.data_type, cell.quotePrefix = "s", True  # the prefix: Excel calculates nothing after an edit
