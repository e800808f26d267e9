"""Three-way verdicts, Holm's levels, drift from what was accepted."""

import gc
import math

import numpy as np
import pytest
from scipy.special import ndtr
from statsmodels.stats.multitest import multipletests

from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.intervals.elementary import critical_z, wilson
from balancer.analysis.verdicts import (
    FAIL,
    NEW,
    PASS,
    UNDECIDED,
    Accepted,
    Bound,
    Holm,
    drift_interval,
    verdict,
    worst,
)


@pytest.mark.parametrize(
    ("interval", "bound", "expected"),
    [
        ((1.0, 2.0), Bound(0, 3), PASS),
        ((0.0, 3.0), Bound(0, 3), PASS),  # ends are included
        ((3.0, 4.0), Bound(0, 3), UNDECIDED),
        ((3.1, 4.0), Bound(0, 3), FAIL),
        ((-2.0, -0.1), Bound(0, 3), FAIL),
        ((-1.0, 4.0), Bound(0, 3), UNDECIDED),
        ((2.0, 4.0), Bound(None, 3), UNDECIDED),
        ((2.0, 3.0), Bound(None, 3), PASS),
        ((2.0, 3.0), Bound(2.5, None), UNDECIDED),
        ((None, 2.0), Bound(None, 3), PASS),  # no lower end: as low as can be
        ((None, 2.0), Bound(0, 3), UNDECIDED),
        ((None, 2.0), Bound(3, None), FAIL),
        ((None, None), Bound(0, 3), UNDECIDED),
        ((9.0, 9.0), Bound(None, 9, high_open=True), FAIL),
        ((9.0, 9.0), Bound(None, 9), PASS),
        ((8.0, 9.0), Bound(None, 9, high_open=True), UNDECIDED),
        ((9.0, 9.0), Bound(9, None, low_open=True), FAIL),
    ],
)
def test_a_figure_passes_where_its_whole_interval_does(
    interval: tuple[float | None, float | None], bound: Bound, expected: str
) -> None:
    assert verdict(interval, bound) == expected


def test_the_excess_has_a_sign() -> None:
    """Above a bound, below one, within, undefined."""
    assert [Bound(2, 5).excess(value) for value in (7, 1, 3, None)] == [2, -1, 0, 0]


def test_one_fail_is_a_fail() -> None:
    assert worst([PASS, UNDECIDED, FAIL, NEW]) == FAIL
    assert worst([PASS, NEW, UNDECIDED]) == UNDECIDED
    assert worst([PASS, NEW]) == NEW
    assert worst([]) == PASS


# Holm ----------------------------------------------------------------------------------------------------------------
def textbook_holm(p_values: list[float], alpha: float) -> set[int]:
    """Holm (1979): the k-th smallest of m p-values is compared with alpha / (m - k), k from 0, until one is larger."""
    rejected = set()
    for k, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[place] > alpha / (len(p_values) - k):
            break
        rejected.add(place)
    return rejected


def judge(p_value: float, confidence: float) -> str:
    """Judge a figure whose interval leaves the bounds at confidence 1 - p."""
    return FAIL if p_value <= 1 - confidence else UNDECIDED


def test_levels_are_those_of_holm() -> None:
    rng = np.random.default_rng(5)
    for _ in range(300):
        p_values = (10 ** rng.uniform(-4, 0, size=rng.integers(1, 9))).tolist()
        holm = Holm(0.9, len(p_values))
        holm.alpha *= 2  # the first look spends half of alpha
        result = holm.look(1, p_values, judge)

        assert {p_values.index(one) for one in result if result[one] == FAIL} == textbook_holm(p_values, 0.1)


def test_looks_together_spend_no_more_than_alpha() -> None:
    holm = Holm(0.95, 1)

    spent = math.fsum(1 - holm.confidence(look) for look in range(1, 2000))
    assert 0.0499 < spent < 0.05


def test_what_failed_at_an_earlier_look_frees_its_part_of_alpha() -> None:
    holm = Holm(0.95, 2)
    holm.look(1, [0.0, 0.5], judge)

    assert 1 - holm.confidence(2) == pytest.approx(0.05 / 6)


# Drift ---------------------------------------------------------------------------------------------------------------
def share(wins: int, games: int, confidence: float) -> Estimate:
    low, high = wilson(wins / games, games, critical_z(confidence))
    return Estimate(wins / games, None, low, high, games, "share")


