"""Results on own games that earlier processes have stored in the folder of compiled rules.

Machine code is stored under the hash of its inputs: the flat code, its constants, this package, whose helpers it calls,
and the kind of machine.  The flat code depends on the file with its imports and on the observations, but not on values
of rules, figures of component tables or line-ups.  The verdict on a file says whether it is compiled, or why not.
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
    """Return why a file is not compiled, '' where it is; None: no process has stored a verdict."""
    verdict = _read(_verdict_path(game))
    return verdict if isinstance(verdict, str) else None


def write_verdict(game: PlainGame, obstacle: str) -> None:
    """Store why a file is not compiled; '': it is."""
    _write(_verdict_path(game), obstacle)


def read_code(flat: str, constants: Mapping[str, int]) -> KeptCode | None:
    """Return the stored machine code of a flat program, None where there is none."""
    content = _read(_code_path(flat, constants))
    return content if isinstance(content, KeptCode) else None


def write_code(flat: str, constants: Mapping[str, int], code: KeptCode) -> None:
    """Store the machine code of a flat program."""
    _write(_code_path(flat, constants), code)


def _verdict_path(game: PlainGame) -> pathlib.Path | None:
    return None if game.made_of is None else _path(f"own-{game.name[:40]}", game.sources, _package())


def _code_path(flat: str, constants: Mapping[str, int]) -> pathlib.Path:
    return _path("flat", flat, sorted(constants.items()), _package(), target_words())


def _path(name: str, *made_of: Any) -> pathlib.Path:
    digest = hashlib.sha256(repr((made_of, sys.version)).encode()).hexdigest()[:40]
    return kernel_cache.kernel_folder() / f"{name}-{digest}{kernel_cache.SUFFIX}"


@functools.cache
def _package() -> list[str]:
    return [sources.hashed(path.read_bytes()) for path in sorted(HERE.rglob("*.py"))]


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
