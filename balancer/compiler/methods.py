"""Code of calls of methods: of lists, sets and dicts, of the game, of players, and of the file's own classes."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from balancer.compiler.emitter import NO_VALUE, WHOLE_TYPE, Several, Value
from balancer.compiler.functions import Functions
from balancer.compiler.kinds import (
    DICT,
    FLOAT,
    GAME,
    INT,
    LIST,
    OBJECT,
    PERSONA,
    PLAYER,
    SET,
    TUPLE,
    UNKNOWN,
    Type,
    scalar,
)
from balancer.compiler.program import Routine, is_frozen, is_record
from balancer.compiler.sources import Function
from balancer.plain.game import Game


class Methods(Functions):
    """Writes the code of calls of methods."""

    # Containers ----------------------------------------------------------------------------------------------------
    def call_container(self, row: Value, node: ast.Call, name: str) -> Value:
        """Return the result of a method of a list, set or dict."""
        row = self.steady(self.container_code(row, node))
        kind = DICT if row.type.has(DICT) else SET if row.type.has(SET) else LIST
        method = getattr(self, f"{kind}_{name}", None) or (getattr(self, f"row_{name}", None) if kind != DICT else None)
        if method is None:
            raise self.refuse(node, f"`.{name}()` of a {kind} can't be compiled")
        result: Value = method(row, node)
        return result

    def change(self, row: Value, *, grows: bool = False) -> None:
        """Note that a container changes, which one that belongs to the file must not do."""
        place = row.type.place
        if place is None:
            return
        place.mark(grows=grows, changes_later=True)
        if place.root().is_constant:
            self.fail_if(f"{row.code} < S[ARENA]", "CHANGED")

    def add(self, row: Value, value: Value) -> str:
        """Add the type of a value to that of the items of a list or set; return its word as an item."""
        if row.type.place is None:
            return value.code
        row.type.place.elements.absorb(value.type)
        self.note_kept(value.type)
        return self.fit(value, row.type.place.elements.type)

    def arguments(self, node: ast.Call) -> Several:
        """Return the values of the arguments, in order."""
        if node.keywords:
            raise self.refuse(node, "arguments by name can't be compiled here")
        return self.several(node.args)

    def row_append(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.change(row, grows=True)
        self.write(f"append(S, {row.code}, {self.add(row, value)})")
        return NO_VALUE

    def set_add(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.change(row, grows=True)
        self.compare_elements(row.type.elements, value.type, node)
        self.write(f"add_to_set(S, {row.code}, {self.add(row, value)})")
        return NO_VALUE

    def row_pop(self, row: Value, node: ast.Call) -> Value:
        values = self.arguments(node)
        self.change(row)
        if row.type.has(SET):
            raise self.refuse(
                node, "pop() of a set can't be compiled", "its order is not the same in every process; write a list"
            )
        if not values:
            return Value(self.keep(f"pop_last(S, {row.code})"), row.type.elements)
        return Value(self.keep(f"pop_at(S, {row.code}, {self.whole(values[0], node)})"), row.type.elements)

    def list_popleft(self, row: Value, node: ast.Call) -> Value:
        self.arguments(node)
        self.change(row)
        return Value(self.keep(f"pop_at(S, {row.code}, 0)"), row.type.elements)

    def list_appendleft(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.change(row, grows=True)
        self.write(f"insert_item(S, {row.code}, 0, {self.add(row, value)})")
        return NO_VALUE

    def row_remove(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.change(row)
        self.comparable(row, value, node)
        self.write(f"remove_item(S, {row.code}, {value.code})")
        return NO_VALUE

    def set_discard(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.change(row)
        self.comparable(row, value, node)
        self.write(f"discard_item(S, {row.code}, {value.code})")
        return NO_VALUE

    def comparable(self, row: Value, value: Value, node: ast.AST) -> None:
        """Check that a value can be compared with the items of a row.  NotCompilable."""
        if row.type.elements.is_container:
            raise self.refuse(node, "looking for a list in a list can't be compiled", "write a loop")
        self.compare_elements(row.type.elements, value.type, node)

    def list_insert(self, row: Value, node: ast.Call) -> Value:
        place, value = self.arguments(node)
        self.change(row, grows=True)
        self.write(f"insert_item(S, {row.code}, {self.whole(place, node)}, {self.add(row, value)})")
        return NO_VALUE

    def list_extend(self, row: Value, node: ast.Call) -> Value:
        self.extend_row(row, node.args[0])
        return NO_VALUE

    def extend_row(self, row: Value, source: ast.expr) -> None:
        """Add all items of an iterable at the end of a list."""
        self.change(row, grows=True)
        other = self.as_list(source)
        place = row.type.place
        if place is None:
            return
        if other.type.place:
            self.program.copied(other.type.place.elements, place.elements)
        self.note_kept(place.elements.type)
        self.write(f"extend(S, {row.code}, {other.code})")

    def set_update(self, row: Value, node: ast.Call) -> Value:
        for each in node.args:
            self.update_set(row, each, "add_to_set")
        return NO_VALUE

    def set_difference_update(self, row: Value, node: ast.Call) -> Value:
        self.update_set(row, node.args[0], "discard_item")
        return NO_VALUE

    def set_intersection_update(self, row: Value, node: ast.Call) -> Value:
        self.meet_set(row, self.sequence(node.args[0], any_order=True), node)
        return NO_VALUE

    def update_set(self, row: Value, source: ast.expr, helper: str) -> None:
        """Add all items of an iterable to a set, or remove them from it."""
        self.change(row, grows=helper == "add_to_set")
        other = self.steady(self.sequence(source, any_order=True))
        self.comparable(row, Value("0", other.type.elements), source)
        if helper == "add_to_set" and row.type.place:
            row.type.place.elements.absorb(other.type.elements)

        def change(item: Value | Several) -> None:
            self.write(f"{helper}(S, {row.code}, {self.single(item, source).code})")

        if row.code == other.code:
            return
        self.loop_row(other, source, change, "")

    def meet_set(self, row: Value, other: Value, node: ast.AST) -> None:
        """Remove all items from a set that are not in another."""
        self.change(row)
        self.comparable(row, Value("0", other.type.elements), node)
        self.make()
        met = self.keep(f"intersect_sets(S, {row.code}, {other.code})")
        self.write(f"assign_list(S, {row.code}, {met})")

    def row_clear(self, row: Value, node: ast.Call) -> Value:
        self.arguments(node)
        self.change(row)
        self.write(f"S[{row.code} + 1] = 0")
        return NO_VALUE

    dict_clear = row_clear

    def row_copy(self, row: Value, node: ast.Call) -> Value:
        self.arguments(node)
        self.make()
        kind = DICT if row.type.has(DICT) else SET if row.type.has(SET) else LIST
        copy_type = self.copied(kind, node, row.type)
        if row.type.place and copy_type.place and row.type.place.root().default:
            copy_type.place.mark(default=row.type.place.root().default)
        room = self.growth(copy_type) if copy_type.place and copy_type.place.root().grows else "0"
        return Value(self.keep(f"copy_with_room(S, {row.code}, {room})"), copy_type)

    dict_copy = row_copy

    def list_index(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.comparable(row, value, node)
        return Value(self.keep(f"index_of(S, {row.code}, {value.code})"), WHOLE_TYPE, is_small=True)

    def list_count(self, row: Value, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.comparable(row, value, node)
        return Value(self.keep(f"count_item(S, {row.code}, {value.code})"), WHOLE_TYPE, is_small=True)

    def list_reverse(self, row: Value, node: ast.Call) -> Value:
        self.arguments(node)
        self.change(row)
        self.write(f"reverse_list(S, {row.code})")
        return NO_VALUE

    def list_sort(self, row: Value, node: ast.Call) -> Value:
        self.change(row)
        self.sort(row, node)
        return NO_VALUE

    def list_rotate(self, row: Value, node: ast.Call) -> Value:
        values = self.arguments(node)
        self.change(row)
        self.write(f"rotate_list(S, {row.code}, {self.whole(values[0], node) if values else 1})")
        return NO_VALUE

    def list_deck(self, row: Value, node: ast.Call) -> Value:
        raise self.refuse(node, "`.deck()` of a list can't be compiled")

    def set_issubset(self, row: Value, node: ast.Call) -> Value:
        other = self.sequence(node.args[0], any_order=True)
        self.comparable(row, Value("0", other.type.elements), node)
        return self.truth_value(f"is_subset(S, {row.code}, {other.code}) != 0")

    def set_issuperset(self, row: Value, node: ast.Call) -> Value:
        other = self.sequence(node.args[0], any_order=True)
        self.comparable(row, Value("0", other.type.elements), node)
        return self.truth_value(f"is_subset(S, {other.code}, {row.code}) != 0")

    def set_isdisjoint(self, row: Value, node: ast.Call) -> Value:
        other = self.sequence(node.args[0], any_order=True)
        self.comparable(row, Value("0", other.type.elements), node)
        return self.truth_value(f"are_disjoint(S, {row.code}, {other.code}) != 0")

    def combined(self, row: Value, node: ast.Call, op: ast.operator) -> Value:
        """Return the result of a set operation with another iterable."""
        other = self.as_set(self.as_list(node.args[0], any_order=True), node.args[0])
        return self.operated(row, op, other, node)

    def set_union(self, row: Value, node: ast.Call) -> Value:
        return self.combined(row, node, ast.BitOr())

    def set_intersection(self, row: Value, node: ast.Call) -> Value:
        return self.combined(row, node, ast.BitAnd())

    def set_difference(self, row: Value, node: ast.Call) -> Value:
        return self.combined(row, node, ast.Sub())

    def set_symmetric_difference(self, row: Value, node: ast.Call) -> Value:
        return self.combined(row, node, ast.BitXor())

    # Dicts ---------------------------------------------------------------------------------------------------------
    def dict_get(self, row: Value, node: ast.Call) -> Value:
        key, *default = self.arguments(node)
        self.compare_elements(row.type.keys, key.type, node)
        cell = self.program.cell((self.routine, node.lineno, node.col_offset, "get"))
        other = default[0] if default else NO_VALUE
        cell.absorb(row.type.elements)
        cell.absorb(other.type)
        if cell.type.has(FLOAT) and row.type.elements.kinds and not row.type.elements.has(FLOAT):
            row.type.place.elements.absorb(scalar(FLOAT))  # type: ignore[union-attr]
        code = self.fit(other, cell.type)
        return Value(self.keep(f"get_value(S, {row.code}, {key.code}, {code})"), cell.type)

    def dict_keys(self, row: Value, node: ast.Call) -> Value:
        del row
        return self.as_list(node)

    dict_values = dict_items = dict_keys

    def dict_pop(self, row: Value, node: ast.Call) -> Value:
        key, *default = self.arguments(node)
        self.change(row)
        self.compare_elements(row.type.keys, key.type, node)
        if not default:
            return Value(self.keep(f"pop_key(S, {row.code}, {key.code})"), row.type.elements)
        cell = self.program.cell((self.routine, node.lineno, node.col_offset, "pop"))
        cell.absorb(row.type.elements)
        cell.absorb(default[0].type)
        code = self.fit(default[0], cell.type)
        return Value(self.keep(f"pop_key_or(S, {row.code}, {key.code}, {code})"), cell.type)

    def dict_setdefault(self, row: Value, node: ast.Call) -> Value:
        key, value = (self.steady(each) for each in self.arguments(node))
        self.change(row, grows=True)
        place = row.type.place
        if place is None:
            return Value("0", value.type)
        place.keys.absorb(key.type)
        place.elements.absorb(value.type)
        self.note_kept(value.type)
        with self.indented(f"if find_key(S, {row.code}, {key.code}) < 0:"):
            code = self.fit(value, place.elements.type)
            self.write(f"set_value(S, {row.code}, {self.fit(key, place.keys.type)}, {code})")
        return Value(self.keep(f"value_at(S, {row.code}, {key.code})"), place.elements.type)

    def dict_update(self, row: Value, node: ast.Call) -> Value:
        other = self.steady(self.sequence(node.args[0]) if node.args else NO_VALUE)
        if not other.type.has(DICT) or node.keywords:
            raise self.refuse(node, "this update() can't be compiled", "hand on a dict, or set the keys one by one")
        self.change(row, grows=True)
        place = row.type.place
        if place is None or other.type.place is None:
            return NO_VALUE
        self.program.copied(other.type.place.keys, place.keys)
        self.program.copied(other.type.place.elements, place.elements)
        self.note_kept(place.elements.type)
        adds = place.root().default == "zero"

        def put(pair: Value | Several) -> None:
            assert isinstance(pair, list)  # noqa: S101
            key, value = pair[0].code, pair[1].code
            if adds:
                value = f"get_value(S, {row.code}, {key}, 0) + {value}"
            self.write(f"set_value(S, {row.code}, {key}, {value})")

        self.loop_dict(other, "items", put, "")
        return NO_VALUE

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
        row = self.steady(self.as_list(node.args[0]))
        self.make()
        dict_type = self.container(DICT, node, value.type)
        place = dict_type.place
        assert place is not None  # noqa: S101
        if row.type.place:
            self.program.copied(row.type.place.elements, place.keys)
        code = self.fit(value, place.elements.type)
        room = self.growth(dict_type) if place.root().grows else "0"
        return Value(self.keep(f"dict_of_keys(S, {row.code}, {code}, {room})"), dict_type)

    # The file's own functions --------------------------------------------------------------------------------------
    def call_routine(
        self, routine: Routine, lead: list[str], node: ast.Call, function: Any = None, first: Sequence[Value] = ()
    ) -> Value:
        """Return the result of a function of the file.  first: arguments in front of those of the call."""
        arguments = routine.node.args
        if arguments.kwarg:
            raise self.refuse(routine.node, "`**kwargs` can't be compiled", "name the parameters")
        if any(isinstance(each, ast.Starred) for each in node.args) or any(each.arg is None for each in node.keywords):
            raise self.refuse(node, "`*` in a call can't be compiled", "write the arguments one by one")
        names = [each for each in routine.own_parameters if each not in routine.captured]
        given = [*node.args, *(each.value for each in node.keywords)]
        values = [*first, *self.several(given)]
        keywords = [each.arg for each in node.keywords]
        count = len(values) - len(keywords)
        if arguments.vararg:
            names.remove(arguments.vararg.arg)
        positional = len(names) - len(arguments.kwonlyargs)
        others: list[Value] = []
        if arguments.vararg:
            others = values[positional:count]
            values, count = [*values[: min(count, positional)], *values[count:]], min(count, positional)
        if count > positional or any(each not in names[count:] for each in keywords):
            raise self.refuse(
                node, f"{getattr(routine.node, 'name', 'the lambda')} is called with arguments that it does not have"
            )
        by_name = dict(zip(names, values[:count], strict=False)) | dict(
            zip(map(str, keywords), values[count:], strict=True)
        )
        defaults = self.defaults(routine, function)
        codes = []
        for name in names:
            if name not in by_name and name not in defaults:
                raise self.refuse(node, f"{getattr(routine.node, 'name', 'the lambda')} is called without `{name}`")
            value = by_name[name] if name in by_name else defaults[name]
            cell = self.program.cell(("local", routine, name))
            codes.append(self.fit(value, cell.absorb(value.type)))
        if arguments.vararg:
            row = self.row_of(others, node)
            cell = self.program.cell(("local", routine, arguments.vararg.arg))
            cell.absorb(row.type)
            codes.append(row.code)
        codes += [self.captured_code(name) for name in routine.captured]
        self.program.calls.setdefault(self.routine, set()).add(routine)
        if routine.keeps:
            self.keeps = self.function_keeps = True
        return_type = self.program.cell(("return", routine)).type
        if return_type.is_reference:
            self.make()
        return Value(self.keep(f"{routine.name}({', '.join(['S', *lead, *codes])})"), return_type)

    def row_of(self, values: Sequence[Value], node: ast.AST) -> Value:
        """Return a new list of values, which represents the tuple of `*args`."""
        list_type = self.container(LIST, node)
        self.make()
        for value in values:
            list_type.place.elements.absorb(value.type)  # type: ignore[union-attr]
        codes = [self.fit(value, list_type.elements) for value in values]
        row = self.keep(f"new_list(S, {len(values)})")
        for code in codes:
            self.write(f"append(S, {row}, {code})")
        return Value(row, list_type)

    def captured_code(self, name: str) -> str:
        """Return the code of a name of this function that an inner one reads."""
        return self.renames.get(name, f"v_{name}")

    def defaults(self, routine: Routine, function: Any) -> dict[str, Value]:
        """Return the default values of optional parameters."""
        arguments = routine.node.args
        names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
        if isinstance(function, FunctionType):
            named = dict(
                zip(names[len(names) - len(function.__defaults__ or ()) :], function.__defaults__ or (), strict=True)
            )
            return {name: self.constant(value) for name, value in {**named, **(function.__kwdefaults__ or {})}.items()}
        pairs = list(zip(names[len(names) - len(arguments.defaults) :], arguments.defaults, strict=True))
        pairs += [
            (each.arg, value) for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value
        ]
        values = {}
        for name, node in pairs:
            is_static, value = self.static(node)
            if not is_static:
                raise self.refuse(node, "a default that is no constant can't be compiled here", "hand it on")
            values[name] = self.constant(value)
        return values

    def method_of(self, owner: type, name: str) -> tuple[FunctionType | None, type | None, bool]:
        """Return a method of a class, the class that defines it, and whether it is static; None if there is none."""
        for holder in owner.__mro__:
            if name in vars(holder):
                attribute = vars(holder)[name]
                if isinstance(attribute, staticmethod):
                    inner = attribute.__func__
                    return (inner if isinstance(inner, FunctionType) else None), holder, True
                return (attribute, holder, False) if isinstance(attribute, FunctionType) else (None, holder, False)
        return None, None, False

    def call_method(self, kind: str, owner: type, name: str, lead: list[str], node: ast.Call) -> Value:
        """Return the result of a method of one of the file's classes."""
        function, holder, is_static = self.method_of(owner, name)
        if function is None or (holder is not None and holder.__module__.startswith("balancer.")):
            raise self.refuse(node, f"`{name}()` of {owner.__name__} can't be compiled")
        routine = self.program.routine("" if is_static else kind, owner, function, holder)
        return self.call_routine(routine, [] if is_static else lead, node, function)

    def call_property(self, function: FunctionType, value: Value, owner: type, node: ast.expr) -> Value:
        """Return the value of a property."""
        kind = next(kind for kind in (GAME, PERSONA, OBJECT, TUPLE) if value.type.has(kind))
        routine = self.program.routine(kind, owner, function, self.method_holder(owner, function))
        lead = ["v_P"] if kind == PERSONA else [] if kind == GAME else [value.code]
        return self.call_routine(routine, lead, ast.copy_location(ast.Call(node, [], []), node), function)

    def method_holder(self, owner: type, function: FunctionType) -> type | None:
        """Return the class among the bases that defines a function."""
        return next(
            (
                each
                for each in owner.__mro__
                if function
                in (
                    getattr(member, "fget", member)
                    for member in vars(each).values()
                    if isinstance(member, property | FunctionType)
                )
            ),
            None,
        )

    def construct(self, kind: type, node: ast.Call) -> Value:
        """Return a new object of one of the file's classes."""
        if hasattr(kind, "_fields") or is_frozen(kind):
            return self.construct_tuple(kind, node)
        if not is_record(kind):
            raise self.refuse(node, f"`{kind.__name__}(…)` can't be compiled")
        self.program.record(kind)
        self.make()
        instance = self.keep(f"new_object(S, SIZE_{kind.__name__})")
        object_type = Type(frozenset((OBJECT,)), record=kind)
        if not dataclasses.is_dataclass(kind):
            function, holder, _ = self.method_of(kind, "__init__")
            if function is not None:
                routine = self.program.routine(OBJECT, kind, function, holder)
                self.call_routine(routine, [instance], node, function)
            return Value(instance, object_type)
        if "__post_init__" in dir(kind) or any(not field.init for field in dataclasses.fields(kind)):
            raise self.refuse(
                node, f"{kind.__name__} is made in a way that can't be compiled", "give the class plain fields"
            )
        given = self.given_fields(kind, [field.name for field in dataclasses.fields(kind)], node)
        for field in dataclasses.fields(kind):
            if field.name in given:
                value = given[field.name]
            elif field.default is not dataclasses.MISSING:
                value = self.constant(field.default)
            elif isinstance(field.default_factory, type) and field.default_factory in {list, set, dict}:
                empty = self.place_here(node, field.name)
                value = Value("", Type(frozenset((field.default_factory.__name__,)), empty))
                value = value._replace(code=self.keep(f"new_list(S, {self.room(value.type, 0)})"))
            else:
                raise self.refuse(node, f"{kind.__name__} is made without {field.name}")
            cell = self.program.store_in(kind.__name__, field.name, value.type)
            self.write(f"S[({instance} & 4294967295) + A_{kind.__name__}_{field.name}] = {self.fit(value, cell.type)}")
        return Value(instance, object_type)

    def given_fields(self, kind: type, names: list[str], node: ast.Call) -> dict[str, Value]:
        """Return the fields that the arguments of a call set."""
        if any(isinstance(each, ast.Starred) for each in node.args) or any(each.arg is None for each in node.keywords):
            raise self.refuse(node, "`*` in a call can't be compiled", "write the arguments one by one")
        values = [self.steady(each) for each in self.several([*node.args, *(each.value for each in node.keywords)])]
        count = len(node.args)
        given = dict(zip(names, values[:count], strict=False))
        given.update({str(each.arg): value for each, value in zip(node.keywords, values[count:], strict=True)})
        if count > len(names) or any(name not in names for name in given):
            raise self.refuse(node, f"{kind.__name__} is made with fields that it does not have")
        return given

    def construct_tuple(self, kind: type, node: ast.Call) -> Value:
        """Return a named tuple, or an object of a frozen dataclass."""
        names: list[str] = list(getattr(kind, "_fields", ()) or getattr(kind, "__dataclass_fields__", ()))
        given = self.given_fields(kind, names, node)
        defaults = dict(getattr(kind, "_field_defaults", {}))
        for each in dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ():
            if each.default is not dataclasses.MISSING:
                defaults[each.name] = each.default
        for name in names:
            if name not in given:
                if name not in defaults:
                    raise self.refuse(node, f"{kind.__name__} is made without {name}")
                given[name] = self.constant(defaults[name])
        return self.pack([given[name] for name in names], node, kind)

    def inner_function(self, name: str) -> Function | None:
        """Return the inner function, of this or an enclosing function, that a name denotes; None if it denotes none."""
        routine: Routine | None = self.routine
        while routine is not None:
            definitions = [
                each
                for each in ast.walk(routine.node)
                if (isinstance(each, ast.FunctionDef) and each.name == name and each is not routine.node)
                or (
                    isinstance(each, ast.Assign)
                    and isinstance(each.value, ast.Lambda)
                    and isinstance(each.targets[0], ast.Name)
                    and each.targets[0].id == name
                )
            ]
            if definitions:
                if len(definitions) > 1:
                    raise self.refuse(
                        definitions[1], f"two functions called `{name}` can't be compiled", "give them two names"
                    )
                return definitions[0].value if isinstance(definitions[0], ast.Assign) else definitions[0]  # type: ignore[return-value]
            routine = routine.outer
        return None

    def call_inner(self, function: Function, node: ast.Call, first: Sequence[Value] = ()) -> Value:
        """Return the result of an inner function."""
        outer: Routine | None = self.routine
        while outer is not None and function not in set(ast.walk(outer.node)) - {outer.node}:
            outer = outer.outer
        assert outer is not None  # noqa: S101
        routine = self.program.inner(outer, function)
        lead = ["v_P"] if routine.kind == PERSONA else [f"v_{routine.self_name}"] if routine.leading else []
        return self.call_routine(routine, lead, node, None, first)

    # Methods of the game and of players ----------------------------------------------------------------------------
    def call_game(self, node: ast.Call, name: str) -> Value:
        """Return the result of a method of the game: one of the file's, or one that all games have."""
        definition = self.program.definition
        _, holder, _ = self.method_of(definition, name)
        if holder is not None and holder is not Game and issubclass(holder, Game):
            return self.call_method(GAME, definition, name, [], node)
        method = getattr(self, f"game_{name}", None)
        if method is None or holder is not Game:
            hint = "it is not a method of the class" if holder is None else ""
            raise self.refuse(node, f"`self.{name}()` can't be compiled", hint)
        result: Value = method(node)
        return result

    def game_say(self, node: ast.Call) -> Value:
        for each in [*node.args[1:], *(keyword.value for keyword in node.keywords), *node.args[:1]]:
            self.do(each)
        self.write("say(S)")
        return NO_VALUE

    def do(self, node: ast.expr) -> None:
        """Write only the side effects of an expression, whose value is a text for people."""
        if isinstance(node, ast.Constant):
            return
        if isinstance(node, ast.JoinedStr | ast.FormattedValue):
            for each in ast.iter_child_nodes(node):
                if isinstance(each, ast.expr):
                    self.do(each)
            return
        is_static, _ = self.static(node)
        if is_static:
            return
        name = self.builtin(node)
        if isinstance(node, ast.Call) and (
            name in {"str", "repr"} or (isinstance(node.func, ast.Attribute) and self.is_text(node.func.value))
        ):
            for each in node.args:
                self.do(each)
            return
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            self.generate(node.generators, lambda: self.do(node.elt))
            return
        if isinstance(node, ast.IfExp):
            condition = self.condition(node.test)
            for head, part in ((f"if {condition}:", node.body), ("else:", node.orelse)):
                with self.indented(head):
                    self.do(part)
            return
        if isinstance(node, ast.BinOp) and (self.is_text(node.left) or self.is_text(node.right)):
            self.do(node.left)
            self.do(node.right)
            return
        value = self.value(node)
        if "(" in value.code:
            self.keep(value.code)

    def is_text(self, node: ast.expr) -> bool:
        """Return whether an expression is a text that is composed while the game runs, or a text of the file."""
        is_static, value = self.static(node)
        return (
            (is_static and isinstance(value, str))
            or isinstance(node, ast.JoinedStr)
            or self.builtin(node) in {"str", "repr"}
            or (isinstance(node, ast.BinOp) and (self.is_text(node.left) or self.is_text(node.right)))
            or (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and self.is_text(node.func.value))
        )

    def game_begin_turn(self, node: ast.Call) -> Value:
        self.arguments(node)
        self.write("begin_turn(S)")
        return NO_VALUE

    def game_end(self, node: ast.Call) -> Value:
        is_static, name = self.static(node.args[0])
        if is_static:
            number = self.program.endings.get(name)
            if number is None:
                raise self.refuse(node, f"there is no ending {name!r}", f"declare {name} = ending(...) in the class")
            self.write(f"S[ENDING] = {number}")
            return NO_VALUE
        self.write(f"end_by(S, {self.value(node.args[0]).code})")
        return NO_VALUE

    def game_shuffle(self, node: ast.Call) -> Value:
        if not node.args or any(each.arg != "at" for each in node.keywords):
            raise self.refuse(node, "this call of shuffle can't be compiled", "write self.shuffle(row, at=number)")
        (row,) = self.several(node.args)
        if row.type.kinds and not row.type.has(LIST):
            raise self.refuse(node, f"only a list can be shuffled, not {row.type}", "write list(...)")
        row = self.steady(self.container_code(row, node))
        self.change(row)
        if not node.keywords:
            self.write(f"shuffle(S, {row.code})")
            return NO_VALUE
        address = self.value(node.keywords[0].value)
        if address.type.kinds and not address.type.only(INT):
            raise self.refuse(node, f"the address of a shuffle is {address.type}", "write a whole number")
        self.write(f"shuffle_at(S, {row.code}, {self.whole(address, node)})")
        return NO_VALUE

    def game_below(self, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        return Value(self.keep(f"below(S, {self.whole(value, node)})"), WHOLE_TYPE, value.is_small)

    def game_roll(self, node: ast.Call) -> Value:
        sides = [*node.args, *(each.value for each in node.keywords)]
        count = self.value(sides[0]) if sides else Value("6", WHOLE_TYPE, is_small=True)
        return Value(self.keep(f"1 + below(S, {self.whole(count, node)})"), WHOLE_TYPE, count.is_small)

    def game_players_from(self, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.make()
        return Value(
            self.keep(f"players_from(S, {self.whole(value, node)})"), self.container(LIST, node, scalar(PLAYER))
        )

    def game_standing(self, node: ast.Call) -> Value:
        score = self.call_game(node, "score")
        number = self.number(score, node)
        if self.program.game.lowest_wins:
            return (
                Value(f"fneg({number.code})", number.type)
                if number.type.has(FLOAT)
                else Value(self.keep(f"negate(S, {number.code})"), WHOLE_TYPE)
            )
        return number

    def game_winners(self, node: ast.Call) -> Value:
        raise self.refuse(
            node, "`self.winners()` that is not the file's own can't be compiled here", "write it in the class"
        )

    def game_choose_together(self, node: ast.Call) -> Value:
        name, source = self.decision(node)
        options = self.steady(self.value(source))
        if options.type.kinds and not options.type.has(DICT):
            raise self.refuse(node, "the options of choose_together are no dict")
        rows = options.type.elements
        if rows.kinds and not rows.only(LIST):
            raise self.refuse(
                node, f"options that are {rows} can't be compiled here", "write lists of options by player"
            )
        self.offer(name, rows)
        self.make()
        dict_type = self.container(DICT, node, rows.elements, scalar(PLAYER))
        if rows.place and dict_type.place:
            self.program.copied(rows.place.elements, dict_type.place.elements)
        self.note_kept(rows.elements)
        room = self.growth(dict_type) if dict_type.place and dict_type.place.root().grows else "0"
        lists = self.keep(f"copy_list(S, {options.code})")
        chosen = self.keep(f"new_list(S, S[{options.code} + 1] + {room})")

        def copy(pair: Value | Several) -> None:
            assert isinstance(pair, list)  # noqa: S101
            self.write(f"set_value(S, {lists}, {pair[0].code}, copy_list(S, {pair[1].code}))")

        def ask(pair: Value | Several) -> None:
            assert isinstance(pair, list)  # noqa: S101
            self.write(f"set_value(S, {chosen}, {pair[0].code}, choose_{name}(S, {pair[0].code}, {pair[1].code}))")

        self.loop_dict(Value(lists, options.type), "items", copy, "")
        self.write("if S[WATCHED]:")
        self.write(f"    deal_together(S, {lists})")
        self.loop_dict(Value(lists, options.type), "items", ask, "")
        self.keeps = True
        return Value(chosen, dict_type)

    def decision(self, node: ast.Call) -> tuple[str, ast.expr]:
        """Return the name of a decision and the expression of its options."""
        arguments = dict(zip(("decision", "options"), node.args, strict=False)) | {
            str(each.arg): each.value for each in node.keywords
        }
        name, source = arguments.get("decision"), arguments.get("options")
        if name is None or source is None:
            raise self.refuse(node, "a decision needs its name and its options")
        is_static, constant = self.static(name)
        if not is_static or constant not in self.program.nodes:
            raise self.refuse(
                node,
                "the name of a decision that is composed while the game runs can't be compiled",
                "write it in the call",
            )
        return str(constant), source

    def offer(self, name: str, rows: Type) -> None:
        """Note the type of the options of a decision."""
        if rows.place:
            self.program.cell(("option", name)).unite(rows.place.elements)
        if name in self.program.keeping:
            self.keeps = self.function_keeps = True

    def player_choose(self, player: Value, node: ast.Call) -> Value:
        """Return the option that a player chooses."""
        name, source = self.decision(node)
        player = self.steady(self.real(player, PLAYER, "NO_PLAYER"))
        if isinstance(source, ast.Set | ast.SetComp):
            raise self.refuse(source, "the options are a set, which has no fixed order", "write sorted(...)")
        row = self.as_list(source)
        self.offer(name, row.type)
        kinds = next((each.value for each in node.keywords if each.arg == "kinds"), None)
        if kinds is None:
            return Value(self.keep(f"choose_{name}(S, {player.code}, {row.code})"), row.type.elements)
        row = self.steady(row)
        if not isinstance(kinds, ast.List | ast.Tuple | ast.ListComp | ast.Name):
            raise self.refuse(kinds, "these kinds can't be compiled", "write kinds=[len(moves), len(builds)]")
        sizes = self.steady(self.as_list(kinds))
        if sizes.type.elements.kinds and not sizes.type.elements.only(INT):
            raise self.refuse(kinds, f"kinds of {sizes.type.elements} can't be compiled", "write whole numbers")
        self.write(f"set_kinds(S, {sizes.code}, {row.code})")
        chosen = self.keep(f"choose_{name}(S, {player.code}, {row.code})")
        self.write("S[KINDS] = NOWHERE")
        return Value(chosen, row.type.elements)

    # Any call ------------------------------------------------------------------------------------------------------
    def call(self, node: ast.Call) -> Value:
        """Return the result of a call."""
        name = self.builtin(node)
        if name:
            return self.call_builtin(name, node)
        function = node.func
        if isinstance(function, ast.Name) and self.is_local(function.id):
            inner = self.inner_function(function.id)
            if inner is None:
                raise self.refuse(
                    node,
                    f"`{function.id}`, a function in a name, can't be compiled",
                    "call the function by its own name",
                )
            return self.call_inner(inner, node)
        is_static, callee = self.static(function)
        if is_static:
            return self.call_static(callee, node)
        if isinstance(function, ast.Attribute):
            return self.call_attribute(function, node)
        raise self.refuse(node, "this call can't be compiled")

    def call_static(self, function: Any, node: ast.Call) -> Value:
        """Return the result of a function or class of a module."""
        module = str(getattr(function, "__module__", ""))
        if isinstance(function, type) and module.startswith(("balancer_game_", "__main__")):
            return self.construct(function, node)
        if isinstance(function, FunctionType) and self.program.is_own(function):
            return self.call_routine(self.program.routine("", None, function), [], node, function)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "fromkeys":
            return self.call_fromkeys(node)
        words = ast.unparse(node.func)
        advice = "write self.below(...), self.shuffle(...) or self.roll(...)" if module == "random" else ""
        raise self.refuse(node, f"`{words}()` can't be compiled", advice)

    def call_attribute(self, function: ast.Attribute, node: ast.Call) -> Value:
        """Return the result of a method of a value."""
        name = function.attr
        if (
            isinstance(function.value, ast.Call)
            and isinstance(function.value.func, ast.Name)
            and function.value.func.id == "super"
        ):
            return self.call_super(name, node)
        if isinstance(function.value, ast.Attribute) and function.value.attr in self.program.tables and name == "deck":
            holder = self.value(function.value.value)
            if holder.type.has(GAME):
                self.make()
                deck = self.program.deck(function.value.attr)
                value_type = self.copied(LIST, node, deck.type)
                room = self.growth(value_type) if value_type.place and value_type.place.root().grows else "0"
                return Value(self.keep(f"copy_with_room(S, {deck.name}, {room})"), value_type)
        begin = len(self.lines)
        value = self.value(function.value)
        if len(self.lines) > begin or not value.type.is_container:
            value = self.steady(value)
        value_type = value.type
        if value_type.has(GAME):
            return self.call_game(node, name)
        if value_type.has(PERSONA):
            assert self.routine.owner is not None  # noqa: S101
            return self.call_method(PERSONA, self.routine.owner, name, ["v_P"], node)
        if value_type.has(PLAYER):
            if name != "choose":
                raise self.refuse(node, f"`.{name}()` of a player can't be compiled")
            return self.player_choose(value, node)
        if value_type.is_container:
            return self.call_container(value, node, name)
        if value_type.has(OBJECT) and value_type.record:
            return self.call_method(OBJECT, value_type.record, name, [self.real(value, OBJECT, "NO_PLAYER").code], node)
        if value_type.has(TUPLE) and value_type.shape:
            return self.call_tuple_method(value, name, node)
        if not value_type.kinds:
            self.several(node.args)
            return Value("0", UNKNOWN)
        raise self.refuse(node, f"`.{name}()` of {value_type} can't be compiled")

    def call_tuple_method(self, value: Value, name: str, node: ast.Call) -> Value:
        """Return the result of a method of a tuple."""
        named = value.type.shape.root().named if value.type.shape else None
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

    def call_super(self, name: str, node: ast.Call) -> Value:
        """Return the result of the method of the base class."""
        routine = self.routine
        assert routine.owner is not None  # noqa: S101
        chain = routine.owner.__mro__
        above = chain[chain.index(routine.defined_in or routine.owner) + 1 :]
        for holder in above:
            if isinstance(vars(holder).get(name), FunctionType) and not holder.__module__.startswith("balancer."):
                function = vars(holder)[name]
                method = self.program.routine(routine.kind, routine.owner, function, holder)
                return self.call_routine(method, routine.leading, node, function)
            if name in vars(holder):
                break
        if name in {"setup", "__init__"}:
            return NO_VALUE
        raise self.refuse(node, f"`super().{name}()` can't be compiled", "write what it does")

    def apply(self, function: ast.expr, values: Several, node: ast.AST) -> Value:
        """Return the result of calling a function given as an argument, such as `key=`."""
        if isinstance(function, ast.Lambda):
            renames = dict(self.renames)
            if len(function.args.args) != len(values) or function.args.defaults:
                raise self.refuse(function, "this lambda can't be compiled here")
            for parameter, value in zip(function.args.args, values, strict=True):
                name = f"v_{parameter.arg}_{function.lineno}_{function.col_offset}"
                cell = self.program.cell(("local", self.routine, name))
                self.write(f"{name} = {self.fit(value, cell.absorb(value.type))}")
                self.renames[parameter.arg] = name
            result = self.rank(function.body)
            self.renames = renames
            return result
        renames = dict(self.renames)
        names = []
        for number, value in enumerate(values):
            name = f"v_key{number}_{getattr(function, 'lineno', 0)}_{getattr(function, 'col_offset', 0)}"
            cell = self.program.cell(("local", self.routine, name))
            self.write(f"{name} = {self.fit(value, cell.absorb(value.type))}")
            self.renames[name] = name
            names.append(ast.copy_location(ast.Name(name, ast.Load()), function))
        call = ast.copy_location(ast.Call(function, list(names), []), function)
        if isinstance(function, ast.Call) and self.builtin(function) in {"attrgetter", "itemgetter"}:
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
        is_static, name = self.static(function.args[0])
        if not is_static or len(function.args) != 1:
            raise self.refuse(function, "this getter can't be compiled", "write a lambda")
        if self.builtin(function) == "attrgetter":
            return self.steady(self.value(ast.copy_location(ast.Attribute(item, name, ast.Load()), function)))
        key = ast.copy_location(ast.Constant(name), function)
        return self.steady(self.value(ast.copy_location(ast.Subscript(item, key, ast.Load()), function)))
