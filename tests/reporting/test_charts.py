"""Charts draw whatever a run may hold, and the same input gives the same bytes."""

import html
import math
import re
import xml.dom.minidom
from itertools import combinations, pairwise

import pandas as pd
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from balancer.questions.sweep.report import SweepReport
from balancer.reporting.document import model
from balancer.reporting.document.html import picture
from balancer.reporting.drawing import charts, histograms, style, ticks
from balancer.reporting.drawing.heatmap import heatmap
from balancer.reporting.drawing.svg import text_width
from balancer.reporting.numbers import SHARE
from tests.analysis.sample import sample_cell
from tests.reporting import made


def frame(labels, values, half=0.01, **columns):
    """Figures for a chart."""
    low, high = [v - half for v in values], [v + half for v in values]
    return pd.DataFrame({"label": labels, "value": values, "low": low, "high": high, **columns})


def svg(draw, *args, **kwargs):
    """Return a drawn chart."""
    return draw(*args, **kwargs).svg()


BAR = re.compile(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="13"')
"""Left end and width of the bars of a stacked chart."""
WHISKER = re.compile(rf'<path d="M([\d.]+) [\d.]+L([\d.]+) [\d.]+" stroke="{style.INK}"')


def letters(text):
    """Return all words written in a chart."""
    return [html.unescape(found) for found in re.findall(r"<text [^>]*>([^<]*)</text>", text)]


@pytest.mark.parametrize("name", ["\U0006c33e", "देवनागरी", "漢字", "🍺"])
def test_letters_of_all_scripts_are_left_to_the_browser(name):
    text = svg(charts.intervals, frame([name], [0.5]), unit=SHARE, across=name, reference=0.1, reference_name=name)

    assert letters(text).count(name) == 3


def test_names_that_look_like_markup_are_written_as_they_are():
    name = '<b>"a" & b</b>'
    text = svg(charts.intervals, frame([name], [0.5]), unit=SHARE, across=name)

    assert letters(text).count(name) == 2
    xml.dom.minidom.parseString(text)  # noqa: S318  our own


@pytest.mark.parametrize("seats", [1, 2, 10])
def test_intervals_for_any_number_of_seats(seats):
    """Every row is named."""
    labels = [f"seat {seat}" for seat in range(1, seats + 1)]
    text = svg(
        charts.intervals,
        frame(labels, [1 / seats] * seats),
        unit=SHARE,
        across="win rate",
        reference=0.1,
        reference_name="even",
    )
    assert set(labels) <= set(letters(text))


def test_a_forest_shows_the_whole_of_what_counts_as_the_same():
    """However small the change is."""
    rows = frame(["rounds"], [0.0], half=1e-7, margin=[0.25], decided=[True])
    found = charts.forest(rows, unit="rounds", across="change")
    low, high = found.axes[0].xlim
    assert low < -0.25 < 0.25 < high


def test_numbers_at_an_axis_differ_however_small_the_steps_are():
    """A change of nothing, without a margin."""
    rows = frame(["rounds"], [0.0], half=2e-6, margin=[math.nan], decided=[True])
    written = letters(svg(charts.forest, rows, unit="rounds", across="change"))
    assert len(set(written)) == len(written)


def test_undefined_figures_leave_a_gap():
    """No value, no dot; the chart stands."""
    rows = frame(["a", "b"], [0.2, math.nan])
    assert "b" in letters(svg(charts.intervals, rows, unit=SHARE, across="win rate"))
    assert svg(charts.intervals, frame(["a"], [math.nan]), unit=SHARE, across="win rate")
    assert svg(charts.bars, frame(["a"], [math.nan]), unit=SHARE, across="share")


def test_a_single_bar_and_all_at_nothing():
    """One ending, and a share of 0."""
    assert svg(charts.bars, frame(["unfinished"], [1.0], half=0.0), unit=SHARE, across="share of games")
    assert svg(charts.bars, frame(["a", "b"], [0.0, 0.0], half=0.0), unit=SHARE, across="share of games")


def test_what_adds_up_is_stacked():
    """Each part begins where the one before ends, its interval at its own end; a part that is undefined is left out."""
    rows = frame(["2 players"] * 2 + ["3 players"] * 3, [4.0, 2.0, 3.0, 2.5, 1.0], series=["a", "b", "a", "b", "c"])
    drawing = charts.stacked(rows, unit="", across="barrels")
    left, right = (drawing.axes[0].x(value) for value in (0.0, 1.0))
    one = right - left
    bars = [((float(x) - left) / one, float(width) / one) for x, width in BAR.findall(drawing.svg())]
    whiskers = [tuple((float(x) - left) / one for x in ends) for ends in WHISKER.findall(drawing.svg())]

    assert [value for bar in bars for value in bar] == pytest.approx([0, 4, 0, 3, 4, 2, 3, 2.5, 5.5, 1], abs=0.02)
    assert [end for one in whiskers for end in one] == pytest.approx(
        [3.99, 4.01, 2.99, 3.01, 5.99, 6.01, 5.49, 5.51, 6.49, 6.51], abs=0.02
    )
    assert {"2 players", "3 players", "a", "b", "c", "barrels"} <= set(
        letters(svg(charts.stacked, rows, unit="", across="barrels"))
    )


@pytest.mark.parametrize("count", [1, 2, 48])
def test_distributions(count):
    """Of one value or of many."""
    rows = frame([""] * count, [1 / count] * count, half=0.001, x=[float(k) for k in range(count)])
    written = letters(svg(histograms.distribution, {"rounds": rows}, {"rounds": {"median": 0.0}}))
    assert "median" in written
    assert "0" in written, "no more decimals than the ticks need"


def test_marks_share_their_place():
    """Names of marks never lie on one another."""
    rows = frame([""] * 5, [0.2] * 5, x=[1.0, 2.0, 3.0, 4.0, 5.0])
    found = letters(svg(histograms.distribution, {"rounds": rows}, {"rounds": {"5%": 1.0, "median": 5.0, "95%": 5.0}}))
    assert "median, 95%" in found
    assert "5%" in found


@pytest.mark.parametrize(
    "xs",
    [
        [18],
        [18, 20, 22],
        ["defender", "challenger"],
        ["rusher, builder, bully, balanced", "random ×4"],
        ["swaps and moves", "swaps only", "moves only", "no rearranging"],
        [f"challenger {k} of many" for k in range(9)],
        list(range(40)),
    ],
)
def test_lines_over_numbers_words_and_a_single_place(xs):
    """One cell, few, many, words and long words."""
    rows = frame([""] * len(xs), [0.2 + 0.01 * k for k in range(len(xs))], x=xs)
    drawing = charts.lines(rows, unit=SHARE, across="axis")
    texts = [
        (float(x) - half, float(x) + half, float(y))
        for x, y, words in re.findall(
            r'<text x="([\d.]+)" y="([\d.]+)"[^>]*anchor="middle"[^>]*>([^<]*)<', drawing.svg()
        )
        for half in [text_width(words, style.SMALL) / 2]
    ]
    assert all(left >= 0 and right <= drawing.width for left, right, _ in texts), "no word is cut off"
    for one, other in combinations(texts, 2):
        assert one[2] != other[2] or one[1] <= other[0] or other[1] <= one[0], "no word lies on another"


def test_words_that_are_steps_are_joined():
    """As the rungs of a ladder are; the last word is none."""
    rows = frame([""] * 3, [0.1, 0.3, 0.2], x=["random", "best", "here"])
    loose, joined = (charts.lines(rows, unit=SHARE, across="x", steps=steps) for steps in ((), ("random", "best")))
    paths = [len(re.findall(r'fill="none"[^>]*stroke-width="1.8"', one.svg())) for one in (loose, joined)]
    assert paths == [0, 1]


def test_a_word_among_numbers_stands_apart():
    """Named on the axis, before the numbers, and joined to none of them."""
    drawn = frame(["a"] * 3, [0.1, 0.3, 0.2], x=["0 (off)", 18, 22])
    assert {"0 (off)", "18", "22"} <= set(letters(svg(charts.lines, drawn, unit=SHARE, across="x")))
    places = ticks.places_of(drawn["x"])
    assert places["0 (off)"] < places[18] < places[22]


def test_lines_of_ten_seats_are_reported_apart():
    """By colour and by marker."""
    rows = pd.concat(
        [frame([""] * 3, [0.1, 0.2, 0.3], x=[1, 2, 3], series=[f"seat {seat}"] * 3) for seat in range(1, 11)]
    )
    text = svg(charts.lines, rows, unit=SHARE, across="axis")
    assert {f"seat {seat}" for seat in range(1, 11)} <= set(letters(text))
    assert len(set(style.SERIES)) == len(set(style.MARKERS)) == 10


@pytest.mark.parametrize(("name", "at_ends"), [("seat", True), ("a persona of a very long name, seat", False)])
def test_lines_bear_their_names_where_there_is_room(name, at_ends):
    """Right of their ends, inside the drawing and apart from one another; else above, in a legend."""
    names = [f"{name} {k}" for k in range(1, 7)]
    rows = pd.concat([frame([""] * 3, [0.2, 0.2, 0.21], x=[1, 2, 3], series=[one] * 3) for one in names])
    drawing = charts.lines(rows, unit=SHARE, across="axis")
    _, top, right, bottom = drawing.axes[0].box
    found = {
        words: (float(x), float(y))
        for x, y, words in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)<', drawing.svg())
    }

    for one in names:
        x, y = found[one]
        assert x + text_width(one, style.SMALL) <= drawing.width
        assert (x > right) == at_ends
        assert (top - 1 <= y <= bottom + 5) == at_ends
    assert all(b - a > 11 for a, b in pairwise(sorted(found[one][1] for one in names))) or not at_ends


