"""What evens the seats: the check that a seek then keeps, and what may change where nobody says."""

from __future__ import annotations

import dataclasses

from balancer.analysis.figure_ref import FigureRef
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import amount, sentence
from balancer.scenario.question import Check
from balancer.scenario.resolved import Scenario

SPREAD = FigureRef("seat_spread")
"""The win rate of the best seat less that of the worst."""

WITHIN = "1pp"
"""The spread that counts as even where nobody says."""

HEAD_START = "head_start_"
"""Knobs of a game whose names begin so give a seat something at the start: head_start_2 to seat 2."""


def evened(scenario: Scenario, within: str | float = WITHIN) -> Scenario:
    """The scenario with one check: the seats' win rates lie within a spread of each other; ScenarioError."""
    wanted = _spread(within)
    return dataclasses.replace(scenario, checks=(Check("", SPREAD, high=wanted),))


def _spread(within: str | float) -> float:
    try:
        wanted = amount(within).value
    except ValueError:
        wanted = -1.0
    if not 0 < wanted < 1:
        allowed = "allowed: a spread of win rates above 0, such as 1pp or 0.5pp"
        raise ScenarioError([Fault("--within", sentence(f"{within} is no such spread", allowed))])
    return wanted


def head_starts(scenario: Scenario) -> list[str]:
    """The knobs by which a game gives seats at the table a head start; ScenarioError where it has none."""
    seats = [f"{HEAD_START}{seat}" for seat in range(1, scenario.base.players + 1)]
    found = [knob.name for knob in scenario.game.knobs if knob.name in seats]
    if not found:
        wrong = f"{scenario.game.title} has no knob {HEAD_START}2, {HEAD_START}3 …, and the scenario has no sweep"
        hint = "name a rule that may even the seats: --knob NAME, --knob NAME=VALUES"
        raise ScenarioError([Fault("--even-seats", sentence(wrong, hint))])
    return found
