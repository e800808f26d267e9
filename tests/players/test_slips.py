"""What a slip costs: shares of a made-up game, against its games counted one by one."""

import pytest

from balancer.analysis.intervals.elementary import bonferroni
from balancer.players.ladder import mistake_costs
from tests.analysis.sample import play, sample_cell

LINEUP = ("careless", "careful", "careful", "careful")


def test_the_cost_is_the_equal_share_of_the_games_that_somebody_wins_less_what_the_careless_gets() -> None:
    games = play(games=300, lineup=LINEUP)
    won = sum(bool(game["winners"]) for game in games) / 300
    share = sum(
        (game["seated"][winner] == "careless") / len(game["winners"]) for game in games for winner in game["winners"]
    )
    (slip,) = mistake_costs([50], [sample_cell(games=300, lineup=LINEUP)], 0.95)

    assert slip.equal == pytest.approx(won / 4)
    assert slip.share.value == pytest.approx(share / 300)
    assert slip.cost.value == pytest.approx(won / 4 - share / 300)
    assert slip.cost.low < slip.cost.value < slip.cost.high


def test_the_intervals_of_all_slips_hold_together() -> None:
    cell = sample_cell(games=300, lineup=LINEUP)
    of_three, alone = (
        mistake_costs([50, 150, 400], [cell] * 3, 0.95)[0],
        mistake_costs([50], [cell], bonferroni(0.95, 3))[0],
    )

    assert of_three.share.interval == pytest.approx(alone.share.interval)
