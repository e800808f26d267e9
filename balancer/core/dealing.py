"""What chance gives each seat before anybody chooses: opening hands, secret cards, the first display.

A game says so by a rule `dealt_to(table, seat)`, the set of parts dealt to a seat; where its `setup` asks players, also
by a rule `lay_out(table)`, the part of `setup` before the first choice.  Nothing is played for it: a kernel of its own,
which most runs do not need, lays out game after game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balancer.core.jit import rebound
from balancer.core.part_sets import word_count, word_of
from balancer.core.table import open_game

DEALING = ("dealt_to", "lay_out")  # hooks that a game may have

N_NODES: Any = None
FIRST_EXTRAS: Any = None
lay_out: Any = None
dealt_to: Any = None


def deal_games(table, dealt, seed, first):
    """Lay out games first, first + 1, ... of a seed; dealt: uint64[games, seats, words], sets of parts."""
    for i in range(len(dealt)):
        open_game(table, seed, first + i, N_NODES, FIRST_EXTRAS)
        lay_out(table)
        for seat in range(table.seats):
            parts = dealt_to(table, seat)
            for word in range(min(word_count(parts), dealt.shape[2])):
                dealt[i, seat, word] = word_of(parts, word)


def bound_deal(package: str, names: Mapping[str, Any], hooks: Mapping[str, Any]) -> Any:
    """`deal_games` for the game of `package`; names: as `game_loop.compiled_loop` has them; hooks: those of DEALING."""
    laid = hooks["lay_out"] or names["setup"]
    return rebound(deal_games, package, {**names, "lay_out": laid, "dealt_to": hooks["dealt_to"]})
