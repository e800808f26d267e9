"""A run's folder: tables, charts and page agree, and come out the same every time."""

import csv
import dataclasses
import io

import pandas as pd
import pytest

from balancer.questions.kinds import reported
from balancer.questions.sweep import report as sweep_report
from balancer.reporting import writer
from balancer.simulation import store
from balancer.simulation.manifest import OF_THE_RUN
from tests.reporting import made


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with the report of a sweep in it."""
    place = tmp_path_factory.mktemp("run")
    writer.write(made.one_axis(), place)
    return place


def test_page_tables_and_charts_are_there(folder):
    """The charts of the page as files, too."""
    assert (folder / "index.html").is_file()
    names = {path.name for path in folder.glob("*.csv")}
    assert {
        "cells.csv",
        "seats.csv",
        "personas.csv",
        "length.csv",
        "endings.csv",
        "metrics.csv",
        "columns.csv",
    } <= names
    html = (folder / "index.html").read_text()
    small = html.count('class="spark"')
    assert len(list((folder / "charts").glob("*.svg"))) == html.count("<svg ") - small


def test_every_column_is_explained(folder):
    """And none that isn't there."""
    explained = pd.read_csv(folder / "columns.csv")
    for path in folder.glob("*.csv"):
        if path.name != "columns.csv":
            result = set(explained[explained["table"] == path.stem]["column"])
            assert set(pd.read_csv(path).columns) == result, path.name
    assert explained["meaning"].str.len().min() > 0


def test_the_page_links_to_its_tables(folder):
    """Each with what is in it."""
    page = (folder / "index.html").read_text()
    for path in folder.glob("*.csv"):
        assert f'href="{path.name}"' in page


def test_page_and_table_say_the_same(folder):
    """The win rate of seat 1 of the base cell."""
    seats = pd.read_csv(folder / "seats.csv")
    win = seats[(seats["cell"] == 2) & (seats["seat"] == 1)]["win"].item()
    assert f"{100 * win:.1f}%" in (folder / "index.html").read_text()


def test_written_again_it_is_the_same(tmp_path):
    """Byte by byte."""
    once, again = tmp_path / "once", tmp_path / "again"
    for place in (once, again):
        writer.write(made.single(), place)
    for path in [*once.glob("*.*"), *(once / "charts").glob("*")]:
        assert path.read_bytes() == (again / path.relative_to(once)).read_bytes(), path.name


def test_charts_of_an_earlier_page_go(tmp_path):
    """Charts of ours that the new page lacks are deleted; a file of somebody else stays."""
    writer.write(made.one_axis(), tmp_path)
    earlier = {path.name for path in (tmp_path / "charts").glob("*.svg")}
    foreign = tmp_path / "charts" / "logo.svg"
    foreign.write_text("<svg/>")

    writer.write(made.single(), tmp_path)

    charts = {path.name for path in (tmp_path / "charts").glob("*.svg")}
    assert earlier - charts
    assert foreign.exists()


def test_without_machine_facts(tmp_path):
    """As in the gallery: neither where nor how fast."""
    writer.write(dataclasses.replace(made.single(), machine_facts=False), tmp_path, page_only=True)
    page = (tmp_path / "index.html").read_text()
    assert not (tmp_path / "charts").exists()
    assert "Somewhere" not in page
    assert "abc" not in page
    assert "seconds" not in (tmp_path / "cells.csv").read_text()
    assert "games_per_second" not in (tmp_path / "columns.csv").read_text()


def test_a_folder_without_a_run(tmp_path):
    """Is said to be none."""
    with pytest.raises(store.StoreError, match="not a run's folder"):
        writer.write(reported(tmp_path), tmp_path)


def test_from_a_finished_run_on_disk(tmp_path):
    """Cells and manifest are all it takes."""
    report = made.nothing_finished()
    kept, planned = store.Store(tmp_path), []
    for number, cell in enumerate(report.cells):
        kept.write_result(f"{number:020d}", cell)
        of_the_run = {**dict.fromkeys(OF_THE_RUN), "axes": cell.axes}
        planned.append({"key": f"{number:020d}", "games": cell.games, **of_the_run})
    kept.write_manifest(dataclasses.replace(report.manifest, cells=planned))
    assert writer.write(reported(tmp_path), tmp_path) == tmp_path / "index.html"


def test_no_cell_of_a_table_is_a_formula() -> None:
    """A component table from elsewhere may name its cards so; numbers, as numbers or as text, stay as they are."""
    names = ["=HYPERLINK(1)", "=1+1|' /C x", "@SUM(A1)", "-2+3", "+x", "\tx", "Stein", "-3", "-3.5e2"]
    table = pd.DataFrame({"=cmd": names, "value": [-1.5] * len(names)})

    lines = list(csv.reader(io.StringIO(writer.to_csv(table))))

    assert lines[0] == ["'=cmd", "value"]
    assert [line[0] for line in lines[1:]] == [f"'{name}" for name in names[:6]] + names[6:]
    assert {line[1] for line in lines[1:]} == {"-1.5"}


def test_of_many_cells_the_headline_is_written_and_all_tables_when_asked_for(tmp_path, monkeypatch):
    """Tables of an earlier, smaller sweep go; what is written is the same."""
    report = made.one_axis()
    writer.write(report, tmp_path)
    every = {path.name: path.read_text() for path in tmp_path.glob("*.csv")}
    monkeypatch.setattr(sweep_report, "MANY_CELLS", len(report.cells) - 1)

    page = writer.write(dataclasses.replace(report), tmp_path)
    assert "report FOLDER --tables" in page.read_text()
    few = {path.name: path.read_text() for path in tmp_path.glob("*.csv")}
    assert {"cells.csv", "metrics.csv", "columns.csv"} <= few.keys() < every.keys()
    assert few["cells.csv"] == every["cells.csv"]
    assert not (tmp_path / "report.json").exists()
    headline, rows = {one.ref.metric for one in report.headline}, few["metrics.csv"].splitlines()
    assert set(rows) < set(every["metrics.csv"].splitlines())
    assert set(pd.read_csv(io.StringIO(few["metrics.csv"]))["metric"]) == headline

    page = writer.write(dataclasses.replace(report, every_table=True), tmp_path)
    assert "--tables" not in page.read_text()
    assert (tmp_path / "report.json").exists()
    assert {path.name: path.read_text() for path in tmp_path.glob("*.csv")} == every
