"""Rules on every path: attributes that setup sets, and whether something happens in a turn for certain."""

from __future__ import annotations

import ast
from types import FunctionType

from balancer.compiler.classes import holder_of
from balancer.compiler.program import Program
from balancer.plain.game import Game


class EveryPath:
    """Finds what functions of one program do whichever way they take."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def surely_happens(self, body: list[ast.stmt], self_name: str, seen: set[str]) -> bool:
        """Return whether statements throw dice, request a decision or say something on every path."""
        for statement in body:
            if isinstance(statement, ast.If):
                if self.in_expression(statement.test, self_name, seen):
                    return True
                branches = [self.surely_happens(part, self_name, seen) for part in (statement.body, statement.orelse)]
                if all(branches):
                    return True
                if any(isinstance(each, ast.Return | ast.Break | ast.Continue) for each in ast.walk(statement)):
                    return False
            elif isinstance(statement, ast.For | ast.While | ast.Match):
                if isinstance(statement, ast.While) and self.in_expression(statement.test, self_name, seen):
                    return True
                if (
                    isinstance(statement, ast.While)
                    and isinstance(statement.test, ast.Constant)
                    and self.surely_happens(statement.body, self_name, seen)
                ):
                    return True
                if any(isinstance(each, ast.Return) for each in ast.walk(statement)):
                    return False
            elif any(
                self.in_expression(each, self_name, seen)
                for each in ast.iter_child_nodes(statement)
                if isinstance(each, ast.expr)
            ):
                return True
            elif isinstance(statement, ast.Return):
                return False
        return False

    def in_expression(self, node: ast.expr, self_name: str, seen: set[str]) -> bool:
        """Return whether an expression throws dice, requests a decision or says something on every path."""
        if isinstance(node, ast.BoolOp):
            return self.in_expression(node.values[0], self_name, seen)
        if isinstance(node, ast.IfExp):
            return self.in_expression(node.test, self_name, seen)
        if isinstance(node, ast.ListComp) and runs(node.generators[0].iter) and not node.generators[0].ifs:
            return len(node.generators) == 1 and self.in_expression(node.elt, self_name, seen)
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda):
            return False
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = node.func.attr
            holder = holder_of(self.program.definition, name)
            of_self = isinstance(node.func.value, ast.Name) and node.func.value.id == self_name
            if of_self and name in {"below", "roll", "say"} and holder is Game:
                return True
            if name == "choose" and not of_self and (isinstance(node.func.value, ast.Name | ast.Attribute)):
                return True
            if of_self and holder is not None and holder is not Game and name not in seen:
                function = vars(holder)[name]
                if isinstance(function, FunctionType):
                    inner = self.program.sources.node_of(function)
                    if isinstance(inner, ast.FunctionDef) and self.surely_happens(
                        inner.body, inner.args.args[0].arg, seen | {name}
                    ):
                        return True
        return any(
            self.in_expression(each, self_name, seen)
            for each in ast.iter_child_nodes(node)
            if isinstance(each, ast.expr)
        )

    def note_setup(self, setup: ast.FunctionDef, self_name: str) -> None:
        """Note the attributes that setup sets on every path."""
        self.note_sets(setup, {self_name: "game"}, {"setup"})

    def note_sets(self, function: ast.FunctionDef, owners: dict[str, str], seen: set[str]) -> None:
        """Note the attributes that the statements of a function set on every path."""
        for statement in function.body:
            self.note_statement(statement, owners, seen)
            if any(isinstance(each, ast.Return) for each in ast.walk(statement)):
                return

    def note_statement(self, statement: ast.stmt, owners: dict[str, str], seen: set[str]) -> None:
        """Note the attributes that a statement sets on every path."""
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
                for each in ast.walk(target):
                    if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id in owners:
                        self.program.sure.add((owners[each.value.id], each.attr))
        elif isinstance(statement, ast.For) and isinstance(statement.target, ast.Name):
            over = statement.iter
            is_players = (
                isinstance(over, ast.Attribute)
                and over.attr == "players"
                and isinstance(over.value, ast.Name)
                and owners.get(over.value.id) == "game"
            )
            if is_players and not any(
                isinstance(each, ast.Break | ast.Continue | ast.Return) for each in ast.walk(statement)
            ):
                for each in statement.body:
                    self.note_statement(each, {**owners, statement.target.id: "player"}, seen)
        elif (
            isinstance(statement, ast.Expr)
            and isinstance(statement.value, ast.Call)
            and isinstance(statement.value.func, ast.Attribute)
        ):
            called = statement.value.func
            if isinstance(called.value, ast.Name) and owners.get(called.value.id) == "game" and called.attr not in seen:
                holder = holder_of(self.program.definition, called.attr)
                function = vars(holder)[called.attr] if holder not in {None, Game} else None
                if isinstance(function, FunctionType):
                    inner = self.program.sources.node_of(function)
                    if isinstance(inner, ast.FunctionDef):
                        self.note_sets(inner, {inner.args.args[0].arg: "game"}, seen | {called.attr})


def runs(node: ast.expr) -> bool:
    """Return whether a loop over an expression has at least one turn: over a range of a constant number."""
    is_range = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"
    ends_at = node.args[0] if isinstance(node, ast.Call) and len(node.args) == 1 else None
    return is_range and isinstance(ends_at, ast.Constant) and isinstance(ends_at.value, int) and ends_at.value > 0
