"""Scenarios are found among the settings of other programs."""

import pathlib

import pytest

from balancer.scenario.file.discovery import found_scenarios


def test_files_that_name_a_game_are_found(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scenarios").mkdir()
    texts = {"a.yaml": "# mine\ngame: festo\n", "scenarios/b.yml": "game : festo\n", "mkdocs.yml": "site_name: x\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "folder.yaml").mkdir()

    assert found_scenarios() == ["a.yaml", str(pathlib.Path("scenarios", "b.yml"))]
