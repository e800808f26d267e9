"""Tuples of many items, or of any number of them, stored as lists are; rows that are compared by their items.

A frozenset is a row of sorted words, so that equal ones are equal rows.
"""

from __future__ import annotations

import ast

from balancer.compiler.classes import row_base
from balancer.compiler.emitter import Value
from balancer.compiler.kinds import DICT, FLOAT, LIST, NONE, Type
from balancer.compiler.python_classes import PythonClasses

MAX_DEPTH = 6  # of rows in rows that are compared


def depth_of(value_type: Type, limit: int = MAX_DEPTH) -> int:
    """Return 1 for rows of words, 2 for rows of such rows …; 0 for values that can't be compared as rows."""
    if value_type.is_frozen:
        return 0 if value_type.elements.is_container or value_type.elements.has(FLOAT) or value_type.is_hashed else 1
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


def has_frozen(value_type: Type) -> bool:
    """Return whether rows are frozensets, or hold some, which have no order."""
    return value_type.is_frozen or (value_type.is_container and has_frozen(value_type.elements))


class Rows(PythonClasses):
    """Writes the code of rows."""

    def compare_elements(self, elements: Type, item: Type, node: ast.AST) -> None:
        """Make sure that an item and the items of a list can be compared as words.  NotCompilable."""
        raise NotImplementedError

    def check_member(self, members: Type, item: Type, node: ast.AST) -> None:
        """Make sure that an item can be looked for among members or keys, as a word or as a row.  NotCompilable."""
        raise NotImplementedError

    # Room to grow -----------------------------------------------------------------------------------------------------
    def row_class(self, value_type: Type) -> type | None:
        """Return the class of the file that lists or dicts may have; None if there is none, or several."""
        place = value_type.place if value_type.only(LIST, DICT, NONE) else None
        kinds = [kind for kind in place.root().classes if row_base(kind)] if place else []
        return kinds[0] if len(kinds) == 1 else None

    def more(self, row_type: Type) -> str:
        """Return the room for items that are added later: the name of a constant, or 0."""
        return self.program.room_name(row_type.place) if row_type.grows else "0"

    def room(self, row_type: Type, length: int) -> str:
        """Return the room for a list of a length: more where the list may grow."""
        return f"{length} + {self.more(row_type)}" if row_type.grows else str(length)

    def with_room(self, row: str, row_type: Type) -> str:
        """Return a new list with room to grow where it may."""
        return self.keep(f"give_room(S, {row}, {self.more(row_type)})") if row_type.grows else row

    def ready_set(self, code: str, set_type: Type) -> str:
        """Return a new set that is a row, with room to grow, or sorted."""
        row = self.keep(code)
        if set_type.place and set_type.place.may_be(frozenset):
            self.write(f"sort_list(S, {row})")
        return self.with_room(row, set_type)

    # Comparison by items ----------------------------------------------------------------------------------------------
    def tuple_row(self, row: Value, node: ast.AST) -> Value:
        """Return a new list as a tuple that is stored as one."""
        place = self.place_here(node, "tuple")
        place.mark(tuple)
        if row.type.place:
            self.program.copied(row.type.place.elements, place.elements)
        return Value(row.code, Type(frozenset((LIST,)), place))

    def are_rows(self, members: Type, item: Type, node: ast.AST) -> bool:
        """Return whether an item is compared with members, or keys, by its items; both are then of one kind."""
        if not (members.only(LIST) and item.only(LIST)) and not (members.is_frozen and item.is_frozen):
            return False
        self.check_same_kind(members, item, node)
        return depth_of(members) == depth_of(item) > 0

    def is_hashable(self, key: Type) -> bool:
        """Return whether a value can be a key: no list, and a tuple only where its items can be compared."""
        if not key.is_container:
            return True
        if key.is_frozen:
            return depth_of(key) > 0
        place = key.place and key.place.root()
        inner = key.elements
        return bool(place and place.is_only(tuple) and depth_of(key)) and self.is_hashable(inner)

    def check_alike(self, members: Type, others: Type, node: ast.AST) -> int:
        """Return the depth of rows that two sets hold; 0: they hold words.  NotCompilable: they can't be compared."""
        if members.is_container and others.is_container:
            self.check_member(members, others, node)
            return depth_of(others)
        self.compare_elements(members, others, node)
        return 0

    def aligned(self, row: Value, other: Value, node: ast.AST) -> Value:
        """Return a set or list in which members that are in another set are the same words as there.  NotCompilable."""
        members = other.type.iterated
        depth = self.check_alike(row.type.elements, members, node)
        if not depth:
            return other
        self.make()
        return other._replace(code=self.keep(f"aligned_rows(S, {row.code}, {other.code}, {depth})"))

    def canonical(self, row: Value, item: Value) -> Value:
        """Return the member of a set or list, or the key of a dict, that equals an item; the item where none does.

        Words of rows are equal only if they are the same row, so that what looks for words finds this one.
        """
        depth = depth_of(item.type)
        if not depth:
            item = self.own_member(row, item)
            return self.distinct(item, row.type.iterated)
        helper = "same_key" if row.type.has(DICT) else "same_member"
        return item._replace(code=self.keep(f"{helper}(S, {row.code}, {item.code}, {depth})"))

    def own_member(self, row: Value, item: Value, node: ast.AST | None = None) -> Value:
        """Return the member, or the key, that equals an object by a method of its class; the item where none does."""
        raise NotImplementedError
