"""A module of WebAssembly from one object file of LLVM's that refers to nothing outside.

A linker would be a tool of 80 MB for what takes a page here: LLVM numbers functions and lays out data of an object as
they stay where it is linked alone, from address 0 on.  What is left to do is to define the memory and the stack that
the object imports, and to name what others may call.  Formats: the core specification of WebAssembly, and "Linking.md"
of its tool conventions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

MAGIC = b"\0asm\x01\0\0\0"
CUSTOM, TYPE, IMPORT, FUNCTION, MEMORY, GLOBAL, EXPORT, CODE, DATA, DATA_COUNT = 0, 1, 2, 3, 5, 6, 7, 10, 11, 12

IN_MODULE = (TYPE, FUNCTION, MEMORY, GLOBAL, EXPORT, DATA_COUNT, CODE, DATA)
"""Sections of a module in their order; an object's table of functions and its own notes are left out."""

OF_FUNCTION, OF_TABLE, OF_MEMORY, OF_GLOBAL = range(4)  # what an import or an export is

STACK_BYTES = 256 * 1024
PAGE_BYTES = 65_536
ALIGNMENT = 64

I32, MUTABLE, I32_CONST, END = 0x7F, 1, 0x41, 0x0B

LOW_BITS = 0x7F

SYMBOLS, FUNCTION_SYMBOL, SECTION_SYMBOL, UNDEFINED, EXPLICIT_NAME = 8, 0, 3, 0x10, 0x40
"""Of an object's own notes on its symbols: the subsection, the kind that functions are, flags."""


class NotLinkedError(ValueError):
    """An object that is not complete in itself."""


class ByteReader:
    """Reads the numbers and names of a binary."""

    def __init__(self, content: bytes, at: int = 0) -> None:
        """Begin at a place."""
        self.content, self.at = content, at

    def take(self, size: int) -> bytes:
        """The next bytes."""
        self.at += size
        return self.content[self.at - size : self.at]

    def number(self) -> int:
        """The next whole number, in LEB128."""
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & LOW_BITS) << shift
            shift += 7
            if byte <= LOW_BITS:
                return value

    def name(self) -> str:
        """The next name."""
        return self.take(self.number()).decode()


class Import(NamedTuple):
    """Something that an object takes from outside."""

    kind: int
    name: str


def leb(value: int) -> bytes:
    """A whole number from 0, in LEB128."""
    low, rest = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + leb(rest) if rest else bytes([low])


def signed_leb(value: int) -> bytes:
    """A whole number from 0, as constants are written: its highest bit would be the sign."""
    low, rest = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + signed_leb(rest) if rest or low & 0x40 else bytes([low])


def listed(items: Sequence[bytes]) -> bytes:
    """A vector: how many items, and these."""
    return leb(len(items)) + b"".join(items)


def named(name: str) -> bytes:
    """A name: its length, and its bytes."""
    return leb(len(name.encode())) + name.encode()


def sections(binary: bytes) -> Iterator[tuple[int, bytes]]:
    """Kind and content of each section of an object or a module."""
    reader = ByteReader(binary, len(MAGIC))
    while reader.at < len(binary):
        kind = reader.take(1)[0]
        yield kind, reader.take(reader.number())


def linked(binary: bytes, exported: Sequence[str]) -> bytes:
    """The module of an object, with its memory, the functions `exported` and `heap`, the first address that is free.

    NotLinkedError: the object takes functions from elsewhere, or lacks one of those.
    """
    found = {kind: content for kind, content in sections(binary) if kind != CUSTOM}
    notes = dict(noted(content) for kind, content in sections(binary) if kind == CUSTOM)
    globals_ = [one for one in imports(found.get(IMPORT, b"\0")) if one.kind == OF_GLOBAL]
    outside = [one.name for one in imports(found.get(IMPORT, b"\0")) if one.kind == OF_FUNCTION]
    outside += [one.name for one in globals_ if one.name != "__stack_pointer"]
    if outside:
        raise NotLinkedError(f"the code takes {', '.join(outside)} from elsewhere")
    numbers = functions(notes["linking"])
    if missing := [name for name in exported if name not in numbers]:
        raise NotLinkedError(f"the code lacks {', '.join(missing)}")
    heap = aligned(aligned(data_end(found.get(DATA, b"\0"))) + STACK_BYTES)
    pages = -(-heap // PAGE_BYTES)
    constants = [heap] * len(globals_)
    found[MEMORY] = listed([bytes([0]) + leb(pages)])
    found[GLOBAL] = listed([*(constant(value, MUTABLE) for value in constants), constant(heap, 0)])
    found[EXPORT] = listed(
        [
            named("memory") + bytes([OF_MEMORY, 0]),
            named("heap") + bytes([OF_GLOBAL]) + leb(len(constants)),
            *(named(name) + bytes([OF_FUNCTION]) + leb(numbers[name]) for name in exported),
        ]
    )
    return MAGIC + b"".join(bytes([k]) + leb(len(found[k])) + found[k] for k in IN_MODULE if k in found)


def noted(content: bytes) -> tuple[str, bytes]:
    """Name and content of a custom section."""
    reader = ByteReader(content)
    name = reader.name()
    return name, content[reader.at :]


def aligned(address: int) -> int:
    """The next address at which anything may begin."""
    return -(-address // ALIGNMENT) * ALIGNMENT


def constant(value: int, mutable: int) -> bytes:
    """A global that begins with a value."""
    return bytes([I32, mutable, I32_CONST]) + signed_leb(value) + bytes([END])


def imports(content: bytes) -> list[Import]:
    """What an object takes from outside."""
    reader = ByteReader(content)
    found = []
    for _ in range(reader.number()):
        reader.name()
        name, kind = reader.name(), reader.take(1)[0]
        found.append(Import(kind, name))
        if kind == OF_TABLE:
            reader.take(1)
        if kind in {OF_TABLE, OF_MEMORY}:
            bounded = reader.number() & 1
            for _ in range(1 + bounded):
                reader.number()
        elif kind == OF_GLOBAL:
            reader.take(2)
        else:
            reader.number()
    return found


def functions(content: bytes) -> dict[str, int]:
    """The numbers of the functions that an object defines, by name, from its notes for linkers."""
    reader = ByteReader(content)
    reader.number()  # the version
    while reader.at < len(content):
        kind, size = reader.take(1)[0], reader.number()
        if kind == SYMBOLS:
            return dict(symbols(ByteReader(reader.take(size))))
        reader.take(size)
    return {}


def symbols(reader: ByteReader) -> Iterator[tuple[str, int]]:
    """Name and number of each function in a table of symbols."""
    for _ in range(reader.number()):
        kind, flags = reader.take(1)[0], reader.number()
        if kind == 1:  # data: name, and place unless undefined
            reader.name()
            for _ in range(0 if flags & UNDEFINED else 3):
                reader.number()
            continue
        number = reader.number()
        if kind != SECTION_SYMBOL and (not flags & UNDEFINED or flags & EXPLICIT_NAME):  # a section has no name
            name = reader.name()
            if kind == FUNCTION_SYMBOL:
                yield name, number


def data_end(content: bytes) -> int:
    """The first address behind all data; every segment begins with `i32.const ADDRESS, end`."""
    reader, end = ByteReader(content), 0
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.take(1)[0] != I32_CONST:
            raise NotLinkedError("its data has no fixed place")
        address = reader.number()
        reader.take(1)
        size = reader.number()
        reader.take(size)
        end = max(end, address + size)
    return end
