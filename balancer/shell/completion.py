"""Words that a shell offers at Tab: scenarios, games, knobs, personas, variants, metrics (docs/using.md).

The scenario on the command line is read to find them; if it is invalid, nothing is offered.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    import click

    from balancer.scenario.resolved import Scenario


def targets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the scenario files nearby and the games; if none begins like this, any file."""
    del ctx, param
    from balancer.games import names
    from balancer.scenario.file.discovery import found_scenarios

    return _beginning(incomplete, [*found_scenarios(), *names()]) or [CompletionItem(incomplete, type="file")]


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the names of games."""
    del ctx, param
    from balancer.games import names

    return _beginning(incomplete, names())


def games_and_metrics(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer games, and the metrics that all games have."""
    from balancer.analysis.estimates.catalogue import CATALOGUE

    return [*games(ctx, param, incomplete), *_beginning(incomplete, CATALOGUE)]


def knobs(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the rules of the scenario's game with an equals sign; after it, the values of a rule that has few."""
    del param
    scenario = _scenario(ctx)
    if scenario is None:
        return []
    name, equals, _ = incomplete.partition("=")
    values = {knob.name: _values_in_yaml(knob.schema()) for knob in scenario.game.knobs}
    if equals:
        return _beginning(incomplete, [f"{name}={value}" for value in values.get(name, [])])
    return _beginning(incomplete, [f"{knob}=" for knob in values])


def personas(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the personas of the scenario, after those before the last comma."""
    del param
    scenario = _scenario(ctx)
    before, comma, _ = incomplete.rpartition(",")
    return _beginning(incomplete, [before + comma + name for name in (scenario.base.personas if scenario else ())])


def variants(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the variants of the scenario."""
    del param
    scenario = _scenario(ctx)
    return _beginning(incomplete, scenario.variants if scenario else ())


def _scenario(ctx: click.Context) -> Scenario | None:
    """Return the scenario on the command line so far, None if none can be read."""
    from balancer.scenario.errors import ScenarioError
    from balancer.scenario.load import load

    named = ctx.params.get("target") or ctx.params.get("targets") or ctx.args  # args: an option still wants its value
    target = named if isinstance(named, str) else next(iter(named), "")
    try:
        return load(target) if target else None
    except ScenarioError:
        return None


def _values_in_yaml(schema: dict[str, object]) -> list[str]:
    values = schema.get("enum", [False, True] if schema.get("type") == "boolean" else [])
    return [str(value).lower() if isinstance(value, bool) else str(value) for value in values]  # type: ignore[attr-defined]


def _beginning(incomplete: str, words: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]
