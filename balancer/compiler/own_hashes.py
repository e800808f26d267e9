"""Whether the `__hash__` of a class agrees with its `__eq__`: only then do sets and dicts find what is equal."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from collections.abc import Callable, Iterable
from types import FunctionType

from balancer.compiler.classes import compared_names, item_names
from balancer.compiler.generated_methods import compares_by_fields
from balancer.compiler.kinds import Type

Reader = Callable[[FunctionType], ast.FunctionDef | ast.Lambda]
HASH_NODES = (ast.Attribute, ast.Constant, ast.BinOp, ast.operator, ast.Tuple, ast.Load)  # besides the object itself
UNEQUAL = {"False", "NotImplemented"}  # what an `__eq__` returns for objects that are not equal
ADVICE = "write a `__hash__` of the same attributes that `__eq__` compares"


def hashed_parts(kind: type, read: Reader) -> frozenset[str] | None:
    """Return the expressions that make up an object's hash; None where equal objects may have different hashes.

    read: returns the definition of a method.  Hashes agree with `__eq__` if all returns of that but False compare
    each part of the hash.
    """
    hashed, equality = (inspect.getattr_static(kind, name) for name in ("__hash__", "__eq__"))
    if item_names(kind) and hashed is vars(tuple)["__hash__"] and equality is vars(tuple)["__eq__"]:
        return frozenset(f"self.{name}" for name in item_names(kind))
    if not isinstance(hashed, FunctionType) or not isinstance(equality, FunctionType):
        return None
    if compares_by_fields(hashed):
        fields = [each.name for each in dataclasses.fields(kind) if (each.compare if each.hash is None else each.hash)]
        parts = frozenset(f"self.{name}" for name in fields)
    else:
        written = _parts_of_hash(read(hashed))
        if written is None:
            return None
        parts = written
    if compares_by_fields(equality):
        compared = frozenset(f"self.{name}" for name in compared_names(kind))
    else:
        compared = _compared_parts(read(equality))
    rest = [part for part in parts if part not in compared]
    # `self.x * 31` is equal where `self.x` is; what a call returns needs not be.
    agree = all("(" not in part and {f"self.{name}" for name in attributes_in(part)} <= compared for part in rest)
    return parts if agree else None


def attributes_in(part: str) -> list[str]:
    """Return the attributes of `self` in an expression."""
    return [each.attr for each in ast.walk(ast.parse(part)) if isinstance(each, ast.Attribute)]


def attributes_through(kind: type, name: str, read: Reader, seen: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the attributes that a method or property of an object reads; none for what is no method."""
    member = inspect.getattr_static(kind, name, None)
    method = getattr(member, "fget", getattr(member, "func", member))
    if name in seen or not isinstance(method, FunctionType):
        return frozenset()
    node = read(method)
    own = node.args.args[0].arg
    names = {
        each.attr
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == own
    }
    return frozenset(names).union(*(attributes_through(kind, each, read, seen | {name}) for each in names))


def is_symmetric(node: ast.FunctionDef | ast.Lambda) -> bool:
    """Return whether an `__eq__` has the same result with its two objects exchanged."""
    names = [each.arg for each in node.args.args]
    return _asked(node, names) == _asked(node, names[::-1])


def _asked(node: ast.FunctionDef | ast.Lambda, names: list[str]) -> str:
    """Return the text of a method with other names of its objects, and the sides of each `==` in order."""
    copy = ast.parse(ast.unparse(node)).body[0]
    for each in ast.walk(copy):
        if isinstance(each, ast.Name) and each.id in names:
            each.id = f"object_{names.index(each.id)}"
    for each in ast.walk(copy):
        if (
            isinstance(each, ast.Compare)
            and len(each.ops) == 1
            and isinstance(each.ops[0], ast.Eq | ast.NotEq | ast.Is)
        ):
            each.left, each.comparators[0] = sorted([each.left, each.comparators[0]], key=ast.unparse)
        elif isinstance(each, ast.Call) and ast.unparse(each.func) == "isinstance":
            each.args[0] = ast.Name("either", ast.Load())  # both are, where one class inherits from the other's
    return "\n".join(ast.unparse(each) for each in getattr(copy, "body", []))


def _parts_of_hash(node: ast.FunctionDef | ast.Lambda) -> frozenset[str] | None:
    """Return the parts of what a `__hash__` returns; None where it is no expression of the object's attributes."""
    body = list(node.body) if isinstance(node, ast.FunctionDef) else []
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        del body[0]  # the docstring
    if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None:
        return None
    value: ast.expr = body[0].value
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "hash":
        value = value.args[0]
    own = node.args.args[0].arg
    items = value.elts if isinstance(value, ast.Tuple) else [value]
    for each in (inner for item in items for inner in ast.walk(item)):
        is_object = isinstance(each, ast.Name) and each.id in {own, "type"}
        is_inner = isinstance(each, ast.Attribute) and not isinstance(each.value, ast.Name)
        is_call = isinstance(each, ast.Call) and ast.unparse(each) in {f"type({own})", f"{ast.unparse(each.func)}()"}
        if is_inner or not (is_object or is_call or isinstance(each, HASH_NODES)):
            return None
    return frozenset(_as_text(each, own) for each in items if not isinstance(each, ast.Constant))


def _compared_parts(node: ast.FunctionDef | ast.Lambda) -> frozenset[str]:
    """Return the expressions that are equal for both objects wherever an `__eq__` returns something true."""
    own, other = (each.arg for each in node.args.args[:2])
    values = [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value is not None]
    parts = [
        {text for a, b in _equalities(value) for text in _common(a, b, own, other)}
        for value in values
        if ast.unparse(value) not in UNEQUAL
    ]
    return frozenset(set.intersection(*parts)) if parts else frozenset()


def _equalities(value: ast.expr) -> Iterable[tuple[ast.expr, ast.expr]]:
    """Yield the two sides of each `==` that must be true where a condition is, item by item of tuples."""
    if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.And):
        for each in value.values:
            yield from _equalities(each)
    if isinstance(value, ast.IfExp) and ast.unparse(value.orelse) in UNEQUAL:
        yield from _equalities(value.body)
    if isinstance(value, ast.Compare) and len(value.ops) == 1 and isinstance(value.ops[0], ast.Eq | ast.Is):
        left, right = value.left, value.comparators[0]
        yield left, right
        if isinstance(left, ast.Tuple) and isinstance(right, ast.Tuple):
            yield from zip(left.elts, right.elts, strict=False)


def _common(first: ast.expr, second: ast.expr, own: str, other: str) -> list[str]:
    """Return the text of two expressions that are the same one of both objects."""
    for a, b in ((own, other), (other, own)):
        if _as_text(first, a) == _as_text(second, b):
            return [_as_text(first, a)]
    return []


def _as_text(value: ast.expr, own: str) -> str:
    """Return the text of an expression in which the object is called self."""
    copy = ast.parse(ast.unparse(value), mode="eval").body
    for each in ast.walk(copy):
        if isinstance(each, ast.Name) and each.id != "type":
            each.id = "self" if each.id == own else f"_{each.id}"
    return ast.unparse(copy)


def has_no_hash(value_type: Type) -> bool:
    """Return whether values of a type may be lists, sets or dicts, for which Python's `hash` raises an error."""
    place = value_type.place.root() if value_type.place else None
    return value_type.is_container and not value_type.is_frozen and (place is None or not place.is_only(tuple))


def changes_within(value_type: Type) -> bool:
    """Return whether values of a type may have items that change after they were made."""
    place = value_type.place.root() if value_type.place else None
    return place is not None and (place.changes_later or place.grows or value_type.elements.is_reference)
