"""What commands write as JSON has the shape that `balancer schema --json COMMAND` prints."""

import json
import pathlib
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner, Result

import balancer.cli

SCENARIO = """game: black_death
games: 60
lineup: [edger, random, middler]
variants: {few: {players: 3}}
sweep: {axes: {rules.suits: [2, 4]}}
checks: [{metric: rounds, at_most: 1000}]
"""
KINDS: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "number": (int, float),
    "null": type(None),
}


def balance(*words: str) -> Result:
    """Run a command line in this process."""
    return CliRunner().invoke(balancer.cli.balancer, words)


def faults(value: Any, schema: dict[str, Any], where: str = "$") -> Iterator[str]:
    """Yield the places where a value breaks one of our schemas."""
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(isinstance(value, KINDS[kind]) for kind in kinds):
        yield f"{where}: {type(value).__name__} is none of {kinds}"
    elif "anyOf" in schema and all(list(faults(value, one, where)) for one in schema["anyOf"]):
        yield f"{where}: none of the shapes"
    elif isinstance(value, dict):
        yield from (f"{where}.{name} is missing" for name in schema.get("required", ()) if name not in value)
        for name, one in value.items():
            known = schema.get("properties", {}).get(name, schema.get("additionalProperties", {}))
            yield from faults(one, known, f"{where}.{name}")
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from faults(one, schema.get("items", {}), f"{where}[{number}]")


def schema_of(command: str) -> dict[str, Any]:
    return dict(json.loads(balance("schema", "--json", command).stdout))


@pytest.mark.parametrize("command", ["run", "sweep", "compare", "check", "tournament", "exploit", "chances"])
def test_json_has_the_shape_that_is_documented(
    command: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pathlib.Path("s.yaml").write_text(SCENARIO, encoding="utf-8")

    games = "4" if command == "chances" else "60"  # each of these takes hundreds of trial games
    done = balance(command, "s.yaml", "--games", games, "-q", "--json", "-")

    assert done.exit_code in {0, 3}, done.stderr
    assert list(faults(json.loads(done.stdout), schema_of(command))) == []


def test_every_command_that_writes_json_has_a_schema_and_others_say_so() -> None:
    group = balancer.cli.balancer
    writes = {
        name
        for name, command in group.commands.items()
        if name != "schema" and any("--json" in one.opts for one in command.params)
    }
    refused = balance("schema", "--json", "report")

    assert all(schema_of(name)["required"] for name in writes)
    assert refused.exit_code == 2
    assert "'report' writes no JSON; these do: run, sweep," in refused.stderr


def test_what_is_missing_or_of_another_kind_is_found() -> None:
    schema = schema_of("try")

    assert "$.findings is missing" in list(faults({}, schema))
    assert "$.sound: str is none of ['boolean']" in list(faults({"sound": "yes"}, schema))
