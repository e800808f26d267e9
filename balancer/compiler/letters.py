"""Code of texts that are composed while the game runs, by their letters (`runtime/texts.py`).

Where types don't say which texts a value may be (`texts.py`), the kind LETTERS stands next to TEXT.  Words of such
texts are equal where the texts are; their order is that of their letters.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable, Sequence
from typing import Any

from balancer.compiler.emitter import COMPOSED, TRUTH, WHOLE_TYPE, Value
from balancer.compiler.kinds import BOOL, INT, LETTERS, LIST, NONE, PROSE, TEXT, UNKNOWN, WORDS, Type, scalar
from balancer.compiler.static_values import StaticValues

MADE = scalar(TEXT, LETTERS)
DIGITS = string.digits + string.ascii_lowercase
SPECIFICATION = re.compile(r"(?:(.)?([<>^]))?(0?)(\d*)([bdoxs]?)")  # of a text or whole number in an f-string
BASES = {"b": 2, "o": 8, "x": 16}
BEFORE = {"<": 0, ">": 1, "^": 2}  # as in `pad_letters`
PADDED = {"ljust": 0, "rjust": 1, "center": 3}
ENDS = {"lstrip": 1, "rstrip": 2, "strip": 3}
SIGMA = "Σ"  # whose small letter depends on what stands around it
BY_LETTER = frozenset(["isalnum", "isalpha", "isdecimal", "isdigit", "isnumeric", "isspace"])
ASKED = frozenset(["count", "endswith", "find", "index", "rfind", "rindex", "startswith"])
METHODS = frozenset(
    [
        *("join", "zfill", "replace", "split", "upper", "lower"),
        *(*PADDED, *ENDS, *ASKED, *BY_LETTER),
    ]
)


class Letters(StaticValues):
    """Writes the code of texts by their letters."""

    def as_list(self, node: ast.expr, *, any_order: bool = False) -> Value:
        """Return an iterable as a new list, or as an existing one that is only read."""
        raise NotImplementedError

    def only_text(self, value: Value) -> Value:
        """Return a value as a text; another kind raises a flag when the game runs."""
        raise NotImplementedError

    def by_text(self, value: Value, function: Callable[[str], Any], node: ast.AST, flag: str, role: str = "") -> Value:
        """Return what a function makes of a text; errors of the function raise a flag when the game runs."""
        raise NotImplementedError

    def table(
        self, values: dict[str, Any] | list[Any], results: Sequence[Any], node: ast.AST, role: str
    ) -> tuple[str, Type]:
        """Return the name of a table, and the type of its values."""
        raise NotImplementedError

    def more(self, row_type: Type) -> str:
        """Return the room for items that are added later: the name of a constant, or 0."""
        raise NotImplementedError

    def with_room(self, row: str, row_type: Type) -> str:
        """Return a new list with room to grow where it may."""
        raise NotImplementedError

    # Letters ----------------------------------------------------------------------------------------------------------
    def letters_row(self, value: Value) -> str:
        """Return the name of the letters of a text."""
        return self.keep(f"letters_of(S, TEXTS, {self.only_text(value).code})")

    def constant_letters(self, text: str) -> str:
        """Return the name of the letters of a constant text."""
        return self.letters_row(self.constant(text))

    def letters_list(self, value: Value, node: ast.AST) -> Value:
        """Return the letters of a text as a list that nothing changes."""
        place = self.place_here(node, "letters")
        place.elements.absorb(self.letter_type())
        place.mark(list, is_constant=True)
        return Value(self.letters_row(value), Type(frozenset((LIST,)), place))

    def letter_type(self) -> Type:
        """Return the type of a letter: it may be each of the program."""
        letters = frozenset(text for text in self.program.texts if len(text) == 1)
        return Type(frozenset((TEXT,)), texts=letters)

    def text_made(self, write: Callable[[], str]) -> Value:
        """Return the text of the letters that some code makes, whose memory is given back."""
        top = self.keep("S[TOP]")
        text = self.keep(f"text_of(S, TEXTS, {write()})")
        self.write(f"S[TOP] = {top}")
        return Value(text, MADE)

    def text_by(self, helper: str, *arguments: str) -> Value:
        """Return the text of the letters that a helper makes."""
        return self.text_made(lambda: self.keep(f"{helper}({', '.join(['S', *arguments])})"))

    # Composing --------------------------------------------------------------------------------------------------------
    def composed(self, parts: Sequence[str | Value]) -> Value | None:
        """Return the text of constants, texts and whole numbers; None where other values are among them."""
        if not all(isinstance(each, str) or self.has_letters(each) for each in parts):
            return None
        if any(isinstance(each, Value) and not each.type.kinds for each in parts):
            return Value("TEXT", UNKNOWN)

        def write() -> str:
            row = self.keep("open_list(S)")
            for part in parts:
                self.write(f"push_all(S, {row}, {self.letters_of_part(part)})")
            return row

        return self.text_made(write)

    def has_letters(self, value: Value) -> bool:
        """Return whether the letters of a value can be written: those of a text, or of a whole number."""
        is_number = value.type.only(INT) and not value.type.members
        return not value.type.kinds or is_number or value.type.only(BOOL) or value.type.only(TEXT, LETTERS)

    def letters_of_part(self, part: str | Value, base: str = "") -> str:
        """Return the name of the letters of a constant, a text, a truth value or a whole number, to a base."""
        if isinstance(part, str):
            return self.constant_letters(part)
        if part.type.only(BOOL):
            words = [self.constant(str(truth)).code for truth in (True, False)]
            part = Value(self.keep(f"{words[0]} if {part.code} else {words[1]}"), MADE)
        if not part.type.has(INT):
            return self.letters_row(part)
        if base in BASES:
            return self.keep(f"digits_to_base(S, {part.code}, {self.constant_letters(DIGITS)}, {BASES[base]})")
        return self.keep(f"digits_of(S, {part.code}, {self.constant_letters('0123456789-')})")

    def formatted(self, value: Value, specification: str) -> Value | None:
        """Return a text or whole number as an f-string has it; None where that isn't known."""
        match, is_number = SPECIFICATION.fullmatch(specification), value.type.only(INT)
        if match is None or not self.has_letters(value) or value.type.only(BOOL):
            return None
        filling, align, zero, width, base = match.groups()
        if base not in ("bdox" if is_number else "s") or (zero and (align or not is_number)):
            return None
        before = BEFORE[align] if align else int(is_number)
        filling, minus = filling or zero or " ", self.constant("-").code if zero else "-1"

        def write() -> str:
            row = self.letters_of_part(value, base)
            return self.keep(f"pad_letters(S, {row}, {width or 0}, {self.constant(filling).code}, {before}, {minus})")

        return self.text_made(write)

    def joined_texts(self, between: Value, source: ast.expr) -> Value:
        """Return the text of the items of an iterable with a text between them; others are only said."""
        row = self.as_list(source)
        if not row.type.elements.kinds and self.program.is_tentative:
            return Value("TEXT", UNKNOWN)
        if row.type.elements.kinds - {TEXT, LETTERS}:
            return COMPOSED
        return self.text_by("join_letters", "TEXTS", self.letters_row(between), self.fixed(row.code))

    # Methods ----------------------------------------------------------------------------------------------------------
    def call_of_letters(self, value: Value, name: str, node: ast.Call) -> Value | None:
        """Return the result of a method of a text by its letters; None where that isn't needed, or there is none."""
        self.program.needs_texts |= name in METHODS
        if not self.program.makes_texts or node.keywords or name not in METHODS:
            return None
        if name == "join":
            return self.joined_texts(value, node.args[0])
        if not value.type.has(LETTERS) and all(self.static(each)[0] for each in node.args):
            return None
        return self.method_of_letters(value, name, self.several(node.args), node)

    def method_of_letters(self, value: Value, name: str, arguments: Sequence[Value], node: ast.AST) -> Value:
        """Return the result of a method of a text.  NotCompilable."""
        what = f"this `.{name}()` of {WORDS[PROSE]} can't be compiled"
        texts = [each for each in arguments if each.type.only(TEXT, LETTERS) or not each.type.kinds]
        if name in {*PADDED, "zfill"} and len(arguments) - len(texts) == 1 and len(texts) < 2 - (name == "zfill"):
            return self.padded(value, name, arguments[0], texts, node)
        if name in BY_LETTER and not arguments:
            return self.all_letters(self.letters_row(value), lambda letter: getattr(letter, name)(), node)
        result = None
        if len(texts) == len(arguments):
            row, parts = self.letters_row(value), [self.letters_row(each) for each in texts]
            is_asked = name in ASKED and len(parts) == 1
            result = self.asked(name, row, parts[0]) if is_asked else self.changed(name, row, parts, node)
        if result is None:
            raise self.refuse(node, what, "write a loop over its letters")
        return result

    def padded(self, value: Value, name: str, width: Value, texts: Sequence[Value], node: ast.AST) -> Value:
        """Return a text with letters around it, up to a width."""
        row = self.letters_row(value)
        if name == "zfill":
            self.fail_if(f"S[{row} + 1] > 0 and S[{row} + 2] == {self.constant('+').code}", "KINDS")
        filling = self.code_of_letter(texts[0]) if texts else self.constant("0" if name == "zfill" else " ").code
        minus = self.constant("-").code if name == "zfill" else "-1"
        before = str(PADDED.get(name, 1))
        return self.text_by("pad_letters", row, self.whole(width, node), filling, before, minus)

    def asked(self, name: str, row: str, part: str) -> Value:
        """Return what a method says of a part of a text."""
        if name == "count":
            return Value(self.keep(f"count_part(S, {row}, {part})"), WHOLE_TYPE, is_small=True)
        last = f"S[{row} + 1] - S[{part} + 1]"
        if name.endswith("with"):
            begin = "0" if name == "startswith" else last
            return Value(self.keep(f"has_part_at(S, {row}, {part}, {begin})"), TRUTH, is_small=True)
        ends = f"{last}, -1" if name.startswith("r") else "0, 1"
        place = self.keep(f"find_part(S, {row}, {part}, {ends})")
        if name.endswith("index"):
            self.fail_if(f"{place} < 0", "NOT_IN_LIST")
        return Value(place, WHOLE_TYPE, is_small=True)

    def changed(self, name: str, row: str, parts: Sequence[str], node: ast.AST) -> Value | None:
        """Return what a method makes of a text; None where that isn't known."""
        match name, len(parts):
            case "replace", 2:
                return self.text_by("replace_part", row, *parts)
            case "strip" | "lstrip" | "rstrip", 0 | 1:
                stripped = parts[0] if parts else self.constant_letters(self.spaces())
                return self.text_by("strip_letters", row, stripped, str(ENDS[name]))
            case "split", 0 | 1:
                self.make()
                between = parts[0] if parts else self.constant_letters(self.spaces())
                list_type = self.container(LIST, node, MADE)
                list_type.sure_place.mark(list)
                code = self.keep(f"split_letters(S, TEXTS, {row}, {between}, {int(not parts)})")
                return Value(self.with_room(code, list_type), list_type)
            case "upper" | "lower", 0 if SIGMA not in self.program.text_set:
                return self.mapped(row, lambda letter: getattr(letter, name)(), node)
        return None

    def spaces(self) -> str:
        """Return the letters of the program that `strip` and `split` take for spaces."""
        return "".join(filter(str.isspace, sorted(self.letter_type().texts)))

    def code_of_letter(self, value: Value) -> str:
        """Return the code of a text of one letter; others raise a flag."""
        value = self.steady(self.only_text(value))
        self.fail_if(f"S[{self.letters_row(value)} + 1] != 1", "KINDS")
        return value.code

    def by_letter(self, function: Callable[[str], Any], node: ast.AST, role: str) -> str:
        """Return the name of a table of what a function makes of each letter."""
        letters = sorted(self.letter_type().texts)
        results = {letter: function(letter) for letter in letters}
        return self.table(results, list(results.values()), node, role)[0]

    def mapped(self, row: str, function: Callable[[str], str], node: ast.AST) -> Value:
        """Return the text of what a function makes of each letter of a text."""
        table, count = self.by_letter(function, node, "mapped"), self.new_name()

        def write() -> str:
            changed = self.keep(f"copy_list(S, {row})")
            with self.indented(f"for {count} in range({changed} + 2, {changed} + 2 + S[{changed} + 1]):"):
                self.write(f"S[{count}] = S[{table} + (S[{count}] & TEXT_MASK)]")
            return self.keep(f"join_letters(S, TEXTS, NOWHERE, {changed})")

        return self.text_made(write)

    def all_letters(self, row: str, function: Callable[[str], bool], node: ast.AST) -> Value:
        """Return whether a text has letters, and something is true of all of them."""
        table, count = self.by_letter(function, node, "all"), self.new_name()
        result = self.keep(f"1 if S[{row} + 1] > 0 else 0")
        with self.indented(f"for {count} in range({row} + 2, {row} + 2 + S[{row} + 1]):"):
            self.write(f"{result} = {result} & S[{table} + (S[{count}] & TEXT_MASK)]")
        return Value(result, TRUTH, is_small=True)

    def part_by_letters(self, value: Value, bounds: Sequence[Value], node: ast.AST) -> Value:
        """Return a slice of a text; bounds: its begin, end and step."""
        *ends, step = (each.code if each.type.only(NONE) else self.whole(each, node) for each in bounds)
        row = self.letters_row(value)
        if step in {"NONE", "1"}:
            return self.text_by("slice_list", row, *ends)
        return self.text_by("slice_by_step", row, *ends, step)

    def repeated(self, value: Value, times: Value, node: ast.AST) -> Value:
        """Return a text several times."""
        return self.text_by("repeat_list", self.letters_row(value), self.whole(times, node))

    # Numbers ----------------------------------------------------------------------------------------------------------
    def number_of_letters(self, value: Value, base: int, node: ast.AST) -> Value:
        """Return the whole number that a text is to a base, as `int` reads it."""

        def digit(letter: str) -> int:
            if letter in "+-":
                return -1 if letter == "+" else -2
            if letter.lower() in DIGITS[:base]:
                return int(letter, base)
            is_prefix = base in BASES.values() and letter in "bBoOxX"
            return -4 if letter.isascii() and letter != "_" and not (letter.isspace() or is_prefix) else -3

        values = self.by_letter(digit, node, "digits")
        code = f"number_of(S, {self.letters_row(value)}, {values}, TEXT_MASK, {base})"
        return Value(self.keep(code), WHOLE_TYPE)

    # Order ------------------------------------------------------------------------------------------------------------
    def compared_letters(self, first: Value, sign: str, second: Value) -> str:
        """Return the condition of the order of two texts."""
        rows = [self.letters_row(value) for value in (first, second)]
        return f"compare_lists(S, {rows[0]}, {rows[1]}) {sign} 0"