@pytest.mark.parametrize("band", [(0.2, 0.2001), (None, 0.01), (0.1, None)])
def test_what_a_check_allows_is_seen_however_narrow_it_is(band):
    rows = frame([""] * 2, [0.0, 0.6], x=[1, 2])
    drawing = charts.lines(rows, unit=SHARE, across="axis", band=band)
    _, height = re.findall(rf'width="([\d.]+)" height="([\d.]+)" fill="{style.GREEN}"', drawing.svg())[0]
    assert float(height) >= 3


def test_a_saved_chart_stands_alone():
    """It bears its title, its caption and what was played; the page shows the last two beside it."""
    rows = frame(["a", "b"], [0.2, 0.3])
    more = {"unit": SHARE, "across": "win rate", "caption": "Green: what its check allows.", "place": "5 players"}
    found = model.chart("one", "win rate by seat; the figures are beside it", charts.intervals, rows, **more)
    basis = "Oktoberfest; 2 000 games in each of 40 cells; 95% intervals"
    said = " ".join(letters(found.file(basis)))

    assert letters(found.file(basis))[0] == "Win rate by seat"
    assert said.endswith(f"Green: what its check allows. 5 players; {basis}")
    _, whole = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', found.file(basis))[0])
    _, seen = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', picture(found, basis))[0])
    assert f'data-whole="{whole:g}"' in picture(found, basis)
    assert whole > seen + 25
    assert re.search(rf'<g class="notes" transform="translate\(0 {seen:g}\)">', picture(found, basis))


