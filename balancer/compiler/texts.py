"""Code of texts as data: their letters, parts and compositions, looked up in tables that exist before the game.

A text is a number.  Where types note which texts a value may be (`Type.texts`), all that a game can make of them is
known too: `card[0]` is a table with a word for each text, and `rank + suit` a table with a word for each
pair.  A text without a word there raises a flag.
"""

from __future__ import annotations

import ast
import itertools
import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from balancer.compiler.emitter import COMPOSED, TRUTH, UNSET, WHOLE_TYPE, Value
from balancer.compiler.errors import NotCompilable
from balancer.compiler.kinds import BOOL, INT, LETTERS, MAX_NUMBERS, PROSE, TEXT, UNKNOWN, WORDS, Type, join
from balancer.compiler.letters import Letters
from balancer.compiler.program import WordTable

MAX_COMPOSED = 3000  # texts that one expression may compose
EXACT: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
MAX_SPAN = 1000  # numbers between the smallest and the largest in a composed text
MAX_GROWTHS = 8  # passes in which one expression may compose more texts than before: in a loop they have no end
MAKING = frozenset(
    [
        *("upper", "lower", "title", "capitalize", "swapcase", "casefold", "strip", "lstrip", "rstrip"),
        *("removeprefix", "removesuffix", "replace", "ljust", "rjust", "center", "zfill"),
    ]
)
"""Methods of texts whose result is a text."""
SPLITTING = frozenset(["split", "rsplit", "splitlines", "partition", "rpartition"])
"""Methods of texts whose result is several texts, each no longer."""
ASKING = frozenset(
    [
        *("index", "rindex", "find", "rfind", "count", "startswith", "endswith", "isdigit", "isdecimal", "isnumeric"),
        *("isalpha", "isalnum", "isupper", "islower", "istitle", "isspace"),
    ]
)
"""Methods of texts whose result is a number or a truth value."""


