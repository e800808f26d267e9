"""`report: robustness:` in `run` and `sweep`: other tables are played, written, found again and announced by --plan."""

import csv
import json
import pathlib

import pytest

from balancer.simulation.jobs import CellJob
from tests.cli.test_commands import balance

SCENARIO = """\
game: black_death
players: 3
games: 120
lineup: [middler, baiter, even]
sweep: {axes: {players: [2, 3]}}
checks: [{metric: turns, at_most: 500}]
report:
  headline: [turns, seat_spread]
  robustness: ROBUSTNESS
"""


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Return a folder of one's own with scenarios; charts are not drawn and games not narrated, which takes seconds."""
    (tmp_path / "one.yaml").write_text(SCENARIO.replace("ROBUSTNESS", "[even, middler]"), encoding="utf-8")
    (tmp_path / "off.yaml").write_text(SCENARIO.replace("ROBUSTNESS", "off"), encoding="utf-8")
    (tmp_path / "all.yaml").write_text(SCENARIO.replace("ROBUSTNESS", "personas"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("balancer.reporting.drawing.svg.Drawing.svg", lambda _: '<svg viewBox="0 0 10 10"></svg>')
    monkeypatch.setattr("balancer.narration.divergence.narrated", lambda *_: None)
    return tmp_path


def test_a_sweep_is_played_at_other_tables_once(here: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = balance("sweep", "one.yaml", "--json", "out.json")

    assert done.exit_code == 0, done.output
    assert "Other players" in done.stdout
    assert "ompared with 2 other line-ups" in done.stdout.replace("\n", " ")
    folder = here / "reports" / "one"
    written = json.loads((here / "out.json").read_text(encoding="utf-8"))
    assert [table["name"] for table in written["robustness"]["tables"]] == ["even", "middler"]
    assert len(written["cells"]) == 2
    kinds = [one["kind"] for one in written["robustness"]["conclusions"]]
    assert kinds.count("value") == 2
    assert "check" not in kinds, "its figure is in the headline"
    with (folder / "robustness.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["table"] for row in rows} == {"as set up", "even alone", "middler alone"}
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert '<h2 id="players-title">Other players</h2>' in page

    monkeypatch.setattr(CellJob, "play", None)
    monkeypatch.setattr("balancer.players.among_random.record", lambda _: {})  # plays anew each time
    assert balance("report", str(folder)).exit_code == 0
    assert (folder / "index.html").read_text(encoding="utf-8") == page
    again = balance("sweep", "one.yaml", "--json", "-")
    assert json.loads(again.stdout)["robustness"] == written["robustness"]


def test_cells_are_those_without_other_tables() -> None:
    with_tables, without = (json.loads(balance("run", name, "--json", "-").stdout) for name in ("one.yaml", "off.yaml"))

    assert "robustness" in with_tables
    assert "robustness" not in without
    timeless = {"seconds", "compile_seconds", "robustness", "ladder"}
    assert {k: v for k, v in with_tables.items() if k not in timeless} == {
        k: v for k, v in without.items() if k not in timeless
    }


def test_effects_of_variants_are_compared_at_other_tables(here: pathlib.Path) -> None:
    text = (here / "one.yaml").read_text(encoding="utf-8")
    variants = "variants: {draw: {rules: {order: draw}}, table: {lineup: [even]}}\n"
    (here / "two.yaml").write_text(text + variants, encoding="utf-8")

    done = balance("compare", "two.yaml", "--games", "1000", "--json", "out.json")

    assert done.exit_code == 0, done.output
    written = json.loads((here / "out.json").read_text(encoding="utf-8"))["robustness"]
    assert list(written) == ["draw"], "another line-up is no effect that other players could have"
    assert [table["name"] for table in written["draw"]["tables"]] == ["even", "middler"]
    (turns,) = [one for one in written["draw"]["effects"] if one["label"] == "turns"]
    assert turns["verdict"] in {"the same", "differs", "not known yet"}
    assert 0 < turns["lowest"] <= turns["highest"]
    assert "\nOther players\n" in done.stdout
    folder = here / "reports" / "two-compare"
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "Among other players" in page
    assert balance("report", str(folder)).exit_code == 0
    assert (folder / "index.html").read_text(encoding="utf-8") == page


def test_the_plan_tells_the_cost() -> None:
    """Six personas and the mixture in two cells, one game more where checks pass; 36 pairs by the rules of both."""
    done = balance("sweep", "all.yaml", "--plan")

    assert "robustness: 86 more settings with other line-ups, at most 10_054 games" in done.stdout
