"""Code of what is particular to Counters, defaultdicts, deques, and to classes that inherit from lists or dicts."""

from __future__ import annotations

import ast
import collections
from typing import Any

from balancer.compiler.builtin_names import BUILTINS
from balancer.compiler.classes import row_base
from balancer.compiler.dict_methods import DictMethods
from balancer.compiler.emitter import NO_VALUE, WHOLE_TYPE, Several, Value
from balancer.compiler.kinds import DICT, FUNCTION, UNBOUNDED, ContainerPlace, MissingValue, Type
from balancer.compiler.rows import depth_of
from balancer.compiler.special_methods import check_row_class

EMPTY: dict[Any, Any] = {int: 0, float: 0.0, str: "", bool: False, tuple: ()}  # what these make of nothing
MADE = (list, set, dict, collections.Counter, collections.deque)  # what makes a new value for each missing key


class CollectionTypes(DictMethods):
    """Writes the code of Counters, defaultdicts and deques."""

    def name_of_use(self, node: ast.expr) -> str:
        """Return the name of the Python function that is called, or of the base of a list or dict of the file."""
        is_static, kind = self.static(node.func) if isinstance(node, ast.Call) else (False, None)
        base = row_base(kind) if is_static and isinstance(kind, type) else None
        return base.__name__ if base else self.builtin(node)

    def construct_row(self, kind: type, node: ast.Call) -> Value:
        """Return a new list or dict of one of the file's classes."""
        check_row_class(kind)
        base: Any = row_base(kind)
        call = ast.Call(ast.copy_location(ast.Constant(base), node), node.args, node.keywords)
        row = self.call_builtin(base.__name__, ast.copy_location(call, node))
        if row.type.place is None:
            what = f"a {kind.__name__} with values of several kinds can't be compiled"
            raise self.refuse(node, what, "write a class with attributes")
        self.program.place_of_class(kind).unite(row.type.place)
        return row

    # Dicts ------------------------------------------------------------------------------------------------------------
    def call_Counter(self, node: ast.Call) -> Value:
        self.make()
        place = self.place_here(node, "Counter")
        place.mark(collections.Counter)
        place.elements.absorb(WHOLE_TYPE)
        dict_type = Type(frozenset((DICT,)), place)
        if not node.args and not node.keywords:
            return Value(self.keep(f"new_list(S, {self.room(dict_type, 0)})"), dict_type)
        if node.args and node.keywords:
            raise self.refuse(node, "a Counter of items and of names can't be compiled", "update() it with the names")
        row = self.steady(self.sequence(node.args[0]) if node.args else self.dict_of_names(node))
        if row.type.has(DICT):
            self.copy_cells(row.type, place)
            return Value(self.with_room(self.keep(f"copy_list(S, {row.code})"), dict_type), dict_type)
        self.check_key(Value("0", row.type.elements), node)
        self.program.copied(row.type.place.elements, place.keys) if row.type.place else None
        self.note_kept(row.type.elements, in_name=True)
        return self.counted(row, dict_type, node)

    def counted(self, row: Value, dict_type: Type, node: ast.expr) -> Value:
        """Return the Counter of the items of a list."""
        del node
        depth = depth_of(row.type.elements)
        helper, last = ("count_rows", f", {depth}") if depth else ("count_items", "")
        return Value(self.keep(f"{helper}(S, {row.code}, {self.more(dict_type)}{last})"), dict_type)

    def call_defaultdict(self, node: ast.Call) -> Value:
        default = self.default_in(node.args[0]) if node.args else None
        self.make()
        place = self.place_here(node, "defaultdict")
        place.mark(collections.defaultdict, grows=default is not None)
        place.note_default(default)
        dict_type = Type(frozenset((DICT,)), place.root())
        if not node.args[1:] and not node.keywords:
            return Value(self.keep(f"new_list(S, {self.room(dict_type, 0)})"), dict_type)
        filled = ast.copy_location(ast.Constant(dict), node)  # type: ignore[arg-type]  # as if it stood in the text
        source = self.value(ast.copy_location(ast.Call(filled, node.args[1:], node.keywords), node))
        self.copy_cells(source.type, place)
        return Value(self.with_room(source.code, dict_type), dict_type)

    def copy_cells(self, source: Type, place: ContainerPlace) -> None:
        """Note that keys and values of a dict are copied into those of a place."""
        if source.place:
            self.program.copied(source.place.keys, place.keys)
            self.program.copied(source.place.elements, place.elements)

    def default_in(self, node: ast.expr) -> MissingValue | None:
        """Return what a new defaultdict has for missing keys; None: nothing.  NotCompilable."""
        is_lambda = isinstance(node, ast.Lambda) and not ast.unparse(node.args)
        is_static, constant = self.static(node.body if isinstance(node, ast.Lambda) and is_lambda else node)
        if is_static and (constant is None or (is_lambda and isinstance(constant, int | float | str | tuple))):
            return MissingValue(constant, type(constant)) if is_lambda else None
        if is_static and not is_lambda and constant in EMPTY:
            return MissingValue(EMPTY[constant], constant)
        if is_static and not is_lambda and constant in MADE:
            return MissingValue(factory=constant)
        function = self.value(node)
        if len(function.type.functions) != 1 or not function.type.only(FUNCTION):
            raise self.refuse(node, "this defaultdict can't be compiled", "write defaultdict(int) or defaultdict(list)")
        return MissingValue(factory=next(iter(function.type.functions)))

    def made_by_default(self, default: MissingValue, node: ast.AST) -> Value:
        """Return the value that a defaultdict makes for a missing key."""
        if default.factory is None:
            return self.constant(default.constant)
        call = ast.copy_location(ast.Call(ast.Constant(default.factory), [], []), node)
        call.col_offset = -1 - call.col_offset  # a place of its own
        if default.factory in MADE:
            return self.steady(self.call_builtin(BUILTINS[default.factory], call))
        return self.steady(self.call_function(default.factory, call))

    def call_function(self, function: Any, node: ast.Call) -> Value:
        """Return the result of a function or class that is a value."""
        raise NotImplementedError

    # Deques -----------------------------------------------------------------------------------------------------------
    def call_deque(self, node: ast.Call) -> Value:
        longest = UNBOUNDED
        given = [*node.args[1:], *(each.value for each in node.keywords if each.arg == "maxlen")]
        if given:
            is_static, number = self.static(given[0])
            if not is_static or not isinstance(number, int | None):
                advice = "write a number, or `del row[0]` where it is too long"
                raise self.refuse(node, "a deque whose maxlen is computed can't be compiled", advice)
            longest = UNBOUNDED if number is None else number
        row = self.new_items(ast.copy_location(ast.Call(node.func, node.args[:1], []), node))
        row.type.sure_place.mark(collections.deque)
        row.type.sure_place.note_longest(longest)
        row = self.steady(row)
        self.trim(row, node)
        return row

    def trim(self, row: Value, node: ast.AST, *, at_end: bool = False) -> None:
        """Take away from the front, or the end, of a deque what is too much for its `maxlen`.  NotCompilable."""
        place = row.type.place.root() if row.type.place else None
        if place is None or place.longest in {None, UNBOUNDED}:
            return
        if not place.is_only(collections.deque):
            raise self.refuse(node, "what may be a list or a deque with maxlen can't be compiled", "use two names")
        with self.indented(f"if S[{row.code} + 1] > {place.longest}:"):
            if at_end:
                self.write(f"S[{row.code} + 1] = {place.longest}")
            else:
                self.write(f"delete_slice(S, {row.code}, 0, S[{row.code} + 1] - {place.longest})")

    def row_append(self, row: Value, node: ast.Call) -> Value:
        super().row_append(row, node)
        self.trim(row, node)
        return NO_VALUE

    def extend_row(self, row: Value, source: ast.expr) -> None:
        """Add all items of an iterable at the end of a list."""
        super().extend_row(row, source)
        self.trim(row, source)

    def list_insert(self, row: Value, node: ast.Call) -> Value:
        place = row.type.place.root() if row.type.place else None
        if place and place.longest not in {None, UNBOUNDED}:
            raise self.refuse(node, "insert() into a deque with maxlen can't be compiled", "write append()")
        return super().list_insert(row, node)

    def list_popleft(self, row: Value, node: ast.Call) -> Value:
        self.arguments(node)
        self.change(row)
        return Value(self.keep(f"pop_at(S, {row.code}, 0)"), row.type.elements)

    def list_appendleft(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.change(row, grows=True)
        self.write(f"insert_item(S, {row.code}, 0, {self.add(row, value)})")
        self.trim(row, node, at_end=True)
        return NO_VALUE

    def list_extendleft(self, row: Value, node: ast.Call) -> Value:
        self.change(row, grows=True)

        def add(item: Value | Several) -> None:
            self.write(f"insert_item(S, {row.code}, 0, {self.add(row, self.single(item, node))})")
            self.trim(row, node, at_end=True)

        other = self.steady(self.sequence(node.args[0]))
        if other.code == row.code:
            raise self.refuse(node, "a deque that is put in front of itself can't be compiled", "write list(...)")
        self.loop_row(other, node, add, "")
        return NO_VALUE

    def list_rotate(self, row: Value, node: ast.Call) -> Value:
        values = self.arguments(node)
        self.change(row)
        self.write(f"rotate_list(S, {row.code}, {self.whole(values[0], node) if values else 1})")
        return NO_VALUE
