"""Code of calls of methods of dicts and Counters."""

from __future__ import annotations

import ast

from balancer.compiler.container_methods import ContainerMethods
from balancer.compiler.emitter import NO_VALUE, WHOLE_TYPE, Several, Value
from balancer.compiler.kinds import DICT, FLOAT, LIST, NONE, scalar
from balancer.compiler.rows import depth_of


class DictMethods(ContainerMethods):
    """Writes the code of calls of methods of dicts."""

    def dict_get(self, row: Value, node: ast.Call) -> Value:
        key, *default = self.arguments(node)
        self.check_member(row.type.keys, key.type, node)
        key = self.own_member(row, key, node)
        cell = self.cell_here(node, "get")
        other = default[0] if default else NO_VALUE
        cell.absorb(row.type.elements)
        cell.absorb(other.type)
        if cell.type.has(FLOAT) and row.type.elements.kinds and not row.type.elements.has(FLOAT):
            row.type.sure_place.elements.absorb(scalar(FLOAT))
        code, depth = self.fit(other, cell.type), depth_of(key.type)
        if depth:
            return Value(self.keep(f"value_at_row_or(S, {row.code}, {key.code}, {code}, {depth})"), cell.type)
        key = self.distinct(key, row.type.keys)
        return Value(self.keep(f"get_value(S, {row.code}, {key.code}, {code})"), cell.type)

    def dict_keys(self, row: Value, node: ast.Call) -> Value:
        del row
        return self.as_list(node)

    dict_values = dict_items = dict_keys

    def dict_pop(self, row: Value, node: ast.Call) -> Value:
        key, *default = self.arguments(node)
        self.change(row)
        self.check_member(row.type.keys, key.type, node)
        key = self.canonical(row, key)
        if not default:
            return Value(self.keep(f"pop_key(S, {row.code}, {key.code})"), row.type.elements)
        cell = self.cell_here(node, "pop")
        cell.absorb(row.type.elements)
        cell.absorb(default[0].type)
        code = self.fit(default[0], cell.type)
        return Value(self.keep(f"pop_key_or(S, {row.code}, {key.code}, {code})"), cell.type)

    def dict_popitem(self, row: Value, node: ast.Call) -> Value:
        self.arguments(node)
        self.change(row)
        value = Value(self.keep(f"pop_last(S, {row.code})"), row.type.elements)
        key = Value(self.keep(f"pop_last(S, {row.code})"), row.type.keys)
        return self.pack([key, value], node)

    def dict_setdefault(self, row: Value, node: ast.Call) -> Value:
        key, *values = (self.steady(each) for each in self.arguments(node))
        value = values[0] if values else NO_VALUE
        self.change(row, grows=True)
        place = row.type.place
        if place is None:
            return Value("0", value.type)
        self.check_key(key, node)
        place.keys.absorb(key.type)
        place.elements.absorb(value.type)
        self.check_member(place.keys.type, key.type, node)
        self.note_kept(value.type)
        self.note_kept(key.type)
        key = self.canonical(row, key)
        with self.indented(f"if find_key(S, {row.code}, {key.code}) < 0:"):
            code = self.fit(value, place.elements.type)
            self.write(f"set_value(S, {row.code}, {self.fit(key, place.keys.type)}, {code})")
        return Value(self.keep(f"value_at(S, {row.code}, {key.code})"), place.elements.type)

    def dict_update(self, row: Value, node: ast.Call) -> Value:
        others = [self.steady(self.sequence(each)) for each in node.args]
        others += [self.steady(self.dict_of_names(node))] if node.keywords else []
        for other in others:
            self.put_from(row, other, node)
        return NO_VALUE

    def put_from(self, row: Value, other: Value, node: ast.Call) -> None:
        """Put what a dict or a list of pairs has into a dict; add it up in a Counter."""
        if self.is_counter(row.type, node) and not other.type.has(DICT):
            self.add_counts(row, other, node, 1)
        elif other.type.has(DICT):
            self.put_all(row, other, node)
        else:
            pairs = self.container(DICT, node)
            source = self.named(other, node, "pairs")  # which is computed once
            self.put_all(row, self.steady(self.dict_of_pairs(node, pairs, source)), node)

    def add_counts(self, row: Value, other: Value, node: ast.Call, sign: int) -> None:
        """Add 1 or -1 to the counts of the items of a list in a Counter, or the counts of another with that sign."""
        self.change(row, grows=True)
        place = row.type.place
        if place is None or other.type.place is None:
            return
        theirs = other.type.place.keys if other.type.has(DICT) else other.type.place.elements
        self.check_key(Value("0", theirs.type), node)
        self.program.copied(theirs, place.keys)

        def put(item: Value | Several) -> None:
            key, count = item if isinstance(item, list) else (self.single(item, node), Value("1", WHOLE_TYPE))
            self.note_kept(key.type)
            key = self.canonical(row, key)
            helper = "add" if sign > 0 else "subtract"
            self.write(
                f"set_value(S, {row.code}, {key.code}, "
                f"{helper}(S, get_value(S, {row.code}, {key.code}, 0), {count.code}))"
            )

        if other.type.has(DICT):
            self.loop_over_dict(other, "items", put, "")
        else:
            self.loop_row(other, node, put, "")

    def dict_subtract(self, row: Value, node: ast.Call) -> Value:
        if node.keywords and node.args:
            raise self.refuse(node, "subtract() with a dict and names can't be compiled", "write two lines")
        other = self.sequence(node.args[0]) if node.args else self.dict_of_names(node)
        self.add_counts(row, self.steady(other), node, -1)
        return NO_VALUE

    def dict_most_common(self, row: Value, node: ast.Call) -> Value:
        values = self.arguments(node)
        count = self.whole(values[0], node) if values and not values[0].type.only(NONE) else "-1"
        self.make()
        ordered = Value(self.keep(f"by_count(S, {row.code}, {count})"), row.type)
        return self.collected(node, lambda push: self.loop_over_dict(ordered, "items", push, ""))

    def dict_elements(self, row: Value, node: ast.Call) -> Value:
        self.arguments(node)
        self.make()
        list_type = self.container(LIST, node)
        if row.type.place:
            self.program.copied(row.type.sure_place.keys, list_type.sure_place.elements)
        return Value(self.with_room(self.keep(f"counted_items(S, {row.code})"), list_type), list_type)

    def put_all(self, row: Value, other: Value, node: ast.AST) -> None:
        """Put all keys and values of a dict into another; a Counter adds them to its own."""
        self.change(row, grows=True)
        place = row.type.place
        if place is None or other.type.place is None:
            return
        self.program.copied(other.type.place.keys, place.keys)
        self.program.copied(other.type.place.elements, place.elements)
        self.note_kept(place.elements.type)
        self.note_kept(place.keys.type)
        adds = self.is_counter(row.type, node)

        def put(pair: Value | Several) -> None:
            assert isinstance(pair, list)  # noqa: S101
            key, value = self.canonical(row, pair[0]).code, pair[1].code
            if adds:
                value = f"get_value(S, {row.code}, {key}, 0) + {value}"
            self.write(f"set_value(S, {row.code}, {key}, {value})")

        self.loop_over_dict(other, "items", put, "")

    def dict_total(self, row: Value, node: ast.Call) -> Value:
        """Return the sum of the values of a Counter."""
        self.make()
        return Value(self.keep(f"sum_list(S, {self.keep(f'list_values(S, {row.code})')})"), WHOLE_TYPE)

    def call_fromkeys(self, node: ast.Call) -> Value:
        """Return the result of dict.fromkeys."""
        value = self.value(node.args[1]) if len(node.args) > 1 else NO_VALUE
        if value.type.is_container:
            raise self.refuse(
                node, "dict.fromkeys with a list gives all keys the same list", "write {key: [] for key in …}"
            )
        value = self.steady(value)
        self.make()
        dict_type, end = self.container(DICT, node, value.type), self.keep("S[LIMIT]")
        place = dict_type.sure_place
        place.mark(dict)

        def push(item: Value | Several) -> None:
            key = self.single(item, node)
            self.check_key(key, node)
            place.keys.absorb(key.type)
            self.note_kept(key.type, in_name=True)
            self.write(f"stack_push(S, {self.fit(key, place.keys.type)})")
            self.write(f"stack_push(S, {self.fit(value, place.elements.type)})")

        self.loop(node.args[0], push)
        return Value(self.keep(self.take_dict(end, dict_type)), dict_type)

    def different_keys(self, node: ast.Call) -> Value:
        """Return the keys of dict.fromkeys as a list, where nothing but a loop reads them."""
        row = self.steady(self.as_list(node.args[0]))
        self.check_key(Value("0", row.type.elements), node)
        self.make()
        return Value(self.keep(self.different_items(row, node)), self.copied(LIST, node, row.type))
