"""`balancer sweep --retune`: announced, played, written, and read back."""

import csv
import json
import pathlib
import types

import pytest

import balancer
from balancer.players import exploit, retune
from balancer.players.tournament import Stop
from balancer.players.tuning import SearchBudget
from balancer.simulation.jobs import CellJob
from tests.cli.test_commands import balance

SCENARIO = """\
game: black_death
players: 3
games: 120
lineup: [middler]
sweep: {axes: {players: [2, 3]}}
report: {headline: [turns, seat_spread]}
"""

SMALL = SearchBudget(starts=12, first=24, basins=1, generations=1, tries=4, polish=48, held_out=600)
"""A search that takes a part of a second."""


def settled(_: object, stop: Stop, *__: object) -> types.SimpleNamespace:
    """Return what `tune` would find after seconds, which tests/players/test_retune.py plays: all become readers."""
    return types.SimpleNamespace(stop=stop, mixture={"reader": 1.0}, settled=True)


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Return a folder of one's own with a scenario; searches are short, and no charts are drawn: they take seconds."""
    (tmp_path / "one.yaml").write_text(SCENARIO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(retune.RetunePlan, "budget", SMALL)
    monkeypatch.setattr(exploit, "tune", settled)
    monkeypatch.setattr("balancer.reporting.drawing.svg.Drawing.svg", lambda _: '<svg viewBox="0 0 10 10"></svg>')
    return tmp_path


@pytest.mark.parametrize(("option", "cells"), [("--retune", 2), ("--retune-all", 2), ("", 0)])
def test_the_plan_tells_the_cost(option: str, cells: int) -> None:
    content = balance("sweep", "one.yaml", "--plan", *([option] if option else [])).stdout

    assert (f"retuning: a search for better habits in {cells} settings, about " in content) is bool(option)
    assert ("if better players are found in all" in content) is bool(option)


def test_beaten_cells_are_played_by_tuned_players(here: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = balance("sweep", "one.yaml", "--retune", "--json", "retuned.json")

    assert done.exit_code == 0, done.output
    assert "Tuned players" in done.stdout
    assert "a better player beats the line-up" in " ".join(done.stdout.split()).lower()
    folder = here / "reports" / "one"
    content = json.loads((here / "retuned.json").read_text(encoding="utf-8"))["retuned"]
    assert len(content["cells"]) == 2
    beaten = [cell for cell in content["cells"] if cell["beaten"]]
    with (folder / "retuned.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["beaten"] for row in rows].count("True") == 2 * len(beaten)
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert '<h2 id="tuned-title">Tuned players</h2>' in page
    assert "retuned,mixture," in (folder / "columns.csv").read_text(encoding="utf-8")

    monkeypatch.setattr(CellJob, "play", None)
    assert balance("report", str(folder)).exit_code == 0
    assert (folder / "index.html").read_text(encoding="utf-8") == page


def test_python_finds_what_the_command_finds(here: pathlib.Path) -> None:
    """With the same seeds; a sweep without the search says how to ask for it."""
    balance("sweep", "one.yaml", "--retune", "--json", "retuned.json", "-q")
    content = json.loads((here / "retuned.json").read_text(encoding="utf-8"))["retuned"]
    found = balancer.sweep("one.yaml", retune=True)

    assert json.loads(json.dumps(found.to_json()["retuned"])) == content
    assert found.tuned is not None
    assert len(found.retuned) == len(found.tuned.rows()) > 0
    with pytest.raises(ValueError, match="retune=True"):
        _ = balancer.sweep("one.yaml").retuned
