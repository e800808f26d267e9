"""`balancer seek`: the smallest change of the rules that keeps all checks of a scenario."""

from __future__ import annotations

from typing import Any

import click

from balancer.cli import completion, options
from balancer.cli.app import OF_VERDICTS, OK
from balancer.cli.options import PlayOptions

SEEKING = (
    click.option(
        "--knob",
        "knobs",
        multiple=True,
        metavar="NAME[=VALUES]",
        help="Only this may change, in place of the sweep's axes; may be repeated. Values: 18,20,22 or 18..26.",
        shell_complete=completion.knobs,
    ),
)
LENGTH = (
    click.option("--games", metavar="N", help="Games that confirm the change found; those of the scenario by default."),
    click.option("--max-games", metavar="N", help="Maximum games per candidate; ten times as many by default."),
)


@click.command()
@click.argument("target", metavar="SCENARIO", required=False, shell_complete=completion.targets)
@options.add(SEEKING, options.RULES, LENGTH, options.FOLDER)
@click.pass_context
def seek(ctx: click.Context, /, target: str | None, knobs: tuple[str, ...], **given: Any) -> int:
    """Find the smallest change of the rules that keeps all checks of a scenario.

    The axes of the scenario's sweep may change, or the knobs that --knob names.  A change of fewer knobs is smaller;
    among these, one of shorter distance.  Candidates race on the same dice; the one found is confirmed on games of
    another seed.  Ends with 0 where it is known, or the base rules keep all checks; 1 where nothing does; 3 where more
    games might tell.  Tables go to reports/NAME-seek/ unless -o says otherwise.
    """
    chosen = PlayOptions(**given)
    scenario = chosen.without_maximum.scenario(options.target_or_help(target, "seek"))

    from balancer.cli import run_common
    from balancer.studies.seek import SeekStudy

    study = SeekStudy.of(scenario, knobs, chosen.most_games)
    report = run_common.answer(ctx, chosen, study, folder=chosen.output or run_common.folder_of(study))
    return OF_VERDICTS[report.found.verdict] if report else OK
