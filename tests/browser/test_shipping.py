"""Modules in the wheel are taken where they are of the sources that are played, and only then."""

import pytest

from balancer import browser, games
from balancer.browser import __main__, shipping
from balancer.core.cache import sources


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder of modules beside the one of this installation."""
    monkeypatch.setattr(shipping, "FOLDER", tmp_path)
    return tmp_path


def test_a_module_of_other_sources_is_not_taken(folder, monkeypatch):
    """Nor of another compiler; what is right is neither compiled nor looked for among what is kept."""
    game = games.load("black_death")
    assert shipping.read(shipping.path_of(game)) is None
    shipping.path_of(game).write_bytes(b"module")
    assert browser.module_of(game) == b"module"
    monkeypatch.setattr(type(game), "sources", property(lambda _: "changed"))
    assert shipping.read(shipping.path_of(game)) is None
    monkeypatch.undo()
    monkeypatch.setattr(shipping, "FOLDER", folder)
    monkeypatch.setattr(sources, "of_modules", lambda *_: "changed")
    assert shipping.read(shipping.path_of(game)) is None


def test_those_of_other_sources_are_removed(folder, monkeypatch, capsys):
    """Each shipped game has one, and what is too large is an error."""
    (folder / "black_death-0000.wasm").write_bytes(b"old")
    monkeypatch.setattr(browser, "module_of", lambda _: b"new")
    monkeypatch.setattr(browser, "sums_module", lambda _: b"new")
    __main__.main()
    assert set(folder.iterdir()) == {
        shipping.path_of_sums(1),
        *(shipping.path_of(games.load(name)) for name in games.own_names()),
    }
    assert "black_death" in capsys.readouterr().out
    monkeypatch.setattr(browser, "module_of", lambda _: bytes(shipping.MAX_BYTES + 1))
    with pytest.raises(SystemExit, match="larger than"):
        __main__.main()
