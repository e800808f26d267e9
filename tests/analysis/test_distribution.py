"""The distribution of a quantity in bins, against the games themselves."""

from collections import Counter

import pytest

from balancer.analysis.estimates.distribution import bin_width, distribution
from balancer.analysis.intervals.elementary import share_interval
from tests.analysis.sample import play, sample_cell

Z = 1.959963984540054


def test_every_bin_has_the_share_of_its_games_with_its_interval() -> None:
    rounds = Counter(game["rounds"] for game in play())
    bins = distribution(sample_cell(), "rounds", 0.95)

    assert {found.middle: found.share.value for found in bins} == {
        at: pytest.approx(rounds[at] / 300) for at in range(min(rounds), max(rounds) + 1)
    }
    for found in bins:
        assert found.share.interval == pytest.approx(share_interval(found.share.value, 300, Z))


def test_scores_of_one_game_count_as_one_game() -> None:
    """Four seats a game have 1200 scores, which are no 1200 independent ones."""
    bins = distribution(sample_cell(), "score", 0.95)

    assert {found.share.games for found in bins} == {300}
    assert bins[0].share.interval == pytest.approx(share_interval(bins[0].share.value, 300, Z))


def test_many_values_are_joined_and_nothing_is_lost() -> None:
    bins = distribution(sample_cell(), "rounds", 0.95, bins=3)

    assert 1 < len(bins) <= 4  # the first bin need not begin at the least value
    assert sum(found.share.value for found in bins) == pytest.approx(1)


@pytest.mark.parametrize(
    ("span", "unit", "width"),
    [(40, 1, 1), (49, 1, 2), (97, 1, 5), (241, 1, 10), (48, 12, 1), (60, 12, 12), (600, 12, 24)],
)
def test_bins_are_round_numbers_or_whole_units(span: int, unit: int, width: int) -> None:
    assert bin_width(span, 48, unit) == width
