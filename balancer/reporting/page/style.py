"""Colours and sizes of charts and page, in one place.

Colours are those of Okabe and Ito (2008), distinguishable by colour-blind readers; series differ in their markers, too.
Text stays text in the SVG.  It is laid out with the metrics of DejaVu Sans, which comes with matplotlib and is wider
than what browsers put in its place: a font missing on a machine moves nothing and lets nothing overlap.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

INK = "#1d2733"
FAINT = "#5b6875"
GRID = "#d8dee6"

BLUE = "#0072b2"
ORANGE = "#e69f00"
GREEN = "#009e73"
VERMILION = "#d55e00"
PURPLE = "#cc79a7"
SKY = "#56b4e9"
YELLOW = "#b8a800"  # darker than theirs, which can't be seen on white
BLACK = "#000000"

SERIES = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, YELLOW, FAINT, BLACK, "#7f5f00")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "h")
MAP = "Blues"
"""The colour map of heat maps: one hue from light to dark, spares ink and misleads no colour-blind reader."""

WIDTH = 5.0
"""Inches at 72 points each: 360 points, so that letters have their true size on a phone."""
LETTERS = 10.5
SMALL = 9.0

_SETTINGS: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "sans-serif"],
    "font.size": LETTERS,
    "axes.titlesize": LETTERS,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": LETTERS,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": False,
    "axes.unicode_minus": True,
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": SMALL + 0.5,
    "ytick.labelsize": SMALL + 0.5,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "legend.fontsize": SMALL + 0.5,
    "lines.linewidth": 1.8,
    "lines.markersize": 6,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "svg.fonttype": "none",
    "svg.hashsalt": "balancer",
    "path.simplify": False,
}


@contextmanager
def applied() -> Iterator[None]:
    """Within this block charts are drawn in the style of the report, whatever the user's own settings are.

    Text stays text, so a letter that matplotlib's fonts lack is drawn by the browser: no warning says otherwise.
    """
    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from font", UserWarning)
        mpl.rcdefaults()
        settings: Any = mpl.rcParams  # a dict of any names, though its stubs list them
        settings.update(_SETTINGS)
        yield
