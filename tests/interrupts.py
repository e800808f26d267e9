"""Processes that a test interrupts as Ctrl-C does, or terminates."""

import functools
import signal
import subprocess
from typing import Any


def started(command: list[str], **options: Any) -> "subprocess.Popen[str]":
    """Start a process with pipes that receives SIGINT, even if this process runs in the background and ignores it."""
    hear = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=hear, **options)  # noqa: PLW1509


WAYS = [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")]
"""Signals, the exit code after each, and the last word on stderr."""


def interrupted(process: "subprocess.Popen[str]", number: int = signal.SIGINT, timeout: float = 60) -> str:
    """Return what the process writes to stderr after a signal; kill it if it goes on for `timeout` seconds."""
    process.send_signal(number)
    try:
        return process.communicate(timeout=timeout)[1]
    finally:
        process.kill()
