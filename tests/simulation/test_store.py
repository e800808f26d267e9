"""The results folder: whole files or none, and clear words where it can't be used."""

import dataclasses
import os
import pathlib
from typing import Any

import pytest

from balancer.analysis.results import CellResult, PairResult
from balancer.simulation import keys, ownership, store
from balancer.simulation.manifest import Manifest


def test_a_file_appears_whole_or_not_at_all(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that fails halfway leaves the old file and no rubbish behind."""
    path = tmp_path / "a.json"
    store.write_atomically(path, "old\n")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(store.StoreError, match="No space left on device"):
        store.write_atomically(path, "new\n")
    assert path.read_text(encoding="utf-8") == "old\n"
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.parametrize("name", ["../a", "charts/../../a", "/a", "a/b/c", ".."])
def test_nothing_is_written_beside_a_results_folder(name: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "res").mkdir()
    with pytest.raises(store.StoreError, match="is no name of a file in a results folder"):
        store.write_inside(tmp_path / "res", name, "x")
    assert [path.name for path in tmp_path.rglob("*")] == ["res"]


def test_an_unwritable_folder_is_named(tmp_path: pathlib.Path) -> None:
    """Where the folder can't be made, the message names it and the way out."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with (
        pytest.raises(store.StoreError, match=r"can't write in .*file.* -o"),
        store.Store(tmp_path / "file" / "x").locked(),
    ):
        pass


def result(**changes: Any) -> CellResult:
    """Return a result of nothing in particular."""
    fields = {one.name: "" for one in dataclasses.fields(CellResult) if not one.metadata}
    return CellResult(**{**fields, "games": 30, **changes})


def test_a_result_comes_back_as_it_was_kept(tmp_path: pathlib.Path) -> None:
    """Whole numbers of any size, non-ASCII names, nested lists; without what belongs to the run."""
    kept = store.Store(tmp_path / "Prüfung äöü")
    cell = result(tally={"sum": 2**100, "names": ["Süßes"], "lines": [[1, 2], [3]]}, axes={"x": 1}, seconds=3.0)
    kept.write_result("ab" * 10, cell)
    found = kept.read_result(CellResult, "ab" * 10, 30)
    assert found == cell
    assert (found.axes, found.seconds) == ({}, None)
    assert kept.read_result(CellResult, "cd" * 10, 30) is None
    assert kept.read_result(CellResult, "ab" * 10, 31) is None
    assert kept.read_result(PairResult, "ab" * 10, 30) is None
    assert kept.known_games(CellResult, "ab" * 10) == {30}


@pytest.mark.parametrize("other", ["b" * 20 + "-30.json", "a" * 20 + "-31.json"])
def test_a_result_under_another_name_is_not_believed(tmp_path: pathlib.Path, other: str) -> None:
    """A file copied to another key or number of games is not read as that result."""
    kept = store.Store(tmp_path)
    kept.write_result("a" * 20, result())
    (path,) = (tmp_path / "cells").iterdir()
    path.rename(path.with_name(other))
    assert kept.read_result(CellResult, "b" * 20, 30) is None
    assert kept.read_result(CellResult, "a" * 20, 31) is None


def test_what_was_read_as_it_is_is_not_written_again(tmp_path: pathlib.Path) -> None:
    cell = result()
    store.Store(tmp_path).write_result("a" * 20, cell)
    (path,) = tmp_path.glob("cells/*.json")
    kept, before = store.Store(tmp_path), path.stat().st_ino
    found = kept.read_result(CellResult, "a" * 20, 30)
    kept.write_result("a" * 20, dataclasses.replace(found, axes={"piles": 3}, seconds=1.0))
    assert path.stat().st_ino == before

    kept.write_result("a" * 20, dataclasses.replace(found, title="another"))
    assert path.stat().st_ino != before
    kept.read_result(CellResult, "a" * 20, 30)
    path.unlink()
    kept.write_result("a" * 20, dataclasses.replace(found, title="another"))
    assert path.is_file()


def test_what_was_read_in_another_folder_is_written(tmp_path: pathlib.Path) -> None:
    store.Store(tmp_path / "other").write_result("a" * 20, result())
    kept = store.Store(tmp_path / "mine", [tmp_path / "other"])
    kept.write_result("a" * 20, kept.read_result(CellResult, "a" * 20, 30))
    assert list(tmp_path.glob("mine/cells/*.json"))


