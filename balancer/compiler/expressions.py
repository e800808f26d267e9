"""Code of expressions: names, attributes, arithmetic, subscripts, conditional expressions."""

from __future__ import annotations

import ast
import builtins
import enum
import functools
import inspect
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING
from types import FunctionType, ModuleType
from typing import Any

from balancer.compiler import block
from balancer.compiler.classes import class_value, field_names, inherits_in_line, is_enum, owner_of
from balancer.compiler.emitter import COMPOSED, NO_VALUE, UNSET, WHOLE_TYPE, Value
from balancer.compiler.intrinsics import as_bits
from balancer.compiler.kinds import (
    BOOL,
    CARD,
    CLASS,
    FLOAT,
    FUNCTION,
    GAME,
    INT,
    MEMBER,
    NONE,
    OBJECT,
    PERSONA,
    PLAYER,
    PROSE,
    TEXT,
    TUPLE,
    UNKNOWN,
    Conflict,
    Type,
    join,
    scalar,
)
from balancer.compiler.operators import Arithmetic
from balancer.compiler.program import is_tuple_like
from balancer.plain.declared import Declared, Habit
from balancer.plain.game import Game
from balancer.plain.player import Player

Case = tuple[str, Callable[[], Value]]  # a condition, and what writes the value if it is true

SMALL = 1 << 31
STATIC_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}
WITH_ATTRIBUTES = (GAME, PERSONA, PLAYER, OBJECT, TUPLE, CARD)
GUARDED_RANGES = {PLAYER: ("PLAYER", block.PLAYER + 16), OBJECT: ("OBJECT", block.TEXT)}


