"""Idle turns: a turn that changes nothing does not count, so the positions before and after it are compared.

Where no dice fell, nobody decided and nothing was said, all that the game and its players hold is compared with a copy,
by value; `plain/turn.py` defines which positions are equal.
"""

from __future__ import annotations

from balancer.compiler.classes import is_enum
from balancer.compiler.errors import NotCompilable
from balancer.compiler.intrinsics import MATCHED
from balancer.compiler.kinds import DICT, FLOAT, OBJECT, SET, ContainerPlace, Type
from balancer.compiler.layout import Layout

GATHER = """        if S[TOP] - S[ARENA] > MAX_COPIED:  # so that there is less to copy
            gather(S)
"""

TURN = """        idle_address = S[ADDRESSES + 1]
        idle_word = S[WORDS + 1]
{gather}        note_position(S)
        begin_turn(S)
        begun = S[WORDS + 1]
        begun_setup = S[WORDS]
        happened = S[NUMBER] + S[FORCED] + S[SAID] + S[ENDING]
        {turn}
        still = S[WORDS + 1] == begun and S[WORDS] == begun_setup
        if still and S[NUMBER] + S[FORCED] + S[SAID] + S[ENDING] == happened:
            if is_same_position(S):
                S[TURNS] = S[TURNS] - 1
                S[ADDRESSES + 1] = idle_address
                S[WORDS + 1] = idle_word
"""

NOTE = f"""
def note_position(S):
    for i in range(PLAYERS, PLAYER_END, {MATCHED}):
        copy_words(S, COPY + i, i)
    begin = S[ARENA]
    for i in range(0, S[TOP] - begin, {MATCHED}):  # up to {MATCHED - 1} words too many, for which there is room
        copy_words(S, COPY + SPACE + i, begin + i)
    return 0


def copy_of(S, p):
    if p < S[ARENA]:
        return p
    return COPY + SPACE + p - S[ARENA]
"""


# A list or object that is reached again is equal only if the copy refers to the same one; so cycles end here.
MET = ["    if S[p] < 0:", "        return 1 if old == q else 0", "    if p >= COPY:", "        S[p] = -1"]


