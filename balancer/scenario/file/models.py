"""Models of a scenario file: which keys there are, and which kind of value each takes.

What depends on the game (knobs, personas, metrics) is checked in `resolve` and `checks`.  The JSON Schema of
`balancer schema` is made from the same models.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag, ValidationError, WithJsonSchema
from pydantic_core import ErrorDetails, PydanticCustomError

from balancer.analysis.figure_ref import ANSWERS
from balancer.core.declarations import BASE, EVERYBODY, NOBODY, SEATINGS, TO_THE_END
from balancer.scenario.file.yaml_source import Path
from balancer.scenario.literals import Amount, amount, number_hint, sentence, shown, whole
from balancer.wording import did_you_mean

MAX_GAMES_PER_CELL = 10**12
MAX_SEED = 2**63 - 1
PRECISION = (1e-6, 0.1)
CONFIDENCES = (0.5, 0.9999)
SECONDS = (0.01, 86_400)

GAME, ROUND = "game", "round"
UNTIL = {GAME: TO_THE_END, ROUND: 1}
MAX_UNTIL = 1000  # trial games of a thinker end after at most this number of rounds, or by a name of UNTIL
USUAL_TRIALS = 2000  # of `search: {plies: 2}`
MAX_PLIES = 2
ALWAYS, WORTHWHILE = "always", "worthwhile"  # when a thinker thinks

THINKER_KEYS = {"search", "knows", "nodes", "until", "think_when", "expect_mistakes"}  # all need `search`


def _reader(read: Callable[[Any], Any]) -> BeforeValidator:
    """Return a validator that calls `read` and shows its ValueError as the message."""

    def validate(value: Any) -> Any:
        try:
            return read(value)
        except ValueError as error:
            raise PydanticCustomError("reader", "{message}", {"message": str(error)}) from None

    return BeforeValidator(validate)


def _whole(low: int, high: int) -> tuple[BeforeValidator, Any]:
    return _reader(lambda value: whole(value, low, high)), Field(json_schema_extra={"minimum": low, "maximum": high})


def _text(value: Any) -> str:
    if isinstance(value, str) and value.strip():
        return value
    wrong = f"{shown(value)} is not text" if value not in (None, "") else "text is missing"
    hint = "put it in quotes" if isinstance(value, int | float) else ""
    raise ValueError(sentence(wrong, hint))


def _title(value: Any) -> str:
    return " ".join(_text(value).split())


def _seconds(value: Any) -> float:
    low, high = SECONDS
    try:
        number = amount(value)
    except ValueError:
        wrong = f"{shown(value)} is not a number of seconds"
        raise ValueError(sentence(wrong, "allowed: a number such as 10", number_hint(value))) from None
    if number.unit or not low <= number.value <= high:
        raise ValueError(sentence(f"{shown(value)} is out of range", f"allowed: {low:g}..{high:g}"))
    return number.value


def _precision(value: Any) -> float:
    low, high = PRECISION
    number = amount(value)
    allowed = "allowed: 0.0001pp..10pp (half the width of the widest interval of the seats' win rates)"
    if number.unit == "%":
        raise ValueError(sentence(f"{shown(value)} is a share, not a difference", f"write {number.value * 100:g}pp"))
    if not low <= number.value <= high:
        hint = "" if number.unit or not 0 < number.value / 100 <= high else f"write {number.value:g}pp"
        raise ValueError(sentence(f"{shown(value)} is out of range", allowed, hint))
    return number.value


def _confidence(value: Any) -> float:
    low, high = CONFIDENCES
    number = amount(value)
    if number.unit == "pp" or not low <= number.value <= high:
        raise ValueError(sentence(f"{shown(value)} is out of range", f"allowed: {low}..{high}, as in 0.95 or 95%"))
    return number.value


def _word(*words: str, instead: Mapping[str, str] | None = None) -> BeforeValidator:
    """Return a validator for one of a few words; instead: for other words, the advice on what to write."""

    def read(value: Any) -> str:
        if isinstance(value, str) and value in words:
            return value
        advice = (instead or {}).get(str(value)) or did_you_mean(value, words)
        raise ValueError(sentence(f"{shown(value)} is not allowed", "allowed: " + ", ".join(words), advice))

    return _reader(read)


def _version(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value == 1:
        return 1
    raise ValueError(f"version {shown(value)} is unknown; allowed: 1")


def _yes_or_no(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError(sentence(f"{shown(value)} is not allowed", "allowed: true, false"))


def _names(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


AMOUNT_SCHEMA = {
    "anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^[-+]?([0-9]+(_[0-9]+)*)?(\.[0-9]+)? *(%|pp)$"}]
}

Text = Annotated[str, _reader(_text)]
AnAmount = Annotated[Amount, _reader(amount), WithJsonSchema(AMOUNT_SCHEMA)]


class StrictShape(BaseModel):
    """A mapping that takes only the keys it declares."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)


