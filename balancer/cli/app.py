"""The program around its commands: it lists them, and ends with an exit code, and with errors in words."""

from __future__ import annotations

import contextlib
import itertools
import math
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import click

from balancer.cli.log_lines import LogLines
from balancer.shell import ARGUMENTS, FAILED, INTERRUPTED, OK, TERMINATED, USAGE, say
from balancer.wording import did_you_mean

if TYPE_CHECKING:
    from balancer.core.rule_errors import RuleError

ONE_SIGNAL = 1.0  # seconds within which signals count as one: `timeout` sends two, to program and group
PLAYING_THREADS = "balancer-player"  # prefix of the names of playing threads, as in simulation/backends/threads.py

OTHER_NAMES = {  # names of options in other programs -> ours
    "--threads": "--jobs", "--cores": "--jobs", "--workers": "--jobs", "--processes": "--jobs",
    "--out": "--output", "--folder": "--output", "--n": "--games", "--number": "--games", "--rule": "--set",
    "--dry-run": "--plan", "--overwrite": "--force", "--personas": "--lineup", "--silent": "--quiet",
}  # fmt: skip


class PipeClosedError(Exception):
    """Raised where the reader closed the pipe (``| head``); not an error."""


class TerminatedError(KeyboardInterrupt):
    """Raised at SIGTERM; whatever handles Ctrl-C handles it, too."""


class Balancer(click.Group):
    """The program: a group of commands in the order of the work, which ends with the right exit code."""

    def __init__(self, *args: Any, **named: Any) -> None:
        """Make a group as click does; titles: command -> title of its group."""
        super().__init__(*args, **named)
        self.titles: dict[str, str] = {}

    def add(self, title: str, command: click.Command) -> None:
        """Add a command to the group of that title."""
        self.add_command(command)
        self.titles[str(command.name)] = title

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which they were added."""
        del ctx
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands group by group, each with the first sentence of its help."""
        width = max(map(len, self.commands))
        for title, names in itertools.groupby(self.list_commands(ctx), lambda name: self.titles[name]):
            with formatter.section(title):
                rows = [(name.ljust(width), self.commands[name].get_short_help_str(limit=200)) for name in names]
                formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of that name; UsageError names the nearest one."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            hint = did_you_mean(args[0], self.commands) or f"there are: {', '.join(self.commands)}"
            ctx.fail(f"no such command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; notice a closed pipe before click takes it for a failure."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise PipeClosedError from None
        return code

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        """Run a command line and exit; never returns."""
        words = list(sys.argv[1:] if args is None else args)
        extra.pop("standalone_mode", None)
        sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  closed: `>&-`
        sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
        with contextlib.suppress(AttributeError, OSError):  # a terminal that knows no umlauts gets question marks
            sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
            sys.stderr.reconfigure(errors="replace")  # type: ignore[union-attr]
        out, err = LogLines(sys.stdout), LogLines(sys.stderr)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), ending():
            obj = {ARGUMENTS: words}
            code = super().main(words, prog_name or "balancer", standalone_mode=False, obj=obj, **extra)
            sys.exit(code if isinstance(code, int) else OK)
        raise AssertionError  # `ending` always exits


@contextlib.contextmanager
def ending() -> Iterator[None]:
    """Print errors on stderr and exit with the right code."""
    try:
        yield
    except PipeClosedError:
        close_pipe()
        sys.exit(OK)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except (click.Abort, KeyboardInterrupt) as stop:
        terminated = any(isinstance(error, TerminatedError) for error in (stop, stop.__cause__))
        say("terminated" if terminated else "interrupted")
        leave(TERMINATED if terminated else INTERRUPTED)
    except click.ClickException as error:
        if isinstance(error, click.NoSuchOption) and (here := _name_here(error)):
            error = click.UsageError(f"no such option {error.option_name}; here it is {here}", error.ctx)
        error.show()
        sys.exit(USAGE)
    except Exception as error:  # noqa: BLE001  the last line of defence: every failure gets its exit code
        sys.exit(report_failure(error))


def _name_here(error: click.NoSuchOption) -> str:
    """Return an option of the command with the meaning of the one given; '' if there is none."""
    names = {name for parameter in (error.ctx.command.params if error.ctx else ()) for name in parameter.opts}
    given = error.option_name
    pairs = {*OTHER_NAMES.items(), *((ours, other) for other, ours in OTHER_NAMES.items())}
    return next((ours for other, ours in sorted(pairs) if other == given and ours in names), "")


def raise_on_sigterm() -> None:
    """Let SIGTERM raise TerminatedError, unless this process ignores it; only for the program, not as a library."""
    last = -math.inf

    def terminate(*_: object) -> None:
        nonlocal last
        before, last = last, time.monotonic()
        if last > before + ONE_SIGNAL:
            raise TerminatedError

    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, terminate)


def report_failure(error: Exception) -> int:
    """Print what went wrong on stderr, and return the exit code."""
    from balancer.scenario.errors import ScenarioError

    if isinstance(error, ScenarioError):
        on_terminal = sys.stderr.isatty()
        say(error.with_excerpts() if on_terminal else str(error))
        number = len(error.faults)
        more = "" if error.complete else " or more"
        say(f"{number}{more} error{'s' if number > 1 else ''}; nothing was run")
        return USAGE
    from balancer.simulation.backends.backend import BackendError
    from balancer.simulation.store import StoreError

    if isinstance(error, StoreError | BackendError | OSError):
        say(f"Error: {error}")
        return FAILED
    from balancer.compiler.proof import CompiledDifferenceError

    if isinstance(error, CompiledDifferenceError):
        say(f"Error: {error}. The same command, typed again, plays all of it so")
        return FAILED
    from balancer.core.rule_errors import RuleError, place_of

    if isinstance(error, RuleError):
        report_rule_error(error)
        return FAILED
    say("".join(traceback.format_exception(error)).rstrip())
    place = place_of(None, error)
    whose = place.removeprefix(", ") or "in balancer; please report it with the lines above"
    say(f"Error: your scenario is fine; there is a bug {whose}")
    return FAILED


def report_rule_error(error: RuleError) -> None:
    """Print what is wrong with the rules of a game, and how to see more of it."""
    from balancer import games

    say(f"Error: an error in the rules, not in your scenario: {error}")
    plain = os.environ.get("NUMBA_DISABLE_JIT", "") not in {"", "0"}
    if error.number is not None and not plain:
        say(
            f"(`balancer trace` with --game {error.number} and the same options narrates that game until it goes wrong)"
        )
    elif error.number is None and not plain:
        say("(with NUMBA_DISABLE_JIT=1 set the rules run as plain Python, where `print` and a debugger work)")
    if error.game in games.own_names():
        say("please report it with the lines above")


def leave(code: int) -> NoReturn:
    """Exit; at once while a thread plays, as compiled rules can't be interrupted and might never end."""
    if not any(thread.name.startswith(PLAYING_THREADS) for thread in threading.enumerate()):
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def close_pipe() -> None:
    """Redirect stdout to nowhere, for the interpreter's last flush."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
