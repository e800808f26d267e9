"""Code of attributes: of the game, of players, cards, tuples, objects of several classes, and members of an Enum."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, replace
from types import FunctionType
from typing import Any

from balancer.compiler import block
from balancer.compiler.classes import (
    NO_VALUES,
    class_value,
    field_names,
    inherits_in_line,
    is_enum,
    is_own_class,
    owner_of,
)
from balancer.compiler.emitter import NO_VALUE, UNSET, WHOLE_TYPE, Value, class_number, object_slot, player_slot
from balancer.compiler.errors import NotCompilable
from balancer.compiler.expressions import Case, Expressions
from balancer.compiler.kinds import CARD, FUNCTION, GAME, INT, OBJECT, PERSONA, PLAYER, TEXT, TUPLE, UNKNOWN, scalar
from balancer.plain.declared import Declared, Habit
from balancer.plain.player import Player

WITH_ATTRIBUTES = (GAME, PERSONA, PLAYER, OBJECT, TUPLE, CARD)
GUARDED_RANGES = {PLAYER: ("PLAYER", block.PLAYER + 16), OBJECT: ("OBJECT", block.TEXT)}


class Attributes(Expressions):
    """Writes the code of attributes."""

    def call_property(self, function: FunctionType, value: Value, owner: type, node: ast.expr) -> Value:
        """Return the value of a property of the file's classes."""
        raise NotImplementedError

    def by_kind(self, value: Value, kinds: Sequence[str], use: Callable[[Value, str], Value], node: ast.AST) -> Value:
        """Return what `use` makes of a value that has one of some kinds; others raise a flag."""
        raise NotImplementedError

    def is_of_kind(self, value: Value, kinds: frozenset[str], node: ast.AST) -> str:
        """Return the condition that a value is of one of some kinds."""
        raise NotImplementedError

    def store(self, owner: str, place: str, target: ast.Attribute, value: Value) -> None:
        """Write a value to the place of an attribute."""
        raise NotImplementedError

    def method_holder(self, owner: type, function: FunctionType) -> type | None:
        """Return the class among the bases that defines a function."""
        raise NotImplementedError

    def value_Attribute(self, node: ast.Attribute) -> Value:
        is_static, constant = self.static(node)
        if is_static:
            return self.constant(constant)
        if self.is_super(node.value):
            return self.super_attribute(node)
        value = self.value(node.value)
        holder_type = value.type
        self.check_no_iterator(holder_type, node, f"`.{node.attr}` of")
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
        row_class = self.row_class(holder_type)
        if row_class and hasattr(row_class, node.attr):
            static = inspect.getattr_static(row_class, node.attr)
            if isinstance(static, property):
                return self.call_property(static.fget, self.steady(value), row_class, node)  # type: ignore[arg-type]
            if not callable(static) and not isinstance(static, NO_VALUES):
                return self.constant(static)
        if holder_type.only(FUNCTION) and all(
            isinstance(each, type) and hasattr(each, node.attr) for each in holder_type.functions
        ):
            return self.of_classes(value, node, self.value, node)
        raise self.refuse(node, f"`.{node.attr}` of {holder_type} can't be compiled")

    def of_classes(
        self, value: Value, attribute: ast.Attribute, use: Callable[[ast.Attribute], Value], node: ast.expr
    ) -> Value:
        """Return what `use` makes of an attribute of a class that is a value."""
        value, cases = self.steady(value), list[Case]()
        for kind in sorted(value.type.functions, key=self.program.function_numbers.__getitem__):
            test = f"{value.code} == {block.FUNCTION + self.program.function_numbers[kind]}"
            part = ast.copy_location(ast.Attribute(ast.Constant(kind), attribute.attr, ast.Load()), attribute)
            cases.append((test, functools.partial(use, ast.fix_missing_locations(part))))
        return self.switch(cases, node, "NO_PLAYER")

    def is_super(self, node: ast.expr) -> bool:
        """Return whether an expression is a call of Python's `super`."""
        is_static, function = self.static(node.func) if isinstance(node, ast.Call) else (False, None)
        return is_static and function is super

    def attribute_above(self, above: ast.Call, name: str) -> tuple[type, Any]:
        """Return the class whose attribute super() takes, and the attribute or None.  NotCompilable."""
        owner, below = self.routine.owner, self.routine.defined_in or self.routine.owner
        if above.args:
            is_static, below = self.static(above.args[0])
            is_own = ast.unparse(above.args[-1]) == self.routine.self_name
            if not is_static or len(above.args) != 2 or not is_own:  # noqa: PLR2004
                raise self.refuse(above, "this super() can't be compiled", "write super()")
        if owner is None or below not in owner.__mro__:
            raise self.refuse(above, "super() can't be compiled here", "write the name of the base class")
        bases = owner.__mro__[owner.__mro__.index(below) + 1 :]
        holder = next((each for each in bases if name in vars(each)), object)
        return holder, self.program.caching.uncached(vars(holder).get(name))

    def super_attribute(self, node: ast.Attribute) -> Value:
        """Return the value of an attribute of a base class: of a property, or what the class itself says."""
        holder, attribute = self.attribute_above(node.value, node.attr)  # type: ignore[arg-type]
        if isinstance(attribute, property) and is_own_class(holder):
            receiver = self.value(ast.copy_location(ast.Name(self.routine.self_name, ast.Load()), node))
            return self.call_property(attribute.fget, receiver, self.routine.owner, node)  # type: ignore[arg-type]
        if callable(attribute) or attribute is None or not is_own_class(holder) or isinstance(attribute, NO_VALUES):
            raise self.refuse(node, f"`super().{node.attr}` can't be compiled", "write what it is")
        return self.constant(attribute)

    def kinds_with_attribute(self, value: Value, name: str) -> list[str]:
        """Return the kinds of a value that may have an attribute; all of them that have any where none does."""
        members = value.type.members
        kinds = [kind for kind in (*WITH_ATTRIBUTES, *((INT, TEXT) if members else ())) if value.type.has(kind)]
        if len(kinds) < 2:  # noqa: PLR2004
            return kinds
        record, named = value.type.record, value.type.named
        of_member = any(hasattr(member, name) for member in members or ())  # type: ignore[union-attr]
        may_have = {
            INT: of_member,
            TEXT: of_member,
            PLAYER: hasattr(Player, name) or ("player", name) in self.program.stored,
            OBJECT: record is not None and any(self.has(kind, name) for kind in self.program.classes_of(record)),
            TUPLE: named is not None and self.has(named, name),
            CARD: any(name in vars(card) for card in self.program.cards),
        }
        return [kind for kind in kinds if may_have.get(kind, True)] or kinds[:1]

    def read(self, owner: str, name: str, place: str, *, is_sure: bool = False) -> Value:
        """Return the value of an attribute; one that rules have not set yet, unless it is sure, raises a flag."""
        self.check_obstacle(owner, name)
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

    def check_obstacle(self, owner: str, name: str) -> None:
        """Raise NotCompilable where constant objects have something in an attribute that can't be compiled."""
        obstacle = self.program.obstacles.get((owner, name))
        if obstacle:
            raise NotCompilable(*obstacle.args)

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
        if isinstance(static, functools.cached_property):
            return self.cached(f"G_{name}", "game", static, (Value("0", scalar(GAME)), program.definition), node)
        if (
            static is not None
            and not callable(static)
            and not isinstance(static, Declared)
            and ("game", name) not in program.stored
        ):
            return self.constant(static)
        return self.read("game", name, f"G_{name}")

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
        return self.read("player", name, player_slot(value.code, name))

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
        if isinstance(static, property):
            return self.call_property(static.fget, self.real_tuple(value), value.type.named, node)  # type: ignore[arg-type]
        if static is not None and not callable(static):
            return self.constant(static)
        if value.type.shape and value.type.named is None and value.type.has(CARD):
            return self.card_attribute(value, node)
        raise self.refuse(node, f"`.{node.attr}` of a tuple can't be compiled")

    def object_attribute(self, value: Value, node: ast.Attribute) -> Value:
        """Return the value of an attribute of an object."""
        record, name = value.type.record, node.attr
        assert record is not None  # noqa: S101
        value = self.real(value, OBJECT, "NO_PLAYER")
        self.program.record(record)
        groups: dict[Any, list[type]] = {}
        kinds = self.program.classes_of(record)
        for kind in [kind for kind in kinds if self.has(kind, name)] or kinds:
            groups.setdefault(self.source_of(kind, name), []).append(kind)
        return self.by_class(value, groups, lambda kinds: self.attribute_of(value, name, kinds, node), node)

    def has(self, kind: type, name: str) -> bool:
        """Return whether objects of a class may have an attribute."""
        name = stored_name(kind, name)
        is_field = name in field_names(kind)
        return is_field or hasattr(kind, name) or (owner_of(kind), name) in self.program.stored

    def source_of(self, kind: type, name: str) -> Any:
        """Return what the value of an attribute of objects of a class depends on: equal for classes that agree."""
        name = stored_name(kind, name)
        static = inspect.getattr_static(kind, name, None)
        if isinstance(static, property | functools.cached_property):
            return static if inherits_in_line(kind) else kind
        is_set = (owner_of(kind), name) in self.program.stored or class_value(kind, name) is MISSING
        return owner_of(kind) if is_set else id(static)

    def attribute_of(self, value: Value, name: str, kinds: Sequence[type], node: ast.Attribute) -> Value:
        """Return the value of an attribute of objects of some classes, which agree about it."""
        name = stored_name(kinds[0], name)
        static, owner = inspect.getattr_static(kinds[0], name, None), owner_of(kinds[0])
        if isinstance(static, property):
            # It reads what may differ among the classes that inherit it, so it is lowered for the one that defines it.
            holder = self.method_holder(kinds[0], static.fget)  # type: ignore[arg-type]
            kind = holder if holder is not None and inherits_in_line(kinds[0]) else kinds[0]
            return self.call_property(static.fget, value, kind, node)  # type: ignore[arg-type]
        place = object_slot(value.code, owner, name)
        if isinstance(static, functools.cached_property):
            return self.cached(place, owner, static, (value, kinds[0]), node)
        if self.source_of(kinds[0], name) != owner:
            return self.constant(static)
        is_sure = all(self.program.is_given(kind, name) for kind in kinds)
        return self.read(owner, name, place, is_sure=is_sure)

    def cached(
        self,
        place: str,
        owner: str,
        static: functools.cached_property[Any],
        held_by: tuple[Value, type],
        node: ast.Attribute,
    ) -> Value:
        """Return the value of a cached property, which is computed where an object, or the game, has none yet."""
        self.check_obstacle(owner, node.attr)
        self.program.caching.note_read(self.routine, owner, node.attr)
        word, compute = self.keep(f"S[{place}]"), static.func
        with self.indented(f"if {word} == {UNSET}:"):
            self.store(owner, place, node, self.call_property(compute, *held_by, node))  # type: ignore[arg-type]
            self.write(f"{word} = S[{place}]")
        return Value(word, self.program.attribute(owner, node.attr).type)

    def int_attribute(self, value: Value, node: ast.Attribute) -> Value:
        """Return the value of an attribute of a member of an Enum whose members are numbers."""
        members, name = value.type.members, node.attr
        assert members is not None  # noqa: S101
        static = inspect.getattr_static(members, name, None)
        if not all(hasattr(member, name) for member in members):  # type: ignore[attr-defined]
            what = f"`.{name}` of a member of {members.__name__} can't be compiled"
            raise self.refuse(node, what, "set it for all members")
        value, kinds = self.steady(value), value.type.kinds & {INT, TEXT}
        if value.type.kinds > kinds:
            self.fail_if(f"not ({self.is_of_kind(value, kinds, node)})", "NO_PLAYER")
            value = value._replace(type=replace(value.type, kinds=kinds))
        if isinstance(static, property) and node.attr not in {"name", "value"}:
            return self.call_property(static.fget, value, members, node)  # type: ignore[arg-type]
        return self.by_member(value, members, node, lambda member: getattr(member, name), "NO_PLAYER")

    text_attribute = int_attribute

    def by_member(
        self, value: Value, members: type, node: ast.AST, use: Callable[[Any], Any], flag: str, key: str = ""
    ) -> Value:
        """Return what is made of the member of an Enum that a value is; key: the attribute that the value equals."""
        cases: list[Case] = []
        for member in members:  # type: ignore[attr-defined]
            word = self.constant(getattr(member, key) if key else member)
            cases.append((f"{value.code} == {word.code}", functools.partial(self.constant, use(member))))
        return self.switch(cases, node, flag)

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
        number = self.keep(class_number(value.code))
        cases: list[Case] = []
        for kinds in groups.values():
            test = " or ".join(f"{number} == {self.program.class_numbers[kind]}" for kind in kinds)
            cases.append((test, functools.partial(use, kinds)))
        return self.switch(cases, node, "NO_PLAYER")

    def real(self, value: Value, kind: str, flag: str) -> Value:
        """Return a value as one of a kind; other kinds raise a flag when the game runs."""
        if value.type.only(kind):
            return value
        low, high = GUARDED_RANGES.get(kind, ("FIRST_CARD", block.FIRST_CARD + max(1, len(self.program.cards))))
        name = self.keep(value.code)
        with self.indented(f"if {name} < {low} or {name} >= {high}:"):
            self.write(f"{name} = fail(S, ErrorFlag.{flag})")
        return Value(name, value.type)


def stored_name(kind: type, name: str) -> str:
    """Return the name under which objects of a class, or members of an Enum, have an attribute."""
    return f"_{name}_" if is_enum(kind) and name in {"name", "value"} else name
