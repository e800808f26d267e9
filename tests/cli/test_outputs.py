"""Outputs never destroy anything: not an input of the same command, and not what balancer did not write."""

import dataclasses
import json
import os
import pathlib

import pytest
from click.testing import CliRunner, Result

import balancer.cli
from balancer.simulation.runner import Runner
from balancer.simulation.store import Store, StoreError, read

SCENARIO = "game: black_death\ngames: 20\nchecks: [{metric: rounds, at_most: 1000}]\nvariants: {few: {players: 3}}\n"
MINE = "all that I have written\n"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pathlib.Path("s.yaml").write_text(SCENARIO, encoding="utf-8")
    pathlib.Path("notes.md").write_text(MINE, encoding="utf-8")


def balance(*words: str) -> Result:
    """Run a command line in this process."""
    return CliRunner().invoke(balancer.cli.balancer, words)


def foreign_folder() -> pathlib.Path:
    """Make a browser extension's folder: it has a manifest.json, too."""
    folder = pathlib.Path("extension")
    (folder / "charts").mkdir(parents=True)
    (folder / "manifest.json").write_text('{"manifest_version": 3, "name": "mine"}', encoding="utf-8")
    (folder / "charts" / "logo.svg").write_text("<svg/>", encoding="utf-8")
    (folder / "seats.csv").write_text("a,b\n", encoding="utf-8")
    return folder


