"""From cells to results: the same whole numbers whatever the threads and chunks; nothing played twice, nothing lost."""

import contextlib
import json
import pathlib
from typing import Any

import numpy as np
import pytest

from balancer.simulation import runner
from balancer.simulation.store import Store, StoreError
from balancer.simulation.threads import threads
from tests.simulation.cells import LINEUP, cell

TIMES = ("seconds", "compile_seconds")


def timeless(told: dict[str, Any]) -> dict[str, Any]:
    """A cell without what depends on the clock."""
    return {key: value for key, value in told.items() if key not in TIMES}


class Watcher(runner.Quiet):
    """Progress that remembers what it was told."""

    def __init__(self) -> None:
        self.games, self.played, self.read = 0, 0, 0

    def advance(self, games: int) -> None:
        self.games += games

    def end(self, cell: Any, number: int, told: dict[str, Any], *, played: bool) -> None:
        del cell, number, told
        self.played += played
        self.read += not played


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 3000), (1, 7), (2, 1000), (3, 512), (2, 8192)])
def test_threads_and_chunks_do_not_matter(jobs: int, chunk: int) -> None:
    """A cell told is the same for any number of threads and any chunk size."""
    player = runner.CellPlayer.of(cell())
    with threads(1) as pool:
        expected = runner.play_cell(player, pool, runner.Quiet(), None)
    with threads(jobs) as pool:
        got = runner.play_cell(runner.CellPlayer.of(cell()), pool, runner.Quiet(), None, chunk)
    assert timeless(expected) == timeless(got)


def test_chunks_cover_every_game_once() -> None:
    """Chunks are as equal as can be, cover first .. end-1, and never have no game."""
    for first, end, jobs, size in [(0, 1, 4, 10), (5, 105, 2, 30), (0, 10_000, 3, 999), (7, 8, 1, 1)]:
        pieces = list(runner.chunks(first, end, jobs, size))
        assert [game for start, count in pieces for game in range(start, start + count)] == list(range(first, end))
        counts = [count for _, count in pieces]
        assert 0 < min(counts) <= max(counts) <= min(counts) + 1
        assert max(counts) <= size


def test_precision_stops_at_a_look_whatever_the_threads() -> None:
    """With a precision the number of games is that of the look at which the interval is narrow enough."""
    wanted = {"games": None, "precision": 0.006, "max_games": 100_000}
    one, two = (runner.execute([cell(**wanted)], jobs=jobs)[0] for jobs in (1, 2))
    assert timeless(one) == timeless(two)
    assert one["precision"]["reached"]
    assert one["games"] in (10_000, 20_000, 40_000, 80_000)
    assert one["precision"]["half_width"] <= 0.006
    missed = runner.execute([cell(games=None, precision=0.0001, max_games=12_000)])[0]
    assert missed["games"] == 12_000
    assert not missed["precision"]["reached"]


def test_notable_games_are_what_they_claim() -> None:
    """The longest game has the most turns, the earliest of equals; the typical one is near the medians."""
    told = runner.execute([cell()])[0]
    rows = runner.CellPlayer.of(cell()).play(0, 3000)
    turns = np.asarray(rows["turns"])
    assert told["notable"]["longest"] == int(turns.argmax())
    assert abs(turns[told["notable"]["typical"]] - np.median(turns)) <= 2
    assert told["notable"]["closest"] is None  # where one player loses, scores are just an order


