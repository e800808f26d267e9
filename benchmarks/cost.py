"""What a whole command takes, measured from a process that is small.

A process counts the memory of the one that started it toward its own peak, so a large one cannot measure small ones.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import NamedTuple

NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""Not passed on: with it every command would compile all modules again, which users need not wait for."""


class Cost(NamedTuple):
    """What a whole command takes."""

    seconds: float
    processor_seconds: float  # of all its threads; hardly disturbed by what else the machine does
    peak_mib: float


def cost_of(command: list[str], **environment: str) -> Cost:
    """Return time and memory of a command; CalledProcessError."""
    variables = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
    small = subprocess.run(
        [sys.executable, "-S", __file__, *command], env=variables | environment, check=True, stdout=subprocess.PIPE
    )
    return Cost(*json.loads(small.stdout))


def main() -> None:
    """Run the command that the arguments are, and print what it took as JSON; CalledProcessError."""
    import resource  # not on every system, and needed here alone

    began = time.perf_counter()
    subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seconds = time.perf_counter() - began
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(json.dumps([round(seconds, 3), round(usage.ru_utime + usage.ru_stime, 3), round(usage.ru_maxrss / 1024, 1)]))


if __name__ == "__main__":
    main()
