"""Packing of tuples into one word: the bits of each item.

Items lie from high bits to low ones, each as a number that keeps the order of its kind, so that words of one shape
compare as the tuples do.  Cards, players and texts have as many bits as their number requires; whole numbers share the
rest of the 60 bits.  An item that some tuples of the shape lack has one more bit, which says whether it is present:
shorter tuples come first, as in Python.
"""

from __future__ import annotations

import ast
import enum
import functools
from collections.abc import Iterator
from types import FunctionType
from typing import NamedTuple

from balancer.compiler import block
from balancer.compiler.classes import is_enum
from balancer.compiler.errors import LongTuple, NotCompilable, WideClass, shortened
from balancer.compiler.kinds import (
    BOOL,
    CARD,
    FLOAT,
    FUNCTION,
    INT,
    LETTERS,
    NONE,
    OBJECT,
    PLAYER,
    TEXT,
    TUPLE,
    WORDS,
    TupleShape,
    Type,
)
from balancer.compiler.program import Program, is_tuple_like, items_of
from balancer.plain.declared import Card
from balancer.plain.player import Player

TUPLE_BITS = 60
WIDEST, NARROWEST = 32, 5  # bits of a whole number
TAG_BITS = 3  # of an item that may be of several kinds: which it is
FUNCTION_BITS = 10
LETTERS_BITS = 20  # of a text that may be composed while the game runs
TAGS = {NONE: 0, INT: 1, CARD: 2, PLAYER: 3, TEXT: 4, TUPLE: 5, OBJECT: 6}  # a function shares no item
BASES = {
    INT: 0,
    CARD: block.FIRST_CARD,
    PLAYER: block.PLAYER,
    TEXT: block.TEXT,
    OBJECT: block.OBJECT,
    TUPLE: block.TUPLE,
    FUNCTION: block.FUNCTION,
}
OBJECT_BITS, PLAYER_BITS = 24, 4
MEMBER_BITS = 16  # of a member of an Enum: its place in the block (layout.py)


class PackedItem(NamedTuple):
    """Bits of an item of a tuple.  kind: "" where it may have several; is_optional: it may be absent."""

    shift: int
    bits: int
    kind: str
    is_optional: bool
    type: Type