def test_drift_of_shares_is_newcombes_interval() -> None:
    """Newcombe (1998), Stat. Med. 17, 873-890, table II, method 10: 56/70 - 48/80 has 0.0524 to 0.3339."""
    was = share(48, 80, 0.95)
    low, high = drift_interval(share(56, 70, 0.95), Accepted(was.value, was.low, was.high, 0.95), 0.95)

    assert [low, high] == pytest.approx([0.0524, 0.3339], abs=5e-5)


def test_an_accepted_interval_widens_with_the_confidence_wanted() -> None:
    low, high = Accepted(0.5, 0.4, 0.7, 0.95).at(0.999)

    ratio = 3.290527 / 1.959964
    assert [low, high] == pytest.approx([0.5 - 0.1 * ratio, 0.5 + 0.2 * ratio], abs=1e-6)


def test_drift_without_an_end_has_none() -> None:
    now = Estimate(5.0, None, None, 6.0, 10, "rounds")

    assert drift_interval(now, Accepted(4.0, 3.0, 5.0, 0.95), 0.95) == (None, None)
    assert drift_interval(now, Accepted(None, None, None, 0.95), 0.95) == (None, None)


def check_once(rng: np.random.Generator, truths: list[float], bounds: list[Bound], looks: list[int]) -> dict[int, str]:
    """Look at a suite of shares again and again, and return the verdicts."""
    holm, open_, found = Holm(0.95, len(truths)), dict(enumerate(truths)), dict[int, str]()
    wins, games = [0] * len(truths), 0
    for look, until in enumerate(looks, 1):
        wins = [w + int(rng.binomial(until - games, p)) for w, p in zip(wins, truths, strict=True)]
        games = until

        def judge(place: int, confidence: float, wins: list[int] = wins, games: int = games) -> str:
            return verdict(wilson(wins[place] / games, games, critical_z(confidence)), bounds[place])

        result = holm.look(look, open_, judge)
        for place, one in result.items():
            if one != UNDECIDED:
                found[place] = one
                del open_[place]
    return found | dict.fromkeys(open_, UNDECIDED)


def test_a_suite_whose_figures_lie_on_their_bounds_seldom_fails() -> None:
    """The worst case: every true figure just keeps its bound.  5 % of 4000 suites are 200; sd 14; P(> 275) < 1e-7."""
    rng = np.random.default_rng(20261121)
    truths = [0.25, 0.1, 0.02, 0.5, 0.75, 0.25, 0.25, 0.25]
    bounds = [Bound(None, p) if p < 0.5 else Bound(p, None) for p in truths]
    looks = [1000, 2000, 4000, 8000, 16000, 32000]

    alarms = sum(FAIL in check_once(rng, truths, bounds, looks).values() for _ in range(4000))
    assert alarms <= 275


def test_a_figure_beyond_its_bound_seldom_passes() -> None:
    """The other error: true figures a hair beyond their bounds, beside others that fail clearly."""
    rng = np.random.default_rng(20261122)
    truths = [0.2501, 0.2501, 0.5, 0.6, 0.7]
    bounds = [Bound(None, 0.25)] * 5
    records = [check_once(rng, truths, bounds, [1000, 2000, 4000, 8000]) for _ in range(4000)]

    assert sum(PASS in (one[0], one[1]) for one in records) <= 275
    assert all(one[2] == one[3] == one[4] == FAIL for one in records)


def test_holms_levels_reject_as_the_adjusted_p_values_of_statsmodels(monkeypatch: pytest.MonkeyPatch) -> None:
    """One-sided normal tests of 'at most 0', as intervals, against Holm's adjusted p-values."""
    monkeypatch.setattr(gc, "collect", int)  # half a second at each call of statsmodels' in a process of many tests
    rng = np.random.default_rng(3)
    for _ in range(20):
        z = rng.normal(rng.choice([0, 3], 6), 1)
        expected, *_ = multipletests(2 * ndtr(-np.abs(z)), alpha=0.05, method="holm")

        def judge(place: int, confidence: float, z: np.ndarray = z) -> str:
            half = critical_z(confidence)
            return verdict((z[place] - half, z[place] + half), Bound(0, 0))

        suite = Holm(0.90, len(z))  # the first look takes half of the error
        found = suite.look(1, range(len(z)), judge)
        assert [found[place] == FAIL for place in range(len(z))] == expected.tolist()
