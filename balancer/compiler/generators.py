"""Generators of a file: functions with a `yield` of their own, or that return a generator expression.

Most are written in place of the code that uses their items (`yielding.py`).  One that calls itself can't be; it is
rewritten to a function that returns a list, where that has the same result (`using_up.py`):

    def near(self, n):                   def near(self, n):
        for step in (-1, 1):                 yielded = []
            yield n + step          →        for step in (-1, 1):
                                                 yielded.append(n + step)
                                             return yielded
"""

from __future__ import annotations

import ast
import copy
from typing import Any

YIELDED = "yielded"


def is_generator(function: ast.FunctionDef) -> bool:
    """Return whether a function has a `yield` of its own."""
    return bool(_own_nodes(function, ast.Yield | ast.YieldFrom))


def yield_items(function: ast.FunctionDef) -> None:
    """Rewrite a function that ends by returning a generator expression to a generator of its items, in place.

    Its other statements then run when the first item is made: no sooner than in Python, since the code that uses a
    compiled generator asks for its items at once.
    """
    last = function.body[-1]
    items = last.value if isinstance(last, ast.Return) else None
    if not isinstance(items, ast.GeneratorExp) or len(_own_nodes(function, ast.Return)) > 1 or is_generator(function):
        return
    body: ast.stmt = ast.copy_location(ast.Expr(ast.Yield(items.elt)), items.elt)
    for each in reversed(items.generators):
        for test in reversed(each.ifs):
            body = ast.copy_location(ast.If(test, [body], []), test)
        body = ast.copy_location(ast.For(each.target, each.iter, [body], []), each.iter)
    function.body[-1] = ast.fix_missing_locations(body)


def is_manager(function: ast.FunctionDef) -> bool:
    """Return whether a generator under `@contextmanager` yields once for certain; lines of `finally` then follow."""
    if not any(ast.unparse(each).rpartition(".")[2] == "contextmanager" for each in function.decorator_list):
        return False
    for place, statement in enumerate(function.body):
        if isinstance(statement, ast.Try) and not statement.handlers and not statement.orelse:
            function.body[place : place + 1] = [*statement.body, *statement.finalbody]
    yields = [each for each in function.body if isinstance(each, ast.Expr) and isinstance(each.value, ast.Yield)]
    return len(yields) == len(_own_nodes(function, (ast.Yield, ast.YieldFrom, ast.Return))) == 1


def listing(function: ast.AST) -> ast.FunctionDef | None:
    """Return a generator as a function that returns a list; None if its `yield` or `return` has a value."""
    function = copy.deepcopy(function)
    assert isinstance(function, ast.FunctionDef)  # noqa: S101
    statements = {node.value for node in ast.walk(function) if isinstance(node, ast.Expr)}
    returns = _own_nodes(function, ast.Return)
    if any(node not in statements for node in _own_nodes(function, ast.Yield | ast.YieldFrom)):
        return None
    if any(node.value is not None for node in returns):  # type: ignore[attr-defined]
        return None
    _Listing().visit(function)
    first, last = ast.parse(f"{YIELDED} = []").body[0], ast.parse(f"return {YIELDED}").body[0]
    for statement in (first, last):
        for node in ast.walk(statement):
            ast.copy_location(node, function)
    function.body = [first, *function.body, last]
    return function


def _own_nodes(function: ast.FunctionDef, kind: Any) -> list[ast.AST]:
    """Return the nodes of a kind in a function, those in functions within it left out."""
    inner = {
        part
        for each in ast.walk(function)
        if isinstance(each, ast.FunctionDef | ast.Lambda) and each is not function
        for part in ast.walk(each)
    }
    return [node for node in ast.walk(function) if isinstance(node, kind) and node not in inner]


class _Listing(ast.NodeTransformer):
    """Replaces `yield` by an append, and `return` by the return of the list."""

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if isinstance(node.value, ast.Yield):
            item = node.value.value or ast.Constant(None)
            return self._located(ast.Expr(_append(item)), node)
        if isinstance(node.value, ast.YieldFrom):
            loop = ast.For(ast.Name("item_yielded", ast.Store()), node.value.value, [], [])
            loop.body = [ast.Expr(_append(ast.Name("item_yielded", ast.Load())))]
            return self._located(loop, node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        return self._located(ast.Return(ast.Name(YIELDED, ast.Load())), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        is_outer = not hasattr(self, "outer")
        self.outer = True
        return self.generic_visit(node) if is_outer else node  # type: ignore[return-value]

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        return node

    def _located(self, written: ast.stmt, node: ast.stmt) -> ast.stmt:
        for each in ast.walk(written):
            if not hasattr(each, "lineno"):
                ast.copy_location(each, node)
        return written


def _append(item: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(ast.Name(YIELDED, ast.Load()), "append", ast.Load()), [item], [])
