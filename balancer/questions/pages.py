"""Pages in results folders: a page never gives way to one that shows less of the same."""

from __future__ import annotations

import contextlib
import json
import pathlib
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from balancer.questions.runners import result_folders
from balancer.shell import say
from balancer.shell.outputs import protect_folder
from balancer.wording import printable

if TYPE_CHECKING:
    from balancer.questions.study import Request, Study
    from balancer.scenario.plan import Cell
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.store import Store


@contextlib.contextmanager
def claimed(folder: pathlib.Path, scenario: Scenario, *, force: bool) -> Iterator[Store]:
    """Lock the results folder against other runs from the first game to the end of the report.

    Prints a note if it holds the report of another scenario, which is overwritten.
    """
    from balancer.simulation.store import Store

    protect_folder(folder, force=force)
    note_others(folder, scenario)
    store = Store(folder, others=result_folders())
    with store.locked():
        yield store


def note_others(folder: pathlib.Path, scenario: Scenario) -> None:
    """Print a note if `folder` holds the report of another scenario of the same name, which is overwritten."""
    path = folder / "manifest.json"
    if not path.is_file():  # a pipe would be waited for
        return
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        before, game = manifest["scenario_file"] or manifest["game"]["name"], manifest["game"]["name"]
    except (OSError, ValueError, KeyError, TypeError):
        return  # a damaged one, which is reported elsewhere
    now = scenario.file.as_posix() if scenario.file else scenario.game.target
    if (printable(before), game) != (printable(now), scenario.game.name):
        say(f"note: {folder} holds the report of {before}, which that of {now} replaces; -o FOLDER keeps both")


def keeps_larger(store: Store, study: Study[Any]) -> bool:
    """Return whether the folder holds a page that shows more than a study will, and so is kept; print a note then."""
    less = larger_page(
        store,
        study.requests,
        options=study.scenario.options,
        shows=study.shows,
        further=[part.name for part in study.further],
    )
    return _kept(store, less)


def _kept(store: Store, less: str) -> bool:
    if less:
        say(
            f"note: {store.folder} holds a page with {less}; that page stays as it is "
            "(-o FOLDER writes another page, --force replaces this one)"
        )
    return bool(less)


def larger_page(
    store: Store,
    requests: Mapping[str, Request],
    *,
    options: Sequence[str] = (),
    shows: str = "",
    further: Sequence[str] = (),
) -> str:
    """Return what the page of a folder shows that these requests lack, before anything is played; '' if nothing.

    A page that answers another question shows nothing of the same, nor does one of other rules, unless `options` make
    them other rules.  shows: results in the words of the page, '' if their number is not the user's choice; further:
    parts that are played in addition.
    """
    cells = {cell["key"]: cell for cell in store.page["cells"]}
    by_options = _of_rules(store.page["options"]) != _of_rules(options)
    instead = next(iter(cells.values()), None) if by_options else None
    pairs = [(request, cell) for key, request in requests.items() if (cell := cells.get(key, instead))]
    if less := next((words for request, cell in pairs if (words := _less(request, cell))), ""):
        return less
    if pairs and len(cells) > len(requests) and shows:
        return f"{len(cells)} {shows} where this command plays {len(requests)}"
    if pairs and len(pairs) == len(requests) and store.page["retuned"] and "retuned" not in further:
        return "what --retune found, where this command searches for nothing"
    return ""


def _less(request: Request, shown: Mapping[str, Any]) -> str:
    """Return what a page shows (a cell of its manifest) that a request lacks; '' if nothing."""
    precision = shown["precision"]
    if precision and request.precision and request.precision > precision["wanted"]:
        return f"±{100 * precision['wanted']:.6g}pp where this command plays to ±{100 * request.precision:.6g}pp"
    if shown["games"] and shown["games"] > request.games:
        return f"{shown['games']:_} games per setting where this command plays {request.games:_}"
    return ""


def _of_rules(options: Iterable[str]) -> list[str]:
    how_many = ("--games ", "--precision ", "--until-decided", "--max-games ")
    return [option for option in options if not option.startswith(how_many)]


@contextlib.contextmanager
def page_folder(
    folder: pathlib.Path | None, scenario: Scenario, cell: Cell, games: int, *, kind: str, command: str, force: bool
) -> Iterator[pathlib.Path | None]:
    """Lock the folder of a question that stores no results, yield it for the page, and write the manifest in the end.

    Yields None without a folder, and if it holds a page with more games of the same setting.  cell: the setting;
    games: that the page will show; kind: of the question.
    """
    from balancer.questions.study import Request
    from balancer.simulation.jobs import CellJob
    from balancer.simulation.manifest import Manifest, of_games

    if folder is None:
        yield None
        return
    job = CellJob.of(cell)
    with claimed(folder, scenario, force=force) as store:
        less = "" if force else larger_page(store, {job.key: Request(games)}, options=scenario.options)
        if _kept(store, less):
            yield None
            return
        began = time.perf_counter()
        begun = Manifest.begun(scenario, [job], command=command, kind=kind)
        yield folder
        cells = [{**record, "seconds": 0.0, "compile_seconds": 0.0} for record in of_games([(job, games)])]
        store.write_manifest(begun.completed((), time.perf_counter() - began, cells=cells))
