"""The best persona in place of others: in a weak line-up, and with another persona's habits among its like.

A figure of one persona (`persona_win_rate.late`) depends on the line-up in which it plays.  To learn what its habits
are worth among good players, they are given to the best persona: those habits that differ from their defaults.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from typing import Any

from balancer.analysis.intervals.elementary import critical_z
from balancer.core.seating import filled
from balancer.players.payoffs import Payoff
from balancer.players.stakes import Stakes
from balancer.players.tournament import payoff_of
from balancer.scenario import plan as plans
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.simulation.jobs import CellJob
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames

AXIS = "in_place"  # the pseudo-axis that names the line-up


def reported_habits(scenario: Scenario) -> dict[str, dict[str, int]]:
    """Return the personas whose figures the headline or a check names, with the habits that distinguish them."""
    usual = {habit.name: habit.default for habit in scenario.game.habits}
    checks = [check.figure for check in scenario.checks if not check.left_out]
    names = [ref.of for ref in (*scenario.report.headline, *checks) if ref.metric.startswith("persona_")]
    personas = {name: scenario.base.seated[name] for name in names if name in scenario.base.seated}
    own = {
        name: {habit: value for habit, value in persona.habits.items() if value != usual[habit]}
        for name, persona in personas.items()
        if not persona.at_random and not persona.search
    }
    return {name: habits for name, habits in own.items() if habits}


def in_place(scenario: Scenario, best: str, runner: Runner, games: int) -> dict[str, Any]:
    """Return what the best persona gets in each place of the scenario's line-up in turn; games: in total."""
    setting = scenario.base
    around = filled(setting.lineup, setting.players)
    line_ups = [(*around[:place], best, *around[place + 1 :]) for place in range(len(around))]
    each = -(-games // len(around) ** 2) * len(around)
    settings = [dataclasses.replace(setting, lineup=line_up, seating="rotate") for line_up in line_ups]
    return {
        "persona": best,
        **_payoff(scenario, settings, best, dataclasses.replace(setting, seating="rotate"), runner, each),
    }


def counterparts(scenario: Scenario, best: str, runner: Runner, games: int) -> dict[str, dict[str, Any]]:
    """Return what the best persona gets with habits of each reported persona, among others without; games: for each."""
    setting, records = scenario.base, {}
    each = -(-games // setting.players) * setting.players
    for name, habits in reported_habits(scenario).items():
        original = setting.personas[best]
        if name == best or habits.items() <= original.habits.items():
            continue
        new_name = f"{best}_as_{name}"
        persona = dataclasses.replace(original, name=new_name, habits={**original.habits, **habits})
        line_up = (new_name, *[best] * (setting.players - 1))
        personas = {**setting.personas, new_name: persona}
        seated = dataclasses.replace(setting, lineup=line_up, personas=personas, seating="rotate")
        alike = dataclasses.replace(setting, lineup=(best,) * setting.players, seating="rotate")
        payoff = _payoff(scenario, [seated], new_name, alike, runner, each)
        records[name] = {"persona": best, "habits": habits, **payoff}
    return records


def _payoff(
    scenario: Scenario, settings: list[Setting], name: str, others: Setting, runner: Runner, games: int
) -> Mapping[str, float | int]:
    """Return the payoff of a persona over all settings, its interval, and what equals get (`fair`).

    others: who are its equals if there is no equal share; games: of each setting.
    """
    stakes, z = Stakes.of(scenario.game, settings[0]), critical_z(scenario.report.confidence)
    played = settings if stakes.fair_of_seat is not None else [*settings, others]
    jobs = [CellJob.of(plans.cell_of(scenario, setting, {AXIS: setting.lineup})) for setting in played]
    results = runner.play(jobs, FixedGames(games))
    payoff = functools.reduce(Payoff.joined, [payoff_of(result, name) for result in results[: len(settings)]])
    equals = None if stakes.fair_of_seat is not None else Stakes.of_result(results[-1]).mean_payoff(results[-1].tally)
    figure, equal = payoff.comparable(stakes.fair_of_seat, z, equals)
    value, low, high = figure.ends
    return {"value": value, "low": low, "high": high, "fair": equal, "games": payoff.games}
