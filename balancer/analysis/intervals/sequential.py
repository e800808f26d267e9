"""When to stop playing a cell: `--precision` asks for intervals of a given half-width.

After fixed numbers of games - looks - the widest simultaneous interval of the seats' win rates is compared with the
half-width wanted.  Look number k (from 1) spends alpha / (k (k + 1)) of the error alpha; since
1/2 + 1/6 + 1/12 + ... = 1, the intervals of *all* looks hold together with the stated confidence, however many there
are (union bound; error spending: Lan & DeMets 1983, Biometrika 70, 659-663), and so do those of the look at which
playing stops.  The looks depend on nothing but the number of games: neither threads nor chunks, nor a larger
`max_games` later, change an earlier one.
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
    """The numbers of games after which to look: 10 000 (or `first`), twice as many, ..., and at last `max_games`."""
    games = first
    while games < max_games:
        yield games
        games *= 2
    yield max_games


def confidence_at(confidence: float, look: int) -> float:
    """The confidence of intervals taken at look number `look`, from 1, so that those of all looks hold together."""
    return 1 - (1 - confidence) / (look * (look + 1))


def narrowest(games: int, seats: int, confidence: float) -> float:
    """Half the width to be expected after so many games, where each of the seats wins as often as the others."""
    z = critical_z(confidence_at(confidence, len(list(looks(games)))), seats)
    return z * math.sqrt((seats - 1) / seats**2 / games)


def half_width(tally: Mapping[str, Any], confidence: float, look: int) -> float:
    """Half the width of the widest simultaneous interval of the seats' win rates at that look.

    tally: of a cell, as `Tally.to_dict` gives it.
    """
    z = critical_z(confidence_at(confidence, look), len(tally["credit"]))
    return max(_half_width(tally, seat, z) for seat in range(len(tally["credit"])))


def _half_width(tally: Mapping[str, Any], seat: int, z: float) -> float:
    credit = Sums(tally["games"], tally["credit"][seat], tally["credit_products"][seat][seat], tally["credit_unit"])
    low, high = credit_interval(credit, z)
    return (high - low) / 2


def paired_half_width(pair: PairResult, confidence: float, look: int, family: int | None = None) -> float:
    """Half the width of the widest simultaneous interval of the differences of the seats' win rates at that look.

    family: how many intervals hold together; None: as many as there are seats that both sides have.
    """
    seats = min(len(side.tally["credit"]) for side in (pair.base, pair.variant))
    z = critical_z(confidence_at(confidence, look), family or seats)
    most = most_credit(pair)
    ends = [share_difference_interval(credit_sums(pair, seat), z, most) for seat in range(seats)]
    return max((high - low) / 2 for low, high in ends)
