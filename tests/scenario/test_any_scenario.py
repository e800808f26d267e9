"""Whatever a scenario says: it is played to its end, or refused with every fault's place; never anything else."""

import json
import pathlib
import re
import tempfile
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from balancer import games
from balancer.analysis import cell_json, tables
from balancer.questions.kinds import reported
from balancer.questions.sweep.report import SweepReport
from balancer.reporting import writer
from balancer.reporting.console import Console
from balancer.reporting.document.terminal import print_document
from balancer.scenario import plan
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import load
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import Manifest
from balancer.simulation.store import Store
from tests.scenario import any_scenario
from tests.scenario.any_scenario import Style
from tests.simulation import cells as cells_under_test

every_game = pytest.mark.parametrize("name", games.own_names())
MOST = settings().max_examples
many = settings(max_examples=max(1, MOST // 2))
some = settings(max_examples=max(1, MOST // 4))
few = settings(max_examples=max(1, MOST // 25), suppress_health_check=list(HealthCheck))
PLAYED_CELLS, PLAYED_GAMES = 3, 100
PLACED = re.compile(r".*s\.yaml:[1-9]\d*:[1-9]\d*|.*\.csv:\d+:\d+", re.DOTALL)


def read(raw: bytes) -> Scenario:
    """Return the scenario in a file of these bytes."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "s.yaml"
        file.write_bytes(raw)
        return load(file)


def read_or_refused(raw: bytes) -> Scenario | None:
    """Return the scenario; None where it is refused, with the place of every fault."""
    try:
        return read(raw)
    except ScenarioError as error:
        refused = error
    assert refused.faults
    for fault in refused.faults:
        assert PLACED.fullmatch(fault.place), fault
        assert 0 < len(fault.message) < 2000, fault
    assert refused.with_excerpts()
    return None


def play(scenario: Scenario) -> tuple[list[plan.Cell], list[Any]]:
    """Return some cells in every output that needs no page."""
    cells = plan.cells(scenario)[:PLAYED_CELLS]
    results = cells_under_test.play(cells, jobs=1)
    for cell, result in zip(cells, results, strict=True):
        tally = result.tally
        assert 1 <= tally["games"] <= cell.most_games
        assert sum(tally["credit"][: cell.players]) == tally["won"] * tally["credit_unit"]
    json.dumps([cell_json.to_json(cell, scenario.report.confidence) for cell in results], allow_nan=False)
    tables.all_tables(results, scenario.report.confidence, scenario.report.seconds_per_decision)
    manifest = manifest_of(scenario, cells, results)
    kept = Manifest.from_json(json.loads(json.dumps(manifest.to_json(), allow_nan=False)))
    print_document(SweepReport(kept, results).document(), Console())
    return cells, results


def manifest_of(scenario: Scenario, cells: list[plan.Cell], results: list[Any]) -> Manifest:
    return Manifest.begun(scenario, [CellJob.of(cell) for cell in cells], command="x").completed(results, 1.0)


@every_game
@some
@given(data=st.data())
def test_what_is_right_is_played_to_the_end(name: str, data: st.DataObject) -> None:
    result = data.draw(any_scenario.scenarios(games.load(name)))
    raw = data.draw(any_scenario.styles).bytes_of(result)

    scenario = read(raw)

    assert scenario.title == " ".join(result.get("title", games.load(name).title).split())
    assert {axis.name for axis in scenario.axes} == set(result.get("sweep", {}).get("axes", {}))
    play(scenario)
    for variant in list(scenario.variants)[:1]:
        assert cells_under_test.play([plan.variant_cell(scenario, variant)], jobs=1)


@every_game
@some
@given(data=st.data())
def test_however_it_is_written_it_means_the_same(name: str, data: st.DataObject) -> None:
    result = data.draw(any_scenario.scenarios(games.load(name)))
    one, other = (read(data.draw(any_scenario.styles).bytes_of(result)) for _ in range(2))

    assert one.question == other.question


@every_game
@many
@given(data=st.data())
def test_what_is_mistaken_is_refused_with_its_place_or_played(name: str, data: st.DataObject) -> None:
    result = data.draw(any_scenario.scenarios(games.load(name)))
    wrong = data.draw(any_scenario.mistaken(result))

    scenario = read_or_refused(data.draw(any_scenario.styles).bytes_of(wrong))

    event("refused" if scenario is None else "still right")
    if scenario and max(cell.most_games for cell in plan.cells(scenario)) <= PLAYED_GAMES:
        play(scenario)


@every_game
@many
@given(data=st.data())
def test_what_is_scribbled_over_is_refused_with_its_place_or_played(name: str, data: st.DataObject) -> None:
    result = data.draw(any_scenario.scenarios(games.load(name)))
    raw = data.draw(any_scenario.scribbled(data.draw(any_scenario.styles).bytes_of(result)))

    scenario = read_or_refused(raw)

    event("refused" if scenario is None else "still right")
    if scenario and max(cell.most_games for cell in plan.cells(scenario)) <= PLAYED_GAMES:
        play(scenario)


@every_game
@few
@given(data=st.data())
def test_whatever_is_played_gets_its_page(name: str, data: st.DataObject, tmp_path: pathlib.Path) -> None:
    scenario = read(Style(block=True, indent=2, end="\n", mark=b"", tabs=False).bytes_of(
        data.draw(any_scenario.scenarios(games.load(name)))
    ))  # fmt: skip
    cells, _ = play(scenario)
    with tempfile.TemporaryDirectory(dir=tmp_path) as folder:
        store = Store(pathlib.Path(folder))
        results = cells_under_test.play(cells, store.folder, jobs=1)
        store.write_manifest(manifest_of(scenario, cells, results))

        page = writer.write(reported(store.folder), store.folder)

        assert page.stat().st_size > 10_000