class PersonaShape(StrictShape):
    """A persona of the designer's own: one of the game's, with other weights."""

    base: Text | None = Field(None, description="the persona of the game that it starts from")
    habits: dict[str, Any] = Field(default_factory=dict, description="weights that differ from the base's")
    mistakes: Any = Field(None, description="number of random decisions in a thousand")
    search: Any = Field(
        None,
        description="looks one decision ahead: trial games per decision, played on as the base plays; {trials: 2000, "
        "plies: 2}: two decisions ahead, judged by the best answer (games of one plain file)",
    )
    knows: Annotated[str, _word(NOBODY, BASE, EVERYBODY)] = Field(
        NOBODY,
        description="in trial games the opponents play like any persona of the game (nobody), like this one (base), "
        "or as they really play (everybody)",
        json_schema_extra={"enum": [NOBODY, BASE, EVERYBODY]},
    )
    nodes: list[Any] = Field(default_factory=list, description="the decisions at which it thinks; all if left out")
    until: Any = Field(
        GAME,
        description="end of a trial game: game, round, or a number of rounds; before the end of the game, a seat's "
        "lead counts",
        json_schema_extra={"anyOf": [{"enum": [GAME, ROUND]}, {"type": "integer", "minimum": 1, "maximum": MAX_UNTIL}]},
    )
    think_when: Annotated[str, _word(ALWAYS, WORTHWHILE)] = Field(
        ALWAYS,
        description="always, or only if worthwhile: not if the game declares that thinking gains nothing, and no "
        "longer if the first trial games show no gain",
        json_schema_extra={"enum": [ALWAYS, WORTHWHILE]},
    )
    expect_mistakes: Any = Field(
        None, description="number of random decisions in a thousand that it expects of imagined players, at least"
    )


class SettingShape(StrictShape):
    """The keys of the base rules that a variant can change."""

    players: Any = Field(None, description="number of players")
    lineup: Any = Field(None, description="one persona, or a list of them, shorter or longer than the players")
    seating: Any = Field(
        None,
        description="; ".join(f"{name}: {meaning}" for name, meaning in SEATINGS.items()),
    )
    aim: Any = Field(None, description="what is played for: win, or score (searches and thinkers go by it)")
    personas: dict[str, Any] = Field(default_factory=dict, description="personas of your own, on top of the game's")
    rules: dict[str, Any] = Field(default_factory=dict, description="knobs that differ from the printed rules")
    parts: dict[str, Any] = Field(
        default_factory=dict, description="figures of the component table that differ, as in {Stein: {value: 6}}"
    )


class Span(StrictShape):
    """The values of an axis, from the first to the last."""

    first: Annotated[int, *_whole(-(10**9), 10**9)] = Field(alias="from", description="the first value")
    last: Annotated[int, *_whole(-(10**9), 10**9)] = Field(alias="to", description="the last value")
    step: Annotated[int, *_whole(1, 10**9)] = Field(1, description="from one value to the next")


def _kind_of_axis(value: Any) -> str | None:
    return "<list>" if isinstance(value, list) else "<span>" if isinstance(value, dict) else None


SEVERAL = "an axis takes several values; allowed: [3, 4, 5] or {from: 3, to: 5, step: 1}"

AxisShape = Annotated[
    Annotated[list[Any], Tag("<list>")] | Annotated[Span, Tag("<span>")],
    Discriminator(_kind_of_axis, custom_error_type="reader", custom_error_message=SEVERAL),
]


OTHER_MODES = dict.fromkeys(  # what people call a sample
    ("random", "lhs", "latin_hypercube", "sobol", "monte_carlo"),
    "for random combinations write mode: sample, cells: 200",
)


class SweepShape(StrictShape):
    """The axes of a sweep, and how they are combined."""

    mode: Annotated[str, _word("grid", "zip", "one_at_a_time", "sample", instead=OTHER_MODES)] = Field(
        "grid",
        description="grid: every combination; zip: first values, second values ... of all axes together; "
        "one_at_a_time: the base, then one axis after another; sample: `cells` combinations, every value of an axis "
        "about equally often; the base is always played, even if the axes do not contain it",
        json_schema_extra={"enum": ["grid", "zip", "one_at_a_time", "sample"]},
    )
    cells: Annotated[int, *_whole(2, 10_000)] | None = Field(None, description="of mode: sample, how many combinations")
    seed: Annotated[int, *_whole(0, MAX_SEED)] = Field(1, description="of mode: sample, which combinations")
    axes: dict[str, AxisShape] = Field(
        description="rules.KNOB, players, lineup, personas.NAME.habits.HABIT, parts.NAME.COLUMN: values"
    )


