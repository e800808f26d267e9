"""Code of calls of Python's own functions, such as len, sum, max, sorted and list."""

from __future__ import annotations

import ast
from collections.abc import Callable

from balancer.compiler.builtin_names import INSTEAD_BY_NAME, OPERATORS
from balancer.compiler.emitter import COMPOSED, NO_VALUE, Several, Value
from balancer.compiler.iterating import LOOPED
from balancer.compiler.kinds import DICT, LIST, SET, TUPLE, Type
from balancer.compiler.searches import Searches


class Functions(Searches):
    """Writes the code of calls of Python's own functions."""

    def call_builtin(self, name: str, node: ast.Call) -> Value:
        """Return the result of a Python function."""
        method: Callable[[ast.Call], Value] | None = getattr(self, f"call_{name}", None)
        if method is None:
            raise self.refuse(node, f"`{name}()` can't be compiled", INSTEAD_BY_NAME.get(name, ""))
        return method(node)

    # Lists ------------------------------------------------------------------------------------------------------------
    def fresh(self, node: ast.Call, *, any_order: bool = False) -> Value:
        """Return a new list of the items of an iterable, which is a list in Python, too."""
        row = self.new_items(node, any_order=any_order)
        row.type.sure_place.mark(list)
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
        return Value(self.keep(f"copy_with_room(S, {value.code}, {self.more(list_type)})"), list_type)

    def is_display(self, node: ast.expr) -> bool:
        """Return whether an expression makes a new list whenever it is evaluated."""
        return (isinstance(node, ast.List | ast.Tuple) and not self.static(node)[0]) or (
            isinstance(node, ast.BinOp) and not self.static(node)[0]
        )

    def call_list(self, node: ast.Call) -> Value:
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
        if not node.args:
            return self.dict_of_names(node)
        dict_type = self.container(DICT, node)
        dict_type.sure_place.mark(dict)
        if node.keywords:
            first = ast.copy_location(ast.Call(node.func, node.args, []), node)
            names = [ast.copy_location(ast.Constant(each.arg), node) for each in node.keywords]
            display = ast.Dict([None, *names], [first, *(each.value for each in node.keywords)])
            return self.value(ast.copy_location(display, node))
        if self.builtin(node.args[0]) or self.is_lazy(node.args[0]):
            return self.dict_of_pairs(node, dict_type, node.args[0])
        source = self.value(node.args[0])
        if source.type.kinds and not source.type.has(DICT):
            return self.dict_of_pairs(node, dict_type, self.named(source, node, "pairs"))
        dict_type = self.copied(DICT, node, source.type)
        return Value(self.keep(f"copy_with_room(S, {source.code}, {self.more(dict_type)})"), dict_type)

    def dict_of_names(self, node: ast.Call) -> Value:
        """Return the dict of the keyword arguments of a call."""
        if any(each.arg is None for each in node.keywords):
            raise self.refuse(node, "`**` in a call can't be compiled here", "write {**first, **second}")
        names: list[ast.expr | None] = [ast.copy_location(ast.Constant(each.arg), node) for each in node.keywords]
        return self.value(ast.copy_location(ast.Dict(names, [each.value for each in node.keywords]), node))

    def dict_of_pairs(self, node: ast.Call, dict_type: Type, source: ast.expr) -> Value:
        """Return a dict of the pairs of an expression, such as those of zip."""
        place, end = dict_type.sure_place, self.keep("S[LIMIT]")

        def push(value: Value | Several) -> None:
            pair = value if isinstance(value, list) else self.items_apart(value, node, 2)
            for cell, item in zip((place.keys, place.elements), pair, strict=True):
                cell.absorb(item.type)
                self.note_kept(item.type, in_name=True)
                if cell is place.keys:
                    self.check_key(item, node)
                self.write(f"stack_push(S, {self.fit(item, cell.type)})")

        self.loop(source, push)
        return Value(self.keep(self.take_dict(end, dict_type)), dict_type)

    def call_reversed(self, node: ast.Call) -> Value:
        return self.as_list(node)

    def call_operation(self, node: ast.Call) -> Value:
        """Return the result of a function of the operator module."""
        op, operands = OPERATORS[self.static(node.func)[1]], node.args
        written: ast.expr
        self.arrange("a, /" if isinstance(op, ast.unaryop) else "a, b, /", node)
        if isinstance(op, ast.unaryop):
            written = ast.UnaryOp(op, operands[0])
        elif isinstance(op, ast.cmpop):
            written = ast.Compare(operands[0], [op], [operands[1]])
        else:
            written = ast.BinOp(operands[0], op, operands[1])
        return self.value(ast.copy_location(written, node))

    call_pairwise = call_accumulate = call_zip = call_enumerate = call_range = call_map = call_filter = call_reversed

    def kept_iterator(self, node: ast.Call) -> Value:
        """Return a new object that stands for an iterator."""
        raise NotImplementedError

    call_count = call_cycle = kept_iterator

    def call_iter(self, node: ast.Call) -> Value:
        if len(node.args) != 1:
            raise self.refuse(node, "iter() of a function can't be compiled", "write a loop")
        if node in self.program.sources.kept_iterators:
            return self.kept_iterator(node)
        return self.sequence(node.args[0])  # what reads it does so at once, or `iterator_reads` finds it

    # The rest ---------------------------------------------------------------------------------------------------------
    def call_str(self, node: ast.Call) -> Value:
        if self.program.follows_texts and len(node.args) == 1:
            return self.compose([self.value(node.args[0])], node)
        self.program.needs_texts = True
        for each in node.args:
            self.do(each)
        return COMPOSED

    def call_format(self, node: ast.Call) -> Value:
        specification = node.args[1] if len(node.args) > 1 else ast.Constant("")
        return self.value(ast.copy_location(ast.JoinedStr([ast.FormattedValue(node.args[0], -1, specification)]), node))

    def call_bin(self, node: ast.Call) -> Value:
        specification = ast.JoinedStr([ast.Constant("b")])
        parts = [ast.Constant("0b"), ast.FormattedValue(node.args[0], -1, specification)]
        return self.value(ast.copy_location(ast.JoinedStr(parts), node))

    def call_repr(self, node: ast.Call) -> Value:
        for each in node.args:
            self.do(each)
        return COMPOSED

    def call_print(self, node: ast.Call) -> Value:
        raise self.refuse(node, "print() can't be compiled", "write self.say(...)")

    def call_cast(self, node: ast.Call) -> Value:
        return self.value(node.args[1])

    def call_assert_never(self, node: ast.Call) -> Value:
        self.do(node.args[0])
        self.write("fail(S, ErrorFlag.RAISED)")
        return NO_VALUE
