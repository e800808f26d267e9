"""Code of expressions that make lists, sets and dicts, and of their items and slices."""

from __future__ import annotations

import ast
import collections
import enum
from types import CodeType
from typing import Any

from balancer.compiler.attributes import Attributes
from balancer.compiler.classes import item_names, owner_of
from balancer.compiler.constant_rows import EmptyTuple, is_mixed
from balancer.compiler.emitter import Value, object_slot
from balancer.compiler.kinds import (
    DICT,
    FLOAT,
    LIST,
    NONE,
    OBJECT,
    PROSE,
    SET,
    TEXT,
    TUPLE,
    UNKNOWN,
    MissingValue,
    Type,
)
from balancer.compiler.program import MAX_ITEMS
from balancer.compiler.rows import depth_of


class Displays(Attributes):
    """Writes the code of lists, sets and dicts."""

    def value_Tuple(self, node: ast.Tuple) -> Value:
        is_static, constant = self.static(node)
        if is_static and is_mixed(constant):
            return self.constant(constant)
        if any(isinstance(each, ast.Starred) for each in node.elts):
            return self.list_as_tuple(self.display(node), node)
        if self.program.has_row_tuples and len(node.elts) > MAX_ITEMS:
            return self.tuple_row(self.display(node), node)
        if not node.elts and self.program.has_row_tuples:
            key = (self.routine.file, node.lineno, node.col_offset, "()")
            region = self.program.region(self.program.same_each_time(key, EmptyTuple()))
            return Value(region.name, region.type)
        if not node.elts:
            self.make()
            return self.list_as_tuple(Value(self.keep("new_list(S, 0)"), self.container(LIST, node)), node)
        return self.pack(self.several(node.elts), node)

    def value_List(self, node: ast.List) -> Value:
        return self.display(node)

    def value_Set(self, node: ast.Set) -> Value:
        return self.set_display(node)

    def set_display(self, node: ast.Set, *, is_iterated: bool = False) -> Value:
        """Return the set of the items of a display, in the order in which Python makes it."""
        row = self.display(node)
        set_type = self.container(SET, node, row.type.elements)
        if is_iterated and set_type.elements.kinds:
            self.order(set_type, node)
        if set_type.is_hashed and any(isinstance(each, ast.Starred) for each in node.elts):
            raise self.refuse(node, "the order of a set with `*` in it can't be compiled", "write set(...) | set(...)")
        constant = iterated = None
        if is_folded(node) and set_type.is_hashed:
            constant, iterated = constant_of(node), iterated_constant(node) if is_iterated else None
        if iterated and list(iterated) != list(ast.literal_eval(node) if constant is None else set(constant)):
            raise self.refuse(node, "the order of this set depends on where it is written", "write a tuple")
        if constant is None:
            return self.as_set(row, node)
        key = (self.routine.file, node.lineno, node.col_offset, "set")
        region = self.program.region(self.program.literals.setdefault(key, constant))
        self.place_here(node, SET).mark(set)
        return self.hashed_set(Value(region.name, region.type), set_type, node)

    def as_set(self, row: Value, node: ast.expr, *, is_frozen: bool = False) -> Value:
        """Return the set, or frozenset, of the items of a list, set or dict."""
        self.make()
        self.place_here(node, SET).mark(frozenset if is_frozen else set)
        if self.container(SET, node).is_hashed:
            members = row.type.iterated
            return self.hashed_set(row, self.container(SET, node, members), node)
        elements = row.type.elements
        if elements.has(FLOAT) or not self.is_hashable(elements):
            raise self.refuse(node, f"a set of {elements} can't be compiled")
        self.check_member(elements, elements, node)
        set_type = self.copied(SET, node, row.type)
        return Value(self.ready_set(self.different_items(row, node), set_type), set_type)

    def different_items(self, row: Value, node: ast.expr) -> str:
        """Return the code of a new list of the items of another, where equal ones are there once."""
        del node
        depth = depth_of(row.type.elements)
        return f"unique_rows(S, {row.code}, {depth})" if depth else f"unique_items(S, {row.code})"

    def value_Dict(self, node: ast.Dict) -> Value:
        self.make()
        unchanged = self.unchanged_literal(node, DICT)
        if unchanged is not None:
            return unchanged
        if None in node.keys:
            return self.dict_of_parts(node)
        dict_type = self.container(DICT, node)
        place = dict_type.sure_place
        place.mark(dict)
        values = self.several(
            [each for pair in zip(node.keys, node.values, strict=True) for each in pair if each is not None]
        )
        for key, value in zip(values[::2], values[1::2], strict=True):
            self.check_key(key, node)
            place.keys.absorb(key.type)
            place.elements.absorb(value.type)
            self.note_kept(key.type, in_name=True)
        codes = [
            self.fit(value, dict_type.elements if number % 2 else dict_type.keys) for number, value in enumerate(values)
        ]
        row = self.keep(f"new_list(S, {self.room(dict_type, len(values))})")
        result = Value(row, dict_type)
        for key_code, code in zip(codes[::2], codes[1::2], strict=True):
            same = self.canonical(result, Value(key_code, dict_type.keys)).code
            self.write(f"set_value(S, {row}, {same}, {code})")
        return result

    def check_key(self, key: Value, node: ast.AST) -> None:
        """Raise NotCompilable where words don't tell keys of a dict apart: sets, lists, texts that are only said."""
        if key.type.has(PROSE):
            self.refuse_prose(node)
        if not self.is_hashable(key.type):
            raise self.refuse(node, f"{key.type} as the key of a dict can't be compiled", "write tuple(sorted(...))")

    def dict_of_parts(self, node: ast.Dict) -> Value:
        """Return a dict that takes in others, as in `{**base, key: value}`."""
        parts: list[ast.expr] = []
        for key, value in zip(node.keys, node.values, strict=True):
            parts.append(value if key is None else ast.copy_location(ast.Dict([key], [value]), value))
        result = self.value(parts[0])
        for part in [*parts[1:], *([ast.copy_location(ast.Dict([], []), node)] if len(parts) == 1 else [])]:
            first, second = self.container_code(self.steady(result), part), self.container_code(self.value(part), part)
            if any(value.type.kinds and not value.type.has(DICT) for value in (first, second)):
                raise self.refuse(node, "`**` of what is no dict can't be compiled")
            result = self.joined_dicts(first, second, part)
        return result

    def value_ListComp(self, node: ast.ListComp) -> Value:
        return self.build(node, LIST)

    def value_GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        return self.build(node, LIST)

    def value_SetComp(self, node: ast.SetComp) -> Value:
        row = self.build(node, SET, any_order=not self.container(SET, node).is_hashed)
        return self.as_set(row, node)

    def value_DictComp(self, node: ast.DictComp) -> Value:
        self.make()
        dict_type = self.container(DICT, node)
        place, depth, end, row = dict_type.place, self.depth, self.new_name(), self.new_name()
        begins: list[int] = []
        assert place is not None  # noqa: S101
        place.mark(dict)

        def body() -> None:
            begins.append(self.outermost_loop(depth))
            key, value = self.several([node.key, node.value])
            self.check_key(key, node)
            place.keys.absorb(key.type)
            place.elements.absorb(value.type)
            self.note_kept(key.type, in_name=True)
            self.note_kept(value.type, in_name=True)
            self.write(f"stack_push(S, {self.fit(key, place.keys.type)})")
            self.write(f"stack_push(S, {self.fit(value, place.elements.type)})")

        self.generate(node.generators, body)
        self.lines.insert(begins[0], "    " * depth + f"{end} = S[LIMIT]")
        self.write(f"{row} = {self.take_dict(end, dict_type)}")
        return Value(row, dict_type)

    def take_dict(self, end: str, dict_type: Type) -> str:
        """Return the code of a dict of the keys and values that were pushed since the stack began at `end`."""
        depth = depth_of(dict_type.keys)
        arguments = f"{end}, {self.more(dict_type)}"
        return f"stack_take_rows(S, {arguments}, {depth})" if depth else f"stack_take_dict(S, {arguments})"

    def value_Subscript(self, node: ast.Subscript) -> Value:
        is_static, constant = self.static(node)
        if is_static:
            return self.constant(constant)
        if isinstance(node.slice, ast.Slice):
            return self.slice_of(node, node.slice)
        is_constant, constant = self.static(node.value)
        if isinstance(constant, enum.EnumMeta):
            name = self.steady(self.value(node.slice))
            if name.type.kinds and not name.type.only(TEXT):
                raise self.refuse(node, f"a member of an Enum by {name.type} can't be compiled", "write its name")
            return self.by_member(name, constant, node, lambda member: member, "KEY", key="name")
        is_fixed, place = self.static(node.slice)
        if is_constant or isinstance(node.value, ast.Tuple) or self.builtin(node.value) == "str":
            holder, key = self.several(
                [node.value, node.slice], lambda each: self.sequence(each) if each is node.value else self.value(each)
            )
        else:
            holder, key = self.several([node.value, node.slice])
        own = self.special(holder, "__getitem__", [key], node)
        if own is not None:
            return own
        if holder.type.is_text:
            if is_fixed and isinstance(place, int):
                return self.letter(holder, place, node)
            holder = self.letters(holder, node)
        if holder.type.has(TUPLE):
            if is_fixed and isinstance(place, int) and not holder.type.is_container:
                return self.item(holder, place, node)
            holder = self.tuple_as_list(holder, node)
        if holder.type.only(OBJECT) and item_names(holder.type.record):
            if not is_fixed or not isinstance(place, int):
                raise self.refuse(node, "an item of a tuple with a list in it can't be compiled", "write its number")
            return self.item_of_row(holder, place, node)
        return self.item_of(holder, key, node)

    def item_of_row(self, holder: Value, place: int, node: ast.AST) -> Value:
        """Return an item of a constant tuple that holds lists."""
        record = holder.type.record
        assert record is not None  # noqa: S101
        names = item_names(record)
        if not -len(names) <= place < len(names):
            raise self.refuse(node, f"a tuple of {len(names)} items has no item {place}")
        owner, holder = owner_of(record), self.steady(holder)
        at = object_slot(holder.code, owner, names[place])
        return self.read(owner, names[place], at, is_sure=True)

    def item_of(self, holder: Value, key: Value, node: ast.AST) -> Value:
        """Return an item of a list or dict."""
        if not holder.type.kinds:
            return Value("0", UNKNOWN)
        holder = self.container_code(holder, node)
        if holder.type.has(DICT):
            return self.dict_item(holder, key, node)
        if not holder.type.has(LIST):
            raise self.refuse(node, f"an item of {holder.type} can't be compiled")
        return Value(f"item_at(S, {holder.code}, {self.index(holder, key, node)})", holder.type.elements)

    def index(self, holder: Value, key: Value, node: ast.AST) -> str:
        """Return the code of the index of an item of a list; a tally calls its items by the numbers of its places."""
        number = self.whole(key, node)
        places = holder.type.place.root().numbering if holder.type.place else None
        if places is None:
            return number
        return self.keep(f"index_of_place(S, {number}, {places.start}, {places.step}, {len(places)})")

    def dict_item(self, holder: Value, key: Value, node: ast.AST) -> Value:
        """Return the value of a key in a dict."""
        place = holder.type.sure_place
        self.check_member(holder.type.keys, key.type, node)
        key = self.own_member(holder, key, node)
        default = self.missing_value(holder.type)
        depth = depth_of(key.type)
        if not depth:
            key = self.distinct(key, holder.type.keys)
        if default and place.is_only(collections.Counter):
            name, last = ("value_at_row_or", f", {depth}") if depth else ("get_value", "")
            return Value(f"{name}(S, {holder.code}, {key.code}, 0{last})", holder.type.elements)
        if default:
            holder, key = self.steady(holder), self.steady(key)
            place.keys.absorb(key.type)
            key = self.canonical(holder, key)
            self.note_kept(key.type)
            with self.indented(f"if find_key(S, {holder.code}, {key.code}) < 0:"):
                self.change(holder, grows=True)
                value = self.made_by_default(default, node)
                place.elements.absorb(value.type)
                word = self.fit(value, place.elements.type)
                self.write(f"set_value(S, {holder.code}, {self.fit(key, place.keys.type)}, {word})")
            self.note_kept(holder.type)
        if depth:
            return Value(f"value_at_row(S, {holder.code}, {key.code}, {depth})", holder.type.elements)
        return Value(f"value_at(S, {holder.code}, {key.code})", holder.type.elements)

    def made_by_default(self, default: MissingValue, node: ast.AST) -> Value:
        """Return the value that a defaultdict makes for a missing key."""
        raise NotImplementedError

    def slice_of(self, node: ast.Subscript, part: ast.Slice) -> Value:
        """Return a slice of a list or of a tuple."""
        nothing = ast.copy_location(ast.Constant(None), node)

        def is_row(each: ast.expr) -> bool:
            is_static, constant = self.static(each)
            return is_static and not isinstance(constant, str)

        bounds = [each or nothing for each in (part.lower, part.upper, part.step)]
        holder, *ends = self.several(
            [node.value, *bounds],
            lambda each: self.sequence(each) if each is node.value and is_row(each) else self.value(each),
        )
        if not holder.type.kinds:
            return Value("0", UNKNOWN)  # a list, tuple or text
        if holder.type.has(TUPLE) and holder.type.is_container:
            holder = self.tuple_as_list(holder, node)
        if holder.type.is_text:
            return self.part_of_text(holder, [self.static(each) for each in bounds], ends, node)
        if holder.type.has(TUPLE) and holder.type.shape:
            fixed = [self.static(each) for each in bounds]
            shape = holder.type.shape.root()
            if all(is_static for is_static, _ in fixed) and shape.least == len(shape.fields):
                items = self.items(holder, node)
                return self.pack(items[slice(*(value for _, value in fixed))], node)
            codes = [value.code if value.type.only(NONE) else self.whole(value, node) for value in ends]
            row = self.tuple_as_list(holder, node)
            return self.list_as_tuple(
                Value(self.slice_by(row.code, codes), self.copied(LIST, node.slice, row.type)), node
            )
        if holder.type.place and holder.type.place.root().numbering:
            raise self.refuse(node, "a slice of a tally can't be compiled", "write list(...) of it first")
        if holder.type.kinds and not holder.type.has(LIST):
            raise self.refuse(node, f"a slice of {holder.type} can't be compiled")
        holder = self.container_code(holder, node)
        self.check_slice(holder.type, node)
        self.make()
        slice_type = self.copied(LIST, node, holder.type)
        if slice_type.place and holder.type.place:
            slice_type.place.mark_as(holder.type.place)
        codes = [value.code if value.type.only(NONE) else self.whole(value, node) for value in ends]
        return Value(self.with_room(self.slice_by(holder.code, codes), slice_type), slice_type)

    def slice_by(self, row: str, codes: list[str]) -> str:
        """Return the name of the items of a row between two ends, by a step."""
        *ends, step = codes
        helper, arguments = ("slice_list", ends) if step in ("NONE", "1") else ("slice_by_step", codes)
        return self.keep(f"{helper}(S, {row}, {', '.join(arguments)})")


def is_folded(node: ast.Set) -> bool:
    """Return whether all items may be constants of Python; others may have a display in them, which is a constant."""
    folded = ast.Constant | ast.Tuple | ast.UnaryOp | ast.BinOp | ast.Subscript | ast.expr_context | ast.operator
    return all(isinstance(part, folded | ast.unaryop) for item in node.elts for part in ast.walk(item))


def constant_of(node: ast.Set) -> frozenset[Any] | None:
    """Return the constant that Python copies where a display of constants is evaluated; None: it makes a new set.

    The compiler of Python decides the order of its members; adding them one by one may give another.
    """
    return _constant_in(compile(ast.Expression(node), "", "eval"))


def iterated_constant(node: ast.Set) -> frozenset[Any] | None:
    """Return the constant whose members a loop over a display of constants reads; None: it makes a new set."""
    loop = ast.For(ast.Name("_", ast.Store()), node, [ast.Pass()], [])
    return _constant_in(compile(ast.fix_missing_locations(ast.Module([loop], [])), "", "exec"))


def _constant_in(code: CodeType) -> frozenset[Any] | None:
    return next((constant for constant in code.co_consts if isinstance(constant, frozenset)), None)
