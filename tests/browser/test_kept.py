"""What was tried out of a game is kept, by all that decides it."""

import pytest

from balancer.browser import describing
from balancer.core.cache import kernel_cache, sources
from balancer.scenario.load import Overrides, load


def test_what_is_kept_is_of_this_setting(tmp_path, monkeypatch):
    """The rules are tried out once for each base; another base, and other sources, are tried out anew."""
    monkeypatch.setattr(kernel_cache, "kernel_folder", lambda: tmp_path)
    first = describing.description_of(load("black_death"))
    (kept,) = tmp_path.glob("page-black_death-*.json")
    with monkeypatch.context() as patch:
        patch.setattr(describing, "Preparation", lambda *_: pytest.fail("tried out again"))
        assert describing.description_of(load("black_death"))["preparation"] == first["preparation"]
    describing.description_of(load("black_death", Overrides(players="5")))
    assert len(list(tmp_path.glob("page-*.json"))) == 2
    kept.write_bytes(b"damaged")
    assert describing.description_of(load("black_death"))["preparation"] == first["preparation"]
    monkeypatch.setattr(sources, "of_modules", lambda *_: "changed")
    describing.description_of(load("black_death"))
    assert len(list(tmp_path.glob("page-*.json"))) == 3
