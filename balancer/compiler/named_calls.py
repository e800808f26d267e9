"""Code of calls whose function is chosen while the game runs: by its name, from a dict or list of functions.

    getattr(self, "do_" + name)(player)
    {"buy": self.buy, "sell": self.sell}[name](player)

Only one of finitely many functions can be meant, so that the call becomes a choice between calls of all of them.  A
dict or list of functions is no value: it may be written in the call, in a name or attribute that is set once, or in
the file itself.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from types import BuiltinFunctionType, FunctionType
from typing import Any, NamedTuple

from balancer.compiler.builtin_names import BUILTINS
from balancer.compiler.classes import field_names
from balancer.compiler.effects import free_names
from balancer.compiler.emitter import NO_VALUE, Value
from balancer.compiler.expressions import Case
from balancer.compiler.kinds import BOOL, CARD, GAME, INT, NONE, OBJECT, PERSONA, PLAYER, TEXT, TUPLE, UNKNOWN, Type
from balancer.compiler.partials import Partials, with_arguments
from balancer.compiler.routines import Routine
from balancer.compiler.sources import names_stored_in
from balancer.compiler.spreading import has_star


class NamePattern(NamedTuple):
    """A composed name, such as `"do_" + word`: constant texts around a text or a number."""

    prefix: str
    word: ast.expr
    suffix: str

    def word_in(self, name: str) -> str | None:
        """Return the word that makes a name; None if no word does."""
        fits = name.startswith(self.prefix) and name.endswith(self.suffix)
        length = len(name) - len(self.prefix) - len(self.suffix)
        return name[len(self.prefix) :][:length] if fits and length >= 0 else None


class TableEntry(NamedTuple):
    """A function in a dict that is no value: what is written there, and the routine that has the dict."""

    routine: Routine
    function: Any


class NamedCalls(Partials):
    """Writes the code of calls by name, and of attributes by name."""

    def call_static(self, function: Any, node: ast.Call) -> Value:
        """Return the result of a function or class of a module."""
        raise NotImplementedError

    def call_named(self, node: ast.Call) -> Value | None:
        """Return the result of a call whose function is chosen while the game runs; None for other calls."""
        function = node.func
        if isinstance(function, ast.Lambda) and not node.keywords and not has_star(node.args):
            names = [each.arg for each in function.args.args]
            if len(names) == len(node.args) and ast.unparse(function.args) == ", ".join(names):  # all, without defaults
                return self.call_of(function, node)
        if self.is_partial(function):
            return self.called_partial(function, node)
        if isinstance(function, ast.IfExp):
            calls = [_called(each, node) for each in (function.body, function.orelse)]
            return self.value(ast.copy_location(ast.IfExp(function.test, *calls), node))
        if self.builtin(function) == "getattr" and isinstance(function, ast.Call):
            if len(function.args) != 2:  # noqa: PLR2004
                raise self.refuse(node, "getattr() with a default can't be called", "write `if name in ACTIONS:`")
            return self.by_name(
                function, self.method_names(function.args[0]), lambda each: self.value(_called(each, node))
            )
        if isinstance(function, ast.Subscript):
            functions = self.functions_in(function.value)
            if functions is not None:
                return self.call_one_of(functions, function.slice, node)
        if isinstance(function, ast.Call) and isinstance(function.func, ast.Attribute) and function.func.attr == "get":
            functions = self.functions_in(function.func.value)
            if functions is not None and len(function.args) == 2:  # noqa: PLR2004
                default = _called(function.args[1], node)
                return self.call_one_of(functions, function.args[0], node, lambda: self.value(default))
        return None

    # By name ----------------------------------------------------------------------------------------------------------
    def by_name(self, node: ast.Call, names: Iterable[str], use: Callable[[ast.Attribute], Value]) -> Value:
        """Return the result of `use(OBJECT.NAME)` for a name that is composed while the game runs.

        node: the call of getattr; names: those that the object has; any other raises a flag.
        """
        holder, named = node.args[:2]
        if any(isinstance(each, ast.Call) for each in ast.walk(holder)):
            raise self.refuse(holder, "getattr() of a result can't be compiled", "give the object a name first")
        pattern = self.pattern_of(named)
        word = self.steady(self.value(pattern.word))
        if not word.type.kinds:
            return Value("0", UNKNOWN)
        if not word.type.only(TEXT, INT, BOOL, NONE):
            advice = "write its words in the call"
            raise self.refuse(named, f"a name that is {word.type} can't be compiled", advice)
        cases: list[Case] = []
        for name in sorted(names):
            text = pattern.word_in(name)
            code = None if text is None else self.word_code(text, word)
            if code is not None:
                part = ast.copy_location(ast.Attribute(holder, name, ast.Load()), node)
                cases.append((f"{word.code} == {code}", functools.partial(use, part)))
        return self.switch(cases, node, "NO_PLAYER")

    def word_code(self, text: str, word: Value) -> str | None:
        """Return the code of a word of a name; None where the game never has it."""
        may_be = not word.type.texts or text in word.type.texts
        if word.type.has(TEXT) and may_be and text in self.program.text_set:
            return str(self.packing.text(text))
        is_number = word.type.has(INT) and text.isdecimal() and str(int(text)) == text
        return text if is_number else None

    def pattern_of(self, node: ast.expr) -> NamePattern:
        """Return the constant texts around the part of a name that varies."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            (is_prefix, prefix), (is_suffix, suffix) = self.static(node.left), self.static(node.right)
            if is_prefix and isinstance(prefix, str):
                inner = self.pattern_of(node.right)
                return inner._replace(prefix=prefix + inner.prefix)
            if is_suffix and isinstance(suffix, str):
                inner = self.pattern_of(node.left)
                return inner._replace(suffix=inner.suffix + suffix)
        if isinstance(node, ast.JoinedStr):
            varying = [each for each in node.values if isinstance(each, ast.FormattedValue)]
            if len(varying) == 1 and varying[0].conversion == -1 and varying[0].format_spec is None:
                place = node.values.index(varying[0])
                texts = [str(each.value) if isinstance(each, ast.Constant) else "" for each in node.values]
                return NamePattern("".join(texts[:place]), varying[0].value, "".join(texts[place:]))
        if self.builtin(node) == "str" and isinstance(node, ast.Call) and len(node.args) == 1:
            return NamePattern("", node.args[0], "")
        return NamePattern("", node, "")

    def method_names(self, holder: ast.expr) -> list[str]:
        """Return the names of the file's own methods of an object."""
        holder_type = self.value(holder).type
        owners = {GAME: self.program.definition, PERSONA: self.routine.owner}
        owners |= {OBJECT: holder_type.record, TUPLE: holder_type.named}
        kinds = [owners.get(kind) for kind in holder_type.kinds]
        if None in kinds:
            raise self.refuse(holder, f"a method of {holder_type} by its name can't be compiled", "write the call")
        return [
            name
            for owner in kinds
            for name in dir(owner)
            for function, defined_in, _ in [self.method_of(owner, name)]  # type: ignore[arg-type]
            if function is not None and defined_in is not None and not defined_in.__module__.startswith("balancer.")
        ]

    def call_getattr(self, node: ast.Call) -> Value:
        """Return the value of an attribute, whose name may be composed."""
        holder, name, *default = node.args
        is_static, attribute = self.static(name)
        if is_static and isinstance(attribute, str) and not default:
            return self.value(ast.copy_location(ast.Attribute(holder, attribute, ast.Load()), node))
        if default:
            return self.attribute_or(node, attribute if is_static else None)
        holder_type = self.value(holder).type
        return self.column_by_name(node) if holder_type.has(CARD) else self.attribute_by_name(node, holder_type)

    def attribute_or(self, node: ast.Call, name: Any) -> Value:
        """Return the value of an attribute, or a default where the object does not have it."""
        holder, default = self.several([node.args[0], node.args[2]])
        if isinstance(name, str) and holder.type.has(NONE) and holder.type.only(OBJECT, NONE):
            holder, default = self.steady(holder), self.steady(default)
            present = holder._replace(type=holder.type.without(NONE))
            if not present.type.kinds:
                return default
            case: Case = (f"{holder.code} != NONE", lambda: self.attribute_of_present(present, default, name, node))
            return self.switch([case], node, "UNSET", lambda: default)
        if not isinstance(name, str) or not holder.type.only(GAME, PLAYER, OBJECT):
            if not holder.type.kinds:
                return Value("0", UNKNOWN)
            advice = "set the attribute to None before"
            raise self.refuse(node, f"this getattr() of {holder.type} with a default can't be compiled", advice)
        return self.attribute_of_present(self.steady(holder), self.steady(default), name, node)

    def attribute_of_present(self, holder: Value, default: Value, name: str, node: ast.Call) -> Value:
        """Return the value of an attribute of an object that is there, or a default where it is not set."""
        is_set = self.has_attribute(holder, name, node).code
        if is_set == "0":
            return default
        read = ast.copy_location(ast.Attribute(node.args[0], name, ast.Load()), node)
        attribute: Callable[[Value, ast.Attribute], Value] = getattr(self, f"{next(iter(holder.type.kinds))}_attribute")
        return self.switch([(is_set, lambda: attribute(holder, read))], node, "UNSET", lambda: default)

    def column_by_name(self, node: ast.Call) -> Value:
        """Return the value of a card in the column with a name."""
        value, name = self.several(node.args)
        if not name.type.only(TEXT):
            raise self.refuse(node, f"getattr() by {name.type} can't be compiled", "write the column's name")
        value, name = self.steady(self.real(value, CARD, "NO_CARD")), self.steady(name)
        self.program.caching.note_read(self.routine, CARD, "columns")
        columns = sorted({column for card in self.program.cards for column in vars(card) if column != "row"})
        cases: list[Case] = []
        for column in columns:
            column_type = self.program.column(column)
            if column in self.packing.known_texts and column_type.kinds <= {INT, BOOL, NONE}:
                figure = Value(f"S[COLUMN_{column} + ({value.code} & CARD_MASK)]", column_type)
                cases.append((f"{name.code} == {self.packing.text(column)}", lambda figure=figure: figure))  # type: ignore[misc]
        return self.switch(cases, node, "NO_CARD")

    def call_setattr(self, node: ast.Call) -> Value:
        """Write the setting of an attribute, whose name may be composed."""
        holder, name, given = node.args
        value = self.steady(self.value(given))

        def store(attribute: ast.Attribute) -> Value:
            self.bind(ast.copy_location(ast.Attribute(attribute.value, attribute.attr, ast.Store()), node), value)
            return NO_VALUE

        is_static, attribute = self.static(name)
        if is_static and isinstance(attribute, str):
            return store(ast.Attribute(holder, attribute, ast.Load()))
        if any(isinstance(each, ast.Call) for each in ast.walk(name)):
            raise self.refuse(node, "setattr() with this name can't be compiled", "give the name a name first")
        self.program.needs_texts = True  # which attributes are set is only known where all words are
        return self.attribute_by_name(node, self.value(holder).type, store)

    def attribute_by_name(
        self, node: ast.Call, holder_type: Type, use: Callable[[ast.Attribute], Value] | None = None
    ) -> Value:
        """Return the value of an attribute whose name is composed while the game runs, or what `use` makes of it."""
        use = use or self.value
        owner = "game" if holder_type.has(GAME) else "player" if holder_type.has(PLAYER) else ""
        record = holder_type.record
        if holder_type.only(OBJECT) and record:
            owner = record.__name__
        if not holder_type.kinds or len(holder_type.kinds) > 1 or not owner:
            if not holder_type.kinds:
                return Value("0", UNKNOWN)
            raise self.refuse(node, f"getattr() of {holder_type} can't be compiled", "write the attribute's name")
        names = {name for each, name in self.program.stored if each == owner}
        if owner == "game":
            names |= {*self.program.knobs, *self.program.figures}
        names |= {*(field_names(record) if record else ())}
        return self.by_name(node, names, use)

    # From a dict or list ----------------------------------------------------------------------------------------------
    def functions_in(self, node: ast.expr) -> Mapping[Any, Any] | None:
        """Return the functions of a dict or list by key or index, or expressions of them; None: it holds others."""
        is_static, constant = self.static(node)
        if is_static:
            functions = dict(enumerate(constant)) if isinstance(constant, list | tuple) else constant
            functions = functions if isinstance(functions, dict) else {}
            return functions if functions and all(map(_is_function, functions.values())) else None
        named = self.set_once(node)
        if named is not None and self.holds_values(named):
            return None
        node = named or node
        if isinstance(node, ast.Dict) and None not in node.keys:
            keys = [self.static(each) for each in node.keys if each is not None]
            if not all(is_key for is_key, _ in keys):
                return None
            expressions = dict(zip((key for _, key in keys), node.values, strict=True))
        elif isinstance(node, ast.List | ast.Tuple):
            expressions = dict(enumerate(node.elts))
        else:
            return None
        if not expressions or not all(map(self.is_function, expressions.values())):
            return None
        if named is not None:
            self.check_names(named)
        return expressions

    def check_names(self, functions: ast.expr) -> None:
        """Check that functions in a dict or list need no names of the function that made it.  NotCompilable."""
        maker = self.outer_of(functions)
        names = free_names(functions) & {*maker.own_parameters, *names_stored_in(maker.node)}
        if maker is not self.routine and names:
            what = f"a function that needs {', '.join(sorted(names))} of the function around it is no value"
            raise self.refuse(functions, f"{what} that can be compiled", "hand that on as an argument")

    def is_function(self, node: ast.expr) -> bool:
        """Return whether an expression is a function of the file, or a method of this object."""
        if isinstance(node, ast.Lambda):
            return True
        if isinstance(node, ast.Name) and self.is_local(node.id):
            return self.inner_function(node.id) is not None
        is_static, constant = self.static(node)
        if is_static:
            return _is_function(constant)
        if self.is_partial(node):
            return self.is_function(node.args[0])  # type: ignore[attr-defined]
        is_own = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if not is_own or node.value.id != self.routine.self_name or self.routine.owner is None:  # type: ignore[attr-defined]
            return False
        return isinstance(inspect.getattr_static(self.routine.owner, node.attr, None), FunctionType)  # type: ignore[attr-defined]

    def holds_values(self, node: ast.expr) -> bool:
        """Return whether the functions of a dict or list are values by themselves, so that it is one, too."""
        parts = node.values if isinstance(node, ast.Dict) else getattr(node, "elts", ())
        return all(self.is_value(part) for part in parts)

    def is_value(self, node: ast.expr) -> bool:
        """Return whether a function needs neither names of the function around it, nor an object but the game."""
        maker: Routine | None = self.outer_of(node)
        while maker is not None:
            named = self.program.sources.inner_functions(maker.node).get(getattr(node, "id", ""), [])
            function: Any = node if isinstance(node, ast.Lambda) else named[0] if named else None
            if function is not None:
                function = getattr(function, "value", function)
                return maker.kind in {GAME, ""} and not self.program.inner(maker, function).captured
            maker = maker.outer
        holder = node.value if isinstance(node, ast.Attribute) else None
        if isinstance(holder, ast.Name) and holder.id == self.routine.self_name:
            return self.routine.kind == GAME
        is_static, constant = self.static(node)
        return is_static and isinstance(constant, FunctionType | type) and self.program.is_own(constant)

    def set_once(self, node: ast.expr) -> ast.expr | None:
        """Return what a name or an attribute of self is set to, in the one statement that sets it; else None."""
        self_name = self.routine.self_name
        if isinstance(node, ast.Name) and self.is_local(node.id):
            functions: Iterable[ast.AST] = [self.routine.node]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == self_name:
            functions = self.program.sources.functions_of(self.routine.file)
        else:
            return None
        words = ast.unparse(node)
        nodes = {each: None for function in functions for each in ast.walk(function)}
        targets = [
            each
            for each in nodes
            if isinstance(each, ast.Name | ast.Attribute)
            and isinstance(each.ctx, ast.Store)
            and ast.unparse(each) == words
        ]
        values = [each.value for each in nodes if isinstance(each, ast.Assign) and each.targets == targets]
        return values[0] if len(targets) == len(values) == 1 else None

    def names_functions(self, target: ast.expr, value: ast.expr) -> bool:
        """Return whether an assignment only names a dict or list of functions, which calls look up; note the name."""
        is_partial = self.is_partial(value) and self.is_function(value) and isinstance(target, ast.Name)
        is_display = isinstance(value, ast.Dict | ast.List | ast.Tuple)
        if not is_partial:
            if not is_display or not isinstance(target, ast.Name | ast.Attribute) or self.functions_in(value) is None:
                return False
            if self.holds_values(value):
                return False
        assert isinstance(target, ast.Name | ast.Attribute)  # noqa: S101
        if (self.set_once(target) if is_partial else self.functions_in(target)) is None:
            return False  # set twice: a value as any other
        for each in ast.walk(value):
            if self.is_partial(each):
                self.name_arguments(each, target)  # type: ignore[arg-type]
        if self.table_key(target) not in self.program.function_tables:
            self.program.function_tables.add(self.table_key(target))
            self.program.changes.count += 1
        return True

    # Looked up, then called -------------------------------------------------------------------------------------------
    def entry_of(self, node: ast.Call, functions: Mapping[Any, Any]) -> Value:
        """Return the function that `NAME.get(key)` finds in a dict of functions, or None.

        It may only be called or tested, later in the same block: a call reads the names and arguments of the dict
        that was made last.
        """
        if not self.is_called_next(node):
            self.refuse_functions(node)
        key = self.steady(self.value(node.args[0]))
        cases: list[Case] = []
        for each, function in functions.items():
            test = self.compared(key, ast.Eq(), self.constant(each), ast.Compare(node, [ast.Eq()], [node]))
            entry = TableEntry(self.routine, function)
            cases.append((test, lambda entry=entry: self.function_value(entry)))  # type: ignore[misc]
        return self.switch(cases, node, "KEY", lambda: NO_VALUE)

    def is_called_next(self, node: ast.Call) -> bool:
        """Return whether what a look-up in a named dict finds gets a name, which is only called or tested behind it."""
        assert isinstance(node.func, ast.Attribute)  # noqa: S101
        nodes = list(ast.walk(self.routine.node))
        parents = {child: parent for parent in nodes for child in ast.iter_child_nodes(parent)}
        naming = parents.get(node)
        targets = naming.targets if isinstance(naming, ast.Assign) else [getattr(naming, "target", None)]
        if not isinstance(targets[0], ast.Name) or len(targets) > 1 or not isinstance(node.func.value, ast.Name):
            return False
        uses = [each for each in nodes if isinstance(each, ast.Name) and each.id == targets[0].id]
        loads = [each for each in uses if isinstance(each.ctx, ast.Load)]
        table = node.func.value.id
        tables = [
            each
            for each in nodes
            if isinstance(each, ast.Assign) and [getattr(name, "id", "") for name in each.targets] == [table]
        ]
        if len(uses) != len(loads) + 1 or len(tables) != 1:
            return False
        siblings = next(
            (part for name in ("body", "orelse") if tables[0] in (part := getattr(parents[tables[0]], name, []))), []
        )
        places = [
            next((place for place, each in enumerate(siblings) if use in ast.walk(each)), -1) for use in (node, *loads)
        ]
        asking = (ast.If, ast.UnaryOp, ast.Compare)
        uses_of_it = [
            load not in parent.args if isinstance(parent, ast.Call) else isinstance(parent, asking)
            for load in loads
            for parent in [parents[load]]
        ]
        return all(uses_of_it) and siblings.index(tables[0]) < places[0] == min(places)

    def table_key(self, node: ast.Name | ast.Attribute) -> tuple[Any, str]:
        """Return what stands for the name of a dict or list of functions."""
        return (self.routine, node.id) if isinstance(node, ast.Name) else (self.routine.owner, node.attr)

    def function_keys(self, node: ast.expr) -> tuple[Any, ...] | None:
        """Return the keys of a dict of functions, the same object each time; None for other expressions."""
        is_static, constant = self.static(node)
        is_named = isinstance(node, ast.Name | ast.Attribute) and self.table_key(node) in self.program.function_tables
        if not is_named and not (is_static and isinstance(constant, dict)):
            return None
        functions = self.functions_in(node)
        if functions is None:
            return None
        keys: tuple[Any, ...] = self.program.literals.setdefault(("keys", *functions), tuple(functions))
        return keys

    def call_one_of(
        self, functions: Mapping[Any, Any], key: ast.expr, node: ast.Call, default: Callable[[], Value] | None = None
    ) -> Value:
        """Return the result of the function with a key."""
        value = self.steady(self.value(key))
        cases: list[Case] = []
        for each, function in functions.items():
            test = self.compared(value, ast.Eq(), self.constant(each), ast.Compare(key, [ast.Eq()], [key]))
            cases.append((test, lambda function=function: self.call_of(function, node)))  # type: ignore[misc]
        return self.switch(cases, node, "KEY", default)

    def call_of(self, function: Any, node: ast.Call) -> Value:
        """Return the result of a function, or of an expression of one."""
        if not isinstance(function, ast.expr):
            return self.value(with_arguments(functools.partial(function), node))
        if isinstance(function, ast.Lambda):
            return self.apply(function, [self.steady(each) for each in self.several(node.args)], node)
        if self.is_partial(function):
            return self.called_partial(function, node)
        return self.value(_called(function, node))


def _called(function: ast.expr, node: ast.Call) -> ast.Call:
    """Return the call of another function with the same arguments."""
    return ast.copy_location(ast.Call(function, node.args, node.keywords), node)


def _is_function(value: object) -> bool:
    """Return whether a value is a function of the file, or one of Python's whose calls are compiled."""
    return (
        isinstance(value, FunctionType)
        or (isinstance(value, BuiltinFunctionType | type) and value in BUILTINS)
        or (isinstance(value, functools.partial) and _is_function(value.func))
    )
