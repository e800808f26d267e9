"""Choices of compiled games, watched to see whether they use hidden information; the rules run as plain Python."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from balancer.core import events
from balancer.core.events import Listener
from balancer.core.game import Game, Parts
from balancer.core.record import empty
from balancer.narration.narrate import words_of

FaultyChoice = tuple[str, str]  # its place, as in `game 8, round 6, turn 26, seat 3`, and the persona that makes it
Pieces = Callable[[Any, int], dict[str, Any]]  # (table, seat) -> what is hidden from that seat, piece by piece


def persona_at(lineup: Sequence[str], entry: int) -> str:
    """Return the persona of an entry of a line-up that is repeated; names that are not known: `a persona`."""
    return lineup[entry % len(lineup)] if lineup else "a persona"


def whole_table(table: Any, seat: int) -> dict[str, Any]:
    """Return the whole table as one piece, for games that do not declare what is hidden."""
    del seat
    return {"table": np.asarray(table).tobytes()}


class Watcher(Listener):
    """A listener that makes choices of thinking personas twice: as it is, and with everything hidden redealt."""

    def __init__(self, game: Game, limits: Mapping[str, int], pieces: Pieces | None = None) -> None:
        """Watch a number of choices per node; pieces: (table, seat) -> what is hidden from the seat, by name."""
        self.game, self.limits, self.pieces_of = game, limits, pieces or whole_table
        self.decisions = importlib.import_module(f"{self.game.package.__name__}.decisions")
        self.offered: list[tuple[int, int]] = []
        self.seen = {node.name: 0 for node in self.game.nodes}
        self.redealt = dict(self.seen)
        self.lineup: Sequence[str] = ()  # names of the personas at the table
        self.changed: dict[str, list[FaultyChoice]] = {node.name: [] for node in self.game.nodes}
        self.pieces: dict[str, int] = {}  # how often each was redealt

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Replace the functions that choose by watched ones during the block."""
        chooses = {node.name: getattr(self.decisions, f"choose_{node.name}") for node in self.game.nodes}

        events.listen(self)
        for name, choose in chooses.items():
            setattr(self.decisions, f"choose_{name}", self.twice(name, choose))
        try:
            yield
        finally:
            events.stop_listening(self)
            for name, choose in chooses.items():
                setattr(self.decisions, f"choose_{name}", choose)

    def on_appraised(self, options: Sequence[int], value: int) -> None:
        """Note every option that was weighed, with its value."""
        self.offered += [(option, value) for option in options]

    def twice(self, node: str, choose: Callable[..., int]) -> Callable[..., int]:
        """Return a function that chooses on a copy with everything hidden redealt, then returns the choice itself."""

        def watched(table: Any, seat: int, *others: Any) -> int:
            if table.lineup[table.entry[seat]].at_random or self.seen[node] >= self.limits.get(node, 0):
                return choose(table, seat, *others)
            copy = empty(self.game.table, 1)
            copy[0] = table
            other_table = copy[0]
            self.game.reshuffle_unseen(other_table, seat)
            other_table.dice = table.dice
            other_table.decision = table.decision
            before, after = (self.pieces_of(version, seat) for version in (table, other_table))
            redealt = [name for name in before | after if before.get(name) != after.get(name)]
            self.offered = []
            blind = choose(other_table, seat, *others), self.offered
            self.offered = []
            option = choose(table, seat, *others)
            if self.offered:
                self.seen[node] += 1
                self.redealt[node] += bool(redealt)
                for name in before | after:
                    self.pieces[name] = self.pieces.get(name, 0) + (name in redealt)
                if blind != (option, self.offered):
                    where = f"game {table.game_number}, round {table.rounds}, turn {table.turn}, seat {seat + 1}"
                    self.changed[node].append((where, persona_at(self.lineup, table.entry[seat])))
            return option

        return watched

    def counts(self) -> dict[str, Any]:
        """Return all counts, ready for JSON."""
        return {"seen": self.seen, "redealt": self.redealt, "changed": self.changed, "pieces": self.pieces}


MAX_KINDS = 12  # options of a node that are told apart; where there are more (cards, sums), none has to be taken


@dataclass
class Seen:
    """An option of a node in words, with how often it was offered and taken."""

    words: str
    offered: int = 0
    taken: int = 0


class Onlooker(Watcher):
    """A watcher that also counts the options that thinking personas are offered and take."""

    def __init__(self, game: Game, limits: Mapping[str, int], parts: Parts) -> None:
        """Watch a number of choices per node, and count the options of all; parts: of the game, by name."""
        super().__init__(game, limits)
        self.options: dict[str, dict[int, Seen]] = {node.name: {} for node in game.nodes}
        self.words = words_of(game)
        if hasattr(self.words, "know_parts"):
            self.words.know_parts(parts)
        self.numbers = {node.name: number for number, node in enumerate(game.nodes)}

    def twice(self, node: str, choose: Callable[..., int]) -> Callable[..., int]:
        """Return a function that also counts the options and the choice."""
        watched = super().twice(node, choose)

        def noted(table: Any, seat: int, *others: Any) -> int:
            self.offered = []
            option = int(watched(table, seat, *others))
            kinds = self.options[node]
            for offered in {offered for offered, _ in self.offered}:
                if offered not in kinds and len(kinds) <= MAX_KINDS:
                    kinds[offered] = Seen(str(self.words.option_words(table, seat, self.numbers[node], offered)))
                if offered in kinds:
                    kinds[offered].offered += 1
                    kinds[offered].taken += offered == option
            return option

        return noted

    def counts(self) -> dict[str, Any]:
        """Return all counts, also how often each option was offered and taken."""
        options = {node: [list(vars(seen).values()) for seen in kinds.values()] for node, kinds in self.options.items()}
        return {**super().counts(), "options": options}
