"""Names of the rules that are read before they are set: an error in Python, a flag in compiled games.

This is a forward analysis of definite assignment (as in javac) over flat code, whose only jumps are `break`, `continue`
and `return`.  A name that some path leaves unset starts as UNSET, and is checked where it is read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from balancer.compiler.flat import is_stored, parameters_of
from balancer.compiler.layout import UNSET

PREFIX = "v_"  # of the rules' own names

Names = frozenset[str]
Reached = Names | None  # names that are set on every path to a line of code; None: no path leads there


def guard_unset_names(source: str) -> str:
    """Return flat code in which reading an unset name of the rules raises a flag, by a call of `given`."""
    program = ast.parse(source)
    for function in program.body:
        if isinstance(function, ast.FunctionDef) and "S" in parameters_of(function):
            unset = _Paths(function).unset
            names = {read.id for read in unset}
            if names:
                _Guard(unset).visit(function)
                begin = [ast.parse(f"{name} = {UNSET}").body[0] for name in sorted(names)]
                function.body[:0] = begin
    return ast.unparse(ast.fix_missing_locations(program))


class _Paths:
    """Follows all paths through a function; `unset` collects the reads that a path reaches without setting the name."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.unset: set[ast.Name] = set()
        self.breaks: list[Reached] = []  # of the innermost loop
        self.after(function.body, frozenset(parameters_of(function)))

    def after(self, body: Iterable[ast.stmt], names: Reached) -> Reached:
        """Return the names set after some statements."""
        for statement in body:
            if names is None:
                return None
            names = self.after_statement(statement, names)
        return names

    def after_statement(self, statement: ast.stmt, names: Names) -> Reached:
        """Return the names set after a statement."""
        match statement:
            case ast.If(test=test, body=body, orelse=orelse):
                self.read(test, names)
                return _both(self.after(body, names), self.after(orelse, names))
            case ast.While(test=test, body=body):
                self.read(test, names)
                is_endless = isinstance(test, ast.Constant) and bool(test.value)
                return self.after_loop(body, names, None if is_endless else names)
            case ast.For(target=ast.Name(id=name), iter=turns, body=body):
                self.read(turns, names)
                return self.after_loop(body, names | {name}, names)
            case ast.Break():
                self.breaks.append(names)
                return None
            case ast.Return() | ast.Continue():
                self.read(statement, names)
                return None
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if ast.unparse(value) == str(UNSET):
                return names - {name}
            case ast.AugAssign(target=ast.Name() as target):
                self.read(statement, names)
                self.read_name(target, names)
            case _:
                self.read(statement, names)
        names_in = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
        return names | {node.id for node in names_in if is_stored(node)}

    def after_loop(self, body: list[ast.stmt], names: Names, at_end: Reached) -> Reached:
        """Return the names set after a loop; at_end: those set where its condition ends it.

        A later turn can only set more names, so one pass over the body is enough, but for names that it deletes.
        """
        assigned = [each for part in body for each in ast.walk(part) if isinstance(each, ast.Assign)]
        deleted = {ast.unparse(each.targets[0]) for each in assigned if ast.unparse(each.value) == str(UNSET)}
        names, at_end = names - deleted, at_end and at_end - deleted
        outer, self.breaks = self.breaks, []
        self.after(body, names)
        for left in self.breaks:
            at_end = _both(at_end, left)
        self.breaks = outer
        return at_end

    def read(self, node: ast.AST, names: Names) -> None:
        """Note the names that are read in an expression."""
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
                self.read_name(each, names)

    def read_name(self, node: ast.Name, names: Names) -> None:
        """Note that a name is read."""
        if node.id.startswith(PREFIX) and node.id not in names:
            self.unset.add(node)


def _both(first: Reached, second: Reached) -> Reached:
    return second if first is None else first if second is None else first & second


class _Guard(ast.NodeTransformer):
    """Inserts checks where unset names may be read."""

    def __init__(self, unset: set[ast.Name]) -> None:
        self.unset = unset

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return _given(node.id) if node in self.unset else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        value = self.visit(node.value)
        if isinstance(node.target, ast.Name) and node.target in self.unset:
            target = ast.Name(node.target.id, ast.Store())
            return ast.Assign([target], ast.BinOp(_given(node.target.id), node.op, value))
        return ast.AugAssign(self.visit(node.target), node.op, value)


def _given(name: str) -> ast.Call:
    return ast.Call(ast.Name("given", ast.Load()), [ast.Name("S", ast.Load()), ast.Name(name, ast.Load())], [])
