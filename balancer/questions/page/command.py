"""`balancer page`: a page that plays games in the browser, in one file."""

from __future__ import annotations

import contextlib
import pathlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from balancer.questions import playing
from balancer.shell import completion

if TYPE_CHECKING:
    from balancer.core.game import Game
    from balancer.scenario.resolved import Scenario


@click.command()
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False, shell_complete=completion.targets)
@playing.takes(playing.ChangeOptions, "quiet", "no_progress")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=pathlib.Path),
    metavar="FILE",
    help="File of the page; reports/NAME-page.html by default.",
)
@click.option("--force", is_flag=True, help="Overwrite a file not written by balancer.")
@click.option(
    "--watch", is_flag=True, help="Serve the page on this machine, and renew it whenever the scenario is saved."
)
def page(
    target: str | None,
    sets: tuple[str, ...],
    players: str | None,
    lineup: str | None,
    seed: str | None,
    aim: str | None,
    output: pathlib.Path | None,
    *,
    quiet: bool,
    no_progress: bool,
    force: bool,
    watch: bool,
) -> None:
    """Write a page that plays: turn a knob, and the figures follow.

    The page is one HTML file that works offline in any browser with WebAssembly.  It plays the same games on the same
    dice as `balancer run`, and compares them with the scenario's base rules.
    """
    target = playing.target_or_help(target, "page")

    from balancer import browser
    from balancer.questions.page.one_file import page_text
    from balancer.reporting.page.play.play_section import engine_note
    from balancer.scenario.load import Overrides, load
    from balancer.shell import outputs, say
    from balancer.shell.progress import step
    from balancer.simulation.store import write_atomically

    overrides = Overrides(seed=seed, players=players, lineup=lineup, aim=aim, sets=sets)
    scenario = load(target, overrides)
    for warning in [] if quiet else scenario.warnings:
        say(f"note: {warning}")
    busy = contextlib.nullcontext if quiet or no_progress else step
    try:
        if watch:
            if output:
                raise click.UsageError("--watch serves the page and writes no file; omit -o or --watch")
            _serve(scenario, lambda: page_text(load(target, overrides), busy))
        path = output or pathlib.Path("reports") / f"{scenario.name}-page.html"
        outputs.protect_files({"-o": str(path)}, [scenario], force=force)
        text = page_text(scenario, busy)
    except browser.NoModuleError as error:
        raise click.UsageError(str(error)) from None
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text)
    if not quiet and (note := engine_note(scenario.game)):
        say(f"{scenario.game.name}: {note}")
    click.echo(f"{path} ({len(text.encode()) // 1000} kB): open it in a browser")


def _serve(scenario: Scenario, make: Callable[[], str]) -> None:
    """Serve the page of a scenario until Ctrl-C; make: reads the scenario and makes the page."""
    from balancer.questions.page import server as page_server
    from balancer.reporting.page.play import play_section

    files = [*filter(None, [scenario.file]), *scenario.base.table_files.values(), *files_of(scenario.game)]
    if not files:
        raise click.UsageError("--watch needs a file to watch: a scenario, a game or a component table of your own")
    page_server.serve(page_server.Watched(files, make, play_section.watching), click.echo)


def files_of(game: Game) -> list[pathlib.Path]:
    """Return the files of a plain game: the modules that it consists of, and its component tables."""
    made_of = getattr(game, "made_of", None)
    return [*map(pathlib.Path, made_of.belongings.kept), *map(game.own_table, game.components)] if made_of else []
