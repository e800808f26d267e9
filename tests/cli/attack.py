"""A seeded random attack on the command line: damaged scenarios, tables, baselines, results, kept games, odd words.

Whatever it is given, `balancer` ends with an exit code of its own, without a traceback, in bounded words and time, and
loses none of the user's files.
"""

from __future__ import annotations

import json
import pathlib
import random
import re
import time
from typing import NamedTuple

import click
from click.testing import CliRunner

import balancer.cli

ROOT = pathlib.Path(__file__).parents[2]
MAX_OUTPUT, MAX_SECONDS = 50_000, 5.0
"""Characters, and seconds of processor time."""

PYTHONS_WORDS = re.compile(r"invalid literal|int\(\)|object is not|NoneType|codec can't")

BASELINE = pathlib.Path("p.baseline.json")
"""The baseline of the scenario that is played."""

KNOB_OF = {"components.csv": "parts", "events.csv": "events_table"}
"""The knob that names each component table."""

MAX_CELLS = 8
"""Cells of a damaged scenario that is played."""

MINE = {
    "notes.md": "all that I have written\n",
    "mine/manifest.json": '{"manifest_version": 3, "name": "an extension"}',
    "mine/charts/logo.svg": "<svg/>",
    "mine/index.html": "<h1>mine</h1>",
}
"""Files of the user's own."""

PLAYED = "game: black_death\ngames: 3\nsweep: {axes: {players: [3, 4]}}\nchecks: [{metric: rounds, at_most: 99}]\n"

ODD = (
    *("", "null", "~", "no", "010", "0x1F", "1e5", "_k", "0__1", "1__0pp", "-1", "9" * 20, "9" * 5000, "NaN", ".inf"),
    *("'", '"', "[", "{", "&a", "*a", "<<: *a", "!x", "!!python/object:os.system", "\t", "\x00", "\x1b[2J", "\u202e"),
    *("\ud7ff", "\ud800", "\U0006c33e", "\u0661", "é", "%s", "{0}", "{{7*7}}", "=1+1", "<script>", "true", "3pp"),
    *(
        "30%",
        "[]",
        "{}",
        "[[[[",
        "[" * 3000,
        "- " * 3000,
        ": :",
        "#",
        "|",
        ">",
        "1_000",
        "1,000",
        "5k",
        "@",
        "`",
        "---",
    ),
    *('"\\U00110000"', '"\\ud800"', "k" * 5000, "rules.win_threshold", "2001-01-01", "1e999", "-0.0", "0.1.2", "?"),
)


class Fault(NamedTuple):
    """What went wrong: the command line, its exit code, why, and the file that it was given."""

    words: tuple[str, ...]
    code: int
    why: str
    given: bytes


