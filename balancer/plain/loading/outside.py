"""Notes everything that a game of one plain file reads from outside itself, at the moment when it does so.

Python reports to an audit hook every file that is opened, every folder that is listed and every program that is
started.  The call stack shows the owner: the code of a game has builtins of its own, which name its belongings
(belongings.py).  While a file is loaded, what it reads becomes part of the game.  Once games are played, reading is
an error: it could give something else in every game, and nobody would know which figures depend on it.
"""

from __future__ import annotations

import hashlib
import os
import sys
import sysconfig
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from balancer.core.cache.sources import hashed
from balancer.plain.errors import PlainError

if TYPE_CHECKING:
    from types import FrameType

MARK = "__balancer_belongings__"  # name among the builtins of a game's code that holds the game's belongings

Kind = Literal["file", "folder", "variable"]
Reads = dict[tuple[Kind, str], str]  # hashes of what a game has read, by kind and name

OURS = f"{__name__.partition('.')[0]}."
PLAYING = f"{OURS}plain."

# packages that show lines of sources to people, not to rules
ASIDE = {"linecache", "bdb", "pdb", "coverage", "debugpy", "pydevd", "_pydevd_bundle", "IPython"}

LIBRARIES = tuple(f"{sysconfig.get_path(name)}{os.sep}" for name in ("stdlib", "platstdlib", "purelib", "platlib"))

MACHINE = ("/proc/", "/sys/")  # where libraries look how large a machine is

MISSING = "missing"

EVERY = "all names"  # instead of the name of an environment variable: the list of all names

ACTS = {
    "builtins.input": "asks the keyboard",
    "os.exec": "starts another program",
    "os.fork": "starts another process",
    "os.kill": "sends a signal",
    "os.posix_spawn": "starts another program",
    "os.spawn": "starts another program",
    "os.system": "starts another program",
    "socket.bind": "uses the network",
    "socket.connect": "uses the network",
    "socket.getaddrinfo": "uses the network",
    "subprocess.Popen": "starts another program",
    "urllib.Request": "uses the network",
}  # audit events that no hash can stand for, each in words

TOO_LATE = "read it at the top of the file: what is read there belongs to the game, and later nobody would notice"


class WatchedCode:
    """The code of a game, and what it may do: nothing of that once games are played, as is true of a class in no file.

    fault: what it did nevertheless; an error that the rules may have caught.
    """

    is_loading = False
    fault = ""

    def note(self, kind: Kind, name: str) -> None:
        """Note what the code reads. PlainError: games are played already."""
        words = {"file": f"opens {name}", "folder": f"lists the folder {name}", "variable": f"reads {name}"}
        origin = " of the environment" if kind == "variable" else ""
        self.refuse(f"{words[kind]}{origin}", TOO_LATE)

    def note_imported(self, path: str) -> None:
        """Note a file that an import opens without the game's own `__import__`."""

    def refuse(self, what: str, instead: str = "a game is played by its rules and its dice only") -> None:
        """Raise the PlainError of what a game may not do; once games are played it is remembered."""
        when = "the file" if self.is_loading else "during a game the code"
        message = f"{when} {what}; {instead}"
        if not self.is_loading:
            self.fault = self.fault or message
        raise PlainError(message)


_here = threading.local()  # is_looking: this module opens files itself
_beginning = threading.Lock()
_watched = False


def begin_watching() -> None:
    """Notice from now on, in all threads, what games do; a hook can't be taken away again."""
    global _watched  # noqa: PLW0603  one hook for the process
    with _beginning:
        if not _watched:
            sys.addaudithook(_notice)
            for each in (os.environ, getattr(os, "environb", None)):  # for which Python has no event
                if each is not None:
                    each.__class__ = _Environment
        _watched = True


def state_of(kind: Kind, name: str) -> str:
    """Return a hash of what a file, a folder's list or an environment variable holds now; MISSING where it is not."""
    was_looking, _here.is_looking = getattr(_here, "is_looking", False), True
    try:
        if kind == "variable":
            value = "\n".join(sorted(os.environ)) if name == EVERY else os.environ.get(name)
            return MISSING if value is None else hashed(value.encode(errors="surrogateescape"))
        if kind == "folder":
            names = sorted(each for each in os.listdir(name) if not each.startswith((".", "__pycache__")))  # noqa: PTH208
            return hashed("\n".join(names).encode(errors="surrogateescape"))
        if not os.path.isfile(name):  # noqa: PTH113  names are what programs hand to `open`, not paths
            return MISSING  # or a device, whose content no hash can stand for
        with open(name, "rb") as file:  # noqa: PTH123
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return MISSING
    finally:
        _here.is_looking = was_looking


