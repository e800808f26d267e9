"""Leader metrics of one game, straight from the definitions of metrics 8-12: fractions and floats, line by line."""

from fractions import Fraction
from math import ceil, sqrt
from typing import Any


def lead(standings: list[list[int]], winners: list[int], *, one_loses: bool = False) -> dict[str, Any] | None:
    """Return lead changes, drama, decisiveness, leaders at the quarters and comeback; None if they are not defined.

    standings: a line a round, the standing of each seat; winners: the seats that share the victory.
    one_loses: one player loses and all others win; the result then describes the loser, on mirrored standings.
    """
    rounds = len(standings)
    if rounds < 2:
        return None
    players = len(standings[0])
    described = list(winners)
    if one_loses:
        described = [seat for seat in range(players) if seat not in winners]
        standings = [[-standing for standing in line] for line in standings]
    if len(described) != 1 or not winners:
        return None
    (hero,) = described
    leader = leaders(standings)
    if leader[-1] is None:
        return None
    begun = leader.index(next(seat for seat in leader if seat is not None))
    changes = sum(leader[t] != leader[t - 1] for t in range(begun + 1, rounds))
    return {
        "lead_changes": changes,
        "lead_changes_per_round": Fraction(changes, rounds),
        "drama": drama(standings[begun:], hero),
        "decisiveness": Fraction(decided_in(leader, hero), rounds),
        "dead_time": 1 - Fraction(decided_in(leader, hero), rounds),
        "led": {percent: leader[line_at(percent, rounds)] is not None for percent in (25, 50, 75)},
        "leader_won": {percent: leader[line_at(percent, rounds)] == hero for percent in (25, 50, 75)},
        "comeback": was_last(standings[line_at(50, rounds)], hero),
        "arc": arc(standings, leader, hero),
    }


def leaders(standings: list[list[int]]) -> list[int | None]:
    """Return the seat that leads each round; None before somebody is ahead of somebody else.

    The highest standing leads; in a tie the old leader if among the tied, else the lowest seat.
    """
    seats: list[int | None] = []
    for line in standings:
        if max(line) == min(line) and not any(seat is not None for seat in seats):
            seats.append(None)
            continue
        tied = [seat for seat in range(len(line)) if line[seat] == max(line)]
        if seats and seats[-1] in tied:
            seats.append(seats[-1])
        else:
            seats.append(tied[0])
    return seats


def drama(standings: list[list[int]], hero: int) -> float:
    """Return the mean of sqrt(threshold - rank) over rounds with the hero's rank below the threshold; 0 if none.

    The rank goes from 0 (last) to 1 (first), tied players sharing the mean of theirs; the threshold lies halfway
    between the first and the second rank.
    """
    players = len(standings[0])
    threshold = (1 + Fraction(players - 2, players - 1)) / 2
    depths = []
    for line in standings:
        lower = sum(standing < line[hero] for standing in line)
        as_high = sum(standing == line[hero] for standing in line) - 1
        rank = (lower + Fraction(as_high, 2)) / (players - 1)
        if rank < threshold:
            depths.append(sqrt(threshold - rank))
    return sum(depths) / len(depths) if depths else 0.0


def decided_in(leader: list[int | None], hero: int) -> int:
    """Return the round (from 1) since when the hero leads until the end; the last if the hero does not lead then."""
    rounds = len(leader)
    for t in range(1, rounds + 1):
        if all(seat == hero for seat in leader[t - 1 :]):
            return t
    return rounds


def arc(standings: list[list[int]], leader: list[int | None], hero: int) -> dict[str, list[bool]]:
    """Return for each tenth of the game whether the hero leads then, leads from then to the end, is last."""
    lines = [line_at(percent, len(standings)) for percent in range(10, 101, 10)]
    return {
        "leads": [leader[line] == hero for line in lines],
        "stays": [all(seat == hero for seat in leader[line:]) for line in lines],
        "last": [was_last(standings[line], hero) for line in lines],
    }


def line_at(percent: int, rounds: int) -> int:
    """Return the index of the line at a share of the game: round ceil(share * rounds)."""
    return ceil(Fraction(percent, 100) * rounds) - 1


def was_last(line: list[int], hero: int) -> bool:
    """Return whether nobody is lower than the hero and somebody is higher."""
    return min(line) == line[hero] and max(line) > line[hero]
