"""Base and variant played in pairs: the same whole numbers whatever the threads and chunks; nothing played twice."""

import dataclasses
import pathlib
from typing import Any

import pytest

from balancer.analysis.figure_ref import ReportSpec
from balancer.simulation import notable
from balancer.simulation.jobs import PairJob
from balancer.simulation.store import Store
from tests.simulation.cells import Watcher, cell, play

REPORT = ReportSpec()


def pair(name: str = "draw", *, report: Any = None, rules: Any = None, **changes: Any) -> PairJob:
    """Black Death as printed against another order of drawing."""
    variant = cell(rules={"order": "draw"} if rules is None else rules, **changes)
    return PairJob.of(name, cell(**changes), variant, report or REPORT)


def played(job: PairJob, **options: Any) -> Any:
    return play([job], **options)[0]


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 61), (2, 1000), (3, 512)])
def test_threads_and_chunks_do_not_matter(jobs: int, chunk: int) -> None:
    assert played(pair(), jobs=jobs, chunk=chunk) == played(pair())


def test_each_side_is_what_it_is_alone() -> None:
    result = played(pair())
    alone = play([cell(), cell(rules={"order": "draw"})])

    assert [result.base, result.variant] == alone


def test_the_same_rules_play_the_same_games() -> None:
    result = played(pair(rules={}))

    assert result.pairs["alike"] == result.games == 3000
    assert result.pairs["first_apart"] is None


def test_finished_pairs_are_not_played_again(tmp_path: pathlib.Path) -> None:
    first, again, fresh = Watcher(), Watcher(), Watcher()
    plan = [pair(games=300), pair("short", rules={"suits": 2}, games=300)]
    results = play(plan, tmp_path, watcher=first)
    renamed = [dataclasses.replace(plan[0], name="other"), plan[1]]
    found = play(renamed, tmp_path, watcher=again)
    play(plan[:1], tmp_path, watcher=fresh, fresh=True)

    assert (first.played, first.found, first.games) == (2, 0, 600)
    assert (again.played, again.found, again.games) == (0, 2, 0)
    assert (fresh.played, fresh.found) == (1, 0)
    assert found[0].name == "other"
    assert found == results
    assert len(list((tmp_path / "pairs").glob("*.json"))) == 2


def test_both_sides_are_finished_cells(tmp_path: pathlib.Path) -> None:
    """A comparison leaves nothing to play for a run of the base or of the variant."""
    play([pair()], tmp_path)
    watcher = Watcher()
    play([cell(), cell(rules={"order": "draw"})], tmp_path, watcher=watcher)

    assert (watcher.played, watcher.found) == (0, 2)


def test_more_pairs_are_added_to_those_played(tmp_path: pathlib.Path) -> None:
    few = notable.EARLY_GAMES + 100
    play([pair(games=few)], tmp_path)
    watcher = Watcher()
    (more,) = play([pair(games=few + 500)], tmp_path, watcher=watcher)

    assert (more, watcher.games) == (played(pair(games=few + 500)), 500)


@pytest.mark.parametrize("changes", [{"rules": {"suits": 2}}, {"seed": 2}, {"seating": "fixed"}, {"lineup": ("even",)}])
def test_what_matters_changes_the_key(changes: Any) -> None:
    assert pair().key != pair(**changes).key


def test_the_two_sides_are_not_exchanged() -> None:
    base, variant = cell(), cell(rules={"order": "draw"})
    assert PairJob.of("x", base, variant, REPORT).key != PairJob.of("x", variant, base, REPORT).key


def test_precision_plays_on_until_the_seats_are_reported_apart_and_margins_decided() -> None:
    precise: dict[str, Any] = {"games": None, "precision": 0.03, "max_games": 40_000}
    soon = played(pair(**precise)).precision
    margins = ReportSpec(margins={"turns": 0.25})
    later = played(pair(rules={}, report=margins, **precise)).precision
    never = played(pair(**{**precise, "precision": 0.0001, "max_games": 20_000}))

    assert soon["reached"]
    assert soon["half_width"] <= 0.03
    assert soon["undecided"] == []
    assert later["reached"]  # the same games: equivalent at the first look
    assert (never.precision["reached"], never.games, never.precision["looks"]) == (False, 20_000, 2)


def test_another_margin_is_judged_anew_on_results_on_disk(tmp_path: pathlib.Path) -> None:
    precise: dict[str, Any] = {"games": None, "precision": 0.5, "max_games": 10_000, "rules": {"max_rounds": 60}}
    loose, tight = pair(**precise), pair(report=ReportSpec(margins={"turns": 1e-9}), **precise)
    watcher = Watcher()
    (first,) = play([loose], tmp_path)
    (second,) = play([tight], tmp_path, watcher=watcher)

    assert (first.precision["reached"], second.precision["reached"], watcher.played) == (True, False, 0)


def test_a_margin_that_is_not_decided_is_named() -> None:
    precise: dict[str, Any] = {"games": None, "precision": 0.5, "max_games": 10_000}
    tight = ReportSpec(margins={"turns": 1e-9})
    precision = played(pair(rules={"max_rounds": 60}, report=tight, **precise)).precision

    assert precision["half_width"] <= 0.5
    assert (precision["reached"], precision["undecided"]) == (False, ["turns"])


def test_games_of_both_sides_are_kept(tmp_path: pathlib.Path) -> None:
    pd = pytest.importorskip("pandas")
    job = pair(games=50)
    play([job], tmp_path, keep_games=True)
    store = Store(tmp_path)
    base, variant = (pd.read_parquet(store.games_path(side.key, 50)) for side in job.sides)

    assert base["game"].tolist() == variant["game"].tolist() == list(range(50))
    assert not base.equals(variant)
