"""Ends and results as the rulebook has them, over so many games that only compiled rules play them soon."""

from balancer.core.table import UNFINISHED
from balancer.games.shit_head.table import ENDING
from tests.games.shit_head.test_rulebook import rows


def test_end_a_game_cut_off_has_no_winner():
    found = rows(2, lineup=("random",), max_rounds=20)

    assert (found["ending"] == UNFINISHED).any()
    assert (found["winners"][found["ending"] == UNFINISHED] == 0).all()


def test_result_scores_are_minus_the_cards_held():
    found = rows(4, 300)
    out = found["ending"] == ENDING.OUT

    assert (found["score"][out].max(axis=1) == 0).all()
    for seat in range(4):
        assert ((found["winners"] >> seat & 1 == 1) == ((found["score"][:, seat] == 0) & out)).all()


def test_rules_to_the_last_player_the_order_of_getting_out():
    found = rows(4, 300, play_to="last")
    out = found["ending"] == ENDING.OUT

    assert out.any()
    assert all(sorted(row["score"][:4]) == [0, 2, 4, 6] for row in found[out]), "in halves"
    assert all(int(row["winners"]).bit_count() == 3 for row in found[out])
    assert all(row["score"][seat] > 0 for row in found[out] for seat in range(4) if row["winners"] >> seat & 1)
