"""Rankings, as far as their order is certain."""

import math

import pytest

from balancer.analysis.conclusions.ranking import Ranking, rank
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import bonferroni


def test_those_that_overlap_the_ends_may_be_there_themselves() -> None:
    figures = {"elf": (2.6, 0.2), "orc": (2.4, 0.3), "troll": (1.5, 0.1), "pixie": (1.3, 0.1)}
    known = Ranking({name: Figure.around(value, half) for name, (value, half) in figures.items()})

    assert (known.as_high, known.as_low, known.is_certain) == (["orc"], ["troll"], True)
    assert not Ranking({name: Figure.around(value, 2) for name, (value, _) in figures.items()}).is_certain


def test_figures_are_read_at_a_joint_level_and_ranked() -> None:
    asked = []

    def at(value: float) -> Figure:
        return Figure.around(value, 0.1)

    def read(confidence: float) -> Figure:
        asked.append(confidence)
        return at(3.0)

    ranked = rank({"b": lambda _: at(2.0), "a": read, "c": lambda _: at(1.0)}, 0.95)

    assert ranked is not None
    assert list(ranked.figures) == ["a", "b", "c"]
    assert asked == [pytest.approx(bonferroni(0.95, 3))]
    assert rank({"a": read, "b": lambda _: Figure(1.0, math.nan, math.nan)}, 0.95) is None
