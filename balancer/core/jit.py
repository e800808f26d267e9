"""Compilation of rules; or none, as they also run as plain Python.

The same source runs in two ways: compiled by numba, and as plain Python (``NUMBA_DISABLE_JIT=1``).  Plain Python gives
readable tracebacks, exact test coverage, and the sentences of ``balancer trace``, which compiled rules lack
(sentences.py).

numba's own cache notices a change only in a function's own file: after an edit in another file the old rule would still
be played (numba issue 1833).  So core/cache/kernel_cache.py names machine code by a hash of what it was compiled from.
"""

import os
import types

from balancer.core import sentences
from balancer.core.cache import (
    kernel_cache,
    sources,  # noqa: F401  hashes the core's files at the moment of their import
)


def is_plain():
    """Return whether NUMBA_DISABLE_JIT, here or in numba's own settings, says that rules are not compiled.

    Importing numba takes a third of a second, so a process that compiles nothing does not import it.
    """
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        return True
    import numba

    return bool(numba.config.DISABLE_JIT)


PLAIN = is_plain()  # true where rule code runs as plain Python
only_counts = False  # whether that is so only to count few games sooner (`questions.first_figures`)
VARIABLE, BY_NUMBA = "BALANCER_COMPILER", "numba"  # environment variable, and its value for numba_compiler.py


def rule_class():
    """Return the class of compiled rules.

    It is that of numba_compiler.py if BALANCER_COMPILER says so, or if numba lacks a private name that rule_compiler.py
    needs.
    """
    compiler = os.environ.get(VARIABLE, "")
    if compiler not in {"", BY_NUMBA}:
        kernel_cache.warn_once(f"{VARIABLE}: {compiler!r} is not known ({BY_NUMBA!r} or nothing), and not used")
    lacking = "" if compiler == BY_NUMBA else lacking_names()
    if compiler != BY_NUMBA and not lacking:
        from balancer.core import rule_compiler

        return rule_compiler.Rule
    if lacking:
        import numba

        kernel_cache.warn_once(
            f"numba {numba.__version__} lacks names that compile rules faster ({lacking}): it compiles them by itself, "
            "with the same results, in 2 to 5 times the time"
        )
    from balancer.core import numba_compiler

    return numba_compiler.NumbaRule


def lacking_names():
    """Return the private names that rule_compiler.py needs and this version of numba lacks; '' if it has all."""
    try:
        from balancer.core import rule_compiler

        return ", ".join(rule_compiler.missing())
    except (ImportError, AttributeError) as error:
        return str(error)


if not PLAIN:
    Rule = rule_class()


def rule(function):
    """Compile a rule: integers only, no allocation, no exceptions; the GIL is released.

    Division follows numpy (no check for zero), so a rule must not divide by a number that may be 0.  Compiled, a rule
    is inlined into the rule that calls it: a call costs 5-10 ns, more than most rules do (inlined, Black Death is 1.3
    times, Oktoberfest 1.5 times as fast).  A long rule is a `separate_rule`.
    """
    return compiled(function, is_inlined=True)


def separate_rule(function):
    """Compile a long rule as a function of its own: the course of a game, its result, the reduction of rows."""
    return compiled(function, is_inlined=False)


def compiled(function, *, is_inlined):
    """Return a function in the form that Python and other rules call."""
    return function if PLAIN else Rule(sentences.without(function), is_inlined=is_inlined)


def bind(template, game, names, compiled=separate_rule):
    """Compile a template of the core for one game: the same code, in which `names` refer to these objects.

    compiled: `separate_rule` or `rule`.  The qualified name contains the `game`, because numba distinguishes the
    machine code of two games by it.
    """
    copy = types.FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__)
    copy.__doc__ = template.__doc__
    copy.__qualname__ = f"{game.replace('.', '_')}_{template.__name__}"
    return compiled(copy)


def is_compiled(kernel) -> bool:
    """Return whether this process or another has compiled a rule already, for any arguments."""
    return PLAIN or kernel.is_compiled()
