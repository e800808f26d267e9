"""Options that several commands share, and the scenario that they make together."""

from __future__ import annotations

import dataclasses
import pathlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from balancer.shell import completion

if TYPE_CHECKING:
    from balancer.scenario.resolved import Scenario

F = TypeVar("F", bound=Callable[..., Any])

SEED = click.option("--seed", metavar="N", help="The same seed plays the same games.")
PLAYERS = click.option("--players", metavar="N", help="Number of players.")
SET = click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="KNOB=VALUE",
    help="Change a rule; may be given several times.",
    shell_complete=completion.knobs,
)
RULES = (
    SET,
    PLAYERS,
    click.option(
        "--lineup",
        metavar="A,B,…",
        help="Who plays: personas, in the order of the seats.",
        shell_complete=completion.personas,
    ),
    SEED,
)
RULES_BUT_LINEUP = (SET, PLAYERS, SEED)
LENGTH = (
    click.option(
        "--games",
        metavar="N",
        help="Games per cell; 100 000 unless the scenario says otherwise, 4 000 of a plain file.",
    ),
    click.option(
        "--precision",
        metavar="0.2pp",
        help="In place of --games: play until the widest interval of the seats' win rates is at most this wide (±).",
    ),
    click.option(
        "--max-games",
        metavar="N",
        help="Maximum games per cell, with --precision (5 000 000 by default) or --until-decided (ten times --games).",
    ),
)
UNTIL = (
    click.option("--until-decided", is_flag=True, help="Play until checks and effects are decided, and not longer."),
)
KEEP_GAMES = click.option("--keep-games", is_flag=True, help="Keep one row per game (Parquet).")

PLAYS = (
    click.option(
        "--plays",
        "plays_file",
        type=click.Path(dir_okay=False, path_type=pathlib.Path),
        metavar="PLAYS.csv",
        help="Logged plays of real people, as `balancer plays` reads them: dots on the page's charts.",
    ),
)


def require_plays(file: pathlib.Path | None) -> None:
    """UsageError where a file of plays is named that there is not."""
    if file is not None and not file.is_file():
        raise click.UsageError(f"{file}: no such file; name the CSV file of your plays first")


class Folder(click.Path):
    """A folder that exists or will be made."""

    def __init__(self) -> None:
        """Any place but that of a file."""
        super().__init__(file_okay=False, path_type=pathlib.Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The folder's path; a file in its place is named as such."""
        if pathlib.Path(value).is_file():
            self.fail(f"{value} is a file; -o takes a folder", param, ctx)
        return super().convert(value, param, ctx)


OUTPUT = click.option("-o", "--output", type=Folder(), metavar="FOLDER", help="Where results go.")
SCHEDULER = "DASK_SCHEDULER_ADDRESS"
"""Dask's own variable with the address of a scheduler."""

JOBS = click.option("-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Threads; all cores by default.")
JSON = click.option(
    "--json", "json_file", metavar="FILE|-", help="Write results as JSON, - to stdout (and nothing else there)."
)


def _choose_engine(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    """Let a command play own games so; at its end it says who has played."""
    from balancer.compiler import choice
    from balancer.shell import say

    games = ctx.with_resource(choice.choosing(value))

    def tell() -> None:
        for name, engine in games.items():
            if engine.is_worth_telling and not ctx.params.get("quiet"):
                say(f"{name}: {engine.note}")

    ctx.call_on_close(tell)


COMPILED = click.option(
    "--compiled",
    type=click.Choice(["auto", "off"]),
    expose_value=False,
    callback=_choose_engine,
    help="Whether a plain file may be compiled; auto by default: where that is worth it, and equal to plain Python.",
)
FORCE = click.option("--force", is_flag=True, help="Overwrite what balancer did not make, and pages that show more.")
QUIET = click.option("-q", "--quiet", is_flag=True, help="Errors only, and the results.")
NO_PROGRESS = click.option("--no-progress", is_flag=True, help="No progress bar, and no lines about progress.")
FOLDER = (
    JOBS,
    COMPILED,
    click.option(
        "--dask",
        metavar="ADDRESS|local",
        envvar=SCHEDULER,
        help=f"Play on a Dask cluster (by default that of ${SCHEDULER}), or on local processes.",
    ),
    OUTPUT,
    click.option("--plan", "only_plan", is_flag=True, help="Print cells, games and estimated time; play nothing."),
    JSON,
    FORCE,
    click.option("--fresh", is_flag=True, help="Play everything again, even what is finished."),
    QUIET,
    click.option("-v", "--verbose", is_flag=True, help="Print one line per cell."),
    NO_PROGRESS,
)
PLAYING = (*FOLDER, KEEP_GAMES)


def add(*groups: tuple[Callable[[F], F], ...]) -> Callable[[F], F]:
    """A decorator that adds groups of options, in their order."""

    def decorate(function: F) -> F:
        for option in reversed([option for group in groups for option in group]):
            function = option(function)
        return function

    return decorate


@dataclass(frozen=True)
class PlayOptions:
    """The options of a command that plays."""

    seed: str | None
    players: str | None
    sets: tuple[str, ...]
    games: str | None
    jobs: int | None
    dask: str | None
    only_plan: bool
    json_file: str | None
    force: bool
    fresh: bool
    quiet: bool
    verbose: bool
    no_progress: bool
    lineup: str | None = None
    precision: str | None = None
    until_decided: bool = False
    max_games: str | None = None
    keep_games: bool = False
    output: pathlib.Path | None = None

    def scenario(self, target: str) -> Scenario:
        """The scenario as the options change it; its warnings are printed."""
        from balancer.scenario.load import Overrides, load

        names = ("seed", "players", "lineup", "sets", "games", "precision", "max_games")
        until_decided = "true" if self.until_decided else None
        named = {name: getattr(self, name) for name in names}
        scenario = load(target, Overrides(until_decided=until_decided, **named))
        for warning in scenario.warnings:
            self.note(warning)
        return scenario

    @property
    def without_maximum(self) -> PlayOptions:
        """The same without --max-games, which a scenario takes with a precision only."""
        return dataclasses.replace(self, max_games=None)

    @property
    def most_games(self) -> int | None:
        """--max-games of a command that decides by looks how much it plays; None: ten times the games; UsageError."""
        from balancer.scenario.literals import plain, whole
        from balancer.scenario.models import MAX_GAMES_PER_CELL

        if self.max_games is None:
            return None
        try:
            return whole(plain(self.max_games), 1, MAX_GAMES_PER_CELL)
        except ValueError as error:
            raise click.UsageError(f"--max-games {self.max_games}: {error}") from None

    def note(self, text: str) -> None:
        """A warning on stderr."""
        from balancer.shell import say

        if not self.quiet:
            say(f"note: {text}")

    def progress(self, text: str) -> None:
        """What a long search is doing, on stderr of a terminal or with -v."""
        from balancer.shell import say

        if self.verbose or (not self.quiet and sys.stderr.isatty()):
            say(text)


def target_or_help(target: str | None, command: str) -> str:
    """The scenario or game named; UsageError with what there is where none was named."""
    if target is not None:
        return target
    from balancer.games import names
    from balancer.scenario.discovery import found_scenarios

    lines = [f"which scenario?  balancer {command} SCENARIO"]
    files = found_scenarios()
    lines.append("scenarios here: " + ", ".join(files) if files else "there is no scenario here or in scenarios/")
    lines.append(f"games: {', '.join(names())}")
    raise click.UsageError("\n".join(lines))
