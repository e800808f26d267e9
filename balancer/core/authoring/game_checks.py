"""Collection of a game's definition from its package, by the names that its modules must define; its faults."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any

from balancer.core.compile import CHOOSE, OFFERED, PART_OF, is_counted
from balancer.core.component_table import MAX_PARTS
from balancer.core.dealing import DEALING
from balancer.core.declarations import FIRST_ENDING, NAME, NAME_RULE, PLACE
from balancer.core.definition import Definition
from balancer.core.dice import MAX_NODES, MAX_SEATS
from balancer.core.game_loop import HOOKS
from balancer.core.knobs import Number, TableKnob
from balancer.core.result_row import MAX_ENDINGS
from balancer.core.table import MAX_EXTRAS
from balancer.wording import hint

NAMES = {  # defined by every game, by module; in addition a `choose_<node>` per node in decisions.py, and the hooks
    "knobs": ("KNOBS",),
    "personas": ("HABITS", "PERSONAS"),
    "table": ("TABLE", "NODE", "ENDING"),
    "decisions": (),
    "rules": (),
}

NARRATION = "narration"

OPTIONAL = {  # names that optional modules must define
    "components": ("COMPONENTS",),
    NARRATION: ("setup_words", "option_words", "standing_words"),
}

UNSEEN = "reshuffle_unseen"

FOR_THINKERS = ("worth", "worth_thinking", "quantities")  # optional hooks: values of a position, and where to search
BESIDE_RULES = ("results", "unseen")  # modules that may define hooks, so that rules.py does not get too long


class GameError(Exception):
    """A game's package is incomplete; the message names every missing module or name."""


def collect(package: str) -> dict[str, Any]:
    """Return the fields of a Game that come from the modules of `package`, and its `hooks` by name; GameError.

    Raises whatever the modules raise when they are imported.
    """
    home = sys.modules[package]
    modules = {name: _imported(package, name) for name in (*NAMES, *OPTIONAL, *BESIDE_RULES)}
    missing = [*_missing_names(home, modules), *_mismatched_choosers(modules), *_missing_hooks(modules)]
    missing += _half_counted(modules["decisions"])
    if missing:
        raise GameError("; ".join(missing))
    table, rules, components = modules["table"], modules["rules"], modules["components"]
    return {
        "knobs": modules["knobs"].KNOBS,
        "habits": modules["personas"].HABITS,
        "personas": modules["personas"].PERSONAS,
        "expert": getattr(modules["personas"], "EXPERT", None),
        "nodes": table.NODE.entries,
        "endings": table.ENDING.entries,
        "extras": table.EXTRA.entries if hasattr(table, "EXTRA") else (),
        "quantities": table.QUANTITY.entries if hasattr(table, "QUANTITY") else (),
        "table": table.TABLE,
        "package": home,
        "hooks": {name: hook for name in (*HOOKS, "end_game") if (hook := _hook(modules, name))},
        "for_thinkers": {name: hook for name in FOR_THINKERS if (hook := _hook(modules, name))},
        "components": _tables(components.COMPONENTS, modules["knobs"].KNOBS) if components else {},
        "check": getattr(rules, "check", _no_problems),
        "prepare": getattr(rules, "prepare", _nothing_to_prepare),
        "derive": getattr(rules, "derive", None),
        "derived": getattr(rules, "DERIVED", ()),
        "reshuffle_unseen": _hook(modules, UNSEEN),
        "dealing": {name: _hook(modules, name) for name in DEALING},
        "counted_nodes": _counted_nodes(modules["decisions"], [node.name for node in table.NODE.entries]),
    }


def _tables(declared: Any, knobs: Iterable[Any]) -> dict[str, Any]:
    """Return the component tables by the knobs that name them; a single table belongs to the only TableKnob."""
    if isinstance(declared, Mapping):
        return dict(declared)
    named = [knob.name for knob in knobs if isinstance(knob, TableKnob)]
    return {named[0] if named else "parts": declared}


def _imported(package: str, name: str) -> Any:
    is_there = importlib.util.find_spec(f"{package}.{name}") is not None
    return importlib.import_module(f"{package}.{name}") if is_there else None


def _hook(modules: Mapping[str, Any], name: str) -> Any:
    functions = (getattr(modules[module], name, None) for module in ("rules", *BESIDE_RULES))
    return next((function for function in functions if function is not None), None)


