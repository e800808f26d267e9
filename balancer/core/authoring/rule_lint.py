"""Search for forbidden expressions in the source of rules, by the contract's tests and the dry run, not by imports.

Rules use whole numbers only.  Compiled, a fraction would be truncated or would play another game than is written, and a
list made in a rule would cost time in every game.  Sentences are not part of a rule (core/sentences.py).
"""

from __future__ import annotations

import ast
import pathlib
from collections.abc import Iterator

from balancer.core import sentences
from balancer.core.authoring import sentence_lint
from balancer.core.cache.sources import files_below, read

DECORATORS = frozenset({"rule", "separate_rule"})

CREATED: dict[type[ast.AST], str] = {  # kinds of expressions that create an object
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.Dict: "a dict",
    ast.DictComp: "a dict",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a text",
    ast.Lambda: "a function",
    ast.FunctionDef: "a function",
}


def faults(folder: pathlib.Path) -> list[str]:
    """Return all faults of the rules in the Python files below `folder`, each as ``FILE:LINE:COLUMN: fault``.

    Sentences are checked in modules that are loaded.
    """
    in_rules = [fault for path in files_below(folder) for fault in faults_in(read(path), str(path))]
    return in_rules + sentence_lint.faults(folder)


def faults_in(source: bytes | str, name: str) -> list[str]:
    """Return all faults of the rules in one source; name: its file, for the messages."""
    messages = []
    tree = ast.parse(source, name)
    sentences.strip(tree)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and any(map(_is_rule, function.decorator_list)):
            messages += [
                f"{name}:{node.lineno}:{node.col_offset + 1}: {function.name} {what}"
                for node, what in _wrong_in(function)
            ]
    return messages


def _is_rule(decorator: ast.expr) -> bool:
    name = decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "")
    return name in DECORATORS


def _wrong_in(function: ast.FunctionDef) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield the forbidden nodes of a rule, each with its fault."""
    docstrings = {id(node.value) for node in ast.walk(function) if isinstance(node, ast.Expr)}
    for statement in function.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
                yield node, "divides by /; rules use whole numbers only: use //"
            elif isinstance(node, ast.Constant) and isinstance(node.value, float | complex | str):
                if id(node) not in docstrings:
                    yield node, f"contains {node.value!r}; rules use whole numbers only"
            elif isinstance(node, ast.Assign | ast.AugAssign) and _assigns_slice(node):
                yield node, "assigns to a slice, which compiles for seconds; assign item by item, in a loop"
            elif type(node) in CREATED and isinstance(node, ast.expr | ast.stmt):
                yield node, f"makes {CREATED[type(node)]}; declare a field for it in the record of the table"


def _assigns_slice(node: ast.Assign | ast.AugAssign) -> bool:
    # as in cards[:] = 0, and cards[:, 1] += 1
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    indexes = [target.slice for target in targets if isinstance(target, ast.Subscript)]
    return any(isinstance(part, ast.Slice) for index in indexes for part in ast.walk(index))
