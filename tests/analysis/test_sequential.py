"""The stopping rule: fixed looks, the error spent over them."""

import pytest

from balancer.analysis.estimates import metrics
from balancer.analysis.intervals import sequential
from balancer.analysis.intervals.elementary import critical_z, wilson
from tests.analysis import sample


def test_looks_double_and_end_at_the_most_games():
    assert list(sequential.looks(100_000)) == [10_000, 20_000, 40_000, 80_000, 100_000]
    assert list(sequential.looks(80_000)) == [10_000, 20_000, 40_000, 80_000]
    assert list(sequential.looks(500)) == [500]


def test_a_larger_limit_changes_no_earlier_look():
    assert list(sequential.looks(5_000_000))[:4] == list(sequential.looks(200_000))[:4]


def test_all_looks_together_spend_the_error():
    spent = sum(1 - sequential.confidence_at(0.95, look) for look in range(1, 10_000))

    assert 0.0499 < spent < 0.05


def test_half_width_is_that_of_the_widest_seat():
    tally = {"games": 10_000, "credit": [5000, 3000, 2000], "credit_unit": 1}
    tally["credit_products"] = [[5000, 0, 0], [0, 3000, 0], [0, 0, 2000]]
    low, high = wilson(0.5, 10_000, critical_z(1 - 0.05 / 6, 3))  # look 2 spends 0.05 / 6

    assert sequential.half_width(tally, 0.95, 2) == pytest.approx((high - low) / 2)


def test_the_intervals_reported_are_those_of_the_look():
    cell = sample.sample_cell(precision={"wanted": 0.1, "half_width": 0.0, "looks": 2, "reached": True})
    records = [metrics.estimate(cell, "seat_win_rate", of=seat) for seat in (1, 2, 3, 4)]
    widest = max(((each.high or 0) - (each.low or 0)) / 2 for each in records)

    assert widest == pytest.approx(sequential.half_width(cell.tally, 0.95, 2))
