"""The summary on the terminal."""

import dataclasses
import io
import pathlib
import re

import pytest

from balancer.questions.sweep.report import SweepReport
from balancer.reporting.console import Console
from balancer.reporting.document.terminal import print_document
from tests.reporting import made


def summary(report, page=None):
    """Return what is printed when piped."""
    console = Console()
    print_document(report.document(), console)
    console.written(page)
    return "\n".join(console.lines)


@pytest.mark.parametrize("name", made.RUNS)
def test_it_is_plain_and_fits_80_columns(name):
    """No escape codes when piped; commands and paths, which one copies, may be longer."""
    text = summary(made.RUNS[name]())
    assert "\x1b" not in text
    wide = [line for line in text.splitlines() if len(line) > 80 and not line.startswith("  balancer")]
    assert wide == []


def test_a_run_tells_seats_personas_length_endings():
    """All with their uncertainty."""
    text = summary(made.single())
    for word in ("seat 1 (starts)", "bully", "rounds", "unfinished", "±", "win rate", "contests"):
        assert word in text


def test_the_games_own_figures_have_percentiles():
    """Except for those that are 0 or 1."""
    table = summary(made.single()).partition("Figures of")[2]
    assert re.search(r"contests +[\d.]+ +[\d.]+ +\d+ +\d+ +\d+ +contests", table)
    assert re.search(r"penalty changed winners +[\d.]+% +[^\n%]*$", table, re.MULTILINE)


def test_a_sweep_ends_with_its_table_and_the_page():
    """The base rules marked."""
    text = summary(made.two_axes(), pathlib.Path("reports/made/index.html"))
    assert text.splitlines()[-1] == "Page: reports/made/index.html"
    assert text.index("Answer") < text.rindex("win_threshold  players")
    assert "18 *" in text


def test_the_verdict_comes_first_and_every_cell_has_one():
    """Before the findings; variants need another command."""
    text = summary(made.one_axis())
    assert text.index("he check") < text.index("Answer")
    assert "✕" in text
    assert "1 variant: `balancer compare scenarios/made.yaml` plays it." in text
    assert "not run" not in text


def test_ascii_terminals_get_ascii(monkeypatch):
    """No question marks, no crash."""
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    text = summary(made.two_axes())
    assert text.isascii()
    assert "+-" in text


def test_of_many_cells_the_extreme_ones_are_listed():
    """With the base; how many are left, and where they are."""
    cell = made.one_axis().cells[0]
    values = range(100)
    cells = [dataclasses.replace(cell, axes={"rules.win_threshold": n}) for n in values]
    run = made.manifest({"rules.win_threshold": values})
    text = summary(SweepReport(run, cells))
    rows = re.findall(r"^(\d+)( \*)? +\d", text, re.MULTILINE)
    assert 20 <= len({int(row) for row, _ in rows}) <= 21
    assert any(mark for _, mark in rows)
    assert re.search(r"(79|80) more are in metrics.csv", " ".join(text.split()))
