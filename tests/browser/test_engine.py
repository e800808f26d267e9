"""The engine of a page: late answers, workers that give none, and any number of workers."""

import json
import pathlib
import shutil
import subprocess

import pytest

from balancer import browser as page_engine
from balancer.scenario.load import Overrides, load
from tests.browser.test_same_sums import asked, differences, played

PLAYS = 40
READER = pathlib.Path(__file__).with_name("late_workers.js")
ENGINE = pathlib.Path(page_engine.__file__).with_name("engine.js")
PLAY, SET_UP = "answer = player.chunk(first, count);", "player.setUp(data.setting);"
"""Where a worker plays, and where it gets ready."""

FIRST = "if (generation === 1)"


@pytest.fixture(scope="module")
def scenario():
    """Return a game whose page is made soon."""
    return load("black_death")


@pytest.fixture(scope="module")
def described(scenario):
    """Return what the engine knows of it."""
    return page_engine.description_of(scenario)


def test_no_page_is_made_for_those_who_think_ahead():
    """Its base could not be played."""
    with pytest.raises(page_engine.NoModuleError, match="expert can't play in a page"):
        page_engine.description_of(load("black_death", Overrides(lineup="expert")))


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_late_answers_are_never_handed_over(described, workers):
    """Settings change at any time, answers come late and in any order: every look has its games' sums, each once."""
    program = shutil.which("node")
    if not program:
        pytest.skip("no node is installed: the engine was not played with late workers")
    text = json.dumps({"description": described, "setting": {}, "workers": workers, "plays": PLAYS})
    done = subprocess.run(
        [program, READER, ENGINE], input=text, text=True, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == []
    assert PLAYS // 10 < found["ended"] < PLAYS


@pytest.mark.browser
@pytest.mark.parametrize(
    ("line", "planted", "says"),
    [
        (PLAY, f"{FIRST} for (;;) {{}} {PLAY}", "did not end within 2 seconds"),
        (PLAY, f"{FIRST} return self.close(); {PLAY}", "did not end within 2 seconds"),
        (PLAY, f"{FIRST} throw RangeError('memory'); {PLAY}", "memory"),
        (SET_UP, f"if (data.generation === 1) throw RangeError('no room'); {SET_UP}", "no room"),
    ],
    ids=["endless", "killed", "failing", "not ready"],
)
def test_a_worker_that_gives_no_answer(scenario, opened, line, planted, says):
    """After some seconds the page is told; what is played then is played by new workers, and right."""
    play = opened(scenario, patience=2, changed=(line, planted))
    setting = asked(scenario, {"rules": {"order": "draw"}})
    stuck, again = play([setting, setting])
    assert says in stuck["error"]
    assert "tally" not in stuck
    wanted = played(scenario, setting)
    assert differences(wanted, {key: again[key] for key in wanted}) == []


@pytest.mark.browser
def test_the_number_of_workers_changes_nothing(scenario, opened):
    """Sums are the same."""
    setting = asked(scenario, {"lineup": ["random", "reader"], "players": 5})
    (alone,), (together,) = opened(scenario, workers=1)([setting]), opened(scenario, workers=5)([setting])
    for answer in (alone, together):
        del answer["gamesPerSecond"]
    assert alone == together
