"""Collecting a game's definition from its package, by the names its modules must have, and what is wrong with it."""

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
from balancer.core.declarations import FIRST_ENDING, NAME, NAME_RULE
from balancer.core.definition import Definition
from balancer.core.dice import MAX_NODES, MAX_SEATS
from balancer.core.game_loop import HOOKS
from balancer.core.knobs import Number, TableKnob
from balancer.core.result_row import MAX_ENDINGS
from balancer.core.table import MAX_EXTRAS
from balancer.wording import hint

NAMES = {  # what every game has, by module; plus a `choose_<node>` in decisions.py per node, and the hooks
    "knobs": ("KNOBS",),
    "personas": ("HABITS", "PERSONAS"),
    "table": ("TABLE", "NODE", "ENDING"),
    "decisions": (),
    "rules": (),
}

NARRATION = "narration"

OPTIONAL = {  # what modules must have that a game may leave out
    "components": ("COMPONENTS",),
    NARRATION: ("setup_words", "option_words", "standing_words"),
}

UNSEEN = "reshuffle_unseen"

FOR_THINKERS = ("worth", "worth_thinking", "quantities")  # optional hooks: a position's worth, where thinking may pay
BESIDE_RULES = ("results", "unseen")  # modules into which long rules may move hooks


class GameError(Exception):
    """A game's package lacks something; the message names every missing module or name."""


def collect(package: str) -> dict[str, Any]:
    """The fields of a Game that come from the modules of `package`, and its `hooks` by name; GameError.

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
    """The component tables by the knobs that name them: a single one belongs to the only knob of that kind."""
    if isinstance(declared, Mapping):
        return dict(declared)
    named = [knob.name for knob in knobs if isinstance(knob, TableKnob)]
    return {named[0] if named else "parts": declared}


def _imported(package: str, name: str) -> Any:
    """A module of the package, None if there is none."""
    found = importlib.util.find_spec(f"{package}.{name}")
    return importlib.import_module(f"{package}.{name}") if found else None


def _hook(modules: Mapping[str, Any], name: str) -> Any:
    """A function of rules.py or a module beside it, None if there is none."""
    found = [getattr(modules[module], name) for module in ("rules", *BESIDE_RULES) if hasattr(modules[module], name)]
    return found[0] if found else None


def hook_of(package: str, name: str) -> Any:
    """A function of a game's rules.py or a module beside it, None if there is none."""
    return _hook({module: _imported(package, module) for module in ("rules", *BESIDE_RULES)}, name)


def _no_problems(rules: Any, players: Any, parts: Any) -> list[Any]:
    """All combinations of right values can be played: `check` of games that have none."""
    del rules, players, parts
    return []


def _nothing_to_prepare(table: Any, rules: Any, players: Any, parts: Any) -> None:
    """`prepare` of games that have none."""
    del table, rules, players, parts


def _missing_names(home: ModuleType, modules: Mapping[str, Any]) -> Iterator[str]:
    for name, wanted in {**NAMES, **OPTIONAL}.items():
        module = modules[name]
        if module is None and name in NAMES:
            yield f"there is no {name}.py beside {home.__file__}"
        yield from (_no_name(module, each) for each in wanted if module and not hasattr(module, each))
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
    """Each node has a `choose_<node>`, and each of these a node."""
    decisions, nodes = modules["decisions"], getattr(getattr(modules["table"], "NODE", None), "entries", None)
    if decisions is None or nodes is None:
        return
    wanted = [f"choose_{node.name}" for node in nodes]
    there = [name for name in vars(decisions) if name.startswith("choose_")]
    for name in wanted:
        if name not in there:
            spare = [other for other in there if other not in wanted]
            yield f"{decisions.__file__} has no {name}, for the node {name.removeprefix('choose_')}{hint(name, spare)}"
    for name in there:
        if name not in wanted:
            node = name.removeprefix("choose_")
            near = hint(node, [node.name for node in nodes])
            yield f"{decisions.__file__} has {name}, but NODE declares no node {node}{near}"


def _half_counted(decisions: Any) -> Iterator[str]:
    """Rules that say what parts are offered, or what part an option gives, and are not asked."""
    for name in vars(decisions) if decisions else ():
        begun = next((one for one in (OFFERED, PART_OF) if name.startswith(one)), None)
        node = name.removeprefix(begun or "")
        if begun and node not in _counted_nodes(decisions, [node]):
            wanted = f"{OFFERED}{node} and {PART_OF}{node} both stand before {CHOOSE}{node}, or neither"
            yield f"{decisions.__file__} has {name}, which is never asked: {wanted}"


def _counted_nodes(decisions: Any, nodes: Iterable[str]) -> tuple[str, ...]:
    """The nodes whose choices count parts: see core/taking.py."""
    return tuple(node for node in nodes if is_counted(getattr(decisions, CHOOSE + node, None)))


def _no_name(module: ModuleType, name: str) -> str:
    return f"{module.__file__} has no {name}{hint(name, list(vars(module)))}"


# Definitions ---------------------------------------------------------------------------------------------------------
def inconsistencies(game: Definition) -> Iterator[str]:
    """Everything in a game's definition that does not fit together."""
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
        "extras": [extra.name for extra in game.extras],
    }
    for kind, names in kinds.items():
        for name in names:
            if not NAME.fullmatch(name):
                yield f"{kind}: {name!r} is not a name; allowed: {NAME_RULE}"
        yield from (f"{kind}: {name} appears twice" for name in sorted({n for n in names if list(names).count(n) > 1}))

    measures = {extra.name: extra.measure for extra in game.extras}
    always = {(extra.name, extra.measure, extra.unit) for extra in game.extras if not extra.undefined}
    for extra in game.extras:
        if extra.against and (not extra.undefined or (extra.against, extra.measure, extra.unit) not in always):
            yield f"extras: {extra.name}: no extra {extra.against} of its measure and unit that every game has"
    for whole in game.wholes:
        yield from (f"wholes: {whole.title}: no extra {name}" for name in whole.parts if name not in measures)
        if len({measures[name] for name in whole.parts if name in measures}) > 1:
            yield f"wholes: {whole.title}: its parts are of several measures"


def _wrong_numbers(game: Definition) -> Iterator[str]:
    if not 2 <= game.least_players <= game.usual_players <= game.most_players <= MAX_SEATS:
        yield f"players: 2 <= least <= usual <= most <= {MAX_SEATS} does not hold"
    elif game.usual_players not in game.player_counts:
        yield f"players: the usual number, {game.usual_players}, is none of {game.player_words}"
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
    yield from (
        f"knobs: {name} names a component table, which COMPONENTS lacks" for name in tables - {*game.components}
    )
    yield from (f"knobs: no TableKnob {name}, which COMPONENTS has" for name in {*game.components} - tables)


def _wrong_personas(game: Definition) -> Iterator[str]:
    names = [persona.name for persona in game.personas]
    if [persona.name for persona in game.personas if persona.at_random] != ["random"]:
        yield "personas: one is called random, and that one alone is at_random"
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
