"""Players who believe other figures of the cards than the rules read: see core/belief.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balancer.plain.declared import Card, Kinds

if TYPE_CHECKING:
    from balancer.plain.course import Course
    from balancer.plain.player import Player
    from balancer.plain.table import PlainTable

Figures = Mapping[str, Any]


@dataclass(frozen=True)
class Believing:
    """A director who shows the printed figures while somebody chooses; unlike: card, printed and true figures."""

    unlike: Sequence[tuple[Card, Figures, Figures]]

    @classmethod
    def of(cls, table: PlainTable, printed: PlainTable, knobs: Iterable[str]) -> Believing:
        """Believe in the printed cards where those of a table differ; knobs: the names of its component tables."""
        unlike = []
        for knob in knobs:
            pairs = list(zip(table.constants[knob], printed.constants[knob], strict=True))
            unlike += [(mine, dict(vars(its)), dict(vars(mine))) for mine, its in pairs if vars(mine) != vars(its)]
            table.constants[knob] = Kinds(its if vars(mine) == vars(its) else mine for mine, its in pairs)
        return cls(unlike)

    def decide(self, player: Player, node: int, options: list[Any], number: int) -> int:  # noqa: ARG002
        """Return the persona's choice, made by the printed figures."""
        for card, printed, _ in self.unlike:
            vars(card).update(printed)
        try:
            return player.decided(node, options)
        finally:
            for card, _, true in self.unlike:
                vars(card).update(true)

    def together(self, course: Course, options: dict[Player, list[Any]]) -> None:
        """Do nothing; a director needs this method."""
