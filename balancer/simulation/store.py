"""The results folder: its layout, atomic writes, reading back.

    <folder>/cells/<key>-<games>.json     the first <games> games of the setting whose hash is <key>
    <folder>/pairs/<key>-<games>.json     the same of two settings on the same dice
    <folder>/links/<key>-<games>.json     what connects the games of two cells
    <folder>/games/<key>-<games>.parquet  the games of a cell, one row each (--keep-games), and their checksum
    <folder>/divergences/<key>-<games>.json  where two games of a pair separate, narrated
    <folder>/manifest.json                the request, when, where and with what it was played, precision, times
    <folder>/.balancer                    marks the folder as balancer's (ownership.py)

A result holds nothing that differs between two runs, so any command may use it.  Its file carries the hash of its own
content: a truncated or edited file is noticed, and its games are played again.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import pathlib
import secrets
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import filelock

from balancer.analysis.results import CellResult, LinkResult, PairResult, Result, WorthResult
from balancer.simulation import ownership
from balancer.simulation.keys import FORMAT, VARIANT_AXIS, digest
from balancer.simulation.manifest import MAIN, OF_THE_RUN, FinishedRun, Manifest

HALF = ".*.part"  # names of files that are being written


# the page record of a folder without a page
NO_PAGE: Mapping[str, Any] = {"cells": [], "options": [], "retuned": False, "tables": {}}


class StoreError(Exception):
    """A results folder that can't be used; the message is for the user."""


FOLDERS: dict[type[Result], str] = {  # subfolder of each kind of result
    CellResult: "cells",
    PairResult: "pairs",
    LinkResult: "links",
    WorthResult: "worths",
}

# parts of a run that hold results, in addition to the main one
PARTS = ("tables", "ladder", "retuned", "pairs", "variant_checks")


def _with_hash(content: Mapping[str, Any], indent: int | None = None) -> str:
    # Undecodable characters of names become '?' before the hash is taken.
    content = json.loads(json.dumps(content, ensure_ascii=False, allow_nan=False).encode(errors="replace"))
    marked = {**content, "content": digest(content)}
    return json.dumps(marked, indent=indent, ensure_ascii=False, allow_nan=False) + "\n"


def _checked(content: Any) -> dict[str, Any]:
    """Return the dict without its hash; raise ValueError if the hash does not match."""
    if not isinstance(content, dict) or content.pop("content", None) != digest(content):
        message = "its content was changed"
        raise ValueError(message)
    return content


def _read_checked(path: pathlib.Path) -> dict[str, Any] | None:
    """Return the content of a file that carries its own hash; None if it is missing or damaged."""
    try:
        return _checked(json.loads(path.read_bytes())) if path.is_file() else None
    except (OSError, ValueError, RecursionError):
        return None


def write_atomically(path: pathlib.Path, text: str, *, to_disk: bool = True) -> None:
    """Write a file that the user named, completely or not at all.

    The target of a link is replaced, not the link.  A device or a pipe is written to.  Bytes of a file name that are
    not text (lone surrogates) become question marks.  to_disk: wait until the file would survive a power cut.
    Raises StoreError: the disk is full, the folder can't be written, ...
    """
    with store_errors(path):
        target = path.resolve()
        if target.exists() and not target.is_file() and not target.is_dir():
            target.write_text(text, encoding="utf-8", errors="replace")
            return
        _replace(target, text, to_disk=to_disk)


def write_inside(folder: pathlib.Path, name: str, content: str | bytes, *, to_disk: bool = True) -> None:
    """Write a file of a results folder; see `write_atomically`.

    A results folder may come from elsewhere, so no link in it is followed: one in place of the file is replaced, as is
    a pipe or a device.  name: may begin with one subfolder.  Raises StoreError: the subfolder is a link, the disk is
    full, ...
    """
    path, inside = folder / name, pathlib.PurePath(name)
    # A name may be made of texts in a manifest that somebody else wrote.
    if inside.is_absolute() or ".." in inside.parts or len(inside.parts) > 2:  # noqa: PLR2004  subfolder and file
        message = f"{name!r} is no name of a file in a results folder"
        raise StoreError(message)
    if path.parent != folder:
        refuse_link(path.parent)
    with store_errors(path):
        _replace(path, content, to_disk=to_disk)


def refuse_link(path: pathlib.Path) -> None:
    """Raise StoreError if a folder inside a results folder is a link: it would lead to somebody else's files."""
    if path.is_symlink():
        message = f"{path} is a link, and balancer follows no link inside a results folder; delete the link"
        raise StoreError(message)


@contextlib.contextmanager
def store_errors(path: pathlib.Path) -> Iterator[None]:
    """Turn the system's errors about a file that can't be written into StoreError."""
    try:
        yield
    except OSError as error:
        message = f"can't write {path}: {error.strerror or error}"
        raise StoreError(message) from error


