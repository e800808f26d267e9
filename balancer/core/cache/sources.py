"""Which sources decide the results of a game, and one hash of them.

Results that are kept are named by this hash, so that none is read back after an edit that could change it.  It covers
the core, all files of the game's package, and every module that these import, in other packages too.  Comments,
docstrings and layout do not count: the hash is taken from the syntax tree, and is the same in every Python.

A file is read once per process, when it is first needed, which is when its module is imported (the core: when this
module is).  Like the modules in memory, its hash is then that of the file as it was, whatever happens to it.

Neither do sentences count (core/sentences.py), nor the modules WORDS of a game that nothing but sentences needs.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from balancer.core import sentences
from balancer.core.cache import kernel_cache
from balancer.core.cache.reach import TOOLS

CORE = pathlib.Path(__file__).parents[1]
ROOT = CORE.parent.name  # the package that contains this core

DIGITS = 16

WORDS = ("narration.py", "words.py")  # endings of a game's files that count only where rules import more than sentences
MEMO, MAX_REMEMBERED = "silent-sources.json", 4000  # kept hashes, and their limit: parsing all takes 0.25 s

INSTALLED = tuple(sysconfig.get_path(name) for name in ("purelib", "platlib"))


class Source(NamedTuple):
    """What one file says: the hash of its syntax tree, and what it imports as (level, module, name or '')."""

    digest: str
    imports: tuple[tuple[int, str, str], ...]


@functools.cache
def read(path: pathlib.Path) -> bytes:
    """The content of a file as it was when this process first read it; OSError."""
    return path.read_bytes()


def analysed(content: bytes) -> Source:
    """A file's syntax, freed of comments, docstrings, sentences and layout, as a hash; and its imports."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):  # no module can be made of it; its bytes will do
        return Source(hashlib.sha256(content).hexdigest(), ())
    sentences.strip(tree)
    imports: list[tuple[int, str, str]] = []
    words: list[str] = []
    _put(tree, words, imports)
    return Source(hashlib.sha256("\n".join(words).encode(errors="backslashreplace")).hexdigest(), tuple(imports))


def _put(node: ast.AST, words: list[str], imports: list[tuple[int, str, str]]) -> None:
    """Add a node in words, and its imports, to the lists.  Fields that are empty are left out: their number varies."""
    words.append(node.__class__.__name__)
    if isinstance(node, ast.Import):
        imports += [(0, alias.name, "") for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        imports += [(node.level, node.module or "", alias.name) for alias in node.names]
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, ast.expr_context) or value is None or value == []:
            continue
        words.append(field)
        if isinstance(value, ast.AST):
            _put(value, words, imports)
        elif isinstance(value, list):
            for item in value:
                if not isinstance(item, ast.AST):
                    words.append(repr(item))
                elif not _is_docstring(item) and not _is_nothing(node, item):
                    _put(item, words, imports)
            words.append("end")
        else:
            words.append(repr(value))


def _is_docstring(node: ast.AST) -> bool:
    """Whether a node is a string used as a statement: of a module, class, function or attribute."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_nothing(inside: ast.AST, node: ast.AST) -> bool:
    """Whether a node is an empty piece of an f-string, which Python 3.12 adds to some."""
    return isinstance(inside, ast.JoinedStr) and isinstance(node, ast.Constant) and node.value == ""


# Which files ------------------------------------------------------------------------------------------------------
def files_below(folder: pathlib.Path) -> list[pathlib.Path]:
    """All Python files below a folder, in folders that are links too."""
    found, seen = [], set()
    for home, folders, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(home)
        if real in seen:  # a link to a folder above it
            folders.clear()
            continue
        seen.add(real)
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        found += [pathlib.Path(home, name) for name in sorted(names) if name.endswith(".py")]
    return found


def _module_file(name: str) -> pathlib.Path | None:
    """The Python file of a module, loaded or not; None where it has none or does not count.  Imports nothing.

    Of this package the core, which counts in any case, and other games count; what plays and reports games does not.
    """
    if name.partition(".")[0] in TOOLS or (f"{name}.".startswith(f"{ROOT}.") and not name.startswith(f"{ROOT}.games.")):
        return None
    origin = _origin(name)
    return pathlib.Path(origin) if origin and origin.endswith(".py") else None


def _origin(name: str) -> str | None:
    """The file of a module, loaded or not."""
    module = sys.modules.get(name)
    return getattr(module, "__file__", None) if module else _origin_on_path(name, tuple(sys.path))


@functools.cache
def _origin_on_path(name: str, path: tuple[str, ...]) -> str | None:
    where: Any = list(path)
    spec = None
    for end in range(1, name.count(".") + 2):
        with contextlib.suppress(ImportError, ValueError):
            spec = importlib.machinery.PathFinder.find_spec(".".join(name.split(".")[:end]), where)
        if spec is None:
            return None
        where = spec.submodule_search_locations or []
    return spec.origin if spec else None


def imported(source: Source, name: str, path: pathlib.Path) -> Iterator[str]:
    """The full names of the modules that the module `name` at `path` may import, packages around them included."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for level, module, item in source.imports:
        with contextlib.suppress(ImportError, ValueError):
            home = importlib.util.resolve_name("." * level + module, package) if level else module
            parts = [*home.split("."), *([item] if item else [])]
            yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _reached(package: str, folder: pathlib.Path) -> dict[pathlib.Path, str]:
    """The files that a game's package is made of and imports, each with the hash of what it says."""
    files = [path for path in files_below(folder) if not path.name.endswith(WORDS)]
    return _followed([(_name_in(package, folder, path), path) for path in files])