def hook_of(package: str, name: str) -> Any:
    """Return a function of a game's rules.py, results.py or unseen.py, None if there is none."""
    return _hook({module: _imported(package, module) for module in ("rules", *BESIDE_RULES)}, name)


def _no_problems(rules: Any, players: Any, parts: Any) -> list[Any]:
    del rules, players, parts
    return []


def _nothing_to_prepare(table: Any, rules: Any, players: Any, parts: Any) -> None:
    del table, rules, players, parts


def _missing_names(home: ModuleType, modules: Mapping[str, Any]) -> Iterator[str]:
    for name, contents in {**NAMES, **OPTIONAL}.items():
        module = modules[name]
        if module is None and name in NAMES:
            yield f"there is no {name}.py next to {home.__file__}"
        yield from (_no_name(module, each) for each in contents if module and not hasattr(module, each))
    for name, kind in (
        ("NODE", "nodes"),
        ("ENDING", "endings"),
        ("EXTRA", "extras"),
        ("QUANTITY", "quantities"),
    ):
        declared = getattr(modules["table"], name, None)
        if declared is not None and not hasattr(declared, "entries"):
            yield f"{modules['table'].__file__}: declare the {kind} as {name} = numbered(...)"


def _missing_hooks(modules: Mapping[str, Any]) -> Iterator[str]:
    if modules["rules"]:
        declared = ("quantities",) if hasattr(modules["table"], "QUANTITY") else ()
        yield from (
            _no_name(modules["rules"], name) for name in (*HOOKS, UNSEEN, *declared) if not _hook(modules, name)
        )


def _mismatched_choosers(modules: Mapping[str, Any]) -> Iterator[str]:
    """Yield the nodes without a `choose_<node>`, and each `choose_<node>` without a node."""
    decisions, nodes = modules["decisions"], getattr(getattr(modules["table"], "NODE", None), "entries", None)
    if decisions is None or nodes is None:
        return
    expected = [f"choose_{node.name}" for node in nodes]
    choosers = [name for name in vars(decisions) if name.startswith("choose_")]
    for name in expected:
        if name not in choosers:
            spare = [other for other in choosers if other not in expected]
            yield f"{decisions.__file__} has no {name}, for the node {name.removeprefix('choose_')}{hint(name, spare)}"
    for name in choosers:
        if name not in expected:
            node = name.removeprefix("choose_")
            near = hint(node, [node.name for node in nodes])
            yield f"{decisions.__file__} has {name}, but NODE declares no node {node}{near}"


def _half_counted(decisions: Any) -> Iterator[str]:
    """Yield the rules `offered_<node>` and `part_of_<node>` that are never called, because the other one is missing."""
    for name in vars(decisions) if decisions else ():
        prefix = next((prefix for prefix in (OFFERED, PART_OF) if name.startswith(prefix)), None)
        node = name.removeprefix(prefix or "")
        if prefix and node not in _counted_nodes(decisions, [node]):
            advice = f"define both {OFFERED}{node} and {PART_OF}{node} before {CHOOSE}{node}, or neither"
            yield f"{decisions.__file__} has {name}, which is never called: {advice}"


def _counted_nodes(decisions: Any, nodes: Iterable[str]) -> tuple[str, ...]:
    return tuple(node for node in nodes if is_counted(getattr(decisions, CHOOSE + node, None)))


def _no_name(module: ModuleType, name: str) -> str:
    return f"{module.__file__} has no {name}{hint(name, list(vars(module)))}"


# Definitions ---------------------------------------------------------------------------------------------------------
def inconsistencies(game: Definition) -> Iterator[str]:
    """Yield all contradictions in a game's definition."""
    yield from _wrong_names(game)
    yield from _wrong_numbers(game)
    yield from _wrong_personas(game)


