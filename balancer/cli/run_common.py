"""What `run` and `sweep` have in common: plan, play, write down."""

from __future__ import annotations

import contextlib
import io
import json
import pathlib
import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from balancer.cli.app import OK, UNDECIDED, command_line, say
from balancer.cli.options import Asked
from balancer.cli.outputs import protect_files, protect_folder
from balancer.cli.progress import described, watching

if TYPE_CHECKING:
    from balancer.scenario.plan import Cell
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.store import Store

SHOWN_CELLS = 30


class Played(NamedTuple):
    """What was played: a dict a cell, and the manifest of the run."""

    cells: list[dict[str, Any]]
    manifest: dict[str, Any]


def play(ctx: click.Context, asked: Asked, scenario: Scenario, plan: Sequence[Cell], kept: Store | None) -> Played:
    """Play all cells and keep them, if there is a folder for them, with the manifest."""
    from balancer.simulation import provenance, runner, store

    started, clock = provenance.now(), time.perf_counter()
    protect_files({"--json": asked.json_file}, [scenario], force=asked.force)
    if asked.json_file not in {None, "-"}:
        store.require_writable(pathlib.Path(str(asked.json_file)))

    def manifest(keys: Sequence[str], seconds: float | None = None) -> dict[str, Any]:
        command = shlex.join(command_line(ctx))
        return provenance.manifest(scenario, plan, keys, command=command, started=started, seconds=seconds)

    with (
        resumable(kept),
        watching(plan, quiet=asked.quiet, verbose=asked.verbose, bar=not asked.no_progress) as progress,
    ):
        cells = runner.execute(
            plan,
            jobs=asked.jobs,
            folder=kept,
            fresh=asked.fresh,
            keep_games=asked.keep_games,
            progress=progress,
            manifest=manifest,
        )
    keys = [runner.CellPlayer.of(cell).key for cell in plan]
    finished = manifest(keys, round(time.perf_counter() - clock, 3))
    if kept is not None:
        kept.write_manifest(finished)
    return Played(cells, finished)


@contextlib.contextmanager
def claimed(folder: pathlib.Path | None, scenario: Scenario, *, force: bool = False) -> Iterator[Store | None]:
    """The folder for results, closed to other runs from the first game to the last line of the report.

    Where it holds the report of another scenario, which is written over, that is said.
    """
    if folder is None:
        yield None
        return
    from balancer.simulation.store import Store

    protect_folder(folder, force=force)
    note_others(folder, scenario)
    store = Store(folder)
    with store.locked():
        yield store


@contextlib.contextmanager
def resumable(kept: Store | None) -> Iterator[None]:
    """Say what an interruption leaves behind."""
    try:
        yield
    except KeyboardInterrupt:
        if kept is not None:
            say(f"finished cells are in {kept.folder}: the same command plays the others")
        raise


def finished_cells(plan: Sequence[Cell], folder: pathlib.Path | None, *, keep_games: bool) -> set[int]:
    """The places in the plan of those that `folder` has already."""
    if folder is None or not (folder / "cells").is_dir():
        return set()
    from balancer.simulation.runner import CellPlayer
    from balancer.simulation.store import Store

    store, found = Store(folder), set()
    for place, cell in enumerate(plan):
        key = CellPlayer.of(cell).key
        if store.read_cell(key) is not None and (not keep_games or store.games_path(key).exists()):
            found.add(place)
    return found


def finish(played: Played, asked: Asked, told: Any, kept: Store | None) -> int:
    """Write down what was played (report, JSON, summary); the exit code."""
    from balancer.reporting import terminal

    page = None
    if kept is not None:
        from balancer.reporting import writer  # charts take half a second to load: only where they are drawn

        page = writer.write(kept.folder)
    if asked.json_file:
        write_json(told, asked.json_file)
    if asked.json_file != "-":
        if sys.stdout.isatty():
            terminal.show(played.manifest, played.cells, page)
        else:  # rich would end the program where a pipe is closed; we say how it ends
            text = PipedText()
            terminal.show(played.manifest, played.cells, page, file=text)
            click.echo(text.getvalue(), nl=False)
    return outcome(played.cells)


