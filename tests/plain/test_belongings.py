"""Modules beside a game are its own, what it reads while it is loaded is in its key, and no stale figure is shown."""

import json
import pathlib
import pickle
import sqlite3
import sys
import zipfile
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import balancer
import balancer.cli
from balancer.core.rule_errors import RuleError
from balancer.games import registry
from balancer.plain import Game, ending
from balancer.plain.files import load_file
from balancer.simulation.backends import processes

GAME = """\
{head}
from balancer.plain import Game, Persona, ending

class Race(Game):
    seats, usual = range(2, 4), 2
    max_rounds = 5
    over = ending("All have moved.")

    def setup(self):
        for player in self.players:
            player.points = 0

    def turn(self, player):
        {turn}
        player.points += player.choose("step", [1, 2])
        player.points += {bonus}
        if player.seat == len(self.players) - 1:
            self.end("over")

    def score(self, player):
        return player.points


class Fast(Persona):
    '''Takes two.'''

    def step(self, game, me, option):
        return option
"""


def written(
    folder: pathlib.Path, name: str, head: str = "", bonus: str = "0", turn: str = "pass", **files: str
) -> pathlib.Path:
    """Return a game in which everybody gets 2 and a bonus, with files beside it."""
    folder.mkdir(exist_ok=True)
    for file, text in files.items():
        path = folder / f"{file}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    path = folder / f"{name}.py"
    path.write_text(GAME.format(head=head, bonus=bonus, turn=turn), encoding="utf-8")
    return path


def found_at(path: pathlib.Path) -> tuple[int, str]:
    """Return the winner's score in one game of the file as it is now, and what its results are kept by."""
    game = registry.load(registry.add_file(path))
    table = game.lay_table(game.defaults, 2, game.read_parts(), [game.persona("fast")])
    return int(game.play(table, np.zeros(0), 1, 0, 1)[0].score[0]), game.sources


def score(path: pathlib.Path | str, **more: Any) -> float:
    """Return the winner's score, which is 2 and the bonus."""
    figures = balancer.run(str(path), games=20, **more).metrics
    return round(float(figures["value"][figures["metric"] == "winner_score"].iloc[0]), 6)


def command(*words: str) -> Result:
    return CliRunner().invoke(balancer.cli.balancer, words)


HELPER = {"helper": "BONUS = {}"}
DEEP = {"lib/deep": "BONUS = {}"}
PACKAGE = DEEP | {"lib/__init__": ""}
FOLDER = "import os, sys\nHERE = os.path.dirname(__file__)\n"
SPEC = f"""{FOLDER}
import importlib.util as u
s = u.spec_from_file_location("helper", os.path.join(HERE, "helper.py"))
h = u.module_from_spec(s)
s.loader.exec_module(h)
"""

