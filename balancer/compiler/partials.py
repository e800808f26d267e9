"""Code of `partial(function, …)`: its arguments have names from when it is made until it is called."""

from __future__ import annotations

import ast
import functools
from typing import Any

from balancer.compiler.builtin_names import call_of
from balancer.compiler.emitter import Value
from balancer.compiler.game_methods import GameMethods


class Partials(GameMethods):
    """Writes the code of partial()."""

    def is_partial(self, node: ast.AST) -> bool:
        """Return whether an expression is `partial(function, …)`."""
        is_plain = isinstance(node, ast.Call) and bool(node.args) and self.builtin(node) == "partial"
        given = [*node.args, *node.keywords] if is_plain else []  # type: ignore[attr-defined]
        return is_plain and not any(isinstance(each, ast.Starred) or getattr(each, "arg", "") is None for each in given)

    def name_arguments(self, node: ast.Call, target: ast.expr) -> None:
        """Name the arguments of `partial(function, …)` as they are when it is made."""
        for each in [*node.args[1:], *(keyword.value for keyword in node.keywords)]:
            if not self.static(each)[0]:
                if not isinstance(target, ast.Name):
                    raise self.refuse(node, "partial() in an attribute can't be compiled", "write a method")
                value = self.value(each)
                self.note_kept(value.type, in_name=True)
                self.named(value, each, "given")

    def called_partial(self, partial: ast.expr, node: ast.Call) -> Value:
        """Return the result of a call of `partial(function, …)`, whose arguments have names (see `name_arguments`)."""
        assert isinstance(partial, ast.Call)  # noqa: S101

        def given(argument: ast.expr) -> ast.expr:
            name = given_name(argument)
            return ast.copy_location(ast.Name(name, ast.Load()), argument) if name in self.renames else argument

        late = {each.arg for each in node.keywords}
        keywords = [ast.keyword(each.arg, given(each.value)) for each in partial.keywords if each.arg not in late]
        arguments = [*map(given, partial.args[1:]), *node.args]
        return self.value(ast.copy_location(ast.Call(partial.args[0], arguments, [*keywords, *node.keywords]), node))

    def has_fixed_arguments(self, partial: ast.Call) -> bool:
        """Return whether the arguments of `partial(function, …)` are the same in every call within a statement."""
        nodes = list(ast.walk(self.routine.node))
        stores = [each.id for each in nodes if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)]
        stores += [each.arg for each in nodes if isinstance(each, ast.arg)]
        return all(
            self.static(each)[0] or (isinstance(each, ast.Name) and stores.count(each.id) == 1)
            for each in [*partial.args[1:], *(keyword.value for keyword in partial.keywords)]
        )


def with_arguments(function: functools.partial[Any], node: ast.Call) -> ast.Call:
    """Return the call of the function of a partial() with its arguments and those of another call."""
    late = {each.arg for each in node.keywords}
    given: list[ast.expr] = [ast.copy_location(ast.Constant(each), node) for each in function.args]
    call = call_of(function.func, [*given, *node.args], node)
    named = {name: value for name, value in function.keywords.items() if name not in late}
    call.keywords = [ast.keyword(name, ast.copy_location(ast.Constant(value), node)) for name, value in named.items()]
    call.keywords += node.keywords
    return call


def given_name(node: ast.expr) -> str:
    """Return the name of an argument of partial()."""
    return f"v_given_{node.lineno}_{node.col_offset}"
