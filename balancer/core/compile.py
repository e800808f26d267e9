"""How rule code is compiled, how a table is laid out, and where compiled kernels are kept.

Everything numba-specific is in this file.  The same source runs in two ways: compiled, and as plain Python
(``NUMBA_DISABLE_JIT=1``), which gives readable tracebacks, true coverage and the events that ``balancer trace``
tells.  In plain Python every integer of a record is a Python int (see `PlainRecord`), so that arithmetic means
the same in both as long as it stays within 64 bits.

Kernel cache
------------
numba's own cache notices a change in a function's own file only: after an edit in any *other* file the old rule
would go on being played (numba issue 1833).  So compiled code is kept in a folder that bears the hash of all the
sources it can come from: those of this core and those of the function's room (see `room_of`).  A rule may use no
other package of a game's: changes there would go unnoticed, so it is refused (see `check_origins`).  For the same
reason every ``@rule`` function is a plain function of its module, never made by another function: numba
cannot find such a function again in its cache and compiles it anew in every process.
"""

import contextlib
import dis
import functools
import hashlib
import os
import pathlib
import re
import shutil
import tempfile
import types
from typing import Any

import numba
import numpy as np

from balancer.wording import did_you_mean

CORE = pathlib.Path(__file__).parent
PACKAGE = CORE.parent

PLAIN = bool(numba.config.DISABLE_JIT)
"""True where rule code runs as plain Python."""

MOST_NAMED = 24
"""The most fields of a record that an error names."""

KEPT_FOLDERS = 24
"""How many cache folders (one a room and state of the sources) are kept before the oldest go."""

OURS = re.compile(r"\w+-[0-9a-f]{16}(-checked)?")
"""What a cache folder is called: room, hash of the sources, whether indices are checked."""


@functools.cache
def source_hash(*folders: pathlib.Path) -> str:
    """16 hex digits that name the state of all Python sources below `folders` (1-2 ms)."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@functools.cache
def room_of(folder: pathlib.Path) -> pathlib.Path:
    """The folder whose sources belong together with those in `folder`: itself, or all of a package from outside.

    A game from outside may come in several folders, or share rules with another of its package.
    """
    if not folder.is_relative_to(PACKAGE):
        while (folder.parent / "__init__.py").is_file():
            folder = folder.parent
    return folder


def sources_of(folder: pathlib.Path) -> str:
    """The hash of all sources that a kernel living in `folder` is made from: core and room."""
    return source_hash(*dict.fromkeys((CORE, room_of(folder).resolve())))


def writable(folder: pathlib.Path) -> bool:
    """Whether files can be made in `folder`; makes the folder if it can."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


@functools.cache
def cache_root() -> pathlib.Path:
    """Where compiled kernels are kept: $BALANCER_CACHE, beside this package, the user's cache folder, a temporary one.

    The first that can be written is taken, so that a read-only installation without a home works too.
    """
    wanted = os.environ.get("BALANCER_CACHE")
    candidates = [pathlib.Path(wanted)] if wanted else []
    candidates.append(CORE.parent / "__pycache__" / "kernels")
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    candidates.append(pathlib.Path(os.path.expanduser(home)) / "balancer" / "kernels")  # noqa: PTH111 - Path.expanduser raises where there is no home
    for folder in candidates:
        if writable(folder):
            return folder
    return pathlib.Path(tempfile.mkdtemp(prefix="balancer-kernels-"))


@functools.cache
def cache_folder(home: pathlib.Path) -> pathlib.Path:
    """The cache folder of the kernels that live in the folder `home`, in the present state of the sources."""
    checked = "-checked" if numba.config.BOUNDSCHECK else ""
    folder = cache_root() / f"{room_of(home).name}-{sources_of(home)}{checked}"
    if not folder.exists():
        forget_oldest(cache_root())
    return folder


def forget_oldest(root: pathlib.Path) -> None:
    """Remove the cache folders least recently made, all but the `KEPT_FOLDERS` newest."""
    made = {}
    for folder in root.iterdir():
        if OURS.fullmatch(folder.name):  # the root may be anything that $BALANCER_CACHE names: a home, a /tmp
            with contextlib.suppress(OSError):  # another process may just be removing it
                made[folder] = folder.stat().st_mtime
    for folder in sorted(made, key=made.__getitem__, reverse=True)[KEPT_FOLDERS:]:
        shutil.rmtree(folder, ignore_errors=True)


