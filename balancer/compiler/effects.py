"""Attributes that code reads and changes, found by their names in all functions that the code may call."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from balancer.compiler.generated_methods import is_generated

FRESH = {"list", "set", "dict", "deque", "Counter", "defaultdict", "sorted", "Pile"}
NUMBERS = {"len", "int", "float", "bool", "abs", "round", "sum"}  # whose results are no lists of anyone
MAKING = {f"defaultdict({kind})" for kind in ("list", "set", "dict", "deque", "Counter")}  # items of their own
MUTATORS = {
    *("append", "add", "pop", "extend", "insert", "remove", "discard", "update", "setdefault", "clear", "popleft"),
    *("appendleft", "extendleft", "popitem", "sort", "reverse", "rotate", "shuffle", "subtract", "move_to_end"),
    *("difference_update", "intersection_update", "symmetric_difference_update"),
}
HARMLESS = {
    *(name for name in dir(str) if name[0] != "_"),
    *("get", "items", "values", "keys", "copy", "union", "intersection", "difference", "issubset", "issuperset"),
    *("isdisjoint", "choose", "below", "roll", "end", "say", "players_from", "bit_count", "most_common", "total"),
    *("elements", "_replace", "symmetric_difference", "bit_length"),
}
THROWING = {"below", "roll", "shuffle", "choose", "choose_together"}
LIBRARY = {"itertools", "math", "operator", "functools", "collections"}
CALLING = {  # what calls one of its arguments, by its place
    **dict.fromkeys(("map", "filter", "filterfalse", "starmap", "takewhile", "dropwhile", "reduce"), 0),
    "accumulate": 1,
}
CALLED_BY_TOOLKIT = {"round": "turn", "winners": "score", "standing": "score"}  # by methods that all games have
DICE = "the dice"  # stands among attributes for what all throws of dice read and change
Functions = Iterable[ast.FunctionDef | ast.Lambda]
COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)


@dataclass
class CodeEffects:
    """Attributes that code reads and changes, by their names; is_known: there are no others."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    is_known: bool = True


class EffectFinder:
    """Finds the effects of code of one file."""

    def __init__(self, functions: Functions, scope: Mapping[str, Any], iterators: Collection[str] = ()) -> None:
        """Receive all functions of the file, the names of its module and those of variables that hold iterators."""
        self.scope, self.iterators = scope, iterators
        self.by_name: dict[str, list[ast.FunctionDef]] = {}
        for each in functions:
            if isinstance(each, ast.FunctionDef):
                self.by_name.setdefault(each.name, []).append(each)
        self.entered: set[ast.FunctionDef] = set()  # functions whose effects the present search has

    def of(self, nodes: Iterable[ast.AST], function: ast.AST, shared: Iterable[str] = ()) -> CodeEffects:
        """Return the effects of statements or expressions of a function; shared: names whose lists others read, too."""
        self.entered = set()
        return self._search(nodes, _fresh_names(function) - {each + end for each in shared for end in ("", "[]")})

    def _search(self, nodes: Iterable[ast.AST], fresh: set[str]) -> CodeEffects:
        effects = CodeEffects()
        for node in nodes:
            for each in ast.walk(node):
                self._note(each, effects, fresh)
        return effects

    def _note(self, node: ast.AST, effects: CodeEffects, fresh: set[str]) -> None:
        name = getattr(node, "attr", getattr(node, "id", ""))
        if name in self.iterators:  # who reads an iterator changes it
            effects.reads.add(name)
            effects.writes.add(name)
        if isinstance(node, ast.Attribute):
            (effects.reads if isinstance(node.ctx, ast.Load) else effects.writes).add(node.attr)
            self._enter(node.attr, effects)  # also of a property that is set
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            self._note_change(node.value, effects, fresh)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            if not isinstance(node.value, ast.Constant):  # else it adds to no list
                self._note_change(node.target, effects, fresh)
        elif isinstance(node, ast.With):
            self._enter("__enter__", effects)
            self._enter("__exit__", effects)
        elif isinstance(node, ast.Global | ast.Nonlocal | ast.Await):
            effects.is_known = False
        elif isinstance(node, ast.Call):
            self._note_call(node, effects, fresh)
        if isinstance(node, ast.For | ast.comprehension | ast.Starred | ast.Call):
            self._enter("__iter__", effects)

    def _note_call(self, node: ast.Call, effects: CodeEffects, fresh: set[str]) -> None:
        function = node.func
        for each in functions_passed(node):
            self._note_call(ast.Call(each, [], []), effects, fresh)
        if isinstance(function, ast.Attribute):
            name = function.attr
            if name in THROWING:
                effects.reads.add(DICE)
                effects.writes.add(DICE)
            if name in {"begin_turn", "end", "say"}:
                effects.writes.add("turns" if name == "begin_turn" else name)
            elif name in MUTATORS:
                self._note_change(node.args[0] if name == "shuffle" and node.args else function.value, effects, fresh)
            elif name not in HARMLESS and name not in self.by_name:  # `_note` enters those
                module = self.scope.get(ast.unparse(function.value))
                effects.is_known = effects.is_known and getattr(module, "__name__", "") in LIBRARY
        elif isinstance(function, ast.Name):
            value = self.scope.get(function.id, getattr(builtins, function.id, None))
            if function.id in self.by_name:
                self._enter(function.id, effects)
            elif function.id in {"setattr", "exec", "eval"} or value is None or self._makes_own(value):
                effects.is_known = False
        else:
            effects.is_known = False

    def _makes_own(self, value: Any) -> bool:
        """Return whether a value is a class whose objects are made by a function of the file."""
        is_library = getattr(value, "__module__", "") in {"builtins", *LIBRARY}
        makers = {"__init__", "__post_init__"} & set(self.by_name)
        if not isinstance(value, type) or is_library:
            return False
        methods = [vars(value)[name] for name in makers if name in vars(value)]
        return any(not (isinstance(each, FunctionType) and is_generated(each)) for each in methods)

    def _note_change(self, node: ast.expr, effects: CodeEffects, fresh: set[str]) -> None:
        """Note that what an expression refers to changes."""
        depth = 0  # a list that a new list holds may be anyone's
        while isinstance(node, ast.Subscript):
            node, depth = node.value, depth + 1
        if isinstance(node, ast.Attribute):
            effects.writes.add(node.attr)
        elif not (isinstance(node, ast.Name) and f"{node.id}{'[]' * depth}" in fresh):
            effects.is_known = False

    def _enter(self, name: str, effects: CodeEffects) -> None:
        """Add the effects of the file's functions of a name."""
        for function in (*self.by_name.get(name, ()), *self.by_name.get(CALLED_BY_TOOLKIT.get(name, ""), ())):
            if function not in self.entered:
                self.entered.add(function)
                inner = self._search(function.body, _fresh_names(function))
                effects.reads |= inner.reads
                effects.writes |= inner.writes
                effects.is_known = effects.is_known and inner.is_known