def _followed(todo: list[tuple[str, pathlib.Path]]) -> dict[pathlib.Path, str]:
    """The files of modules (name, file) and of all that they import, each with the hash of what it says."""
    found: dict[pathlib.Path, str] = {}
    while todo:
        name, path = todo.pop()
        if path in found or path.is_relative_to(CORE):
            continue
        source = _source(path)
        found[path] = source.digest
        if str(path).startswith(INSTALLED) and not any(module.startswith(ROOT) for _, module, _ in source.imports):
            continue  # a library: what it imports does not matter
        for other in imported(source, name, path):
            file = _module_file(other)
            if file is not None and file not in found:
                todo.append((other, file))
    return found


def _name_in(package: str, folder: pathlib.Path, path: pathlib.Path) -> str:
    """The name of the module that a file below a package's folder makes."""
    parts = [package, *path.relative_to(folder).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# Hashes -----------------------------------------------------------------------------------------------------------
def of_game(package: str) -> str:
    """The hash of all sources that decide the results of the game in `package` (a package that is loaded)."""
    return _of_folder(package, pathlib.Path(str(sys.modules[package].__file__)).parent)


@functools.cache
def _of_folder(package: str, folder: pathlib.Path) -> str:
    files = {path: _source(path).digest for path in files_below(CORE)} | _reached(package, folder)
    _remember()
    return _hash_of(files)


def of_file(own: Mapping[str, bytes], lane: pathlib.Path, others: Iterable[str], outside: Iterable[str]) -> str:
    """The hash of all that decides the results of a game in one file; lane: the package that plays such games.

    own: its file and its modules as they were run, by their place as seen from its folder; others: names of modules
    that these import beside each other; outside: a line for each thing that it read.
    """
    files = {each: _source(each).digest for each in (*files_below(CORE), *files_below(lane))}
    named = ((name, _module_file(name)) for name in others)
    files |= _followed([(name, file) for name, file in named if file is not None])
    lines = [f"{place} {source_of(content).digest}" for place, content in own.items()]
    _remember()
    return _hash_of(files, [*sorted(lines), *outside])


@functools.cache
def of_modules(*names: str) -> str:
    """The hash of some modules, without what they import; ImportError where there is no such module."""
    files = {}
    for name in names:
        origin = _origin(name)
        if origin is None:
            message = f"there is no module {name}"
            raise ImportError(message)
        path = pathlib.Path(origin)
        files[path] = _source(path).digest
    _remember()
    return _hash_of(files)


def keep_as_imported(package: str) -> None:
    """Read the files of a package that has just been imported, so that later edits do not count."""
    for path in files_below(pathlib.Path(str(sys.modules[package].__file__)).parent):
        with contextlib.suppress(OSError):
            read(path)


def _hash_of(files: dict[pathlib.Path, str], more: Iterable[str] = ()) -> str:
    """One hash of file contents, and of more lines; where files are does not count, what they are called does."""
    listed = [*sorted(f"{path.parent.name}/{path.name} {digest}" for path, digest in files.items()), *more]
    return hashlib.sha256("\n".join(listed).encode(errors="surrogateescape")).hexdigest()[:DIGITS]


# What is remembered between processes --------------------------------------------------------------------------------
_new: dict[str, Source] = {}


def _source(path: pathlib.Path) -> Source:
    """Return what matters of the source in a file."""
    return source_of(read(path))


def hashed(content: bytes) -> str:
    """The hash of a content, byte by byte."""
    return hashlib.sha256(content).hexdigest()


def source_of(content: bytes) -> Source:
    """Return what matters of a source; looked up where it is known."""
    raw = hashed(content)
    known = _new.get(raw) or _remembered().get(raw)
    if known is None:
        known = _new[raw] = analysed(content)
    return known


@functools.cache
def _remembered() -> dict[str, Source]:
    """The contents known from earlier processes; {} where nothing can be read."""
    try:
        listed = json.loads((kernel_cache.kernel_folder() / MEMO).read_bytes())
        return {raw: Source(digest, tuple(map(tuple, imports))) for raw, (digest, imports) in listed.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _remember() -> None:
    """Keep what is new; where that can't be done it is found out again."""
    if not _new:
        return
    known: Iterable[tuple[str, Source]] = [*_new.items(), *_remembered().items()]
    text = json.dumps(dict(list(known)[:MAX_REMEMBERED]))
    with contextlib.suppress(OSError):
        kernel_cache.write_atomically(kernel_cache.kernel_folder() / MEMO, text.encode())


for _path in files_below(CORE):
    read(_path)
