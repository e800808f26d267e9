"""A figure drawn small enough for a table cell: a band, a dot and its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from balancer.reporting import numbers

WIDTH, HEIGHT, EDGE = 240, 20, 6  # CSS pixels


def bullet(
    value: float | None,
    ends: tuple[float | None, float | None],
    bound: tuple[float | None, float | None],
    *,
    label: str = "",
    scale: Sequence[float] = (),
    css: str = "",
) -> Markup:
    """Return a small drawing of a band, a dot and its interval; '' if the figure is undefined.

    scale: further values on its scale, so that the drawings of a column share one.  css: more classes, which colour it.
    """
    if value is None:
        return Markup()
    low, high = (value if end is None else end for end in ends)
    finite = [x for x in (value, low, high, *bound, *scale) if x is not None and math.isfinite(x)]
    least, most = min(finite), max(finite)
    room = 0.12 * (most - least) or abs(most) * 0.1 or 1.0
    least, most = least - room, most + room

    def at(x: float) -> float:
        return round(EDGE + (WIDTH - 2 * EDGE) * (x - least) / (most - least), 1)

    left = at(least if bound[0] is None else bound[0])
    right = at(most if bound[1] is None else bound[1])
    middle = HEIGHT / 2
    words = numbers.fixed(value, 4)
    svg = Markup(
        '<svg role="img" aria-label="{}: {}" class="bullet{}" viewBox="0 0 {} {}">'
        '<rect class="band" x="{}" y="2" width="{:.1f}" height="{}"/>'
        '<line x1="{}" x2="{}" y1="{}" y2="{}"/><circle cx="{}" cy="{}" r="4"/></svg>'
    )
    box = (left, max(right - left, 0.5), HEIGHT - 4)
    return svg.format(
        label, words, css and f" {css}", WIDTH, HEIGHT, *box, at(low), at(high), middle, middle, at(value), middle
    )
