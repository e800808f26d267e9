"""Commands and functions play plain files compiled, with the figures, files and messages of plain Python."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import re
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import balancer
import balancer.cli
from balancer import games
from balancer.compiler import kept_code
from balancer.compiler.builds import BuildError, BuildStoppedError
from balancer.compiler.choice import OFF, choosing
from balancer.compiler.lowering import LoweredGame
from balancer.compiler.making import WORTH
from balancer.compiler.observing import observe
from balancer.compiler.reach import ranges, unreached_lines
from balancer.compiler.workshop import CompileProcess, CompilerWorkshop
from balancer.games import registry
from balancer.plain.files import load_file
from tests.compiler.test_engine import GAME


@pytest.fixture(autouse=True)
def _own_games(kernels: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del kernels
    monkeypatch.setattr(registry, "_plain", {})
    monkeypatch.chdir(tmp_path)


def written(then: str = 'self.end("home")', goal: int = 6) -> Any:
    """Write the game and load it."""
    path = pathlib.Path("race.py")
    path.write_text(GAME.format(then=then).replace("knob(6,", f"knob({goal},"))
    return games.load(registry.add_file(path))


def compiled(game: Any, *personas: str) -> Any:
    """Wait until a game is compiled; its engine."""
    lineup = [game.persona(name) for name in personas or ("fast", "random")]
    table = game.lay_table(game.defaults, 2, game.read_parts(), lineup)
    game.expect(WORTH)
    game.play(table, None, 9, 0, 300)
    game.engine.maker.join(120)
    return game.engine


def output(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(balancer.cli.balancer, words)
    assert done.exit_code == code, done.output
    return done.output


def cells(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in pathlib.Path(folder, "cells").glob("*.json")}


def test_both_engines_write_the_same_cells() -> None:
    engine = compiled(written())
    assert engine.is_ready, engine.in_use.note
    words = ("run", "race.py", "--games", "6000", "--seed", "3", "--json")
    told = output(*words, "auto.json", "-o", "auto")
    output(*words, "off.json", "-o", "off", "--compiled", "off")

    assert "race: compiled, equal in " in told
    auto, off = (json.loads(pathlib.Path(name).read_text()) for name in ("auto.json", "off.json"))
    assert (auto.pop("engine"), off.pop("engine")) == ("compiled", "plain")
    assert "equal in" in auto.pop("engine_note")
    assert off.pop("engine_note") == "plain Python, as requested"
    assert {**auto, "seconds": 0} == {**off, "seconds": 0}
    assert cells("auto") == cells("off")


def test_a_run_goes_on_in_the_other_engine() -> None:
    compiled(written())
    output("run", "race.py", "--games", "1500", "-o", "both", "--compiled", "off")
    output("run", "race.py", "--games", "4500", "-o", "both")
    output("run", "race.py", "--games", "4500", "-o", "off", "--compiled", "off")

    last = {name for name in cells("off") if name.endswith("-4500.json")}
    assert last
    assert all(cells("both")[name] == cells("off")[name] for name in last)


def test_another_process_uses_the_code_at_once() -> None:
    compiled(written())
    registry._plain.clear()
    game = written()
    game.expect(WORTH)
    table = game.lay_table(game.defaults, 2, game.read_parts(), [game.persona("random")])
    game.play(table, None, 9, 0, 50)
    assert game.engine.is_ready
    assert game.engine.compiled_games == 50
    assert game.engine.maker is None


def test_machine_code_of_another_version_of_the_helpers_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    kept_code.write_code("def play_games(S): return 1", {}, kept_code.KeptCode(b"code", 200))
    assert kept_code.read_code("def play_games(S): return 1", {}) is not None
    monkeypatch.setattr(kept_code, "_package", lambda: ["a helper that was mended"])
    assert kept_code.read_code("def play_games(S): return 1", {}) is None


def test_an_error_of_the_rules_ends_the_command_as_in_plain_python() -> None:
    late = 'self.end("home" if self.rounds < 11 else self.nothing)'
    compiled(written(then=late, goal=20))
    words = ("run", "race.py", "--games", "4000", "--lineup", "random", "-j", "1", "--compiled")
    plain = output(*words, "off", code=4)
    assert "nothing" in plain
    assert "race.py, line 19" in plain
    assert plain in output(*words, "auto", code=4)


def test_what_a_wrong_compiled_game_has_played_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = compiled(written())
    rows = LoweredGame.rows

    def wrong(self: Any, table: Any, first: int, *played: Any) -> Any:
        made = rows(self, table, first, *played)
        made["score"][made["game_number"] > 2500, 0] += 1
        return made

    monkeypatch.setattr(LoweredGame, "rows", wrong)
    told = output("run", "race.py", "--games", "6000", "--json", "auto.json", "-o", "auto")
    assert engine.obstacle
    assert "race: plain Python: the compiled game is not equal to it (game " in told
    assert "score[0] is" in told
    output("run", "race.py", "--games", "6000", "-o", "off", "--compiled", "off")
    assert cells("auto") == cells("off")
    assert json.loads(pathlib.Path("auto.json").read_text())["engine"] == "plain"

    registry._plain.clear()  # another process knows of it
    assert not written().engine.may_compile


def test_functions_take_the_choice() -> None:
    engine = compiled(written())
    before = engine.compiled_games
    off = balancer.run("race.py", games=4000, compiled="off")
    assert engine.compiled_games == before
    auto = balancer.run("race.py", games=4000, compiled="auto")
    assert engine.compiled_games > before
    assert off.cells[0].tally == auto.cells[0].tally
    with pytest.raises(ValueError, match="compiled is 'never'; allowed: auto, off"):
        balancer.run("race.py", compiled="never")  # type: ignore[arg-type]


def test_the_usual_number_of_games_is_that_of_compiled_games() -> None:
    written()
    assert "100_000 games" in output("run", "race.py", "--plan")
    assert "4_000 games" in output("run", "race.py", "--plan", "--compiled", "off")


def test_what_prevents_compiling_is_worth_a_look() -> None:
    written(then="self.end('home' if id(self) else '')")
    found = output("try", "race.py")
    assert " look  the game is not compiled, but played as plain Python: line 19: " in found
    told = output("run", "race.py", "--games", "4000")
    assert "race: plain Python: line 19: " in told
    with choosing(OFF):
        assert "compiled" not in output("try", "race.py")


def test_lines_that_no_compared_game_reaches_are_worth_a_look() -> None:
    written(then="self.end('home')\n        if self.rounds > 50:\n            player.steps = 0")
    assert " look  the game can be compiled, but none of the compared games reached line 21" in output("try", "race.py")


HEAP = """
from balancer.plain import Game, knob

