"""Which lines of the rules take a kernel's time: ``python -m benchmarks.line_profile GAME PERSONA[,PERSONA ...]``.

The kernel is compiled with debug information, which costs it no speed, into a cache of its own; `perf` takes samples of
where the processor is, and `addr2line` says of which line of which rule, inlined ones included.  Needs Linux with
`perf`, `nm` and `addr2line`.
"""

from __future__ import annotations

import argparse
import collections
import linecache
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from typing import NamedTuple

NEEDED = ("perf", "nm", "addr2line")
SAMPLES_PER_SECOND = 2000
SEED_GAMES = 100
"""Games that are played before samples are taken, so that all is compiled."""

CHUNK = 1024
OBJECT, ADDRESS = "kernel.o", "address"
"""Files through which the player tells where its kernel lies."""

SOURCE = pathlib.Path(__file__).parent.parent


class Frame(NamedTuple):
    """A rule, and a line of it."""

    rule: str
    line: str


class Profile(NamedTuple):
    """Samples by rule: in the rule itself, in it or what it calls (inlined); and by line."""

    samples: int
    own: collections.Counter[str]
    inclusive: collections.Counter[str]
    lines: collections.Counter[str]


# The process that plays -----------------------------------------------------------------------------------------------
def play(game: str, lineup: tuple[str, ...], players: int, seconds: float, folder: pathlib.Path) -> None:
    """Compile with debug information, say where the kernel lies, and play for some seconds."""
    _compile_with_lines()
    from balancer.simulation.jobs import CellJob
    from benchmarks.__main__ import cell_of
    from benchmarks.lineups import Case

    job = CellJob.of(cell_of(Case(game, "profile", lineup, players, 1), 1.0))
    job.play(0, SEED_GAMES)
    _write_kernel(folder)
    end, game_number = time.monotonic() + seconds, SEED_GAMES
    while time.monotonic() < end:
        job.play(game_number, CHUNK)
        game_number += CHUNK


def _compile_with_lines() -> None:
    """Let numba write line numbers; it looks for the first line of a rule in its source, where rebound ones are not."""
    import numba.core.lowering  # noqa: F401  for it to be among the modules
    from numba.misc import firstlinefinder

    from balancer.core import rule_compiler

    rule_compiler.OPTIONS["debug"] = True
    known = firstlinefinder.get_func_body_first_lineno
    for module in list(sys.modules.values()):
        for name, value in list(vars(module).items()):
            if value is known:
                setattr(module, name, lambda function: function.__code__.co_firstlineno + 1)


def _write_kernel(folder: pathlib.Path) -> None:
    """Write the machine code of `play_games`, its symbol and where it lies in memory."""
    import gc

    from balancer.core.rule_compiler import Kernel

    kernels = [one for one in gc.get_objects() if type(one) is Kernel and one.__name__ == "play_games"]
    (compiled,) = (found for one in kernels for found in one.overloads.values())
    name = compiled.fndesc.mangled_name
    (folder / OBJECT).write_bytes(compiled.library._get_compiled_object())  # noqa: SLF001  numba has no other access
    part = folder / f"{ADDRESS}.part"
    part.write_text(f"{name} {compiled.library.get_pointer_to_function(name)}", encoding="utf-8")
    part.rename(folder / ADDRESS)


