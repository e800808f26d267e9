"""`balancer new`: what it writes is right, plays, and can be edited; nothing is lost."""

import json
import os
import pathlib
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

import balancer
import balancer.cli
import balancer.plain
from balancer import games


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def balance(*words: str) -> Result:
    return CliRunner().invoke(balancer.cli.balancer, words)


@pytest.mark.parametrize("name", games.own_names())
def test_what_is_written_is_right_and_plays(name: str, here: pathlib.Path) -> None:
    done = balance("new", name)

    assert (done.exit_code, done.stdout, done.stderr) == (0, f"{name}.yaml\nbalancer.schema.json\n", "")
    assert balance("new", name, "-").stdout == (here / f"{name}.yaml").read_text(encoding="utf-8")
    checked = balance("validate", f"{name}.yaml")
    assert (checked.exit_code, checked.stderr) == (0, "")
    text = (here / f"{name}.yaml").read_text(encoding="utf-8")
    short = text.replace("games: 20_000 ", "games: 20 ").replace("robustness: personas", "robustness: off")
    (here / "short.yaml").write_text(short, encoding="utf-8")
    found = balancer.sweep("short.yaml", jobs=1)
    assert {cell.tally["games"] for cell in found.cells} == {20}
    assert list(found.seats["players"].unique()) == [3, 4, 5]


def test_the_table_lies_beside_and_what_is_edited_in_it_plays(here: pathlib.Path) -> None:
    done = balance("new", "oktoberfest", "täglich Bier/mine.yaml", "--parts")
    folder = here / "täglich Bier"
    table = folder / "mine_parts.csv"

    files = ("mine.yaml", "mine_parts.csv", "balancer.schema.json")
    assert done.stdout.splitlines() == [f"täglich Bier{os.sep}{name}" for name in files]
    assert "parts: mine_parts.csv" in (folder / "mine.yaml").read_text(encoding="utf-8")
    written = (folder / "mine.yaml").read_text(encoding="utf-8")
    assert "robustness: personas" in written
    (folder / "mine.yaml").write_text(written.replace("robustness: personas", "robustness: off"), encoding="utf-8")
    before = balance("run", str(folder / "mine.yaml"), "--games", "50", "--json", "-").stdout
    printed = balance("run", "oktoberfest", "--games", "50", "--seed", "1", "--json", "-").stdout
    assert timeless(before) == timeless(printed.replace('"oktoberfest.csv"', '"mine_parts.csv"'))

    cards = table.read_text(encoding="utf-8")
    table.write_text(cards.replace("Stein,wild,7,4,2,2", "Maß,wild,40,9,2,6"), encoding="utf-8")
    after = balance("run", str(folder / "mine.yaml"), "--games", "50", "--json", "-").stdout
    assert timeless(after) != timeless(before)


def timeless(content: str) -> list[str]:
    """Return the lines of what `--json` wrote, without times and what is said of other players."""
    known = {key: value for key, value in json.loads(content).items() if key not in {"ladder", "robustness"}}
    return [line for line in json.dumps(known, indent=1).splitlines() if "seconds" not in line]


def test_nothing_is_overwritten_unless_asked(here: pathlib.Path) -> None:
    (here / "mine_parts.csv").write_text("my own\n", encoding="utf-8")

    done = balance("new", "oktoberfest", "mine.yaml", "--parts")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "mine_parts.csv exists already" in done.stderr
    assert [file.name for file in here.iterdir()] == ["mine_parts.csv"]

    assert balance("new", "oktoberfest", "mine.yaml", "--parts", "--force").exit_code == 0
    assert "Pretzel" in (here / "mine_parts.csv").read_text(encoding="utf-8")
    schema = here / "balancer.schema.json"
    assert "lineup" in json.loads(schema.read_text(encoding="utf-8"))["properties"]
    schema.write_text("my own\n", encoding="utf-8")
    assert "schema" not in balance("new", "oktoberfest", "other.yaml").stdout
    assert schema.read_text(encoding="utf-8") == "my own\n"


def test_each_table_of_a_game_gets_a_file_that_the_scenario_names(here: pathlib.Path) -> None:
    done = balance("new", "festo", "mine.yaml", "--parts")

    assert done.stdout.splitlines()[:3] == ["mine.yaml", "mine_dishes.csv", "mine_events_table.csv"]
    assert "Salt Caravan" in (here / "mine_events_table.csv").read_text(encoding="utf-8")
    assert balance("validate", "mine.yaml").exit_code == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["black_death", "--parts"], "Black Death has no component table"),
        (["oktoberfest", "-", "--parts"], "name a FILE"),
        (["octoberfest"], "did you mean oktoberfest?"),
        (["oktoberfest", "."], ". is a folder; name a file, as in scenario.yaml"),
        ([], "Missing argument 'GAME'; for a game of your own: balancer new --game my_game"),
        (["--game", "Mine"], "--game Mine: this can't be the name of a game; allowed: lower-case letters"),
        (["--game", "black_death"], "--game black_death: there is a game of that name"),
        (["oktoberfest", "--game", "mine"], "--game takes no GAME"),
        (["oktoberfest", "--for-assistant"], "--for-assistant takes no GAME"),
    ],
)
def test_what_cannot_be_written_is_reported(words: list[str], expected: str, here: pathlib.Path) -> None:
    done = balance("new", *words)

    assert (done.exit_code, done.stdout) == (2, "")
    assert expected in done.stderr
    assert list(here.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_a_failure(here: pathlib.Path) -> None:
    (here / "file").touch()

    done = balance("new", "oktoberfest", "file/mine.yaml")

    assert done.exit_code == 4
    assert "can't write file/mine.yaml" in done.stderr


# A game of one's own --------------------------------------------------------------------------------------------------
def test_a_game_is_written_that_runs_and_is_right(here: pathlib.Path) -> None:
    done = balance("new", "--game", "three_cats")

    files = ["three_cats.py", "three_cats.csv", "three_cats.yaml", "test_three_cats.py"]
    assert done.stdout.splitlines() == [*files, "Next: balancer try three_cats.py, then balancer page three_cats.py"]
    assert sorted(path.name for path in here.iterdir()) == sorted(files)
    text = (here / "three_cats.py").read_text(encoding="utf-8")
    assert "class ThreeCats(Game):" in text
    assert 'cards("three_cats.csv"' in text
    assert "my_game" not in "".join(path.read_text(encoding="utf-8").lower() for path in here.iterdir())
    assert balance("validate", "three_cats.yaml").exit_code == 0
    assert balance("check", "three_cats.yaml", "-q").exit_code == 0
    again = balance("new", "--game", "three_cats")
    assert (again.exit_code, again.stdout) == (2, ""), "nothing is overwritten"


def test_what_is_written_passes_its_own_test(here: pathlib.Path) -> None:
    assert balance("new", "--game", "four_cats").exit_code == 0
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_four_cats.py"]
    done = subprocess.run(words, cwd=here, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_guide_names_all_there_is(here: pathlib.Path) -> None:
    done = balance("new", "--game", "three_cats", "--for-assistant")

    assert (done.exit_code, list(here.iterdir())) == (0, [])
    assert "balancer try three_cats.py" in done.stdout
    assert "my_game" not in done.stdout
    for name in balancer.plain.__all__:
        assert name in done.stdout
    hooks = [name for name in vars(balancer.plain.Game) if not name.startswith("_") and name != "title"]
    assert [name for name in ("setup", "turn", "round", "finished", "score", "winners") if name not in hooks] == []
    assert balance("new", "--for-assistant").stdout == done.stdout.replace("three_cats", "my_game").replace(
        "ThreeCats", "MyGame"
    )
