"""The folder in which machine code is kept between processes.

Each compiled function is one file, named after everything that it depends on: what it was compiled from (reach.py), the
argument types, the processor and the versions of the tools.  So a file that is found is always right: no outdated code
can be loaded, equal functions of two checkouts share a file, and after an edit only the functions that reach the edit
are compiled again.

It is only a cache.  Whatever is wrong with it (files cut short, a full disk, a folder that vanishes), the function is
compiled instead, and one line on stderr says so.  The files are pickles, so anybody who can write them can run code: a
folder in which others can write is not used.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import os
import pathlib
import shutil
import stat
import sys
import tempfile
import time

import numpy as np
import platformdirs

VARIABLE = "BALANCER_CACHE"  # the environment variable that names the folder of all caches

# Kernels are files; numba's own are folders (numba_compiler.py); `PAGE` begins what pages play.
FOLDER, SUFFIX, PART, NUMBA, PAGE = "compiled", ".kernel", ".part", ".numba", "page-"

MARKER = (
    "CACHEDIR.TAG"  # the file that marks a folder as ours; backup programs know it, too (https://bford.info/cachedir/)
)

MARK = (
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# Rules of games as machine code, kept by balancer. This folder can be deleted at any time.\n"
)

MAX_BYTES = 512 * 2**20  # of the folder; beyond, the least recently used files are removed

DAY = 86_400.0

DIGEST_BYTES = hashlib.sha256().digest_size


def tools() -> tuple[object, ...]:
    """Return everything that shapes machine code besides the function itself: versions and numba's settings."""
    import llvmlite
    import numba

    config = numba.config
    versions = sys.version, numba.__version__, llvmlite.__version__, np.__version__
    return (*versions, config.BOUNDSCHECK, str(config.OPT), config.DEBUGINFO_DEFAULT)


# Files ------------------------------------------------------------------------------------------------------------
def read(path: pathlib.Path) -> bytes | None:
    """Return the content of a file behind its own hash; None if it is missing or damaged."""
    try:
        content = path.read_bytes()
        if path.stat().st_mtime < time.time() - DAY:
            os.utime(path)  # recently used files are removed last
    except FileNotFoundError:
        return None
    except OSError as error:
        warn_once(
            f"compiled rules can't be read from {path.parent} ({error.strerror or error}): they are compiled again"
        )
        return None
    digest, payload = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
    if hashlib.sha256(payload).digest() != digest:
        drop(path, "cut short or altered")
        return None
    return payload


def drop(path: pathlib.Path, reason: str) -> None:
    """Remove a file that can't be used, and warn."""
    warn_once(f"damaged files among the compiled rules in {path.parent} ({reason}): dropped, and compiled again")
    with contextlib.suppress(OSError):
        path.unlink()


def write(path: pathlib.Path, payload: bytes) -> None:
    """Write a file completely or not at all; if it can't be written, warn once."""
    try:
        write_atomically(path, hashlib.sha256(payload).digest() + payload)
    except OSError as error:
        warn_once(f"compiled rules can't be kept in {path.parent} ({error.strerror or error}): each run compiles them")
    else:
        forget_once(path.parent)


def write_atomically(path: pathlib.Path, content: bytes) -> None:
    """Write a file completely or not at all, into a folder that is created if it is missing; OSError."""
    _prepare(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem[:40], suffix=PART)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        pathlib.Path(name).replace(path)
    except BaseException:
        pathlib.Path(name).unlink(missing_ok=True)
        raise


@functools.cache
def forget_once(folder: pathlib.Path) -> None:
    """Make room, but only once per process."""
    forget_oldest(folder)


def forget_oldest(folder: pathlib.Path) -> None:
    """Remove the least recently used kernels until the folder holds at most MAX_BYTES, and unfinished files a day old.

    A folder that balancer did not create is left alone.
    """
    if not is_ours(folder):
        return
    entries = []
    for path in folder.iterdir():
        if path.suffix in {SUFFIX, PART, NUMBA} or path.name.startswith(PAGE):
            with contextlib.suppress(OSError):  # another process may be removing it
                size = sum(file.stat().st_size for file in (path, *path.rglob("*")))
                entries.append((path.stat().st_mtime, size, path))
    total = 0
    for used, size, path in sorted(entries, reverse=True):
        total += size
        if total > MAX_BYTES or (path.suffix == PART and used < time.time() - DAY):
            with contextlib.suppress(OSError):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


# The folder -------------------------------------------------------------------------------------------------------
@functools.cache
def kernel_folder() -> pathlib.Path:
    """Return the folder of kernels: in $BALANCER_CACHE, in the user's folder of caches, or a temporary one.

    The first that can be used is taken, so that a read-only installation without a home works, too.
    """
    requested = os.environ.get(VARIABLE)
    if requested:
        folder = pathlib.Path(requested).absolute() / FOLDER
        trouble = _why_unusable(folder)
        if not trouble:
            return folder
        warn_once(f"{VARIABLE}: {folder} is not used: {trouble}; another folder is used")
    folder = platformdirs.user_cache_path("balancer", appauthor=False) / FOLDER
    if not _why_unusable(folder):
        return folder
    home = tempfile.mkdtemp(prefix="balancer-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    return pathlib.Path(home) / FOLDER


def _why_unusable(folder: pathlib.Path) -> str:
    """Create a folder if it is missing; return the reason why it can't hold kernels, '' if it can."""
    try:
        _prepare(folder)
        tempfile.TemporaryFile(dir=folder).close()
    except FileExistsError:
        return "a file has its name"
    except OSError as error:
        return str(error.strerror or error)
    if not is_ours(folder):
        return "it contains other files"
    return _others_may_write(folder)


def _prepare(folder: pathlib.Path) -> None:
    """Create a folder if it is missing, and mark it as ours if it is empty."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    marker = folder / MARKER
    if not marker.exists() and not any(path.suffix != PART for path in folder.iterdir()):
        marker.write_text(MARK, encoding="utf-8", newline="\n")


def is_ours(folder: pathlib.Path) -> bool:
    """Return whether a folder bears our mark; files are removed from no other."""
    try:
        return (folder / MARKER).read_text(encoding="utf-8") == MARK
    except (OSError, ValueError):
        return False


def _others_may_write(folder: pathlib.Path) -> str:
    """Return why another user could put files into `folder`; '' if none can.

    On Windows the folders of users are private.
    """
    if os.name != "posix":
        return ""
    state, parent = folder.lstat(), folder.parent.stat()
    if stat.S_ISLNK(state.st_mode):
        return "it is a link"
    if state.st_uid != os.getuid():
        return "it belongs to another user, who could put any program there"
    if state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"others may write there, any program too; `chmod go-w {folder}` makes it private"
    if parent.st_mode & stat.S_IWOTH and not parent.st_mode & stat.S_ISVTX:
        return f"everybody may write in {folder.parent}, any program too; `chmod o-w {folder.parent}` protects it"
    return ""


_warned: set[str] = set()


def warn_once(message: str) -> None:
    """Write a line on stderr, unless this process has written it before."""
    if message not in _warned:
        _warned.add(message)
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(f"note: {message}\n")
