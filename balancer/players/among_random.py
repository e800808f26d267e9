"""One persona at a time among random players: whether it gets more than a random player does in the same seats.

Both play the same games, on the same dice: the persona among random players, and random players only.  The persona has
one seat; in a game of teams its team's seats; in a game played together all seats (`Stakes.line_up_of`).  As it takes
every seat equally often, what it has to beat is the mean of all seats in the other game.  Where somebody wins every
game, that mean is always 1 / players; with draws it varies, as who plays well wins more for all.

A team is compared with random players in its seats, each team in equally many games.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import critical_z, effective_games, share_interval
from balancer.core.game import Persona
from balancer.core.jit import PLAIN
from balancer.players.payoffs import Floats
from balancer.players.stakes import Stakes
from balancer.scenario.plan import Cell, base_cell
from balancer.scenario.resolved import Scenario
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


def cells_of(cell: Cell, name: str, persona: Persona, random: Persona, stakes: Stakes) -> list[Cell]:
    """Return the cells in which a persona plays among random players by the rules of another cell: one for each team.

    Where nobody plays in teams, or these change from game to game, it is one cell.
    """
    line_ups, seating = [stakes.line_up_of(name, RANDOM)], "rotate"
    if teams := stakes.team_of_seats:
        line_ups, seating = [[name if own == team else RANDOM for own in teams] for team in sorted(set(teams))], "fixed"
    personas = {name: persona, RANDOM: random}
    return [
        dataclasses.replace(
            cell, axes={AXIS: name}, lineup=tuple(line_up), personas=personas, seating=seating
        ).with_games(MAX_GAMES)
        for line_up in line_ups
    ]


class PlayedAmongRandom(NamedTuple):
    """Games of a persona among random players, and the games of random players only with the same numbers."""

    job: CellJob
    rows: Any
    random_rows: Any

    def payoffs(self, name: str) -> tuple[Floats, Floats]:
        """Return what the persona gets in each game, and what random players get there; of a team, in its seats."""
        job, stakes = self.job, Stakes.of(self.job.game, self.job.cell)
        entries = [entry for entry, member in enumerate(job.cell.lineup) if member == name]
        is_own = np.isin(np.asarray(self.rows["entry"])[:, : job.cell.players], entries)
        own = stakes.seat_payoffs(self.rows, job.game.score_unit).mean(1, where=is_own)
        others = stakes.seat_payoffs(self.random_rows, job.game.score_unit)
        return own, others.mean(1, where=is_own if stakes.team_of_seats else True)


def share_among_random(
    played: Sequence[PlayedAmongRandom], name: str, confidence: float, family: int
) -> ShareAmongRandom:
    """Compare a persona with random players in the same games; of teams, equally many games in the seats of each.

    family: the number of comparisons whose intervals are simultaneous.
    """
    z, stakes = critical_z(confidence, max(1, family)), Stakes.of(played[0].job.game, played[0].job.cell)
    own, others = (np.concatenate(payoffs) for payoffs in zip(*(games.payoffs(name) for games in played), strict=True))
    share, random = (_mean(payoffs, z, is_share=stakes.is_share) for payoffs in (own, others))
    if 0 < random.value < 1 and float(np.ptp(others)) == 0:  # somebody wins every game: this mean has no error
        random = Figure.around(random.value, 0.0, len(others))
    spreads = float(own.std() * others.std())
    correlation = float(((own - share.value) * (others - random.value)).mean()) / spreads if spreads else 0.0
    worths = stakes.worth_of(share), stakes.worth_of(random)
    return ShareAmongRandom(name, share, random, _difference(*worths, correlation))


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

    Also {} if somebody thinks ahead, if all choose at random on purpose, if nobody decides anything, or where compiled
    rules run as plain Python.  These few games are played here and now, are part of no figure, and are not kept.
    """
    base = scenario.base
    thinking = {name: persona for name, persona in base.seated.items() if not persona.at_random}
    takes_long = any(persona.search for persona in thinking.values()) or (PLAIN and not scenario.game.is_plain)
    if takes_long or not thinking or not scenario.game.nodes:
        return {}
    random_job, *_ = _jobs(scenario, RANDOM, scenario.game.persona(RANDOM))
    random_rows, shares = functools.cache(functools.partial(_rows, random_job)), []
    for name, persona in thinking.items():
        share = _measure(scenario, name, persona, random_rows, len(thinking))
        if share.better:
            return {}
        shares.append(share)
    stakes = Stakes.of(scenario.game, base)
    # Value and interval are those to compare with `fair`, which is what a random player gets in the same seats.
    personas = {
        share.persona: {
            **stakes.worth_of(share.gain).moved(share.random.value).to_json(),
            "fair": share.random.value,
        }
        for share in shares
    }
    return {
        "players": base.players,
        "games": MAX_GAMES,
        "fair": stakes.fair_of_seat,
        "unit": stakes.unit,
        "low_is_best": stakes.low_is_best,
        "sides": stakes.sides,
        "entry": stakes.entry,
        "one_loses": scenario.game.one_loses,
        "personas": personas,
    }


def _measure(scenario: Scenario, name: str, persona: Persona, random_rows: Rows, family: int) -> ShareAmongRandom:
    """Compare a persona in GAMES games if these show that it is better, else in MAX_GAMES."""
    jobs, confidence = _jobs(scenario, name, persona), scenario.report.confidence
    blocks = [(first // len(jobs), games // len(jobs)) for first, games in ((0, GAMES), (GAMES, MAX_GAMES - GAMES))]
    played = [PlayedAmongRandom(job, _rows(job, *blocks[0]), random_rows(*blocks[0])) for job in jobs]
    share = share_among_random(played, name, confidence, family)
    if share.better:
        return share
    more = [
        PlayedAmongRandom(
            job,
            np.concatenate([rows, _rows(job, *blocks[1])]),
            np.concatenate([others, random_rows(*blocks[1])]),
        )
        for job, rows, others in played
    ]
    return share_among_random(more, name, confidence, family)


def _jobs(scenario: Scenario, name: str, persona: Persona) -> list[CellJob]:
    stakes = Stakes.of(scenario.game, scenario.base)
    random = scenario.game.persona(RANDOM)
    return [CellJob.of(cell) for cell in cells_of(base_cell(scenario), name, persona, random, stakes)]


def _rows(job: CellJob, first: int, count: int) -> Any:
    """Play games and return their rows.  RuleError."""
    with threads(1) as pool:
        played = pool.call(functools.partial(job.play, first, count))
    job.empty_tally().reduced(played)  # raises the mistakes of the rules
    return played
