"""Classes of the file: how objects of them are stored, and which classes the objects in one place may have.

Classes that inherit from one class of the file share a layout, that of the class at the top (`root_of`).  Each object
says at CLASS_TAG which class it is made of, so that a call of a method that some classes override finds the right one.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import re
import types
import weakref
from collections.abc import Iterable
from typing import Any

from balancer.compiler.generated_methods import SIGNS, compares_by_fields, comparison_of_items

OWN_MODULES = ("balancer_game_", "__main__")
DICT_MODULE = "balancer_game_dict"  # of the classes of `dict_records`
DICT_RECORD = "a dict with values of several kinds"
ROW_PREFIX = "Row_"  # of the classes of tuples with lists; the kinds of the items follow
CLASS_TAG = "__class__"  # the attribute with the number of an object's class; it lies in front of all others
MEMBERS = "members"  # the attribute of a class that stands for several
UNPACKED = (
    "list",
    "dict",
    "set",
    "frozenset",
    "float",
    "object",
    "Callable",
    "Sequence",
    "Mapping",
    "Any",
    "Counter",
    "deque",
)
UNPACKED_METHODS = ("__post_init__", "__iter__", "__getitem__", "__reversed__")
# of annotations, in front of the name
ANNOTATION_PREFIX = re.compile(r"^(ForwardRef\('|<class ')?(typing\.|collections\.abc\.|collections\.)?")
NO_VALUES = (
    *(property, functools.cached_property, classmethod, staticmethod),
    *(types.MemberDescriptorType, types.GetSetDescriptorType),
)

_unpacked_classes = weakref.WeakSet[type]()


def is_own_class(kind: type) -> bool:
    """Return whether a class stands in the game's own files."""
    return kind.__module__.startswith(OWN_MODULES)


def is_row(record: type | None) -> bool:
    """Return whether a class is that of tuples with lists."""
    return record is not None and record.__name__.startswith(ROW_PREFIX)


def is_dict_record(record: type | None) -> bool:
    """Return whether a class is that of dicts with values of several kinds (`dict_records`), or stands for some."""
    return record is not None and members_of(record)[0].__module__ == DICT_MODULE


def name_of(kind: type) -> str:
    """Return the name of a class in the words of the file, where those of tuples and dicts don't stand."""
    if is_dict_record(kind):
        return DICT_RECORD
    return "a tuple with a list or an object in it" if is_row(kind) else kind.__name__


def is_enum(record: type | None) -> bool:
    """Return whether a class stands for Enums, whose members are there before the game and stay where they are."""
    return record is not None and all(issubclass(member, enum.Enum) for member in members_of(record))


# Several classes in one place ----------------------------------------------------------------------------------------
def root_of(kind: type) -> type:
    """Return the highest of a class and its bases in the file; all classes below share its layout."""
    if is_enum(kind) or is_row(kind):
        return kind
    return next(base for base in reversed(kind.__mro__) if is_own_class(base) or base is kind)


def holder_of(kind: type, name: str) -> type | None:
    """Return the class that defines an attribute of a class: itself or one of its bases; None if none does."""
    return next((each for each in kind.__mro__ if name in vars(each)), None)


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
    if any(is_row(member) for member in members) or len({is_dict_record(member) for member in members}) > 1:
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
@functools.lru_cache(maxsize=1000)
def is_frozen(kind: type) -> bool:
    """Return whether objects of a class never change and fit into a word: they are packed as named tuples are."""
    parameters = getattr(kind, "__dataclass_params__", None)
    if not parameters or not parameters.frozen or not parameters.eq or kind in _unpacked_classes:
        return False
    if any(name in vars(each) for each in kind.__mro__[:-1] for name in UNPACKED_METHODS) or has_own_init(kind):
        return False
    if cached_names(kind):
        return False
    is_related = any(is_own_class(each) for each in (*kind.__mro__[1:], *kind.__subclasses__()))
    return not is_related and not any(_is_wide(str(each.type)) or not each.compare for each in dataclasses.fields(kind))


@functools.lru_cache(maxsize=1000)
def is_packed(kind: type) -> bool:
    """Return whether objects of a class, a named tuple or a frozen dataclass, are packed into a word."""
    if not hasattr(kind, "_fields"):
        return is_frozen(kind)
    return kind not in _unpacked_classes and not any(
        _is_wide(str(each)) for each in getattr(kind, "__annotations__", {}).values()
    )


