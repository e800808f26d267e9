"""`balancer sweep`: all settings of a scenario's sweep; `balancer run`: its base rules only."""

from __future__ import annotations

import contextlib
import pathlib
from typing import TYPE_CHECKING, Any

import click

from balancer.questions import first_figures, playing
from balancer.questions.playing import PlayOptions
from balancer.shell import OK, completion

if TYPE_CHECKING:
    from balancer.questions.sweep.report import SweepReport
    from balancer.questions.sweep.study import Retune
    from balancer.reporting.document.model import Section
    from balancer.scenario.resolved import Scenario


@click.command()
@click.argument("target", metavar="SCENARIO", required=False, shell_complete=completion.targets)
@playing.takes(playing.DecidingOptions, playing.TerminalOptions, "keep_games", "plays")
@click.option(
    "--retune",
    "where",
    flag_value="ends",
    default="",
    help="Search for habits that beat the line-up, at the base and the ends of each axis; tune new players there.",
)
@click.option("--retune-all", "where", flag_value="all", help="The same in every setting.")
@click.option(
    "--charts",
    type=click.Choice(("png", "svg", "pdf")),
    help="Also write a picture of each headline figure for slides, into pictures/ next to the page.",
)
@click.option(
    "--play/--no-play",
    default=None,
    help="A panel in the page that plays rules as its reader changes them (200 to 650 kB); the default in releases.",
)
@click.pass_context
def sweep(
    ctx: click.Context,
    /,
    target: str | None,
    plays_file: pathlib.Path | None,
    where: Retune,
    charts: str | None,
    play: bool | None,
    **given: Any,
) -> int:
    """Play every setting of a scenario's sweep and write tables, charts and a page.

    Results go to reports/NAME/ unless -o says otherwise.  Running again plays only what is missing.  With --retune
    personas are tuned again wherever a better player beats the line-up, and tuned players play those settings, too:
    many times the games of a sweep (see --plan).
    """
    chosen = PlayOptions(**given)
    playing.require_plays(plays_file)
    target = playing.target_or_help(target, "sweep")
    scenario = chosen.scenario(target)

    from balancer.questions import answering
    from balancer.questions.sweep.study import SweepStudy

    answering.protect(chosen, answering.outputs_of(chosen), [scenario])
    if not scenario.axes:
        chosen.note("the scenario has no sweep section: the base rules are the only setting")
    study = SweepStudy.of(scenario, where=where).with_plays(plays_file)
    folder = chosen.output or answering.folder_of(study)
    panel = None if chosen.only_plan else _panel(scenario, play=play, quiet=chosen.quiet)

    def draw(report: SweepReport, page_folder: pathlib.Path) -> None:
        from balancer.reporting import pictures  # matplotlib

        written = pictures.write(pictures.charts(report), page_folder, str(charts))
        chosen.note(f"{len(written)} pictures in {written[0].parent}: {', '.join(path.name for path in written)}")

    report = answering.answer(ctx, chosen, study, folder=folder, also=draw if charts else None, panel=panel)
    if report is None:
        return OK
    return answering.outcome(report.cells)


def _panel(scenario: Scenario, *, play: bool | None, quiet: bool) -> Section | None:
    """Return the section of the page that plays; UsageError if it is requested but impossible."""
    from balancer import browser
    from balancer.reporting.page.play import play_section
    from balancer.shell.progress import step

    try:
        return play_section.panel(scenario, contextlib.nullcontext if quiet else step, play=play)
    except browser.NoModuleError as error:
        raise click.UsageError(f"--play: {error}") from None


@click.command()
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False, shell_complete=completion.targets)
@playing.takes(playing.DecidingOptions, playing.TerminalOptions, "keep_games", "plays")
@click.pass_context
def run(ctx: click.Context, /, target: str | None, plays_file: pathlib.Path | None, **given: Any) -> int:
    """Play one set of rules and print its figures.

    The name of a game means its printed rules, its own line-up, 100 000 games and seed 1.  Of a scenario the base rules
    are played.  Results are stored only if -o names a folder.
    """
    chosen = PlayOptions(**given)
    if chosen.keep_games and chosen.output is None:
        raise click.UsageError("--keep-games needs a folder for the games: add -o FOLDER")
    playing.require_plays(plays_file)
    target = playing.target_or_help(target, "run")
    first_figures.count_by_python(target, chosen.games)
    scenario = chosen.scenario(target)

    from balancer.questions import answering
    from balancer.questions.sweep.study import RunStudy

    if scenario.axes:
        names = ", ".join(axis.name for axis in scenario.axes)
        chosen.note(f"the base rules are played; `balancer sweep {target}` varies {names}")
    if chosen.fresh and chosen.output is None:
        chosen.note("--fresh has no effect without -o: nothing is stored, and everything is played")
    study = RunStudy.of_base(scenario).with_plays(plays_file)
    report = answering.answer(ctx, chosen, study, folder=chosen.output)
    return answering.outcome(report.cells) if report else OK
