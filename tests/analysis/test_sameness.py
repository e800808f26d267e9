"""When a figure elsewhere is the same, differs, or is not known yet."""

import math

import numpy as np
import pytest

from balancer.analysis.conclusions.sameness import DIFFERS, SAME, UNKNOWN, Elsewhere, Sameness, compare_all, compared
from balancer.analysis.figure import UNDEFINED, Figure
from balancer.analysis.intervals.elementary import bonferroni, critical_z, share_interval

PAGES, FIGURES, TABLES, GAMES = 2000, 8, 3, 1000


def figure(value: float, low: float, high: float) -> Figure:
    return Figure(value, low, high)


def change(value: float, half: float) -> Figure:
    return Figure(value, value - half, value + half)


@pytest.mark.parametrize(
    ("own", "other", "margin", "verdict"),
    [
        (change(8, 1), change(-3, 1), 1, DIFFERS),  # the other way
        (change(8, 1), change(7.5, 1), 2, SAME),
        (change(8, 1), change(6, 1), 0.5, DIFFERS),  # -2 +- 1.4: beyond half a point
        (change(8, 1), change(6, 1), 1, UNKNOWN),
        (change(8, 1), change(0.5, 9), 2, UNKNOWN),  # too uncertain to tell
        (figure(-2.8, -5.0, -0.6), figure(-3.5, -6.7, -0.2), 2, UNKNOWN),  # significant here, not there: no difference
        (figure(-2.0, -4.0, 0.1), figure(-2.4, -4.4, -0.4), 2, UNKNOWN),
        (change(5, 0), change(5, 0), 0, SAME),
    ],
)
def test_the_difference_decides(own: Figure, other: Figure, margin: float, verdict: str) -> None:
    assert compared(own, other, margin) == verdict
    assert compared(other, own, margin) == verdict


def test_equal_tables_seldom_differ_without_any_margin() -> None:
    """Of pages of 24 comparisons among players who do the same, one in twenty calls a table different at most."""
    z = critical_z(bonferroni(0.95, FIGURES * TABLES))
    wins = np.random.default_rng(28).binomial(GAMES, 0.3, (PAGES, FIGURES, TABLES + 1)) / GAMES
    known = {float(share): Figure(share, *share_interval(share, GAMES, z)) for share in np.unique(wins)}
    different = sum(
        any(compared(known[row[0]], known[other], 0) == DIFFERS for row in page for other in row[1:])
        for page in wins.tolist()
    )

    assert different / PAGES < 0.05 + 5 * (0.05 * 0.95 / PAGES) ** 0.5


def test_all_comparisons_hold_together_and_what_is_not_known_is_left_out() -> None:
    """Three comparisons: each verdict rests on intervals at 1 - 0.05 / 3; what is shown has the plain confidence."""
    means = {None: 0.30, "same": 0.30, "other": 0.36, "unknown": math.nan}

    def read(place: str | None, confidence: float) -> Figure:
        return UNDEFINED if place == "unknown" else Figure.around(means[place], 0.01 * critical_z(confidence))

    asked = Elsewhere(read, lambda: 0.02, {name: name for name in ("same", "other", "unknown")})
    nowhere = Elsewhere(read, lambda: 1 / 0, {"unknown": "unknown"})
    found, nothing = compare_all([asked, nowhere], 0.95)

    assert nothing is None
    assert found == Sameness(
        Figure.around(0.30, 0.01 * critical_z(0.95)),
        {name: Figure.around(means[name], 0.01 * critical_z(0.95)) for name in ("same", "other")},
        # 0.06 less sqrt(2) * 0.01 * z: 0.0322 at 95%, 0.0247 at a quarter of the error: both above the margin
        {"same": UNKNOWN, "other": DIFFERS},
    )


def test_more_comparisons_need_more_certainty() -> None:
    """A gap of 0.06 +- 0.0277 differs alone by more than 0.03; among 100 comparisons, +- 0.0493, it may not."""

    def read(place: str | None, confidence: float) -> Figure:
        return Figure.around(0.36 if place else 0.30, 0.01 * critical_z(confidence))

    def verdict(comparisons: int) -> str:
        places = {str(number): str(number) for number in range(comparisons)}
        found = compare_all([Elsewhere(read, lambda: 0.03, places)], 0.95)[0]
        return found.verdicts["0"] if found else ""

    assert (verdict(1), verdict(100)) == (DIFFERS, UNKNOWN)
