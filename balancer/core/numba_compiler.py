"""How numba compiles rules by itself: the lane that builds on what numba documents, one hook apart.

The same figures to the bit and the same speed of play as with rule_compiler.py; a game takes 2 to 5 times as long to
compile, as every rule is optimised for each of its callers.  jit.py says when this lane is taken.
"""

import functools
import hashlib
import os

import numba
from numba import types
from numba.extending import typeof_impl

from balancer.core.cache import kernel_cache, reach

OPTIONS = {"nogil": True, "error_model": "numpy"}

HOOK = "get_call_template"  # asks a function for its signature; the one name here that numba does not document


def widened(kind):
    """The type as which a rule takes an argument: all small integers as int64, which is how plain Python has them.

    Rules called with int64 here and uint8 there are compiled once instead of several times (Black Death: 100 times
    instead of 151), and differences of two small unsigned fields may be negative.
    """
    kind = types.unliteral(kind)
    small = isinstance(kind, types.Boolean) or (isinstance(kind, types.Integer) and kind != types.uint64)
    return types.int64 if small else kind


class NumbaRule:
    """A function that kernels call as numba compiles it; Python calls it as a kernel of its own."""

    def __init__(self, function, *, is_inlined=True):
        """Wrap `function`; unless `is_inlined`, it stays a function where it is called."""
        # Not __wrapped__, by which numba would take its signature.
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
        """The same function as Python calls it, kept between processes where what it is made from can be identified."""
        reach.about_to_compile(self.py_func)
        folder = self._folder()
        if folder is None:
            return numba.njit(**OPTIONS)(self.py_func)
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)  # it is used: others go first
            kernel_cache.forget_once(folder.parent)
            return numba.njit(cache=True, **OPTIONS)(self.py_func)
        except (OSError, RuntimeError):  # numba finds no place for it
            return numba.njit(**OPTIONS)(self.py_func)
        finally:
            numba.config.CACHE_DIR = before

    def _folder(self):
        """The folder in which numba keeps what this function is compiled to; None where it cannot be identified."""
        digest = reach.digest(self.py_func)
        if digest is None or "<locals>" in self.py_func.__qualname__:
            return None
        made_with = repr((digest, self.targetoptions, kernel_cache.tools()))
        return kernel_cache.kernel_folder() / (hashlib.sha256(made_with.encode()).hexdigest()[:32] + kernel_cache.NUMBA)

    def __call__(self, *args, **named):
        """Call the kernel."""
        return self.kernel(*args, **named)

    @property
    def stats(self):
        """What numba counts about the kernel."""
        return self.kernel.stats

    def is_compiled(self):
        """Whether Python can call the rule without compiling it."""
        if "kernel" in vars(self) and self.kernel.signatures:
            return True
        folder = self._folder()
        return folder is not None and any(folder.rglob("*.nbc"))


@typeof_impl.register(NumbaRule)
def _type_of_rule(rule, _context):
    return numba.typeof(rule.dispatcher)
