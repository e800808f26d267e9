"""Code of statements and of whole functions."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Iterator, Sequence

from balancer.compiler.allocating import takes_memory
from balancer.compiler.catching import HANDLED, Guard, NotGuardedError, flags_of, handled_by
from balancer.compiler.emitter import NOTHING, FinalBlock, LoopEnd, Several, Value
from balancer.compiler.errors import Conflict, NotCompilable, shortened
from balancer.compiler.iterator_reads import IteratorReads
from balancer.compiler.kinds import Type
from balancer.compiler.managers import Managers
from balancer.compiler.yielding import is_left_in

LATE_IMPORT = "an import of a name that is also set otherwise, or used where it may not be set, can't be compiled"
ADVICE = {
    "TryStar": ("`except*` can't be compiled", "ask first"),
    "Global": ("`global` can't be compiled", "keep it as an attribute of self"),
    "Nonlocal": ("this `nonlocal` can't be compiled", "set the name first in the outer function; or return it"),
    "ClassDef": ("a class in a function can't be compiled", "write it at the top of the file"),
    "Import": (LATE_IMPORT, "write it at the top of the file"),
    "ImportFrom": (LATE_IMPORT, "write it at the top of the file"),
}
ASK_FIRST = "ask first, as in `if card in hand:`"


class Statements(Managers):
    """Writes the code of statements."""

    def body(self, statements: Sequence[ast.stmt]) -> None:
        """Write the statements of a body; a tentative pass skips those that can't be compiled yet."""
        for statement in statements:
            name = type(statement).__name__
            if name in ADVICE:
                raise self.refuse(statement, *ADVICE[name])
            method = getattr(self, f"write_{name}", None)
            if method is None:
                raise self.refuse(statement, f"`{shortened(ast.unparse(statement))}` can't be compiled")
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
        if not routine.outer:
            self.check_iterators()
        if isinstance(node, ast.Lambda):
            self.write_Return(ast.copy_location(ast.Return(node.body), node.body))
        else:
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
                lines.append(line.replace("<free>", "S[TOP] = base" if frees else "pass"))
            else:
                lines.append(line if frees else re.sub(r"return keep_\w+\(S, base, (\w+)\)", r"return \1", line))
        return "\n".join(lines) + "\n"

    def check_iterators(self) -> None:
        """Raise NotCompilable where the items of an iterator may be others than in Python."""
        routine, sources = self.routine, self.program.sources
        if routine in sources.read_alike:
            return
        stepped = {*self.iterator_names(), *self.program.iterator_variables}
        reads = IteratorReads(routine.node, self.effect_finder(), self.name_of_use, stepped)
        for node in reads.misread():
            self.keep_iterator(node)
        values = [each.value for each in ast.walk(routine.node) if isinstance(each, ast.Return) and each.value]
        is_of_list = all(self.builtin(value) == "iter" for value in values)  # of `__iter__`, which loops call
        if not sources.kept_iterators.isdisjoint(values):
            sources.kept_makers.add(getattr(routine.node, "name", ""))
        elif values and not is_of_list and reads.returns_iterators() and routine.node not in sources.iterator_makers:
            sources.iterator_makers.add(routine.node)
            self.program.changes.count += 1  # what calls it is checked
        sources.read_alike.add(routine)

    def leave(self, code: str, return_type: Type) -> None:
        """Write the return of a word, after freeing the memory of the function unless the word refers to it."""
        if not return_type.is_reference:
            self.write("<free>")
            self.write(f"return {code}")
        elif (
            return_type.is_container
            and not return_type.is_either
            and not return_type.elements.is_reference
            and not return_type.keys.is_reference
            and return_type.place
            and not return_type.place.root().grows
        ):
            helper = "keep_hashed" if return_type.is_hashed else "keep_list"
            self.write(f"return {helper}(S, base, {self.fixed(code)})")
        else:
            self.write(f"return {code}")

    # Simple statements ---------------------------------------------------------------------------------------------
    def write_Pass(self, statement: ast.Pass) -> None:
        pass

    def write_Expr(self, statement: ast.Expr) -> None:
        if isinstance(statement.value, ast.Constant):
            return
        if isinstance(statement.value, ast.Yield | ast.YieldFrom):
            self.write_yield(statement.value)
            return
        with self.giving_back():
            code = self.value(statement.value).code
            if "(" in code:
                self.keep(code)

    def write_Assert(self, statement: ast.Assert) -> None:
        self.fail_if(f"not ({self.condition(statement.test)})", "RAISED")

    def write_Raise(self, statement: ast.Raise) -> None:
        self.write("fail(S, ErrorFlag.RAISED)")
        if self.running:
            self.leave_generator()
        else:
            self.leave("0", NOTHING)

    def write_FunctionDef(self, statement: ast.FunctionDef) -> None:
        if statement.decorator_list:
            raise self.refuse(statement, "a decorator of a function in a function can't be compiled")

    def write_Return(self, statement: ast.Return) -> None:
        if self.running:
            if statement.value:
                self.value(statement.value)  # nobody reads it
            self.write_finals(0)
            self.leave_generator()
            return
        cell = self.program.cell(("return", self.routine))
        value = self.value(statement.value) if statement.value else Value("NONE", NOTHING)
        return_type = cell.absorb(value.type)
        code = self.fit(value, return_type)
        # The value must be read before its memory is freed.
        code = self.keep(code) if self.finals else self.fixed(code)
        self.write_finals(0)
        self.leave(code, return_type)

    def write_Break(self, statement: ast.Break) -> None:
        del statement
        self.write_finals(len(self.loops))
        if self.loops[-1].flag:
            self.write(f"{self.loops[-1].flag} = 1")
        self.write("break")

    def write_Continue(self, statement: ast.Continue) -> None:
        del statement
        self.write_finals(len(self.loops))
        self.write(self.loops[-1].skip)

    def write_finals(self, loops: int) -> None:
        """Write what each `finally` does that is left; loops: how many loops are around the outermost of them."""
        finals = self.finals
        for place in reversed(range(len(finals))):
            if finals[place].loops >= loops:
                self.finals = finals[:place]
                self.body(finals[place].statements)
        self.finals = finals

    # Errors --------------------------------------------------------------------------------------------------------
    def write_Try(self, statement: ast.Try) -> None:
        """Write a body that stops at its first error, and the handlers of that error."""
        if statement.finalbody:
            self.write_finally(statement)
            return
        caught_flags = [self.flags_caught(handler) for handler in statement.handlers]
        for each in (each for part in statement.body for each in ast.walk(part)):
            if isinstance(each, ast.Raise | ast.Try | ast.With):
                raise self.refuse(each, f"`{type(each).__name__.lower()}` in a `try` can't be compiled", ASK_FIRST)
        with self.indented("if S[ERROR] == 0:"):
            limit, begin, depth = self.keep("S[LIMIT]"), len(self.lines), self.depth
            self.body(statement.body)
            margin = "    " * depth
            lines = [line.removeprefix(margin) for line in self.lines[begin:]]
            try:
                self.lines[begin:] = [margin + line for line in Guard(self.new_name).guarded(lines)]
            except NotGuardedError:
                what = "a `try` around dice, decisions or the game's own functions can't be compiled"
                raise self.refuse(statement, what, ASK_FIRST) from None
            caught = self.keep("S[ERROR]")
            self.block(f"if {caught} == 0:", statement.orelse)
            for handler, flags in zip(statement.handlers, caught_flags, strict=True):
                with self.indented(f"elif {' or '.join(f'{caught} == {flag}' for flag in flags)}:"):
                    self.write("S[ERROR] = 0")
                    self.write(f"S[LIMIT] = {limit}")  # a comprehension may have stopped half-way
                    self.body(handler.body)

    def write_finally(self, statement: ast.Try) -> None:
        """Write a `try`, and its `finally` wherever it is left; after an error plain Python plays the game again."""
        inside = [each for part in statement.body for each in ast.walk(part)]
        if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in inside):
            raise self.refuse(statement, "`yield` in a `try` with `finally` can't be compiled", "return a list")
        if statement.handlers and is_left_in(statement.body):
            what = "leaving a `try` with `except` and `finally` can't be compiled"
            raise self.refuse(statement, what, "write the lines of `finally` behind it")
        self.finals.append(FinalBlock(statement.finalbody, len(self.loops)))
        if statement.handlers:
            inner = ast.Try(statement.body, statement.handlers, statement.orelse, [])
            self.write_Try(ast.copy_location(inner, statement))
        else:
            self.body([*statement.body, *statement.orelse])
        self.finals.pop()
        self.body(statement.finalbody)

    def flags_caught(self, handler: ast.ExceptHandler) -> list[int]:
        """Return the flags of the errors that a handler catches.  NotCompilable."""
        errors = handled_by(handler, self.static)
        if not errors:
            names = ", ".join(error.__name__ for error in HANDLED)
            raise self.refuse(handler, "this `except` can't be compiled", f"name the errors, out of {names}")
        if handler.name:
            raise self.refuse(handler, f"`as {handler.name}` can't be compiled", "leave it out")
        return flags_of(errors)

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
        reads = (
            ast.walk(loop.iter)
            if isinstance(loop, ast.For) and isinstance(loop.iter, ast.Call | ast.GeneratorExp)
            else ()
        )
        if any(isinstance(node, ast.Name) and node.id in names - bound for node in reads):
            return True  # what one turn sets may be read as the next item is made
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
    def freeing(self, loop: ast.For | ast.While, *, is_own_turn: bool = False) -> Iterator[None]:
        """Write the body of a loop; each turn frees the memory of the turn before unless a reference remains.

        A turn begins where the loop does, in front of the code that computes its item.  is_own_turn: it frees its own
        memory, because a generator takes memory between the turns.
        """
        outer, first = (self.makes, self.keeps, self.function_keeps), len(self.lines)
        self.makes = self.keeps = self.function_keeps = False
        yield
        outlives = self.outliving(loop)
        head = self.innermost_loop(first) if not is_own_turn else first - 1
        is_item_made = not is_own_turn and takes_memory(self.lines[head + 1 : first])
        is_kept = self.function_keeps or self.pins or (is_item_made and (outer[2] or is_accumulated(loop)))
        if self.makes_in(head + 1) and not is_kept and not outlives:
            name, margin = self.new_name(), margin_of(self.lines[head])
            if is_own_turn:
                self.lines.insert(first, "    " * self.depth + f"{name} = S[TOP]")
                self.write(f"S[TOP] = {name}")
            else:
                self.lines.insert(head + 1, f"{margin}    S[TOP] = {name}")
                self.lines.insert(head, f"{margin}{name} = S[TOP]")
            self.makes = False
            self.frees = True
        self.pins = self.pins or (outlives and is_own_turn)
        self.makes = self.makes or outer[0]
        self.keeps = self.keeps or outer[1]
        self.function_keeps = self.function_keeps or outer[2]

    def innermost_loop(self, first: int) -> int:
        """Return the index of the line that begins the innermost loop around a line."""
        margin, place = len(margin_of(self.lines[first])), first
        while not (len(margin_of(self.lines[place])) < margin and self.lines[place].lstrip().startswith("while ")):
            margin, place = min(margin, len(margin_of(self.lines[place]))), place - 1
        return place

    def makes_in(self, first: int) -> bool:
        """Return whether lines from one on may leave memory allocated."""
        return any("(S" in line for line in self.lines[first:])

    def write_While(self, statement: ast.While) -> None:
        flag = self.keep("0") if statement.orelse else ""
        self.loops.append(LoopEnd(""))
        with self.indented("while S[ERROR] == 0:"), self.freeing(statement):
            self.write("spin(S)")
            code = self.tested(statement.test)
            if code != "1":
                with self.indented(f"if not ({code}):"):
                    if flag:
                        self.write(f"{flag} = 1")
                    self.write("break")
            self.body(statement.body)
        self.loops.pop()
        self.leave_if_done(statement)
        if statement.orelse:
            self.block(f"if {flag}:", statement.orelse)

    def write_For(self, statement: ast.For) -> None:
        is_of_seats = self.program.sets_players and reads_seats(statement.iter)
        if is_of_seats and "players" in self.effect_finder().of(statement.body, self.routine.node).writes:
            what = "a loop over `self.players` in which rules set it can't be compiled"
            raise self.refuse(statement.iter, what, "write `in list(self.players)`")
        is_own_turn = self.takes_turns(statement.iter)
        is_left = is_left_in(statement.body) if is_own_turn else self.is_left_at_once(statement)
        flag = self.keep("0") if statement.orelse or is_left else ""
        self.loops.append(LoopEnd(flag, "break" if is_own_turn else "continue"))

        def turn(value: Value | Several) -> None:
            with self.freeing(statement):
                self.bind(statement.target, value)
                self.body(statement.body)

        def own_turn(value: Value | Several) -> bool:
            with self.freeing(statement, is_own_turn=True):
                self.bind(statement.target, value)
                if not is_left:
                    self.body(statement.body)
                    return True
                with self.indented("while 1:"):
                    self.body(statement.body)
                    self.write("break")
                if self.done:
                    with self.indented(f"if {self.done}:"):
                        self.write(f"{flag} = 1")
            return True

        self.loop(statement.iter, own_turn if is_own_turn else turn, flag if is_left else "")
        self.loops.pop()
        self.leave_if_done(statement)
        if statement.orelse:
            self.block(f"if {flag} == 0:", statement.orelse)

    def takes_turns(self, node: ast.expr) -> bool:
        """Return whether a loop over an expression has code between its turns: of generators, or of zip()."""
        parts = [each for each in ast.walk(node) if isinstance(each, ast.expr)]
        return any(self.is_generator(each) or (self.builtin(each) == "zip" and self.is_lazy(each)) for each in parts)

    def is_left_at_once(self, loop: ast.For) -> bool:
        """Return whether a loop that is written as several may be left by `break`, or by the end of a generator."""
        is_left = any(breaks(each) for each in loop.body) or bool(self.done and is_left_in(loop.body))
        return is_left and self.nests_loops(loop.iter)

    def write_Match(self, statement: ast.Match) -> None:
        subject, depth = self.steady(self.value(statement.subject)), self.depth
        subject = subject._replace(code=self.keep(subject.code))
        for case in statement.cases:
            condition = self.matched(subject, case.pattern)
            if case.guard is None:
                with self.indented(f"if {condition}:"):
                    self.bind_pattern(case.pattern, subject)
                    self.body(case.body)
            else:
                is_met = self.keep("0")
                with self.indented(f"if {condition}:"):
                    self.bind_pattern(case.pattern, subject)  # also where what follows `if` is false
                    self.set_truth(is_met, self.condition(case.guard))
                self.block(f"if {is_met}:", case.body)
            self.write("else:")
            self.depth += 1
            self.write("pass")
        self.depth = depth


