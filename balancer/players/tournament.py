"""Tournaments: personas against each other in every line-up, and what follows from the payoffs.

A tournament is played by cells, one per line-up, through the runner; all cells have the same seed, so that all line-ups
meet the same deals and dice.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balancer.analysis.equal_share import fair_share
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import CONFIDENCE
from balancer.analysis.intervals.elementary import credit_ratio_interval
from balancer.analysis.results import CellResult
from balancer.analysis.tally import CellTally, Group, Quantity
from balancer.players import equilibrium, skill
from balancer.players.equilibrium import Equilibrium
from balancer.players.line_ups import LineUp, chosen_line_ups, number_of_line_ups
from balancer.players.payoffs import (
    Convention,
    Edge,
    Floats,
    Payoff,
    Payoffs,
    SymmetricGame,
    conventions,
    dominance,
)
from balancer.scenario import plan as plans
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import sentence
from balancer.scenario.plan import Cell
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.simulation.experiments.comparison_plan import name_of, unknown_variant
from balancer.simulation.jobs import CellJob
from balancer.simulation.keys import VARIANT_AXIS
from balancer.wording import did_you_mean

GAMES = 2000  # games per line-up unless the command says otherwise
MAX_LINE_UPS = 500  # line-ups of one tournament; of more a random choice is played (`line_ups.chosen_line_ups`)
FEWEST = 2  # personas that a tournament takes
REDRAWN = 200  # times that payoffs are drawn anew for intervals of what follows from them

REDRAWN_STEPS = 600

LINE_UP_AXIS = "lineup"  # the pseudo-axis that labels a cell with its line-up
NEGLIGIBLE = 1e-3  # a gain over the mixture below which it counts as an equilibrium: 0.1 pp


@dataclass(frozen=True)
class Stop:
    """One setting in which a tournament is held; axes: what distinguishes it, {} for the base rules."""

    axes: Mapping[str, Any]
    setting: Setting


def stops(scenario: Scenario, variants: Sequence[str] = (), *, sweep: bool = False) -> list[Stop]:
    """The base rules and the variants named, or every cell of the sweep instead of the base rules.

    ScenarioError: a variant is not known, or there is no sweep.
    """
    faults = [fault for name in variants for fault in unknown_variant(scenario, name)]
    if sweep and not scenario.axes:
        faults.append(
            Fault(name_of(scenario), "there is no sweep to tour; write one under sweep:, or leave --sweep out")
        )
    if faults:
        raise ScenarioError(faults)
    begun = [Stop(axes, setting) for axes, setting in scenario.swept] if sweep else [Stop({}, scenario.base)]
    return [*begun, *(Stop({VARIANT_AXIS: name}, scenario.variants[name]) for name in dict.fromkeys(variants))]


def plan(scenario: Scenario, tour: Sequence[Stop], names: Sequence[str] = (), games: int = GAMES) -> list[CellJob]:
    """The jobs of all tournaments of a tour; names: of those who take part, all that think where none is named.

    ScenarioError: a persona is not known, or there are fewer than two.
    """
    chosen = entrants(tour[0].setting, list(dict.fromkeys(names)))
    faults = [
        Fault(f"--personas {name}", sentence(f"unknown persona {name!r}", f"allowed: {', '.join(known)}", hint))
        for stop in tour[:1]
        for known in [list(stop.setting.personas)]
        for name in chosen
        if name not in known
        for hint in [did_you_mean(name, known)]
    ]
    if not faults and len(chosen) < FEWEST:
        faults.append(Fault("--personas", f"a tournament takes two personas or more, not {len(chosen)}"))
    if faults:
        raise ScenarioError(faults)
    return [CellJob.of(cell) for stop in tour for cell in cells(scenario, stop, chosen, games)]


def entrants(setting: Setting, names: Sequence[str] = ()) -> tuple[str, ...]:
    """The personas of a tournament: those named, else all of the game and the scenario that appraise their options.

    Players who think ahead are a thousand times slower: they take part where they are named.
    """
    thinking = (name for name, one in setting.personas.items() if not one.at_random and not one.search)
    return tuple(names) or tuple(thinking)


def described(scenario: Scenario, stop: Stop, names: Sequence[str]) -> dict[str, Any]:
    """Claim, habits and mistakes of those who take part, by name: for the manifest."""
    usual = {habit.name: habit.default for habit in scenario.game.habits}
    chosen = {name: stop.setting.personas[name] for name in names}
    return {
        name: {"claim": one.claim, "habits": {**usual, **one.habits}, "mistakes": one.mistakes}
        for name, one in chosen.items()
    }


def cells(scenario: Scenario, stop: Stop, names: Sequence[str], games: int) -> list[Cell]:
    """The cells of one tournament, and of each persona among players who choose at random; games: per line-up."""
    chosen = chosen_line_ups(len(names), stop.setting.players, MAX_LINE_UPS)
    seated = [*([names[one] for one in line_up] for line_up in chosen), *skill.line_ups(stop.setting, names)]
    return [cell_of(scenario, stop, line_up, games) for line_up in seated]


def cell_of(scenario: Scenario, stop: Stop, line_up: Sequence[str], games: int) -> Cell:
    """The cell of one line-up; games: rounded up, so that everybody sits in every seat as often."""
    seated = tuple(sorted(line_up))
    setting = dataclasses.replace(stop.setting, lineup=seated, seating="rotate")
    rotations = math.ceil(games / len(seated))
    return plans.cell_of(scenario, setting, {**stop.axes, LINE_UP_AXIS: seated}).with_games(rotations * len(seated))


def duels(scenario: Scenario, stop: Stop, names: Sequence[str], games: int) -> list[CellJob]:
    """One persona among others alike, for every pair; games: of each line-up."""
    around = stop.setting.players - 1
    line_ups = [[one, *[other] * around] for one in names for other in names]
    return [CellJob.of(cell_of(scenario, stop, line_up, games)) for line_up in line_ups]


# From results to payoffs ----------------------------------------------------------------------------------------------
def payoffs_of(results: Sequence[CellResult], names: Sequence[str]) -> Payoffs:
    """The payoffs in cells of one setting, one per line-up."""
    measured: dict[LineUp, dict[int, Payoff]] = {}
    for result in results:
        line_up = tuple(sorted(names.index(name) for name in result.lineup))
        measured[line_up] = {one: payoff_of(result, names[one]) for one in dict.fromkeys(line_up)}
    seats, one_loses = results[0].players, results[0].one_loses
    return Payoffs(tuple(names), seats, fair_share(seats, one_loses=one_loses), measured)


def payoff_of(result: CellResult, persona: str) -> Payoff:
    """What a persona gets per seat of a cell."""
    return payoff_in(result.tally, result.players, persona, one_loses=result.one_loses)


def payoff_in(tally: Mapping[str, Any], players: int, persona: str, *, one_loses: bool) -> Payoff:
    """The same of a tally as results keep it."""
    sums = CellTally(**tally).sums(Quantity(Group.PERSONA, persona))
    unit = sums.unit // (players - 1 if one_loses else 1)
    return Payoff(sums._replace(unit=unit), tally["games"], tally["won"])


# What follows from payoffs --------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Tournament:
    """Payoffs of one setting, and everything that follows from them.

    axes: what distinguishes the setting; games: all of them; unfinished: persona -> share of the games of four (n) of
    it that were cut off; among_random: persona -> what it gets where all others choose at random, {} if not played.
    """

    axes: Mapping[str, Any]
    payoffs: Payoffs
    one_loses: bool
    games: int
    unfinished: Mapping[str, float]
    confidence: float = CONFIDENCE
    among_random: Mapping[str, Payoff] = field(default_factory=dict)

    @classmethod
    def of(cls, results: Sequence[CellResult], names: Sequence[str], confidence: float = CONFIDENCE) -> Tournament:
        """The tournament that cells of one setting make up."""
        axes = {name: value for name, value in results[0].axes.items() if name != LINE_UP_AXIS}
        entered = [result for result in results if set(result.lineup) <= set(names)]
        alone = {result.lineup[0]: result for result in entered if len(set(result.lineup)) == 1}
        unfinished = {name: share_unfinished(one) for name, one in alone.items()}
        among_random = {
            name: payoff_of(result, name)
            for result in results
            for name in names
            if name in result.lineup and not set(result.lineup) <= set(names)
        }
        games = sum(result.games for result in results)
        one_loses = results[0].one_loses
        return cls(axes, payoffs_of(entered, names), one_loses, games, unfinished, confidence, among_random)

    @property
    def names(self) -> tuple[str, ...]:
        """The personas."""
        return self.payoffs.names

    @property
    def line_ups(self) -> tuple[int, int]:
        """How many line-ups were played, and how many there are."""
        return len(self.payoffs.measured), number_of_line_ups(len(self.names), self.payoffs.seats)

    @functools.cached_property
    def equilibria(self) -> list[Equilibrium]:
        """All that were found; the first is the one that is reported."""
        found = equilibrium.equilibria(self.payoffs.game)
        sound = [one for one in found if one.exploitability < NEGLIGIBLE]
        first = sound[0] if sound else min(found, key=lambda one: one.exploitability)
        return [first, *(one for one in sound if one is not first)]

    @property
    def equilibrium(self) -> Equilibrium:
        """The symmetric equilibrium that is reported: the one reached from the uniform mixture, if any."""
        return self.equilibria[0]

    @functools.cached_property
    def _redrawn(self) -> SymmetricGame:
        """Games with payoffs drawn anew."""
        return self.payoffs.redrawn(REDRAWN)

    @functools.cached_property
    def _redrawn_mixtures(self) -> Floats:
        """The mixture to which each of those games leads from the uniform one."""
        uniform = np.full((REDRAWN, len(self.names)), 1 / len(self.names))
        return equilibrium.multiplicative_weights(self._redrawn, uniform, REDRAWN_STEPS)

    @functools.cached_property
    def shares(self) -> list[Figure]:
        """Each persona's share in the equilibrium; its interval: where redrawn payoffs lead."""
        ends = self._quantiles(self._redrawn_mixtures)
        return [
            Figure(share, min(low, share), max(high, share))
            for (low, high), share in zip(ends, self.equilibrium.shares.tolist(), strict=True)
        ]

    @functools.cached_property
    def viable(self) -> Figure:
        """The effective number of personas in use at the equilibrium."""
        mixtures = self._redrawn_mixtures
        value = self.equilibrium.viable
        low, high = np.quantile(equilibrium.viable(mixtures), self._tails)
        return Figure(value, min(float(low), value), max(float(high), value))

    @functools.cached_property
    def against_equilibrium(self) -> list[Figure]:
        """What each persona gets among others drawn from the equilibrium."""
        values = self.payoffs.game.against(self.equilibrium.shares)
        drawn = self._redrawn.against(np.broadcast_to(self.equilibrium.shares, (REDRAWN, len(self.names))))
        ends = np.clip(self._quantiles(drawn), 0, 1)
        return [Figure(value, *bounds) for value, bounds in zip(values.tolist(), ends.tolist(), strict=True)]

    def exploitability_limit(self, found: Equilibrium) -> float:
        """The most that the best answer to an equilibrium may gain: a one-sided limit at the tournament's confidence.

        The mixture was fitted to the payoffs measured and is not quite that of the true ones.  Each persona's gain has
        an error, from payoffs drawn anew; the upper limits of all gains hold together, and the largest is this one.
        """
        error = self._redrawn.gains(found.shares).std(0)
        z = self.payoffs.critical(len(self.names), 2 * self.confidence - 1)
        return max(0.0, float((self.payoffs.game.gains(found.shares) + z * error).max()))

    @property
    def _tails(self) -> tuple[float, float]:
        return (1 - self.confidence) / 2, (1 + self.confidence) / 2

    def _quantiles(self, values: Floats) -> list[tuple[float, float]]:
        low, high = np.quantile(values, self._tails, axis=0)
        return list(zip(low.tolist(), high.tolist(), strict=True))

    @functools.cached_property
    def ranking(self) -> list[int]:
        """Personas by share in the equilibrium, then by what they get among others drawn from it."""
        shares = self.equilibrium.shares
        values = [payoff.value for payoff in self.against_equilibrium]
        return sorted(range(len(self.names)), key=lambda one: (-round(float(shares[one]), 3), -values[one]))

    @functools.cached_property
    def dominance(self) -> list[Edge]:
        """Who dominates whom."""
        return dominance(self.payoffs, self.confidence)

    def dominated_by(self, one: int) -> list[int]:
        """The personas that get more than `one` against every line-up of the others."""
        return [edge.one for edge in self.dominance if edge.other == one and edge.dominates]

    @functools.cached_property
    def conventions(self) -> list[Convention]:
        """Whether each persona's own table holds."""
        return conventions(self.payoffs, self.confidence)

    @functools.cached_property
    def skill(self) -> dict[str, Figure]:
        """What each persona gets among players who choose at random, the most first; all intervals hold together."""
        z = self.payoffs.critical(len(self.among_random), self.confidence)
        found = {name: Figure(payoff.value, *payoff.interval(z)) for name, payoff in self.among_random.items()}
        return dict(sorted(found.items(), key=lambda item: -item[1].value))

    @functools.cached_property
    def skill_order(self) -> dict[str, Figure]:
        """The skill order that follows, by the games that somebody won; anything, where nobody won any."""
        z, found = self.payoffs.critical(len(self.among_random), self.confidence), {}
        for name in self.skill:
            payoff = self.among_random[name]
            share = Figure(self.payoffs.fair, 0.0, 1.0)
            if payoff.won:
                of_won = payoff.won_games.sums_of_won(payoff.sums)
                share = Figure(of_won.ratio, *credit_ratio_interval(of_won, z))
            found[name] = skill.order(share, self.payoffs.fair)
        return found

    @property
    def fair(self) -> float:
        """What equals get where all are drawn from the equilibrium."""
        return float(self.equal @ self.equilibrium.shares)

    def fair_among_random(self, name: str) -> float:
        """What equals get in the games of a persona among players who choose at random."""
        return self.payoffs.fair * self.among_random[name].won_games.part

    @functools.cached_property
    def equal(self) -> Floats:
        """What equals get in the games of each persona among others drawn from the equilibrium."""
        return self.payoffs.equal_against(self.equilibrium.shares)

    @functools.cached_property
    def joint_z(self) -> float:
        """The normal deviate with which all entries of the matrix hold together."""
        personas = len(self.names)
        return self.payoffs.critical(personas * (personas - 1), self.confidence)


def held_in(results: Sequence[CellResult], names: Sequence[str], confidence: float = CONFIDENCE) -> list[Tournament]:
    """The tournaments that cells make up, one per setting, in the order of the cells."""
    settings: dict[str, list[CellResult]] = {}
    for result in results:
        settings.setdefault(repr({**result.axes, LINE_UP_AXIS: None}), []).append(result)
    return [Tournament.of(of_one, names, confidence) for of_one in settings.values()]


def share_unfinished(result: CellResult) -> float:
    """Share of the games of a cell that were cut off."""
    tally = CellTally(**result.tally)
    return tally.endings.get("unfinished", 0) / tally.games
