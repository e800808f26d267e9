"""Items that are used up at once where they are made: of a generator that calls itself, and of a group of groupby().

A generator and the code that uses its items take turns.  To run them in order has the same result if the generator
changes nothing, its items are used up at once, and that code changes no attribute that the generator reads.
"""

from __future__ import annotations

import ast

from balancer.compiler.effects import COMPREHENSIONS, DICE, EffectFinder, names_in

CONSUMERS = {  # functions that use up an iterable before they return
    *("sum", "any", "all", "list", "tuple", "set", "frozenset", "sorted", "min", "max", "next", "Counter", "dict"),
    "enumerate",
}
TAKERS = {"extend", "extendleft", "update"}  # methods that use up an iterable before they return
STOPPING = {"any", "all", "next"}  # may leave items unread
REPEATING = (ast.For, ast.While, ast.Lambda, ast.FunctionDef, *COMPREHENSIONS)


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
    of_items = finder.of(generator.body, generator)
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


def _is_named_again(statement: ast.stmt, name: str) -> bool:
    """Return whether a statement such as `group = list(group)` sets a name to all of what it was."""
    match statement:
        case ast.Assign(
            targets=[ast.Name(id=target)],
            value=ast.Call(func=ast.Name(id=function), args=[ast.Name(id=source)], keywords=[]),
        ):
            return target == source == name and function in CONSUMERS - {"next", "any", "all", "enumerate"}
    return False
