"""`sweep --plays`: dots of real plays on the charts of a page, each at the cell by whose rules it was played."""

import html
import json
import pathlib

import numpy as np
import pytest
from click.testing import CliRunner, Result

import balancer
import balancer.cli
from balancer.reporting.drawing import style
from balancer.reporting.drawing.svg import short
from balancer.reporting.page.sweep_section import SweepBlocks
from balancer.scenario.errors import ScenarioError

SCENARIO = """game: black_death
lineup: [baiter, middler]
players: 3
games: 400
sweep: {axes: {rules.suits: [4, 6], players: [3, 4]}}
report: {headline: [rounds, seat_advantage, seat_spread]}
"""
SETTINGS = {(4, 3): (0, 8), (4, 4): (1, 9), (6, 4): (3, 10), (2, 4): (None, 7), (6, 3): (2, 4)}
"""Suits and players of the plays -> the number of their cell, and how many plays there are."""


def logged(folder: pathlib.Path) -> None:
    """Plays of all settings; rounds: 10 times the cell, plus 1 or 2 by turns; seat 1 wins them all."""
    rows = ["play,seat,player,won,rounds,suits,mood"]
    for (suits, players), (cell, plays) in SETTINGS.items():
        for play in range(plays):
            rows += [
                f"{suits}.{players}.{play},{seat + 1},Zoe{seat},{'no' if seat else 'yes'},"
                f"{10 * (cell or 0) + 1 + play % 2},{suits},fine"
                for seat in range(players)
            ]
    (folder / "plays.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")


def balance(*words: str) -> Result:
    return CliRunner().invoke(balancer.cli.balancer, words)


@pytest.fixture
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.yaml").write_text(SCENARIO, encoding="utf-8")
    logged(tmp_path)
    return tmp_path


