"""Intervals contain the truth as often as they say; so do those that were looked at repeatedly."""

from typing import Any

import numpy as np
import pytest
from scipy import special

from balancer.analysis.estimates import metrics
from balancer.analysis.intervals import sequential
from balancer.analysis.intervals.elementary import Sums, credit_interval, critical_z
from balancer.analysis.verdicts import Accepted, drift_interval
from tests.analysis import worlds

GAMES = 400
QUICK, FULL = 300, 10_000
FALSE_ALARM = 1e-6
"""A test whose intervals cover exactly as often as demanded fails with this chance (and seeds are fixed besides)."""


def estimate(cell: Any, name: str, **options: Any) -> Any:
    return metrics.estimate(cell, name, **options)


def hits_in(claim, cells, seed):
    rng = np.random.default_rng(seed)
    hits = 0
    for _ in range(cells):
        cell = worlds.cell_of(claim.world(rng, GAMES))
        found = estimate(cell, claim.metric, of=claim.of, stat=claim.stat, simultaneous=False)
        assert found.value is not None
        low = -np.inf if found.low is None else found.low
        high = np.inf if found.high is None else found.high
        hits += low - 1e-12 <= claim.truth <= high + 1e-12
    return hits


def covers(hits, cells, least=0.935, most=1.0):
    """Not plainly less often than `least`, nor more often than `most`."""
    return special.bdtr(hits, cells, least) > FALSE_ALARM and special.bdtrc(hits - 1, cells, most) > FALSE_ALARM


@pytest.mark.parametrize("name", worlds.CLAIMS)
def test_coverage_roughly(name):
    claim = worlds.CLAIMS[name]

    assert covers(hits_in(claim, QUICK, seed=20), QUICK)


@pytest.mark.verify
@pytest.mark.parametrize("name", worlds.CLAIMS)
def test_coverage(name):
    claim = worlds.CLAIMS[name]

    assert covers(hits_in(claim, FULL, seed=21), FULL, most=0.965 if claim.exact else 1.0)


# Drift ---------------------------------------------------------------------------------------------------------------
def no_drift_in(claim, pairs, seed):
    """Return how often nothing moves where nothing did; twice as many games were accepted as are played."""
    rng = np.random.default_rng(seed)
    hits = 0
    for _ in range(pairs):
        cells = worlds.cell_of(claim.world(rng, 2 * GAMES)), worlds.cell_of(claim.world(rng, GAMES))
        was, now = (
            estimate(cell, claim.metric, of=claim.of, stat=claim.stat, confidence=sure, simultaneous=False)
            for cell, sure in zip(cells, (0.999, 0.95), strict=True)
        )
        low, high = drift_interval(now, Accepted(was.value, was.low, was.high, 0.999), 0.95)
        hits += (low is None or low <= 1e-12) and (high is None or high >= -1e-12)
    return hits


@pytest.mark.parametrize("name", ["a seat's win rate", "mean length", "sd of length", "length of long games"])
def test_coverage_of_drift_roughly(name):
    assert covers(no_drift_in(worlds.CLAIMS[name], QUICK, seed=26), QUICK)


@pytest.mark.verify
@pytest.mark.parametrize("name", worlds.CLAIMS)
def test_coverage_of_drift(name):
    claim = worlds.CLAIMS[name]

    assert covers(no_drift_in(claim, 4000, seed=27), 4000, most=0.965 if claim.exact else 1.0)


# Families ------------------------------------------------------------------------------------------------------------
def hold_together(cells, seed):
    truth = (0.4, 0.3, 0.2, 0.1)
    rng = np.random.default_rng(seed)
    hits = 0
    for _ in range(cells):
        cell = worlds.cell_of(worlds.UNEVEN(rng, GAMES))
        found = [estimate(cell, "seat_win_rate", of=seat) for seat in (1, 2, 3, 4)]
        hits += all(each.low <= p <= each.high for each, p in zip(found, truth, strict=True))
    return hits


def test_intervals_of_all_seats_hold_together_roughly():
    assert covers(hold_together(QUICK, seed=22), QUICK)


@pytest.mark.verify
def test_intervals_of_all_seats_hold_together():
    assert covers(hold_together(FULL, seed=23), FULL)


# Repeated looks ------------------------------------------------------------------------------------------------------
def looked_at(rng, truth, wanted, max_games):
    """Return whether the intervals of all seats held at every look until playing stopped, and the last look."""
    wins = np.zeros(len(truth), np.int64)
    held = True
    look = played = 0
    for look, games in enumerate(sequential.looks(max_games), start=1):
        wins += rng.multinomial(games - played, truth)
        played = games
        tally = {
            "games": games,
            "credit": wins.tolist(),
            "credit_products": np.diag(wins).tolist(),
            "credit_unit": 1,
        }
        z = critical_z(sequential.confidence_at(0.95, look), len(truth))
        ends = [credit_interval(Sums(games, won, won), z) for won in wins.tolist()]
        held &= all(low <= p <= high for (low, high), p in zip(ends, truth, strict=True))
        if sequential.half_width(tally, 0.95, look) <= wanted:
            break
    return held, look


def held_until_stopped(cells, seed):
    rng = np.random.default_rng(seed)
    found = [looked_at(rng, (0.3, 0.25, 0.25, 0.2), 0.003, 10**6) for _ in range(cells)]
    assert max(look for _, look in found) > 3  # several looks were needed
    return sum(held for held, _ in found)


def test_intervals_hold_at_all_looks_roughly():
    assert covers(held_until_stopped(QUICK, seed=24), QUICK, least=0.95)


@pytest.mark.verify
def test_intervals_hold_at_all_looks():
    assert covers(held_until_stopped(FULL, seed=25), FULL, least=0.95)
