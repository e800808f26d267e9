"""`balancer metrics`: every name that checks and headlines may use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from balancer.analysis.metric_names import Offer
    from balancer.cli.console import Words


@click.command()
@click.argument("game", metavar="[GAME]", required=False)
def metrics(game: str | None) -> None:
    """List the metrics with meaning and unit; of a game also its own, and the seats, personas ... of each."""
    from balancer.analysis.metric_names import names_for
    from balancer.cli.console import Words

    offers = names_for(_names_of(game) if game else {})
    words = Words()
    _table(words, (offer for offer in offers.values() if not offer.reason))
    words.paragraph("Write name, name.of or name.statistic, as in ending_share.instant, seat_win_rate.1, rounds.p90.")
    _families(words, offers.values())
    missing = [offer for offer in offers.values() if offer.reason]
    if missing:
        words.title("Not assessed")
        words.table(["metric", "why"], [(offer.name, offer.reason) for offer in missing])
    words.show()


def _names_of(name: str) -> dict[str, object]:
    from balancer.cli.games import loaded
    from balancer.scenario.check_spec import described

    game = loaded(name)
    personas = [persona.name for persona in game.personas]
    return described(game, game.most_players, personas, game.read_parts().names)


def _table(words: Words, offers: Iterable[Offer]) -> None:
    words.table(["metric", "unit", "meaning"], [(o.name, o.metric.unit, _meaning(o)) for o in offers])


def _meaning(offer: Offer) -> str:
    metric = offer.metric
    lines = [offer.meaning]
    lines += [f"of each {metric.of}"] if metric.of else []
    lines += [f"statistics: {', '.join(metric.stats)}"] if len(metric.stats) > 1 else []
    return "\n".join(lines)


def _families(words: Words, offers: Iterable[Offer]) -> None:
    families = {offer.metric.of: offer.of for offer in offers if offer.metric.of and offer.of}
    for kind, of in families.items():
        words.paragraph(f"{kind}: {', '.join(of)}")
