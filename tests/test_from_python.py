"""docs/from-python.md: its examples run, and print what it says."""

import pathlib

from docs import make_from_python


def test_the_page_prints_what_it_says(tmp_path: pathlib.Path) -> None:
    """If this fails after a change of rules or tables: make pythondoc."""
    assert make_from_python.page(tmp_path) == make_from_python.PAGE.read_text(encoding="utf-8")
    assert (tmp_path / make_from_python.CHART).stat().st_size > 5_000
    assert (make_from_python.PAGE.parent / make_from_python.CHART).exists()