class IdleTurns:
    """Writes the functions that compare positions."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.program = layout, layout.program
        self.functions: dict[str, str] = {}
        self.numbers: dict[int, int] = {}

    def source(self) -> str:
        """Return the code of `note_position` and `is_same_position`."""
        program = self.program
        lines = ["def is_same_position(S):", "    if same_list(S, PLAYERS, PLAYERS) == 0:", "        return 0"]
        for name in self.layout.attributes["game"]:
            lines += self.compared(f"G_{name}", program.attribute("game", name).type, "    ")
        player = []
        for name in self.layout.attributes["player"]:
            player += self.compared(
                f"seat * PLAYER_SIZE + P_{name}", program.attribute("player", name).type, "        "
            )
        if player:
            lines += ["    for seat in range(S[SEATS]):", *player]
        same = "\n".join([*lines, "    return 1"]) + "\n"
        plain = [
            *("def same_list(S, p, q):", "    p = COPY + p if p == PLAYERS else copy_of(S, p)"),
            *("    if S[p + 1] != S[q + 1]:", "        return 0", "    for i in range(S[p + 1]):"),
            *("        if S[p + 2 + i] != S[q + 2 + i]:", "            return 0", "    return 1\n"),
        ]
        return "\n".join([NOTE, "\n".join(plain), *self.functions.values(), same])

    def compared(self, place: str, value_type: Type, pad: str) -> list[str]:
        """Return lines that compare an attribute with its copy."""
        return self.differ(f"S[COPY + {place}]", f"S[{place}]", value_type, pad)

    def differ(self, before: str, after: str, value_type: Type, pad: str) -> list[str]:
        """Return lines that return 0 where two words of a type mean different values."""
        name = self.comparer(value_type)
        if not name:
            test = f"{before} != {after}"
            if value_type.has(FLOAT):
                test += f" and not feq({before}, {after})"
            return [f"{pad}if {test}:", f"{pad}    return 0"]
        call = f"{name}(S, {before}, {after}) == 0"
        if value_type.is_either:  # two words of which one is no place of a list
            name = f"{before} >= FIRST_CARD or {after} >= FIRST_CARD"
            return [
                f"{pad}if {before} < 0 or {after} < 0 or {name}:",
                f"{pad}    if {before} != {after}:",
                f"{pad}        return 0",
                f"{pad}elif {call}:",
                f"{pad}    return 0",
            ]
        # None and what is not set yet are negative; references are not.
        lines = [f"{pad}if {before} < 0 or {after} < 0:", f"{pad}    if {before} != {after}:", f"{pad}        return 0"]
        return [*lines, f"{pad}elif {call}:", f"{pad}    return 0"]

    def comparer(self, value_type: Type) -> str:
        """Return the name of the function that compares the targets of references, "" if comparing words is enough."""
        if value_type.is_either and value_type.has(OBJECT) and not is_enum(value_type.record):
            what = f"{value_type} in one place, in a game with turns in which nothing may happen, can't be compiled"
            raise NotCompilable(what, "use two names")
        if value_type.has(OBJECT) and value_type.record and not value_type.is_container:
            return self.object_comparer(value_type.record)
        if not value_type.is_container or not value_type.place:
            return ""
        place = value_type.place.root()
        elements, keys = place.elements.type, place.keys.type
        if elements.is_reference or elements.has(FLOAT) or value_type.has(SET) or keys.is_reference:
            return self.row_comparer(place, value_type)
        return "same_list"

    def row_comparer(self, place: ContainerPlace, row_type: Type) -> str:
        """Return the name of the function that compares lists of references or fractions, or sets."""
        name = f"same_rows_{self.numbers.setdefault(id(place), len(self.numbers))}"
        if name in self.functions:
            return name
        self.functions[name] = ""
        lines = [f"def {name}(S, p, q):", "    old = p", "    p = copy_of(S, p)", *MET]
        lines += ["    if S[p + 1] != S[q + 1]:", "        return 0"]
        if row_type.is_hashed:
            self.functions[name] = "\n".join([*lines, "    return same_hashed(S, p, q)"]) + "\n"
            return name
        if row_type.has(SET):
            inner = self.comparer(place.elements.type)
            lookup = [
                *("    for i in range(S[p + 1]):", "        found = 0", "        for j in range(S[q + 1]):"),
                f"            if {inner}(S, S[p + 2 + i], S[q + 2 + j]):",
                *("                found = 1", "        if found == 0:", "            return 0", "    return 1"),
            ]
            self.functions[name] = "\n".join([*lines, *(lookup if inner else ["    return is_subset(S, p, q)"])]) + "\n"
            return name
        step, first = (2, 3) if row_type.has(DICT) else (1, 2)
        lines.append(f"    for i in range(0, S[p + 1], {step}):")
        if row_type.has(DICT):
            lines += self.differ("S[p + 2 + i]", "S[q + 2 + i]", place.keys.type, "        ")
        lines += [f"        before = S[p + {first} + i]", f"        after = S[q + {first} + i]"]
        lines += self.differ("before", "after", place.elements.type, "        ")
        self.functions[name] = "\n".join([*lines, "    return 1"]) + "\n"
        return name

    def object_comparer(self, record: type) -> str:
        """Return the name of the function that compares objects of a class."""
        owners = self.program.owners_of(record)
        name = "_or_".join(f"same_{owner}" for owner in owners)
        if name not in self.functions:
            self.functions[name] = ""
            lines = [f"def {name}(S, x, y):", "    if x < OBJECT or y < OBJECT or x >= TEXT or y >= TEXT:"]
            lines += ["        return 1 if x == y else 0"]
            lines += self.compared_objects(owners[0]) if len(owners) == 1 else self.compared_by_class(record)
            self.functions[name] = "\n".join([*lines, "    return 1"]) + "\n"
        return name

    def compared_objects(self, owner: str) -> list[str]:
        """Return lines that compare objects whose attributes the program calls by a name."""
        lines = ["    old = x - OBJECT", "    p = copy_of(S, old)", "    q = y - OBJECT", *MET]
        for attribute in self.layout.attributes[owner]:
            value_type = self.program.attribute(owner, attribute).type
            at = f"A_{owner}_{attribute}"
            lines += self.differ(f"S[p + {at}]", f"S[q + {at}]", value_type, "    ")
        return lines

    def compared_by_class(self, record: type) -> list[str]:
        """Return lines that compare objects by the function of their class; objects of two classes differ in it."""
        lines = []
        for kind in self.program.classes_of(record):
            lines.append(f"    if S[y - OBJECT + 2] == {self.program.class_numbers[kind]}:")
            lines.append(f"        return {self.object_comparer(kind)}(S, x, y)")
        return lines
