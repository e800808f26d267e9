"""What a number with its interval says, whatever its unit."""

import math

import pytest

from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.figure import UNDEFINED, Figure


def test_the_half_width_is_the_longer_side() -> None:
    """Of an interval that is not symmetric: never understated."""
    assert Figure(0.001, 0.0, 0.004).half_width == pytest.approx(0.003)


def test_an_interval_says_which_way_and_how_large_at_least_and_at_most() -> None:
    loss = Figure(-3.0, -5.0, -2.0)

    assert (loss.direction, loss.certain, loss.smallest, loss.largest) == (-1, True, 2.0, 5.0)
    assert loss.reversed() == Figure(3.0, 2.0, 5.0)
    assert loss.moved(4.0) == Figure(1.0, -1.0, 2.0)
    assert not loss.moved(4.0).certain
    assert loss.within(5.0)
    assert not loss.within(4.9)


def test_what_is_not_known_decides_nothing() -> None:
    for figure in (UNDEFINED, Figure(1.0, math.nan, math.nan), Figure(1.0, -math.inf, math.inf)):
        assert (figure.known, figure.certain, figure.within(9.0)) == (False, False, False)
    assert UNDEFINED.to_json() == {"value": None, "low": None, "high": None}


def test_an_estimate_without_a_value_is_an_undefined_figure() -> None:
    one_sided = Estimate(2.0, None, 1.0, None, 7, "rounds")

    assert not Estimate(None, None, None, None, 0, "share", "nobody won").figure.defined
    assert (one_sided.figure.value, one_sided.figure.low, one_sided.figure.games) == (2.0, 1.0, 7)
    assert not one_sided.figure.known
