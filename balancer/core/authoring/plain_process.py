"""Another Python process in which rules run as plain Python.

Whether rules are compiled is decided when they are imported, so a process that plays compiled rules starts another one
where it needs the same rules in plain Python: for the dry run, to narrate a game, for the contract's tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any


def start(*arguments: str, compiled: bool = False, **options: Any) -> subprocess.Popen[bytes]:
    """Start Python with `arguments` (``-m``, a module, its arguments); it can import what this process can import.

    compiled: rules are compiled there too, as in any other process.  options: of `subprocess.Popen`, such as `env`.
    """
    path = os.pathsep.join(word for word in sys.path if word)
    plain = {} if compiled else {"NUMBA_DISABLE_JIT": "1"}
    env = {**os.environ, **plain, "PYTHONPATH": path, "PYTHONUTF8": "1", **options.pop("env", {})}
    streams: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, *arguments], env=env, **{**streams, **options})
