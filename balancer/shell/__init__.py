"""Everything a command exchanges with its shell: exit codes, lines on stderr, the words that were typed.

completion.py   words offered at Tab
outputs.py      files that a command may write
progress.py     progress on stderr

Exit codes: 0 ok · 1 a check failed · 2 usage or invalid scenario · 3 undecided, or a precision not reached · 4 the
simulation or the writing of results failed · 130 interrupted (Ctrl-C) · 143 terminated (SIGTERM).
"""

from __future__ import annotations

import contextlib

import click

OK, CHECK_FAILED, USAGE, UNDECIDED, FAILED, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 4, 130, 143

# exit codes of commands that give a verdict
OF_VERDICTS = {"pass": OK, "fail": CHECK_FAILED, "undecided": UNDECIDED, "new": UNDECIDED}

ARGUMENTS = "balancer.arguments"  # key of the command line's words in the object of the root context


def say(text: str) -> None:
    """Print a line on stderr, even if that is closed."""
    with contextlib.suppress(OSError, ValueError):
        click.echo(text, err=True)


def command_line(ctx: click.Context) -> list[str]:
    """Return the words of this command line, as typed."""
    return ["balancer", *ctx.find_root().obj[ARGUMENTS]]
