"""The results folder: its layout, atomic writes, reading back.

    <folder>/cells/<key>.json     one finished cell each, named by the hash of all that determines it
    <folder>/games/<key>.parquet  its games, a row each (--keep-games)
    <folder>/manifest.json        what was asked for, and when, where and with what it was played
    <folder>/.balancer            marks the folder as ours (ownership.py)

A cell file carries the hash of its own content: one that was cut short or edited is noticed, and its cell is played
again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import pathlib
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from balancer.simulation import ownership

try:
    import fcntl
except ImportError:  # no file locks on this system: two runs in one folder are then not noticed
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
"""Version of the cell files' shape; files of another version are not read."""

KEY_DIGITS = 20

HALF = ".*.part"
"""What files are called until they are whole."""


class StoreError(Exception):
    """A results folder that can't be used, in words for the user."""


@dataclass(frozen=True)
class RunRecord:
    """A finished (or half-finished) run read back: its manifest and its cells in the order of the plan."""

    folder: pathlib.Path
    manifest: dict[str, Any]
    cells: list[dict[str, Any]]


def canonical(value: Any) -> str:
    """The one JSON text of a value: sorted keys, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: Any) -> str:
    """Hex digest of a value's canonical JSON."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def _marked(told: Mapping[str, Any]) -> str:
    """JSON text of a dict that carries the hash of its own content; of a name that is no text, a part is '?'."""
    told = json.loads(json.dumps(told, ensure_ascii=False, allow_nan=False).encode(errors="replace"))
    return json.dumps({**told, "content": digest(told)}, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _unmarked(told: Any) -> dict[str, Any]:
    """What was marked; ValueError where it is no longer what it was."""
    if not isinstance(told, dict) or told.pop("content", None) != digest(told):
        message = "it is not as it was written"
        raise ValueError(message)
    return told


def cell_key(determined_by: Mapping[str, Any], sources: str, parts: str) -> str:
    """The name of a cell: the hash of its rules, personas, seed, games, the sources of core and game, and the parts."""
    return digest({"cell": determined_by, "sources": sources, "parts": parts, "format": FORMAT})[:KEY_DIGITS]


def write_atomically(path: pathlib.Path, text: str) -> None:
    """Write a file that is either there whole or not at all, whatever happens meanwhile.

    A link stays a link: what it points to is replaced.  A device or a pipe is written to.
    StoreError: the disk is full, the folder can't be written, ...
    """
    path = path.resolve()
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_text(text, encoding="utf-8")
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            pathlib.Path(name).chmod(0o644)
            pathlib.Path(name).replace(path)
        except BaseException:
            pathlib.Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        message = f"can't write {path}: {error.strerror or error}"
        raise StoreError(message) from error


def foreign_files(folder: pathlib.Path) -> list[str]:
    """Names of files in `folder`, where it is not a results folder: it has no mark, and no manifest of ours."""
    if not folder.is_dir() or ownership.folder_is_marked(folder):
        return []
    try:
        _unmarked(json.loads((folder / "manifest.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError):
        return sorted(e.name for e in folder.iterdir() if e.name != ".lock" and not e.match(HALF))
    return []


def require_writable(path: pathlib.Path) -> None:
    """StoreError where `path` can't be written: to be told before hours of work, not after."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path.parent).close()
        wrong = "it is a folder" if path.is_dir() else ""
    except OSError as error:
        wrong = str(error.strerror or error)
    if wrong:
        message = f"can't write {path}: {wrong}"
        raise StoreError(message)


class Store:
    """A results folder being filled."""

    def __init__(self, folder: pathlib.Path) -> None:
        """Use `folder`, which is made when the first file is written."""
        self.folder = folder
        self.held = False

    def cell_path(self, key: str) -> pathlib.Path:
        """Where the cell of that key lies."""
        return self.folder / "cells" / f"{key}.json"

    def games_path(self, key: str) -> pathlib.Path:
        """Where the kept games of that cell lie."""
        return self.folder / "games" / f"{key}.parquet"

    def read_cell(self, key: str) -> dict[str, Any] | None:
        """The finished cell of that key; None if it is not there, or not whole."""
        try:
            told = _unmarked(json.loads(self.cell_path(key).read_text(encoding="utf-8")))
        except (OSError, ValueError, RecursionError):
            return None
        return told if told.get("format") == FORMAT and told.get("key") == key else None

    def write_cell(self, key: str, cell: dict[str, Any]) -> None:
        """Keep a finished cell."""
        write_atomically(self.cell_path(key), _marked({**cell, "format": FORMAT, "key": key}))

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Keep what was asked for, and how it was played."""
        write_atomically(self.folder / "manifest.json", _marked(manifest))

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs out of this folder meanwhile; StoreError if one is in it.

        Whoever has locked it may do so again.  What killed runs left half-written goes.
        """
        if self.held:
            yield
            return
        others = foreign_files(self.folder)
        if others:
            message = f"{self.folder} holds other things ({others[0]}…) and is no results folder; name another"
            raise StoreError(message)
        try:
            ownership.mark_folder(self.folder)
            lock = (self.folder / ".lock").open("w")
        except OSError as error:
            message = f"can't write in {self.folder}: {error.strerror or error}; choose another folder with -o"
            raise StoreError(message) from error
        with lock:
            try:
                if fcntl is not None:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                message = f"another run is writing in {self.folder}: wait for it, or choose another folder with -o"
                raise StoreError(message) from None
            except OSError:  # a file system without locks
                pass
            self.held = True
            try:
                self._forget_halves()
                yield
            finally:
                self.held = False

    def _forget_halves(self) -> None:
        for folder in ("", "cells", "games", "charts"):
            for half in (self.folder / folder).glob(HALF):
                with contextlib.suppress(OSError):
                    half.unlink()


def read(folder: pathlib.Path) -> RunRecord:
    """A run's folder read back.

    StoreError: there is no run in it, it can't be read, or cells of it are missing (the run must be finished).
    """
    path = folder / "manifest.json"
    try:
        manifest = _unmarked(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        message = f"{folder} is not a run's folder: can't read {path.name} ({error.strerror or error})"
        raise StoreError(message) from error
    except (ValueError, RecursionError) as error:
        message = f"{path} is damaged ({error}); run the sweep again: finished cells are not played again"
        raise StoreError(message) from error
    store = Store(folder)
    found = [store.read_cell(planned["key"]) for planned in manifest["cells"]]
    missing = sum(cell is None for cell in found)
    if missing:
        message = (
            f"{missing} of {len(found)} cells in {folder} are missing or damaged: "
            f"run `{manifest['command']}` again to play them"
        )
        raise StoreError(message)
    cells = [{**cell, "axes": planned["axes"]} for cell, planned in zip(found, manifest["cells"], strict=True) if cell]
    return RunRecord(folder, manifest, cells)
