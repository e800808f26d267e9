"""`balancer sweep --play`: the panel that plays in the page of a sweep."""

import pathlib

import pytest
from click.testing import CliRunner, Result

import balancer.cli
from balancer import games
from balancer.browser import shipping

PANEL = 'id="play-panel"'
WINDFALL = str(pathlib.Path(__file__).parents[3] / "examples" / "plain_windfall.py")


@pytest.fixture
def no_modules(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use an empty folder in place of the modules that a release comes with."""
    folder = tmp_path / "modules"
    folder.mkdir()
    monkeypatch.setattr(shipping, "FOLDER", folder)
    monkeypatch.chdir(tmp_path)


def swept(*words: str, game: str = "black_death") -> Result:
    return CliRunner().invoke(balancer.cli.balancer, ["sweep", game, "--games", "60", "-q", "-o", "out", *words])


def page() -> str:
    return pathlib.Path("out/index.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("no_modules")
def test_a_release_has_the_panel_and_others_have_it_where_it_is_wanted() -> None:
    """The rest of the page is the same, but for the command that writes a page of the panel alone."""
    without = swept()
    assert without.exit_code == 0, without.output
    assert PANEL not in page()
    assert "balancer page black_death" in page()
    shipping.path_of(games.load("black_death")).write_bytes(b"module")
    assert swept("--no-play").exit_code == 0
    assert PANEL not in page()
    assert swept().exit_code == 0
    assert PANEL in page()
    assert "balancer page black_death" not in page()


@pytest.mark.usefixtures("no_modules")
def test_what_can_not_play_is_refused_before_anything_is_played() -> None:
    """Where nobody says that the page must play, it is left out."""
    shipping.path_of(games.load("black_death")).write_bytes(b"module")
    refused = swept("--play", game=WINDFALL)
    assert refused.exit_code == 2
    assert "a page plays compiled rules, and these can't be compiled" in refused.output
    thinking = swept("--play", "--lineup", "expert")
    assert thinking.exit_code == 2
    assert "no personas that think ahead" in thinking.output
    assert not pathlib.Path("out").exists()
    left_out = swept("--lineup", "expert")
    assert left_out.exit_code == 0, left_out.output
    assert PANEL not in page()