def test_all_charts_of_a_figure_have_one_scale():
    """Over either axis, and as colours: also that of a cell which the chart does not show."""
    axes = {"rules.win_threshold": (18, 22), "players": (3, 4)}
    games = {(18, 3): 300, (18, 4): 300, (22, 3): 12, (22, 4): 300}  # the base is at 18 and 4
    cells = [
        sample_cell(axes=dict(zip(axes, at, strict=True)), threshold=at[0], players=at[1], games=n)
        for at, n in games.items()
    ]
    report = SweepReport(made.manifest(axes, headline=[made.headline("seat_advantage"), made.headline("turns")]), cells)
    page = report.document()
    items = report.headline[0].read(report.reader, report.cells, report.reader.confidence)
    ends = [end for values in items.values() for one in values for end in (one.low, one.high)]
    scales = [one.drawing.axes[0].ylim for one in page.charts if one.name.startswith("sweep-0-")]
    assert len(scales) == 2
    assert all(low <= min(ends) and max(ends) <= high for low, high in scales)
    assert len(set(scales)) == 1
    turns, coloured = (one.drawing for one in page.charts if one.name in {"sweep-1-0", "sweep-1-map"})
    assert letters(coloured.svg())[1:3] == ticks.tick_labels(turns.axes[0].ylim, ""), "the ends of the colour bar"
    of_cells = [one.drawing.axes[0].xlim for one in page.charts if re.fullmatch(r"cell-[24]-seats", one.name)]
    assert len(of_cells) == 2
    assert len(set(of_cells)) == 1


def test_panels_name_lines_that_only_some_have():
    """More seats at one table than at another."""
    three = [
        frame([""] * 2, [0.3, 0.3], x=[1, 2], series=[f"seat {s}"] * 2, panel=["3 players"] * 2) for s in (1, 2, 3)
    ]
    four = [
        frame([""] * 2, [0.2, 0.2], x=[1, 2], series=[f"seat {s}"] * 2, panel=["4 players"] * 2) for s in (1, 2, 3, 4)
    ]
    found = letters(
        svg(
            charts.panels_of_lines,
            pd.concat([*three, *four]),
            unit=SHARE,
            across="axis",
            reference={"3 players": 1 / 3},
        )
    )
    assert {"seat 4", "3 players", "4 players"} <= set(found)


