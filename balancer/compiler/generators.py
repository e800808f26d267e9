"""Generators that call themselves, rewritten to functions that return lists; all others are written in place.

    def near(self, n):                   def near(self, n):
        for step in (-1, 1):                 yielded = []
            yield n + step          →        for step in (-1, 1):
                                                 yielded.append(n + step)
                                             return yielded

A generator and the code that uses its items take turns.  To run them in order has the same result if the
generator changes nothing, its items are used up at once, and that code changes no attribute that the generator reads.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

YIELDED = "yielded"
CONSUMERS = {
    *("sum", "any", "all", "list", "tuple", "set", "frozenset", "sorted", "min", "max", "next", "Counter", "dict"),
    "enumerate",
}
TAKERS = {"extend", "extendleft", "update"}  # methods that use up an iterable before they return
FRESH = {"list", "set", "dict", "deque", "Counter", "defaultdict", "sorted", "Pile"}
MUTATORS = {
    *("append", "add", "pop", "extend", "insert", "remove", "discard", "update", "setdefault", "clear", "popleft"),
    *("appendleft", "extendleft", "popitem", "sort", "reverse", "rotate", "shuffle"),
}
HARMLESS = {
    *("get", "items", "values", "keys", "index", "count", "copy", "union", "intersection", "difference", "issubset"),
    *("issuperset", "isdisjoint", "join", "format", "startswith", "endswith", "upper", "lower", "title", "choose"),
    *("below", "roll", "end", "say", "players_from", "bit_count", "most_common", "total", "elements", "_replace"),
}
THROWING = {"below", "roll", "shuffle", "choose", "choose_together"}
LIBRARY = {"itertools", "math", "operator", "functools", "collections"}
DICE = "the dice"  # stands among attributes for what all throws of dice read and change
STOPPING = {"any", "all", "next"}  # may leave items unread
COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)
CALLING = {  # what calls one of its arguments, by its place
    **dict.fromkeys(("map", "filter", "filterfalse", "starmap", "takewhile", "dropwhile", "reduce"), 0),
    "accumulate": 1,
}
REPEATING = (ast.For, ast.While, ast.Lambda, ast.FunctionDef, *COMPREHENSIONS)
Functions = Iterable[ast.FunctionDef | ast.Lambda]


def is_generator(function: ast.FunctionDef) -> bool:
    """Return whether a function has a `yield` of its own."""
    return bool(_own_nodes(function, ast.Yield | ast.YieldFrom))


def yield_items(function: ast.FunctionDef) -> None:
    """Rewrite a function that ends by returning a generator expression to a generator of its items, in place.

    Its other statements then run when the first item is made: no sooner than in Python, since the code that uses a
    compiled generator asks for its items at once.
    """
    last = function.body[-1]
    items = last.value if isinstance(last, ast.Return) else None
    if not isinstance(items, ast.GeneratorExp) or len(_own_nodes(function, ast.Return)) > 1 or is_generator(function):
        return
    body: ast.stmt = ast.copy_location(ast.Expr(ast.Yield(items.elt)), items.elt)
    for each in reversed(items.generators):
        for test in reversed(each.ifs):
            body = ast.copy_location(ast.If(test, [body], []), test)
        body = ast.copy_location(ast.For(each.target, each.iter, [body], []), each.iter)
    function.body[-1] = ast.fix_missing_locations(body)


def listing(function: ast.AST) -> ast.FunctionDef | None:
    """Return a generator as a function that returns a list; None if its `yield` or `return` has a value."""
    function = copy.deepcopy(function)
    assert isinstance(function, ast.FunctionDef)  # noqa: S101
    statements = {node.value for node in ast.walk(function) if isinstance(node, ast.Expr)}
    returns = _own_nodes(function, ast.Return)
    if any(node not in statements for node in _own_nodes(function, ast.Yield | ast.YieldFrom)):
        return None
    if any(node.value is not None for node in returns):  # type: ignore[attr-defined]
        return None
    _Listing().visit(function)
    first, last = ast.parse(f"{YIELDED} = []").body[0], ast.parse(f"return {YIELDED}").body[0]
    for statement in (first, last):
        for node in ast.walk(statement):
            ast.copy_location(node, function)
    function.body = [first, *function.body, last]
    return function


def _own_nodes(function: ast.FunctionDef, kind: Any) -> list[ast.AST]:
    """Return the nodes of a kind in a function, those in functions within it left out."""
    inner = {
        part
        for each in ast.walk(function)
        if isinstance(each, ast.FunctionDef | ast.Lambda) and each is not function
        for part in ast.walk(each)
    }
    return [node for node in ast.walk(function) if isinstance(node, kind) and node not in inner]


class _Listing(ast.NodeTransformer):
    """Replaces `yield` by an append, and `return` by the return of the list."""

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if isinstance(node.value, ast.Yield):
            item = node.value.value or ast.Constant(None)
            return self._located(ast.Expr(_append(item)), node)
        if isinstance(node.value, ast.YieldFrom):
            loop = ast.For(ast.Name("item_yielded", ast.Store()), node.value.value, [], [])
            loop.body = [ast.Expr(_append(ast.Name("item_yielded", ast.Load())))]
            return self._located(loop, node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        return self._located(ast.Return(ast.Name(YIELDED, ast.Load())), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        is_outer = not hasattr(self, "outer")
        self.outer = True
        return self.generic_visit(node) if is_outer else node  # type: ignore[return-value]

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        return node

    def _located(self, written: ast.stmt, node: ast.stmt) -> ast.stmt:
        for each in ast.walk(written):
            if not hasattr(each, "lineno"):
                ast.copy_location(each, node)
        return written


def _append(item: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(ast.Name(YIELDED, ast.Load()), "append", ast.Load()), [item], [])


@dataclass
class CodeEffects:
    """Attributes that code reads and changes, by their names; is_known: there are no others."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    is_known: bool = True


