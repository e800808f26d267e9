"""Code of calls of Python's own functions, such as len, sum, max, sorted and list."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from balancer.compiler.builtin_names import OPERATORS
from balancer.compiler.classes import owner_of
from balancer.compiler.emitter import COMPOSED, TRUTH, UNSET, WHOLE_TYPE, Several, Value
from balancer.compiler.iterating import LOOPED
from balancer.compiler.kinds import (
    DICT,
    GAME,
    LIST,
    OBJECT,
    PLAYER,
    SET,
    TUPLE,
    Type,
)
from balancer.compiler.rows import depth_of
from balancer.compiler.searches import Searches
from balancer.plain.player import Player


class Functions(Searches):
    """Writes the code of calls of Python's own functions."""

    def call_builtin(self, name: str, node: ast.Call) -> Value:
        """Return the result of a Python function."""
        method: Callable[[ast.Call], Value] | None = getattr(self, f"call_{name}", None)
        if method is None:
            raise self.refuse(node, f"`{name}()` can't be compiled")
        return method(node)

    # Lists ------------------------------------------------------------------------------------------------------------
    def fresh(self, node: ast.Call, *, any_order: bool = False) -> Value:
        """Return a new list of the items of an iterable, which is a list in Python, too."""
        row = self.new_items(node, any_order=any_order)
        row.type.place.mark(is_list=True)  # type: ignore[union-attr]
        return row

    def new_items(self, node: ast.Call, *, any_order: bool = False) -> Value:
        """Return a new list of the items of an iterable."""
        self.make()
        if not node.args:
            list_type = self.container(LIST, node)
            return Value(self.keep(f"new_list(S, {self.room(list_type, 0)})"), list_type)
        source = node.args[0]
        value = self.as_list(source, any_order=any_order)
        name = self.builtin(source)
        is_new = isinstance(source, ast.GeneratorExp | ast.ListComp) or name in {"range", *LOOPED}
        is_new = is_new or (not self.static(source)[0] and isinstance(source, ast.List)) or self.is_display(source)
        list_type = self.copied(LIST, node, value.type)
        if is_new:
            return Value(self.with_room(value.code, list_type), list_type)
        room = self.growth(list_type) if list_type.place and list_type.place.root().grows else "0"
        return Value(self.keep(f"copy_with_room(S, {value.code}, {room})"), list_type)

    def is_display(self, node: ast.expr) -> bool:
        """Return whether an expression makes a new list whenever it is evaluated."""
        return (isinstance(node, ast.List | ast.Tuple) and not self.static(node)[0]) or (
            isinstance(node, ast.BinOp) and not self.static(node)[0]
        )

    def call_list(self, node: ast.Call) -> Value:
        return self.fresh(node)

    def call_deque(self, node: ast.Call) -> Value:
        if node.keywords or len(node.args) > 1:
            raise self.refuse(node, "deque(…, maxlen) can't be compiled", "write `del row[:-3]` behind append()")
        return self.fresh(node)

    def call_Pile(self, node: ast.Call) -> Value:
        for each in node.keywords:
            # Who sees it, and what may lie there, matters to thinkers and tests, for which plain Python deals.
            if each.arg not in {"only", "drawn_from"}:
                self.value(each.value)
        return self.fresh(node)

    def call_tuple(self, node: ast.Call) -> Value:
        if not node.args:
            return self.value(ast.copy_location(ast.Tuple([], ast.Load()), node))
        if not self.is_lazy(node.args[0]):
            value = self.value(node.args[0])
            if value.type.only(TUPLE):
                return value
        row = self.new_items(node) if self.program.has_row_tuples else self.as_list(node.args[0])
        return self.list_as_tuple(row, node)

    def call_set(self, node: ast.Call) -> Value:
        self.make()
        set_type = self.container(SET, node)
        if not node.args:
            return Value(self.new_set(set_type), set_type)
        if set_type.is_hashed:
            return self.as_set(self.iterable(node.args[0]), node)
        return self.as_set(self.as_list(node.args[0], any_order=True), node)

    def call_frozenset(self, node: ast.Call) -> Value:
        source = node.args[0] if node.args else ast.copy_location(ast.List([], ast.Load()), node)
        if self.container(SET, node).is_hashed:
            return self.as_set(self.iterable(source), node, is_frozen=True)
        return self.as_set(self.as_list(source, any_order=True), node, is_frozen=True)

    def call_dict(self, node: ast.Call) -> Value:
        self.make()
        dict_type = self.container(DICT, node)
        if not node.args:
            return self.dict_of_names(node)
        if node.keywords:
            what = "dict() of a dict and of names can't be compiled"
            raise self.refuse(node, what, "write {**first, name: value}")
        if self.builtin(node.args[0]) or self.is_lazy(node.args[0]):
            return self.dict_of_pairs(node, dict_type)
        source = self.value(node.args[0])
        if source.type.kinds and not source.type.has(DICT):
            return self.dict_of_pairs(node, dict_type)
        dict_type = self.copied(DICT, node, source.type)
        room = self.growth(dict_type) if dict_type.place and dict_type.place.root().grows else "0"
        return Value(self.keep(f"copy_with_room(S, {source.code}, {room})"), dict_type)

    def dict_of_names(self, node: ast.Call) -> Value:
        """Return the dict of the keyword arguments of a call."""
        if any(each.arg is None for each in node.keywords):
            raise self.refuse(node, "`**` in a call can't be compiled here", "write {**first, **second}")
        names: list[ast.expr | None] = [ast.copy_location(ast.Constant(each.arg), node) for each in node.keywords]
        return self.value(ast.copy_location(ast.Dict(names, [each.value for each in node.keywords]), node))

    def dict_of_pairs(self, node: ast.Call, dict_type: Type) -> Value:
        """Return a dict of pairs, such as those of zip."""
        place, end = dict_type.place, self.keep("S[LIMIT]")
        assert place is not None  # noqa: S101

        def push(value: Value | Several) -> None:
            pair = value if isinstance(value, list) else self.items(value, node, 2)
            for cell, item in zip((place.keys, place.elements), pair, strict=True):
                cell.absorb(item.type)
                self.note_kept(item.type, in_name=True)
                if cell is place.keys:
                    self.check_key(item, node)
                self.write(f"stack_push(S, {self.fit(item, cell.type)})")

        self.loop(node.args[0], push)
        return Value(self.keep(self.take_dict(end, dict_type)), dict_type)

    def call_Counter(self, node: ast.Call) -> Value:
        self.make()
        dict_type = self.container(DICT, node, WHOLE_TYPE)
        place = dict_type.place
        assert place is not None  # noqa: S101
        place.mark(default="zero")
        if not node.args and not node.keywords:
            return Value(self.keep(f"new_list(S, {self.room(dict_type, 0)})"), dict_type)
        if node.args and node.keywords:
            raise self.refuse(node, "a Counter of items and of names can't be compiled", "update() it with the names")
        row = self.steady(self.sequence(node.args[0]) if node.args else self.dict_of_names(node))
        if row.type.has(DICT):
            self.copied(DICT, node, row.type)
            return Value(self.with_room(self.keep(f"copy_list(S, {row.code})"), dict_type), dict_type)
        source = row
        self.check_key(Value("0", source.type.elements), node)
        self.program.copied(source.type.place.elements, place.keys) if source.type.place else None
        self.note_kept(source.type.elements, in_name=True)
        return self.counted(source, dict_type, node)

    def counted(self, row: Value, dict_type: Type, node: ast.expr) -> Value:
        """Return the Counter of the items of a list."""
        del node
        depth = depth_of(row.type.elements)
        helper, last = ("count_rows", f", {depth}") if depth else ("count_items", "")
        return Value(self.keep(f"{helper}(S, {row.code}, {self.more(dict_type)}{last})"), dict_type)

    def call_defaultdict(self, node: ast.Call) -> Value:
        default = self.default_in(node)
        if not default:
            raise self.refuse(node, "this defaultdict can't be compiled", "write defaultdict(int) or defaultdict(list)")
        self.make()
        dict_type = self.container(DICT, node)
        assert dict_type.place is not None  # noqa: S101
        dict_type.place.mark(default=default, grows=True)
        if default not in {"list", "set", "dict"}:
            dict_type.place.elements.absorb(WHOLE_TYPE)
        return Value(self.keep(f"new_list(S, {self.room(dict_type, 0)})"), dict_type)

    def default_in(self, node: ast.Call) -> str:
        """Return the type, or the whole number, that a new defaultdict has for missing keys; "" for others."""
        match node.args:
            case [ast.Lambda(args=ast.arguments(posonlyargs=[], args=[], kwonlyargs=[]), body=body)]:
                is_static, number = self.static(body)
                return str(number) if is_static and type(number) is int else ""
            case [name]:
                is_static, kind = self.static(name)
                return kind.__name__ if is_static and kind in (int, list, set, dict) else ""
        return ""

    def call_reversed(self, node: ast.Call) -> Value:
        return self.as_list(node)

    def call_operation(self, node: ast.Call) -> Value:
        """Return the result of a function of the operator module."""
        op, operands = OPERATORS[self.static(node.func)[1]], node.args
        written: ast.expr
        if isinstance(op, ast.unaryop):
            written = ast.UnaryOp(op, operands[0])
        elif isinstance(op, ast.cmpop):
            written = ast.Compare(operands[0], [op], [operands[1]])
        else:
            written = ast.BinOp(operands[0], op, operands[1])
        return self.value(ast.copy_location(written, node))

    call_pairwise = call_accumulate = call_zip = call_enumerate = call_range = call_map = call_filter = call_reversed

    def call_iter(self, node: ast.Call) -> Value:
        if getattr(self.routine.node, "name", "") == "__iter__" and len(node.args) == 1:
            return self.sequence(node.args[0])  # a loop over the object begins at once
        raise self.refuse(node, "iter() can't be compiled", "write a loop, or next(… for … in …)")

    # The rest ---------------------------------------------------------------------------------------------------------
    def call_hasattr(self, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        is_static, name = self.static(node.args[1])
        if not value.type.kinds:
            return Value("0", TRUTH, is_small=True)
        if not is_static or not value.type.only(GAME, PLAYER, OBJECT) or len(value.type.kinds) > 1:
            raise self.refuse(node, f"this hasattr() of {value.type} can't be compiled", "set it to None before")
        return self.has_attribute(value, str(name), node)

    def has_attribute(self, value: Value, name: str, node: ast.AST) -> Value:
        """Return whether the game, a player or an object has an attribute."""
        if value.type.only(GAME):
            return self.is_set("game", name, f"G_{name}", self.program.definition)
        value = self.steady(value)
        if value.type.only(PLAYER):
            return self.is_set("player", name, f"({value.code} & 15) * PLAYER_SIZE + P_{name}", Player)
        record = value.type.record
        assert record is not None  # noqa: S101

        def is_set(kinds: Sequence[type]) -> Value:
            owner = owner_of(kinds[0])
            return self.is_set(owner, name, f"({value.code} & 4294967295) + A_{owner}_{name}", kinds[0])

        return self.by_class(value, {kind: [kind] for kind in self.program.classes_of(record)}, is_set, node)

    def is_set(self, owner: str, name: str, place: str, holder: type) -> Value:
        """Return whether an attribute at a place is set; holder: the class of the object."""
        if hasattr(holder, name) or (owner, name) not in self.program.stored:
            return Value(str(int(hasattr(holder, name))), TRUTH, is_small=True)
        return self.truth_value(f"S[{place}] != {UNSET}")

    def call_str(self, node: ast.Call) -> Value:
        if self.program.follows_texts and len(node.args) == 1:
            return self.compose([self.value(node.args[0])], node)
        self.program.needs_texts = True
        for each in node.args:
            self.do(each)
        return COMPOSED

    def call_repr(self, node: ast.Call) -> Value:
        for each in node.args:
            self.do(each)
        return COMPOSED

    def call_print(self, node: ast.Call) -> Value:
        raise self.refuse(node, "print() can't be compiled", "write self.say(...)")

    def call_cast(self, node: ast.Call) -> Value:
        return self.value(node.args[1])
