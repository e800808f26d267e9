"""Code that counts the cards among options, and among the options taken (`plain/taking.py`)."""

from __future__ import annotations

from collections.abc import Iterator

from balancer.compiler import block
from balancer.compiler.classes import is_row
from balancer.compiler.kinds import CARD, TUPLE, TupleShape, Type
from balancer.compiler.packing import TAG_BITS, TAGS, Packing
from balancer.compiler.program import Program

NOTE = """
def note_{name}(S, options, place):
    for i in range(S[options + 1]):
        x = S[options + 2 + i]
{offered}
    x = S[options + 2 + place]
{taken}
    return 0
"""


class OptionCards:
    """The cards in the options of each decision of a program."""

    def __init__(self, program: Program, packing: Packing) -> None:
        self.program, self.packing = program, packing

    def option(self, name: str) -> Type:
        """Return the type of the options of a decision."""
        return self.program.cell(("option", name)).type

    def counts(self, name: str) -> bool:
        """Return whether a decision offers cards that can be counted."""
        return bool(self.program.cards) and not self.option(name).is_container and _has_cards(self.option(name))

    @property
    def is_complete(self) -> bool:
        """Whether all cards are counted: no option is a list or set, or a tuple that holds one."""
        options = [self.option(name) for name in self.program.nodes]
        return not any(option.is_container or is_row(option.record) for option in options)

    def functions(self) -> list[str]:
        """Return the functions that count, for all decisions that offer cards."""
        sources = []
        for name, number in self.program.nodes.items():
            if self.counts(name):
                offered, taken = (
                    "\n".join(f"{pad}{line}" for line in self._lines(self.option(name), f"count_{what}(S, {number}, "))
                    for what, pad in (("offer", " " * 8), ("taken", " " * 4))
                )
                sources.append(NOTE.format(name=name, offered=offered, taken=taken))
        return sources

    def _lines(self, value_type: Type, count: str) -> Iterator[str]:
        """Yield lines that count the cards in `x`; count: the call up to the card."""
        if value_type.has(CARD):
            last = block.FIRST_CARD + len(self.program.cards)
            yield f"if x >= {block.FIRST_CARD} and x < {last}:"
            yield f"    {count}x - {block.FIRST_CARD})"
        if value_type.has(TUPLE) and value_type.shape and _has_cards(value_type):
            yield f"if x >= {block.TUPLE}:"
            yield from self._within(value_type.shape, 0, count, "    ")

    def _within(self, shape: TupleShape, base: int, count: str, pad: str) -> Iterator[str]:
        """Yield lines that count the cards in the tuple whose lowest bit in `x` is `base`."""
        for item in self.packing.items(shape):
            if not _has_cards(item.type):
                continue
            low, deeper = base + item.shift, pad
            if item.is_optional:
                yield f"{deeper}if x >> {low + item.bits} & 1:"
                deeper += "    "
            bits = item.bits if item.kind else item.bits - TAG_BITS
            for kind in (CARD, TUPLE):
                if not item.type.has(kind):
                    continue
                inner = deeper
                if not item.kind:
                    yield f"{deeper}if x >> {low + bits} & {(1 << TAG_BITS) - 1} == {TAGS[kind]}:"
                    inner += "    "
                if kind == CARD:
                    yield f"{inner}{count}x >> {low} & {(1 << bits) - 1})"
                elif item.type.shape and _has_cards(Type(frozenset((TUPLE,)), shape=item.type.shape)):
                    yield from self._within(item.type.shape, low, count, inner)
                else:
                    yield f"{inner}pass"


def _has_cards(value_type: Type) -> bool:
    if value_type.has(CARD):
        return True
    return value_type.shape is not None and any(_has_cards(cell.type) for cell in value_type.shape.root().fields)