def test_a_heat_map_writes_every_value_and_what_its_colours_stand_for():
    """The interval is shown on hover; an undefined tile has a dash."""
    rows = frame([""] * 4, [0.1, 0.2, 0.3, math.nan], x=["1", "2", "1", "2"], y=["a", "a", "b", "b"])
    text = svg(heatmap, rows, unit=SHARE, across="x", up="y", mark=("1", "a"), ticks=[0.0, 0.1, 0.2, 0.3, 0.4])
    found = letters(text)
    assert {"10.0%", "20.0%", "30.0%", "–"} <= set(found)
    assert not any("±" in one for one in found)
    assert "<title>x 2, y a: 20.0% ± 1.0 pp</title>" in text
    assert {"0%", "40%"} <= set(found), "the ends of the scale that the charts of the figure share"


def test_in_the_page_a_chart_says_what_it_shows_and_follows_its_colours():
    """No identifiers that two charts could share; ink and paper are the page's."""
    rows = frame(["a", "b"], [0.2, 0.3], margin=[0.1, math.nan], decided=[True, False])
    found = model.chart("one", 'win "rate" & more', charts.forest, rows, unit=SHARE, across="win rate")

    assert not re.findall(r'\bid="|url\(|xmlns', picture(found))
    assert 'aria-label="win &#34;rate&#34; &amp; more"' in picture(found)
    assert style.INK not in picture(found)
    assert {"currentColor", "var(--line)", "var(--paper)"} <= set(
        re.findall(r'"(currentColor|var\(.*?\))"', picture(found))
    )
    assert (found.width, found.large) == (360, False)
    xml.dom.minidom.parseString(found.file())  # noqa: S318  our own


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0.2, 0.31, [0.2, 0.225, 0.25, 0.275, 0.3]),
        (-3.1, 2.9, [-2, 0, 2]),
        (14.7, 15.01, [14.7, 14.8, 14.9, 15]),
        (5, 5, [5]),
    ],
)
def test_ticks_are_round(low, high, expected):
    assert ticks.round_ticks(low, high) == pytest.approx(expected)


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6))
def test_an_axis_of_values_has_4_to_6_round_ticks_the_outermost_at_its_ends(low, span):
    """Of a step of 1, 2, 2.5 or 5 times a power of ten, and nothing lies beyond them."""
    high = low + span
    assume(span > 1e-6 * max(abs(low), abs(high)))
    found = ticks.outer_ticks(low, high)
    step = (found[-1] - found[0]) / (len(found) - 1)
    leading = step / 10 ** math.floor(math.log10(step * (1 + 1e-6)))

    assert 4 <= len(found) <= 6
    assert found[0] <= low + 1e-6 * step
    assert high <= found[-1] + 1e-6 * step
    assert found[0] > low - step
    assert found[-1] < high + step
    assert [b - a for a, b in pairwise(found)] == pytest.approx([step] * (len(found) - 1), rel=1e-4)
    assert any(leading == pytest.approx(size, rel=1e-4) for size in (1, 2, 2.5, 5))
    assert all(tick == pytest.approx(round(tick / step) * step, abs=1e-4 * step) for tick in found)


@given(st.lists(st.floats(0, 1), min_size=1), st.sampled_from([SHARE, "rounds"]))
@example([1.0], SHARE)
def test_what_is_never_negative_has_no_axis_below_0_and_no_share_one_above_1(ends, unit):
    found = ticks.value_ticks([*ends, None, math.nan], unit)

    assert 4 <= len(found) <= 6
    assert found[0] >= 0
    assert found[0] <= min(ends)
    assert found[0] == 0 or min(ends) > 0.3 * max(ends)
    assert found[-1] >= max(ends) - 1e-9
    assert found[-1] <= 1 or unit != SHARE
    written = ticks.tick_labels(found, unit)
    assert len(set(written)) == len(written)


def test_what_is_all_the_same_is_not_magnified():
    """An axis spans at least a hundredth of its largest value."""
    for value, unit in ((0.0, SHARE), (1.0, SHARE), (1 / 3, SHARE), (15.0, "rounds"), (-7.0, "points")):
        found = ticks.value_ticks([value, value + 1e-7], unit)
        assert found[-1] - found[0] >= 0.005 * abs(value)
        assert 4 <= len(found) <= 6


