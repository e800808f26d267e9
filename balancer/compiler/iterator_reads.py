"""Iterators that compiled games read at once, where Python reads them item by item.

    pairs = zip(xs, ys)             sum(map(f, xs))             for i, x in enumerate(y for y in xs if y > self.low):

The last two are read as Python does.  Of the others compiled games make a list: of an iterator that is kept in a name,
handed to a function, or read by another one.  That has the same result if the iterator is used up once, throws no dice,
changes nothing, and if nothing that it reads changes before it is used up.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable
from typing import Any

from balancer.compiler.effects import COMPREHENSIONS, EffectFinder, names_in
from balancer.compiler.using_up import REPEATING

READ_ITEM_BY_ITEM = {  # while what reads them is
    *("map", "filter", "accumulate", "islice", "from_iterable", "takewhile", "dropwhile", "starmap", "filterfalse"),
    "enumerate",
}
READ_BEFORE = {  # what lies in them is read first
    *("zip", "pairwise", "reversed", "groupby", "chain", "zip_longest", "compress", "cycle"),
}
READ_AHEAD = {"chain"}  # its items are read first
ITERATORS = {*READ_ITEM_BY_ITEM, *READ_BEFORE, "combinations", "permutations", "product", "count", "iter"}
CONSUMERS = {
    *("sum", "any", "all", "list", "tuple", "set", "frozenset", "sorted", "min", "max", "next", "Counter", "dict"),
    *(
        "deque",
        "defaultdict",
        "Pile",
        "product",
        "combinations",
        "permutations",
        "reduce",
        "iter",
        "prod",
        "len",
        "gcd",
        "lcm",
        "nlargest",
        "nsmallest",
    ),
}
VIEWS = {"items", "keys", "values"}
READING_METHODS = {
    *("extend", "extendleft", "update", "union", "intersection", "difference", "symmetric_difference", "issubset"),
    *("issuperset", "isdisjoint", "difference_update", "intersection_update", "join", "choose", "fromkeys", "say"),
    *("symmetric_difference_update", "subtract"),
}
MAX_CALLS = 3  # through which an iterator is followed

Function = ast.FunctionDef | ast.Lambda
Uses = list[tuple[ast.AST, list[ast.AST]]]  # code that runs before an iterator is used up, with the function around it


class KeptError(Exception):
    """An iterator is used later, or more often, than compiled games can tell."""


class IteratorReads:
    """Finds iterators of one function that compiled games would read otherwise than Python."""

    def __init__(
        self,
        function: Function,
        finder: EffectFinder,
        builtin: Callable[[ast.expr], str],
        stepped: Collection[str] = (),
    ) -> None:
        """Receive the effects of the file, and a function that returns the name of the built-in function in a call.

        stepped: the names of iterators that are read in several steps, which are checked where they are assigned.
        """
        self.function, self.finder, self.builtin, self.stepped = function, finder, builtin, stepped
        self.parents = {child: parent for parent in ast.walk(function) for child in ast.iter_child_nodes(parent)}

    def misread(self) -> list[ast.expr]:
        """Return the iterators that are read otherwise."""
        nodes = [each for each in ast.walk(self.function) if isinstance(each, ast.expr)]
        return [each for each in nodes if self.is_iterator(each) and not self.is_alike(each)]

    def is_iterator(self, node: ast.expr) -> bool:
        """Return whether an expression makes an iterator, or a view of a dict."""
        is_own = "elements" in self.finder.by_name
        match node:
            case ast.Call(func=ast.Attribute(attr="elements"), args=[]) if not is_own:  # of a Counter
                return True
        return isinstance(node, ast.GeneratorExp) or self.builtin(node) in ITERATORS or self.is_view(node)

    def is_made_by_rules(self, node: ast.expr) -> bool:
        """Return whether code of the rules computes each item of an iterator."""
        return isinstance(node, ast.GeneratorExp) or self.builtin(node) in {"map", "filter"}

    def is_view(self, node: ast.expr) -> bool:
        """Return whether an expression makes a view of a dict."""
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args
        return is_method and node.func.attr in VIEWS - {*self.finder.by_name}  # type: ignore[attr-defined]

    def is_asked(self, node: ast.expr, parent: ast.IfExp | ast.BoolOp) -> bool:
        """Return whether an iterator, always true in Python, decides what an expression is."""
        tested = parent.values[:-1] if isinstance(parent, ast.BoolOp) else [parent.test]
        return node in tested and not self.is_view(node)

    def is_alike(self, node: ast.expr) -> bool:
        """Return whether an iterator is read item by item where it stands, or may as well be read at once."""
        if self.is_chained(self.parents.get(node)):
            return True
        try:
            uses = self.uses_of(node, 0)
        except KeptError:
            return False
        if uses is None:
            return True
        if not names_in([node]).isdisjoint(self.stepped):
            return False
        of_items = self.finder.of([node], self.function)
        if not of_items.is_known or of_items.writes:
            return False
        loaded = names_in([node]) - stored_in([node], in_comprehensions=True)
        for function, nodes in uses:
            of_uses = self.finder.of(nodes, function, loaded)
            if not of_uses.is_known or of_uses.writes & of_items.reads or loaded & stored_in(nodes):
                return False
        return True

    def uses_of(self, node: ast.expr, calls: int) -> Uses | None:
        """Return code that runs while Python reads an iterator; None: compiled games read it in the same way."""
        parent, name = self.parents.get(node), ""
        is_chain = isinstance(node, ast.Call) and self.builtin(node) in READ_AHEAD
        if is_chain and any(self.is_made_by_rules(each) for each in node.args):  # type: ignore[attr-defined]
            is_chain = False  # it is read item by item
        uses: Uses | None = None
        match parent:
            case ast.For(iter=source) | ast.comprehension(iter=source) if source is node:
                uses = self.statement_of(node) if is_chain else None
            case ast.Call() | ast.keyword():
                uses = self.uses_in_call(node, parent, calls)
            case ast.YieldFrom() | ast.Compare(ops=[ast.In() | ast.NotIn()]):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]) if name in self.stepped:
                pass
            case ast.Assign(targets=[ast.Name(id=name)]):
                uses = self.uses_of_name(node, parent, name, calls)
            case ast.AugAssign(target=target):
                self.check_growth(target, node)
            case ast.IfExp() | ast.BoolOp() if not self.is_asked(node, parent):
                self.uses_of(parent, calls)
                uses = self.statement_of(node)
            case ast.Starred() | ast.Assign(targets=[ast.Tuple() | ast.List() | ast.Subscript(slice=ast.Slice())]):
                pass
            case ast.BinOp() | ast.Compare() if self.is_view(node) and node.func.attr != "values":  # type: ignore[attr-defined]
                pass
            case ast.Return() if self.returns_iterators() and not self.is_handed_out(node):
                pass  # the calls of the function are checked
            case _:
                raise KeptError
        return uses

    def is_chained(self, node: ast.AST | None) -> bool:
        """Return whether a node is a generator each of whose items is read before the next one is made."""
        call = self.parents.get(node) if isinstance(node, ast.GeneratorExp) else None
        return isinstance(call, ast.Call) and self.builtin(call) == "from_iterable"

    def is_handed_out(self, node: ast.expr) -> bool:
        """Return whether an iterator that a function returns may be kept by who calls it."""
        is_iter = getattr(self.function, "name", "") == "__iter__"  # which loops call
        return self.builtin(node) in {"cycle", "count", *(() if is_iter else ("iter",))}

    def returns_iterators(self) -> bool:
        """Return whether a function does nothing but return iterators, as a generator does."""
        nodes = list(ast.walk(self.function))
        is_simple = isinstance(self.function, ast.FunctionDef) and self.function.name in self.finder.by_name
        is_simple = is_simple and not any(isinstance(each, ast.FunctionDef | ast.Lambda) for each in nodes[1:])
        values = [each.value for each in nodes if isinstance(each, ast.Return)]
        return is_simple and all(
            value is not None and self.is_iterator(value) and not self.is_view(value) for value in values
        )

    def uses_in_call(self, node: ast.expr, parent: ast.AST, calls: int) -> Uses | None:
        """Return code that runs while a function reads an iterator that is handed to it."""
        call = self.parents[parent] if isinstance(parent, ast.keyword) else parent
        assert isinstance(call, ast.Call)  # noqa: S101
        name, function = self.builtin(call), call.func
        if name in READ_ITEM_BY_ITEM:
            return None
        if name in READ_AHEAD and self.is_made_by_rules(node):
            return None
        if name in READ_BEFORE:
            return self.statement_of(node)
        if name in CONSUMERS:
            given = [each.value for each in call.keywords if not isinstance(each.value, ast.Constant)]
            is_read_first = name in {"nlargest", "nsmallest"}
            is_read_first |= name in {"min", "max"} and not isinstance(node, ast.GeneratorExp)
            return [(self.function, [*given])] if given and is_read_first else None
        if self.reads_at_once(function):
            return None
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if name in self.finder.by_name:
            return self.uses_by_function(node, call, name, calls)
        if isinstance(function, ast.Attribute) and name in READING_METHODS:
            self.check_growth(function.value, node)
            return None
        raise KeptError

    def reads_at_once(self, function: ast.expr) -> bool:
        """Return whether a function is of a module whose functions read an iterator at once."""
        named: Any = self.finder.scope.get(getattr(function, "id", ""))
        if isinstance(function, ast.Attribute):
            named = getattr(self.finder.scope.get(ast.unparse(function.value)), function.attr, None)
        return getattr(named, "__module__", "") in {"collections", "math", "statistics"}

    def check_growth(self, target: ast.expr, node: ast.expr) -> None:
        """Raise KeptError where an iterator reads the list that its items join."""
        attributes = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
        own = {each.attr for each in ast.walk(target) if isinstance(each, ast.Attribute)}
        is_read = own & attributes if own else names_in([target]) & names_in([node])
        if is_read:
            raise KeptError

    def uses_of_name(self, node: ast.expr, assignment: ast.Assign, name: str, calls: int) -> Uses | None:
        """Return code that runs before an iterator in a name is used up."""
        nodes = [each for each in ast.walk(self.function) if isinstance(each, ast.Name) and each.id == name]
        loads = [each for each in nodes if isinstance(each.ctx, ast.Load)]
        arguments = self.function.args
        parameters = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        if len(nodes) - len(loads) > 1 or name in parameters:
            raise KeptError
        if self.is_view(node):
            holder = node.func.value  # type: ignore[attr-defined]
            is_new = self.builtin(holder) in {"Counter", "dict", "defaultdict"} or isinstance(holder, ast.DictComp)
            body = self.function.body
            return None if is_new else [(self.function, [*body] if isinstance(body, list) else [body])]
        if len(loads) != 1:
            raise KeptError
        block = block_around(assignment, self.parents[assignment])
        later = block[block.index(assignment) + 1 :]
        return self.uses_before(loads[0], later, calls)

    def uses_before(self, load: ast.Name, later: list[ast.stmt], calls: int) -> Uses:
        """Return code that runs before a name is used up that one of some statements reads."""
        for number, statement in enumerate(later):
            if load in set(ast.walk(statement)):
                if not self.is_run_once(load, statement):
                    raise KeptError
                uses = self.uses_of(load, calls) or []
                return [(self.function, [*later[:number]]), *self.statement_of(load), *uses]
        raise KeptError

    def uses_by_function(self, node: ast.expr, call: ast.Call, name: str, calls: int) -> Uses:
        """Return code that runs before functions of the file use up an iterator that is handed to them."""
        uses = self.statement_of(node)
        if calls == MAX_CALLS or any(isinstance(each, ast.Starred) for each in call.args):
            raise KeptError
        for function in self.finder.by_name[name]:
            names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
            is_bound = isinstance(call.func, ast.Attribute) and names[:1] == ["self"]
            keyword = next((each.arg for each in call.keywords if each.value is node), None)
            place = call.args.index(node) + is_bound if keyword is None else 0
            if keyword is None and place >= len(names):
                raise KeptError
            uses += IteratorReads(function, self.finder, self.builtin).uses_of_parameter(
                keyword or names[place], calls + 1
            )
        return uses

    def uses_of_parameter(self, name: str, calls: int) -> Uses:
        """Return code that runs before an iterator is used up that is handed to the function by a name."""
        body = self.function.body
        nodes = [each for each in ast.walk(self.function) if isinstance(each, ast.Name) and each.id == name]
        loads = sorted((each for each in nodes if isinstance(each.ctx, ast.Load)), key=_place_of)
        stores = sorted((each for each in nodes if not isinstance(each.ctx, ast.Load)), key=_place_of)
        if not isinstance(body, list) or not loads:
            raise KeptError
        if len(loads) > 1 or stores:  # as in `row = sorted(row)`, after which the name is a list
            statement = self.parents.get(stores[0]) if stores else None
            is_first = isinstance(statement, ast.Assign) and statement in body and loads[0] in ast.walk(statement)
            if not is_first or loads[0] in statement.targets or self.is_read_again(loads[1:], statement):  # type: ignore[union-attr, arg-type]
                raise KeptError
        return self.uses_before(loads[0], body, calls)

    def is_read_again(self, loads: list[ast.Name], statement: ast.stmt) -> bool:
        """Return whether one of some names is read within a statement, or before it."""
        inside = set(ast.walk(statement))
        return any(load in inside or _place_of(load) < _place_of(statement) for load in loads)

    def is_run_once(self, load: ast.AST, statement: ast.stmt) -> bool:
        """Return whether a statement reads a name once: in no loop within it but as what that runs over."""
        child, parent = load, self.parents[load]
        while child is not statement:
            if isinstance(parent, ast.comprehension):
                whole = self.parents[parent]
                assert isinstance(whole, COMPREHENSIONS)  # noqa: S101
                if parent.iter is not child or parent is not whole.generators[0]:
                    return False
                parent = whole
            elif isinstance(parent, REPEATING) and getattr(parent, "iter", None) is not child:
                return False
            child, parent = parent, self.parents.get(parent, parent)
        return True

    def statement_of(self, node: ast.AST) -> Uses:
        """Return the code of the statement around an expression that may run while that is read."""
        statement, nodes = node, list[ast.AST]()
        while not isinstance(statement, ast.stmt) and statement in self.parents:
            statement = self.parents[statement]
        match statement:
            case ast.For(iter=source, body=body, orelse=orelse) if node in ast.walk(source):
                nodes = [source, *body, *orelse]
            case ast.If(test=part) | ast.While(test=part) | ast.Match(subject=part) | ast.Assign(value=part):
                nodes = [part]
            case _:
                nodes = [statement]
        return [(self.function, nodes)]


def block_around(statement: ast.stmt, parent: ast.AST) -> list[ast.stmt]:
    """Return the block of a parent in which a statement stands."""
    blocks = [getattr(parent, name, None) for name in ("body", "orelse", "finalbody")]
    return next((block for block in blocks if isinstance(block, list) and statement in block), [statement])


def _place_of(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def stored_in(nodes: Iterable[ast.AST], *, in_comprehensions: bool = False) -> set[str]:
    """Return the names that code sets; in_comprehensions: with those that only comprehensions have."""
    stored: set[str] = set()
    for node in nodes:
        inner = {
            id(name) for part in ast.walk(node) if isinstance(part, ast.comprehension) for name in ast.walk(part.target)
        }
        stored |= {
            each.id
            for each in ast.walk(node)
            if isinstance(each, ast.Name)
            and not isinstance(each.ctx, ast.Load)
            and (in_comprehensions or id(each) not in inner)
        }
    return stored
