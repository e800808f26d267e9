"""Code of calls of the file's own functions, methods and classes."""

from __future__ import annotations

import ast
import collections
import dataclasses
import enum
import functools
import inspect
import itertools
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from balancer.compiler.classes import (
    CLASS_TAG,
    class_value,
    field_names,
    has_own_init,
    inherits_in_line,
    is_frozen,
    is_own_class,
    is_packed,
    is_record,
    is_row,
    item_names,
    name_of,
    operator_method,
    owner_of,
    passed_to_post_init,
    row_base,
)
from balancer.compiler.emitter import Value, object_slot
from balancer.compiler.expressions import Case
from balancer.compiler.iterating import dict_part
from balancer.compiler.iterator_reads import ITERATORS
from balancer.compiler.kept_iterators import class_of_kept
from balancer.compiler.kinds import (
    BOOL,
    CLASS,
    GAME,
    INT,
    LIST,
    MEMBER,
    NONE,
    OBJECT,
    PERSONA,
    TEXT,
    TUPLE,
    UNKNOWN,
    Type,
    TypeCell,
)
from balancer.compiler.routines import Routine
from balancer.compiler.sources import Function
from balancer.compiler.spreading import Spreading, has_star
from balancer.compiler.using_up import is_used_up

FACTORIES = (collections.Counter, collections.deque, itertools.count)  # of fields, beside list, set and dict


