"""Parts that all functions of the interface share: arguments, loading and playing, the class of results."""

import contextlib
import functools
import html
import inspect
import operator
import os
import pathlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from balancer.analysis.sheet import explained
from balancer.compiler.choice import choosing
from balancer.questions.playing import ChangeOptions, LengthOptions, UntilOptions, declared
from balancer.questions.study import Made, Study, carry_out
from balancer.scenario import load as scenarios
from balancer.scenario.errors import ScenarioError
from balancer.scenario.resolved import Scenario
from balancer.simulation import runner as runners
from balancer.simulation.runner import Runner
from balancer.simulation.store import Store
from balancer.wording import did_you_mean, nearest

if TYPE_CHECKING:
    import pandas as pd
    from openpyxl.worksheet.worksheet import Worksheet

    from balancer.simulation.backends.backend import Backend

Function = TypeVar("Function", bound=Callable[..., Any])
Report = TypeVar("Report")
Value = TypeVar("Value")

Folder = str | os.PathLike[str]

Target = Folder | Mapping[str, Any] | type  # a game's name, file or class, a scenario file, or a dict of its keys


# Arguments ------------------------------------------------------------------------------------------------------------
def listing(*, but: Sequence[str] = ()) -> Callable[[Function], Function]:
    """Return a decorator that lists shared arguments, `**name: Unpack[…]`, in a function's signature and docstring.

    but: names that this function lacks.  The function raises TypeError for any other argument, as without `Unpack`.
    """

    def decorate(function: Function) -> Function:
        signature = inspect.signature(function)
        parameters = signature.parameters.items()
        own = {name: parameter for name, parameter in parameters if parameter.kind is not parameter.VAR_KEYWORD}
        (group,) = (parameter.annotation.__args__[0] for name, parameter in parameters if name not in own)
        shared = {name: option for name, option in declared(group).items() if name not in own and name not in but}

        @functools.wraps(function)
        def checked(*arguments: Any, **named: Any) -> Any:
            for name in named.keys() - own.keys() - shared.keys():
                names = [*own, *shared]
                rules = _rules_of(*arguments[:1]) if "rules" in names else []
                rule = name if name in rules else "" if nearest(name, names) else nearest(name, rules)
                hint = did_you_mean(name, names) or f"allowed: {', '.join(names)}"
                hint = f"did you mean rules={{{rule!r}: {named[name]!r}}}?" if rule else hint
                raise TypeError(f"{function.__name__}() got an unexpected keyword argument {name!r}; {hint}")
            with choosing(named.get("compiled")):
                return function(*arguments, **named)

        more = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in shared]
        checked.__signature__ = signature.replace(parameters=[*own.values(), *more])  # type: ignore[attr-defined]
        lines = [f"    {name}: {option.meaning}" for name, option in shared.items()]
        checked.__doc__ = "\n".join([inspect.cleandoc(function.__doc__ or ""), "", "Shared by all questions:", *lines])
        return checked  # type: ignore[return-value]

    return decorate


def _rules_of(scenario: Target | None = None) -> list[str]:
    with contextlib.suppress(ScenarioError):
        return [] if scenario is None else [knob.name for knob in scenarios.load_with(scenario, {}).game.knobs]
    return []


def loaded(scenario: Target, playing: Mapping[str, Any], **others: Any) -> Scenario:
    """Return the scenario with the changes given; others: replace those of `playing`.  ScenarioError."""
    given = {**playing, **others}
    changes = {
        name: given.get(name) for group in (ChangeOptions, LengthOptions, UntilOptions) for name in declared(group)
    }
    if changes["lineup"] is not None and not isinstance(changes["lineup"], str):
        changes["lineup"] = list(changes["lineup"])
    return scenarios.load_with(scenario, {name: value for name, value in changes.items() if value is not None})


def open_runner(playing: Mapping[str, Any]) -> contextlib.AbstractContextManager[Runner]:
    """Return a runner on threads, or on the cluster of a Dask client, with the folder that keeps results."""
    cluster: Backend | None = None
    if playing.get("backend") is not None:
        from balancer.simulation.backends.cluster import Cluster

        cluster = Cluster(playing["backend"])
    output = playing.get("output")
    store = None if output is None else pathlib.Path(output)
    return runners.open_runner(jobs=playing.get("jobs"), backend=cluster, store=store)