class _Environment(os._Environ):  # type: ignore[type-arg]  # noqa: SLF001  there is no other way to be told
    """The environment variables of this process, which notices what games read."""

    def __getitem__(self, name: Any) -> Any:
        """Return a value, as ever."""
        _note_variable(os.fsdecode(name) if isinstance(name, str | bytes) else "")
        return super().__getitem__(name)

    def __iter__(self) -> Any:
        """Yield all names, as ever."""
        _note_variable(EVERY)
        return super().__iter__()


def _note_variable(name: str) -> None:
    """Note that a variable was read; EVERY: the list of their names."""
    if not getattr(_here, "is_looking", False):
        owner, is_import = _owner(sys._getframe(2))  # noqa: SLF001  as the audit hook does
        if owner is not None and not is_import:
            owner.note("variable", name)


def _notice(event: str, args: tuple[Any, ...]) -> None:
    """Handle an audit event; PlainError where a game may not do that."""
    look = _LOOKS.get(event)
    if (look is None and event not in ACTS) or getattr(_here, "is_looking", False):
        return
    owner, is_import = _owner(sys._getframe(1))  # noqa: SLF001  there is no other way to know who asks
    if owner is None:
        return
    if look is not None:
        look(owner, *args, is_import=is_import)
    elif not is_import:
        owner.refuse(ACTS[event])


def _owner(frame: FrameType | None) -> tuple[WatchedCode | None, bool]:
    """Return the game of the innermost code in a call stack, and whether that code imports something."""
    is_import = is_own = False
    while frame is not None:
        name, file = str(frame.f_globals.get("__name__", "")), frame.f_code.co_filename
        if name.partition(".")[0] in ASIDE:
            break
        if name.startswith(OURS):  # of a class in no file its caller tells that it is played
            return (WatchedCode(), is_import) if is_own and name.startswith(PLAYING) else (None, False)
        if (owner := frame.f_builtins.get(MARK)) is not None:
            return owner, is_import
        is_import |= file.startswith("<frozen importlib")
        is_own |= not file.startswith(("<frozen ", *LIBRARIES))
        frame = frame.f_back
    return None, False


def _look_at_file(owner: WatchedCode, name: Any, mode: Any = None, flags: Any = None, *, is_import: bool) -> None:
    """Note a file that is opened to be read; name: as it was handed to `open`, a number where it is open already."""
    if isinstance(name, int) or not isinstance(name, str | bytes | os.PathLike):
        return
    path = os.path.abspath(os.fsdecode(name))  # noqa: PTH100
    writes_only = (flags & 3) == os.O_WRONLY if isinstance(flags, int) else str(mode)[:1] in {"w", "a", "x"}
    if path == os.devnull or path.startswith(MACHINE) or (owner.is_loading and writes_only):
        return
    if os.path.isdir(path):  # noqa: PTH112  which is opened to be listed
        owner.note("folder", path)
    elif is_import:
        owner.note_imported(path)
    elif owner.is_loading or not path.startswith(LIBRARIES):
        owner.note("file", path)


def _look_at_folder(owner: WatchedCode, name: Any = None, *, is_import: bool) -> None:
    if not is_import and not isinstance(name, int):
        # Without a name it is the folder in which this process works.
        owner.note("folder", os.path.abspath(os.fsdecode(name or ".")))  # noqa: PTH100


def _look_at_database(owner: WatchedCode, name: Any = "", *, is_import: bool) -> None:
    if os.fsdecode(name) not in {"", ":memory:"}:
        _look_at_file(owner, name, "r", is_import=is_import)


def _look_at_move(owner: WatchedCode, _name: Any = None, *, is_import: bool) -> None:
    del is_import
    if not owner.is_loading:  # while a file is loaded, another folder lasts until loading ends
        owner.refuse("changes the folder in which the program works")


_LOOKS: dict[str, Callable[..., None]] = {
    "open": _look_at_file,
    "os.chdir": _look_at_move,
    "os.listdir": _look_at_folder,
    "os.scandir": _look_at_folder,
    "sqlite3.connect": _look_at_database,
}  # handlers by audit event: (code of the game, the event's arguments, whether the code imports)