def contents(folder: pathlib.Path) -> dict[str, bytes]:
    """Return all files of a folder."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("command", ["run", "sweep", "check", "compare"])
def test_a_folder_with_a_manifest_of_somebody_else_is_left_alone(command: str) -> None:
    folder = foreign_folder()
    before = contents(folder)

    done = balance(command, "s.yaml", "-o", str(folder), "-q")

    assert done.exit_code == 2
    assert "extension holds other files" in done.stderr
    assert "--force" in done.stderr
    assert contents(folder) == before


def test_forced_into_a_foreign_folder_nothing_of_it_is_deleted() -> None:
    folder = foreign_folder()

    assert balance("run", "s.yaml", "-o", str(folder), "-q", "--force").exit_code == 0
    assert balance("run", "s.yaml", "-o", str(folder), "-q").exit_code == 0

    assert (folder / "charts" / "logo.svg").read_text(encoding="utf-8") == "<svg/>"
    assert (folder / "index.html").is_file()


def test_a_folder_of_ours_is_written_again_even_where_its_manifest_is_damaged() -> None:
    assert balance("run", "s.yaml", "-o", "mine", "-q").exit_code == 0
    pathlib.Path("mine/manifest.json").write_text("{", encoding="utf-8")

    assert balance("run", "s.yaml", "-o", "mine", "-q").exit_code == 0


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["run", "s.yaml", "--json", "s.yaml"], "--json"),
        (["run", "s.yaml", "--json", "./s.yaml", "--force"], "--json"),
        (["sweep", "s.yaml", "--json", "s.yaml"], "--json"),
        (["sweep", "s.yaml", "--markdown", "s.yaml"], "--markdown"),
        (["compare", "s.yaml", "--json", "s.yaml"], "--json"),
        (["check", "s.yaml", "--junit", "s.yaml"], "--junit"),
        (["check", "s.yaml", "--markdown", "link.yaml"], "--markdown"),
        (["check", "s.yaml", "--json", "s.baseline.json"], "--json"),
    ],
)
def test_no_output_replaces_an_input_of_the_same_command(words: list[str], option: str) -> None:
    pathlib.Path("link.yaml").symlink_to("s.yaml")

    done = balance(*words, "-q")

    assert done.exit_code == 2
    assert f"{option} " in done.stderr
    assert "input of this command" in done.stderr
    assert pathlib.Path("s.yaml").read_text(encoding="utf-8") == SCENARIO


def test_a_component_table_is_an_input_too() -> None:
    balance("new", "oktoberfest", "o.yaml", "--parts")
    before = pathlib.Path("o_parts.csv").read_bytes()

    done = balance("run", "o.yaml", "--games", "5", "--json", "o_parts.csv", "--force")

    assert done.exit_code == 2
    assert pathlib.Path("o_parts.csv").read_bytes() == before


@pytest.mark.parametrize("option", ["--json", "--junit", "--markdown"])
def test_a_file_that_is_not_ours_is_overwritten_only_when_forced(option: str) -> None:
    refused = balance("check", "s.yaml", option, "notes.md", "-q")

    assert refused.exit_code == 2
    assert f"{option} notes.md" in refused.stderr
    assert pathlib.Path("notes.md").read_text(encoding="utf-8") == MINE

    assert balance("check", "s.yaml", option, "notes.md", "-q", "--force").exit_code == 0
    assert pathlib.Path("notes.md").read_text(encoding="utf-8") != MINE
    assert balance("check", "s.yaml", option, "notes.md", "-q").exit_code == 0  # ours by now


def test_two_outputs_are_two_files() -> None:
    done = balance("check", "s.yaml", "--junit", "out", "--markdown", "./out")

    assert done.exit_code == 2
    assert "both write" in done.stderr


def test_the_schema_does_not_replace_what_is_not_a_schema_of_ours() -> None:
    assert balance("schema", "-o", "notes.md").exit_code == 2
    assert pathlib.Path("notes.md").read_text(encoding="utf-8") == MINE
    assert balance("schema", "-o", "s.schema.json").exit_code == 0
    assert balance("schema", "-o", "s.schema.json").exit_code == 0


def test_a_link_stays_a_link_and_a_device_a_device() -> None:
    pathlib.Path("results.json").symlink_to("real.json")

    assert balance("run", "s.yaml", "--json", "results.json", "-q").exit_code == 0
    assert balance("run", "s.yaml", "--json", "/dev/null", "-q").exit_code == 0

    assert pathlib.Path("results.json").is_symlink()
    assert json.loads(pathlib.Path("real.json").read_text(encoding="utf-8"))["game"] == "black_death"
    assert pathlib.Path("/dev/null").is_char_device()


def linked(path: pathlib.Path, victim: pathlib.Path) -> None:
    """Put a link to a file of the user in the place of a result."""
    path.unlink()
    path.symlink_to(victim)


@pytest.mark.parametrize("command", [("report", "res"), ("run", "s.yaml", "-o", "res", "--games", "30", "-q")])
def test_no_link_in_a_results_folder_is_followed(command: tuple[str, ...]) -> None:
    """The folder came from elsewhere, with links to files of the user: all of it is written, and none of these."""
    assert balance("run", "s.yaml", "-o", "res", "-q").exit_code == 0
    home = pathlib.Path("home").absolute()
    home.mkdir()
    written = [path for path in pathlib.Path("res").rglob("*") if path.is_file()]
    for number, path in enumerate(written):
        if path.parent.name != "cells" and path.name != "manifest.json":  # are read
            (home / f"{number}").write_text(MINE, encoding="utf-8")
            linked(path, home / f"{number}")
    pathlib.Path("res/.secret.part").symlink_to(home / "0")
    before = contents(home)

    assert balance(*command).exit_code == 0

    assert len(before) > 5
    assert contents(home) == before
    assert not [path for path in pathlib.Path("res").rglob("*.*") if path.is_symlink() and path.name != ".balancer"]


@pytest.mark.parametrize("name", ["charts", "cells", "pairs"])
def test_a_linked_folder_in_a_results_folder_is_refused(name: str) -> None:
    """Nothing is written there, and nothing deleted that was ours or half a file."""
    command = ["compare", "s.yaml", "-o", "res", "-q"] if name == "pairs" else ["run", "s.yaml", "-o", "res", "-q"]
    assert balance(*command).exit_code == 0
    pathlib.Path("res", name).rename("elsewhere")
    for extra in (".a.part", "old.svg"):
        pathlib.Path("elsewhere", extra).write_text("<!-- generated by balancer -->", encoding="utf-8")
    pathlib.Path("res", name).symlink_to(pathlib.Path("elsewhere").absolute())
    before = contents(pathlib.Path("elsewhere"))

    done = balance(*command, "--games", "25")

    assert done.exit_code == 4
    assert f"res/{name} is a link" in done.stderr
    assert "delete the link" in done.stderr
    assert contents(pathlib.Path("elsewhere")) == before


def test_a_results_folder_that_is_a_link_itself_is_followed() -> None:
    pathlib.Path("disk").mkdir()
    pathlib.Path("res").symlink_to("disk")

    assert balance("run", "s.yaml", "-o", "res", "-q").exit_code == 0
    assert balance("report", "res").exit_code == 0

    assert pathlib.Path("disk/index.html").is_file()


def test_links_to_nowhere_make_no_files_and_pipes_are_not_waited_for() -> None:
    """The mark and the lock of a folder are links to files that are missing, its manifest is a pipe."""
    pathlib.Path("res").mkdir()
    for name in (".balancer", ".lock"):
        pathlib.Path("res", name).symlink_to("../made")
    os.mkfifo("res/manifest.json")

    assert balance("report", "res").exit_code == 2
    assert balance("run", "s.yaml", "-o", "res", "-q", "--force").exit_code == 0

    assert not pathlib.Path("made").exists()
    assert pathlib.Path("res/manifest.json").is_file()


@pytest.mark.parametrize(("mask", "mode"), [(0o077, 0o600), (0o022, 0o644), (0o002, 0o664)])
def test_files_have_the_permissions_that_the_user_gives_to_new_ones(mask: int, mode: int) -> None:
    old = os.umask(mask)
    try:
        assert balance("run", "s.yaml", "-o", "res", "--json", "r.json", "-q").exit_code == 0
    finally:
        os.umask(old)

    files = [pathlib.Path("r.json"), *(path for path in pathlib.Path("res").rglob("*") if path.is_file())]
    assert {path.stat().st_mode & 0o777 for path in files} == {mode}


def test_results_from_python_and_from_the_command_line_share_a_folder() -> None:
    balancer.run("black_death", games=20, output="both")

    assert balance("run", "black_death", "--games", "20", "-o", "both", "-q").exit_code == 0


def test_from_python_a_foreign_folder_is_refused() -> None:
    folder = foreign_folder()
    before = contents(folder)

    with pytest.raises(StoreError, match="holds other files"):
        balancer.run("black_death", games=20, output=folder)
    assert contents(folder) == before


# Pages that show more -------------------------------------------------------------------------------------------------
QUESTION = """
game: black_death
games: 40
checks: [{metric: rounds, at_most: 1000}]
variants: {few: {players: 3}, many: {players: 6}}
sweep: {axes: {players: [2, 3, 4]}}
"""

LESS = {
    "run": ((), ("--games", "20"), "40 games per setting where this command plays 20"),
    "sweep of other dice": ((), ("--games", "20", "--seed", "7"), "40 games per setting where this command plays 20"),
    "sweep of fewer cells": ((), ("--players", "3"), "3 settings where this command plays 1"),
    "sweep of fewer cells of other rules": (
        (),
        ("--players", "3", "--set", "ranks=9"),
        "3 settings where this command plays 1",
    ),
    "sweep of less precision": (
        ("--precision", "8pp", "--max-games", "200"),
        ("--precision", "9pp", "--max-games", "200"),
        "±8pp where this command plays to ±9pp",
    ),
    "compare": ((), ("--variant", "few"), "2 variants where this command plays 1"),
    "check": (("--games", "500"), ("--games", "40"), "500 games per setting where this command plays 400"),
    "tournament": (
        ("--personas", "even,edger,random", "--games", "20", "--players", "2"),
        ("--personas", "even,edger", "--games", "20", "--players", "2"),
        "6 line-ups where this command plays 5",
    ),
    "sensitivity": (
        ("--knob", "ranks", "--knob", "suits", "--games", "20"),
        ("--knob", "suits", "--games", "20"),
        "changes where this command plays 2",
    ),
}


@pytest.mark.parametrize("name", LESS)
def test_a_page_is_not_replaced_by_one_that_shows_less_of_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command prints its answer and says so; --force replaces the page.  Narrating games would take seconds."""
    monkeypatch.setattr("balancer.narration.divergence.narrated", lambda *_: None)
    first, second, difference = LESS[name]
    command = [name.split(maxsplit=1)[0], "q.yaml", "-o", "out", "-q"]
    pathlib.Path("q.yaml").write_text(QUESTION, encoding="utf-8")
    assert balance(*command, *first).exit_code in {0, 3}
    before = contents(pathlib.Path("out"))

    less = balance(*command, *second)

    assert less.exit_code in {0, 3}, less.output
    assert "note: out holds a page with " in less.stderr
    assert f"{difference}; that page stays as it is (-o FOLDER writes another page, --force" in less.stderr
    assert len(less.stdout.splitlines()) > 2
    assert "out/index.html" not in less.stdout
    after = contents(pathlib.Path("out"))
    assert {name: after[name] for name in before} == before, "also the manifest, from which `report` writes it again"
    assert balance(*command, *second, "--force").exit_code in {0, 3}
    assert contents(pathlib.Path("out"))["out/index.html"] != before["out/index.html"]


