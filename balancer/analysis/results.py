"""What was played, as typed values: the result of a cell, and of a pair of cells on the same dice.

`to_json` gives what is kept of a result: the part that follows from the setting and the number of games, the same for
every run.  Axes, precision and times belong to one run and are kept in its manifest.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

Json = dict[str, Any]


class _Fields(Mapping[str, Any]):
    """Reads the fields of a dataclass by name, as long as some readers still do."""

    @functools.cached_property
    def memo(self) -> dict[Any, Any]:
        """What was computed from the fields, so that it is computed once; neither kept nor compared.

        Tables, answer, checks and page read the same figures of a cell; an estimate takes a third of a millisecond.
        """
        return {}

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone."""
        return {name: value for name, value in self.__dict__.items() if name != "memo"}

    def __getitem__(self, name: str) -> Any:
        if name not in self._names():
            raise KeyError(name)
        return getattr(self, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())

    def _names(self) -> Mapping[str, Any]:
        names: Mapping[str, Any] = self.__dataclass_fields__  # type: ignore[attr-defined]
        return names


def _of_the_run(default: Any) -> Any:
    """A field that belongs to one run: it is neither kept with the result nor compared."""
    if callable(default):
        return field(default_factory=default, compare=False, metadata={"run": True})
    return field(default=default, compare=False, metadata={"run": True})


def _kept(result: Any) -> Json:
    return {one.name: getattr(result, one.name) for one in dataclasses.fields(result) if not one.metadata.get("run")}


@dataclass(frozen=True, eq=True)
class CellResult(_Fields):
    """The first `games` games of one setting, and what is needed to write about them.

    rules: every knob as written; resolved: the whole numbers they came to; personas: of the line-up, by name, with
    claim, habits, mistakes and at_random; tally: `Tally.to_dict`; notable: numbers of the most typical, closest (None:
    there is none) and longest game; endless: whether the rules allow a game that only `max_rounds` ends.

    axes: axis name -> value, {} outside of a sweep; precision: what the stopping rule found (wanted, half_width, looks,
    reached), None where the number of games was given; seconds: simulation alone, None where they are not known.
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
    axes: Mapping[str, Any] = _of_the_run(dict)
    precision: Mapping[str, Any] | None = _of_the_run(None)
    seconds: float | None = _of_the_run(None)
    compile_seconds: float | None = _of_the_run(None)

    def to_json(self) -> Json:
        """The stored part as plain values; `from_json` reads it."""
        return _kept(self)

    @classmethod
    def from_json(cls, content: Mapping[str, Any], **of_the_run: Any) -> Self:
        """A result from its stored part and the fields of the run; TypeError if a field is missing or unknown."""
        return cls(**content, **of_the_run)


@dataclass(frozen=True, eq=True)
class PairResult(_Fields):
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
    axes: Mapping[str, Any] = _of_the_run(dict)
    precision: Mapping[str, Any] | None = _of_the_run(None)
    seconds: float | None = _of_the_run(None)
    compile_seconds: float | None = _of_the_run(None)
    divergence: Mapping[str, Any] | None = _of_the_run(None)

    def to_json(self) -> Json:
        """The stored part as plain values; `from_json` reads it."""
        return {**_kept(self), "base": self.base.to_json(), "variant": self.variant.to_json()}

    @classmethod
    def from_json(cls, content: Mapping[str, Any], **of_the_run: Any) -> Self:
        """A result from its stored part and the fields of the run; TypeError if a field is missing or unknown."""
        sides = {side: CellResult.from_json(content[side]) for side in ("base", "variant")}
        return cls(**{**content, **sides}, **of_the_run)


Result = CellResult | PairResult


def remembered(cell: Mapping[str, Any], key: Any, compute: Callable[[], Any]) -> Any:
    """A value that follows from a cell alone, computed once where the cell can keep it; key: hashable, unique."""
    memo: dict[Any, Any] | None = getattr(cell, "memo", None)
    if memo is None:
        return compute()
    if key not in memo:
        memo[key] = compute()
    return memo[key]
