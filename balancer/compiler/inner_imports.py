"""Imports in functions, compiled as if they stood at the top of the file.

That is the same where the name means nothing else in the function, and each use stands behind an import in its block.
Other imports stay in the tree, and are then refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from balancer.compiler.errors import NotCompilable

Import = ast.Import | ast.ImportFrom
MODULE_NAMES = ("__builtins__", "__file__", "__name__", "__package__")  # which an import needs


def take_imports(function: ast.FunctionDef) -> list[Import]:
    """Replace imports in a function, and in those in it, by `pass`; return them."""
    taken: list[Import] = []
    if not any(isinstance(each, Import) for each in ast.walk(function)):
        return taken
    for each in ast.walk(function):
        if isinstance(each, ast.If) and ast.unparse(each.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}:
            each.body = [_without_import(line) for line in each.body]
    blocks = [*_blocks(function)]
    places = [(block, place) for block in blocks for place, each in enumerate(block) if isinstance(each, Import)]
    other_names = _bound_names(function)
    for block, place in places:
        statement = block[place]
        assert isinstance(statement, Import)  # noqa: S101
        names = {_name_of(each) for each in statement.names}
        if names.isdisjoint(other_names) and all(_is_set_before_use(function, name, places) for name in names):
            taken.append(statement)
    for block, place in places:
        if block[place] in taken:
            block[place] = _without_import(block[place])
    return taken


def imported_names(imports: Iterable[Import], scope: Mapping[str, Any], file: str) -> dict[str, Any]:
    """Return the values of the names that imports set, found as the game finds them; scope: that of their module."""
    names = {name: scope[name] for name in MODULE_NAMES if name in scope}
    for statement in imports:
        try:
            exec(compile(ast.Module([statement], []), file, "exec"), names)  # noqa: S102  an import of the game
        except Exception as error:
            raise NotCompilable(f"this import fails ({error})", "", statement, file) from error
    return {name: value for name, value in names.items() if name not in MODULE_NAMES}


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield all lists of statements in a statement."""
    for each in ast.walk(node):
        for _, part in ast.iter_fields(each):
            if isinstance(part, list) and part and isinstance(part[0], ast.stmt):
                yield part


def _bound_names(function: ast.FunctionDef) -> set[str]:
    """Return the names that anything but an import sets in a function, and those that imports set in two ways."""
    names: set[str] = set()
    origins: dict[str, str] = {}
    for each in ast.walk(function):
        match each:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                names.add(name)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.ExceptHandler(name=str(name)):
                names.add(name)
            case ast.MatchMapping(rest=str(name)):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) if each is not function:
                names.add(name)
            case ast.Global(names=others) | ast.Nonlocal(names=others):
                names.update(others)
            case ast.Import() | ast.ImportFrom():
                for alias in each.names:
                    module = f"{each.level * '.'}{each.module}:" if isinstance(each, ast.ImportFrom) else ""
                    origin = f"{module}{alias.name}"
                    if origins.setdefault(_name_of(alias), origin) != origin:
                        names.add(_name_of(alias))
    return names


def _is_set_before_use(function: ast.FunctionDef, name: str, places: Sequence[tuple[list[ast.stmt], int]]) -> bool:
    """Return whether an import of a name stands before each of its uses, in the same block or one around it."""
    behind = {
        id(part)
        for block, place in places
        if name in map(_name_of, block[place].names)  # type: ignore[attr-defined]
        for statement in block[place + 1 :]
        for part in ast.walk(statement)
    }
    return all(id(each) in behind for each in ast.walk(function) if isinstance(each, ast.Name) and each.id == name)


def _without_import(statement: ast.stmt) -> ast.stmt:
    return ast.copy_location(ast.Pass(), statement) if isinstance(statement, Import) else statement


def _name_of(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]