def test_finished_cells_are_read_not_played(tmp_path: pathlib.Path) -> None:
    """The second run of the same plan plays nothing and tells the same; `fresh` plays again."""
    plan = [cell(), cell(players=3, axes={"players": 3})]
    first = runner.execute(plan, folder=tmp_path)
    watcher = Watcher()
    again = runner.execute(plan, folder=tmp_path, progress=watcher)
    assert (watcher.played, watcher.read, watcher.games) == (0, 2, 0)
    assert [timeless(t) for t in first] == [
        {k: v for k, v in timeless(t).items() if k not in ("format", "key")} for t in again
    ]
    fresh = Watcher()
    runner.execute(plan, folder=tmp_path, progress=fresh, fresh=True)
    assert fresh.played == 2


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 2},
        {"games": 3001},
        {"players": 5},
        {"rules": {"ranks": 10}},
        {"lineup": ("even", "middler", "baiter", "reader")},
        {"seating": "fixed"},
        {"rules": {"order": "draw"}},
    ],
)
def test_whatever_determines_a_cell_is_in_its_key(change: dict[str, Any]) -> None:
    """Another seed, rule, line-up ... is another cell."""
    assert runner.CellPlayer.of(cell(**change)).key != runner.CellPlayer.of(cell()).key


def test_a_persona_changed_under_the_same_name_is_another_cell() -> None:
    """Habits count, not names."""
    changed = cell()
    personas = {**changed.personas, "even": changed.personas["middler"]}
    assert runner.CellPlayer.of(cell(personas=personas)).key != runner.CellPlayer.of(cell()).key


@pytest.mark.parametrize("damage", ["truncate", "edit", "empty", "other"])
def test_a_damaged_cell_is_played_again(tmp_path: pathlib.Path, damage: str) -> None:
    """A cell file cut short, edited, emptied or replaced is noticed and played again, to the same result."""
    expected = runner.execute([cell()], folder=tmp_path)[0]
    (path,) = (tmp_path / "cells").glob("*.json")
    text = path.read_text(encoding="utf-8")
    told = json.loads(text)
    told["tally"]["games"] += 1
    path.write_text(
        {"truncate": text[:-40], "edit": json.dumps(told), "empty": "", "other": "[1]"}[damage], encoding="utf-8"
    )
    watcher = Watcher()
    again = runner.execute([cell()], folder=tmp_path, progress=watcher)[0]
    assert watcher.played == 1
    assert timeless(expected) == timeless(again)


def test_interrupted_run_keeps_finished_cells(tmp_path: pathlib.Path) -> None:
    """Ctrl-C in the second cell: the first stays, the same command plays only what is missing."""

    class Impatient(Watcher):
        def begin(self, cell: Any, number: int, games: int) -> None:
            del cell, games
            if number == 1:
                raise KeyboardInterrupt

    plan = [cell(), cell(players=3)]
    with contextlib.suppress(KeyboardInterrupt):
        runner.execute(plan, folder=tmp_path, progress=Impatient())
    assert len(list((tmp_path / "cells").glob("*.json"))) == 1
    watcher = Watcher()
    runner.execute(plan, folder=tmp_path, progress=watcher)
    assert (watcher.played, watcher.read) == (1, 1)


def test_two_runs_in_one_folder_are_refused(tmp_path: pathlib.Path) -> None:
    """A second run in a folder where one is writing is told so, and does nothing."""
    with Store(tmp_path).locked(), pytest.raises(StoreError, match="another run"):
        runner.execute([cell()], folder=tmp_path)
    assert not (tmp_path / "cells").exists()


def test_kept_games_are_one_row_each(tmp_path: pathlib.Path) -> None:
    """--keep-games: a Parquet file with the games in order, agreeing with the tally, for any chunking."""
    pd = pytest.importorskip("pandas")
    told = runner.execute([cell()], folder=tmp_path, keep_games=True, jobs=2)[0]
    (path,) = (tmp_path / "games").glob("*.parquet")
    frame = pd.read_parquet(path)
    assert frame["game"].tolist() == list(range(3000))
    assert frame["turns"].sum() == told["tally"]["moments"]["turns"]["sum"]
    for seat in range(4):
        credit = told["tally"]["credit"][seat] / told["tally"]["credit_unit"]
        assert frame[f"credit_{seat + 1}"].sum() == pytest.approx(credit)
    assert set(frame["persona_1"]) == set(LINEUP)
    assert not list(tmp_path.rglob("*.part"))
    watcher = Watcher()
    runner.execute([cell()], folder=tmp_path, keep_games=True, progress=watcher)
    assert watcher.played == 0