class Texts(Letters):
    """Writes the code of texts as data."""

    def follow(self, node: ast.AST, what: str) -> None:
        """Raise NotCompilable where the types don't note texts; the program may compile where they do."""
        if not self.program.follows_texts:
            self.program.needs_texts = True
            raise self.refuse(node, f"{what} can't be compiled here", "give it a name where all words are known")

    def by_text(self, value: Value, function: Callable[[str], Any], node: ast.AST, flag: str, role: str = "") -> Value:
        """Return what a function makes of a text; errors of the function raise a flag when the game runs."""
        if not value.type.kinds:
            return Value("0", UNKNOWN)
        if value.type.has(LETTERS, PROSE):
            raise self.refuse(node, f"this of {WORDS[PROSE]} can't be compiled", "write a loop over its letters")
        results: dict[str, Any] = {}
        for text in value.type.texts or sorted(self.program.text_set):
            try:
                results[text] = function(text)
            except (LookupError, ValueError, TypeError):
                continue
        code = self.fixed(self.only_text(value).code)
        table, result_type = self.table(results, list(results.values()), node, f"by text {role}")
        word = self.keep(f"S[{table} + ({code} & TEXT_MASK)]")
        return Value(self.if_set(word, flag), result_type, is_small=result_type.kinds <= {INT, BOOL})

    def only_text(self, value: Value) -> Value:
        """Return a value as a text; another kind raises a flag when the game runs."""
        if value.type.only(TEXT, LETTERS):
            return value
        if value.type.has(PROSE):
            raise NotCompilable(f"this of {WORDS[PROSE]} can't be compiled", "choose among words")
        code = self.keep(value.code)
        with self.indented(f"if {code} < TEXT or {code} >= TUPLE:"):
            self.write(f"{code} = fail(S, ErrorFlag.NO_PLAYER)")
        return Value(code, replace(value.type, kinds=value.type.kinds & {TEXT, LETTERS}, numbers=None))

    def table(
        self, values: dict[str, Any] | list[Any], results: Sequence[Any], node: ast.AST, role: str
    ) -> tuple[str, Type]:
        """Return the name of a table, and the type of its values."""
        result_type = UNKNOWN
        for result in results:
            result_type = join(result_type, self.program.type_of(result))
        # Its end, too: `a + b + c` begins where `a + b` does.
        ends = (getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0))
        key = (self.routine, getattr(node, "lineno", 0), getattr(node, "col_offset", 0), *ends, type(node), role)
        name = self.program.table_names.setdefault(key, f"T_{len(self.program.table_names)}")
        self.program.word_tables[name] = WordTable(values, result_type)
        return name, result_type

    def if_set(self, word: str, flag: str) -> str:
        """Return a word of a table; a missing one raises a flag."""
        with self.indented(f"if {word} == {UNSET}:"):
            self.write(f"{word} = fail(S, ErrorFlag.{flag})")
        return word

    # What texts are made of -------------------------------------------------------------------------------------------
    def letters(self, value: Value, node: ast.AST) -> Value:
        """Return the letters of a text as a list that nothing changes."""
        self.follow(node, "taking a text apart")
        if value.type.has(LETTERS):
            row = self.letters_list(value, node)
        else:
            row = self.by_text(
                value,
                lambda text: self.program.same_each_time(("letters", text), list(text)),
                node,
                "NO_PLAYER",
                "letters",
            )
        if isinstance(node, ast.BinOp):  # whose result is taken for a new list
            self.make()
            return row._replace(code=self.keep(f"copy_list(S, {row.code})"))
        return row

    def letter(self, value: Value, place: int, node: ast.AST) -> Value:
        """Return the letter of a text at a constant place."""
        self.follow(node, "a letter of a text")
        if value.type.has(LETTERS):
            return Value(self.keep(f"item_at(S, {self.letters_row(value)}, {place})"), self.letter_type())
        return self.by_text(value, lambda text: text[place], node, "INDEX")

    def part_of_text(
        self, value: Value, fixed: Sequence[tuple[bool, Any]], bounds: Sequence[Value], node: ast.AST
    ) -> Value:
        """Return a slice of a text.

        fixed: of begin, end and step, whether each is constant, and that; bounds: their values.
        """
        self.follow(node, "a slice of a text")
        value = self.only_text(value)
        if value.type.has(LETTERS):
            return self.part_by_letters(value, bounds, node)
        if all(is_static for is_static, _ in fixed):
            return self.by_text(value, lambda text: text[slice(*(constant for _, constant in fixed))], node, "INDEX")
        most = max(map(len, value.type.texts), default=0)
        varying = [
            self.clamped(bound._replace(code=self.whole(bound, node)), most)
            for bound, (is_static, _) in zip(bounds, fixed, strict=True)
            if not is_static
        ]

        def part(text: str, *places: int) -> str:
            given = iter(places)
            return text[slice(*(constant if is_static else next(given) for is_static, constant in fixed))]

        result = self.by_texts([value, *varying], part, node) if fixed[2][0] else None
        if result is None and self.program.makes_texts:
            return self.part_by_letters(value, bounds, node)
        if result is None:
            raise self.refuse(node, "a slice of this text can't be compiled", "write its places as numbers")
        return result

    def text_method(self, value: Value, name: str, arguments: Sequence[Any], node: ast.AST) -> Value:
        """Return the result of a method of a text with constant arguments."""
        if name in MAKING | SPLITTING:
            self.follow(node, f"`.{name}()` of a text")
        grows = name == "replace" and self.grows(node, len(value.type.texts or self.program.text_set))
        if value.type.has(LETTERS) or (grows and self.program.makes_texts):
            return self.method_of_letters(value, name, [self.constant(each) for each in arguments], node)
        if grows:
            raise self.refuse(node, "a text that becomes longer and longer can't be compiled", "choose among words")

        def apply(text: str) -> Any:
            return self.program.same_each_time((name, text, *arguments), getattr(text, name)(*arguments))

        result = self.by_text(value, apply, node, "NOT_IN_LIST")
        if result.type.place and result.type.place.root().changes_later:  # Python makes a new list each time
            self.make()
            return result._replace(code=self.keep(f"copy_with_room(S, {result.code}, {self.more(result.type)})"))
        return result

    def method_of_constant(self, text: str, name: str, value: Value, node: ast.AST) -> Value:
        """Return the result of a method of a constant text for another text."""
        if not value.type.has(LETTERS):
            return self.by_text(value, getattr(text, name), node, "NOT_IN_LIST")
        if name == "__contains__":
            return self.text_in(value, self.constant(text), node)
        return self.method_of_letters(self.constant(text), name, [value], node)

    def with_numbers(self, result: Value, first: Type, op: ast.operator, second: Type) -> Value:
        """Return the result of an operator with the numbers that it may be, where these are few."""
        numbers: frozenset[int] = frozenset()
        if not self.program.follows_texts or not result.type.only(INT):
            return result
        if isinstance(op, ast.Mod) and second.numbers and len(second.numbers) == 1:
            numbers = frozenset(range(max(0, min(*second.numbers, MAX_NUMBERS))))
        elif type(op) in EXACT and first.numbers and second.numbers:
            pairs = itertools.product(first.numbers, second.numbers)
            numbers = frozenset(itertools.starmap(EXACT[type(op)], pairs))
        is_known = 0 < len(numbers) <= MAX_NUMBERS
        return result._replace(type=replace(result.type, numbers=numbers)) if is_known else result

    # Composing --------------------------------------------------------------------------------------------------------
    def compose(self, parts: Sequence[str | Value], node: ast.AST) -> Value:
        """Return the text of constants and values; one that can only be said where there may be too many of them."""
        result = self.by_texts(parts, lambda *texts: "".join(map(str, texts)), node)
        return result or (self.composed(parts) if self.program.makes_texts else None) or COMPOSED

    def joined_slices(self, node: ast.BinOp) -> Value | None:
        """Return a text of slices of a text that stand together, as in `t[k:] + t[:k]`; None for other expressions.

        Tables of single slices would also join those by different places, and texts would grow without end.
        """
        leaves: dict[str, tuple[ast.expr, bool]] = {}
        try:
            form = form_of_slices(node, leaves)
        except ValueError:
            return None
        if not self.program.follows_texts or all(form.count(leaf) == 1 for leaf in leaves):
            return None
        values = self.several([leaf for leaf, _ in leaves.values()])
        kinds = [is_bound for _, is_bound in leaves.values()]
        if not all(value.type.only(INT if is_bound else TEXT) for value, is_bound in zip(values, kinds, strict=True)):
            return None
        constants = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
        most = sum(abs(each) for each in constants if isinstance(each, int))
        most += max(len(text) for value in values for text in value.type.texts or [""])
        parts = [
            self.clamped(value, most) if is_bound else value for value, is_bound in zip(values, kinds, strict=True)
        ]
        return self.by_texts(parts, eval(f"lambda {', '.join(leaves)}: {form}"), node)  # noqa: S307  made above

    def clamped(self, number: Value, most: int) -> Value:
        """Return a bound of slices of texts of up to a length; beyond, larger and smaller ones are the same."""
        numbers = frozenset(max(-most, min(most, each)) for each in number.type.numbers or range(-most, most + 1))
        code = self.keep(f"max({-most}, min({most}, {number.code}))")
        return Value(code, replace(WHOLE_TYPE, numbers=numbers))

    def text_in(self, value: Value, holder: Value, node: ast.AST) -> Value:
        """Return whether a text is part of another."""
        if not value.type.kinds or not holder.type.kinds:
            return Value("0", UNKNOWN)
        value, holder = self.only_text(value), self.only_text(holder)
        result = self.by_texts([value, holder], lambda part, text: str(part) in str(text), node, "part")
        if result is None and self.program.makes_texts:
            place = self.keep(f"find_part(S, {self.letters_row(holder)}, {self.letters_row(value)}, 0, 1)")
            return Value(self.keep(f"1 if {place} >= 0 else 0"), TRUTH, is_small=True)
        if result is None:
            self.follow(node, "a part of a text")
            raise self.refuse(node, "a part of this text can't be compiled", "write the part, or compare whole texts")
        return result

    def by_texts(
        self, parts: Sequence[str | Value], function: Callable[..., Any], node: ast.AST, role: str = "composed"
    ) -> Value | None:
        """Return what a function makes of constants and values; None where they may be too many."""
        self.program.needs_texts = True
        choices = [[part] if isinstance(part, str) else _choices(part.type) for part in parts]
        count = math.prod(map(len, choices))
        if not self.program.follows_texts or not 0 < count <= MAX_COMPOSED or self.grows(node, count, role):
            return None
        results = list(itertools.starmap(function, itertools.product(*choices)))
        places, step = [], count
        for number, (part, each) in enumerate(zip(parts, choices, strict=True)):
            step //= len(each)
            if not isinstance(part, str):
                places.append(f"{self.place_among(part, each, node, f'{role} {number}')} * {step}")
        table, result_type = self.table(list(results), results, node, role)
        return Value(self.keep(f"S[{table} + {' + '.join(places) or '0'}]"), result_type)

    def grows(self, node: ast.AST, count: int, role: str = "composed") -> bool:
        """Return whether an expression composes more texts in every pass, as `line += "x"` does."""
        ends = (getattr(node, name, 0) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"))
        counts = self.program.text_counts.setdefault((self.routine, *ends, type(node), role), set())
        counts.add(count)
        return len(counts) > MAX_GROWTHS

    def place_among(self, value: Value, choices: Sequence[str | int], node: ast.AST, role: str) -> str:
        """Return the code of the place of a text or a whole number among constants."""
        texts = [each for each in choices if isinstance(each, str)]
        numbers = [each for each in choices if isinstance(each, int)]
        value = self.steady(value)
        name = self.keep("0")
        if texts:
            with self.indented(f"if {value.code} >= TEXT and {value.code} < TUPLE:"):
                of_texts = Value(value.code, Type(frozenset((TEXT,)), texts=frozenset(texts)))
                self.write(f"{name} = {self.by_text(of_texts, choices.index, node, 'TOO_LARGE', role).code}")
            self.write("else:")
            self.depth += 1
        if numbers:
            least, most = min(numbers), max(numbers)
            places = [choices.index(each) if each in numbers else None for each in range(least, most + 1)]
            table, _ = self.table(places, [0], node, f"number {role}")
            with self.indented(f"if {value.code} < {least} or {value.code} > {most}:"):
                self.write("fail(S, ErrorFlag.TOO_LARGE)")
            with self.indented("else:"):
                word = self.keep(f"S[{table} + {value.code} - {least}]")
                self.write(f"{name} = {self.if_set(word, 'TOO_LARGE')}")
        elif texts:
            self.write("fail(S, ErrorFlag.TOO_LARGE)")
        if texts:
            self.depth -= 1
        return name

    def compose_parts(self, node: ast.JoinedStr) -> Value | None:
        """Return an f-string of texts and whole numbers; None for others."""
        varying = [each for each in node.values if isinstance(each, ast.FormattedValue)]
        if not self.program.follows_texts:
            self.program.needs_texts = True
            return None
        specifications = [self.static(each.format_spec or ast.Constant("")) for each in varying]
        if any(each.conversion != -1 for each in varying) or not all(is_static for is_static, _ in specifications):
            return None
        if not self.program.makes_texts and any(specification for _, specification in specifications):
            return None
        values = dict(zip(varying, self.several([each.value for each in varying]), strict=True))
        for each, (_, specification) in zip(varying, specifications, strict=True):
            value = self.formatted(values[each], specification) if specification else values[each]
            if value is None:
                return COMPOSED
            values[each] = value
        return self.compose([values[each] if each in values else str(each.value) for each in node.values], node)  # type: ignore[attr-defined]


def form_of_slices(node: ast.expr | None, leaves: dict[str, tuple[ast.expr, bool]], *, is_bound: bool = False) -> str:
    """Return a sum of texts and their slices as code of its leaves.  ValueError: it is another expression.

    leaves: receives the names and attributes, by their names in that code, each with whether it is part of a bound.  A
    bound has one of them and constants.
    """
    match node:
        case None:
            return ""
        case ast.Constant(value=str() | int()):
            return repr(node.value)
        case ast.UnaryOp(op=ast.USub(), operand=operand) if is_bound:
            return f"(-{form_of_slices(operand, leaves, is_bound=True)})"
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=ast.Constant(value=int(number))) if is_bound:
            return f"({form_of_slices(left, leaves, is_bound=True)} {'+' if isinstance(op, ast.Add) else '-'} {number})"
        case ast.BinOp(left=left, op=ast.Add(), right=right) if not is_bound:
            return f"({form_of_slices(left, leaves)} + {form_of_slices(right, leaves)})"
        case ast.Subscript(value=text, slice=ast.Slice(lower, upper, None)) if not is_bound:
            bounds = [form_of_slices(bound, leaves, is_bound=True) for bound in (lower, upper)]
            return f"{form_of_slices(text, leaves)}[{':'.join(bounds)}]"
        case ast.Name() | ast.Attribute(value=ast.Name()):
            names = {ast.unparse(leaf): name for name, (leaf, _) in leaves.items()}
            name = names.get(ast.unparse(node), f"leaf_{len(leaves)}")
            if leaves.setdefault(name, (node, is_bound))[1] == is_bound:
                return name
    raise ValueError(node)


def _choices(value_type: Type) -> list[str | int]:
    """Return what a text or a whole number may be; nothing where that is not known."""
    if not value_type.only(TEXT, INT) or (value_type.has(INT) and not value_type.numbers):
        return []
    numbers = sorted(value_type.numbers or ())
    if numbers and numbers[-1] - numbers[0] > MAX_SPAN:
        return []
    return [*sorted(value_type.texts), *numbers]
