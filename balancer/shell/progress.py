"""Progress on stderr: a bar on terminals; elsewhere a plain line every half minute, and one per cell with -v."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from balancer.shell import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.progress import Progress as RichProgress

    from balancer.analysis.results import Result
    from balancer.scenario.plan import Cell


PATIENCE = 2.0  # seconds without a sign of life before words say what takes so long
EVERY = 30.0  # seconds between two lines where no bar is drawn, as in a server's log


def on_terminal() -> bool:
    """Return whether both streams are terminals: a piped run draws no bar."""
    return sys.stderr.isatty() and sys.stdout.isatty()


def described(cell: Cell) -> str:
    """Return a cell in a few words: its values on the axes."""
    if not cell.axes:
        return f"{cell.game}, {cell.players} players"
    from balancer.scenario.plan import cell_name

    return cell_name(cell)


def finished(cell: Cell, number: int, cells: int, result: Result, *, played: bool) -> str:
    """Return the line of a finished cell."""
    games = f"{result.games:_} games"
    time = f"{result.seconds:.2f} s" if played else "played before"
    return f"setting {number + 1} of {cells}: {described(cell)}: {games}, {time}"


def compile_note(game: str) -> str:
    """Return the line printed before compiling, which shows no sign of life for some seconds."""
    return f"compiling the rules of {game}: 10 to 30 s, once…"


class LineProgress:
    """Plain lines on stderr: before compiling, on a long run's progress, and one per cell if verbose."""

    def __init__(self, plan: Sequence[Cell], *, verbose: bool, quiet: bool = False, far: bool = True) -> None:
        """Prepare; print a line per cell if `verbose`, progress if `far`, nothing if `quiet`."""
        self.cells, self.verbose, self.quiet, self.far = len(plan), verbose, quiet, far and not quiet
        self.games = self.finished = 0
        self.said = time.monotonic()

    @contextlib.contextmanager
    def compiling(self, game: str) -> Iterator[None]:
        """Note that a kernel is being compiled."""
        if not self.quiet:
            say(compile_note(game))
        yield
        self.said = time.monotonic()

    def begin(self, cell: Cell, number: int, games: int) -> None:
        """Note that a cell begins."""

    def advance(self, number: int, games: int) -> None:
        """Note that more games were played."""
        del number
        self.games += games
        if self.far and time.monotonic() > self.said + EVERY:
            self.said = time.monotonic()
            say(f"{self.games:_} games played, {self.finished} of {self.cells} settings finished")

    def end(self, cell: Cell, number: int, result: Result, *, played: bool) -> None:
        """Note that a cell is finished."""
        self.finished += 1
        if self.verbose:
            say(finished(cell, number, self.cells, result, played=played))


class Bar:
    """A bar over all games of the plan, with games per second and the time left."""

    def __init__(
        self, plan: Sequence[Cell], rich: RichProgress, *, verbose: bool, workers: Callable[[], int] | None = None
    ) -> None:
        """Draw on `rich`; workers: returns how many workers of a cluster play now."""
        self.plan, self.rich, self.verbose, self.workers = plan, rich, verbose, workers
        self.task = rich.add_task("", total=sum(cell.most_games for cell in plan), speed="")
        self.played: Counter[int] = Counter()

    @contextlib.contextmanager
    def compiling(self, game: str) -> Iterator[None]:
        """Show that a kernel is being compiled: the bar does not move for some seconds."""
        self.rich.console.print(compile_note(game), highlight=False, markup=False)
        self.rich.update(self.task, description=f"compiling {game}…")
        yield
        self.rich.reset(self.task, description="")  # speed and time left count from the first game

    def begin(self, cell: Cell, number: int, games: int) -> None:
        """Note that a cell begins."""
        del games
        where = f"{number + 1}/{len(self.plan)} " if len(self.plan) > 1 else ""
        where += f"{self.workers()} workers " if self.workers else ""
        self.rich.update(self.task, description=where + described(cell))

    def advance(self, number: int, games: int) -> None:
        """Note that more games were played."""
        self.played[number] += games
        self.rich.update(self.task, advance=games)
        speed = self.rich.tasks[0].speed
        self.rich.update(self.task, speed=f"{speed:,.0f} games/s" if speed else "")

    def end(self, cell: Cell, number: int, result: Result, *, played: bool) -> None:
        """Note that a cell is finished, perhaps with fewer games than it might have taken."""
        left = cell.most_games - self.played.pop(number, 0)
        task = self.rich.tasks[0]
        if left:
            self.rich.update(self.task, total=(task.total or 0) - left)
        if self.verbose:
            self.rich.console.print(finished(cell, number, len(self.plan), result, played=played), highlight=False)


@contextlib.contextmanager
def watching(
    plan: Sequence[Cell], *, quiet: bool, verbose: bool, bar: bool, workers: Callable[[], int] | None = None
) -> Iterator[LineProgress | Bar]:
    """Report the progress of a plan; workers: returns how many workers of a cluster play now."""
    if quiet or not bar or not on_terminal():
        yield LineProgress(plan, verbose=verbose and not quiet, quiet=quiet, far=bar)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    # At 80 columns the words are cut first, the time left never.
    where = Column(no_wrap=True, overflow="ellipsis", max_width=30)
    columns = (
        TextColumn("{task.description}", markup=False, table_column=where),
        BarColumn(bar_width=12),
        TextColumn("{task.percentage:>3.0f} %", table_column=Column(no_wrap=True, min_width=5)),
        TextColumn("{task.fields[speed]}", table_column=Column(no_wrap=True, min_width=17)),
        TimeRemainingColumn(compact=True, table_column=Column(no_wrap=True, min_width=7)),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as rich:
        yield Bar(plan, rich, verbose=verbose, workers=workers)


@contextlib.contextmanager
def after_seconds(words: str) -> Iterator[None]:
    """On a terminal, print a line of words if a block takes more than PATIENCE seconds."""
    timer = threading.Timer(PATIENCE, say, [f"{words}…"])
    timer.daemon = True
    if on_terminal():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextlib.contextmanager
def step(words: str) -> Iterator[None]:
    """Show that something takes seconds: a line of words; on a terminal with the seconds so far."""
    if not on_terminal():
        say(f"{words}…")
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as spinner:
        spinner.add_task(words, total=None)
        yield
