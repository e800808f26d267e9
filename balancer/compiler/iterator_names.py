"""Names of iterators that a function reads in several steps.

    prizes = iter(self.prizes)
    for player in self.players:
        player.points += next(prizes, 0)

Such a name stands for a list of the items and for the place of the next one.  The list is Python's own where an
iterator goes over a list.  It is made at once of other items, if nothing that they read changes behind the assignment.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from dataclasses import dataclass

from balancer.compiler.effects import COMPREHENSIONS, EffectFinder, free_names, names_in
from balancer.compiler.iterator_reads import CONSUMERS, ITERATORS, READ_ITEM_BY_ITEM, Function, block_around, stored_in

READERS = {  # functions that read an iterator item by item, or at once to its end, as they do in compiled games
    *READ_ITEM_BY_ITEM,
    *(CONSUMERS - {"len", "iter"}),
    *("zip", "pairwise", "chain", "compress", "zip_longest"),
}
READING = {"extend", "update", "subtract"}  # methods


@dataclass
class IteratorName:
    """A name of iterators.

    is_steady: by assignment, whether nothing that its items read changes behind it.  is_cycle: whether they begin again
    and again, as those of itertools.cycle do.
    """

    is_steady: dict[ast.Assign, bool]
    is_cycle: bool


class IteratorNames:
    """Finds the names of iterators in one function."""

    def __init__(
        self,
        function: Function,
        finder: EffectFinder,
        builtin: Callable[[ast.expr], str],
        generators: set[str],
    ) -> None:
        """Receive the effects of the file, what names a built-in function in a call, and the file's generators."""
        self.function, self.finder, self.builtin, self.generators = function, finder, builtin, generators
        self.nodes = list(ast.walk(function))
        self.parents = {child: parent for parent in self.nodes for child in ast.iter_child_nodes(parent)}

    def names(self) -> dict[str, IteratorName]:
        """Return the iterators that are read in several steps, by their names."""
        arguments = {each.arg for each in self.nodes if isinstance(each, ast.arg)}
        shared = {name for each in self.nodes if isinstance(each, ast.Global | ast.Nonlocal) for name in each.names}
        values: dict[str, list[ast.Assign]] = {}
        for node in self.nodes:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if self.is_iterator(value):
                    values.setdefault(name, []).append(node)
        names = {}
        for name, assignments in values.items():
            are_cycles = {self.builtin(each.value) == "cycle" for each in assignments}
            if len(are_cycles) == 1 and name not in arguments | shared and self.is_read_in_steps(name, assignments):
                names[name] = IteratorName({each: self.stays_alike(each) for each in assignments}, are_cycles.pop())
        for each in names.values():
            for assignment in each.is_steady:
                each.is_steady[assignment] &= names_in([assignment.value]).isdisjoint(names)
        return {name: each for name, each in names.items() if not each.is_cycle or all(each.is_steady.values())}

    def is_iterator(self, node: ast.expr) -> bool:
        """Return whether an expression makes an iterator.  A list stands for it, but not for numbers without an end."""
        is_builtin = self.builtin(node) in ITERATORS - {"count"}
        return isinstance(node, ast.GeneratorExp) or is_builtin or self.is_of_generator(node)

    def is_of_generator(self, node: ast.expr) -> bool:
        """Return whether an expression calls a generator of the file."""
        if not isinstance(node, ast.Call):
            return False
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        return name in self.generators

    def is_read_in_steps(self, name: str, assignments: list[ast.Assign]) -> bool:
        """Return whether a name stands for iterators only, and is read as a list with a place can be."""
        uses = [each for each in self.nodes if isinstance(each, ast.Name) and each.id == name]
        loads = [each for each in uses if isinstance(each.ctx, ast.Load)]
        if len(uses) - len(loads) != len(assignments) or not loads:
            return False
        if len(loads) == 1 and not any(map(self.is_next, loads)) and not self.is_of_generator(assignments[0].value):
            return False  # read at once, as in `pairs = zip(xs, ys)` and `for x, y in pairs:`
        later = {part for each in assignments for behind in self.behind(each) for part in ast.walk(behind)}
        if len({self.function_around(each) for each in uses}) > 1:
            return False
        return all(load in later and self.is_reader(load) for load in loads) and not any(
            isinstance(loop, ast.For) and name in names_in([loop.iter]) and each in ast.walk(loop)
            for each in assignments
            for loop in self.nodes
        )

    def behind(self, assignment: ast.Assign) -> list[ast.stmt]:
        """Return the statements behind an assignment, in its block."""
        block = block_around(assignment, self.parents[assignment])
        return block[block.index(assignment) + 1 :]

    def is_next(self, load: ast.Name) -> bool:
        """Return whether a name is the argument of next()."""
        parent = self.parents[load]
        return isinstance(parent, ast.Call) and self.builtin(parent) == "next" and parent.args[0] is load

    def is_reader(self, load: ast.Name) -> bool:
        """Return whether what is done with a name reads items of it."""
        parent = self.parents[load]
        match parent:
            case ast.For(iter=source) | ast.comprehension(iter=source):
                return source is load
            case ast.Call(func=ast.Attribute(attr=name)) if not self.builtin(parent):
                return name in READING and load in parent.args
            case ast.Call():
                return self.builtin(parent) in READERS and load in parent.args
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[holder]):
                return holder is load
            case ast.Starred():
                return isinstance(self.parents[parent], ast.List | ast.Tuple)
            case ast.YieldFrom() | ast.Assign(targets=[ast.Tuple() | ast.List()]):
                return True
        return False

    def function_around(self, node: ast.AST) -> ast.AST:
        """Return the innermost function around a node."""
        parent = self.parents[node]
        while parent is not self.function and not isinstance(parent, ast.FunctionDef | ast.Lambda):
            parent = self.parents[parent]
        return parent

    def stays_alike(self, assignment: ast.Assign) -> bool:
        """Return whether nothing behind an assignment changes what the items of its iterator read."""
        of_items = self.finder.of([assignment.value], self.function)
        if not of_items.is_known or of_items.writes:
            return False
        loaded = free_names(assignment.value) - stored_in([assignment.value], in_comprehensions=True)
        later = self.behind(assignment)
        of_uses = self.finder.of(later, self.function, loaded)
        return of_uses.is_known and not of_uses.writes & of_items.reads and not loaded & stored_in(later)


