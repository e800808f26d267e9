"""Sentences are no part of rules: `say` and `tell` (events.py) are taken out before rules are compiled and hashed.

What remains must be the code that would stand there without them: so machine code and results keep their names when
words change.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import textwrap
import types
from typing import Any

from balancer.core import events

HOME, TOLD = events.__name__, (events.say.__name__, events.tell.__name__)


def without(function: Any) -> Any:
    """Return the function as it would be without sentences, its lines numbered as before; itself where it has none.

    SyntaxError: the function stands inside another one.
    """
    code, told = function.__code__, (id(events.say), id(events.tell))
    names = {name for name in code.co_names if id(function.__globals__.get(name)) in told}
    if not names:
        return function
    if "<locals>" in function.__qualname__:
        message = f"{function.__name__} says something, so it must stand at the top level of its module"
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
    made = types.FunctionType(silent, function.__globals__, function.__name__, function.__defaults__)
    for name in ("__qualname__", "__doc__", "__kwdefaults__"):
        setattr(made, name, getattr(function, name))
    return made


def strip(tree: ast.Module) -> None:
    """Take the sentences out of a module, and the imports that nothing else needs."""
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    from_events = [node for node in imports if isinstance(node, ast.ImportFrom) and node.module == HOME]
    told = {alias.asname or alias.name for node in from_events for alias in node.names if alias.name in TOLD}
    if not told:
        return
    silencer = _Silencer(told)
    silencer.visit(tree)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    unused = silencer.names - used
    for node in imports:
        node.names = [alias for alias in node.names if (alias.asname or alias.name.partition(".")[0]) not in unused]
        if not node.names:
            tree.body.remove(node)


class _Silencer(ast.NodeTransformer):
    """Removes lines that call one of `told`; `names` are all names in them."""

    def __init__(self, told: set[str]) -> None:
        self.told, self.names = told, set(told)

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        call = node.value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in self.told:
            return node
        self.names |= {part.id for part in ast.walk(call) if isinstance(part, ast.Name)}
        return None

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Visit all parts; a block that is empty now does nothing."""
        super().generic_visit(node)
        if getattr(node, "body", None) == [] and not isinstance(node, ast.Module):
            node.body = [ast.copy_location(ast.Pass(), node)]  # type: ignore[attr-defined]  # it has a body
        return node
