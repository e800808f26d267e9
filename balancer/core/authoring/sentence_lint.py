"""Search for sentences that change the game: compiled rules leave `say` out, so its arguments may only read.

The functions that a sentence calls, rules too, are searched through their bytecode until one writes into a field or an
item.  Rules create no objects, so all that they write into belongs to the table; functions for sentences do not.
"""

from __future__ import annotations

import ast
import dis
import pathlib
import sys
import types
from collections.abc import Iterator

from balancer.core import events
from balancer.core.cache import sources
from balancer.core.cache.reach import TOOLS

# names of operations; in the sentence itself STORE_NAME, too, which is ``:=``
WRITING = ("STORE_ATTR", "STORE_SUBSCR", "STORE_SLICE", "STORE_GLOBAL", "DELETE_ATTR", "DELETE_SUBSCR", "DELETE_GLOBAL")

WRITERS = frozenset(  # functions and methods of Python and numpy that change what they are given
    {"byteswap", "copyto", "delattr", "exec", "fill", "itemset", "partition", "put", "putmask", "resize", "setattr"}
    | {"setfield", "setflags", "sort"}
)


def faults(folder: pathlib.Path) -> list[str]:
    """Return all faults of the sentences of a game that is loaded, each as ``FILE:LINE:COLUMN: fault``."""
    files = {str(path): path for path in sources.files_below(folder)}
    loaded = [(module, files.get(getattr(module, "__file__", None) or "")) for module in list(sys.modules.values())]
    return [fault for module, path in loaded if path is not None for fault in faults_in(module, path)]


def faults_in(module: types.ModuleType, path: pathlib.Path) -> Iterator[str]:
    """Yield the faults of the sentences of one module."""
    names = {name for name, value in vars(module).items() if value is events.say}
    for rule in ast.walk(ast.parse(sources.read(path))):
        if not isinstance(rule, ast.FunctionDef):
            continue
        statements = {id(node.value) for node in ast.walk(rule) if isinstance(node, ast.Expr)}
        variables = {node.arg for node in ast.walk(rule) if isinstance(node, ast.arg)}
        variables |= {n.id for n in ast.walk(rule) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        seen_from_here = {name: value for name, value in vars(module).items() if name not in variables}
        for node in ast.walk(rule):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in names:
                continue
            place = f"{path}:{node.lineno}:{node.col_offset + 1}: {rule.name}"
            if id(node) not in statements:
                yield f"{place} uses the value of say, which has none; write it on a line of its own"
            sentence = types.FunctionType(compile(ast.Expression(node), str(path), "eval"), seen_from_here)
            if why := writing(sentence, set()):
                only = "a sentence may only read, because compiled rules leave it out"
                yield f"{place} calls say with something that changes the game: {why}; {only}"


def writing(function: types.FunctionType, seen: set[types.FunctionType]) -> str:
    """Return where a function, or one that it calls, writes, as ``NAME writes at FILE:LINE``; '' if all only read."""
    seen.add(function)
    for code in _codes(function.__code__):
        for step in dis.get_instructions(code):
            names = step.opname.startswith("LOAD") and step.argval in WRITERS
            if step.opname in WRITING or names or (step.opname == "STORE_NAME" and code is function.__code__):
                line = step.positions.lineno if step.positions else code.co_firstlineno
                return f"{code.co_name.strip('<>')} writes at {code.co_filename}:{line}"
    return next((why for used in _used(function) if used not in seen and (why := writing(used, seen))), "")


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def _used(function: types.FunctionType) -> Iterator[types.FunctionType]:
    """Yield the functions, rules too, that a function reaches by names."""
    names = [name for code in _codes(function.__code__) for name in code.co_names]
    todo = [function.__globals__[name] for name in names if name in function.__globals__]
    for value in todo:  # the list grows meanwhile
        if isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] not in TOOLS:
            inside = [vars(value)[name] for name in names if name in vars(value)]
            todo += [each for each in inside if not any(each is other for other in todo)]
        used = getattr(value, "py_func", value)
        if (
            isinstance(used, types.FunctionType)
            and used.__module__.partition(".")[0] not in TOOLS
            and used is not events.say
        ):
            yield used
