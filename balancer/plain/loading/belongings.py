"""The files that belong to a game of one plain file: its own modules, and everything it read while it was loaded."""

from __future__ import annotations

import contextlib
import importlib
import os
import pathlib
import sys
from collections.abc import Iterator, Mapping
from importlib.util import source_from_cache

from balancer.core.cache import sources
from balancer.plain.errors import PlainError
from balancer.plain.loading.outside import EVERY, LIBRARIES, MISSING, Kind, Reads, begin_watching, state_of
from balancer.plain.loading.own_modules import OwnModules

LANE = pathlib.Path(__file__).parents[1]  # the package that plays such games


class Belongings(OwnModules):
    """All that belongs to the game in one file: its modules, and what it read."""

    def __init__(self, path: pathlib.Path, sources: Mapping[str, bytes], read: Reads | None = None) -> None:
        """Begin to load a game; kept: at least its file's content; read: what it read in the process that sent it."""
        super().__init__(path, sources)
        self.sent = read
        self.reads: Reads = {}  # hashes of files, folders and environment variables read while it was loaded
        self.digest = ""  # of all that decides the game's results, once it is loaded

    @contextlib.contextmanager
    def loading(self) -> Iterator[None]:
        """Let a block load the file; what it does to this process does not outlast it."""
        begin_watching()
        self.make_known()
        search, modules, here = sys.path, dict(sys.modules), pathlib.Path.cwd()
        streams, limit, writes = (sys.stdout, sys.stderr), sys.getrecursionlimit(), sys.dont_write_bytecode
        search.append(self.folder)  # for what imports by other ways than the game's own code
        self.path_before = list(search)
        sys.dont_write_bytecode = True  # a cache is taken for right where an edit within a second has changed no length
        try:
            yield
            if any(stream is not None and stream.closed for stream in streams):
                raise PlainError("the file closes sys.stdout or sys.stderr")
            sys.setrecursionlimit(limit)  # what follows may need more than the file has left
            self.note_search()
            self.keep_reached()
        finally:
            sys.setrecursionlimit(limit)
            self.note_search()
            sys.path, search[:] = search, self.path_before[:-1]
            os.chdir(here)
            sys.stdout, sys.stderr = streams
            sys.dont_write_bytecode = writes
            self.take_modules(modules)
        if self.sent is not None:  # a library may read something only once in a process, and a folder gets results
            self.reads = {key: was if key[0] == "folder" else state_of(*key) for key, was in self.sent.items()}
        self.is_loading = False
        self.digest = self._digest()

    # What it reads ----------------------------------------------------------------------------------------------------
    def note(self, kind: Kind, name: str) -> None:
        """Note what the game reads while it is loaded; see `WatchedCode`."""
        if not self.is_loading:
            super().note(kind, name)
        elif name not in self.kept:
            self.reads.setdefault((kind, name), state_of(kind, name))

    def note_imported(self, path: str) -> None:
        """Note a file that an import opened, by its source; see `WatchedCode`."""
        if not path.startswith(LIBRARIES):
            with contextlib.suppress(ValueError, NotImplementedError):
                path = source_from_cache(path) if path.endswith(".pyc") else path
            self.note("file", path)

    # What it comes to -------------------------------------------------------------------------------------------------
    def _digest(self) -> str:
        """Return the hash of all that decides the game's results."""
        own = {self.named(path): content for path, content in self.kept.items()}
        outside = sorted(f"{kind} {self._named_read(kind, name)} {state}" for (kind, name), state in self.reads.items())
        others = {
            name
            for module, path in self.module_names().items()
            for name in self.imports_of(module, path)
            if not self.owns(name)
        }
        return sources.of_file(own, LANE, sorted(others), outside)

    def is_current(self) -> bool:
        """Return whether all of it is as it was when the game was loaded."""
        files = [("file", path, sources.hashed(content)) for path, content in self.kept.items()]
        noted = [(kind, name, state) for (kind, name), state in self.reads.items()]
        importlib.invalidate_caches()
        if any(self.finds(name) != is_own for name, is_own in self.known.items()):  # one has come beside the file
            return False
        return all(state_of(kind, name) == state for kind, name, state in [*files, *noted])  # type: ignore[arg-type]

    def named(self, path: str) -> str:
        """Return a path as seen from the game's folder, the same wherever that lies."""
        try:
            return pathlib.Path(os.path.relpath(path, self.folder)).as_posix()
        except ValueError:  # on another drive of Windows
            return path

    def _named_read(self, kind: Kind, name: str) -> str:
        return name if kind == "variable" else self.named(name)

    def told(self) -> Iterator[str]:
        """Yield a sentence on each kind of thing that the game reads from outside."""
        for kind, words in (("file", "files"), ("folder", "lists of folders"), ("variable", "environment variables")):
            names = [
                f"{self._named_read(kind, name)}{' (not there)' if state == MISSING else ''}"
                for (each, name), state in sorted(self.reads.items())
                if each == kind and not name.startswith(LIBRARIES)
            ]
            if ("variable", EVERY) in self.reads and kind == "variable":
                names = [EVERY]
            if names:
                yield f"{words} read while the game is loaded, which belong to it: {', '.join(names)}"