def functions_passed(node: ast.Call) -> list[ast.expr]:
    """Return the names and attributes of functions that a call hands on to what calls them, as `map` does."""
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    given = node.args[CALLING[called] :][:1] if called in CALLING else []
    given += [each.value for each in node.keywords if each.arg in {"key", "func"}]
    return [each for each in given if isinstance(each, ast.Name | ast.Attribute)]


def _fresh_names(function: ast.AST) -> set[str]:
    """Return the names of a function that only ever refer to lists, sets and dicts that it makes, and to numbers.

    NAME[] stands for the items of a dict that makes all of them by itself.
    """
    nodes = [*ast.walk(function)]
    in_place = [each.target for each in nodes if isinstance(each, ast.AugAssign)]
    names = [each for each in nodes if isinstance(each, ast.Name) and each not in in_place]
    stored = [each.id for each in names if isinstance(each.ctx, ast.Store)]
    pairs = [pair for each in nodes if isinstance(each, ast.Assign) for pair in _assigned(each)]
    pairs += [(each.target, each.value) for each in nodes if isinstance(each, ast.AnnAssign) and each.value]
    displays = (ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp)
    numbers = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.Compare)
    fresh = [
        target.id
        for target, value in pairs
        if isinstance(target, ast.Name)
        and (
            isinstance(value, (*displays, *numbers))
            or (isinstance(value, ast.Call) and ast.unparse(value.func) in FRESH | NUMBERS)
        )
    ]
    parameters = {each.arg for each in nodes if isinstance(each, ast.arg)}
    own_names = {name for name in fresh if stored.count(name) == fresh.count(name)} - parameters
    receivers = [each.value for each in nodes if isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Store)]
    receivers += [each.value for each in nodes if isinstance(each, ast.Attribute) and each.attr in MUTATORS]
    making = [target.id for target, value in pairs if isinstance(target, ast.Name) and ast.unparse(value) in MAKING]
    given = {each.id for each in receivers if isinstance(each, ast.Name)}
    with_items = {name for name in making if making.count(name) == stored.count(name)} - given
    return own_names | {f"{name}[]" for name in own_names & with_items}


def _assigned(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """Return the targets of an assignment with their values, as far as these are written side by side."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


def free_names(node: ast.AST, bound: frozenset[str] = frozenset()) -> set[str]:
    """Return the names in code, without those that belong to a lambda or a comprehension in it."""
    if isinstance(node, ast.Name):
        return {node.id} - bound
    outer = bound
    if isinstance(node, ast.Lambda):
        bound |= {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
    elif isinstance(node, COMPREHENSIONS):
        bound |= names_in(each.target for each in node.generators)
    names = {name for child in ast.iter_child_nodes(node) for name in free_names(child, bound)}
    if isinstance(node, COMPREHENSIONS):
        names |= free_names(node.generators[0].iter, outer)  # which Python reads outside
    return names


def names_in(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names in code."""
    return {each.id for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name)}