def rename_iterators(function: ast.FunctionDef) -> None:
    """Give a parameter another name from where it is an iterator, as behind `prizes = iter(prizes)`, in place."""
    nodes = list(ast.walk(function))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    in_functions = {
        name for each in nodes[1:] if isinstance(each, ast.FunctionDef | ast.Lambda) for name in names_in([each])
    }
    plain = ast.Name | ast.Attribute | ast.Constant | ast.keyword  # other nodes with a text bind a name, or share it
    bound = [value for node in nodes if not isinstance(node, plain) for _, value in ast.iter_fields(node)]
    stored = [node.id for node in names if not isinstance(node.ctx, ast.Load)]
    for place, statement in enumerate(function.body):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name) as target], value=ast.Call(func=ast.Name(id=maker))):
                other = f"iterator_{name}"
                is_own = bound.count(name) == 1 and stored.count(name) == 1 and name not in in_functions
                if maker in ITERATORS and is_own and other not in {node.id for node in names}:
                    later = {part for line in function.body[place + 1 :] for part in ast.walk(line)}
                    for node in [target, *(node for node in names if node.id == name and node in later)]:
                        node.id = other


def put_in_loops(function: ast.FunctionDef) -> None:
    """Write `for key, group in groupby(…)` where the line before gives groupby(…) a name that only this loop reads."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    blocks = [getattr(node, name, None) for node in ast.walk(function) for name in ("body", "orelse")]
    named: dict[str, list[tuple[list[ast.stmt], ast.Assign, ast.For | ast.comprehension]]] = {}
    for block in [each for each in blocks if isinstance(each, list)]:
        for place, statement in enumerate(block):
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=called)):
                    later = [*itertools.dropwhile(_sets_literals, block[place + 1 :])]
                    loop = _loop_over(name, later[0]) if later else None
                    if loop and getattr(called, "attr", getattr(called, "id", "")) == "groupby":
                        named.setdefault(name, []).append((block, statement, loop))
    for name, pairs in named.items():
        if len([each for each in names if each.id == name]) == 2 * len(pairs):
            for block, statement, loop in pairs:
                loop.iter = statement.value
                block.remove(statement)


def _sets_literals(statement: ast.stmt) -> bool:
    """Return whether a statement gives constants to names, as `best, longest = None, 0`."""
    parts = [*ast.walk(statement)]
    plain = ast.Assign | ast.Name | ast.Constant | ast.Tuple | ast.List | ast.expr_context
    loads = [each for each in parts if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)]
    return not loads and all(isinstance(each, plain) for each in parts)


def _loop_over(name: str, statement: ast.stmt) -> ast.For | ast.comprehension | None:
    """Return the loop over a name that is the first thing that a statement does, None if there is none."""
    if isinstance(statement, ast.For):
        return statement if isinstance(statement.iter, ast.Name) and statement.iter.id == name else None
    parts = [*ast.walk(statement)]
    for whole in [each for each in parts if isinstance(each, COMPREHENSIONS)]:
        first = whole.generators[0]
        inside = set(ast.walk(whole))
        calls = [each for each in parts if isinstance(each, ast.Call) and each not in inside]
        is_first = isinstance(statement, ast.Assign | ast.AugAssign | ast.Expr | ast.Return) and all(
            whole in ast.walk(each) for each in calls
        )
        if is_first and isinstance(first.iter, ast.Name) and first.iter.id == name:
            return first
    return None
