"""Pictures for slides: what they show, and that their names and words say what it is."""

from __future__ import annotations

import pathlib

import pytest

from balancer.questions.compare import pictured
from balancer.reporting import pictures
from balancer.reporting.drawing import style
from tests.reporting import made, made_comparison


def words(picture: pictures.Picture) -> list[str]:
    """Return all texts of a picture."""
    axes = picture.axes[0]
    ticks = [*axes.get_xticklabels(), *axes.get_yticklabels()]
    more = [axes.get_title(loc="left"), axes.get_xlabel(), axes.get_ylabel(), picture.get_suptitle(),
            picture.get_supxlabel()]  # fmt: skip
    return [*more, *(text.get_text() for text in [*ticks, *axes.texts])]


def test_a_picture_says_what_it_shows_and_how_it_was_found() -> None:
    """The finding as title, question, axes, games, confidence; the points and intervals are those of the report."""
    report = made.one_axis()
    picture = pictures.plot(report, "ending_share.instant", x="rules.win_threshold")
    said = words(picture)
    one_line = [" ".join(text.split()) for text in said]
    assert " ".join(picture.get_suptitle().split()) == report.findings[1].lead
    assert " ± " not in picture.get_suptitle(), "a figure is not broken across lines"
    assert any(text.startswith("Endings: instant by ") for text in one_line)
    assert any(
        report.title in text and "10 000 games in each of 3 settings; 95% intervals" in text for text in one_line
    )
    values = report.headlines[1].figures_at(report.reader.confidence)[""]
    line = picture.axes[0].containers[0]
    assert list(line[0].get_ydata()) == [figure.value for figure in values]
    assert line[0].get_color() == style.SERIES[0]
    (bars,) = line[2]
    for segment, figure in zip(bars.get_segments(), values, strict=True):
        assert (segment[0][1], segment[1][1]) == pytest.approx((figure.low, figure.high))


@pytest.mark.parametrize("name", made.RUNS)
def test_every_kind_of_run_has_pictures_with_a_labelled_floor(name: str) -> None:
    """Nothing that is drawn lies below the lowest tick or above the highest; there are as many as on the page."""
    for picture in pictures.charts(made.RUNS[name]()).values():
        axes = picture.axes[0]
        turned = not axes.get_ylabel()
        ticks = axes.get_xticks() if turned else axes.get_yticks()
        limits = axes.get_xlim() if turned else axes.get_ylim()
        assert (ticks[0], ticks[-1]) == pytest.approx(limits)
        assert 4 <= len(ticks) <= 6


def test_files_have_names_that_speak(tmp_path: pathlib.Path) -> None:
    """And the same report gives the same bytes."""
    report = made.one_axis()
    for kind, start in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")):
        written = pictures.write(pictures.charts(report), tmp_path / "one", kind)
        again = pictures.write(pictures.charts(report), tmp_path / "two", kind)
        assert [path.name for path in written] == [
            f"{name}-by-win-threshold.{kind}" for name in ("seat-spread", "instant", "rounds")
        ]
        assert all(path.read_bytes().startswith(start) for path in written)
        assert [path.read_bytes() for path in written] == [path.read_bytes() for path in again]


def test_an_axis_or_a_figure_that_does_not_exist_is_named() -> None:
    report = made.one_axis()
    with pytest.raises(ValueError, match=r"no axis 'players'; the sweep has rules\.win_threshold"):
        pictures.plot(report, "rounds", x="players")
    with pytest.raises(ValueError, match="unknown metric: 'rond'"):
        pictures.plot(report, "rond")


def test_what_the_page_marks_is_marked() -> None:
    """The band of a check, the base rules, and an equal share; a stem does not cross the last marker."""
    report = made.two_axes()
    for name, picture in pictures.charts(report).items():
        notes = picture.axes[0].get_title(loc="left")
        assert "Ring: the base rules." in notes, name
    rates = pictures.plot(made.lineups(), "persona_win_rate")
    assert "Broken line: an equal share." in rates.axes[0].get_title(loc="left")
    assert all(name.arrow_patch.shrinkB > 0 for name in rates.axes[0].texts)  # type: ignore[attr-defined]


def test_the_first_seat_is_on_top() -> None:
    """As on the page."""
    axes = pictures.plot(made.single(), "seat_win_rate").axes[0]
    low, high = axes.get_ylim()
    assert low > high
    assert axes.get_yticklabels()[0].get_text() == "seat 1 (starts)"


def test_a_comparison_has_pictures_too() -> None:
    """A ranking of the main changes of each variant, for each unit; the title is the finding of what it shows."""
    report = made_comparison.comparison()
    drawn = pictured.charts(report)
    assert {name.split("-")[0] for name in drawn} == {"draw", "fewer"}
    for name, picture in drawn.items():
        rules = report.answer()[0 if name.startswith("draw") else 1].partition(": ")[0]
        title, rows = " ".join(picture.get_suptitle().split()), picture.axes[0].get_yticklabels()
        assert title.startswith(f"{rules}: ")
        if "clearly changes" not in title and "No change" not in title:
            shown = [row.get_text().rpartition(": ")[2].split(" ")[0] for row in rows]
            assert any(label in title for label in shown), "about a row of the picture"
        assert "pairs of games on the same dice" in picture.get_supxlabel()
