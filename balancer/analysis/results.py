"""What was played, as typed values: the result of a cell, of a pair of cells on the same dice, of what links two cells.

`to_json` gives what is kept of a result: the part that follows from the setting and the number of games, the same for
every run.  Axes, precision and times belong to one run and are kept in its manifest.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

Json = dict[str, Any]


class _Remembers:
    """Keeps what was computed from the fields of a dataclass."""

    @functools.cached_property
    def memo(self) -> dict[Any, Any]:
        """What was computed from the fields, so that it is computed once; neither kept nor compared.

        Tables, answer, checks and page read the same figures of a cell; an estimate takes a third of a millisecond.
        """
        return {}

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone."""
        return {name: value for name, value in self.__dict__.items() if name != "memo"}

    def with_precision(self, precision: Mapping[str, Any] | None) -> Self:
        """The same games under another stopping rule, on which nothing depends that was computed."""
        made: Self = dataclasses.replace(self, precision=precision)  # type: ignore[type-var]
        made.__dict__["memo"] = self.memo
        return made


@dataclass(frozen=True)
class Scope:
    """What decides which metrics there are, and of whom or what; empty: of any game.

    personas: at the table, each once; nodes, parts: names; endings: name -> phrase, '' if it has none;
    extras: name -> {"meaning", "measure", ...}.
    """

    one_loses: bool = False
    players: int = 0
    personas: tuple[str, ...] = ()
    endings: Mapping[str, str] = field(default_factory=dict)
    nodes: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    extras: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def items(self, kind: str) -> tuple[str, ...]:
        """The names of a kind: seats from 1, personas, endings, nodes, parts."""
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
    """A field that belongs to one run: it is neither kept with the result nor compared."""
    if callable(default):
        return field(default_factory=default, compare=False, metadata={"run": True})
    return field(default=default, compare=False, metadata={"run": True})


@dataclass(frozen=True, kw_only=True)
class _Stored:
    """What every result has: a part that is kept, and fields of the run.

    axes: axis name -> value, {} outside of a sweep; precision: what the stopping rule found (wanted, half_width, looks,
    reached), None where the number of games was given; seconds: simulation alone, None where they are not known.
    """

    axes: Mapping[str, Any] = _of_the_run(dict)
    precision: Mapping[str, Any] | None = _of_the_run(None)
    seconds: float | None = _of_the_run(None)
    compile_seconds: float | None = _of_the_run(None)

    def to_json(self) -> Json:
        """The stored part as plain values; `from_json` reads it."""
        own = [one.name for one in dataclasses.fields(self) if not one.metadata.get("run")]
        return {name: getattr(self, name) for name in own}

    @classmethod
    def from_json(cls, content: Mapping[str, Any], **of_the_run: Any) -> Self:
        """A result from its stored part and the fields of the run; TypeError if a field is missing or unknown."""
        return cls(**content, **of_the_run)


@dataclass(frozen=True, eq=True)
class CellResult(_Stored, _Remembers):
    """The first `games` games of one setting, and what is needed to write about them.

    rules: every knob as written; resolved: the whole numbers they came to; personas: of the line-up, by name, with
    claim, habits, mistakes and at_random; tally: `Tally.to_dict`; notable: numbers of the most typical, closest and
    longest game, of the greatest comeback and the most lead changes (None: there is none); endless: whether the rules
    allow a game that only `max_rounds` ends; ending_phrases: what sentences say of games that end so, by ending.
    """

    game: str
    title: str
    players: int
    lineup: list[str]
    seating: str
    personas: Mapping[str, Any]
    rules: Mapping[str, Any]
    resolved: Mapping[str, int]
    parts_digest: str
    seed: int
    games: int
    one_loses: bool
    score_meaning: str
    standing_meaning: str
    part_holding: str
    extras: Mapping[str, Any]
    sources: str
    tally: Mapping[str, Any]
    notable: Mapping[str, int | None]
    endless: bool = False
    ending_phrases: Mapping[str, str] = field(default_factory=dict)

    @property
    def scope(self) -> Scope:
        """What decides which metrics the cell has."""
        ratios = [name.split(".", 1) for name in self.tally.get("ratios", ()) if "." in name]
        named = {kind: tuple(name for group, name in ratios if group == kind) for kind in ("node", "part")}
        return Scope(
            one_loses=self.one_loses,
            players=self.players,
            personas=tuple(self.personas),
            endings={name: self.ending_phrases.get(name, "") for name in self.tally["endings"]},
            nodes=named["node"],
            parts=named["part"],
            extras=self.extras,
        )


@dataclass(frozen=True, eq=True)
class PairResult(_Stored, _Remembers):
    """The first `games` pairs of games of two settings on the same dice.

    pairs: `PairTally.to_dict`, what connects the two sides.

    name: of the variant; axes: its label as the pseudo-axis `variant`; precision: as of a cell, with the names of
    figures that are `undecided`; divergence: where the first interesting pair of games separates, None if not narrated.
    """

    games: int
    base: CellResult
    variant: CellResult
    pairs: Mapping[str, Any]
    name: str = _of_the_run("")
    divergence: Mapping[str, Any] | None = _of_the_run(None)

    def to_json(self) -> Json:
        """The stored part as plain values; `from_json` reads it."""
        return {**super().to_json(), "base": self.base.to_json(), "variant": self.variant.to_json()}

    @classmethod
    def from_json(cls, content: Mapping[str, Any], **of_the_run: Any) -> Self:
        """A result from its stored part and the fields of the run; TypeError if a field is missing or unknown."""
        sides = {side: CellResult.from_json(content[side]) for side in ("base", "variant")}
        return cls(**{**content, **sides}, **of_the_run)


@dataclass(frozen=True, eq=True)
class LinkResult(_Stored):
    """What connects the first `games` games of two cells, whose own results stand by themselves.

    pairs: `LinkTally.to_dict`; axes: its label as the pseudo-axis `variant`.
    """

    games: int
    pairs: Mapping[str, Any]

    def between(self, base: CellResult, variant: CellResult) -> PairResult:
        """The pair, with the results of its cells."""
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
    """What the parts of a game were worth in the first `games` games of a cell.

    sums: whole numbers by name, see `analysis/worth.py`; credit_unit: the credit of a victory in them.
    """

    games: int
    sums: Mapping[str, Any]
    credit_unit: int


Result = CellResult | PairResult | LinkResult | WorthResult


def remembered(result: CellResult | PairResult, key: Any, compute: Callable[[], Any]) -> Any:
    """A value that follows from a result alone, computed once; key: hashable, unique."""
    if key not in result.memo:
        result.memo[key] = compute()
    return result.memo[key]
