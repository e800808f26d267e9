"""Ends and results as the rulebook has them, over so many games that only compiled rules play them soon."""

from balancer.core.table import UNFINISHED
from balancer.games.devils_tarok.table import ENDING, EXTRA
from tests.games.devils_tarok.test_rulebook import rows


def test_result_the_highest_wins_and_equals_share():
    found = rows(2, 3000)
    high = found["score"][:, :2].max(axis=1)
    shared = found["score"][:, 0] == found["score"][:, 1]

    assert (high >= 666).all()
    assert ((found["winners"] & 1 == 1) == (found["score"][:, 0] == high)).all()
    assert ((found["winners"] >> 1 & 1 == 1) == (found["score"][:, 1] == high)).all()
    assert shared.any()
    assert (found["extras"][:, EXTRA.SHARED_WIN] == shared).all()
    assert (found["extras"][:, EXTRA.PAST_TARGET] == high - 666).all()


def test_end_cut_off_mid_hand_nobody_wins_even_past_the_target():
    found = rows(5, 200, max_rounds=100, target=1550)
    cut_off = found["ending"] == UNFINISHED

    assert cut_off.any()
    assert (found["rounds"][cut_off] == 100).all()
    assert (found["winners"][cut_off] == 0).all()
    assert (found["score"][cut_off].max(axis=1) >= 1550).any()


def test_end_the_last_trick_allowed_may_reach_the_target():
    """Five hands of 20 tricks are 100: the end of the fifth comes before the cut-off."""
    found = rows(3, 200, max_rounds=100, hand_size=20, draw=False, target=1500)

    assert ((found["ending"] == ENDING.TARGET) & (found["rounds"] == 100)).any()
