"""Syntax trees of the functions of a game: in its file, in modules that it imports, in cells of a notebook."""

from __future__ import annotations
import __future__

import ast
import linecache
import pathlib
from collections.abc import Mapping
from types import CodeType, FunctionType

from balancer.compiler.classes import compared_names
from balancer.compiler.errors import NotCompilable
from balancer.compiler.generated_methods import is_generated, node_of_generated
from balancer.compiler.generators import is_generator, is_manager, yield_items
from balancer.compiler.inner_imports import Import, take_imports
from balancer.compiler.iterator_names import IteratorName, put_in_loops, rename_iterators
from balancer.compiler.shared_names import share_names

Function = ast.FunctionDef | ast.Lambda


class Sources:
    """Finds syntax trees of functions."""

    def __init__(self, files: Mapping[str, bytes], own: str = "") -> None:
        """Receive the texts of files by path, preferred to Python's own; own: the file that messages don't name."""
        self.kept, self.own = files, own
        self.generators: set[ast.AST] = set()
        self.generator_names: set[str] = set()
        self.manager_names: set[str] = set()  # of generators under `@contextmanager`
        self.iterator_makers: set[ast.AST] = set()  # functions that return iterators: lists in compiled games
        self.used_up: set[tuple[object, ast.expr]] = set()  # calls of functions that return lists for iterators
        self.read_alike: set[object] = set()  # functions whose iterators have the same items as in Python
        self.kept_iterators: set[ast.expr] = set()  # expressions whose iterators are objects
        self.kept_makers: set[str] = set()  # names of functions that return such iterators
        self.iterator_names: dict[object, dict[str, IteratorName]] = {}  # read in several steps, by routine
        self.changing: dict[ast.expr, bool] = {}  # whether computing the items of an iterable changes something
        self.functions: dict[str, dict[int, Function]] = {}
        self.inner: dict[Function, dict[str, list[ast.FunctionDef | ast.Assign]]] = {}  # see `inner_functions`
        self.codes: dict[str, set[CodeType]] = {}  # of functions, by file
        self.imports: dict[Function, list[Import]] = {}  # in functions, and in those around them
        self.class_lines: dict[str, int] = {}  # by the name of a class
        self.lambdas: dict[tuple[str, int], list[ast.Lambda]] = {}  # by file and line

    def forget_reads(self) -> None:
        """Forget what was found out about iterators, as more attributes are known to hold some."""
        for findings in (self.used_up, self.read_alike, self.iterator_names, self.changing):
            findings.clear()

    def node_of(self, function: FunctionType, kind: type | None = None) -> Function:
        """Return the definition of a function.  NotCompilable: its source can't be found.

        kind: the class that defines it.
        """
        if is_generated(function):
            self._functions_in(self.own)
            line = self.class_lines.get(kind.__name__, 1) if kind else 1
            generated = node_of_generated(function, kind, line, compared_names(kind) if kind else ())
            if generated is not None:
                return generated
        file, line = function.__code__.co_filename, function.__code__.co_firstlineno
        node = self._functions_in(file).get(line)
        lambdas = self.lambdas.get((file, line), [])
        if isinstance(node, ast.Lambda) and len(lambdas) > 1:
            positions = {*function.__code__.co_positions()}
            lambdas = [
                each
                for each in lambdas
                for body in [each.body]
                if (body.lineno, body.end_lineno, body.col_offset, body.end_col_offset) in positions
            ]
            node = lambdas[0] if len(lambdas) == 1 else None
        if node is None:
            raise NotCompilable(f"the source of {function.__qualname__} is not found")
        is_toolkit = function.__module__.startswith("balancer.")  # whose code tests may rewrite
        if file not in self.kept and not is_toolkit and function.__code__ not in self._codes_in(file):
            raise NotCompilable(f"{file} was edited after {function.__qualname__} was loaded", "load it again")
        return node

    def place_of(self, kind: type) -> tuple[ast.AST, str]:
        """Return where a class of the file that messages don't name stands; the file's first line for others."""
        self._functions_in(self.own)
        return ast.Pass(lineno=self.class_lines.get(kind.__name__, 1), col_offset=0), self.own

    def functions_of(self, file: str) -> list[Function]:
        """Return the outermost functions of a file."""
        return list(self._functions_in(file).values())

    def inner_functions(self, function: Function) -> dict[str, list[ast.FunctionDef | ast.Assign]]:
        """Return the definitions of functions, and of lambdas with a name, within a function, by their names."""
        if function not in self.inner:
            definitions = self.inner[function] = {}
            for node in ast.walk(function):
                if isinstance(node, ast.FunctionDef) and node is not function:
                    definitions.setdefault(node.name, []).append(node)
                elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
                    names = [target.id for target in node.targets[:1] if isinstance(target, ast.Name)]
                    definitions.setdefault(names[0] if names else "", []).append(node)
        return self.inner[function]

    def _text_of(self, file: str) -> str:
        """Return the text of a file, or of a cell of a notebook, as it is now."""
        if file in self.kept:
            return self.kept[file].decode()
        if pathlib.Path(file).is_file():
            linecache.checkcache(file)
        return "".join(linecache.getlines(file))

    def _codes_in(self, file: str) -> set[CodeType]:
        """Return the code of all functions in the text of a file, as they are loaded with and without `annotations`."""
        if file not in self.codes:
            flags = (0, __future__.annotations.compiler_flag)
            left = [compile(self._text_of(file), file, "exec", each, dont_inherit=True) for each in flags]
            self.codes[file] = set()
            while left:
                inner = [part for part in left.pop().co_consts if isinstance(part, CodeType)]
                self.codes[file].update(inner)
                left += inner
        return self.codes[file]

    def _functions_in(self, file: str) -> dict[int, Function]:
        """Return the functions of a file by their first lines; of several on one line the outermost."""
        if file not in self.functions:
            text = self._text_of(file)
            by_line: dict[int, Function] = {}
            self.functions[file] = by_line
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef):
                    if node not in self.imports:
                        imports = take_imports(node)
                        self.imports.update((each, imports) for each in ast.walk(node) if isinstance(each, Function))
                    share_names(node)
                    if is_manager(node):
                        self.manager_names.add(node.name)
                    rename_iterators(node)
                    put_in_loops(node)
                    yield_items(node)
                    if is_generator(node):
                        self.generators.add(node)
                        self.generator_names.add(node.name)
                    by_line[min([node.lineno, *(each.lineno for each in node.decorator_list)])] = node
                elif isinstance(node, ast.ClassDef):
                    self.class_lines[node.name] = node.lineno
                elif isinstance(node, ast.Lambda):
                    by_line.setdefault(node.lineno, node)
                    self.lambdas.setdefault((file, node.lineno), []).append(node)
        return self.functions[file]


