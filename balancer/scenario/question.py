"""The question of a scenario, as plain values: stored in manifests, read by reports and verdicts."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar, cast

from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.verdicts import Bound
from balancer.core.game import Game
from balancer.sides import WIN

BASE = "base"  # the name of the rules without any variant
SEARCHED = ("exploitability",)  # metrics for which `check` searches: only in checks of base rules and variants

Record = TypeVar("Record")


def known_fields(kind: type[Record], values: Mapping[str, Any]) -> Record:
    """Return a dataclass from plain values by field name; unknown names are ignored, missing ones take the default."""
    names = {each.name for each in dataclasses.fields(cast("Any", kind))}
    return kind(**{name: value for name, value in values.items() if name in names})


def plain(value: Any) -> Any:
    """Return a value with dicts for mappings and lists for sequences, as JSON has them."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


# The game -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class KnobCard:
    """A knob in reports: default, range and § as text, its words in sentences (`core.knobs`)."""

    default: Any = None
    meaning: str = ""
    section: str = ""
    allowed: str = ""
    specials: Mapping[str, str] = field(default_factory=dict)
    noun: str = ""
    phrases: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class NodeCard:
    """A kind of decision: who decides, and among what."""

    who: str = ""
    options: str = ""


@dataclass(frozen=True)
class HabitCard:
    """A habit: its default, and its meaning."""

    default: int = 0
    meaning: str = ""


@dataclass(frozen=True)
class WholeCard:
    """Figures of a game that are shares of one whole; parts: name of the figure -> its title."""

    title: str
    meaning: str
    parts: Mapping[str, str]


@dataclass(frozen=True)
class GameCard:
    """A game in reports: its names, texts and declarations."""

    name: str = ""
    title: str = ""
    summary: str = ""
    source: str = ""
    reconstructed: str = ""
    nodes: Mapping[str, NodeCard] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)  # name -> meaning
    knobs: Mapping[str, KnobCard] = field(default_factory=dict)
    habits: Mapping[str, HabitCard] = field(default_factory=dict)
    wholes: Sequence[WholeCard] = ()

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the card of a game."""
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
        """Return the card as manifests store it."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Self:
        """Return the card that `to_json` wrote; missing values take their defaults."""
        groups: dict[str, type] = {"nodes": NodeCard, "knobs": KnobCard, "habits": HabitCard}
        read: dict[str, Any] = {
            group: {name: known_fields(kind, card) for name, card in (record.get(group) or {}).items()}
            for group, kind in groups.items()
        }
        wholes = [known_fields(WholeCard, card) for card in record.get("wholes") or ()]
        return known_fields(cls, {**record, **read, "wholes": wholes})

    @property
    def printed(self) -> dict[str, Any]:
        """The default of every knob, by name."""
        return {name: knob.default for name, knob in self.knobs.items()}

    @property
    def usual_habits(self) -> dict[str, int]:
        """The default of every habit, by name."""
        return {name: habit.default for name, habit in self.habits.items()}


# The question ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class PlainSetting:
    """A setting as plain values."""

    players: int = 0
    lineup: Sequence[str] = ()
    seating: str = "rotate"
    aim: str = WIN
    rules: Mapping[str, Any] = field(default_factory=dict)
    personas: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # of the line-up, with all their habits
    parts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # changed figures: row -> column -> value

    def to_json(self) -> dict[str, Any]:
        """Return the setting as manifests store it: with `parts` only if a figure is changed."""
        values = {each.name: plain(getattr(self, each.name)) for each in dataclasses.fields(self)}
        return values if self.parts else {name: value for name, value in values.items() if name != "parts"}


@dataclass(frozen=True)
class Axis:
    """One dimension of a sweep: the name of what varies, and its values."""

    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Check:
    """A bound that a figure must keep."""

    name: str
    figure: FigureRef
    each: str = ""  # the kind (seat, persona ...) whose members must all keep the bound; '' for just `figure`
    low: float | None = None
    high: float | None = None
    margin: float | None = None  # the figure must equal that of `against` within this margin
    variant: str = BASE  # the variant whose figure it is
    against: str = ""  # the bounds apply to the difference from this variant; '' for none
    cells: Mapping[str, Any] | None = None  # axis values that choose cells, {} for all; None for one setting
    place: str = ""  # path in the scenario
    robust: bool = False  # whether the bounds apply to all other competent line-ups, too

    @property
    def bound(self) -> Bound:
        """The bounds; those of the difference if the check has a margin."""
        return Bound(self.low, self.high) if self.margin is None else Bound(-self.margin, self.margin)

    def concerns(self, axes: Mapping[str, Any]) -> bool:
        """Return whether the check is about a cell with these axis values."""
        return all(plain(axes.get(name)) == plain(value) for name, value in (self.cells or {}).items())

    def figures(self, items: Sequence[str]) -> list[FigureRef]:
        """Return the check's figure, or with `each` the figure of each of these seats (personas ...)."""
        return [dataclasses.replace(self.figure, of=item) for item in items] if self.each else [self.figure]

    @property
    def of_variant(self) -> bool:
        """Whether the check is about a variant only: a sweep plays it in the settings that pass all other checks."""
        return self.variant != BASE and not self.against and self.figure.metric not in SEARCHED

    @property
    def left_out(self) -> str:
        """Reason why the games of a setting do not judge the check; '' if they do."""
        if self.against:
            return f"it compares with {self.against}"
        if self.variant != BASE:
            return f"it is about the variant {self.variant}"
        return "it needs a search for habits, as by `balancer check`" if self.figure.metric in SEARCHED else ""

    def to_json(self) -> dict[str, Any]:
        """Return the check as manifests store it; `robust` only if true, so that older digests stay valid."""
        values = {each.name: plain(getattr(self, each.name)) for each in dataclasses.fields(self)}
        values["figure"] = self.figure.to_json()
        return values if self.robust else {name: value for name, value in values.items() if name != "robust"}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Self:
        """Return the check that `to_json` wrote; missing values take their defaults."""
        return known_fields(cls, {**record, "figure": FigureRef.from_json(record["figure"])})


@dataclass(frozen=True)
class Question:
    """The question of a scenario, resolved: base setting, variants, axes, checks, content of the report."""

    # games, precision, max_games, until_decided, base_apart: as in `Scenario`
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
        """Return the question as manifests store it, in the words and the shape of a scenario."""
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
    def from_json(cls, record: Mapping[str, Any]) -> Self:
        """Return the question that `to_json` wrote; missing values take their defaults."""
        swept, variants = record.get("sweep") or {}, record.get("variants") or {}
        read: dict[str, Any] = {
            "base": known_fields(PlainSetting, record),
            "variants": {name: known_fields(PlainSetting, variant) for name, variant in variants.items()},
            "mode": swept.get("mode") or "grid",
            "axes": tuple(Axis(name, tuple(values)) for name, values in (swept.get("axes") or {}).items()),
            "base_apart": bool(swept.get("base_apart")),
            "checks": tuple(Check.from_json(check) for check in record.get("checks") or ()),
            "report": ReportSpec.from_json(record.get("report") or {}),
        }
        return known_fields(cls, {**record, **read})
