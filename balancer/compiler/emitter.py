"""The flat code of one function while it is written: lines, names of values, memory that is given back."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from balancer.compiler import block
from balancer.compiler.errors import NotCompilable
from balancer.compiler.intrinsics import as_bits
from balancer.compiler.kinds import (
    BOOL,
    CONTAINERS,
    DICT,
    FLOAT,
    INT,
    NONE,
    NUMBERS,
    PROSE,
    UNKNOWN,
    WHOLE,
    ContainerPlace,
    Type,
    TypeCell,
    scalar,
)
from balancer.compiler.packing import Packing
from balancer.compiler.program import Program
from balancer.compiler.routines import Routine
from balancer.compiler.sources import names_of_inner_functions, names_said_in, names_stored_in, names_tested_in

FLOAT_NONE = 0x7FF8_0000_0000_0001  # the word of None where fractions may be, too: a NaN that no arithmetic makes

UNSET = block.NONE + 1  # an attribute before it is set

# code that can be repeated: it has the same value until a name in it is set again
STEADY = re.compile(r"-?\d+|[A-Z]\w*|t\d+|v_\w+")


class Value(NamedTuple):
    """Code of a word, with the type of the value; is_small: a whole number far below the limits of a word."""

    code: str
    type: Type
    is_small: bool = False


Several = list[Value]  # the items of a tuple that is never packed, such as those of `enumerate` and `zip`

WHOLE_TYPE, TRUTH, FRACTION, NOTHING = scalar(INT), scalar(BOOL), scalar(FLOAT), scalar(NONE)
COMPOSED = Value("TEXT", scalar(PROSE))  # no word tells composed texts apart
NO_VALUE = Value("NONE", NOTHING)


def object_slot(code: str, owner: str, name: str) -> str:
    """Return the place of an attribute of an object, whose low bits say where it lies."""
    return f"({code} & 4294967295) + A_{owner}_{name}"


def class_number(code: str) -> str:
    """Return the code of the number of an object's class."""
    return f"S[({code} & 4294967295) + 2]"


def player_slot(code: str, name: str) -> str:
    """Return the place of an attribute of a player, whose low bits are the seat."""
    return f"({code} & 15) * PLAYER_SIZE + P_{name}"


class LoopEnd(NamedTuple):
    """End of the turns of a loop.

    flag: a name that `break` sets, "" if there is none; skip: the word that ends a turn, `continue`, or `break` where
    the turn is a loop of its own.
    """

    flag: str
    skip: str = "continue"


class FinalBlock(NamedTuple):
    """Statements of a `finally`; loops: how many loops are around it."""

    statements: Sequence[ast.stmt]
    loops: int


