"""Write balancer/reporting/json_schemas.json, what ``--json`` writes: ``python docs/make_json_schemas.py``.

Every command is carried out on small scenarios; the schema of its output is what these outputs have in common.  It
is open: a later version may have more keys.
"""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

ROOT = pathlib.Path(__file__).parents[1]
FILE = ROOT / "balancer" / "reporting" / "json_schemas.json"

SCENARIO = """version: 1
title: Suits
game: black_death
seed: 7
games: 400
lineup: [baiter, random]
variants:
  more: {rules: {suits: 6}}
sweep:
  axes:
    rules.suits: [4, 6]
checks:
  - {metric: rounds, at_most: 30}
  - {metric: rounds, at_most: 5}
"""
PLAYS = "play,seat,score,won,rounds,minutes,weather\n" + "".join(
    f"{k},1,3,yes,9,{20 + k},rain\n{k},2,0,no,,,\n{k},3,1,no,,,\n{k},4,0,no,,,\n" for k in range(20)
)
OTHER = SCENARIO.replace("[baiter, random]", "[middler]\nplayers: 3").replace("rules.suits: [4, 6]", "players: [3, 5]")
OTHER += "report: {robustness: off}\n"  # no ladder of skill

FEW = ("--games", "200", "-q")
COMMANDS = {
    "run": ("run", "FILE", *FEW),
    "sweep": ("sweep", "FILE", *FEW),
    "compare": ("compare", "FILE", *FEW),
    "check": ("check", "FILE", *FEW, "--max-games", "400"),
    "seek": ("seek", "FILE", "--max-games", "400", *FEW),
    "cards": ("cards", str(ROOT / "examples" / "plain_windfall.py"), "--games", "200", "-q"),
    "sensitivity": ("sensitivity", "FILE", *FEW),
    "tournament": ("tournament", "FILE", *FEW),
    "exploit": ("exploit", "FILE", *FEW),
    "plays": ("plays", "plays.csv", "--scenario", "FILE", *FEW),
    "tune": ("tune", "FILE", *FEW),
    "tune --worth": ("tune", "FILE", "--worth", *FEW),
    "chances": ("chances", "FILE", "--games", "3", "--trials", "4", "--choices", "-q"),
    "try": ("try", "black_death"),
}
"""Each command that writes JSON, as it is carried out here."""

MAPS = {
    "axes", "counts", "elsewhere", "endings", "habits", "nodes", "personas", "rules", "shares",
    "mixture", "refused", "margin", "winner_changed", "of", "sources",
    "choices", "kingmaking", "quantities", "weights", "fits", "sentences",
}  # fmt: skip
"""Keys of dicts whose own keys are names (of rules, personas, figures …): one schema for all their values."""

NULLABLE = {"equilibria"}  # keys whose value is missing in some games: without rivals there is no equilibrium

FIGURES = {"metrics", "extras"}
"""Of these the values are figures, or lists or dicts of figures."""

ENDS = {
    "_low": "lower end of the interval of",
    "_high": "upper end of the interval of",
    "_se": "standard error, its unit being the game, of",
}

MEANINGS: dict[str, str] = {
    line.split(":", 1)[0].strip(): line.split(":", 1)[1].strip()
    for line in (ROOT / "docs" / "json_keys.txt").read_text(encoding="utf-8").splitlines()
    if ":" in line
}
"""What a key means, wherever it occurs."""

Schema = dict[str, Any]


def outputs(scenario: str, folder: pathlib.Path, *names: str) -> dict[str, Any]:
    """Return what the commands (all, if none is named) write about a scenario; CalledProcessError where one fails."""
    file = folder / "s.yaml"
    file.write_text(scenario, encoding="utf-8")
    (folder / "plays.csv").write_text(PLAYS, encoding="utf-8")
    found = {}
    for name in names or COMMANDS:
        words = [str(file) if word == "FILE" else word for word in COMMANDS[name]]
        command = [sys.executable, "-m", "balancer", *words, "--json", str(folder / f"{name}.json")]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode not in {0, 1, 3}:
            raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
        found[name] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return found


def meaning(key: str) -> str:
    """Return the meaning of a key; '' where nobody has written it down."""
    for end, words in ENDS.items():
        if key.endswith(end) and key not in MEANINGS:
            return f"{words} {key.removesuffix(end)}"
    return MEANINGS.get(key, "")


def schema_of(values: list[Any], key: str = "") -> Schema:
    """Return the schema that all values have, found under a key."""
    made: Schema = {"description": meaning(key)} if meaning(key) else {}
    dicts = [value for value in values if isinstance(value, dict)]
    lists = [value for value in values if isinstance(value, list)]
    kinds = ["object"] * bool(dicts) + ["array"] * bool(lists)
    kinds += ["string"] * any(isinstance(value, str) for value in values)
    kinds += ["boolean"] * any(isinstance(value, bool) for value in values)
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    kinds += ["number"] * bool(numbers)
    if (
        None in values or key in NULLABLE or numbers or "string" in kinds
    ):  # a figure may be undefined, a word may be missing
        kinds.append("null")
    if kinds != ["null"] and kinds:
        made["type"] = kinds[0] if len(kinds) == 1 else kinds
    if key in FIGURES and dicts:
        figure = schema_of(list(figures(dicts)))
        each = [figure, {"type": "array", "items": figure}, {"type": "object", "additionalProperties": figure}]
        made["additionalProperties"] = {"description": "a figure; or one for each seat; or each name", "anyOf": each}
    elif key in MAPS and dicts:
        made["additionalProperties"] = schema_of([value for each in dicts for value in each.values()])
    elif dicts:
        names = dict.fromkeys(name for each in dicts for name in each)
        made["required"] = sorted(name for name in names if all(name in each for each in dicts))
        made["properties"] = {name: schema_of([each[name] for each in dicts if name in each], name) for name in names}
    if lists and any(lists):
        made["items"] = schema_of([value for each in lists for value in each])
    return made


def figures(found: Any) -> Iterator[Any]:
    """Return the figures within lists and dicts: what has a mean, or a reason why it has none."""
    if isinstance(found, dict) and {"mean", "reason"} & set(found):
        yield found
    elif isinstance(found, dict | list):
        for value in found.values() if isinstance(found, dict) else found:
            yield from figures(value)


def schemas(*scenarios: str) -> dict[str, Schema]:
    """Return the schema of every command's JSON."""
    with tempfile.TemporaryDirectory() as home:
        found = [outputs(scenario, pathlib.Path(home)) for scenario in scenarios]
    return {
        name: {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"balancer {name} --json",
            **schema_of([each[name] for each in found]),
        }
        for name in COMMANDS
    }


if __name__ == "__main__":
    lines = [
        f"{json.dumps(name)}: {json.dumps(one, ensure_ascii=False)}" for name, one in schemas(SCENARIO, OTHER).items()
    ]
    FILE.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8", newline="\n")
