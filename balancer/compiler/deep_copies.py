"""Flat code of `copy.deepcopy`: a function for each kind of what is copied.

What is met again is copied once (`runtime/copying.py`), so that parts which are shared stay shared, and circles close.
"""

from __future__ import annotations

from balancer.compiler.classes import is_enum
from balancer.compiler.emitter import class_number
from balancer.compiler.kinds import DICT, SET, ContainerPlace, Type
from balancer.compiler.layout import Layout

END = ["    S[chain + 3] = S[chain + 3] - 1", "    return copied"]


class DeepCopies:
    """Writes the functions that copy."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.program = layout, layout.program
        self.functions: dict[str, str] = {}
        self.numbers: dict[int, int] = {}

    def source(self) -> str:
        """Return the code of all calls of deepcopy."""
        for number, value_type in enumerate(self.program.deep_copies.values()):
            copier, name = self.copier(value_type), f"deep_copy_{number}"
            if copier:
                self.functions[name] = f"def {name}(S, x):\n    return {copier}(S, begin_copies(S), x)\n"
        return "\n".join(self.functions.values())

    def copier(self, value_type: Type) -> str:
        """Return the name of the function that copies values of a type; "" where they are their own copies."""
        if not value_type.is_reference:
            return ""
        if value_type.place:
            return self.row_copier(value_type.place.root(), value_type)
        assert value_type.record is not None  # noqa: S101
        return self.object_copier(value_type.record)

    def begun(self, name: str, test: str, new: str, failed: str = "x") -> list[str]:
        """Return the first lines of a function, up to the copy whose parts are those of the original.

        failed: what it returns after an error, when lines that follow may still change the items of a list.
        """
        return [
            *(f"def {name}(S, chain, x):", f"    if {test}:", "        return x"),
            *("    if S[ERROR]:", f"        return {failed}"),
            *("    copied = find_copy(S, chain, x)", "    if copied >= 0:", "        return copied"),
            *(f"    copied = {new}", "    note_copy(S, chain, x, copied)", "    if S[ERROR]:", "        return copied"),
        ]

    def row_copier(self, place: ContainerPlace, row_type: Type) -> str:
        """Return the name of the function that copies lists, dicts or sets."""
        name = f"deep_rows_{self.numbers.setdefault(id(place), len(self.numbers))}"
        if name in self.functions:
            return name
        self.functions[name] = ""
        more = self.program.room_name(place) if place.grows else "0"
        helper = "rebuilt_hashed" if row_type.is_hashed else "copy_with_room"
        lines = self.begun(
            name, "x < 0 or x >= FIRST_CARD", f"{helper}(S, x, {more})", "x" if row_type.is_hashed else "NOWHERE"
        )
        inner = "" if row_type.has(SET) else self.copier(place.elements.type)
        if inner:
            step, first = (2, 3) if row_type.has(DICT) else (1, 2)
            lines.append(f"    for i in range(0, S[x + 1], {step}):")
            lines.append(f"        S[copied + {first} + i] = {inner}(S, chain, S[x + {first} + i])")
        self.functions[name] = "\n".join([*lines, *END]) + "\n"
        return name

    def object_copier(self, record: type) -> str:
        """Return the name of the function that copies objects of a class, or of several."""
        owners = self.program.owners_of(record)
        name = "_or_".join(f"deep_{owner}" for owner in owners)
        if name in self.functions:
            return name
        self.functions[name] = ""
        if len(owners) > 1:
            lines = [f"def {name}(S, chain, x):", "    if x < OBJECT or x >= TEXT:", "        return x"]
            for kind in self.program.classes_of(record):
                if not is_enum(kind):
                    lines.append(f"    if {class_number('x')} == {self.program.class_numbers[kind]}:")
                    lines.append(f"        return {self.object_copier(kind)}(S, chain, x)")
            self.functions[name] = "\n".join([*lines, "    return x"]) + "\n"
            return name
        lines = self.begun(name, "x < OBJECT or x >= TEXT", "copy_object(S, x)")
        for attribute in self.layout.attributes[owners[0]]:
            inner = self.copier(self.program.attribute(owners[0], attribute).type)
            if inner:
                at = f"A_{owners[0]}_{attribute}"
                lines.append(f"    S[copied - OBJECT + {at}] = {inner}(S, chain, S[x - OBJECT + {at}])")
        self.functions[name] = "\n".join([*lines, *END]) + "\n"
        return name
