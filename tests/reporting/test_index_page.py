"""The list of reports: every folder of ours with its one-line answer, nothing else."""

import json
import pathlib

from balancer.reporting import writer
from balancer.reporting.document.html import to_html
from balancer.reporting.page.index_page import entries, page
from balancer.simulation.ownership import mark_folder
from tests.reporting import made


def folder(reports, name, *, started="2026-01-01T10:00:00+0000", title="Why?", answer="All hold &amp; more", ours=True):
    """Make a results folder with a manifest and a page."""
    path = reports / name
    path.mkdir(parents=True)
    manifest = {"kind": "run", "started": started, "scenario": {"title": title}, "game": {"title": "Oktoberfest"}}
    (path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    if ours:
        mark_folder(path)
    (path / "index.html").write_text(f'<meta name="description" content="{answer}">', encoding="utf-8")


def test_the_newest_comes_first_with_its_answer(tmp_path):
    """Title, answer, date; folders that are not ours, or broken, are left out."""
    folder(tmp_path, "old", started="2025-01-01T10:00:00+0000")
    folder(tmp_path, "new", title="<b>Where</b>?")
    folder(tmp_path, "foreign", ours=False)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "manifest.json").write_text("{", encoding="utf-8")
    found = entries(tmp_path)
    assert [one.folder for one in found] == ["new", "old"]
    assert found[0].answer == "All hold & more"
    assert found[0].date == "2026-01-01 10:00"
    html = to_html(page(tmp_path))
    assert html.index("new/index.html") < html.index("old/index.html")
    assert "&lt;b&gt;Where" in html
    assert "foreign" not in html


def test_writing_a_page_among_the_reports_lists_it(tmp_path, monkeypatch):
    """Elsewhere no list is written, and a file that is not ours is left alone."""
    monkeypatch.chdir(tmp_path)
    folder(pathlib.Path("reports"), "made")
    writer._write_page(pathlib.Path("reports/made"), made.page("single"))
    assert "made/index.html" in pathlib.Path("reports/index.html").read_text(encoding="utf-8")
    folder(pathlib.Path("other"), "made")
    writer._write_page(pathlib.Path("other/made"), made.page("single"))
    assert not pathlib.Path("other/index.html").exists()
    pathlib.Path("reports/index.html").write_text("mine", encoding="utf-8")
    writer._write_page(pathlib.Path("reports/made"), made.page("single"))
    assert pathlib.Path("reports/index.html").read_text(encoding="utf-8") == "mine"
