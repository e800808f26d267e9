"""The best persona in others' places: among a weak line-up, and with another persona's habits among its like.

A figure of one persona (`persona_win_rate.late`) is about the line-up that it sits in.  What its habits are worth among
good players is known by giving them to the best persona: the habits of the one named that differ from their defaults.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from typing import Any

from balancer.analysis.equal_share import fair_share
from balancer.analysis.intervals.elementary import critical_z
from balancer.core.seating import filled
from balancer.players.payoffs import Payoff
from balancer.players.tournament import payoff_of
from balancer.scenario import plan as plans
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.simulation.jobs import CellJob
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames

AXIS = "in_place"  # the pseudo-axis that names the players of such a table


def asked(scenario: Scenario) -> dict[str, dict[str, int]]:
    """The personas whose figures the headline or a check names, with the habits that distinguish them."""
    usual = {habit.name: habit.default for habit in scenario.game.habits}
    checks = [check.figure for check in scenario.checks if not check.left_out]
    names = [ref.of for ref in (*scenario.report.headline, *checks) if ref.metric.startswith("persona_")]
    personas = {name: scenario.base.seated[name] for name in names if name in scenario.base.seated}
    own = {
        name: {habit: value for habit, value in one.habits.items() if value != usual[habit]}
        for name, one in personas.items()
        if not one.at_random and not one.search
    }
    return {name: habits for name, habits in own.items() if habits}


def in_place(scenario: Scenario, best: str, runner: Runner, games: int) -> dict[str, Any]:
    """What the best persona gets in one place of the line-up as set up, each place in turn; games: in all."""
    setting = scenario.base
    around = filled(setting.lineup, setting.players)
    line_ups = [(*around[:place], best, *around[place + 1 :]) for place in range(len(around))]
    each = -(-games // len(around) ** 2) * len(around)
    settings = [dataclasses.replace(setting, lineup=one, seating="rotate") for one in line_ups]
    return {"persona": best, **_payoff(scenario, settings, best, runner, each)}


def counterparts(scenario: Scenario, best: str, runner: Runner, games: int) -> dict[str, dict[str, Any]]:
    """What the best persona with the habits of each persona asked for gets among others without; games: of each."""
    setting, found = scenario.base, {}
    each = -(-games // setting.players) * setting.players
    for name, habits in asked(scenario).items():
        other = setting.personas[best]
        if name == best or habits.items() <= other.habits.items():
            continue
        called = f"{best}_as_{name}"
        persona = dataclasses.replace(other, name=called, habits={**other.habits, **habits})
        line_up = (called, *[best] * (setting.players - 1))
        known = {**setting.personas, called: persona}
        seated = dataclasses.replace(setting, lineup=line_up, personas=known, seating="rotate")
        found[name] = {"persona": best, "habits": habits, **_payoff(scenario, [seated], called, runner, each)}
    return found


def _payoff(
    scenario: Scenario, settings: list[Setting], name: str, runner: Runner, games: int
) -> Mapping[str, float | int]:
    """Return the share of a persona over all settings, with its interval, and that of equals; games: of each."""
    jobs = [CellJob.of(plans.cell_of(scenario, one, {AXIS: one.lineup})) for one in settings]
    payoff = functools.reduce(Payoff.joined, [payoff_of(one, name) for one in runner.play(jobs, FixedGames(games))])
    fair = fair_share(settings[0].players, one_loses=scenario.game.one_loses)
    low, high = payoff.beside_equals(fair, critical_z(scenario.report.confidence))
    equal = fair * payoff.won_games.part
    return {"value": payoff.value, "low": low, "high": high, "fair": equal, "games": payoff.games}
