"""Parts that each seat gets by chance before any choice: opening hands, secret cards, the first display.

A game declares them by a rule `dealt_to(table, seat)`, the set of parts dealt to a seat; where its `setup` contains
choices, also by a rule `lay_out(table)`, the part of `setup` before the first of them.  No games are played: a kernel
of its own, which most runs do not need, sets up game after game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balancer.core.jit import bind
from balancer.core.part_sets import word_count, word_of
from balancer.core.table import open_game

DEALING = ("dealt_to", "lay_out")  # hooks that a game may have

# Placeholders: `bind_deal` puts a game's own in their place.
N_NODES: Any = None
FIRST_EXTRAS: Any = None
lay_out: Any = None
dealt_to: Any = None


def deal_games(table, dealt, seed, first):
    """Set up games first, first + 1, ... of a seed; fill dealt: uint64[games, seats, words], sets of parts."""
    for i in range(len(dealt)):
        open_game(table, seed, first + i, N_NODES, FIRST_EXTRAS)
        lay_out(table)
        for seat in range(table.seats):
            parts = dealt_to(table, seat)
            for word in range(min(word_count(parts), dealt.shape[2])):
                dealt[i, seat, word] = word_of(parts, word)


def bind_deal(package: str, names: Mapping[str, Any], hooks: Mapping[str, Any]) -> Any:
    """Return `deal_games` for the game of `package`; names: of `game_loop.compiled_loop`; hooks: those of DEALING."""
    first_part = hooks["lay_out"] or names["setup"]
    return bind(deal_games, package, {**names, "lay_out": first_part, "dealt_to": hooks["dealt_to"]})
