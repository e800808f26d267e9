"""The equal share: what each of several equally good players gets, although nobody wins some of the games.

Nobody wins a game that was cut off.  So equally good players get (games that somebody won) / players / games (if
one player loses and all others win, players - 1 times that), not 1 / players.  If that is less, it is an estimate
from the same games as the share that is compared with it, and their difference has an error of its own.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from balancer.analysis.intervals.elementary import Bounds, RatioSums, credit_ratio_interval, critical_z, share_interval
from balancer.analysis.results import CellResult
from balancer.analysis.tally import tally_of


def expected_half_width(players: int, games: int, confidence: float) -> float:
    """Return the expected half-width of all seats' shares after that many games, if all seats are equally good."""
    share = 1 / players
    return critical_z(confidence, players) * math.sqrt(share * (1 - share)) / math.sqrt(games)


class WonGames(NamedTuple):
    """Games that somebody won, out of all games that were played (1 or more)."""

    won: int
    games: int

    @property
    def part(self) -> float:
        """Share of the games that somebody won."""
        return self.won / self.games

    @property
    def all(self) -> bool:
        """Whether somebody won every game."""
        return self.won == self.games

    @property
    def se(self) -> float:
        """Standard error of `part`, from its binomial distribution."""
        return math.sqrt(self.part * (1 - self.part) / self.games)

    def equal_share(self, sides: int, *, one_loses: bool = False) -> float:
        """Return the equal share in all games: of the wins, or of the games not lost if one player loses."""
        return fair_share(sides, one_loses=one_loses) * self.part

    def interval_above(self, sums: RatioSums, fair: float, z: float) -> Bounds:
        """Return the interval of a credit per seat minus the equal share of the same games, by MOVER.

        sums: of the credit in all games; fair: the equal share of games that somebody wins; z: normal deviate.  If the
        kind has the same number of seats in every game, the difference is part * (share of the games won - fair), and
        these two factors are independent: if the share is fair, the uncertainty of the part does not matter.  Otherwise
        credit and equal share are taken as independent figures; they rise together, so the interval is too wide, if
        anything.  Source: Zou & Donner 2008.
        """
        own = credit_ratio_interval(sums, z)
        if self.all:
            return Bounds(own.low - fair, own.high - fair)
        low, high = share_interval(self.part, self.games, z)
        if not self.won:
            return Bounds(-fair * high, own.high)
        if not self._same_seats(sums):
            above, least, most = sums.ratio - fair * self.part, fair * (self.part - low), fair * (high - self.part)
            down, up = math.hypot(sums.ratio - own.low, most), math.hypot(own.high - sums.ratio, least)
            return Bounds(above - down, above + up)
        of_won = self.sums_of_won(sums)
        share, own = of_won.ratio, credit_ratio_interval(of_won, z)
        gain, part = share - fair, self.part
        # A negative gain is largest when the part is smallest: the distances of the part change sides.
        less, more = (part - low, high - part) if gain >= 0 else (high - part, part - low)
        down, up = math.hypot(part * (share - own.low), gain * less), math.hypot(part * (own.high - share), gain * more)
        return Bounds(part * gain - down, part * gain + up)

    def error_above(self, sums: RatioSums, fair: float) -> float:
        """Return the standard error of a credit per seat minus the equal share."""
        if self.all or not self.won:
            return _error(sums)
        if not self._same_seats(sums):
            return math.hypot(_error(sums), fair * self.se)
        of_won = self.sums_of_won(sums)
        return math.hypot(self.part * _error(of_won), (of_won.ratio - fair) * self.se)

    def sums_of_won(self, sums: RatioSums) -> RatioSums:
        """Return the same sums over the games won (1 or more), of a kind with the same number of seats in every game.

        In all other games the credit is 0, while the seats count.  The sums are multiplied by powers of the number of
        games, so that they remain whole numbers.
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

    def _same_seats(self, sums: RatioSums) -> bool:
        # All m are equal exactly if there is equality in Cauchy's inequality.
        return sums.m**2 == sums.mm * self.games


def _error(sums: RatioSums) -> float:
    return math.sqrt(max(0.0, sums.residual)) / sums.m


def won_games(cell: CellResult) -> WonGames:
    """Return the number of games of a cell that somebody won."""
    tally = tally_of(cell)
    return WonGames(tally.won, tally.games)


def equal_share(cell: CellResult) -> float | None:
    """Return the equal share of a side in a cell's wins, or losses if one player loses; None without rivals."""
    return won_games(cell).equal_share(cell.side_count) if cell.has_rivals else None


def equal_share_of_players(cell: CellResult) -> float | None:
    """Return what each of equally good players wins (or loses) of a cell's games; None where no equal share says it."""
    return equal_share(cell) if cell.has_equal_players else None


def share_of_player(cell: CellResult) -> float:
    """Return the equal share of players who have one; TypeError."""
    share = equal_share_of_players(cell)
    if share is None:
        raise TypeError(f"the players of {cell.game} have no rivals or no teams of one size, and so no equal share")
    return share


def fair_share(sides: int, *, one_loses: bool) -> float:
    """Return the equal share in games that somebody wins: of the wins, or of the games not lost if one player loses.

    sides: the number of rival sides, that is, of players or teams.
    """
    return (sides - 1 if one_loses else 1) / sides
