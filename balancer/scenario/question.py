"""What a scenario asks, as plain values: manifests keep it, reports and verdicts read it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar, cast

from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.verdicts import Bound
from balancer.core.game import Game

BASE = "base"  # the name of the rules without any variant
SEARCHED = ("exploitability",)  # metrics that need a search by `check`: bounded in base rules and variants only

Kept = TypeVar("Kept")


def known_fields(kind: type[Kept], kept: Mapping[str, Any]) -> Kept:
    """A dataclass from plain values by the names of its fields; whatever is missing has its default."""
    names = {one.name for one in dataclasses.fields(cast("Any", kind))}
    return kind(**{name: value for name, value in kept.items() if name in names})


def plain(value: Any) -> Any:
    """A value of numbers, text, mappings and sequences with dicts and lists alone, as JSON has them."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


# The game -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class KnobCard:
    """What reports say of a knob: default, range and § as text, its words in sentences (`core.knobs`)."""

    default: Any = None
    meaning: str = ""
    section: str = ""
    allowed: str = ""
    specials: Mapping[str, str] = field(default_factory=dict)
    noun: str = ""
    phrases: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class NodeCard:
    """Who decides at a kind of decision, and among what."""

    who: str = ""
    options: str = ""


@dataclass(frozen=True)
class HabitCard:
    """The default of a habit, and what it weighs."""

    default: int = 0
    meaning: str = ""


@dataclass(frozen=True)
class WholeCard:
    """Figures of a game that are shares of one whole; parts: name of the figure -> what it is called."""

    title: str
    meaning: str
    parts: Mapping[str, str]


@dataclass(frozen=True)
class GameCard:
    """What reports say of a game; endings: name -> meaning."""

    name: str = ""
    title: str = ""
    summary: str = ""
    source: str = ""
    reconstructed: str = ""
    nodes: Mapping[str, NodeCard] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    knobs: Mapping[str, KnobCard] = field(default_factory=dict)
    habits: Mapping[str, HabitCard] = field(default_factory=dict)
    wholes: Sequence[WholeCard] = ()

    @classmethod
    def of(cls, game: Game) -> Self:
        """The card of a game."""
        return cls(
            name=game.name,
            title=game.title,
            summary=game.summary,
            source=game.source,
            reconstructed=game.reconstructed,
            nodes={node.name: NodeCard(node.who, node.options) for node in game.nodes},
            endings={
                **{ending.name: ending.meaning for ending in game.endings},
                "unfinished": "Cut off after max_rounds rounds: nobody wins.",
            },
            knobs={
                knob.name: KnobCard(
                    default=knob.default,
                    meaning=knob.meaning,
                    section=knob.section,
                    allowed=knob.allowed,
                    specials={str(number): meaning for number, meaning in getattr(knob, "specials", ())},
                    noun=knob.noun,
                    phrases=dict(knob.phrase_of),
                )
                for knob in game.knobs
            },
            habits={habit.name: HabitCard(habit.default, habit.meaning) for habit in game.habits},
            wholes=[WholeCard(whole.title, whole.meaning, dict(whole.parts)) for whole in game.wholes],
        )

    def to_json(self) -> dict[str, Any]:
        """As manifests hold it."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """The card that `to_json` wrote; whatever is missing has its default."""
        groups: dict[str, type] = {"nodes": NodeCard, "knobs": KnobCard, "habits": HabitCard}
        read: dict[str, Any] = {
            group: {name: known_fields(kind, one) for name, one in (kept.get(group) or {}).items()}
            for group, kind in groups.items()
        }
        wholes = [known_fields(WholeCard, one) for one in kept.get("wholes") or ()]
        return known_fields(cls, {**kept, **read, "wholes": wholes})

    @property
    def printed(self) -> dict[str, Any]:
        """The default of every knob."""
        return {name: knob.default for name, knob in self.knobs.items()}

    @property
    def usual_habits(self) -> dict[str, int]:
        """The default of every habit."""
        return {name: habit.default for name, habit in self.habits.items()}


# The question ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class PlainSetting:
    """A setting as plain values.

    personas: those that play, by name, with all their habits; parts: changed figures of component tables, name of the
    rows -> column -> value, {} for none.
    """

    players: int = 0
    lineup: Sequence[str] = ()
    seating: str = "rotate"
    rules: Mapping[str, Any] = field(default_factory=dict)
    personas: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As manifests hold it: `parts` only where a figure is changed."""
        found = {one.name: plain(getattr(self, one.name)) for one in dataclasses.fields(self)}
        return found if self.parts else {name: value for name, value in found.items() if name != "parts"}


