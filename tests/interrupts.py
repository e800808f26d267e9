"""Processes that a test interrupts as Ctrl-C does."""

import functools
import signal
import subprocess
from typing import Any


def started(command: list[str], **options: Any) -> "subprocess.Popen[str]":
    """A process with pipes that hears SIGINT, even if this one was started in the background and ignores it."""
    hear = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=hear, **options)  # noqa: PLW1509


def interrupted(process: "subprocess.Popen[str]", timeout: float = 60) -> str:
    """What it writes to stderr after SIGINT; killed if it goes on for `timeout` seconds: nothing would wait for it."""
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=timeout)[1]
    finally:
        process.kill()
