"""A seat's view of a game that is narrated.

Rules say themselves who sees an event (`say`).  What lies on the table, and the options of a decision, need no such
declaration: a part of a line is left out if it differs between worlds that the seat can't distinguish from the true
one (`reshuffle_unseen` deals them).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.core import dice, events
from balancer.core.record import empty

if TYPE_CHECKING:
    from balancer.core.game import Game

WORLDS = 12  # worlds dealt for a line; what is the same in all of them counts as known
LEFT_OUT = "…"
SEGMENT = "; "  # separates the parts of a line, each of which is known or hidden by itself
OPENINGS = "(:"  # a hidden part is cut back to the last of these


class SeatView:
    """The view of one seat, from 0."""

    def __init__(self, game: Game, seat: int) -> None:
        """Prepare to look at tables of `game` from `seat`."""
        self.game, self.seat = game, seat
        self.worlds = empty(game.table, WORLDS)
        self.dealt_for = b""

    def lines(self, table: Any, words: Callable[[Any], Sequence[str]]) -> list[str]:
        """Return lines about the table without what the seat can't see."""
        lines, others = list(words(table)), [list(words(world)) for world in self._dealt(table)]
        if any(len(other) != len(lines) for other in others):
            return [LEFT_OUT]
        return [known_part(line, [other[k] for other in others]) for k, line in enumerate(lines)]

    def line(self, table: Any, words: Callable[[Any], str]) -> str:
        """Return one line about the table without what the seat can't see."""
        return self.lines(table, lambda world: [words(world)])[0]

    def _dealt(self, table: Any) -> Sequence[Any]:
        """Return worlds that the seat can't distinguish from the table, dealt once while the table stays the same."""
        now = np.asarray(table).tobytes()
        if now == self.dealt_for:
            return list(self.worlds)
        with events.unheard():
            for number, world in enumerate(self.worlds):
                np.asarray(world)[...] = np.asarray(table)
                dice.start(world.dice, int(table.game_number), number, int(table.seats))
                self.game.reshuffle_unseen(world, self.seat)
        self.dealt_for = now
        return list(self.worlds)


def known_part(line: str, others: Sequence[str]) -> str:
    """Return the line without the parts that differ in one of the others."""
    parts, other_parts = line.split(SEGMENT), [other.split(SEGMENT) for other in others]
    if any(len(other) != len(parts) for other in other_parts):
        return _cut(line, others)
    return SEGMENT.join(_cut(part, [other[k] for other in other_parts]) for k, part in enumerate(parts))


def _cut(text: str, others: Sequence[str]) -> str:
    """Return the text up to the opening before the first difference."""
    same = len(os.path.commonprefix([text, *others]))  # noqa: RUF071  of letters, not of folders
    if same == len(text) and all(len(other) == same for other in others):
        return text
    at = max(text.rfind(opening, 0, same) for opening in OPENINGS) + 1
    if at == 0:
        return LEFT_OUT
    return f"{text[:at]}{LEFT_OUT})" if text[at - 1] == "(" else f"{text[:at]} {LEFT_OUT}"