class EffectFinder:
    """Finds the effects of code of one file."""

    def __init__(self, functions: Functions, scope: Mapping[str, Any]) -> None:
        """Receive all functions of the file, and the names of its module."""
        self.scope = scope
        self.by_name: dict[str, list[ast.FunctionDef]] = {}
        for each in functions:
            if isinstance(each, ast.FunctionDef):
                self.by_name.setdefault(each.name, []).append(each)
        self.entered: set[ast.FunctionDef] = set()

    def of(self, nodes: Iterable[ast.AST], function: ast.AST, shared: Iterable[str] = ()) -> CodeEffects:
        """Return the effects of statements or expressions of a function; shared: names whose lists others read, too."""
        effects, fresh = CodeEffects(), _fresh_names(function) - {*shared}
        for node in nodes:
            for each in ast.walk(node):
                self._note(each, effects, fresh)
        return effects

    def _note(self, node: ast.AST, effects: CodeEffects, fresh: set[str]) -> None:
        if isinstance(node, ast.Attribute):
            (effects.reads if isinstance(node.ctx, ast.Load) else effects.writes).add(node.attr)
            if isinstance(node.ctx, ast.Load):
                self._enter(node.attr, effects)
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            self._note_change(node.value, effects, fresh)
        elif isinstance(node, ast.Global | ast.Nonlocal | ast.Await):
            effects.is_known = False
        elif isinstance(node, ast.Call):
            self._note_call(node, effects, fresh)

    def _note_call(self, node: ast.Call, effects: CodeEffects, fresh: set[str]) -> None:
        function = node.func
        for each in functions_passed(node):
            self._note_call(ast.Call(each, [], []), effects, fresh)
        if isinstance(function, ast.Attribute):
            name = function.attr
            if name in THROWING:
                effects.reads.add(DICE)
                effects.writes.add(DICE)
            if name in {"begin_turn", "end", "say"}:
                effects.writes.add("turns" if name == "begin_turn" else name)
            elif name in MUTATORS:
                self._note_change(node.args[0] if name == "shuffle" and node.args else function.value, effects, fresh)
            elif name not in HARMLESS and name not in self.by_name:  # `_note` enters those
                module = self.scope.get(ast.unparse(function.value))
                effects.is_known = effects.is_known and getattr(module, "__name__", "") in LIBRARY
        elif isinstance(function, ast.Name):
            value = self.scope.get(function.id, getattr(builtins, function.id, None))
            if function.id in self.by_name:
                self._enter(function.id, effects)
            elif function.id in {"setattr", "exec", "eval"} or value is None or self._makes_own(value):
                effects.is_known = False
        else:
            effects.is_known = False

    def _makes_own(self, value: Any) -> bool:
        """Return whether a value is a class whose objects are made by a function of the file."""
        is_library = getattr(value, "__module__", "") in {"builtins", *LIBRARY}
        makers = {"__init__", "__post_init__"} & set(self.by_name)
        return isinstance(value, type) and not is_library and not makers.isdisjoint(vars(value))

    def _note_change(self, node: ast.expr, effects: CodeEffects, fresh: set[str]) -> None:
        """Note that what an expression refers to changes."""
        while isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Attribute):
            effects.writes.add(node.attr)
        elif not (isinstance(node, ast.Name) and node.id in fresh):
            effects.is_known = False

    def _enter(self, name: str, effects: CodeEffects) -> None:
        """Add the effects of the file's functions of a name."""
        for function in self.by_name.get(name, ()):
            if function not in self.entered:
                self.entered.add(function)
                inner = self.of(function.body, function)
                effects.reads |= inner.reads
                effects.writes |= inner.writes
                effects.is_known = effects.is_known and inner.is_known


def functions_passed(node: ast.Call) -> list[ast.expr]:
    """Return the names and attributes of functions that a call hands on to what calls them, as `map` does."""
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    given = node.args[CALLING[called] :][:1] if called in CALLING else []
    given += [each.value for each in node.keywords if each.arg in {"key", "func"}]
    return [each for each in given if isinstance(each, ast.Name | ast.Attribute)]


