"""Seats of a log: who sat where in its plays, scored what and won."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from balancer.core.game import Game
from balancer.scenario.logs import cells
from balancer.scenario.logs.columns import (
    OF_SEATS,
    PLAY,
    PLAYER,
    RANK,
    SCORE,
    SEAT,
    STARTS,
    TEAM,
    WON,
    spelling,
)
from balancer.scenario.logs.play import Seated
from balancer.scenario.logs.rows import LogRows
from balancer.sides import BANK, TABLE, TEAMS, TOGETHER


def read_seats(log: LogRows, groups: Sequence[list[int]], game: Game) -> list[list[Seated]]:
    """Return what the log says of the players of each play."""
    if PLAY not in log.columns or not log.columns.find(OF_SEATS):
        return [[] for _ in groups]
    seats = log.values(SEAT, cells.read_seat)
    scores = log.values(SCORE, functools.partial(cells.read_number, name=SCORE))
    won: list[Any] = log.values(WON, cells.read_won)
    if WON not in log.columns:
        won = log.values(RANK, cells.read_rank)
    starts = log.values(STARTS, cells.read_yes_or_no)
    players, teams = ([*map(spelling, log.texts(name))] if name in log.columns else [] for name in (PLAYER, TEAM))
    for group in groups:
        _name_to_yes(log, group, won, players, WON)
        _name_to_yes(log, group, starts, players, STARTS)
        _seat_from_start(log, group, seats, starts)
        _share_wins(log, group, won, teams_in(group, seats, teams, game), game)
        if players and len({players[row] for row in group if players[row]}) < sum(bool(players[row]) for row in group):
            log.counts["a player appears twice in {plays}: is the name of a play used again?"] += 1
    return [
        [Seated(seats[row], scores[row], won[row], teams[row] if teams else "") for row in group] for group in groups
    ]


def teams_in(group: Sequence[int], seats: Sequence[int | None], teams: Sequence[str], game: Game) -> dict[int, str]:
    """Return the team of each row of a play, '' if unknown; where all win together all rows are one team."""
    if game.sides == TOGETHER:
        return dict.fromkeys(group, TABLE)
    if teams:
        return {row: teams[row] for row in group}
    by_seat = {seat: str(team) for team, own in game.team_seats(len(group)).items() for seat in own}
    return {row: by_seat.get(seats[row] or 0, "") for row in group}


def _name_to_yes(log: LogRows, group: Sequence[int], values: list[Any], players: Sequence[str], name: str) -> None:
    """Read a player's name in place of yes: that player has yes, the play's others no."""
    named = {spelling(values[row]): row for row in group if isinstance(values[row], str)}
    if not named:
        return
    names = {players[row] for row in group} if players else set()
    for spelled, row in named.items():
        if spelled not in names:
            what = f"{name} is yes or no; leave the cell empty if unknown"
            log.wrong(row, name, f"{what}; or write who it is, as in the column player" if players else what)
    for row in group:
        values[row] = bool(players) and (values[row] is True or players[row] in named)


def _share_wins(log: LogRows, group: Sequence[int], won: list[Any], teams: Mapping[int, str], game: Game) -> None:
    """Give a win to the whole team; next to a winner, an empty cell counts as no if no row says no."""
    winners = {teams[row] for row in group if won[row] is True and teams[row]}
    mates = [row for row in group if teams[row] in winners]
    losers = [row for row in mates if won[row] is False]
    if losers and game.sides in {TEAMS, TOGETHER}:
        rule = "all win or all lose together" if game.sides == TOGETHER else "a team wins or loses as a whole"
        log.wrong(losers[0], WON, f"{rule}, but another player of this play has won; write yes for both, or no", rule)
    elif losers:
        log.counts["in {plays} a team has winners and losers"] += 1
    for row in mates:
        won[row] = True if won[row] is None else won[row]
    values = {won[row] for row in group}
    if values == {True, None} and game.sides != BANK:
        log.counts["an empty cell of won, in a play that others won, counts as no ({plays})"] += 1
        for row in group:
            won[row] = won[row] is True


def _seat_from_start(log: LogRows, group: Sequence[int], seats: list[int | None], starts: Sequence[Any]) -> None:
    """Count seats from the player who begins; seat 0 means unknown."""
    given = [seats[row] for row in group]
    if 0 in given:
        if sorted(seat or 0 for seat in given) == list(range(len(group))) and len(group) > 1 and None not in given:
            message = f"seats count from 1, but those of this play from 0 to {len(group) - 1}; add 1 to each"
            log.wrong(group[given.index(0)], SEAT, message, "seats from 0")
        log.counts["seat 0 counts as unknown ({plays})"] += 1
        for row in group:
            seats[row] = seats[row] or None
    first = [row for row in group if starts[row] is True]
    if len(first) > 1:
        log.wrong(first[1], STARTS, "two players begin this play")
    elif first and seats[first[0]] not in {None, 1}:
        begin = seats[first[0]] or 1
        places = [seats[row] for row in group]
        whole = sorted(seat or 0 for seat in places) == list(range(1, len(group) + 1))
        for row, seat in zip(group, places, strict=True):
            seats[row] = ((seat or 0) - begin) % len(group) + 1 if whole else None
        seats[first[0]] = 1
        log.counts["in {plays} the player who begins does not sit in seat 1; seats are counted from that player"] += 1
    elif first:
        seats[first[0]] = 1


def check_seats(log: LogRows, group: Sequence[int], seated: Sequence[Seated], players: int) -> None:
    """Note mistakes in the seats of a play, taken together."""
    if len(seated) > players:
        log.wrong(group[players], PLAY, f"more rows than {players} players in one play", "more rows")
    taken: set[int] = set()
    for row, player in zip(group, seated, strict=False):
        if player.seat is not None and (player.seat in taken or player.seat > players):
            why = "appears twice" if player.seat in taken else f"is not among {players} players"
            number = player.seat if player.seat <= cells.MAX_NUMBER else "of that number"
            log.wrong(row, SEAT, f"seat {number} {why} in this play", why.partition(" among")[0])
        taken |= {player.seat} if player.seat is not None else set()


def fill_in_losers(log: LogRows, seated: Sequence[list[Seated]], players_of: Sequence[int]) -> None:
    """Note that all other seats lost, if the log has the seats of winners only.

    Otherwise the log would contain only wins of each seat.  players_of: number of players of each play.
    """
    rows = [player for play in seated for player in play if player.seat is not None]
    if not rows or SEAT not in log.columns or not all(player.won for player in rows):
        return
    for play, players in zip(seated, players_of, strict=True):
        free = [seat for seat in range(1, players + 1) if all(player.seat != seat for player in play)]
        if len(free) == players or any(player.won and player.seat is None for player in play):
            continue
        log.counts["only winners have seats; all others count as losers ({plays})"] += 1
        play[:] = [player if player.seat else player._replace(seat=free.pop(0), won=False) for player in play]
        play += [Seated(seat, won=False) for seat in free]
