"""Figures of compiled games as RESULT rows (core/result_row.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from balancer.core import bits
from balancer.core.dice import MAX_NODES, MAX_SEATS
from balancer.core.jit import separate_rule
from balancer.core.part_sets import part_words
from balancer.core.record import empty, record
from balancer.core.result_row import result_record
from balancer.core.table import UNDEFINED
from balancer.plain.rows import finish_rows

if TYPE_CHECKING:
    from balancer.plain.lane import PlainGame
    from balancer.plain.table import PlainTable

UNDEFINED_WORD = -(1 << 62)  # an own figure that is undefined

COPIED = ("winners", "rounds", "turns", "ending", "forced", "starter", "decisions", "options", "score", "entry", "side")
# Where each of them begins among the figures of a game; then what else `write_figures` has to know.
PLACES = record(*((name, np.int64) for name in (*COPIED, "parts", "extras", "part_words", "extra_count")))

Words = npt.NDArray[np.int64]


def rows_of_figures(
    game: PlainGame, places: Mapping[str, int], table: PlainTable, first: int, figures: Words, standings: Words
) -> Any:
    """Return RESULT rows of games `first` and following, one per row of figures.

    places: of figures, as `O_…`; figures: int64[games, places["O_SIZE"]]; standings: int64[rounds of all games, seats].
    """
    seats = table.seats
    rows = empty(result_record(part_words(table.kinds)), len(figures))
    words = (places["O_EXTRAS"] - places["O_PARTS"]) // MAX_SEATS
    write_figures(rows, figures, _laid_out(places, words, len(game.extras)), first, seats)
    if words > 1:
        _write_parts(np.asarray(rows), figures[:, places["O_PARTS"] : places["O_EXTRAS"]], seats)
    ends = np.cumsum(figures[:, places["O_LINES"]])
    lines = np.zeros((max(1, len(standings)), MAX_SEATS + 1), np.int32)
    lines[: len(standings), :seats] = standings
    finish_rows(rows, game.sides, lines, ends, one_loses=game.one_loses)
    return rows


def _laid_out(places: Mapping[str, int], words: int, extras: int) -> Any:
    at = empty(PLACES)
    for name in (*COPIED, "parts", "extras"):
        setattr(at, name, places[f"O_{name.upper()}"])
    at.part_words, at.extra_count = words, extras
    return at


@separate_rule
def write_figures(rows, figures, at, first, seats):
    """Fill all fields of RESULT rows that do not follow from others; sets of parts only if they are one word each."""
    for i in range(len(rows)):
        row = rows[i]
        row.game_number = first + i
        row.seats = seats
        row.winners = bits.WORD(figures[i, at.winners])
        row.starter = figures[i, at.starter]
        row.rounds = figures[i, at.rounds]
        row.turns = figures[i, at.turns]
        row.ending = figures[i, at.ending]
        row.forced = figures[i, at.forced]
        decisions = 0
        options = 0
        for node in range(MAX_NODES):
            row.node_decisions[node] = figures[i, at.decisions + node]
            row.node_options[node] = figures[i, at.options + node]
            decisions += figures[i, at.decisions + node]
            options += figures[i, at.options + node]
        row.decisions = decisions
        row.options = options
        for seat in range(seats):
            row.score[seat] = figures[i, at.score + seat]
            row.entry[seat] = figures[i, at.entry + seat]
            row.side[seat] = figures[i, at.side + seat]
            if at.part_words == 1:
                row.parts[seat] = bits.WORD(figures[i, at.parts + seat])
        for number in range(at.extra_count):
            value = figures[i, at.extras + number]
            row.extras[number] = UNDEFINED if value == UNDEFINED_WORD else value


def _write_parts(plain: Any, figures: Words, seats: int) -> None:
    """Convert sets of cards in words of 62 bits to sets in words of 64 bits."""
    sets = figures.reshape(len(figures), MAX_SEATS, -1)[:, :seats].astype(np.uint64)
    members = (sets[..., None] >> np.arange(62, dtype=np.uint64) & np.uint64(1)).reshape(len(figures), seats, -1)
    words = -(-members.shape[-1] // 64)
    padded = np.zeros((len(figures), seats, words * 64), np.uint8)
    padded[..., : members.shape[-1]] = members
    packed = np.packbits(padded, axis=-1, bitorder="little").view("<u8")
    plain["parts"][:, :seats] = packed[..., 0]
    if "more_parts" in plain.dtype.names:
        plain["more_parts"][:, :seats] = packed[..., 1 : 1 + plain["more_parts"].shape[-1]]