def rule(function):
    """Compile a rule: integers only, nothing allocated, no exceptions; releases the GIL; cached by source hash.

    Division follows numpy (no check for zero), so a rule never divides by what may be 0.  Compiled, a rule becomes part
    of the rule that calls it: a call costs 5-10 ns, more than most rules (measured: Black Death plays 1.3 times,
    Oktoberfest 1.5 times as fast so, in the same time of compiling).  Long rules are a `chapter` each.
    """
    return _compiled(function, forceinline=True)


def chapter(function):
    """Compile a long rule that stays a function of its own: the course of a game, its result, the reduction of rows."""
    return _compiled(function, forceinline=False)


def rebound(template, game, folder, names):
    """A template of the core as a chapter of one game: the same code, in which `names` stand for these objects.

    numba never finds a function again in its cache that is made by another one, or that takes functions as arguments; a
    plain function whose globals are exchanged it does.  The copy is kept with the kernels of `folder`, under a name
    with the `game` in it, so that two games of one package keep theirs apart.
    """
    copy = types.FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__)
    copy.__doc__ = template.__doc__
    copy.__qualname__ = f"{game.replace('.', '_')}_{template.__name__}"
    copy.home = folder  # type: ignore[attr-defined]
    return chapter(copy)


def check_origins(function):
    """TypeError where a rule calls one that is neither of the core nor of its own room."""
    own = {CORE, room_of(folder_of(function))}  # paths are made once a file: a game has hundreds of rules
    for name in function.__code__.co_names:
        called = getattr(function.__globals__.get(name), "py_func", None)
        if called is not None and room_of(folder_of(called)) not in own:
            message = (
                f"{function.__module__}.{function.__name__} calls {called.__module__}.{called.__name__}, which is not "
                "of its package: a change there would go unnoticed; let both stand in one package"
            )
            raise TypeError(message)


def _divisions():
    """What / and /= are compiled to: pairs of operation and argument (`dis` itself would take 60 ms for a game)."""
    samples = [compile(line, "", "exec").co_code for line in ("a / b", "a /= b")]
    steps = [step for code in samples for step in zip(code[::2], code[1::2], strict=True)]
    return frozenset(step for step in steps if step[0] == dis.opmap["BINARY_OP"])


DIVISIONS = _divisions()


MADE = {
    dis.opmap[operation]: what
    for operation, what in (
        ("BUILD_LIST", "a list"),
        ("BUILD_SET", "a set"),
        ("BUILD_MAP", "a dict"),
        ("BUILD_CONST_KEY_MAP", "a dict"),
        ("FORMAT_VALUE", "a word"),
        ("FORMAT_SIMPLE", "a word"),
        ("MAKE_FUNCTION", "a function (or a list in one line)"),
    )
    if operation in dis.opmap  # each Python has its own
}
"""What rules don't make, by operation: compiled, a list would be made and thrown away in every game."""


def check_whole(function):
    """TypeError where a rule divides into fractions or holds one, or a word: cut or misread, nobody would notice.

    And where it makes what is no number: that would cost time in every game.
    """
    code = function.__code__
    told = {function.__doc__}
    wrong = [repr(value) for value in code.co_consts if isinstance(value, float | complex | str) and value not in told]
    if wrong:
        message = f"{function.__module__}.{function.__name__} holds {wrong[0]}; rules know whole numbers only"
        raise TypeError(message)
    if not DIVISIONS.isdisjoint(zip(code.co_code[::2], code.co_code[1::2], strict=True)):
        message = f"{function.__module__}.{function.__name__} divides by /; rules know whole numbers only: use //"
        raise TypeError(message)
    made = [MADE[operation] for operation in code.co_code[::2] if operation in MADE]
    if made:
        message = f"{function.__module__}.{function.__name__} makes {made[0]}; the record of the table has room for all"
        raise TypeError(message)


def folder_of(function):
    """The folder of the file in which a function stands; of a rebound template, that of its game."""
    return getattr(function, "home", None) or _folder_of_file(function.__code__.co_filename)


@functools.cache
def _folder_of_file(name):
    return pathlib.Path(name).parent


def _compiled(function, *, forceinline):
    check_origins(function)
    check_whole(function)
    previous = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = "" if PLAIN else str(cache_folder(folder_of(function)))
    try:
        policy = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=forceinline, no_cfunc_wrapper=True)
        return policy(function)
    finally:
        numba.config.CACHE_DIR = previous


