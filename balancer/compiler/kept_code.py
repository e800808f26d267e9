"""What earlier processes have found out about own games, in the folder of compiled rules.

Machine code is kept under the hash of what it was made from: flat code, the places that it names, the kind of machine.
Flat code follows from the file with its imports, this package and what was observed; values of rules, figures of
component tables and line-ups are no part of it.  Of a file is kept whether it is compiled, and why it is not.
"""

from __future__ import annotations

import functools
import hashlib
import pathlib
import pickle
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from balancer.compiler.machine_code import target_words
from balancer.core.cache import kernel_cache, sources
from balancer.plain.lane import PlainGame

HERE = pathlib.Path(__file__).parent


class KeptCode(NamedTuple):
    """Machine code that has played `games` games equal to plain Python's."""

    content: bytes
    games: int


def read_verdict(game: PlainGame) -> str | None:
    """Return why a file is not compiled, '' where it is; None: nothing is known."""
    found = _read(_verdict_path(game))
    return found if isinstance(found, str) else None


def write_verdict(game: PlainGame, obstacle: str) -> None:
    """Keep why a file is not compiled; '': it is."""
    _write(_verdict_path(game), obstacle)


def read_code(flat: str, constants: Mapping[str, int]) -> KeptCode | None:
    """Return the machine code of flat code, if there is any that was proven."""
    found = _read(_code_path(flat, constants))
    return found if isinstance(found, KeptCode) else None


def write_code(flat: str, constants: Mapping[str, int], kept: KeptCode) -> None:
    """Keep machine code."""
    _write(_code_path(flat, constants), kept)


def _verdict_path(game: PlainGame) -> pathlib.Path | None:
    """Return where the verdict on a game is; None: the game is in no file, so that nothing says that it is the same."""
    return None if game.made_of is None else _path(f"own-{game.name[:40]}", game.sources, _package())


def _code_path(flat: str, constants: Mapping[str, int]) -> pathlib.Path:
    return _path("flat", flat, sorted(constants.items()), target_words())


def _path(name: str, *made_of: Any) -> pathlib.Path:
    digest = hashlib.sha256(repr((made_of, sys.version)).encode()).hexdigest()[:40]
    return kernel_cache.kernel_folder() / f"{name}-{digest}{kernel_cache.SUFFIX}"


@functools.cache
def _package() -> list[str]:
    """Return the hashes of all that lowers and compiles."""
    return [sources.source_of(path.read_bytes()).digest for path in sorted(HERE.rglob("*.py"))]


def _read(path: pathlib.Path | None) -> Any:
    payload = None if path is None else kernel_cache.read(path)
    if path is None or payload is None:
        return None
    try:
        return pickle.loads(payload)  # noqa: S301  checked by `read`, and nobody else can write there
    except Exception as error:  # noqa: BLE001  whatever is wrong with it, the file can be compiled
        kernel_cache.drop(path, f"{type(error).__name__}: {error}")
        return None


def _write(path: pathlib.Path | None, content: Any) -> None:
    if path is not None:
        kernel_cache.write(path, pickle.dumps(content))
