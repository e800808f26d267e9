"""Functions of a program that are lowered, each for one class of callers, and functions that are values."""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any

from balancer.compiler.caching import CachedFunctions
from balancer.compiler.effects import free_names
from balancer.compiler.errors import NotCompilable
from balancer.compiler.generated_methods import is_generated
from balancer.compiler.generators import listing
from balancer.compiler.inner_imports import imported_names
from balancer.compiler.kinds import FUNCTION, MEMBER, OBJECT, PERSONA, TUPLE, Type
from balancer.compiler.places import Places
from balancer.compiler.sources import Function, Sources, names_stored_in
from balancer.compiler.unchanged_loops import UnchangedLoops
from balancer.plain.lane import PlainGame

MAX_FUNCTIONS = 1000  # that are values


@dataclass(eq=False)
class Routine:
    """A function that is lowered for one class of callers.

    kind: the kind of its first argument, GAME, PERSONA, OBJECT, TUPLE, MEMBER or CLASS, or "" for a function of no
    class; owner: the class on which it is called; defined_in: the class that defines it; outer: the function that
    defines an inner one.
    """

    name: str
    kind: str
    owner: type | None
    node: Function
    file: str
    scope: Mapping[str, Any]
    defined_in: type | None = None
    outer: Routine | None = None
    captured: list[str] = field(default_factory=list)
    keeps: bool = False  # may leave a reference to what it makes in something that outlives it
    is_static: bool = False
    lists: Routine | None = None  # the generator whose items it returns as a list
    is_foreign: bool = False  # of a file of Python's library, or made by it: messages name the call instead
    called_at: tuple[ast.AST, str] | None = None  # of such a function: the call, and its file
    draws: bool = False  # its results are weights by which a persona draws
    is_cached: bool = False  # under `@functools.cache`

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters."""
        return [each.arg for each in (*self.node.args.posonlyargs, *self.node.args.args)]

    @property
    def self_name(self) -> str:
        """The name of its first parameter where that is the receiver of the call, else ""."""
        if self.outer:
            return self.outer.self_name
        return self.parameters[0] if self.kind and not self.is_static else ""

    @property
    def own_parameters(self) -> list[str]:
        """The names of the arguments that a call passes: parameters without self, and captured names."""
        arguments = self.node.args
        given = [*self.parameters, *(each.arg for each in arguments.kwonlyargs)]
        given += [each.arg for each in (arguments.vararg, arguments.kwarg) if each]
        own = given if self.outer or not self.self_name else given[1:]
        return own + self.captured

    @property
    def leading(self) -> list[str]:
        """Flat parameters for the receiver of the call."""
        if not self.self_name or self.kind not in {PERSONA, OBJECT, TUPLE, MEMBER}:
            return []
        return ["v_P"] if self.kind == PERSONA else [f"v_{self.self_name}"]


class Routines(Places):
    """Functions of one program, by their callers."""

    def __init__(self, game: PlainGame, *, has_row_tuples: bool) -> None:
        super().__init__(has_row_tuples=has_row_tuples)
        self.definition = game.definition
        source_files = game.made_of.belongings.kept if game.made_of else {}
        self.sources = Sources(source_files, str(game.made_of.path) if game.made_of else "")
        self.routines: dict[Any, Routine] = {}
        self.names = set[str]()  # of flat functions
        self.recursive = set[Routine]()  # generators that call themselves
        self.calls, self.caching, self.unchanged_loops = (
            dict[Routine, set[Routine]](),
            CachedFunctions(),
            UnchangedLoops(),
        )
        # Of functions and classes that are values: their numbers; of routines among them, the functions of the file.
        self.function_numbers, self.defaults_of = dict[Any, int](), dict[Routine, FunctionType]()

    def routine(self, kind: str, owner: type | None, function: FunctionType, defined_in: type | None = None) -> Routine:
        """Return the routine of a function that is to be lowered."""
        key = (kind, owner, function)
        if key not in self.routines:
            node = self.sources.node_of(function, defined_in)
            if kind and not (node.args.posonlyargs or node.args.args):
                what = f"the method {function.__name__} whose first parameter has a star can't be compiled"
                raise NotCompilable(what, "write (self, *args)", node, function.__code__.co_filename)
            name = self.name_for("_".join(("f", *((owner.__name__,) if owner else ()), function.__name__)))
            file = self.sources.own if is_generated(function) else function.__code__.co_filename
            scope = scope_of(function)
            scope |= imported_names(self.sources.imports.get(node, ()), scope, file)
            is_cached = function in self.caching.functions
            is_foreign = is_generated(function) or not self.is_own(function)
            self.routines[key] = Routine(
                name, kind, owner, node, file, scope, defined_in, is_cached=is_cached, is_foreign=is_foreign
            )
            self.changes.count += 1
        return self.routines[key]

    def library_routine(self, caller: Routine, node: ast.expr, function: Any) -> Routine:
        """Return the copy of a function of the library for one call, whose types are those of this call."""
        key = (caller, node.lineno, node.col_offset, function)
        if key not in self.routines:
            name = self.name_for(f"f_{function.__name__}")
            file = function.__code__.co_filename
            self.routines[key] = Routine(name, "", None, self.sources.node_of(function), file, scope_of(function))
            self.routines[key].called_at = node, caller.file
            self.changes.count += 1
        return self.routines[key]

    def inner(self, outer: Routine, node: Function) -> Routine:
        """Return the routine of an inner function, which receives the names that it captures as arguments."""
        key = (outer, node)
        if key not in self.routines:
            name = self.name_for(f"{outer.name}_{getattr(node, 'name', 'lambda')}")
            own = set(names_stored_in(node)) | {each.arg for each in node.args.args}
            theirs = [*outer.parameters, *sorted(names_stored_in(outer.node)), *outer.captured]
            used = set[str]().union(*map(free_names, ast.iter_child_nodes(node))) - own - {outer.self_name}
            functions = {each.name for each in ast.walk(outer.node) if isinstance(each, ast.FunctionDef)}
            captured = [each for each in dict.fromkeys(theirs) if each in used and each not in functions]
            scope, kind = outer.scope, outer.kind
            self.routines[key] = Routine(
                name, kind, outer.owner, node, outer.file, scope, outer.defined_in, outer, captured
            )
            self.changes.count += 1
        return self.routines[key]

    def name_for(self, base: str) -> str:
        """Return an unused name for a flat function."""
        base = "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in base)
        name, number = base, 2
        while name in self.names:
            name, number = f"{base}_{number}", number + 1
        self.names.add(name)
        return name

    def is_own(self, function: FunctionType | type | functools.partial[Any]) -> bool:
        """Return whether a function or class, or that of a partial(), stands in the game's own files."""
        if isinstance(function, functools.partial):
            return isinstance(function.func, FunctionType | type) and self.is_own(function.func)
        # A wrapper that the library makes has the module of what it wraps, but not its names.
        module = function.__globals__.get("__name__", "") if isinstance(function, FunctionType) else function.__module__
        return module == self.definition.__module__ or module.startswith("balancer_game_")

    def function_of(self, value: FunctionType | type | functools.partial[Any]) -> Any:
        """Return what stands for a function or class of the file as a value."""
        if isinstance(value, type | functools.partial):
            return value
        routine = self.routine("", None, value)
        self.defaults_of[routine] = value
        return routine

    def function_type(self, function: Any) -> Type:
        """Return the type of a function as a value."""
        if function not in self.function_numbers:
            if len(self.function_numbers) == MAX_FUNCTIONS:
                raise NotCompilable(f"more than {MAX_FUNCTIONS} functions as values can't be compiled")
            self.function_numbers[function] = len(self.function_numbers)
            self.changes.count += 1
        return Type(frozenset((FUNCTION,)), functions=frozenset((function,)))

    def note_call(self, caller: Routine, routine: Routine, node: ast.AST) -> None:
        """Note that a function calls another one."""
        if routine.is_foreign and routine.called_at is None:
            routine.called_at = caller.called_at or (node, caller.file)
        self.calls.setdefault(caller, set()).add(routine)
        self.unchanged_loops.note_call(routine)

    def note_recursive(self, generator: Routine) -> None:
        """Note that a generator calls itself, so that it can't be written in place."""
        if generator not in self.recursive:
            self.recursive.add(generator)
            self.changes.count += 1

    def listed(self, generator: Routine) -> Routine:
        """Return the function that returns the items of a generator as a list.  NotCompilable."""
        key = ("listed", generator)
        if key not in self.routines:
            node = listing(generator.node)
            if node is None:
                what = "a generator that calls itself can't be compiled if `yield` or `return` has a value"
                raise NotCompilable(what, "return a list", generator.node, generator.file)
            name = self.name_for(f"{generator.name}_listed")
            self.routines[key] = replace(generator, name=name, node=node, lists=generator)
            self.changes.count += 1
        return self.routines[key]


def scope_of(function: FunctionType) -> dict[str, Any]:
    """Return the names that a function finds outside itself: those of its module and those that it captures."""
    captured = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    return {**function.__globals__, **{name: cell.cell_contents for name, cell in captured.items()}}