def names_tested_in(function: Function) -> set[str]:
    """Return the names that a function reads only in conditions, so that only their truth matters."""
    tests: list[ast.expr] = []
    for node in ast.walk(function):
        if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
            tests.append(node.test)
        elif isinstance(node, ast.comprehension):
            tests += node.ifs
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            tests.append(node.operand)
    for test in tests:  # grows
        if isinstance(test, ast.BoolOp):
            tests += test.values
    tested, used = {id(test) for test in tests}, set[str]()
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    used = {name.id for name in names if isinstance(name.ctx, ast.Load) and id(name) not in tested}
    used |= {name for node in ast.walk(function) if isinstance(node, ast.Nonlocal) for name in node.names}
    changes = [node.target for node in ast.walk(function) if isinstance(node, ast.AugAssign)]
    used |= {target.id for target in changes if isinstance(target, ast.Name)}
    return {name.id for name in names} - used


def names_said_in(function: Function) -> frozenset[str]:
    """Return the names of a function that only `self.say(…)` reads: their texts need not be composed."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    in_sentences = {
        id(part)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "say"
        for part in ast.walk(node)
    }
    read = {node.id for node in names if isinstance(node.ctx, ast.Load) and id(node) not in in_sentences}
    return frozenset(node.id for node in names if isinstance(node.ctx, ast.Store)) - read


def names_of_inner_functions(function: Function) -> frozenset[str]:
    """Return the names that functions and lambdas in a function use."""
    inner = [node for node in ast.walk(function) if isinstance(node, ast.FunctionDef | ast.Lambda)]
    nodes = [node for each in inner if each is not function for node in ast.walk(each)]
    return frozenset(node.id for node in nodes if isinstance(node, ast.Name))


def names_stored_in(function: Function) -> set[str]:
    """Return the names that a function sets itself, those of its comprehensions and inner functions left out."""
    stored: set[str] = set()
    todo: list[ast.AST] = list(function.body) if isinstance(function, ast.FunctionDef) else [function.body]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef):
            stored.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            stored.add(node.id)
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            stored.add(node.name)
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            stored |= {each.target.id for each in ast.walk(node) if isinstance(each, ast.NamedExpr)}
            continue
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            todo += ast.iter_child_nodes(node)
    return stored
