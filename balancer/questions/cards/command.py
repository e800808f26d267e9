"""`balancer cards`: what each card is worth to who has it."""

from __future__ import annotations

from typing import Any

import click

from balancer.questions import playing
from balancer.questions.playing import PlayOptions
from balancer.shell import OK


@click.command()
@click.argument("target", metavar="GAME_OR_SCENARIO", required=False)
@click.option("--part", "parts", multiple=True, metavar="NAME", help="Only this part (a card); may be repeated.")
@playing.takes(
    playing.ChangeOptions, "games", playing.RunOptions, playing.TerminalOptions,
    games="Games, each played again for every changed part; 40 000 by default.",
)  # fmt: skip
@click.pass_context
def cards(ctx: click.Context, /, target: str | None, parts: tuple[str, ...], **given: Any) -> int:
    """Find what each part (a card, a tile) of a game is worth to who has it.

    As dealt: how often players win to whom chance gave it, before anybody chose.  Knocked out: every game is played
    again with the part blank, and with a point more on it, by players who go on believing what is printed, on the same
    dice.  Tables go to reports/NAME-cards/ unless -o says otherwise.
    """
    chosen = PlayOptions(**given)
    target = playing.target_or_help(target, "cards")
    from balancer.questions import answering
    from balancer.questions.cards.study import GAMES, CardsStudy
    from balancer.scenario.resolved import usual_games

    scenario = chosen.scenario(target)
    if chosen.games is None:
        scenario = chosen.changed(games=str(usual_games(scenario.game, GAMES, is_plain=True))).scenario(target)
    study = CardsStudy.of(scenario, parts)
    answering.answer(ctx, chosen, study, folder=chosen.output or answering.folder_of(study))
    return OK
