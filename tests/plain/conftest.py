"""Games of plain Python for tests: each test has a folder of its own, and no game of another test."""

import pathlib

import pytest

from balancer.games import registry


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_plain", {})
    return tmp_path
