"""`balancer trace`: one game, narrated in words."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import re
import shlex
from typing import TYPE_CHECKING, Any

import click

from balancer.questions import playing
from balancer.shell import completion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balancer.narration.review import Review
    from balancer.scenario.plan import Cell

SEARCHED_GAMES = 1_000_000  # games searched for one with the requested ending


class Rounds(click.ParamType[range]):
    """Rounds to show: ``13``, ``13-15``, ``13-`` (and all later ones)."""

    name = "rounds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """Return the rounds as a range."""
        match = re.fullmatch(r"([1-9]\d{0,8})(-([1-9]\d{0,8})?)?", str(value).strip(), re.ASCII)
        if match is None:
            self.fail(f"{value!r} is no round, as in 13, 13-15 or 13-", param, ctx)
        first, last = int(match[1]), int(match[3] or (10**9 if match[2] else match[1]))
        if last < first:
            self.fail(f"{value!r} ends before it begins", param, ctx)
        return range(first, last + 1)


@click.command()
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False, shell_complete=completion.targets)
@click.option(
    "--game", "number", type=click.IntRange(0, 2**63 - 1), default=0, metavar="N", help="Number of the game, from 0."
)
@click.option("--ending", metavar="NAME", help="Narrate the first game, from --game on, with this ending.")
@click.option(
    "--seat", type=click.IntRange(min=1), metavar="N", help="Show only what seat N sees: its hand, its decisions."
)
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, path_type=pathlib.Path),
    metavar="FILE",
    help="Write the game as a page.",
)
@click.option("--brief", is_flag=True, help="Show one line per turn, and the standings.")
@click.option("--rounds", type=Rounds(), metavar="13-15", help="Show only these rounds, and the end.")
@click.option(
    "--variant",
    metavar="NAME",
    help="Play by the rules of this variant of the scenario.",
    shell_complete=completion.variants,
)
@click.option("-v", "--verbose", is_flag=True, help="Also show choices with a single option, which are no decisions.")
@click.option("--all-options", is_flag=True, help="Show all options weighed at each decision, not only the best four.")
@click.option(
    "--chances", is_flag=True, help="Show each seat's chance before every round, and moves that lost more than 5 pp."
)
@playing.takes(
    playing.ChangeOptions, "compiled", "output", "force",
    output="Write page, Markdown, table and JSON into this folder; without -o nothing is written.",
)  # fmt: skip
@click.pass_context
def trace(
    ctx: click.Context,
    /,
    target: str | None,
    number: int,
    ending: str | None,
    seat: int | None,
    page: pathlib.Path | None,
    brief: bool,
    rounds: range | None,
    variant: str | None,
    verbose: bool,
    all_options: bool,
    chances: bool,
    output: pathlib.Path | None,
    force: bool,
    **given: Any,
) -> None:
    """Narrate game number N: every decision, the options weighed, and the standings.

    The first line says who won.  With --chances it reviews the game: trial games estimate each seat's chance, and find
    moves that lost much of it.  A scenario is played by its base rules, or by those of --variant.
    """
    # The rules must run as plain Python so that they say what happens: set before anything imports numba.
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    target = playing.target_or_help(target, "trace")
    from balancer.scenario.load import Overrides, load
    from balancer.shell import command_line, say

    scenario = load(target, Overrides(**given))
    for warning in scenario.warnings_of_games:
        say(f"note: {warning}")

    from balancer.narration.narrate import narrate
    from balancer.questions.trace.study import traced_cell
    from balancer.shell.outputs import protect_folder
    from balancer.simulation.jobs import CellJob

    if output is not None:
        protect_folder(output, force=force)
    cell = traced_cell(scenario, variant)
    if ending is not None:
        number = _game_that_ends(cell, ending, scenario.game.endings_by_number[1:], number)
    if seat is not None and seat > cell.players:
        raise click.UsageError(f"--seat {seat}: there are {cell.players} seats, counted from 1")
    viewer = None if seat is None else seat - 1
    review = _review(cell, number) if chances else None
    narration = narrate(CellJob.of(cell), number, all_options=all_options, viewer=viewer, review=review, forced=verbose)
    from balancer.questions import answering, pages
    from balancer.questions.trace.report import TraceReport, legend_of
    from balancer.reporting.document.html import to_html
    from balancer.wording import capital

    legend = legend_of(scenario.game, brief=brief)
    report = TraceReport(narration, scenario.title, rounds, legend=legend)
    command = shlex.join(command_line(ctx))
    with pages.page_folder(output, scenario, cell, 1, kind="trace", command=command, force=force) as folder:
        if page is None and folder is None:
            for line in narration.lines(brief=brief, rounds=rounds):
                click.echo(line)
            click.echo("\n" + "\n".join(capital(line) for line in legend))
        if page is not None:
            page.write_text(to_html(report.document()), encoding="utf-8")
            click.echo(f"Page: {page}")
        if folder is not None:
            click.echo(f"Page: {answering.written(dataclasses.replace(report, command=command), folder)}")
    if narration.error is not None:
        raise narration.error


def _review(cell: Cell, number: int) -> Review:
    """Return the chances along a game; UsageError where somebody thinks ahead."""
    from balancer import games
    from balancer.narration import worker
    from balancer.narration.review import Review, ReviewError
    from balancer.shell import say

    slow = "this takes minutes where your file can't be compiled"
    compiled = f"the rules of {cell.game} are compiled first, which takes 10 to 30 s, once"
    say(f"playing trial games; {slow if games.load(cell.game).is_plain else compiled}…")
    try:
        return Review.of(cell, number)
    except ReviewError as error:
        raise click.UsageError(f"--chances: {error} (--lineup)") from None
    except worker.WorkerError as error:
        raise click.ClickException(f"the trial games failed: {error}") from None


def _game_that_ends(cell: Cell, ending: str, endings: Sequence[str], first: int) -> int:
    """Return the number of the first game from `first` on with that ending; UsageError: no such ending, or game."""
    from balancer import games
    from balancer.narration import worker
    from balancer.narration.narrate import first_ending
    from balancer.shell import say
    from balancer.wording import hint

    if ending not in endings:
        allowed = f"there are: {', '.join(endings)}{hint(ending, endings)}"
        raise click.UsageError(f"--ending {ending}: no ending of {cell.game}; {allowed}")
    compiled = f"; compiling the rules of {cell.game} takes 10 to 30 s, once"
    say(f"searching for a game that ends by {ending}{'' if games.load(cell.game).is_plain else compiled}…")
    try:
        request = first_ending, cell, (ending, first, first + SEARCHED_GAMES)
        (game,) = worker.ask([request], plain=games.load(cell.game).is_plain, seconds=None)
    except worker.WorkerError as error:
        raise click.ClickException(f"the search for an ending failed: {error}") from None
    if game is None:
        raise click.UsageError(
            f"--ending {ending}: none of the games {first:_} to {first + SEARCHED_GAMES - 1:_} has this ending; "
            "search further with --game"
        )
    return int(game)
