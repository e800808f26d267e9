"""Opponents of the player in the free place of a search: the others of a line-up, or a mixture of personas."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from balancer.core import seating
from balancer.core.seating import ALL_ORDERS
from balancer.scenario.setting import Setting

CANDIDATE = "<candidate>"  # the name of the persona that is tried; no persona of a scenario can have it
MAX_TABLES = 5040  # all tables of seven places


@dataclass(frozen=True)
class Opponents:
    """The opponents of the player in the free place, drawn at random."""

    columns: Sequence[Mapping[tuple[str, ...], float]]  # per seat or group of seats: names -> chance; they add up to 1
    team_of_seats: tuple[int, ...] = ()  # in a game of teams, a column for each: first the candidate's, then the others

    def drawn(self, games: int, seed: int) -> list[tuple[tuple[str, ...], int]]:
        """Draw the opponents of a number of games; return each group with the number of its games.

        A Latin hypercube (McKay, Beckman & Conover 1979): the entries of a column appear as often as their chances
        say, give or take one game, and columns are shuffled independently.  So games differ as independent draws do, or
        less (Owen 1997), and the error of their mean contains that of the draw.
        """
        if not self.columns:
            return [((), games)]  # a game for one
        rng = np.random.default_rng(seed)
        entries_of_columns = []
        for column in self.columns:
            # Equally spaced points with a random offset, so that every entry gets its share of the games.
            ends = np.cumsum(list(column.values()))
            places = np.searchsorted(ends[:-1], (np.arange(games) + rng.random()) / games * ends[-1], side="right")
            names = list(column)
            entries_of_columns.append([names[place] for place in rng.permutation(places)])
        groups = Counter(tuple(itertools.chain(*entries)) for entries in zip(*entries_of_columns, strict=True))
        return sorted(groups.items())

    def tables(self, games: int, seed: int) -> list[tuple[tuple[str, ...], int]]:
        """Draw the tables of a number of games; return the personas of each, with the number of its games.

        The first is the candidate, with opponents who take turns at all seats; in a game of teams, personas are those
        of the seats.
        """
        return [(self._table(group), games_there) for group, games_there in self.drawn(games, seed)]

    def _table(self, group: tuple[str, ...]) -> tuple[str, ...]:
        """Return the personas of a table, the candidate among them, from a draw of each column."""
        if CANDIDATE in group:
            return group
        if not self.team_of_seats:
            return (CANDIDATE, *group)
        own, *others = group
        teams = [team for team in sorted(set(self.team_of_seats)) if str(team) != own]
        personas = dict(zip(teams, others, strict=True))
        return tuple(personas.get(team, CANDIDATE) for team in self.team_of_seats)


def around(lineup: Sequence[str], players: int) -> Opponents:
    """Return the opponents around a place of a scenario's line-up; every place is left out equally often.

    They sit in the order of the seating `rotate`.  If there are more tables than MAX_TABLES, whole rotations are
    sampled.
    """
    places = seating.filled(lineup, players)
    rotations = min(math.factorial(len(places) - 1), MAX_TABLES // len(places))
    tables = range(rotations * len(places))
    weights = Counter(tuple(sorted(seating.seated(places, players - 1, ALL_ORDERS, table))) for table in tables)
    return Opponents([{others: weight / len(tables) for others, weight in weights.items()}])


def around_teams(setting: Setting, team_of_seats: tuple[int, ...]) -> Opponents:
    """Return tables in which a candidate plays all seats of a team, each equally often.

    All others sit as the setting seats its line-up.
    """
    places, kind = seating.filled(setting.lineup, setting.players), seating.SEATING_KINDS[setting.seating]
    rotations = min(math.factorial(len(places) - 1), MAX_TABLES // len(places))
    numbers = range({seating.FIXED: 1, seating.IN_ORDER: len(places)}.get(kind, rotations * len(places)))
    teams, tables = sorted(set(team_of_seats)), Counter[tuple[str, ...]]()
    for number in numbers:
        seated = seating.seated(places, len(team_of_seats), kind, number)
        for own in teams:
            names = zip(seated, team_of_seats, strict=True)
            tables[tuple(CANDIDATE if team == own else name for name, team in names)] += 1
    return Opponents([{table: weight / tables.total() for table, weight in tables.items()}], team_of_seats)


def in_role(opponents: Opponents, team: int) -> Opponents:
    """Return only those tables around teams in which the candidate plays a given team."""
    seat, (tables,) = opponents.team_of_seats.index(team), opponents.columns
    own = {table: weight for table, weight in tables.items() if table[seat] == CANDIDATE}
    total = sum(own.values())
    return Opponents([{table: weight / total for table, weight in own.items()}], opponents.team_of_seats)


def from_mixture(shares: Mapping[str, float], players: int, team_of_seats: tuple[int, ...] = ()) -> Opponents:
    """Return opponents that are each drawn from a mixture of personas; team_of_seats: of the seats, if teams play."""
    mixture: dict[tuple[str, ...], float] = {(name,): share for name, share in shares.items() if share > 0}
    if not team_of_seats:
        return Opponents([mixture] * (players - 1))
    teams = set(team_of_seats)
    own: dict[tuple[str, ...], float] = {(str(team),): 1 / len(teams) for team in teams}
    return Opponents([own, *[mixture] * (len(teams) - 1)], team_of_seats)
