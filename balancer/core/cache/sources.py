"""The sources that decide the results of a game, and one hash of them.

Stored results are named by this hash, so that none is used after an edit that could change it.  It covers the core, all
files of the game's package, and every module that these import, also from other packages.  Comments, docstrings and
layout do not count: the hash is taken from the syntax tree, and is the same in every version of Python.  Sentences do
not count either (core/sentences.py), nor the modules WORDS of a game that only sentences need.

A file is read once per process, when its module is imported (the core: when this module is).  Like the modules in
memory, the hash belongs to the file as it was then, even if it is edited later.
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

WORDS = ("narration.py", "words.py")  # name endings of files that count only if rules import more than sentences
MEMO, MAX_REMEMBERED = "silent-sources.json", 4000  # hashes of earlier processes: parsing all files takes 0.25 s

INSTALLED = tuple(sysconfig.get_path(name) for name in ("purelib", "platlib"))


class Source(NamedTuple):
    """The relevant content of one file."""

    digest: str  # of its syntax tree
    imports: tuple[tuple[int, str, str], ...]  # (level, module, name or '')


@functools.cache
def read(path: pathlib.Path) -> bytes:
    """Return the content of a file as it was when this process first read it; OSError."""
    return path.read_bytes()


def analyse(content: bytes) -> Source:
    """Return the hash of a file's syntax, without comments, docstrings, sentences and layout; and its imports."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):  # it can't be imported; its bytes will do
        return Source(hashlib.sha256(content).hexdigest(), ())
    sentences.strip(tree)
    imports: list[tuple[int, str, str]] = []
    words: list[str] = []
    _put(tree, words, imports)
    return Source(hashlib.sha256("\n".join(words).encode(errors="backslashreplace")).hexdigest(), tuple(imports))


def _put(node: ast.AST, words: list[str], imports: list[tuple[int, str, str]]) -> None:
    """Append a node as words, and its imports, to the lists.

    Empty fields are left out: which ones exist depends on the version of Python.
    """
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
                elif not _is_docstring(item) and not _is_empty_text(node, item):
                    _put(item, words, imports)
            words.append("end")
        else:
            words.append(repr(value))


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_empty_text(inside: ast.AST, node: ast.AST) -> bool:
    # Python 3.12 adds empty pieces to some f-strings.
    return isinstance(inside, ast.JoinedStr) and isinstance(node, ast.Constant) and node.value == ""


# Files ------------------------------------------------------------------------------------------------------------
def files_below(folder: pathlib.Path) -> list[pathlib.Path]:
    """Return all Python files below a folder, also those in linked folders."""
    files, seen = list[pathlib.Path](), set()
    for home, folders, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(home)
        if real in seen:  # a link to a folder above it
            folders.clear()
            continue
        seen.add(real)
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        files += [pathlib.Path(home, name) for name in sorted(names) if name.endswith(".py")]
    return files


def _module_file(name: str) -> pathlib.Path | None:
    """Return the Python file of a module, without importing it; None if it has none or does not count.

    Of this package, the core counts in any case, and other games count; code that plays and reports games does not.
    """
    if name.partition(".")[0] in TOOLS or (f"{name}.".startswith(f"{ROOT}.") and not name.startswith(f"{ROOT}.games.")):
        return None
    origin = _origin(name)
    return pathlib.Path(origin) if origin and origin.endswith(".py") else None


def _origin(name: str) -> str | None:
    module = sys.modules.get(name)
    return getattr(module, "__file__", None) if module else _origin_on_path(name, tuple(sys.path))


@functools.cache
def _origin_on_path(name: str, path: tuple[str, ...]) -> str | None:
    """Return the file of a module that is not loaded, without importing its packages."""
    where: Any = list(path)
    spec = None
    for end in range(1, name.count(".") + 2):
        with contextlib.suppress(ImportError, ValueError):
            spec = importlib.machinery.PathFinder.find_spec(".".join(name.split(".")[:end]), where)
        if spec is None:
            return None
        where = spec.submodule_search_locations or []
    return spec.origin if spec else None


