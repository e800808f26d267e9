"""A note before compiling appears always, so that silence has a reason."""

from typing import Any

import pytest

from balancer.cli.progress import watching


@pytest.mark.parametrize(("options", "noted"), [({}, True), ({"verbose": True}, True), ({"quiet": True}, False)])
def test_compiling_is_reported_in_pipes_too_unless_quiet(
    options: dict[str, Any], noted: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = {"quiet": False, "verbose": False, "bar": True, **options}
    with watching([], **settings) as progress, progress.compiling("oktoberfest"):
        pass

    out, errors = capsys.readouterr()
    assert (out, errors.startswith("compiling the rules of oktoberfest: ")) == ("", noted)
    assert noted or not errors
