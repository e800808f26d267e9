"""Code of calls of Python's functions of numbers, such as abs, round, sum and those of math."""

from __future__ import annotations

import ast
from dataclasses import replace

from balancer.compiler.classes import item_names
from balancer.compiler.displays import Displays
from balancer.compiler.emitter import FRACTION, TRUTH, WHOLE_TYPE, Several, Value
from balancer.compiler.intrinsics import as_bits
from balancer.compiler.iterator_reads import ITERATORS
from balancer.compiler.kinds import DICT, FLOAT, LETTERS, LIST, NUMBERS, OBJECT, TEXT, TUPLE

MAX_DIGITS = 15  # to which round() rounds
WHOLE_HELPERS = {  # with the number that changes no other's result, where there may be any number of them
    "gcd": ("greatest_divisor", "0"),
    "lcm": ("least_multiple", "1"),
    "comb": ("binomial", ""),
    "factorial": ("factorial_of", ""),
    "isqrt": ("integer_root", ""),
}
BASES = {"log": 0, "log2": 2, "log10": 10}  # of logarithms; 0: e


class Numeric(Displays):
    """Writes the code of calls of functions of numbers."""

    def keyword(self, node: ast.Call, name: str) -> ast.expr | None:
        """Return the expression of a keyword argument."""
        return next((each.value for each in node.keywords if each.arg == name), None)

    def begin_and_step(self, node: ast.Call) -> tuple[str, str]:
        """Return the code of the first number of itertools.count, and of its step."""
        given = {
            **dict(zip(("start", "step"), node.args, strict=False)),
            **{str(each.arg): each.value for each in node.keywords},
        }
        numbers = dict(zip(given, self.several([*given.values()]), strict=True))
        codes = {name: self.keep(self.whole(value, node)) for name, value in numbers.items()}
        return codes.get("start", "0"), codes.get("step", "1")

    def single(self, value: Value | Several, node: ast.AST) -> Value:
        """Return several values packed into a tuple."""
        return value if isinstance(value, Value) else self.pack(value, node)

    def own_sum(self, node: ast.Call, begin: Value) -> Value:
        """Return the sum of objects that a method of their class adds."""
        raise NotImplementedError

    def call_len(self, node: ast.Call) -> Value:
        source = node.args[0]
        if self.builtin(source) in ITERATORS:
            raise self.refuse(node, "an iterator has no length", "write len(list(...))")
        is_static, constant = self.static(source)
        if is_static and hasattr(constant, "__len__"):
            return Value(str(len(constant)), WHOLE_TYPE, is_small=True)
        keys = self.function_keys(source)
        if keys is not None:
            return Value(str(len(keys)), WHOLE_TYPE, is_small=True)
        is_row = isinstance(source, ast.Tuple | ast.List) or self.builtin(source) == "str"
        value = self.sequence(source, any_order=True) if is_row else self.value(source)
        own = self.special(value, "__len__", [], node)
        if own is not None:
            return own
        if value.type.only(OBJECT) and item_names(value.type.record):
            return Value(str(len(item_names(value.type.record))), WHOLE_TYPE, is_small=True)
        if value.type.has(TUPLE) and value.type.is_container:
            value = self.tuple_as_list(value, node)
        if value.type.has(TUPLE):
            return Value(self.tuple_length(value), WHOLE_TYPE, is_small=True)
        if value.type.has(LETTERS):
            return Value(f"S[{self.letters_row(value)} + 1]", WHOLE_TYPE, is_small=True)
        if value.type.is_text:
            return self.by_text(value, len, node, "NO_PLAYER")
        value = self.container_code(value, node)
        length = f"S[{value.code} + 1]"
        return Value(f"({length} // 2)" if value.type.has(DICT) else length, WHOLE_TYPE, is_small=True)

    def call_abs(self, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        own = self.special(value, "__abs__", [], node)
        if own is not None:
            return own
        value = self.number(value, node)
        if value.type.has(FLOAT):
            return Value(f"fabs({value.code})", FRACTION)
        return Value(self.keep(f"absolute(S, {value.code})"), WHOLE_TYPE, value.is_small)

    def call_int(self, node: ast.Call) -> Value:
        if not node.args:
            return Value("0", WHOLE_TYPE, is_small=True)
        value = self.value(node.args[0])
        is_static, base = self.static(node.args[1]) if len(node.args) > 1 else (True, 10)
        if value.type.is_text and is_static and base in range(2, 37):
            if value.type.has(LETTERS):
                return self.number_of_letters(value, base, node)
            return self.by_text(value, lambda text: int(text, base), node, "NOT_IN_LIST")
        if len(node.args) > 1 or value.type.has(TEXT):
            raise self.refuse(node, "a text can't be made a number", "write a dict of numbers by word")
        value = self.number(value, node)
        return Value(self.keep(f"truncate_float(S, {value.code})"), WHOLE_TYPE) if value.type.has(FLOAT) else value

    def call_ord(self, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        if value.type.kinds and not value.type.is_text:
            raise self.refuse(node, f"ord() of {value.type} can't be compiled")
        if value.type.has(LETTERS):
            value = Value(self.code_of_letter(value), self.letter_type())
        return self.by_text(value, ord, node, "NO_PLAYER")

    def call_chr(self, node: ast.Call) -> Value:
        number = self.value(node.args[0])
        text = self.by_texts([number], chr, node)
        if text is None and self.program.makes_texts:
            numbers = frozenset(range(ord(" "), 127))
            text = self.by_texts([number._replace(type=replace(WHOLE_TYPE, numbers=numbers))], chr, node, "ASCII")
        if text is None:
            self.follow(node, "chr()")
            raise self.refuse(
                node, "chr() of this number can't be compiled", "take a letter of a text, as in `LETTERS[n]`"
            )
        return text

    def call_bool(self, node: ast.Call) -> Value:
        return self.truth_value(self.condition(node.args[0])) if node.args else Value("0", TRUTH, is_small=True)

    def call_float(self, node: ast.Call) -> Value:
        is_static, constant = self.static(node.args[0]) if node.args else (True, 0)
        if is_static and isinstance(constant, str | int | float):
            return Value(str(as_bits(float(constant))), FRACTION)
        value = self.value(node.args[0])
        if value.type.has(TEXT):
            raise self.refuse(node, "a text can't be made a number")
        return Value(self.fraction(value, node), FRACTION)

    def call_round(self, node: ast.Call) -> Value:
        value = self.number(self.value(node.args[0]), node)
        digits = node.args[1] if len(node.args) > 1 else self.keyword(node, "ndigits")
        is_static, count = self.static(digits) if digits else (True, None)
        if isinstance(count, int) and -MAX_DIGITS <= count < 0 and not value.type.has(FLOAT):
            return Value(self.keep(f"round_to_tens(S, {value.code}, {10**-count})"), WHOLE_TYPE)
        if not is_static or (count is not None and count not in range(MAX_DIGITS + 1)):
            raise self.refuse(node, "round() to such digits can't be compiled", f"write a number 0 to {MAX_DIGITS}")
        if count is not None and value.type.has(FLOAT):
            return Value(self.keep(f"round_to_digits(S, {value.code}, {as_bits(10.0**count)})"), FRACTION)
        return Value(self.keep(f"round_to_int(S, {value.code})"), WHOLE_TYPE) if value.type.has(FLOAT) else value

    def call_floor(self, node: ast.Call) -> Value:
        value = self.number(self.value(node.args[0]), node)
        helper = f"{self.builtin(node)}_to_int"
        return Value(self.keep(f"{helper}(S, {value.code})"), WHOLE_TYPE) if value.type.has(FLOAT) else value

    call_ceil = call_floor

    def call_sqrt(self, node: ast.Call) -> Value:
        helper = "root_of" if self.builtin(node) == "sqrt" else "exponential"
        return Value(self.keep(f"{helper}(S, {self.fraction(self.value(node.args[0]), node)})"), FRACTION)

    call_exp = call_sqrt

    def call_log(self, node: ast.Call) -> Value:
        numbers = [self.fraction(value, node) for value in self.several(node.args)]
        base = BASES[self.builtin(node)]
        logarithms = [self.keep(f"logarithm(S, {number}, {base})") for number in numbers]
        if len(logarithms) == 1:
            return Value(logarithms[0], FRACTION)
        return Value(self.keep(f"divide_floats(S, {', '.join(logarithms)})"), FRACTION)

    call_log2 = call_log10 = call_log

    def call_gcd(self, node: ast.Call) -> Value:
        """Return the result of a helper for whole numbers; gcd and lcm are carried on from two numbers to more."""
        helper, unit = WHOLE_HELPERS[self.builtin(node)]
        codes = [self.fixed(self.whole(value, node)) for value in self.several(node.args)]
        if not unit:
            return Value(self.keep(f"{helper}({', '.join(['S', *codes])})"), WHOLE_TYPE)
        result, *others = codes or ["0"]
        for other in others or [unit]:
            result = self.keep(f"{helper}(S, {result}, {other})")
        return Value(result, WHOLE_TYPE)

    call_lcm = call_comb = call_factorial = call_isqrt = call_gcd

    def call_divmod(self, node: ast.Call) -> Value:
        first, second = (self.steady(self.number(value, node)) for value in self.several(node.args))
        if first.type.has(FLOAT) or second.type.has(FLOAT):
            raise self.refuse(node, "divmod() of fractions can't be compiled", "write // and %")
        quotient, rest = (
            self.operated(first, ast.FloorDiv(), second, node),
            self.operated(first, ast.Mod(), second, node),
        )
        return self.pack([self.steady(quotient), self.steady(rest)], node)

    def call_sum(self, node: ast.Call) -> Value:
        start = node.args[1] if len(node.args) > 1 else self.keyword(node, "start")
        begin = self.value(start) if start else Value("0", WHOLE_TYPE, is_small=True)
        if begin.type.is_container:
            return self.joined_lists(node, begin)
        if self.kinds_with(begin.type, "__add__"):
            return self.own_sum(node, begin)
        cell = self.cell_here(node, "sum")
        cell.absorb(begin.type)
        if cell.type.has(FLOAT):
            return self.float_sum(node, self.fraction(begin, node))
        total = self.keep(self.number(begin, node).code)

        def add(value: Value | Several) -> None:
            value = self.single(value, node)
            if not value.type.has(*NUMBERS) and (value.type.has(OBJECT) or value.type.named):
                what = "a sum of objects that begins with 0 can't be compiled"
                raise self.refuse(node, what, "write what it begins with, as in sum(row, Money(0))")
            number = self.number(value, node)
            cell.absorb(number.type)
            if number.type.has(FLOAT):  # the next pass adds fractions
                return
            if number.is_small:
                self.write(f"{total} = {total} + {number.code}")
            else:
                self.write(f"{total} = add(S, {total}, {number.code})")

        self.loop(node.args[0], add, any_order=True)
        return Value(total, WHOLE_TYPE)

    def float_sum(self, node: ast.Call, begin: str) -> Value:
        """Return the sum of fractions in their order, because rounding depends on it."""
        end = self.keep("S[LIMIT]")
        self.write(f"stack_push(S, {begin})")

        def push(value: Value | Several) -> None:
            self.write(f"stack_push(S, {self.fraction(self.single(value, node), node)})")

        self.loop(node.args[0], push)
        self.make()
        return Value(self.keep(f"sum_floats(S, {self.keep(f'stack_take(S, {end})')})"), FRACTION)

    def joined_lists(self, node: ast.Call, begin: Value) -> Value:
        """Return the concatenation of several lists, as `sum` with a list makes it."""
        list_type = self.container(LIST, node)
        place = list_type.sure_place
        self.program.copied(begin.type.sure_place.elements, place.elements)
        end = self.keep("S[LIMIT]")

        def add(value: Value | Several) -> None:
            row = self.in_row(self.container_code(self.single(value, node), node), node)
            self.program.copied(row.type.place.elements, place.elements) if row.type.place else None
            self.loop_row(row, node, lambda item: self.write(f"stack_push(S, {self.single(item, node).code})"), "")

        self.loop_row(begin, node, lambda item: self.write(f"stack_push(S, {self.single(item, node).code})"), "")
        self.loop(node.args[0], add)
        self.make()
        return Value(self.with_room(self.keep(f"stack_take(S, {end})"), list_type), list_type)

    def call_prod(self, node: ast.Call) -> Value:
        start = self.keyword(node, "start")
        begin = self.number(self.value(start), node) if start else Value("1", WHOLE_TYPE)
        cell, is_whole = self.cell_here(node, "prod"), not begin.type.has(FLOAT)
        cell.absorb(begin.type)
        is_fraction = cell.type.has(FLOAT)
        total = self.keep(self.fraction(begin, node) if is_fraction else begin.code)

        def multiply(value: Value | Several) -> None:
            number = self.number(self.single(value, node), node)
            cell.absorb(number.type)
            if is_fraction:
                if is_whole and not number.type.only(FLOAT):  # Python multiplies whole numbers exactly until a fraction
                    raise self.refuse(
                        node, "prod() of whole numbers and fractions can't be compiled", "write start=1.0"
                    )
                self.write(f"{total} = fmul({total}, {self.fraction(number, node)})")
            elif not number.type.has(FLOAT):  # the next pass multiplies fractions
                self.write(f"{total} = multiply(S, {total}, {number.code})")

        self.loop(node.args[0], multiply)
        return Value(total, FRACTION if is_fraction else WHOLE_TYPE)
