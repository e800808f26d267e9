"""`balancer cards`: the worth of each card to its holder."""

from __future__ import annotations

from typing import Any

import click

from balancer.questions import playing
from balancer.questions.playing import PlayOptions
from balancer.shell import OK


@click.command()
@click.argument("target", metavar="GAME_OR_SCENARIO", required=False)
@click.option("--part", "parts", multiple=True, metavar="NAME", help="Only this card or tile; may be repeated.")
@playing.takes(
    playing.ChangeOptions, "games", playing.RunOptions, playing.TerminalOptions,
    games="Games, each replayed for every changed card; 40 000 by default.",
)  # fmt: skip
@click.pass_context
def cards(ctx: click.Context, /, target: str | None, parts: tuple[str, ...], **given: Any) -> int:
    """Measure what each card or tile is worth to its holder.

    As dealt: how often players win who were dealt the card, before anybody chose.  Made blank: every game is
    replayed on the same dice with the card blank, and with one more point on it, by players who still believe the
    printed values.  Results go to reports/NAME-cards/ unless -o names another folder.
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
