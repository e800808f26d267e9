"""Compilation of rules by numba's documented interface, except one method.

Results are the same to the bit, and play is as fast, as with rule_compiler.py; but a game takes 2 to 5 times as long to
compile, because every rule is optimised again for each of its callers.  jit.py chooses between the two.
"""

import functools
import hashlib
import os

import numba
from numba import types
from numba.extending import typeof_impl

from balancer.core.cache import kernel_cache, reach

OPTIONS = {"nogil": True, "error_model": "numpy"}

HOOK = "get_call_template"  # returns a function's signature; the only name here that numba does not document


def widened(kind):
    """Return the type as which a rule takes an argument: int64 for all small integers, as in plain Python.

    A rule called with int64 and with uint8 is compiled once instead of twice (Black Death: 100 compilations instead of
    151), and differences of two small unsigned fields may be negative.
    """
    kind = types.unliteral(kind)
    is_small = isinstance(kind, types.Boolean) or (isinstance(kind, types.Integer) and kind != types.uint64)
    return types.int64 if is_small else kind


class NumbaRule:
    """A rule that numba compiles for each kernel that calls it; Python calls it as a kernel of its own."""

    def __init__(self, function, *, is_inlined=True):
        """Wrap `function`; unless `is_inlined`, it stays a function of its own in the code of its callers."""
        # Not __wrapped__, or numba would use its signature.
        for name in ("__name__", "__qualname__", "__module__", "__doc__"):
            setattr(self, name, getattr(function, name))
        self.py_func = function
        self.targetoptions = {**OPTIONS, "forceinline": is_inlined}
        self.dispatcher = numba.njit(**self.targetoptions)(function)
        template = getattr(self.dispatcher, HOOK)

        def widening(args, kws):
            reach.about_to_compile(function)
            return template(tuple(map(widened, args)), {name: widened(kind) for name, kind in kws.items()})

        setattr(self.dispatcher, HOOK, widening)

    @functools.cached_property
    def kernel(self):
        """The same function as Python calls it; kept between processes if the compiled code can be identified."""
        reach.about_to_compile(self.py_func)
        folder = self._folder()
        if folder is None:
            return numba.njit(**OPTIONS)(self.py_func)
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)  # recently used folders are removed last
            kernel_cache.forget_once(folder.parent)
            return numba.njit(cache=True, **OPTIONS)(self.py_func)
        except (OSError, RuntimeError):  # numba can't write there
            return numba.njit(**OPTIONS)(self.py_func)
        finally:
            numba.config.CACHE_DIR = before

    def _folder(self):
        """Return the folder for numba's cache of this function; None if the compiled code cannot be identified."""
        digest = reach.digest(self.py_func)
        if digest is None or "<locals>" in self.py_func.__qualname__:
            return None
        inputs = repr((digest, self.targetoptions, kernel_cache.tools()))
        return kernel_cache.kernel_folder() / (hashlib.sha256(inputs.encode()).hexdigest()[:32] + kernel_cache.NUMBA)

    def __call__(self, *args, **named):
        """Call the kernel, as Python does."""
        return self.kernel(*args, **named)

    @property
    def stats(self):
        """The counts of loads from the cache and compilations of the kernel by numba."""
        return self.kernel.stats

    def is_compiled(self):
        """Return whether Python can call the rule without compiling it."""
        if "kernel" in vars(self) and self.kernel.signatures:
            return True
        folder = self._folder()
        return folder is not None and any(folder.rglob("*.nbc"))


@typeof_impl.register(NumbaRule)
def _type_of_rule(rule, _context):
    return numba.typeof(rule.dispatcher)
