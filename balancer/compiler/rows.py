"""Tuples of many items, or of any number of them, stored as lists are; rows that are compared by their items."""

from __future__ import annotations

import ast

from balancer.compiler.emitter import Value
from balancer.compiler.kinds import DICT, FLOAT, LIST, Type
from balancer.compiler.texts import Texts

MAX_DEPTH = 6  # of rows in rows that are compared


def depth_of(value_type: Type, limit: int = MAX_DEPTH) -> int:
    """Return 1 for rows of words, 2 for rows of such rows …; 0 for values that can't be compared as rows."""
    if not value_type.only(LIST) or limit == 0:
        return 0
    elements = value_type.elements
    if not elements.is_container:
        return 0 if elements.has(FLOAT) else 1
    inner = depth_of(elements, limit - 1)
    return inner and inner + 1


def leaf_of(value_type: Type) -> Type:
    """Return the type of the items of rows, or of the rows in them."""
    while value_type.is_container:
        value_type = value_type.elements
    return value_type


class Rows(Texts):
    """Writes the code of rows."""

    def tuple_row(self, row: Value, node: ast.AST) -> Value:
        """Return a new list as a tuple that is stored as one."""
        place = self.place_here(node, "tuple")
        place.mark(is_tuple=True)
        if row.type.place:
            self.program.copied(row.type.place.elements, place.elements)
        return Value(row.code, Type(frozenset((LIST,)), place))

    def are_rows(self, members: Type, item: Type, node: ast.AST) -> bool:
        """Return whether an item is compared with members, or keys, by its items; both are then of one kind."""
        if not (members.only(LIST) and item.only(LIST)):
            return False
        self.check_same_kind(members, item, node)
        return depth_of(members) == depth_of(item) > 0

    def check_same_kind(self, first: Type, second: Type, node: ast.AST) -> None:
        """Raise NotCompilable where a list may be compared with a tuple, which are never equal."""
        places = [value_type.place.root() for value_type in (first, second) if value_type.place]
        if any(place.is_list for place in places) and any(place.is_tuple for place in places):
            raise self.refuse(node, "comparing a list with a tuple can't be compiled", "write tuple(...) or list(...)")

    def is_hashable(self, key: Type) -> bool:
        """Return whether a value can be a key: no list, and a tuple only where its items can be compared."""
        if not key.is_container:
            return True
        place = key.place and key.place.root()
        inner = key.elements
        return bool(place and place.is_tuple and not place.is_list and depth_of(key)) and self.is_hashable(inner)

    def canonical(self, row: Value, item: Value) -> Value:
        """Return the member of a set or list, or the key of a dict, that equals an item; the item where none does.

        Words of rows are equal only if they are the same row, so that what looks for words finds this one.
        """
        depth = depth_of(item.type)
        if not depth:
            item = self.own_member(row, item)
            return self.distinct(item, row.type.keys if row.type.has(DICT) else row.type.elements)
        helper = "same_key" if row.type.has(DICT) else "same_member"
        return item._replace(code=self.keep(f"{helper}(S, {row.code}, {item.code}, {depth})"))

    def own_member(self, row: Value, item: Value, node: ast.AST | None = None) -> Value:
        """Return the member, or the key, that equals an object by a method of its class; the item where none does."""
        raise NotImplementedError
