"""Who plays: plain Python first, compiled games once they are proven, plain again where they differ."""

from __future__ import annotations

import ast
import pathlib
import pickle
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest

from balancer.compiler import first_use, kept_code, proof_games
from balancer.compiler.builds import BuildError, BuildStoppedError
from balancer.compiler.choice import OFF, choosing
from balancer.compiler.engine import CompilingEngine
from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.making import WORTH
from balancer.compiler.proof import CompiledDifferenceError
from balancer.compiler.proof_games import PROOF
from balancer.core.rule_errors import RuleError
from balancer.plain.files import load_file
from tests.compiler.workshop import FakeBuild, FakeWorkshop

GAME = """
from balancer.plain import Game, Persona, counter, ending, knob

class Race(Game):
    seats = range(2, 4)
    goal = knob(6, range(2, 30), "Steps.")
    home = ending("Somebody is home.")
    lucky = counter("Sixes.", "sixes")

    def setup(self):
        for player in self.players:
            player.steps = 0

    def turn(self, player):
        steps = self.roll()
        self.lucky += steps == 6
        player.steps += player.choose("go", [1, steps])
        if player.steps >= self.goal:
            {then}

    def score(self, player):
        return player.steps

class Fast(Persona):
    "Takes the larger step."

    def go(self, game, me, option):
        return option
"""


class Racing:
    """A game, its engine, and a table; `compiled` plays until the compiled game is there."""

    def __init__(self, path: pathlib.Path, workshop: FakeWorkshop, then: str = 'self.end("home")') -> None:
        path.write_text(GAME.format(then=then))
        self.game, self.workshop = load_file(path), workshop
        self.engine = CompilingEngine(self.game, workshop)
        self.game.use(self.engine)
        self.table = self.lay()

    def lay(self, **rules: Any) -> Any:
        lineup = [self.game.persona(name) for name in ("fast", "random")]
        return self.game.lay_table({**self.game.defaults, **rules}, 2, self.game.read_parts(), lineup)

    def play(self, first: int, count: int, seed: int = 1) -> Any:
        return self.game.play(self.table, None, seed, first, count)

    def wait(self) -> None:
        self.workshop.gate.set()
        if self.engine.maker:
            self.engine.maker.join(30)

    def compiled(self) -> None:
        self.engine.expect(WORTH)
        try:
            self.play(0, 300)
        finally:
            self.wait()


@pytest.fixture
def racing(tmp_path: pathlib.Path, kernels: pathlib.Path) -> Any:
    del kernels

    def racing(workshop: FakeWorkshop, **options: Any) -> Racing:
        return Racing(tmp_path / "race.py", workshop, **options)

    return racing


def plain(racing: Racing, first: int, count: int) -> bytes:
    return np.asarray(racing.game.play_plain(racing.lay(), 1, first, count)).tobytes()


def test_first_games_are_plain_and_further_ones_compiled(racing: Any) -> None:
    one = racing(FakeWorkshop())
    one.compiled()
    rows = one.play(300, 3000)
    (code,) = one.workshop.built
    assert one.engine.is_ready
    assert code.games > 3000
    assert (one.engine.in_use.engine, one.engine.in_use.note.split(" in ")[0]) == ("compiled", "compiled, equal")
    assert int(one.engine.in_use.note.split()[-2]) >= PROOF
    assert np.asarray(rows).tobytes() == plain(one, 300, 3000)


def test_short_runs_never_compile(racing: Any) -> None:
    one = racing(FakeWorkshop())
    one.engine.expect(400)
    one.play(0, 400)
    assert one.engine.maker is None
    assert one.workshop.built == []
    assert one.engine.in_use.engine == "plain"


def test_off_never_compiles(racing: Any) -> None:
    one = racing(FakeWorkshop())
    with choosing(OFF):
        one.compiled()
        assert one.engine.in_use.note == "plain Python, as requested"
    assert one.workshop.built == []


def test_a_file_that_cannot_be_compiled_says_where_and_what_to_write(racing: Any) -> None:
    node = ast.parse("\n\n\ntry:\n    pass\nfinally:\n    pass").body[0]
    reason = NotCompilable("`try` can't be compiled", "write `if`", node)
    one = racing(FakeWorkshop(obstacle=reason))
    one.compiled()
    assert not one.engine.is_ready
    assert one.engine.in_use.note == (
        "plain Python: line 4: `try` can't be compiled; write `if` and it plays about 60 times as fast"
    )
    assert not one.engine.may_compile
    assert np.asarray(one.play(50, 99)).tobytes() == plain(one, 50, 99)


def test_a_file_whose_rules_always_fail_is_not_lowered_and_no_verdict_is_kept(racing: Any) -> None:
    one = racing(FakeWorkshop(obstacle=NotCompilable("it is not asked")), then="player.nothing()")
    one.game.defaults["goal"] = 2
    assert one.engine.may_compile
    assert one.engine.obstacle == ""


