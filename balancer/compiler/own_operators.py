"""Code of operators for which a class of the file has a method: `==`, `<`, `+`, `in`, `len`, truth, a call and others.

Python calls such a method wherever it compares, sorts or looks for objects, so that all those places come here.  Other
values go on to the code for numbers, words and lists, whose words compare as the values do.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from balancer.compiler.classes import inherits_in_line, members_of, methods_among, operator_method
from balancer.compiler.dict_records import DictRecords
from balancer.compiler.emitter import TRUTH, Several, Value, class_number
from balancer.compiler.enums import members_in_order
from balancer.compiler.generated_methods import compares_by_fields
from balancer.compiler.kinds import FLOAT, LIST, OBJECT, TUPLE, Type
from balancer.compiler.own_hashes import is_symmetric
from balancer.compiler.rows import leaf_of

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.MatMult: "matmul",
}
ORDERS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("__lt__", "__gt__"),
    ast.LtE: ("__le__", "__ge__"),
    ast.Gt: ("__gt__", "__lt__"),
    ast.GtE: ("__ge__", "__le__"),
}
EQUALITY = ("__eq__", "__eq__")
METHODS: dict[type[ast.AST], tuple[str, str]] = {ast.Eq: EQUALITY, ast.NotEq: EQUALITY, **ORDERS}
ORDER_METHODS = tuple(ORDERS[op][0] for op in ORDERS)
MAX_INNER = 6  # of tuples in tuples


class OwnOperators(DictRecords):
    """Writes the code of operators of the file's classes."""

    def kinds_with(self, value_type: Type, name: str) -> list[type]:
        """Return the classes of values of a type that define an operator in the file."""
        kinds = [value_type.named] if value_type.has(TUPLE) and value_type.named else []
        record = value_type.record if value_type.has(OBJECT) else None
        kinds += (self.program.classes_of(record) or members_of(record)) if record else []
        if name in ORDER_METHODS:  # members of an Enum with an order are compared by their places
            kinds = [kind for kind in kinds if not members_in_order(kind)]
        return [kind for kind in kinds if operator_method(kind, name) is not None]

    def operator_of(self, value_type: Type, *names: str) -> str:
        """Return the first of some operators that a class of the file defines for values of a type, "" if none."""
        return next((name for name in names if self.kinds_with(value_type, name)), "")

    def special(self, value: Value, name: str, arguments: Sequence[Value], node: ast.AST) -> Value | None:
        """Return the result of an operator that the class of a value defines; None if no class in the file does."""
        return self.operate(value, name, list(arguments), node) if self.kinds_with(value.type, name) else None

    def operate(self, value: Value, name: str, others: Several, node: ast.AST) -> Value:
        """Return the result of an operator that the class of a value defines; other kinds of values raise a flag."""
        return self.operate_by(value, (name,), others, self.call_at(node), None)

    def operate_by(
        self, value: Value, names: Sequence[str], others: Several, call: ast.Call, default: Callable[[], Value] | None
    ) -> Value:
        """Return the result of the first of some operators that the class of a value has, or else of `default`.

        others: the arguments in front of those of the call.
        """
        is_of_tuple = value.type.has(TUPLE) and not any(
            methods_among(kind, names) for kind in self.program.classes_of(value.type.record or object)
        )
        if not value.type.has(OBJECT) or (is_of_tuple and default is None):
            named = value.type.named
            assert named is not None  # noqa: S101
            name = methods_among(named, names)[0]
            return self.call_method(TUPLE, named, name, [self.real_tuple(self.steady(value)).code], call, others)
        if value.type.has(TUPLE):
            raise self.refuse(call, f"`{names[0]}` of {value.type} can't be compiled", "use two names")
        value = self.real(self.steady(value), OBJECT, "NO_PLAYER")
        others = [self.steady(other) for other in others]
        groups: dict[Any, list[type]] = {}
        assert value.type.record is not None  # noqa: S101
        for kind in self.program.classes_of(value.type.record):
            name = next(iter(methods_among(kind, names)), "")
            method = operator_method(kind, name) if name else None
            if method is not None or default is not None:  # an object without the method raises a flag
                groups.setdefault((name, method, inherits_in_line(kind) or kind), []).append(kind)

        def use(kinds: Sequence[type]) -> Value:
            name = next(iter(methods_among(kinds[0], names)), "")
            return self.call_operator(kinds, name, value, others, call) if name else (default or true)()

        return self.by_class(value, groups, use, call)

    def call_at(self, node: ast.AST) -> ast.Call:
        """Return a call without arguments at the place of a node, or of the function where that has none."""
        place = node if hasattr(node, "lineno") else self.routine.node
        return ast.copy_location(ast.Call(ast.Name("operator", ast.Load()), [], []), place)

    def call_operator(self, kinds: Sequence[type], name: str, value: Value, others: Several, call: ast.Call) -> Value:
        """Return the result of the operator that some classes share."""
        method, holder, _ = self.method_of(kinds[0], name)
        owner = holder if holder is not None and inherits_in_line(kinds[0]) else kinds[0]
        if method is None or not compares_by_fields(method):
            return self.call_method_of(OBJECT, owner, name, [value.code], call, others)
        # What `dataclass` makes compares objects of the same class only: other ones are not equal, and have no order.
        (other,) = others
        possible = [kind for kind in self.classes_among(other) if kind in kinds]
        result = self.keep("0")
        is_of_class = self.is_of_class(other, possible, call)
        if len(kinds) > 1:
            same = f"{class_number(value.code)} == {class_number(other.code)}"
            is_of_class = self.joined_conditions([lambda: is_of_class, lambda: same], is_and=True)
        if possible:
            with self.indented(f"if {is_of_class}:"):
                other_type = Type(frozenset((OBJECT,)), record=other.type.record)
                condition = self.call_method_of(
                    OBJECT, owner, name, [value.code], call, [Value(other.code, other_type)]
                )
                self.write(f"{result} = {condition.code}")
        if name != "__eq__":
            self.fail_if(f"not ({is_of_class})" if possible else "1", "NO_PLAYER")
        return Value(result, TRUTH, is_small=True)

    # Truth, arithmetic ------------------------------------------------------------------------------------------------

    def truth(self, value: Value) -> str:
        """Return the condition that a value is true, for which `__bool__` or `__len__` may stand."""
        if not self.operator_of(value.type, "__bool__", "__len__"):
            return super().truth(value)
        value = self.steady(value)
        kind = OBJECT if value.type.has(OBJECT) else TUPLE
        node = self.routine.node
        if value.type.only(kind):
            return super().truth(self.operate_by(value, ("__bool__", "__len__"), [], self.call_at(node), true))
        result = self.keep("0")
        with self.indented(f"if {self.is_of_kind(value, frozenset((kind,)), node)}:"):
            owned = Value(value.code, Type(frozenset((kind,)), shape=value.type.shape, record=value.type.record))
            self.set_truth(result, self.truth(owned))
        with self.indented("else:"):
            self.set_truth(result, super().truth(Value(value.code, value.type.without(kind))))
        return f"{result} != 0"

    def operated(self, first: Value, op: ast.operator, second: Value, node: ast.AST) -> Value:
        """Return the result of an operator between two values."""
        name = OPERATORS[type(op)]
        self.check_reflected(first.type, second.type, (f"__{name}__", f"__r{name}__"), node)
        if self.operator_of(first.type, f"__{name}__"):
            return self.operate(first, f"__{name}__", [second], node)
        if self.operator_of(second.type, f"__r{name}__"):
            return self.operate(second, f"__r{name}__", [first], node)
        return super().operated(first, op, second, node)

    def check_reflected(self, first: Type, second: Type, names: tuple[str, str], node: ast.AST) -> None:
        """Raise NotCompilable where Python asks the second value first, as its class inherits from that of the other.

        names: of the methods that are called for the first and for the second value.
        """
        for heir, base in itertools.product(self.kinds_with(second, names[1]), self.kinds_with(first, names[0])):
            methods = {operator_method(kind, names[1]) for kind in (heir, base)}
            is_made = all(method is not None and compares_by_fields(method) for method in methods)
            is_alike = is_made or (len(methods) == 1 and names[1] != "__eq__") or heir is base
            if issubclass(heir, base) and not is_alike and not self.are_symmetric(methods):
                what = (
                    f"`{names[1]}` of {heir.__name__}, which Python calls before {base.__name__}'s, can't be compiled"
                )
                raise self.refuse(node, what, "write a method of another name, and call it")

    def are_symmetric(self, methods: set[FunctionType | None]) -> bool:
        """Return whether methods are one `__eq__` with the same result when its objects are exchanged."""
        (method, *others) = methods
        return not others and method is not None and is_symmetric(self.program.sources.node_of(method))

    def own_sum(self, node: ast.Call, begin: Value) -> Value:
        """Return the sum of objects that a method of their class adds."""
        cell = self.cell_here(node, "sum")
        total = self.keep(self.fit(begin, cell.absorb(begin.type)))

        def add(item: Value | Several) -> None:
            value = self.operated(Value(total, cell.type), ast.Add(), self.single(item, node), node)
            self.write(f"{total} = {self.fit(value, cell.absorb(value.type))}")

        self.loop(node.args[0], add)
        return Value(total, cell.type)

    # Comparisons ------------------------------------------------------------------------------------------------------

    def compared(self, first: Value, op: ast.cmpop, second: Value, node: ast.AST) -> str:
        """Return the condition of one comparison between two values."""
        if type(op) in METHODS:
            self.check_reflected(first.type, second.type, METHODS[type(op)], node)
        if isinstance(op, ast.Eq | ast.NotEq):
            if first.type.only(LIST) and second.type.only(LIST) and self.compares_items(first.type, second.type):
                self.check_same_kind(first.type, second.type, node)
                is_equal = self.equal_items(self.steady(first), self.steady(second), node)
                return is_equal if isinstance(op, ast.Eq) else f"not ({is_equal})"
            if not self.compares_by_method(first.type) and not self.compares_by_method(second.type):
                return super().compared(first, op, second, node)
            is_equal = self.equal(self.steady(first), self.steady(second), isinstance(op, ast.Eq), node)
            return is_equal if isinstance(op, ast.Eq) else f"not ({is_equal})"
        if type(op) in ORDERS:
            name, reflected = ORDERS[type(op)]
            if self.operator_of(first.type, name):
                return self.truth(self.operate(first, name, [second], node))
            if self.operator_of(second.type, reflected) and not has_tuple_methods(first.type):
                return self.truth(self.operate(second, reflected, [first], node))
            if first.type.is_container and self.orders_by_method(leaf_of(first.type)):
                raise self.refuse(node, f"the order of {first.type} of such objects can't be compiled", "write `key=`")
        return super().compared(first, op, second, node)

    def compares_by_method(self, value_type: Type, depth: int = 0) -> bool:
        """Return whether a method of the file's classes decides which values of a type are equal."""
        if self.operator_of(value_type, "__eq__", "__ne__"):
            return True
        shape = value_type.shape.root() if value_type.shape and value_type.has(TUPLE) else None
        inner = shape.fields if shape and depth < MAX_INNER else []
        return any(self.compares_by_method(cell.type, depth + 1) for cell in inner)

    def equal(self, first: Value, second: Value, is_asked: bool, node: ast.AST) -> str:  # noqa: FBT001
        """Return the condition that two values are equal, where a class of them defines that.

        is_asked: the game asks for `==`, not for `!=`.
        """
        for value in (first, second):
            if value.type.is_container:
                raise self.refuse(node, f"comparing {first.type} with {second.type} can't be compiled")
            if not is_asked and self.operator_of(value.type, "__ne__"):
                raise self.refuse(node, "`!=` by a method `__ne__` can't be compiled", "write `not a == b`")
        if is_asked or not has_tuple_methods(
            first.type
        ):  # `!=` of a named tuple compares its items, whatever `==` does
            if self.operator_of(first.type, "__eq__"):
                return self.equal_by_method(first, second, node)
            if self.operator_of(second.type, "__eq__"):
                return self.equal_by_method(second, first, node)
        result = self.keep_truth(f"{first.code} == {second.code}")
        if first.type.shape and second.type.shape:
            first.type.shape.unite(second.type.shape)
            both = f"{first.code} >= TUPLE and {second.code} >= TUPLE"
            with self.indented(f"if {result} == 0 and {both}:"):
                self.write(f"{result} = 1")
                tuples = [
                    Value(each.code, Type(frozenset((TUPLE,)), shape=each.type.shape)) for each in (first, second)
                ]
                for a, b in zip(*(self.items(each, node) for each in tuples), strict=True):
                    with self.indented(f"if {result}:"):
                        self.set_truth(result, self.compared(a, ast.Eq(), b, node))
        return f"{result} != 0"

    def equal_by_method(self, first: Value, second: Value, node: ast.AST) -> str:
        """Return the condition that two values are equal by the method of the first one's class."""
        kind = OBJECT if self.operator_of(Type(frozenset((OBJECT,)), record=first.type.record), "__eq__") else TUPLE
        owned = Value(first.code, Type(frozenset((kind,)), shape=first.type.shape, record=first.type.record))
        result = self.keep_truth(f"{first.code} == {second.code}")

        def same() -> Value:
            return Value(result, TRUTH, is_small=True)

        def by_second() -> Value:
            if not second.type.only(OBJECT) or not self.operator_of(second.type, "__eq__"):
                return same()
            return self.operate_by(second, ("__eq__",), [first], self.call_at(node), same)

        if first.type.only(kind):
            by_method = self.operate_by(owned, ("__eq__",), [second], self.call_at(node), by_second)
            self.set_truth(result, super().truth(by_method))
            return f"{result} != 0"
        with self.indented(f"if {self.is_of_kind(first, frozenset((kind,)), node)}:"):
            by_method = self.operate_by(owned, ("__eq__",), [second], self.call_at(node), same)
            self.set_truth(result, super().truth(by_method))
        rest = Value(first.code, first.type.without(kind))
        if self.compares_by_method(second.type) or rest.type.kinds - {"none"}:
            with self.indented("else:"):
                self.set_truth(result, self.compared(second, ast.Eq(), rest, node))
        return f"{result} != 0"

    def compares_items(self, first: Type, second: Type) -> bool:
        """Return whether lists are compared item by item: their items are no words that are equal if the items are."""
        items = (first.elements, second.elements)
        return any(each.has(FLOAT) or self.compares_by_method(each) for each in items)

    def equal_items(self, first: Value, second: Value, node: ast.AST) -> str:
        """Return the condition that two lists have equal items."""
        result, place = self.keep_truth(f"S[{first.code} + 1] == S[{second.code} + 1]"), self.keep("0")
        with self.indented(f"while {result} and {place} < S[{first.code} + 1]:"):
            a, b = (self.read_item(row, place) for row in (first, second))
            self.set_truth(result, self.are_same(a, b, node))
            self.write(f"{place} = {place} + 1")
        return f"{result} != 0"

    def are_same(self, first: Value, second: Value, node: ast.AST) -> str:
        """Return the condition that Python takes one value for the other in a list: identical or equal."""
        result = self.keep_truth(f"{first.code} == {second.code}" if not first.type.has(FLOAT) else "0")
        with self.indented(f"if {result} == 0:"):
            self.set_truth(result, self.compared(first, ast.Eq(), second, node))
        return f"{result} != 0"

    def orders_by_method(self, value_type: Type) -> bool:
        """Return whether a method of the file's classes decides which values of a type are less than others."""
        return bool(self.operator_of(value_type, "__lt__", "__gt__"))


def true() -> Value:
    """Return the value True, which objects without a method are."""
    return Value("1", TRUTH, is_small=True)


def only_tuple(value: Value) -> Value:
    """Return a value, known to be a tuple, as one of that type."""
    return value._replace(type=Type(frozenset((TUPLE,)), shape=value.type.shape))


def has_tuple_methods(value_type: Type) -> bool:
    """Return whether values are tuples, which have methods of their own for all comparisons."""
    shape = value_type.shape.root() if value_type.shape and value_type.has(TUPLE) else None
    return shape is not None and (shape.named is None or hasattr(shape.named, "_fields"))