class PipedText(io.StringIO):
    """Text for a stdout that is no terminal, in its encoding."""

    encoding = property(lambda _: sys.stdout.encoding)


def note_others(folder: pathlib.Path, scenario: Scenario) -> None:
    """Say that the report of another scenario is written over, if `folder` holds one: names may be alike."""
    try:
        told = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        before, game = told["scenario_file"] or told["game"]["name"], told["game"]["name"]
    except (OSError, ValueError, KeyError, TypeError):
        return  # none, or one that can't be read: others tell of that
    now = scenario.file.as_posix() if scenario.file else scenario.game.name
    if (before, game) != (now, scenario.game.name):
        say(f"note: {folder} holds the report of {before}, which that of {now} replaces; -o FOLDER keeps both")


def write_json(told: Any, target: str) -> None:
    """JSON to a file, or to stdout for '-'; its first key marks it as ours."""
    from balancer import __version__
    from balancer.simulation import store

    marked = {"generated_by": f"balancer {__version__}", **told}
    text = json.dumps(marked, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    if target == "-":
        sys.stdout.write(text)
    else:
        store.write_atomically(pathlib.Path(target), text)


def as_json(cells: Sequence[dict[str, Any]], scenario: Scenario) -> list[dict[str, Any]]:
    """Cells as `--json` tells them."""
    from balancer.analysis import cell_json

    report = scenario.report
    return [cell_json.to_json(cell, report.confidence, report.seconds_per_decision) for cell in cells]


def outcome(cells: Sequence[dict[str, Any]]) -> int:
    """The exit code: whether every cell is as precise as was asked for."""
    short = [cell for cell in cells if cell.get("precision") and not cell["precision"]["reached"]]
    if not short:
        return OK
    widest = max(cell["precision"]["half_width"] for cell in short)
    of = f"{len(short)} of {len(cells)} cells: " if len(cells) > 1 else ""
    say(
        f"{of}precision not reached: ±{widest * 100:.3g}pp where "
        f"±{short[0]['precision']['wanted'] * 100:.3g}pp was asked for; allow more games with --max-games"
    )
    return UNDECIDED


def tell_plan(scenario: Scenario, plan: Sequence[Cell], asked: Asked, folder: pathlib.Path | None = None) -> None:
    """What would be played into `folder`: cells, games, time, and what is finished there already.

    UsageError with --json, which has no place for it.
    """
    if asked.json_file:
        raise click.UsageError("--plan plays nothing, so there is nothing for --json; leave one of them out")
    from balancer.reporting import numbers
    from balancer.simulation.time_estimate import estimate_seconds

    finished = finished_cells(plan, None if asked.fresh else folder, keep_games=asked.keep_games)
    left = [cell for place, cell in enumerate(plan) if place not in finished]
    games = sum(cell.most_games for cell in left)
    most = "at most " if scenario.precision is not None else ""
    before = f" ({len(finished)} played before, in {folder})" if finished else ""
    number = f"{len(plan)} cell{'s' if len(plan) > 1 else ''}{before}"
    click.echo(f"{scenario.title}\n{scenario.game.title}: {number}, {most}{games:_} games")
    if scenario.options:
        click.echo(f"with {', '.join(scenario.options)}")
    for place, cell in enumerate(plan[:SHOWN_CELLS]):
        what = "played before" if place in finished else f"{cell.most_games:_} games"
        click.echo(f"{place + 1:>5}  {described(cell)}: {what}")
    if len(plan) > SHOWN_CELLS:
        click.echo(f"       … {len(plan) - SHOWN_CELLS} more")
    if not left:
        click.echo("nothing is left to be played")
        return
    found = estimate_seconds(left, asked.jobs)
    guess = "" if found.measured else " (a guess: this game was not compiled here yet)"
    click.echo(f"estimated time: {most}{numbers.seconds(found.seconds)}{guess}")
