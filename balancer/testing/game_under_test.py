"""Declarations of a game's tests: what is hidden from a seat, how a persona would cheat, other component tables."""

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.core.game import Game


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A game to be tested, in a module-level variable, which other processes import.

    Each piece of `hidden` must be redealt by `reshuffle_unseen`, or an appraisal that looks at it would not be caught.
    So what is hidden in two places (the deck, the others' hands) is two pieces.  The contract plants the `cheats`, with
    the arguments of a node's appraisal.  It must catch every one, as it must catch a persona that cheats by mistake.
    """

    game: Game
    hidden: Callable[[Any, int], list[Any] | dict[str, Any]]  # (table, seat) -> pieces that the seat can't see
    cheats: Mapping[str, Callable[..., int]]  # node -> an appraisal that looks at hidden pieces
    often: Mapping[str, Any] = field(default_factory=dict)  # rules by which every node comes up often
    brief: Mapping[str, Any] = field(default_factory=dict)  # rules of short games, if others take plain Python too long
    tables: Mapping[str, Sequence[str]] = field(default_factory=dict)  # knob -> files of other component tables to try
    plain_most: Mapping[str, int] = field(default_factory=dict)  # habit -> its highest value in plain Python, for speed
    without_effect: frozenset[str] = frozenset()  # knobs that can't change a game
    effect_with: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # knob -> rules under which it has one
    winnerless: frozenset[str] = frozenset()  # endings at which nobody may win, in addition to being cut off

    def pieces(self, table: Any, seat: int) -> dict[str, Any]:
        """Return what a seat can't see at the moment, piece by piece."""
        hidden = self.hidden(table, seat)
        if not isinstance(hidden, dict):
            hidden = {f"hidden()[{k}]": piece for k, piece in enumerate(hidden)}
        return {name: plain(piece) for name, piece in hidden.items()}

    @property
    def place(self) -> str:
        """The name of the trial, ``module:name``."""
        module = self.hidden.__module__
        named = (name for name, value in vars(sys.modules[module]).items() if value is self)
        return f"{module}:{next(named)}"


def plain(piece: Any) -> Any:
    """Copy numbers, rows and records into lists, which can be compared."""
    if isinstance(piece, list | tuple):
        return [plain(part) for part in piece]
    return piece.tolist() if hasattr(piece, "tolist") else piece


def trial_at(place: str) -> Trial:
    """Return the trial with the name ``module:name``."""
    module, _, name = place.partition(":")
    trial: Trial = getattr(importlib.import_module(module), name)
    return trial
