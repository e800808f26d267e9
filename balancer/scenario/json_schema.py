"""JSON Schema (draft 2020-12) of scenarios, for editors: completes and explains every key, game by game.

Made from the models that read scenarios and from the games' own knobs, habits and personas.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balancer import games
from balancer.analysis.metric_names import Offer, names_for
from balancer.core.game import Game
from balancer.core.knobs import Knob
from balancer.core.table import MAX_LINEUP
from balancer.scenario.check_spec import described
from balancer.scenario.models import CheckShape, PersonaShape, ScenarioShape
from balancer.scenario.resolve import MOST_MISTAKES, SEATING

DRAFT = "https://json-schema.org/draft/2020-12/schema"
UNDERSCORED = r"^[1-9][0-9]{0,2}(_[0-9]{3})+$"
SMALL = 1000
"""Nobody writes underscores in numbers below."""

Schema = dict[str, Any]


def scenario_schema() -> Schema:
    """The schema of the scenarios of all games that can be played."""
    schema = _without_titles(ScenarioShape.model_json_schema(by_alias=True, ref_template="#/$defs/{model}"))
    definitions = schema.pop("$defs")
    for model in (CheckShape, PersonaShape):
        definitions[model.__name__] = _without_titles(model.model_json_schema(by_alias=True))
    found, _ = games.load_all()
    schema["properties"]["game"]["enum"] = list(found)
    schema["properties"]["checks"]["items"] = {"$ref": "#/$defs/CheckShape"}
    for shape in (schema, definitions["SettingShape"]):
        shape["properties"]["seating"]["enum"] = list(SEATING)
        shape["properties"]["personas"]["additionalProperties"] = {"$ref": "#/$defs/PersonaShape"}
    definitions["PersonaShape"]["properties"]["mistakes"] |= {"type": "integer", "minimum": 0, "maximum": MOST_MISTAKES}
    _allow_empty(schema)
    definitions |= {f"{name}.{part}": told for name, game in found.items() for part, told in _of(game).items()}
    told: Schema = _underscored({**schema, "allOf": [_if_game(name) for name in found], "$defs": definitions})
    return {"$schema": DRAFT, "title": "A balancer scenario", **told}


def _if_game(name: str) -> Schema:
    return {
        "if": {"properties": {"game": {"const": name}}, "required": ["game"]},
        "then": {"$ref": f"#/$defs/{name}.scenario"},
    }


def _of(game: Game) -> dict[str, Schema]:
    """What a game adds: its rules, personas, axes, checks."""
    setting = {
        "players": {"type": "integer", "minimum": game.least_players, "maximum": game.most_players},
        "lineup": {"$ref": f"#/$defs/{game.name}.lineup"},
        "rules": {"$ref": f"#/$defs/{game.name}.rules"},
        "personas": {"additionalProperties": {"$ref": f"#/$defs/{game.name}.persona"}},
    }
    offers = _offers(game)
    sweep = {"properties": {"axes": {"$ref": f"#/$defs/{game.name}.axes"}}}
    checks = {"items": {"properties": {"metric": _names(offers)}}}
    return {
        "scenario": {
            "description": game.summary,
            "properties": {
                **setting,
                "variants": {"additionalProperties": {"properties": setting}},
                "sweep": sweep,
                "checks": checks,
            },
        },
        "rules": {"type": ["object", "null"], "properties": _rules(game), "additionalProperties": False},
        "lineup": _lineup(game),
        "persona": _persona(game),
        "axes": _axes(game),
    }


def _rules(game: Game) -> dict[str, Schema]:
    return {knob.name: _knob(knob) for knob in game.knobs}


def _knob(knob: Knob) -> Schema:
    default = list(knob.default) if isinstance(knob.default, tuple) else knob.default
    told = f"{knob.meaning} Allowed: {knob.allowed}. (§ {knob.section})"
    return {"description": told, "default": default, **knob.schema()}


def _lineup(game: Game) -> Schema:
    # Own personas may sit down too: their names are free, so the game's are offered, not demanded.
    offered = [{"const": persona.name, "description": persona.claim} for persona in game.personas]
    name = {"anyOf": [*offered, {"type": "string"}]}
    return {"anyOf": [name, {"type": "array", "items": name, "minItems": 1, "maxItems": MAX_LINEUP}]}


def _persona(game: Game) -> Schema:
    habits = {
        habit.name: {
            "type": "integer",
            "minimum": habit.low,
            "maximum": habit.high,
            "default": habit.default,
            "description": habit.meaning,
        }
        for habit in game.habits
    }
    base = {"enum": [persona.name for persona in game.personas]}
    return {"properties": {"base": base, "habits": {"properties": habits, "additionalProperties": False}}}


def _axes(game: Game) -> Schema:
    span = {"$ref": "#/$defs/Span"}
    named: dict[str, Schema] = {
        f"rules.{knob.name}": {
            "description": knob.meaning,
            "anyOf": [{"type": "array", "items": knob.schema(), "minItems": 1}, span],
        }
        for knob in game.knobs
    }
    players = {"type": "integer", "minimum": game.least_players, "maximum": game.most_players}
    named["players"] = {"anyOf": [{"type": "array", "items": players, "minItems": 1}, span]}
    named["lineup"] = {"type": "array", "items": {"$ref": f"#/$defs/{game.name}.lineup"}}
    named["seating"] = {"type": "array", "items": {"enum": list(SEATING)}}
    habits = "|".join(habit.name for habit in game.habits)
    pattern = rf"^personas\.[^.]+\.(mistakes|habits\.({habits}))$"
    return {"properties": named, "patternProperties": {pattern: {}}, "additionalProperties": False}


def _offers(game: Game) -> Mapping[str, Offer]:
    return names_for(described(game, game.most_players, [], game.read_parts(None).names))


def _names(offers: Mapping[str, Offer]) -> Schema:
    # Names with their meaning, for completion; extras may also be written with their prefix.
    told = [{"const": name, "description": offer.meaning} for name, offer in offers.items() if not offer.reason]
    return {"anyOf": [*told, {"type": "string", "pattern": r"^extras\."}]}


def _allow_empty(schema: Schema) -> None:
    """Sections whose lines are all commented out are empty, not wrong."""
    for key in ("rules", "personas", "variants", "checks"):
        told = schema["properties"][key]
        told["type"] = [told["type"], "null"]


def _underscored(schema: Any) -> Any:
    """With ``100_000`` beside every large whole number: editors take that for text."""
    if isinstance(schema, list):
        return [_underscored(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    told = {key: _underscored(item) for key, item in schema.items()}
    if told.get("type") != "integer" or told.get("maximum", 0) < SMALL:
        return told
    words = {key: told.pop(key) for key in ("description", "default") if key in told}
    return {**words, "anyOf": [told, {"type": "string", "pattern": UNDERSCORED}]}


def _without_titles(schema: Any) -> Any:
    """Without what pydantic makes of names and of keys left out: editors would show it instead of the descriptions."""
    if isinstance(schema, list):
        return [_without_titles(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    noise: dict[str, type] = {"title": str, "default": type(None)}
    kept = {key: item for key, item in schema.items() if key not in noise or not isinstance(item, noise[key])}
    return {key: _without_titles(item) for key, item in kept.items()}