def is_compiled(kernel) -> bool:
    """Whether `kernel`, an ``@rule`` function, is in the cache already in the present state of the sources."""
    if PLAIN:
        return True
    code = kernel.py_func.__code__
    folder = cache_folder(folder_of(kernel.py_func))
    return any(folder.rglob(f"{pathlib.Path(code.co_filename).stem}.{kernel.py_func.__qualname__}-*.nbi"))


class PlainRecord(np.record):  # type: ignore[misc]  # final in numpy's stubs alone
    """A record whose integers are Python ints and whose rows of integers hand out Python ints.

    numpy's own small integers would overflow where compiled arithmetic is 64 bits wide
    (``np.int16(300) * 1000``), so plain Python uses this class for every table.
    """

    __slots__ = ()

    def __getattribute__(self, name):
        fields = object.__getattribute__(self, "dtype").fields
        if name not in fields:
            return _attribute(self, name)
        value = np.void.getfield(self, *fields[name][:2])  # np.record would try the attribute first: 4 times slower
        if isinstance(value, np.integer):
            return int(value)
        if isinstance(value, np.ndarray):
            return value.view(PlainRow)
        return value

    def __setattr__(self, name, value):
        fields = object.__getattribute__(self, "dtype").fields
        if name not in fields:
            raise AttributeError(no_field(name, fields))
        np.void.setfield(self, value, *fields[name][:2])


def _attribute(plain, name):
    """What a record has besides its fields; AttributeError names the nearest field."""
    try:
        return object.__getattribute__(plain, name)
    except AttributeError:
        raise AttributeError(no_field(name, object.__getattribute__(plain, "dtype").fields)) from None


def no_field(name, fields):
    """That a record has no field of that name; the nearest it has, or all of a few."""
    near = did_you_mean(name, fields)
    there = near or f"there are {', '.join(list(fields)[:MOST_NAMED])}"
    more = " ..." if not near and len(fields) > MOST_NAMED else ""
    return f"the record has no field {name}; {there}{more}"


class PlainRow(np.ndarray):
    """An array that hands out Python ints; see `PlainRecord`.

    IndexError: an index below 0, which numpy would count from the end: on the table it is a mistake.
    """

    def __getitem__(self, index):
        if index.__class__ is int and index < 0:
            raise IndexError(below_zero(index))
        value = np.ndarray.__getitem__(self, index)
        return int(value) if isinstance(value, np.integer) else value

    def __setitem__(self, index, value):
        if index.__class__ is int and index < 0:
            raise IndexError(below_zero(index))
        np.ndarray.__setitem__(self, index, value)

    def __iter__(self):
        return (self[index] for index in range(len(self)))


def below_zero(index):
    """What is wrong with a negative index."""
    return f"index {index} is below 0; -1 is never the last"


RECORD = PlainRecord if PLAIN else np.record


def record(*fields):
    """A table layout whose fields answer to their names, compiled or not.

    fields: (name, numpy integer type or another record[, how many]).
    ValueError: a name that numpy records already use for something else, such as `round` or `size`.
    """
    taken = [field[0] for field in fields if hasattr(np.record, field[0])]
    if taken:
        told = ", ".join(taken)
        message = f"numpy records already have {told}: choose a longer name, e.g. {taken[0]}_number"
        raise ValueError(message)
    formats = [field[1] if len(field) == 2 else (field[1], field[2]) for field in fields]
    offsets, end = [], 0
    for form in formats:
        step = alignment(np.dtype(form))
        offsets.append(-(-end // step) * step)
        end = offsets[-1] + np.dtype(form).itemsize
    step = max(alignment(np.dtype(form)) for form in formats)
    names = [field[0] for field in fields]
    layout: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": -(-end // step) * step}
    return np.dtype((RECORD, np.dtype(layout, align=True)))


def alignment(layout):
    """The alignment in bytes that a layout needs; numpy forgets it of a record within a record."""
    if layout.subdtype:
        return alignment(layout.subdtype[0])
    if layout.fields:
        return max(alignment(field[0]) for field in layout.fields.values())
    return layout.alignment


def empty(layout, count=None):
    """A zeroed record of `layout`, or an array of `count` of them, as rule code takes it."""
    rows = np.zeros(1 if count is None else count, layout)
    if PLAIN:
        rows = rows.view(PlainRow)
    return rows[0] if count is None else rows
