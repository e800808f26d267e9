"""Linker of one LLVM object file, which refers to nothing outside, into a module of WebAssembly.

A real linker is a tool of 80 MB.  This task is small: LLVM has numbered the functions and laid out the data from
address 0 on, and both stay as they are if the object is linked by itself.  What is left is to define the memory and
the stack that the object imports, and to export functions.  Formats: the core specification of WebAssembly, and
"Linking.md" of its tool conventions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

MAGIC = b"\0asm\x01\0\0\0"
CUSTOM, TYPE, IMPORT, FUNCTION, MEMORY, GLOBAL, EXPORT, CODE, DATA, DATA_COUNT = 0, 1, 2, 3, 5, 6, 7, 10, 11, 12

# sections of a module, in order; the object's function table and custom sections are left out
IN_MODULE = (TYPE, FUNCTION, MEMORY, GLOBAL, EXPORT, DATA_COUNT, CODE, DATA)

OF_FUNCTION, OF_TABLE, OF_MEMORY, OF_GLOBAL = range(4)  # what an import or an export is

STACK_BYTES = 256 * 1024
PAGE_BYTES = 65_536
ALIGNMENT = 64

I32, MUTABLE, I32_CONST, END = 0x7F, 1, 0x41, 0x0B

LOW_BITS = 0x7F

# the object's symbol table: its subsection; kinds of symbols; flags
SYMBOLS, FUNCTION_SYMBOL, SECTION_SYMBOL, UNDEFINED, EXPLICIT_NAME = 8, 0, 3, 0x10, 0x40


class NotLinkedError(ValueError):
    """Raised for an object that is not complete in itself."""


class ByteReader:
    """A reader of the numbers and names in a binary."""

    def __init__(self, content: bytes, at: int = 0) -> None:
        """Start at the byte `at`."""
        self.content, self.at = content, at

    def take(self, size: int) -> bytes:
        """Return the next `size` bytes."""
        self.at += size
        return self.content[self.at - size : self.at]

    def number(self) -> int:
        """Return the next whole number, encoded in LEB128."""
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & LOW_BITS) << shift
            shift += 7
            if byte <= LOW_BITS:
                return value

    def name(self) -> str:
        """Return the next name, which follows its length."""
        return self.take(self.number()).decode()


class Import(NamedTuple):
    """Something that an object imports."""

    kind: int
    name: str


def leb(value: int) -> bytes:
    """Encode a whole number from 0 in LEB128."""
    low, rest = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + leb(rest) if rest else bytes([low])


def signed_leb(value: int) -> bytes:
    """Encode a whole number from 0 as signed LEB128 (constants): its highest bit must be 0, it is the sign."""
    low, rest = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + signed_leb(rest) if rest or low & 0x40 else bytes([low])


def listed(items: Sequence[bytes]) -> bytes:
    """Encode a vector: the number of items, then the items."""
    return leb(len(items)) + b"".join(items)


def named(name: str) -> bytes:
    """Encode a name: its length, then its bytes."""
    return leb(len(name.encode())) + name.encode()


def sections(binary: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the kind and content of each section of an object or a module."""
    reader = ByteReader(binary, len(MAGIC))
    while reader.at < len(binary):
        kind = reader.take(1)[0]
        yield kind, reader.take(reader.number())


def linked(binary: bytes, exported: Sequence[str]) -> bytes:
    """Return the module of an object, with its memory, the functions `exported` and `heap`, the first free address.

    NotLinkedError: the object imports functions, or lacks one that is to be exported.
    """
    contents = {kind: content for kind, content in sections(binary) if kind != CUSTOM}
    notes = dict(named_section(content) for kind, content in sections(binary) if kind == CUSTOM)
    imported = imports(contents.get(IMPORT, b"\0"))
    globals_ = [item for item in imported if item.kind == OF_GLOBAL]
    outside = [item.name for item in imported if item.kind == OF_FUNCTION]
    outside += [item.name for item in globals_ if item.name != "__stack_pointer"]
    if outside:
        raise NotLinkedError(f"the code takes {', '.join(outside)} from elsewhere")
    numbers = functions(notes["linking"])
    if missing := [name for name in exported if name not in numbers]:
        raise NotLinkedError(f"the code lacks {', '.join(missing)}")
    # Memory: data, then the stack, which grows downwards from `heap`, then free memory.
    heap = aligned(aligned(data_end(contents.get(DATA, b"\0"))) + STACK_BYTES)
    pages = -(-heap // PAGE_BYTES)
    constants = [heap] * len(globals_)
    contents[MEMORY] = listed([bytes([0]) + leb(pages)])
    contents[GLOBAL] = listed([*(constant(value, MUTABLE) for value in constants), constant(heap, 0)])
    contents[EXPORT] = listed(
        [
            named("memory") + bytes([OF_MEMORY, 0]),
            named("heap") + bytes([OF_GLOBAL]) + leb(len(constants)),
            *(named(name) + bytes([OF_FUNCTION]) + leb(numbers[name]) for name in exported),
        ]
    )
    return MAGIC + b"".join(bytes([k]) + leb(len(contents[k])) + contents[k] for k in IN_MODULE if k in contents)


def named_section(content: bytes) -> tuple[str, bytes]:
    """Return the name and content of a custom section."""
    reader = ByteReader(content)
    name = reader.name()
    return name, content[reader.at :]


def aligned(address: int) -> int:
    """Return the next address that is a multiple of ALIGNMENT."""
    return -(-address // ALIGNMENT) * ALIGNMENT


def constant(value: int, mutable: int) -> bytes:
    """Encode a global with its initial value."""
    return bytes([I32, mutable, I32_CONST]) + signed_leb(value) + bytes([END])


def imports(content: bytes) -> list[Import]:
    """Return what an object imports."""
    reader = ByteReader(content)
    items = []
    for _ in range(reader.number()):
        reader.name()
        name, kind = reader.name(), reader.take(1)[0]
        items.append(Import(kind, name))
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
    return items


def functions(content: bytes) -> dict[str, int]:
    """Return the numbers of the functions that an object defines, by name, from its custom section "linking"."""
    reader = ByteReader(content)
    reader.number()  # the version
    while reader.at < len(content):
        kind, size = reader.take(1)[0], reader.number()
        if kind == SYMBOLS:
            return dict(symbols(ByteReader(reader.take(size))))
        reader.take(size)
    return {}


def symbols(reader: ByteReader) -> Iterator[tuple[str, int]]:
    """Yield the name and number of each function in a symbol table."""
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
    """Return the first address after all data; every segment begins with `i32.const ADDRESS, end`."""
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