# The process that looks on --------------------------------------------------------------------------------------------
def profile(game: str, lineup: str, players: int, seconds: float) -> Profile:
    """Return samples of a kernel at play; CalledProcessError, RuntimeError: the player failed."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        command = [sys.executable, "-m", "benchmarks.line_profile", game, lineup, "--players", str(players)]
        command += ["--seconds", str(seconds + 1), "--play", name]
        player = subprocess.Popen(command, cwd=SOURCE, env={**os.environ, "BALANCER_CACHE": name})
        while not (folder / ADDRESS).exists():
            if player.poll() is not None:
                message = f"the process that plays ended with {player.returncode}"
                raise RuntimeError(message)
            time.sleep(0.1)
        samples = _samples(player.pid, seconds, folder)
        player.wait()
        symbol, address = (folder / ADDRESS).read_text(encoding="utf-8").split()
        shift = _offset(folder / OBJECT, symbol) - int(address)
        counts = collections.Counter(sample + shift for sample in samples)
        return summed(counts, frames_of(_lines_at(folder / OBJECT, counts)))


def _samples(process: int, seconds: float, folder: pathlib.Path) -> list[int]:
    """Return the addresses at which a process was."""
    data = str(folder / "samples")
    record = ["perf", "record", "-e", "cpu-clock", "-F", str(SAMPLES_PER_SECOND), "-p", str(process), "-o", data]
    subprocess.run([*record, "--", "sleep", str(seconds)], check=True, capture_output=True)
    script = subprocess.run(["perf", "script", "-i", data, "-F", "ip"], check=True, capture_output=True, text=True)
    return [int(address, 16) for address in script.stdout.split()]


def _offset(path: pathlib.Path, symbol: str) -> int:
    """Where a symbol lies in an object file."""
    table = subprocess.run(["nm", str(path)], check=True, capture_output=True, text=True).stdout
    return next(int(line.split()[0], 16) for line in table.splitlines() if line.endswith(f" {symbol}"))


def _lines_at(path: pathlib.Path, addresses: Iterable[int]) -> str:
    """Return the lines that `addr2line` gives for addresses in an object file."""
    wanted = "\n".join(hex(address) for address in addresses if address >= 0)
    command = ["addr2line", "-i", "-a", "-f", "-e", str(path)]
    return subprocess.run(command, input=wanted, check=True, capture_output=True, text=True).stdout


def frames_of(text: str) -> dict[int, list[Frame]]:
    """Address -> the rules inlined into one another there, innermost first, from what `addr2line -i -a -f` prints."""
    found: dict[int, list[Frame]] = {}
    frames: list[Frame] = []
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("0x"):
            frames = found.setdefault(int(line, 16), [])
        elif not (place := next(lines)).startswith("??"):
            frames.append(Frame(rule_name(line), place.partition(" (")[0].removeprefix(f"{SOURCE}/")))
    return found


def rule_name(symbol: str) -> str:
    """Return module and rule from the name that numba gives a rule: ``_ZN8balancer4core4dice5belowB2v1...``."""
    names, rest = [], symbol.removeprefix("_ZN")
    while length := re.match(r"\d+", rest):
        end = length.end() + int(length[0])
        names.append(rest[length.end() : end])
        rest = rest[end:]
    return ".".join(names[-2:]) or symbol


def source_of(line: str) -> str:
    """Return the text of a line `path:number`, if it is known."""
    path, _, number = line.rpartition(":")
    return linecache.getline(str(SOURCE / path), int(number)).strip() if number.isdecimal() else ""


def summed(counts: Mapping[int, int], frames: Mapping[int, list[Frame]]) -> Profile:
    """Return samples by rule and line; those outside of the kernel belong to none."""
    found = Profile(sum(counts.values()), collections.Counter(), collections.Counter(), collections.Counter())
    for address, count in counts.items():
        if stack := frames.get(address):
            found.own[stack[0].rule] += count
            found.lines[stack[0].line] += count
            for name in {frame.rule for frame in stack}:
                found.inclusive[name] += count
    return found


def text_of(found: Profile, rows: int) -> str:
    """Return the largest shares, by rule and line."""

    def largest(counter: collections.Counter[str]) -> list[tuple[str, str]]:
        return [(f"  {count / found.samples:6.1%}", name) for name, count in counter.most_common(rows)]

    lines = [(share, f"{line:44} {source_of(line)}".rstrip()) for share, line in largest(found.lines)]
    parts = {"In the rule itself": largest(found.own), "With the rules inlined into it": largest(found.inclusive)}
    return "\n\n".join(
        "\n".join([f"{title}:", *(f"{share}  {what}" for share, what in part)])
        for title, part in {**parts, "By line": lines}.items()
    )


def main() -> None:
    """Play in one process, look on in another, and print shares of the time."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.line_profile", description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("lineup", help="personas, separated by commas")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rows", type=int, default=20, help="lines of each list")
    parser.add_argument("--play", type=pathlib.Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        play(given.game, tuple(given.lineup.split(",")), given.players, given.seconds, given.play)
        return
    if missing := [tool for tool in NEEDED if shutil.which(tool) is None]:
        parser.error(f"not on this system: {', '.join(missing)}")
    print(text_of(profile(given.game, given.lineup, given.players, given.seconds), given.rows))


if __name__ == "__main__":
    main()
