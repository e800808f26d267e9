"""Code of the patterns of `match`."""

from __future__ import annotations

import ast

from balancer.compiler.emitter import Value
from balancer.compiler.kinds import TUPLE
from balancer.compiler.methods import Methods


class Matching(Methods):
    """Writes the code of patterns."""

    def matched(self, subject: Value, pattern: ast.pattern) -> str:
        """Return the condition that a pattern matches."""
        if isinstance(pattern, ast.MatchValue):
            return self.compared(subject, ast.Eq(), self.value(pattern.value), pattern)
        if isinstance(pattern, ast.MatchSingleton):
            return self.compared(subject, ast.Eq(), self.constant(pattern.value), pattern)
        if isinstance(pattern, ast.MatchOr):
            return " or ".join(f"({self.matched(subject, each)})" for each in pattern.patterns)
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
            return "1"
        if isinstance(pattern, ast.MatchSequence) and subject.type.only(TUPLE) and subject.type.shape:
            shape = subject.type.shape.root()
            count = len(pattern.patterns)
            if any(isinstance(each, ast.MatchStar) for each in pattern.patterns):
                raise self.refuse(pattern, "a star in a pattern can't be compiled", "write if")
            if not shape.least <= count <= len(shape.fields):
                return "0"
            tests = [] if shape.least == len(shape.fields) else [f"{self.tuple_length(subject)} == {count}"]
            for place, each in enumerate(pattern.patterns):
                item = self.packing.items(shape)[place]
                test = self.matched(self.decoded(subject.code, item), each)
                tests += [test] if test != "1" else []
            return " and ".join(f"({test})" for test in tests) or "1"
        raise self.refuse(pattern, "this pattern can't be compiled", "write if")

    def bind_pattern(self, pattern: ast.pattern, subject: Value) -> None:
        """Assign the names of a pattern that matches."""
        if isinstance(pattern, ast.MatchAs) and pattern.name:
            self.bind(ast.copy_location(ast.Name(pattern.name, ast.Store()), pattern), subject)
        elif isinstance(pattern, ast.MatchSequence) and subject.type.shape:
            for each, item in zip(pattern.patterns, self.packing.items(subject.type.shape.root()), strict=False):
                self.bind_pattern(each, self.decoded(subject.code, item))
