"""Compiled own games between processes: in the folder of compiled rules, under the hash of all that they are made from.

What is kept under a key is whole in itself: machine code, where it keeps what, and for lists of which lengths; or why
the file is not compiled.  Values of rules, figures of component tables and line-ups are no part of it.
"""

from __future__ import annotations

import hashlib
import pathlib
import pickle
import platform
import sys
from typing import Any

from balancer.core.cache import kernel_cache, sources
from balancer.plain.lane import PlainGame

HERE = pathlib.Path(__file__).parent


def path_of(game: PlainGame) -> pathlib.Path | None:
    """Return the file of a game's code; None where the game is in no file, so that nothing says that it is the same."""
    if game.made_of is None:
        return None
    import llvmlite
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    package = [sources.source_of(path.read_bytes()).digest for path in sorted(HERE.rglob("*.py"))]
    made_with = sys.version, llvmlite.__version__, platform.machine(), llvm.get_host_cpu_name(), features, package
    digest = hashlib.sha256(repr((game.sources, made_with)).encode()).hexdigest()[:40]
    return kernel_cache.kernel_folder() / f"own-{game.name[:40]}-{digest}{kernel_cache.SUFFIX}"


def read(game: PlainGame) -> Any:
    """Return what is kept of a game; None where nothing is, or nothing of use."""
    path = path_of(game)
    payload = None if path is None else kernel_cache.read(path)
    if path is None or payload is None:
        return None
    try:
        return pickle.loads(payload)  # noqa: S301  checked by `read`, and nobody else can write there
    except Exception as error:  # noqa: BLE001  whatever is wrong with it, the file can be compiled
        kernel_cache.drop(path, f"{type(error).__name__}: {error}")
        return None


def write(game: PlainGame, content: Any) -> None:
    """Keep something of a game, in place of what was kept."""
    path = path_of(game)
    if path is not None:
        kernel_cache.write(path, pickle.dumps(content))
