"""Compile what tests play: ``python -m tests.compile_kernels [GAME ...]``, all games and the example if none is named.

GAME.wasm is the game as pages play it.  Tests that run side by side would compile the same rules several times.
"""

import gc
import multiprocessing
import pathlib
import sys
import traceback
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

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


def failure_of(name: str) -> str:
    """Compile one game; the traceback if that failed, else ''."""
    try:
        compile_game(name)
    except Exception:  # noqa: BLE001  its tests will say what is wrong
        return traceback.format_exc()
    finally:
        gc.collect()
    return ""


def compile_side_by_side(names: Sequence[str]) -> list[str]:
    """Compile games in as many processes as there are cores, begun with numba at hand; what failed."""
    import numba

    gc.disable()  # a search for garbage while it compiles takes a twentieth of the time
    numba.njit(lambda: 0)()
    way = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    with ProcessPoolExecutor(usual_jobs(), multiprocessing.get_context(way)) as pool:
        return list(filter(None, pool.map(failure_of, names)))


def compile_all(tests: Sequence[str] = ()) -> str:
    """Compile the games that are named in the paths of `tests` in processes of their own, the longest first.

    All where none is named, and where all tests are played.
    Return what was printed if one failed; its tests will fail, too.
    """
    known = [*games.own_names(), EXAMPLE.name, IN_PAGES]
    plays_all = any(pathlib.Path(path).absolute() == TESTS for path in tests)
    named = [name for name in known if any(name in path for path in tests) and not plays_all]
    wanted = sorted(named or known, key=size, reverse=True)
    environment = {games.FOLDERS: str(EXAMPLE)}
    process = plain_process.start("-m", "tests.compile_kernels", *wanted, compiled=True, stdin=None, env=environment)
    out, errors = process.communicate()
    return (out + errors).decode(errors="replace") if process.returncode else ""


def size(name: str) -> int:
    """Return the length of a game's sources: the longer, the longer they take to compile."""
    game = pathlib.Path(name).stem
    folders = (pathlib.Path(games.__file__).parent / game, EXAMPLE / "src" / game)
    return sum(path.stat().st_size for folder in folders for path in folder.glob("*.py"))


if __name__ == "__main__":
    sys.exit(("\n".join(compile_side_by_side(sys.argv[1:])) if sys.argv[1:] else compile_all()) or None)
