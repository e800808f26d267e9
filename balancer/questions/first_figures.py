"""First figures of an own game on a machine where no rules of the core have been compiled yet.

Compiling what counts games takes 3 seconds.  Python counts a thousand games sooner, and to the same figures; rules
of own games are Python's anyway, or are compiled by `balancer.compiler`, which does not need numba.
"""

from __future__ import annotations

import os
import sys

FEW_GAMES = 1_000  # Python counts about two of them in a millisecond
COUNTING = "balancer_core_tallies_reduction_reduce_rows"  # the kernel that takes longest to compile
VARIABLE = "NUMBA_DISABLE_JIT"


def count_by_python(target: str, games: str | None) -> bool:
    """Let Python count the games of this process if that gives first figures sooner; return whether it does.

    target: a file or game; games: None means the usual number; both as typed.
    """
    is_few = games is not None and games.isdecimal() and int(games) <= FEW_GAMES
    if not is_few or not target.endswith(".py") or VARIABLE in os.environ or "balancer.core.jit" in sys.modules:
        return False
    from balancer.core.cache import kernel_cache  # heavy; `--help` must not wait for it

    if any(kernel_cache.kernel_folder().glob(f"{COUNTING}-*")):
        return False
    os.environ[VARIABLE] = "1"
    from balancer.core import jit  # reads the variable

    del os.environ[VARIABLE]  # for processes that this one starts
    jit.only_counts = True
    return True
