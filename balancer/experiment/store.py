"""The results folder: its layout, atomic writes, reading back.

    <folder>/cells/<key>.json     one finished cell each, named by the hash of all that determines it
    <folder>/games/<key>.parquet  its games, a row each (--keep-games)
    <folder>/manifest.json        what was asked for, and when, where and with what it was played

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

try:
    import fcntl
except ImportError:  # no file locks on this system: two runs in one folder are then not noticed
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
"""Version of the cell files' shape; files of another version are not read."""

KEY_DIGITS = 20


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


def cell_key(determined_by: Mapping[str, Any], sources: str, parts: str) -> str:
    """The name of a cell: the hash of its rules, personas, seed, games, the sources of core and game, and the parts."""
    return digest({"cell": determined_by, "sources": sources, "parts": parts, "format": FORMAT})[:KEY_DIGITS]


def write_atomically(path: pathlib.Path, text: str) -> None:
    """Write a file that is either there whole or not at all, whatever happens meanwhile.

    StoreError: the disk is full, the folder can't be written, ...
    """
    try:
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


class Store:
    """A results folder being filled."""

    def __init__(self, folder: pathlib.Path) -> None:
        """Use `folder`, which is made when the first file is written."""
        self.folder = folder

    def cell_path(self, key: str) -> pathlib.Path:
        """Where the cell of that key lies."""
        return self.folder / "cells" / f"{key}.json"

    def games_path(self, key: str) -> pathlib.Path:
        """Where the kept games of that cell lie."""
        return self.folder / "games" / f"{key}.parquet"

    def read_cell(self, key: str) -> dict[str, Any] | None:
        """The finished cell of that key; None if it is not there, or not whole."""
        try:
            told = json.loads(self.cell_path(key).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        if not isinstance(told, dict) or told.get("format") != FORMAT or told.get("key") != key:
            return None
        mark = told.pop("content", None)
        return told if mark == digest(told) else None

    def write_cell(self, key: str, cell: dict[str, Any]) -> None:
        """Keep a finished cell."""
        told = {**cell, "format": FORMAT, "key": key}
        text = json.dumps({**told, "content": digest(told)}, indent=1, ensure_ascii=False, allow_nan=False)
        write_atomically(self.cell_path(key), text + "\n")

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Keep what was asked for, and how it was played."""
        text = json.dumps(manifest, indent=1, ensure_ascii=False, allow_nan=False)
        write_atomically(self.folder / "manifest.json", text + "\n")

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs out of this folder meanwhile; StoreError if one is in it."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = (self.folder / ".lock").open("w")
        except OSError as error:
            message = f"can't write in {self.folder}: {error.strerror or error}; choose another folder with -o"
            raise StoreError(message) from error
        with lock:
            if fcntl is not None:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    message = f"another run is writing in {self.folder}: wait for it, or choose another folder with -o"
                    raise StoreError(message) from None
            yield


def read(folder: pathlib.Path) -> RunRecord:
    """A run's folder read back.

    StoreError: there is no run in it, it can't be read, or cells of it are missing (the run must be finished).
    """
    path = folder / "manifest.json"
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        message = f"{folder} is not a run's folder: can't read {path.name} ({error.strerror or error})"
        raise StoreError(message) from error
    except ValueError as error:
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
