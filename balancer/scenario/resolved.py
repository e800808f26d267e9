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

GAMES, MAX_GAMES = 100_000, 5_000_000  # default of scenarios and command line
MOST_TIMES = 10  # times the usual number of games, at most, where cells are played until they are decided
PLAIN_PART, PLAIN_LEAST = 25, 2_000  # where plain Python plays, a slow one: divisor of such defaults, and their minimum


def usual_games(game: Game, games: int, *, is_plain: bool = False) -> int:
    """The number of games that a command plays by default, where it is `games` for a compiled game.

    is_plain: plain Python plays a plain file here even where it compiles.
    """
    if game.is_plain and (is_plain or not game.is_fast):
        return max(PLAIN_LEAST, games // PLAIN_PART)
    return games


@dataclass(frozen=True)
class Scenario:
    """A question about a game.

    name: names the results folder; games: per cell, None where `precision` decides; precision: half-width of the
    widest interval of the seats' win rates; until_decided: whether the cells of a run or a sweep are played until their
    checks are decided, about `games` usually, `max_games` at most; variants: the whole setting of each; own: what each
    variant sets itself, whatever the base has there; swept: axis values
    and setting of every cell, in order (the base alone without axes); base_apart: whether the last of them is the base,
    played beside a grid or zip whose axes do not contain it; file: None for none; given: the
    scenario as written (text), or as the dict given in Python; options: changes by the command line; warnings: what
    was requested but is not used.
    """

    name: str
    title: str
    game: Game
    seed: int
    games: int | None
    precision: float | None
    max_games: int | None
    base: Setting
    until_decided: bool = False
    variants: Mapping[str, Setting] = field(default_factory=dict)
    own: Mapping[str, tuple[Lever, ...]] = field(default_factory=dict)
    mode: str = "grid"
    axes: tuple[Axis, ...] = ()
    swept: tuple[tuple[Mapping[str, Any], Setting], ...] = ()
    base_apart: bool = False
    checks: tuple[Check, ...] = ()
    report: ReportSpec = field(default_factory=ReportSpec)
    file: pathlib.Path | None = None
    given: Any = None
    options: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def base_number(self) -> int | None:
        """The number of the base among the cells of the sweep."""
        return next((number for number, (_, setting) in enumerate(self.swept) if setting == self.base), None)

    @property
    def question(self) -> Question:
        """What it asks, as plain values."""
        own = {one.name: getattr(self, one.name) for one in dataclasses.fields(Question)}
        variants = {name: plain_setting(setting, self.game) for name, setting in self.variants.items()}
        return Question(
            **{**own, "game": self.game.name, "base": plain_setting(self.base, self.game), "variants": variants}
        )
