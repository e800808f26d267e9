"""The arc of a game: against the definitions, against the leader metrics, and whether its intervals hold."""

import dataclasses
from typing import Any

import numpy as np
import pytest

from balancer.analysis.estimates.arc import CURVES, arc
from balancer.analysis.estimates.metrics import estimate
from tests.analysis import sample


def with_arc(cell: Any, games: int, **curves: list[int]) -> Any:
    """Return the cell with other counts in its arc."""
    lead = {**cell.tally["lead"], "games": games, "arc": curves}
    return dataclasses.replace(cell, tally={**cell.tally, "lead": lead})


def points_of(cell: Any) -> Any:
    """Its arc, whose figures are known to be defined."""
    return arc(cell)


@pytest.mark.parametrize("one_loses", [False, True], ids=["one wins", "one loses"])
def test_half_way_it_agrees_with_runaway_index_and_comeback_rate(one_loses):
    cell = sample.sample_cell(games=200, one_loses=one_loses)
    half = points_of(cell)[4]

    runaway, comebacks = estimate(cell, "runaway_index", of=50), estimate(cell, "comeback_rate")

    assert half.at == 0.5
    assert half.leads.games == runaway.games == comebacks.games > 0
    assert (half.leads.value - 1 / 4) / (1 - 1 / 4) == runaway.value
    assert (half.last.value, half.last.se) == (comebacks.value, comebacks.se)


def test_every_point_is_the_share_of_the_games_with_one_winner():
    stories = [game["story"] for game in sample.play(games=400) if game["story"]]
    points = points_of(sample.sample_cell(games=400))

    for name in CURVES:
        shares = [np.mean([story["arc"][name][k] for story in stories]) for k in range(10)]
        assert [getattr(point, name).value for point in points] == pytest.approx(shares)
    assert [round(10 * point.at) for point in points] == list(range(1, 11))


def test_who_leads_until_the_end_leads():
    for point in points_of(sample.sample_cell(games=400)):
        assert point.stays.value <= point.leads.value
    assert point.stays.value == point.leads.value


def test_worked_by_hand():
    """Wilson's interval of 200 of 400 at 99.5 % each, so that the ten of a curve hold at 95 % together."""
    cell = with_arc(sample.sample_cell(games=4), 400, leads=[200] * 10, stays=[0] * 10, last=[400] * 10)
    point = points_of(cell)[0]
    z = 2.807034  # of 0.9975

    half = z * (0.25 / 400 + z**2 / (4 * 400**2)) ** 0.5 / (1 + z**2 / 400)
    assert (point.leads.value, point.leads.se) == (0.5, 0.025)
    assert (point.leads.low, point.leads.high) == pytest.approx((0.5 - half, 0.5 + half), rel=1e-3)
    assert (point.stays.low, point.last.high) == (0.0, 1.0)


def test_none_where_no_game_has_one_winner():
    nothing = {name: [0] * 10 for name in CURVES}

    assert points_of(with_arc(sample.sample_cell(games=10), 0, **nothing)) == []


@pytest.mark.parametrize(("share", "games"), [(0.5, 500), (0.02, 300)])
def test_the_intervals_of_a_curve_hold_together(share, games):
    """Of 400 made-up cells whose ten points are independent, about 95 % have all ten intervals right, never fewer."""
    chance, cell = np.random.default_rng(3), sample.sample_cell(games=4)
    nothing = [0] * 10
    held = 0
    for _ in range(400):
        counts = chance.binomial(games, share, 10).tolist()
        points = points_of(with_arc(cell, games, leads=counts, stays=nothing, last=nothing))
        held += all(point.leads.low <= share <= point.leads.high for point in points)

    assert held >= 0.95 * 400 - 3 * (400 * 0.95 * 0.05) ** 0.5
