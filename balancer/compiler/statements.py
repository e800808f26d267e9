"""Code of statements and of whole functions."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Iterator, Sequence

from balancer.compiler.constant_rows import is_row
from balancer.compiler.emitter import NOTHING, Several, Value
from balancer.compiler.errors import NotCompilable
from balancer.compiler.kinds import DICT, GAME, LIST, NONE, OBJECT, PLAYER, SET, TUPLE, UNKNOWN, Conflict, Type
from balancer.compiler.matching import Matching

ADVICE = {
    "Try": ("`try` can't be compiled", "ask first, as in `if card in hand:`"),
    "With": ("`with` can't be compiled", ""),
    "Global": ("`global` can't be compiled", "keep it as an attribute of self"),
    "Nonlocal": ("`nonlocal` can't be compiled", "return the value"),
    "ClassDef": ("a class in a function can't be compiled", "write it at the top of the file"),
    "Import": ("an import in a function can't be compiled", "write it at the top of the file"),
    "ImportFrom": ("an import in a function can't be compiled", "write it at the top of the file"),
}
LOOPS = (ast.For, ast.While)


class Statements(Matching):
    """Writes the code of statements."""

    def body(self, statements: Sequence[ast.stmt]) -> None:
        """Write the statements of a body; a tentative pass skips those that can't be compiled yet."""
        for statement in statements:
            name = type(statement).__name__
            if name in ADVICE:
                raise self.refuse(statement, *ADVICE[name])
            method = getattr(self, f"write_{name}", None)
            if method is None:
                raise self.refuse(statement, f"{name} can't be compiled")
            depth, renames = self.depth, dict(self.renames)
            try:
                method(statement)
            except NotCompilable as found:
                found.at(statement, self.routine.file)
                if isinstance(found, Conflict) or not self.program.is_tentative:
                    raise
                self.depth, self.renames = depth, renames

    def block(self, head: str, statements: Sequence[ast.stmt]) -> None:
        """Write a head with statements under it."""
        with self.indented(head):
            self.body(statements)

    def function(self) -> str:
        """Return the flat code of the whole function."""
        routine, node = self.routine, self.routine.node
        if isinstance(node, ast.Lambda):
            self.write_Return(ast.copy_location(ast.Return(node.body), node.body))
        else:
            for each in ast.walk(node):
                if isinstance(each, ast.Yield | ast.YieldFrom | ast.Await):
                    raise self.refuse(each, "`yield` can't be compiled", "return a list")
            self.body(node.body)
            if not ends(node.body):
                return_cell = self.program.cell(("return", routine))
                self.leave("NONE", return_cell.absorb(NOTHING))
        keeps = self.function_keeps
        if keeps and not routine.keeps:
            routine.keeps = True
            self.program.changes.count += 1
        names = [f"v_{each}" for each in routine.own_parameters]
        lines = [
            f"def {routine.name}({', '.join(['S', *routine.leading, *names])}):",
            "    if S[ERROR]:",
            "        return 0",
        ]
        frees = self.frees and not keeps
        if frees:
            lines.append("    base = S[TOP]")
        for line in self.lines:
            if line.endswith("<free>"):
                if frees:
                    lines.append(line.replace("<free>", "S[TOP] = base"))
            else:
                lines.append(line if frees else re.sub(r"return keep_list\(S, base, (\w+)\)", r"return \1", line))
        return "\n".join(lines) + "\n"

    def leave(self, code: str, return_type: Type) -> None:
        """Write the return of a word, after freeing the memory of the function unless the word refers to it."""
        if not return_type.is_reference:
            self.write("<free>")
            self.write(f"return {code}")
        elif (
            return_type.is_container
            and not return_type.elements.is_reference
            and not return_type.keys.is_reference
            and return_type.place
            and not return_type.place.root().grows
        ):
            self.write(f"return keep_list(S, base, {self.fixed(code)})")
        else:
            self.write(f"return {code}")

    # Simple statements ---------------------------------------------------------------------------------------------
    def write_Pass(self, statement: ast.Pass) -> None:
        pass

    def write_Expr(self, statement: ast.Expr) -> None:
        if isinstance(statement.value, ast.Constant):
            return
        with self.giving_back():
            code = self.value(statement.value).code
            if "(" in code:
                self.keep(code)

    def write_Assert(self, statement: ast.Assert) -> None:
        self.fail_if(f"not ({self.condition(statement.test)})", "RAISED")

    def write_Raise(self, statement: ast.Raise) -> None:
        self.write("fail(S, ErrorFlag.RAISED)")
        self.leave("0", NOTHING)

    def write_FunctionDef(self, statement: ast.FunctionDef) -> None:
        if statement.decorator_list:
            raise self.refuse(statement, "a decorator of a function in a function can't be compiled")

    def write_Return(self, statement: ast.Return) -> None:
        cell = self.program.cell(("return", self.routine))
        value = self.value(statement.value) if statement.value else Value("NONE", NOTHING)
        return_type = cell.absorb(value.type)
        code = self.fit(value, return_type)
        # The value must be read before its memory is freed.
        self.leave(self.fixed(code), return_type)

    def write_Break(self, statement: ast.Break) -> None:
        del statement
        if self.loops[-1]:
            self.write(f"{self.loops[-1]} = 1")
        self.write("break")

    def write_Continue(self, statement: ast.Continue) -> None:
        del statement
        self.write("continue")

    # Setting names, attributes and items ---------------------------------------------------------------------------
    def write_AnnAssign(self, statement: ast.AnnAssign) -> None:
        if statement.value is not None:
            self.write_Assign(ast.copy_location(ast.Assign([statement.target], statement.value), statement))

    def write_Assign(self, statement: ast.Assign) -> None:
        if isinstance(statement.value, ast.Lambda):
            if len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
                return
            raise self.refuse(statement, "a lambda that is stored can't be compiled", "write a method")
        with self.giving_back():
            first = statement.targets[0]
            if isinstance(first, ast.Name) and first.id in self.said_names and self.is_text(statement.value):
                self.do(statement.value)
                return
            if len(statement.targets) == 1 and isinstance(first, ast.Tuple | ast.List):
                self.take_apart(first, statement.value)
                return
            value = self.value(statement.value)
            if len(statement.targets) > 1:
                value = self.steady(value)
            for target in statement.targets:
                self.bind(target, value)

    def take_apart(self, target: ast.Tuple | ast.List, source: ast.expr) -> None:
        """Assign the items of a value to several names."""
        targets = target.elts
        if (
            isinstance(source, ast.Tuple | ast.List)
            and len(source.elts) == len(targets)
            and not has_star([*targets, *source.elts])
        ):
            values = self.several(source.elts)
            # As in Python, all values are read before any name is set.
            values = [
                value
                if re.fullmatch(r"t\d+|-?\d+|[A-Z]\w*", value.code)
                else value._replace(code=self.keep(value.code))
                for value in values
            ]
            for each, value in zip(targets, values, strict=True):
                self.bind(each, value)
            return
        is_row = has_star(targets) or not isinstance(
            source, ast.Name | ast.Attribute | ast.Call | ast.Subscript | ast.IfExp | ast.Tuple
        )
        value = (
            self.sequence(source) if is_row or isinstance(source, ast.List | ast.GeneratorExp) else self.value(source)
        )
        self.bind(target, value)

    def bind(self, target: ast.expr, value: Value | Several) -> None:
        """Assign a value to a name, an attribute, an item, or several of them."""
        if isinstance(value, list):
            if isinstance(target, ast.Tuple | ast.List) and not has_star(target.elts):
                if len(target.elts) != len(value):
                    raise self.refuse(target, f"{len(value)} values are taken apart into {len(target.elts)} names")
                for each, item in zip(target.elts, value, strict=True):
                    self.bind(each, item)
                return
            value = self.pack(value, target)
        if isinstance(target, ast.Tuple | ast.List):
            self.bind_items(target, value)
        elif isinstance(target, ast.Name):
            self.bind_name(target, value)
        elif isinstance(target, ast.Attribute):
            self.bind_attribute(target, value)
        elif isinstance(target, ast.Subscript):
            self.bind_subscript(target, value)
        else:
            raise self.refuse(target, "this can't be set")

    def bind_items(self, target: ast.Tuple | ast.List, value: Value) -> None:
        """Assign the items of a tuple or list to several names."""
        count = len(target.elts)
        if has_star(target.elts):
            self.bind_starred(target, value)
            return
        if value.type.has(TUPLE):
            for each, item in zip(target.elts, self.items(value, target, count), strict=True):
                self.bind(each, item)
            return
        if value.type.only(OBJECT) and is_row(value.type.record):
            value = self.steady(value)
            for each, item in zip(
                target.elts, [self.item_of_row(value, place, target) for place in range(count)], strict=True
            ):
                self.bind(each, item)
            return
        if not value.type.kinds:
            for each in target.elts:
                self.bind(each, Value("0", UNKNOWN))
            return
        row = self.steady(self.container_code(value, target))
        if row.type.has(SET, DICT):
            raise self.refuse(target, f"{row.type} can't be taken apart", "write sorted(...)")
        self.fail_if(f"S[{row.code} + 1] != {count}", "LENGTH")
        codes = [self.keep(f"item_at(S, {row.code}, {place})") for place in range(count)]
        for each, code in zip(target.elts, codes, strict=True):
            self.bind(each, Value(code, row.type.elements))

    def bind_starred(self, target: ast.Tuple | ast.List, value: Value) -> None:
        """Assign items to names; the starred one receives a list of the rest."""
        if value.type.has(TUPLE):
            value = self.tuple_as_list(value, target)
        row = self.steady(self.container_code(value, target))
        star = next(place for place, each in enumerate(target.elts) if isinstance(each, ast.Starred))
        after = len(target.elts) - star - 1
        self.fail_if(f"S[{row.code} + 1] < {len(target.elts) - 1}", "LENGTH")
        self.make()
        list_type = self.copied(LIST, target, row.type)
        list_type.place.mark(is_list=True)  # type: ignore[union-attr]
        end = f"S[{row.code} + 1] - {after}" if after else "NONE"
        middle = self.with_room(self.keep(f"slice_list(S, {row.code}, {star}, {end}, NONE)"), list_type)
        for place, each in enumerate(target.elts):
            if isinstance(each, ast.Starred):
                self.bind(each.value, Value(middle, list_type))
            else:
                index = place if place < star else place - len(target.elts)
                self.bind(each, Value(self.keep(f"item_at(S, {row.code}, {index})"), row.type.elements))

    def bind_name(self, target: ast.Name, value: Value) -> None:
        """Assign a value to a name of the function."""
        flat = self.renames.get(target.id, f"v_{target.id}")
        if target.id in self.renames:
            cell = self.program.cell(("local", self.routine, flat))
        else:
            cell = self.local(target.id)
            self.note_kept(value.type, in_name=True)
        name_type = cell.absorb(value.type)
        if name_type.has(GAME):
            return
        self.write(f"{flat} = {self.fit(value, name_type)}")

    def bind_attribute(self, target: ast.Attribute, value: Value) -> None:
        """Assign a value to an attribute of the game, a player or an object."""
        name = target.attr
        value = self.steady(value)
        holder = self.value(target.value)
        program = self.program
        if holder.type.has(GAME):
            if name == "players":
                self.bind_players(value, target)
                return
            if name in program.tables or name in program.tallies or name in {"rounds", "turns"}:
                raise self.refuse(target, f"self.{name} can't be set by compiled games")
            owner, place = "game", f"G_{name}"
        elif holder.type.has(PLAYER):
            if name in {"seat", "left", "others"}:
                raise self.refuse(target, f"{name} of a player can't be set")
            holder = self.real(self.steady(holder), PLAYER, "NO_PLAYER")
            owner, place = "player", f"({holder.code} & 15) * PLAYER_SIZE + P_{name}"
        elif holder.type.has(OBJECT) and holder.type.record:
            record = holder.type.record
            holder = self.steady(holder)
            self.fail_if(f"{holder.code} < OBJECT or {holder.code} >= TEXT", "NO_PLAYER")
            program.record(record)
            if any(region.is_object and type(region.value) is record for region in program.regions.values()):
                self.fail_if(f"{holder.code} - OBJECT < S[ARENA]", "CHANGED")
            owner = record.__name__
            place = f"({holder.code} & 4294967295) + A_{owner}_{name}"
        elif not holder.type.kinds:
            return
        else:
            raise self.refuse(target, f"an attribute of {holder.type} can't be set")
        cell = program.store_in(owner, name, value.type, self.routine)
        self.note_kept(value.type)
        self.write(f"S[{place}] = {self.fit(value, cell.type)}")

    def bind_players(self, value: Value, target: ast.Attribute) -> None:
        """Assign the order of turns (`self.players`)."""
        row = self.container_code(value, target)
        if row.type.place:
            row.type.place.elements.absorb(self.program.players_type().elements)
        self.write(f"assign_list(S, PLAYERS, {row.code})")

    def bind_subscript(self, target: ast.Subscript, value: Value) -> None:
        """Assign a value to an item of a list or dict, or to a slice."""
        value = self.steady(value)
        if isinstance(target.slice, ast.Slice):
            self.bind_slice(target, target.slice, value)
            return
        holder, key = self.several([target.value, target.slice])
        if not holder.type.kinds:
            return
        holder = self.steady(self.container_code(holder, target))
        place = holder.type.place
        assert place is not None  # noqa: S101
        is_dict = holder.type.has(DICT)
        if holder.type.has(SET):
            raise self.refuse(target, "an item of a set can't be set")
        self.change(holder, grows=is_dict)
        place.elements.absorb(value.type)
        self.note_kept(value.type)
        code = self.fit(value, place.elements.type)
        if is_dict:
            self.check_key(key, target)
            place.keys.absorb(key.type)
            self.check_member(place.keys.type, key.type, target)
            self.note_kept(key.type)
            key = self.canonical(holder, key)
            self.write(f"set_value(S, {holder.code}, {self.fit(key, place.keys.type)}, {code})")
        else:
            self.write(f"set_item(S, {holder.code}, {self.index(holder, key, target)}, {code})")

    def bind_slice(self, target: ast.Subscript, part: ast.Slice, value: Value) -> None:
        """Assign items of a list: all, or those of a slice."""
        if part.step:
            raise self.refuse(target, "setting every second item, or so, can't be compiled", "write a loop")
        nothing = ast.copy_location(ast.Constant(None), target)
        holder, *ends = self.several([target.value, part.lower or nothing, part.upper or nothing])
        holder = self.steady(self.container_code(holder, target))
        row = self.readable(value, target)
        if row.type.has(DICT):
            raise self.refuse(target, "setting a list to a dict can't be compiled", "write list(...)")
        self.change(holder, grows=True)
        if holder.type.place and row.type.place:
            self.program.copied(row.type.place.elements, holder.type.place.elements)
        self.note_kept(holder.type.elements)
        if part.lower or part.upper:
            codes = [value.code if value.type.only(NONE) else self.whole(value, target) for value in ends]
            self.write(f"replace_slice(S, {holder.code}, {', '.join(codes)}, {row.code})")
        else:
            self.write(f"assign_list(S, {holder.code}, {row.code})")

    def write_AugAssign(self, statement: ast.AugAssign) -> None:
        with self.giving_back():
            target, load, store = statement.target, ast.Load(), ast.Store()
            if isinstance(target, ast.Name):
                self.augment(self.value_Name(ast.copy_location(ast.Name(target.id, load), target)), statement, target)
            elif isinstance(target, ast.Attribute):
                with self.held(target.value) as holder:
                    before = self.value(ast.copy_location(ast.Attribute(holder, target.attr, load), target))
                    attribute: ast.expr = ast.Attribute(holder, target.attr, store)
                    self.augment(before, statement, ast.copy_location(attribute, target))
            else:
                with self.held(target.value) as holder, self.held(target.slice) as key:
                    before = self.value(ast.copy_location(ast.Subscript(holder, key, load), target))
                    self.augment(before, statement, ast.copy_location(ast.Subscript(holder, key, store), target))

    def augment(self, before: Value, statement: ast.AugAssign, target: ast.expr) -> None:
        """Change a list or set in place; for other values, assign the result to the target."""
        op, node = statement.op, statement
        if before.type.is_container:
            row = self.steady(self.container_code(before, node))
            place = row.type.place and row.type.place.root()
            if self.program.has_row_tuples and place and place.is_tuple:
                if place.is_list:
                    raise self.refuse(node, "adding to a list that may be a tuple can't be compiled", "use two names")
                self.bind(target, self.operated(row, op, self.value(statement.value), node))
                return
            if before.type.has(LIST) and isinstance(op, ast.Add):
                self.extend_row(row, statement.value)
                return
            if before.type.has(SET) and isinstance(op, ast.BitOr | ast.Sub):
                self.update_set(row, statement.value, "add_to_set" if isinstance(op, ast.BitOr) else "discard_item")
                return
            if before.type.has(SET) and isinstance(op, ast.BitAnd):
                self.meet_set(row, self.sequence(statement.value, any_order=True), node)
                return
            if row.type.has(DICT) and place and place.default == "zero":
                combined = self.operated_rows(row, op, self.value(statement.value), node)
                self.change(row, grows=True)
                if combined.type.place:
                    self.program.copied(combined.type.place.keys, place.keys)
                self.write(f"assign_list(S, {row.code}, {combined.code})")
                return
            if row.type.has(DICT) and isinstance(op, ast.BitOr):
                self.put_all(row, self.steady(self.value(statement.value)))
                return
            raise self.refuse(node, f"this can't be done in place with {before.type}", "write it in two steps")
        # Python reads the target before it computes what is added.
        before = before if re.fullmatch(r"t\d+|-?\d+", before.code) else before._replace(code=self.keep(before.code))
        self.bind(target, self.operated(before, op, self.value(statement.value), node))

    def held(self, node: ast.expr) -> EvaluatedOnce:
        """Return a context with an expression that represents another one, which is computed once."""
        return EvaluatedOnce(self, node)

    def write_Delete(self, statement: ast.Delete) -> None:
        with self.giving_back():
            for target in statement.targets:
                if not isinstance(target, ast.Subscript):
                    raise self.refuse(target, "only items of lists and dicts can be deleted", "set it to None")
                if isinstance(target.slice, ast.Slice):
                    self.delete_slice(target, target.slice)
                    continue
                holder, key = self.several([target.value, target.slice])
                holder = self.steady(self.container_code(holder, target))
                self.change(holder)
                if holder.type.has(DICT):
                    self.check_member(holder.type.keys, key.type, target)
                    self.write(f"pop_key(S, {holder.code}, {self.canonical(holder, key).code})")
                else:
                    self.write(f"pop_at(S, {holder.code}, {self.whole(key, target)})")

    def delete_slice(self, target: ast.Subscript, part: ast.Slice) -> None:
        """Delete a slice of a list."""
        if part.step:
            raise self.refuse(target, "del with a step can't be compiled")
        nothing = ast.copy_location(ast.Constant(None), target)
        holder, *ends_ = self.several([target.value, part.lower or nothing, part.upper or nothing])
        holder = self.steady(self.container_code(holder, target))
        self.change(holder)
        codes = [value.code if value.type.only(NONE) else self.whole(value, target) for value in ends_]
        self.write(f"delete_slice(S, {holder.code}, {', '.join(codes)})")

    # Branches and loops --------------------------------------------------------------------------------------------
    def tested(self, node: ast.expr) -> str:
        """Return the code of a condition, after freeing the memory that evaluating it has allocated."""
        begin, before = len(self.lines), (self.makes, self.keeps)
        self.makes = self.keeps = False
        code = self.condition(node)
        if self.makes and not self.keeps:
            top = self.new_name()
            self.lines.insert(begin, "    " * self.depth + f"{top} = S[TOP]")
            code = self.keep_truth(code)
            self.write(f"S[TOP] = {top}")
        self.makes, self.keeps = before[0] or (self.makes and self.keeps), before[1] or self.keeps
        return code

    def write_If(self, statement: ast.If) -> None:
        self.block(f"if {self.tested(statement.test)}:", statement.body)
        if statement.orelse:
            self.block("else:", statement.orelse)

    def outliving(self, loop: ast.For | ast.While) -> bool:
        """Return whether a reference set in a loop is read after it, or in a later turn before it is set again."""
        names = {node.id for node in ast.walk(loop) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        names = {name for name in names if self.local(name).type.is_reference}
        inside = {id(node) for node in ast.walk(loop)}
        for node in ast.walk(self.routine.node):
            if (
                isinstance(node, ast.Name)
                and node.id in names
                and id(node) not in inside
                and isinstance(node.ctx, ast.Load)
            ):
                return True
        bound = (
            {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
            if isinstance(loop, ast.For)
            else set()
        )
        for name in names - bound:
            uses = [each for each in loop.body if any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(each))]
            if not uses or not sets_first(uses[0], name) or (isinstance(uses[0], ast.For) and len(uses) > 1):
                return True
            if isinstance(loop, ast.While) and any(
                isinstance(n, ast.Name) and n.id == name for n in ast.walk(loop.test)
            ):
                return True
        return False

    @contextlib.contextmanager
    def freeing(self, loop: ast.For | ast.While, begin: int) -> Iterator[None]:
        """Write the body of a loop; each turn frees the memory of the turn before unless a reference remains."""
        outer = (self.makes, self.keeps, self.function_keeps)
        self.makes = self.keeps = self.function_keeps = False
        first = len(self.lines)
        depth = self.depth
        yield
        if self.makes_in(first) and not self.function_keeps and not self.outliving(loop):
            name = self.new_name()
            self.lines.insert(first, "    " * depth + f"S[TOP] = {name}")
            self.lines.insert(begin, "    " * (depth - 1) + f"{name} = S[TOP]")
            self.makes = False
            self.frees = True
        self.makes = self.makes or outer[0]
        self.keeps = self.keeps or outer[1]
        self.function_keeps = self.function_keeps or outer[2]

    def makes_in(self, first: int) -> bool:
        """Return whether lines from one on may leave memory allocated."""
        return any("(S" in line for line in self.lines[first:])

    def write_While(self, statement: ast.While) -> None:
        flag = self.keep("0") if statement.orelse else ""
        self.loops.append("")
        begin = len(self.lines)
        with self.indented("while S[ERROR] == 0:"), self.freeing(statement, begin):
            self.write("spin(S)")
            code = self.tested(statement.test)
            if code != "1":
                with self.indented(f"if not ({code}):"):
                    if flag:
                        self.write(f"{flag} = 1")
                    self.write("break")
            self.body(statement.body)
        self.loops.pop()
        if statement.orelse:
            self.block(f"if {flag}:", statement.orelse)

    def write_For(self, statement: ast.For) -> None:
        flag = self.keep("0") if statement.orelse else ""
        self.loops.append(flag)
        depth = self.depth

        def turn(value: Value | Several) -> None:
            with self.freeing(statement, self.outermost_loop(depth)):
                self.bind(statement.target, value)
                self.body(statement.body)

        self.loop(statement.iter, turn)
        self.loops.pop()
        if statement.orelse:
            self.block(f"if {flag} == 0:", statement.orelse)

    def write_Match(self, statement: ast.Match) -> None:
        subject, depth = self.steady(self.value(statement.subject)), self.depth
        subject = subject._replace(code=self.keep(subject.code))
        for case in statement.cases:
            condition = self.matched(subject, case.pattern)
            if case.guard is not None:
                names = [each for each in ast.walk(case.pattern) if isinstance(each, ast.MatchAs) and each.name]
                if names:
                    raise self.refuse(case.pattern, "a pattern with a name and an `if` can't be compiled", "write if")
                condition = f"({condition}) and ({self.condition(case.guard)})"
            with self.indented(f"if {condition}:"):
                self.bind_pattern(case.pattern, subject)
                self.body(case.body)
            self.write("else:")
            self.depth += 1
            self.write("pass")
        self.depth = depth


class EvaluatedOnce:
    """Context in which a name represents an expression, so that a statement can use it twice and compute it once."""

    def __init__(self, writer: Statements, node: ast.expr) -> None:
        self.writer, self.node = writer, node
        self.renames = dict(writer.renames)

    def __enter__(self) -> ast.expr:
        writer, node = self.writer, self.node
        if writer.static(node)[0] or (isinstance(node, ast.Name) and not node.id.startswith("held")):
            return node
        value = writer.value(node)
        if value.type.has(GAME):
            return node
        name = f"held_{node.lineno}_{node.col_offset}"
        flat = f"v_{name}"
        writer.write(f"{flat} = {value.code}")
        writer.program.cell(("local", writer.routine, flat)).absorb(value.type)
        writer.renames[name] = flat
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def __exit__(self, *_: object) -> None:
        self.writer.renames = self.renames


def has_star(nodes: Sequence[ast.expr]) -> bool:
    """Return whether one of several expressions is starred."""
    return any(isinstance(node, ast.Starred) for node in nodes)


def ends(body: Sequence[ast.stmt]) -> bool:
    """Return whether statements never continue with what follows them."""
    last = body[-1]
    if isinstance(last, ast.Return | ast.Raise):
        return True
    if isinstance(last, ast.If):
        return bool(last.orelse) and ends(last.body) and ends(last.orelse)
    return False


def sets_first(statement: ast.stmt, name: str) -> bool:
    """Return whether a statement sets a name on every path before it reads it."""
    if isinstance(statement, ast.Assign):
        reads = [node for node in ast.walk(statement.value) if isinstance(node, ast.Name) and node.id == name]
        return not reads and any(
            isinstance(target, ast.Name) and target.id == name for target in names_in(statement.targets)
        )
    if isinstance(statement, ast.For):
        return any(target.id == name for target in names_in([statement.target]) if isinstance(target, ast.Name))
    return False


def names_in(targets: Sequence[ast.expr]) -> list[ast.expr]:
    """Return the targets of an assignment, including those inside tuples."""
    names: list[ast.expr] = []
    for target in targets:
        names += names_in(target.elts) if isinstance(target, ast.Tuple | ast.List) else [target]
    return names