def carried_out(study: Study[Made], playing: Mapping[str, Any]) -> Made:
    """Carry a study out as its command does, and return its report."""
    output = playing.get("output")
    store = None if output is None else Store(pathlib.Path(output))
    with open_runner(playing) as runner:
        return carry_out(study, runner, store, keep_games=playing.get("keep_games") or False)


# Results --------------------------------------------------------------------------------------------------------------
class FrameAttribute(property):
    """An attribute that is a table of the results: a copy, which users may change."""

    def __init__(self, name: str, meaning: str) -> None:
        """Show the table `name`; meaning: its documentation."""
        super().__init__(lambda results: results.frames[name].copy())
        self.__doc__ = meaning

    if TYPE_CHECKING:

        def __get__(self, results: Any, owner: Any = None) -> pd.DataFrame:  # type: ignore[override]
            """Return the table as a DataFrame."""


class Attribute(property, Generic[Value]):
    """An attribute of the results that is read at a dotted path."""

    def __init__(self, path: str, meaning: str) -> None:
        """Show the value at `path`; meaning: its documentation."""
        super().__init__(operator.attrgetter(path))
        self.__doc__ = meaning

    if TYPE_CHECKING:

        def __get__(self, results: Any, owner: Any = None) -> Value:  # type: ignore[override]
            """Return the value at the path."""


@dataclass(frozen=True, repr=False)
class Answered(Generic[Report]):
    """The answer to a question; report: the one that its command prints."""

    report: Report
    shown: ClassVar[str]  # the table that notebooks show below the summary

    @property
    def answer(self) -> list[str]:
        """The answer in sentences, as on page and terminal."""
        return list(self.report.answer())  # type: ignore[attr-defined]

    @property
    def head(self) -> str:
        """The line above the answer."""
        return str(self.report.document().basis)  # type: ignore[attr-defined]

    @functools.cached_property
    def frames(self) -> dict[str, "pd.DataFrame"]:
        """All tables by name, for reading only."""
        tables = self.report.tables()  # type: ignore[attr-defined]
        frames = {sheet.name: sheet.frame(rows) for sheet, rows in tables}
        return {**frames, "columns": explained([sheet for sheet, _ in tables])}

    @property
    def tables(self) -> dict[str, "pd.DataFrame"]:
        """Copies of all tables, by name."""
        return {name: table.copy() for name, table in self.frames.items()}

    def to_json(self) -> dict[str, Any]:
        """Return what the command of that name writes with ``--json``."""
        content: dict[str, Any] = self.report.to_json()  # type: ignore[attr-defined]
        return content

    def to_excel(self, path: pathlib.Path | str) -> None:
        """Write all tables into one Excel workbook, a sheet each; ImportError: openpyxl is missing, OSError."""
        write_excel(path, self.frames)

    def __repr__(self) -> str:
        """Return a line about the games, and the answer."""
        return "\n  ".join([self.head, *self.answer])

    def _repr_html_(self) -> str:
        """Return the report with its charts as HTML, for notebooks."""
        if hasattr(self.report, "document"):
            from balancer.reporting.document.html import to_fragment

            return to_fragment(self.report.document())
        table = getattr(self, self.shown).to_html(index=False, float_format="{:.4g}".format, border=0)
        return f"<pre>{html.escape(repr(self))}</pre>\n{table}"


def write_excel(path: pathlib.Path | str, sheets: Mapping[str, "pd.DataFrame"]) -> None:
    """Write tables into one Excel workbook, a sheet each, without formulas.  ImportError: openpyxl is missing."""
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


def _keep_texts(sheet: "Worksheet") -> None:
    """Turn formulas (texts that begin with =) and errors (such as #N/A), as openpyxl takes them, back into texts."""
    for row in sheet.iter_rows():
        for cell in row:
            if cell.data_type in {"f", "e"}:
                cell.data_type, cell.quotePrefix = "s", True  # with the prefix Excel doesn't calculate it after an edit
