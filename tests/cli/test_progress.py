"""A note before compiling appears on terminals, also where no bar is drawn."""

import sys
from typing import Any

import pytest

from balancer.cli.progress import watching


@pytest.mark.parametrize(
    ("on_terminal", "options", "expected"),
    [
        (True, {}, "compiling oktoberfest…\n"),
        (True, {"quiet": True}, ""),
        (False, {}, ""),
        (False, {"verbose": True}, "compiling oktoberfest…\n"),
    ],
)
def test_compiling_is_reported_on_a_terminal_whose_results_are_piped(
    on_terminal: bool,
    options: dict[str, Any],
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: on_terminal)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)

    settings = {"quiet": False, "verbose": False, "bar": True, **options}
    with watching([], **settings) as progress, progress.compiling("oktoberfest"):
        pass

    assert capsys.readouterr() == ("", expected)
