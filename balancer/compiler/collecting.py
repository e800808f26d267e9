"""Code that reads iterables as lists, and makes lists: of displays, comprehensions and loops."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable
from typing import Any

from balancer.compiler.allocating import takes_memory
from balancer.compiler.builtin_names import call_of
from balancer.compiler.classes import is_record, item_names
from balancer.compiler.commuting import Commuting
from balancer.compiler.emitter import WHOLE_TYPE, Several, Value
from balancer.compiler.hashing import Body
from balancer.compiler.iterating import LOOPED, dict_part
from balancer.compiler.kept_iterators import is_kept_class
from balancer.compiler.kinds import DICT, INT, LIST, OBJECT, SET, TUPLE, UNKNOWN

Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp


class Collecting(Commuting):
    """Writes the code of lists of the items of iterables."""

    def function_keys(self, node: ast.expr) -> tuple[Any, ...] | None:
        """Return the keys of a dict of functions; None for other expressions."""
        raise NotImplementedError

    def set_display(self, node: ast.Set, *, is_iterated: bool = False) -> Value:
        """Return the set of the items of a display."""
        raise NotImplementedError

    def different_keys(self, node: ast.Call) -> Value:
        """Return the keys of dict.fromkeys as a list, where nothing but a loop reads them."""
        raise NotImplementedError

    def collected(self, node: ast.expr, loop: Callable[[Body], None] | None = None) -> Value:
        """Return a list of the items that a loop yields, which it may make: one over a call, or another."""
        raise NotImplementedError

    def item_of_row(self, holder: Value, place: int, node: ast.AST) -> Value:
        """Return an item of a tuple that is stored as an object."""
        raise NotImplementedError

    def sequence(self, node: ast.expr, *, any_order: bool = False) -> Value:
        """Return an iterable as a list or dict that is read once, a set in any order as it is where that is a row."""
        return self.in_row(self.iterable(node, any_order=any_order), node, any_order=any_order)

    def iterable(self, node: ast.expr, *, any_order: bool = False) -> Value:
        """Return an iterable as a list, set or dict that is read once; a tuple display becomes a list."""
        if isinstance(node, ast.Set) and not any_order:
            return self.set_display(node, is_iterated=True)
        if self.is_stepped(node):
            return self.collected(node)
        is_static, constant = self.static(node)
        keys = self.function_keys(node)
        if keys is not None:
            return self.constant_row(keys)
        is_object = is_record(type(constant))
        if is_static and isinstance(constant, tuple | list | range | set | frozenset | dict) and not is_object:
            return self.constant_row(constant)
        if is_static and isinstance(constant, str):
            return self.constant_row(self.program.letters(constant))
        if is_static and isinstance(constant, enum.EnumMeta):
            return self.constant_row(self.program.letters_of(constant))
        if isinstance(node, ast.Tuple | ast.List):
            return self.display(node)
        name = self.builtin(node)
        if name == "str" and isinstance(node, ast.Call) and len(node.args) == 1:
            return self.letters_of_value(node)
        if name == "iter" and isinstance(node, ast.Call) and len(node.args) == 1:
            return self.iterable(node.args[0], any_order=any_order)
        if isinstance(node, ast.GeneratorExp) or dict_part(node) or name in {"range", *LOOPED}:
            return self.as_list(node, any_order=any_order)
        match node:
            case ast.Call(func=ast.Attribute(ast.Name("dict"), "fromkeys"), args=[_], keywords=[]):
                if not self.is_local("dict"):
                    return self.different_keys(node)
        row = self.consuming(node, lambda: self.container_of(self.value(node), node))
        assert row is not None  # noqa: S101
        return row

    def letters_of_value(self, node: ast.Call) -> Value:
        """Return the letters of `str(value)`: the digits of a whole number, or what is made of a text."""
        value = self.steady(self.value(node.args[0]))
        if not value.type.only(INT) or value.type.members or not value.type.kinds:
            return self.container_of(self.compose([value], node), node) if value.type.kinds else value
        self.make()
        letters = self.constant_row(self.program.letters("0123456789-"))
        list_type = self.container(LIST, node, letters.type.elements)
        return Value(self.keep(f"digits_of(S, {value.code}, {letters.code})"), list_type)

    def readable(self, value: Value, node: ast.expr) -> Value:
        """Return a value that can be iterated as a list or dict."""
        return self.in_row(self.container_of(value, node), node)

    def container_of(self, value: Value, node: ast.expr) -> Value:
        """Return a value that can be iterated as a list, set or dict."""
        value = self.special(value, "__iter__", [], node) or value
        if is_kept_class(value.type.record):
            raise self.refuse(node, "an iterator can't be compiled here", "give it a name first")
        if value.type.has(TUPLE):
            return self.tuple_as_list(value, node)
        if value.type.only(OBJECT) and item_names(value.type.record):
            return self.row_as_list(value, node)
        if value.type.is_text:
            return self.letters(value, node)
        if value.type.record and issubclass(value.type.record, enum.Flag):
            raise self.refuse(node, "the members of a Flag can't be compiled", "write an Enum, and sets of its members")
        if value.type.kinds and not value.type.is_container:
            raise self.refuse(node, f"the items of {value.type} can't be compiled")
        return self.container_code(value, node)

    def items_apart(self, value: Value, node: ast.expr, count: int) -> Several:
        """Return the items of a value that is taken apart; count: how many there must be."""
        if value.type.has(TUPLE) and value.type.is_container:
            value = self.tuple_as_list(value, node)
        if value.type.has(TUPLE):
            return self.items(value, node, count)
        if value.type.only(OBJECT) and item_names(value.type.record):
            if len(item_names(value.type.record)) != count:
                raise self.refuse(node, f"a tuple of other length is taken apart into {count} names")
            value = self.steady(value)
            return [self.item_of_row(value, place, node) for place in range(count)]
        if not value.type.kinds:
            return [Value("0", UNKNOWN)] * count
        if value.type.is_text:
            value = self.letters(value, node)
        row = self.in_row(self.container_code(value, node), node)
        row = self.steady(self.list_of_keys(row, node) if row.type.has(DICT) else row)
        self.fail_if(f"S[{row.code} + 1] != {count}", "LENGTH")
        return [Value(self.keep(f"item_at(S, {row.code}, {place})"), row.type.elements) for place in range(count)]

    def row_as_list(self, value: Value, node: ast.expr) -> Value:
        """Return a list of the items of a tuple that is stored as an object."""
        items = [self.item_of_row(value, place, node) for place in range(len(item_names(value.type.record)))]
        return self.row_at(self.place_here(node, "items"), items)

    def constant_row(self, value: Any) -> Value:
        """Return a constant that can be iterated as a list, set or dict."""
        region = self.program.region(value)
        return Value(region.name, region.type)

    # Lists ------------------------------------------------------------------------------------------------------------
    def display(self, node: ast.Tuple | ast.List | ast.Set) -> Value:
        """Return a new list of the items of a display, including starred ones."""
        self.make()
        if not any(isinstance(each, ast.Starred) for each in node.elts):
            # The members of a constant set would be in its order, not in that in which they are added.
            is_hashed = isinstance(node, ast.Set) and self.container(SET, node).is_hashed
            unchanged = None if is_hashed else self.unchanged_literal(node, LIST)
            if unchanged is not None:
                return unchanged
            values = self.several(node.elts)
            list_type = self.container(LIST, node)
            if isinstance(node, ast.List):
                list_type.sure_place.mark(list)
            for value in values:
                list_type.sure_place.elements.absorb(value.type)
            room = self.room(list_type, len(values))
            if room == "0":
                return Value(self.keep("new_list(S, 0)"), list_type)
            codes = [self.fit(value, list_type.elements) for value in values]
            return Value(self.filled_row(codes, room), list_type)
        parts = [each.value if isinstance(each, ast.Starred) else each for each in node.elts]
        starred = {id(each.value) for each in node.elts if isinstance(each, ast.Starred)}
        any_order = isinstance(node, ast.Set)
        values = self.several(
            parts, lambda part: self.sequence(part, any_order=any_order) if id(part) in starred else self.value(part)
        )
        list_type = self.container(LIST, node)
        if isinstance(node, ast.List):
            list_type.sure_place.mark(list)
        elements = list_type.sure_place.elements
        for part, value in zip(parts, values, strict=True):
            item_type = value.type.keys if value.type.has(DICT) else value.type.elements
            elements.absorb(item_type if id(part) in starred else value.type)
        values = [self.steady(value) for value in values]
        row = self.keep("open_list(S)")
        for part, value in zip(parts, values, strict=True):
            is_row = id(part) in starred and not value.type.has(DICT)
            if is_row and self.fits_unchanged(value.type.elements, elements.type):
                self.write(f"push_all(S, {row}, {value.code})")
            elif id(part) in starred:

                def push(item: Value | Several) -> None:
                    assert isinstance(item, Value)  # noqa: S101
                    self.write(f"push(S, {row}, {self.fit(item, elements.type)})")

                self.loop_row(value, part, push, "")
            else:
                self.write(f"push(S, {row}, {self.fit(value, elements.type)})")
        return Value(self.with_room(row, list_type), list_type)

    def unchanged_literal(self, node: ast.expr, kind: str) -> Value | None:
        """Return a literal that nothing changes as a constant, which is made only once; None for other literals."""
        literal_type = self.container(kind, node)
        if self.program.is_tentative or literal_type.place is None or literal_type.place.root().changes_later:
            return None
        is_static, literal = self.static(node)
        if not is_static or not literal:
            return None
        if any(isinstance(item, list | dict | set) for item in (literal.values() if kind == DICT else literal)):
            return None
        region = self.program.region(literal if kind == DICT else self.program.letters_of(literal))
        if region.type.place is not None:
            region.type.place.unite(literal_type.place)
        return Value(region.name, literal_type)

    def compared_value(self, node: ast.expr) -> Value:
        """Return a value that is compared; keys and items of a dict are compared as sets."""
        if dict_part(node) in {"keys", "items"}:
            begin, renames = len(self.lines), dict(self.renames)
            holder = self.value(node.func.value)  # type: ignore[attr-defined]
            if holder.type.has(DICT):
                if dict_part(node) == "items" and holder.type.elements.is_reference:
                    what = f"comparing items of a dict that are {holder.type.elements} can't be compiled"
                    raise self.refuse(node, what, "compare the dicts")
                view = ast.Attribute(self.named(holder, node, "dict"), dict_part(node), ast.Load())
                return self.value(call_of(set, [ast.copy_location(ast.Call(view, [], []), node)], node))
            del self.lines[begin:]
            self.renames = renames
        return self.value(node)

    def as_list(self, node: ast.expr, *, any_order: bool = False) -> Value:
        """Return an iterable as a new list, or as an existing one that is only read."""
        name = self.builtin(node)
        if isinstance(node, ast.GeneratorExp):
            return self.build(node, LIST, any_order=any_order)
        if name == "range" and isinstance(node, ast.Call):
            codes = [self.whole(value, node) for value in self.several(node.args)]
            begin, end, step = (["0", *codes, "1"] if len(codes) == 1 else [*codes, "1"])[:3]
            self.make()
            list_type = self.container(LIST, node, WHOLE_TYPE)
            list_type.sure_place.mark(range)
            return Value(self.with_room(self.keep(f"make_range(S, {begin}, {end}, {step})"), list_type), list_type)
        if name in LOOPED or dict_part(node):
            self.make()
            list_type = self.container(LIST, node)
            if (name or dict_part(node) == "items") and (list_type.elements.is_reference or self.is_lazy(node)):
                # What the loop makes must stay.
                return self.collected(node, lambda push: self.loop(node, push, any_order=any_order))
            row, depth, begins = self.new_name(), self.depth, list[int]()

            def push(item: Value | Several) -> None:
                begins.append(self.outermost_loop(depth))
                single = item if isinstance(item, Value) else self.pack(item, node)
                list_type.sure_place.elements.absorb(single.type)
                self.write(f"push(S, {row}, {self.fit(single, list_type.elements)})")

            self.loop(node, push, any_order=any_order)
            self.lines.insert(begins[0], "    " * self.depth + f"{row} = open_list(S)")
            return Value(self.with_room(row, list_type), list_type)
        row_value = self.sequence(node, any_order=any_order)
        if row_value.type.has(DICT):
            self.make()
            return self.list_of_keys(row_value, node)
        return row_value

    def build(self, node: Comprehension, kind: str, *, any_order: bool = False) -> Value:
        """Return the list that a comprehension makes.

        If evaluating the items allocates no memory, they are written to their final places.  Otherwise they
        are pushed on a stack that grows down from the end of the memory, and collected at the end.
        """
        any_order = any_order and self.changes_nothing(node)
        elements = node.elt if not isinstance(node, ast.DictComp) else node.value
        result_type = self.container(kind if kind != SET else LIST, node)
        if isinstance(node, ast.ListComp):
            result_type.sure_place.mark(list)
        cell = result_type.sure_place.elements
        row, end, outer = self.new_name(), self.new_name(), self.depth
        begins: list[int] = []
        mark = f"<item of {row}> "

        def body() -> None:
            begins.append(self.outermost_loop(outer))
            value = self.value(elements)
            cell.absorb(value.type)
            self.note_kept(value.type, in_name=True)
            self.write(mark + self.fit(value, cell.type))

        self.generate(node.generators, body, any_order=any_order)
        first, indent = begins[0], "    " * outer
        is_on_stack = takes_memory(self.lines[first:])
        for place in reversed(range(first, len(self.lines))):
            pad, is_marked, code = self.lines[place].partition(mark)
            if is_marked:
                stored = [
                    f"{pad}if {end} < S[LIMIT]:",
                    f"{pad}    S[{end}] = {code}",
                    f"{pad}    {end} = {end} + 1",
                ]
                self.lines[place : place + 1] = [f"{pad}stack_push(S, {code})"] if is_on_stack else stored
        if is_on_stack:
            self.lines[first:first] = [f"{indent}{end} = S[LIMIT]"]
            self.write(f"{row} = stack_take(S, {end})")
        else:
            self.lines[first:first] = [f"{indent}{row} = open_list(S)", f"{indent}{end} = {row} + 2"]
            self.write(f"close_list(S, {row}, {end})")
        self.make()
        return Value(self.with_room(row, result_type), result_type)

    def outermost_loop(self, depth: int) -> int:
        """Return the index of the line that begins the outermost loop around this code, or chooses one by class."""
        heads = "    " * depth + "while ", "    " * depth + "if "
        return next(place for place in range(len(self.lines) - 1, -1, -1) if self.lines[place].startswith(heads))
