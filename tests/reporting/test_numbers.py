"""How figures and their uncertainty are written."""

import math

import pytest

from balancer.analysis.figure import UNDEFINED, Figure
from balancer.reporting import numbers
from balancer.reporting.numbers import (
    CELL,
    CHANGE,
    DIFFERENCE,
    ERROR,
    NARROW,
    SHARE,
    SHORT,
    VALUE,
    amount,
    change,
    count,
    decimals_for,
    plain,
    seat,
    seconds,
    span,
    written,
)
from balancer.reporting.phrases import rules_changed
from balancer.wording import listed


def test_what_equals_get_is_written_with_two_digits():
    assert [numbers.fair(share) for share in (0.75, 1 / 3, 0.0124, 0.0002, 0)] == ["75%", "33%", "1.2%", "0.020%", "0%"]


@pytest.mark.parametrize(
    ("value", "half_width", "unit", "text"),
    [
        (0.2534, 0.0021, SHARE, "25.3% ± 0.2 pp"),
        (0.2534, 0.00016, SHARE, "25.34% ± 0.02 pp"),
        (0.25, 0.000008, SHARE, "25.00% ± <0.01 pp"),
        (15.0, 0.009, "rounds", "15.00 ± 0.01"),
        (14.9999, 0.0002, "rounds", "15.00 ± <0.01"),
        (4.8823, 0.0018, "options", "4.882 ± 0.002"),
        (0.87021, 0.0011, "", "0.8702 ± 0.0011"),
        (0.00005, 0.00009, SHARE, "0.005% ± 0.009 pp"),
        (0.0312, 0.0021, DIFFERENCE, "3.1 ± 0.2 pp"),
        (-0.0312, 0.0021, DIFFERENCE, "−3.1 ± 0.2 pp"),
        (14.9234, 0.031, "rounds", "14.92 ± 0.03"),
        (-0.001, 0.2, "", "0.0 ± 0.2"),
        (36.0, 0.0, "turns", "36"),
        (1234.5, 21.0, "", "1\N{NARROW NO-BREAK SPACE}234 ± 21"),
    ],
)
def test_written(value, half_width, unit, text):
    """Shares in percent, differences in percentage points, with the digits that people compare."""
    assert written(value, half_width, unit) == text


def test_value_and_uncertainty_have_the_same_decimals_in_columns_of_their_own():
    """`balancer run` prints them so."""
    figure = Figure(14.9999, 14.9997, 15.0)
    assert [numbers.text(figure, "rounds", form) for form in (VALUE, ERROR)] == ["15.00", "<0.01"]


def test_an_uncertainty_has_one_digit_or_two():
    """Two where the first is a 1."""
    assert [decimals_for(width) for width in (0.5, 0.2, 0.19, 0.1, 0.034, 3.0, 1.2, 40.0)] == [1, 1, 2, 2, 2, 0, 1, 0]


def test_a_difference_of_shares_is_in_percentage_points():
    """And always has a sign."""
    assert change(0.031, 0.002, SHARE) == "+3.1 ± 0.2 pp"
    assert change(-0.031, 0.002, DIFFERENCE) == "−3.1 ± 0.2 pp"


def test_a_certain_difference_does_not_read_as_if_it_may_be_zero():
    """Its longer side after ± would reach beyond zero, though the interval does not."""
    assert numbers.text(Figure(0.05, 0.003, 0.141), SHARE, CHANGE) == "+5.0 pp (+0.3 to +14.1)"
    assert numbers.text(Figure(0.09, 0.01, 0.19), "players", CHANGE) == "+0.09 players (+0.01 to +0.19)"
    assert numbers.text(Figure(0.05, -0.01, 0.11), SHARE, CHANGE) == "+5 ± 6 pp"


def test_undefined_and_unknown():
    """No value is not a number; a value without interval says so."""
    assert numbers.text(UNDEFINED, SHARE) == "not defined"
    assert [numbers.text(UNDEFINED, SHARE, form) for form in (SHORT, CELL, NARROW, VALUE)] == [numbers.NO_VALUE] * 4
    assert numbers.text(Figure(3.0, math.nan, math.nan), "points") == "3.0 points (uncertainty not known)"


