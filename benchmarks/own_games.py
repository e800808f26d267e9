"""Own games, plain and compiled in one run: ``python -m benchmarks.own_games [--quick] [FILE …]``, as in `make bench`.

The files are the examples and the corpus of the compiler's tests.  Times are processor time, the best of several tries:
of random players and of all personas, at the usual number of players.
"""

from __future__ import annotations

import functools
import pathlib
import statistics
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from balancer.compiler.errors import NotCompilable
from balancer.compiler.lowering import lower
from balancer.compiler.machine_code import MachineCode
from balancer.compiler.observing import observe
from balancer.compiler.workshop import CompiledGame
from balancer.plain.files import load_file

ROOT = pathlib.Path(__file__).parent.parent
SECONDS = 0.15  # of each try
TRIES = 3
SEED = 1


class Timed(NamedTuple):
    """Games a second of one file and line-up."""

    file: str
    lineup: str
    decisions: float  # of a game
    plain: float
    compiled: float
    compile_seconds: float  # from the file to machine code, observed games included

    @property
    def ratio(self) -> float:
        """How many times as fast as plain Python."""
        return self.compiled / self.plain


def files() -> list[pathlib.Path]:
    """Return the examples and the corpus."""
    examples = [path for path in sorted((ROOT / "examples").glob("*.py")) if "(Game)" in path.read_text("utf-8")]
    return [*examples, *sorted((ROOT / "tests" / "compiler" / "corpus").glob("*.py"))]


def speed(play: Callable[[int], object], seconds: float) -> float:
    """Return games a second: the best of several tries, each of so many games as take about so many seconds."""
    games, fastest = 8, 0.0
    play(games)  # what the first call lays out for all others is not timed
    while True:
        began = time.process_time()
        play(games)
        took = time.process_time() - began
        if took > seconds / 4:
            break
        games *= 4
    games = max(1, int(games * seconds / took))
    for _ in range(TRIES):
        began = time.process_time()
        play(games)
        fastest = max(fastest, games / (time.process_time() - began))
    return fastest


def timed(path: pathlib.Path, seconds: float = SECONDS) -> list[Timed]:
    """Return the figures of a file for each line-up; NotCompilable."""
    game = load_file(path)
    began = time.process_time()
    lowered = lower(game, observe(game)[0])
    code = CompiledGame(lowered, MachineCode.compile(lowered.source, lowered.constants).content)
    compile_seconds = time.process_time() - began
    personas = [persona for persona in game.personas if not persona.search]
    rows = []
    for name, wanted in (("random", True), ("personas", False)):
        lineup = [persona for persona in personas if persona.at_random is wanted]
        if lineup:
            table = game.lay_table(game.defaults, game.usual_players, game.read_parts(), lineup)
            decisions = float(game.play_plain(table, SEED, 0, 20)["decisions"].mean())
            plain = speed(functools.partial(game.play_plain, table, SEED, 0), seconds)
            compiled = speed(functools.partial(code.play, table, SEED, 0), seconds)
            rows.append(Timed(path.stem, name, decisions, plain, compiled, compile_seconds))
    return rows


def main() -> None:
    """Print a line for each file and line-up, and the median and minimum of all."""
    named = [pathlib.Path(argument) for argument in sys.argv[1:] if not argument.startswith("-")]
    seconds = SECONDS / 3 if "--quick" in sys.argv else SECONDS
    measured: list[Timed] = []
    print(f"{'file':18}{'line-up':10}{'decisions':>9}{'plain/s':>9}{'compiled/s':>12}{'times':>7}{'compile s':>11}")
    for path in named or files():
        try:
            rows = timed(path, seconds)
        except NotCompilable as error:
            print(f"{path.stem:18}plain Python: {error}")
            continue
        for row in rows:
            print(
                f"{row.file:18}{row.lineup:10}{row.decisions:9.0f}{row.plain:9.0f}{row.compiled:12.0f}{row.ratio:7.0f}"
                f"{row.compile_seconds:11.2f}",
                flush=True,
            )
        measured += rows
    ratios = [row.ratio for row in measured]
    print(f"{len(ratios)} line-ups: {statistics.median(ratios):.0f} times in the median, {min(ratios):.0f} at least")


if __name__ == "__main__":
    main()