class Attack:
    """Runs command lines in an empty folder, the present one, and notes what goes wrong."""

    def __init__(self, seed: int) -> None:
        """Lay out the user's files, a scenario with a baseline, and a run with kept games."""
        self.random = random.Random(seed)
        self.faults: list[Fault] = []
        self.codes: dict[tuple[str, int], int] = {}
        self.given = b""
        for name, text in MINE.items():
            path = pathlib.Path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        pathlib.Path("p.yaml").write_text(PLAYED, encoding="utf-8")
        self.call("check", "p.yaml", "--accept", "first", "-q")
        self.call("sweep", "p.yaml", "-q", "-o", "kept", "--keep-games")
        self.whole = {
            path: path.read_bytes() for path in [*pathlib.Path("kept").rglob("*"), BASELINE] if path.is_file()
        }
        self.scenarios = sorted((ROOT / "scenarios").glob("*.yaml"))
        self.tables = sorted(path for name in KNOB_OF for path in (ROOT / "balancer" / "games").glob(f"*/{name}"))

    # Running ----------------------------------------------------------------------------------------------------------
    def call(self, *words: str, inputs: tuple[str, ...] = ()) -> int:
        """Run a command line; inputs: further files that have to stay as they are."""
        before = {name: pathlib.Path(name).read_bytes() for name in (*MINE, *inputs)}
        began = time.process_time()
        done = CliRunner().invoke(balancer.cli.balancer, words)
        seconds = time.process_time() - began
        text = done.stdout + done.stderr
        wrong = {
            "a traceback": "Traceback" in text or "there is a bug" in text,
            "its exit code": done.exit_code not in range(5),
            "Python's words": PYTHONS_WORDS.search(text) is not None,
            f"{len(text)} characters": len(text) > MAX_OUTPUT and words[0] != "schema",
            f"{seconds:.1f} s": seconds > MAX_SECONDS,
            "a file lost": any(not pathlib.Path(name).is_file() for name in before),
            "a file overwritten": "--force" not in words
            and before != {name: pathlib.Path(name).read_bytes() for name in before if pathlib.Path(name).is_file()},
        }
        self.codes[words[0], done.exit_code] = self.codes.get((words[0], done.exit_code), 0) + 1
        for why in (why for why, is_so in wrong.items() if is_so):
            self.faults.append(Fault(words, done.exit_code, f"{why}: {text[-600:]}", self.given))
        return done.exit_code

    def run(self, count: int) -> None:
        """Make so many attacks: the kinds in turn; those on results, which cost most, seldom."""
        quick = [self.scenario, self.table, self.command, self.baseline]
        for number in range(count):
            attack = self.result if number % 24 == 0 else quick[number % 4]
            attack()

    def write(self, name: str, content: bytes) -> None:
        """Write a damaged file."""
        self.given = content
        pathlib.Path(name).write_bytes(content)

    # Kinds ------------------------------------------------------------------------------------------------------------
    def scenario(self) -> None:
        """Damage a scenario; it is validated, planned, and played if it is a small one of the smallest game."""
        chosen = self.random.choice([*self.scenarios, pathlib.Path("p.yaml")])
        self.write("s.yaml", self.damaged(chosen.read_bytes()))
        if self.call("validate", "s.yaml", inputs=("s.yaml",)) == 0:
            command = self.random.choice(["run", "sweep", "compare", "check"])
            self.call(command, "s.yaml", "--plan", "--games", "1", inputs=("s.yaml",))
            if self.is_small():
                self.call(command, "s.yaml", "--games", "1", "--max-games", "2", "-q", "-o", "out", inputs=("s.yaml",))

    def is_small(self) -> bool:
        """Return whether the scenario at hand is of Black Death, with few cells."""
        from balancer.scenario import load, plan

        scenario = load.load("s.yaml")
        return scenario.game.name == "black_death" and len(plan.cells(scenario)) <= MAX_CELLS

    def table(self) -> None:
        """Damage a component table."""
        table = self.random.choice(self.tables)
        self.write("t.csv", self.damaged(table.read_bytes()))
        scenario = f"game: {table.parent.name}\nrules: {{{KNOB_OF[table.name]}: t.csv}}\n"
        pathlib.Path("t.yaml").write_text(scenario, encoding="utf-8")
        self.call("validate", "t.yaml", inputs=("t.csv", "t.yaml"))

    def baseline(self) -> None:
        """Damage a baseline."""
        path = BASELINE
        self.write(str(path), self.damaged(self.whole[path]))
        self.call("check", "p.yaml", "-q", "--max-games", "6", "-o", "checked", inputs=("p.yaml", str(path)))
        path.write_bytes(self.whole[path])

    def result(self) -> None:
        """Damage a file of a run; it is reported, or played again, and the tables are those of before."""
        path = self.random.choice(
            [path for path in self.whole if path.suffix in {".json", ".parquet"} and path != BASELINE]
        )
        self.write(str(path), self.damaged(self.whole[path]))
        self.call("report", "kept")
        if self.call("sweep", "p.yaml", "-q", "-o", "kept", "--keep-games", inputs=("p.yaml",)) == 0:
            for name in ("seats.csv", "length.csv"):
                table = pathlib.Path("kept", name)
                if table.read_bytes() != self.whole[table]:
                    self.faults.append(Fault(("sweep", str(path)), 0, f"{name} differs", self.given))
        for file, content in self.whole.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    def command(self) -> None:
        """Build a command line of a command's own options, with fitting and other values.

        Not of `trace`, which needs a process in which rules are plain Python.
        """
        name = self.random.choice([name for name in balancer.cli.balancer.commands if name != "trace"])
        options = [one for one in balancer.cli.balancer.commands[name].params if isinstance(one, click.Option)]
        words = [
            name,
            *self.random.sample(
                ["p.yaml", "black_death", "nothing", "kept", "mine", "p.yaml"], self.random.choice([0, 1, 1, 2])
            ),
        ]
        for option in self.random.choices(options, k=self.random.randrange(4)) if options else []:
            words.append(self.random.choice(option.opts))
            if not option.is_flag:
                words.append(self.value())
        if any(one.name == "games" for one in options):
            words += ["--games", "2", "--max-games", "4"]
        self.given = json.dumps(words).encode()
        self.call(*words, inputs=() if "--accept" in words else ("p.yaml", str(BASELINE)))
        for path in (path for path in self.whole if not path.is_file()):
            self.faults.append(Fault(tuple(words), 0, f"{path} is lost", b""))

    def value(self) -> str:
        """Return a value of an option, which a shell could give."""
        fitting = (
            "1",
            "3",
            "0",
            "p.yaml",
            "notes.md",
            "mine",
            "-",
            "out",
            "players=3",
            "order=draw",
            "random",
            "2pp",
            "x=",
        )
        odd = [one for one in ODD if "\x00" not in one and "\ud800" not in one and len(one) < 200]
        return self.random.choice(fitting if self.random.random() < 0.6 else odd)

    # Damage -----------------------------------------------------------------------------------------------------------
    def damaged(self, content: bytes) -> bytes:
        """Return a file with one to six mutations."""
        for _ in range(self.random.choice([1, 1, 2, 3, 6])):
            mutate = self.random.choice(
                [self.cut, self.flipped, self.inserted, self.lines_changed, self.valued, self.swapped]
            )
            content = mutate(content)
        return content

    def cut(self, content: bytes) -> bytes:
        """Truncate a file, or remove a piece."""
        first = self.random.randrange(len(content) + 1)
        length = self.random.choice([1, 5, 40, len(content)])
        return content[:first] + content[first + length :]

    def flipped(self, content: bytes) -> bytes:
        """Change bytes."""
        changed = bytearray(content)
        for _ in range(self.random.choice([1, 1, 3, 30]) if content else 0):
            changed[self.random.randrange(len(changed))] ^= 1 << self.random.randrange(8)
        return bytes(changed)

    def odd(self) -> bytes:
        """Return something odd."""
        return self.random.choice(ODD).encode("utf-8", "surrogatepass")

    def inserted(self, content: bytes) -> bytes:
        """Insert something odd."""
        place = self.random.randrange(len(content) + 1)
        return content[:place] + self.odd() + content[place:]

    def lines_changed(self, content: bytes) -> bytes:
        """Repeat, remove, exchange or indent lines (keys, too)."""
        lines = content.split(b"\n")
        one, other = self.random.randrange(len(lines)), self.random.randrange(len(lines))
        match self.random.randrange(4):
            case 0:
                lines[one:one] = [lines[other]] * self.random.choice([1, 1, 50])
            case 1:
                del lines[one]
            case 2:
                lines[one], lines[other] = lines[other], lines[one]
            case _:
                lines[one] = b" " * self.random.randrange(6) + lines[one].lstrip()
        return b"\n".join(lines)

    def valued(self, content: bytes) -> bytes:
        """Replace the value of a key, or a number."""
        found = list(re.finditer(rb"(?<=: )[^\n,}\]]+|(?<=,)[^,\n]+|\d+", content))
        if not found:
            return content
        place = self.random.choice(found)
        numbers = [b"0", b"-1", b"7", b"999999999", b"1.5", b"1e9", b'"x"', b"[1, [2, [3]]]", b"{a: {b: 1}}"]
        return content[: place.start()] + self.random.choice([*numbers, self.odd()]) + content[place.end() :]

    def swapped(self, content: bytes) -> bytes:
        """Put a word into another's place."""
        found = list(re.finditer(rb"[a-z_]{3,}", content))
        if len(found) < 2:
            return content
        one, other = self.random.sample(found, 2)
        return content[: one.start()] + other[0] + content[one.end() :]
