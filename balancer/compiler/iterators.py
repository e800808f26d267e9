"""Code of loops over iterators of Python, such as map, chain and combinations."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable

from balancer.compiler.builtin_names import call_of
from balancer.compiler.classes import item_names
from balancer.compiler.emitter import WHOLE_TYPE, Several, Value
from balancer.compiler.hashing import Body
from balancer.compiler.kinds import LIST, OBJECT, TUPLE, UNKNOWN
from balancer.compiler.sorting import Sorting
from balancer.compiler.using_up import is_group_used_once


class Iterators(Sorting):
    """Writes the code of loops over iterators."""

    def loop_map(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over map(function, …)."""
        function, *rows = source.args
        items = rows[0] if len(rows) == 1 else call_of(zip, rows, source)

        def use(item: Value | Several) -> None:
            values = [self.single(item, source)] if len(rows) == 1 else [self.steady(each) for each in item]  # type: ignore[arg-type]
            body(self.steady(self.apply(function, values, source)))

        self.loop(items, use, stop)

    def loop_filter(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over filter(function, …)."""

        def look(item: Value | Several) -> None:
            value = self.steady(self.single(item, source))
            is_static, function = self.static(source.args[0])
            test = self.truth(value if is_static and function is None else self.apply(source.args[0], [value], source))
            with self.indented(f"if {test}:"):
                body(value)

        self.loop(source.args[1], look, stop)

    def loop_accumulate(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the sums so far, or over the results of a function so far."""
        function = source.args[1] if len(source.args) > 1 else self.keyword(source, "func")
        first, items = self.keyword(source, "initial"), source.args[0]
        if first is not None:
            items = call_of(itertools.chain, [ast.copy_location(ast.List([first], ast.Load()), source), items], source)
        self.fold(source, items, function, None, body, stop)

    def call_reduce(self, node: ast.Call) -> Value:
        first = node.args[2] if len(node.args) > 2 else None  # noqa: PLR2004
        total, is_begun = self.fold(node, node.args[1], node.args[0], first)
        self.fail_if(f"{is_begun} == 0", "NONE_IN_SUM")  # TypeError, unlike max of nothing
        return total

    def fold(
        self,
        node: ast.Call,
        source: ast.expr,
        function: ast.expr | None,
        first: ast.expr | None,
        body: Body | None = None,
        stop: str = "",
    ) -> tuple[Value, str]:
        """Write a loop that joins each item to the result so far; return that, and whether there is one.

        function: of the result and an item; None adds them.  first: the result before the first item.  body: what is
        done with each result.
        """
        cell = self.cell_here(node, "fold")
        total, is_begun = self.keep("0"), self.keep("0")

        def take(value: Value) -> None:
            value = self.steady(value)
            cell.absorb(value.type)
            self.write(f"{total} = {self.fit(value, cell.type)}")

        def join_item(item: Value | Several) -> None:
            value = self.steady(self.single(item, node))
            with self.indented(f"if {is_begun}:"):
                so_far = Value(total, cell.type)
                if function is None:
                    take(self.operated(so_far, ast.Add(), value, node))
                else:
                    take(self.apply(function, [so_far, value], node))
            with self.indented("else:"):
                take(value)
                self.write(f"{is_begun} = 1")
            if body:
                body(Value(self.keep(total), cell.type))

        if first is not None:
            take(self.value(first))
            self.write(f"{is_begun} = 1")
        self.loop(source, join_item, stop)
        return Value(total, cell.type), is_begun

    def loop_chain(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the items of several lists in turn."""
        if any(map(self.is_lazy, source.args)):
            with self.indented("while 1:"):
                for each in source.args:
                    with self.indented(f"if {stop} == 0:" if stop else "if 1:"):
                        self.loop(each, body, stop)
                self.write("break")
            return
        list_type = self.container(LIST, source)
        place, end = list_type.sure_place, self.keep("S[LIMIT]")

        def push(item: Value | Several) -> None:
            value = self.single(item, source)
            place.elements.absorb(value.type)
            self.write(f"stack_push(S, {self.fit(value, place.elements.type)})")

        for each in source.args:
            if isinstance(each, ast.Starred):
                self.loop_rows(each.value, source, push)
            else:
                self.loop(each, push)
        self.make()
        self.loop_row(Value(self.keep(f"stack_take(S, {end})"), list_type), source, body, stop)

    def loop_count(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over numbers without end, as of itertools.count; a game that never leaves it spins."""
        begin, step = self.begin_and_step(source)
        number = self.keep(begin)
        with self.indented(self.head("S[ERROR] == 0", stop)):
            self.write("spin(S)")
            item = self.keep(number)
            self.write(f"{number} = add(S, {number}, {step})")
            body(Value(item, WHOLE_TYPE))

    def loop_groupby(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over runs of items with equal keys: the key, and a list of the items."""
        function = source.args[1] if len(source.args) > 1 else self.keyword(source, "key")
        if not is_group_used_once(source, self.routine.node):
            what = "a group of groupby() that is kept, or used twice, can't be compiled"
            raise self.refuse(source, what, "write `for key, group in groupby(...)`, and list(group) once")
        if any(map(self.is_generator, ast.walk(source.args[0]))):  # type: ignore[arg-type]
            raise self.refuse(source, "groupby() of a generator can't be compiled", "write groupby(list(...))")
        row = self.steady(self.as_list(source.args[0]))
        cell = self.cell_here(source, "group")
        self.make()
        group_type = self.copied(LIST, source, row.type)
        group_type.sure_place.mark(list)
        group = self.keep(f"copy_list(S, {row.code})")  # its place is used again by every group
        number, key, other = self.keep("0"), self.keep("0"), self.keep("0")
        before = self.keep(f"copy_list(S, {row.code})")

        def take_key(name: str) -> None:
            item = self.read_item(row, number)
            value = self.apply(function, [item], source) if function else item
            cell.absorb(value.type)
            self.write(f"{name} = {self.fit(value, cell.type)}")

        with self.indented(self.head(f"{number} < S[{row.code} + 1]", stop)):
            self.fail_if(f"equal_lists(S, {row.code}, {before}) == 0", "CHANGED")
            first = self.keep(number)
            take_key(key)
            self.write(f"{number} = {number} + 1")
            with self.indented(f"while {number} < S[{row.code} + 1]:"):
                take_key(other)
                equal = ast.Compare(source, [ast.Eq()], [source])
                test = self.compared(Value(key, cell.type), ast.Eq(), Value(other, cell.type), equal)
                with self.indented(f"if not ({test}):"):
                    self.write("break")
                self.write(f"{number} = {number} + 1")
            place = self.keep(first)
            self.fail_if(f"{number} - {first} > S[{group}]", "CHANGED")
            with self.indented("if S[ERROR] == 0:"):
                with self.indented(f"while {place} < {number}:"):
                    self.write(f"S[{group} + 2 + {place} - {first}] = S[{row.code} + 2 + {place}]")
                    self.write(f"{place} = {place} + 1")
                self.write(f"S[{group} + 1] = {number} - {first}")
            body([Value(self.keep(key), cell.type), Value(group, group_type)])

    def loop_takewhile(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the items before the first that fails a test."""
        ends = self.keep("0")

        def take(item: Value | Several) -> None:
            value = self.steady(self.single(item, source))
            with self.indented(f"if {self.truth(self.apply(source.args[0], [value], source))}:"):
                body(value)
                if stop:
                    self.write(f"{ends} = {stop}")
            with self.indented("else:"):
                self.write(f"{ends} = 1")

        self.loop(source.args[1], take, ends)

    def loop_dropwhile(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the items from the first that fails a test."""
        is_begun = self.keep("0")

        def take(item: Value | Several) -> None:
            value = self.steady(self.single(item, source))
            with self.indented(f"if {is_begun} == 0:"):
                self.set_truth(is_begun, f"not ({self.truth(self.apply(source.args[0], [value], source))})")
            with self.indented(f"if {is_begun}:"):
                body(value)

        self.loop(source.args[1], take, stop)

    def loop_starmap(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the results of a function for tuples of arguments."""

        def use(item: Value | Several) -> None:
            values = (
                item if isinstance(item, list) else self.items_apart(item, source, self.count_of_items(item, source))
            )
            body(self.steady(self.apply(source.args[0], [self.steady(each) for each in values], source)))

        self.loop(source.args[1], use, stop)

    def count_of_items(self, value: Value, node: ast.expr) -> int:
        """Return the number of items of a tuple.  NotCompilable: it may vary."""
        if value.type.only(OBJECT) and item_names(value.type.record):
            return len(item_names(value.type.record))
        if value.type.kinds and not value.type.only(TUPLE):
            raise self.refuse(node, f"starmap() of {value.type} can't be compiled", "write tuples")
        return len(value.type.shape.root().fields) if value.type.shape else 0

    def loop_from_iterable(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the items of the lists in a list."""
        rows = source.args[0]
        if isinstance(rows, ast.List | ast.Tuple) and not any(isinstance(each, ast.Starred) for each in rows.elts):
            self.loop_chain(call_of(itertools.chain, rows.elts, source), body, stop)
        elif isinstance(rows, ast.GeneratorExp):  # (item for … for item in ROW)
            name = f"item_{rows.lineno}_{rows.col_offset}"
            inner = ast.comprehension(ast.Name(name, ast.Store()), rows.elt, [], 0)
            items = ast.GeneratorExp(ast.Name(name, ast.Load()), [*rows.generators, inner])
            self.loop(ast.fix_missing_locations(ast.copy_location(items, rows)), body, stop)
        else:
            self.loop_rows(rows, source, body, stop)

    def loop_rows(self, rows: ast.expr, source: ast.Call, body: Body, stop: str = "") -> None:
        """Write a loop over the items of the lists in a list."""

        def loop_items(row: Value | Several) -> None:
            self.loop_row(self.readable(self.single(row, source), source), source, body, stop)

        self.loop(rows, loop_items, stop)

    def nests_loops(self, source: ast.expr) -> bool:
        """Return whether a loop over an expression is written as loops within loops."""
        parts = list(ast.walk(source))
        names = {self.builtin(each) for each in parts if isinstance(each, ast.Call)}
        is_nested = any(isinstance(each, ast.GeneratorExp) and len(each.generators) > 1 for each in parts)
        is_nested = is_nested or not names.isdisjoint({"product", "from_iterable"})
        chains = [each for each in parts if isinstance(each, ast.Call) and self.builtin(each) == "chain"]
        is_nested = is_nested or any(self.is_lazy(each) for chain in chains for each in chain.args)
        if is_nested and not names.isdisjoint({"islice", "takewhile"}):
            raise self.refuse(source, "`break` in a loop over a part of such items can't be compiled", "write a list")
        return is_nested

    def call_chain(self, node: ast.Call) -> Value:
        return self.collected(node)

    def collected(self, node: ast.expr, loop: Callable[[Body], None] | None = None) -> Value:
        """Return a list of the items that a loop yields: the one over a call, or another."""
        list_type = self.container(LIST, node, UNKNOWN)
        place, end = list_type.sure_place, self.keep("S[LIMIT]")

        def push(item: Value | Several) -> None:
            value = self.single(item, node)
            place.elements.absorb(value.type)
            self.write(f"stack_push(S, {self.fit(value, place.elements.type)})")

        if loop:
            loop(push)
        else:
            self.loop(node, push)
        self.make()
        return Value(self.with_room(self.keep(f"stack_take(S, {end})"), list_type), list_type)

    def call_groupby(self, node: ast.Call) -> Value:
        raise self.refuse(node, "groupby() can be compiled only in the head of a loop", "write a loop over it")

    call_takewhile = call_dropwhile = call_starmap = collected
    call_from_iterable = call_combinations = call_permutations = call_product = collected

    # Combinations -----------------------------------------------------------------------------------------------------
    def loop_combinations(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the combinations of some items, in the order of itertools."""
        self.loop_choices(source, body, stop, "combination")

    def loop_permutations(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the permutations of some items, in the order of itertools."""
        self.loop_choices(source, body, stop, "permutation")

    def loop_choices(self, source: ast.Call, body: Body, stop: str, what: str) -> None:
        """Write a loop over combinations, permutations or products of one list.

        If their length is not constant, each is a packed tuple.
        """
        row = self.pool(source.args[0])
        size = source.args[1] if len(source.args) > 1 else self.keyword(source, "repeat")
        is_static, number = self.static(size) if size else (False, None)
        if size is None:  # permutations of all items
            count = self.keep(f"S[{row.code} + 1]")
        else:
            count = str(number) if is_static else self.fixed(self.whole(self.value(size), source))
        self.make()
        first = "first_product" if what == "product" else "first_combination"
        indices = self.keep(f"{first}(S, S[{row.code} + 1], {count})")
        more = self.keep(f"1 if S[{indices} + 1] == {count} and S[ERROR] == 0 else 0")
        with self.indented(self.head(f"{more}", stop)):
            if is_static and isinstance(number, int):
                codes = [self.keep(f"S[{row.code} + 2 + S[{indices} + {2 + place}]]") for place in range(number)]
                chosen: Value | Several = [Value(code, row.type.elements) for code in codes]
            else:
                top = self.keep("S[TOP]")
                items = self.keep(f"take_items(S, {row.code}, {indices})")
                chosen = self.list_as_tuple(Value(items, self.copied(LIST, size or source.args[0], row.type)), source)
                if chosen.type.only(TUPLE):
                    self.write(f"S[TOP] = {top}")
            # In front of the body, which may `continue`.
            self.write(f"{more} = next_{what}(S, {indices}, S[{row.code} + 1]) if S[ERROR] == 0 else 0")
            body(chosen)

    def pool(self, node: ast.expr) -> Value:
        """Return a list of the items of an iterable that stays what it is while a loop runs."""
        row = self.as_list(node)
        self.make()
        return row._replace(code=self.keep(f"copy_list(S, {row.code})"))

    def loop_product(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write nested loops over all tuples of a product."""
        repeat = self.keyword(source, "repeat")
        is_static, times = self.static(repeat) if repeat else (True, 1)
        if not is_static:
            if len(source.args) != 1:
                what = "product() of several lists, repeated by a number that varies, can't be compiled"
                raise self.refuse(source, what, "repeat one list, of combined items")
            self.loop_choices(source, body, stop, "product")
            return
        rows = self.several(source.args, self.pool) * times
        self.nested(rows, [], source, body, stop)

    def nested(self, rows: list[Value], items: Several, node: ast.expr, body: Body, stop: str) -> None:
        if not rows:
            body(items)
            return

        def inner(item: Value | Several) -> None:
            self.nested(rows[1:], [*items, self.single(item, node)], node, body, stop)

        self.loop_row(rows[0], node, inner, stop)
