"""`balancer metrics`: the names that checks and headlines may use."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import click

from balancer.shell import completion
from balancer.sides import TABLE
from balancer.wording import hint, listed

if TYPE_CHECKING:
    from balancer.analysis.estimates.metric_names import Offer
    from balancer.analysis.results import Scope
    from balancer.reporting.console import Console


@click.command()
@click.argument("names", metavar="[GAME] [METRIC]", nargs=-1, shell_complete=completion.games_and_metrics)
def metrics(names: tuple[str, ...]) -> None:
    """List the metrics of all games or of one, with unit and meaning, or explain one metric."""
    from balancer import games
    from balancer.analysis.estimates.metric_names import names_for
    from balancer.analysis.results import Scope
    from balancer.reporting.console import Console

    words, offers, listed_games = Console(), names_for(Scope()), games.names()
    foreign = sorted(
        (name for name in names if name not in offers),
        key=lambda name: not (name.endswith(".py") or name in listed_games),
    )
    game = foreign[0] if foreign else ""
    if game:
        offers = names_for(_scope(game, offers))
    others = [name for name in names if name != game]
    if len(others) > 1:
        raise click.UsageError(f"{listed(others)}: name one metric, and a game if you like")
    if not others:
        _list(words, offers)
    elif others[0] in offers:
        _explain(words, offers[others[0]])
    else:
        raise click.UsageError(f"no metric {others[0]!r} of {game}{hint(others[0], offers)}")
    words.show()


def _list(words: Console, offers: Mapping[str, Offer]) -> None:
    """Print the metrics that there are, the names that they may have, and those that can't be assessed."""
    rows = [(o.name, o.metric.unit, _meaning(o)) for o in offers.values() if not o.reason]
    words.table(["metric", "unit", "meaning"], rows)
    words.paragraph(
        "Write name, name.of or name.statistic, as in ending_share.instant, seat_win_rate.1, rounds.p90, "
        "'rounds.at least 30'. In a check the parts may also be separate: {metric: seat_win_rate, of: 1, at_most: 30%}."
    )
    members = {_kind(offer): offer.of for offer in offers.values() if offer.metric.of and offer.of != (TABLE,)}
    for kind, names in members.items():
        if names:
            words.paragraph(f"{kind}: {', '.join(names)}")
    missing = [offer for offer in offers.values() if offer.reason]
    if missing:
        words.title("Not assessed")
        words.table(["metric", "why"], [(offer.name, offer.reason) for offer in missing])


def _explain(words: Console, offer: Offer) -> None:
    """Print a metric: meaning, definition, source, and how a scenario names it."""
    metric = offer.metric
    words.title(f"{metric.name}: {metric.title}")
    words.paragraph(offer.meaning)
    rows = [("unit", metric.unit), ("definition", metric.definition), ("source", metric.source)]
    if offer.of == (TABLE,):
        rows += [("of", f"the table, which may be left out: {metric.name} or {metric.name}.{TABLE}")]
    elif metric.of:
        rows += [("of each", f"{_kind(offer)}: {', '.join(offer.of)}" if offer.of else _kind(offer))]
    rows += [("statistics", ", ".join(metric.stats_offered))] if len(metric.stats) > 1 else []
    rows += [("interval", metric.uncertainty)] if metric.uncertainty else []
    rows += [("not assessed", offer.reason)] if offer.reason else []
    words.table(["", ""], rows)


def _scope(name: str, offers: Collection[str]) -> Scope:
    """Return the scope that decides which metrics a game has; UsageError: neither a game nor a metric."""
    from balancer import games
    from balancer.cli.commands.games import loaded, named
    from balancer.scenario.check_spec import scope_of_game
    from balancer.wording import did_you_mean, nearest

    name, names = named(name), games.names()
    if name not in names and nearest(name, [*names, *offers]) in offers:
        raise click.UsageError(f"no game and no metric {name!r}; {did_you_mean(name, offers)}")
    return scope_of_game(loaded(name))


def _kind(offer: Offer) -> str:
    """Return the noun of a metric's items; sides whose names are known are teams."""
    return "team" if offer.metric.of == "side" and offer.of else offer.metric.of or ""


def _meaning(offer: Offer) -> str:
    metric = offer.metric
    lines = [offer.meaning]
    if metric.of:
        lines += ["of the table" if offer.of == (TABLE,) else f"of each {_kind(offer)}"]
    lines += [f"statistics: {', '.join(metric.stats_offered)}"] if len(metric.stats) > 1 else []
    return "\n".join(lines)