def _wrong_names(game: Definition) -> Iterator[str]:
    kinds = {
        "game": (game.name,),
        "knobs": [knob.name for knob in game.knobs],
        "habits": [habit.name for habit in game.habits],
        "personas": [persona.name for persona in game.all_personas],
        "nodes": [node.name for node in game.nodes],
        "endings": game.endings_by_number,
        "extras": [extra.name for extra in game.extras if not extra.group],
        "tallies": list(dict.fromkeys(extra.group for extra in game.extras if extra.group)),
    }
    for kind, names in kinds.items():
        for name in names:
            if not NAME.fullmatch(name):
                yield f"{kind}: {name!r} is not a name; allowed: {NAME_RULE}"
        yield from (f"{kind}: {name} appears twice" for name in sorted({n for n in names if list(names).count(n) > 1}))

    measures = {extra.name: extra.measure for extra in game.extras}
    always = {(extra.name, extra.measure, extra.unit) for extra in game.extras if not extra.undefined}
    for extra in game.extras:
        if extra.group and not PLACE.fullmatch(extra.name.removeprefix(f"{extra.group}.")):
            yield f"extras: {extra.name!r} is no place of {extra.group}, as in {extra.group}.17"
        if extra.against and (not extra.undefined or (extra.against, extra.measure, extra.unit) not in always):
            there_is_none = f"there is no extra {extra.against} with its measure and unit that is always defined"
            yield f"extras: {extra.name}: {there_is_none}"
    for whole in game.wholes:
        yield from (f"wholes: {whole.title}: there is no extra {name}" for name in whole.parts if name not in measures)
        if len({measures[name] for name in whole.parts if name in measures}) > 1:
            yield f"wholes: {whole.title}: its parts have different measures"


def _wrong_numbers(game: Definition) -> Iterator[str]:
    if not 1 <= game.least_players <= game.usual_players <= game.most_players <= MAX_SEATS:
        yield f"players: 1 <= least <= usual <= most <= {MAX_SEATS} is required"
    elif game.usual_players not in game.player_counts:
        yield f"players: the usual number, {game.usual_players}, is not one of {game.player_words}"
    for kind, count, most in (
        ("nodes", len(game.nodes), MAX_NODES),
        ("endings", len(game.endings), MAX_ENDINGS - FIRST_ENDING),
        ("extras", len(game.extras), MAX_EXTRAS),
        ("components: max_parts", game.most_parts, MAX_PARTS),
    ):
        if count > most:
            yield f"{kind}: {count}; at most {most}"
    if not any(knob.name == "max_rounds" and isinstance(knob, Number) and knob.low > 0 for knob in game.knobs):
        yield "knobs: max_rounds is missing, a Number with low >= 1, so that every game ends"
    for knob in game.knobs:
        wrong = knob.check(knob.default)
        if wrong:
            yield f"knobs: {knob.name}: {wrong}: {knob.default!r}, the default; allowed: {knob.allowed}"
        elif not isinstance(knob, TableKnob) and knob.name not in (game.table["rules"].names or ()):
            yield f"knobs: {knob.name} is not in the rules of TABLE; is that made of the same KNOBS?"
    tables = {knob.name for knob in game.knobs if isinstance(knob, TableKnob)}
    yield from (f"knobs: {name} names a component table that COMPONENTS lacks" for name in tables - {*game.components})
    yield from (
        f"knobs: there is no TableKnob {name}, but COMPONENTS has a table of that name"
        for name in {*game.components} - tables
    )


def _wrong_personas(game: Definition) -> Iterator[str]:
    names = [persona.name for persona in game.personas]
    if [persona.name for persona in game.personas if persona.at_random] != ["random"]:
        yield "personas: exactly one must be at_random, the one called random"
    yield from (f"lineup: there is no persona {name}" for name in game.lineup if name not in names)
    if not game.lineup:
        yield "lineup: it is empty"
    ranges = {habit.name: habit for habit in game.habits}
    for habit in game.habits:
        if not habit.low <= habit.default <= habit.high:
            yield f"habits: {habit.name}: the default {habit.default} is out of range {habit.low}..{habit.high}"
    nodes = [node.name for node in game.nodes]
    for persona in game.all_personas:
        yield from (f"personas: {persona.name}: there is no node {name}" for name in persona.nodes if name not in nodes)
        for name, value in persona.habits.items():
            if name not in ranges:
                yield f"personas: {persona.name}: there is no habit {name}"
            elif not ranges[name].low <= value <= ranges[name].high:
                allowed = f"{ranges[name].low}..{ranges[name].high}"
                yield f"personas: {persona.name}: {name}: {value} is out of range {allowed}"
