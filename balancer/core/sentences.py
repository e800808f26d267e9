"""Removal of sentences from rules: `say` and `tell` (events.py) go before rules are compiled and hashed.

The rest must be exactly the code without them, so that machine code and results keep their names when words change.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import textwrap
import types
from typing import Any

from balancer.core import events

HOME, CALLS = events.__name__, (events.say.__name__, events.tell.__name__)


def without(function: Any) -> Any:
    """Return the function without sentences, its lines numbered as before; itself if it has none.

    Raises SyntaxError for a function inside another one.
    """
    code, calls = function.__code__, (id(events.say), id(events.tell))
    names = {name for name in code.co_names if id(function.__globals__.get(name)) in calls}
    if not names:
        return function
    if "<locals>" in function.__qualname__:
        message = f"{function.__name__} calls say or tell, so it must be defined at the top level of its module"
        raise SyntaxError(message, (code.co_filename, code.co_firstlineno, 1, None))
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    ast.increment_lineno(tree, first - 1)
    for definition in tree.body:
        definition.decorator_list = []  # type: ignore[attr-defined]  # a function's source defines it
    _Silencer(names).visit(tree)
    flags = code.co_flags & __future__.annotations.compiler_flag
    module = compile(tree, code.co_filename, "exec", flags=flags, dont_inherit=True)
    silent = next(constant for constant in module.co_consts if isinstance(constant, types.CodeType))
    stripped = types.FunctionType(silent, function.__globals__, function.__name__, function.__defaults__)
    for name in ("__qualname__", "__doc__", "__kwdefaults__"):
        setattr(stripped, name, getattr(function, name))
    return stripped


def strip(tree: ast.Module) -> None:
    """Remove the sentences from a module, and the imports that nothing else needs."""
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    from_events = [node for node in imports if isinstance(node, ast.ImportFrom) and node.module == HOME]
    calls = {alias.asname or alias.name for node in from_events for alias in node.names if alias.name in CALLS}
    if not calls:
        return
    silencer = _Silencer(calls)
    silencer.visit(tree)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    unused = silencer.names - used
    for node in imports:
        node.names = [alias for alias in node.names if (alias.asname or alias.name.partition(".")[0]) not in unused]
        if not node.names:
            tree.body.remove(node)


class _Silencer(ast.NodeTransformer):
    """Removes the lines that call one of `calls`; `names` collects all names in them."""

    def __init__(self, calls: set[str]) -> None:
        self.calls, self.names = calls, set(calls)

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        call = node.value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in self.calls:
            return node
        self.names |= {part.id for part in ast.walk(call) if isinstance(part, ast.Name)}
        return None

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Visit all parts; a block that has become empty gets a `pass`."""
        super().generic_visit(node)
        if getattr(node, "body", None) == [] and not isinstance(node, ast.Module):
            node.body = [ast.copy_location(ast.Pass(), node)]  # type: ignore[attr-defined]  # it has a body
        return node
