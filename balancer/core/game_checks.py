"""Collecting a game's definition from the modules of its package, by the names they must have."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from balancer.core.game_loop import HOOKS
from balancer.wording import hint

NAMES = {
    "knobs": ("KNOBS",),
    "personas": ("HABITS", "PERSONAS"),
    "table": ("TABLE", "NODE", "ENDING"),
    "decisions": (),
    "rules": HOOKS,
    "narration": ("setup_words", "option_words", "event_words", "standing_words"),
}
"""What every game has, by module; plus a `choose_<node>` in decisions.py per node, and `reshuffle_unseen`."""

UNSEEN = "reshuffle_unseen"
"""Stands in rules.py, or in unseen.py."""


class GameError(Exception):
    """A game's package lacks something; the message names every missing module or name."""


def collect(package: str) -> dict[str, Any]:
    """The fields of a Game that come from the modules of `package`, and its module `rules`; GameError.

    Raises whatever the modules raise when they are imported.
    """
    room = sys.modules[package]
    modules = {name: importlib.import_module(f"{package}.{name}") for name in NAMES if _exists(package, name)}
    missing = [*_missing_modules(room, modules), *_missing_names(modules)]
    nodes = getattr(getattr(modules.get("table"), "NODE", None), "entries", None)
    if nodes is not None and "decisions" in modules:
        missing += _mismatched_choosers(modules["decisions"], nodes)
    unseen = importlib.import_module(f"{package}.unseen") if _exists(package, "unseen") else modules.get("rules")
    if unseen and not hasattr(unseen, UNSEEN):
        missing.append(_no_name(unseen, UNSEEN))
    components = importlib.import_module(f"{package}.components") if _exists(package, "components") else None
    if components and not hasattr(components, "COMPONENTS"):
        missing.append(_no_name(components, "COMPONENTS"))
    if missing:
        raise GameError("; ".join(missing))

    table, rules = modules["table"], modules["rules"]
    return {
        "knobs": modules["knobs"].KNOBS,
        "habits": modules["personas"].HABITS,
        "personas": modules["personas"].PERSONAS,
        "nodes": table.NODE.entries,
        "endings": table.ENDING.entries,
        "extras": table.EXTRA.entries if hasattr(table, "EXTRA") else (),
        "events": table.EVENT.entries if hasattr(table, "EVENT") else (),
        "table": table.TABLE,
        "room": room,
        "rules": rules,
        "components": components.COMPONENTS if components else None,
        "check": getattr(rules, "check", _no_problems),
        "prepare": getattr(rules, "prepare", _nothing_to_prepare),
        "reshuffle_unseen": getattr(unseen, UNSEEN),
    }


def _no_problems(rules: Any, players: Any, parts: Any) -> list[Any]:
    """All combinations of right values can be played: `check` of games that have none."""
    del rules, players, parts
    return []


def _nothing_to_prepare(table: Any, rules: Any, players: Any, parts: Any) -> None:
    """`prepare` of games that have none."""
    del table, rules, players, parts


def _exists(package: str, module: str) -> bool:
    return importlib.util.find_spec(f"{package}.{module}") is not None


def _missing_modules(room: ModuleType, modules: Mapping[str, ModuleType]) -> Iterator[str]:
    for name in NAMES:
        if name not in modules:
            yield f"there is no {name}.py beside {room.__file__}"


def _missing_names(modules: Mapping[str, ModuleType]) -> Iterator[str]:
    for name, module in modules.items():
        for wanted in NAMES[name]:
            if not hasattr(module, wanted):
                yield _no_name(module, wanted)
    for name, kind in (("NODE", "nodes"), ("ENDING", "endings"), ("EXTRA", "extras"), ("EVENT", "events")):
        declared = getattr(modules.get("table"), name, None)
        if declared is not None and not hasattr(declared, "entries"):
            yield f"{modules['table'].__file__}: declare the {kind} as {name} = numbered(...)"


def _mismatched_choosers(decisions: ModuleType, nodes: tuple[Any, ...]) -> Iterator[str]:
    """Each node has a `choose_<node>`, and each of these a node."""
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


def _no_name(module: ModuleType, name: str) -> str:
    return f"{module.__file__} has no {name}{hint(name, list(vars(module)))}"
