"""Code that looks for, counts and sorts objects whose class has a method for `==` or `<`: in lists, sets and dicts."""

from __future__ import annotations

import ast

from balancer.compiler.classes import compared_names, name_of, operator_method, owner_of
from balancer.compiler.emitter import WHOLE_TYPE, Several, Value
from balancer.compiler.errors import NotCompilable
from balancer.compiler.flag_members import FlagMembers
from balancer.compiler.generated_methods import compares_by_fields
from balancer.compiler.kinds import DICT, LIST, OBJECT, SET, TUPLE, Type
from balancer.compiler.own_hashes import (
    ADVICE,
    attributes_in,
    attributes_through,
    changes_within,
    has_no_hash,
    hashed_parts,
)
from balancer.compiler.own_operators import MAX_INNER, ORDER_METHODS
from balancer.compiler.rows import leaf_of


class OwnMembers(FlagMembers):
    """Writes the code of containers whose members a method of the file's classes compares."""

    def check_member(self, members: Type, item: Type, node: ast.AST) -> None:
        """Check that an item can be looked for among members or keys: by a method, or as a word.  NotCompilable."""
        if not self.compares_by_method(members) and not self.compares_by_method(item):
            super().check_member(members, item, node)

    def compare_elements(self, elements: Type, item: Type, node: ast.AST) -> None:
        """Check that an item and the items of a list can be compared as words.  NotCompilable."""
        for value_type in (elements, item):
            if self.compares_by_method(value_type):
                what = f"comparing several of {value_type}, whose class has `__eq__`, can't be compiled here"
                raise self.refuse(node, what, "compare them one by one")
        super().compare_elements(elements, item, node)

    def check_sortable(self, value_type: Type, node: ast.AST, *, flags_items: bool = False) -> None:
        """Check that words of values are in the order of the values.  NotCompilable."""
        self.check_order_of_items(value_type, node)
        super().check_sortable(value_type, node, flags_items=flags_items)

    def refuse_own_keys(self, value_type: Type, node: ast.AST) -> None:
        """Raise NotCompilable where keys, which are compared as words, are equal by a method of their class."""
        if self.compares_by_method(value_type):
            what = f"{value_type}, whose class has `__eq__`, as keys can't be compiled here"
            raise self.refuse(node, what, "set them one by one, in a loop")

    def own_member(self, row: Value, item: Value, node: ast.AST | None = None) -> Value:
        """Return the member, or the key, that equals an item by a method of its class; the item where none does."""
        members = row.type.iterated
        if not self.compares_by_method(members) and not self.compares_by_method(item.type):
            return item
        if not row.type.has(LIST):
            for each in (members, item.type):
                self.check_hashes(each, node or self.routine.node)
        row, item = self.steady(row), self.steady(item)
        result, number, stop = self.keep(item.code), self.keep("0"), self.keep("0")
        with self.indented(f"while {number} < S[{row.code} + 1] and {stop} == 0:"):
            member = Value(self.keep(f"S[{row.code} + 2 + {number}]"), members)
            self.write(f"{number} = {number} + {2 if row.type.has(DICT) else 1}")
            self.set_truth(stop, self.are_same(member, item, node or self.routine.node))
            with self.indented(f"if {stop}:"):
                self.write(f"{result} = {member.code}")
        return Value(result, item.type)

    def check_hashes(self, value_type: Type, node: ast.AST, depth: int = 0) -> None:
        """Raise NotCompilable where keys that are equal by a method may have different hashes, or none, or new ones."""
        kinds = self.kinds_with(value_type, "__eq__")
        makers = set()
        record = value_type.record if value_type.has(OBJECT) else None
        for kind in self.program.classes_of(record) if kinds and record else kinds:
            parts = hashed_parts(kind, self.program.sources.node_of)
            equality = operator_method(kind, "__eq__")
            if equality is None and operator_method(kind, "__hash__") is None:
                continue  # such objects are equal to themselves only
            makers.add(kind if equality and compares_by_fields(equality) else parts)
            names = {name for part in parts or () for name in attributes_in(part)}
            through = {each for name in names for each in attributes_through(kind, name, self.program.sources.node_of)}
            cells = [self.program.attribute(owner_of(kind), name) for name in names if record]
            inner = [self.program.attribute(owner_of(kind), name) for name in through if record]
            if parts is None or any(has_no_hash(cell.type) for cell in cells):
                what = f"keys of {name_of(kind)}, whose `__eq__` and `__hash__` don't agree, can't be compiled"
                raise self.refuse(node, what, ADVICE)
            if any(changes_within(cell.type) for cell in inner):
                what = f"keys of {name_of(kind)}, whose `__hash__` reads what may change, can't be compiled"
                raise self.refuse(node, what, ADVICE)
            names |= through
            for place in [self.program.changed_at.get((owner_of(kind), name)) for name in sorted(names)]:
                if place:
                    what = f"changing what the `__hash__` of {kind.__name__} reads can't be compiled"
                    raise NotCompilable(what, "make a new object", *place)
            for cell in cells if depth < MAX_INNER else ():
                self.check_hashes(cell.type, node, depth + 1)
        if len(makers) > 1 and not all(isinstance(each, type) for each in makers):
            raise self.refuse(node, f"{value_type} of several classes, with own hashes, as keys can't be compiled")
        shape = value_type.shape.root() if value_type.shape and value_type.has(TUPLE) else None
        for cell in shape.fields if shape and depth < MAX_INNER else ():
            self.check_hashes(cell.type, node, depth + 1)

    def list_count(self, row: Value, node: ast.Call) -> Value:
        """Return how many items of a list equal a value."""
        if not self.compares_by_method(row.type.elements):
            return super().list_count(row, node)
        (value,) = (self.steady(each) for each in self.arguments(node))
        count = self.keep("0")

        def look(item: Value | Several) -> None:
            with self.indented(f"if {self.are_same(self.steady(self.single(item, node)), value, node)}:"):
                self.write(f"{count} = {count} + 1")

        self.loop_row(row, node, look, "")
        return Value(count, WHOLE_TYPE, is_small=True)

    def as_set(self, row: Value, node: ast.expr, *, is_frozen: bool = False) -> Value:
        """Return the set of the items of a list."""
        if is_frozen and self.compares_by_method(row.type.elements):
            what = f"a frozenset of {row.type.elements}, whose class has `__eq__`, can't be compiled"
            raise self.refuse(node, what, "write a list")
        return super().as_set(row, node, is_frozen=is_frozen)

    def different_items(self, row: Value, node: ast.expr) -> str:
        """Return the code of a new list of the items of another, where equal ones are there once."""
        if not self.compares_by_method(row.type.elements):
            return super().different_items(row, node)
        row = self.steady(row)
        result = Value(self.keep(f"new_list(S, S[{row.code} + 1])"), self.copied(SET, node, row.type))

        def add(item: Value | Several) -> None:
            member = self.own_member(result, self.single(item, node), node)
            self.write(f"add_to_set(S, {result.code}, {member.code})")

        self.loop_row(row, node, add, "")
        return result.code

    def take_dict(self, end: str, dict_type: Type) -> str:
        """Return the code of a dict of the keys and values that were pushed since the stack began at `end`."""
        if not self.compares_by_method(dict_type.keys):
            return super().take_dict(end, dict_type)
        pairs, place = self.keep(f"stack_take(S, {end})"), self.keep("0")
        result = Value(self.keep(f"new_list(S, S[{pairs} + 1] + {self.more(dict_type)})"), dict_type)
        with self.indented(f"while {place} < S[{pairs} + 1]:"):
            key, item = (self.keep(f"S[{pairs} + {2 + behind} + {place}]") for behind in (0, 1))
            key = self.own_member(result, Value(key, dict_type.keys)).code
            self.write(f"set_value(S, {result.code}, {key}, {item})")
            self.write(f"{place} = {place} + 2")
        return result.code

    def counted(self, row: Value, dict_type: Type, node: ast.expr) -> Value:
        """Return the Counter of the items of a list."""
        if not self.compares_by_method(row.type.elements):
            return super().counted(row, dict_type, node)
        result = Value(self.keep(f"new_list(S, 2 * S[{row.code} + 1] + {self.more(dict_type)})"), dict_type)

        def count(item: Value | Several) -> None:
            key = self.own_member(result, self.single(item, node), node).code
            self.write(f"set_value(S, {result.code}, {key}, get_value(S, {result.code}, {key}, 0) + 1)")

        self.loop_row(row, node, count, "")
        return result

    def check_alike(self, members: Type, others: Type, node: ast.AST) -> int:
        """Return the depth of rows that two sets hold; 0: they hold words, or objects.  NotCompilable."""
        by_method = self.compares_by_method(members) or self.compares_by_method(others)
        return 0 if by_method else super().check_alike(members, others, node)

    def aligned(self, row: Value, other: Value, node: ast.AST) -> Value:
        """Return a set or list in which members that are in another set are the same words as there."""
        members = other.type.iterated
        if not self.compares_by_method(row.type.elements) and not self.compares_by_method(members):
            return super().aligned(row, other, node)
        if other.type.has(DICT):
            raise self.refuse(node, "a set with the keys of a dict by their `__eq__` can't be compiled", "write a loop")
        row, other = self.steady(row), self.steady(other)
        self.make()
        result = self.keep(f"copy_list(S, {other.code})")
        place = self.keep("0")
        with self.indented(f"while {place} < S[{result} + 1]:"):
            member = self.own_member(row, Value(self.keep(f"S[{result} + 2 + {place}]"), members), node)
            self.write(f"S[{result} + 2 + {place}] = {member.code}")
            self.write(f"{place} = {place} + 1")
        return other._replace(code=result)

    def check_order_of_items(self, tuples: Type, node: ast.AST) -> None:
        """Check that no class of the file has methods that decide the order of tuples.  NotCompilable."""
        shape = tuples.shape.root() if tuples.shape else None
        for cell in shape.fields if shape else ():
            if self.operator_of(cell.type, *ORDER_METHODS, "__eq__"):
                what = f"the order of tuples with {cell.type} in them can't be compiled"
                advice = "write `key=lambda item: (item.first, item.second)`, with the attributes that count"
                raise self.refuse(node, f"{what}: its class has methods for operators", advice)

    def orders_by_items(self, value_type: Type) -> bool:
        """Return whether values that a method compares are compared item by item, and these have an order."""
        kinds = self.kinds_with(value_type, "__lt__")
        cells = [self.program.attribute(owner_of(kind), name) for kind in kinds for name in compared_names(kind)]
        methods = [operator_method(kind, "__lt__") for kind in kinds]
        are_generated = [method is not None and compares_by_fields(method) for method in methods]
        return all(are_generated) and not any(self.orders_by_method(leaf_of(cell.type)) for cell in cells)

    def check_ascending(self, keys: Value, descending: str, node: ast.AST) -> None:
        """Raise a flag where a sorted key is not less, or where `descending` not greater, than the next one."""
        place, is_less = self.keep("1"), self.keep("1")
        with self.indented(f"while {place} < S[{keys.code} + 1]:"):
            first, second = (
                Value(self.keep(f"S[{keys.code} + {before} + {place}]"), keys.type.elements) for before in (1, 2)
            )
            for head, pair in ((f"if {descending} == 0:", (first, second)), ("else:", (second, first))):
                with self.indented(head):
                    self.set_truth(is_less, self.compared(pair[0], ast.Lt(), pair[1], node))
            self.fail_if(f"{is_less} == 0", "SET_ORDER")
            self.write(f"{place} = {place} + 1")

    def sort_by_method(self, row: Value, keys: Value, descending: str, node: ast.AST) -> None:
        """Sort a list in place by insertion, with `<` of the class of the keys; keys: a second list, or the same.

        Python's own sort is stable, too, and calls nothing but `<`, so that any stable sort has the same result.
        """
        place = self.keep("1")
        with self.indented(f"while {place} < S[{row.code} + 1]:"):
            item, key = self.keep(f"S[{row.code} + 2 + {place}]"), self.keep(f"S[{keys.code} + 2 + {place}]")
            at, moves = self.keep(place), self.keep("1")
            with self.indented(f"while {moves} and {at} > 0:"):
                before = Value(self.keep(f"S[{keys.code} + 1 + {at}]"), keys.type.elements)
                pair = (Value(key, keys.type.elements), before)
                self.write(f"if {descending} == 0:")
                self.depth += 1
                self.set_truth(moves, self.compared(pair[0], ast.Lt(), pair[1], node))
                self.depth -= 1
                with self.indented("else:"):
                    self.set_truth(moves, self.compared(pair[1], ast.Lt(), pair[0], node))
                with self.indented(f"if {moves}:"):
                    for each in dict.fromkeys((row.code, keys.code)):
                        self.write(f"S[{each} + 2 + {at}] = S[{each} + 1 + {at}]")
                    self.write(f"{at} = {at} - 1")
            self.write(f"S[{row.code} + 2 + {at}] = {item}")
            self.write(f"S[{keys.code} + 2 + {at}] = {key}")
            self.write(f"{place} = {place} + 1")