def test_no_interval_of_a_share_reaches_beyond_its_axis():
    """Which begins at 0, also where a rough interval does not."""
    rows = pd.DataFrame({"label": ["a", "b"], "value": [0.01, 0.2], "low": [-0.02, 0.1], "high": [0.04, 0.3]})
    drawing = charts.intervals(rows, unit=SHARE, across="wins")
    assert drawing.axes[0].xlim[0] == 0
    starts = [float(x) for x in re.findall(rf'd="M([\d.]+) [^"]*" stroke="{style.BLUE}"', drawing.svg())]
    assert len(starts) == 2
    assert min(starts) == pytest.approx(drawing.axes[0].box[0], abs=0.06)


def test_ticks_of_whole_numbers_are_whole():
    for low, high in ((0, 3), (0.4, 7.7), (1, 48), (3, 1000)):
        found = ticks.round_ticks(low, high, 7, whole=True)
        assert found == [round(tick) for tick in found]
        assert 2 <= len(found) <= 8


def test_every_mark_lies_where_its_figure_is():
    """Two lines over three numbers: the hover points are at the figures' places."""
    rows = frame([""] * 3, [0.1, 0.3, 0.2], x=[18, 20, 22], series=["a"] * 3)
    drawing = charts.lines(rows, unit=SHARE, across="x")
    (axes,) = drawing.axes
    found = re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="9"', drawing.svg())
    expected = [(axes.x(x), axes.y(y)) for x, y in ((18, 0.1), (20, 0.3), (22, 0.2))]

    assert [float(value) for one in found for value in one] == pytest.approx([v for p in expected for v in p], abs=0.06)
    assert axes.y(0.3) < axes.y(0.2) < axes.y(0.1)
    assert axes.x(18) < axes.x(20) < axes.x(22)


def test_the_colours_of_a_heat_map_run_from_light_to_dark():
    shades = [sum(style.shade(k / 20)) for k in range(21)]
    assert shades == sorted(shades, reverse=True)
    assert style.shade(-1) == style.shade(0)
    assert style.shade(2) == style.shade(1)


def test_differences_are_coloured_from_zero_outwards():
    """Zero is the lightest, equal sizes on both sides are equally far out, orange is above and blue below."""
    for side in (1, -1):
        shades = [sum(style.shade_of_difference(side * k / 20)) for k in range(21)]
        assert shades == sorted(shades, reverse=True)
    (red, _, blue), (other_red, _, other_blue) = style.shade_of_difference(0.7), style.shade_of_difference(-0.7)
    assert red > blue
    assert other_red < other_blue
    assert style.shade_of_difference(0.0) == style.shade_of_difference(-0.0)


def test_a_heat_map_with_values_below_zero_has_zero_in_its_middle():
    """Also where the largest value is far from it; without one the scale runs from its first tick to its last."""
    rows = frame([""] * 4, [-0.1, 0.0, 0.05, 0.4], x=["1", "2", "1", "2"], y=["a", "a", "b", "b"])

    def colours(values, **more):
        drawn = svg(heatmap, rows.assign(value=values), unit="difference", across="x", up="y", **more)
        return re.findall(r'<rect [^>]*fill="(#[0-9a-f]{6})"', drawn)[-4:]  # after the colour bar

    written = ["#{:02x}{:02x}{:02x}".format(*style.shade_of_difference(share)) for share in (-0.25, 0, 0.125, 1)]
    assert colours([-0.1, 0.0, 0.05, 0.4]) == written
    fair = ["#{:02x}{:02x}{:02x}".format(*style.shade_of_difference(share)) for share in (-0.5, 0, 1, 1)]
    assert colours([0.1, 0.2, 0.4, 0.4], middle=0.2, ticks=[0.0, 0.1, 0.2, 0.3, 0.4]) == fair
    plain = ["#{:02x}{:02x}{:02x}".format(*style.shade(share)) for share in (0, 0.5, 0.5, 1)]
    assert colours([0.0, 0.2, 0.2, 0.4]) == plain


def test_a_heat_map_says_the_style_sheet_how_dark_its_tiles_are():
    """The share of the scale, from which a page in the dark mixes the colours; words on bright tiles are dark there."""
    tiles = pd.DataFrame({"x": ["a", "b"], "y": ["c", "c"], "value": [0.0, 1.0], "low": [0.0, 0.9], "high": [0.1, 1.0]})
    text = svg(heatmap, tiles, unit=SHARE, across="x", up="y", ticks=(0.0, 1.0))
    assert 'class="heat" style="--s:0%"' in text
    assert 'class="heat" style="--s:100%"' in text
    assert text.count('class="heat-ink"') == text.count('class="heat-ink bright"') == 1