@pytest.mark.parametrize(
    ("ends", "text", "narrow"),
    [
        ((0.0, 0.0, 0.022), "0% (0 to 2.2%)", "0 (0 to 2.2)"),
        ((1.0, 0.978, 1.0), "100% (97.8 to 100%)", "100 (97.8 to 100)"),
        ((0.0004, 0.0001, 0.0009), "0.04% (0.010 to 0.090%)", "0.04 (0.01 to 0.09)"),
        ((0.1, 0.028, 0.3), "10% (3 to 30%)", "10 (3 to 30)"),
        ((0.1, 0.05, 0.18), "10% ± 8 pp", "10 ±8"),
        ((0.0, 0.0, 0.00002), "< 0.01%", "0.00 ±<0.01"),
        ((1.0, 1.0, 1.0), "100.0%", "100"),
    ],
)
def test_a_share_whose_uncertainty_would_reach_beyond_what_is_possible_has_both_ends(ends, text, narrow):
    """`0% ± 2 pp` would say that it may be −2%, and of `half the width` that it is at most 1%."""
    figure = Figure(*ends)

    assert (numbers.text(figure, SHARE), numbers.text(figure, SHARE, NARROW)) == (text, narrow)
    assert numbers.text(figure, SHARE, CELL) == text or "(" not in text
    assert numbers.text(figure, SHARE, ERROR).startswith("(") == numbers.is_lopsided(figure, SHARE)


def test_a_difference_may_be_below_nothing():
    assert numbers.text(Figure(0.01, -0.03, 0.05), DIFFERENCE) == "1 ± 4 pp"


def test_sizes_and_counts():
    """Without sign; rounded up, never down; seats from 1."""
    assert amount(0.00512, SHARE) == "0.52 pp"
    assert amount(0.005, SHARE) == "0.5 pp"
    assert amount(0.25, "rounds") == "0.25 rounds"
    assert count(100000) == "100\N{NARROW NO-BREAK SPACE}000"
    assert plain(0.25, SHARE) == "25.0%"
    assert seat(1) == "seat 1 (starts)"
    assert seat(2) == "seat 2"
    assert [seconds(0.4), seconds(61), seconds(7300)] == ["0.4 s", "1 min 1 s", "2 h 1 min"]
    assert listed(["a", "b", "c"]) == "a, b and c"


@pytest.mark.parametrize(
    ("value", "half_width", "unit", "text"),
    [
        (0.5701, 0.0038, "share", "57.0 ±0.4"),
        (0.0345, 0.0061, "difference", "3.5 ±0.6"),
        (12.00002, 0.00001, "rounds", "12.00 ±<0.01"),
        (15, 0, "rounds", "15"),
        (0.0, 0.00006, "share", "0.00 ±0.01"),
    ],
)
def test_compact_figures_leave_the_unit_to_the_heading(value, half_width, unit, text):
    """Two decimals at the most, and an uncertainty below them is not called zero."""
    assert numbers.text(Figure.around(value, half_width), unit, NARROW) == text


def test_an_uncertainty_too_small_to_write_is_not_called_zero():
    """Nor is one that is zero called anything else."""
    assert written(10.0, 0.00001) == "10.00 ± <0.01"
    assert written(0.1, 0.00001) == "0.1000 ± <0.0001"
    assert written(10.0, 0.0) == "10"


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        ("4.36 dishes", "7.91 dishes", "4.36 to 7.91 dishes"),
        ("3.0 pp", "5.0 pp", "3.0 to 5.0 pp"),
        ("6%", "33%", "6% to 33%"),
        (
            "1\N{NARROW NO-BREAK SPACE}234",
            "5\N{NARROW NO-BREAK SPACE}234",
            "1\N{NARROW NO-BREAK SPACE}234 to 5\N{NARROW NO-BREAK SPACE}234",
        ),
        ("2 cards", "< 0.01%", "2 cards to < 0.01%"),
    ],
)
def test_two_figures_name_their_unit_once(low, high, text):
    assert span(low, high) == text


def test_a_row_of_numbers_is_the_same_as_list_and_as_tuple():
    """Manifests hold lists where games declare tuples; only what differs is a changed rule."""
    printed = {"set_bonus": (1, 3, 6), "target": 666}
    assert rules_changed({"set_bonus": [1, 3, 6], "target": 666, "other": 1}, printed) == []
    assert rules_changed({"set_bonus": [1, 3, 7], "target": 500}, printed) == ["set_bonus", "target"]


def test_a_unit_stands_beside_a_name_that_does_not_bear_it():
    """Percent and percentage points stand at the values."""
    assert numbers.with_unit("knock-outs", "players") == "knock-outs (players)"
    assert numbers.with_unit("rounds", "rounds") == "rounds"
    for unit in (numbers.SHARE, numbers.DIFFERENCE, ""):
        assert numbers.with_unit("seat spread", unit) == "seat spread"
