"""A note before compiling appears always, so that silence has a reason."""

import pathlib
import time
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

import balancer.cli
from balancer.shell import progress
from balancer.shell.progress import watching


@pytest.mark.parametrize(("options", "noted"), [({}, True), ({"verbose": True}, True), ({"quiet": True}, False)])
def test_compiling_is_reported_in_pipes_too_unless_quiet(
    options: dict[str, Any], noted: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = {"quiet": False, "verbose": False, "bar": True, **options}
    with watching([], **settings) as shown, shown.compiling("oktoberfest"):
        pass

    out, errors = capsys.readouterr()
    assert (out, errors.startswith("compiling the rules of oktoberfest: ")) == ("", noted)
    assert noted or not errors


def test_a_long_run_without_a_terminal_says_now_and_then_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = iter([0.0, 10.0, 31.0, 31.0, 40.0])
    monkeypatch.setattr("balancer.shell.progress.time.monotonic", lambda: next(now))
    lines = progress.LineProgress([], verbose=False)
    for _ in range(3):
        lines.advance(0, 1000)

    assert capsys.readouterr().err == "2_000 games played, 0 of 0 settings finished\n"


def test_quiet_runs_and_those_without_progress_say_nothing_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    for settings in ({"quiet": True}, {"far": False}):
        lines = progress.LineProgress([], verbose=False, **settings)
        lines.said = -1e9
        lines.advance(0, 1)

    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("shipped", [b"kept", None])
def test_the_page_that_plays_says_what_takes_seconds(
    shipped: bytes | None, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    """On stderr before it takes them; of compiling only where nothing is shipped."""
    monkeypatch.setattr("balancer.browser.shipping.read", lambda _: shipped)
    monkeypatch.setattr("balancer.browser._path", lambda *_: None)
    nothing = {"read": lambda _: None, "write": lambda *_: None}
    forgetful = SimpleNamespace(PAGE="page-", kernel_folder=lambda: tmp_path, **nothing)
    monkeypatch.setattr("balancer.browser.describing.kernel_cache", forgetful)
    monkeypatch.setattr("balancer.browser.compiling.compiled_module", lambda _: b"compiled now")
    done = CliRunner().invoke(balancer.cli.balancer, ["page", "black_death", "-o", str(tmp_path / "page.html")])

    assert done.exit_code == 0
    trying, *compiling = done.stderr.splitlines()
    assert trying == "trying out the rules of Black Death: some seconds, once…"
    assert compiling == ([] if shipped else ["compiling Black Death for browsers: 15 to 60 s, once…"])
    assert done.stdout.startswith(str(tmp_path))


@pytest.mark.parametrize(("terminal", "seconds", "said"), [(True, 0.5, True), (True, 0.0, False), (False, 0.5, False)])
def test_what_takes_long_is_named_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, terminal: bool, seconds: float, said: bool
) -> None:
    """An own game is compiled while its file is read, before any game is played."""
    monkeypatch.setattr(progress, "on_terminal", lambda: terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0.1 if seconds else 60.0)
    with progress.after_seconds("reading coins.py"):
        time.sleep(seconds)
    assert capsys.readouterr().err == ("reading coins.py…\n" if said else "")
