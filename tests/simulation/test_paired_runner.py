"""Base and variant played in pairs: the same whole numbers whatever the threads and chunks; nothing played twice."""

import dataclasses
import pathlib
from typing import Any

import pytest

from balancer.analysis.figure_ref import ReportSpec
from balancer.simulation import paired_runner, runner
from balancer.simulation.paired_runner import Comparison
from balancer.simulation.store import Store
from balancer.simulation.threads import threads
from tests.simulation.cells import cell
from tests.simulation.test_runner import Watcher

REPORT = ReportSpec()


@pytest.fixture(autouse=True)
def untold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Telling two games in words takes seconds; test_parting.py has it."""
    monkeypatch.setattr("balancer.narration.divergence.told", lambda *_: None)


def asked(name: str = "draw", *, report: ReportSpec = REPORT, rules: Any = None, **changes: Any) -> Comparison:
    """Black Death as printed against another order of drawing."""
    variant = cell(rules={"order": "draw"} if rules is None else rules, **changes)
    return Comparison.of(name, cell(**changes), variant, report)


def played(one: Comparison, jobs: int = 1, chunk: int = runner.CHUNK) -> dict[str, Any]:
    with threads(jobs) as pool:
        told = paired_runner.play_pair(one, pool, runner.Quiet(), (), chunk)
    return {key: value for key, value in told.items() if key != "seconds"}


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 7), (2, 1000), (3, 512)])
def test_threads_and_chunks_do_not_matter(jobs: int, chunk: int) -> None:
    assert played(asked(), jobs, chunk) == played(asked())


def test_each_side_is_what_it_is_alone() -> None:
    told = played(asked())
    with threads(2) as pool:
        for side, one in (("base", cell()), ("variant", cell(rules={"order": "draw"}))):
            alone = runner.play_cell(runner.CellPlayer.of(one), pool, runner.Quiet(), None)
            assert told[side]["tally"] == alone["tally"]
            assert told[side]["rules"] == alone["rules"]


def test_the_same_rules_play_the_same_games() -> None:
    told = paired_runner.execute([asked(rules={})], jobs=1)[0]

    assert told["pairs"]["alike"] == told["games"] == 3000
    assert (told["pairs"]["first_apart"], told["parting"]) == (None, None)


def test_finished_pairs_are_not_played_again(tmp_path: pathlib.Path) -> None:
    first, again, fresh = Watcher(), Watcher(), Watcher()
    plan = [asked(games=300), asked("short", rules={"suits": 2}, games=300)]
    told = paired_runner.execute(plan, folder=tmp_path, progress=first)
    renamed = [dataclasses.replace(plan[0], name="other"), plan[1]]
    read = paired_runner.execute(renamed, folder=tmp_path, progress=again)
    paired_runner.execute(plan[:1], folder=tmp_path, progress=fresh, fresh=True)

    assert (first.played, first.read, first.games) == (2, 0, 600)
    assert (again.played, again.read, again.games) == (0, 2, 0)
    assert (fresh.played, fresh.read) == (1, 0)
    assert read[0]["name"] == "other"
    assert read[0]["pairs"] == told[0]["pairs"]
    assert len(list((tmp_path / "cells").glob("*.json"))) == 2


@pytest.mark.parametrize(
    "changes",
    [{"rules": {"suits": 2}}, {"games": 301}, {"seed": 2}, {"seating": "fixed"}, {"lineup": ("even",)}],
)
def test_what_matters_changes_the_key(changes: Any) -> None:
    assert asked(games=300).key != asked(**{"games": 300, **changes}).key


def test_margins_matter_to_the_key_only_where_they_decide_when_to_stop() -> None:
    report = ReportSpec(margins={"turns": 0.5})
    precise: dict[str, Any] = {"games": None, "precision": 0.1, "max_games": 20_000}

    assert asked().key == asked(report=report).key
    assert asked(**precise).key != asked(report=report, **precise).key


def test_precision_plays_on_until_the_seats_are_told_apart_and_margins_decided() -> None:
    precise: dict[str, Any] = {"games": None, "precision": 0.03, "max_games": 40_000}
    soon = played(asked(**precise))["precision"]
    margins = ReportSpec(margins={"turns": 0.25})
    later = played(asked(rules={}, report=margins, **precise))["precision"]
    never = played(asked(**{**precise, "precision": 0.0001, "max_games": 20_000}))

    assert soon["reached"]
    assert soon["half_width"] <= 0.03
    assert soon["undecided"] == []
    assert later["reached"]  # the same games: equivalent at the first look
    assert (never["precision"]["reached"], never["games"], never["precision"]["looks"]) == (False, 20_000, 2)


def test_a_margin_that_is_not_decided_is_named() -> None:
    precise: dict[str, Any] = {"games": None, "precision": 0.5, "max_games": 10_000}
    tight = ReportSpec(margins={"turns": 1e-9})
    told = played(asked(rules={"max_rounds": 60}, report=tight, **precise))["precision"]

    assert told["half_width"] <= 0.5
    assert (told["reached"], told["undecided"]) == (False, ["turns"])


def test_games_of_both_sides_are_kept(tmp_path: pathlib.Path) -> None:
    pd = pytest.importorskip("pandas")
    one = asked(games=50)
    paired_runner.execute([one], folder=tmp_path, keep_games=True)
    store = Store(tmp_path)
    base, variant = (pd.read_parquet(store.games_path(f"{one.key}-{side}")) for side in ("base", "variant"))

    assert base["game"].tolist() == variant["game"].tolist() == list(range(50))
    assert not base.equals(variant)


def test_a_chunk_must_fit() -> None:
    with pytest.raises(ValueError, match="a chunk has"):
        played(asked(), chunk=0)
