"""A scenario whose every word has been checked: plain, unchangeable values that the rest of the program trusts."""

from __future__ import annotations

import dataclasses
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from balancer.analysis.figure_ref import ReportSpec
from balancer.core.game import Game
from balancer.scenario.levers import Lever
from balancer.scenario.question import Axis, Check, Question
from balancer.scenario.setting import Setting, plain_setting

GAMES, MAX_GAMES = 100_000, 5_000_000  # defaults of scenarios and command line
MAX_TIMES = 10  # cells played until they are decided take at most this multiple of the usual games
PLAIN_DIVISOR, PLAIN_MIN = 25, 2_000  # plain Python is slower: it plays this fraction of the defaults, but a minimum


def usual_games(game: Game, games: int, *, is_plain: bool = False) -> int:
    """Return the default number of games of a command whose default is `games` for compiled games.

    is_plain: plain Python plays a plain file here, even if the file could be compiled.
    """
    if game.is_plain and (is_plain or not game.is_fast):
        return max(PLAIN_MIN, games // PLAIN_DIVISOR)
    return games


UNSEATED = "is in no line-up"  # the end of a warning of a persona


@dataclass(frozen=True)
class Scenario:
    """A question about a game, resolved."""

    name: str  # also of the results folder
    title: str
    game: Game
    seed: int
    games: int | None  # per cell; None if `precision` decides
    precision: float | None  # half-width of the widest interval of the seats' win rates
    max_games: int | None  # per cell, with `precision` or `until_decided`
    base: Setting
    until_decided: bool = False  # whether cells are played until their checks are decided, around `games` games
    variants: Mapping[str, Setting] = field(default_factory=dict)  # the whole setting of each
    own: Mapping[str, tuple[Lever, ...]] = field(default_factory=dict)  # levers that each variant sets itself
    mode: str = "grid"
    axes: tuple[Axis, ...] = ()
    swept: tuple[tuple[Mapping[str, Any], Setting], ...] = ()  # axis values and setting of each cell; without axes one
    base_apart: bool = False  # whether the last cell is the base, which the grid or zip of the axes lacks
    checks: tuple[Check, ...] = ()
    report: ReportSpec = field(default_factory=ReportSpec)
    file: pathlib.Path | None = None
    given: Any = None  # the scenario as written (text), or as the dict given in Python
    options: tuple[str, ...] = ()  # changes by the command line
    warnings: tuple[str, ...] = ()  # what was requested but has no effect

    @property
    def warnings_of_games(self) -> list[str]:
        """The warnings that matter where single games are played, or personas that are in no line-up."""
        return [warning for warning in self.warnings if not warning.endswith(UNSEATED)]

    @property
    def base_number(self) -> int | None:
        """Number of the base among the cells of the sweep."""
        return next((number for number, (_, setting) in enumerate(self.swept) if setting == self.base), None)

    @property
    def question(self) -> Question:
        """The question as plain values."""
        own = {each.name: getattr(self, each.name) for each in dataclasses.fields(Question)}
        variants = {name: plain_setting(setting, self.game) for name, setting in self.variants.items()}
        return Question(
            **{**own, "game": self.game.name, "base": plain_setting(self.base, self.game), "variants": variants}
        )
