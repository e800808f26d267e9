"""Collecting a game's definition from the modules of its package, by the names they must have."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any

from balancer.core.game_loop import HOOKS
from balancer.core.knobs import Table
from balancer.wording import hint

NAMES = {
    "knobs": ("KNOBS",),
    "personas": ("HABITS", "PERSONAS"),
    "table": ("TABLE", "NODE", "ENDING"),
    "decisions": (),
    "rules": (),
    "narration": ("setup_words", "option_words", "event_words", "standing_words"),
}
"""What every game has, by module; plus a `choose_<node>` in decisions.py per node, and the hooks."""

UNSEEN = "reshuffle_unseen"

BESIDE_RULES = ("results", "unseen")
"""Modules into which long rules may move hooks."""


class GameError(Exception):
    """A game's package lacks something; the message names every missing module or name."""


def collect(package: str) -> dict[str, Any]:
    """The fields of a Game that come from the modules of `package`, and its `hooks` by name; GameError.

    Raises whatever the modules raise when they are imported.
    """
    home = sys.modules[package]
    modules = {name: _imported(package, name) for name in (*NAMES, "components", *BESIDE_RULES)}
    missing = [*_missing_names(home, modules), *_mismatched_choosers(modules), *_missing_hooks(modules)]
    if missing:
        raise GameError("; ".join(missing))
    table, rules, components = modules["table"], modules["rules"], modules["components"]
    return {
        "knobs": modules["knobs"].KNOBS,
        "habits": modules["personas"].HABITS,
        "personas": modules["personas"].PERSONAS,
        "nodes": table.NODE.entries,
        "endings": table.ENDING.entries,
        "extras": table.EXTRA.entries if hasattr(table, "EXTRA") else (),
        "events": table.EVENT.entries if hasattr(table, "EVENT") else (),
        "table": table.TABLE,
        "package": home,
        "hooks": {name: hook for name in (*HOOKS, "end_game") if (hook := _hook(modules, name))},
        "components": _tables(components.COMPONENTS, modules["knobs"].KNOBS) if components else {},
        "check": getattr(rules, "check", _no_problems),
        "prepare": getattr(rules, "prepare", _nothing_to_prepare),
        "reshuffle_unseen": _hook(modules, UNSEEN),
    }


def _tables(declared: Any, knobs: Iterable[Any]) -> dict[str, Any]:
    """The component tables by the knobs that name them: a single one belongs to the only knob of that kind."""
    if isinstance(declared, Mapping):
        return dict(declared)
    named = [knob.name for knob in knobs if isinstance(knob, Table)]
    return {named[0] if named else "parts": declared}


def _imported(package: str, name: str) -> Any:
    """A module of the package, None if there is none."""
    found = importlib.util.find_spec(f"{package}.{name}")
    return importlib.import_module(f"{package}.{name}") if found else None


def _hook(modules: Mapping[str, Any], name: str) -> Any:
    """A function of rules.py or a module beside it, None if there is none."""
    found = [getattr(modules[module], name) for module in ("rules", *BESIDE_RULES) if hasattr(modules[module], name)]
    return found[0] if found else None


def _no_problems(rules: Any, players: Any, parts: Any) -> list[Any]:
    """All combinations of right values can be played: `check` of games that have none."""
    del rules, players, parts
    return []


def _nothing_to_prepare(table: Any, rules: Any, players: Any, parts: Any) -> None:
    """`prepare` of games that have none."""
    del table, rules, players, parts


def _missing_names(home: ModuleType, modules: Mapping[str, Any]) -> Iterator[str]:
    for name, wanted in {**NAMES, "components": ("COMPONENTS",)}.items():
        module = modules[name]
        if module is None and name in NAMES:
            yield f"there is no {name}.py beside {home.__file__}"
        yield from (_no_name(module, each) for each in wanted if module and not hasattr(module, each))
    for name, kind in (("NODE", "nodes"), ("ENDING", "endings"), ("EXTRA", "extras"), ("EVENT", "events")):
        declared = getattr(modules["table"], name, None)
        if declared is not None and not hasattr(declared, "entries"):
            yield f"{modules['table'].__file__}: declare the {kind} as {name} = numbered(...)"


def _missing_hooks(modules: Mapping[str, Any]) -> Iterator[str]:
    if modules["rules"]:
        yield from (_no_name(modules["rules"], name) for name in (*HOOKS, UNSEEN) if not _hook(modules, name))


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


def _no_name(module: ModuleType, name: str) -> str:
    return f"{module.__file__} has no {name}{hint(name, list(vars(module)))}"