HELPERS: dict[str, tuple[str, str, dict[str, str]]] = {
    "import": ("import helper", "helper.BONUS", HELPER),
    "from": ("from helper import BONUS", "BONUS", HELPER),
    "as": ("import lib.deep as d", "d.BONUS", PACKAGE),
    "package": ("import lib.deep", "lib.deep.BONUS", PACKAGE),
    "namespace": ("import lib.deep", "lib.deep.BONUS", DEEP),
    "package alone": ("from lib import deep", "deep.BONUS", PACKAGE),
    "relative": ("import lib", "lib.B", DEEP | {"lib/__init__": "from .deep import BONUS as B"}),
    "beside": ("from . import helper", "helper.BONUS", HELPER),
    "chain": ("import one", "one.two.BONUS", {"one": "import two", "two": "BONUS = {}"}),
    "package of the game's name": (
        "import game_<folder> as g",
        "g.BONUS",
        {"game_<folder>/__init__": "BONUS = {}"},
    ),
    "star": ("from helper import *", "BONUS", HELPER),
    "late": ("", "helper.BONUS", HELPER),
    "late by name": ("", "__import__('helper').BONUS", HELPER | {"lib": ""}),
    "late in a helper": (
        "import one",
        "one.f()",
        HELPER | {"one": "def f():\n    import helper\n    return helper.BONUS"},
    ),
    "importlib": ("import importlib; h = importlib.import_module('helper')", "h.BONUS", HELPER),
    "importlib late": ("import importlib as i; i.import_module('helper')", "i.import_module('helper').BONUS", HELPER),
    "by a library": ("import pkgutil; h = pkgutil.resolve_name('helper')", "h.BONUS", HELPER),
    "spec": (SPEC, "h.BONUS", HELPER),
    "added folder": (f"{FOLDER}sys.path.insert(0, os.path.join(HERE, 'lib')); import deep", "deep.BONUS", DEEP),
    "relative folder": ("import sys; sys.path.append('<folder>/lib'); import deep", "deep.BONUS", DEEP),
    "standard name": ("import statistics", "statistics.BONUS", {"statistics": "BONUS = {}"}),
    "installed name": ("import click", "click.BONUS", {"click": "BONUS = {}"}),
    "itself": ("import helper", "helper.f()", {"helper": "import game_<folder>\ndef f():\n    return {}"}),
    "runpy": (f"{FOLDER}import runpy; h = runpy.run_path(os.path.join(HERE, 'helper.py'))", "h['BONUS']", HELPER),
    "exec": (f"{FOLDER}with open(os.path.join(HERE, 'helper.py')) as f: exec(f.read())", "BONUS", HELPER),
}
LATE = {"late": "import helper", "late by name": "if False: import helper"}


def with_helpers(here: pathlib.Path, kind: str, folder: str, value: int) -> pathlib.Path:
    """Return a game whose bonus is what its helper in a folder says."""
    head, bonus, files = HELPERS[kind]
    texts = {file: text.replace("{}", str(value)) for file, text in files.items()}
    texts = {file.replace("<folder>", folder): text.replace("<folder>", folder) for file, text in texts.items()}
    head = head.replace("<folder>", folder)
    return written(here / folder, f"game_{folder}", head, bonus, LATE.get(kind, "pass"), **texts)


@pytest.mark.parametrize("kind", HELPERS)
def test_each_game_has_the_modules_beside_it(kind: str, here: pathlib.Path) -> None:
    paths = [with_helpers(here, kind, folder, value) for folder, value in (("a", 10), ("b", 200))]

    found = [found_at(path) for path in (*paths, paths[0])]

    assert [points for points, _ in found] == [12, 202, 12]
    assert found[0][1] == found[2][1] != found[1][1]
    assert not {"helper", "deep", "lib", "one", "two"} & {*sys.modules}


@pytest.mark.parametrize("kind", HELPERS)
def test_an_edited_module_is_played_and_hashed_as_it_is_now(kind: str, here: pathlib.Path) -> None:
    # Of one length, within one second: what caches of bytecode take for the same file
    found = [found_at(with_helpers(here, kind, "a", value)) for value in (10, 20, 10)]

    assert [points for points, _ in found] == [12, 22, 12]
    assert found[0][1] == found[2][1] != found[1][1]


def test_check_and_against_tell_games_with_helpers_of_one_name_apart(here: pathlib.Path) -> None:
    for folder, value in (("a", 0), ("b", 100)):
        written(here / folder, f"game_{folder}", "import helper", "helper.BONUS", helper=f"BONUS = {value}")
        text = f"game: game_{folder}\ngames: 40\nchecks: [{{metric: winner_score, at_most: 50}}]\n"
        (here / folder / "c.yaml").write_text(text, encoding="utf-8")

    checked = command("check", "a/c.yaml", "b/c.yaml")
    tried = command("try", "a/game_a.py", "--against", "b/game_b.py")

    assert (checked.exit_code, tried.exit_code) == (1, 1)
    assert "FAIL winner_score at most 50: 102" in checked.output
    assert "the standings are 102" in tried.output or "and 10" in tried.output


