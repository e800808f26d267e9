"""Tournaments: personas against each other in every line-up, and what follows from the payoffs.

A tournament is played by cells, one per line-up, through the runner; all cells have the same seed, so that all line-ups
meet the same deals and dice.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import CONFIDENCE
from balancer.analysis.intervals.elementary import Bounds, credit_ratio_interval, effective_games, share_interval
from balancer.analysis.results import CellResult
from balancer.analysis.tally import CellTally
from balancer.players import equilibrium, skill
from balancer.players.equilibrium import Equilibrium
from balancer.players.payoffs import (
    Edge,
    Floats,
    LineUp,
    Payoff,
    Payoffs,
    Stability,
    SymmetricGame,
    chosen_line_ups,
    dominance,
    number_of_line_ups,
    stabilities,
)
from balancer.players.stakes import RIVALS_FOR_WINS, Stakes
from balancer.scenario import plan as plans
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import sentence
from balancer.scenario.plan import Cell
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.sides import TOGETHER
from balancer.simulation.experiments.comparison_plan import name_of, unknown_variant
from balancer.simulation.jobs import CellJob
from balancer.simulation.keys import VARIANT_AXIS
from balancer.wording import did_you_mean

GAMES = 2000  # games per line-up unless the command says otherwise
MAX_LINE_UPS = 500  # of one tournament; from more of them some are chosen at random (`line_ups.chosen_line_ups`)
MIN_PERSONAS = 2  # of a tournament
NO_PLAYERS = "there are no ways of playing to compare"  # what is wrong with a game of chance
REDRAWS = 200  # of the payoffs, for intervals of what follows from them
REDRAWN_STEPS = 600  # of multiplicative weights for each of them

LINE_UP_AXIS = "lineup"  # the pseudo-axis that labels a cell with its line-up
IN_USE = 0.005  # the smallest share of an equilibrium that counts as used
NEGLIGIBLE = 1e-3  # a gain over the mixture below which it counts as an equilibrium: 0.1 pp


@dataclass(frozen=True)
class Stop:
    """A setting in which a tournament is held."""

    axes: Mapping[str, Any]  # what distinguishes it; {} for the base rules
    setting: Setting


def stops(scenario: Scenario, variants: Sequence[str] = (), *, sweep: bool = False) -> list[Stop]:
    """Return the base rules and the named variants, or every cell of the sweep instead of the base rules.

    Raises ScenarioError: a variant is not known, or there is no sweep.
    """
    faults = [fault for name in variants for fault in unknown_variant(scenario, name)]
    if sweep and not scenario.axes:
        faults.append(
            Fault(name_of(scenario), "there is no sweep to tour; write one under sweep:, or leave --sweep out")
        )
    if faults:
        raise ScenarioError(faults)
    first = [Stop(axes, setting) for axes, setting in scenario.swept] if sweep else [Stop({}, scenario.base)]
    return [*first, *(Stop({VARIANT_AXIS: name}, scenario.variants[name]) for name in dict.fromkeys(variants))]


def plan(scenario: Scenario, tour: Sequence[Stop], names: Sequence[str] = (), games: int = GAMES) -> list[CellJob]:
    """Return the jobs of all tournaments of a tour; names: the personas that take part, see `entrants`.

    Raises ScenarioError: a persona is not known, or there are fewer than two.
    """
    chosen = entrants(tour[0].setting, list(dict.fromkeys(names)))
    faults = [
        Fault(f"--personas {name}", sentence(f"unknown persona {name!r}", f"allowed: {', '.join(allowed)}", hint))
        for stop in tour[:1]
        for allowed in [list(stop.setting.personas)]
        for name in chosen
        if name not in allowed
        for hint in [did_you_mean(name, allowed)]
    ]
    if not scenario.game.nodes:
        faults.append(Fault(name_of(scenario), f"nobody decides anything in {scenario.game.title}: {NO_PLAYERS}"))
    elif not faults and len(chosen) < MIN_PERSONAS:
        faults.append(Fault("--personas", f"a tournament takes two personas or more, not {len(chosen)}"))
    if faults:
        raise ScenarioError(faults)
    return [CellJob.of(cell) for stop in tour for cell in cells(scenario, stop, chosen, games)]


def entrants(setting: Setting, names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the personas of a tournament: the named ones, else all that neither choose at random nor think ahead.

    Players who think ahead are a thousand times slower: they take part only if they are named.
    """
    thinking = (name for name, persona in setting.personas.items() if not persona.at_random and not persona.search)
    return tuple(names) or tuple(thinking)