def test_results_are_looked_for_in_other_folders_too(tmp_path: pathlib.Path) -> None:
    """The own folder first; nothing is written into the others."""
    one, two = store.Store(tmp_path / "one"), store.Store(tmp_path / "two", [tmp_path / "one", tmp_path / "none"])
    one.write_result("a" * 20, result(title="one"))
    assert two.read_result(CellResult, "a" * 20, 30) == result(title="one")
    assert two.known_games(CellResult, "a" * 20) == {30}
    two.write_result("a" * 20, result(title="two"))
    assert two.read_result(CellResult, "a" * 20, 30) == result(title="two")
    assert one.read_result(CellResult, "a" * 20, 30) == result(title="one")


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (None, "not a run's folder"),
        *((raw, "damaged") for raw in (b"", b"{", b"{}", b"[1]", b'{"cells": 3}', b"[" * 100_000, b'{"cells": NaN}')),
        (b'{"cells": "\xf0"}', r"is damaged \(it is not UTF-8 text\); run the sweep again"),
    ],
)
def test_reading_what_is_no_run(tmp_path: pathlib.Path, raw: bytes | None, words: str) -> None:
    """A folder without manifest and one with a broken manifest give different messages."""
    if raw is not None:
        (tmp_path / "manifest.json").write_bytes(raw)
    with pytest.raises(store.StoreError, match=words):
        store.read(tmp_path)


@pytest.mark.parametrize("games", [None, 30])
def test_an_unfinished_run_says_how_to_finish(tmp_path: pathlib.Path, games: int | None) -> None:
    """A manifest whose cells are not all there: so many missing, and the command that plays them."""
    manifest = {"cells": [{"key": "a" * 20, "games": games, "axes": {}}], "command": "balancer sweep x.yaml"}
    store.Store(tmp_path).write_manifest(Manifest.from_json(manifest))
    with pytest.raises(store.StoreError, match=r"1 of 1 results .* `balancer sweep x.yaml`"):
        store.read(tmp_path)


def test_keys_depend_on_everything_that_determines_a_result() -> None:
    """The order of the rules does not matter."""
    assert keys.result_key({"a": 1, "b": 2}) == keys.result_key({"b": 2, "a": 1})
    assert len({keys.result_key(content) for content in ({"a": 1, "b": 2}, {"a": 2, "b": 2}, {"a": 1})}) == 3


@pytest.mark.parametrize("raw", [b'{"x": NaN}', b"[" * 100_000, b"\xff", b'{"x": "\\ud800"}', b'{"content": {}}', b"3"])
def test_what_is_no_result_is_not_read(tmp_path: pathlib.Path, raw: bytes) -> None:
    kept = store.Store(tmp_path)
    kept.write_result("a" * 20, result())
    (path,) = (tmp_path / "cells").iterdir()
    path.write_bytes(raw)

    assert kept.read_result(CellResult, "a" * 20, 30) is None


def test_a_result_that_is_no_file_is_not_waited_for(tmp_path: pathlib.Path) -> None:
    (tmp_path / "cells").mkdir()
    os.mkfifo(tmp_path / "cells" / f"{'a' * 20}-30.json")

    assert store.Store(tmp_path).read_result(CellResult, "a" * 20, 30) is None


def test_locking_a_folder_removes_partial_files_of_killed_runs(tmp_path: pathlib.Path) -> None:
    """And may lock it again; others may not meanwhile, but afterwards."""
    halves = [tmp_path / place for place in (".manifest.json.x.part", "cells/.a.json.y.part", "charts/.b.svg.z.part")]
    for half in halves:
        half.parent.mkdir(exist_ok=True)
        half.touch()
    (tmp_path / "notes.part").touch()
    ownership.mark_folder(tmp_path)
    kept = store.Store(tmp_path)

    with kept.locked(), kept.locked():
        assert not any(half.exists() for half in halves)
        with pytest.raises(store.StoreError, match="another run"), store.Store(tmp_path).locked():
            pass
    with store.Store(tmp_path).locked():
        assert (tmp_path / "notes.part").exists()


def test_a_file_system_without_locks_is_used_without(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")

    def without(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", without)
    with store.Store(tmp_path).locked():
        store.Store(tmp_path).write_manifest(Manifest.from_json({}))
    assert store.read(tmp_path).main == []


def test_a_run_of_another_version_says_how_to_renew_it(tmp_path: pathlib.Path) -> None:
    result = {"cells": [], "command": "balancer sweep x.yaml", "format": 1}
    text = keys.canonical({**result, "content": keys.digest(result)})
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(store.StoreError, match=r"another version of balancer; run `balancer sweep x.yaml` again"):
        store.read(tmp_path)


def test_half_letters_in_file_names_do_not_stop_a_run(tmp_path: pathlib.Path) -> None:
    """A file name need not be text; what is stored of it is."""
    store.Store(tmp_path).write_manifest(Manifest.from_json({"scenario_file": "caf\udce9.yaml"}))

    assert store.read(tmp_path).manifest.scenario_file == "caf?.yaml"


def test_bytes_of_a_file_name_that_are_no_text_become_question_marks(tmp_path: pathlib.Path) -> None:
    name = os.fsdecode(b"caf\xe9.yaml")
    store.write_atomically(tmp_path / "page.html", f"played {name}\n")

    assert (tmp_path / "page.html").read_text(encoding="utf-8") == "played caf?.yaml\n"