class Heap(Game):
    stones = knob(4, range(1, 400), "Stones.")
    max_rounds = 30

    def setup(self):
        self.heap = list(range(self.stones))
        for player in self.players:
            player.taken = []

    def turn(self, player):
        for _ in range(player.choose("take", [1, 2, 3])):
            if self.heap:
                player.taken.append(self.heap.pop())

    def score(self, player):
        return sum(player.taken)
"""


def test_lists_longer_than_any_observed_one_are_given_more_room() -> None:
    pathlib.Path("heap.py").write_text(HEAP)
    game: Any = games.load(registry.add_file(pathlib.Path("heap.py")))
    engine = compiled(game, "random")
    assert engine.is_ready, engine.in_use.note
    table = game.lay_table({**game.defaults, "stones": 300}, 2, game.read_parts(), [game.persona("random")])
    while engine.proven.wider < 64:
        rows = np.asarray(game.play(table, None, 4, 0, 40))
        assert rows.tobytes() == np.asarray(game.play_plain(table, 4, 0, 40)).tobytes()
        if engine.maker is None or not engine.maker.is_alive():
            break
        engine.maker.join(120)
    assert engine.is_ready, engine.in_use.note
    assert engine.proven.wider > 1
    block = engine.proven.code.play(table, 4, 0, 200)
    assert not block.flags.any()


def test_code_that_crashes_or_hangs_takes_only_its_own_process_down(monkeypatch: pytest.MonkeyPatch) -> None:
    game = written()
    lowered = CompilerWorkshop().lower(game, observe(game)[0])
    samples = observe(game)[1]
    crash = re.sub(r"def play_games\(.*?\):\n", r"\g<0>    S[1 << 50] = 1\n", lowered.source)
    build = CompileProcess(dataclasses.replace(lowered, source=crash))
    build.code()
    with pytest.raises(BuildError, match="has ended with status -"):
        build.played(samples)
    build.close()

    build = CompileProcess(lowered)
    build.code()
    build.process.terminate()
    with pytest.raises(BuildStoppedError):
        build.played(samples)
    build.close()

    monkeypatch.setattr("balancer.compiler.workshop.SECONDS", 2)
    loop = "    while S[0] == S[0]:\n        S[0] = S[0] + 1\n"
    hang = re.sub(r"def play_games\(.*?\):\n", rf"\g<0>{loop}", lowered.source)
    build = CompileProcess(dataclasses.replace(lowered, source=hang))
    build.code()
    with pytest.raises(BuildError, match="took more than 2 s of processor time"):
        build.played(samples)
    build.close()


def test_a_file_is_compiled_alike_whichever_process_observes_it() -> None:
    game = written()
    workshop = CompilerWorkshop()
    first, second = (workshop.lower(game, observe(game)[0]) for _ in range(2))
    assert (first.source, first.constants) == (second.source, second.constants)


def test_lines_that_follow_each_other_are_a_range() -> None:
    assert list(ranges([])) == []
    assert list(ranges([3, 7, 8, 9, 12])) == ["3", "7-9", "12"]


BRANCHES = '''\
from balancer.plain import Game, Persona, ending, habit, knob


class Branches(Game):
    """Lines that only other values reach."""

    seats, usual = range(2, 3), 2
    pays = knob("first", ("first", "second"), "Who pays.")
    over = ending("Over.")

    def setup(self):
        self.sum = 0

    def turn(self, player):
        if self.pays == "second":
            self.sum += 1
        if player.choose("size", [1, 2, 3]) == 4:
            self.sum += 2
        if self.rounds > 5:
            self.say(
                "The sum is {}",
                self.sum,
            )
        self.end("over")

    def picture(self):
        return str(self.sum)

    def score(self, player):
        return self.sum


class Timid(Persona):
    """Takes little."""

    courage = habit(0, range(3), "Courage.")

    def size(self, game, me, option):
        if me.left is me:
            return 9
        if me._course is None:
            return 8
        if self.courage == 2:
            return option
        return -option


def doubled(number):
    return 2 * number


TWICE = doubled(2)


class Card:
    def effect(self):
        ...
'''


def test_lines_are_told_with_the_values_that_reach_them(tmp_path: pathlib.Path) -> None:
    (tmp_path / "branches.py").write_text(BRANCHES, encoding="utf-8")
    unreached = unreached_lines(load_file(tmp_path / "branches.py"))

    assert unreached.by_values == {"pays second": [16], "the habit courage 2": [44]}
    assert unreached.never == [18, 40, 42], "lines of texts and of the loading do not count"
