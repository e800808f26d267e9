"""Own games are compiled in these tests, and kept in a folder of their own."""

import pathlib

import pytest

from balancer.compiler.choice import VARIABLE
from balancer.core.cache import kernel_cache


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "auto")


@pytest.fixture
def kernels(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Return an empty folder of kernels."""
    folder = tmp_path / "kernels"
    monkeypatch.setattr(kernel_cache, "kernel_folder", lambda: folder)
    return folder
