"""Options that questions share, each declared once: for the command line and for the Python functions.

A key of a `TypedDict` below is an argument, with its type, of the Python functions that take `Unpack` of it.  Its
`Option` makes the option of the commands that ask for it with `takes`.
"""

import contextlib
import os
import pathlib
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, TypeVar

import click

from balancer.shell import completion, say

if TYPE_CHECKING:
    from distributed import Client

    from balancer.scenario.resolved import Scenario

F = TypeVar("F", bound=Callable[..., Any])

SCHEDULER = "DASK_SCHEDULER_ADDRESS"  # Dask's own variable with the address of a scheduler


class FolderPath(click.Path):
    """A type of argument: a folder that exists or will be made."""

    def __init__(self) -> None:
        """Accept any path but that of a file."""
        super().__init__(file_okay=False, path_type=pathlib.Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the folder's path; fail with a message of our own where it is a file."""
        if pathlib.Path(value).is_file():
            self.fail(f"{value} is a file; -o takes a folder", param, ctx)
        return super().convert(value, param, ctx)


class Option:
    """An option: the arguments of `click.option`; without flags it is only an argument of Python functions.

    python: its meaning in Python, where the help of the command does not fit.
    """

    def __init__(self, *flags: str, python: str = "", **arguments: Any) -> None:
        """Declare an option by the arguments of `click.option`."""
        self.flags, self.arguments = flags, arguments
        self.meaning = python or arguments["help"]

    def of_command(self, changed_help: str = "") -> Callable[[F], F]:
        """Return the decorator that adds the option to a command."""
        return click.option(*self.flags, **(self.arguments | ({"help": changed_help} if changed_help else {})))


def choose_engine(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    """Set how a command plays own games, and report at its end what has played them."""
    from balancer.compiler import choice

    games = ctx.with_resource(choice.choosing(value))

    def report() -> None:
        for name, engine in games.items():
            if engine.is_news and not ctx.params.get("quiet"):
                say(f"{name}: {engine.note}")

    ctx.call_on_close(report)


# Arguments of questions -----------------------------------------------------------------------------------------------
# fmt: off
class ChangeOptions(TypedDict, total=False):
    """Arguments that change the scenario."""

    rules: Annotated[Mapping[str, Any] | None, Option(
        "--set", "sets", multiple=True, metavar="KNOB=VALUE", shell_complete=completion.knobs,
        help="Change a rule; may be given several times.",
        python="Rules to change, by name.",
    )]
    players: Annotated[int | None, Option("--players", metavar="N", help="Number of players.")]
    lineup: Annotated[str | Sequence[str] | None, Option(
        "--lineup", metavar="A,B,…", shell_complete=completion.personas,
        help="Who plays: personas, in the order of the seats.",
    )]
    aim: Annotated[Literal["win", "score"] | None, Option(
        "--aim", metavar="win|score",
        help="What players play for: wins or points. Searches, thinkers and the first sentence use it.",
    )]
    personas: Annotated[Mapping[str, Any] | None, Option(python="Personas of your own, as in a scenario.")]
    seed: Annotated[int | None, Option("--seed", metavar="N", help="The same seed plays the same games.")]


class LengthOptions(TypedDict, total=False):
    """Arguments for the number of games."""

    games: Annotated[int | None, Option(
        "--games", metavar="N",
        help="Games per setting; by default the scenario's, else 100 000 (4 000 for a Python game not compiled).",
    )]
    precision: Annotated[float | str | None, Option(
        "--precision", metavar="0.2pp",
        help="Instead of --games: play until the widest interval of the seats' win rates is at most this wide (±).",
        python="Instead of games: play until the widest interval of the seats' win rates (of their differences) is "
        'at most this wide (±), 0.002 or "0.2pp".',
    )]
    max_games: Annotated[int | None, Option(
        "--max-games", metavar="N",
        help="Most games per setting, with --precision (5 000 000 by default) or --until-decided (ten times --games).",
        python="Most games per setting, with precision (5 000 000 by default) or while something is undecided (ten "
        "times the games).",
    )]


class UntilOptions(TypedDict, total=False):
    """An argument that lets results decide how much is played."""

    until_decided: Annotated[bool | None, Option(
        "--until-decided", is_flag=True, help="Play only the games that it takes to decide all checks and effects.",
    )]


class MachineOptions(TypedDict, total=False):
    """Arguments for threads, or a cluster."""

    jobs: Annotated[int | None, Option(
        "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Threads; all cores by default.",
    )]
    compiled: Annotated[Literal["auto", "off"] | None, Option(
        "--compiled", type=click.Choice(["auto", "off"]), expose_value=False, callback=choose_engine,
        help="Compile a plain file: auto (the default: where that saves time) or off.",
    )]
    backend: Annotated["Client | None", Option(
        "--dask", metavar="ADDRESS|local", envvar=SCHEDULER,
        help=f"Play on the Dask cluster at this address (by default that of ${SCHEDULER}), or on local processes.",
        python="A Dask client, on whose cluster the games are played.",
    )]


class RunOptions(MachineOptions, total=False):
    """Arguments for threads or a cluster, and for the folder of the results."""

    output: Annotated[str | os.PathLike[str] | None, Option(
        "-o", "--output", type=FolderPath(), metavar="FOLDER", help="Folder for results.",
        python="A folder that keeps results: the same question takes them from there.",
    )]


class SearchOptions(ChangeOptions, MachineOptions, total=False):
    """Arguments of searches, which keep no results."""


class FixedOptions(ChangeOptions, RunOptions, total=False):
    """Arguments of questions with a number of games of their own."""


class CountOptions(ChangeOptions, LengthOptions, RunOptions, total=False):
    """Arguments of questions that play a requested number of games."""


class DecidingOptions(ChangeOptions, LengthOptions, UntilOptions, RunOptions, total=False):
    """Arguments of questions that can play until something is decided."""


class CellOptions(DecidingOptions, total=False):
    """Arguments of runs and sweeps."""

    keep_games: Annotated[bool, Option(
        "--keep-games", is_flag=True,
        help="Keep one row per game (Parquet).",
        python="Keep one row per game: `.games`.",
    )]
    plays: Annotated[str | os.PathLike[str] | None, Option(
        "--plays", "plays_file", type=click.Path(dir_okay=False, path_type=pathlib.Path), metavar="PLAYS.csv",
        help="Logged plays of real people, as for `balancer plays`: shown as dots on the page's charts.",
        python="A CSV file of real plays, compared with their settings: `.real_plays`.",
    )]


class TerminalOptions(TypedDict, total=False):
    """Options of commands that have no use in Python."""

    only_plan: Annotated[bool, Option(
        "--plan", "only_plan", is_flag=True, help="Print settings, games and estimated time; play nothing.",
    )]
    json_file: Annotated[str | None, Option(
        "--json", "json_file", metavar="FILE|-", help="Write results as JSON, - to stdout (and nothing else there).",
    )]
    markdown_file: Annotated[str | None, Option(
        "--markdown", "markdown_file", metavar="FILE", help="Write the answer and its tables as Markdown.",
    )]
    force: Annotated[bool, Option(
        "--force", is_flag=True, help="Overwrite files not written by balancer, and pages even if they show more.",
    )]
    fresh: Annotated[bool, Option("--fresh", is_flag=True, help="Play everything again, even what is finished.")]
    quiet: Annotated[bool, Option("-q", "--quiet", is_flag=True, help="Print only errors and results.")]
    verbose: Annotated[bool, Option("-v", "--verbose", is_flag=True, help="Print one line per setting.")]
    no_progress: Annotated[bool, Option(
        "--no-progress", is_flag=True, help="Print no progress bar, and no lines about progress.",
    )]
# fmt: on


def declared(group: Any) -> dict[str, Option]:
    """Return the options of a `TypedDict` by name, in their order."""
    return {name: argument.__metadata__[0] for name, argument in group.__annotations__.items()}


DECLARED = declared(CellOptions) | declared(TerminalOptions)


# Commands -------------------------------------------------------------------------------------------------------------
def takes(*what: Any, but: Sequence[str] = (), **helps: str) -> Callable[[F], F]:
    """Return a decorator that gives a command options in this order: those of groups, or those named.

    but: names left out; helps: by name, help texts of this command.
    """
    names = [name for item in what for name in ([item] if isinstance(item, str) else declared(item))]
    chosen = [name for name in names if DECLARED[name].flags and name not in but]

    def decorate(function: F) -> F:
        for name in reversed(chosen):
            function = DECLARED[name].of_command(helps.get(name, ""))(function)
        return function

    return decorate


class PlayOptions:
    """The options of a command, as typed: one attribute each, None where the command has no such option."""

    NAMES = frozenset(click.Option(list(option.flags)).name for option in DECLARED.values() if option.flags)

    def __init__(self, **given: Any) -> None:
        """Keep the values that click has read."""
        self.given = given

    def __getattr__(self, name: str) -> Any:
        """Return the value of the option of that name."""
        if name not in PlayOptions.NAMES:
            raise AttributeError(name)
        return self.given.get(name)

    def changed(self, **others: Any) -> "PlayOptions":
        """Return the same options with other values for some."""
        return PlayOptions(**{**self.given, **others})

    def scenario(self, target: str, *, plays_line_up: bool = True) -> "Scenario":
        """Return the scenario as the options change it, and print its warnings.

        plays_line_up: whether personas that are in no line-up do not play.
        """
        from balancer.scenario.load import Overrides, load
        from balancer.shell.progress import after_seconds

        names = ("seed", "players", "lineup", "aim", "games", "precision", "max_games")
        until_decided = "true" if self.until_decided else None
        named = {name: getattr(self, name) for name in names}
        overrides = Overrides(until_decided=until_decided, sets=self.sets or (), **named)
        is_silent = self.quiet or self.no_progress
        with contextlib.nullcontext() if is_silent else after_seconds(f"reading {target}, and compiling a new game"):
            scenario = load(target, overrides)
        for warning in scenario.warnings if plays_line_up else scenario.warnings_of_games:
            self.note(warning)
        return scenario

    @property
    def most_games(self) -> int | None:
        """The value of --max-games of a command that plays until decided; None: ten times the games; UsageError."""
        from balancer.scenario.file.models import MAX_GAMES_PER_CELL
        from balancer.scenario.literals import plain, whole

        if self.max_games is None:
            return None
        try:
            return whole(plain(self.max_games), 1, MAX_GAMES_PER_CELL)
        except ValueError as error:
            raise click.UsageError(f"--max-games {self.max_games}: {error}") from None

    def note(self, text: str) -> None:
        """Print a warning on stderr."""
        if not self.quiet:
            say(f"note: {text}")

    def progress(self, text: str) -> None:
        """Print the progress of a long search, on stderr of a terminal or with -v."""
        if self.verbose or (not self.quiet and sys.stderr.isatty()):
            say(text)


def require_plays(file: pathlib.Path | None) -> None:
    """Refuse a file of plays that does not exist; UsageError."""
    if file is not None and not file.is_file():
        raise click.UsageError(f"{file}: no such file; name the CSV file of your plays first")


def target_or_help(target: str | None, command: str) -> str:
    """Return the scenario or game named; where none was named raise UsageError, which lists scenarios and games."""
    if target is not None:
        return target
    from balancer.games import names
    from balancer.scenario.file.discovery import found_scenarios

    lines = [f"which scenario?  balancer {command} SCENARIO"]
    files = found_scenarios()
    lines.append("scenarios here: " + ", ".join(files) if files else "there is no scenario here or in scenarios/")
    lines.append(f"games: {', '.join(names())}")
    raise click.UsageError("\n".join(lines))