class OwnFunctions(Spreading):
    """Writes the code of calls of what the file defines."""

    def call_routine(
        self, routine: Routine, lead: list[str], node: ast.Call, function: Any = None, first: Sequence[Value] = ()
    ) -> Value:
        """Return the result of a function of the file.  first: arguments in front of those of the call."""
        if routine.node in self.program.sources.generators:
            return self.call_generator(routine, lead, node, function, first)
        if routine.node in self.program.sources.iterator_makers:
            self.check_generator(routine, node)
        given = self.bound(routine, node, function, first, lambda name: self.program.cell(("local", routine, name)))
        codes = [*given.values(), *map(self.flat_name, routine.captured)]
        self.program.note_call(self.routine, routine, node)
        if routine.keeps:
            self.keeps = self.function_keeps = True
        return_type = self.program.cell(("return", routine)).type
        if return_type.is_reference:
            self.make()
        return Value(self.keep(f"{routine.name}({', '.join(['S', *lead, *codes])})"), return_type)

    def bound(
        self,
        routine: Routine,
        node: ast.Call,
        function: Any,
        first: Sequence[Value],
        cell_of: Callable[[str], TypeCell],
    ) -> dict[str, str]:
        """Return the codes of the arguments of a call, by the parameters; cell_of: the variable of a parameter."""
        arguments, function_name = routine.node.args, getattr(routine.node, "name", "the lambda")
        names = [each for each in routine.own_parameters if each not in routine.captured]
        defaults = self.defaults(routine, function)
        for collecting in filter(None, (arguments.vararg, arguments.kwarg)):
            names.remove(collecting.arg)
        positional = len(names) - len(arguments.kwonlyargs)
        node = self.with_names(node)
        given_names = [each.arg for each in node.keywords if each.arg is not None]
        unnamed = [name for name in names[len(first) : positional] if name not in given_names]
        least = sum(name not in defaults for name in unnamed)
        optional = [name for name in unnamed if name in defaults and has_star(node.args)]
        last = [self.named(defaults[name], node, f"default_{name}") for name in optional]
        node = self.spread(node, least, len(unnamed), last, takes_more=bool(arguments.vararg))
        rest = node.args.pop().value if has_star(node.args) else None  # type: ignore[attr-defined]
        values = [*first, *self.given_values(node)]
        count = len(first) + len(node.args)
        others: list[Value] = []
        if arguments.vararg:
            others = values[positional:count]
            values, count = [*values[: min(count, positional)], *values[count:]], min(count, positional)
        by_name, pairs = (
            dict(zip(names, values[:count], strict=False)),
            list(zip(node.keywords, values[count:], strict=True)),
        )
        named = {each.arg: value for each, value in pairs if each.arg is not None}
        dicts = [self.named(value, each.value, "dict") for each, value in pairs if each.arg is None]
        more = {name: value for name, value in named.items() if name not in names[count:]}
        if count > positional or (more and not (arguments.kwarg and more.keys().isdisjoint(by_name))):
            raise self.refuse(node, f"{function_name} is called with arguments that it does not have")
        by_name |= {name: value for name, value in named.items() if name not in more}
        left = [name for name in names if name not in by_name]
        if dicts:
            by_name |= self.taken_from(dicts[0], left, defaults, is_open=arguments.kwarg is not None)
        codes = {}
        for name in names:
            if name not in by_name and name not in defaults:
                raise self.refuse(node, f"{function_name} is called without `{name}`")
            value = by_name[name] if name in by_name else defaults[name]
            codes[name] = self.fit(value, cell_of(name).absorb(value.type))
        if arguments.vararg:
            row = self.row_of(others, rest, node)
            cell_of(arguments.vararg.arg).absorb(row.type)
            codes[arguments.vararg.arg] = row.code
        if arguments.kwarg:
            value = self.dict_of_more(more, dicts, left, node)
            cell_of(arguments.kwarg.arg).absorb(value.type)
            codes[arguments.kwarg.arg] = value.code
        return codes

    def call_generator(
        self, routine: Routine, lead: list[str], node: ast.Call, function: Any, first: Sequence[Value]
    ) -> Value:
        """Write a generator in place where its items are used; return a list if all are used at once."""
        raise NotImplementedError

    def check_generator(self, routine: Routine, node: ast.Call) -> None:
        """Raise NotCompilable where the list that a generator returns may differ from what it yields in time."""
        sources = self.program.sources
        assert isinstance(routine.node, ast.FunctionDef)  # noqa: S101
        is_written = any(each is node for each in ast.walk(self.routine.node))
        call = node if is_written else node.func  # of a property
        if (self.routine, call) in sources.used_up:
            return
        if not self.may_be_list(routine, call):
            what = "a generator that calls itself and changes something, or is not used up at once, can't be compiled"
            raise self.refuse(node, what, f"return a list in {routine.node.name}()")
        sources.used_up.add((self.routine, call))

    def may_be_list(self, routine: Routine, node: ast.expr) -> bool:
        """Return whether a generator may return a list: nothing that it reads changes while its items are used."""
        assert isinstance(routine.node, ast.FunctionDef)  # noqa: S101
        return routine.file == self.routine.file and is_used_up(
            node, self.routine.node, routine.node, self.effect_finder()
        )

    def given_values(self, node: ast.Call) -> list[Value]:
        """Return the values of all arguments."""
        return self.several([*node.args, *(each.value for each in node.keywords)])

    def row_of(self, values: Sequence[Value], rest: ast.expr | None, node: ast.AST) -> Value:
        """Return a new list of values, or of a list, which represents the tuple of `*args`."""
        list_type = self.container(LIST, node)
        place = list_type.sure_place
        place.mark(tuple)
        self.make()
        if rest is not None:
            row = self.value(rest)
            self.program.copied(row.type.place.elements, place.elements) if row.type.place else None
            return row._replace(type=list_type)
        for value in values:
            place.elements.absorb(value.type)
        codes = [self.fit(value, list_type.elements) for value in values]
        return Value(self.filled_row(codes), list_type)

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
        compares = operator_method(owner, name)
        if compares is not None and item_names(owner):
            return compares, owner, False
        for holder in owner.__mro__:
            if name in vars(holder):
                attribute = self.program.caching.uncached(vars(holder)[name])
                if isinstance(attribute, staticmethod):
                    inner = self.program.caching.uncached(attribute.__func__)
                    return (inner if isinstance(inner, FunctionType) else None), holder, True
                return (attribute, holder, False) if isinstance(attribute, FunctionType) else (None, holder, False)
        return None, None, False

    def call_method(
        self, kind: str, owner: type, name: str, lead: list[str], node: ast.Call, first: Sequence[Value] = ()
    ) -> Value:
        """Return the result of a method of one of the file's classes.  first: arguments in front of those of the call.

        Classes that inherit a method share a function, where inheritance is in line: else `super()` depends on them.
        """
        if kind != OBJECT:
            return self.call_method_of(kind, owner, name, lead, node, first)
        groups: dict[Any, list[type]] = {}
        kinds = self.program.classes_of(owner)
        for each in [kind for kind in kinds if hasattr(kind, name)] or kinds:
            _, holder, _ = self.method_of(each, name)
            groups.setdefault(holder if holder and inherits_in_line(each) else each, []).append(each)
        lead = [self.fixed(code) for code in lead]
        value = Value(lead[0], Type(frozenset((OBJECT,)), record=owner))

        def call(kinds: Sequence[type]) -> Value:
            _, holder, _ = self.method_of(kinds[0], name)
            is_shared = holder is not None and inherits_in_line(kinds[0])
            return self.call_method_of(kind, holder if is_shared else kinds[0], name, lead, node, first)  # type: ignore[arg-type]

        return self.by_class(value, groups, call, node)

    def call_method_of(
        self, kind: str, owner: type, name: str, lead: list[str], node: ast.Call, first: Sequence[Value] = ()
    ) -> Value:
        """Return the result of the method that one class has."""
        if isinstance(inspect.getattr_static(owner, name, None), classmethod):
            return self.call_class_method(owner, name, node)
        function, holder, is_static = self.method_of(owner, name)
        is_theirs = holder is not None and holder.__module__.startswith("balancer.") and not is_row(holder)
        if function is None or is_theirs:
            raise self.refuse(node, f"`{name}()` of {name_of(owner)} can't be compiled")
        routine = self.program.routine("" if is_static else kind, owner, function, holder)
        return self.call_routine(routine, [] if is_static else lead, node, function, first)

    def call_class_method(self, owner: type, name: str, node: ast.Call) -> Value:
        """Return the result of a class method of one of the file's classes."""
        holder = next(each for each in owner.__mro__ if name in vars(each))
        function = vars(holder)[name].__func__
        if not isinstance(function, FunctionType) or not is_own_class(holder):
            raise self.refuse(node, f"`{owner.__name__}.{name}()` can't be compiled")
        return self.call_routine(self.program.routine(CLASS, owner, function, holder), [], node, function)

    def call_property(self, function: FunctionType, value: Value, owner: type, node: ast.expr) -> Value:
        """Return the value of a property."""
        return self.call_accessor(function, value, owner, ast.copy_location(ast.Call(node, [], []), node))

    def call_accessor(
        self, function: FunctionType, value: Value, owner: type, node: ast.Call, first: Sequence[Value] = ()
    ) -> Value:
        """Return the result of a function of a property.  first: what it is set to."""
        kind = next((kind for kind in (GAME, PERSONA, OBJECT, TUPLE) if value.type.has(kind)), MEMBER)
        routine = self.program.routine(kind, owner, function, self.method_holder(owner, function))
        lead = ["v_P"] if kind == PERSONA else [] if kind == GAME else [value.code]
        return self.call_routine(routine, lead, node, function, first)

    def method_holder(self, owner: type, function: FunctionType) -> type | None:
        """Return the class among the bases that defines a function."""
        return next(
            (
                each
                for each in owner.__mro__
                if function
                in (
                    part
                    for member in vars(each).values()
                    if isinstance(member, property | functools.cached_property | FunctionType)
                    for part in (member, *(getattr(member, name, None) for name in ("fget", "fset", "func")))
                )
            ),
            None,
        )

    def construct(self, kind: type, node: ast.Call) -> Value:
        """Return a new object of one of the file's classes."""
        if is_packed(kind):
            return self.construct_tuple(kind, node)
        if issubclass(kind, enum.Enum):
            return self.member_of_value(kind, node)
        if row_base(kind):
            return self.construct_row(kind, node)
        if not is_record(kind):
            raise self.refuse(node, f"`{kind.__name__}(…)` can't be compiled")
        instance = self.new_instance(kind)
        object_type = Type(frozenset((OBJECT,)), record=kind)
        if hasattr(kind, "_fields"):
            for name, value in self.given_items(kind, node).items():
                self.set_field(instance, kind, name, value)
            return Value(instance, object_type)
        if not dataclasses.is_dataclass(kind) or has_own_init(kind):
            function, holder, _ = self.method_of(kind, "__init__")
            if function is not None:
                routine = self.program.routine(OBJECT, kind, function, holder)
                self.call_routine(routine, [instance], node, function)
            return Value(instance, object_type)
        passed_on = passed_to_post_init(kind)
        names = [name for name in inspect.signature(kind).parameters if name in {*field_names(kind), *passed_on}]
        given = self.given_fields(kind, names, node)
        for field in dataclasses.fields(kind):
            if field.name in given:
                value = given[field.name]
            elif field.default is not dataclasses.MISSING:
                value = self.constant(field.default)
            elif field.default_factory is not dataclasses.MISSING:
                value = self.made_by(field, kind, node)
            elif field.init:
                raise self.refuse(node, f"{kind.__name__} is made without {field.name}")
            else:
                continue
            self.set_field(instance, kind, field.name, value)
        if hasattr(kind, "__post_init__"):
            call = ast.copy_location(ast.Call(node.func, [], []), node)
            if any(name not in given and default is dataclasses.MISSING for name, default in passed_on.items()):
                raise self.refuse(node, f"{kind.__name__} is made without what __post_init__ receives")
            first = [given[name] if name in given else self.constant(passed_on[name]) for name in passed_on]
            self.call_method_of(OBJECT, kind, "__post_init__", [instance], call, first)
        return Value(instance, object_type)

    def kept_iterator(self, node: ast.Call) -> Value:
        """Return a new object that stands for an iterator."""
        maker, classes = self.builtin(node), self.program.kept_classes
        kind = classes.setdefault((self.routine.file, node.lineno, node.col_offset), class_of_kept(maker, len(classes)))
        rows: list[Value] = []
        if maker != "count":
            source = node.args[0]
            is_lazy = self.is_lazy(source) or self.builtin(source) in ITERATORS or bool(dict_part(source))
            row = Value("0", UNKNOWN) if is_lazy else self.iterable(source)
            is_list = row.type.only(LIST) and row.type.place and not row.type.place.may_be(collections.deque)
            if maker == "iter" and self.is_kept(source):
                return self.value(source)
            is_replaced = self.program.sets_players and row.type.place == self.program.players.root()
            if is_lazy or is_replaced or (row.type.kinds and not is_list):
                what = f"`{ast.unparse(source)}` in {maker}() that is kept can't be compiled"
                raise self.refuse(source, what, "write list(...) around it")
            rows = [self.steady(row)]
        call = ast.copy_location(ast.Call(node.func, [], []), node) if rows else node
        instance = self.new_instance(kind)
        self.call_method_of(OBJECT, kind, "__init__", [instance], call, rows)
        return Value(instance, Type(frozenset((OBJECT,)), record=kind))

    call_count = call_cycle = kept_iterator

    def member_of_value(self, kind: type[enum.Enum], node: ast.Call) -> Value:
        """Return the member of an Enum with a value."""
        if len(node.args) != 1 or "_missing_" in vars(kind):
            raise self.refuse(node, f"this `{kind.__name__}(…)` can't be compiled", "write a dict of members")
        value = self.steady(self.value(node.args[0]))
        if not value.type.kinds or (value.type.only(OBJECT) and value.type.record is kind):
            return value
        if value.type.only(TUPLE):
            equal = ast.copy_location(ast.Compare(node, [ast.Eq()], [node]), node)
            cases: list[Case] = [
                (
                    self.compared(value, ast.Eq(), self.constant(each.value), equal),
                    functools.partial(self.constant, each),
                )
                for each in kind
            ]
            return self.switch(cases, node, "NOT_IN_LIST")
        if not value.type.only(INT, BOOL, TEXT, NONE):
            what = f"`{kind.__name__}(…)` of {value.type} can't be compiled"
            raise self.refuse(node, what, "write a dict of members")
        return self.by_member(value, kind, node, lambda member: member, "NOT_IN_LIST", key="value")

    def new_instance(self, kind: type) -> str:
        """Return the code of a new object, with the values that its class gives to attributes."""
        self.program.note_made(kind)
        self.make()
        owner = owner_of(kind)
        instance = self.keep(f"new_object(S, SIZE_{owner})")
        self.write(f"S[{object_slot(instance, owner, CLASS_TAG)}] = {self.program.class_numbers[kind]}")
        for name in sorted(name for each, name in self.program.stored if each == owner):
            initial = class_value(kind, name)
            if initial is not dataclasses.MISSING:
                self.set_field(instance, kind, name, self.constant(initial))
        return instance

    def set_field(self, instance: str, kind: type, name: str, value: Value) -> None:
        """Write the value of an attribute into a new object."""
        owner = owner_of(kind)
        cell = self.program.store_in(owner, name, value.type, self.routine)
        self.write(f"S[{object_slot(instance, owner, name)}] = {self.fit(value, cell.type)}")

    def made_by(self, field: dataclasses.Field[Any], kind: type, node: ast.Call) -> Value:
        """Return the value that the `default_factory=` of a field makes."""
        factory: Any = field.default_factory
        if factory in (list, set, dict):
            empty = Type(frozenset((factory.__name__,)), self.place_here(node, field.name))
            return Value(self.new_set(empty), empty)
        call = ast.copy_location(ast.Call(ast.Name(field.name, ast.Load()), [], []), node)
        if factory in FACTORIES:
            call.func = ast.copy_location(ast.Constant(factory), node)
            call.col_offset = -1 - dataclasses.fields(kind).index(field)  # a place of its own
            return self.call_builtin(factory.__name__, call)
        if isinstance(factory, FunctionType) and self.program.is_own(factory):
            return self.steady(self.call_routine(self.program.routine("", None, factory), [], call, factory))
        if isinstance(factory, type) and (is_record(factory) or is_frozen(factory) or row_base(factory)):
            return self.steady(self.construct(factory, call))
        what = f"the default_factory of {field.name} of {kind.__name__} can't be compiled"
        raise self.refuse(node, what, "write list, set, dict, a function or a lambda")

    def given_fields(self, kind: type, names: Sequence[str], node: ast.Call) -> dict[str, Value]:
        """Return the fields that the arguments of a call set."""
        node = self.with_names(node)
        if any(each.arg is None for each in node.keywords):
            raise self.refuse(node, "`**` in this call can't be compiled", "write the arguments one by one")
        unnamed = [name for name in names if name not in {each.arg for each in node.keywords}]
        parameters = inspect.signature(kind).parameters
        defaults = [parameters[name].default for name in unnamed if name in parameters]
        least = defaults.count(inspect.Parameter.empty)
        made_anew = dataclasses._HAS_DEFAULT_FACTORY  # type: ignore[attr-defined]  # noqa: SLF001
        last = [ast.Constant(each) for each in defaults[least:] if each is not made_anew]
        node = self.spread(node, least, len(unnamed), last)
        values = [self.steady(each) for each in self.several([*node.args, *(each.value for each in node.keywords)])]
        count = len(node.args)
        given = dict(zip(names, values[:count], strict=False))
        given.update({str(each.arg): value for each, value in zip(node.keywords, values[count:], strict=True)})
        if count > len(names) or any(name not in names for name in given):
            raise self.refuse(node, f"{kind.__name__} is made with fields that it does not have")
        return given

    def construct_tuple(self, kind: type, node: ast.Call) -> Value:
        """Return a named tuple, or an object of a frozen dataclass, packed into a word."""
        return self.pack(list(self.given_items(kind, node).values()), node, kind)

    def given_items(self, kind: type, node: ast.Call) -> dict[str, Value]:
        """Return the items of a new named tuple or frozen dataclass: given, or by default."""
        names = field_names(kind)
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
        return {name: given[name] for name in names}

    def inner_function(self, name: str) -> Function | None:
        """Return the inner function, of this or an enclosing function, that a name denotes; None if it denotes none."""
        routine: Routine | None = self.routine
        while routine is not None:
            definitions = self.program.sources.inner_functions(routine.node).get(name, [])
            if len(definitions) > 1:
                what = f"two functions called `{name}` can't be compiled"
                raise self.refuse(definitions[1], what, "give them two names")
            if definitions:
                definition = definitions[0]
                return definition.value if isinstance(definition, ast.Assign) else definition  # type: ignore[return-value]
            routine = routine.outer
        return None

    def outer_of(self, node: ast.AST) -> Routine:
        """Return the function around an inner one, or around another expression."""
        outers = [self.routine]
        while outers[-1].outer:
            outers.append(outers[-1].outer)
        outers += [each for each in self.program.routines.values() if each not in outers]
        return next(each for each in outers if node in set(ast.walk(each.node)) - {each.node})

    def call_inner(self, function: Function, node: ast.Call, first: Sequence[Value] = ()) -> Value:
        """Return the result of an inner function."""
        routine = self.program.inner(self.outer_of(function), function)
        lead = ["v_P"] if routine.kind == PERSONA else [self.flat_name(routine.self_name)] if routine.leading else []
        return self.call_routine(routine, lead, node, None, first)
