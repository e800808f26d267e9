"""`balancer page`: a page in which the games are played, in one file."""

from __future__ import annotations

import pathlib

import click

from balancer.cli import completion, options


@click.command()
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False, shell_complete=completion.targets)
@options.add(options.RULES)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=pathlib.Path),
    metavar="FILE",
    help="The page; reports/NAME-page.html by default.",
)
@click.option("--force", is_flag=True, help="Overwrite a file that balancer did not make.")
def page(
    target: str | None,
    sets: tuple[str, ...],
    players: str | None,
    lineup: str | None,
    seed: str | None,
    output: pathlib.Path | None,
    *,
    force: bool,
) -> None:
    """Write a page that plays: turn a knob, and the figures follow.

    One HTML file that works offline, from disk, in any browser with WebAssembly: the same games on the same dice as
    `balancer run`, against the scenario's base.
    """
    target = options.target_or_help(target, "page")

    from balancer import browser
    from balancer.cli import outputs
    from balancer.cli.app import say
    from balancer.cli.progress import step
    from balancer.reporting.page.play import play_section
    from balancer.scenario.load import Overrides, load
    from balancer.simulation import provenance
    from balancer.simulation.store import write_atomically

    scenario = load(target, Overrides(seed=seed, players=players, lineup=lineup, sets=sets))
    path = output or pathlib.Path("reports") / f"{scenario.name}-page.html"
    outputs.protect_files({"-o": str(path)}, [scenario], force=force)
    for warning in scenario.warnings:
        say(f"note: {warning}")
    try:
        engine = play_section.engine_of(scenario, step)
    except browser.NoModuleError as error:
        raise click.UsageError(str(error)) from None
    text = play_section.page(scenario, engine, provenance.versions()["balancer"]).html()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text)
    click.echo(f"{path} ({len(text.encode()) // 1000} kB)")