class Expressions(Arithmetic):
    """Writes the code of expressions."""

    def call(self, node: ast.Call) -> Value:
        """Return the value of a call."""
        raise NotImplementedError

    def do(self, node: ast.expr) -> None:
        """Write only the side effects of an expression, whose value is a text for people."""
        raise NotImplementedError

    def function_value(self, function: Any) -> Value:
        """Return a function or class as a value; function: a routine or class."""
        raise NotImplementedError

    def call_property(self, function: FunctionType, value: Value, owner: type, node: ast.expr) -> Value:
        """Return the value of a property of the file's classes."""
        raise NotImplementedError

    def by_kind(self, value: Value, kinds: Sequence[str], use: Callable[[Value, str], Value], node: ast.AST) -> Value:
        """Return what `use` makes of a value that has one of some kinds; others raise a flag."""
        raise NotImplementedError

    def method_holder(self, owner: type, function: FunctionType) -> type | None:
        """Return the class among the bases that defines a function."""
        raise NotImplementedError

    def value(self, node: ast.expr) -> Value:
        """Return the code of an expression, after writing the statements that it needs."""
        method = getattr(self, f"value_{type(node).__name__}", None)
        if method is None:
            raise self.refuse(node, f"{type(node).__name__} can't be compiled")
        result: Value = method(node)
        if self.program.is_tentative and result.type.only(NONE) and not isinstance(node, ast.Constant):
            return result._replace(type=UNKNOWN)  # what else it is may only become known
        return result

    # What is known before the game ---------------------------------------------------------------------------------
    def static(self, node: ast.expr) -> tuple[bool, Any]:
        """Return whether an expression is known before the game, and its value."""
        if isinstance(node, ast.Constant):
            return True, node.value
        if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict | ast.UnaryOp):
            if makes_lists_in_tuples(node):
                return False, None
            try:
                return True, self.program.literal(node, self.routine.file)
            except (ValueError, TypeError):
                return False, None
        if isinstance(node, ast.Name):
            return self.static_name(node.id)
        if isinstance(node, ast.JoinedStr) and all(isinstance(each, ast.Constant) for each in node.values):
            return True, "".join(str(each.value) for each in node.values if isinstance(each, ast.Constant))
        if isinstance(node, ast.BinOp):
            return self.static_sum(node)
        if isinstance(node, ast.Attribute):
            return self.static_attribute(node)
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            (is_static, holder), (is_fixed, key) = self.static(node.value), self.static(node.slice)
            if is_static and is_fixed and isinstance(holder, str | tuple | list | dict):
                try:
                    return True, holder[key]
                except (LookupError, TypeError):
                    return False, None
        return False, None

    def static_sum(self, node: ast.BinOp) -> tuple[bool, Any]:
        """Return whether the result of an operator on numbers or texts is known before the game, and its value."""
        (is_first, first), (is_second, second) = self.static(node.left), self.static(node.right)
        operate = STATIC_OPERATORS.get(type(node.op))
        if not (is_first and is_second and operate) or isinstance(first, enum.Enum) or isinstance(second, enum.Enum):
            return False, None
        if isinstance(first, tuple) and isinstance(second, int) and isinstance(node.op, ast.Mult):
            key = (self.routine.file, node.lineno, node.col_offset, "repeated")
            return True, self.program.literals.setdefault(key, first * second)
        texts = isinstance(first, str) and isinstance(second, str) and isinstance(node.op, ast.Add)
        if texts or (type(first) in {int, float} and type(second) in {int, float}):
            try:
                return True, operate(first, second)
            except ArithmeticError:
                return False, None
        return False, None

    def static_name(self, name: str) -> tuple[bool, Any]:
        """Return whether a name is one of the module or of Python, and its value."""
        if self.routine.kind == CLASS and name == self.routine.self_name and name not in self.renames:
            return True, self.routine.owner
        if self.is_local(name):
            return False, None
        if name in self.routine.scope:
            return True, self.program.caching.uncached(self.routine.scope[name])
        return (True, getattr(builtins, name)) if hasattr(builtins, name) else (False, None)

    def static_attribute(self, node: ast.Attribute) -> tuple[bool, Any]:
        """Return whether an attribute is known before the game, and its value."""
        if (
            isinstance(node.value, ast.Name)
            and node.value.id == self.routine.self_name
            and self.routine.kind != CLASS
            and node.value.id not in self.renames
        ):
            owner = self.routine.owner
            kind = self.routine.kind
            value = inspect.getattr_static(owner, node.attr, None)
            if value is None or callable(value) or isinstance(value, Declared | property | staticmethod | classmethod):
                return False, None
            if kind == PERSONA:
                return node.attr not in self.program.habits, value
            if kind == GAME:
                return ("game", node.attr) not in self.program.stored and node.attr not in vars(Game), value
            return False, None
        is_static, holder = self.static(node.value)
        if not is_static:
            return False, None
        if isinstance(holder, ModuleType | type | enum.Enum) or is_tuple_like(holder) or isinstance(holder, str):
            try:
                return True, self.program.caching.uncached(getattr(holder, node.attr))
            except AttributeError:
                return False, None
        return False, None

    def constant(self, value: Any) -> Value:
        """Return the code of a value that exists before the game."""
        value_type = self.program.type_of(value)
        if value_type.only(CARD):
            return Value(str(int(value)), value_type, is_small=True)
        if value_type.only("bool", INT):
            if not -(1 << 62) < value < 1 << 62:
                raise self.refuse(self.routine.node, f"the number {value} is too large to be compiled")
            return Value(str(int(value)), value_type, is_small=abs(value) < SMALL)
        if value_type.only(FLOAT):
            is_minus_zero = value == 0 and math.copysign(1, value) < 0  # whose bits are below all numbers of flat code
            return Value("fneg(0)" if is_minus_zero else str(as_bits(float(value))), value_type)
        if value_type.only(TEXT):
            self.program.note_text(value)
            return Value(str(self.packing.text(value)) if value in self.packing.known_texts else "0", value_type)
        if value_type.only(NONE):
            return NO_VALUE
        if value_type.only(FUNCTION):
            return self.function_value(self.program.function_of(value))
        if value_type.only(TUPLE) and value_type.shape:
            parts = [str(self.packing.pack(value, value_type.shape))]
            for member, shift in self.packing.members_in(value, value_type.shape):
                parts.append(f"({self.program.region(member).name} << {shift})")
            return Value(parts[0] if len(parts) == 1 else f"({' + '.join(parts)})", value_type)
        region = self.program.region(value)
        return Value(f"({region.name} + OBJECT)" if region.is_object else region.name, region.type)

    # Names and attributes ------------------------------------------------------------------------------------------
    def value_Constant(self, node: ast.Constant) -> Value:
        return self.constant(node.value)

    def value_Name(self, node: ast.Name) -> Value:
        name = node.id
        if name in self.renames:
            return Value(self.renames[name], self.program.cell(("local", self.routine, self.renames[name])).type)
        if name == self.routine.self_name:
            return self.self_value()
        if (self.routine, name) in self.program.function_tables:
            self.refuse_functions(node)
        if self.is_local(name):
            return Value(f"v_{name}", self.local(name).type)
        is_static, constant = self.static_name(name)
        if not is_static:
            raise self.refuse(node, f"`{name}` is not found")
        if constant is NotImplemented:  # by which an operator leaves the answer to the other object's class
            self.write("fail(S, ErrorFlag.RAISED)")
            return Value("0", UNKNOWN)
        is_own = isinstance(constant, FunctionType | type | functools.partial) and self.program.is_own(constant)
        if callable(constant) and not isinstance(constant, enum.Enum) and not is_own:
            raise self.refuse(node, f"the function `{name}` as a value can't be compiled", "call it where it is needed")
        return self.constant(constant)

    def self_value(self) -> Value:
        """Return the receiver of the method that is being lowered."""
        routine = self.routine
        if routine.kind in {GAME, PERSONA}:
            return Value("0", scalar(routine.kind))
        if routine.kind == CLASS:
            return self.function_value(routine.owner)
        if routine.kind == MEMBER:
            kind = TEXT if issubclass(routine.owner, str) else INT  # type: ignore[arg-type]
            return Value(f"v_{routine.self_name}", Type(frozenset((kind,)), members=routine.owner))
        if routine.kind == TUPLE:
            shape = self.program.shape(None, 0, routine.owner)
            return Value(f"v_{routine.self_name}", Type(frozenset((TUPLE,)), shape=shape))
        return Value(f"v_{routine.self_name}", Type(frozenset((OBJECT,)), record=routine.owner))

    def refuse_functions(self, node: ast.expr) -> None:
        """Raise NotCompilable: a dict or list of functions is used as a value."""
        raise self.refuse(
            node, "a dict of functions is no value in compiled games", "look a function up where it is called"
        )

    def value_Attribute(self, node: ast.Attribute) -> Value:
        is_static, constant = self.static(node)
        if is_static:
            return self.constant(constant)
        value = self.value(node.value)
        holder_type = value.type
        if (self.routine.owner, node.attr) in self.program.function_tables and holder_type.has(self.routine.kind):
            self.refuse_functions(node)
        kinds = self.kinds_with_attribute(value, node.attr)
        if kinds:

            def read(value: Value, kind: str) -> Value:
                attribute: Value = getattr(self, f"{kind}_attribute")(value, node)
                return attribute

            return self.by_kind(value, kinds, read, node)
        if not holder_type.kinds:
            return Value("0", UNKNOWN)
        if holder_type.members and holder_type.only(INT, TEXT, NONE):
            return self.member_attribute(value, holder_type.members, node)
        raise self.refuse(node, f"`.{node.attr}` of {holder_type} can't be compiled")

    def game_attribute(self, value: Value, node: ast.Attribute) -> Value:
        """Return the value of an attribute of the game."""
        del value
        name, program = node.attr, self.program
        if name == "players":
            return Value("PLAYERS", program.players_type())
        if name in {"rounds", "turns"}:
            program.caching.note_read(self.routine, "", f"reads .{name}")
            return Value(f"S[{name.upper()}]", WHOLE_TYPE, is_small=True)
        if name in program.tables:
            program.caching.note_read(self.routine, CARD, name)
            return self.constant(program.constants[name])
        static = inspect.getattr_static(program.definition, name, None)
        if name == "starts" and ("game", name) not in program.stored:
            return NO_VALUE
        if isinstance(static, property) and ("game", name) not in program.stored:
            return self.call_property(static.fget, Value("0", scalar(GAME)), program.definition, node)  # type: ignore[arg-type]
        if (
            static is not None
            and not callable(static)
            and not isinstance(static, Declared)
            and ("game", name) not in program.stored
        ):
            return self.constant(static)
        return self.read("game", name, f"G_{name}")

    def read(self, owner: str, name: str, place: str, *, is_sure: bool = False) -> Value:
        """Return the value of an attribute; one that rules have not set yet, unless it is sure, raises a flag."""
        initial = self.program.class_value(owner, name)
        if initial is not MISSING and (owner, name) not in self.program.stored:
            return self.constant(initial)
        value_type = self.program.attribute(owner, name).type
        self.program.caching.note_read(self.routine, owner, name)
        if is_sure or self.program.is_sure(owner, name, self.routine):
            return Value(f"S[{place}]", value_type)
        word = self.keep(f"S[{place}]")
        with self.indented(f"if {word} == {UNSET}:"):
            self.write(f"{word} = fail(S, ErrorFlag.UNSET)")
        return Value(word, value_type)

    def persona_attribute(self, value: Value, node: ast.Attribute) -> Value:
        """Return the value of a habit, or of an attribute of the persona's class."""
        del value
        name, owner = node.attr, self.routine.owner
        if name in self.program.habits:
            return Value(f"S[v_P + HABIT_{name}]", WHOLE_TYPE)
        static = inspect.getattr_static(owner, name, None)
        if isinstance(static, property):
            return self.call_property(static.fget, Value("0", scalar(PERSONA)), owner, node)  # type: ignore[arg-type]
        if static is None or isinstance(static, Habit):
            raise self.refuse(
                node, f"`self.{name}` of a persona can't be compiled", "a persona keeps nothing but habits"
            )
        return self.constant(static)

    def player_attribute(self, value: Value, node: ast.Attribute) -> Value:
        """Return the value of an attribute of a player."""
        name = node.attr
        value = self.real(value, PLAYER, "NO_PLAYER")
        if name == "seat":
            return Value(f"({value.code} - PLAYER)", WHOLE_TYPE, is_small=True)
        if name in {"left", "others"}:
            self.program.caching.note_read(self.routine, "", f"reads .{name}")
        if name == "left":
            return Value(self.keep(f"next_player(S, {value.code})"), scalar(PLAYER))
        if name == "others":
            self.make()
            return Value(self.keep(f"other_players(S, {value.code})"), self.list_of_players(node))
        return self.read("player", name, f"({value.code} & 15) * PLAYER_SIZE + P_{name}")

    def object_attribute(self, value: Value, node: ast.Attribute) -> Value:
        """Return the value of an attribute of an object."""
        record, name = value.type.record, node.attr
        assert record is not None  # noqa: S101
        if is_enum(record) and name in {"name", "value"}:
            name = f"_{name}_"
        value = self.real(value, OBJECT, "NO_PLAYER")
        self.program.record(record)
        groups: dict[Any, list[type]] = {}
        kinds = self.program.classes_of(record)
        for kind in [kind for kind in kinds if self.has(kind, name)] or kinds:
            groups.setdefault(self.source_of(kind, name), []).append(kind)
        return self.by_class(value, groups, lambda kinds: self.attribute_of(value, name, kinds, node), node)

    def kinds_with_attribute(self, value: Value, name: str) -> list[str]:
        """Return the kinds of a value that may have an attribute; all of them that have any where none does."""
        kinds = [kind for kind in WITH_ATTRIBUTES if value.type.has(kind)]
        if len(kinds) < 2:  # noqa: PLR2004
            return kinds
        record, shape = value.type.record, value.type.shape and value.type.shape.root()
        may_have = {
            PLAYER: hasattr(Player, name) or ("player", name) in self.program.stored,
            OBJECT: record is not None and any(self.has(kind, name) for kind in self.program.classes_of(record)),
            TUPLE: bool(shape and shape.named and self.has(shape.named, name)),
            CARD: any(name in vars(card) for card in self.program.cards),
        }
        return [kind for kind in kinds if may_have.get(kind, True)] or kinds[:1]

    def has(self, kind: type, name: str) -> bool:
        """Return whether objects of a class may have an attribute."""
        is_field = name in field_names(kind)
        return is_field or hasattr(kind, name) or (owner_of(kind), name) in self.program.stored

    def member_attribute(self, value: Value, members: type, node: ast.Attribute) -> Value:
        """Return the value of an attribute of a member of an Enum whose members are numbers or texts."""
        static = inspect.getattr_static(members, node.attr, None)
        value = self.steady(value)
        if isinstance(static, property) and node.attr not in {"name", "value"}:
            return self.call_property(static.fget, value, members, node)  # type: ignore[arg-type]
        return self.by_member(value, members, node, lambda member: getattr(member, node.attr), "NO_PLAYER")

    def by_member(
        self, value: Value, members: type, node: ast.AST, use: Callable[[Any], Any], flag: str, key: str = ""
    ) -> Value:
        """Return what is made of the member of an Enum that a value is; key: the attribute that the value equals."""
        cases: list[Case] = []
        for member in members:  # type: ignore[attr-defined]
            word = self.constant(getattr(member, key) if key else member)
            cases.append((f"{value.code} == {word.code}", functools.partial(self.constant, use(member))))
        return self.switch(cases, node, flag)

    def source_of(self, kind: type, name: str) -> Any:
        """Return what the value of an attribute of objects of a class depends on: equal for classes that agree."""
        static = inspect.getattr_static(kind, name, None)
        if isinstance(static, property):
            return static if inherits_in_line(kind) else kind
        is_set = (owner_of(kind), name) in self.program.stored or class_value(kind, name) is MISSING
        return owner_of(kind) if is_set else id(static)

    def attribute_of(self, value: Value, name: str, kinds: Sequence[type], node: ast.Attribute) -> Value:
        """Return the value of an attribute of objects of some classes, which agree about it."""
        static, owner = inspect.getattr_static(kinds[0], name, None), owner_of(kinds[0])
        if isinstance(static, property):
            # It reads what may differ among the classes that inherit it, so it is lowered for the one that defines it.
            holder = self.method_holder(kinds[0], static.fget)  # type: ignore[arg-type]
            kind = holder if holder is not None and inherits_in_line(kinds[0]) else kinds[0]
            return self.call_property(static.fget, value, kind, node)  # type: ignore[arg-type]
        if self.source_of(kinds[0], name) != owner:
            return self.constant(static)
        is_sure = all(self.program.is_given(kind, name) for kind in kinds)
        return self.read(owner, name, f"({value.code} & 4294967295) + A_{owner}_{name}", is_sure=is_sure)

    def by_class(
        self,
        value: Value,
        groups: Mapping[Any, Sequence[type]],
        use: Callable[[Sequence[type]], Value],
        node: ast.AST,
    ) -> Value:
        """Return what `use` makes of an object, for classes in groups that are used alike; others raise a flag."""
        if not groups:
            return Value("0", UNKNOWN)  # no object has been made so far
        assert value.type.record is not None  # noqa: S101
        if len(groups) == 1 and len(next(iter(groups.values()))) == len(self.program.classes_of(value.type.record)):
            return use(next(iter(groups.values())))
        number = self.keep(f"S[({value.code} & 4294967295) + 2]")
        cases: list[Case] = []
        for kinds in groups.values():
            test = " or ".join(f"{number} == {self.program.class_numbers[kind]}" for kind in kinds)
            cases.append((test, functools.partial(use, kinds)))
        return self.switch(cases, node, "NO_PLAYER")

    def card_attribute(self, value: Value, node: ast.Attribute) -> Value:
        """Return the value of a column of a card."""
        value = self.real(value, CARD, "NO_CARD")
        if node.attr == "row":
            raise self.refuse(node, "`card.row` can't be compiled", "declare the column in `cards(...)`")
        self.program.caching.note_read(self.routine, CARD, node.attr)
        return Value(f"S[COLUMN_{node.attr} + ({value.code} & CARD_MASK)]", self.program.column(node.attr))

    def tuple_attribute(self, value: Value, node: ast.Attribute) -> Value:
        """Return the value of a field or a property of a named tuple."""
        field = self.named_attribute(value, node.attr, node)
        if field is not None:
            return field
        static = self.named_method(value, node.attr)
        if isinstance(static, property) and value.type.shape:
            owner = value.type.shape.root().named
            return self.call_property(static.fget, self.real_tuple(value), owner, node)  # type: ignore[arg-type]
        if static is not None and not callable(static):
            return self.constant(static)
        if value.type.shape and value.type.shape.root().named is None and value.type.has(CARD):
            return self.card_attribute(value, node)
        raise self.refuse(node, f"`.{node.attr}` of a tuple can't be compiled")

    def real(self, value: Value, kind: str, flag: str) -> Value:
        """Return a value as one of a kind; other kinds raise a flag when the game runs."""
        if value.type.only(kind):
            return value
        low, high = GUARDED_RANGES.get(kind, ("FIRST_CARD", block.FIRST_CARD + max(1, len(self.program.cards))))
        name = self.keep(value.code)
        with self.indented(f"if {name} < {low} or {name} >= {high}:"):
            self.write(f"{name} = fail(S, ErrorFlag.{flag})")
        return Value(name, value.type)

    # Choices between values ----------------------------------------------------------------------------------------
    def value_Compare(self, node: ast.Compare) -> Value:
        return self.truth_value(self.condition(node))

    def branch(self, node: ast.expr, name: str, result_type: Type) -> None:
        """Set a name to the value of an expression, as a word of a type."""
        self.write(f"{name} = {self.fit(self.value(node), result_type)}")

    def value_IfExp(self, node: ast.IfExp) -> Value:
        if isinstance(node.test, ast.Constant):
            return self.value(node.body if node.test.value else node.orelse)
        cell = self.program.cell((self.routine, node.lineno, node.col_offset, "choice"))
        condition = self.condition(node.test)
        name = self.keep("0")
        present = present_in(node)
        for head, part in ((f"if {condition}:", node.body), ("else:", node.orelse)):
            with self.indented(head):
                value = self.value(part)
                if part is present and value.type.has(NONE) and not value.type.only(NONE):
                    value = self.steady(value)
                    self.fail_if(f"{value.code} == NONE", "NONE_IN_SUM")  # a property may return another value
                    value = value._replace(type=value.type.without(NONE))
                cell.absorb(value.type)
                self.write(f"{name} = {self.fit(value, cell.type)}")
        return Value(name, cell.type)

    def value_BoolOp(self, node: ast.BoolOp) -> Value:
        cell = self.program.cell((self.routine, node.lineno, node.col_offset, "junction"))
        name, depth, last = self.keep("0"), self.depth, len(node.values) - 1
        for place, part in enumerate(node.values):
            value = self.value(part)
            value_type = value.type
            if place == 0 and value_type.only(PROSE) and all(self.static(each)[0] for each in node.values[1:]):
                return COMPOSED  # whichever it is can only be said
            if isinstance(node.op, ast.Or) and place < last:
                value_type = value_type.without(NONE)
            try:
                cell.absorb(value_type)
            except Conflict as conflict:
                if BOOL in cell.type.kinds | value_type.kinds:
                    conflict.advice = "write bool(...) where only the truth matters, or use two names"
                raise
            if place == last:
                self.write(f"{name} = {self.fit(value, cell.type)}")
                break
            value = self.steady(value)
            self.write(f"{name} = {self.fit(value, join(cell.type, value.type))}")
            test = self.truth(value)
            self.write(f"if {test}:" if isinstance(node.op, ast.And) else f"if not ({test}):")
            self.depth += 1
        self.depth = depth
        return Value(name, cell.type)

    def value_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.value(node.value)
        self.bind(node.target, value)
        return self.value_Name(ast.copy_location(ast.Name(node.target.id, ast.Load()), node))

    def switch(self, cases: list[Case], node: ast.AST, flag: str, default: Callable[[], Value] | None = None) -> Value:
        """Return the value of the first case whose condition is true; where none is, of `default`, or raise a flag."""
        ends = (getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0))
        key = (self.routine, getattr(node, "lineno", 0), getattr(node, "col_offset", 0), *ends, "switch")
        cell = self.program.cell(key)
        result, depth = self.keep("0"), self.depth

        def take(make: Callable[[], Value]) -> None:
            value = make()
            cell.absorb(value.type)
            self.write(f"{result} = {self.fit(value, cell.type)}")

        for condition, make in cases:
            with self.indented(f"if {condition}:"):
                take(make)
            self.write("else:")
            self.depth += 1
        if default:
            take(default)
        else:
            self.write(f"fail(S, ErrorFlag.{flag})")
        self.depth = depth
        return Value(result, join(cell.type, UNKNOWN))

    # What can't be compiled ----------------------------------------------------------------------------------------
    def value_JoinedStr(self, node: ast.JoinedStr) -> Value:
        is_static, constant = self.static(node)
        if is_static:
            return self.constant(constant)
        composed = self.compose_parts(node)
        if composed is None:
            self.do(node)
        return composed or COMPOSED

    def value_Lambda(self, node: ast.Lambda) -> Value:
        raise self.refuse(node, "a lambda can be compiled only as `key=` or in a name that is called", "write a method")

    def value_Starred(self, node: ast.Starred) -> Value:
        raise self.refuse(node, "`*` can't be compiled here", "write the arguments one by one")

    def value_Call(self, node: ast.Call) -> Value:
        return self.call(node)


def makes_lists_in_tuples(node: ast.expr) -> bool:
    """Return whether a display has tuples with lists in them, which are new, and may change, whenever it is run."""
    tuples = (each for each in ast.walk(node) if isinstance(each, ast.Tuple))
    return any(isinstance(part, ast.List | ast.Set | ast.Dict) for each in tuples for part in ast.walk(each))


def present_in(node: ast.IfExp) -> ast.expr | None:
    """Return the branch of `-1 if self.trump is None else self.trump` that is what the test found not to be None."""
    match node.test:
        case ast.Compare(left=value, ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]):
            branch = node.orelse if isinstance(op, ast.Is) else node.body
            return branch if ast.unparse(branch) == ast.unparse(value) else None
    return None
