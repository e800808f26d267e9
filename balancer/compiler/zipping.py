"""Code of loops over several iterables at once, zip() and zip_longest(), and over one in another way."""

from __future__ import annotations

import ast

from balancer.compiler.builtin_names import call_of
from balancer.compiler.classes import item_names, operator_method
from balancer.compiler.cursors import Cursors
from balancer.compiler.emitter import Several, Value
from balancer.compiler.hashing import Body
from balancer.compiler.iterator_reads import ITERATORS
from balancer.compiler.kinds import DICT, LIST, OBJECT, SET, TUPLE, Type
from balancer.compiler.stepping import Cursor


class Zipping(Cursors):
    """Writes the code of loops over several iterables at once."""

    def loop_zip(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over several iterables at once; some of them, but not all, may have no end."""
        if any(isinstance(each, ast.Starred) for each in source.args):
            self.loop_columns(source, body, stop)
            return
        strict = [each.value for each in source.keywords if each.arg == "strict"]
        is_strict = bool(strict) and self.static(strict[0]) == (True, True)
        endless = list(map(self.is_endless, source.args))
        if all(endless) or (is_strict and any(endless)):
            raise self.refuse(source, "this zip() without an end can't be compiled", "write range(...)")
        lazy = [place for place, each in enumerate(source.args) if self.is_lazy(each)]
        if len(lazy) == 1 and not is_strict:
            self.loop_zip_lazily(source, lazy[0], body, stop)
            return
        several = [source.args[place] for place in lazy if not self.is_stepped(source.args[place])]
        if any(self.is_generator(part) or self.is_stepped(part) for each in several for part in ast.walk(each)):  # type: ignore[arg-type]
            raise self.refuse(source, "zip() of several generators can't be compiled", "write list(...) around one")
        number = self.keep("0")
        cursors = [self.cursor(each, number) for each in source.args]
        rows = [row for cursor in cursors for row in cursor.rows]
        is_plain = not is_strict and not any(cursor.find for cursor in cursors)
        head = " and ".join(cursor.test for cursor in cursors) if is_plain else "S[ERROR] == 0"
        with self.indented(self.head(head, stop)), self.within_loop(source, *rows):
            items = []
            for place, cursor in enumerate(cursors):
                if not is_plain:
                    self.break_at_end(cursor, cursors[1:] if is_strict and place == 0 else [], is_error=is_strict)
                items.append(cursor.take())
            self.write(f"{number} = {number} + 1")
            body(items)

    def break_at_end(self, cursor: Cursor, others: list[Cursor], *, is_error: bool = False) -> None:
        """Write the end of a loop where a cursor has no more items; a flag is raised where one of others has any.

        is_error: there must be another item, unless `others` are given.
        """
        if cursor.find:
            cursor.find()
        with self.indented(f"if not ({cursor.test}):"):
            for other in others:
                if other.find:
                    other.find()
                self.fail_if(other.test, "LENGTH")
            if is_error and not others:
                self.write("fail(S, ErrorFlag.LENGTH)")
            self.write("break")

    def loop_zip_lazily(self, source: ast.Call, lazy: int, body: Body, stop: str) -> None:
        """Write a loop over several iterables; the items of one are made one by one."""
        number, ends = self.keep("0"), self.keep("0")
        cursors = [self.cursor(each, number) for place, each in enumerate(source.args) if place != lazy]
        rows = [row for cursor in cursors for row in cursor.rows]
        items: dict[int, Value] = {}
        names = [self.keep("0") for _ in cursors[:lazy]]  # of items that Python takes before the other is made

        def take(places: range) -> None:
            """Write the taking of items, or the end of the loop at the first iterable that has no more."""
            for place in places:
                cursor = cursors[place]
                with self.indented(f"if {ends} == 0:"):
                    if cursor.find:
                        cursor.find()
                    with self.indented(f"if not ({cursor.test}):"):
                        self.write(f"{ends} = 1")
                    if place < lazy:
                        with self.indented("else:"):
                            items[place] = cursor.take()
                            self.write(f"{names[place]} = {items[place].code}")
                            items[place] = items[place]._replace(code=names[place])

        def pair(item: Value | Several) -> None:
            value = self.steady(self.single(item, source))
            take(range(lazy, len(cursors)))
            with self.indented(f"if {ends} == 0:"):
                before = [self.steady(items[place])._replace(code=self.keep(names[place])) for place in range(lazy)]
                after = [cursor.take() for cursor in cursors[lazy:]]
                self.write(f"{number} = {number} + 1")
                body([*before, value, *after])
                if stop:
                    with self.indented(f"if {stop}:"):
                        self.write(f"{ends} = 1")
                take(range(lazy))

        take(range(lazy))
        with self.indented(f"while {ends} == 0:"), self.within_loop(source, *rows):
            self.loop(source.args[lazy], pair, ends)
            self.write("break")

    def loop_columns(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the columns of a list of lists (`zip(*rows)`); a column is a list."""
        if len(source.args) > 1 or source.keywords or not isinstance(source.args[0], ast.Starred):
            raise self.refuse(source, "this zip() can't be compiled", "write zip(*rows), with nothing else in it")
        rows = self.steady(self.as_list(source.args[0].value))
        if self.items_in_each(rows.type.elements) or rows.type.elements.is_text:
            item = ast.copy_location(ast.Name("row", ast.Load()), source)
            lists = self.items_of_rows(rows, call_of(list, [item], source), source, 1)
            rows = self.steady(self.as_list(lists))
        if rows.type.elements.kinds and not rows.type.elements.only(LIST):
            raise self.refuse(source, f"zip() of {rows.type.elements} can't be compiled", "write lists")
        self.make()
        place = self.place_here(source, "column")
        place.mark(tuple)
        if rows.type.elements.place:
            self.program.copied(rows.type.elements.place.elements, place.elements)
        column_type = Type(frozenset((LIST,)), place.root())
        columns = self.container(LIST, source.args[0], column_type)
        self.loop_row(Value(self.keep(f"turned_rows(S, {rows.code})"), columns), source, body, stop)

    def columns_of_tuples(self, source: ast.expr, count: int) -> list[Value] | None:
        """Return the columns of `zip(*rows)` where rows are tuples, whose items may be of several kinds; else None."""
        if self.builtin(source) != "zip" or not isinstance(source, ast.Call) or source.keywords:
            return None
        if len(source.args) > 1 or not isinstance(source.args[0], ast.Starred):
            return None
        rows = self.steady(self.as_list(source.args[0].value))
        if self.items_in_each(rows.type.elements) != count:
            return None
        self.fail_if(f"S[{rows.code} + 1] == 0", "LENGTH")
        columns = []
        for place in range(count):
            name, number = (
                ast.copy_location(ast.Name("row", ast.Load()), source),
                ast.copy_location(ast.Constant(place), source),
            )
            item = ast.copy_location(ast.Subscript(name, number, ast.Load()), source)
            column = self.as_list(self.items_of_rows(rows, item, source, place))
            column.type.sure_place.mark(tuple)
            columns.append(self.steady(column))
        return columns

    def items_in_each(self, row_type: Type) -> int:
        """Return the number of items of tuples of a type, which may be stored as objects; 0 for other types."""
        if row_type.only(OBJECT):
            return len(item_names(row_type.record))
        return len(row_type.shape.root().fields) if row_type.only(TUPLE) and row_type.shape else 0

    def items_of_rows(self, rows: Value, item: ast.expr, source: ast.Call, place: int = 0) -> ast.GeneratorExp:
        """Return what makes an item of each row, which is called `row` in it; place: of this among several."""
        part = ast.comprehension(
            ast.copy_location(ast.Name("row", ast.Store()), source), self.named(rows, source, "rows"), [], 0
        )
        items = ast.copy_location(ast.GeneratorExp(item, [part]), source)
        parts = [items, *(each for each in ast.walk(item) if isinstance(each, ast.expr))]
        for number, each in enumerate(parts, 1):  # which have places of their own
            each.col_offset = -1000 * (10 * place + number) - source.col_offset
        return items

    def loop_zip_longest(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over several iterables at once, until the longest ends; others are padded."""
        fill = self.keyword(source, "fillvalue") or ast.copy_location(ast.Constant(None), source)
        number = self.keep("0")
        cursors = [self.cursor(each, number) for each in source.args]
        padding = self.steady(self.value(fill))
        lasting = [self.keep("1") for _ in cursors]  # whether each iterable has not ended
        rows = [row for cursor in cursors for row in cursor.rows]
        with self.indented(self.head("S[ERROR] == 0", stop)), self.within_loop(source, *rows):
            items = []
            for place, (cursor, lasts) in enumerate(zip(cursors, lasting, strict=True)):
                cell = self.cell_here(source, f"longest {place}")
                name = self.keep("0")
                with self.indented(f"if {lasts}:"):
                    if cursor.find:
                        cursor.find()
                    self.set_truth(lasts, cursor.test)
                with self.indented(f"if {lasts}:"):
                    item = cursor.take()
                    cell.absorb(item.type)
                    item_type = cell.absorb(padding.type)
                    self.write(f"{name} = {self.fit(item, item_type)}")
                with self.indented("else:"):
                    self.write(f"{name} = {self.fit(padding, item_type)}")
                items.append(Value(name, cell.type))
            with self.indented(f"if {' and '.join(f'{lasts} == 0' for lasts in lasting)}:"):
                self.write("break")
            self.write(f"{number} = {number} + 1")
            body(items)

    def loop_pairwise(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over each item with the next one."""
        cell = self.cell_here(source, "pair")
        last, is_begun = self.keep("0"), self.keep("0")

        def pair(item: Value | Several) -> None:
            value = self.steady(self.single(item, source))
            cell.absorb(value.type)
            first = Value(self.keep(last), cell.type)
            self.write(f"{last} = {self.fit(value, cell.type)}")
            with self.indented(f"if {is_begun}:"):
                body([first, value])
            with self.indented("else:"):
                self.write(f"{is_begun} = 1")

        self.loop(source.args[0], pair, stop)

    def loop_reversed(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop from the last item to the first."""
        is_plain = isinstance(source.args[0], ast.Name | ast.Attribute)
        for kind in self.classes_among(self.value(source.args[0])) if is_plain else ():
            if operator_method(kind, "__reversed__"):
                raise self.refuse(source, f"`__reversed__` of {kind.__name__} can't be compiled", "write a method")
        if self.builtin(source.args[0]) in ITERATORS:
            raise self.refuse(source, "an iterator can't be reversed", "write reversed(list(...))")
        row = self.sequence(source.args[0])
        row = row._replace(code=self.keep(row.code))  # since the turns may set the name of the list again
        if row.type.has(SET):
            raise self.refuse(source, "a set can't be reversed", "write sorted(...)")
        length, width = self.keep(f"S[{row.code} + 1]"), 2 if row.type.has(DICT) else 1
        number = self.keep(length)
        rows = [] if row.type.has(DICT) else [row]
        with self.indented(self.head(f"{number} > 0", stop)), self.within_loop(source, *rows):
            self.write(f"{number} = {number} - {width}")
            if row.type.has(DICT):
                self.fail_if(f"S[{row.code} + 1] != {length}", "CHANGED")
            with self.indented(f"if {number} >= S[{row.code} + 1]:"):  # the list has become shorter
                self.write("break")
            item_type = row.type.iterated
            body(Value(self.keep(f"S[{row.code} + 2 + {number}]"), item_type))
