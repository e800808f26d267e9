"""The figures of games that are over, as RESULT rows (core/result_row.py)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from balancer.core import bits
from balancer.core.dice import MAX_SEATS
from balancer.core.jit import rule, separate_rule
from balancer.core.leader_metrics import write_lead
from balancer.core.part_sets import part_words
from balancer.core.record import empty, record
from balancer.core.result_row import CREDIT, LARGEST, result_record
from balancer.core.table import UNDEFINED, UNFINISHED
from balancer.plain.course import Course
from balancer.plain.declared import FIRST_CARD, Card, PlaceCounts, PlaceTally
from balancer.plain.errors import PlainError
from balancer.plain.game import ending_of, has_teams
from balancer.sides import BANK, RIVALS, TEAMS, TOGETHER

if TYPE_CHECKING:
    from balancer.core.game import Game as CoreGame
    from balancer.plain.table import PlainTable

# What is worked out of one game: fields of a table that `write_lead` reads, and sums by team.
COURSE = record(("standings", np.int64), ("seats", np.int64), ("totals", np.int64, MAX_SEATS))
SIDES = (RIVALS, TEAMS, TOGETHER, BANK)
OF_RIVALS, OF_TEAMS, OF_TABLE, AGAINST_BANK = range(4)  # places in SIDES: rules know no texts


def finish_rows(rows: Any, sides: str, lines: Any, ends: Any, *, one_loses: bool) -> None:
    """Fill the fields of RESULT rows that follow from winners, sides and standings: `side`, `share` and `lead`.

    rows: with their winners, and in a game of TEAMS with `side`; sides: of the game (sides.py); lines:
    int32[rounds of all games, MAX_SEATS + 1], standings by seat; ends: int64[games], where those of a game end.
    """
    write_sides(empty(COURSE), lines, ends, rows, SIDES.index(sides), one_loses)


@separate_rule
def write_sides(table, lines, ends, rows, sides, one_loses):
    """Fill `side`, `share` and `lead` of all rows as `finish_rows` says; sides: its place in SIDES."""
    begin = 0
    for i in range(len(rows)):
        row = rows[i]
        if sides != OF_TEAMS:
            for seat in range(row.seats):
                row.side[seat] = 0 if sides == OF_TABLE else seat
        winning = bits.EMPTY
        playing = bits.EMPTY
        for seat in range(row.seats):
            playing = bits.plus(playing, row.side[seat])
            winning = bits.plus_if(bits.has(row.winners, seat), winning, row.side[seat])
        # Sides that win share a victory; who wins against a bank has it all.
        row.share = CREDIT if sides == AGAINST_BANK else CREDIT // max(1, bits.count(winning))
        table.standings = ends[i] - begin
        table.seats = row.seats
        if sides == OF_RIVALS:
            write_lead(table, lines[begin : ends[i]], row, one_loses)
        elif sides == OF_TEAMS:
            write_lead_of_teams(table, lines[begin : ends[i]], row, playing, winning, one_loses)
        begin = ends[i]


@rule
def write_lead_of_teams(table, lines, row, playing, winning, one_loses):
    """Fill `lead` of a game of teams, which take the places of seats, with the means of their players' standings.

    playing, winning: the numbers of all teams, and of those that win.
    """
    table.seats = bits.count(playing)
    for t in range(len(lines)):
        for team in range(table.seats):
            table.totals[team] = 0
        for seat in range(row.seats):
            table.totals[bits.count(bits.common(playing, bits.first_bits(row.side[seat])))] += lines[t, seat]
        for team in range(table.seats):
            size = 0
            for seat in range(row.seats):
                size += bits.count(bits.common(playing, bits.first_bits(row.side[seat]))) == team
            lines[t, team] = table.totals[team] // size
    winners = bits.WORD(row.winners)
    places = bits.EMPTY
    for seat in range(row.seats):
        team = bits.count(bits.common(playing, bits.first_bits(row.side[seat])))
        places = bits.plus_if(bits.has(winning, row.side[seat]), places, team)
    row.winners = places
    write_lead(table, lines, row, one_loses)
    row.winners = winners


def credit_of_winners(won: Any, side: Any, sides: str) -> Any:
    """Return the credit of each seat that wins: the sides that win share a victory, who wins against a bank has it all.

    won: bool[..., seats]; side: int[..., seats], 0 .. MAX_SEATS - 1; sides: of the game (sides.py).
    """
    if sides == BANK:
        return np.full(won.shape[:-1], CREDIT)
    winning = sum((won & (side == number)).any(-1).astype(np.int64) for number in range(MAX_SEATS))
    return CREDIT // np.maximum(1, winning)


class Figures(NamedTuple):
    """The figures of one game."""

    winners: int
    rounds: int
    turns: int
    ending: int
    forced: int
    node_decisions: list[int]
    node_options: list[int]
    score: list[int]
    entry: list[int]
    parts: list[int]
    extras: list[int]
    side: list[int]
    starter: int
    standings: list[list[int]]


def figures_of(course: Course, names: Sequence[str], tallies: Sequence[PlaceTally]) -> Figures:
    """Return the figures of a game that is over; names: of its own figures. PlainError: one is no whole number."""
    game, players = course.game, course.seats
    own = vars(game)
    return Figures(
        sum(1 << seat for seat in winning_seats(course)),
        course.rounds,
        course.turns,
        course.ending,
        course.forced,
        course.node_decisions,
        course.node_options,
        [whole(game.score(player), "score") for player in players],
        course.entry,
        [set_of(game.parts(player), "parts") for player in players],
        [
            *(UNDEFINED if own[name] is None else whole(own[name], name) for name in names),
            *(whole(count, tally.name) for tally in tallies for count in _counts(tally, own[tally.name])),
        ],
        sides_of(course),
        starting_seat(course),
        [[whole(value, "standing") for value in line] for line in course.standings],
    )


def _counts(tally: PlaceTally, counts: Any) -> PlaceCounts:
    if not isinstance(counts, PlaceCounts):
        name = tally.name
        raise PlainError(f"{name} is {counts!r}, but declared as a tally; write self.{name}[place] += 1", name)
    return counts


def winning_seats(course: Course) -> list[int]:
    """Return the seats that win a game that is over, each once.  PlainError: `winners` names others than players."""
    if course.ending == UNFINISHED:
        return []
    game = course.game
    everybody = list(range(len(course.seats)))
    if game.together:
        return everybody if game.won() else []
    if ending_of(game).draw:
        return everybody
    winners: Any = game.winners()
    seats = set()
    for player in winners if isinstance(winners, Iterable) else [winners]:
        if player not in course.seats:
            raise PlainError(f"winners returns {player!r}, which is no player; write a list of players", "winners")
        seats.add(player.seat)
    sides = sides_of(course)
    return [seat for seat in everybody if sides[seat] in {sides[winner] for winner in seats}]


def sides_of(course: Course) -> list[int]:
    """Return the number of each seat's side.  PlainError: a team's number is wrong."""
    game = course.game
    if game.together:
        return [0] * len(course.seats)
    if not has_teams(type(game)):
        return list(range(len(course.seats)))
    teams = [game.team(player) for player in course.seats]
    for team in teams:
        if team.__class__ is not int or not 0 <= team < MAX_SEATS:
            raise PlainError(f"team returns {team!r}; write a whole number from 0 to {MAX_SEATS - 1}", "team")
    return teams


def starting_seat(course: Course) -> int:
    """Return the seat of who begins: the first unless the rules set `starts`.  PlainError: that is no player."""
    starts: Any = course.game.starts
    if starts is not None and starts not in course.seats:
        raise PlainError(f"self.starts is {starts!r}, which is no player; write self.starts = player", "starts")
    return starts.seat if starts is not None else 0


def set_of(cards: Any, what: str) -> int:
    """Return a set of cards as bits; method: the one that names the cards."""
    bits = 0
    for card in cards if isinstance(cards, Iterable) else [cards]:
        if not isinstance(card, Card):
            raise PlainError(f"{what} returns {card!r}, which is no card of a component table", what)
        bits |= 1 << int(card) - FIRST_CARD
    return bits


def whole(value: Any, what: str) -> int:
    """Return a whole number that is not too large; PlainError."""
    if value.__class__ is int and -LARGEST <= value <= LARGEST:
        return int(value)
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None or number != value:
        raise PlainError(f"{what} is {value!r}; it must be a whole number", what)
    if not -LARGEST <= number <= LARGEST:
        raise PlainError(f"{what} is {number}; at most {LARGEST:_}", what)
    return number


def words_of(sets: Sequence[Sequence[int]], kinds: int) -> Any:
    """Return sets as words, uint64[games, seats, words]; sets: per game and seat, as bits; kinds: of parts."""
    words = part_words(kinds)
    content = b"".join(cards.to_bytes(8 * words, "little") for game in sets for cards in game)
    return np.frombuffer(content, "<u8").reshape(len(sets), -1, words)


def rows_of(played: Sequence[Figures], first: int, table: PlainTable, game: CoreGame) -> Any:
    """Return RESULT rows of the games played; their numbers are first, first + 1 ..."""
    seats = table.seats
    rows = empty(result_record(part_words(table.kinds)), len(played))
    plain: npt.NDArray[Any] = np.asarray(rows)
    columns = Figures(*(list(column) for column in zip(*played, strict=True)))  # type: ignore[arg-type]  # of all games
    plain["game_number"] = np.arange(first, first + len(played))
    plain["seats"] = seats
    for name in ("winners", "rounds", "turns", "ending", "forced", "starter"):
        plain[name] = getattr(columns, name)
    for name in ("node_decisions", "node_options", "extras"):
        values = np.array(getattr(columns, name), np.int64)
        plain[name][:, : values.shape[1]] = values
    for name in ("score", "entry", "side"):
        plain[name][:, :seats] = np.array(getattr(columns, name), np.int64)
    sets = words_of(columns.parts, table.kinds)  # type: ignore[arg-type]
    plain["parts"][:, :seats] = sets[..., 0]
    if sets.shape[-1] > 1:
        plain["more_parts"][:, :seats] = sets[..., 1:]
    plain["decisions"], plain["options"] = plain["node_decisions"].sum(1), plain["node_options"].sum(1)
    ends = np.cumsum([len(game.standings) for game in played], dtype=np.int64)
    lines = np.zeros((max(1, int(ends[-1])), MAX_SEATS + 1), np.int32)
    if ends[-1]:
        lines[:, :seats] = [line for game in played for line in game.standings]
    finish_rows(rows, game.sides, lines, ends, one_loses=game.one_loses)
    return rows
