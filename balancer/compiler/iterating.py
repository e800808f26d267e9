"""Code of loops over iterables: lists, dicts, ranges, zip, enumerate and others; of the loops of comprehensions."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from balancer.compiler.dict_classes import holds_dicts
from balancer.compiler.effects import names_in
from balancer.compiler.emitter import WHOLE_TYPE, Several, Value
from balancer.compiler.hashing import Body
from balancer.compiler.kinds import DICT, MAX_NUMBERS, SET, Type
from balancer.compiler.signatures import FUNCTIONS, lacks_arguments
from balancer.compiler.stepping import Stepping

LOOPED = frozenset(["enumerate", "zip", "reversed", "map", "filter", "pairwise", "accumulate"])  # made by a loop
MADE = LOOPED | {  # that make their items one by one if those of an argument are so made
    *("iter", "list", "tuple", "chain", "islice", "takewhile", "dropwhile", "starmap", "filterfalse", "compress"),
    *("zip_longest", "from_iterable"),
}


class Iterating(Stepping):
    """Writes the code of loops.

    `stop`: a name that ends the loop when it is not 0.  `any_order`: the result does not depend on the order of items.
    """

    def bind(self, target: ast.expr, value: Value | Several) -> None:
        """Assign to the target of a loop or an assignment."""
        raise NotImplementedError

    def iterable(self, node: ast.expr, *, any_order: bool = False) -> Value:
        """Return an iterable as a list, set or dict that is read once; a tuple display becomes a list."""
        raise NotImplementedError

    def container_of(self, value: Value, node: ast.expr) -> Value:
        """Return a value that can be iterated as a list, set or dict."""
        raise NotImplementedError

    def single(self, value: Value | Several, node: ast.AST) -> Value:
        """Return several values packed into a tuple."""
        raise NotImplementedError

    def consuming(
        self, node: ast.expr, use: Callable[[], Value], body: Body | None = None, stop: str = ""
    ) -> Value | None:
        """Return the value of an expression that is iterated; None if it is a generator and `body` has its items."""
        raise NotImplementedError

    def is_generator(self, node: ast.expr) -> bool:
        """Return whether an expression may be a generator of the file, by the name of what it calls."""
        raise NotImplementedError

    def is_lazy(self, node: ast.expr) -> bool:
        """Return whether the items of an expression are made one by one, as they are used."""
        name = self.builtin(node)
        if self.is_stepped(node):
            return True
        if not name:
            is_generator = isinstance(node, ast.Call) and self.is_generator(node)
            return isinstance(node, ast.GeneratorExp) or is_generator or self.is_own_iterable(node)
        is_made = name in MADE and isinstance(node, ast.Call)
        return name in {"map", "filter"} or (is_made and any(self.is_lazy(each) for each in node.args))  # type: ignore[attr-defined]

    def loop(self, source: ast.expr, body: Body, stop: str = "", *, any_order: bool = False) -> None:
        """Write a loop over an expression."""
        any_order = (any_order or any(source is each for each in self.unordered)) and self.changes_nothing(source)
        name = self.builtin(source)
        if self.is_stepped(source):
            self.loop_stepped(source, body, stop)
            return
        if name and isinstance(source, ast.Call):
            special = getattr(self, f"loop_{name}", None)
            if special is not None:
                if lacks_arguments(FUNCTIONS.get(name), source):
                    raise self.refuse(source, "`*` can't be compiled here", "write the arguments one by one")
                before = self.unordered
                self.unordered = [*before, *(passed_on(name, source) if any_order else [])]
                special(source, body, stop)
                self.unordered = before
                return
        if isinstance(source, ast.GeneratorExp):
            names_outside = dict(self.renames)

            def use_item() -> None:
                item = self.steady(self.value(source.elt))
                names_inside, self.renames = self.renames, dict(names_outside)
                body(item)
                self.renames = names_inside

            self.generate(source.generators, use_item, stop, any_order=any_order)
            return
        if name == "iter" and isinstance(source, ast.Call) and len(source.args) == 1:
            self.loop(source.args[0], body, stop, any_order=any_order)
            return
        part, iterated = dict_part(source), source
        if part:
            assert isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute)  # noqa: S101, PT018
            holder = self.value(source.func.value)
            if holder.type.has(DICT) or not holder.type.kinds or holds_dicts(holder.type):
                self.loop_over_dict(self.container_code(holder, source), part, body, stop)
                return
            if not isinstance(source.func.value, ast.Name):  # which is computed once
                method = ast.Attribute(self.named(self.steady(holder), source.func.value, "holder"), part, ast.Load())
                call = ast.Call(ast.copy_location(method, source.func), [], source.keywords)
                iterated = ast.copy_location(call, source)
        row = self.consuming(iterated, lambda: self.row_to_loop(iterated, any_order=any_order), body, stop)
        if row is None:
            return
        if row.type.has(SET) and row.type.elements.kinds and not any_order:
            self.order(row.type, source)
        self.loop_row(row, source, body, stop)

    def row_to_loop(self, source: ast.expr, *, any_order: bool) -> Value:
        """Return an iterable, or what a method of the file returns that is called as one of a dict."""
        return (
            self.container_of(self.value(source), source)
            if dict_part(source)
            else self.iterable(source, any_order=any_order)
        )

    def changes_nothing(self, node: ast.expr) -> bool:
        """Return whether the items of an iterable may be computed in any order: that changes nothing."""
        changing = self.program.sources.changing
        if node not in changing:
            effects = self.effect_finder().of([node], self.routine.node, names_in([node]))
            changing[node] = not effects.is_known or bool(effects.writes)
        return not changing[node] and not self.reads_stepped(node)

    def loop_range(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over a range."""
        bounds = self.several(source.args)
        is_small = all(value.is_small for value in bounds)
        codes = [self.whole(value, source) for value in bounds]
        begin, end, step = (["0", *codes, "1"] if len(codes) == 1 else [*codes, "1"])[:3]
        if step == "0":
            raise self.refuse(source, "a range by steps of 0 can't be compiled")
        end, step = (self.keep(code) if code.startswith("v_") else self.fixed(code) for code in (end, step))
        number = self.keep(begin)
        if re.fullmatch(r"-?\d+", step):
            test = f"{number} {'<' if int(step) > 0 else '>'} {end}"
        else:
            self.fail_if(f"{step} == 0", "STEP_ZERO")
            test = f"({step} > 0 and {number} < {end} or {step} < 0 and {number} > {end})"
        with self.indented(self.head(test, stop)):
            item = self.keep(number)
            self.write(f"{number} = {number} + {step}")
            body(Value(item, self.type_of_range(source), is_small))

    def type_of_range(self, source: ast.Call) -> Type:
        """Return the type of the numbers of a range, with those that are known before the game."""
        bounds = [self.static(each) for each in source.args]
        if not self.program.follows_texts or not all(is_static for is_static, _ in bounds):
            return WHOLE_TYPE
        numbers = range(*(int(value) for _, value in bounds))
        return replace(WHOLE_TYPE, numbers=frozenset(numbers)) if len(numbers) <= MAX_NUMBERS else WHOLE_TYPE

    def loop_enumerate(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over numbered items."""
        begin = source.args[1:] or [each.value for each in source.keywords]
        first = self.fixed(self.whole(self.value(begin[0]), source)) if begin else "0"
        number = self.keep(first)

        def count(item: Value | Several) -> bool | None:
            value = self.steady(self.single(item, source))
            place = Value(self.keep(number), WHOLE_TYPE, is_small=True)
            self.write(f"{number} = {number} + 1")
            return body([place, value])

        self.loop(source.args[0], count, stop)

    def loop_over_dict(self, holder: Value, part: str, body: Body, stop: str) -> None:
        """Write a loop over the keys, values or items of a dict."""
        row = holder._replace(code=self.keep(holder.code)) if holder.code.startswith("v_") else self.steady(holder)
        number = self.keep("0")
        with self.indented(self.unchanging(row.code, number, stop)):
            self.write_unchanged(row.code, number)
            key = Value(self.keep(f"S[{row.code} + 2 + {number}]"), row.type.keys)
            # A key that is deleted and set again, which Python may meet twice, moves those behind it.
            self.fail_if(f"{number} > 0 and S[{row.code} + {number}] != {number}_key", "CHANGED")
            self.write(f"{number}_key = {key.code}")
            value = Value(self.keep(f"S[{row.code} + 3 + {number}]"), row.type.elements)
            self.write(f"{number} = {number} + 2")
            body([key, value] if part == "items" else value if part == "values" else key)

    def loop_row(self, row: Value, node: ast.AST, body: Body, stop: str) -> None:
        """Write a loop over a list, set or dict."""
        if row.type.has(DICT):
            self.loop_over_dict(row, "keys", body, stop)
            return
        code = self.keep(row.code) if row.code.startswith("v_") else self.fixed(row.code)
        number = self.keep("0")
        is_set = row.type.has(SET)
        if row.type.is_hashed:
            self.loop_hashed(code, number, lambda item: body(Value(item, row.type.elements)), stop)
            return
        with self.indented(
            self.unchanging(code, number, stop) if is_set else self.head(f"{number} < S[{code} + 1]", stop)
        ):
            if is_set:
                self.write_unchanged(code, number)
            item = self.keep(f"S[{code} + 2 + {number}]")
            self.write(f"{number} = {number} + 1")
            with self.within_loop(node, *([] if is_set else [row])):
                body(Value(item, row.type.elements))

    def generate(
        self,
        generators: list[ast.comprehension],
        body: Callable[[], object],
        stop: str = "",
        *,
        any_order: bool = False,
    ) -> None:
        """Write the loops of a comprehension."""
        first, *others = generators
        renames, keeps = dict(self.renames), (self.keeps, self.function_keeps)

        def inner(value: Value | Several) -> None:
            for node in ast.walk(first.target):
                if isinstance(node, ast.Name):
                    self.renames[node.id] = f"v_{node.id}{self.suffix}_{node.lineno}_{node.col_offset}"
            self.bind(first.target, value)
            depth = self.depth
            for test in first.ifs:
                condition = self.condition(test)
                self.write(f"if {condition}:")
                self.depth += 1
            if others:
                self.generate(others, body, stop, any_order=any_order)
            else:
                body()
            self.depth = depth

        self.loop(first.iter, inner, stop, any_order=any_order)
        self.renames = renames
        self.keeps, self.function_keeps = keeps[0] or self.keeps, keeps[1] or self.function_keeps


def dict_part(node: ast.expr) -> str:
    """Return the part of a dict that an expression may be: items, values or keys; "" if none."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        return node.func.attr if node.func.attr in {"items", "values", "keys"} else ""
    return ""


def passed_on(name: str, source: ast.Call) -> Sequence[ast.expr]:
    """Return the iterables whose items another one yields one by one, by its name, in their order."""
    if name in {"map", "filter", "filterfalse", "starmap"} and len(source.args) == 2:  # noqa: PLR2004
        return source.args[1:]
    return source.args if name in {"chain", "from_iterable"} else ()
