"""Code of loops over iterables, and of lists made by comprehensions."""

from __future__ import annotations

import ast
import enum
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from balancer.compiler.allocating import takes_memory
from balancer.compiler.classes import is_record, item_names
from balancer.compiler.emitter import Several, Value
from balancer.compiler.generators import EffectFinder
from balancer.compiler.hashing import Body, Hashing
from balancer.compiler.kinds import DICT, INT, LIST, MAX_NUMBERS, OBJECT, SET, TUPLE, Type, scalar

Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
WHOLE_NUMBER = scalar(INT)
LOOPED = frozenset(["enumerate", "zip", "reversed", "map", "filter", "pairwise", "accumulate"])  # made by a loop


class Iterating(Hashing):
    """Writes the code of loops.

    `stop`: a name that ends the loop when it is not 0.  `any_order`: the result does not depend on the order of items.
    """

    def bind(self, target: ast.expr, value: Value | Several) -> None:
        """Assign to the target of a loop or an assignment."""
        raise NotImplementedError

    def function_keys(self, node: ast.expr) -> tuple[Any, ...] | None:
        """Return the keys of a dict of functions; None for other expressions."""
        raise NotImplementedError

    def set_display(self, node: ast.Set, *, is_iterated: bool = False) -> Value:
        """Return the set of the items of a display."""
        raise NotImplementedError

    def single(self, value: Value | Several, node: ast.AST) -> Value:
        """Return several values packed into a tuple."""
        raise NotImplementedError

    def different_keys(self, node: ast.Call) -> Value:
        """Return the keys of dict.fromkeys as a list, where nothing but a loop reads them."""
        raise NotImplementedError

    def collected(self, node: ast.Call) -> Value:
        """Return a list of the items that a loop yields, which it may make."""
        raise NotImplementedError

    def consuming(
        self, node: ast.expr, use: Callable[[], Value], body: Body | None = None, stop: str = ""
    ) -> Value | None:
        """Return the value of an expression that is iterated; None if it is a generator and `body` has its items."""
        raise NotImplementedError

    def is_generator(self, node: ast.expr) -> bool:
        """Return whether an expression may be a generator of the file, by the name of what it calls."""
        raise NotImplementedError

    def is_lazy(self, node: ast.expr) -> bool:
        """Return whether the items of an expression are made one by one, as they are used."""
        name = self.builtin(node)
        if not name:
            return isinstance(node, ast.GeneratorExp) or (isinstance(node, ast.Call) and self.is_generator(node))
        is_made = name in {*LOOPED, "iter", "list", "tuple", "chain", "islice"} and isinstance(node, ast.Call)
        return name in {"map", "filter"} or (is_made and any(self.is_lazy(each) for each in node.args))  # type: ignore[attr-defined]

    def loop(self, source: ast.expr, body: Body, stop: str = "", *, any_order: bool = False) -> None:
        """Write a loop over an expression."""
        any_order = any_order and self.changes_nothing(source)
        name = self.builtin(source)
        if name and isinstance(source, ast.Call):
            special = getattr(self, f"loop_{name}", None)
            if special is not None:
                special(source, body, stop)
                return
        if isinstance(source, ast.GeneratorExp):
            names_outside = dict(self.renames)

            def use_item() -> None:
                item = self.steady(self.value(source.elt))
                names_inside, self.renames = self.renames, dict(names_outside)
                body(item)
                self.renames = names_inside

            self.generate(source.generators, use_item, stop, any_order=any_order)
            return
        if name == "iter" and isinstance(source, ast.Call) and len(source.args) == 1 and stop:
            self.loop(source.args[0], body, stop, any_order=any_order)
            return
        part = dict_part(source)
        if part:
            assert isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute)  # noqa: S101, PT018
            holder = self.value(source.func.value)
            if holder.type.has(DICT) or not holder.type.kinds:
                self.loop_dict(self.container_code(holder, source), part, body, stop)
                return
        row = self.consuming(source, lambda: self.iterable(source, any_order=any_order), body, stop)
        if row is None:
            return
        if row.type.has(SET) and row.type.elements.kinds and not any_order:
            self.order(row.type, source)
        self.loop_row(row, source, body, stop)

    def changes_nothing(self, node: ast.expr) -> bool:
        """Return whether the items of an iterable may be computed in any order: that changes nothing."""
        changing, routine = self.program.sources.changing, self.routine
        if node not in changing:
            finder = EffectFinder(self.program.sources.functions_of(routine.file), routine.scope)
            effects = finder.of([node], routine.node)
            changing[node] = not effects.is_known or bool(effects.writes)
        return not changing[node]

    def head(self, test: str, stop: str) -> str:
        """Return the head of a loop with a condition and `stop`."""
        return f"while {test}{f' and {stop} == 0' if stop else ''}:"

    def loop_range(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over a range."""
        bounds = self.several(source.args)
        is_small = all(value.is_small for value in bounds)
        codes = [self.whole(value, source) for value in bounds]
        begin, end, step = (["0", *codes, "1"] if len(codes) == 1 else [*codes, "1"])[:3]
        if step == "0":
            raise self.refuse(source, "a range by steps of 0 can't be compiled")
        end, step = (self.keep(code) if code.startswith("v_") else self.fixed(code) for code in (end, step))
        number = self.keep(begin)
        if re.fullmatch(r"-?\d+", step):
            test = f"{number} {'<' if int(step) > 0 else '>'} {end}"
        else:
            self.fail_if(f"{step} == 0", "STEP_ZERO")
            test = f"({step} > 0 and {number} < {end} or {step} < 0 and {number} > {end})"
        with self.indented(self.head(test, stop)):
            item = self.keep(number)
            self.write(f"{number} = {number} + {step}")
            body(Value(item, self.type_of_range(source), is_small))

    def type_of_range(self, source: ast.Call) -> Type:
        """Return the type of the numbers of a range, with those that are known before the game."""
        bounds = [self.static(each) for each in source.args]
        if not self.program.follows_texts or not all(is_static for is_static, _ in bounds):
            return WHOLE_NUMBER
        numbers = range(*(int(value) for _, value in bounds))
        return replace(WHOLE_NUMBER, numbers=frozenset(numbers)) if len(numbers) <= MAX_NUMBERS else WHOLE_NUMBER

    def loop_enumerate(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over numbered items."""
        begin = source.args[1:] or [each.value for each in source.keywords]
        first = self.fixed(self.whole(self.value(begin[0]), source)) if begin else "0"
        number = self.keep(first)

        def count(item: Value | Several) -> bool | None:
            value = self.steady(self.single(item, source))
            place = Value(self.keep(number), WHOLE_NUMBER, is_small=True)
            self.write(f"{number} = {number} + 1")
            return body([place, value])

        self.loop(source.args[0], count, stop)

    def loop_zip(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over several lists at once."""
        if any(isinstance(each, ast.Starred) for each in source.args):
            self.loop_columns(source, body, stop)
            return
        strict = [each.value for each in source.keywords if each.arg == "strict"]
        lazy = [place for place, each in enumerate(source.args) if self.is_lazy(each)]
        if len(lazy) == 1 and not strict:
            self.loop_zip_lazily(source, lazy[0], body, stop)
            return
        if any(self.is_generator(part) for place in lazy for part in ast.walk(source.args[place])):  # type: ignore[arg-type]
            raise self.refuse(source, "zip() of several generators can't be compiled", "write list(...) around one")
        rows = [self.steady(each) for each in self.several(source.args, self.list_without_dicts)]
        number = self.keep("0")
        if strict and self.static(strict[0]) == (True, True):
            for row in rows[1:]:
                self.fail_if(f"S[{row.code} + 1] != S[{rows[0].code} + 1]", "LENGTH")
        test = " and ".join(f"{number} < S[{row.code} + 1]" for row in rows)
        with self.indented(self.head(test, stop)), self.within_loop(source, *rows):
            items = [Value(self.keep(f"S[{row.code} + 2 + {number}]"), row.type.elements) for row in rows]
            self.write(f"{number} = {number} + 1")
            body(items)

    def loop_zip_lazily(self, source: ast.Call, lazy: int, body: Body, stop: str) -> None:
        """Write a loop over several lists and one iterable whose items are made one by one."""
        others = [each for place, each in enumerate(source.args) if place != lazy]
        rows = [self.steady(each) for each in self.several(others, self.list_without_dicts)]
        number, ends = self.keep("0"), self.keep("0")

        def end_with(some: list[Value]) -> None:
            """Write the end of the loop where one of some lists has no more items."""
            if some:
                with self.indented(f"if {' or '.join(f'{number} >= S[{row.code} + 1]' for row in some)}:"):
                    self.write(f"{ends} = 1")

        def pair(item: Value | Several) -> None:
            value = self.steady(self.single(item, source))
            end_with(rows[lazy:])
            with self.indented(f"if {ends} == 0:"):
                items = [Value(self.keep(f"S[{row.code} + 2 + {number}]"), row.type.elements) for row in rows]
                self.write(f"{number} = {number} + 1")
                body([*items[:lazy], value, *items[lazy:]])
                if stop:
                    with self.indented(f"if {stop}:"):
                        self.write(f"{ends} = 1")
                end_with(rows[:lazy])  # Python asks these before the next item is made

        end_with(rows[:lazy])
        with self.indented(f"while {ends} == 0:"), self.within_loop(source, *rows):
            self.loop(source.args[lazy], pair, ends)
            self.write("break")

    def loop_columns(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the columns of a list of lists (`zip(*rows)`); a column is a list."""
        if len(source.args) > 1 or source.keywords or not isinstance(source.args[0], ast.Starred):
            raise self.refuse(source, "this zip() can't be compiled", "write zip(*rows), with nothing else in it")
        rows = self.steady(self.list_without_dicts(source.args[0].value))
        if rows.type.elements.kinds and not rows.type.elements.only(LIST):
            raise self.refuse(source, f"zip() of {rows.type.elements} can't be compiled", "write lists")
        self.make()
        column_type = Type(frozenset((LIST,)), self.place_here(source, "column"))
        column_type.place.mark(tuple)  # type: ignore[union-attr]
        if rows.type.elements.place:
            self.program.copied(rows.type.elements.place.elements, column_type.place.elements)  # type: ignore[union-attr]
        columns = self.container(LIST, source.args[0], column_type)
        self.loop_row(Value(self.keep(f"turned_rows(S, {rows.code})"), columns), source, body, stop)

    def loop_pairwise(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over each item with the next one."""
        if self.is_lazy(source.args[0]) and any(map(self.is_generator, ast.walk(source.args[0]))):  # type: ignore[arg-type]
            raise self.refuse(source, "pairwise() of a generator can't be compiled", "write pairwise(list(...))")
        row = self.steady(self.list_without_dicts(source.args[0]))
        number, last = self.keep("1"), self.keep(f"S[{row.code} + 2] if S[{row.code} + 1] else 0")
        with self.indented(self.head(f"{number} < S[{row.code} + 1]", stop)), self.within_loop(source, row):
            codes = self.keep(last), self.keep(f"S[{row.code} + 2 + {number}]")
            self.write(f"{last} = {codes[1]}")
            self.write(f"{number} = {number} + 1")
            body([Value(code, row.type.elements) for code in codes])

    def loop_reversed(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop from the last item to the first."""
        row = self.steady(self.list_without_dicts(source.args[0]))
        if row.type.has(SET):
            raise self.refuse(source, "a set can't be reversed", "write sorted(...)")
        number = self.keep(f"S[{row.code} + 1]")
        with self.indented(self.head(f"{number} > 0", stop)), self.within_loop(source, row):
            self.write(f"{number} = {number} - 1")
            with self.indented(f"if {number} >= S[{row.code} + 1]:"):  # the list has become shorter
                self.write("break")
            body(Value(self.keep(f"S[{row.code} + 2 + {number}]"), row.type.elements))

    def loop_dict(self, holder: Value, part: str, body: Body, stop: str) -> None:
        """Write a loop over the keys, values or items of a dict."""
        row = self.steady(holder)
        number = self.keep("0")
        with self.indented(self.unchanging(row.code, number, stop)):
            self.write_unchanged(row.code, number)
            key = Value(self.keep(f"S[{row.code} + 2 + {number}]"), row.type.keys)
            # A key that is deleted and set again, which Python may meet twice, moves those behind it.
            self.fail_if(f"{number} > 0 and S[{row.code} + {number}] != {number}_key", "CHANGED")
            self.write(f"{number}_key = {key.code}")
            value = Value(self.keep(f"S[{row.code} + 3 + {number}]"), row.type.elements)
            self.write(f"{number} = {number} + 2")
            body([key, value] if part == "items" else value if part == "values" else key)

    def loop_row(self, row: Value, node: ast.AST, body: Body, stop: str) -> None:
        """Write a loop over a list, set or dict."""
        if row.type.has(DICT):
            self.loop_dict(row, "keys", body, stop)
            return
        code = self.keep(row.code) if row.code.startswith("v_") else self.fixed(row.code)
        number = self.keep("0")
        is_set = row.type.has(SET)
        if row.type.is_hashed:
            self.loop_hashed(code, number, lambda item: body(Value(item, row.type.elements)), stop)
            return
        with self.indented(
            self.unchanging(code, number, stop) if is_set else self.head(f"{number} < S[{code} + 1]", stop)
        ):
            if is_set:
                self.write_unchanged(code, number)
            item = self.keep(f"S[{code} + 2 + {number}]")
            self.write(f"{number} = {number} + 1")
            with self.within_loop(node, row):
                body(Value(item, row.type.elements))

    # Lists ----------------------------------------------------------------------------------------------------------
    def sequence(self, node: ast.expr, *, any_order: bool = False) -> Value:
        """Return an iterable as a list or dict that is read once, a set in any order as it is where that is a row."""
        return self.in_row(self.iterable(node, any_order=any_order), node, any_order=any_order)

    def list_without_dicts(self, node: ast.expr) -> Value:
        """Return an iterable as a list.  NotCompilable: it is a dict, whose items lie two words apart."""
        row = self.sequence(node)
        if row.type.has(DICT):
            raise self.refuse(node, "a dict can't be read here by compiled games", f"write list({ast.unparse(node)})")
        return row

    def iterable(self, node: ast.expr, *, any_order: bool = False) -> Value:
        """Return an iterable as a list, set or dict that is read once; a tuple display becomes a list."""
        if isinstance(node, ast.Set) and not any_order:
            return self.set_display(node, is_iterated=True)
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
        if isinstance(node, ast.GeneratorExp) or dict_part(node) or name in {"range", *LOOPED}:
            return self.as_list(node, any_order=any_order)
        match node:
            case ast.Call(func=ast.Attribute(ast.Name("dict"), "fromkeys"), args=[_], keywords=[]):
                if not self.is_local("dict"):
                    return self.different_keys(node)
        row = self.consuming(node, lambda: self.container_of(self.value(node), node))
        assert row is not None  # noqa: S101
        return row

    def readable(self, value: Value, node: ast.expr) -> Value:
        """Return a value that can be iterated as a list or dict."""
        return self.in_row(self.container_of(value, node), node)

    def container_of(self, value: Value, node: ast.expr) -> Value:
        """Return a value that can be iterated as a list, set or dict."""
        value = self.special(value, "__iter__", [], node) or value
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

    def row_as_list(self, value: Value, node: ast.expr) -> Value:
        """Return a list of the items of a tuple that is stored as an object."""
        items = [self.item_of_row(value, place, node) for place in range(len(item_names(value.type.record)))]
        return self.row_at(self.place_here(node, "items"), items)

    def item_of_row(self, holder: Value, place: int, node: ast.AST) -> Value:
        """Return an item of a tuple that is stored as an object."""
        raise NotImplementedError

    def constant_row(self, value: Any) -> Value:
        """Return a constant that can be iterated as a list, set or dict."""
        region = self.program.region(value)
        return Value(region.name, region.type)

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
                list_type.place.mark(list)  # type: ignore[union-attr]
            for value in values:
                list_type.place.elements.absorb(value.type)  # type: ignore[union-attr]
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
            list_type.place.mark(list)  # type: ignore[union-attr]
        elements = list_type.place.elements  # type: ignore[union-attr]
        for part, value in zip(parts, values, strict=True):
            elements.absorb(value.type.elements if id(part) in starred else value.type)
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

    def as_list(self, node: ast.expr, *, any_order: bool = False) -> Value:
        """Return an iterable as a new list, or as an existing one that is only read."""
        name = self.builtin(node)
        if isinstance(node, ast.GeneratorExp):
            return self.build(node, LIST, any_order=any_order)
        if name == "range" and isinstance(node, ast.Call):
            codes = [self.whole(value, node) for value in self.several(node.args)]
            begin, end, step = (["0", *codes, "1"] if len(codes) == 1 else [*codes, "1"])[:3]
            self.make()
            list_type = self.container(LIST, node, WHOLE_NUMBER)
            list_type.place.mark(range)  # type: ignore[union-attr]
            return Value(self.with_room(self.keep(f"make_range(S, {begin}, {end}, {step})"), list_type), list_type)
        if name in LOOPED or dict_part(node):
            self.make()
            list_type = self.container(LIST, node)
            if (name or dict_part(node) == "items") and (list_type.elements.is_reference or self.is_lazy(node)):
                return self.collected(node)  # type: ignore[arg-type]  # what the loop makes must stay
            row, depth, begins = self.new_name(), self.depth, list[int]()

            def push(item: Value | Several) -> None:
                begins.append(self.outermost_loop(depth))
                single = item if isinstance(item, Value) else self.pack(item, node)
                list_type.place.elements.absorb(single.type)  # type: ignore[union-attr]
                self.write(f"push(S, {row}, {self.fit(single, list_type.elements)})")

            self.loop(node, push)
            self.lines.insert(begins[0], "    " * self.depth + f"{row} = open_list(S)")
            return Value(self.with_room(row, list_type), list_type)
        row_value = self.sequence(node, any_order=any_order)
        if row_value.type.has(DICT):
            self.make()
            list_type = self.container(LIST, node)
            self.program.copied(row_value.type.place.keys, list_type.place.elements)  # type: ignore[union-attr]
            return Value(self.keep(f"list_keys(S, {row_value.code})"), list_type)
        return row_value

    def outermost_loop(self, depth: int) -> int:
        """Return the index of the last line that begins a loop at a depth: the outermost one around this code."""
        head = "    " * depth + "while "
        return next(place for place in range(len(self.lines) - 1, -1, -1) if self.lines[place].startswith(head))

    def room(self, row_type: Type, length: int) -> str:
        """Return the room for a list of a length: more where the list may grow."""
        place = row_type.place and row_type.place.root()
        return f"{length} + {self.growth(row_type)}" if place and place.grows else str(length)

    def growth(self, row_type: Type) -> str:
        """Return the name of the constant with the room of lists of a place."""
        place = row_type.place.root() if row_type.place else None
        return self.program.room_name(place)

    def with_room(self, row: str, row_type: Type) -> str:
        """Return a new list with room to grow where it may."""
        place = row_type.place and row_type.place.root()
        return self.keep(f"give_room(S, {row}, {self.growth(row_type)})") if place and place.grows else row

    def ready_set(self, code: str, set_type: Type) -> str:
        """Return a new set that is a row, with room to grow, or sorted."""
        row = self.keep(code)
        if set_type.place and set_type.place.may_be(frozenset):
            self.write(f"sort_list(S, {row})")
        return self.with_room(row, set_type)

    # Comprehensions ---------------------------------------------------------------------------------------------------
    def generate(
        self,
        generators: list[ast.comprehension],
        body: Callable[[], object],
        stop: str = "",
        *,
        any_order: bool = False,
    ) -> None:
        """Write the loops of a comprehension."""
        first, *others = generators
        renames, keeps = dict(self.renames), (self.keeps, self.function_keeps)

        def inner(value: Value | Several) -> None:
            for node in ast.walk(first.target):
                if isinstance(node, ast.Name):
                    self.renames[node.id] = f"v_{node.id}{self.suffix}_{node.lineno}_{node.col_offset}"
            self.bind(first.target, value)
            depth = self.depth
            for test in first.ifs:
                condition = self.condition(test)
                self.write(f"if {condition}:")
                self.depth += 1
            if others:
                self.generate(others, body, stop, any_order=any_order)
            else:
                body()
            self.depth = depth

        self.loop(first.iter, inner, stop, any_order=any_order)
        self.renames = renames
        self.keeps, self.function_keeps = keeps[0] or self.keeps, keeps[1] or self.function_keeps

    def build(self, node: Comprehension, kind: str, *, any_order: bool = False) -> Value:
        """Return the list that a comprehension makes.

        If evaluating the items allocates no memory, they are written to their final places.  Otherwise they
        are pushed on a stack that grows down from the end of the memory, and collected at the end.
        """
        any_order = any_order and self.changes_nothing(node)
        elements = node.elt if not isinstance(node, ast.DictComp) else node.value
        result_type = self.container(kind if kind != SET else LIST, node)
        if isinstance(node, ast.ListComp):
            result_type.place.mark(list)  # type: ignore[union-attr]
        cell = result_type.place.elements  # type: ignore[union-attr]
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


def dict_part(node: ast.expr) -> str:
    """Return the part of a dict that an expression may be: items, values or keys; "" if none."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        return node.func.attr if node.func.attr in {"items", "values", "keys"} else ""
    return ""