def test_a_page_of_more_games_or_of_another_question_replaces_one() -> None:
    """Other rules in the scenario, or another axis, of which the page shows a part."""
    pathlib.Path("q.yaml").write_text(QUESTION, encoding="utf-8")
    assert balance("sweep", "q.yaml", "-q").exit_code == 0
    pathlib.Path("q.yaml").write_text(f"{QUESTION}rules: {{ranks: 9}}\n", encoding="utf-8")
    assert balance("sweep", "q.yaml", "-q", "--games", "20").exit_code == 0
    assert balance("sweep", "q.yaml", "-q", "--games", "80").exit_code == 0
    pathlib.Path("q.yaml").write_text(
        QUESTION.replace("games: 40", "games: 80").replace("[2, 3, 4]", "[3, 4, 5]"), encoding="utf-8"
    )
    assert balance("sweep", "q.yaml", "-q").exit_code == 0


def test_a_new_cell_does_not_let_fewer_replace_more() -> None:
    pathlib.Path("q.yaml").write_text(QUESTION, encoding="utf-8")
    assert balance("sweep", "q.yaml", "-q").exit_code == 0
    pathlib.Path("q.yaml").write_text(QUESTION.replace("[2, 3, 4]", "[4, 5]"), encoding="utf-8")
    page = pathlib.Path("reports/q/index.html").read_bytes()
    less = balance("sweep", "q.yaml", "-q", "--charts", "svg")

    assert less.exit_code == 0
    assert "3 settings where this command plays 2" in less.stderr
    assert pathlib.Path("reports/q/index.html").read_bytes() == page
    assert not pathlib.Path("reports/q/pictures").exists()


