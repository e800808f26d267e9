"""Words that a shell offers at Tab: scenarios, games, knobs, personas, variants, metrics (docs/using.md).

Words are found by reading the scenario of the command line; where that is wrong, nothing is offered.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    import click

    from balancer.scenario.resolved import Scenario


def targets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Scenario files in sight and games; else any file."""
    del ctx, param
    from balancer.games import names
    from balancer.scenario.file.discovery import found_scenarios

    return _beginning(incomplete, [*found_scenarios(), *names()]) or [CompletionItem(incomplete, type="file")]


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Games."""
    del ctx, param
    from balancer.games import names

    return _beginning(incomplete, names())


def games_and_metrics(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Games, and the metrics that all of them have."""
    from balancer.analysis.catalogue import CATALOGUE

    return [*games(ctx, param, incomplete), *_beginning(incomplete, CATALOGUE)]


def knobs(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Rules of the scenario's game with an equals sign; behind it the values of a rule that has few."""
    del param
    scenario = _scenario(ctx)
    if scenario is None:
        return []
    name, equals, _ = incomplete.partition("=")
    values = {knob.name: _values(knob.schema()) for knob in scenario.game.knobs}
    if equals:
        return _beginning(incomplete, [f"{name}={value}" for value in values.get(name, [])])
    return _beginning(incomplete, [f"{knob}=" for knob in values])


def personas(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Personas of the scenario, after those that stand before the last comma."""
    del param
    scenario = _scenario(ctx)
    before, comma, _ = incomplete.rpartition(",")
    return _beginning(incomplete, [before + comma + name for name in (scenario.base.personas if scenario else ())])


def variants(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Variants of the scenario."""
    del param
    scenario = _scenario(ctx)
    return _beginning(incomplete, scenario.variants if scenario else ())


def _scenario(ctx: click.Context) -> Scenario | None:
    """Return the scenario named on the command line so far; None if there is none that can be read."""
    from balancer.scenario.errors import ScenarioError
    from balancer.scenario.load import load

    named = ctx.params.get("target") or ctx.params.get("targets") or ctx.args  # args: an option still wants its value
    target = named if isinstance(named, str) else next(iter(named), "")
    try:
        return load(target) if target else None
    except ScenarioError:
        return None


def _values(schema: dict[str, object]) -> list[str]:
    values = schema.get("enum", [False, True] if schema.get("type") == "boolean" else [])
    return [str(value).lower() if isinstance(value, bool) else str(value) for value in values]  # type: ignore[attr-defined]


def _beginning(incomplete: str, words: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]