class Packing:
    """Layouts of all shapes of a program, by the facts found so far."""

    def __init__(self, program: Program) -> None:
        self.divide(program)

    def divide(self, program: Program) -> None:
        """Divide the bits among the items of each shape."""
        self.program, self.known = program, program.changes.count
        self.known_texts = {text: number for number, text in enumerate(program.texts)}
        self.text_bits = max(1, (len(program.text_set) - 1).bit_length())
        self.card_bits = max(1, (max(1, len(program.cards)) - 1).bit_length())
        self.whole_bits: dict[int, int] = {}  # of whole numbers, by shape
        shapes = {id(shape.root()): shape.root() for shape in program.shapes.values()}
        for shape in shapes.values():
            if shape.stored.kinds:
                continue
            fixed, wholes = self._demand(shape, 0)
            bits = min(WIDEST, (TUPLE_BITS - fixed) // wholes) if wholes else WIDEST
            self._limit(shape, bits)

    def _limit(self, shape: TupleShape, bits: int) -> None:
        shape = shape.root()
        self.whole_bits[id(shape)] = min(bits, self.whole_bits.get(id(shape), WIDEST))
        for cell in shape.fields:
            if cell.type.has(TUPLE) and cell.type.shape:
                self._limit(cell.type.shape, bits)

    def _demand(self, shape: TupleShape, depth: int) -> tuple[int, int]:
        """Return the bits that items take, and the number of whole numbers among them."""
        if depth > block.PACKED_ITEMS:
            named = shape.root().named
            what = f"{named.__name__ if named else 'a tuple'} that may hold others of its kind can't be compiled"
            raise NotCompilable(what, "give what it holds a name of its own", *self._place_of(shape.root()))
        fixed = wholes = 0
        shape = shape.root()
        for place, cell in enumerate(shape.fields):
            try:
                more_fixed, more_wholes = self._needs(cell.type, depth)
            except NotCompilable as refusal:
                raise refusal.at(*(shape.made_at or self._place_of(shape))) from None
            fixed, wholes = fixed + more_fixed + (place >= shape.least), wholes + more_wholes
        return fixed, wholes

    def _place_of(self, shape: TupleShape) -> tuple[ast.AST, str]:
        """Return where the class of tuples stands, or that of the game."""
        return self.program.sources.place_of(shape.named or self.program.definition)

    def _needs(self, value_type: Type, depth: int) -> tuple[int, int]:
        """Return the bits that an item takes, and the number of whole numbers in it."""
        kinds = kinds_in(value_type)
        needs = [self._needs_of(kind, value_type, depth) for kind in kinds]
        tag = TAG_BITS if len(kinds) > 1 else 0
        return tag + max([1, *(bits for bits, _ in needs)]), max([0, *(wholes for _, wholes in needs)])

    def _needs_of(self, kind: str, value_type: Type, depth: int) -> tuple[int, int]:
        if kind == INT:
            return (0, 1) if value_type.has(INT) else (2, 0)
        if kind == TUPLE and value_type.shape:
            return self._demand(value_type.shape, depth + 1)
        text_bits = LETTERS_BITS if value_type.has(LETTERS) else self.text_bits
        bits = {TEXT: text_bits, CARD: self.card_bits, PLAYER: PLAYER_BITS, NONE: 1}
        bits[FUNCTION] = FUNCTION_BITS
        bits[OBJECT] = MEMBER_BITS if is_enum(value_type.record) else OBJECT_BITS
        return bits[kind], 0

    def _bits(self, shape: TupleShape, value_type: Type) -> int:
        fixed, wholes = self._needs(value_type, 0)
        return fixed + wholes * self.whole_bits.get(id(shape.root()), WIDEST)

    def items(self, shape: TupleShape) -> list[PackedItem]:
        """Return the bits of the items of a shape.  NotCompilable: there is no room for all."""
        if self.known != self.program.changes.count:  # in a pass that another one follows
            self.divide(self.program)
        shape = shape.root()
        bits = [self._bits(shape, cell.type) + (place >= shape.least) for place, cell in enumerate(shape.fields)]
        whole = self.whole_bits.get(id(shape), WIDEST)
        if sum(bits) > TUPLE_BITS or whole < NARROWEST:
            what = "a tuple of so many items can't be compiled"
            if shape.named:
                raise WideClass((shape.named,), what, "write a dataclass")
            raise LongTuple(what, "write a shorter one, or a list")
        packed, shift = [], sum(bits)
        for place, (cell, width) in enumerate(zip(shape.fields, bits, strict=True)):
            shift -= width
            kinds = kinds_in(cell.type)
            kind = kinds[0] if len(kinds) == 1 else "" if kinds else INT
            is_optional = place >= shape.least
            packed.append(PackedItem(shift, width - is_optional, kind, is_optional, cell.type))
        return packed

    # Values that there are before the game ----------------------------------------------------------------------------
    def text(self, value: str) -> int:
        """Return the word of a text."""
        return block.TEXT + self.known_texts.get(value, 0)

    def pack(self, value: object, shape: TupleShape) -> int:
        """Return the word of a tuple.  NotCompilable: a number in it is too large."""
        word = 0
        for item, each in zip(self.items(shape), items_of(value), strict=False):
            code = self._code(each, item)
            if not 0 <= code < 1 << item.bits:
                raise LongTuple(f"{shortened(repr(value))} has a number that is too large for a tuple", "write a list")
            word |= (code | (item.is_optional << item.bits)) << item.shift
        return block.TUPLE | word

    def members_in(self, value: object, shape: TupleShape, base: int = 0) -> Iterator[tuple[enum.Enum, int]]:
        """Yield the members of an Enum in a tuple, with the shift of each.

        Their bits are their place in the block, which is only known when that is laid out: they are added to `pack`.
        """
        for item, each in zip(self.items(shape), items_of(value), strict=False):
            kind = kind_of(each)
            if kind == TUPLE and item.type.shape:
                yield from self.members_in(each, item.type.shape, base + item.shift)
            elif kind == OBJECT and isinstance(each, enum.Enum):
                yield each, base + item.shift

    def _code(self, value: object, item: PackedItem) -> int:
        kind = kind_of(value)
        bits = item.bits if item.kind else item.bits - TAG_BITS
        if kind == NONE:
            return 0
        if kind == TUPLE:
            assert item.type.shape is not None  # noqa: S101
            code = self.pack(value, item.type.shape) - block.TUPLE
        elif kind == TEXT:
            code = self.known_texts.get(str(value), 0)
        elif kind == INT:
            code = int(value) + (1 << (bits - 1))  # type: ignore[call-overload]
        elif kind == PLAYER and isinstance(value, Player):
            code = value.seat
        elif kind == FUNCTION:
            code = self.program.function_numbers[self.program.function_of(value)]  # type: ignore[arg-type]
        elif kind == OBJECT:
            code = 0  # see `members_in`
        else:
            code = int(value) - block.FIRST_CARD  # type: ignore[call-overload]
        return code if item.kind or not 0 <= code < 1 << bits else TAGS[kind] << bits | code


def kinds_in(value_type: Type) -> list[str]:
    """Return the kinds of an item, with True and False as numbers.  NotCompilable: no tuple can hold one of them."""
    kinds = sorted({INT if kind == BOOL else kind for kind in value_type.kinds - {LETTERS}})
    if kinds == [FUNCTION]:
        return kinds
    for kind in kinds:
        if kind not in TAGS:
            instead = "write tuple(...)" if value_type.is_container else "write whole numbers" if kind == FLOAT else ""
            raise NotCompilable(f"a tuple with {WORDS[kind]} in it can't be compiled", instead)
    return kinds


def kind_of(value: object) -> str:
    """Return the kind of a value in a tuple."""
    if value is None:
        return NONE
    if isinstance(value, Card):
        return CARD
    if isinstance(value, enum.Enum) and not isinstance(value, int | str):
        return OBJECT
    if is_tuple_like(value):
        return TUPLE
    if isinstance(value, FunctionType | type | functools.partial):
        return FUNCTION
    return TEXT if isinstance(value, str) else PLAYER if isinstance(value, Player) else INT