@dataclass(frozen=True)
class Axis:
    """One dimension of a sweep: what is varied, and its values."""

    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Check:
    """A bound that a figure must keep.

    each: the kind (seat, persona, ...) whose every member must keep it, '' for the one that `figure` names; low, high:
    the bounds, None for none; margin: the figure must equal that of `against` within it; variant: whose figure it is
    (BASE: the base rules); against: the bounds apply to the difference from that one ('' for none); cells: None for one
    setting, else the axis values that choose cells of the sweep ({} for all); place: its path in the scenario; robust:
    the bounds must hold at the tables of all other competent players, too.
    """

    name: str
    figure: FigureRef
    each: str = ""
    low: float | None = None
    high: float | None = None
    margin: float | None = None
    variant: str = BASE
    against: str = ""
    cells: Mapping[str, Any] | None = None
    place: str = ""
    robust: bool = False

    @property
    def bound(self) -> Bound:
        """Its bounds; of one with a margin, those of the difference."""
        return Bound(self.low, self.high) if self.margin is None else Bound(-self.margin, self.margin)

    def concerns(self, axes: Mapping[str, Any]) -> bool:
        """Whether it is about a cell with these axis values."""
        return all(plain(axes.get(name)) == plain(value) for name, value in (self.cells or {}).items())

    def figures(self, items: Sequence[str]) -> list[FigureRef]:
        """Its figure, or with `each` that of each of these seats (personas ...)."""
        return [dataclasses.replace(self.figure, of=of) for of in items] if self.each else [self.figure]

    @property
    def left_out(self) -> str:
        """Why a sweep can't judge it; '' if it can."""
        if self.against:
            return f"it compares with {self.against}"
        if self.variant != BASE:
            return f"it is about the variant {self.variant}"
        return "it takes a search for habits, which `balancer check` makes" if self.figure.metric in SEARCHED else ""

    def to_json(self) -> dict[str, Any]:
        """As manifests hold it; `robust` only where it is demanded: accepted digests of other checks stay the same."""
        found = {one.name: plain(getattr(self, one.name)) for one in dataclasses.fields(self)}
        found["figure"] = self.figure.to_json()
        return found if self.robust else {name: value for name, value in found.items() if name != "robust"}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """The check that `to_json` wrote; whatever is missing has its default."""
        return known_fields(cls, {**kept, "figure": FigureRef.from_json(kept["figure"])})


@dataclass(frozen=True)
class Question:
    """What a scenario asks, resolved: the base setting, its variants, axes and checks, and what the report shows.

    game: its name; games, precision, max_games, until_decided, base_apart: as of a `Scenario`.
    """

    name: str = ""
    title: str = ""
    game: str = ""
    seed: int = 1
    games: int | None = None
    precision: float | None = None
    max_games: int | None = None
    until_decided: bool = False
    base: PlainSetting = field(default_factory=PlainSetting)
    variants: Mapping[str, PlainSetting] = field(default_factory=dict)
    mode: str = "grid"
    axes: tuple[Axis, ...] = ()
    base_apart: bool = False
    checks: tuple[Check, ...] = ()
    report: ReportSpec = field(default_factory=ReportSpec)

    def to_json(self) -> dict[str, Any]:
        """As manifests hold it, in the words and the shape of a scenario."""
        return {
            "name": self.name,
            "title": self.title,
            "game": self.game,
            "seed": self.seed,
            "games": self.games,
            "precision": self.precision,
            "max_games": self.max_games,
            "until_decided": self.until_decided,
            **self.base.to_json(),
            "variants": {name: setting.to_json() for name, setting in self.variants.items()},
            "sweep": {
                "mode": self.mode,
                "axes": {axis.name: plain(axis.values) for axis in self.axes},
                "base_apart": self.base_apart,
            },
            "checks": [check.to_json() for check in self.checks],
            "report": self.report.to_json(),
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """The question that `to_json` wrote; whatever is missing has its default."""
        swept = kept.get("sweep") or {}
        read: dict[str, Any] = {
            "base": known_fields(PlainSetting, kept),
            "variants": {name: known_fields(PlainSetting, one) for name, one in (kept.get("variants") or {}).items()},
            "mode": swept.get("mode") or "grid",
            "axes": tuple(Axis(name, tuple(values)) for name, values in (swept.get("axes") or {}).items()),
            "base_apart": bool(swept.get("base_apart")),
            "checks": tuple(Check.from_json(one) for one in kept.get("checks") or ()),
            "report": ReportSpec.from_json(kept.get("report") or {}),
        }
        return known_fields(cls, {**kept, **read})