def reads_seats(node: ast.AST) -> bool:
    """Return whether a loop over an expression reads `self.players` itself, and no copy of it."""
    is_copy = isinstance(node, ast.Subscript) or getattr(getattr(node, "func", None), "id", "") in {"list", "sorted"}
    is_read = getattr(node, "attr", "") == "players" or any(map(reads_seats, ast.iter_child_nodes(node)))
    return is_read and not is_copy


def margin_of(line: str) -> str:
    """Return the indentation of a line."""
    return line[: len(line) - len(line.lstrip())]


def breaks(statement: ast.AST) -> bool:
    """Return whether a statement may leave the loop around it by `break`."""
    if isinstance(statement, ast.For | ast.While):
        return any(breaks(each) for each in statement.orelse)
    inner = [
        each
        for each in ast.iter_child_nodes(statement)
        if isinstance(each, ast.stmt | ast.ExceptHandler | ast.match_case)
    ]
    return isinstance(statement, ast.Break) or any(breaks(each) for each in inner)


def is_accumulated(loop: ast.For | ast.While) -> bool:
    """Return whether each item of a loop depends on the one before."""
    return isinstance(loop, ast.For) and re.search("accumulate|pairwise", ast.unparse(loop.iter)) is not None


def ends(body: Sequence[ast.stmt]) -> bool:
    """Return whether statements never continue with what follows them."""
    last = body[-1]
    if isinstance(last, ast.Return | ast.Raise):
        return True
    if isinstance(last, ast.If):
        return bool(last.orelse) and ends(last.body) and ends(last.orelse)
    if isinstance(last, ast.Try):
        return ends(last.orelse or last.body) and all(ends(handler.body) for handler in last.handlers)
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
