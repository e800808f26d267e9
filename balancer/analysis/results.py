"""Results as typed values: of a cell, of a pair of cells on the same dice, of the link between two cells.

`to_json` gives the stored part of a result, which follows from the setting and the number of games, so that it is
the same for every run.  Axes, precision and times belong to one run and are stored in its manifest.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from balancer.sides import RIVALS, SCORE, SEAT_1, TABLE, TEAMS, TOGETHER, WIN

Json = dict[str, Any]


class _Remembers:
    """A dataclass with a cache of values computed from its fields."""

    @functools.cached_property
    def memo(self) -> dict[Any, Any]:
        """The cache, which is neither stored nor compared.

        Tables, answer, checks and page read the same figures of a cell; an estimate takes a third of a millisecond.
        """
        return {}

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields for pickling, without the cache."""
        return {name: value for name, value in self.__dict__.items() if name != "memo"}

    def with_precision(self, precision: Mapping[str, Any] | None) -> Self:
        """Return the same games under another stopping rule; no cached value depends on it."""
        copy: Self = dataclasses.replace(self, precision=precision)  # type: ignore[type-var]
        copy.__dict__["memo"] = self.memo
        return copy


@dataclass(frozen=True)
class Scope:
    """The contents of a setting that determine its metrics and their items; empty: any game."""

    one_loses: bool = False
    sides: str = RIVALS  # who wins together (sides.py)
    aim: str = WIN  # what is played for
    starter: str = SEAT_1  # who begins
    teams: tuple[str, ...] = ()  # numbers of the teams
    team_seats: Mapping[str, Sequence[int]] = field(default_factory=dict)  # team -> its seats, if they never differ
    even_teams: bool = True  # whether all teams, if any, have equally many seats in every game
    players: int = 0
    personas: tuple[str, ...] = ()  # of the line-up, each once
    endings: Mapping[str, str] = field(default_factory=dict)  # name -> phrase, '' if it has none
    nodes: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    extras: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # name -> {"meaning", "measure", ...}

    def items(self, kind: str) -> tuple[str, ...]:
        """Return the names of a kind: seats from 1, sides, personas, endings, nodes, parts."""
        if kind == "side":
            return (TABLE,) if self.sides == TOGETHER else self.teams
        if kind == "seat":
            return tuple(str(seat + 1) for seat in range(self.players))
        named: dict[str, tuple[str, ...]] = {
            "persona": self.personas,
            "ending": tuple(self.endings),
            "node": self.nodes,
            "part": self.parts,
        }
        return named[kind]


def _of_the_run(default: Any) -> Any:
    if callable(default):
        return field(default_factory=default, compare=False, metadata={"run": True})
    return field(default=default, compare=False, metadata={"run": True})


@dataclass(frozen=True, kw_only=True)
class _Stored:
    """The common base of results: a stored part, and fields that belong to one run."""

    axes: Mapping[str, Any] = _of_the_run(dict)  # axis name -> value; {} outside of a sweep
    # Result of the stopping rule (wanted, half_width, looks, reached); None if the number of games was given.
    precision: Mapping[str, Any] | None = _of_the_run(None)
    seconds: float | None = _of_the_run(None)  # of simulation only; None if unknown
    compile_seconds: float | None = _of_the_run(None)

    def to_json(self) -> Json:
        """Return the stored part as plain values; `from_json` reads it."""
        own = [entry.name for entry in dataclasses.fields(self) if not entry.metadata.get("run")]
        return {name: getattr(self, name) for name in own}

    @classmethod
    def from_json(cls, content: Mapping[str, Any], **of_the_run: Any) -> Self:
        """Restore a result from its stored part and the fields of the run; TypeError for missing or unknown fields."""
        return cls(**content, **of_the_run)


