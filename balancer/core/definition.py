"""The description of a game: its names, players, knobs, personas, nodes, and what follows from them alone."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balancer.core.component_table import WORD_PARTS, ComponentTable
from balancer.core.declarations import Ending, Extra, Habit, Node, Persona, Quantity, Whole
from balancer.core.knobs import Knob

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, kw_only=True)
class Definition:
    """All that a game's author declares; `Game` adds the functions that the engine calls."""

    # Given in the game's __init__.py
    name: str
    title: str
    summary: str  # one sentence
    source: str  # the rulebook: author, year
    reconstructed: str = ""  # what is not in the rulebook and was rebuilt ('' if nothing)
    least_players: int
    most_players: int
    usual_players: int
    lineup: tuple[str, ...]  # the line-up of `balancer run GAME`
    score_meaning: str  # what a score is
    standing_meaning: str  # what a standing is
    score_unit: int = 1  # scores in rows are whole numbers of 1 / score_unit
    player_step: int = 1  # from one number of players to the next that may play
    one_loses: bool = False  # one player loses and all others win
    lowest_wins: bool = False  # who has the lowest score wins, or where one loses, who has the highest loses
    endless: bool = False  # a game may go round in circles, so that only max_rounds ends it
    wholes: tuple[Whole, ...] = ()  # which extras add up
    part_names: tuple[str, ...] = ()  # parts whose lift is reported, in a game without a component table
    part_holding: str = ""  # what counts as having a part, for its lift: "in hand or banked at the end"
    dealt_when: str = ""  # what `dealt_to` says: "in the opening hand"
    dealt_names: tuple[str, ...] = ()  # what it names, where that is not the parts
    # Collected from the other modules
    knobs: tuple[Knob, ...]
    habits: tuple[Habit, ...]
    personas: tuple[Persona, ...]
    expert: Persona | None = None  # EXPERT: who thinks ahead fast, beside the personas
    nodes: tuple[Node, ...]  # in the order of their numbers
    endings: tuple[Ending, ...]  # numbers from FIRST_ENDING on
    extras: tuple[Extra, ...]  # in the order of their numbers
    quantities: tuple[Quantity, ...] = ()  # QUANTITY, in the order of their numbers
    table: np.dtype[Any]  # TABLE
    components: Mapping[str, ComponentTable]  # COMPONENTS by the knobs that name them; {}: no component table

    @property
    def score_order(self) -> int:
        """The order of scores: 1 the highest first, -1 the lowest first, 0 nobody is first, since one loses."""
        return 0 if self.one_loses else -1 if self.lowest_wins else 1

    @property
    def score_words(self) -> str:
        """The meaning of a score, and whether a low one is good."""
        return f"{self.score_meaning}; the lowest wins" if self.lowest_wins else self.score_meaning

    @property
    def endings_by_number(self) -> tuple[str, ...]:
        """Ending names by the number in a row; 'unfinished' is common to all games."""
        return ("running", "unfinished", *(ending.name for ending in self.endings))

    @property
    def ending_phrases(self) -> dict[str, str]:
        """Every way a game may end, by name, and what sentences say of such games."""
        return {"unfinished": "are cut off", **{ending.name: ending.phrase for ending in self.endings}}

    def knob(self, name: str) -> Knob:
        """Return the knob of that name; KeyError."""
        return {knob.name: knob for knob in self.knobs}[name]

    @property
    def player_counts(self) -> range:
        """The numbers of players that may play."""
        return range(self.least_players, self.most_players + 1, self.player_step)

    @property
    def player_words(self) -> str:
        """`player_counts` in words: ``2..5``, ``2, 4, 6``."""
        counts = self.player_counts
        return f"{counts[0]}..{counts[-1]}" if self.player_step == 1 else ", ".join(map(str, counts))

    def persona(self, name: str) -> Persona:
        """Return the persona of that name; KeyError."""
        return {persona.name: persona for persona in self.personas}[name]

    @property
    def all_personas(self) -> tuple[Persona, ...]:
        """The personas, and the expert beside them."""
        return (*self.personas, *([self.expert] if self.expert else []))

    @property
    def defaults(self) -> dict[str, Any]:
        """The printed rules: knob -> value."""
        return {knob.name: knob.default for knob in self.knobs}

    @functools.cached_property
    def most_parts(self) -> int:
        """The most kinds of part that a seat may have: at the end, or dealt."""
        declared = [table.max_parts for table in self.components.values()]
        return max(WORD_PARTS, len(self.part_names), len(self.dealt_names), *declared)
