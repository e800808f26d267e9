"""Compiles rule code, or leaves it plain Python.

The same source runs in two ways: compiled by numba, and as plain Python (``NUMBA_DISABLE_JIT=1``), which gives readable
tracebacks, true coverage and the sentences that ``balancer trace`` tells; compiled rules have none (sentences.py).

numba's own cache notices a change in a function's own file only: after an edit in any other file the old rule would
still be played (numba issue 1833).  So core/cache/kernel_cache.py keeps machine code under the hash of what it was
really compiled from.
"""

import os
import types

from balancer.core import sentences
from balancer.core.cache import (
    kernel_cache,
    sources,  # noqa: F401  reads the core's files while they are what is being imported
)


def is_plain():
    """Return whether NUMBA_DISABLE_JIT, here or in numba's own settings, says that rules are not compiled.

    numba loads for a third of a second: a process in which it compiles nothing does without.
    """
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        return True
    import numba

    return bool(numba.config.DISABLE_JIT)


PLAIN = is_plain()  # true where rule code runs as plain Python
VARIABLE, BY_NUMBA = "BALANCER_COMPILER", "numba"  # environment variable and value: numba compiles (numba_compiler.py)


def rule_class():
    """Return the class of rules: of rule_compiler.py; of numba alone if that is wanted or a private name is missing."""
    wanted = os.environ.get(VARIABLE, "")
    if wanted not in {"", BY_NUMBA}:
        kernel_cache.warn_once(f"{VARIABLE}: {wanted!r} is not known ({BY_NUMBA!r} or nothing), and not used")
    lacking = "" if wanted == BY_NUMBA else lacking_names()
    if wanted != BY_NUMBA and not lacking:
        from balancer.core import rule_compiler

        return rule_compiler.Rule
    if lacking:
        import numba

        kernel_cache.warn_once(
            f"numba {numba.__version__} lacks what rules are compiled with ({lacking}): it compiles them by itself, "
            "to the same figures, in 2 to 5 times the time"
        )
    from balancer.core import numba_compiler

    return numba_compiler.NumbaRule


def lacking_names():
    """Return which private names that rule_compiler.py builds on this release of numba lacks; '' for none."""
    try:
        from balancer.core import rule_compiler

        return ", ".join(rule_compiler.missing())
    except (ImportError, AttributeError) as error:
        return str(error)


if not PLAIN:
    Rule = rule_class()


def rule(function):
    """Compile a rule: integers only, nothing allocated, no exceptions; releases the GIL.

    Division follows numpy (no check for zero), so a rule never divides by what may be 0.  Compiled, a rule becomes part
    of the rule that calls it: a call costs 5-10 ns, more than most rules (measured: Black Death plays 1.3 times,
    Oktoberfest 1.5 times as fast so).  A long rule is a `separate_rule`.
    """
    return compiled(function, is_inlined=True)


def separate_rule(function):
    """Compile a long rule that stays a function of its own: the course of a game, its result, the reduction of rows."""
    return compiled(function, is_inlined=False)


def compiled(function, *, is_inlined):
    """Return a function as Python and other rules call it."""
    return function if PLAIN else Rule(sentences.without(function), is_inlined=is_inlined)


def rebound(template, game, names, compiled=separate_rule):
    """Compile a template of the core for one game: the same code, in which `names` stand for these objects.

    compiled: `separate_rule` or `rule`.

    The name of the `game` in its name keeps the machine code of two games apart, which numba knows by such names.
    """
    copy = types.FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__)
    copy.__doc__ = template.__doc__
    copy.__qualname__ = f"{game.replace('.', '_')}_{template.__name__}"
    return compiled(copy)


def is_compiled(kernel) -> bool:
    """Return whether a rule need not be compiled any more, by this process or by any other."""
    return PLAIN or kernel.is_compiled()
