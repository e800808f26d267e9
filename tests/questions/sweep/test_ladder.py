"""The ladder of skill in `run` and `sweep`: announced, played once, kept, found again, the same each time."""

import csv
import json
import pathlib

import pytest

from balancer.players import ladder
from balancer.questions.sweep.study import RunStudy, SweepStudy
from balancer.scenario.load import load_with
from balancer.simulation.jobs import CellJob
from tests.cli.test_commands import balance

WRITTEN = {
    "game": "black_death",
    "players": 3,
    "games": 60,
    "lineup": ["middler", "baiter"],
    "report": {"headline": ["turns"], "robustness": "personas"},
}


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Return a folder of one's own with a scenario; charts are not drawn."""
    (tmp_path / "one.yaml").write_text(json.dumps(WRITTEN), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("balancer.reporting.drawing.svg.Drawing.svg", lambda _: '<svg viewBox="0 0 10 10"></svg>')
    return tmp_path


def test_a_run_plays_its_ladder_once(here: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "skill levels: 9 more settings" in balance("run", "one.yaml", "--plan").output.replace("\n", " ")
    done = balance("run", "one.yaml", "--json", "out.json", "-o", "kept")

    assert done.exit_code == 0, done.output
    assert "Cost of mistakes" not in done.stdout, "60 games are too few"
    written = json.loads((here / "out.json").read_text(encoding="utf-8"))["ladder"]
    assert [rung["name"] for rung in written["rungs"]] == [*(rung.name for rung in ladder.SKILL_LEVELS), ladder.EXPERTS]
    assert written["games"] == 60
    assert [slip["mistakes"] for slip in written["slips"]] == [50, 150, 400]
    with (here / "kept" / "ladder.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    values = [float(row["value"]) for row in rows if row["kind"] == "figure"]
    assert values == [rung["value"] for rung in written["figures"][0]["rungs"]]

    monkeypatch.setattr(CellJob, "play", None)
    monkeypatch.setattr("balancer.players.among_random.record", lambda _: {})  # plays anew each time
    again = balance("run", "one.yaml", "--json", "-", "-o", "kept")
    assert json.loads(again.stdout)["ladder"] == written


def test_every_rung_plays_the_base_rules_on_the_same_dice() -> None:
    scenario = load_with({**WRITTEN, "sweep": {"axes": {"players": [2, 3, 4]}}}, {})
    study = SweepStudy.of(scenario)
    assert study.ladder is not None
    jobs = study.ladder.jobs("reader", 180)

    assert {(job.cell.players, job.cell.seed, job.cell.seating) for job in jobs} == {(3, scenario.seed, "rotate")}
    assert [set(job.cell.lineup) for job in jobs[:2]] == [{"random"}, {"reader, 40% mistakes"}]
    assert [one.mistakes for job in jobs[:6] for one in job.cell.personas.values()] == [0, 400, 150, 50, 0, 0]
    assert jobs[5].cell.personas == {"expert": scenario.game.expert}
    assert jobs[6].cell.lineup == ("reader, 5% mistakes", "reader", "reader")


@pytest.mark.parametrize(("own", "each"), [(100, 500), (500_000, 5_000), (10**8, 20_000)])
def test_a_rung_plays_a_hundredth_of_the_games(own: int, each: int) -> None:
    planned = RunStudy.of_base(load_with({**WRITTEN, "games": 10**6}, {})).ladder
    assert planned is not None

    games = [job.cell.games for job in planned.jobs("reader", own)]
    assert {*games[:5], *games[6:]} == {each}
    assert games[5] == ladder.EXPERT_GAMES


def test_where_no_other_players_are_wanted_there_is_none() -> None:
    assert RunStudy.of_base(load_with({**WRITTEN, "report": {"robustness": "off"}}, {})).ladder is None


def test_of_named_personas_one_is_the_best(here: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = {**WRITTEN, "report": {"headline": ["turns"], "robustness": ["middler", "baiter"]}}
    (here / "named.yaml").write_text(json.dumps(named), encoding="utf-8")
    first = balance("run", "named.yaml", "--json", "-", "-o", "kept")
    written = json.loads(first.stdout)["ladder"]
    assert written["best"] in {"middler", "baiter"}

    monkeypatch.setattr(CellJob, "play", None)
    monkeypatch.setattr("balancer.players.among_random.record", lambda _: {})
    assert json.loads(balance("run", "named.yaml", "--json", "-", "-o", "kept").stdout)["ladder"] == written


def test_a_single_game_has_no_figure_to_draw(here: pathlib.Path) -> None:
    """Nor has any figure an interval: the page is written all the same."""
    done = balance("run", "one.yaml", "--games", "1", "-o", "kept")

    assert done.exit_code == 0, done.output
    assert "ladder-1" not in (here / "kept" / "index.html").read_text(encoding="utf-8")
