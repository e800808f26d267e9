"""Methods that Python calls by itself for objects of the file's classes, which compiled games don't."""

from __future__ import annotations

import enum
import inspect
from types import FunctionType
from typing import Any

from balancer.compiler.classes import is_dict_record, is_own_class, is_row, row_base
from balancer.compiler.errors import NotCompilable

ATTRIBUTE_METHODS = ("__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__new__", "__del__")
# of what is packed into a word, which is taken apart and made in one way
TUPLE_METHODS = (*ATTRIBUTE_METHODS, "__reversed__")

BASES = ("abc", "collections.abc", "typing")  # modules of classes that keep nothing

METHODS = (FunctionType, property, classmethod, staticmethod)
SHOWN = ("__str__", "__repr__")  # what only people see

COPYING = (
    *("__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__"),
    "__getnewargs_ex__",
)

BINARY = ("add", "sub", "mul", "floordiv", "truediv", "mod", "pow", "and", "or", "xor", "lshift", "rshift")
# of what is a number or a text in compiled games
MEMBER_METHODS = (
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__bool__", "__len__", "__contains__"),
    *("__getitem__", "__iter__", "__neg__", "__pos__", "__invert__", "__abs__", "__call__", "__int__", "__index__"),
    *(f"__{prefix}{name}__" for prefix in ("", "r") for name in BINARY),
)


def check_record(kind: type) -> None:
    """Check that the attributes of a class's objects are all that is stored in them.  NotCompilable."""
    bases = [each for each in kind.__mro__ if not is_own_class(each) and each.__module__ not in BASES]
    if (
        not is_row(kind)
        and not is_dict_record(kind)
        and not issubclass(kind, enum.Enum | tuple)
        and bases[0] is not object
    ):
        what = f"{kind.__name__}, which inherits from {bases[0].__name__}, can't be compiled"
        raise NotCompilable(what, "write a class that has one in an attribute")
    names = ATTRIBUTE_METHODS[:4] if issubclass(kind, enum.Enum) else ATTRIBUTE_METHODS
    _refuse(kind, own_methods(kind, names))


def check_row_class(kind: type) -> None:
    """Check that a class that inherits from a list or dict only adds to what that does.  NotCompilable."""
    base = row_base(kind)
    for holder in filter(is_own_class, kind.__mro__):
        for name, member in vars(holder).items():
            if isinstance(member, METHODS) and (hasattr(base, name) or name[:2] == "__") and name not in SHOWN:
                what = f"{kind.__name__}, which inherits from {base.__name__}, with its own `{name}` can't be compiled"  # type: ignore[union-attr]
                raise NotCompilable(what, "write a class that has one in an attribute")


def check_copied(kind: type) -> None:
    """Check that objects of a class are copied attribute by attribute.  NotCompilable."""
    _refuse(kind, own_methods(kind, COPYING))


def check_tuple(kind: type) -> None:
    """Check that objects of a packed class are made and taken apart as tuples are.  NotCompilable."""
    _refuse(kind, own_methods(kind, TUPLE_METHODS))


def check_plain_member(kind: type) -> None:
    """Check that a member of an IntEnum or StrEnum is compared and added as a number or text is.  NotCompilable."""
    if issubclass(kind, enum.Enum) and issubclass(kind, int | str):
        _refuse(kind, own_methods(kind, MEMBER_METHODS))


def is_ordered(kind: type) -> bool:
    """Return whether objects of a named tuple or frozen dataclass have an order."""
    return vars(object)["__lt__"] is not inspect.getattr_static(kind, "__lt__")


def own_methods(kind: type, names: tuple[str, ...]) -> list[str]:
    """Return which of some methods a class defines, or a base of it in the file, by code that stands there."""
    return [
        name
        for holder in kind.__mro__
        if is_own_class(holder)
        for name in names
        if is_written(vars(holder).get(name), holder)
    ]


def is_written(method: Any, holder: type) -> bool:
    """Return whether somebody wrote a method of a class, which neither `dataclass` nor NamedTuple made."""
    method = getattr(method, "__func__", method)
    return (
        isinstance(method, FunctionType)
        and method.__globals__.get("__name__") == holder.__module__
        and method.__code__.co_filename != "<string>"
    )


def _refuse(kind: type, names: list[str]) -> None:
    if names:
        what = f"{kind.__name__} with `{names[0]}`, which Python calls by itself, can't be compiled"
        raise NotCompilable(what, "write a method of another name, and call it")
