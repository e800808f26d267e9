"""Code that sorts: sorted(), the method sort() of lists, and heapq.nlargest and nsmallest."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Sequence

from balancer.compiler.builtin_names import call_of
from balancer.compiler.emitter import Several, Value
from balancer.compiler.enums import members_in_order
from balancer.compiler.functions import Functions
from balancer.compiler.kinds import BOOL, CARD, FLOAT, INT, LETTERS, LIST, NONE, OBJECT, PLAYER, TEXT, TUPLE, Type
from balancer.compiler.packing import TAG_BITS
from balancer.compiler.rows import depth_of, leaf_of

SORTED_KINDS = {TEXT, CARD, INT, BOOL, NONE, OBJECT, PLAYER}  # of lists whose kinds are checked as they are sorted


class Sorting(Functions):
    """Writes the code of sorting."""

    def call_sorted(self, node: ast.Call) -> Value:
        if self.keyword(node, "key") is None:
            row = self.steady(self.fresh(node, any_order=True))
            self.sort(row, node)
            return row
        before, self.has_own_order = self.sorted_by_key, False
        self.sorted_by_key = [node.args[0], *(each.iter for each in getattr(node.args[0], "generators", []))]
        row = self.steady(self.fresh(node))
        self.sorted_by_key = before
        self.sort(row, node, has_own_order=self.has_own_order)
        return row

    def sort(self, row: Value, node: ast.Call, *, has_own_order: bool = False) -> None:
        """Sort a list in place, with the arguments `key=` and `reverse=` of the call.

        has_own_order: Python may have the items in another order, so that equal keys raise a flag.
        """
        key, reverse = self.keyword(node, "key"), self.keyword(node, "reverse")
        is_static, descending = self.static(reverse) if reverse else (True, False)
        code = str(int(bool(descending))) if is_static else self.keep_truth(self.condition(reverse))  # type: ignore[arg-type]
        row = self.steady(row)
        elements = row.type.elements
        if key is None and self.orders_by_method(elements):
            self.sort_by_method(row, row, self.fixed(code), node)
            return
        if key is None and not elements.has(FLOAT) and not is_composed(elements):
            if elements.has(TEXT, CARD, INT, BOOL) and elements.kinds <= SORTED_KINDS:
                self.check_kinds(row, elements, node)
            elif not depth_of(elements):
                if elements.has(TUPLE) and not elements.only(TUPLE):
                    self.write(f"check_tuples(S, {row.code})")
                self.check_tags(row, self.tags_of(elements, node))
                self.check_no_none(row, elements)
            if code == "0" and not depth_of(elements):
                self.write(f"sort_list(S, {row.code})")
                return
        self.make()
        top, keys = self.keep("S[TOP]"), Value("", Type())
        # Stable sorts by the last key first give the order by several keys.
        for place in reversed(range(self.key_count(key))):
            keys = self.sort_by(row, node, key, place, code)
        if has_own_order:
            by_method = bool(keys.type.kinds)
            if self.key_count(key) > 1 or (by_method and not self.orders_by_items(keys.type.elements)):
                raise self.refuse(node, "a set sorted by such a key can't be compiled", "write a list")
            if by_method:
                self.check_ascending(keys, code, node)
            else:
                self.write(f"check_no_ties(S, {keys.code})")
        self.write(f"S[TOP] = {top}")

    def sort_by(self, row: Value, node: ast.Call, key: ast.expr | None, place: int, code: str) -> Value:
        """Sort a list by the key with a number, from the last one on; return the list of the keys.

        It has a type where a method of their class compares the keys.
        """
        rows: list[str] = []
        depths: list[int] = []
        tags: list[int] = []
        by_method: list[Type] = []
        number = self.new_name()

        def rank(value: Value | Several) -> None:
            item = self.single(value, node)
            rank_value = item if key is None else self.ranks(key, item, node)[place]
            if is_composed(rank_value.type):
                rank_value = self.letters_list(rank_value, node)
            depths.append(depth_of(rank_value.type))
            if self.orders_by_method(rank_value.type):
                by_method.append(rank_value.type)
                self.write(f"S[{rows[0]} + 2 + {number}] = {rank_value.code}")
            elif depths[-1]:
                self.check_no_frozen(rank_value.type, node)
                self.check_sortable(leaf_of(rank_value.type), node)
                self.write(f"S[{rows[0]} + 2 + {number}] = {rank_value.code}")
            elif rank_value.type.has(FLOAT):
                self.write(f"S[{rows[0]} + 2 + {number}] = order_of_float(S, {self.fraction(rank_value, node)})")
            else:
                if key is not None:
                    tags[:] = self.tags_of(rank_value.type, node)
                if key is not None and rank_value.type.has(NONE):
                    rank_value = self.steady(rank_value)
                    self.fail_if(f"{rank_value.code} == NONE", "NONE_IN_SUM")
                self.write(f"S[{rows[0]} + 2 + {number}] = {rank_value.code}")
            self.write(f"{number} = {number} + 1")

        rows.append(self.keep(f"copy_list(S, {row.code})"))
        self.write(f"{number} = 0")
        self.loop_row(row, node, rank, "")
        self.check_tags(Value(rows[0], row.type), tags)
        if depths[0]:
            self.write(f"rank_rows(S, {rows[0]}, {depths[0]})")
        if by_method:
            ranks = self.place_here(node, f"keys {place}")
            ranks.elements.absorb(by_method[0])
            keys = Value(rows[0], Type(frozenset((LIST,)), ranks))
            self.sort_by_method(row, keys, self.fixed(code), node)
            return keys
        self.write(f"sort_by_keys(S, {row.code}, {rows[0]}, {code})")
        return Value(rows[0], Type())

    def sort_by_method(self, row: Value, keys: Value, descending: str, node: ast.AST) -> None:
        """Sort a list in place by keys that a method of their class compares."""
        raise NotImplementedError

    def check_order_of_items(self, tuples: Type, node: ast.AST) -> None:
        """Check that no class of the file has methods that decide the order of tuples.  NotCompilable."""
        raise NotImplementedError

    def check_ascending(self, keys: Value, descending: str, node: ast.AST) -> None:
        """Raise a flag where a sorted key is not less, or where `descending` not greater, than the next one."""
        raise NotImplementedError

    def key_count(self, key: ast.expr | None) -> int:
        """Return the number of sort keys of a list, found by the previous pass."""
        return 1 if key is None else self.program.key_counts.get((self.routine, key), 1)

    def check_kinds(self, row: Value, elements: Type, node: ast.AST) -> None:
        """Raise a flag where a list to be sorted holds values of several kinds.  NotCompilable: objects with a `<`."""
        has_order = bool(members_in_order(elements.record))
        if (
            elements.record
            and not has_order
            and inspect.getattr_static(elements.record, "__lt__") is not vars(object)["__lt__"]
        ):
            self.check_sortable(elements, node)
        if elements.has(TEXT, NONE, OBJECT, PLAYER) and len(elements.kinds) > 1:
            self.write(f"check_kinds(S, {row.code}, {int(has_order)})")

    def tags_of(self, elements: Type, node: ast.AST) -> list[int]:
        """Return where in tuples to be sorted the kinds of items lie that may be of several.  NotCompilable."""
        if not elements.has(TUPLE) or elements.shape is None or not elements.kinds <= SORTED_KINDS | {TUPLE}:
            self.check_sortable(elements, node)
            return []
        self.check_has_order(elements.shape, node)
        self.check_order_of_items(elements, node)
        tags = []
        for item in self.packing.items(elements.shape):
            if item.kind or item.is_optional or item.type.only(INT, BOOL, CARD) or item.type.has(LETTERS):
                self.check_sortable(item.type, node)
            else:
                tags.append(item.shift + item.bits - TAG_BITS)
        return tags

    def check_tags(self, row: Value, tags: Sequence[int]) -> None:
        """Raise a flag where tuples to be sorted differ in the kinds of their items, or these have no order."""
        for tag in tags:
            self.write(f"check_tags(S, {row.code}, {tag})")

    def check_no_none(self, row: Value, elements: Type) -> None:
        """Raise a flag where a list to be sorted holds None among others."""
        if elements.has(NONE):
            self.fail_if(f"S[{row.code} + 1] > 1 and has_item(S, {row.code}, NONE)", "NONE_IN_SUM")

    def call_nlargest(self, node: ast.Call) -> Value:
        """Return the first of the sorted items: heapq.nlargest(n, items) is sorted(items, reverse=True)[:n]."""
        count, source, *key = node.args
        rows = call_of(sorted, [source], node)
        rows.keywords = [*node.keywords, *(ast.keyword("key", each) for each in key)]
        if self.builtin(node) == "nlargest":
            rows.keywords.append(ast.keyword("reverse", ast.copy_location(ast.Constant(value=True), node)))
        if not self.static(count)[0]:
            count = call_of(max, [count, ast.copy_location(ast.Constant(0), node)], node)
        part = ast.copy_location(ast.Slice(None, count, None), node)
        return self.value(ast.copy_location(ast.Subscript(rows, part, ast.Load()), node))

    call_nsmallest = call_nlargest


def is_composed(value_type: Type) -> bool:
    """Return whether values are texts that may be composed, whose order is that of their letters."""
    return value_type.has(LETTERS) and value_type.only(TEXT, LETTERS)
