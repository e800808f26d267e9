"""`balancer seek`: the smallest change of the rules with which all checks pass."""

from __future__ import annotations

from typing import Any

import click

from balancer.questions import playing
from balancer.questions.playing import PlayOptions
from balancer.shell import OF_VERDICTS, OK, completion


@click.command()
@click.argument("target", metavar="SCENARIO", required=False, shell_complete=completion.targets)
@click.option(
    "--knob",
    "knobs",
    multiple=True,
    metavar="NAME[=VALUES]",
    help="Only this may change, instead of the sweep's axes; may be repeated. Values: 18,20,22 or 18..26.",
    shell_complete=completion.knobs,
)
@click.option("--even-seats", is_flag=True, help="Instead of the checks: all seats win equally often, within --within.")
@click.option(
    "--within",
    metavar="SPREAD",
    help="Gap between best and worst seat that counts as even; 1pp by default.",
)
@playing.takes(
    playing.ChangeOptions, "games", "max_games", playing.RunOptions, playing.TerminalOptions,
    games="Games that confirm the change; those of the scenario by default.",
    max_games="Most games per candidate; ten times --games by default.",
)  # fmt: skip
@click.pass_context
def seek(
    ctx: click.Context,
    /,
    target: str | None,
    knobs: tuple[str, ...],
    even_seats: bool,
    within: str | None,
    **given: Any,
) -> int:
    """Find the smallest change of the rules with which all checks of a scenario pass.

    The axes of the scenario's sweep may change (those of players and line-ups only if no rule varies in it), or the
    knobs that --knob names.  With --even-seats and without --knob the head starts of seats may change, if the game
    has them (knob head_start).  A change of fewer knobs, or seats, is smaller; among these, one of shorter distance.
    Candidates race on the same dice; the winner is confirmed on games of another seed.  Exits with 0 if it is confirmed
    or the base rules pass all checks; 1 if no change passes; 3 if more games might decide.  Tables and a page go to
    reports/NAME-seek/ unless -o says otherwise.
    """
    chosen = PlayOptions(**given)
    if within is not None and not even_seats:
        raise click.UsageError("--within says how even the seats must be: add --even-seats")
    scenario = chosen.changed(max_games=None).scenario(playing.target_or_help(target, "seek"))

    from balancer.questions import answering
    from balancer.questions.seek.even_seats import WITHIN
    from balancer.questions.seek.study import SeekStudy

    study = SeekStudy.of(scenario, knobs, chosen.most_games, even_within=(within or WITHIN) if even_seats else None)
    report = answering.answer(ctx, chosen, study, folder=chosen.output or answering.folder_of(study))
    return OF_VERDICTS[report.found.verdict] if report else OK
