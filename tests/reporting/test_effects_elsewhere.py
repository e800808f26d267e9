"""When a figure at another table is the same, differs, or is not known yet; effects of a variant there."""

import numpy as np
import pytest

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import bonferroni, critical_z, share_interval
from balancer.reporting.findings.other_players import EffectsElsewhere
from balancer.reporting.findings.robustness import DIFFERS, SAME, UNKNOWN, Conclusion, compared

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


def test_effects_that_differ_come_first() -> None:
    figures = {"a alone": change(-4, 1), "b alone": change(0, 1)}
    verdicts = {name: compared(change(-6, 1), one, 1) for name, one in figures.items()}
    one = Conclusion("effect", -1, "seat 4", "", change(-6, 1), figures, verdicts)
    same = Conclusion("effect", -1, "rounds", "", change(-6, 1), {"a alone": change(-6, 1)}, {"a alone": SAME})
    unknown = Conclusion("effect", -1, "ties", "", change(-6, 1), {"a alone": change(-6, 1)}, {"a alone": UNKNOWN})

    assert EffectsElsewhere([], [same, one, unknown]).sentences == [
        "Seat 4: −6.0 ± 1.0 as set up; differs at b alone (0.0 ± 1.0); not known yet at a alone.",
        "The same at other tables: rounds.",
        "Not known yet at other tables: ties.",
    ]
