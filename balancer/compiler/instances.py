"""Code that asks for the class of a value: isinstance(), type(), and the name of a class."""

from __future__ import annotations

import ast
import collections
import functools
import typing
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from balancer.compiler.builtin_names import call_of
from balancer.compiler.classes import is_dict_record, is_own_class, is_record, item_names, owner_of
from balancer.compiler.emitter import TRUTH, UNSET, Value, class_number, object_slot, player_slot
from balancer.compiler.expressions import Case
from balancer.compiler.kinds import (
    BOOL,
    CARD,
    CONTAINERS,
    DICT,
    FLOAT,
    GAME,
    INT,
    LIST,
    NONE,
    OBJECT,
    PLAYER,
    PROSE,
    SET,
    TEXT,
    TUPLE,
    Type,
)
from balancer.compiler.numeric import Numeric
from balancer.plain.declared import Card
from balancer.plain.pile import Pile
from balancer.plain.player import Player

KINDS_OF: dict[type, frozenset[str]] = {
    int: frozenset((INT, BOOL, CARD)),
    bool: frozenset((BOOL,)),
    float: frozenset((FLOAT,)),
    str: frozenset((TEXT,)),
    tuple: frozenset((TUPLE,)),
    list: frozenset((LIST,)),
    set: frozenset((SET,)),
    dict: frozenset((DICT,)),
    type(None): frozenset((NONE,)),
    Player: frozenset((PLAYER,)),
    Card: frozenset((CARD,)),
}
COLLECTIONS = (frozenset, range, collections.deque, collections.Counter, collections.defaultdict)
ROW = "{0} >= 0 and {0} < FIRST_CARD"
TESTS = {
    INT: "{0} != NONE and {0} < FIRST_CARD",
    CARD: "{0} >= FIRST_CARD and {0} < PLAYER",
    TEXT: "{0} >= TEXT and {0} < TUPLE",
    TUPLE: "{0} >= TUPLE",
    NONE: "{0} == NONE",
    PLAYER: "{0} >= PLAYER and {0} < FUNCTION",
    OBJECT: "{0} >= OBJECT and {0} < TEXT",
    **dict.fromkeys((LIST, SET, DICT), ROW),
}


