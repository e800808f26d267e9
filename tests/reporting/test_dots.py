"""Dots of real plays: a diamond at the value on every kind of chart, and an interval that is cut where it leaves."""

from typing import Any

import pandas as pd
import pytest

from balancer.analysis.figure import Figure
from balancer.reporting.drawing import charts, dots, histograms, style
from balancer.reporting.drawing.heatmap import heatmap
from balancer.reporting.drawing.svg import Drawing, short
from balancer.reporting.numbers import SHARE

REAL = Figure(0.3, 0.2, 0.4, 30)


def is_dotted(drawing: Drawing, x: float, y: float) -> bool:
    """Return whether there is one diamond whose middle is here, with words that are heard."""
    diamond = f'd="M{short(x)} {short(y - dots.SIZE)}L{short(x + dots.SIZE)} {short(y)}L'
    words = [point for point in drawing.points if f'cx="{short(x)}" cy="{short(y)}"' in point and "real plays" in point]
    return len(words) == sum(diamond in shape for shape in drawing.shapes) == 1


def frame(**columns: Any) -> pd.DataFrame:
    return pd.DataFrame({**columns, "value": [0.25, 0.5], "low": [0.2, 0.45], "high": [0.3, 0.55]})


@pytest.mark.parametrize("draw", [charts.intervals, charts.bars])
def test_a_dot_of_a_row_lies_below_its_own_figure(draw: Any) -> None:
    real = dots.of_rows(("label",), [(("b",), REAL)])
    drawing = draw(frame(label=["a", "b"]), unit=SHARE, across="wins", real=real)
    axes = drawing.axes[0]
    top, bottom = axes.box[1], axes.box[3]

    assert is_dotted(drawing, axes.x(0.3), top + (bottom - top) * 3 / 4 + charts.BELOW)
    assert "real plays (n = 30)" in drawing.svg()
    assert drawing.height == draw(frame(label=["a", "b"]), unit=SHARE, across="wins").height + dots.KEY


def test_a_mean_lies_on_the_scale_of_its_histogram_even_beyond_its_bars() -> None:
    known = {"rounds": Figure(9, 8, 10, 30), "turns": Figure(40, 30, 50, 7)}
    real = {name: dots.of_rows(("label",), [((name,), figure)]) for name, figure in known.items()}
    drawing = histograms.distribution(
        {name: frame(x=[9, 10]) for name in ("rounds", "margin", "turns")}, {}, {k: v for k, v in real.items() if v}
    )
    rounds, margin, turns = drawing.axes

    assert is_dotted(drawing, rounds.x(9), rounds.box[1] + 7)
    assert is_dotted(drawing, turns.x(40), turns.box[1] + 7)
    assert turns.x(40) < turns.box[2]
    assert margin.box[3] - margin.box[1] == rounds.box[3] - rounds.box[1]
    assert drawing.height == 3 * histograms.PANEL + 2 * dots.KEY


def test_a_dot_of_a_panel_lies_in_its_own_panel_and_on_its_own_line() -> None:
    known = pd.concat([frame(panel=name, series=["s", "t"], x=[3, 3]) for name in ("p", "q")])
    real = dots.of_rows(("panel", "series", "x"), [(("q", "t", 3), REAL)])
    drawing = charts.panels_of_lines(known, unit=SHARE, across="players", real=real)

    assert is_dotted(drawing, drawing.axes[1].x(3) + 1.1, drawing.axes[1].y(0.3))
    assert sum("real plays" in point for point in drawing.points) == 1


def test_a_tile_has_its_own_diamond_and_words() -> None:
    tiles = frame(x=["3", "4"], y=["a", "a"], real=["", "real plays: 30% ± 10 pp (n = 30)"])
    drawing = heatmap(tiles, unit=SHARE, across="players", up="suits")
    left, right = drawing.points

    assert "real plays" not in left
    assert "players 4, suits a: 50% ± 5 pp; real plays: 30% ± 10 pp (n = 30)" in right
    assert sum("Z" in shape and f'fill="{style.PAPER}"' in shape for shape in drawing.shapes) == 1


@pytest.mark.parametrize(("low", "caps", "note"), [(0.21, 2, False), (0.0, 1, True)])
def test_an_interval_that_leaves_the_chart_has_no_cap_there_and_a_note(low: float, caps: int, *, note: bool) -> None:
    real = dots.of_rows(("series", "x"), [(("", 3), Figure(0.3, low, 0.4, 30))])
    ticks = [0.2, 0.4, 0.6]
    drawing = charts.lines(frame(series=["", ""], x=[3, 4]), unit=SHARE, across="players", ticks=ticks, real=real)
    ends = [
        shape for shape in drawing.shapes if f'stroke="{style.INK}" stroke-width="1.2"' in shape and "dash" not in shape
    ]

    assert [shape.count("M") for shape in ends] == [caps]
    assert bool(dots.cut(real, ticks)) is note


def test_without_real_plays_there_is_nothing() -> None:
    assert dots.of_rows(("label",), []) is None
    assert (dots.heard(None), dots.cut(None, [0, 1]), dots.room(None), dots.ends(None)) == ("", "", 0, [])
