"""Charts whose lines bear their own names."""

import re
import xml.dom.minidom
from itertools import pairwise

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.reporting.drawing import curves, style
from tests.reporting.made import html
from tests.reporting.test_charts import letters


def arc_frame(ends):
    """Return three straight curves that end at these shares."""
    rows = [
        (name, at / 10, end * at / 10, max(0.0, end * at / 10 - 0.02), min(1.0, end * at / 10 + 0.02))
        for name, end in zip(("one", "other", "third"), ends, strict=True)
        for at in range(1, 11)
    ]
    return pd.DataFrame(rows, columns=["series", "x", "value", "low", "high"])


def drawn(ends, reference=0.25):
    words = {"reference_name": "equal share", "across": "share of the game", "up": "games"}
    return curves.arc(arc_frame(ends), reference=reference, **words).svg()


@pytest.mark.parametrize("ends", [(1.0, 1.0, 0.0), (0.25, 0.25, 0.25), (0.0, 0.0, 0.0), (0.9, 0.5, 0.1)])
def test_every_line_is_named_where_nothing_covers_the_name(ends):
    text = drawn(ends)
    xml.dom.minidom.parseString(text)  # noqa: S318  our own
    names = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(one|other|third|equal share)<', text)

    assert sorted(name for _, _, name in names) == ["equal share", "one", "other", "third"]
    heights = sorted(float(y) for _, y, _ in names)
    assert all(b - a > 11 for a, b in pairwise(heights))
    assert heights[0] > 0
    assert heights[-1] < curves.TOP + curves.ARC_HEIGHT + style.FOOT


def test_every_point_has_its_words_and_every_line_its_band():
    text = drawn((1.0, 0.5, 0.0))

    assert "<title>one, at 50%: 50% ± 2 pp</title>" in text
    assert text.count("<title>") == 30
    assert len(re.findall(r'<path d="[^"]*Z"', text)) == 3
    assert "share of the game" in letters(text)


def test_a_narrow_interval_is_seen_beside_its_line():
    """Its band is at least as high as is seen on both sides."""
    rows = arc_frame((1.0, 0.5, 0.0))
    exact = rows.assign(low=rows["value"], high=rows["value"])
    text = curves.arc(exact, reference=0.25, reference_name="equal share", across="", up="").svg()
    for outline in re.findall(r'd="M([^"]*)Z"', text):
        points = [tuple(map(float, point.split())) for point in outline.split("L")]
        upper, lower = points[: len(points) // 2], points[len(points) // 2 :][::-1]
        assert all(low - high >= 4 for (_, high), (_, low) in zip(upper, lower, strict=True))


@given(st.lists(st.floats(0, 100), min_size=1, max_size=9))
def test_names_are_moved_apart_and_stay_in_order(places):
    moved = curves.apart(sorted(places), 0, 100, 10)

    assert all(b - a >= 10 - 1e-6 for a, b in pairwise(moved))
    assert moved[0] >= -1e-6 or len(places) > 10
    assert moved[-1] <= 100 + 1e-6


def test_names_with_room_stay_where_they_are():
    assert curves.apart([10, 30, 55], 0, 100, 10) == [10, 30, 55]


@pytest.mark.parametrize("name", ["single", "one loses"])
def test_the_page_shows_the_arc_with_its_table(name):
    text = html(name)
    last = "last one loses" if name == "one loses" else "leader wins"

    assert f'aria-label="the course of a game: {last}, ' in text
    assert re.search(r"The course of a game in figures, 1[0-9]+ of (200|150) games", text)


def test_the_page_has_no_arc_where_no_game_was_won():
    assert "The course of a game in figures" not in html("nothing finished")
