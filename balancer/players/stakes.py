"""Payoffs of seats: their share of the wins, or their score; and the share of equally good players.

Scores are shown as they are, also where the lowest is best.  What compares payoffs goes by their worth, which is
minus such a score, so that more is always better.  Gains are differences of worths.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from balancer.analysis.estimates.equal_share import fair_share
from balancer.analysis.figure import Figure
from balancer.analysis.results import CellResult
from balancer.analysis.tally import CellTally, Group, TallyQuantity
from balancer.core.game import Game
from balancer.core.result_row import shares_of_seats, won_by_seat
from balancer.players.payoffs import Floats, Payoff
from balancer.scenario.setting import Setting
from balancer.sides import POINTS, RIVALS, SCORE, TEAMS, TOGETHER, WIN

SHARE = "share"  # unit of payoffs that are no POINTS


@dataclass(frozen=True)
class Stakes:
    """The kind of payoff in games with a number of players."""

    players: int
    side_count: int  # rival sides; 1 without rivals
    sides: str = RIVALS
    aim: str = WIN
    one_loses: bool = False
    team_of_seats: tuple[int, ...] = ()  # the team of each seat; () without teams, and if they change between games
    even_teams: bool = True  # whether all teams, if any, have equally many seats in every game
    low_is_best: bool = False  # payoffs are scores of a game in which the lowest score wins

    @classmethod
    def of(cls, game: Game, setting: Setting) -> Self:
        """Return the stakes of a setting."""
        players = setting.players
        count = {RIVALS: players, TEAMS: len(game.teams(players))}.get(game.sides, 1)
        teams = tuple(game.team_of_seats(players, setting.rules))
        even, low = game.has_even_teams(players, setting.rules), setting.aim == SCORE and game.lowest_wins
        return cls(players, count, game.sides, setting.aim, game.one_loses, teams, even, low)

    @classmethod
    def of_result(cls, result: CellResult) -> Self:
        """Return the stakes of a cell that was played."""
        by_seat = {seat: int(team) for team, seats in result.team_seats.items() for seat in seats}
        teams = tuple(by_seat[seat] for seat in sorted(by_seat)) if len(by_seat) == result.players else ()
        count, even, low = result.side_count, result.even_teams, result.aim == SCORE and result.lowest_wins
        return cls(result.players, count, result.sides, result.aim, result.one_loses, teams, even, low)

    @property
    def fair(self) -> float | None:
        """The equal share of an entry of a line-up; see `fair_of_seat`.

        An entry that is a team takes the place of each team equally often, however many seats these have.
        """
        return self._fair_of_side if self.team_of_seats else self.fair_of_seat

    @property
    def fair_of_seat(self) -> float | None:
        """The equal share, of the games that some side wins, of a player who takes each seat equally often.

        None without rivals, where scores count, and where teams differ in size: such players win as often as the larger
        team in most of their games.  They are compared with what equals get in the same places.
        """
        return self._fair_of_side if self.even_teams else None

    @property
    def _fair_of_side(self) -> float | None:
        return fair_share(self.side_count, one_loses=self.one_loses) if self.side_count > 1 and self.is_share else None

    @property
    def is_share(self) -> bool:
        """Whether payoffs are shares of the wins."""
        return self.aim != SCORE

    @property
    def unit(self) -> str:
        """The unit of payoffs: SHARE or POINTS."""
        return SHARE if self.is_share else POINTS

    @property
    def order(self) -> str:
        """A remark on scores, ` (lower is better)`; '' where more is better."""
        return " (lower is better)" if self.low_is_best else ""

    @property
    def together(self) -> bool:
        """Whether all win or all lose."""
        return self.sides == TOGETHER

    @property
    def places(self) -> int:
        """The number of personas in a line-up of a tournament: one for each team, or seat."""
        return self.side_count if self.team_of_seats else self.players

    @property
    def entry(self) -> str:
        """The noun of an entry of a line-up: `player`, or `team`, whose seats all play as one persona.

        Where partners are drawn in every game, it is a player, who plays with all others.
        """
        return "team" if self.team_of_seats else "player"

    @property
    def roles(self) -> Mapping[int, tuple[int, ...]]:
        """The seats, from 1, of each team where teams differ in size, so that a persona has another role in each."""
        seats = {
            team: tuple(seat for seat, own in enumerate(self.team_of_seats, 1) if own == team)
            for team in sorted(set(self.team_of_seats))
        }
        return seats if len({len(own) for own in seats.values()}) > 1 else {}

    def line_up_of(self, guest: str, host: str) -> list[str]:
        """Return the line-up that shows how well a guest plays among hosts.

        The guest has one seat, its team's seats, or, where all win together, every seat: one good player among bad ones
        saves no game.
        """
        return [guest] if self.together else [guest, *[host] * (self.places - 1)]

    @property
    def verb(self) -> str:
        """The verb phrase before a payoff: `wins`, `avoids losing in`, `scores`."""
        return "scores" if not self.is_share else "avoids losing in" if self.one_loses else "wins"

    def payoff(self, tally: Mapping[str, Any], persona: str) -> Payoff:
        """Return the payoff of a persona from a tally as results keep it."""
        group = Group.PERSONA if self.is_share else Group.PERSONA_SCORE
        sums = CellTally(**tally).sums(TallyQuantity(group, persona))
        # Where one loses, all others share the victory, and each of them has not lost.
        unit = sums.unit // (self.players - 1 if self.is_share and self.one_loses else 1)
        return Payoff(sums._replace(unit=unit), tally["games"], tally["won"], self.is_share, self.low_is_best)

    def team_payoff(self, tally: Mapping[str, Any], team: str) -> Payoff:
        """Return the share of the wins of a team from a tally as results keep it."""
        sums = CellTally(**tally).sums(TallyQuantity(Group.SIDE, team))
        return Payoff(sums, tally["games"], tally["won"])

    def mean_payoff(self, tally: Mapping[str, Any]) -> Payoff:
        """Return the mean payoff of all personas of a line-up; as if their games were others, which is too wide."""
        payoffs = [self.payoff(tally, persona) for persona in tally["personas"]]
        return functools.reduce(Payoff.joined, payoffs)

    def worth(self, payoff: float) -> float:
        """Return a payoff, or minus a score if low scores are best, so that more is better."""
        return -payoff if self.low_is_best else payoff

    def worth_of(self, figure: Figure) -> Figure:
        """Return the same of a payoff with its interval; of a worth, the payoff."""
        return figure.reversed() if self.low_is_best else figure

    def seat_payoffs(self, rows: Any, score_unit: int) -> Floats:
        """Return what each seat gets in each game of RESULT rows: float[games, players]."""
        if not self.is_share:
            return np.asarray(rows["score"])[:, : self.players] / score_unit
        gained = won_by_seat if self.one_loses else shares_of_seats
        return np.asarray(gained(rows, self.players), float)


RIVALS_FOR_WINS = Stakes(2, 2)
