"""`balancer page` with a plain file: the page, what prevents one, and the files that are watched."""

import json
import pathlib
import re
import shutil
import subprocess

import pytest
from click.testing import CliRunner

import balancer.cli
from balancer.browser import description_of
from balancer.compiler.choice import AUTO, VARIABLE
from balancer.games import registry
from balancer.plain import starter
from balancer.questions.page import command
from balancer.reporting.page import play
from balancer.reporting.page.play.panel_data import data_of
from balancer.scenario.load import load

MAX_BYTES = 400_000
WORDS = pathlib.Path(__file__).parents[2] / "reporting" / "play" / "words_of.js"


@pytest.fixture(autouse=True)
def new_game(tmp_path, monkeypatch):
    """Make the folder of a new game."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, AUTO)
    monkeypatch.setattr(registry, "_plain", {})
    for name, text in starter.texts("coins").items():
        pathlib.Path(name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("target", ["coins.py", "coins.yaml"])
def test_a_new_game_has_a_page(target):
    """From the file as `balancer new --game` writes it, and from its scenario."""
    done = CliRunner().invoke(balancer.cli.balancer, ["page", target])
    assert done.exit_code == 0, done.output
    text = pathlib.Path("reports/coins-page.html").read_text(encoding="utf-8")
    assert len(text.encode()) < MAX_BYTES
    assert "play-module" in text
    engine = re.search(r"^coins: (compiled, equal in \d+ games)$", done.output, re.MULTILINE)
    assert engine
    assert f"The rules of coins.py, compared with plain Python: {engine[1]}." in text


def test_a_sweep_of_a_new_game_plays():
    """The panel stands in its page, as in `balancer page`."""
    words = ["sweep", "coins.yaml", "--play", "--games", "60", "-q", "-o", "out"]
    done = CliRunner().invoke(balancer.cli.balancer, words)
    assert done.exit_code == 0, done.output
    assert 'id="play-module"' in pathlib.Path("out/index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("question", ["sweep", "compare", "check"])
def test_what_a_page_saves_is_taken_as_it_is(question):
    """Base and changed setting, with the checks: the file that the page of a new game saves."""
    program = shutil.which("node")
    if not program:
        pytest.skip("no node is installed: what pages save was not read")
    scenario = load("coins.yaml")
    wanted = [{"rules": {"hand_size": 3}}]
    asked = json.dumps({"data": data_of(scenario), "description": description_of(scenario), "wanted": wanted})
    script = pathlib.Path(play.__file__).with_name("setting.js")
    page = subprocess.run([program, WORDS, script], input=asked, text=True, capture_output=True, check=True)
    ((saved, _, _),) = json.loads(page.stdout)
    pathlib.Path("coins_changed.yaml").write_text(saved, encoding="utf-8")
    words = [question, "coins_changed.yaml", "--games", "60", "-q", "--json", "-"]
    if question == "check":
        words += ["--max-games", "60"]
    done = CliRunner().invoke(balancer.cli.balancer, words)
    assert done.exit_code in {0, 3}, done.output  # 3: with so few games the checks are undecided
    if question == "sweep":
        axes = [cell["axes"] for cell in json.loads(done.stdout)["cells"]]
        assert axes == [{"rules.hand_size": 5}, {"rules.hand_size": 3}]


def test_the_line_that_prevents_a_page_is_named():
    """With what to write in its place."""
    file = pathlib.Path("coins.py")
    text, setup = file.read_text(encoding="utf-8"), "    def setup(self):\n"
    at = text.index(setup) + len(setup)
    line = text[:at].count("\n") + 1
    file.write_text(text[:at] + "        id(self)\n" + text[at:], encoding="utf-8")
    done = CliRunner().invoke(balancer.cli.balancer, ["page", "coins.py"])
    assert done.exit_code == 2
    assert f"coins.py: a page plays compiled rules, and these can't be compiled: line {line}: `id()`" in done.output
    assert not pathlib.Path("reports").exists()


def test_the_files_of_a_game_are_watched():
    """The file itself, and its cards."""
    files = command.files_of(load("coins.py").game)
    assert sorted(path.name for path in files) == ["coins.csv", "coins.py"]
    assert command.files_of(load("black_death").game) == []
