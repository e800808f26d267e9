"""The description of a game: its names, players, knobs, personas and nodes."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from balancer.core.component_table import WORD_PARTS, ComponentTable
from balancer.core.declarations import Ending, Extra, Habit, Node, Persona, Quantity, Whole
from balancer.core.knobs import Knob
from balancer.sides import BANK, RIVALS, SEAT_1, TOGETHER, WIN

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, kw_only=True)
class Definition:
    """Everything that a game's author declares; `Game` adds the functions that the engine calls."""

    # Given in the game's __init__.py
    name: str
    title: str
    summary: str  # one sentence
    source: str  # the rulebook: author, year
    reconstructed: str = ""  # things missing from the rulebook that were reconstructed
    least_players: int
    most_players: int
    usual_players: int
    lineup: tuple[str, ...]  # the line-up of `balancer run GAME`
    score_meaning: str  # a score, in words
    standing_meaning: str  # a standing, in words
    score_unit: int = 1  # scores in rows are whole numbers of 1 / score_unit
    player_step: int = 1  # from one allowed number of players to the next
    one_loses: bool = False  # one player loses and all others win
    lowest_wins: bool = False  # the lowest score wins; where one loses, the highest score loses
    sides: str = RIVALS  # who wins together: RIVALS, TEAMS, TOGETHER or BANK
    aim: str = WIN  # what is played for: WIN or SCORE
    starter: str = SEAT_1  # who begins: SEAT_1, DECLARED or NOBODY
    endless: bool = False  # a game may go on for ever, so that only max_rounds ends it
    wholes: tuple[Whole, ...] = ()  # extras that add up
    part_names: tuple[str, ...] = ()  # parts whose lift is reported, in a game without a component table
    part_holding: str = ""  # who counts as a part's holder, for its lift: "in hand or banked at the end"
    dealt_when: str = ""  # meaning of `dealt_to`: "in the opening hand"
    dealt_names: tuple[str, ...] = ()  # names of its numbers, if they are not the parts
    # Collected from the other modules
    knobs: tuple[Knob, ...]
    habits: tuple[Habit, ...]
    personas: tuple[Persona, ...]
    expert: Persona | None = None  # EXPERT: a fast thinker, in addition to the personas
    nodes: tuple[Node, ...]  # in the order of their numbers
    endings: tuple[Ending, ...]  # numbers from FIRST_ENDING on
    extras: tuple[Extra, ...]  # in the order of their numbers
    quantities: tuple[Quantity, ...] = ()  # QUANTITY, in the order of their numbers
    table: np.dtype[Any]  # TABLE
    components: Mapping[str, ComponentTable]  # COMPONENTS by the knobs that name them; {}: no component table

    @property
    def score_order(self) -> int:
        """The order of scores: 1 highest first, -1 lowest first, 0 none, because one loses or there are no rivals."""
        return 0 if self.one_loses or self.sides in {TOGETHER, BANK} else -1 if self.lowest_wins else 1

    @property
    def score_words(self) -> str:
        """The meaning of a score, and whether a low score is good."""
        return f"{self.score_meaning}; the lowest wins" if self.lowest_wins else self.score_meaning

    @property
    def endings_by_number(self) -> tuple[str, ...]:
        """Names of endings by the number in a row; 'unfinished' is common to all games."""
        return ("running", "unfinished", *(ending.name for ending in self.endings))

    @property
    def ending_phrases(self) -> dict[str, str]:
        """The phrase about games with an ending, by the ending's name."""
        return {"unfinished": "are cut off", **{ending.name: ending.phrase for ending in self.endings}}

    def teams(self, players: int) -> tuple[int, ...]:
        """Return the numbers of the teams that a number of players form; () in a game without teams."""
        return tuple(self.team_seats(players))

    def team_seats(
        self,
        players: int,  # noqa: ARG002  for games that have some
        rules: Mapping[str, Any] = MappingProxyType({}),  # noqa: ARG002
    ) -> Mapping[int, tuple[int, ...]]:
        """Return the seats, from 1, of each team; none of a team whose seats differ between games."""
        return {}

    def team_of_seats(self, players: int, rules: Mapping[str, Any]) -> tuple[int, ...]:  # noqa: ARG002
        """Return the team of each seat; () in a game without teams, and where the teams change from game to game."""
        return ()

    def has_even_teams(self, players: int, rules: Mapping[str, Any]) -> bool:  # noqa: ARG002
        """Return whether all teams have equally many seats, in every game; true without teams."""
        return True

    def knob(self, name: str) -> Knob:
        """Return the knob of that name; KeyError."""
        return {knob.name: knob for knob in self.knobs}[name]

    @property
    def player_counts(self) -> range:
        """The numbers of players with which the game can be played."""
        return range(self.least_players, self.most_players + 1, self.player_step)

    @property
    def player_words(self) -> str:
        """The same in words: ``2..5``, ``2, 4, 6``."""
        counts = self.player_counts
        return f"{counts[0]}..{counts[-1]}" if self.player_step == 1 else ", ".join(map(str, counts))

    def persona(self, name: str) -> Persona:
        """Return the persona of that name; KeyError."""
        return {persona.name: persona for persona in self.personas}[name]

    @property
    def all_personas(self) -> tuple[Persona, ...]:
        """The personas, and the expert if there is one."""
        return (*self.personas, *([self.expert] if self.expert else []))

    @property
    def defaults(self) -> dict[str, Any]:
        """The printed rules: knob -> value."""
        return {knob.name: knob.default for knob in self.knobs}

    @functools.cached_property
    def most_parts(self) -> int:
        """The largest number of kinds of part that a seat may have, at the end or dealt."""
        declared = [table.max_parts for table in self.components.values()]
        return max(WORD_PARTS, len(self.part_names), len(self.dealt_names), *declared)