class CheckShape(StrictShape):
    """A bound that a figure must keep."""

    name: Text | None = Field(None, description="what to call the check in reports")
    metric: Text = Field(description="a name of `balancer metrics`, also with of or stat: rounds.p90")
    stat: Text | None = Field(None, description="the statistic of it: mean, median, p90, at least 3 ...")
    of: Any = Field(None, description="the figure of one seat (from 1), persona, ending, part ...")
    each: Text | None = Field(None, description="the bound applies to each: seat, persona, ending, part ...")
    between: list[AnAmount] | None = Field(
        None, description="lowest and highest value allowed", min_length=2, max_length=2
    )
    at_most: AnAmount | None = Field(None, description="highest value allowed")
    at_least: AnAmount | None = Field(None, description="lowest value allowed")
    equivalent_within: AnAmount | None = Field(None, description="equal to that of `against` within this margin")
    variant: Text | None = Field(None, description="check this variant instead of the base rules")
    against: Text | None = Field(None, description="bounds apply to the difference from this variant, or base")
    cells: Any = Field(None, description="all: every setting of the sweep; or the axis values of some: {players: 4}")
    robust: Annotated[bool, _reader(_yes_or_no)] = Field(
        default=False, description="the check must also pass with all other competent line-ups"
    )


ROBUSTNESS = ("off", "personas")  # words that `report: robustness:` takes instead of a list of personas


def _robustness(value: Any) -> str | list[str]:
    if value is False:  # YAML 1.1 writers
        return "off"
    if value in ROBUSTNESS or (isinstance(value, list) and value and all(isinstance(name, str) for name in value)):
        return value  # type: ignore[no-any-return]
    hint = f"write [{value}]" if isinstance(value, str) else ""
    raise ValueError(sentence(f"{shown(value)} is not allowed", "allowed: off, personas, [names of personas]", hint))