def test_a_page_is_remembered_where_more_games_were_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    pathlib.Path("q.yaml").write_text(QUESTION, encoding="utf-8")
    assert balance("sweep", "q.yaml", "-q").exit_code == 0
    with monkeypatch.context() as patch:
        patch.setattr(Runner, "play", interrupted)
        assert balance("sweep", "q.yaml", "-q", "--games", "80").exit_code == 130

    assert "40 games per setting" in balance("sweep", "q.yaml", "-q", "--games", "20").stderr
    assert balance("sweep", "q.yaml", "-q").exit_code == 0


def test_what_writes_no_page_leaves_one() -> None:
    """Results of several commands in one folder: a sweep of fewer games is still refused."""
    pathlib.Path("q.yaml").write_text(QUESTION, encoding="utf-8")
    assert balance("sweep", "q.yaml", "-q", "-o", "out").exit_code == 0
    assert balance("check", "q.yaml", "-q", "-o", "out", "--accept", "why").exit_code == 0

    assert "40 games per setting" in balance("sweep", "q.yaml", "-q", "-o", "out", "--games", "20").stderr


def test_a_search_does_not_replace_the_page_of_more_games() -> None:
    """It writes a page, and plays what the sweep has played; --force replaces the page, which is then its own."""
    pathlib.Path("q.yaml").write_text(QUESTION, encoding="utf-8")
    assert balance("sweep", "q.yaml", "-q", "-o", "out").exit_code == 0
    page = pathlib.Path("out/index.html").read_bytes()
    few = ("-q", "-o", "out", "--games", "20")
    quick = balance("seek", "q.yaml", *few)

    assert quick.exit_code == 0, quick.output
    assert "out holds a page with 40 games per setting where this command plays 20" in quick.stderr
    assert pathlib.Path("out/index.html").read_bytes() == page
    assert balance("seek", "q.yaml", *few, "--force").exit_code == 0
    assert balance("sweep", "q.yaml", *few).exit_code == 0, "the page is another one now"


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_what_retuning_found_is_not_lost() -> None:
    """The search is nowhere but in the manifest."""
    pathlib.Path("q.yaml").write_text(QUESTION, encoding="utf-8")
    assert balance("sweep", "q.yaml", "-q", "-o", "out").exit_code == 0
    folder = pathlib.Path("out")
    Store(folder).write_manifest(dataclasses.replace(read(folder).manifest, facts={"retuned": {"cells": []}}))

    said = balance("sweep", "q.yaml", "-q", "-o", "out").stderr
    assert "with what --retune found, where this command searches for nothing;" in said
