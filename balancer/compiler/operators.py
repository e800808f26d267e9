"""Code of operators on numbers, texts, tuples, lists and sets."""

from __future__ import annotations

import ast
import collections
import enum
import operator
import re

from balancer.compiler.conditions import Conditions
from balancer.compiler.emitter import COMPOSED, FRACTION, WHOLE_TYPE, Value
from balancer.compiler.hashing import is_keys
from balancer.compiler.kinds import (
    DICT,
    FLOAT,
    LETTERS,
    LIST,
    NONE,
    PLAYER,
    PROSE,
    SET,
    TEXT,
    TUPLE,
    UNKNOWN,
    Type,
    scalar,
)

TEXTS = (TEXT, LETTERS, PROSE)
MAX_WHOLE = 1 << 61
CHECKED = {ast.Add: ("+", "add"), ast.Sub: ("-", "subtract"), ast.Mult: ("*", "multiply")}
BITWISE = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
FLOAT_OPERATIONS = {
    ast.Add: "fadd({0}, {1})",
    ast.Sub: "fsub({0}, {1})",
    ast.Mult: "fmul({0}, {1})",
    ast.Div: "divide_floats(S, {0}, {1})",
    ast.FloorDiv: "floor_divide_floats(S, {0}, {1})",
    ast.Mod: "modulo_floats(S, {0}, {1})",
}
SET_OPERATIONS = {
    ast.Sub: "subtract_sets",
    ast.BitAnd: "intersect_sets",
    ast.BitOr: "unite_sets",
    ast.BitXor: "differ_sets",
}
UNARY: dict[type[ast.unaryop], str] = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
COUNTER_OPERATIONS = {ast.Add: 0, ast.Sub: 1, ast.BitAnd: 2, ast.BitOr: 3}  # as in runtime/dicts.py


