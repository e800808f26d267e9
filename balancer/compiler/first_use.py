"""Process in which a game's machine code is made and first used, so that a crash ends no other process.

It reads orders from stdin and writes answers to stdout, both pickled, until stdin ends.  Games arrive as blocks, so it
needs neither the game's file nor numba.  Its argument is the processor time that an answer may take, in seconds: then
the system ends the process, which is in a loop that no counter has noticed.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from typing import Any

from balancer.compiler.machine_code import MachineCode
from balancer.compiler.machine_play import EXPORTED, Games, play_block

CPU_LIMIT_SIGNAL = 24  # SIGXCPU, by which the system ends a process that has used its processor time
STOPPING_SIGNALS = (1, 15)  # SIGHUP and SIGTERM, which a terminal or another program sends to a command as a whole


def limit_processor_time(seconds: int) -> None:
    """Let the system end this process after some seconds more of processor time, however busy the machine is."""
    try:
        import resource
    except ImportError:  # Windows, where only the clock of the other process is a limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    soft = int(time.process_time()) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (soft if most == resource.RLIM_INFINITY else min(soft, most), most))


def main() -> None:
    """Answer orders: a flat program with its constants by machine code, games by their results; an error is a text."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    orders, out = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    code: MachineCode | None = None
    while True:
        try:
            order: Any = pickle.load(orders)  # noqa: S301  written by the process that started this one
        except (EOFError, pickle.UnpicklingError):  # the other process has ended, perhaps within an order
            return
        limit_processor_time(int(sys.argv[1]))
        answer: Any
        try:
            if isinstance(order, Games) and code is not None:
                answer = play_block(code, order)
            else:
                program, constants = order
                code = MachineCode.compile(program, constants, EXPORTED)
                answer = code.content
        except Exception as error:  # noqa: BLE001  whatever it is, the other process says so
            answer = f"{type(error).__name__}: {error}"
        try:
            pickle.dump(answer, out)
            out.flush()
        except BrokenPipeError:  # the other process has ended, and nobody waits
            os._exit(0)  # at once: to close the pipe would write what is left, and fail again


if __name__ == "__main__":
    main()
