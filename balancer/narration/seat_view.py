"""What one seat can see of a game that is narrated.

Rules say themselves who sees an event (`say`).  What lies on the table, and the options of a decision, need no such
declaration: a part of a line that differs between worlds which the seat can't tell from the true one
(`reshuffle_unseen` deals them) is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.core import dice, events
from balancer.core.record import empty

if TYPE_CHECKING:
    from balancer.core.game import Game

WORLDS = 12  # worlds dealt for a line; what is the same in all of them counts as known

LEFT_OUT = "…"
SEGMENT = "; "  # parts of a line, which are known or hidden each by itself
OPENINGS = "(:"  # what a hidden part is cut back to


class SeatView:
    """The eyes of one seat, from 0."""

    def __init__(self, game: Game, seat: int) -> None:
        """Look at tables of `game` from `seat`."""
        self.game, self.seat = game, seat
        self.worlds = empty(game.table, WORLDS)
        self.dealt_for = b""

    def lines(self, table: Any, words: Callable[[Any], Sequence[str]]) -> list[str]:
        """Lines about the table without what the seat can't see."""
        lines, others = list(words(table)), [list(words(world)) for world in self._dealt(table)]
        if any(len(other) != len(lines) for other in others):
            return [LEFT_OUT]
        return [known_part(line, [other[place] for other in others]) for place, line in enumerate(lines)]

    def line(self, table: Any, words: Callable[[Any], str]) -> str:
        """One such line."""
        return self.lines(table, lambda laid: [words(laid)])[0]

    def _dealt(self, table: Any) -> Sequence[Any]:
        """Worlds that the seat can't tell from the table; dealt once for all lines about it as it is now."""
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
    """The line without the parts that are otherwise in one of the others."""
    parts, among = line.split(SEGMENT), [other.split(SEGMENT) for other in others]
    if any(len(other) != len(parts) for other in among):
        return _cut(line, others)
    return SEGMENT.join(_cut(part, [other[place] for other in among]) for place, part in enumerate(parts))


def _cut(text: str, others: Sequence[str]) -> str:
    """The text up to the opening before the first difference."""
    same = min((_same_letters(text, other) for other in others), default=len(text))
    if same == len(text) and all(len(other) == same for other in others):
        return text
    at = max(text.rfind(opening, 0, same) for opening in OPENINGS) + 1
    if at == 0:
        return LEFT_OUT
    return f"{text[:at]}{LEFT_OUT})" if text[at - 1] == "(" else f"{text[:at]} {LEFT_OUT}"


def _same_letters(one: str, other: str) -> int:
    """How many letters at the beginning are the same."""
    return next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