def described(scenario: Scenario, stop: Stop, names: Sequence[str]) -> dict[str, Any]:
    """Return claim, habits and mistakes of the personas that take part, by name, for the manifest."""
    usual = {habit.name: habit.default for habit in scenario.game.habits}
    chosen = {name: stop.setting.personas[name] for name in names}
    return {
        name: {"claim": persona.claim, "habits": {**usual, **persona.habits}, "mistakes": persona.mistakes}
        for name, persona in chosen.items()
    }


def cells(scenario: Scenario, stop: Stop, names: Sequence[str], games: int) -> list[Cell]:
    """Return the cells of a tournament, and of each persona among players who choose at random; games: per line-up."""
    stakes = Stakes.of(scenario.game, stop.setting)
    chosen = chosen_line_ups(len(names), stakes.places, MAX_LINE_UPS)
    seated = [
        *([names[number] for number in line_up] for line_up in chosen),
        *skill.line_ups(stop.setting, names, stakes),
    ]
    return [cell for line_up in seated for cell in cells_of(scenario, stop, line_up, games)]


def cells_of(scenario: Scenario, stop: Stop, line_up: Sequence[str], games: int) -> list[Cell]:
    """Return the cells of one line-up; games are rounded up, so that everybody sits in every seat equally often.

    In a game of teams each persona plays all seats of a team, each team equally often: a cell for each of these orders.
    Where teams change from game to game, each persona has a seat, and partners of any persona.
    """
    named, game, setting = tuple(sorted(line_up)), scenario.game, stop.setting
    if team_of_seats := game.team_of_seats(setting.players, setting.rules):
        teams, seating = sorted(set(team_of_seats)), "fixed"
        orders = dict.fromkeys(itertools.permutations(named))
        seats_by_order = {order: [order[teams.index(team)] for team in team_of_seats] for order in orders}
    else:
        seats_by_order, seating = {named: list(named)}, "rotate"
    cells = []
    for order, seats in seats_by_order.items():
        seated = dataclasses.replace(setting, lineup=tuple(seats), seating=seating)
        rotations = math.ceil(games / len(seats_by_order) / len(seats))
        cell = plans.cell_of(scenario, seated, {**stop.axes, LINE_UP_AXIS: order})
        cells.append(cell.with_games(rotations * len(seats)))
    return cells


def line_up_of(played: Cell | CellResult) -> tuple[str, ...]:
    """Return the line-up of a tournament's cell: a persona for each seat, or for each team."""
    return tuple(sorted(played.axes[LINE_UP_AXIS]))


def duels(scenario: Scenario, stop: Stop, names: Sequence[str], games: int) -> list[CellJob]:
    """Return the jobs of all duels: one persona in a seat, another in all other seats; games: of each."""
    around = Stakes.of(scenario.game, stop.setting).places - 1
    line_ups = [[guest, *[host] * around] for guest in names for host in names]
    return [CellJob.of(cell) for line_up in line_ups for cell in cells_of(scenario, stop, line_up, games)]


# From results to payoffs ----------------------------------------------------------------------------------------------
def payoffs_of(results: Sequence[CellResult], names: Sequence[str]) -> Payoffs:
    """Return the payoffs in cells of one setting, one per line-up."""
    measured: dict[LineUp, dict[int, Payoff]] = {}
    for members, games in by_line_up(results).items():
        line_up = tuple(sorted(names.index(name) for name in members))
        measured[line_up] = {persona: payoff_in(games, names[persona]) for persona in dict.fromkeys(line_up)}
    stakes = Stakes.of_result(results[0])
    return Payoffs(tuple(names), stakes.places, stakes.fair, measured)


def payoff_of(result: CellResult, persona: str) -> Payoff:
    """Return the payoff of a persona per seat of a cell; of wins, in a cell of teams, per team."""
    stakes, order = Stakes.of_result(result), result.axes.get(LINE_UP_AXIS, ())
    if stakes.entry == "team" and stakes.is_share and result.seating == "fixed" and len(order) == len(result.teams):
        teams = [team for team, name in zip(sorted(result.teams, key=int), order, strict=True) if name == persona]
        return functools.reduce(Payoff.joined, [stakes.team_payoff(result.tally, team) for team in teams])
    return stakes.payoff(result.tally, persona)


def by_line_up(results: Sequence[CellResult]) -> dict[tuple[str, ...], list[CellResult]]:
    """Return the results of each line-up."""
    games: dict[tuple[str, ...], list[CellResult]] = {}
    for result in results:
        games.setdefault(line_up_of(result), []).append(result)
    return games