def imported_modules(source: Source, name: str, path: pathlib.Path) -> Iterator[str]:
    """Yield the full names of the modules that the module `name` at `path` may import, with their packages."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for level, module, item in source.imports:
        with contextlib.suppress(ImportError, ValueError):
            home = importlib.util.resolve_name("." * level + module, package) if level else module
            parts = [*home.split("."), *([item] if item else [])]
            yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _package_files(package: str, folder: pathlib.Path) -> dict[pathlib.Path, str]:
    files = [path for path in files_below(folder) if not path.name.endswith(WORDS)]
    return _followed([(_module_name(package, folder, path), path) for path in files])


def _followed(todo: list[tuple[str, pathlib.Path]]) -> dict[pathlib.Path, str]:
    """Return the files of modules (name, file) and of all that they import, each with its hash."""
    digests: dict[pathlib.Path, str] = {}
    while todo:
        name, path = todo.pop()
        if path in digests or path.is_relative_to(CORE):
            continue
        source = _source(path)
        digests[path] = source.digest
        if str(path).startswith(INSTALLED) and not any(module.startswith(ROOT) for _, module, _ in source.imports):
            continue  # a library: its imports do not matter
        for other in imported_modules(source, name, path):
            file = _module_file(other)
            if file is not None and file not in digests:
                todo.append((other, file))
    return digests


def _module_name(package: str, folder: pathlib.Path, path: pathlib.Path) -> str:
    parts = [package, *path.relative_to(folder).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# Hashes -----------------------------------------------------------------------------------------------------------
def of_game(package: str) -> str:
    """Return the hash of all sources that decide the results of the game in `package`, which is loaded."""
    return _of_folder(package, pathlib.Path(str(sys.modules[package].__file__)).parent)


@functools.cache
def _of_folder(package: str, folder: pathlib.Path) -> str:
    files = {path: _source(path).digest for path in files_below(CORE)} | _package_files(package, folder)
    _remember()
    return _hash_of(files)


def of_file(own: Mapping[str, bytes], lane: pathlib.Path, others: Iterable[str], outside: Iterable[str]) -> str:
    """Return the hash of everything that decides the results of a game in one file.

    own: its file and its modules as they were run, by path relative to its folder; lane: the package that plays such
    games; others: names of other modules that these import; outside: a line for each further thing that it read.
    """
    files = {each: _source(each).digest for each in (*files_below(CORE), *files_below(lane))}
    named = ((name, _module_file(name)) for name in others)
    files |= _followed([(name, file) for name, file in named if file is not None])
    lines = [f"{place} {source_of(content).digest}" for place, content in own.items()]
    _remember()
    return _hash_of(files, [*sorted(lines), *outside])


@functools.cache
def of_modules(*names: str) -> str:
    """Return the hash of modules, without what they import; ImportError if one is missing."""
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
    # The name of a file's folder counts, but not its place: checkouts share results.
    listed = [*sorted(f"{path.parent.name}/{path.name} {digest}" for path, digest in files.items()), *more]
    return hashlib.sha256("\n".join(listed).encode(errors="surrogateescape")).hexdigest()[:DIGITS]


# The memo between processes ---------------------------------------------------------------------------------------
_new: dict[str, Source] = {}


def _source(path: pathlib.Path) -> Source:
    return source_of(read(path))


def hashed(content: bytes) -> str:
    """Return the hash of a content, byte by byte."""
    return hashlib.sha256(content).hexdigest()


def source_of(content: bytes) -> Source:
    """Return the relevant content of a source, from the memo if it is there."""
    raw = hashed(content)
    source = _new.get(raw) or _remembered().get(raw)
    if source is None:
        source = _new[raw] = analyse(content)
    return source


@functools.cache
def _remembered() -> dict[str, Source]:
    """Return the sources in the memo of earlier processes, by the hash of their bytes; {} if it can't be read."""
    try:
        listed = json.loads((kernel_cache.kernel_folder() / MEMO).read_bytes())
        return {raw: Source(digest, tuple(map(tuple, imports))) for raw, (digest, imports) in listed.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _remember() -> None:
    """Add the new sources to the memo, if it can be written."""
    if not _new:
        return
    newest_first: list[tuple[str, Source]] = [*_new.items(), *_remembered().items()]
    text = json.dumps(dict(newest_first[:MAX_REMEMBERED]))
    with contextlib.suppress(OSError):
        kernel_cache.write_atomically(kernel_cache.kernel_folder() / MEMO, text.encode())


for _path in files_below(CORE):
    read(_path)
