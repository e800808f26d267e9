"""Sequential stopping: `--precision` requests intervals of a given half-width.

After fixed numbers of games - looks - the widest simultaneous interval of the seats' win rates is compared with the
requested half-width.  Look number k (from 1) spends alpha / (k (k + 1)) of the error alpha; since
1/2 + 1/6 + 1/12 + ... = 1, the intervals of *all* looks are simultaneous at the stated confidence, however many
there are (union bound; error spending: Lan & DeMets 1983, Biometrika 70, 659-663), and those of the last look are,
too.  The looks depend on the number of games only: neither threads nor chunks, nor a larger `max_games` later,
change an earlier one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from balancer.analysis.intervals.elementary import Sums, credit_interval, critical_z
from balancer.analysis.intervals.paired_intervals import credit_sums, most_credit, share_difference_interval
from balancer.analysis.results import PairResult

FIRST_LOOK = 10_000  # games played before the first look; every further look comes after twice as many


def looks(max_games: int, first: int = FIRST_LOOK) -> Iterator[int]:
    """Yield the number of games at each look: 10 000 (or `first`), twice as many, ..., and finally `max_games`."""
    games = first
    while games < max_games:
        yield games
        games *= 2
    yield max_games


def confidence_at(confidence: float, look: int) -> float:
    """Return the confidence of intervals at look number `look`, from 1, that makes all looks simultaneous."""
    return 1 - (1 - confidence) / (look * (look + 1))


def narrowest(games: int, seats: int, confidence: float) -> float:
    """Return the expected half-width after that many games, if all seats win equally often."""
    z = critical_z(confidence_at(confidence, len(list(looks(games)))), seats)
    return z * math.sqrt((seats - 1) / seats**2 / games)


def half_width(tally: Mapping[str, Any], confidence: float, look: int) -> float:
    """Return half the width of the widest simultaneous interval of the seats' win rates at that look.

    tally: of a cell, from `Tally.to_dict`.
    """
    games, unit, products = tally["games"], tally["credit_unit"], tally["credit_products"]
    seat_credits = [Sums(games, credit, products[seat][seat], unit) for seat, credit in enumerate(tally["credit"])]
    z = critical_z(confidence_at(confidence, look), len(seat_credits))
    intervals = [credit_interval(credit, z) for credit in seat_credits]
    return max((high - low) / 2 for low, high in intervals)


def paired_half_width(pair: PairResult, confidence: float, look: int, family: int | None = None) -> float:
    """Return half the width of the widest simultaneous interval of the win-rate differences at that look.

    family: simultaneous intervals; None: the number of seats that both sides have.
    """
    seats = min(len(side.tally["credit"]) for side in (pair.base, pair.variant))
    z = critical_z(confidence_at(confidence, look), family or seats)
    most = most_credit(pair)
    ends = [share_difference_interval(credit_sums(pair, seat), z, most) for seat in range(seats)]
    return max((high - low) / 2 for low, high in ends)
