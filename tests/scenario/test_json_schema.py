"""The JSON Schema of scenarios says what the program takes."""

import json
import pathlib
import re
from collections.abc import Iterator
from typing import Any

import pytest
from ruamel.yaml import YAML

from balancer import games
from balancer.scenario.file.json_schema import scenario_schema
from tests.scenario.test_load import EXAMPLE

SCHEMA = scenario_schema()
ROOT = pathlib.Path(__file__).parents[2]
KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def complaints(value: Any, schema: Any, where: str = "") -> Iterator[str]:
    """Yield what a validator would say: the part of JSON Schema that our schema uses, and an error for any other."""
    if isinstance(schema, bool):
        if not schema:
            yield f"{where}: not allowed"
        return
    for word, content in schema.items():
        yield from WORDS[word](value, content, schema, where)


def check_type(value: Any, content: Any, _: Any, where: str) -> Iterator[str]:
    def fits(kind: str) -> bool:
        if kind in {"integer", "number"}:
            return isinstance(value, int if kind == "integer" else int | float) and not isinstance(value, bool)
        return isinstance(value, KINDS[kind])

    if not any(fits(kind) for kind in (content if isinstance(content, list) else [content])):
        yield f"{where}: {value!r} is no {content}"


def check_properties(value: Any, content: Any, _: Any, where: str) -> Iterator[str]:
    for key, item in value.items() if isinstance(value, dict) else ():
        if key in content:
            yield from complaints(item, content[key], f"{where}.{key}")


def check_patterns(value: Any, content: Any, _: Any, where: str) -> Iterator[str]:
    for key, item in value.items() if isinstance(value, dict) else ():
        for pattern, schema in content.items():
            if re.search(pattern, key):
                yield from complaints(item, schema, f"{where}.{key}")


def check_others(value: Any, content: Any, schema: Any, where: str) -> Iterator[str]:
    for key, item in value.items() if isinstance(value, dict) else ():
        known = key in schema.get("properties", {})
        if not known and not any(re.search(pattern, key) for pattern in schema.get("patternProperties", {})):
            yield from complaints(item, content, f"{where}.{key}")


def check_items(value: Any, content: Any, _: Any, where: str) -> Iterator[str]:
    for place, item in enumerate(value) if isinstance(value, list) else ():
        yield from complaints(item, content, f"{where}[{place}]")


def check_any(value: Any, content: Any, _: Any, where: str) -> Iterator[str]:
    found = [list(complaints(value, one, where)) for one in content]
    if all(found):
        yield f"{where}: {value!r} fits none: {found[-1]}"


def check_all(value: Any, content: Any, _: Any, where: str) -> Iterator[str]:
    for one in content:
        yield from complaints(value, one, where)


def check_if(value: Any, content: Any, schema: Any, where: str) -> Iterator[str]:
    if not list(complaints(value, content, where)):
        yield from complaints(value, schema["then"], where)


def check_reference(value: Any, content: str, _: Any, where: str) -> Iterator[str]:
    yield from complaints(value, SCHEMA["$defs"][content.removeprefix("#/$defs/")], where)


def bad_if(wrong: Any) -> Any:
    def check(value: Any, result: Any, _: Any, where: str) -> Iterator[str]:
        if wrong(value, result):
            yield f"{where}: {value!r} against {result!r}"

    return check


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


WORDS: dict[str, Any] = {
    "type": check_type,
    "properties": check_properties,
    "patternProperties": check_patterns,
    "additionalProperties": check_others,
    "items": check_items,
    "anyOf": check_any,
    "oneOf": check_any,
    "allOf": check_all,
    "if": check_if,
    "$ref": check_reference,
    "enum": bad_if(lambda value, allowed: value not in allowed),
    "const": bad_if(lambda value, allowed: value != allowed),
    "minimum": bad_if(lambda value, allowed: is_number(value) and value < allowed),
    "maximum": bad_if(lambda value, allowed: is_number(value) and value > allowed),
    "minItems": bad_if(lambda value, allowed: isinstance(value, list) and len(value) < allowed),
    "maxItems": bad_if(lambda value, allowed: isinstance(value, list) and len(value) > allowed),
    "uniqueItems": bad_if(lambda value, _: isinstance(value, list) and len({str(v) for v in value}) < len(value)),
    "pattern": bad_if(lambda value, allowed: isinstance(value, str) and not re.search(allowed, value)),
    "required": bad_if(lambda value, allowed: isinstance(value, dict) and not set(allowed) <= set(value)),
    **dict.fromkeys(("then", "$schema", "$comment", "title", "description", "default", "$defs"), lambda *_: iter(())),
}


