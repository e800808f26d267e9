"""Code of calls of Python's own functions, such as len, sum, max, sorted and list."""

from __future__ import annotations

import ast
import collections
import copy
import dataclasses
import functools
import heapq
import inspect
import itertools
import math
import operator
import typing
from collections.abc import Callable, Sequence
from typing import Any

from balancer.compiler.classes import owner_of
from balancer.compiler.emitter import COMPOSED, TRUTH, UNSET, Several, Value
from balancer.compiler.enums import members_in_order
from balancer.compiler.iterating import LOOPED
from balancer.compiler.kinds import (
    BOOL,
    CARD,
    DICT,
    FLOAT,
    GAME,
    INT,
    LIST,
    NONE,
    OBJECT,
    PLAYER,
    SET,
    TEXT,
    TUPLE,
    Type,
)
from balancer.compiler.packing import TAG_BITS
from balancer.compiler.rows import depth_of, leaf_of
from balancer.compiler.searches import Searches
from balancer.plain.pile import Pile
from balancer.plain.player import Player

SORTED_KINDS = {TEXT, CARD, INT, BOOL, NONE, OBJECT, PLAYER}  # of lists whose kinds are checked as they are sorted
OPERATORS: dict[Any, ast.operator | ast.cmpop | ast.unaryop] = {
    operator.add: ast.Add(),
    operator.sub: ast.Sub(),
    operator.mul: ast.Mult(),
    operator.truediv: ast.Div(),
    operator.floordiv: ast.FloorDiv(),
    operator.mod: ast.Mod(),
    operator.pow: ast.Pow(),
    operator.and_: ast.BitAnd(),
    operator.or_: ast.BitOr(),
    operator.xor: ast.BitXor(),
    operator.eq: ast.Eq(),
    operator.ne: ast.NotEq(),
    operator.lt: ast.Lt(),
    operator.le: ast.LtE(),
    operator.gt: ast.Gt(),
    operator.ge: ast.GtE(),
    operator.is_: ast.Is(),
    operator.is_not: ast.IsNot(),
    operator.neg: ast.USub(),
    operator.not_: ast.Not(),
}
BUILTINS: dict[Any, str] = {
    **{
        each: each.__name__
        for each in (len, range, enumerate, zip, reversed, sorted, sum, any, all, min, max, next, iter)
    },
    **{
        each: each.__name__ for each in (abs, list, tuple, set, frozenset, dict, int, bool, float, round, divmod, print)
    },
    **{
        each: each.__name__
        for each in (getattr, hasattr, isinstance, map, filter, pow, str, repr, type, id, hash, setattr, ord)
    },
    collections.Counter: "Counter",
    collections.defaultdict: "defaultdict",
    collections.deque: "deque",
    Pile: "Pile",
    itertools.combinations: "combinations",
    itertools.permutations: "permutations",
    itertools.product: "product",
    itertools.chain: "chain",
    itertools.islice: "islice",
    itertools.groupby: "groupby",
    itertools.count: "count",
    math.floor: "floor",
    math.ceil: "ceil",
    math.sqrt: "sqrt",
    **{
        each: each.__name__
        for each in (math.prod, math.log, math.log2, math.log10, math.exp, math.gcd, math.lcm, math.comb)
    },
    **{each: each.__name__ for each in (math.factorial, math.isqrt)},
    **dict.fromkeys(OPERATORS, "operation"),
    **{each: each.__name__ for each in (itertools.pairwise, itertools.accumulate, functools.reduce)},
    typing.cast: "cast",
    operator.attrgetter: "attrgetter",
    operator.itemgetter: "itemgetter",
    functools.partial: "partial",
    heapq.nlargest: "nlargest",
    heapq.nsmallest: "nsmallest",
    copy.copy: "copy",
    copy.deepcopy: "deepcopy",
    dataclasses.replace: "replace",
    itertools.takewhile: "takewhile",
    itertools.dropwhile: "dropwhile",
    **{each: each.__name__ for each in (itertools.starmap, itertools.cycle, itertools.repeat, itertools.zip_longest)},
    **{each: each.__name__ for each in (itertools.filterfalse, itertools.compress, itertools.tee)},
}


class Functions(Searches):
    """Writes the code of calls of Python's own functions."""

    def builtin(self, node: ast.expr) -> str:
        """Return the name of the Python function that is called, "" if it is none."""
        if not isinstance(node, ast.Call):
            return ""
        if isinstance(node.func, ast.Attribute) and node.func.attr == "from_iterable":
            is_static, holder = self.static(node.func.value)
            return "from_iterable" if is_static and holder is itertools.chain else ""
        is_static, function = self.static(node.func)
        try:
            return BUILTINS.get(function, "") if is_static else ""
        except TypeError:  # an unhashable value is no built-in function
            return ""

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
        row.type.place.mark(list)  # type: ignore[union-attr]
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
        dict_type.place.mark(dict)  # type: ignore[union-attr]
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
        if key is None and not elements.has(FLOAT):
            if elements.has(TEXT, CARD, INT, BOOL) and elements.kinds <= SORTED_KINDS:
                self.check_kinds(row, elements, node)
            elif not depth_of(elements):
                self.check_tags(row, self.tags_of(elements, node))
                self.check_no_none(row, elements)
            if code == "0" and not depth_of(elements):
                self.write(f"sort_list(S, {row.code})")
                return
        self.make()
        top, keys = self.keep("S[TOP]"), ""
        # Stable sorts by the last key first give the order by several keys.
        for place in reversed(range(self.key_count(key))):
            keys = self.sort_by(row, node, key, place, code)
        if has_own_order:
            if not keys or self.key_count(key) > 1:
                raise self.refuse(node, "a set sorted by such a key can't be compiled", "write a list")
            self.write(f"check_no_ties(S, {keys})")
        self.write(f"S[TOP] = {top}")

    def sort_by(self, row: Value, node: ast.Call, key: ast.expr | None, place: int, code: str) -> str:
        """Sort a list by the key with a number, from the last one on; return the keys, "" if a method compares them."""
        rows: list[str] = []
        depths: list[int] = []
        tags: list[int] = []
        by_method: list[Type] = []
        number = self.new_name()

        def rank(value: Value | Several) -> None:
            item = self.single(value, node)
            rank_value = item if key is None else self.ranks(key, item, node)[place]
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
            keys = self.container(LIST, node, by_method[0])
            self.sort_by_method(row, Value(rows[0], keys), self.fixed(code), node)
            return ""
        self.write(f"sort_by_keys(S, {row.code}, {rows[0]}, {code})")
        return rows[0]

    def sort_by_method(self, row: Value, keys: Value, descending: str, node: ast.AST) -> None:
        """Sort a list in place by keys that a method of their class compares."""
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
        if not elements.only(TUPLE) or elements.shape is None:
            self.check_sortable(elements, node)
            return []
        self.check_has_order(elements.shape, node)
        tags = []
        for item in self.packing.items(elements.shape):
            if item.kind or item.is_optional or item.type.only(INT, BOOL, CARD):
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

    def call_reversed(self, node: ast.Call) -> Value:
        return self.as_list(node)

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


def call_of(function: Any, arguments: list[ast.expr], node: ast.AST) -> ast.Call:
    """Return the call of a function that need not have a name in the file."""
    return ast.copy_location(ast.Call(ast.copy_location(ast.Constant(function), node), arguments, []), node)