@dataclass(frozen=True, eq=True)
class CellResult(_Stored, _Remembers):
    """The first `games` games of one setting, and everything that reports need to describe them."""

    game: str
    title: str
    players: int
    lineup: list[str]
    seating: str
    personas: Mapping[str, Any]  # of the line-up, by name: claim, habits, mistakes, at_random
    rules: Mapping[str, Any]  # every knob as written
    resolved: Mapping[str, int]  # knobs as whole numbers
    parts_digest: str
    seed: int
    games: int
    one_loses: bool
    score_meaning: str
    standing_meaning: str
    part_holding: str
    extras: Mapping[str, Any]
    sources: str
    tally: Mapping[str, Any]  # `Tally.to_dict`
    # Game numbers: most typical, closest, longest, greatest comeback, most lead changes (None: there is none).
    notable: Mapping[str, int | None]
    endless: bool = False  # the rules allow a game that only `max_rounds` ends
    ending_phrases: Mapping[str, str] = field(default_factory=dict)  # ending -> phrase about games that end so
    sides: str = RIVALS  # who wins together (sides.py)
    aim: str = WIN  # what is played for
    lowest_wins: bool = False  # the lowest score wins
    starter: str = SEAT_1  # who begins
    team_seats: Mapping[str, Sequence[int]] = field(default_factory=dict)  # team -> its seats, if they never differ
    even_teams: bool = True  # whether all teams, if any, have equally many seats in every game

    @property
    def teams(self) -> tuple[str, ...]:
        """The numbers of the teams that took part; () in other games."""
        sums = self.tally["ratios"] if self.sides == TEAMS else {}
        return tuple(
            name.removeprefix("side.") for name, (_, games, *_) in sums.items() if name.startswith("side.") and games
        )

    @property
    def side_count(self) -> int:
        """The number of rival sides: of seats or teams; 1 without rivals."""
        if self.sides == TEAMS:
            return max(1, len(self.teams))
        return self.players if self.sides == RIVALS else 1

    @property
    def has_rivals(self) -> bool:
        """Whether there are sides that win against each other, so that there is an equal share of the wins."""
        return self.side_count > 1

    @property
    def has_equal_players(self) -> bool:
        """Whether equally good players, who take all seats in turn, each win the equal share of a side.

        Where teams differ in size, they win as often as the larger team, in most of their seats.
        """
        return self.has_rivals and self.even_teams

    @property
    def scope(self) -> Scope:
        """The contents that determine the cell's metrics."""
        ratios = [name.split(".", 1) for name in self.tally.get("ratios", ()) if "." in name]
        named = {kind: tuple(name for group, name in ratios if group == kind) for kind in ("node", "part")}
        return Scope(
            one_loses=self.one_loses,
            sides=self.sides,
            aim=self.aim,
            starter=self.starter,
            teams=self.teams,
            team_seats=self.team_seats,
            even_teams=self.even_teams,
            players=self.players,
            personas=tuple(self.personas),
            endings={name: self.ending_phrases.get(name, "") for name in self.tally["endings"]},
            nodes=named["node"],
            parts=named["part"],
            extras=self.extras,
        )


@dataclass(frozen=True, eq=True)
class PairResult(_Stored, _Remembers):
    """The first `games` pairs of games of two settings on the same dice."""

    games: int
    base: CellResult
    variant: CellResult
    pairs: Mapping[str, Any]  # `PairTally.to_dict`: the link between the two sides
    name: str = _of_the_run("")  # of the variant, also in `axes` under the pseudo-axis `variant`
    # The place where the first interesting pair of games separates; None if it is not narrated.
    divergence: Mapping[str, Any] | None = _of_the_run(None)

    @property
    def is_solo_for_score(self) -> bool:
        """Whether one player plays for points, who has nobody to win against."""
        return self.base.players == 1 and self.base.aim == SCORE

    def to_json(self) -> Json:
        """Return the stored part as plain values; `from_json` reads it."""
        return {**super().to_json(), "base": self.base.to_json(), "variant": self.variant.to_json()}

    @classmethod
    def from_json(cls, content: Mapping[str, Any], **of_the_run: Any) -> Self:
        """Restore a result from its stored part and the fields of the run; TypeError for missing or unknown fields."""
        sides = {side: CellResult.from_json(content[side]) for side in ("base", "variant")}
        return cls(**{**content, **sides}, **of_the_run)


@dataclass(frozen=True, eq=True)
class LinkResult(_Stored):
    """The link between the first `games` games of two cells, whose own results are stored separately."""

    games: int
    pairs: Mapping[str, Any]  # `LinkTally.to_dict`

    def between(self, base: CellResult, variant: CellResult) -> PairResult:
        """Join the link with the results of its two cells."""
        return PairResult(
            games=self.games,
            base=base,
            variant=variant,
            pairs={**self.pairs, "joint": {}},  # pairs of values are not counted
            name=next(iter(self.axes.values())),
            axes=self.axes,
            precision=self.precision,
            seconds=self.seconds,
            compile_seconds=self.compile_seconds,
        )


@dataclass(frozen=True, eq=True)
class WorthResult(_Stored):
    """Worth of the parts of a game, from the first `games` games of a cell."""

    games: int
    sums: Mapping[str, Any]  # whole numbers by name, see `analysis/play/worth.py`
    credit_unit: int  # the credit of a victory in them, or of a point where scores count
    aim: str = WIN  # what a part is worth: wins, or points


Result = CellResult | PairResult | LinkResult | WorthResult


def remembered(result: CellResult | PairResult, key: Any, compute: Callable[[], Any]) -> Any:
    """Return a value that follows only from a result, computed once; key: hashable, unique."""
    if key not in result.memo:
        result.memo[key] = compute()
    return result.memo[key]