def _replace(path: pathlib.Path, content: str | bytes, *, to_disk: bool) -> None:
    """Replace `path` by a new file with the user's default permissions.  Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            file.write(content.encode(errors="replace") if isinstance(content, str) else content)
            file.flush()
            if to_disk:
                os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def foreign_files(folder: pathlib.Path) -> list[str]:
    """Return the names of files in `folder` if it is no results folder: it has neither our mark nor our manifest."""
    if not folder.is_dir() or ownership.folder_is_marked(folder):
        return []
    if _read_checked(folder / "manifest.json") is not None:
        return []
    return sorted(e.name for e in folder.iterdir() if e.name != ".lock" and not e.match(HALF))


def require_writable(path: pathlib.Path) -> None:
    """Raise StoreError if `path` can't be written; checked before a long run, so that it does not fail at its end."""
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
    """A results folder that is being filled."""

    def __init__(self, folder: pathlib.Path, others: Sequence[pathlib.Path] = ()) -> None:
        """Use `folder`, which is created with its first file; results are also searched in `others`."""
        self.folder, self.others = folder, [other for other in others if other.resolve() != folder.resolve()]
        self.is_locked = False
        self.times: dict[tuple[str, int], dict[str, Any]] = {}
        self.page: Mapping[str, Any] = dict(NO_PAGE)  # what the page shows
        self.stored: dict[pathlib.Path, Any] = {}  # what was read from files of this folder
        self.listed: dict[type[Result], defaultdict[str, set[int]]] = {}  # one listing serves all jobs

    def games_path(self, key: str, games: int) -> pathlib.Path:
        """Return the path of the file with the rows of a cell's games."""
        return self.folder / "games" / f"{key}-{games}.parquet"

    # Results ----------------------------------------------------------------------------------------------------------
    def known_games(self, kind: type[Result], key: str) -> set[int]:
        """Return the numbers of games for which a result with that key exists; folders are listed only once."""
        if kind not in self.listed:
            self.listed[kind] = defaultdict(set)
            for folder in (self.folder, *self.others):
                for path in (folder / FOLDERS[kind]).glob("*-*.json"):
                    owner, _, games = path.stem.rpartition("-")
                    if games.isdecimal():
                        self.listed[kind][owner].add(int(games))
        return self.listed[kind][key]

    def read_result(self, kind: type[Result], key: str, games: int) -> Any:
        """Return the result of `games` games; None if there is none, or its file is damaged."""
        for folder in (self.folder, *self.others):
            path = folder / FOLDERS[kind] / f"{key}-{games}.json"
            content = _read_checked(path)
            if content is None or content.pop("format", None) != FORMAT or content.pop("key", None) != key:
                continue
            with contextlib.suppress(TypeError, KeyError):  # the right digest, but not the fields of a result
                result = kind.from_json(content)
                if result.games == games:
                    if folder == self.folder:
                        self.stored[path] = result
                    return result
        return None

    def write_result(self, key: str, result: Result) -> None:
        """Store a result, unless it was read unchanged from its file.

        Does not wait for the disk: a file damaged by a power cut is noticed, and waiting for thousands takes a minute.
        """
        name = f"{FOLDERS[type(result)]}/{key}-{result.games}.json"
        path = self.folder / name
        content, stored = result.to_json(), self.stored.get(path)
        if stored is None or stored.to_json() != content or not path.is_file():
            write_inside(self.folder, name, _with_hash({**content, "format": FORMAT, "key": key}), to_disk=False)
            if type(result) in self.listed:
                self.listed[type(result)][key].add(result.games)

    def remove_result(self, key: str, games: int) -> None:
        """Remove a result from this folder, if it is there."""
        for kind, folder in FOLDERS.items():
            path = self.folder / folder / f"{key}-{games}.json"
            self.stored.pop(path, None)
            if path.is_file():
                path.unlink()
                self.listed.get(kind, {key: set()})[key].discard(games)

    def read_divergence(self, key: str, games: int) -> dict[str, Any] | None:
        """Return the stored divergence of a pair; None if there is none."""
        content = _read_checked(self.folder / "divergences" / f"{key}-{games}.json")
        return content if content and content.pop("format", None) == FORMAT else None

    def write_divergence(self, key: str, games: int, content: Mapping[str, Any]) -> None:
        """Store the narrated divergence of a pair."""
        write_inside(self.folder, f"divergences/{key}-{games}.json", _with_hash({**content, "format": FORMAT}))

    def times_of(self, key: str, games: int) -> dict[str, Any]:
        """Return seconds and compile_seconds of a result from the manifest of the run that played it; {} if unknown."""
        return self.times.get((key, games), {})

    def keep_page(self, manifest: Manifest) -> None:
        """Store the request of a run that has not written a page; the page still shows what was played before."""
        self.write_manifest(dataclasses.replace(manifest, facts={**manifest.facts, "page": self.page}))

    def write_manifest(self, manifest: Manifest) -> None:
        """Store the request, and how it was played."""
        write_inside(self.folder, "manifest.json", _with_hash({**manifest.to_json(), "format": FORMAT}, indent=1))

    def _read_manifest(self) -> None:
        manifest = _read_checked(self.folder / "manifest.json")
        if manifest and manifest.get("format") == FORMAT:
            shown = manifest.get("page", manifest)
            self.page = {name: shown.get(name) or empty for name, empty in self.page.items()}
            for record in self.page["cells"]:
                self.times[record["key"], record["games"]] = {
                    name: record[name] for name in ("seconds", "compile_seconds")
                }

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder against other runs; raise StoreError if another run has locked it.

        Re-entrant.  Removes the partial files of killed runs.
        """
        if self.is_locked:
            yield
            return
        others = foreign_files(self.folder)
        if others:
            message = f"{self.folder} holds other files ({others[0]}…) and is no results folder; choose another"
            raise StoreError(message)
        lock_file = self.folder / ".lock"
        try:
            ownership.mark_folder(self.folder)
            if lock_file.is_symlink():
                lock_file.unlink()
        except OSError as error:
            message = f"can't write in {self.folder}: {error.strerror or error}; choose another folder with -o"
            raise StoreError(message) from error
        lock = filelock.FileLock(lock_file, timeout=0)
        try:
            lock.acquire()
        except filelock.Timeout:
            message = f"another run is writing in {self.folder}: wait for it, or choose another folder with -o"
            raise StoreError(message) from None
        except (OSError, NotImplementedError):  # a file system without locks
            pass
        self.is_locked = True
        try:
            self._remove_partial_files()
            self._read_manifest()
            yield
        finally:
            self.is_locked = False
            lock.release()

    def _remove_partial_files(self) -> None:
        folders = [self.folder / name for name in (*FOLDERS.values(), "games", "divergences", "charts", "pictures")]
        for folder in (self.folder, *(inner for inner in folders if not inner.is_symlink())):
            for part in folder.glob(HALF):
                with contextlib.suppress(OSError):
                    part.unlink()


def read(folder: pathlib.Path) -> FinishedRun:
    """Read a finished run back from its folder.

    Raises StoreError: there is no run in it, it can't be read, or results of it are missing (the run must be finished).
    """
    path = folder / "manifest.json"
    if path.exists() and not path.is_file():  # a pipe would be waited for
        message = f"{folder} is not a run's folder: {path.name} is no file"
        raise StoreError(message)
    try:
        content = _checked(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        message = f"{folder} is not a run's folder: can't read {path.name} ({error.strerror or error})"
        raise StoreError(message) from error
    except (ValueError, RecursionError) as error:
        reason = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
        message = f"{path} is damaged ({reason}); run the sweep again: finished settings are not played again"
        raise StoreError(message) from error
    if content.get("format") != FORMAT:
        message = f"{folder} was written by another version of balancer; run `{content.get('command')}` again"
        raise StoreError(message)
    manifest = Manifest.from_json(content)
    recorded = {MAIN: manifest.cells, **{name: manifest.part(name).get("cells") or [] for name in PARTS}}
    store = Store(folder)
    parts = {name: [_read_planned(store, planned) for planned in cells] for name, cells in recorded.items()}
    results = [result for part in parts.values() for result in part]
    missing = sum(result is None for result in results)
    if missing:
        message = (
            f"{missing} of {len(results)} results in {folder} are missing or damaged: "
            f"run `{manifest.command}` again to play them"
        )
        raise StoreError(message)
    return FinishedRun(manifest, {name: _with_cells(store, manifest, name, parts) for name in parts})


def _with_cells(store: Store, manifest: Manifest, name: str, parts: Mapping[str, Sequence[Any]]) -> Sequence[Any]:
    """Return the results of a part; links get the results of their cells after the same games."""
    between = manifest.part(name).get("between", ())
    if not between or not all(isinstance(result, LinkResult) for result in parts[name]):
        return parts[name]

    def cell(number: int, link: LinkResult) -> Any:
        last = parts[MAIN][number]
        if last.games == link.games:
            return last
        earlier = _read_planned(store, {**manifest.cells[number], "games": link.games, "precision": link.precision})
        if earlier is None:
            message = f"a result in {store.folder} is missing or damaged: run `{manifest.command}` again to play it"
            raise StoreError(message)
        return earlier

    return [link.between(cell(a, link), cell(b, link)) for link, (a, b) in zip(parts[name], between, strict=True)]


def _read_planned(store: Store, planned: Mapping[str, Any]) -> Any:
    """Return a result that the manifest lists, of a cell or a pair; None if it is missing."""
    key, games = planned["key"], planned["games"]
    results = (store.read_result(kind, key, games) for kind in FOLDERS if games is not None)
    result = next((candidate for candidate in results if candidate is not None), None)
    if result is None:
        return None
    result = dataclasses.replace(result, **{name: planned[name] for name in OF_THE_RUN})
    if isinstance(result, PairResult):
        divergence = store.read_divergence(key, result.games)
        result = dataclasses.replace(result, name=planned["axes"][VARIANT_AXIS], divergence=divergence)
    return result