class Instances(Numeric):
    """Writes the code of questions about the class of a value."""

    def call_isinstance(self, node: ast.Call) -> Value:
        value = self.steady(self.value(node.args[0]))
        makers = [functools.partial(self.is_instance, value, kind, node) for kind in self.classes_in(node.args[1])]
        return self.truth_value(self.joined_conditions(makers, is_and=False))

    def call_type(self, node: ast.Call) -> Value:
        if len(node.args) != 1:
            raise self.refuse(node, "a class that is made while the game runs can't be compiled")
        value = self.steady(self.value(node.args[0]))
        self.check_no_iterator(value.type, node, "asking for the class of")
        kind = self.sure_class(value.type)
        if kind:
            return self.function_value(kind)
        if value.type.kinds and not value.type.only(OBJECT, NONE):
            raise self.refuse(node, f"type() of {value.type} can't be compiled", "write isinstance(...)")
        value = self.real(value, OBJECT, "NO_PLAYER") if value.type.kinds else value
        groups = {kind: [kind] for kind in self.classes_among(value)}
        return self.by_class(value, groups, lambda kinds: self.function_value(kinds[0]), node)

    def sure_class(self, value_type: Type) -> type | None:
        """Return the class of all values of a type, numbers, texts or tuples; None if there is no such class."""
        return (
            value_type.members if value_type.only(INT, TEXT) else value_type.named if value_type.only(TUPLE) else None
        )

    def classes_in(self, node: ast.expr) -> list[Any]:
        """Return the classes of the second argument of isinstance().  NotCompilable."""
        if isinstance(node, ast.Tuple):
            return [kind for each in node.elts for kind in self.classes_in(each)]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return [*self.classes_in(node.left), *self.classes_in(node.right)]
        is_static, kind = self.static(node)
        if is_static and isinstance(kind, int | float | str):
            raise self.refuse(node, f"`{ast.unparse(node)}` is no class, as isinstance() needs it")
        if not is_static:
            raise self.refuse(node, "isinstance() of a class that is computed can't be compiled", "name the class")
        return list(kind) if isinstance(kind, tuple) else [type(None) if kind is None else kind]

    def is_instance(self, value: Value, kind: Any, node: ast.AST) -> str:
        """Return the condition that a value is of a class.  NotCompilable: words don't tell."""
        self.check_no_iterator(value.type, node, "asking for the class of")
        if is_dict_record(value.type.record) and isinstance(kind, type) and issubclass(dict, kind):
            return self.is_of_kind(value, frozenset((OBJECT,)), node)
        if value.type.is_container and (value.type.only(*CONTAINERS) or kind in KINDS_OF or kind in COLLECTIONS):
            return self.is_of_kind(value, self.kinds_among_containers(value.type, kind, node), node)
        if value.type.has(PROSE):
            raise self.refuse(node, f"isinstance() of {value.type} can't be compiled", "use two names")
        if getattr(kind, "_is_protocol", False):  # which asks for attributes, not for base classes
            return self.has_members(value, kind, node)
        if kind in KINDS_OF:
            return self.is_of_kind(value, KINDS_OF[kind], node)
        if value.type.shape and isinstance(kind, type) and is_own_class(kind) and not is_record(kind):
            return self.is_of_kind(value, frozenset((TUPLE,)), node) if value.type.named is kind else "0"
        if isinstance(kind, type) and issubclass(kind, int | str) and is_own_class(kind):
            if value.type.members is kind or not value.type.has(INT, TEXT):
                return self.is_of_kind(value, frozenset((INT, TEXT)), node)
            raise self.refuse(node, f"isinstance() of {kind.__name__} among numbers can't be compiled", "use two names")
        if isinstance(kind, type) and (is_own_class(kind) or value.type.only(OBJECT)):
            return self.is_of_class(value, [each for each in self.classes_among(value) if issubclass(each, kind)], node)
        raise self.refuse(node, "this isinstance() can't be compiled")

    def has_members(self, value: Value, protocol: Any, node: ast.AST) -> str:
        """Return the condition that a value has all attributes of a Protocol.  NotCompilable."""
        if not getattr(protocol, "_is_runtime_protocol", False):
            what = "isinstance() of this Protocol can't be compiled"
            raise self.refuse(node, what, "write @runtime_checkable above it")
        names = sorted(typing._get_protocol_attrs(protocol))  # type: ignore[attr-defined]  # noqa: SLF001  as Python does
        named = value.type.named
        for kind in value.type.kinds - {OBJECT, TUPLE}:
            if any(all(hasattr(each, name) for name in names) for each, kinds in KINDS_OF.items() if kind in kinds):
                what = f"isinstance() of a Protocol for {value.type} can't be compiled"
                raise self.refuse(node, what, "name the classes")
        present = value._replace(type=replace(value.type, kinds=value.type.kinds & {OBJECT}))
        questions = [functools.partial(self.is_of_kind, value, frozenset((OBJECT,)), node)]
        questions += [lambda name=name: self.has_attribute(present, name, node).code for name in names]  # type: ignore[misc]
        tests = [self.joined_conditions(questions, is_and=True)] if value.type.has(OBJECT) else []
        if named and all(hasattr(named, name) or name in item_names(named) for name in names):
            tests.append(self.is_of_kind(value, frozenset((TUPLE,)), node))
        return " or ".join(f"({test})" for test in tests) or "0"

    def kinds_among_containers(self, value_type: Type, kind: type, node: ast.AST) -> frozenset[str]:
        """Return the kinds of values of a Python class, where a value may be a container.  NotCompilable."""
        place = value_type.place and value_type.place.root()
        are_of_class = {issubclass(each, kind) for each in place.classes} if place else set()
        if len(are_of_class) > 1 or kind is Pile:
            names = " or a ".join(sorted(each.__name__ for each in place.classes)) if place else "list"
            raise self.refuse(node, f"isinstance() of what may be a {names} can't be compiled", "use two names")
        kinds = KINDS_OF.get(kind, frozenset()) - CONTAINERS
        return kinds | CONTAINERS if True in are_of_class else kinds

    def is_of_kind(self, value: Value, kinds: frozenset[str], node: ast.AST) -> str:
        """Return the condition that a value is of one of some kinds."""
        possible = value.type.kinds & kinds
        if not possible or possible == value.type.kinds:
            return str(int(bool(possible)))
        if BOOL in value.type.kinds and not {BOOL, INT} & value.type.kinds <= kinds:
            raise self.refuse(
                node, "isinstance() of a number that may be True or False can't be compiled", "use two names"
            )
        tests = {TESTS.get(INT if kind == BOOL else kind, "") for kind in possible}
        if "" in tests:
            raise self.refuse(node, f"this isinstance() of {value.type} can't be compiled", "use two names")
        return " or ".join(f"({test.format(value.code)})" for test in sorted(tests))

    def by_kind(self, value: Value, kinds: Sequence[str], use: Callable[[Value, str], Value], node: ast.AST) -> Value:
        if len(kinds) == 1:
            return use(value, kinds[0])
        value = self.steady(value)
        cases: list[Case] = []
        for kind in kinds:
            present = value._replace(type=replace(value.type, kinds=frozenset((kind,))))
            test = self.is_of_kind(value, frozenset((kind,)), node)
            cases.append((test, functools.partial(use, present, kind)))
        return self.switch(cases, node, "NO_PLAYER")

    def classes_among(self, value: Value) -> list[type]:
        """Return the classes that objects among the values of a type may have."""
        record = value.type.record
        return self.program.classes_of(record) if value.type.has(OBJECT) and record else []

    def is_of_class(self, value: Value, kinds: Sequence[type], node: ast.AST) -> str:
        """Return the condition that a value is an object made of one of some classes."""
        is_object = self.is_of_kind(value, frozenset((OBJECT,)), node)
        if not kinds or is_object == "0":
            return "0"
        if len(kinds) == len(self.classes_among(value)):
            return is_object
        number = class_number(value.code)
        tests = " or ".join(f"{number} == {self.program.class_numbers[kind]}" for kind in kinds)
        return f"({is_object}) and ({tests})"

    def comparison(self, node: ast.Compare) -> str:
        """Return the condition of a comparison, such as `type(unit) is Knight`."""
        subject = self.asked_class(node.left)
        if subject is None or len(node.ops) > 1 or not isinstance(node.ops[0], ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
            return super().comparison(node)
        value = self.steady(self.value(subject))
        self.check_no_iterator(value.type, node, "asking for the class of")
        kind = self.sure_class(value.type)
        if kind:
            other = self.asked_class(node.comparators[0])
            kinds = [self.sure_class(self.value(other).type)] if other else self.classes_in(node.comparators[0])
            return str(int((kinds == [kind]) == isinstance(node.ops[0], ast.Eq | ast.Is)))
        if (value.type.kinds and not value.type.only(OBJECT)) or is_dict_record(value.type.record):
            raise self.refuse(node, f"type() of {value.type} can't be compiled", "write isinstance(...)")
        other = self.asked_class(node.comparators[0])
        if other is not None:
            test = self.are_of_one_class(value, self.steady(self.value(other)), node)
            return test if isinstance(node.ops[0], ast.Eq | ast.Is) else f"not ({test})"
        (kind,) = self.classes_in(node.comparators[0])
        test = self.is_of_class(value, [each for each in self.classes_among(value) if each is kind], node)
        return test if isinstance(node.ops[0], ast.Eq | ast.Is) else f"not ({test})"

    def are_of_one_class(self, first: Value, second: Value, node: ast.AST) -> str:
        """Return the condition that an object and another value are made of the same class."""
        kinds = [kind for kind in self.classes_among(first) if kind in self.classes_among(second)]
        is_of_class = self.is_of_class(second, kinds, node)
        if is_of_class == "0" or len(self.classes_among(first)) == 1:
            return is_of_class
        return f"({is_of_class}) and {class_number(first.code)} == {class_number(second.code)}"

    def value_Attribute(self, node: ast.Attribute) -> Value:
        if node.attr == "__class__" and not self.static(node)[0]:
            return self.value(call_of(type, [node.value], node))
        subject = self.asked_class(node.value) if node.attr in {"__name__", "__qualname__"} else None
        if subject is None:
            return super().value_Attribute(node)
        value = self.steady(self.value(subject))
        self.check_no_iterator(value.type, node, "asking for the class of")
        if (value.type.kinds and not value.type.only(OBJECT)) or is_dict_record(value.type.record):
            raise self.refuse(node, f"the class of {value.type} can't be compiled", "write isinstance(...)")
        groups = {kind: [kind] for kind in self.classes_among(value)}
        return self.by_class(value, groups, lambda kinds: self.constant(kinds[0].__name__), node)

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
        self.check_no_iterator(value.type, node, f"asking for `.{name}` of")
        if value.type.only(GAME):
            return self.is_set("game", name, f"G_{name}", self.program.definition)
        value = self.steady(value)
        if value.type.only(PLAYER):
            return self.is_set("player", name, player_slot(value.code, name), Player)
        record = value.type.record
        assert record is not None  # noqa: S101

        def is_set(kinds: Sequence[type]) -> Value:
            owner = owner_of(kinds[0])
            return self.is_set(owner, name, object_slot(value.code, owner, name), kinds[0])

        return self.by_class(value, {kind: [kind] for kind in self.program.classes_of(record)}, is_set, node)

    def is_set(self, owner: str, name: str, place: str, holder: type) -> Value:
        """Return whether an attribute at a place is set; holder: the class of the object."""
        if hasattr(holder, name) or (owner, name) not in self.program.stored:
            return Value(str(int(hasattr(holder, name))), TRUTH, is_small=True)
        return self.truth_value(f"S[{place}] != {UNSET}")
