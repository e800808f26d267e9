"""The results folder: whole files or none, and clear words where it can't be used."""

import os
import pathlib

import pytest

from balancer.simulation import ownership, store


def test_a_file_appears_whole_or_not_at_all(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that fails half-way leaves the old file and no rubbish behind."""
    path = tmp_path / "a.json"
    store.write_atomically(path, "old\n")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(store.StoreError, match="No space left on device"):
        store.write_atomically(path, "new\n")
    assert path.read_text(encoding="utf-8") == "old\n"
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]


def test_an_unwritable_folder_is_named(tmp_path: pathlib.Path) -> None:
    """Where the folder can't be made, the message names it and the way out."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with (
        pytest.raises(store.StoreError, match=r"can't write in .*file.* -o"),
        store.Store(tmp_path / "file" / "x").locked(),
    ):
        pass


def test_a_cell_comes_back_as_it_was_kept(tmp_path: pathlib.Path) -> None:
    """Whole numbers of any size, non-ASCII names, nested lists."""
    kept = store.Store(tmp_path / "Prüfung äöü")
    cell = {"tally": {"sum": 2**100, "names": ["Süßes"], "lines": [[1, 2], [3]]}, "precision": None}
    kept.write_cell("ab" * 10, cell)
    read = kept.read_cell("ab" * 10)
    assert read is not None
    assert {key: read[key] for key in cell} == cell
    assert kept.read_cell("cd" * 10) is None


def test_a_cell_under_another_name_is_not_believed(tmp_path: pathlib.Path) -> None:
    """A cell file copied to another key is not read as that cell."""
    kept = store.Store(tmp_path)
    kept.write_cell("a" * 20, {"x": 1})
    kept.cell_path("a" * 20).rename(kept.cell_path("b" * 20))
    assert kept.read_cell("b" * 20) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "not a run's folder"),
        *((text, "damaged") for text in ("", "{", "{}", "[1]", '{"cells": 3}', "[" * 100_000, '{"cells": NaN}')),
    ],
)
def test_reading_what_is_no_run(tmp_path: pathlib.Path, text: str | None, words: str) -> None:
    """A folder without manifest, and one with a broken one, are told apart."""
    if text is not None:
        (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(store.StoreError, match=words):
        store.read(tmp_path)


def test_an_unfinished_run_says_how_to_finish(tmp_path: pathlib.Path) -> None:
    """A manifest whose cells are not all there: so many missing, and the command that plays them."""
    manifest = {"cells": [{"key": "a" * 20, "axes": {}}], "command": "balancer sweep x.yaml"}
    store.Store(tmp_path).write_manifest(manifest)
    with pytest.raises(store.StoreError, match=r"1 of 1 cells .* `balancer sweep x.yaml`"):
        store.read(tmp_path)


def test_keys_depend_on_everything_that_determines_a_cell() -> None:
    """Rules, sources and parts all count; the order of the rules does not."""
    key = store.cell_key({"a": 1, "b": 2}, "s", "p")
    assert key == store.cell_key({"b": 2, "a": 1}, "s", "p")
    assert (
        len(
            {
                key,
                store.cell_key({"a": 2, "b": 2}, "s", "p"),
                store.cell_key({"a": 1, "b": 2}, "t", "p"),
                store.cell_key({"a": 1, "b": 2}, "s", "q"),
            }
        )
        == 4
    )


@pytest.mark.parametrize("raw", [b'{"x": NaN}', b"[" * 100_000, b"\xff", b'{"x": "\\ud800"}', b'{"content": {}}', b"3"])
def test_what_is_no_cell_is_not_read(tmp_path: pathlib.Path, raw: bytes) -> None:
    kept = store.Store(tmp_path)
    kept.write_cell("a" * 20, {"x": 1})
    kept.cell_path("a" * 20).write_bytes(raw)

    assert kept.read_cell("a" * 20) is None


def test_whoever_locks_a_folder_clears_what_killed_runs_left_half_written(tmp_path: pathlib.Path) -> None:
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
        store.Store(tmp_path).write_manifest({"cells": []})
    assert store.read(tmp_path).cells == []


def test_half_letters_in_file_names_do_not_stop_a_run(tmp_path: pathlib.Path) -> None:
    """A file name need not be text; what is told of it is."""
    store.Store(tmp_path).write_manifest({"cells": [], "scenario_file": "caf\udce9.yaml"})

    assert store.read(tmp_path).manifest["scenario_file"] == "caf?.yaml"
