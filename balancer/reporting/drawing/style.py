"""Colours and sizes of charts and page, in one place.

Colours are those of Okabe and Ito (2008), distinguishable by colour-blind readers; series differ in their markers, too.
"""

from __future__ import annotations

from collections.abc import Sequence

INK = "#1d2733"
FAINT = "#5b6875"
GRID = "#d8dee6"
# the inside of hollow marks: the page's paper, whatever its colour
PAPER = "#fff"

BLUE = "#0072b2"
ORANGE = "#e69f00"
GREEN = "#009e73"
VERMILION = "#d55e00"
PURPLE = "#cc79a7"
SKY = "#56b4e9"
YELLOW = "#b8a800"  # darker than theirs, which can't be seen on white

SERIES = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, YELLOW, FAINT, INK, "#7f5f00")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "h")

FONTS = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

WIDTH = 360.0  # points: the usual width of a chart, so that letters have their true size on a phone
LETTERS = 10.5
SMALL = 9.5
FOOT = 34.0  # points: room for ticks and the name of the axis below a chart
DASHED = "4 3"  # strokes of lines to compare with

_SHADES = (  # blues of ColorBrewer: one hue from light to dark, spares ink and misleads no colour-blind reader
    (247, 251, 255), (222, 235, 247), (198, 219, 239), (158, 202, 225), (107, 174, 214), (66, 146, 198),
    (33, 113, 181), (8, 81, 156), (8, 48, 107),
)  # fmt: skip


_OVER = ((247, 247, 247), (254, 224, 182), (253, 184, 99), (224, 130, 20), (179, 88, 6), (127, 59, 8))
# oranges and blues of ColorBrewer, from zero outwards: colour-blind readers tell them apart
_UNDER = ((247, 247, 247), (209, 229, 240), (146, 197, 222), (67, 147, 195), (33, 102, 172), (5, 48, 97))


def shade_of_difference(share: float) -> tuple[int, int, int]:
    """Return the colour of a difference, given as a share (-1 to 1) of the largest: blue below 0, orange above."""
    return _mixed(_OVER if share > 0 else _UNDER, abs(share))


def shade(share: float) -> tuple[int, int, int]:
    """Return the colour of a heat map at a share of its scale, 0 to 1."""
    return _mixed(_SHADES, share)


def _mixed(shades: Sequence[tuple[int, int, int]], share: float) -> tuple[int, int, int]:
    """Interpolate between two neighbours of a scale."""
    at = min(max(share, 0.0), 1.0) * (len(shades) - 1)
    below = min(int(at), len(shades) - 2)
    red, green, blue = (
        round(a + (b - a) * (at - below)) for a, b in zip(shades[below], shades[below + 1], strict=True)
    )
    return red, green, blue


def colour(number: int) -> str:
    """Return the colour of a series by its number."""
    return SERIES[number % len(SERIES)]
