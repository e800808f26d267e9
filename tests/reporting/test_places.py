"""A tally by place: one metric of each place, one table, one chart, and no figure by itself."""

import re
from typing import Any

import pytest

import balancer
from balancer.analysis.estimates.metric_names import names_for, parse
from balancer.reporting.document.html import to_html
from balancer.reporting.page import summary as page_summary
from tests.plain.test_tally import WALK
from tests.reporting.test_terminal import summary

PLACES = [str(square) for square in range(10)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the walk, with checks of its squares."""
    folder = tmp_path_factory.mktemp("walk")
    (folder / "walk.py").write_text(WALK, encoding="utf-8")
    (folder / "walk.yaml").write_text(
        "game: walk\ngames: 300\nseed: 2\nreport: {headline: [landed.3, landed.3.p90]}\nchecks:\n"
        "- {metric: landed, of: 3, at_most: 2}\n- {metric: landed.3, stat: at least 1, at_least: 30%}\n"
        "- {metric: landed, each: place, at_most: 3}\n",
        encoding="utf-8",
    )
    return balancer.run(folder / "walk.yaml")


def test_the_mean_of_each_place_is_a_figure(played: Any) -> None:
    """Together they are the turns of a game: each turn ends on a square."""
    metrics = played.metrics[played.metrics["metric"] == "landed"]
    assert list(metrics["of"]) == PLACES
    assert metrics["value"].sum() == pytest.approx(played.length["mean"][1])
    assert list(played.extras["extra"]) == ["steps"]


def test_a_place_has_every_statistic(played: Any) -> None:
    offers = names_for(played.cells[0])
    for dotted in ("landed.3", "landed.3.p90", "landed.3.at least 2"):
        assert parse(offers, dotted).name == dotted
    assert [name for name in offers if name.startswith("landed")] == ["landed"]


def test_pages_draw_one_chart_and_one_table(played: Any) -> None:
    page = to_html(played.report.document())
    assert page.count("landed by place, mean per game, with intervals") == 1
    assert page.count(">games with any<") == 1


def test_the_terminal_has_one_table(played: Any) -> None:
    text = " ".join(summary(played.report).split())
    assert text.count("Landed, by place") == 1
    assert "The number of squares landed on (place 3) is" in text
    rows = re.search(r"games with any ± ─+ (.*?) [A-Z]", text)
    assert rows is not None
    assert re.findall(r"(?:^|pp )(\d) ", rows[1]) == PLACES, "in their own order"


def test_of_many_places_the_ends_are_shown(played: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_summary, "MAX_PLACES", 5)
    text = " ".join(summary(played.report).split())
    assert "5 of 10 places, those with the highest figures, the first and the last" in text


def test_json_has_a_figure_by_place(played: Any) -> None:
    assert list(played.to_json()["extras"]["landed"]) == PLACES
