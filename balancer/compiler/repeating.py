"""Code of loops over iterators that repeat items, pad them or leave some out: cycle, repeat, zip_longest, islice …."""

from __future__ import annotations

import ast

from balancer.compiler.builtin_names import call_of
from balancer.compiler.emitter import Several, Value
from balancer.compiler.hashing import Body
from balancer.compiler.zipping import Zipping


class Repeating(Zipping):
    """Writes the code of loops over iterators that repeat, pad or leave out."""

    # Without end ------------------------------------------------------------------------------------------------------
    def loop_cycle(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over some items again and again; a game that never leaves it spins."""
        number, place = self.keep("0"), self.keep("0")
        row, check = self.items_of_cycle(source, number)
        with self.indented(self.head(f"S[ERROR] == 0 and S[{row.code} + 1] > 0", stop)):
            self.write("spin(S)")
            check()
            item = self.keep(f"S[{row.code} + 2 + {place}]")
            self.write(f"{number} = {number} + 1")
            self.write(f"{place} = {place} + 1 if {place} + 1 < S[{row.code} + 1] else 0")
            body(Value(item, row.type.elements))

    def loop_repeat(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over one value, some number of times or without end."""
        times = source.args[1:] or [each.value for each in source.keywords]
        value, *counts = self.several([source.args[0], *times])
        value, number = self.steady(value), self.keep("0")
        end = self.fixed(self.whole(counts[0], source)) if counts else ""
        with self.indented(self.head(f"{number} < {end}" if end else "S[ERROR] == 0", stop)):
            self.write(f"{number} = {number} + 1" if end else "spin(S)")
            body(value)

    def call_repeat(self, node: ast.Call) -> Value:
        """Return a list of one value some number of times."""
        if not self.is_endless(node):
            return self.collected(node)
        what = "repeat() can be compiled only in a loop, zip() or islice()"
        raise self.refuse(node, what, "write a loop over it")

    # Some of the items ------------------------------------------------------------------------------------------------
    def loop_islice(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the items of an iterable from one place to another; compute none behind."""
        bounds = [None, *source.args[1:]] if len(source.args) == 2 else source.args[1:]  # noqa: PLR2004
        given = [each for each in bounds if each is not None and self.static(each) != (True, None)]
        codes = dict(zip(given, (self.keep(self.whole(each, source)) for each in self.several(given)), strict=True))
        begin, end, step = [*("" if each is None else codes.get(each, "") for each in bounds), ""][:3]
        for code, least in ((begin, 0), (end, 0), (step, 1)):
            if code:
                self.fail_if(f"{code} < {least}", "NEGATIVE")
        place, ends = self.keep("0"), self.new_name()
        last = self.keep(f"max({begin or 0}, {end})") if end else ""
        self.write(f"{ends} = {f'1 if {last} < 1 else 0' if last else '0'}")

        def take(item: Value | Several) -> None:
            number = self.keep(place)
            self.write(f"{place} = {place} + 1")
            if last:
                with self.indented(f"if {place} >= {last}:"):
                    self.write(f"{ends} = 1")
            tests = [f"{number} >= {begin}"] if begin else []
            tests += [f"{number} < {end}"] if begin and end else []
            tests += [f"({number} - {begin or 0}) % {step} == 0"] if step else []
            with self.indented(f"if {' and '.join(tests) or 1}:"):
                body(item)
            if stop:
                with self.indented(f"if {stop}:"):
                    self.write(f"{ends} = 1")

        self.loop(source.args[0], take, ends)

    def loop_filterfalse(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the items that fail a test."""

        def look(item: Value | Several) -> None:
            value = self.steady(self.single(item, source))
            is_bare = self.static(source.args[0]) == (True, None)
            with self.indented(
                f"if not ({self.truth(value if is_bare else self.apply(source.args[0], [value], source))}):"
            ):
                body(value)

        self.loop(source.args[1], look, stop)

    def loop_compress(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the items whose selectors are true."""

        def look(pair: Value | Several) -> None:
            assert isinstance(pair, list)  # noqa: S101
            with self.indented(f"if {self.truth(pair[1])}:"):
                body(pair[0])

        self.loop(call_of(zip, source.args, source), look, stop)

    def call_tee(self, node: ast.Call) -> Value:
        """Raise NotCompilable: its iterators are read in turns."""
        raise self.refuse(node, "tee() can't be compiled", "write list(...), and loop over it several times")

    call_filterfalse = call_compress = call_zip_longest = call_islice = Zipping.collected
