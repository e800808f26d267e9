"""Knobs: what they allow, what rule code sees, what the schema says."""

from typing import Any

import numpy as np
import pytest

from balancer.browser.inputs import values_of
from balancer.core.authoring.ways import noted_values
from balancer.core.knobs import Choice, Flag, Knob, Number, Numbers, Several, TableKnob, rules_record
from balancer.questions.sensitivity.study import other_values
from balancer.questions.tryout.effects import _more_values
from balancer.scenario.file.template import neighbours

COMMON: dict[str, Any] = {"meaning": "What it does.", "section": "Setup"}
NUMBER = Number(name="number", default=22, low=8, high=60, specials=((0, "off"),), **COMMON)
WORDED = Number(name="worded", default="auto", low=0, high=30, words=(("auto", "fits"), ("all", "none left")), **COMMON)
ONLY = Number(name="only", default=4, low=2, high=6, only=(2, 4, 6), **COMMON)
CHOICE = Choice(name="choice", default="left", choices=("left", "right"), **COMMON)
FLAG = Flag(name="flag", default=True, **COMMON)
NUMBERS = Numbers(name="numbers", default=(1, 2, 3), length=3, low=0, high=9, **COMMON)
SEVERAL = Several(name="several", default="all", choices=("red", "green", "blue"), **COMMON)
TABLE = TableKnob(name="table", default="cards.csv", **COMMON)
ALL = (NUMBER, WORDED, ONLY, CHOICE, FLAG, NUMBERS, SEVERAL, TABLE)

RIGHT: dict[Knob, list[tuple[Any, Any]]] = {
    NUMBER: [(8, 8), (60, 60), (0, 0)],
    WORDED: [(0, 0), (30, 30), ("auto", -1), ("all", -2)],
    ONLY: [(2, 2), (6, 6)],
    CHOICE: [("left", 0), ("right", 1)],
    FLAG: [(False, 0), (True, 1)],
    NUMBERS: [([0, 9, 4], (0, 9, 4)), ((1, 1, 1), (1, 1, 1))],
    SEVERAL: [("none", 0), ("all", 7), ([], 0), (["blue"], 4), (["green", "red"], 3), (("blue", "red"), 5)],
    TABLE: [("cards.csv", ()), ("my/other cards.csv", ())],
}

WRONG: dict[Knob, list[Any]] = {
    NUMBER: [7, 61, 1, -1, 8.0, "8", True, None, [8], "off"],
    WORDED: [-1, 31, "Auto", "", 3.0, True, None],
    ONLY: [3, 0, 8, "4", True],
    CHOICE: ["Left", "", 0, None, ["left"]],
    FLAG: [0, 1, "true", None],
    NUMBERS: [[1, 2], ["1", 2, 3], [1, 2, 3, 4], [1, 2, 10], [1, 2, -1], [1, 2, 3.0], [1, 2, True], "1,2,3", 5, None],
    SEVERAL: ["red", ["red", "red"], ["yellow"], 3, None, [["red"]], ["all"]],
    TABLE: ["cards.txt", "", 3, None, "csv"],
}


def cases(by_knob):
    return [pytest.param(knob, case, id=f"{knob.name} {case!r}") for knob, found in by_knob.items() for case in found]


@pytest.mark.parametrize(("knob", "case"), cases(RIGHT))
def test_right_values_reach_the_rules_as_whole_numbers(knob, case):
    value, seen = case

    assert knob.check(value) == ""
    assert knob.encode(value) == seen


@pytest.mark.parametrize(("knob", "value"), cases(WRONG))
def test_wrong_values_are_refused_with_a_reason(knob, value):
    assert knob.check(value)


@pytest.mark.parametrize("knob", ALL, ids=lambda knob: knob.name)
def test_the_default_is_allowed(knob):
    assert knob.check(knob.default) == ""


def accepts(schema, value):
    """Return whether a JSON Schema of the few words that knobs use accepts a value."""
    if "anyOf" in schema:
        return any(accepts(one, value) for one in schema["anyOf"])
    if "enum" in schema:
        return any(value == one and type(value) is type(one) for one in schema["enum"])
    kind = schema["type"]
    if kind == "integer":
        return type(value) is int and schema["minimum"] <= value <= schema["maximum"]
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "string":
        return isinstance(value, str) and value.endswith(".csv")
    assert kind == "array"
    if not isinstance(value, list | tuple) or not all(accepts(schema["items"], item) for item in value):
        return False
    lengths = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
    return lengths and not (schema.get("uniqueItems") and len(set(value)) < len(value))


@pytest.mark.parametrize(("knob", "value"), cases({knob: [case[0] for case in found] for knob, found in RIGHT.items()}))
def test_the_schema_accepts_what_is_right(knob, value):
    assert accepts(knob.schema(), value)


@pytest.mark.parametrize(("knob", "value"), cases(WRONG))
def test_the_schema_refuses_what_is_wrong(knob, value):
    assert not accepts(knob.schema(), value)


@pytest.mark.parametrize(
    ("knob", "words"),
    [
        (NUMBER, "0 (off), 8..60"),
        (WORDED, "0..30, auto (fits), all (none left)"),
        (ONLY, "2, 4, 6"),
        (CHOICE, "left, right"),
        (FLAG, "true, false"),
        (NUMBERS, "a list of 3 whole numbers 0..9"),
        (SEVERAL, "all, none, or a list of: red, green, blue"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_what_is_allowed_is_reported_in_words(knob, words):
    assert knob.allowed == words


def test_every_knob_but_tables_has_a_field_of_the_rules():
    layout = rules_record(ALL)

    assert layout.names == ("number", "worded", "only", "choice", "flag", "numbers", "several")
    assert layout["numbers"].shape == (3,)
    assert all(layout[name].base == np.int32 for name in layout.names)


def test_the_steps_of_a_long_range_are_never_gone_through():
    knob = Number(name="far", default=3, low=1, high=10**15 + 1, only=range(1, 10**15 + 2, 2), **COMMON)

    assert (knob.check(10**15 + 1), knob.check(10**14), knob.check(10**15 + 3)) == ("", "not allowed", "not allowed")
    assert knob.allowed == "1..1000000000000001 in steps of 2"
    assert [knob.lower(value) for value in (-5, 1, 2, 10**14, 10**16)] == [1, 1, 1, 10**14 - 1, 10**15 + 1]
    assert knob.schema() == {"type": "integer", "minimum": 1, "maximum": 10**15 + 1}
    values = [noted_values(knob), other_values(knob, 3), neighbours(knob), values_of(knob, 3), _more_values(knob)]
    assert all(1 < len(some) <= 70 for some in values), values
    assert not any(knob.check(value) for some in values for value in some)


def test_the_steps_of_a_short_range_are_listed():
    knob = Number(name="few", default=4, low=0, high=8, only=range(0, 9, 4), **COMMON)

    assert knob.allowed == "0, 4, 8"
    assert knob.schema() == {"enum": [0, 4, 8]}
    assert noted_values(knob) == [0, 4, 8]
