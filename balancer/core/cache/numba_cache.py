"""The cache interface of numba's dispatchers, on the files of kernel_cache.py; it builds on private names of numba."""

from __future__ import annotations

import hashlib
import pathlib
import pickle
import re
import types
from typing import Any

from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from balancer.core.cache import kernel_cache, reach


class KernelCache(_Cache):  # type: ignore[misc]  # numba has no types
    """The cache of one compiled function, with the methods that numba's dispatcher calls."""

    def __init__(self, function: types.FunctionType, options: str) -> None:
        """Keep the machine code of `function`, compiled with `options`."""
        self.function, self.options = function, options
        self.name = re.sub(r"\W+", "_", f"{function.__module__}.{function.__qualname__}")[-80:]
        self.paths: dict[Any, pathlib.Path | None] = {}  # by argument types

    def is_filled(self) -> bool:
        """Return whether machine code of the function is cached, for any argument types."""
        digest, folder = reach.digest(self.function), kernel_cache.kernel_folder()
        return digest is not None and any(folder.glob(f"{self.name}-{digest}-*{kernel_cache.SUFFIX}"))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function for the argument types `sig`; None if it has to be compiled.

        numba's own cache reads its registries first (an eighth of a warm start); only compilers need these.
        """
        path = self.paths[sig] = self._path(sig, target_context.codegen())
        reach.about_to_compile(self.function)
        if path is None:
            return None
        payload = kernel_cache.read(path)
        if payload is None:
            return None
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(payload))  # noqa: S301, SLF001  checked above
        except (ImportError, AttributeError):  # of a version whose modules have other names: it is overwritten
            return None
        except Exception as error:  # noqa: BLE001  whatever is wrong with it, the function can be compiled
            kernel_cache.drop(path, f"{type(error).__name__}: {error}")
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the compiled function `data` into the cache, if possible."""
        path = self.paths.pop(sig, None)
        if path is not None and not data.lifted and not data.library.has_dynamic_globals:
            kernel_cache.write(path, dumps(data._reduce()))  # noqa: SLF001  numba offers its own cache nothing else

    def _path(self, sig: Any, codegen: Any) -> pathlib.Path | None:
        """Return the file for these argument types; None if the compiled code cannot be identified."""
        digest, arguments = reach.digest(self.function), str(sig)
        # A function passed as an argument has no name but its address.  Two inner functions of one name, compiled in
        # two processes, could not be distinguished if both were loaded.
        if digest is None or " at 0x" in arguments or "<locals>" in self.function.__qualname__:
            return None
        made_with = repr((arguments, codegen.magic_tuple(), self.options, kernel_cache.tools()))
        return (
            kernel_cache.kernel_folder()
            / f"{self.name}-{digest}-{hashlib.sha256(made_with.encode()).hexdigest()[:16]}{kernel_cache.SUFFIX}"
        )

    @property
    def cache_path(self) -> str:
        """The folder, for numba's statistics."""
        return str(kernel_cache.kernel_folder())

    def flush(self) -> None:
        """Do nothing: files are named after their contents."""

    enable = disable = flush