def test_a_process_that_helps_plays_the_same_modules(here: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "HELP_AFTER", 0.0)
    path = written(here / "a", "game_a", "import helper", "helper.BONUS", helper="BONUS = 10")
    written(here / "b", "game_b", "import helper", "helper.BONUS", helper="BONUS = 200")
    game = load_file(path)
    registry.add_file(path)
    sent = pickle.dumps(registry.load("game_a"))
    (here / "a" / "helper.py").write_text("BONUS = 99", encoding="utf-8")  # what was sent counts, whatever comes then
    monkeypatch.setattr(registry, "_plain", {})

    arrived = pickle.loads(sent)  # noqa: S301  made here

    assert arrived.sources == game.sources
    assert score("b/game_b.py", jobs=2) == 202


def test_a_module_that_is_missing_is_named_as_the_code_names_it(here: pathlib.Path) -> None:
    written(here, "game", "import helper.nothing", helper="")
    assert "line 1: ModuleNotFoundError: No module named 'helper.nothing'" in command("run", "game.py").output

    written(here, "game", "from helper import nothing", helper="")
    assert "ImportError: cannot import name 'nothing' from 'helper'" in command("run", "game.py").output


# What is read ---------------------------------------------------------------------------------------------------------
BESIDE = "import pathlib\nHERE = pathlib.Path(__file__).parent\n"

READERS = {
    "json": ("import json\nB = json.loads((HERE / 'd.txt').read_text())", "{}"),
    "open": ("with open(HERE / 'd.txt') as f: B = int(f.read())", "{}"),
    "csv": ("import csv\nwith open(HERE / 'd.txt', newline='') as f: B = int(next(csv.reader(f))[1])", "a,{}"),
    "numpy": ("import numpy\nB = int(numpy.loadtxt(HERE / 'd.txt'))", "{}"),
    "pandas": ("import pandas\nB = int(pandas.read_csv(HERE / 'd.txt')['b'][0])", "a,b\n1,{}"),
    "tomllib": ("import tomllib\nwith open(HERE / 'd.txt', 'rb') as f: B = tomllib.load(f)['b']", "b = {}"),
    "os.open": ("import os\nB = int(os.read(os.open(HERE / 'd.txt', os.O_RDONLY), 9))", "{}"),
    "working folder": ("import os\nos.chdir(HERE)\nB = int(pathlib.Path('d.txt').read_text())", "{}"),
    "a helper": ("import reader\nB = reader.read(HERE / 'd.txt')", "{}"),
}  # fmt: skip


@pytest.mark.parametrize("kind", READERS)
def test_an_edited_file_gives_new_figures(kind: str, here: pathlib.Path) -> None:
    head, text = READERS[kind]
    path = written(here / "g", "game", BESIDE + head, "B", reader="def read(path):\n    return int(path.read_text())")
    found = []
    for value in (10, 20, 10):
        (here / "g" / "d.txt").write_text(text.format(value), encoding="utf-8")
        found.append(found_at(path))

    assert [points for points, _ in found] == [12, 22, 12]
    assert found[0][1] == found[2][1] != found[1][1]
    assert pathlib.Path.cwd() == here


