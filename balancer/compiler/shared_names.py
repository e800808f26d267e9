"""Names that inner functions set (`nonlocal`), rewritten to lists of one item, which the functions share.

    def turn(self, player):              def turn(self, player):
        count = 0                            shared_count = [0]
        def note(card):                      def note(card):
            nonlocal count           →
            count += card.value                  shared_count[0] += card.value
        …                                    …
        self.total = count                   self.total = shared_count[0]

The list is made where the outer function first sets the name; that statement is on every path to all other uses.  What
is not rewritten keeps its `nonlocal`, which is then refused.
"""

from __future__ import annotations

import ast


def share_names(function: ast.FunctionDef) -> None:
    """Rewrite the names of a function that the functions in it declare `nonlocal`, in place."""
    declared = (each.names for each in ast.walk(function) if isinstance(each, ast.Nonlocal))
    for name in sorted(set().union(*declared)):
        first = _first_statement(function, name)
        if first is not None and _is_shared_plainly(function, name):
            _Sharing(name, first).visit(function)


def _first_statement(function: ast.FunctionDef, name: str) -> ast.Assign | ast.AnnAssign | None:
    """Return the statement that sets a name before anything else uses it; None if there is none."""
    for statement in function.body:
        if not isinstance(statement, ast.FunctionDef) and name in _names_in(statement):
            target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
            is_plain = isinstance(statement, ast.Assign) and len(statement.targets) == 1
            is_plain = is_plain or (isinstance(statement, ast.AnnAssign) and statement.value is not None)
            value = getattr(statement, "value", None)
            if is_plain and isinstance(target, ast.Name) and name not in _names_in(value):
                return statement  # type: ignore[return-value]
            return None
    return None


def _is_shared_plainly(function: ast.FunctionDef, name: str) -> bool:
    """Return whether a name means the same variable all over a function, and is set by assignments and loops only."""
    for each in ast.walk(function):
        match each:
            case ast.arg(arg=other) | ast.MatchAs(name=other) | ast.MatchStar(name=other) if other == name:
                return False
            case ast.NamedExpr(target=ast.Name(id=other)) | ast.Name(id=other, ctx=ast.Del()) if other == name:
                return False
            case ast.comprehension(target=target) if name in _names_in(target):
                return False
            case ast.FunctionDef() if each is not function:
                declares = any(isinstance(line, ast.Nonlocal) and name in line.names for line in each.body)
                names = (node for node in ast.walk(each) if isinstance(node, ast.Name) and node.id == name)
                if not declares and any(isinstance(node.ctx, ast.Store) for node in names):
                    return False
    return True


def _names_in(node: ast.AST | None) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} if node else set()


class _Sharing(ast.NodeTransformer):
    """Rewrites all uses of one name."""

    PREFIX = "shared_"

    def __init__(self, name: str, first: ast.Assign | ast.AnnAssign) -> None:
        self.name, self.first = name, first

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id != self.name:
            return node
        row = ast.copy_location(ast.Name(self.PREFIX + self.name, ast.Load()), node)
        item = ast.copy_location(ast.Constant(0), node)
        return ast.copy_location(ast.Subscript(row, item, node.ctx), node)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.stmt:
        node.names = [each for each in node.names if each != self.name]
        return node if node.names else ast.copy_location(ast.Pass(), node)

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        return self.begun(node.targets[0]) if node is self.first else self.generic_visit(node)  # type: ignore[return-value]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node is self.first:
            return self.begun(node.target)
        node = self.generic_visit(node)  # type: ignore[assignment]
        is_name = isinstance(node.target, ast.Name)
        return node if is_name or not node.value else ast.copy_location(ast.Assign([node.target], node.value), node)

    def begun(self, target: ast.expr) -> ast.stmt:
        """Return the statement that makes the list."""
        value = self.visit(self.first.value)  # type: ignore[arg-type]
        row = ast.copy_location(ast.Name(self.PREFIX + self.name, ast.Store()), target)
        return ast.copy_location(ast.Assign([row], ast.copy_location(ast.List([value], ast.Load()), target)), target)
