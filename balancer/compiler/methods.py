"""Code of any call: which function, class or method is called."""

from __future__ import annotations

import ast
import bisect
import functools
import inspect
import random
from collections.abc import Hashable
from types import FunctionType
from typing import Any

from balancer.compiler.builtin_names import INSTEAD, call_of
from balancer.compiler.classes import is_own_class
from balancer.compiler.emitter import COMPOSED, NO_VALUE, WHOLE_TYPE, Several, Value
from balancer.compiler.function_values import FunctionValues
from balancer.compiler.kinds import (
    BOOL,
    CLASS,
    FLOAT,
    FUNCTION,
    GAME,
    INT,
    LIST,
    MEMBER,
    NONE,
    OBJECT,
    PERSONA,
    PLAYER,
    PROSE,
    TEXT,
    TUPLE,
    UNKNOWN,
)
from balancer.compiler.partials import with_arguments
from balancer.compiler.prelude import IN_PLAIN_PYTHON, OF_WHOLE_NUMBERS, is_integer, rest_of_power
from balancer.compiler.routines import Routine
from balancer.compiler.signatures import FUNCTIONS
from balancer.compiler.spreading import item_of
from balancer.compiler.texts import ASKING, MAKING, SPLITTING
from balancer.plain.game import Game

PURE = frozenset(["len", "abs", "min", "max", "sum", "sorted", "bool", "int"])  # that change nothing
COMPOSERS = frozenset(["join", "format", "upper", "lower", "title", "capitalize", "strip", "replace", "ljust", "rjust"])
"""Methods of texts whose result is a text."""


