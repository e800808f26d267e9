"""Sentences that would change the game: `say` is taken out of compiled rules, so what stands in it may only read.

The functions that a sentence calls are followed through their sources, rules too, until one writes: into a field, into
an item of what it was given, or by a method such as `append`.
"""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import pathlib
import sys
import textwrap
import types
from collections.abc import Iterator
from typing import Any

from balancer.core import events, memory
from balancer.core.cache import reach, sources

WRITERS = frozenset(
    {*dir(list)} - {*dir(tuple), "copy"}
    | {*dir(set)} - {*dir(frozenset)}
    | {*dir(dict)} - {*dir(types.MappingProxyType)}
    | {"byteswap", "fill", "itemset", "partition", "put", "resize", "setfield", "setflags"}
)
"""Methods that change their object: those that an immutable one lacks, and numpy's."""

CHANGERS = frozenset({"copyto", "delattr", "exec", "eval", "next", "place", "put", "putmask", "setattr"})
"""Functions of Python and numpy that change what they are given; so do all of `memory`."""


def faults(folder: pathlib.Path) -> list[str]:
    """Return all that is wrong with the sentences of a game that is loaded, each as ``FILE:LINE:COLUMN: what``."""
    files = {str(path): path for path in sources.files_below(folder)}
    loaded = [(module, files.get(getattr(module, "__file__", None) or "")) for module in list(sys.modules.values())]
    return [fault for module, path in loaded if path is not None for fault in faults_in(module, path)]


def faults_in(module: types.ModuleType, path: pathlib.Path) -> Iterator[str]:
    """Yield what is wrong with the sentences of one module."""
    names = {name for name, value in vars(module).items() if value is events.say}
    for function in ast.walk(ast.parse(sources.read(path))):
        if not isinstance(function, ast.FunctionDef):
            continue
        statements = {id(node.value) for node in ast.walk(function) if isinstance(node, ast.Expr)}
        for node in ast.walk(function):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in names:
                continue
            place = f"{path}:{node.lineno}:{node.col_offset + 1}: {function.name}"
            if id(node) not in statements:
                yield f"{place} uses the value of say, which has none; write it on a line of its own"
            arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
            if why := next((why for each in arguments for why in _changes(each, vars(module), _locals(function))), ""):
                yield f"{place} says something that {why}; a sentence may only read, as compiled rules have none"


def _changes(
    node: ast.AST, names: dict[str, Any], variables: set[str], own: frozenset[str] | None = None
) -> Iterator[str]:
    """Yield how code changes something that is not its own.

    names: globals; variables: local names; own: those of a function that hold what it made itself, None in a sentence.
    """
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute | ast.Subscript) and not isinstance(part.ctx, ast.Load):
            if _root(part) not in (own or ()):
                yield f"changes {ast.unparse(part)}"
        elif isinstance(part, ast.Global) or (own is None and isinstance(part, ast.NamedExpr)):
            yield f"sets {', '.join(part.names) if isinstance(part, ast.Global) else part.target.id}"
        elif isinstance(part, ast.Call) and (why := _call_changes(part, names, variables, own or frozenset())):
            yield f"calls {ast.unparse(part.func)}, which {why}"


def _call_changes(call: ast.Call, names: dict[str, Any], variables: set[str], own: frozenset[str]) -> str:
    """Return what a call changes, '' where it only reads."""
    root, function, owner = _root(call.func), None, None
    if root is not None and root not in variables:
        function = names.get(root, getattr(builtins, root, None))
        for attribute in ast.unparse(call.func).split(".")[1:]:
            function, owner = getattr(function, attribute, None), function
    function = getattr(function, "py_func", function)
    if isinstance(call.func, ast.Attribute) and not isinstance(owner, types.ModuleType):  # a method
        return "changes its object" if call.func.attr in WRITERS and root not in own else ""
    if getattr(function, "__name__", "") in CHANGERS or any(function is each for each in vars(memory).values()):
        return "changes what it is given"
    if isinstance(function, types.FunctionType) and function.__module__.partition(".")[0] not in reach.TOOLS:
        return _function_changes(function)
    return ""


_under_way: set[types.FunctionType] = set()


@functools.cache
def _function_changes(function: types.FunctionType) -> str:
    """Return what a function changes, '' where it only reads; one that calls itself reads as long as the rest does."""
    if function in _under_way:
        return ""
    _under_way.add(function)
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        made = [node.targets for node in ast.walk(tree) if isinstance(node, ast.Assign) and _is_made(node.value)]
        own = frozenset(target.id for targets in made for target in targets if isinstance(target, ast.Name))
        body = [statement for node in tree.body if isinstance(node, ast.FunctionDef) for statement in node.body]
        every = (_changes(statement, function.__globals__, _locals(tree), own) for statement in body)
        return next((why for changes in every for why in changes), "")
    finally:
        _under_way.discard(function)


def _is_made(value: ast.AST) -> bool:
    """Whether an expression makes a list, set or dict."""
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id in {"dict", "list", "set"}
    return isinstance(value, ast.List | ast.ListComp | ast.Set | ast.SetComp | ast.Dict | ast.DictComp)


def _locals(tree: ast.AST) -> set[str]:
    """Return the arguments and variables of a function."""
    stored = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}


def _root(node: ast.AST) -> str | None:
    """Return the name that an attribute or an item belongs to."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None
