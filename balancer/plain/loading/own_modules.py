"""Modules of a game of one plain file, in the same folder as that file.

Two games may each have a `helper.py`, and a process may play both.  So no module of a game is stored under its bare
name: a game is a package of its own, `balancer_game_NAME_3`, which contains its modules, and the code of a game has an
`__import__` of its own, which looks there first.  Modules are made from their sources as they were first run: an
import in a rule, in the middle of a game, finds the text that counted when the game was loaded.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import itertools
import os
import pathlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType
from typing import Any

from balancer.core.cache import sources
from balancer.plain.loading.outside import LIBRARIES, MARK, WatchedCode

_numbers = itertools.count()
_games: dict[str, OwnModules] = {}  # by package


class OwnModules(WatchedCode):
    """The modules of a game.

    kept: sources of its modules by path, as they are run whatever happens to the files; the game's own file is first.
    """

    def __init__(self, path: pathlib.Path, sources: Mapping[str, bytes]) -> None:
        """Begin to load a game; kept: at least its file's content."""
        self.path, self.folder = path, str(path.parent)
        self.package = f"balancer_game_{path.stem}_{next(_numbers)}"
        self.kept = dict(sources)
        self.is_loading = True
        self.builtins = {**vars(builtins), "__import__": self._imported, MARK: self}
        self.home = ModuleType(self.package)
        self.home.__path__ = self.entries = [] if f"{self.folder}{os.sep}".startswith(LIBRARIES) else [self.folder]
        self.path_before: Sequence[str] = ()
        self.path_after: list[str] = []  # as the file has left it
        self.known: dict[str, bool] = {}
        self.importing: ModuleType | None = None

    # While the file is loaded -----------------------------------------------------------------------------------------
    def make_known(self) -> None:
        """Let imports of this process find the game's modules."""
        importlib.invalidate_caches()
        if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
            sys.meta_path.insert(0, _Finder())
        _games[self.package], sys.modules[self.package] = self, self.home

    def module(self, name: str) -> ModuleType:
        """Return the module of the game's file, still empty; a package of that name keeps its name."""
        clashes = self.path.with_name(name).joinpath("__init__.py").is_file()
        module = ModuleType(f"{self.package}.{name}{'_file' if clashes else ''}")
        module.__file__, module.__package__ = str(self.path), self.package
        self._adopt(module)
        sys.modules[module.__name__] = module  # where dataclasses look it up
        return module

    def note_search(self) -> None:
        """Note what the file has added to the folders in which modules are looked for."""
        self.path_after = list(sys.path)
        for entry in self.path_after:
            if entry not in self.path_before and (place := os.path.abspath(entry)) not in self.entries:  # noqa: PTH100
                self.entries.append(place)

    def take_modules(self, before: Mapping[str, ModuleType]) -> None:
        """Take modules of the game that were imported under bare names out of reach of other games."""
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if name not in before and not name.startswith(f"{self.package}.") and file and self._is_own_file(file):
                del sys.modules[name]
        for name, module in before.items():
            sys.modules.setdefault(name, module)

    def _is_own_file(self, file: str) -> bool:
        return file.startswith(tuple(f"{entry}{os.sep}" for entry in self.entries)) and not file.startswith(LIBRARIES)

    def keep_reached(self) -> None:
        """Keep the sources of own modules that are imported later, by rules, as they are now."""
        todo = list(self.module_names().items())
        for name, path in todo:
            for other in self.imports_of(name, path):
                file = self._own_file(other) if self.owns(other) else None
                if file and file not in self.kept:
                    with contextlib.suppress(OSError):
                        self.kept[file] = pathlib.Path(file).read_bytes()
                        todo.append((f"{self.package}.{other}", file))

    def module_names(self) -> dict[str, str]:
        """Return the own modules that are loaded: full name -> path."""
        loaded = [(name, getattr(module, "__file__", None)) for name, module in list(sys.modules.items())]
        return {name: file for name, file in loaded if name.startswith(f"{self.package}.") and file in self.kept}

    def imports_of(self, name: str, path: str) -> Iterator[str]:
        """Yield the names of modules that an own module may import, as its code writes them."""
        for other in sources.imported_modules(sources.source_of(self.kept[path]), name, pathlib.Path(path)):
            if other != self.package:
                yield other.removeprefix(f"{self.package}.")

    def _own_file(self, name: str) -> str | None:
        """Return the source of an own module that need not be loaded; None: it has none."""
        where: Any = self.entries
        spec = None
        for part in name.split("."):
            spec = PathFinder.find_spec(part, where)
            if spec is None:
                return None
            where = spec.submodule_search_locations or []
        return spec.origin if spec and spec.origin and spec.origin.endswith(".py") else None

    # Imports ----------------------------------------------------------------------------------------------------------
    def _imported(self, name: str, namespace: Any = None, local: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        """Import as `__import__` does, an own module before one of the same name elsewhere."""
        if level or not self.owns(name):
            module = builtins.__import__(name, namespace, local, fromlist, level)
            return self._own_importlib(module) if module is importlib else module
        if self.is_loading:
            self.note_search()
        try:
            module = builtins.__import__(f"{self.package}.{name}", namespace, local, fromlist or (), 0)
        except ModuleNotFoundError as error:
            error.msg = self.in_words(error.msg)
            raise
        return module if fromlist else sys.modules[f"{self.package}.{name.partition('.')[0]}"]

    def _own_importlib(self, module: ModuleType) -> ModuleType:
        """Return importlib as the game sees it: its `import_module` finds own modules, too."""

        def import_module(name: str, package: str | None = None) -> Any:
            is_own = not name.startswith(".") and self.owns(name)
            return module.import_module(f"{self.package}.{name}" if is_own else name, package)

        if self.importing is None:
            self.importing = ModuleType(module.__name__)
        vars(self.importing).update(vars(module), import_module=import_module, __import__=self._imported)
        return self.importing

    def owns(self, name: str) -> bool:
        """Return whether a name that the game's code imports is that of an own module, or in an own package."""
        top = name.partition(".")[0]
        if self.is_loading or top not in self.known:
            self.known[top] = self.finds(top)
        return self.known[top]

    def finds(self, top: str) -> bool:
        """Look for a module as Python does for a program in the game's folder: there first."""
        if top == sources.ROOT or top in sys.builtin_module_names:
            return False
        if f"{self.package}.{top}" in sys.modules or any(self._kept_as(top, self.entries)):
            return True
        loaded = getattr(sys.modules.get(top), "__file__", None) or ""
        search = sys.path if self.is_loading else self.path_after
        spec = PathFinder.find_spec(top, [*self.entries[:1], *search])
        if spec is None:
            return False
        is_package = spec.submodule_search_locations is not None
        place = spec.origin if spec.has_location else None
        if is_package:
            place = os.path.dirname(place) if place else next(iter(spec.submodule_search_locations or ()), "")  # noqa: PTH120
        home = os.path.dirname(os.path.abspath(place or ""))  # noqa: PTH100, PTH120
        if loaded.startswith(LIBRARIES):  # some libraries can't be loaded twice
            return home in self.entries[:1]
        added = [os.path.abspath(entry) for entry in search if entry not in self.path_before]  # noqa: PTH100
        return home in {*self.entries, *added}

    def _kept_as(self, name: str, entries: Sequence[str]) -> Iterator[tuple[str, list[str] | None]]:
        """Yield the file of a module whose source is kept, and where a package has its modules; name: without dots."""
        for entry in entries:
            home = os.path.join(entry, name)  # noqa: PTH118
            for file, within in ((os.path.join(home, "__init__.py"), [home]), (f"{home}.py", None)):  # noqa: PTH118
                if file in self.kept and file != str(self.path):
                    yield file, within

    def found(self, name: str, entries: Sequence[str]) -> ModuleSpec | None:
        """Return how an own module is made; name: with that of its package; None where there is none."""
        tail = name.rpartition(".")[2]
        for file, within in self._kept_as(tail, entries):
            return spec_from_file_location(
                name, file, loader=_Loader(name, file, self), submodule_search_locations=within
            )
        spec = PathFinder.find_spec(name, entries)
        if spec is None or not spec.has_location or spec.origin is None:
            return spec
        if not self.is_loading:
            self.refuse(f"imports {tail} for the first time", f"write `import {tail}` at the top of the file")
        if isinstance(spec.loader, SourceFileLoader):
            self.kept[spec.origin] = pathlib.Path(spec.origin).read_bytes()
            spec.loader = _Loader(name, spec.origin, self)
        else:
            self.note("file", getattr(spec.loader, "archive", spec.origin))
        return spec

    def _adopt(self, module: ModuleType) -> None:
        vars(module)["__builtins__"] = self.builtins

    def in_words(self, text: str) -> str:
        """Return a text with modules called as the game's code calls them."""
        return text.replace(f"{self.package}.", "")


class _Finder:
    """Finds the own modules of all games: `sys.meta_path` asks it for each module of this process."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, _: Any = None) -> ModuleSpec | None:
        """Return how a module of a game is made; None: another finder knows."""
        game = _games.get(name.partition(".")[0])
        return game.found(name, path) if game and path is not None else None


class _Loader(SourceFileLoader):
    """Makes an own module of a game from its stored source; no cached file next to it is read or written."""

    def __init__(self, name: str, path: str, game: OwnModules) -> None:
        """Make the loader of one module."""
        super().__init__(name, path)
        self.game = game

    def get_code(self, fullname: str) -> CodeType:
        """Compile the source of the module."""
        del fullname
        code: CodeType = self.source_to_code(self.game.kept[self.path], self.path)
        return code

    def exec_module(self, module: ModuleType) -> None:
        """Run the code of the module."""
        self.game._adopt(module)  # noqa: SLF001  of the same file
        super().exec_module(module)
