"""What a game's tests declare: what is hidden from a seat, how a persona would cheat, other component tables."""

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.core.game import Game


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A game to be tested, in a module-level variable, which other processes import.

    hidden: (table, seat) -> what that seat can't see, piece by piece: a dict of names and pieces, or a list of pieces.
    Each piece must be dealt anew by `reshuffle_unseen`, or an appraisal that looks at it would not be caught; so what
    is hidden in two places (the deck, the others' hands) is two pieces.
    cheats: for each decision node a thinker who looks at something hidden; it has the arguments of the node's
    appraisal.  The contract plants these cheats and must catch every one: so it would catch a persona that cheats by
    mistake.
    often: rules by which every node comes up often; brief: rules by which games are short, where a game of the printed
    rules takes plain Python too long; tables: files of other component tables to try, by knob.
    plain_most: habits, each with the highest value that players have in plain Python, where more makes it too slow.
    without_effect: knobs that can't change a game.
    effect_with: knobs that change a game only under other rules than the printed ones, each with such rules.
    winnerless: endings at which nobody may win, besides being cut off.
    """

    game: Game
    hidden: Callable[[Any, int], list[Any] | dict[str, Any]]
    cheats: Mapping[str, Callable[..., int]]
    often: Mapping[str, Any] = field(default_factory=dict)
    brief: Mapping[str, Any] = field(default_factory=dict)
    tables: Mapping[str, Sequence[str]] = field(default_factory=dict)
    plain_most: Mapping[str, int] = field(default_factory=dict)
    without_effect: frozenset[str] = frozenset()
    effect_with: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    winnerless: frozenset[str] = frozenset()

    def pieces(self, table: Any, seat: int) -> dict[str, Any]:
        """What a seat can't see, piece by piece, as it is now."""
        found = self.hidden(table, seat)
        if not isinstance(found, dict):
            found = {f"hidden()[{k}]": piece for k, piece in enumerate(found)}
        return {name: plain(piece) for name, piece in found.items()}

    @property
    def place(self) -> str:
        """The trial as ``module:name``."""
        module = self.hidden.__module__
        named = (name for name, value in vars(sys.modules[module]).items() if value is self)
        return f"{module}:{next(named)}"


def plain(piece: Any) -> Any:
    """A copy of numbers, rows and records, in lists, that can be compared."""
    if isinstance(piece, list | tuple):
        return [plain(part) for part in piece]
    return piece.tolist() if hasattr(piece, "tolist") else piece


def trial_at(place: str) -> Trial:
    """The trial that is called ``module:name``."""
    module, _, name = place.partition(":")
    found: Trial = getattr(importlib.import_module(module), name)
    return found
