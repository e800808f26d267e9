"""`balancer chances`: each seat's chance to win along games."""

from __future__ import annotations

import pathlib
import shlex
from typing import TYPE_CHECKING, Any

import click

from balancer.questions import playing
from balancer.questions.playing import PlayOptions
from balancer.shell import OK, completion

if TYPE_CHECKING:
    from balancer.reporting.reports.chances_report import ChancesReport


OUTPUT = click.option(
    "-o", "--output", type=playing.Folder(), metavar="FOLDER", help="Write a page there; none is written without."
)


@click.command()
@click.pass_context
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False, shell_complete=completion.targets)
@click.option("--games", type=click.IntRange(min=2), metavar="N", help="Games to observe; 40 by default.")
@click.option(
    "--trials",
    type=click.IntRange(min=2, max=100_000),
    metavar="N",
    help="Trial games per seat at each look; 100 by default.",
)
@click.option("--choices", is_flag=True, help="What each option of each decision is worth, too; takes longer.")
@playing.add(playing.RULES, (playing.JOBS, OUTPUT, playing.JSON, playing.FORCE, playing.QUIET, playing.NO_PROGRESS))
def chances(
    ctx: click.Context, /, target: str | None, games: int | None, trials: int | None, choices: bool, **given: Any
) -> int:
    """Say when a game is decided, and by what: each seat's chance to win along games.

    Before rounds, each seat's chance is estimated by trial games from what this seat can see.  Prints when it becomes
    known who wins, how often the lead changes, whether the chances come true, and how much of the win comes from the
    setup, from chance and from choices.  With --choices also what options are worth, what the personas lose, and how
    often who can't win decides who does.
    """
    chosen = PlayOptions(games=None, dask=None, only_plan=False, fresh=False, verbose=False, **given)
    scenario = chosen.scenario(playing.target_or_help(target, "chances"))

    from balancer.questions import answering
    from balancer.questions.chances.study import chances_of
    from balancer.reporting.console import Console
    from balancer.shell import outputs
    from balancer.shell.progress import watching
    from balancer.simulation.observed_games import GAMES, TRIALS

    def watch(cells: Any) -> Any:
        return watching(cells, quiet=chosen.quiet, verbose=False, bar=not chosen.no_progress)

    answering.protect(chosen, {"--json": chosen.json_file}, [scenario])
    if chosen.output is not None:
        outputs.protect_folder(chosen.output, force=chosen.force)
    length = {"games": games or GAMES, "trials": trials or TRIALS}
    report = chances_of(scenario, **length, choices=choices, jobs=chosen.jobs, watch=watch)
    if chosen.json_file:
        answering.write_json(report.to_json(), chosen.json_file)
    if chosen.json_file != "-":
        console = Console()
        report.show(console)
        console.written(None if chosen.output is None else _page(report, chosen.output, ctx))
        console.show()
    elif chosen.output is not None:
        _page(report, chosen.output, ctx)
    return OK


def _page(report: ChancesReport, folder: pathlib.Path, ctx: click.Context) -> pathlib.Path:
    """The path of the page, which is written into a folder."""
    from balancer.reporting.document.html import to_html
    from balancer.reporting.page import chances_page
    from balancer.reporting.writer import PAGE
    from balancer.shell import command_line
    from balancer.simulation import provenance, store
    from balancer.simulation.ownership import mark_folder

    mark_folder(folder)
    version = provenance.versions().get("balancer", "")
    made = chances_page.page(report, shlex.join(command_line(ctx)), version)
    store.write_inside(folder, PAGE, to_html(made))
    return folder / PAGE