class Methods(FunctionValues):
    """Writes the code of calls."""

    def call(self, node: ast.Call) -> Value:
        """Return the result of a call."""
        name = self.builtin(node)
        if name:
            return self.call_builtin(name, node)
        function = node.func
        inner = self.inner_function(function.id) if isinstance(function, ast.Name) else None
        named = self.set_once(function) if isinstance(function, ast.Name) else None
        if named is not None and self.is_partial(named):
            return self.called_partial(named, node)
        is_local = isinstance(function, ast.Name) and self.is_local(function.id) and not self.static(function)[0]
        if isinstance(function, ast.Name) and (inner or is_local):
            return self.call_inner(inner, node) if inner else self.call_value(self.value(function), node)
        chosen = self.call_named(node)
        if chosen is not None:
            return chosen
        is_static, callee = self.static(function)
        if is_static:
            return self.call_static(callee, node)
        if isinstance(function, ast.Attribute):
            return self.call_attribute(function, node)
        return self.call_value(self.value(function), node)

    def call_static(self, function: Any, node: ast.Call) -> Value:
        """Return the result of a function or class of a module."""
        if isinstance(function, functools.partial):
            return self.value(with_arguments(function, node))
        module = str(getattr(function, "__module__", ""))
        if isinstance(function, type) and module.startswith(("balancer_game_", "__main__")):
            return self.construct(function, node)
        if (
            isinstance(node.func, ast.Attribute)
            and vars(Game).get(node.func.attr) is function
            and self.routine.kind == GAME
            and node.args
            and self.is_self(node.args[0])
        ):
            rest = ast.copy_location(ast.Call(node.func, node.args[1:], node.keywords), node)
            return self.call_toolkit(node.func.attr, rest)
        if isinstance(function, FunctionType) and self.program.is_own(function):
            return self.call_routine(self.program.routine("", None, function), [], node, function)
        if isinstance(function, Hashable) and function in IN_PLAIN_PYTHON:
            return self.call_library(IN_PLAIN_PYTHON[function], node)
        owner = getattr(function, "__self__", None)
        is_made_of_items = hasattr(owner, "_fields") and function.__name__ == "_make" and len(node.args) == 1
        if isinstance(owner, type) and is_made_of_items:
            items = ast.copy_location(ast.Starred(node.args[0], ast.Load()), node)
            return self.construct(owner, ast.copy_location(ast.Call(node.func, [items], []), node))
        if isinstance(owner, type) and inspect.ismethod(function) and is_own_class(owner):
            return self.call_class_method(owner, function.__name__, node)
        if inspect.ismethod(function) and is_own_class(type(owner)):
            method = ast.copy_location(ast.Attribute(ast.Constant(owner), function.__name__, ast.Load()), node)
            return self.call_attribute(ast.fix_missing_locations(method), node)
        if getattr(function, "__objclass__", None) is str and node.args:  # as in `map(str.upper, words)`
            method = ast.copy_location(ast.Attribute(node.args[0], function.__name__, ast.Load()), node)
            return self.value(ast.copy_location(ast.Call(method, node.args[1:], node.keywords), node))
        text, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
        arguments = [self.static(each) for each in node.args]
        is_fixed = all(is_static for is_static, _ in arguments) and not node.keywords
        if isinstance(text, tuple) and isinstance(node.func, ast.Attribute) and name in {"index", "count"}:
            return self.call_container(self.iterable(node.func.value), node, name)
        if isinstance(text, str) and name in ASKING | SPLITTING | MAKING and is_fixed:
            return self.text_method(self.constant(text), name, [each for _, each in arguments], node)
        if isinstance(text, str) and name in ASKING and len(node.args) == 1 and not node.keywords:
            return self.method_of_constant(text, name, self.value(node.args[0]), node)
        result = self.call_of_letters(self.constant(text), name, node) if isinstance(text, str) else None
        if result is not None:
            return result
        if isinstance(node.func, ast.Attribute) and node.func.attr in COMPOSERS and self.is_text(node.func.value):
            self.do(node)
            return COMPOSED
        if (
            isinstance(node.func, ast.Attribute)
            and node.func.attr == "fromkeys"
            and owner is not None
            and owner.__module__ != self.program.definition.__module__
        ):
            return self.call_fromkeys(node)
        if function is object.__setattr__ and len(node.args) == 3:  # noqa: PLR2004  as in `__post_init__` of frozen classes
            is_static, name = self.static(node.args[1])
            if is_static:
                target = ast.copy_location(ast.Attribute(node.args[0], name, ast.Store()), node)
                self.bind(target, self.value(node.args[2]))
                return NO_VALUE
        if getattr(function, "__objclass__", None) in {set, frozenset, list, dict} and node.args:
            return self.call_unbound(function.__name__, node)
        words = ast.unparse(node.func)
        instead = INSTEAD.get(function, "") if isinstance(function, Hashable) else ""
        is_random = module == "random" or isinstance(owner, random.Random)
        advice = "write self.below(...), self.shuffle(...) or self.roll(...)" if is_random else instead
        raise self.refuse(node, f"`{words}()` can't be compiled", advice)

    def call_unbound(self, name: str, node: ast.Call) -> Value:
        """Return the result of a method that its class names, as in `set.union(first, second)`."""
        holder, *others = node.args
        if isinstance(holder, ast.Starred):
            row = self.all_named(
                [self.value(ast.copy_location(ast.List([holder], ast.Load()), holder))], [holder], "row"
            )[0]
            rest = ast.Subscript(row, ast.Slice(ast.Constant(1), None, None), ast.Load())
            starred = ast.fix_missing_locations(ast.copy_location(ast.Starred(rest, ast.Load()), holder))
            holder, others = item_of(row, 0), [starred, *others]
        function = ast.copy_location(ast.Attribute(holder, name, ast.Load()), node)
        return self.value(ast.copy_location(ast.Call(function, others, node.keywords), node))

    def call_library(self, function: Any, node: ast.Call) -> Value:
        """Return the result of a function of Python's library that is written in plain Python."""
        self.arrange(FUNCTIONS.get(function.__name__), node)
        key = self.keyword(node, "key")
        routine = self.program.library_routine(self.routine, node, function)
        result = self.search_by(key, routine, node) if key else self.call_routine(routine, [], node, function)
        if function in OF_WHOLE_NUMBERS and self.program.cell(("local", routine, "row")).type.elements.has(FLOAT):
            what = f"{function.__name__}() of fractions can't be compiled"
            raise self.refuse(node, what, "write sum(row) / len(row)")
        return result

    def call_pow(self, node: ast.Call) -> Value:
        if len(node.args) == 2:  # noqa: PLR2004
            return self.value(ast.copy_location(ast.BinOp(node.args[0], ast.Pow(), node.args[1]), node))
        values = [Value(self.whole(value, node), WHOLE_TYPE) for value in self.several(node.args)]
        return self.call_helper(rest_of_power, values, node)

    def call_helper(self, function: Any, values: Several, node: ast.expr) -> Value:
        """Return the result of a function of `prelude` for some values."""
        routine = self.program.library_routine(self.routine, node, function)
        return self.call_routine(routine, [], call_of(None, [], node), None, values)

    def search_by(self, key: ast.expr, routine: Routine, node: ast.Call) -> Value:
        """Return the result of a function of bisect with `key=`: it searches the list of all keys."""
        if len(node.args) != 2:  # noqa: PLR2004
            raise self.refuse(node, "a search by a key in a part of a list can't be compiled", "search in a slice")
        row, item = node.args
        inserts = routine.node.name.startswith("insort")  # type: ignore[union-attr]
        if not self.is_simple(key) or (inserts and not isinstance(row, ast.Name | ast.Attribute)):
            raise self.refuse(node, "this search by a key can't be compiled", "sort() by the key")
        sought = self.steady(self.value(item))
        keys = self.steady(self.value(call_of(list, [call_of(map, [key, row], node)], node)))
        if not inserts:
            return self.call_routine(routine, [], call_of(None, [], node), None, [keys, sought])
        rank = self.named(self.apply(key, [sought], node), node, "rank")
        place = call_of(getattr(bisect, f"bisect{routine.node.name[6:]}"), [self.named(keys, node, "keys"), rank], node)  # type: ignore[union-attr]
        insert = ast.copy_location(ast.Attribute(row, "insert", ast.Load()), node)
        return self.value(ast.copy_location(ast.Call(insert, [place, self.named(sought, node, "item")], []), node))

    def is_simple(self, key: ast.expr) -> bool:
        """Return whether a key changes nothing, so that it does not matter how often it is called."""
        if isinstance(key, ast.Lambda):
            return all(self.builtin(each) in PURE for each in ast.walk(key.body) if isinstance(each, ast.Call))
        return self.builtin(key) in {"attrgetter", "itemgetter"}

    def call_attribute(self, function: ast.Attribute, node: ast.Call) -> Value:
        """Return the result of a method of a value."""
        name = function.attr
        if name == "get" and len(node.args) == 1 and isinstance(function.value, ast.Name):
            functions = self.functions_in(function.value)
            if functions is not None and self.table_key(function.value) in self.program.function_tables:
                return self.entry_of(node, functions)
        if self.is_super(function.value):
            return self.call_super(function.value, name, node)  # type: ignore[arg-type]
        if isinstance(function.value, ast.Attribute) and function.value.attr in self.program.tables and name == "deck":
            holder = self.value(function.value.value)
            if holder.type.has(GAME):
                self.make()
                deck = self.program.deck(function.value.attr)
                value_type = self.copied(LIST, node, deck.type)
                value_type.sure_place.mark(list)
                return Value(self.keep(f"copy_with_room(S, {deck.name}, {self.more(value_type)})"), value_type)
        begin = len(self.lines)
        value = self.value(function.value)
        if len(self.lines) > begin or not value.type.is_container:
            value = self.steady(value)
        value_type = value.type
        self.check_no_iterator(value_type, node, f"`.{name}()` of")
        if self.attribute_to_call(value, name):
            return self.call_value(self.value(function), node)
        if value_type.has(GAME):
            return self.call_game(node, name)
        if value_type.has(PERSONA):
            assert self.routine.owner is not None  # noqa: S101
            return self.call_method(PERSONA, self.routine.owner, name, ["v_P"], node)
        if PLAYER in self.kinds_with_attribute(value, name):
            if name != "choose":
                raise self.refuse(node, f"`.{name}()` of a player can't be compiled")
            return self.player_choose(value, node)
        if value_type.place and value_type.place.root().numbering:
            raise self.refuse(node, f"`.{name}()` of a tally can't be compiled", "write list(...) of it first")
        owners = [value_type.record, value_type.named] if value_type.is_either else []
        if value_type.is_container and not any(owner and hasattr(owner, name) for owner in owners):
            return self.call_of_row(value, name, node)
        if value_type.members and value_type.only(INT, TEXT, NONE) and hasattr(value_type.members, name):
            _, definer, _ = self.method_of(value_type.members, name)
            if definer is not None and is_own_class(definer):
                return self.call_method(MEMBER, value_type.members, name, [value.code], node)
        if value_type.has(OBJECT, TUPLE) and (value_type.record or value_type.shape):
            return self.by_kind(
                value,
                self.kinds_with_attribute(value, name),
                lambda present, kind: self.call_method_of_kind(present, kind, name, node),
                node,
            )
        if value_type.only(FUNCTION) and all(isinstance(each, type) for each in value_type.functions):
            return self.of_classes(
                value,
                function,
                lambda part: self.value(ast.copy_location(ast.Call(part, node.args, node.keywords), node)),
                node,
            )
        result = self.call_of_letters(value, name, node) if value_type.is_text else None
        if result is not None:
            return result
        is_table = name in ASKING | SPLITTING or (name in MAKING and self.program.follows_texts)
        if value_type.is_text and is_table:
            arguments = [self.static(each) for each in node.args]
            if all(is_static for is_static, _ in arguments) and not node.keywords:
                return self.text_method(value, name, [each for _, each in arguments], node)
        if name in COMPOSERS | MAKING and value_type.only(TEXT, PROSE):
            self.program.needs_texts = True
            for each in [*node.args, *(keyword.value for keyword in node.keywords)]:
                self.do(each)
            return COMPOSED
        if name in {"bit_count", "bit_length"} and value_type.only(INT, BOOL):
            self.arrange("", node)
            return Value(self.keep(f"{name}({value.code})"), WHOLE_TYPE, is_small=True)
        if name == "is_integer" and value_type.only(FLOAT) and not node.args:
            return self.call_helper(is_integer, [value], node)
        if not value_type.kinds:
            self.several(node.args)
            return Value("0", UNKNOWN)
        raise self.refuse(node, f"`.{name}()` of {value_type} can't be compiled")

    def call_of_row(self, value: Value, name: str, node: ast.Call) -> Value:
        """Return the result of a method of a list, set or dict, which may be one of the file."""
        kind = self.row_class(value.type)
        holder = self.method_of(kind, name)[1] if kind else None
        if kind is None or holder is None or not is_own_class(holder):
            return self.call_container(value, node, name)
        return self.call_method(MEMBER, kind, name, [self.steady(value).code], node)

    def call_method_of_kind(self, value: Value, kind: str, name: str, node: ast.Call) -> Value:
        """Return the result of a method of an object or of a tuple."""
        if kind == OBJECT and value.type.record:
            return self.call_method(OBJECT, value.type.record, name, [self.real(value, OBJECT, "NO_PLAYER").code], node)
        return self.call_tuple_method(value, name, node)

    def call_tuple_method(self, value: Value, name: str, node: ast.Call) -> Value:
        """Return the result of a method of a tuple."""
        named = value.type.named
        value = self.real_tuple(value)
        if name == "_replace" and named is not None:
            fields = list(named._fields)  # type: ignore[attr-defined]
            items = dict(zip(fields, self.items(value, node), strict=True))
            return self.pack(list({**items, **self.given_fields(named, fields, node)}.values()), node, named)
        if name in {"count", "index"} and (named is None or self.method_of(named, name)[1] is tuple):
            return self.call_container(self.tuple_as_list(value, node), node, name)
        if named is None:
            raise self.refuse(node, f"`.{name}()` of a tuple can't be compiled")
        return self.call_method(TUPLE, named, name, [value.code], node)

    def call_super(self, above: ast.Call, name: str, node: ast.Call) -> Value:
        """Return the result of the method of a base class; above: the call of super()."""
        routine = self.routine
        holder, attribute = self.attribute_above(above, name)
        if holder is Game:
            return self.call_toolkit(name, node)
        if isinstance(attribute, FunctionType) and is_own_class(holder):
            method = self.program.routine(routine.kind, routine.owner, attribute, holder)
            lead = [self.flat_name(routine.self_name)] if routine.leading not in ([], ["v_P"]) else routine.leading
            return self.call_routine(method, lead, node, attribute)
        if isinstance(attribute, classmethod) and routine.kind == CLASS and is_own_class(holder):
            function: Any = attribute.__func__
            method = self.program.routine(CLASS, routine.owner, function, holder)
            return self.call_routine(method, [], node, function)
        if name == "__init__":
            return NO_VALUE
        raise self.refuse(node, f"`{ast.unparse(node.func)}()` can't be compiled", "write what it does")

    def apply(self, function: ast.expr, values: Several, node: ast.AST) -> Value:
        """Return the result of calling a function given as an argument, such as `key=`."""
        if isinstance(function, ast.Lambda):
            renames = dict(self.renames)
            if len(function.args.args) != len(values) or function.args.defaults:
                raise self.refuse(function, "this lambda can't be compiled here")
            for parameter, value in zip(function.args.args, values, strict=True):
                name = f"v_{parameter.arg}{self.suffix}_{function.lineno}_{function.col_offset}"
                cell = self.program.cell(("local", self.routine, name))
                self.write(f"{name} = {self.fit(value, cell.absorb(value.type))}")
                self.renames[parameter.arg] = name
            result = self.rank(function.body)
            self.renames = renames
            return result
        renames = dict(self.renames)
        names = [self.named(value, function, f"key{number}") for number, value in enumerate(values)]
        call = ast.copy_location(ast.Call(function, list(names), []), function)
        if self.is_partial(function):
            assert isinstance(function, ast.Call)  # noqa: S101
            if not self.has_fixed_arguments(function):
                raise self.refuse(function, "partial() of such arguments can't be compiled here", "write a lambda")
            result = self.steady(self.called_partial(function, call))
        elif isinstance(function, ast.Call) and self.builtin(function) in {"attrgetter", "itemgetter"}:
            result = self.getter(function, names[0])
        else:
            result = self.steady(self.value(call))
        self.renames = renames
        return result

    def rank(self, node: ast.expr) -> Value:
        """Return the value of an expression that serves as a sort key."""
        return self.steady(self.value(node))

    def getter(self, function: ast.Call, item: ast.expr) -> Value:
        """Return the result of operator.attrgetter or itemgetter for an item."""
        if len(function.args) > 1:
            parts = [ast.copy_location(ast.Call(function.func, [each], []), function) for each in function.args]
            return self.pack([self.getter(part, item) for part in parts], function)
        is_static, name = self.static(function.args[0])
        if not is_static:
            raise self.refuse(function, "this getter can't be compiled", "write a lambda")
        if self.builtin(function) == "attrgetter":
            attribute = item
            for part in str(name).split("."):
                attribute = ast.copy_location(ast.Attribute(attribute, part, ast.Load()), function)
            return self.steady(self.value(attribute))
        key = ast.copy_location(ast.Constant(name), function)
        return self.steady(self.value(ast.copy_location(ast.Subscript(item, key, ast.Load()), function)))
