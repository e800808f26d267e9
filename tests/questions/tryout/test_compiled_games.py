"""`balancer try` of a compiled game: an error planted of each kind is found, and sound games are called sound."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

import balancer
import balancer.cli
from balancer import games
from balancer.questions import own_games
from balancer.questions.tryout import course, effects, strength, study
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.settings import Settings, rows
from balancer.scenario.load import load
from balancer.simulation.jobs import CellJob

ROOT = pathlib.Path(__file__).parents[3]
WINDFALL = ROOT / "examples" / "windfall"


IMPATIENT = """
from balancer.cli import main
from balancer.questions.tryout import course, effects, strength
course.SECONDS, effects.PATIENCE, effects.SURE, strength.SECONDS = 0.02, 0.3, (100, 0.05), 0.02
main()
"""
"""`balancer`, with less patience: plain Python plays compiled rules slowly."""


def tried(home: pathlib.Path, *planted: tuple[str, str, str]) -> subprocess.CompletedProcess[str]:
    """Run `balancer try` on Windfall with changes (file, text, its replacement), as plain Python, so that nothing is
    compiled."""
    shutil.copytree(WINDFALL, home, ignore=shutil.ignore_patterns("__pycache__", "tests"))
    for name, text, other in planted:
        path = home / "src" / "windfall" / name
        source = path.read_text(encoding="utf-8")
        assert text in source
        path.write_text(source.replace(text, other, 1), encoding="utf-8")
    environment = {**os.environ, "BALANCER_GAMES": str(home), "NUMBA_DISABLE_JIT": "1"}
    words = [sys.executable, "-c", IMPATIENT, "try", "windfall"]
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)


def test_planted_errors_of_a_compiled_game_are_found(tmp_path: pathlib.Path) -> None:
    done = tried(
        tmp_path / "game",
        ("appraisal.py", "hope = habits", "hope = 0 if table.tree[table.left - 1] == table.kinds else habits"),
        ("appraisal.py", "habits_of(table, seat).envy * ", "0 * "),
        ("appraisal.py", "* table.rules.wish_counts", "* 2"),
        ("rules.py", ">= table.rules.basket", ">= 10000"),
        ("__init__.py", "most_players=5", "most_players=2"),
        ("__init__.py", "usual_players=4", "usual_players=2"),
    )

    assert (done.returncode, done.stderr) == (1, "")
    wrong = [line for line in done.stdout.splitlines() if line.startswith("WRONG")]
    assert len(wrong) == 1
    assert "looks at what it can't see: pick, game" in wrong[0]
    for look in (
        " look  no game ended by full_basket, in",
        " look  wish_counts changes nothing, from 1 to 5",
        " look  the habit envy changes nothing",
    ):
        assert look in done.stdout


def test_an_error_of_the_rules_ends_the_trials_with_its_line(tmp_path: pathlib.Path) -> None:
    done = tried(tmp_path / "game", ("rules.py", "table.tree[table.left]", "table.tree[table.left + 1000]"))

    assert done.returncode == 1
    (wrong,) = [line for line in done.stdout.splitlines() if line.startswith("WRONG")]
    assert "random players, 2 players: windfall, game 0 of seed 1, round 1, turn 1, at " in wrong
    assert "rules.py, line " in wrong
    assert "IndexError" in wrong


def test_a_game_of_ours_is_sound() -> None:
    """All trials but those of the other process; nobody in Black Death plays better than dice, which is known."""
    tables = Settings(load("black_death"))
    found = [one for trial in (course.courses, course.again, effects.knobs, effects.habits) for one in trial(tables)]

    assert [one for one in found if one.mark != OK] == []
    looks = list(strength.strengths(tables))
    assert {one.mark for one in looks} == {LOOK}
    assert all("perhaps no better than random" in one.sentence for one in looks)


def test_a_game_that_takes_another_course_elsewhere_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Settings(load("black_death"))
    played = rows(course.mixed(tables), 0, 5)
    assert [one.mark for one in course.elsewhere(tables, played)] == [OK]

    played["turns"][3] += 1
    (one,) = course.elsewhere(tables, played)
    assert one.mark == WRONG
    assert "game 3 of black_death: turns is" in one.sentence

    games = iter(range(10, 100))
    play = CellJob.play
    monkeypatch.setattr(CellJob, "play", lambda job, first, count: play(job, next(games) + 0 * first, count))
    (one,) = course.again(tables)
    assert one.mark == WRONG


def test_an_own_game_that_was_never_tried_is_mentioned(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_games, "kernel_folder", lambda: tmp_path / "compiled")
    monkeypatch.setattr(games, "own_names", list)
    game = load("black_death").game
    words = ["run", "black_death", "--games", "50"]

    before = CliRunner().invoke(balancer.cli.balancer, words)
    assert "never passed `balancer try black_death`" in before.stderr
    own_games.mark(game)
    assert "never passed" not in CliRunner().invoke(balancer.cli.balancer, words).stderr


def test_what_is_found_can_be_read_by_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [TryoutFinding(OK, "game", "It is one."), TryoutFinding(WRONG, "course", "It never ends.")]
    monkeypatch.setattr(study, "findings", lambda _: iter(found))
    done = CliRunner().invoke(balancer.cli.balancer, ["try", "black_death", "--json", "-"])

    assert done.exit_code == 1
    content = json.loads(done.stdout)
    assert (content["game"], content["sound"]) == ("black_death", False)
    assert content["findings"][1] == {"mark": "WRONG", "about": "course", "sentence": "It never ends."}
    assert CliRunner().invoke(balancer.cli.balancer, ["try", "black_death"]).stdout.splitlines() == [
        "   ok  It is one.",
        "WRONG  It never ends.",
    ]
    assert balancer.try_game("black_death").wrong == ["It never ends."]
