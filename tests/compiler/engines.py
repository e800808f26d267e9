"""Flat code run by Python and as machine code, on the same memory: results and all words must be the same."""

import functools

import numpy as np

from balancer.compiler.block import ARENA, ERROR, LIMIT, OWN, PLAYER, PLAYERS, SCRATCH, SEATS, TOP
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import CheckedMemory, as_python, check_flat, parameters_of
from balancer.compiler.machine_code import MachineCode
from balancer.compiler.runtime import helpers, with_helpers

ROOM = 4_000


class Engines:
    """A flat program in both engines, and one memory that both begin with."""

    def __init__(self, program, names, constants=None):
        functions = with_helpers(program)
        check_flat(functions, constants)
        self.python = as_python(functions, constants)
        code = MachineCode.compile(program, constants, names)
        self.machine = {}
        for name in names:
            parameters = parameters_of(functions[name])
            memories = parameters[:1] == ["S"]
            self.machine[name] = (code.function(name, int(memories), len(parameters) - memories), memories)
        self.clear()

    def clear(self, room=ROOM, seats=3):
        """Return an empty block with room for temporary lists."""
        self.S = CheckedMemory([0] * (OWN + room + SCRATCH))
        self.S[TOP] = self.S[ARENA] = OWN
        self.S[LIMIT] = OWN + room
        self.S[SEATS] = seats
        self.S[PLAYERS : PLAYERS + 2 + seats] = [seats, seats, *range(PLAYER, PLAYER + seats)]
        return self

    def __getattr__(self, name):
        return functools.partial(self.call, name)

    def call(self, name, *words):
        """Call a function in both engines; its result."""
        machine, memories = self.machine[name]
        before = np.array(self.S, np.int64)
        expected = self.python[name](*([self.S] if memories else []), *words)
        result = machine(*([before.ctypes.data] if memories else []), *words)
        assert result == expected, (name, words)
        assert before.tolist() == self.S, (name, words)
        return result

    @property
    def flag(self):
        """The flag that is raised; lowered again."""
        raised, self.S[ERROR] = ErrorFlag(self.S[ERROR]), 0
        return raised

    def put(self, items, room=None):
        """Put a list into memory, as temporary lists are; return its place."""
        place = self.S[TOP]
        items = list(items)
        room = len(items) if room is None else room
        self.S[place : place + 2 + len(items)] = [room, len(items), *items]
        self.S[TOP] = place + 2 + room
        return place

    def items(self, place):
        """Return what a list holds."""
        return self.S[place + 2 : place + 2 + self.S[place + 1]]


@functools.cache
def engines(*names):
    """Return helpers by name in both engines."""
    body = "".join(f"    {name}({', '.join(_argument(p) for p in parameters_of(helpers()[name]))})\n" for name in names)
    return Engines(f"def use_helpers(S):\n{body}", names)


def _argument(parameter):
    return parameter if parameter == "S" else "0"
