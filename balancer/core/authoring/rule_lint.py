"""What rules must not contain, found in their source: the contract's tests and the dry run look, imports do not.

Rules know whole numbers only.  Compiled, a fraction would be cut or would play another game than is written, and a list
made in a rule would cost time in every game.  Sentences are no part of a rule (core/sentences.py); they may only read.
"""

from __future__ import annotations

import ast
import pathlib
from collections.abc import Iterator

from balancer.core import sentences
from balancer.core.authoring import sentence_lint
from balancer.core.cache.sources import files_below, read

DECORATORS = frozenset({"rule", "separate_rule"})

MADE: dict[type[ast.AST], str] = {
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
    """Return all that is wrong with the rules in the Python files below `folder`, each as ``FILE:LINE:COLUMN: what``.

    Sentences are looked at where their modules are loaded.
    """
    in_rules = [fault for path in files_below(folder) for fault in faults_in(read(path), str(path))]
    return in_rules + sentence_lint.faults(folder)


def faults_in(source: bytes | str, name: str) -> list[str]:
    """All that is wrong with the rules in one source, which is called `name`."""
    found = []
    tree = ast.parse(source, name)
    sentences.strip(tree)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and any(map(_is_rule, function.decorator_list)):
            found += [
                f"{name}:{node.lineno}:{node.col_offset + 1}: {function.name} {what}"
                for node, what in _wrong_in(function)
            ]
    return found


def _is_rule(decorator: ast.expr) -> bool:
    name = decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "")
    return name in DECORATORS


def _wrong_in(function: ast.FunctionDef) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """The nodes of a rule that must not be there, and what is wrong with each."""
    docstrings = {id(node.value) for node in ast.walk(function) if isinstance(node, ast.Expr)}
    for statement in function.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
                yield node, "divides by /; rules know whole numbers only: use //"
            elif isinstance(node, ast.Constant) and isinstance(node.value, float | complex | str):
                if id(node) not in docstrings:
                    yield node, f"contains {node.value!r}; rules know whole numbers only"
            elif isinstance(node, ast.Assign | ast.AugAssign) and any(map(_is_slice, _targets(node))):
                yield node, "assigns to a slice, which compiles for seconds; assign item by item, in a loop"
            elif type(node) in MADE and isinstance(node, ast.expr | ast.stmt):
                yield node, f"makes {MADE[type(node)]}; declare a field for it in the record of the table"


def _targets(node: ast.Assign | ast.AugAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def _is_slice(target: ast.expr) -> bool:
    """Whether a target of an assignment is several items at once: ``cards[:]``, ``cards[:, 1]``."""
    return isinstance(target, ast.Subscript) and any(isinstance(part, ast.Slice) for part in ast.walk(target.slice))