def test_a_difference_in_the_proof_leaves_plain_python(racing: Any, capsys: pytest.CaptureFixture[str]) -> None:
    def fault(rows: Any, _flags: Any, _wider: int) -> None:
        rows["score"][rows["game_number"] == 20, 1] += 1

    one = racing(FakeWorkshop(fault))
    one.compiled()
    assert not one.engine.is_ready
    assert "game 20 of seed 1: score[1] is" in one.engine.in_use.note
    assert "report" in capsys.readouterr().err


def test_a_table_that_the_code_does_not_cover_is_no_part_of_the_proof(
    racing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where another setting of a sweep has more cards."""
    play = FakeBuild.played
    monkeypatch.setattr(FakeBuild, "played", lambda self, samples: [None, *play(self, samples[1:])])
    race = racing(FakeWorkshop())
    race.compiled()
    assert race.engine.is_ready
    assert race.engine.obstacle == ""


def test_a_late_difference_drops_the_code_and_names_game_and_field(racing: Any) -> None:
    def fault(rows: Any, _flags: Any, _wider: int) -> None:
        rows["extras"][rows["game_number"] >= 1000, 0] += 1

    one = racing(FakeWorkshop(fault))
    one.compiled()
    one.play(500, 400)
    with pytest.raises(CompiledDifferenceError, match=r"game 1\d+ of seed 1: extras\[0\] is .*--compiled off"):
        one.play(900, 1200)
    assert not one.engine.is_ready
    assert np.asarray(one.play(900, 1200)).tobytes() == plain(one, 900, 1200)


def test_lists_that_are_too_short_are_widened_and_their_games_played_plain(racing: Any) -> None:
    def fault(rows: Any, flags: Any, wider: int) -> None:
        full = (rows["game_number"] >= 300) & (rows["game_number"] % 7 == 0) & (wider < 4)
        flags[full] = ErrorFlag.LIST_FULL
        rows["score"][full] = 99

    one = racing(FakeWorkshop(fault))
    one.compiled()
    for first in range(300, 3300, 500):
        assert np.asarray(one.play(first, 500)).tobytes() == plain(one, first, 500)
        one.wait()
    assert [code.wider for code in one.workshop.built] == [1, 2, 4]
    assert one.engine.is_ready


def test_where_lists_are_too_short_in_most_games_of_the_proof_they_are_widened_until_it_passes(racing: Any) -> None:
    one = racing(
        FakeWorkshop(lambda _, flags, wider: flags.__setitem__(slice(None if wider < 4 else 0), ErrorFlag.LIST_FULL))
    )
    one.compiled()
    assert [code.wider for code in one.workshop.built] == [1, 2, 4]
    assert one.engine.is_ready


def test_lists_that_are_always_too_short_end_in_words_and_not_in_one_attempt_after_the_other(racing: Any) -> None:
    one = racing(FakeWorkshop(lambda _, flags, __: flags.fill(ErrorFlag.MEMORY_FULL)))
    one.compiled()
    assert [code.wider for code in one.workshop.built] == [1, 2, 4, 8, 16, 32, 64]
    assert one.engine.in_use.note == "plain Python: its lists become longer in every game"


def test_a_run_that_is_over_before_the_compiled_game_is_there_says_so(racing: Any) -> None:
    one = racing(FakeWorkshop())
    one.engine.expect(WORTH)
    one.play(0, 300)
    note = one.engine.in_use.note
    one.wait()
    assert note == "plain Python: it can be compiled, but the games were over before that was done"


def test_where_plain_games_are_slow_random_players_complete_the_proof(racing: Any) -> None:
    slow = racing(FakeWorkshop())
    slow.workshop.gate.set()
    slow.engine.expect(WORTH)
    played = slow.game.play_plain

    def play_plain(table: Any, seed: int, first: int, count: int) -> Any:
        slow.engine.plain_seconds += 0.5 * count if seed == 1 else 0.0
        return played(table, seed, first, count)

    object.__setattr__(slow.game, "play_plain", play_plain)
    first = 0
    while not slow.engine.is_ready and first < PROOF:
        slow.play(first, 4)
        first += 4
        slow.engine.maker.join(0.1)
    slow.engine.maker.join(30)
    assert slow.engine.is_ready
    assert 8 <= first < 60  # some of its own games are part of the proof
    assert int(slow.engine.in_use.note.split()[-2]) >= PROOF


def test_a_proof_that_lacks_nothing_wants_no_games_of_random_players(racing: Any) -> None:
    full = racing(FakeWorkshop())
    full.play(0, PROOF)
    assert not full.engine.proof.missing
    assert not full.engine.proof.complete(full.table)


def test_compiled_games_that_are_slow_are_still_played_several_at_once(racing: Any) -> None:
    slow = racing(FakeWorkshop())
    slow.compiled()
    slow.engine.seconds_per_game = 2.0
    assert slow.engine.chunk > 1  # a single game is plain Python's


def test_the_proof_waits_for_a_game_that_takes_longer_than_others(racing: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(proof_games, "PATIENCE", 0.1)
    slow = racing(FakeWorkshop())
    slow.workshop.gate.set()
    slow.engine.expect(WORTH)
    played = slow.game.play_plain

    def play_plain(*arguments: Any) -> Any:
        time.sleep(0.4)
        return played(*arguments)

    slow.play(0, 2)
    object.__setattr__(slow.game, "play_plain", play_plain)
    slow.play(2, 300)
    slow.wait()
    assert slow.engine.is_ready


def test_a_process_that_compiles_for_ever_is_ended_by_its_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    limits = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: limits.append(limit))
    first_use.limit_processor_time(60)
    ((soft, _),) = limits
    assert 59 <= soft - time.process_time() <= 60
    spin = "from balancer.compiler import first_use as f; f.limit_processor_time(1)\nwhile True: pass"
    assert subprocess.run([sys.executable, "-c", spin], check=False).returncode == -first_use.CPU_LIMIT_SIGNAL


def test_a_flag_without_an_error_in_plain_python_is_a_difference(racing: Any) -> None:
    def fault(rows: Any, flags: Any, _wider: int) -> None:
        flags[rows["game_number"] == 777] = ErrorFlag.INDEX

    one = racing(FakeWorkshop(fault))
    one.compiled()
    with pytest.raises(CompiledDifferenceError, match=r"game 777 of seed 1: it stops .index., in plain Python it ends"):
        one.play(700, 100)


def test_games_beyond_a_limit_are_plain_ones_and_the_engine_says_how_many(racing: Any) -> None:
    def fault(rows: Any, flags: Any, _wider: int) -> None:
        beyond = rows["game_number"] % 5 == 0
        flags[beyond] = ErrorFlag.TOO_LARGE
        rows["score"][beyond] = 99

    one = racing(FakeWorkshop(fault))
    one.compiled()
    assert np.asarray(one.play(300, 1000)).tobytes() == plain(one, 300, 1000)
    assert one.engine.is_ready
    words = (
        "; 200 of 1000 games were played in plain Python, because a number or a tuple is too large for compiled ones"
    )
    assert one.engine.in_use.note.endswith(words)


def test_where_most_games_are_beyond_a_limit_plain_python_plays_on_without_alarm(
    racing: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    one = racing(FakeWorkshop(lambda rows, flags, _: flags.__setitem__(rows["game_number"] >= 3, ErrorFlag.OVERFLOW)))
    one.compiled()
    assert one.engine.in_use.note == "plain Python: in most games a whole number is beyond 2⁶³ for compiled ones"
    assert capsys.readouterr().err == ""


def test_where_most_games_have_tuples_that_no_word_holds_these_are_stored_as_rows(racing: Any) -> None:
    def fault(_rows: Any, flags: Any, _wider: int) -> None:
        if not one.workshop.has_row_tuples:
            flags[:] = ErrorFlag.TOO_LARGE

    one = racing(FakeWorkshop(fault))
    one.compiled()
    assert one.engine.is_ready
    assert one.engine.in_use.note.startswith("compiled, equal in")


def test_an_error_of_the_rules_has_the_message_of_plain_python(racing: Any) -> None:
    late = "self.end('home') if self.rounds < 11 else player.nothing"
    one = racing(FakeWorkshop(), then=late)
    one.table = one.lay(goal=20)
    one.compiled()
    assert one.engine.is_ready
    with choosing(OFF), pytest.raises(RuleError) as expected:
        one.play(100, 2000)
    number = expected.value.number
    one.workshop.fault = lambda rows, flags, _: flags.__setitem__(rows["game_number"] == number, ErrorFlag.UNSET)
    with pytest.raises(RuleError) as error:
        one.engine.play(one.table, 1, number, 2)
    assert str(error.value) == str(expected.value)


def test_code_that_crashes_is_not_used(racing: Any) -> None:
    one = racing(FakeWorkshop(error=BuildError("the process in which it was tried has crashed")))
    one.compiled()
    assert not one.engine.is_ready
    assert one.engine.in_use.note == "plain Python: the process in which it was tried has crashed"


def test_a_stopped_command_is_no_verdict_on_a_file(racing: Any) -> None:
    one = racing(FakeWorkshop(error=BuildStoppedError("stopped")))
    one.compiled()
    assert one.engine.in_use.note == "plain Python: it can be compiled, but the games were over before that was done"
    assert kept_code.read_verdict(one.engine.game) is None


def test_rare_endings_and_counters_are_compared_first(racing: Any) -> None:
    one = racing(FakeWorkshop())
    one.compiled()
    rows = one.play(50, 900)
    one.engine.checks.note(one.table, rows)
    rows["ending"][123] = 5
    rows["game_number"] += 50
    assert one.engine.checks.due(one.table, rows) == [123]


def test_a_compiling_process_ends_without_a_word_where_nobody_waits_any_more():
    command = [sys.executable, "-m", "balancer.compiler.first_use", "60"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin and process.stdout and process.stderr  # noqa: PT018
        process.stdout.close()
        process.stdin.write(pickle.dumps(None))
        process.stdin.close()

        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_a_compiling_process_ends_without_a_word_where_an_order_breaks_off():
    command = [sys.executable, "-m", "balancer.compiler.first_use", "60"]
    done = subprocess.run(command, input=pickle.dumps(list(range(100)))[:50], capture_output=True, check=False)

    assert (done.returncode, done.stderr) == (0, b"")