def payoff_in(results: Sequence[CellResult], persona: str) -> Payoff:
    """Return the payoff of a persona per seat, in all cells of a line-up."""
    return functools.reduce(Payoff.joined, [payoff_of(result, persona) for result in results])


# What follows from payoffs --------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Tournament:
    """The payoffs of one setting, and everything that follows from them."""

    axes: Mapping[str, Any]  # what distinguishes the setting
    payoffs: Payoffs
    one_loses: bool
    games: int  # all of them
    unfinished: Mapping[str, float]  # persona -> share of the games cut off when all seats play it
    confidence: float = CONFIDENCE
    # persona -> payoff if all others choose at random; of its own table where all win together
    among_random: Mapping[str, Payoff] = field(default_factory=dict)
    stakes: Stakes = RIVALS_FOR_WINS
    random: Payoff | None = None  # of random players among their like, if equals have no share
    # a persona for each team, in the order of their numbers -> team -> its share; {} unless teams differ in size
    by_role: Mapping[tuple[str, ...], Mapping[int, Payoff]] = field(default_factory=dict)

    @classmethod
    def of(cls, results: Sequence[CellResult], names: Sequence[str], confidence: float = CONFIDENCE) -> Tournament:
        """Return the tournament that consists of the cells of one setting."""
        axes = {name: value for name, value in results[0].axes.items() if name != LINE_UP_AXIS}
        entered = [result for result in results if set(result.lineup) <= set(names)]
        own_line_ups = {result.lineup[0]: result for result in entered if len(set(result.lineup)) == 1}
        unfinished = {name: share_unfinished(own_line_up) for name, own_line_up in own_line_ups.items()}
        among_random = {
            name: payoff_in(played, name)
            for line_up, played in by_line_up(results).items()
            for name in names
            if name in line_up and not set(line_up) <= set(names)
        }
        random_only = [result for result in results if not set(result.lineup) & set(names)]
        random = payoff_of(random_only[0], random_only[0].lineup[0]) if random_only else None
        if random and (results[0].sides == TOGETHER or results[0].players == 1):
            among_random = {name: payoff_of(own_line_ups[name], name) for name in names}
        games = sum(result.games for result in results)
        one_loses, stakes = results[0].one_loses, Stakes.of_result(results[0])
        roles = stakes.roles if stakes.is_share else ()
        by_role = {
            tuple(result.axes[LINE_UP_AXIS]): {team: stakes.team_payoff(result.tally, str(team)) for team in roles}
            for result in entered
            if roles
        }
        return cls(
            axes,
            payoffs_of(entered, names),
            one_loses,
            games,
            unfinished,
            confidence,
            among_random,
            stakes,
            random,
            by_role,
        )

    def in_role(self, team: int, persona: str) -> Figure:
        """Return the mean share of the wins of a persona as one team, over all line-ups of the other teams."""
        place = list(self.stakes.roles).index(team)
        payoffs = [payoffs[team] for order, payoffs in self.by_role.items() if order[place] == persona]
        se = math.sqrt(sum(payoff.se**2 for payoff in payoffs)) / len(payoffs)
        mean, z = sum(payoff.value for payoff in payoffs) / len(payoffs), self.payoffs.critical(1, self.confidence)
        games = sum(payoff.games for payoff in payoffs)
        return Figure(mean, *share_interval(mean, effective_games(mean, games * se**2, games), z), games)

    @property
    def has_rivals(self) -> bool:
        """Whether players play against each other, so that there is an equilibrium."""
        return self.stakes.side_count > 1

    def own_payoff(self, persona: int) -> Payoff:
        """Return the payoff of a persona that plays all seats."""
        return self.payoffs.against_alike(persona, persona)

    @property
    def scale(self) -> float:
        """The size of payoffs: 1 for shares, else their range; much smaller differences are negligible."""
        values = self.payoffs.game.values
        return 1.0 if self.payoffs.are_shares else max(1e-9, float(np.ptp(values)))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the personas."""
        return self.payoffs.names

    @property
    def line_ups(self) -> tuple[int, int]:
        """The number of line-ups that were played, and of all that exist."""
        return len(self.payoffs.measured), number_of_line_ups(len(self.names), self.payoffs.seats)

    @functools.cached_property
    def equilibria(self) -> list[Equilibrium]:
        """All equilibria that were found; the first is the one that is reported."""
        candidates = equilibrium.equilibria(self.payoffs.game)
        sound = [candidate for candidate in candidates if candidate.exploitability < NEGLIGIBLE * self.scale]
        first = sound[0] if sound else min(candidates, key=lambda candidate: candidate.exploitability)
        return [first, *(candidate for candidate in sound if candidate is not first)]

    @property
    def equilibrium(self) -> Equilibrium:
        """The symmetric equilibrium that is reported: the one reached from the uniform mixture, if any."""
        return self.equilibria[0]

    @functools.cached_property
    def _redrawn_game(self) -> SymmetricGame:
        return self.payoffs.redrawn(REDRAWS)

    @functools.cached_property
    def _redrawn_mixtures(self) -> Floats:
        uniform = np.full((REDRAWS, len(self.names)), 1 / len(self.names))
        return equilibrium.multiplicative_weights(self._redrawn_game, uniform, REDRAWN_STEPS)

    @functools.cached_property
    def shares(self) -> list[Figure]:
        """Each persona's share in the equilibrium; the interval covers where redrawn payoffs lead."""
        lows, highs = np.quantile(self._redrawn_mixtures, self._tails, axis=0).tolist()
        return [
            Figure(share, min(low, share), max(high, share))
            for low, high, share in zip(lows, highs, self.equilibrium.shares.tolist(), strict=True)
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
        """The payoff of each persona among others drawn from the equilibrium."""
        mixture = self.equilibrium.shares
        values = self.payoffs.game.against(mixture).tolist()
        errors = self._redrawn_game.against(np.broadcast_to(mixture, (REDRAWS, len(self.names)))).std(0).tolist()
        used = {persona for persona, share in enumerate(self.equilibrium.shares) if share >= IN_USE}
        # line-ups in which a persona meets only personas of the equilibrium
        line_ups = [others for others in self.payoffs.others if used.issuperset(others)]
        figures = []
        for persona, (value, error) in enumerate(zip(values, errors, strict=True)):
            payoffs = [self.payoffs.of(persona, others) for others in line_ups]
            games = min(payoff.games for payoff in payoffs if payoff is not None)
            figures.append(self.stakes.worth_of(Figure(value, *self._share_interval(value, error, games))))
        return figures

    def _share_interval(self, share: float, error: float, games: int) -> Bounds:
        """Return Wilson's interval, with the number of games that would have this error; of scores a normal one."""
        if not self.payoffs.are_shares:
            half_width = self.payoffs.critical(1, self.confidence) * error
            return Bounds(share - half_width, share + half_width)
        effective = effective_games(share, games * error**2, games)
        if min(share, 1 - share) * games < 1:  # fewer than one win or loss: the error is a floor and says nothing
            effective = games
        return share_interval(share, effective, self.payoffs.critical(1, self.confidence))

    def exploitability_limit(self, candidate: Equilibrium) -> float:
        """Return the most that the best answer to an equilibrium may gain: a one-sided limit at `confidence`.

        The mixture was fitted to the measured payoffs and is not quite that of the true ones.  The error of each
        persona's gain comes from redrawn payoffs.  The upper limits of all gains are simultaneous, and the largest of
        them is this one.
        """
        error = self._redrawn_game.gains(candidate.shares).std(0)
        # A one-sided limit at a confidence c is the upper end of a two-sided interval at 2 c - 1.
        z = self.payoffs.critical(len(self.names), 2 * self.confidence - 1)
        return max(0.0, float((self.payoffs.game.gains(candidate.shares) + z * error).max()))

    @functools.cached_property
    def alternative(self) -> Floats | None:
        """A mixture beyond the intervals of `shares` that these games can't tell from an equilibrium; None if none is.

        Where payoffs are singular, a whole line of mixtures is in equilibrium.
        """
        lows, highs = (np.array(ends) for ends in zip(*((s.low, s.high) for s in self.shares), strict=True))
        beyond = []
        for mixture in equilibrium.farthest_alike(self.payoffs.game, self.equilibrium.shares):
            error = self._redrawn_game.gains(mixture).std(0)
            outside = float(np.maximum(lows - mixture, mixture - highs).max())
            z = self.payoffs.critical(len(self.names), self.confidence)
            if outside > equilibrium.SAME and (self.payoffs.game.gains(mixture) <= z * error).all():
                beyond.append((outside, mixture))
        return max(beyond, key=lambda pair: pair[0])[1] if beyond else None

    @property
    def _tails(self) -> tuple[float, float]:
        return (1 - self.confidence) / 2, (1 + self.confidence) / 2

    @functools.cached_property
    def ranking(self) -> list[int]:
        """The numbers of the personas by share in the equilibrium, then by payoff among others drawn from it.

        Without rivals, by what they get if they play all seats.
        """
        if not self.has_rivals:
            return sorted(range(len(self.names)), key=lambda persona: -self.own_payoff(persona).worth)
        shares = self.equilibrium.shares
        worths = [self.stakes.worth(payoff.value) for payoff in self.against_equilibrium]
        return sorted(range(len(self.names)), key=lambda persona: (-round(float(shares[persona]), 3), -worths[persona]))

    @functools.cached_property
    def dominance(self) -> list[Edge]:
        """The payoff differences of all pairs, which show dominance."""
        return dominance(self.payoffs, self.confidence)

    def dominated_by(self, persona: int) -> list[int]:
        """Return the personas that get more than `persona` against every line-up of the others."""
        return [edge.persona for edge in self.dominance if edge.other == persona and edge.dominates]

    @functools.cached_property
    def stabilities(self) -> list[Stability]:
        """For each persona, the largest gain by deviating when all other seats play it."""
        return stabilities(self.payoffs, self.confidence)

    @functools.cached_property
    def skill(self) -> dict[str, Figure]:
        """The payoff of each persona among players who choose at random, the best first; simultaneous intervals."""
        # Without others of another kind these are the games of one persona in all seats, which the matrix has as well.
        is_uniform = self.stakes.together or self.stakes.players == 1
        z = self.joint_z if is_uniform else self.payoffs.critical(len(self.among_random), self.confidence)
        shares = {name: Figure(payoff.value, *payoff.interval(z)) for name, payoff in self.among_random.items()}
        return dict(sorted(shares.items(), key=lambda item: -self.stakes.worth(item[1].value)))

    @functools.cached_property
    def skill_order(self) -> dict[str, Figure]:
        """The skill order of each persona, from the games that somebody won; if nobody won any, it may be anything.

        {} if equals have no share: `skill_gain` says what there is.
        """
        z, orders, fair = self.payoffs.critical(len(self.among_random), self.confidence), {}, self.payoffs.fair
        if fair is None:
            return {}
        for name in self.skill:
            payoff = self.among_random[name]
            share = Figure(fair, 0.0, 1.0)
            if payoff.won:
                of_won = payoff.won_games.sums_of_won(payoff.sums)
                share = Figure(of_won.ratio, *credit_ratio_interval(of_won, z))
            orders[name] = skill.order(share, fair)
        return orders

    @functools.cached_property
    def skill_gain(self) -> dict[str, Figure]:
        """The gain of each persona among random players over these among their like; {} if equals have a share.

        Both play the same deals; their errors are taken as independent, which is too wide, if anything.
        """
        if self.random is None:
            return {}
        z = self.payoffs.critical(len(self.among_random), self.confidence)
        return {
            name: Figure.around(payoff.worth - self.random.worth, z * math.hypot(payoff.se, self.random.se))
            for name, payoff in self.among_random.items()
        }

    @property
    def fair(self) -> float:
        """The equal share if all players are drawn from the equilibrium, or what these players get if there is none."""
        return float(self.equal @ self.equilibrium.shares)

    def fair_among_random(self, name: str) -> float:
        """Return the equal share in the games of a persona among random players, or what these get among their like."""
        if self.payoffs.fair is not None:
            return self.payoffs.fair * self.among_random[name].won_games.part
        return self.random.value if self.random is not None else math.nan

    @functools.cached_property
    def equal(self) -> Floats:
        """The equal share in the games of each persona among others drawn from the equilibrium."""
        return self.payoffs.equal_against(self.equilibrium.shares)

    @functools.cached_property
    def joint_z(self) -> float:
        """The normal deviate with which all entries of the matrix are simultaneous, together also all line-ups."""
        personas, line_ups = len(self.names), len(self.payoffs.measured)
        # Each line-up is compared with the best and with the worst, which are one pair.
        compared = 2 * line_ups - 3 if self.stakes.together else 0
        return self.payoffs.critical(max(personas * (personas - 1), compared), self.confidence)


def tournaments_in(
    results: Sequence[CellResult], names: Sequence[str], confidence: float = CONFIDENCE
) -> list[Tournament]:
    """Return the tournaments that cells make up, one per setting, in the order of the cells."""
    settings: dict[str, list[CellResult]] = {}
    for result in results:
        settings.setdefault(repr({**result.axes, LINE_UP_AXIS: None}), []).append(result)
    return [Tournament.of(group, names, confidence) for group in settings.values()]


def share_unfinished(result: CellResult) -> float:
    """Return the share of a cell's games that were cut off."""
    tally = CellTally(**result.tally)
    return tally.endings.get("unfinished", 0) / tally.games
