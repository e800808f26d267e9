"""Code of calls of methods of lists and sets."""

from __future__ import annotations

import ast
import collections
from collections.abc import Callable
from functools import partial

from balancer.compiler.builtin_names import call_of
from balancer.compiler.emitter import NO_VALUE, WHOLE_TYPE, Several, Value
from balancer.compiler.kinds import DICT, LIST, SET
from balancer.compiler.repeating import Repeating
from balancer.compiler.rows import depth_of
from balancer.compiler.signatures import METHODS

SET_OPERATORS: dict[str, ast.operator] = {
    "union": ast.BitOr(),
    "update": ast.BitOr(),
    "intersection": ast.BitAnd(),
    "difference": ast.Sub(),
    "symmetric_difference": ast.BitXor(),
}
COMPARISONS = {  # conditions, given the rows of a set and of an iterable
    "issubset": "is_subset(S, {0}, {1}) != 0",
    "issuperset": "is_subset(S, {1}, {0}) != 0",
    "isdisjoint": "are_disjoint(S, {0}, {1}) != 0",
}


class ContainerMethods(Repeating):
    """Writes the code of calls of methods of lists and sets."""

    def call_container(self, row: Value, node: ast.Call, name: str) -> Value:
        """Return the result of a method of a list, set or dict."""
        row = self.steady(self.container_code(row, node))
        kind = DICT if row.type.has(DICT) else SET if row.type.has(SET) else LIST
        self.check_has(row.type, name, node)
        self.arrange(METHODS.get(name, METHODS.get(f"{kind} {name}")), node)
        method = getattr(self, f"{kind}_{name}", None) or (getattr(self, f"row_{name}", None) if kind != DICT else None)
        if method is None:
            raise self.refuse(node, f"`.{name}()` of a {kind} can't be compiled")
        result: Value = method(row, node)
        return result

    def add(self, row: Value, value: Value) -> str:
        """Add the type of a value to that of the items of a list or set; return its word as an item."""
        if row.type.place is None:
            return value.code
        row.type.place.elements.absorb(value.type)
        self.note_kept(value.type)
        return self.fit(value, row.type.place.elements.type)

    def arguments(self, node: ast.Call) -> Several:
        """Return the values of the arguments, in order."""
        if node.keywords:
            raise self.refuse(node, "arguments by name can't be compiled here")
        return self.several(node.args)

    def row_append(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.change(row, grows=True)
        self.write(f"append(S, {row.code}, {self.add(row, value)})")
        return NO_VALUE

    def set_add(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.change(row, grows=True)
        if not self.is_hashable(value.type):
            raise self.refuse(node, f"{value.type} in a set can't be compiled", "write tuple(sorted(...))")
        self.check_member(row.type.elements, value.type, node)
        word = self.add(row, self.canonical(row, value))
        if row.type.is_hashed:
            self.write(f"add_hashed(S, {row.code}, {self.with_hash(row.type, value._replace(code=word))})")
            return NO_VALUE
        self.write(f"add_to_set(S, {row.code}, {word})")
        return NO_VALUE

    def row_pop(self, row: Value, node: ast.Call) -> Value:
        values = self.arguments(node)
        self.change(row)
        if values and row.type.place and row.type.place.may_be(collections.deque):
            raise self.refuse(node, "pop() of a deque takes no place", "write popleft(), or del row[0]")
        if not values:
            return Value(self.keep(f"pop_last(S, {row.code})"), row.type.elements)
        return Value(self.keep(f"pop_at(S, {row.code}, {self.whole(values[0], node)})"), row.type.elements)

    def set_pop(self, row: Value, node: ast.Call) -> Value:
        self.arguments(node)
        self.change(row)
        self.order(row.type, node)
        return Value(self.keep(f"pop_hashed(S, {row.code})"), row.type.elements)

    def row_remove(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.change(row)
        value = self.member(row, value, node)
        self.write(f"remove_item(S, {row.code}, {value.code})")
        return NO_VALUE

    def set_remove(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.change(row)
        value = self.steady(self.member(row, value, node))
        if row.type.is_hashed:
            was_there = self.keep(f"drop_hashed(S, {row.code}, {self.with_hash(row.type, value)})")
            self.fail_if(f"{was_there} == 0", "KEY")
            return NO_VALUE
        self.fail_if(f"has_item(S, {row.code}, {value.code}) == 0", "KEY")
        self.write(f"discard_item(S, {row.code}, {value.code})")
        return NO_VALUE

    def set_discard(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.change(row)
        value = self.member(row, value, node)
        if row.type.is_hashed:
            self.write(f"drop_hashed(S, {row.code}, {self.with_hash(row.type, value)})")
            return NO_VALUE
        self.write(f"discard_item(S, {row.code}, {value.code})")
        return NO_VALUE

    def member(self, row: Value, value: Value, node: ast.AST) -> Value:
        """Return the item of a list or set that equals a value; the value itself where none does.  NotCompilable."""
        self.check_member(row.type.elements, value.type, node)
        return self.canonical(row, value)

    def list_insert(self, row: Value, node: ast.Call) -> Value:
        place, value = self.arguments(node)
        self.change(row, grows=True)
        self.write(f"insert_item(S, {row.code}, {self.whole(place, node)}, {self.add(row, value)})")
        return NO_VALUE

    def list_extend(self, row: Value, node: ast.Call) -> Value:
        self.extend_row(row, node.args[0])
        return NO_VALUE

    def extend_row(self, row: Value, source: ast.expr) -> None:
        """Add all items of an iterable at the end of a list."""
        self.change(row, grows=True)
        other = self.as_list(source)
        place = row.type.place
        if place is None:
            return
        if other.type.place:
            self.program.copied(other.type.place.elements, place.elements)
        self.note_kept(place.elements.type)
        other = self.steady(other)
        self.check_copied(other, place.elements.type)
        self.write(f"extend(S, {row.code}, {other.code})")

    def set_update(self, row: Value, node: ast.Call) -> Value:
        """Write a set operation in place."""
        op = SET_OPERATORS[method_of(node).removesuffix("_update")]
        self.each_source(row, node, lambda source: self.update_set(row, source, op))
        return NO_VALUE

    set_difference_update = set_intersection_update = set_symmetric_difference_update = set_update

    def each_source(self, row: Value, node: ast.Call, use: Callable[[ast.expr], None]) -> None:
        """Use all iterables that are handed to a set operation, those with `*` before them one by one."""
        if len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
            use(node.args[0])
            return

        def evaluate(source: ast.expr) -> Value:
            any_order = not row.type.is_hashed
            if isinstance(source, ast.Starred) and isinstance(source.value, ast.GeneratorExp):
                return self.as_list(source.value, any_order=any_order)
            if isinstance(source, ast.Starred):
                return self.value(ast.copy_location(ast.List([source], ast.Load()), source))
            return self.iterable(source, any_order=any_order)

        for source, value in zip(node.args, self.several(node.args, evaluate), strict=True):
            if isinstance(source, ast.Starred):
                self.loop_row(value, source, partial(self.use_source, use, source), "")
            else:
                self.use_source(use, source, value)

    def use_source(self, use: Callable[[ast.expr], None], node: ast.expr, value: Value | Several) -> None:
        """Give the name of a value to a function."""
        name = self.named(self.single(value, node), node, "source")
        name.col_offset = -1 - name.col_offset  # a place of its own
        use(name)

    def update_set(
        self, row: Value, source: ast.expr, op: ast.operator, *, only_sets: bool = False, is_new: bool = False
    ) -> None:
        """Change a set in place by an iterable: add its items, remove them, keep only them or swap them.

        is_new: nothing has the set yet, so that it may become a frozenset.
        """
        adds = isinstance(op, ast.BitOr | ast.BitXor)
        if is_new:
            row.type.sure_place.mark(grows=adds)
        else:
            self.change(row, grows=adds)
        other = self.steady(self.iterable(source, any_order=not row.type.is_hashed))
        if only_sets and other.type.kinds and not other.type.has(SET):
            raise self.refuse(source, f"{other.type} is no set, as Python needs it here", "write set(...)")
        members = other.type.iterated
        self.check_alike(row.type.elements, members, source)
        if adds and row.type.place:
            row.type.place.elements.absorb(members)
            self.note_kept(members)
        if row.type.is_hashed:
            self.change_hashed(row, op, other, source)
            return
        other = self.in_row(other, source, any_order=True)
        self.check_copied(other, row.type.elements)
        if not isinstance(op, ast.BitOr | ast.Sub):
            other = self.aligned(row, self.as_set(other, source), source)
            self.make()
            helper = "intersect_sets" if isinstance(op, ast.BitAnd) else "differ_sets"
            self.write(f"assign_list(S, {row.code}, {self.keep(f'{helper}(S, {row.code}, {other.code})')})")
            return
        helper = "add_to_set" if isinstance(op, ast.BitOr) else "discard_item"

        def change(item: Value | Several) -> None:
            self.write(f"{helper}(S, {row.code}, {self.canonical(row, self.single(item, source)).code})")

        other = self.steady(other)
        with self.indented(f"if {row.code} != {other.code}:"):
            self.loop_row(other, source, change, "")
        if isinstance(op, ast.Sub):
            self.write(f"S[{row.code} + 1] = S[{row.code} + 1] if {row.code} != {other.code} else 0")

    def row_clear(self, row: Value, node: ast.Call) -> Value:
        self.arguments(node)
        self.change(row)
        if row.type.is_hashed:
            self.write(f"clear_hashed(S, {row.code})")
            return NO_VALUE
        self.write(f"S[{row.code} + 1] = 0")
        return NO_VALUE

    dict_clear = row_clear

    def row_copy(self, row: Value, node: ast.Call) -> Value:
        self.arguments(node)
        self.make()
        kind = DICT if row.type.has(DICT) else SET if row.type.has(SET) else LIST
        copy_type = self.copied(kind, node, row.type)
        if row.type.place and copy_type.place:
            copy_type.place.mark_as(row.type.place)
        if copy_type.is_hashed:
            return self.hashed_set(row, copy_type, node)
        row = self.in_row(row, node, any_order=True)
        return Value(self.keep(f"copy_with_room(S, {row.code}, {self.more(copy_type)})"), copy_type)

    dict_copy = row_copy

    def list_index(self, row: Value, node: ast.Call) -> Value:
        value, *bounds = self.arguments(node)
        if bounds:
            return self.index_within(row, value, bounds, node)
        self.check_member(row.type.elements, value.type, node)
        value = self.own_member(row, value, node)
        depth = depth_of(value.type)
        if depth:
            code = f"index_of_row(S, {row.code}, {value.code}, {depth})"
            return Value(self.keep(code), WHOLE_TYPE, is_small=True)
        value = self.distinct(value, row.type.elements)
        return Value(self.keep(f"index_of(S, {row.code}, {value.code})"), WHOLE_TYPE, is_small=True)

    def index_within(self, row: Value, item: Value, bounds: Several, node: ast.Call) -> Value:
        """Return the first place of an item in a part of a list: len(row[:begin]) + row[begin:end].index(item)."""
        values = zip(("row", "item", "begin", "end"), (row, item, *bounds), strict=False)
        names = {role: self.named(value, node, role) for role, value in values}
        before = ast.Subscript(names["row"], ast.Slice(None, names["begin"]), ast.Load())
        part = ast.Subscript(names["row"], ast.Slice(names["begin"], names.get("end")), ast.Load())
        index = ast.Call(ast.Attribute(part, "index", ast.Load()), [names["item"]], [])
        place = ast.BinOp(call_of(len, [before], node), ast.Add(), index)
        for each in (before, part, index, place):
            ast.copy_location(each, node)
        return self.value(place)

    def row___getitem__(self, row: Value, node: ast.Call) -> Value:
        item = ast.Subscript(self.named(row, node, "row"), node.args[0], ast.Load())
        return self.value(ast.copy_location(item, node))

    dict___getitem__ = row___getitem__

    def list_count(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.check_member(row.type.elements, value.type, node)
        depth = depth_of(value.type)
        value = value if depth else self.distinct(value, row.type.elements)
        call = f"count_row(S, {row.code}, {value.code}, {depth})"
        code = call if depth else f"count_item(S, {row.code}, {value.code})"
        return Value(self.keep(code), WHOLE_TYPE, is_small=True)

    def list_reverse(self, row: Value, node: ast.Call) -> Value:
        self.arguments(node)
        self.change(row)
        self.write(f"reverse_list(S, {row.code})")
        return NO_VALUE

    def list_sort(self, row: Value, node: ast.Call) -> Value:
        self.change(row)
        self.sort(row, node)
        return NO_VALUE

    def list_deck(self, row: Value, node: ast.Call) -> Value:
        raise self.refuse(node, "`.deck()` of a list can't be compiled")

    def set_issubset(self, row: Value, node: ast.Call) -> Value:
        """Return the result of a comparison of a set with an iterable."""
        other = self.as_list(node.args[0], any_order=True)
        row = self.in_row(row, node, any_order=True)
        return self.truth_value(COMPARISONS[method_of(node)].format(row.code, self.aligned(row, other, node).code))

    set_issuperset = set_isdisjoint = set_issubset

    def set_union(self, row: Value, node: ast.Call) -> Value:
        """Return the result of a set operation with other iterables."""
        op = SET_OPERATORS[method_of(node)]
        if len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
            result = self.steady(self.row_copy(row, ast.copy_location(ast.Call(node.func, [], []), node)))
            if result.type.is_hashed and not isinstance(op, ast.BitOr):
                what = "the order of what several sets have in common, or not, can't be compiled"
                raise self.refuse(node, what, "write one call after the other")

            def change(source: ast.expr) -> None:
                other = self.value(source)
                # Python leaves out the set itself, whose addition may change the order.
                is_other = f"{other.code} != {row.code}" if other.type.only(SET) and isinstance(op, ast.BitOr) else "1"
                with self.indented(f"if {is_other}:"):
                    self.update_set(result, source, op, is_new=True)

            self.each_source(result, node, change)
            return result
        source = node.args[0]
        result_type = self.container(SET, node)
        if result_type.is_hashed:
            other = self.iterable(source)
            self.check_alike(row.type.elements, other.type.iterated, node)
            if row.type.place and result_type.place:
                self.program.copied(row.type.place.elements, result_type.place.elements)
                result_type.place.mark_as(row.type.place)
            if isinstance(op, ast.BitOr | ast.BitXor) and result_type.place:
                members = other.type.iterated
                result_type.place.elements.absorb(members)
            self.make()
            return self.combined_hashed(row, op, other, result_type, node)
        other = self.as_set(self.as_list(source, any_order=True), source)
        return self.operated(row, op, other, node)

    set_intersection = set_difference = set_symmetric_difference = set_union


def method_of(node: ast.Call) -> str:
    """Return the name of the method that is called."""
    assert isinstance(node.func, ast.Attribute)  # noqa: S101
    return node.func.attr
