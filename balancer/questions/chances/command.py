"""`balancer chances`: each seat's chance to win, round by round."""

from __future__ import annotations

import shlex
from typing import Any

import click

from balancer.questions import playing
from balancer.questions.playing import PlayOptions
from balancer.shell import OK, completion


@click.command()
@click.pass_context
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False, shell_complete=completion.targets)
@click.option("--games", type=click.IntRange(min=2), metavar="N", help="Games to observe; 40 by default.")
@click.option(
    "--trials",
    type=click.IntRange(min=2, max=100_000),
    metavar="N",
    help="Trial games per seat at each estimate; 100 by default.",
)
@click.option("--choices", is_flag=True, help="Also measure what each option of each decision is worth; takes longer.")
@playing.takes(
    playing.ChangeOptions, "jobs", "compiled", "output", "only_plan", "json_file", "markdown_file", "force", "quiet",
    "no_progress",
    output="Write page, Markdown, tables and JSON into this folder; without -o nothing is written.",
)  # fmt: skip
def chances(
    ctx: click.Context, /, target: str | None, games: int | None, trials: int | None, choices: bool, **given: Any
) -> int:
    """Show when a game is decided, and by what: each seat's chance to win, round by round.

    Trial games estimate each seat's chance before a round, from what this seat can see.  Prints when it becomes known
    who wins, how often the favourite changes, whether the chances come true, and how much of the result comes from the
    setup, from chance and from choices.  With --choices also what options are worth, what the personas lose by theirs,
    and how often a player without a chance decides who wins.
    """
    chosen = PlayOptions(**given)
    scenario = chosen.scenario(playing.target_or_help(target, "chances"), plays_line_up=False)

    from balancer.questions import answering, pages
    from balancer.questions.chances.study import chances_of, plan_lines
    from balancer.scenario import plan
    from balancer.shell import command_line
    from balancer.shell.progress import watching
    from balancer.simulation.experiments.observed_games import GAMES, TRIALS

    def watch(cells: Any) -> Any:
        return watching(cells, quiet=chosen.quiet, verbose=False, bar=not chosen.no_progress)

    answering.protect(chosen, answering.outputs_of(chosen), [scenario])
    if chosen.only_plan and chosen.output is not None:
        raise click.UsageError("--plan plays nothing, so -o has nothing to write; omit one of them")
    games, trials, command = games or GAMES, trials or TRIALS, shlex.join(command_line(ctx))
    if chosen.only_plan:
        click.echo("\n".join(plan_lines(scenario, games, trials, choices=choices, jobs=chosen.jobs)))
        return OK
    cell = plan.base_cell(scenario)
    with pages.page_folder(
        chosen.output, scenario, cell, games, kind="chances", command=command, force=chosen.force
    ) as folder:
        report = chances_of(
            scenario, games=games, trials=trials, choices=choices, jobs=chosen.jobs, watch=watch, command=command
        )
        answering.give(report, chosen, folder)
    return OK
