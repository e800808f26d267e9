"""Arguments of calls with `*` or `**` before them, written one by one."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from balancer.compiler.builtin_names import call_of
from balancer.compiler.classes import item_names
from balancer.compiler.collection_types import CollectionTypes
from balancer.compiler.emitter import Value
from balancer.compiler.kinds import OBJECT, TUPLE
from balancer.compiler.signatures import FUNCTIONS

TAKES_STARS = frozenset(["chain", "print", "zip", "zip_longest"])  # functions of Python that take any iterables


class Spreading(CollectionTypes):
    """Writes the code of arguments that a call takes from a list, a tuple or a dict."""

    def call_builtin(self, name: str, node: ast.Call) -> Value:
        """Return the result of a Python function, whose arguments may have `*` before them."""
        if has_star(node.args) and name in {"max", "min"}:
            rows = [self.value(ast.copy_location(ast.List(node.args, ast.Load()), node))]
            self.fail_if(f"S[{rows[0].code} + 1] < 2", "LENGTH")  # a single argument must be iterable
            node = ast.copy_location(ast.Call(node.func, self.all_named(rows, [node], "row"), node.keywords), node)
        elif has_star(node.args) and name not in TAKES_STARS:
            node = self.spread(node, 0, len(node.args))
            self.arrange(FUNCTIONS.get(name), node)
        return super().call_builtin(name, node)

    def spread(
        self, node: ast.Call, least: int, most: int, defaults: Sequence[ast.expr] = (), *, takes_more: bool = False
    ) -> ast.Call:
        """Return a call without `*`; a list of another length than needed raises a flag.  NotCompilable.

        least, most: how many positional arguments the call needs, those left out that it names.  defaults: of those
        that it need not have.  takes_more: what is beyond them stays one argument with `*` before it, the last one.
        """
        keywords = node.keywords
        stars = [place for place, each in enumerate(node.args) if isinstance(each, ast.Starred)]
        if not stars:
            return ast.copy_location(ast.Call(node.func, node.args, keywords), node)
        lead, middle, trail = node.args[: stars[0]], node.args[stars[0] : stars[-1] + 1], node.args[stars[-1] + 1 :]
        lead = self.all_named(self.several(lead), lead, "lead")
        items = self.items_of_tuple(middle[0]) if len(middle) == 1 else None
        if items is not None:
            return ast.copy_location(ast.Call(node.func, [*lead, *items, *trail], keywords), node)
        if takes_more:
            middle, trail = [*middle, *trail], []
        row = self.all_named([self.value(ast.copy_location(ast.List(middle, ast.Load()), middle[0]))], middle, "row")[0]
        count = max(0, most - len(lead) - len(trail))
        if least < most and len(defaults) == most - least and not trail and not takes_more:
            optional = [None] * least + [*defaults]
            arguments = self.items_or_defaults(row, optional[len(lead) :])
            return ast.copy_location(ast.Call(node.func, [*lead, *arguments], keywords), node)
        if least < most or len(lead) + len(trail) > (len(lead) if takes_more else most):
            what = "`*` before a list can't be compiled in a call whose number of arguments varies"
            raise self.refuse(node, what, "write the arguments one by one")
        self.fail_if(f"S[{self.value(row).code} + 1] {'<' if takes_more else '!='} {count}", "LENGTH")
        arguments = [*lead, *(item_of(row, place) for place in range(count)), *trail]
        if takes_more:
            rest = ast.Subscript(row, ast.Slice(ast.Constant(count), None, None), ast.Load())
            arguments.append(ast.fix_missing_locations(ast.copy_location(ast.Starred(rest, ast.Load()), row)))
        return ast.copy_location(ast.Call(node.func, arguments, keywords), node)

    def items_or_defaults(self, row: ast.expr, defaults: Sequence[ast.expr | None]) -> list[ast.expr]:
        """Return items of a list, or defaults where it is too short; without them, or too long, it raises a flag."""
        length = f"S[{self.value(row).code} + 1]"
        self.fail_if(f"{length} < {defaults.count(None)} or {length} > {len(defaults)}", "LENGTH")
        items: list[ast.expr] = []
        for place, default in enumerate(defaults):
            item = item_of(row, place)
            if default is not None:
                is_there = ast.Compare(ast.Constant(place), [ast.Lt()], [call_of(len, [row], row)])
                item = ast.fix_missing_locations(ast.copy_location(ast.IfExp(is_there, item, default), row))
                item.col_offset = -2000 * (row.col_offset + 1) - place  # a place of its own
            items.append(item)
        return items

    def items_of_tuple(self, starred: ast.expr) -> list[ast.expr] | None:
        """Return the items of a tuple of fixed length with `*` before it, as expressions; None for other iterables."""
        assert isinstance(starred, ast.Starred)  # noqa: S101
        if self.is_lazy(starred.value):
            return None
        value = self.steady(self.value(starred.value))
        if value.type.only(OBJECT) and item_names(value.type.record):
            rows = [self.item_of_row(value, place, starred) for place in range(len(item_names(value.type.record)))]
            return self.all_named(rows, [starred] * len(rows), "item")
        shape = value.type.shape and value.type.shape.root()
        if not value.type.only(TUPLE) or shape is None or shape.least < len(shape.fields):
            return None
        items = self.items(value, starred)
        return self.all_named(items, [starred] * len(items), "item")

    def all_named(self, values: Sequence[Value], nodes: Sequence[ast.expr], role: str) -> list[ast.expr]:
        """Return new names of values, as expressions."""
        pairs = enumerate(zip(values, nodes, strict=False))
        return [self.named(self.steady(value), node, f"{role}{place}") for place, (value, node) in pairs]

    def with_names(self, node: ast.Call) -> ast.Call:
        """Return a call in which constant dicts and displays with `**` before them are arguments with names.

        Another dict gets a name, as an expression; there may be one, which is the last argument.
        """
        keywords: list[ast.keyword] = []
        for keyword in node.keywords:
            source = keyword.value
            is_static, constant = self.static(source)
            if keyword.arg is not None:
                keywords.append(keyword)
            elif is_static and isinstance(constant, dict):
                pairs = constant.items()
                keywords += [ast.keyword(name, ast.copy_location(ast.Constant(each), source)) for name, each in pairs]
            elif isinstance(source, ast.Dict) and all(isinstance(each, ast.Constant) for each in source.keys):
                keywords += [
                    ast.keyword(name.value, value)  # type: ignore[union-attr]
                    for name, value in zip(source.keys, source.values, strict=True)
                ]
            elif keyword is node.keywords[-1]:
                keywords.append(keyword)
            else:
                raise self.refuse(source, "`**` before other arguments can't be compiled", "write it behind them")
        return ast.copy_location(ast.Call(node.func, node.args, keywords), node)

    def taken_from(
        self, source: ast.expr, names: Sequence[str], defaults: Mapping[str, Value], *, is_open: bool
    ) -> dict[str, Value]:
        """Return the values of parameters in a dict with `**` before it, or their defaults.

        is_open: other keys are allowed, too.  A key that is no parameter raises a flag, as does one that is missing.
        """
        values, count = {}, self.keep("0")
        here = ast.copy_location(ast.Pass(), source)
        for place, name in enumerate(names):
            here.col_offset = -1000 * (source.col_offset + 1) - place  # a place of its own
            key = ast.Constant(name)
            entry: ast.expr = ast.Subscript(source, key, ast.Load())
            is_there = ast.Compare(key, [ast.In()], [source])
            if name in defaults:
                default = self.named(defaults[name], source, f"default_{name}")
                entry = ast.IfExp(is_there, entry, default)
            parts = [ast.fix_missing_locations(ast.copy_location(each, here)) for each in (entry, is_there)]
            values[name] = self.steady(self.value(parts[0]))
            self.write(f"{count} = {count} + ({self.condition(parts[1])})")
        if not is_open:
            self.fail_if(f"{count} != {self.value(call_of(len, [source], source)).code}", "LENGTH")
        return values

    def dict_of_more(
        self, more: Mapping[str, Value], dicts: Sequence[ast.expr], names: Sequence[str], node: ast.Call
    ) -> Value:
        """Return the dict of `**kwargs`: arguments that no parameter takes, and entries of `dicts` with other names."""
        keys: list[ast.expr | None] = [*(None for _ in dicts), *map(ast.Constant, more)]
        display = ast.Dict(keys, [*dicts, *(self.named(value, node, f"more_{name}") for name, value in more.items())])
        value = self.value(ast.fix_missing_locations(ast.copy_location(display, node)))
        if dicts and names:
            row = self.named(value, node, "more")
            for name in names:
                pop = ast.Call(ast.Attribute(row, "pop", ast.Load()), [ast.Constant(name), ast.Constant(None)], [])
                self.value(ast.fix_missing_locations(ast.copy_location(pop, node)))
        return value


def item_of(row: ast.expr, place: int) -> ast.expr:
    """Return the item of a list at a place, as an expression."""
    return ast.fix_missing_locations(ast.copy_location(ast.Subscript(row, ast.Constant(place), ast.Load()), row))


def has_star(nodes: Sequence[ast.expr]) -> bool:
    """Return whether one of several expressions is starred."""
    return any(isinstance(node, ast.Starred) for node in nodes)
