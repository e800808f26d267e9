"""From jobs to results: the same whole numbers whatever the threads and chunks; nothing played twice, nothing lost."""

import contextlib
import itertools
import json
import pathlib
import pickle
import shutil
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from balancer.analysis.figure_ref import ReportSpec
from balancer.analysis.intervals import sequential
from balancer.compiler.proof import CompiledDifferenceError
from balancer.simulation import bundle, games_parquet, notable
from balancer.simulation.backends import backend
from balancer.simulation.jobs import CellJob, Job, PairJob, joined
from balancer.simulation.keys import canonical, digest
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames, rule_of
from balancer.simulation.store import Store, StoreError
from tests.simulation.cells import LINEUP, Watcher, cell, play

MORE = notable.EARLY_GAMES + 904
"""Games of a cell to which more can be added."""


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 3000), (1, 7), (2, 1000), (3, 512), (2, 8192)])
def test_threads_and_chunks_do_not_matter(jobs: int, chunk: int) -> None:
    (expected,) = play([cell()], jobs=1)
    (result,) = play([cell()], jobs=jobs, chunk=chunk)

    assert result == expected
    assert result.to_json() == expected.to_json()


def test_a_chunk_must_fit() -> None:
    with pytest.raises(ValueError, match="a chunk has"):
        play([cell()], chunk=0)


def test_ranges_cover_every_game_once() -> None:
    """Ranges are as equal as can be, cover first .. end-1, and never have no game."""
    for first, end, size in [(0, 1, 10), (5, 105, 30), (0, 10_000, 999), (7, 8, 1)]:
        pieces = list(backend.ranges(first, end, size))
        assert [game for start, count in pieces for game in range(start, start + count)] == list(range(first, end))
        counts = [count for _, count in pieces]
        assert 0 < min(counts) <= max(counts) <= min(counts) + 1
        assert max(counts) <= size


def test_what_an_own_game_has_played_wrongly_before_is_not_read_either(tmp_path: pathlib.Path) -> None:
    """Earlier commands may have stored games of the same compiled code that now turns out to be wrong."""
    job, attempts = CellJob.of(cell()), 0
    play([job], tmp_path)

    def play_again() -> Any:
        nonlocal attempts
        attempts += 1
        if attempts == 1:
            assert known.of(job, 3000)
            raise CompiledDifferenceError("race", "game 7 of seed 1: rounds is 4, in plain Python 5")
        return known.of(job, 3000)

    runner = Runner(Backwards(), Store(tmp_path))
    known = runner.known
    assert runner.again(play_again) is None


class Backwards:
    """A backend that sends calls to other processes, has `most` tasks on their way, and answers the last one first."""

    jobs = playing = 3

    def __init__(self, most: int = 1000) -> None:
        self.most, self.order, self.together = most, list[tuple[int, ...]](), 0

    def call(self, task: Any) -> Any:
        return task()

    def play(self, supply: backend.Supply) -> Iterator[tuple[tuple[int, ...], Any]]:
        waiting: list[backend.Task] = []
        while True:
            while len(waiting) < self.most and (task := supply.take(backend.task_chunks(supply.left, self.jobs))):
                waiting.append(task)
            if not waiting:
                return
            self.together = max(self.together, len({task.numbers for task in waiting}))
            task = waiting.pop()
            call = pickle.loads(pickle.dumps(task.call))  # noqa: S301  our own
            self.order.append(task.numbers)
            yield task.numbers, joined([call(*one) for one in task.ranges])


def test_any_backend_gives_the_same_result() -> None:
    (expected,) = play([cell()])
    (result,) = Runner(Backwards()).play([CellJob.of(cell())], FixedGames(3000))
    assert result == expected


def test_tasks_are_as_long_as_allowed_but_for_the_last_ones() -> None:
    """49 chunks of 61 games and a rest; the last dozen in smaller and smaller parts, so that all end together."""
    backend = Backwards()
    Runner(backend, chunk=61).play([CellJob.of(cell())], FixedGames(3000))
    assert 49 < len(backend.order) < 150


