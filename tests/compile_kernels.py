"""Compile what tests play: ``python -m tests.compile_kernels [GAME ...]``, all games and the example if none is named.

GAME.wasm is the game as pages play it.  Tests that run side by side would compile the same rules several times.
"""

import gc
import pathlib
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from balancer import browser, games
from balancer.analysis.figure_ref import ReportSpec
from balancer.core.authoring import plain_process
from balancer.simulation.backends.threads import usual_jobs
from balancer.simulation.bundle import Bundle
from balancer.simulation.jobs import PairJob
from balancer.testing import cases

TESTS = pathlib.Path(__file__).parent
EXAMPLE = TESTS.parent / "examples" / "windfall"
IN_PAGES = "black_death.wasm"
"""The game that most tests of pages play."""


def compile_game(name: str) -> None:
    """Play one game against itself, and deal anew what a seat can't see; GAME.wasm: make its module for pages."""
    game = games.load(pathlib.Path(name).stem)
    if name != game.name:
        browser.module_of(game)
        return
    case = cases.Case(game.defaults, game.usual_players, cases.usual_lineup(game))
    cell = cases.cell_of(game, case, 1)
    Bundle((PairJob.of("again", cell, cell, ReportSpec()),))(0, 1)
    game.reshuffle_unseen(cases.lay(game, case), 0)


def compile_in_process(name: str) -> str:
    """Compile one game in a process of its own; what it printed if it failed, else ''."""
    environment = {games.FOLDERS: str(EXAMPLE)}
    process = plain_process.start("-m", "tests.compile_kernels", name, compiled=True, stdin=None, env=environment)
    out, errors = process.communicate()
    return (out + errors).decode(errors="replace") if process.returncode else ""


def compile_all(tests: Sequence[str] = ()) -> list[str]:
    """Compile the games that are named in the paths of `tests`, several at a time, the longest first.

    All where none is named, and where all tests are played.
    Return what the processes that failed printed; their tests will fail, too.
    """
    known = [*games.own_names(), EXAMPLE.name, IN_PAGES]
    plays_all = any(pathlib.Path(path).absolute() == TESTS for path in tests)
    named = [name for name in known if any(name in path for path in tests) and not plays_all]
    with ThreadPoolExecutor(usual_jobs()) as pool:
        return list(filter(None, pool.map(compile_in_process, sorted(named or known, key=size, reverse=True))))


def size(name: str) -> int:
    """The length of a game's sources: the longer, the longer they take to compile."""
    game = pathlib.Path(name).stem
    folders = (pathlib.Path(games.__file__).parent / game, EXAMPLE / "src" / game)
    return sum(path.stat().st_size for folder in folders for path in folder.glob("*.py"))


if __name__ == "__main__":
    gc.disable()  # a search for garbage takes a twentieth of the time
    for wanted in sys.argv[1:]:
        compile_game(wanted)
    if not sys.argv[1:]:
        sys.exit("\n".join(compile_all()))