class ReportShape(StrictShape):
    """The content of the report."""

    confidence: Annotated[float, _reader(_confidence), WithJsonSchema(AMOUNT_SCHEMA)] = Field(
        0.95, description="of intervals and verdicts"
    )
    headline: list[Text] = Field(default_factory=list, description="figures in the answer on the page")
    better: dict[str, Annotated[Literal["lower", "higher"], _word("lower", "higher")]] = Field(
        default_factory=dict, description="the direction that is good, for compare"
    )
    margins: dict[str, AnAmount] = Field(default_factory=dict, description="what counts as the same")
    seconds_per_decision: Annotated[float, _reader(_seconds)] | None = Field(None, description="gives minutes")
    robustness: Annotated[
        str | list[str] | None,
        _reader(_robustness),
        WithJsonSchema(
            {"anyOf": [{"enum": list(ROBUSTNESS)}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}
        ),
    ] = Field(
        None,
        description="other line-ups: personas (all that think), or some; off: no skill levels, either",
    )
    answer: Annotated[str, _word(*ANSWERS), WithJsonSchema({"enum": list(ANSWERS)})] | None = Field(
        None, description="the first sentence: where checks pass, what a change does, or what matters most"
    )


class ScenarioShape(SettingShape):
    """A question about a game, for balancer."""

    version: Annotated[Literal[1], _reader(_version)] = Field(1, description="of this file format")
    title: Annotated[str, _reader(_title)] | None = Field(None, description="the question, as the report's title")
    game: Text = Field(description="the game; `balancer games` lists them")
    seed: Annotated[int, *_whole(0, MAX_SEED)] = Field(1, description="the same seed plays the same games")
    games: Annotated[int, *_whole(1, MAX_GAMES_PER_CELL)] | None = Field(None, description="games per setting")
    precision: Annotated[float, _reader(_precision), WithJsonSchema(AMOUNT_SCHEMA)] | None = Field(
        None, description="play until the seats' win rates are this precise, as in 0.2pp; instead of games"
    )
    until_decided: bool | None = Field(
        None, description="play settings until their checks are decided; default of a sweep without games and precision"
    )
    max_games: Annotated[int, *_whole(1, MAX_GAMES_PER_CELL)] | None = Field(
        None, description="maximum per setting, with precision or until_decided"
    )
    variants: dict[str, SettingShape] = Field(default_factory=dict, description="named sets of changes, for compare")
    sweep: SweepShape | None = Field(None, description="the rules to vary, and how")
    checks: list[Any] = Field(default_factory=list, description="bounds that figures must keep")
    report: ReportShape = Field(default_factory=ReportShape, description="the content of the report")


# Models from values ---------------------------------------------------------------------------------------------------
M = TypeVar("M", bound=StrictShape)


Hint = Callable[[str], str]  # returns the right place for a key that a mapping does not take, '' if there is none


def read_shape(
    model: type[M], value: Any, path: Path, add: Callable[[Path, str, bool], None], hint: Hint = lambda _: ""
) -> M | None:
    """Read `value` as a `model`; report each error by `add(path, message, at_key)` and leave wrong values out.

    None if nothing can be made of it: it is no mapping, or lacks a required key.  hint: for unknown keys.
    """
    value = copy.deepcopy(value)
    first = True
    while True:
        try:
            return model.model_validate(value)
        except ValidationError as error_list:
            errors = error_list.errors()
        for error in errors if first else ():  # errors of later attempts only come from what was left out
            where = _steps(error["loc"])
            add((*path, *where), _message(model, error, where, hint), error["type"] == "extra_forbidden")
        first = False
        left_out = [_leave_out(value, error) for error in errors]
        if not any(left_out):
            return None


def _steps(loc: Path) -> Path:
    return tuple(step for step in loc if not str(step).startswith("<"))  # pydantic adds tags such as "<list>"


def _leave_out(value: Any, error: ErrorDetails) -> bool:
    """Delete what is wrong from `value`, a list as a whole (so that no index shifts); return whether it was there."""
    steps = _steps(error["loc"])
    steps = steps[: next((n for n, step in enumerate(steps) if isinstance(step, int)), len(steps))]
    if error["type"] == "missing":
        steps = steps[:-1]
    for step in steps[:-1]:
        value = value.get(step) if isinstance(value, dict) else None
    if not steps or not isinstance(value, dict) or steps[-1] not in value:
        return False
    del value[steps[-1]]
    return True


_TITLES: dict[type[StrictShape], str] = {CheckShape: "a check", PersonaShape: "a persona"}
_KINDS = {
    "model_type": "keys with values, as in `key: value`",
    "dict_type": "keys with values, as in `key: value`",
    "list_type": "a list, as in [a, b]",
}


def _message(model: type[StrictShape], error: ErrorDetails, where: Path, hint: Hint) -> str:
    kind, last = error["type"], str(where[-1]) if where and isinstance(where[-1], str) else ""
    if kind == "extra_forbidden":
        belongs = hint(last)
        if belongs:
            return sentence(f"{shown(last)} does not belong here", belongs)
        names = _keys_at(model, where[:-1])
        return sentence(f"unknown key {shown(last)}", f"allowed: {', '.join(names)}", did_you_mean(last, names))
    if kind == "missing":
        return f"{last} is missing; `balancer games` lists them" if where == ("game",) else f"{last} is missing"
    if kind in _KINDS:
        wrong = (
            f"{last} is empty"
            if error["input"] is None
            else f"{shown(error['input'])} is not what {last or _TITLES.get(model, 'a scenario')} takes"
        )
        return sentence(wrong, f"allowed: {_KINDS[kind]}", space_hint(error["input"]))
    if kind in {"too_short", "too_long"}:
        return f"{last} takes two values, as in [-3pp, 3pp]"
    span = re.fullmatch(r"\s*(\d+)\s*(?:-|–|to|\.\.+)\s*(\d+)\s*", str(error["input"]))  # 18-26
    advice = f"write {{from: {span[1]}, to: {span[2]}}}" if span and error["msg"] == SEVERAL else ""
    message = sentence(error["msg"], advice)
    return f"{last}: {message}" if last and not isinstance(where[-1], int) else message


def space_hint(value: Any) -> str:
    """Return how to write `key:value`, which YAML reads as one word; '' for other values."""
    key = re.fullmatch(r"([\w.]+):(\S.*)", value) if isinstance(value, str) else None
    return f"a space is missing after the colon: write {key[1]}: {key[2]}" if key else ""


def _keys_at(model: Any, path: Path) -> list[str]:
    """Return the keys allowed at `path` of a model; the names in mappings of models are skipped."""
    for step in path:
        if isinstance(step, int):
            continue
        fields = getattr(model, "model_fields", {})
        model = _NESTED.get((model, str(step)), model) if step in fields else model
    fields = model.model_fields
    own = [name for name in fields if name in model.__annotations__]  # before inherited ones, which variants also have
    return [fields[name].alias or name for name in dict.fromkeys([*own, *fields])]


_NESTED: dict[tuple[Any, str], type[StrictShape]] = {
    (ScenarioShape, "variants"): SettingShape,
    (ScenarioShape, "sweep"): SweepShape,
    (ScenarioShape, "report"): ReportShape,
    (SweepShape, "axes"): Span,
}