def test_jobs_are_played_together_and_come_in_order(tmp_path: pathlib.Path) -> None:
    """Cells, a pair, the same cell twice, and cells that stop at looks: as each of them alone."""
    cells = [
        cell(),
        cell(players=3),
        cell(),
        cell(players=5, games=700),
        cell(games=None, precision=0.02, max_games=20_000),
    ]
    jobs: list[Job] = [*map(CellJob.of, cells), PairJob.of("pair", cell(seed=3), cell(seed=3, players=3), ReportSpec())]
    expected = [Runner(Backwards(1)).play([job])[0] for job in jobs]
    backwards, watcher = Backwards(), Watcher()

    with Store(tmp_path).locked():
        runner = Runner(backwards, Store(tmp_path), watch=lambda _: contextlib.nullcontext(watcher))
        assert runner.play(jobs) == expected
    assert backwards.together >= 4, "most of them are on their way at once"
    assert backwards.order[0] > (0,), "the last comes first"
    assert watcher.ended == list(range(len(jobs))), "ends are reported in order"
    assert watcher.found == 1, "a cell that is being played is waited for, not played twice"


def test_jobs_that_share_cells_play_them_once(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A base and its variants, each other's neighbours, and more variants of which some are known: as each alone."""
    base, *variants = (cell(players=4), cell(players=3), cell(players=5), cell(rules={"suits": 2}))
    pairs = [PairJob.of(str(number), base, other, ReportSpec()) for number, other in enumerate(variants)]
    pairs.append(PairJob.of("neighbours", variants[0], variants[1], ReportSpec()))
    expected = [play([pair])[0] for pair in pairs]
    played: Counter[str] = Counter()
    original = CellJob.play

    def counted(job: CellJob, first: int, count: int) -> Any:
        played[job.key] += count
        return original(job, first, count)

    monkeypatch.setattr(CellJob, "play", counted)
    for jobs, chunk in ((1, 8192), (2, 1000)):
        played.clear()
        assert play(pairs, jobs=jobs, chunk=chunk) == expected
        games = [number for number in played.values() if number > 1]
        assert sum(games) <= 4 * 3000 + 1, "one game more to compile"

    play([pairs[1]], tmp_path)
    played.clear()
    assert play(pairs, tmp_path) == expected
    assert played[CellJob.of(variants[1]).key] == 3000, "for its neighbour"
    kept = play(pairs, tmp_path / "rows", keep_games=True)
    assert kept == expected
    assert len(list((tmp_path / "rows" / "games").glob("*.parquet"))) == 4


def test_an_interruption_keeps_the_games_that_follow_each_other(tmp_path: pathlib.Path) -> None:
    """Of a bundle of pairs, whose answers come in any order: later only the others are played, with the same result."""
    cells = [cell(games=9000, players=n) for n in (4, 2, 3)]
    pairs = [PairJob.of(str(one.players), cells[0], one, ReportSpec()) for one in cells[1:]]
    expected = play(pairs)

    class Interrupted(Backwards):
        def play(self, supply: backend.Supply) -> Iterator[tuple[tuple[int, ...], Any]]:
            tasks = [supply.take(1.0) for _ in range(4)]
            for number in (3, 1, 0):  # not 2
                task = tasks[number]
                assert task is not None
                yield task.numbers, joined([task.call(*one) for one in task.ranges])
            raise KeyboardInterrupt

    store = Store(tmp_path)
    with store.locked(), pytest.raises(KeyboardInterrupt):
        Runner(Interrupted(), store).play(pairs, FixedGames(9000))
    (kept,) = {int(path.stem.rpartition("-")[2]) for path in (tmp_path / "pairs").glob("*.json")}
    watcher = Watcher()

    assert notable.EARLY_GAMES <= kept < 9000
    assert play(pairs, tmp_path, watcher=watcher) == expected
    assert watcher.games == 2 * (9000 - kept)


def test_jobs_that_share_cells_are_bundled_but_not_too_many() -> None:
    """A chain, a job apart, and a star of more cells than a bundle takes, whose centre is then in several."""
    alone, seeds = CellJob.of(cell(seed=1000)), range(2, 2 + 2 * bundle.MAX_CELLS)
    star: list[Job] = [PairJob.of(str(seed), cell(), cell(seed=seed), ReportSpec()) for seed in seeds]
    ends = [CellJob.of(cell(seed=seed)) for seed in (2001, 2002, 2003)]
    chain: list[Job] = [PairJob.of("", a.cell, b.cell, ReportSpec()) for a, b in itertools.pairwise(ends)]
    jobs: list[Job] = [alone, *ends, *chain, *star]
    groups = bundle.bundles(jobs)
    cells = [{side.key for number in group for side in jobs[number].sides} for group in groups]

    assert groups[:2] == [[0], [1, 2, 3, 4, 5]]
    assert sorted(number for group in groups for number in group) == list(range(len(jobs)))
    assert [len(one) for one in cells] == [1, 3, 32, 32, 3]


def test_a_job_that_fails_leaves_what_is_finished(tmp_path: pathlib.Path) -> None:
    class Failing(Backwards):
        def play(self, supply: backend.Supply) -> Iterator[tuple[tuple[int, ...], Any]]:
            for numbers, answer in super().play(supply):
                if numbers == (0,):
                    raise KeyboardInterrupt
                yield numbers, answer

    store = Store(tmp_path)
    with store.locked(), pytest.raises(KeyboardInterrupt):
        Runner(Failing(), store).play([CellJob.of(cell()), CellJob.of(cell(players=3))], FixedGames(500))
    watcher = Watcher()
    play([cell(players=3, games=500)], tmp_path, watcher=watcher)
    assert (watcher.found, watcher.played) == (1, 0)


def test_precision_stops_at_a_look_whatever_the_threads() -> None:
    """With a precision the number of games is that of the look at which the interval is narrow enough."""
    wanted = {"games": None, "precision": 0.006, "max_games": 100_000}
    one, two = (play([cell(**wanted)], jobs=jobs)[0] for jobs in (1, 2))
    assert (one, one.precision) == (two, two.precision)
    assert one.precision["reached"]
    assert one.games in (10_000, 20_000, 40_000, 80_000)
    assert one.precision["half_width"] <= 0.006
    (missed,) = play([cell(games=None, precision=0.0001, max_games=12_000)])
    assert missed.games == 12_000
    assert not missed.precision["reached"]


def test_notable_games_are_what_they_claim() -> None:
    """The longest game has the most turns, the earliest of equals; the typical one is near the medians."""
    (result,) = play([cell()])
    rows = CellJob.of(cell()).play(0, 3000)
    turns = np.asarray(rows["turns"])
    assert result.notable["longest"] == int(turns.argmax())
    assert abs(turns[result.notable["typical"]] - np.median(turns)) <= 2
    assert result.notable["closest"] is None  # where one player loses, scores are just an order


# Nothing is played twice ----------------------------------------------------------------------------------------------
def test_finished_cells_are_found_not_played(tmp_path: pathlib.Path) -> None:
    """The second run of the same plan plays nothing and gives the same; `fresh` plays again."""
    plan = [cell(), cell(players=3, axes={"players": 3})]
    first = play(plan, tmp_path)
    watcher = Watcher()
    again = play(plan, tmp_path, watcher=watcher)
    assert (watcher.played, watcher.found, watcher.games) == (0, 2, 0)
    assert first == again
    assert [result.axes for result in again] == [{}, {"players": 3}]
    fresh = Watcher()
    play(plan, tmp_path, watcher=fresh, fresh=True)
    assert fresh.played == 2


def test_one_runner_plays_equal_cells_once() -> None:
    watcher = Watcher()
    one, other = play([cell(), cell(axes={"players": 4})], watcher=watcher)

    assert (watcher.played, watcher.found, watcher.games) == (1, 1, 3000)
    assert (one.tally, one.axes, other.axes) == (other.tally, {}, {"players": 4})


def test_what_another_command_has_played_is_found(tmp_path: pathlib.Path) -> None:
    """And kept in the own folder, so that it does not matter what becomes of the other."""
    (expected,) = play([cell()], tmp_path / "one")
    watcher, later = Watcher(), Watcher()
    (found,) = play([cell()], tmp_path / "two", others=[tmp_path / "one"], watcher=watcher)
    shutil.rmtree(tmp_path / "one")
    (again,) = play([cell()], tmp_path / "two", watcher=later)

    assert found == again == expected
    assert (watcher.found, later.found) == (1, 1)


def test_more_games_are_added_to_those_played(tmp_path: pathlib.Path) -> None:
    play([cell(games=MORE)], tmp_path)
    watcher = Watcher()
    (more,) = play([cell(games=MORE + 1000)], tmp_path, watcher=watcher)
    (expected,) = play([cell(games=MORE + 1000)])

    assert (more, watcher.games) == (expected, 1000)
    before = Watcher()
    assert play([cell(games=MORE)], tmp_path, watcher=before)[0].games == MORE
    assert before.found == 1, "the smaller result stays"


def test_games_are_not_added_to_so_few_that_the_typical_one_may_be_missing(tmp_path: pathlib.Path) -> None:
    play([cell(games=500)], tmp_path)
    watcher = Watcher()
    (more,) = play([cell(games=MORE)], tmp_path, watcher=watcher)

    assert (more, watcher.games) == (play([cell(games=MORE)])[0], MORE)


def test_a_narrower_precision_plays_on(tmp_path: pathlib.Path) -> None:
    wide: dict[str, Any] = {"games": None, "precision": 0.02, "max_games": 40_000}
    (first,) = play([cell(**wide)], tmp_path)
    watcher = Watcher()
    (second,) = play([cell(**{**wide, "precision": 0.003})], tmp_path, watcher=watcher)

    assert watcher.games == second.games - first.games > 0
    assert second == play([cell(**{**wide, "precision": 0.003})])[0]


def test_a_changed_stopping_rule_is_applied_to_results_on_disk(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a precision means is not kept with the games: it is judged anew."""
    wanted: dict[str, Any] = {"games": None, "precision": 0.05, "max_games": 80_000}
    assert play([cell(**wanted)], tmp_path)[0].games == 10_000
    later = sequential.looks

    monkeypatch.setattr(sequential, "looks", lambda most, first=40_000: later(most, first))
    assert play([cell(**wanted)], tmp_path)[0].games == 40_000


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 2},
        {"players": 5},
        {"rules": {"ranks": 10}},
        {"lineup": ("even", "middler", "baiter", "reader")},
        {"seating": "fixed"},
        {"rules": {"order": "draw"}},
    ],
)
def test_whatever_determines_a_cell_is_in_its_key(change: dict[str, Any]) -> None:
    """Another seed, rule, line-up ... is another cell."""
    assert CellJob.of(cell(**change)).key != CellJob.of(cell()).key


def test_the_choice_of_notable_games_is_in_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before = CellJob.of(cell()).key
    monkeypatch.setattr("balancer.core.cache.sources.of_modules", lambda *_: "another way")

    assert CellJob.of(cell()).key != before


def test_a_persona_changed_under_the_same_name_is_another_cell() -> None:
    """Habits count, not names."""
    changed = cell()
    personas = {**changed.personas, "even": changed.personas["middler"]}
    assert CellJob.of(cell(personas=personas)).key != CellJob.of(cell()).key


# Nothing is lost ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("damage", ["truncate", "edit", "empty", "other", "hollow"])
def test_a_damaged_cell_is_played_again(tmp_path: pathlib.Path, damage: str) -> None:
    """A cell file cut short, edited, emptied or replaced is noticed and played again, to the same result."""
    (expected,) = play([cell()], tmp_path)
    (path,) = (tmp_path / "cells").glob("*.json")
    text = path.read_text(encoding="utf-8")
    actual = json.loads(text)
    actual["tally"]["games"] += 1
    hollow = {"format": actual["format"], "key": actual["key"], "games": 3000}
    texts = {
        "truncate": text[:-40],
        "edit": json.dumps(actual),
        "empty": "",
        "other": "[1]",
        "hollow": canonical({**hollow, "content": digest(hollow)}),  # nothing in it, under the right digest
    }
    path.write_text(texts[damage], encoding="utf-8")
    watcher = Watcher()
    (again,) = play([cell()], tmp_path, watcher=watcher)
    assert watcher.played == 1
    assert again == expected
    assert path.read_text(encoding="utf-8") == text


def test_interrupted_run_keeps_finished_cells(tmp_path: pathlib.Path) -> None:
    """Ctrl-C after the first cell: it stays, the same command plays only what is missing."""

    class Impatient(Watcher):
        def end(self, cell: Any, number: int, result: Any, *, played: bool) -> None:
            del cell, number, result, played
            raise KeyboardInterrupt

    plan = [cell(), cell(players=3)]
    with contextlib.suppress(KeyboardInterrupt):
        play(plan, tmp_path, watcher=Impatient())
    assert len(list((tmp_path / "cells").glob("*-3000.json"))) == 1  # of the other, some games may stay, too
    watcher = Watcher()
    play(plan, tmp_path, watcher=watcher)
    assert (watcher.played, watcher.found) == (1, 1)


def test_two_runs_in_one_folder_are_refused(tmp_path: pathlib.Path) -> None:
    """A second run in a folder where one is writing is refused, and does nothing."""
    with Store(tmp_path).locked(), pytest.raises(StoreError, match="another run"):
        play([cell()], tmp_path)
    assert not (tmp_path / "cells").exists()


# Kept games -----------------------------------------------------------------------------------------------------------
def test_kept_games_are_one_row_each(tmp_path: pathlib.Path) -> None:
    """--keep-games: a Parquet file with the games in order, agreeing with the tally, for any chunking."""
    pd = pytest.importorskip("pandas")
    (result,) = play([cell()], tmp_path, keep_games=True, jobs=2)
    (path,) = (tmp_path / "games").glob("*.parquet")
    frame = pd.read_parquet(path)
    assert frame["game"].tolist() == list(range(3000))
    assert frame["turns"].sum() == result.tally["moments"]["turns"]["sum"]
    for seat in range(4):
        credit = result.tally["credit"][seat] / result.tally["credit_unit"]
        assert frame[f"credit_{seat + 1}"].sum() == pytest.approx(credit)
    assert set(frame["persona_1"]) == set(LINEUP)
    assert not list(tmp_path.rglob("*.part"))
    watcher = Watcher()
    play([cell()], tmp_path, keep_games=True, watcher=watcher)
    assert watcher.played == 0


@pytest.mark.parametrize("damage", ["truncate", "flip", "no checksum", "gone"])
def test_a_damaged_file_of_games_is_written_again(tmp_path: pathlib.Path, damage: str) -> None:
    play([cell(games=300)], tmp_path, keep_games=True)
    (path,) = (tmp_path / "games").glob("*.parquet")
    whole = path.read_bytes()
    middle = len(whole) // 2
    if damage == "no checksum":
        path.with_name(f"{path.name}.sha256").unlink()
    elif damage == "gone":
        path.unlink()
    else:
        flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
        path.write_bytes(whole[:300] if damage == "truncate" else flipped)
    assert not games_parquet.is_whole(path)

    watcher = Watcher()
    play([cell(games=300)], tmp_path, keep_games=True, watcher=watcher)
    assert watcher.played == 1
    assert path.read_bytes() == whole
    assert games_parquet.is_whole(path)


@pytest.mark.parametrize("kept", [True, False])
def test_kept_games_are_all_there_after_more_were_added(tmp_path: pathlib.Path, *, kept: bool) -> None:
    """Those of the first run are copied if it kept them, else played again."""
    pd = pytest.importorskip("pandas")
    play([cell(games=MORE)], tmp_path, keep_games=kept)
    watcher = Watcher()
    (more,) = play([cell(games=MORE + 700)], tmp_path, keep_games=True, watcher=watcher)
    frame = pd.read_parquet(Store(tmp_path).games_path(CellJob.of(cell()).key, MORE + 700))
    (alone,) = play([cell(games=MORE + 700)], tmp_path / "alone", keep_games=True)
    expected = pd.read_parquet(Store(tmp_path / "alone").games_path(CellJob.of(cell()).key, MORE + 700))

    assert watcher.games == (700 if kept else MORE + 700)
    assert more == alone
    assert frame.equals(expected)


def test_games_played_to_a_precision_are_kept_over_all_looks(tmp_path: pathlib.Path) -> None:
    pd = pytest.importorskip("pandas")
    wanted: dict[str, Any] = {"games": None, "precision": 0.003, "max_games": 80_000}
    play([cell(**wanted)], tmp_path)
    (result,) = play([cell(**wanted)], tmp_path, keep_games=True)
    (path,) = (tmp_path / "games").glob("*.parquet")

    assert result.games > 10_000
    assert pd.read_parquet(path)["game"].tolist() == list(range(result.games))


def test_the_rule_follows_from_the_cell() -> None:
    assert rule_of(CellJob.of(cell())) == FixedGames(3000)