def _fresh_names(function: ast.AST) -> set[str]:
    """Return the names of a function that only ever refer to lists, sets and dicts that it makes."""
    stored = [each.id for each in ast.walk(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    pairs = [pair for each in ast.walk(function) if isinstance(each, ast.Assign) for pair in _assigned(each)]
    displays = (ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp)
    fresh = [
        target.id
        for target, value in pairs
        if isinstance(target, ast.Name)
        and (isinstance(value, displays) or (isinstance(value, ast.Call) and ast.unparse(value.func) in FRESH))
    ]
    return {name for name in fresh if stored.count(name) == fresh.count(name)}


def _assigned(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """Return the targets of an assignment with their values, as far as these are written side by side."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


def is_used_up(call: ast.expr, function: ast.AST, generator: ast.FunctionDef, finder: EffectFinder) -> bool:
    """Return whether the items of a generator are used up at once, and nothing that it reads changes meanwhile."""
    parents = {child: parent for parent in ast.walk(function) for child in ast.iter_child_nodes(parent)}
    parent = parents.get(call)
    uses: list[ast.AST] = []
    if (
        isinstance(parent, ast.Call)
        and isinstance(parent.func, ast.Name)
        and parent.func.id in CONSUMERS - {*finder.by_name}
    ):
        uses = [each.value for each in parent.keywords]
        if parent.func.id == "enumerate":
            return is_used_up(parent, function, generator, finder)
    elif isinstance(parent, ast.For) and parent.iter is call:
        uses = [*parent.body, *parent.orelse]
    elif isinstance(parent, ast.comprehension):
        whole = parents[parent]
        uses = [each for each in ast.iter_child_nodes(whole) if each is not parent] + [*parent.ifs]
    elif isinstance(parent, ast.Compare):
        if not all(isinstance(op, ast.In | ast.NotIn) for op in parent.ops):
            return False
    elif not isinstance(parent, ast.Starred):
        return False
    finder.entered = set()
    of_items = finder.of(generator.body, generator)
    finder.entered = set()
    given = [*call.args, *call.keywords] if isinstance(call, ast.Call) else [call]
    names = names_in(given)
    of_uses = finder.of(uses, function, names)
    sources = [
        each.value for each in ast.walk(function) if isinstance(each, ast.Assign) and names & names_in(each.targets)
    ]
    reads = of_items.reads | {
        each.attr for part in (*given, *sources) for each in ast.walk(part) if isinstance(each, ast.Attribute)
    }
    is_read_to_the_end = isinstance(parent, ast.Starred) or (
        isinstance(parent, ast.Call) and ast.unparse(parent.func) not in STOPPING
    )
    if is_read_to_the_end:
        of_items.writes.discard(DICE)
    return of_items.is_known and not of_items.writes and of_uses.is_known and not of_uses.writes & reads


def is_group_used_once(call: ast.Call, function: ast.AST) -> bool:
    """Return whether each group of `for key, group in groupby(…)` is used up once, in its own turn of the loop."""
    parents = {child: parent for parent in ast.walk(function) for child in ast.iter_child_nodes(parent)}
    loop = parents.get(call)
    target = getattr(loop, "target", None)
    if not isinstance(target, ast.Tuple) or len(target.elts) != 2 or not isinstance(target.elts[1], ast.Name):  # noqa: PLR2004
        return False
    turn = parents[loop] if isinstance(loop, ast.comprehension) else loop
    name = target.elts[1].id
    if isinstance(loop, ast.For) and _is_named_again(loop.body[0], name):
        return True
    nodes = [each for each in ast.walk(turn) if isinstance(each, ast.Name) and each.id == name]  # type: ignore[arg-type]
    loads = [each for each in nodes if isinstance(each.ctx, ast.Load)]
    if len(loads) > 1 or len(nodes) - len(loads) > 1:
        return False
    for node in loads:
        parent = parents[node]
        is_iterated = isinstance(parent, ast.For | ast.comprehension) and parent.iter is node
        is_given = isinstance(parent, ast.Call) and node in parent.args
        if is_given:
            taker = parent.func  # type: ignore[attr-defined]
            is_method = isinstance(taker, ast.Attribute) and taker.attr in TAKERS
            is_given = is_method or ast.unparse(taker) in CONSUMERS
        if not is_iterated and not is_given and not isinstance(parent, ast.Starred):
            return False
        above = parents[parent] if isinstance(parent, ast.comprehension) else parent
        if isinstance(parent, ast.comprehension) and parent is not above.generators[int(above is turn)]:  # type: ignore[attr-defined]
            return False
        while above is not turn:
            above = parents[above]
            if above is not turn and isinstance(above, REPEATING):
                return False
    return True


def names_in(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names in code."""
    return {each.id for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name)}


def _is_named_again(statement: ast.stmt, name: str) -> bool:
    """Return whether a statement such as `group = list(group)` sets a name to all of what it was."""
    match statement:
        case ast.Assign(
            targets=[ast.Name(id=target)],
            value=ast.Call(func=ast.Name(id=function), args=[ast.Name(id=source)], keywords=[]),
        ):
            return target == source == name and function in CONSUMERS - {"next", "any", "all", "enumerate"}
    return False
