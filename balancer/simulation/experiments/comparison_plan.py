"""The plan of `balancer compare`: a scenario's base against its variants, or two scenarios of one game."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from balancer.scenario import plan as plans
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import sentence
from balancer.scenario.question import BASE
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import PairJob
from balancer.wording import did_you_mean


def variants_of(scenario: Scenario, names: Sequence[str] = ()) -> list[PairJob]:
    """Return the pairs of the base with the named variants, or with all; raise ScenarioError with all faults."""
    if not scenario.variants:
        hint = "write some under variants:, or name a second scenario of the same game: balancer compare A.yaml B.yaml"
        message = f"no variants to compare with the base rules; {hint}"
        raise ScenarioError([Fault(name_of(scenario), message)])
    faults = [fault for name in names for fault in unknown_variant(scenario, name)]
    if faults:
        raise ScenarioError(faults)
    report = scenario.report
    base = plans.base_cell(scenario)
    chosen = list(dict.fromkeys(names)) or list(scenario.variants)
    return [PairJob.of(name, base, plans.variant_cell(scenario, name), report) for name in chosen]


def unknown_variant(scenario: Scenario, name: str) -> list[Fault]:
    """Return the faults of a variant's name; [] if it is known."""
    names = list(scenario.variants)
    if name in names:
        return []
    allowed = f"allowed: {', '.join(names)}" if names else "there are no variants"
    wrong = f"{BASE} is no variant: all variants are compared with it" if name == BASE else f"unknown variant {name!r}"
    return [Fault(name_of(scenario), sentence(wrong, allowed, did_you_mean(name, names)))]


def two_scenarios(first: Scenario, second: Scenario) -> list[PairJob]:
    """Return the pair of two base rules, with seed, games and report of the first scenario.  Raises ScenarioError."""
    if first.game.name != second.game.name:
        wrong = f"this is a scenario of {second.game.name}, and {name_of(first)} one of {first.game.name}"
        hint = "both must be of one game, because they are compared game by game"
        raise ScenarioError([Fault(name_of(second), sentence(wrong, hint))])
    name = second.name if second.name != first.name else f"{second.name} (second)"
    report = first.report
    return [PairJob.of(name, plans.base_cell(first), plans.cell_of(first, second.base, {}), report)]


def notes(first: Scenario, second: Scenario | None = None) -> list[str]:
    """Return a sentence for each kind of request in the scenarios that a comparison does not use."""
    sentences = []
    if first.axes:
        names = ", ".join(axis.name for axis in first.axes)
        sentences.append(f"only base rules are compared; the sweep ({names}) is not played")
    if second is not None:
        unused = [key for key in ("seed", "games", "precision") if getattr(first, key) != getattr(second, key)]
        unused += ["report"] if second.report != first.report else []
        if unused:
            sentences.append(
                f"{', '.join(unused)} of {name_of(second)} not used: both sides use those of {name_of(first)}"
            )
    return sentences


def as_scenario(first: Scenario, second: Scenario | None) -> Scenario:
    """Return the scenario of the manifest; a second scenario becomes the first's only variant."""
    if second is None:
        return first
    return dataclasses.replace(first, variants={two_scenarios(first, second)[0].name: second.base})


def name_of(scenario: Scenario) -> str:
    """Return what messages call a scenario: its file, else its game."""
    return str(scenario.file) if scenario.file else scenario.game.target
