"""A game with several component tables: each is read where the scenario names it, and decides the key of results."""

import dataclasses
import pathlib
import pickle

import pytest

from balancer import games
from balancer.checks import baseline
from balancer.checks.baseline import AcceptedSetting, Baseline
from balancer.checks.claims import CheckedSetting
from balancer.scenario import plan
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import load
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob

EVENTS = "name,effect,amount,text\nStorm,market_add,1,\n"
DISHES = "type,color,main,other,vp,count\ndrink,meat,2,1,6,1\n"


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    """Copies of Festo's own tables, and a scenario that names both."""
    for knob, name in (("dishes", "mine.csv"), ("events_table", "yours.csv")):
        (tmp_path / name).write_bytes(games.load("festo").own_table(knob).read_bytes())
    (tmp_path / "s.yaml").write_text(
        "version: 1\ntitle: Two tables?\ngame: festo\ngames: 10\n"
        "rules: {dishes: mine.csv, events_table: yours.csv}\n"
        "variants:\n  printed: {rules: {dishes: dishes.csv, events_table: events.csv}}\n",
        encoding="utf-8",
    )
    return tmp_path


def scenario(folder: pathlib.Path) -> Scenario:
    """Return the scenario as it is now."""
    return load(folder / "s.yaml")


def key(folder: pathlib.Path) -> str:
    """Return the key of the base rules' results."""
    return CellJob.of(plan.base_cell(scenario(folder))).key


def test_each_knob_names_its_own_file(folder: pathlib.Path) -> None:
    found = scenario(folder)

    assert found.base.table_files == {"dishes": folder / "mine.csv", "events_table": folder / "yours.csv"}
    assert found.variants["printed"].table_files == {}


def test_the_same_tables_elsewhere_are_the_same_games(folder: pathlib.Path) -> None:
    printed = plan.variant_cell(scenario(folder), "printed")

    assert key(folder) == CellJob.of(printed).key


@pytest.mark.parametrize(("name", "text"), [("mine.csv", DISHES), ("yours.csv", EVENTS)])
def test_another_content_of_either_table_is_another_key(name: str, text: str, folder: pathlib.Path) -> None:
    before = key(folder)
    (folder / name).write_text(text, encoding="utf-8")

    assert key(folder) != before


@pytest.mark.parametrize(("name", "text"), [("mine.csv", DISHES), ("yours.csv", EVENTS)])
def test_a_baseline_notices_another_content_of_either_table(name: str, text: str, folder: pathlib.Path) -> None:
    cell = plan.base_cell(scenario(folder))
    accepted = AcceptedSetting(None, "", CellJob.of(cell).parts.digest, 10, {}, {})
    content = {"base": baseline._base(scenario(folder)), "sections": {}, "engine": "", "seed": 1}
    known = Baseline(folder / "s.baseline.json", content, {"base": accepted})

    assert "a component table" not in baseline.changes(known, scenario(folder), [CheckedSetting("base", cell)])
    (folder / name).write_text(text, encoding="utf-8")
    assert "a component table" in baseline.changes(known, scenario(folder), [CheckedSetting("base", cell)])


def test_errors_in_both_tables_are_reported_at_once_with_their_places(folder: pathlib.Path) -> None:
    (folder / "mine.csv").write_text(DISHES.replace("drink", "drnk"), encoding="utf-8")
    (folder / "yours.csv").write_text(EVENTS.replace("market_add", "market_ad"), encoding="utf-8")

    with pytest.raises(ScenarioError) as refused:
        scenario(folder)

    assert [fault.place for fault in refused.value.faults] == [f"{folder}/mine.csv:2:1", f"{folder}/yours.csv:2:7"]


def test_a_missing_table_is_reported_where_it_is_named(folder: pathlib.Path) -> None:
    (folder / "yours.csv").unlink()

    with pytest.raises(ScenarioError, match=r"s\.yaml:5:41: can't read the component table .*yours\.csv"):
        scenario(folder)


def test_a_job_of_both_tables_goes_to_another_process(folder: pathlib.Path) -> None:
    job = CellJob.of(plan.base_cell(scenario(folder)))

    assert pickle.loads(pickle.dumps(job)).key == job.key  # noqa: S301  our own


def test_more_part_names_than_a_game_may_report_are_refused() -> None:
    game = games.load("festo")
    many = dataclasses.replace(game.read_parts(), names=tuple(f"dish {k}" for k in range(65)))

    (problem,) = game.problems(game.defaults, 4, many)
    message = "65 kinds of parts in all tables; at most 64, because holders are counted for each kind"
    assert problem == ("events_table", message, "")
