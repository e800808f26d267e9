"""Random flat programs: Python and machine code give the same results and leave the same memory behind."""

import random

import numpy as np
import pytest

from balancer.compiler.block import OWN
from balancer.compiler.flat import CheckedMemory, as_python, check_flat
from balancer.compiler.machine_code import MachineCode
from balancer.compiler.runtime import with_helpers

FUNCTIONS = 8  # of a program: to compile them together takes less time
CALLS = ((0, 0), (3, -5), (-(2**63), 2**63 - 1), (7, 2))
NUMBERS = (*range(-9, 10), 2**62, -(2**62), 2**31)
LEAVING = (["pass"], ["if a > b:", "    break"], ["if c < d:", "    continue"], ["return b"])


class Writer(random.Random):
    """Writes a random function."""

    def name(self):
        return self.choice("abcd")

    def place(self):
        return f"S[{OWN + self.randrange(10)}]"

    def small(self, depth):
        """Return something of which sums and products fit into a word."""
        return f"({self.value(depth)} % {self.choice([255, -255])})"

    def value(self, depth):
        """Return an expression."""
        if depth == 0 or self.random() < 0.15:
            return self.choice([self.name(), self.place(), str(self.choice(NUMBERS))])
        x, y, z = (self.value(depth - 1) for _ in range(3))
        return self.choice(
            [
                lambda: f"({x} {self.choice('&|^')} {y})",
                lambda: f"({self.small(depth - 1)} {self.choice('+-*')} {self.small(depth - 1)})",
                lambda: f"({self.small(depth - 1)} << {self.randrange(40)})",
                lambda: f"({x} >> {self.randrange(64)})",
                lambda: f"({x} {self.choice(['//', '%'])} {self.choice([2, 3, -7, 64])})",
                lambda: f"({x} {self.choice(['//', '%'])} ({y} & 7 | 8))",
                lambda: f"(~{x})",
                lambda: f"({x} if {self.test(depth - 1)} else {y})",
                lambda: f"{self.choice(['min', 'max', 'wrap_add', 'wrap_multiply'])}({x}, {y})",
                lambda: f"select({x}, {y}, {z})",
                lambda: f"{self.choice(['add', 'subtract', 'multiply', 'divide', 'remainder'])}(S, {x}, {y})",
                lambda: f"S[{OWN} + ({x} & 7)]",
                lambda: f"(0 + ({self.test(depth - 1)}))",
            ]
        )()

    def test(self, depth):
        """Return a condition."""
        if depth == 0 or self.random() < 0.4:
            return f"({self.value(0)} {self.choice(['<', '<=', '==', '!=', '>', '>='])} {self.value(0)})"
        if self.random() < 0.3:
            return f"(not {self.test(depth - 1)})"
        return f"({self.test(depth - 1)} {self.choice(['and', 'or'])} {self.test(depth - 1)})"

    def body(self, depth):
        """Lines of statements."""
        return [line for _ in range(self.randrange(1, 4)) for line in self.statement(depth)]

    def statement(self, depth):
        """Lines of a statement; no loop is without end."""
        kind = self.randrange(3 if depth == 0 else 7)
        target = self.choice([self.name(), self.place(), f"S[{OWN} + ({self.value(1)} & 7)]"])
        if kind == 0:
            return [f"add(S, 1, {self.value(1)})"]
        if kind == 1:
            return [f"{target} {self.choice('&|^')}= {self.value(2)}"]
        if kind == 2:
            return [f"{target} = {self.value(3)}"]
        if kind == 3:
            head = (
                f"for {self.name()} in range({self.small(0)} // 64, {self.small(1)} // 64, {self.choice([1, 2, -1])}):"
            )
            return [head, *indented([*self.body(depth - 1), *self.choice(LEAVING)])]
        if kind == 4:
            heads = [f"n{depth} = 0", f"while n{depth} < 5 and {self.test(1)}:", f"    n{depth} += 1"]
            return [*heads, *indented([*self.body(depth - 1), *self.choice(LEAVING)])]
        return [f"if {self.test(2)}:", *indented(self.body(depth - 1)), "else:", *indented(self.body(depth - 1))]

    def function(self, name):
        """Return a whole function."""
        lines = [*self.body(2), *self.body(2), *self.body(1)]
        last = "return a ^ b ^ c if c < d else d"
        return "\n".join([f"def {name}(S, a, b):", *indented(["c = a", "d = b", *lines, last])])


def indented(lines):
    return [f"    {line}" for line in lines]


@pytest.mark.parametrize("seed", range(4))
def test_random_programs_mean_the_same(seed):
    write = Writer(seed)
    names = [f"f{number}" for number in range(FUNCTIONS)]
    source = "\n\n".join(write.function(name) for name in names)
    functions = with_helpers(source)
    check_flat(functions)
    python = as_python(functions)
    code = MachineCode.compile(source, {}, names)
    for name in names:
        machine = code.function(name, 1, 2)
        for arguments in CALLS:
            words = CheckedMemory([*([0] * OWN), *range(-5, 15)])
            memory = np.array(words, np.int64)
            expected = python[name](words, *arguments)
            assert machine(memory.ctypes.data, *arguments) == expected, write.function(name)
            assert memory.tolist() == words, name
