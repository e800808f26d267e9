"""One persona at a time among random players: whether it gets more than a random player does in the same seats.

Both play the same games, on the same dice: the persona among random players, and random players only.  The persona has
one seat; in a game of teams its team's seats; in a game played together all seats (`Stakes.line_up_of`).  As it takes
every seat equally often, what it has to beat is the mean of all seats in the other game.  Where somebody wins every
game, that mean is always 1 / players; with draws it varies, as who plays well wins more for all.

A team is compared with random players in its seats.  Where teams do not sit alternately, it is always that of seat 1.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from balancer import games
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import critical_z, effective_games, share_interval
from balancer.core.game import Persona
from balancer.core.jit import PLAIN
from balancer.players.payoffs import Floats
from balancer.players.stakes import Stakes
from balancer.scenario.plan import Cell, base_cell
from balancer.scenario.resolved import Scenario
from balancer.sides import TEAMS
from balancer.simulation.backends.threads import threads
from balancer.simulation.jobs import CellJob

GAMES, MAX_GAMES = 200, 2000  # per persona: at first; and (to 2 pp) if it is then undecided whether it beats dice
PART = "among_random"  # what a manifest calls the record
AXIS = "among random"  # the pseudo-axis that names the persona
RANDOM = "random"

Rows = Callable[[int, int], Any]  # the rows of games first ... first + count - 1


class ShareAmongRandom(NamedTuple):
    """A payoff of a persona among random players, and of a random player in the same seats."""

    persona: str
    share: Figure
    random: Figure
    gain: Figure  # over the random player, from the same games

    @property
    def better(self) -> bool:
        """Whether the whole interval of the gain lies above 0."""
        return self.gain.low > 0

    @property
    def worse(self) -> bool:
        """Whether the whole interval of the gain lies at 0 or below."""
        return self.gain.high <= 0


def cell_of(cell: Cell, name: str, persona: Persona, random: Persona, stakes: Stakes) -> Cell:
    """Return a cell in which a persona plays among random players by the rules of another cell."""
    lineup, seating = stakes.line_up_of(name, RANDOM), stakes.seating
    team_of_seats = games.load(cell.game).team_of_seats(cell.players, cell.rules)
    if any(team_of_seats[seat] != team_of_seats[seat % stakes.places] for seat in range(len(team_of_seats))):
        lineup, seating = [name if team == team_of_seats[0] else RANDOM for team in team_of_seats], "fixed"
    personas = {name: persona, RANDOM: random}
    return dataclasses.replace(
        cell, axes={AXIS: name}, lineup=tuple(lineup), personas=personas, seating=seating
    ).with_games(MAX_GAMES)


def share_among_random(job: CellJob, rows: Any, random_rows: Any, confidence: float, family: int) -> ShareAmongRandom:
    """Compare the persona of such a cell with random players in the same games.

    rows, random_rows: of games with the same numbers, with the persona and without it; family: the number of
    comparisons whose intervals are simultaneous.
    """
    z, name = critical_z(confidence, max(1, family)), job.cell.lineup[0]
    entries = [entry for entry, member in enumerate(job.cell.lineup) if member == name]
    is_own = np.isin(np.asarray(rows["entry"])[:, : job.cell.players], entries)
    stakes, unit = Stakes.of(job.game, job.cell), job.game.score_unit
    own = stakes.seat_payoffs(rows, unit).mean(1, where=is_own)
    others = stakes.seat_payoffs(random_rows, unit).mean(1, where=is_own if stakes.sides == TEAMS else True)
    share, random = (_mean(payoffs, z, is_share=stakes.is_share) for payoffs in (own, others))
    if 0 < random.value < 1 and float(np.ptp(others)) == 0:  # somebody wins every game: this mean has no error
        random = Figure.around(random.value, 0.0, len(others))
    spreads = float(own.std() * others.std())
    correlation = float(((own - share.value) * (others - random.value)).mean()) / spreads if spreads else 0.0
    return ShareAmongRandom(name, share, random, _difference(share, random, correlation))


def _mean(payoffs: Floats, z: float, *, is_share: bool) -> Figure:
    """Return the mean of payoffs, one per game, with its interval; is_share: they are shares of 0 to 1."""
    mean = float(payoffs.mean())
    if not is_share:
        return Figure.around(mean, z * float(payoffs.std(ddof=1)) / math.sqrt(len(payoffs)), len(payoffs))
    games = effective_games(mean, float(payoffs.var()), len(payoffs))
    return Figure(mean, *share_interval(mean, games, z), len(payoffs))


def _difference(figure: Figure, other: Figure, correlation: float) -> Figure:
    """Return the difference of two means over the same games, from their intervals and correlation.

    MOVER with a correlation (Zou 2007; for proportions Newcombe 1998, method 10):  with the distances a and b of the
    ends that count, the interval ends at the distance sqrt(a^2 + b^2 - 2 r a b).
    """

    def distance(a: float, b: float) -> float:
        return math.sqrt(max(0.0, a * a + b * b - 2 * correlation * a * b))

    value = figure.value - other.value
    below = distance(figure.value - figure.low, other.high - other.value)
    above = distance(figure.high - figure.value, other.value - other.low)
    return Figure(value, value - below, value + above, figure.games)


# The line-up of a scenario --------------------------------------------------------------------------------------------
def record(scenario: Scenario) -> dict[str, Any]:
    """Return what a line-up's personas get among random players if none of them is clearly better; else {}.

    Also {} if somebody thinks ahead, if all choose at random on purpose, or if nobody decides anything.  These few
    games are played here and now, are part of no figure, and are not kept.
    """
    base = scenario.base
    thinking = {name: persona for name, persona in base.seated.items() if not persona.at_random}
    if PLAIN or not thinking or not scenario.game.nodes or any(persona.search for persona in thinking.values()):
        return {}
    random_rows, shares = functools.cache(_rows_of(scenario, RANDOM, scenario.game.persona(RANDOM))), []
    for name, persona in thinking.items():
        share = _measure(scenario, name, persona, random_rows, len(thinking))
        if share.better:
            return {}
        shares.append(share)
    # Value and interval are those to compare with `fair`, which is what a random player gets in the same seats.
    personas = {
        share.persona: {**share.gain.moved(share.random.value).to_json(), "fair": share.random.value}
        for share in shares
    }
    stakes = Stakes.of(scenario.game, base)
    return {
        "players": base.players,
        "games": MAX_GAMES,
        "fair": stakes.fair,
        "unit": stakes.unit,
        "sides": stakes.sides,
        "one_loses": scenario.game.one_loses,
        "personas": personas,
    }


def _measure(scenario: Scenario, name: str, persona: Persona, random_rows: Rows, family: int) -> ShareAmongRandom:
    """Compare a persona in GAMES games if these show that it is better, else in MAX_GAMES."""
    rows_of, confidence = _rows_of(scenario, name, persona), scenario.report.confidence
    job = _job(scenario, name, persona)
    rows, others = rows_of(0, GAMES), random_rows(0, GAMES)
    share = share_among_random(job, rows, others, confidence, family)
    if share.better:
        return share
    more = (GAMES, MAX_GAMES - GAMES)
    rows, others = np.concatenate([rows, rows_of(*more)]), np.concatenate([others, random_rows(*more)])
    return share_among_random(job, rows, others, confidence, family)


def _job(scenario: Scenario, name: str, persona: Persona) -> CellJob:
    stakes = Stakes.of(scenario.game, scenario.base)
    return CellJob.of(cell_of(base_cell(scenario), name, persona, scenario.game.persona(RANDOM), stakes))


def _rows_of(scenario: Scenario, name: str, persona: Persona) -> Rows:
    """Return a function that plays games of a persona among random players, and returns their rows; RuleError."""
    job = _job(scenario, name, persona)

    def rows(first: int, count: int) -> Any:
        with threads(1) as pool:
            played = pool.call(functools.partial(job.play, first, count))
        job.empty_tally().reduced(played)  # raises the mistakes of the rules
        return played

    return rows