class Emitter:
    """Writes one function; subclasses add the parts of the language."""

    def __init__(self, program: Program, packing: Packing, routine: Routine) -> None:
        self.program, self.packing, self.routine = program, packing, routine
        self.lines: list[str] = []
        self.depth = 1
        self.count = 0
        self.makes = False  # the statement has allocated memory so far
        self.keeps = False  # a reference to it outlives the statement
        self.frees = False  # the function frees memory when it returns
        self.renames: dict[str, str] = {}
        self.loops: list[LoopEnd] = []  # of the loops around
        self.finals: list[FinalBlock] = []  # of the `try` statements around
        self.names = names_stored_in(routine.node)
        self.tested_names = names_tested_in(routine.node)
        self.said_names = names_said_in(routine.node)
        self.inner_names = names_of_inner_functions(routine.node)
        self.function_keeps = False
        self.suffix = ""  # of the names of a generator that is written in place (`Generators`)
        self.sorted_by_key: list[ast.AST] = []  # iterables whose order matters only where keys are equal
        self.unordered: list[ast.AST] = []  # iterables whose order does not matter
        self.has_own_order = False  # whether one of them is a set whose order is not the same in every process

    # To be defined below ----------------------------------------------------------------------------------------------
    def value(self, node: ast.expr) -> Value:
        """Return the code of an expression, after writing the statements that it needs."""
        raise NotImplementedError

    def condition(self, node: ast.expr) -> str:
        """Return the code of a condition."""
        raise NotImplementedError

    def kinds_with(self, value_type: Type, name: str) -> list[type]:
        """Return the classes of a value that define a special method in the file."""
        raise NotImplementedError

    def special(self, value: Value, name: str, arguments: Sequence[Value], node: ast.AST) -> Value | None:
        """Return the result of a special method of the class of a value; None if the file defines none."""
        raise NotImplementedError

    # Lines ------------------------------------------------------------------------------------------------------------
    def write(self, line: str) -> None:
        """Write a line at the present indentation."""
        self.lines.append("    " * self.depth + line)

    @contextlib.contextmanager
    def indented(self, head: str) -> Iterator[None]:
        """Write a head, and the lines of a block under it."""
        self.write(head)
        begin = len(self.lines)
        self.depth += 1
        yield
        if len(self.lines) == begin:
            self.write("pass")
        self.depth -= 1

    @contextlib.contextmanager
    def left_out(self) -> Iterator[None]:
        """Leave out the lines that a block writes."""
        before = {name: getattr(self, name) for name in ("lines", "makes", "keeps", "frees", "function_keeps")}
        self.lines = []
        try:
            yield
        finally:
            vars(self).update(before)

    def new_name(self) -> str:
        """Return a name that no other word has."""
        self.count += 1
        return f"t{self.count}"

    def keep(self, code: str) -> str:
        """Write the assignment of code to a new name; return the name."""
        name = self.new_name()
        self.write(f"{name} = {code}")
        return name

    def steady(self, value: Value) -> Value:
        """Return the same value as a name or a number, so that its code can be repeated."""
        return value if STEADY.fullmatch(value.code) else value._replace(code=self.keep(value.code))

    def fixed(self, code: str) -> str:
        """Return code as a name or a number, so that it can be repeated."""
        return code if STEADY.fullmatch(code) else self.keep(code)

    def fail_if(self, test: str, flag: str) -> None:
        """Write the raising of a flag if a test is true."""
        with self.indented(f"if {test}:"):
            self.write(f"fail(S, ErrorFlag.{flag})")

    def refuse(self, node: ast.AST, what: str, advice: str = "") -> NotCompilable:
        """Return the error for code that can't be compiled, with its place."""
        return NotCompilable(what, advice, node, self.routine.file)

    def several(self, nodes: Sequence[ast.expr], evaluate: Callable[[ast.expr], Value] | None = None) -> list[Value]:
        """Return the values of expressions, evaluated from left to right.

        A value whose code a later expression could change is named before that expression is written.
        """
        values: list[Value] = []
        walrus = any(isinstance(each, ast.NamedExpr) for node in nodes for each in ast.walk(node))
        for node in nodes:
            begin = len(self.lines)
            value = (evaluate or self.value)(node)
            if len(self.lines) > begin:
                named = []
                for place, before in enumerate(values):
                    if not STEADY.fullmatch(before.code) or (walrus and before.code.startswith("v_")):
                        name = self.new_name()
                        named.append("    " * self.depth + f"{name} = {before.code}")
                        values[place] = before._replace(code=name)
                self.lines[begin:begin] = named
            values.append(value)
        return values

    # Names ------------------------------------------------------------------------------------------------------------
    def local(self, name: str) -> TypeCell:
        """Return the cell of a name of the function, or of the one around it."""
        if name in self.renames:
            return self.program.cell(("local", self.routine, self.renames[name]))
        routine: Routine | None = self.routine
        while routine and routine.outer and name in routine.captured:
            routine = routine.outer
        return self.program.cell(("local", routine, name))

    def cell_here(self, node: ast.expr, *role: object) -> TypeCell:
        """Return the cell of a value that an expression makes on its way."""
        return self.program.cell((self.routine, node.lineno, node.col_offset, *role))

    def flat_name(self, name: str) -> str:
        """Return the name in flat code of a name of the function."""
        return self.renames.get(name, f"v_{name}")

    def is_local(self, name: str) -> bool:
        """Return whether a name belongs to the function, not to its module."""
        routine = self.routine
        return (
            name in self.names or name in routine.parameters or name in routine.own_parameters or name in self.renames
        )

    def named(self, value: Value, node: ast.AST, role: str) -> ast.Name:
        """Return a new name of a value, as an expression."""
        name = f"v_{role}_{getattr(node, 'lineno', 0)}_{getattr(node, 'col_offset', 0)}"
        cell = self.program.cell(("local", self.routine, name))
        self.write(f"{name} = {self.fit(value, cell.absorb(value.type))}")
        self.renames[name] = name
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    # Memory -----------------------------------------------------------------------------------------------------------
    def make(self) -> None:
        """Note that the code allocates memory."""
        self.makes = self.frees = True

    def filled_row(self, codes: Sequence[str], room: str = "") -> str:
        """Write the making of a list of some words; return its name.  room: that of the list, its length by default."""
        row = self.keep(f"new_list(S, {room or len(codes)})")
        if codes:
            with self.indented("if S[ERROR] == 0:"):
                for place, code in enumerate(codes):
                    self.write(f"S[{row} + {place + 2}] = {code}")
                self.write(f"S[{row} + 1] = {len(codes)}")
        return row

    def read_item(self, row: Value, place: str) -> Value:
        """Write the reading of the item of a list at a place that it has; return it."""
        return Value(self.keep(f"S[{row.code} + 2 + {place}]"), row.type.elements)

    def note_kept(self, value_type: Type, *, in_name: bool = False) -> None:
        """Note that a value is stored, so that memory can't be freed if it is a reference.

        in_name: the value is stored in a name of the function, which does not outlive it.
        """
        if value_type.is_reference:
            self.keeps = True
            if not in_name:
                self.function_keeps = True

    @contextlib.contextmanager
    def giving_back(self) -> Iterator[None]:
        """Free the memory that a block allocates, unless something refers to it."""
        begin, before = len(self.lines), (self.makes, self.keeps)
        self.makes = self.keeps = False
        yield
        if self.makes and not self.keeps:
            name = self.new_name()
            self.lines.insert(begin, "    " * self.depth + f"{name} = S[TOP]")
            self.write(f"S[TOP] = {name}")
        self.makes, self.keeps = before[0] or (self.makes and self.keeps), before[1] or self.keeps

    def place_here(self, node: ast.AST, role: str = "") -> ContainerPlace:
        """Return the place of the containers that an expression makes."""
        return self.program.place((self.routine, getattr(node, "lineno", 0), getattr(node, "col_offset", 0), role))

    def container(self, kind: str, node: ast.AST, elements: Type = UNKNOWN, keys: Type = UNKNOWN) -> Type:
        """Return the type of a list, set or dict that an expression makes."""
        place = self.place_here(node, kind)
        place.elements.absorb(elements)
        place.keys.absorb(keys)
        return Type(frozenset((kind,)), place)

    def copied(self, kind: str, node: ast.AST, *sources: Type, keys: Type = UNKNOWN) -> Type:
        """Return the type of a container into which the words of others are copied."""
        container_type = self.container(kind, node)
        assert container_type.place is not None  # noqa: S101
        for source in sources:
            if source.place:
                self.program.copied(source.place.elements, container_type.place.elements)
                if kind == "dict":
                    self.program.copied(source.place.keys, container_type.place.keys)
        container_type.place.keys.absorb(keys)
        return container_type

    # Words ------------------------------------------------------------------------------------------------------------
    def fit(self, value: Value, target: Type) -> str:
        """Return the code of a value for a variable of another type."""
        value_type = value.type
        if target.has(FLOAT) and not value_type.only(FLOAT) and value_type.kinds:
            if value_type.only(NONE):
                return str(FLOAT_NONE)
            if value_type.only(*WHOLE):
                return self.keep(f"exact_float(S, {value.code})")
            if not value_type.has(FLOAT):
                code = self.fixed(value.code)
                name = self.keep(str(FLOAT_NONE))
                with self.indented(f"if {code} != NONE:"):
                    self.write(f"{name} = exact_float(S, {code})")
                return name
            return value.code
        if target.kinds - NUMBERS - {NONE}:
            return self.mixed(value)
        return value.code

    def fits_unchanged(self, value_type: Type, target: Type) -> bool:
        """Return whether `fit` leaves all values of a type as they are."""
        if target.has(FLOAT):
            return value_type.kinds in ({FLOAT}, target.kinds)
        is_mixed = bool(target.kinds - NUMBERS - {NONE})
        return not (is_mixed and value_type.has(INT)) or bool(value_type.kinds - {INT, BOOL, NONE})

    def mixed(self, value: Value) -> str:
        """Return the code of a value for a variable of several kinds, in which whole numbers must be small."""
        if not value.type.has(INT) or value.is_small or value.type.kinds - {INT, BOOL, NONE}:
            return value.code
        if not value.type.has(NONE):
            return self.keep(f"check_mixed(S, {value.code})")
        name = self.keep(value.code)
        with self.indented(f"if {name} != NONE:"):
            self.write(f"{name} = check_mixed(S, {name})")
        return name

    def distinct(self, value: Value, others: Type) -> Value:
        """Return a value whose word is equal to one of other values only if they are equal; large numbers raise flags.

        Where the others are numbers, which may be large, a value of another kind becomes a word that is none.
        """
        if others.kinds - NUMBERS - {NONE}:
            return value._replace(code=self.mixed(value))
        if not value.type.kinds - NUMBERS - {NONE} or not others.has(INT) or value.type.is_container:
            return value
        return value._replace(code=self.keep(f"number_or_none_such(S, {value.code})"))

    def check_copied(self, row: Value, elements: Type) -> None:
        """Write the raising of a flag for large numbers in a row whose items, or keys, are copied among other kinds."""
        is_dict, source = row.type.has(DICT), row.type.iterated
        if elements.kinds - NUMBERS - {NONE} and source.has(INT) and not source.kinds - NUMBERS - {NONE}:
            self.write(f"check_row(S, {self.keep(f'list_keys(S, {row.code})') if is_dict else row.code})")

    def none_of(self, value_type: Type) -> str:
        """Return the word of None among values of a type."""
        return str(FLOAT_NONE) if value_type.has(FLOAT) else "NONE"

    def number(self, value: Value, node: ast.AST) -> Value:
        """Return a value as a number; other kinds raise a flag when the game runs.  NotCompilable: it never is one."""
        value_type = value.type
        if not value_type.kinds:
            return Value(value.code, WHOLE_TYPE)
        if value_type.only(NONE):  # as in a branch that is never reached
            self.write("fail(S, ErrorFlag.NONE_IN_SUM)")
            return Value("0", WHOLE_TYPE, is_small=True)
        if not value_type.has(*NUMBERS):
            raise self.refuse(node, f"arithmetic with {value_type} can't be compiled")
        kind = FRACTION if value_type.has(FLOAT) else WHOLE_TYPE
        if value_type.kinds <= NUMBERS:
            return Value(value.code, kind, value.is_small)
        name = self.keep(value.code)
        test = f"{name} == {self.none_of(value_type)}"
        if value_type.kinds - NUMBERS - {NONE}:
            test = f"{name} == NONE or {name} >= PLAYER"
        with self.indented(f"if {test}:"):
            self.write(f"{name} = fail(S, ErrorFlag.NONE_IN_SUM)")
        return Value(name, kind, value.is_small)

    def whole(self, value: Value, node: ast.AST) -> str:
        """Return the code of a whole number.  NotCompilable: it may have a fraction."""
        number = self.number(value, node)
        if number.type.has(FLOAT):
            raise self.refuse(node, "a number with a fraction is used where Python needs a whole one", "write int(...)")
        return number.code

    def fraction(self, value: Value, node: ast.AST) -> str:
        """Return the code of a number as a fraction."""
        number = self.number(value, node)
        if number.type.has(FLOAT):
            return number.code
        if re.fullmatch(r"-?\d+", number.code):
            return str(as_bits(float(int(number.code))))
        return f"exact_float(S, {number.code})"

    def truth(self, value: Value) -> str:
        """Return the condition that a value is true."""
        value_type, code = value.type, value.code
        if value_type.has(PROSE):
            raise NotCompilable(f"asking whether {value_type} is empty can't be compiled", "ask what it is made of")
        if value_type.is_either:
            code = self.fixed(code)
            other = self.truth(Value(code, replace(value_type, kinds=value_type.kinds - CONTAINERS)))
            is_row = f"{code} >= 0 and {code} < FIRST_CARD"
            return f"(({is_row} and S[{code} + 1] != 0) or ({code} >= FIRST_CARD and {other}))"
        if value_type.is_container:
            if value_type.has(NONE):
                code = self.fixed(code)
                return f"({code} != NONE and S[{code} + 1] != 0)"
            return f"S[{code} + 1] != 0"
        if value_type.only(INT, BOOL, "card"):
            return f"{code} != 0"
        if value_type.has(FLOAT):
            code = self.fixed(code)
            none = f"{code} != {FLOAT_NONE} and " if value_type.has(NONE) else ""
            return f"({none}{code} != 0 and {code} != {as_bits(-0.0)})"
        if value_type.only("player", "tuple", "object", "function"):
            if value_type.shape and value_type.shape.root().least == 0:
                return f"{code} != TUPLE"
            return "1" if STEADY.fullmatch(code) else f"{code} != NONE"
        code = self.fixed(code)
        tests = [f"{code} != {word}" for word in ("0", "NONE", str(self.packing.text("")))]
        if value_type.has("tuple"):
            tests.append(f"{code} != TUPLE")
        return f"({' and '.join(tests)})"

    def container_code(self, value: Value, node: ast.AST) -> Value:
        """Return a value as a list, set or dict; None raises a flag when the game runs."""
        if not value.type.kinds:
            return Value("0", value.type)
        if not value.type.is_container:
            raise self.refuse(node, f"{value.type} is no list")
        if value.type.kinds <= CONTAINERS:
            return value
        name = self.keep(value.code)
        with self.indented(
            f"if {name} < 0 or {name} >= FIRST_CARD:" if value.type.is_either else f"if {name} == NONE:"
        ):
            self.write(f"{name} = fail(S, ErrorFlag.NONE_IN_SUM)")
        return Value(name, Type(value.type.kinds & CONTAINERS, value.type.place))
