"""Names that code may read after a loop, or in a later turn of it, although a turn of that loop has set them."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from balancer.compiler.effects import free_names
from balancer.compiler.iterator_reads import stored_in

Names = frozenset[str]
Reached = Names | None  # names that still hold what an earlier turn has set; None: no path leads here


def outlive_turns(names: Iterable[str], loop: ast.For, function: ast.AST) -> bool:
    """Return whether a function may read names after the turn of a loop that has set them."""
    stale, bodies = frozenset(names), getattr(function, "body", [])
    turn, later = _StalePaths(None, stale), _StalePaths(loop, stale)
    turn.after(loop.body, stale - stored_in([loop.target]))
    later.after(bodies if isinstance(bodies, list) else [], frozenset())
    return turn.reads_stale or later.reads_stale


class _StalePaths:
    """Follows all paths through statements, as `unset_names` does through flat code."""

    def __init__(self, loop: ast.For | None, names: Names) -> None:
        """Receive a loop that leaves names stale, and these names."""
        self.loop, self.names, self.reads_stale = loop, names, False

    def after(self, body: Iterable[ast.stmt], stale: Reached) -> Reached:
        """Return the names that are stale after some statements."""
        for statement in body:
            if stale is None:
                return None
            stale = self.after_statement(statement, stale)
        return stale

    def after_statement(self, statement: ast.stmt, stale: Names) -> Reached:
        """Return the names that are stale after a statement."""
        match statement:
            case ast.If(test=test, body=body, orelse=orelse):
                self.read(test, stale)
                return _either(self.after(body, stale), self.after(orelse, stale))
            case ast.For() | ast.While():
                return self.after_loop(statement, stale)
            case ast.With(items=items, body=body):
                for item in items:
                    self.read(item, stale)
                return self.after(body, stale - stored_in(items))
            case ast.Match(subject=subject, cases=cases):
                self.read(subject, stale)
                left: Reached = stale
                for case in cases:
                    caught = {getattr(each, "name", None) or getattr(each, "rest", None) for each in ast.walk(case)}
                    if case.guard:
                        self.read(case.guard, stale - caught)
                    left = _either(left, self.after(case.body, stale - caught))
                return left
        self.read(statement, stale)
        if isinstance(statement, ast.Return | ast.Raise | ast.Break | ast.Continue):
            return None
        return stale - stored_in([statement])

    def after_loop(self, loop: ast.For | ast.While, stale: Names) -> Reached:
        """Return the names that are stale after a loop, which may have no turn; each turn may follow any other."""
        self.read(loop.iter if isinstance(loop, ast.For) else loop.test, stale)
        if loop is self.loop:
            self.after(loop.orelse, stale | self.names)
            return stale | self.names
        if any(each is self.loop for each in ast.walk(loop)):
            stale |= self.names
            self.read(loop.iter if isinstance(loop, ast.For) else loop.test, stale)
        self.after(loop.body, stale - (stored_in([loop.target]) if isinstance(loop, ast.For) else set()))
        self.after(loop.orelse, stale)
        return stale

    def read(self, node: ast.AST, stale: Names) -> None:
        """Note the names that code reads."""
        loaded = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
        if isinstance(node, ast.AugAssign):
            loaded |= stored_in([node.target])
        self.reads_stale = self.reads_stale or not stale.isdisjoint(loaded & free_names(node))


def _either(first: Reached, second: Reached) -> Reached:
    return second if first is None else first if second is None else first | second
