"""Classes of the file: how objects of them are stored, and which classes the objects in one place may have.

Classes that inherit from one class of the file share a layout, that of the class at the top (`root_of`).  Each object
says at CLASS_TAG which class it is made of, so that a call of a method that some classes override finds the right one.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import types
import weakref
from collections.abc import Iterable
from typing import Any

from balancer.compiler.generated_methods import compares_by_fields

OWN_MODULES = ("balancer_game_", "__main__")
ROW_PREFIX = "Row_"  # of the classes of tuples with lists; the kinds of the items follow
CLASS_TAG = "__class__"  # the attribute with the number of an object's class; it lies in front of all others
MEMBERS = "members"  # the attribute of a class that stands for several
UNPACKED = ("list", "dict", "set", "frozenset", "float", "object", "Callable", "Sequence", "Mapping", "Any")
UNPACKED_METHODS = ("__post_init__", "__iter__", "__getitem__", "__reversed__")
PREFIXES = ("typing.", "collections.abc.", "<class '")  # of annotations, in front of the name
NO_VALUES = (property, classmethod, staticmethod, types.MemberDescriptorType, types.GetSetDescriptorType)


def is_own_class(kind: type) -> bool:
    """Return whether a class stands in the game's own files."""
    return kind.__module__.startswith(OWN_MODULES)


def is_row(record: type | None) -> bool:
    """Return whether a class is that of tuples with lists."""
    return record is not None and record.__name__.startswith(ROW_PREFIX)


def is_enum(record: type | None) -> bool:
    """Return whether a class is an Enum, whose members are there before the game and stay where they are."""
    return record is not None and issubclass(record, enum.Enum)


# Several classes in one place ----------------------------------------------------------------------------------------
def root_of(kind: type) -> type:
    """Return the highest of a class and its bases in the file; all classes below share its layout."""
    if is_enum(kind) or is_row(kind):
        return kind
    return next(base for base in reversed(kind.__mro__) if is_own_class(base) or base is kind)


def owner_of(kind: type) -> str:
    """Return the owner of the attributes of objects of a class, as the program names it."""
    return root_of(kind).__name__


def members_of(record: type) -> tuple[type, ...]:
    """Return the classes for which a class stands: itself, or those of a union."""
    members: tuple[type, ...] = vars(record).get(MEMBERS, (record,)) if record.__module__ == __name__ else (record,)
    return members


@functools.lru_cache(maxsize=1000)
def _union_of(members: frozenset[type]) -> type:
    ordered = tuple(sorted(members, key=lambda member: member.__name__))
    return type(" and ".join(member.__name__ for member in ordered), (), {MEMBERS: ordered, "__module__": __name__})


def joined_record(first: type, second: type) -> type | None:
    """Return the class that stands for two: their common base in the file, or a union; None: no class can."""
    members = {*members_of(first), *members_of(second)}
    if any(is_enum(member) or is_row(member) for member in members):
        return None
    if len(members) == 2:  # noqa: PLR2004
        member, other = members
        common = next((base for base in member.__mro__ if is_own_class(base) and issubclass(other, base)), None)
        if common is not None:
            return common
    below = {each for each in members if any(each is not other and issubclass(each, other) for other in members)}
    return _union_of(frozenset(members - below))


def is_of(kind: type, record: type) -> bool:
    """Return whether objects of a class are among those for which another stands."""
    return any(issubclass(kind, member) for member in members_of(record))


def inherits_in_line(kind: type) -> bool:
    """Return whether a class and those above it inherit from one of the file each: then all agree about `super()`."""
    return all(len([base for base in each.__bases__ if is_own_class(base)]) < 2 for each in kind.__mro__)  # noqa: PLR2004


# How they are stored -------------------------------------------------------------------------------------------------
_unpacked: weakref.WeakSet[type] = weakref.WeakSet()  # classes that meet others, found while a game was lowered


def unpack(kind: type) -> None:
    """Store the objects of a frozen dataclass as records from now on."""
    _unpacked.add(kind)
    is_frozen.cache_clear()


@functools.lru_cache(maxsize=1000)
def is_frozen(kind: type) -> bool:
    """Return whether objects of a class never change and fit into a word: they are packed as named tuples are."""
    parameters = getattr(kind, "__dataclass_params__", None)
    if not parameters or not parameters.frozen or not parameters.eq or kind in _unpacked:
        return False
    if any(name in vars(each) for each in kind.__mro__[:-1] for name in UNPACKED_METHODS):
        return False
    is_related = any(is_own_class(each) for each in (*kind.__mro__[1:], *kind.__subclasses__()))
    return not is_related and not any(_is_wide(str(each.type)) or not each.compare for each in dataclasses.fields(kind))


def is_generated(holder: type, name: str) -> bool:
    """Return whether a method of a class was made by `@dataclass`."""
    code = getattr(vars(holder).get(name), "__code__", None)
    return code is not None and "__dataclass_fields__" in vars(holder) and code.co_filename == "<string>"


def _is_wide(annotation: str) -> bool:
    """Return whether the values of a field, by its annotation, may not fit into a word with others."""
    for prefix in PREFIXES:
        annotation = annotation.removeprefix(prefix)
    name = annotation.removesuffix("'>").split("[")[0]
    return name in UNPACKED or annotation in {"tuple", "tuple'>"} or "..." in annotation


def is_record(kind: type) -> bool:
    """Return whether objects of a class are stored as records: dataclasses that change, and classes of the file."""
    return not is_frozen(kind) and not issubclass(kind, tuple) and is_own_class(kind)


def class_value(kind: type, name: str) -> Any:
    """Return the value that a class gives to an attribute of its objects until it is set, or MISSING."""
    if name in getattr(kind, "__dataclass_fields__", {}):
        return dataclasses.MISSING
    for each in kind.__mro__[:-1]:
        if name in vars(each):
            value = vars(each)[name]
            return dataclasses.MISSING if callable(value) or isinstance(value, NO_VALUES) else value
    return dataclasses.MISSING


def fields_of(value: Any) -> dict[str, Any]:
    """Return the attributes of an object of the file; of a member of an Enum, its name and value first."""
    if isinstance(value, enum.Enum):
        own = {name: each for name, each in vars(value).items() if not name.startswith("_")}
        return {"_name_": value.name, "_value_": value.value, **own}
    members = {name: member for each in type(value).__mro__ for name, member in vars(each).items()}
    slots = [name for name, member in members.items() if isinstance(member, types.MemberDescriptorType)]
    attributes = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return {**attributes, **getattr(value, "__dict__", {})}


# What they do by themselves ------------------------------------------------------------------------------------------
@functools.lru_cache(maxsize=4000)
def operator_method(kind: type, name: str) -> types.FunctionType | None:
    """Return the method that Python calls for an operator on objects of a class; None where Python has its own.

    Words of packed objects compare as their fields do, so that the methods which `dataclass` makes are not needed.
    """
    holder = next((each for each in kind.__mro__ if name in vars(each)), None)
    method = vars(holder)[name] if holder else None
    if holder is None or not is_own_class(holder) or not isinstance(method, types.FunctionType):
        return None
    is_packed = hasattr(kind, "_fields") or is_frozen(kind)
    return None if is_packed and compares_by_fields(method) else method


def methods_among(kind: type, names: Iterable[str]) -> list[str]:
    """Return which of some operators a class of the file defines."""
    return [name for name in names if operator_method(kind, name) is not None]