def written(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


def test_the_schema_is_json_for_the_draft_editors_know() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


def test_the_example_is_right() -> None:
    assert list(complaints(written(EXAMPLE), SCHEMA)) == []


@pytest.mark.parametrize("file", sorted((ROOT / "scenarios").glob("*.yaml")), ids=lambda file: file.name)
def test_shipped_scenarios_are_right(file: pathlib.Path) -> None:
    assert list(complaints(written(file.read_text(encoding="utf-8")), SCHEMA)) == []


@pytest.mark.parametrize("name", games.names())
def test_defaults_of_every_game_are_right(name: str) -> None:
    game = games.load(name)
    rules = {knob: list(value) if isinstance(value, tuple) else value for knob, value in game.defaults.items()}
    persona = {"base": game.lineup[0], "habits": {habit.name: habit.default for habit in game.habits}, "mistakes": 3}
    axes = {f"rules.{knob}": [value] for knob, value in rules.items()}
    whole = {
        "game": name,
        "players": game.usual_players,
        "lineup": list(game.lineup),
        "rules": rules,
        "personas": {"own": persona},
        "variants": {"v": {"rules": rules}},
        "sweep": {"axes": axes},
    }

    assert list(complaints(whole, SCHEMA)) == []


@pytest.mark.parametrize(
    "wrong",
    [
        "gmaes: 5",
        "games: 100k",
        "games: 0",
        "players: 9",
        "lineup: []",
        "seating: rotated",
        "rules: {win_threshold: 7}",
        "rules: {win_treshold: 20}",
        "rules: {ties_to: nobody}",
        "rules: {bank_rest: 1}",
        "personas: {a: {base: balancd}}",
        "personas: {a: {base: bully, habits: {spoll: 1}}}",
        "personas: {a: {base: bully, habits: {spoil: 101}}}",
        "personas: {a: {base: bully, mistakes: 1001}}",
        "variants: {v: {rules: {piles: 9}}}",
        "sweep: {axes: {rules.piels: [2]}}",
        "sweep: {axes: {rules.piles: [9]}}",
        "sweep: {axes: {rules.piles: 3}}",
        "sweep: {mode: all, axes: {rules.piles: [3]}}",
        "checks: [{metric: seat_sprad, at_most: 3pp}]",
        "checks: [{at_most: 3pp}]",
        "report: {confidence: sure}",
        "version: 2",
    ],
)
def test_an_editor_marks_what_the_program_refuses(wrong: str) -> None:
    assert list(complaints(written(f"game: oktoberfest\n{wrong}\n"), SCHEMA))


def test_every_knob_habit_and_persona_is_explained() -> None:
    for name in games.own_names():
        game, definitions = games.load(name), SCHEMA["$defs"]
        rules = definitions[f"{name}.rules"]["properties"]
        for knob in game.knobs:
            assert knob.meaning in rules[knob.name]["description"]
        habits = definitions[f"{name}.persona"]["properties"]["habits"]["properties"]
        assert {habit.name: habit.meaning for habit in game.habits} == {
            h: content["description"] for h, content in habits.items()
        }


def test_the_shipped_schema_is_the_one_that_editors_need() -> None:
    """scenarios/balancer.schema.json, which shipped scenarios name in their first line; `make schema` writes it."""
    shipped = (ROOT / "scenarios" / "balancer.schema.json").read_text(encoding="utf-8")
    assert json.loads(shipped) == json.loads(json.dumps(SCHEMA))
