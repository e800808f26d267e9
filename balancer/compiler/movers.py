"""Flat code that gathers up memory: it copies all lists and objects still in use to the other half of the memory.

This is Cheney's copying collector (1970), but depth-first: types say where references are.  A copied list holds its
new place.
"""

from __future__ import annotations

from balancer.compiler.kinds import DICT, OBJECT, ContainerPlace, Type
from balancer.compiler.layout import Layout
from balancer.compiler.program import Program

GATHER = """def gather(S):
    old = S[ARENA]
    space = SPACE
    if old == SPACE:
        space = SPACE + SPACE_SIZE
    S[OLD] = old
    S[OLD_END] = old + SPACE_SIZE
    S[ARENA] = space
    S[TOP] = space
    S[LIMIT] = space + SPACE_SIZE"""


class Movers:
    """Writes the functions that move what the attributes of one program refer to."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.program, self.layout = program, layout
        self.movers: dict[str, str] = {}  # their code, by name
        self.numbers: dict[int, int] = {}  # of places, by identity

    def source(self) -> list[str]:
        """Return the functions that move lists and objects, and `gather`, which calls them."""
        lines = [GATHER]
        for name in self.layout.attributes["game"]:
            lines += self.moved(f"S[G_{name}]", self.program.attribute("game", name).type, "    ")
        player_lines = []
        for name in self.layout.attributes["player"]:
            value_type = self.program.attribute("player", name).type
            player_lines += self.moved(f"S[seat * PLAYER_SIZE + P_{name}]", value_type, "        ")
        if player_lines:
            lines += ["    for seat in range(S[SEATS]):", *player_lines]
        return [*self.movers.values(), "\n".join([*lines, "    return 0"]) + "\n"]

    def moved(self, place: str, value_type: Type, pad: str) -> list[str]:
        """Return lines that move the target of a reference."""
        mover = self.mover(value_type)
        return [f"{pad}{place} = {mover}(S, {place})"] if mover else []

    def mover(self, value_type: Type) -> str:
        """Return the name of the function that moves the targets of a type, "" if it has no references."""
        if value_type.has(OBJECT) and value_type.record:
            of_objects = self.object_mover(value_type.record)
            return self.either_mover(value_type, of_objects) if value_type.is_container else of_objects
        if not value_type.is_container or not value_type.place:
            return ""
        place = value_type.place.root()
        if not place.elements.type.is_reference and not place.keys.type.is_reference:
            return "move_hashed" if value_type.is_hashed else "move_list"
        return self.row_mover(place, value_type)

    def either_mover(self, value_type: Type, of_objects: str) -> str:
        """Return the name of the function that moves the targets of words that may be objects or lists."""
        of_rows = self.mover(value_type.without(OBJECT))
        name = f"{of_rows}_or_{of_objects}"
        self.movers[name] = f"def {name}(S, x):\n    return {of_rows}(S, {of_objects}(S, x))\n"
        return name

    def row_mover(self, place: ContainerPlace, row_type: Type) -> str:
        """Return the name of the function that moves lists of references."""
        name = f"move_rows_{self.numbers.setdefault(id(place), len(self.numbers))}"
        if name not in self.movers:
            self.movers[name] = ""
            step = 2 if row_type.has(DICT) else 1
            first = 3 if row_type.has(DICT) else 2
            inner = self.mover(place.elements.type)
            key = self.mover(place.keys.type) if row_type.has(DICT) else ""
            lines = [
                f"def {name}(S, p):",
                "    if is_moved(S, p):",
                "        return moved_to(S, p)",
                "    q = move_list(S, p)",
            ]
            lines += [f"    for i in range(0, S[q + 1], {step}):"]
            lines += [f"        S[q + {first} + i] = {inner}(S, S[q + {first} + i])"] if inner else ["        pass"]
            lines += [f"        S[q + 2 + i] = {key}(S, S[q + 2 + i])"] if key else []
            self.movers[name] = "\n".join([*lines, "    return q"]) + "\n"
        return name

    def object_mover(self, record: type) -> str:
        """Return the name of the function that moves objects of a class."""
        owners = self.program.owners_of(record)
        name = "_or_".join(f"move_{owner}" for owner in owners)
        if name not in self.movers:
            self.movers[name] = ""
            head = [f"def {name}(S, x):", "    if x < OBJECT or x >= TEXT:", "        return x"]
            lines = self.moved_object(owners[0]) if len(owners) == 1 else self.moved_by_class(record)
            self.movers[name] = "\n".join([*head, *lines]) + "\n"
        return name

    def moved_object(self, owner: str) -> list[str]:
        """Return lines that move an object whose attributes the program calls by a name."""
        lines = ["    p = x - OBJECT", "    if is_moved(S, p):", "        return OBJECT + moved_to(S, p)"]
        lines += ["    q = move_list(S, p)"]
        for attribute in self.layout.attributes[owner]:
            value_type = self.program.attribute(owner, attribute).type
            lines += self.moved(f"S[q + A_{owner}_{attribute}]", value_type, "    ")
        return [*lines, "    return OBJECT + q"]

    def moved_by_class(self, record: type) -> list[str]:
        """Return lines that move an object by the function of its class; moved ones still have its number."""
        lines = []
        for kind in self.program.classes_of(record):
            lines.append(f"    if S[x - OBJECT + 2] == {self.program.class_numbers[kind]}:")
            lines.append(f"        return {self.object_mover(kind)}(S, x)")
        return [*lines, "    return x"]
