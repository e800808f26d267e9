"""What `balancer compare` plays: a scenario's base against its variants, or two scenarios of one game."""

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
    """The base against the variants named, or all of them; ScenarioError with all that is wrong."""
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
    """What is wrong with the name of a variant; [] if nothing."""
    known = list(scenario.variants)
    if name in known:
        return []
    allowed = f"allowed: {', '.join(known)}" if known else "there are no variants"
    wrong = f"{BASE} is what variants are compared with" if name == BASE else f"unknown variant {name!r}"
    return [Fault(name_of(scenario), sentence(wrong, allowed, did_you_mean(name, known)))]


def two_scenarios(one: Scenario, other: Scenario) -> list[PairJob]:
    """The base rules of two scenarios, with seed, games and report of the first; ScenarioError."""
    if one.game.name != other.game.name:
        wrong = f"this is a scenario of {other.game.name}, and {name_of(one)} one of {one.game.name}"
        hint = "both must be of one game, because they are compared game by game"
        raise ScenarioError([Fault(name_of(other), sentence(wrong, hint))])
    name = other.name if other.name != one.name else f"{other.name} (second)"
    report = one.report
    return [PairJob.of(name, plans.base_cell(one), plans.cell_of(one, other.base, {}), report)]


def notes(one: Scenario, other: Scenario | None = None) -> list[str]:
    """What the scenarios request and a comparison does not use; a sentence each."""
    sentences = []
    if one.axes:
        names = ", ".join(axis.name for axis in one.axes)
        sentences.append(f"the base rules are compared, not the cells of the sweep ({names})")
    if other is not None:
        unused = [key for key in ("seed", "games", "precision") if getattr(one, key) != getattr(other, key)]
        unused += ["report"] if other.report != one.report else []
        if unused:
            sentences.append(
                f"{', '.join(unused)} of {name_of(other)} not used: both sides use those of {name_of(one)}"
            )
    return sentences


def as_scenario(one: Scenario, other: Scenario | None) -> Scenario:
    """The scenario of the manifest; of two, the second is the first's only variant."""
    if other is None:
        return one
    return dataclasses.replace(one, variants={two_scenarios(one, other)[0].name: other.base})


def name_of(scenario: Scenario) -> str:
    """What messages call a scenario: its file, else its game."""
    return str(scenario.file) if scenario.file else scenario.game.target