def store_as_objects(kinds: Iterable[type]) -> bool:
    """Note that classes can't be packed in their game, which is only seen when it is lowered; False: that is known."""
    new = set(kinds) - set(_unpacked_classes)
    _unpacked_classes.update(new)
    for cached in (is_frozen, is_packed, operator_method):
        cached.cache_clear()
    return bool(new)


def has_own_init(kind: type) -> bool:
    """Return whether a class is made by an `__init__` that stands in the file."""
    method = next((vars(each)["__init__"] for each in kind.__mro__ if "__init__" in vars(each)), None)
    return isinstance(method, types.FunctionType) and not compares_by_fields(method)


def passed_to_post_init(kind: type) -> dict[str, Any]:
    """Return what a dataclass only hands to `__post_init__` (InitVar), with its defaults or MISSING."""
    fields = vars(kind).get("__dataclass_fields__", {}).values()
    return {each.name: each.default for each in fields if each._field_type is dataclasses._FIELD_INITVAR}  # type: ignore[attr-defined]  # noqa: SLF001


@functools.lru_cache(maxsize=1000)
def field_names(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass or a named tuple; of other classes none."""
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    names: tuple[str, ...] = getattr(kind, "_fields", ())
    return names


def item_names(kind: type | None) -> tuple[str, ...]:
    """Return the attributes that hold the items of a tuple which is stored as an object; of other classes none."""
    if kind is None:
        return ()
    if is_row(kind):
        return tuple(f"item_{place}" for place in range(kind.__name__.count("_")))
    names: tuple[str, ...] = getattr(kind, "_fields", ())
    return names


def compared_names(kind: type) -> tuple[str, ...]:
    """Return the attributes that count where two objects of a dataclass, or two tuples, are compared."""
    if not dataclasses.is_dataclass(kind):
        return item_names(kind)
    return tuple(field.name for field in dataclasses.fields(kind) if field.compare)


def _is_wide(annotation: str) -> bool:
    """Return whether the values of a field, by its annotation, may not fit into a word with others."""
    bare = ANNOTATION_PREFIX.sub("", annotation)
    name = re.match(r"\w*", bare)[0]  # type: ignore[index]
    return name in UNPACKED or bare.rstrip("'>") == "tuple" or "..." in bare


def is_record(kind: type) -> bool:
    """Return whether objects of a class are stored as records: dataclasses that change, and classes of the file."""
    is_plain_tuple = issubclass(kind, tuple) and not hasattr(kind, "_fields")
    return not is_packed(kind) and not is_plain_tuple and is_own_class(kind) and row_base(kind) is None


def row_base(kind: type) -> type | None:
    """Return `list` or `dict` where a class of the file inherits from it; None for other classes."""
    base = next(each for each in kind.__mro__ if not is_own_class(each))
    return base if base in {list, dict} and base is not kind and not is_dict_record(kind) else None


def class_value(kind: type, name: str) -> Any:
    """Return the value that a class gives to an attribute of its objects until it is set, or MISSING."""
    if name in field_names(kind):
        return dataclasses.MISSING
    for each in kind.__mro__[:-1]:
        if name in vars(each):
            value = vars(each)[name]
            return dataclasses.MISSING if callable(value) or isinstance(value, NO_VALUES) else value
    return dataclasses.MISSING


@functools.lru_cache(maxsize=1000)
def cached_names(kind: type) -> tuple[str, ...]:
    """Return the names of the cached properties of a class."""
    members = {name: member for each in reversed(kind.__mro__) for name, member in vars(each).items()}
    return tuple(name for name, member in members.items() if isinstance(member, functools.cached_property))


def fields_of(value: Any) -> dict[str, Any]:
    """Return the attributes of an object of the file; of a member of an Enum, its name and value first."""
    if isinstance(value, enum.Enum):
        own = {name: each for name, each in vars(value).items() if not name.startswith("_")}
        return {"_name_": value.name, "_value_": value.value, **own}
    if hasattr(value, "_fields"):
        items: dict[str, Any] = value._asdict()
        return items
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
    holder = holder_of(kind, name)
    method = vars(holder)[name] if holder else None
    if item_names(kind) and not is_packed(kind) and (holder in {tuple, object} or is_row(holder)):
        return comparison_of_items(name) if name in {"__eq__", *SIGNS} else None
    if holder is None or not is_own_class(holder) or not isinstance(method, types.FunctionType):
        return None
    return None if is_packed(kind) and compares_by_fields(method) else method


def methods_among(kind: type, names: Iterable[str]) -> list[str]:
    """Return which of some operators a class of the file defines."""
    return [name for name in names if operator_method(kind, name) is not None]