def test_every_play_belongs_to_the_cell_of_its_rules_and_nothing_is_dropped_in_silence(here: pathlib.Path) -> None:
    done = balance("sweep", "s.yaml", "--plays", "plays.csv", "-q", "-o", "out", "--json", "out.json")
    assert done.exit_code == 0, done.output
    real = json.loads((here / "out.json").read_text(encoding="utf-8"))["plays"]
    said = " ".join(real["answer"])

    rounds = {one["cell"]: (one["plays"], one["value"]) for one in real["figures"] if one["figure"] == "rounds"}
    means = {
        cell: np.mean([10 * cell + 1 + play % 2 for play in range(plays)]) for cell, plays in ((0, 8), (1, 9), (3, 10))
    }
    assert rounds == {cell: (plays, means[cell]) for cell, plays in ((0, 8), (1, 9), (3, 10))}
    assert "38 real plays of plays.csv, 31 of them by the rules of 4 settings" in said
    assert "Plays by rules of no setting here, which are in no chart: 4 players, suits 2 (7)." in said
    assert "Too few plays to compare: all with 6 suits and 3 players (4)." in said
    assert "Not compared, as it never happens in simulated games: tie rate." in said
    assert "Charts without dots, as the plays do not have the figure: seat spread." in said
    assert "Columns that are not used: mood." in said
    assert all(sentence in " ".join(done.output.split()) for sentence in real["answer"])
    manifest = json.loads((here / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["plays"]["plays"], len(manifest["plays"]["sha256"])) == (38, 64)
    files = [path.read_text(encoding="utf-8") for path in (here / "out").rglob("*") if path.is_file()]
    assert not any("Zoe" in text for text in [*files, done.output])


@pytest.mark.usefixtures("here")
def test_a_dot_lies_at_its_cell_and_value_in_the_colour_of_its_line() -> None:
    found = balancer.sweep("s.yaml", plays="plays.csv")
    blocks = SweepBlocks(found.report).blocks()
    drawn = next(one for block in blocks for one in block.charts if one.name == "sweep-0-0")
    axes, svg = drawn.drawing.axes[0], html.unescape(drawn.file())

    table = found.real_plays.set_index(["cell", "figure"])
    for cell, suits, line, players in ((1, 4, 0, 3), (2, 4, 1, 4), (4, 6, 1, 4)):
        value = float(table["value"].to_dict()[cell, "rounds"])
        x, y = axes.x(suits) + 2.2 * (line - 0.5), axes.y(value)
        shape = svg.partition(f'd="M{short(x)} {short(y - 5.5)}L')[2].partition("/>")[0]
        assert f'stroke="{style.SERIES[line]}"' in shape
        assert f'cx="{short(x)}" cy="{short(y)}" r="9"' in svg
        assert f"<title>real plays, {players} players, number of suits {suits}: " in svg
    assert svg.count("<title>real plays, ") == 3
    assert "diamonds: real plays (n = 8 to 10); " in drawn.label
    assert axes.ylim[0] <= table["value"].xs("rounds", level=1).min()
    columns = [column.heading for column in blocks[0].tables[0].columns]
    cells = [row.cells[columns.index("real plays")] for row in blocks[0].tables[0].rows]
    assert [bool(text) for text in cells] == [True, True, False, True]
    assert cells[0].endswith("(n = 8)")


@pytest.mark.usefixtures("here")
def test_the_advantage_of_a_seat_is_its_win_rate_less_an_equal_share() -> None:
    real = balancer.sweep("s.yaml", plays="plays.csv").report.real_plays
    assert real is not None
    found = [real.at(1, name, seat) for name in ("seat_advantage", "seat_loss_rate") for seat in ("1", "2")]

    assert [one and one.value for one in found] == [0.75, -0.25, 0, 1]
    assert real.at(1, "rounds", stat="p90") is None
    assert real.at(2, "rounds") is None


def test_a_finished_run_reported_again_keeps_its_dots(here: pathlib.Path) -> None:
    balance("sweep", "s.yaml", "--plays", "plays.csv", "-q", "-o", "out")
    written = {path.name: path.read_bytes() for path in (here / "out").rglob("*.html")}
    (here / "plays.csv").unlink()

    assert balance("report", "out").exit_code == 0
    assert {path.name: path.read_bytes() for path in (here / "out").rglob("*.html")} == written
    assert b"diamonds: real plays" in written["index.html"]


def test_each_cell_has_its_own_dots(here: pathlib.Path) -> None:
    balance("sweep", "s.yaml", "--plays", "plays.csv", "-q", "-o", "out")
    charts = {
        (cell, name): (here / "out" / "charts" / f"cell-{cell}-{name}.svg").read_text(encoding="utf-8")
        for cell in (1, 2, 3, 4)
        for name in ("seats", "length")
    }

    for name, players in (("seats", {1: 3, 2: 4, 3: 0, 4: 4}), ("length", {1: 1, 2: 1, 3: 0, 4: 1})):
        assert {cell: charts[cell, name].count("<title>real plays, ") for cell in players} == players
    assert [charts[cell, "seats"].count(f"(n = {plays})</text>") for cell, plays in ((1, 8), (2, 9), (4, 10))] == [
        1
    ] * 3
    page = (here / "out" / "index.html").read_text(encoding="utf-8")
    assert page.count(">mean of real plays<") == 3


def test_mistakes_of_the_file_come_before_any_game(here: pathlib.Path) -> None:
    (here / "plays.csv").write_text("play,rounds,suits\n1,x,5\n2,-1,\n", encoding="utf-8")

    done = balance("sweep", "s.yaml", "--plays", "plays.csv", "-q", "-o", "out")
    with pytest.raises(ScenarioError) as caught:
        balancer.run("s.yaml", plays="plays.csv")

    assert [line.rpartition("plays.csv")[2][:5] for line in str(caught.value).splitlines()] == [
        ":2:3:",
        ":2:5:",
        ":3:3:",
    ]
    assert done.exception is not None
    assert not (here / "out").exists()
    assert balance("sweep", "s.yaml", "--plays", "plaus.csv").exit_code == 2


def test_plays_that_know_little_are_compared_in_what_they_know(here: pathlib.Path) -> None:
    (here / "plays.csv").write_text("rounds\n" + "9\n" * 6, encoding="utf-8")

    done = balance("run", "s.yaml", "--plays", "plays.csv", "-q")

    assert "6 real plays of plays.csv, 6 of them by the rules of this setting: of 1 figure " in " ".join(
        done.output.split()
    )