class Arithmetic(Conditions):
    """Writes the code of operators."""

    def value_UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self.truth_value(self.condition(node))
        if (
            isinstance(node.operand, ast.Constant)
            and isinstance(node.op, ast.USub)
            and isinstance(node.operand.value, int | float)
        ):
            return self.constant(-node.operand.value)
        operand = self.value(node.operand)
        own = self.special(operand, UNARY[type(node.op)], [], node)
        if own is not None:
            return own
        if operand.type.has(DICT):
            return self.signed_counts(operand, node)
        value = self.number(operand, node)
        if value.type.has(FLOAT):
            if isinstance(node.op, ast.Invert):
                raise self.refuse(node, "`~` of a number with a fraction can't be compiled")
            return Value(f"fneg({value.code})", FRACTION) if isinstance(node.op, ast.USub) else value
        if isinstance(node.op, ast.Invert):
            kinds = [operand.type.members] if operand.type.members else self.routine.scope.values()
            if any(isinstance(kind, type) and issubclass(kind, enum.IntFlag) for kind in kinds):  # it may be a member
                raise self.refuse(node, "`~` of what may be a member of an IntFlag can't be compiled", "write `^`")
            return Value(f"(~{value.code})", WHOLE_TYPE)
        if isinstance(node.op, ast.UAdd):
            return value
        return Value(
            f"(-{value.code})" if value.is_small else self.keep(f"negate(S, {value.code})"), WHOLE_TYPE, value.is_small
        )

    def signed_counts(self, counts: Value, node: ast.UnaryOp) -> Value:
        """Return the Counter of the counts above 0 (`+counts`), or of the opposites of those below 0 (`-counts`)."""
        self.make()
        none = Value(self.keep("new_list(S, 0)"), self.copied(DICT, node.operand, counts.type))
        if self.is_counter(counts.type, node):
            none.type.sure_place.mark(collections.Counter)
        counts = self.steady(counts)
        if isinstance(node.op, ast.UAdd):
            return self.operated_rows(counts, ast.Add(), none, node)
        if isinstance(node.op, ast.USub):
            return self.operated_rows(none, ast.Sub(), counts, node)
        raise self.refuse(node, "`~` of a dict can't be compiled")

    def value_BinOp(self, node: ast.BinOp) -> Value:
        is_static, constant = self.static(node)
        if is_static:
            return self.constant(constant)
        if type(node.op) in SET_OPERATIONS and (is_keys(node.left) or is_keys(node.right)):
            return self.operated_keys(node)
        has_slices = any(isinstance(each, ast.Slice) for each in ast.walk(node))
        joined = self.joined_slices(node) if has_slices and self.changes_nothing(node) else None
        if joined is not None:
            return joined
        first, second = self.several([node.left, node.right])
        return self.with_numbers(self.operated(first, node.op, second, node), first.type, node.op, second.type)

    def list_of_players(self, node: ast.AST) -> Type:
        """Return the type of a list of players that an expression makes."""
        list_type = self.container(LIST, node, scalar(PLAYER))
        list_type.sure_place.mark(list)
        return list_type

    def operated(self, first: Value, op: ast.operator, second: Value, node: ast.AST) -> Value:
        """Return the result of an operator."""
        if self.program.has_row_tuples and isinstance(op, ast.Add):
            first, second = self.as_rows(first, second, node)
        if first.type.is_container or second.type.is_container:
            return self.operated_rows(first, op, second, node)
        are_tuples = first.type.has(TUPLE) and second.type.has(TUPLE)
        if isinstance(op, ast.Add) and are_tuples and first.type.only(TUPLE, NONE) and second.type.only(TUPLE, NONE):
            return self.concatenated(first, second, node)
        if (first.type.only(TUPLE) and isinstance(op, ast.Mult)) or second.type.only(TUPLE):
            raise self.refuse(node, "this can't be done with a tuple", "write a list")
        kinds = [value.type.kinds - {NONE} for value in (first, second)]
        if isinstance(op, ast.Add) and (first.type.is_text or second.type.is_text) and not all(kinds):
            self.write("fail(S, ErrorFlag.NONE_IN_SUM)")
            return Value("0", UNKNOWN)  # what else it may be may only become known
        if isinstance(op, ast.Add) and first.type.is_text and second.type.is_text:
            return self.compose([self.only_text(first), self.only_text(second)], node)
        if isinstance(op, ast.Add) and first.type.only(*TEXTS) and second.type.only(*TEXTS):
            return self.compose([first, second], node)
        if isinstance(op, ast.Mult) and self.program.makes_texts and (first.type.is_text or second.type.is_text):
            return self.repeated(*((first, second) if first.type.is_text else (second, first)), node)
        if (isinstance(op, ast.Mult) and second.type.only(*TEXTS)) or (
            isinstance(op, ast.Mult | ast.Mod) and first.type.only(*TEXTS)
        ):
            is_product = isinstance(op, ast.Mult)
            return (self.by_texts([first, second], operator.mul, node) if is_product else None) or COMPOSED
        first, second = self.number(first, node), self.number(second, node)
        if isinstance(op, ast.Div) or first.type.has(FLOAT) or second.type.has(FLOAT):
            return self.operated_floats(first, op, second, node)
        a, b, both = first.code, second.code, first.is_small and second.is_small
        kind = type(op)
        if kind in CHECKED:
            sign, helper = CHECKED[kind]
            if both:
                small = re.fullmatch(r"-?\d{1,8}", a) is not None or re.fullmatch(r"-?\d{1,8}", b) is not None
                return Value(f"({a} {sign} {b})", WHOLE_TYPE, is_small=small and kind is not ast.Mult)
            return Value(f"{helper}(S, {a}, {b})", WHOLE_TYPE)
        if kind in {ast.FloorDiv, ast.Mod}:
            sign, helper = ("//", "divide") if kind is ast.FloorDiv else ("%", "remainder")
            if re.fullmatch(r"[1-9]\d*", b):
                return Value(
                    f"({a} {sign} {b})", WHOLE_TYPE, is_small=first.is_small or (kind is ast.Mod and second.is_small)
                )
            return Value(f"{helper}(S, {a}, {b})", WHOLE_TYPE, is_small=kind is ast.Mod and second.is_small)
        if kind in BITWISE:
            return Value(f"({a} {BITWISE[kind]} {b})", WHOLE_TYPE, is_small=both)
        if kind is ast.Pow:
            if re.fullmatch(r"\d+", b) is None and not isinstance(getattr(node, "right", None), ast.Constant):
                self.fail_if(f"{b} < 0", "NEGATIVE")
            return Value(self.bounded(self.keep(f"power(S, {a}, {b})")), WHOLE_TYPE)
        if kind in {ast.LShift, ast.RShift}:
            helper = "shift_left" if kind is ast.LShift else "shift_right"
            return Value(self.bounded(self.keep(f"{helper}(S, {a}, {b})")), WHOLE_TYPE)
        raise self.refuse(node, "this operator can't be compiled")

    def bounded(self, code: str) -> str:
        """Return a whole number; one above MAX_WHOLE in amount raises a flag, because it could be the word of None."""
        self.fail_if(f"{code} > {MAX_WHOLE} or {code} < -{MAX_WHOLE}", "OVERFLOW")
        return code

    def operated_floats(self, first: Value, op: ast.operator, second: Value, node: ast.AST) -> Value:
        """Return the result of an operator on numbers with fractions."""
        if isinstance(op, ast.Div) and not first.type.has(FLOAT) and not second.type.has(FLOAT):
            return Value(self.keep(f"divide_ints(S, {first.code}, {second.code})"), FRACTION)
        if isinstance(op, ast.Pow):
            # Python calls C's pow, which rounds once: x ** 2 is x * x in most cases only.
            codes = [self.fraction(value, node) for value in (first, second)]
            return Value(self.keep(f"power_of_float(S, {codes[0]}, {codes[1]})"), FRACTION)
        form = FLOAT_OPERATIONS.get(type(op))
        if form is None:
            raise self.refuse(node, "this operator on a number with a fraction can't be compiled")
        codes = [self.fraction(value, node) for value in (first, second)]
        return Value(self.keep(form.format(*codes)), FRACTION)

    def operated_rows(self, first: Value, op: ast.operator, second: Value, node: ast.AST) -> Value:
        """Return the result of an operator on lists or sets."""
        self.make()
        if isinstance(op, ast.Mult):
            if second.type.is_container:
                first, second = second, first
            self.check_joined(first.type, "__mul__", node)
            result_type = self.copied(LIST, node, first.type)
            result_type.sure_place.mark_as(first.type.place)  # type: ignore[arg-type]
            row = self.container_code(first, node)
            return Value(
                self.with_room(self.keep(f"repeat_list(S, {row.code}, {self.whole(second, node)})"), result_type),
                result_type,
            )
        first, second = self.container_code(first, node), self.container_code(second, node)
        kinds = first.type.kinds | second.type.kinds
        if isinstance(op, ast.Add) and kinds <= {LIST}:
            result_type = self.copied(LIST, node, first.type, second.type)
            self.check_same_kind(first.type, second.type, node, "joining")
            self.check_joined(first.type, "__add__", node)
            first, second = self.steady(first), self.steady(second)
            for value in (first, second):
                self.check_copied(value, result_type.elements)
                if value.type.place:
                    result_type.sure_place.mark_as(value.type.place)
            return Value(
                self.with_room(self.keep(f"join_lists(S, {first.code}, {second.code})"), result_type), result_type
            )
        if type(op) in SET_OPERATIONS and kinds <= {SET}:
            second = self.aligned(self.steady(first), second, node)
            sources = (first.type,) if isinstance(op, ast.Sub | ast.BitAnd) else (first.type, second.type)
            result_type = self.copied(SET, node, *sources)
            if result_type.place and first.type.place:
                result_type.place.mark_as(first.type.place)
            if result_type.is_hashed:
                return self.combined_hashed(self.steady(first), op, second, result_type, node)
            first, second = self.in_row(first, node, any_order=True), self.in_row(second, node, any_order=True)
            first, second = self.steady(first), self.steady(second)
            self.check_copied(first, second.type.elements)
            self.check_copied(second, first.type.elements)
            return Value(
                self.ready_set(f"{SET_OPERATIONS[type(op)]}(S, {first.code}, {second.code})", result_type),
                result_type,
            )
        if kinds == {DICT} and first.type.place and second.type.place:
            counters = [self.is_counter(value.type, node) for value in (first, second)]
            if all(counters) and type(op) in COUNTER_OPERATIONS:
                result_type = self.copied(DICT, node, first.type, second.type)
                result_type.sure_place.mark(collections.Counter)
                code = f"combine_counts(S, {first.code}, {second.code}, {COUNTER_OPERATIONS[type(op)]})"
                return Value(self.with_room(self.keep(code), result_type), result_type)
            inserts = [place.may_be(collections.defaultdict) for place in (first.type.place, second.type.place)]
            if isinstance(op, ast.BitOr) and not any(inserts):
                return self.joined_dicts(first, second, node)
        if DICT in kinds or LIST in kinds:
            raise self.refuse(node, f"this can't be done with {first.type} and {second.type}")
        raise self.refuse(node, "this operator can't be compiled here")

    def refuse_own_keys(self, value_type: Type, node: ast.AST) -> None:
        """Raise NotCompilable where keys, which are compared as words, are equal by a method of their class."""
        raise NotImplementedError

    def joined_dicts(self, first: Value, second: Value, node: ast.AST) -> Value:
        """Return a new dict with the keys and values of two."""
        self.refuse_own_keys(first.type.keys, node)
        self.refuse_own_keys(second.type.keys, node)
        result_type = self.copied(DICT, node, first.type, second.type)
        result_type.sure_place.mark(dict)
        return Value(self.keep(f"join_dicts(S, {first.code}, {second.code}, {self.more(result_type)})"), result_type)
