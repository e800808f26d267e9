"""Cards offered and taken in games of plain Python, as core/taking.py counts them in compiled ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.plain.course import Listener
from balancer.plain.declared import FIRST_CARD, Card

if TYPE_CHECKING:
    from balancer.plain.playable import PlayableGame
    from balancer.plain.player import Player
    from balancer.plain.table import PlainTable


class Taking(Listener):
    """A listener that counts the cards among the options of one game, and those in the options taken."""

    def __init__(self, nodes: Sequence[str], kinds: int) -> None:
        """Listen to one game; nodes: the names of its decisions; kinds: how many kinds of cards there are."""
        self.nodes = {node: number for number, node in enumerate(nodes)}
        self.offered, self.taken = np.zeros((2, len(nodes), kinds), np.int64)

    def on_choice(self, player: Player, decision: str, options: list[Any], place: int, values: Any) -> None:  # noqa: ARG002
        """Count the cards of all options and of the chosen one."""
        node = self.nodes[decision]
        self.offered[node, list({part for option in options for part in parts_in(option)})] += 1
        self.taken[node, list(parts_in(options[place]))] += 1


def parts_in(option: Any) -> set[int]:
    """Return the parts of an option: the card that it is, or the cards in a tuple, list or set."""
    if isinstance(option, Card):
        return {int(option) - FIRST_CARD}
    if isinstance(option, tuple | list | set | frozenset):
        return {part for each in option for part in parts_in(each)}
    return set()


def taken(game: PlayableGame, table: PlainTable, seed: int, games: Iterable[int]) -> Any:
    """Return counts as `core.taking.taken` does: int64[5, nodes, kinds]."""
    sums = np.zeros((5, len(game.nodes), table.kinds), np.int64)
    for number in games:
        table.listener = taking = Taking([node.name for node in game.nodes], table.kinds)
        game.played(table, seed, number)
        x, m = taking.taken, taking.offered
        sums += x, m, x * x, x * m, m * m
    table.listener = None
    return sums
