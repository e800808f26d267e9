"""Loops over sets whose order is not the same in every process, where each order of the turns has the same result.

No turn reads what the loop accumulates, and what two turns do to it is the same in either order:

    total += cost[x]                  sums of whole numbers (those of fractions are rounded in each turn); so are
    best = max(best, cost[x])         products, largest and smallest ones, and each of `|`, `&` and `^`
    seen.add(x); seen |= near[x]      a set that only becomes larger, or only smaller, and is nowhere read in order
    stock[x] += 1                     an item of a list, or of a dict in which each key is (a new one has its place)
    is_met = True                     the same constant in each turn
    way = cost[x] + 1                 a name that each turn sets before it reads it, and that nothing reads later

Where `break` or `return` may leave the loop, nothing is accumulated, and each way out sets and returns the same.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence

from balancer.compiler.classes import is_enum
from balancer.compiler.effects import free_names, names_in
from balancer.compiler.iterating import MADE, Iterating, passed_on
from balancer.compiler.iterator_reads import stored_in
from balancer.compiler.kinds import (
    BOOL,
    CARD,
    DICT,
    FLOAT,
    GAME,
    INT,
    LIST,
    NONE,
    OBJECT,
    PLAYER,
    SET,
    ContainerPlace,
    Type,
)
from balancer.compiler.stale_names import outlive_turns

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "+", ast.Mult: "*", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^",
}  # fmt: skip
METHODS = {"add": "|", "update": "|", "discard": "-", "remove": "-", "difference_update": "-"}
METHODS |= {"intersection_update": "&"}
BY_NAME = {"getattr", "setattr", "vars", "attrgetter", "methodcaller"}  # reach attributes that effects don't show
COPIES = {"list", "tuple"}
UNSURE = (ast.Try, ast.With, ast.Yield, ast.YieldFrom, ast.Nonlocal, ast.Global)  # where an error may be caught
OWNERS = {"game", "player"}
CLASSES: dict[str, set[type]] = {SET: {set}, LIST: {list}, DICT: {dict}}  # in which an operator changes items


class OrderError(Exception):
    """The turns of a loop may have another result in another order."""


class Commuting(Iterating):
    """Decides for which loops the order of turns makes no difference."""

    def turns_commute(self, source: ast.AST) -> bool:
        """Return whether an expression is iterated by a `for` whose turns may come in any order."""
        for loop in ast.walk(self.routine.node):
            if isinstance(loop, ast.For) and any(source is each for each in self.sources_of(loop.iter)):
                try:
                    Turns(self, loop).check()
                except OrderError:
                    return False
                return True
        return False

    def sources_of(self, node: ast.expr) -> Iterator[ast.AST]:
        """Yield an iterable of a loop, and those whose order decides about its own only."""
        yield node
        name = self.builtin(node)
        inner: Sequence[ast.expr] = []
        if isinstance(node, ast.Call) and name:
            inner = node.args if name in {*COPIES, "iter"} else passed_on(name, node)
        elif isinstance(node, ast.GeneratorExp | ast.ListComp):
            inner = [each.iter for each in node.generators]
        if inner and self.changes_nothing(node):
            for each in inner:
                yield from self.sources_of(each)


class Turns:
    """The turns of one loop: what they read and change; an OrderError where their order may make a difference."""

    def __init__(self, writer: Commuting, loop: ast.For) -> None:
        self.writer, self.loop, self.function = writer, loop, writer.routine.node
        self.read: list[ast.expr] = []  # what turns read
        self.named: dict[str, set[str]] = {}  # what they do to names, by the name; to attributes, with a dot; "": other
        self.rows: dict[ContainerPlace, set[str]] = {}  # what they do to sets, lists and dicts
        self.exits: set[str] = set()
        self.changes: list[ast.stmt] = []  # statements that set or accumulate something
        self.set_on_leaving: list[ast.stmt] = []

    def check(self) -> None:
        """Raise an OrderError where the order of the turns may make a difference."""
        nodes = [*ast.walk(self.function)]
        inside = [*ast.walk(self.loop)]
        _require(not any(isinstance(each, UNSURE) for each in nodes))
        _require(not any(isinstance(each, ast.NamedExpr) for each in inside))
        self.block(self.loop.body, is_inner=False)
        self.note_name(self.loop.target)
        parts = [each for each in ast.walk(self.loop.iter) if isinstance(each, ast.expr)]
        if any(isinstance(each, ast.GeneratorExp) or self.writer.builtin(each) in MADE - COPIES for each in parts):
            self.read.append(self.loop.iter)  # while turns go on
        loaded = names_in(self.read)
        accumulated = {
            name for name, kinds in self.named.items() if len(kinds) == 1 and kinds != {""} and name not in loaded
        }
        fleeting = {name for name in self.named if name not in accumulated and not name.startswith(".")}
        changes = [each for each in self.changes if not fleeting.issuperset(stored_in([each]) or {"."})]
        if self.exits and any(each not in self.set_on_leaving for each in changes):
            fleeting = {name for name in self.named if not name.startswith(".")}
            _require(all(stored_in([each]) for each in changes))
        _require(len(self.exits) <= 1 and all(len(kinds) == 1 for kinds in self.rows.values()))
        _require(not outlive_turns(fleeting, self.loop, self.function))
        own = (ast.FunctionDef, ast.Lambda)
        hidden = [each for each in nodes if isinstance(each, own) and each not in inside and each is not self.function]
        names_inside = {name for each in hidden for name in free_names(each)}
        _require(names_inside.isdisjoint(self.named))
        _require(not (self.rows and self.writer.routine.outer))
        self.check_reads({name for name in self.named if name.startswith(".")}, loaded | names_inside)

    def check_reads(self, attributes: set[str], loaded: set[str]) -> None:
        """Check that turns change nothing but what they accumulate, and read none of that."""
        writer = self.writer
        finder = writer.effect_finder()
        special = [each for name in finder.by_name for each in finder.by_name[name] if is_special(name)]
        parts = [finder.of(self.read, self.function, loaded), *(finder.of(each.body, each) for each in special)]
        _require(all(each.is_known and not each.writes for each in parts))
        _require(all(map(writer.changes_nothing, self.read)))
        reads = {name for each in parts for name in each.reads}
        _require(attributes.isdisjoint(f".{name}" for name in reads))
        _require(all(len(self.named[name]) == 1 and self.named[name] != {""} for name in attributes))
        _require(attributes.isdisjoint(f".{name}" for name in finder.by_name))  # properties
        names = names_in(function for each in finder.by_name.values() for function in each)
        _require(BY_NAME.isdisjoint(names | reads))
        values = [value for value in map(writer.routine.scope.get, names) if callable(value)]
        _require(all(getattr(value, "__name__", "<lambda>") != "<lambda>" for value in values))
        cells = [writer.local(name) for name in loaded if writer.is_local(name)]
        attribute_cells = [(key, cell) for key, cell in writer.program.cells.items() if key[0] == "attribute"]
        cells += [cell for key, cell in attribute_cells if key[1] not in OWNERS or key[2] in reads]
        places = set[ContainerPlace]()
        for cell in cells:
            _add_places(cell.type, places)
        _require(places.isdisjoint(place.root() for place in self.rows))

    def block(self, statements: list[ast.stmt], *, is_inner: bool) -> None:
        """Note what statements read and change; is_inner: they are within a loop within this one."""
        for place, statement in enumerate(statements):
            if isinstance(statement, ast.Return) or (isinstance(statement, ast.Break) and not is_inner):
                self.leave(statement, statements[:place])
            else:
                self.statement(statement, is_inner=is_inner)

    def leave(self, statement: ast.stmt, before: list[ast.stmt]) -> None:
        """Note a way out of the loop, with the constants that are set in front of it."""
        value = getattr(statement, "value", None)
        _require(value is None or is_constant(value))
        way = [ast.dump(statement)]
        while before and isinstance(before[-1], ast.Assign) and is_constant(before[-1].value):
            way.append(ast.dump(before[-1]))
            self.set_on_leaving.append(before[-1])
            before = before[:-1]
        self.exits.add("\n".join(way))

    def statement(self, statement: ast.stmt, *, is_inner: bool) -> None:
        """Note what a statement reads and changes.  OrderError."""
        match statement:
            case ast.Pass() | ast.Continue() | ast.Break() | ast.Expr(value=ast.Constant()):
                pass
            case ast.If(test=ast.Compare(left=value, ops=[op], comparators=[best]), body=[ast.Assign() as only]) if (
                isinstance(op, ast.Gt | ast.Lt | ast.GtE | ast.LtE)
                and not statement.orelse
                and ast.unparse(only) == f"{ast.unparse(best)} = {ast.unparse(value)}"
            ):
                self.changes.append(only)
                self.read.append(value)
                self.accumulate(only.targets[0], "max" if isinstance(op, ast.Gt | ast.GtE) else "min", {INT})
            case ast.If(test=test, body=body, orelse=orelse) | ast.While(test=test, body=body, orelse=orelse):
                self.read.append(test)
                self.block(body, is_inner=is_inner or isinstance(statement, ast.While))
                self.block(orelse, is_inner=is_inner)
            case ast.For(target=target, iter=source, body=body, orelse=orelse):
                self.read.append(source)
                self.note_name(target)
                self.block(body, is_inner=True)
                self.block(orelse, is_inner=is_inner)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=row, attr=name), args=args, keywords=[])):
                _require(name in METHODS)
                self.changes.append(statement)
                self.read += args
                self.note_row(row, METHODS[name], SET)
            case ast.AugAssign(target=target, op=op, value=value):
                self.changes.append(statement)
                self.read.append(value)
                if self.type_of(target).has(SET):
                    _require(not isinstance(op, ast.Add))
                    self.note_row(target, "-" if isinstance(op, ast.Sub) else self.group(op), SET)
                elif isinstance(target, ast.Subscript):
                    self.read.append(target.slice)
                    self.note_row(target.value, self.group(op), LIST, DICT)
                    _require(self.type_of(target.value).elements.kinds <= {INT, BOOL, NONE})
                elif isinstance(target, ast.Name) and not self.type_of(target).kinds <= {INT, BOOL, NONE}:
                    self.note_name(target)  # which may be set in each turn
                    _require(not self.type_of(target).is_reference)
                else:
                    self.accumulate(target, self.group(op), {INT, BOOL, NONE})
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                self.changes.append(statement)
                self.assign(target, value)
            case _:
                raise OrderError

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        """Note what an assignment reads and changes.  OrderError."""
        name = self.writer.builtin(value)
        args = value.args if isinstance(value, ast.Call) and not value.keywords else []
        others = [each for each in args if ast.unparse(each) != ast.unparse(target)]
        if name in {"max", "min"} and len(args) > 1 and len(others) == len(args) - 1:
            self.read += others
            self.accumulate(target, name, {INT})
        elif is_constant(value) and isinstance(target, ast.Name | ast.Attribute):
            self.accumulate(target, ast.dump(value), set(self.type_of(target).kinds))
        else:
            self.read.append(value)
            self.note_name(target)

    def accumulate(self, target: ast.expr, kind: str, kinds: set[str]) -> None:
        """Note what is done to a name, or an attribute of the game or a player; kinds: of all that it may be."""
        _require(self.type_of(target).kinds <= kinds)
        if isinstance(target, ast.Name):
            self.named.setdefault(target.id, set()).add(kind)
            return
        _require(isinstance(target, ast.Attribute))
        assert isinstance(target, ast.Attribute)  # noqa: S101
        self.note_holder(target.value)
        self.named.setdefault(f".{target.attr}", set()).add(kind)

    def note_name(self, target: ast.expr) -> None:
        """Note names that are set to what differs from turn to turn."""
        _require(not any(isinstance(each, ast.Attribute | ast.Subscript) for each in ast.walk(target)))
        for name in stored_in([target]):
            self.named.setdefault(name, set()).add("")

    def note_row(self, row: ast.expr, kind: str, *containers: str) -> None:
        """Note what is done to a set, list or dict that is in a name, or in an attribute of the game or a player."""
        row_type = self.type_of(row)
        if isinstance(row, ast.Attribute):
            self.note_holder(row.value)
        _require(isinstance(row, ast.Attribute) or (isinstance(row, ast.Name) and self.writer.is_local(row.id)))
        _require(not self.writer.static(row)[0])
        if not row_type.kinds and self.writer.program.is_tentative:
            return
        _require(len(row_type.kinds) == 1 and row_type.kinds <= {*containers} and row_type.place is not None)
        place = row_type.sure_place.root()
        _require(place.classes <= CLASSES[next(iter(row_type.kinds))] and not place.is_constant)
        _require(place.ordered_at is None and place.numbering is None)
        _require(all(owner in OWNERS for owner, _ in place.attributes))
        _require(not row_type.has(SET) or _are_alike(row_type.elements))
        self.rows.setdefault(place, set()).add(kind)

    def note_holder(self, holder: ast.expr) -> None:
        """Note whose attribute is changed."""
        self.read.append(holder)
        kinds = self.type_of(holder).kinds
        _require(kinds <= {GAME, PLAYER} and (kinds or self.writer.program.is_tentative))

    def group(self, op: ast.operator) -> str:
        """Return what an operator does."""
        _require(type(op) in OPERATORS)
        return OPERATORS[type(op)]

    def type_of(self, target: ast.expr) -> Type:
        """Return the type of what is changed."""
        node = copy.copy(target)
        node.ctx = ast.Load()  # type: ignore[attr-defined]
        return self.writer.type_beforehand(node)


def is_special(name: str) -> bool:
    """Return whether Python calls a method by itself, other than where an object is made or a `with` is entered."""
    return name.startswith("__") and name not in {"__init__", "__post_init__", "__new__", "__enter__", "__exit__"}


def is_constant(node: ast.expr) -> bool:
    """Return whether an expression is a constant that is written as one."""
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))


def _require(condition: object) -> None:
    if not condition:
        raise OrderError


def _add_places(value_type: Type, places: set[ContainerPlace]) -> None:
    """Add the places of all that a value may hold, but for attributes of objects."""
    for cell in value_type.shape.root().fields if value_type.shape else []:
        _add_places(cell.type, places)
    place = value_type.place and value_type.place.root()
    if place and place not in places:
        places.add(place)
        _add_places(place.elements.type, places)
        _add_places(place.keys.type, places)


def _are_alike(members: Type) -> bool:
    """Return whether equal members of a set are the same in all that rules may read of them, unlike 1 and True."""
    shape = members.shape and members.shape.root()
    is_own = members.has(OBJECT) and not is_enum(members.record)
    is_mixed = len(members.kinds & {INT, BOOL, CARD}) > 1 or members.has(FLOAT) or members.is_container
    parts = [cell.type for cell in shape.fields] if shape else []
    return not (is_own or is_mixed or (shape and shape.named)) and all(map(_are_alike, parts))
