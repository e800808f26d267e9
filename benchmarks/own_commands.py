"""Whole commands on an own game, by both engines in turns: ``python -m benchmarks.own_commands [COMMAND …]``.

The table of docs/speed.md: processor seconds of each command with all processes that it starts, and with no machine
code and no results of the game from earlier runs.  Kernels of the core are stored before.
"""

from __future__ import annotations

import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent
GAME = "plain_windfall"
SCENARIO = """
game: {game}
games: 3000
variants: {{full_baskets: {{rules: {{full: 20}}}}}}
sweep: {{axes: {{rules.wasps: [6, 12, 18, 24]}}}}
checks: [{{metric: rounds, at_least: 1}}]
"""
COMMANDS = (
    *("run --games 40000", "compare --games 20000", "sweep --games 6000", "sensitivity --games 6000"),
    *("cards --games 6000", "check --games 12000", "seek --games 4000", "tournament --games 2000"),
    *("exploit --games 2400", "tune --games 1200", "chances --games 20 --trials 100"),
    *("trace --chances", "try", "page"),
)


def main() -> None:
    """Print a row of the table for each command."""
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        for path in (ROOT / "examples").glob(f"{GAME}.*"):
            shutil.copy(path, home)
        (home / "bench.yaml").write_text(SCENARIO.format(game=GAME), "utf-8")
        seconds(home, "run --games 20000", "auto")  # stores the kernels of the core
        print("| command | plain | compiled |\n|---|---|---|")
        for command in [each for each in COMMANDS if each.split()[0] in (sys.argv[1:] or each)]:
            figures = [
                "–"
                if command == "page" and engine == "off"
                else seconds(home, command, engine)  # pages play compiled code
                for engine in ("off", "auto")
            ]
            print(f"| `{command}` | {figures[0]} | {figures[1]} |", flush=True)


def seconds(home: pathlib.Path, command: str, engine: str) -> str:
    """Return the processor seconds of a command, or its exit code where that is an error's."""
    for path in (home / "cache").glob("*"):
        if path.name != "compiled":
            shutil.rmtree(path)  # stored results
    for path in (home / "cache" / "compiled").glob("*"):
        if path.name.startswith((f"own-{GAME}", "flat-")):
            path.unlink()
    shutil.rmtree(home / "reports", ignore_errors=True)
    name, *options = command.split()
    target = f"{GAME}.py" if name in {"try", "trace", "page"} else "bench.yaml"
    words = [sys.executable, "-m", "balancer", name, target, *options]
    env = {**os.environ, "BALANCER_CACHE": str(home / "cache"), "BALANCER_COMPILED": engine}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, cwd=home, env=env, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode > 1:  # 1: a check fails
        return f"exit code {done.returncode}: {done.stderr.decode()[-200:]}"
    return f"{after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime:.1f}"


if __name__ == "__main__":
    main()
