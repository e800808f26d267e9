"""Code of `with`, which is written as other statements.

    with suppress(KeyError): …          try: … and except KeyError: pass
    with phase(self) as name: …         for name in phase(self): …      (a generator under @contextmanager)
    with Turn(self) as name: …          name = turn.__enter__(), try: … and finally: turn.__exit__(None, None, None)

No manager sees an error: after one, plain Python plays the game again.
"""

from __future__ import annotations

import ast
import contextlib

from balancer.compiler.classes import OWN_MODULES, is_own_class
from balancer.compiler.kinds import OBJECT
from balancer.compiler.yielding import Yielding, is_left_in

REFUSED = ("this `with` can't be compiled", "write what it does before and after its lines")


class Managers(Yielding):
    """Writes the code of `with`."""

    def write_With(self, statement: ast.With) -> None:
        """Write a `with` of one or several managers.  NotCompilable."""
        item, *others = statement.items
        body: list[ast.stmt] = statement.body
        if others:
            body = [ast.copy_location(ast.With(others, statement.body), statement)]
        call, target = item.context_expr, item.optional_vars
        is_static, manager = self.static(call.func) if isinstance(call, ast.Call) else (False, None)
        function = call.func if isinstance(call, ast.Call) else call
        name, sources = getattr(function, "attr", getattr(function, "id", "")), self.program.sources
        if is_static and manager is contextlib.suppress and isinstance(call, ast.Call) and target is None:
            handler = ast.ExceptHandler(ast.Tuple(call.args, ast.Load()), None, [ast.Pass()])
            written: list[ast.stmt] = [ast.Try(body, [handler], [], [])]
        elif is_static and manager is contextlib.nullcontext and isinstance(call, ast.Call):
            written = [*([ast.Assign([target], [*call.args, ast.Constant(None)][0])] if target else []), *body]
        elif name in sources.generator_names:
            if name not in sources.manager_names:
                raise self.refuse(statement, f"`with {name}()` can't be compiled", "yield once, in no branch or loop")
            if is_left_in(body):
                raise self.refuse(statement, "leaving this `with` early can't be compiled", "set a name in it")
            written = [ast.For(target or ast.Name("_managed", ast.Store()), call, body, [])]
        elif is_static and not str(getattr(manager, "__module__", "")).startswith(OWN_MODULES):
            raise self.refuse(statement, *REFUSED)
        else:
            self.write_managed(statement, call, target, body)
            return
        self.write_instead(written, statement)

    def write_managed(self, statement: ast.With, call: ast.expr, target: ast.expr | None, body: list[ast.stmt]) -> None:
        """Write a `with` of an object of the file's classes."""
        with self.held(call) as manager:
            value = self.value(manager)
            kinds = self.classes_among(value)
            names = ("__enter__", "__exit__")
            if (value.type.kinds and not value.type.only(OBJECT)) or any(
                holder is None or not is_own_class(holder)
                for kind in kinds
                for name in names
                for _, holder, _ in [self.method_of(kind, name)]
            ):
                raise self.refuse(statement, *REFUSED)
            enter, leave = (ast.Attribute(manager, name, ast.Load()) for name in names)
            entered = ast.Call(enter, [], [])
            begin = ast.Assign([target], entered) if target else ast.Expr(entered)
            end = ast.Expr(ast.Call(leave, [ast.Constant(None)] * 3, []))
            self.write_instead([begin, ast.Try(body, [], [], [end])], statement)

    def write_instead(self, written: list[ast.stmt], statement: ast.With) -> None:
        """Write statements in place of another one."""
        self.body([ast.fix_missing_locations(ast.copy_location(each, statement)) for each in written])
