"""Classes of dicts with values of several kinds, as in `{"kind": "set", "cards": [...], "by": 0}`.

Where lowering meets such a dict, it begins again, and all dicts with the same keys are objects of a class.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Collection, Iterator
from typing import Any

from balancer.compiler.classes import DICT_MODULE, is_dict_record
from balancer.compiler.errors import Conflict, LongTuple, MixedDict, mixed_dict
from balancer.compiler.kinds import NONE, OBJECT, PLAYER, TUPLE, Type

BY_KIND = frozenset((TUPLE, OBJECT, PLAYER))  # kinds of values of which what is done with them depends


class DictClasses:
    """The classes of such dicts in one game, by their keys."""

    def __init__(self, *, is_eager: bool = True) -> None:
        """Begin without classes; lowering adds one where a dict turns out to hold values of several kinds.

        is_eager: also where one variable can hold them, but only some of them are tuples or objects.
        """
        self.is_eager, self.classes = is_eager, dict[frozenset[str], type]()
        self.possible: set[frozenset[str]] = set()  # keys of dicts that hold a list and a text, say

    def add(self, keys: frozenset[str]) -> None:
        """Make the class of dicts with such keys.  As dicts do, its objects compare by contents."""
        members = {
            "__module__": DICT_MODULE,
            "__annotations__": dict.fromkeys(map(attribute_of_key, sorted(keys)), Any),
        }
        kind = type(f"Dict_{len(self.classes)}", (dict,), members)
        self.classes[keys] = dataclasses.dataclass(kind)

    def note_values(self, values: Type, key_sets: Collection[frozenset[str]]) -> None:
        """Note the types of all values of dicts with such keys.  MixedDict: they are to be stored as objects."""
        if values.is_either:
            self.possible |= {*key_sets}
        mixed = values.kinds & BY_KIND and values.kinds - BY_KIND - {NONE}
        if self.is_eager and key_sets and (mixed or len(values.kinds & BY_KIND) > 1):
            raise mixed_dict(key_sets, Conflict(f"{values} in one place can't be compiled"))

    def add_possible(self) -> bool:
        """Make the classes of dicts that would also be compiled as they are; return whether there are any."""
        new = sorted(self.possible - set(self.classes), key=sorted)
        for keys in new:
            self.add(keys)
        return bool(new)

    def object_of(self, value: Any) -> Any:
        """Return an object with the values of a constant dict; other values as they are."""
        kind = self.classes.get(frozenset(value)) if type(value) is dict else None
        return value if kind is None else kind(**{attribute_of_key(key): item for key, item in value.items()})

    @contextlib.contextmanager
    def watching(self, key_sets: Collection[frozenset[Any]]) -> Iterator[None]:
        """Raise MixedDict where values of a dict with such keys, all texts, turn out to be of several kinds."""
        try:
            yield
        except (LongTuple, MixedDict):
            raise
        except Conflict as conflict:
            raise mixed_dict([keys for keys in key_sets if are_texts(keys)], conflict) from None


def are_texts(keys: Collection[Any]) -> bool:
    """Return whether a dict has keys, all of them texts."""
    return bool(keys) and all(type(key) is str for key in keys)


def attribute_of_key(key: str) -> str:
    """Return the name of the attribute for a key, another one for each key."""
    return f"key_{key}" if key.isidentifier() and key.isascii() else f"text_{key.encode().hex()}"


def holds_dicts(value_type: Type) -> bool:
    """Return whether objects among the values of a type are such dicts."""
    return value_type.has(OBJECT) and is_dict_record(value_type.record)
