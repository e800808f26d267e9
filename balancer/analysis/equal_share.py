"""The equal share: what each of several players gets who are equally good, of games some of which nobody wins.

A game that was cut off, or that nobody won, is a win of none.  So equals get (games that somebody won) / players /
games (where one player loses and all others win, players - 1 times that), not 1 / players.  Where that is less, it is
an estimate from the same games as the share that is held against it, and their difference has an error of its own.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from balancer.analysis.intervals.elementary import Bounds, RatioSums, credit_ratio_interval, critical_z, share_interval
from balancer.analysis.results import CellResult
from balancer.analysis.tally import tally_of


def expected_half_width(players: int, games: int, confidence: float) -> float:
    """Return about how far the intervals of all seats' shares reach after so many games, if all seats are equal."""
    share = 1 / players
    return critical_z(confidence, players) * math.sqrt(share * (1 - share)) / math.sqrt(games)


class WonGames(NamedTuple):
    """How many games somebody won, of how many that were played (1 or more)."""

    won: int
    games: int

    @property
    def part(self) -> float:
        """The part of the games that somebody won."""
        return self.won / self.games

    @property
    def all(self) -> bool:
        """Whether somebody won every game."""
        return self.won == self.games

    @property
    def se(self) -> float:
        """The standard error of the part."""
        return math.sqrt(self.part * (1 - self.part) / self.games)

    def equal_share(self, players: int, *, one_loses: bool = False) -> float:
        """Return the share of equals of all games: of the wins, or of the games not lost where one player loses."""
        return fair_share(players, one_loses=one_loses) * self.part

    def interval_above(self, sums: RatioSums, fair: float, z: float) -> Bounds:
        """Return the interval of a credit a seat less the equal share of the same games; z: its normal deviate.

        sums: of the credit in all games; fair: the equal share of games that somebody wins.  Where the kind has as many
        seats in every game, the difference is part * (share of the games won - fair), whose factors are independent:
        nothing is uncertain of the part where the share is fair.  Elsewhere it is that of two figures taken as
        independent; they rise together, so that the interval is too wide, if anything.  Both by MOVER (Zou & Donner
        2008).
        """
        own = credit_ratio_interval(sums, z)
        if self.all:
            return Bounds(own.low - fair, own.high - fair)
        low, high = share_interval(self.part, self.games, z)
        if not self.won:
            return Bounds(-fair * high, own.high)
        if not self._seats_alike(sums):
            above, least, most = sums.ratio - fair * self.part, fair * (self.part - low), fair * (high - self.part)
            down, up = math.hypot(sums.ratio - own.low, most), math.hypot(own.high - sums.ratio, least)
            return Bounds(above - down, above + up)
        of_won = self.sums_of_won(sums)
        share, own = of_won.ratio, credit_ratio_interval(of_won, z)
        gain, part = share - fair, self.part
        less, more = (part - low, high - part) if gain >= 0 else (high - part, part - low)
        down, up = math.hypot(part * (share - own.low), gain * less), math.hypot(part * (own.high - share), gain * more)
        return Bounds(part * gain - down, part * gain + up)

    def error_above(self, sums: RatioSums, fair: float) -> float:
        """Return the standard error of the same."""
        if self.all or not self.won:
            return _error(sums)
        if not self._seats_alike(sums):
            return math.hypot(_error(sums), fair * self.se)
        of_won = self.sums_of_won(sums)
        return math.hypot(self.part * _error(of_won), (of_won.ratio - fair) * self.se)

    def sums_of_won(self, sums: RatioSums) -> RatioSums:
        """Return the same sums over the games won (1 or more), of a kind that has as many seats in every game.

        All others have a credit of 0, and their part of the seats.  Multiplied by the games, so that sums are whole.
        """
        scale = self.games**2
        return RatioSums(
            sums.x * self.games,
            sums.m * self.won,
            sums.xx * scale,
            sums.xm * scale,
            sums.mm * self.won * self.games,
            sums.unit,
        )

    def _seats_alike(self, sums: RatioSums) -> bool:
        """Whether the kind has as many seats in every game (equality in Cauchy's inequality)."""
        return sums.m**2 == sums.mm * self.games


def _error(sums: RatioSums) -> float:
    return math.sqrt(max(0.0, sums.residual)) / sums.m


def won_games(cell: CellResult) -> WonGames:
    """Return how many games of a cell somebody won."""
    tally = tally_of(cell)
    return WonGames(tally.won, tally.games)


def equal_share(cell: CellResult) -> float:
    """Return the equal share of the wins of a cell, which is that of the losses where one player loses."""
    return won_games(cell).equal_share(cell.players)


def fair_share(players: int, *, one_loses: bool) -> float:
    """Return the share of equals in games that somebody wins: of the wins, or of games not lost where one loses."""
    return (players - 1 if one_loses else 1) / players
