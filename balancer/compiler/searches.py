"""Code of calls of Python's functions that look through a list: any, all, next, max and min."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from balancer.compiler.emitter import TRUTH, Several, Value
from balancer.compiler.instances import Instances
from balancer.compiler.iterator_reads import ITERATORS
from balancer.compiler.kinds import FLOAT, LETTERS, OBJECT, UNKNOWN, Type

NO_GENERATOR = ("next() of this can't be compiled", "write next(… for … in … if …)")


class Searches(Instances):
    """Writes the code of calls of functions that look through a list."""

    def apply(self, function: ast.expr, values: Several, node: ast.AST) -> Value:
        """Return the result of calling a function given as an argument, such as `key=`."""
        raise NotImplementedError

    def orders_by_method(self, value_type: Type) -> bool:
        """Return whether a method of the file's classes decides which values of a type are less than others."""
        raise NotImplementedError

    def call_any(self, node: ast.Call) -> Value:
        return self.quantified(node, is_any=True)

    def call_all(self, node: ast.Call) -> Value:
        return self.quantified(node, is_any=False)

    def quantified(self, node: ast.Call, *, is_any: bool) -> Value:
        """Return whether any, or all, of the items are true."""
        result, stop = self.keep("0" if is_any else "1"), self.keep("0")

        def decide(condition: str) -> None:
            with self.indented(f"if {condition}:" if is_any else f"if not ({condition}):"):
                self.write(f"{result} = {int(is_any)}")
                self.write(f"{stop} = 1")

        source = node.args[0]
        if isinstance(source, ast.GeneratorExp):
            any_order = self.changes_nothing(source)
            self.generate(source.generators, lambda: decide(self.condition(source.elt)), stop, any_order=any_order)
        else:
            self.loop(source, lambda value: decide(self.truth(self.single(value, node))), stop, any_order=True)
        return Value(result, TRUTH, is_small=True)

    def call_next(self, node: ast.Call) -> Value:
        source, is_generator = node.args[0], False
        if self.builtin(source) == "iter" and isinstance(source, ast.Call):
            source = source.args[0]
        elif not self.is_lazy(source) and self.builtin(source) not in ITERATORS:
            is_generator = isinstance(source, ast.Call)
            if not is_generator:
                if not self.value(source).type.kinds:
                    return Value("0", UNKNOWN)
                raise self.refuse(node, *NO_GENERATOR)
        cell = self.cell_here(node, "next")
        default = self.value(node.args[1]) if len(node.args) > 1 else None
        if default:
            cell.absorb(default.type)
        result, stop = self.keep(self.fit(default, cell.type) if default else "0"), self.keep("0")

        def take(value: Value | Several) -> None:
            single = self.single(value, node)
            cell.absorb(single.type)
            self.write(f"{result} = {self.fit(single, cell.type)}")
            self.write(f"{stop} = 1")

        self.loop(source, take, stop)
        sources = self.program.sources
        if is_generator and (self.routine, source) not in sources.used_up:
            raise self.refuse(node, *NO_GENERATOR)
        if default is None:
            self.fail_if(f"{stop} == 0", "NOTHING_FOUND")
        return Value(result, cell.type)

    def call_max(self, node: ast.Call) -> Value:
        return self.best(node, ">")

    def call_min(self, node: ast.Call) -> Value:
        return self.best(node, "<")

    def best(self, node: ast.Call, sign: str) -> Value:
        """Return the largest or smallest item, the first of several equal ones."""
        key, default = self.keyword(node, "key"), self.keyword(node, "default")
        if default is not None and len(node.args) > 1:
            raise self.refuse(node, f"{self.builtin(node)}() of several values has no default")
        cell = self.cell_here(node, "best")
        result, best, some = self.keep("0"), self.new_name(), self.keep("0")
        first: list[str] = []  # lines that set what was best so far
        depth, begin = self.depth, len(self.lines)
        bests: list[str] = []
        any_order = key is None and not self.orders_by_method(cell.type)

        def look(value: Value | Several) -> None:
            item = self.steady(self.single(value, node))
            cell.absorb(item.type)
            ranks = [item] if key is None else self.ranks(key, item, node)
            for place, rank in enumerate(ranks):
                key_cell = self.cell_here(node, "best key", place)
                key_cell.absorb(rank.type)
                ranks[place] = self.steady(Value(self.fit(rank, key_cell.type), key_cell.type))
                if len(bests) <= place:
                    bests.append(f"{best}_{place}")
                    first.append("    " * depth + f"{bests[place]} = 0")
            with self.indented(f"if {self.surpasses(ranks, bests, some, sign, node)}:"):
                for name, rank in zip(bests, ranks, strict=False):
                    self.write(f"{name} = {rank.code}")
                self.write(f"{result} = {self.fit(item, cell.type)}")
                self.write(f"{some} = 1")

        source = node.args[0].value if isinstance(node.args[0], ast.Starred) else node.args[0]
        if len(node.args) > 1:
            values = [self.steady(each) for each in self.several(node.args)]
            for value in values:
                look(value)
            self.lines[begin:begin] = first
            return Value(result, cell.type, all(value.is_small for value in values))
        if default is None:
            self.loop(source, look, any_order=any_order)
            self.fail_if(f"{some} == 0", "EMPTY")
            self.lines[begin:begin] = first
            return Value(result, cell.type)
        if isinstance(source, ast.GeneratorExp):
            other = self.steady(self.value(default))
            self.loop(source, look, any_order=any_order)
        else:  # Python computes the default whether it is needed or not, after the list
            row = self.steady(self.sequence(source, any_order=any_order))
            other = self.steady(self.value(default))
            self.loop_row(row, source, look, "")
        cell.absorb(other.type)
        with self.indented(f"if {some} == 0:"):
            self.write(f"{result} = {self.fit(other, cell.type)}")
        self.lines[begin:begin] = first
        return Value(result, cell.type)

    def surpasses(self, ranks: Several, bests: Sequence[str], some: str, sign: str, node: ast.AST) -> str:
        """Return the condition that keys surpass the best ones so far, or are the first."""
        # A method of the keys' class must not be asked before there is a best one.
        asks_method = any(self.orders_by_method(rank.type) for rank in ranks)
        is_better = self.keep("1") if asks_method else ""
        if is_better:
            self.write(f"if {some}:")
            self.depth += 1
        op, tests = ast.Gt() if sign == ">" else ast.Lt(), list[str]()
        best_ranks = [Value(name, rank.type) for name, rank in zip(bests, ranks, strict=False)]
        for place, (rank, best) in enumerate(zip(ranks, best_ranks, strict=True)):
            before = zip(ranks[:place], best_ranks, strict=False)
            parts = [self.compared(each, ast.Eq(), other, node) for each, other in before]
            tests.append(" and ".join(f"({test})" for test in [*parts, self.compared(rank, op, best, node)]))
        test = " or ".join(f"({test})" for test in tests)
        if not is_better:
            return f"{some} == 0 or {test}"
        self.set_truth(is_better, test)
        self.depth -= 1
        return is_better

    def is_ordered_object(self, value_type: Type) -> bool:
        """Return whether values are objects that are compared by their fields, and these have an order."""
        is_object = value_type.only(OBJECT) and self.orders_by_method(value_type)
        return is_object and self.orders_by_items(value_type)

    def orders_by_items(self, value_type: Type) -> bool:
        """Return whether values that a method compares are compared item by item, and these have an order."""
        raise NotImplementedError

    def ranks(self, key: ast.expr, item: Value, node: ast.AST) -> list[Value]:
        """Return the keys of an item: a tuple that holds fractions, or objects with an order, becomes several keys."""
        if isinstance(key, ast.Lambda) and isinstance(key.body, ast.Tuple) and len(key.args.args) == 1:
            seen = (self.routine, key)
            if self.program.key_counts.get(seen, 1) > 1:
                parts = [ast.copy_location(ast.Lambda(key.args, each), key) for each in key.body.elts]
                return [self.apply(part, [item], node) for part in parts]
            values = [
                self.apply(ast.copy_location(ast.Lambda(key.args, each), key), [item], node) for each in key.body.elts
            ]
            if any(value.type.has(FLOAT, LETTERS) or self.is_ordered_object(value.type) for value in values):
                self.program.key_counts[seen] = len(values)
                self.program.changes.count += 1
                return values[:1]
            return [self.pack(values, key)]
        return [self.apply(key, [item], node)]