def test_a_database_a_list_of_files_a_missing_file_and_the_environment_are_read(
    here: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def database(value: int) -> None:
        with sqlite3.connect(here / "d.db") as base:
            base.executescript("drop table if exists t; create table t (v int)")
            base.execute("insert into t values (?)", (value,))
        base.close()

    cases = [
        ("import sqlite3\nB = sqlite3.connect(HERE / 'd.db').execute('select v from t').fetchone()[0]",
         lambda: database(0), lambda: database(5)),
        ("B = len(list((HERE / 'cards').iterdir()))", (here / "cards").mkdir, (here / "cards/x").touch),
        ("try: B = int((HERE / 'extra').read_text())\nexcept OSError: B = 0", lambda: None,
         lambda: (here / "extra").write_text("7", encoding="utf-8")),
        ("import os\nB = int(os.environ.get('BONUS', 0))", lambda: None, lambda: monkeypatch.setenv("BONUS", "8")),
        ("import os\nB = int(os.getenv('BONUS2', '0'))", lambda: None, lambda: monkeypatch.setenv("BONUS2", "9")),
        ("import os\nB = len(dict(os.environ).get('B3', ''))", lambda: None, lambda: monkeypatch.setenv("B3", "9")),
    ]  # fmt: skip
    for head, before, after in cases:
        before()
        path = written(here, "game", BESIDE + head, "B")
        first = found_at(path)
        after()
        second = found_at(path)
        assert first[0] == 2, head
        assert second[0] > 2, head
        assert first[1] != second[1], head


ADDED = {
    "extra": "try:\n    from extra import B\nexcept ImportError:\n    B = 10",
    "colorsys": "import colorsys\nB = getattr(colorsys, 'B', 10)",
}


@pytest.mark.parametrize("name", ADDED)
def test_a_module_that_comes_beside_the_file_is_played_at_once(name: str, here: pathlib.Path) -> None:
    path = written(here / "g", "game", ADDED[name], "B")
    before = found_at(path)
    (here / "g" / f"{name}.py").write_text("B = 20\n", encoding="utf-8")
    after = found_at(path)

    assert (before[0], after[0]) == (12, 22)
    assert before[1] != after[1]


PLACED = """\
from importlib import util
spec = util.spec_from_file_location("far", HERE.parent / "far.py")
far = util.module_from_spec(spec)
spec.loader.exec_module(far)
B = far.B"""

FAR = "sys.path.insert"

ELSEWHERE = {
    "a module by its place": (PLACED, "pass"),
    "a late import from a folder of the search": (f"import sys\n{FAR}(0, str(HERE.parent))", "from far import B"),
    "a zip of modules": (f"import sys\n{FAR}(0, str(HERE.parent / 'far.zip'))\nfrom zipped import B", "pass"),
    "bytes of the environment": ("import os\nB = int(os.environb[b'FAR'])", "pass"),
    "a folder that is opened": ("import os\nB = 10 * len([*os.fwalk(HERE.parent / 'far')][1:])", "pass"),
}


@pytest.mark.parametrize("kind", ELSEWHERE)
def test_what_lies_elsewhere_belongs_to_the_game(
    kind: str, here: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head, turn = ELSEWHERE[kind]
    path = written(here / "g", "game", BESIDE + head, "B", turn)
    found = []
    for value in (10, 20):
        (here / "far.py").write_text(f"B = {value}\n", encoding="utf-8")
        with zipfile.ZipFile(here / "far.zip", "w") as modules:
            modules.writestr("zipped.py", f"B = {value}\n")
        monkeypatch.setenv("FAR", str(value))
        (here / "far" / ("a", "b")[value // 20]).mkdir(parents=True)
        found.append(found_at(path))

    assert [points for points, _ in found] == [12, 22]
    assert found[0][1] != found[1][1]


def test_sweep_edit_sweep_and_the_baseline_notice_an_edited_table(here: pathlib.Path) -> None:
    written(here, "game", BESIDE + "B = int((HERE / 'd.txt').read_text())", "B")
    (here / "s.yaml").write_text(
        "game: game\ngames: 40\nchecks: [{metric: winner_score, at_most: 50}]\n", encoding="utf-8"
    )
    (here / "d.txt").write_text("1", encoding="utf-8")
    assert command("check", "s.yaml", "--accept", "first").exit_code == 0
    assert "have not changed since" in command("check", "s.yaml").output
    (here / "d.txt").write_text("90", encoding="utf-8")

    found = command("check", "s.yaml")

    assert found.exit_code == 1
    assert "FAIL winner_score at most 50: 92" in found.output
    assert score("s.yaml", output="out") == 92
    (here / "d.txt").write_text("5", encoding="utf-8")
    assert score("s.yaml", output="out") == 7


def test_what_is_read_is_told(here: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BONUS", "3")
    (here / "d.txt").write_text("1", encoding="utf-8")
    (here / "g").mkdir()
    (here / "g" / "e.txt").write_text("1", encoding="utf-8")
    written(
        here / "g",
        "game",
        BESIDE + "import os\n(HERE / '../d.txt').read_text(); (HERE / 'e.txt').read_bytes(); os.environ['BONUS']",
    )

    found = json.loads(command("try", "g/game.py", "--json", "-").output)

    look = [one["sentence"] for one in found["findings"] if one["about"] == "file"]
    assert look == [
        "files read while the game is loaded, which belong to it: ../d.txt, e.txt",
        "environment variables read while the game is loaded, which belong to it: BONUS",
    ]


IN_A_GAME = {
    "opens": ("open(__file__).read()", "during a game the code opens "),
    "opens, and catches the error": ("\n        try: open('x')\n        except BaseException: pass", "the code opens "),
    "reads a path": ("__import__('pathlib').Path(__file__).read_text()", "the code opens "),
    "lists": ("__import__('os').listdir('.')", "lists the folder "),
    "reads the environment": ("__import__('os').getenv('HOME')", "reads HOME of the environment"),
    "starts a program": ("__import__('os').system('true')", "starts another program"),
    "starts a process": ("__import__('subprocess').run(['true'])", "starts another program"),
    "uses the network": ("__import__('socket').getaddrinfo('localhost', 9)", "uses the network"),
    "imports by a name of its own making": ("__import__('he' + 'lper')", "imports helper for the first time"),
    "imports so by importlib": ("__import__('importlib').import_module('he' + 'lper')", "imports helper for the first"),
    "goes elsewhere": ("__import__('os').chdir('/')", "changes the folder in which the program works"),
}  # fmt: skip


@pytest.mark.parametrize("kind", IN_A_GAME)
def test_nothing_from_outside_is_read_in_a_game(kind: str, here: pathlib.Path) -> None:
    statement, message = IN_A_GAME[kind]
    path = written(here, "game", turn=statement, helper="")

    found = command("run", "game.py", "--games", "20")

    assert found.exit_code == 4, found.output
    assert message in found.output
    assert kind == "opens, and catches the error" or f"{path}, line " in found.output
    assert "an error in the rules" in found.output


def test_a_class_in_no_file_reads_nothing_in_a_game_either(here: pathlib.Path) -> None:
    (here / "d.txt").write_text("1", encoding="utf-8")

    class Reader(Game):
        seats, usual = range(2, 4), 2
        over = ending("All have moved.")

        def setup(self) -> None:
            self.bonus = int(pathlib.Path("d.txt").read_text(encoding="utf-8"))

        def turn(self, player: Any) -> None:
            player.choose("step", [1, 2])
            self.end("over")

        def score(self, player: Any) -> int:
            return int(self.bonus + player.seat)

    with pytest.raises(RuleError, match=r"in setup: during a game the code opens .*d\.txt; read it at the top"):
        balancer.run(Reader, games=20)


def test_imports_of_libraries_and_lines_of_sources_are_no_reading(here: pathlib.Path) -> None:
    turn = "import colorsys, wave, warnings, traceback; traceback.format_stack(); warnings.warn('x', stacklevel=1)"
    written(here, "game", "import warnings; warnings.simplefilter('ignore')", turn=turn)

    assert command("run", "game.py", "--games", "20").exit_code == 0


def test_what_a_file_does_to_the_process_does_not_outlast_it(here: pathlib.Path) -> None:
    before = list(sys.path), sys.getrecursionlimit(), sys.stdout
    head = "import os, sys\nos.chdir('/'); sys.path.clear(); sys.path.append('/x'); sys.setrecursionlimit(999)\n"
    path = written(here, "game", f"{head}sys.stdout = None; sys.modules.pop('json', None)")

    load_file(path)

    assert (list(sys.path), sys.getrecursionlimit(), sys.stdout) == before
    assert pathlib.Path.cwd() == here
    assert "json" in sys.modules
