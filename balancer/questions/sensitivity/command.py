"""`balancer sensitivity`: the effect of each rule of a game, changed separately."""

from __future__ import annotations

from typing import Any

import click

from balancer.questions import playing
from balancer.questions.playing import PlayOptions
from balancer.shell import OK


@click.command()
@click.argument("target", metavar="GAME_OR_SCENARIO", required=False)
@click.option("--knob", "knobs", multiple=True, metavar="NAME", help="Only this knob; may be repeated.")
@playing.takes(
    playing.CountOptions, playing.TerminalOptions, "keep_games",
    games="Pairs of games per change; by default 10 000, fewer for a Python game not compiled.",
    max_games="Most pairs of games per change, with --precision; 5 000 000 by default.",
)  # fmt: skip
@click.pass_context
def sensitivity(ctx: click.Context, /, target: str | None, knobs: tuple[str, ...], **given: Any) -> int:
    """Change each rule separately and rank the effects on the headline figures.

    Numbers are tried a fourth below and above the base value, within the knob's range; for choices, every other value
    is tried.  Both sides play the same games on the same dice.  Results go to reports/NAME-sensitivity/ unless -o says
    otherwise.
    """
    chosen = PlayOptions(**given)
    target = playing.target_or_help(target, "sensitivity")
    from balancer.questions import answering
    from balancer.questions.sensitivity.study import GAMES, SensitivityStudy
    from balancer.scenario.resolved import usual_games

    scenario = chosen.scenario(target)
    if chosen.precision is None and chosen.games is None:
        scenario = chosen.changed(games=str(usual_games(scenario.game, GAMES))).scenario(target)
    study = SensitivityStudy.of(scenario, knobs)
    report = answering.answer(ctx, chosen, study, folder=chosen.output or answering.folder_of(study))
    return answering.outcome(report.pairs) if report else OK
