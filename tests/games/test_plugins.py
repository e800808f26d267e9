"""Games from outside the package: found, named when broken, and never in the way of others."""

import os
import pathlib
import subprocess
import sys
import textwrap
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

import balancer.cli
from balancer import games
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import Overrides, from_dict, load

ROOT = pathlib.Path(__file__).parents[2]
WINDFALL = ROOT / "examples" / "windfall"

Project = Callable[..., pathlib.Path]


@pytest.fixture
def project(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Make a project folder with a package of its own, and add it to BALANCER_GAMES."""

    def make(package: str, code: str, *, name: str = "", value: str = "", folder: str = "") -> pathlib.Path:
        home = tmp_path / (folder or package)
        (home / package).mkdir(parents=True)
        (home / package / "__init__.py").write_text(textwrap.dedent(code), encoding="utf-8")
        entry = f'[project.entry-points."balancer.games"]\n{name or package} = "{value or package}"\n'
        (home / "pyproject.toml").write_text(f"[project]\nname = '{package}'\n{entry}", encoding="utf-8")
        before = os.environ.get(games.FOLDERS, "")
        monkeypatch.setenv(games.FOLDERS, os.pathsep.join(word for word in (before, str(home)) if word))
        return home

    monkeypatch.delenv(games.FOLDERS, raising=False)
    return make


def installed(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, distribution: str, entry: str) -> None:
    """Metadata as pip leaves them, in a folder on the path."""
    site = tmp_path / f"site_{distribution}"
    info = site / f"{distribution}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[balancer.games]\n{entry}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(site))


def balance(*words: str) -> Result:
    return CliRunner().invoke(balancer.cli.balancer, words)


def why_broken(name: str) -> str:
    with pytest.raises(games.BrokenGameError) as error:
        games.load(name)
    return str(error.value)


# Found ----------------------------------------------------------------------------------------------------------------
def test_a_project_folder_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(games.FOLDERS, str(WINDFALL))
    path = list(sys.path)

    assert "windfall" in games.names()
    assert games.load("windfall").title == "Windfall"
    assert games.plugin_problems() == []
    assert sys.path == path, "nothing of the folder but the game can be imported later"
    assert balance("games").stdout.count("windfall") == 1
    assert balance("validate", str(WINDFALL / "scenario.yaml")).exit_code == 0
    assert "windfall.rules" in balance("schema").stdout
    assert "metrics" not in balance("metrics", "windfall").stderr


def test_names_import_nothing(project: Project) -> None:
    project("explodes", "raise SystemExit")

    assert "explodes" in games.names()
    assert games.plugin_problems() == []


def test_what_is_tried_goes_before_what_is_installed(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, "orchard", "windfall = nowhere")
    assert why_broken("windfall").startswith("game windfall of orchard 1.0 (nowhere) can't be imported: ModuleNotFound")

    monkeypatch.setenv(games.FOLDERS, str(WINDFALL))
    assert games.load("windfall").title == "Windfall"


# Broken ---------------------------------------------------------------------------------------------------------------
def test_an_import_error_is_reported_with_its_place(project: Project) -> None:
    home = project("rotten", "import sys\nimport no_such_module_anywhere\n")
    result = why_broken("rotten")

    assert result.startswith(
        f"game rotten of {home / 'pyproject.toml'} (rotten) can't be imported: ModuleNotFoundError"
    )
    assert result.endswith(f"({home / 'rotten' / '__init__.py'}, line 2)")


@pytest.mark.parametrize(
    ("package", "code", "expected"),
    [
        ("garbled", "GAME = (\n", "can't be imported: SyntaxError: '(' was never closed (__init__.py, line 1)"),
        ("quitter", "raise SystemExit(0)", "can't be imported: SystemExit: 0"),
        ("empty_house", "", "(empty_house) has no GAME; it needs GAME = Game.of(...) in"),
        ("pretender", "GAME = {'name': 'pretender'}", "(pretender) holds a dict, not a balancer.core.game.Game"),
        (
            "masked",
            "from balancer.games.black_death import GAME",
            "calls itself 'black_death' in its GAME; both names must be the same",
        ),
    ],
)
def test_what_is_no_game_is_said(package: str, code: str, expected: str, project: Project) -> None:
    project(package, code)

    assert expected in why_broken(package)


def test_a_card_with_mistakes_names_all_of_them(project: Project) -> None:
    project(
        "sloppy",
        """
        import dataclasses
        from balancer.games.black_death import GAME
        GAME = dataclasses.replace(GAME, name="Sloppy", knobs=GAME.knobs[:-1], lineup=("nobody",), most_players=11)
        """,
    )
    result = why_broken("sloppy")

    assert "game: 'Sloppy' is not a name; allowed: lower-case letters, digits and _, a letter first" in result
    assert "players: 1 <= least <= usual <= most <= 10 is required" in result
    assert "knobs: max_rounds is missing" in result
    assert "lineup: there is no persona nobody" in result


def test_a_package_that_python_has_from_elsewhere(project: Project) -> None:
    home = project("json", "GAME = None", name="shadowed")

    assert f"is not in {home}: Python has another json, from" in why_broken("shadowed")


# Clashes --------------------------------------------------------------------------------------------------------------
def test_the_name_of_a_game_here(project: Project) -> None:
    project("impostor", "raise ValueError", name="black_death")

    assert games.load("black_death").title == "Black Death"
    done = balance("games")
    assert "(impostor) is ignored: balancer has a game of that name; rename it" in done.stderr
    assert done.stdout.count("black_death") == 1


def test_one_name_from_two_packages(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, "first", "twin = first")
    installed(tmp_path, monkeypatch, "second", "twin = second")
    result = why_broken("twin")

    assert "game twin of first 1.0 (first)" in result
    assert "game twin of second 1.0 (second)" in result
    assert result.endswith("have the same name; uninstall one, or rename it")


def test_a_package_that_is_found_twice_is_one(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, "once", "twin = once")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site_once"), f"{tmp_path / 'site_once'}{os.sep}", *sys.path])

    assert games.plugin_problems() == []


# Never in the way -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, "can't be read: No such file or directory"),
        ("[project", "can't be read: "),
        ("[project]", 'names no game; it needs [project.entry-points."balancer.games"] and NAME = "PACKAGE"'),
    ],
    ids=["no folder", "no TOML", "no entry point"],
)
def test_a_folder_without_a_game(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, text: str | None, expected: str
) -> None:
    home = tmp_path / "home"
    if text is not None:
        home.mkdir()
        (home / "pyproject.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv(games.FOLDERS, str(home))

    (complaint,) = games.plugin_problems()
    assert complaint.startswith(f"BALANCER_GAMES: {home / 'pyproject.toml'} ")
    assert expected in complaint
    assert f"note: {complaint}" in balance("games").stderr
    assert complaint in balance("games", "mine").output
    with pytest.raises(ScenarioError) as error:
        load("mine")
    assert complaint in str(error.value)


def test_other_games_are_played_beside_broken_ones(project: Project) -> None:
    project("rotten2", "raise ValueError('worms')")

    listed, schema = balance("games"), balance("schema")
    assert (listed.exit_code, schema.exit_code) == (0, 0)
    assert "can't be imported: ValueError: worms" in listed.stderr
    assert "can't be imported: ValueError: worms" in schema.stderr
    assert "rotten2" not in listed.stdout + schema.stdout
    assert balance("run", "black_death", "--games", "20").exit_code == 0


def test_a_scenario_of_a_broken_game_is_reported_so(project: Project) -> None:
    project("rotten3", "raise ValueError('worms')")

    for loading in (lambda: from_dict({"game": "rotten3"}), lambda: load("rotten3", Overrides(sets=("a=1",)))):
        with pytest.raises(ScenarioError, match="can't be imported: ValueError: worms"):
            loading()
    done = balance("games", "rotten3")
    assert done.exit_code == 2
    assert "ValueError: worms" in done.stderr


# The example ----------------------------------------------------------------------------------------------------------
def test_the_example_passes_its_own_tests() -> None:
    """As whoever copies it runs them: in its folder, not installed."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=WINDFALL,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
