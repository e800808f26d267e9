"""Differences over pairs of games: against the games themselves, against statsmodels, and as sure as they say."""

import dataclasses
import math
from typing import Any

import numpy as np
import pytest
from scipy import special
from statsmodels.stats.proportion import multinomial_proportions_confint, proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from balancer.analysis.comparisons import differences
from balancer.analysis.estimates import metrics
from balancer.analysis.estimates.metric_names import UnknownNameError
from balancer.analysis.intervals import sequential
from balancer.analysis.intervals.elementary import critical_z, wilson
from balancer.analysis.intervals.paired_intervals import credit_sums, paired_sums, share_difference_interval
from balancer.analysis.results import PairResult
from balancer.analysis.tally import Group, TallyQuantity
from tests.analysis import paired, worlds
from tests.analysis.sample import blank_cell

GAMES = 400
QUICK, FULL = 120, 10_000
FALSE_ALARM = 1e-7
"""A claim whose intervals cover exactly as often as demanded fails with this chance (and seeds are fixed besides)."""


def difference(pair: Any, name: str, **options: Any) -> Any:
    """Return what `differences.difference` returns, with figures that are there (mypy would ask for every None)."""
    return differences.difference(pair, name, **options)


def covers(hits, number, least=0.935, most=1.0):
    """Not plainly less often than `least`, nor more often than `most`."""
    return special.bdtr(hits, number, least) > FALSE_ALARM and special.bdtrc(hits - 1, number, most) > FALSE_ALARM


def hits_in(claim, number, seed):
    rng = np.random.default_rng(seed)
    hits = 0
    for _ in range(number):
        found = difference(claim.world(rng, GAMES), claim.metric, of=claim.of, stat=claim.stat, family=1)
        low = -np.inf if found.low is None else found.low
        high = np.inf if found.high is None else found.high
        assert low <= found.value <= high
        hits += low - 1e-12 <= claim.truth <= high + 1e-12
    return hits


@pytest.mark.parametrize("name", paired.CLAIMS)
def test_coverage_roughly(name):
    assert covers(hits_in(paired.CLAIMS[name], QUICK, seed=30), QUICK)


@pytest.mark.verify
@pytest.mark.parametrize("name", paired.CLAIMS)
def test_coverage(name):
    claim = paired.CLAIMS[name]

    assert covers(hits_in(claim, FULL, seed=31), FULL, most=0.965 if claim.exact else 1.0)


def hold_together(number, seed):
    truth = paired.MOVED * (0.25 - np.array([0.4, 0.3, 0.2, 0.1]))
    rng = np.random.default_rng(seed)
    hits = 0
    for _ in range(number):
        pair = paired.EVENED(rng, GAMES)
        found = [difference(pair, "seat_win_rate", of=seat) for seat in (1, 2, 3, 4)]
        hits += all(each.low <= moved <= each.high for each, moved in zip(found, truth, strict=True))
    return hits


def test_intervals_of_all_seats_hold_together_roughly():
    assert covers(hold_together(QUICK, seed=32), QUICK)


@pytest.mark.verify
def test_intervals_of_all_seats_hold_together():
    assert covers(hold_together(FULL, seed=33), FULL)


def held_at_all_looks(number, seed):
    """Return whether the intervals of every look held: pairs come in batches, a seat's chance moves by 3 points."""
    rng = np.random.default_rng(seed)
    held = 0
    for _ in range(number):
        # Pairs by outcome: neither wins, base only, variant only, both.
        chances = [0.70, 0.05, 0.08, 0.17]
        sums, played, fine = np.zeros(4, np.int64), 0, True
        for look, games in enumerate(sequential.looks(160_000), start=1):
            sums += rng.multinomial(games - played, chances)
            played = games
            found = difference(
                of_outcomes(sums), "seat_win_rate", of=1, confidence=sequential.confidence_at(0.95, look)
            )
            fine &= found.low <= 0.03 <= found.high
        held += fine
    return held


def of_outcomes(counts):
    """Return a pair of cells of two seats from the numbers of pairs won by neither, the base, the variant, both."""
    neither, base, variant, both = (int(count) for count in counts)
    games = neither + base + variant + both

    def cell(won):
        lost = games - won
        tally = {
            "games": games,
            "won": games,
            "credit": [won, lost],
            "credit_products": [[won, 0], [0, lost]],
            "credit_unit": 1,
        }
        return blank_cell(games=games, tally=tally)

    credit = [[both, base], [variant, neither]]
    return PairResult(games, cell(base + both), cell(variant + both), {"games": games, "credit": credit})


def test_intervals_hold_at_all_looks_roughly():
    assert covers(held_at_all_looks(QUICK, seed=34), QUICK, least=0.95)


@pytest.mark.verify
def test_intervals_hold_at_all_looks():
    assert covers(held_at_all_looks(2000, seed=35), 2000, least=0.95)


# Against the games ---------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def pair():
    return paired.OPTIONS(np.random.default_rng(1), 5000)


def test_a_mean_is_that_of_the_differences_of_pairs():
    rng = np.random.default_rng(2)
    base = rng.integers(5, 26, 3000)
    variant = base + rng.integers(-1, 3, 3000)
    none = np.zeros((3000, 2), np.int64)
    sides = [paired.Side(worlds.Games(none, values={"turns": turns})) for turns in (base, variant)]
    found = difference(paired.pair_of(*sides), "turns")

    moved = DescrStatsW(variant - base)
    assert found.value == pytest.approx(moved.mean)
    assert found.se == pytest.approx(moved.std_mean)
    assert found.interval == pytest.approx(moved.tconfint_mean(0.05), rel=0.02)  # and a pair thought added
    assert found.gain == pytest.approx((base.var() + variant.var()) / (variant - base).var())
    assert found.gain > 20
    assert (found.base.value, found.variant.value) == (pytest.approx(base.mean()), pytest.approx(variant.mean()))


@pytest.mark.parametrize("metric", ["branching", "forced_share"])
def test_a_ratio_has_the_error_of_the_jackknife(metric):
    rng = np.random.default_rng(3)
    games = worlds.long_games_have_more_options(rng, 2000), paired.two_options_each(rng, 2000)
    found = difference(paired.pair_of(*map(paired.Side, games)), metric)

    left_out = [(x.sum() - x) / (m.sum() - m) for x, m in (one.ratios[metric] for one in games)]
    moved = left_out[1] - left_out[0]
    jackknife = math.sqrt(1999 / 2000 * ((moved - moved.mean()) ** 2).sum())
    assert found.se == pytest.approx(jackknife, rel=0.01)
    assert found.gain == pytest.approx(1, abs=0.1)  # they share no dice here


def test_shares_are_those_of_agresti_and_min():
    """250 pairs, 30 won by the base's seat alone, 18 by the variant's alone: formula (2) of the paper by hand."""
    found = difference(of_outcomes([120, 30, 18, 82]), "seat_win_rate", of=1, family=1)

    n, b, c = 250, 30, 18
    centre = (c - b) / (n + 2)
    half = 1.959964 * math.sqrt((b + c + 1) - (c - b) ** 2 / (n + 2)) / (n + 2)
    assert found.value == pytest.approx((c - b) / n)
    assert found.interval == pytest.approx((centre - half, centre + half), abs=1e-6)


def test_a_ratio_of_a_seat_each_is_a_share():
    """Where every game has one seat of the kind, the ratio's interval is that of the share."""
    rng = np.random.default_rng(4)
    won = [worlds.UNIT * (rng.random(800) < p).astype(np.int64) for p in (0.3, 0.4)]
    one = np.ones(800, np.int64)
    sides = [
        paired.Side(worlds.Games(np.stack([w, worlds.UNIT - w], axis=1), {"persona.bully": (w, one)})) for w in won
    ]
    both = paired.pair_of(*sides)

    z = critical_z(0.95)
    seat = share_difference_interval(credit_sums(both, 0), z)
    assert share_difference_interval(paired_sums(both, TallyQuantity(Group.PERSONA, "bully")), z) == pytest.approx(seat)


def test_a_player_against_a_bank_is_the_mean_of_all_seats():
    """The difference of the means of each game, and its variance over the pairs."""
    rng = np.random.default_rng(8)
    luck = rng.random((600, 3))
    base, variant = ((luck < p).astype(np.int64) for p in (0.4, 0.5))
    both = paired.pair_of(*(paired.Side(worlds.Games(worlds.UNIT * won)) for won in (base, variant)))
    sums = paired_sums(both, TallyQuantity(Group.PLAYER))
    means = variant.mean(axis=1) - base.mean(axis=1)

    assert sums.difference == pytest.approx(means.mean())
    assert sums.variances.paired == pytest.approx(means.var(ddof=1) / 600)
    assert sums.variances.base == pytest.approx(base.mean(axis=1).var(ddof=1) / 600)


def test_the_same_games_are_the_same(pair):
    games = paired.Side(worlds.long_games_have_more_options(np.random.default_rng(5), 4000))
    same = paired.pair_of(games, games)

    for metric, of, stat in (("branching", None, None), ("decisions", None, "sd"), ("decisions", None, "p90")):
        found = difference(same, metric, of=of, stat=stat)
        assert found.value == 0
        assert found.gain is None
        assert found.low <= 0 <= found.high
        other = difference(pair, metric, of=of, stat=stat)
        assert found.high - found.low < 0.2 * (other.high - other.low) or stat == "p90"


def test_pairs_that_stay_together_narrow_a_quantile():
    both = paired.a_few_turns_more(np.random.default_rng(6), 2000)
    found = difference(both, "turns", stat="median")
    unknown = dataclasses.replace(both, pairs={**both.pairs, "joint": {}})
    alone = difference(unknown, "turns", stat="median")

    assert found.low <= 3 <= found.high
    assert 0 < found.high - found.low < 0.7 * (alone.high - alone.low)


def test_a_spread_moves_as_its_seats_do_where_these_are_certain():
    found = difference(paired.EVENED(np.random.default_rng(7), 200_000), "seat_spread")

    assert found.low < -0.09 < found.high
    assert found.high - found.low < 0.02
    assert found.gain > 1.5


def test_a_spread_is_no_wider_than_without_pairs():
    """Where nobody knows which seats are extreme, pairs of seats say little: the spreads themselves say more."""
    rng = np.random.default_rng(8)
    turned = paired.copying(worlds.UNEVEN, worlds.alone(0.1, 0.2, 0.3, 0.4), stay=0.0)
    found = difference(turned(rng, 50_000), "seat_spread")

    assert found.low < 0 < found.high
    assert found.high < 0.03


def test_undefined_figures_have_no_difference():
    none = paired.Side(worlds.Games(np.zeros((50, 2), np.int64), values={"rounds": np.ones(50, np.int64)}))
    found = difference(paired.pair_of(none, none), "drama")

    assert (found.value, found.low, found.high, found.gain) == (None, None, None, None)
    assert found.note


def test_names_must_be_known_on_both_sides():
    three = paired.Side(worlds.alone(0.3, 0.3, 0.4)(np.random.default_rng(1), 100))
    four = paired.Side(worlds.EVEN(np.random.default_rng(1), 100))
    both = paired.pair_of(four, three)

    assert difference(both, "seat_win_rate", of=3).value is not None
    with pytest.raises(UnknownNameError, match="seat"):
        difference(both, "seat_win_rate", of=4)
    with pytest.raises(UnknownNameError, match="metric"):
        difference(both, "seat_winrate", of=1)


def test_fair_parts_differ_where_the_numbers_of_players_do():
    rng = np.random.default_rng(9)
    both = paired.pair_of(paired.Side(worlds.EVEN(rng, 5000)), paired.Side(worlds.alone(0.4, 0.3, 0.3)(rng, 5000)))
    rate, advantage = (difference(both, name, of=1) for name in ("seat_win_rate", "seat_advantage"))

    assert advantage.value == pytest.approx(rate.value + 1 / 4 - 1 / 3)
    assert advantage.value == pytest.approx(advantage.variant.value - advantage.base.value)


def test_no_interval_reaches_beyond_what_can_be():
    both = paired.copying(worlds.losing(0.3), worlds.losing(0.2))(np.random.default_rng(12), 2)
    found = difference(both, "persona_loss_rate", of="baiter", family=40)

    assert -1 <= found.low < found.high <= 1
    assert 0 <= found.base.low < found.base.high <= 1


def test_looks_widen_intervals(pair):
    once = difference(pair, "branching")
    thrice = difference(dataclasses.replace(pair, precision={"looks": 3}), "branching")

    assert thrice.high - thrice.low > 1.3 * (once.high - once.low)


def test_the_half_width_is_that_of_the_widest_seat():
    both = paired.EVENED(np.random.default_rng(10), 3000)
    found = [
        difference(both, "seat_win_rate", of=seat, confidence=sequential.confidence_at(0.95, 2))
        for seat in (1, 2, 3, 4)
    ]

    widest = max((each.high - each.low) / 2 for each in found)
    assert sequential.paired_half_width(both, 0.95, 2) == pytest.approx(widest)


# Against statsmodels -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("count", "games"), [(0, 40), (3, 50), (250, 1000), (999, 1000)])
def test_wilson_is_that_of_statsmodels(count, games):
    for confidence in (0.9, 0.95, 0.999):
        expected = proportion_confint(count, games, alpha=1 - confidence, method="wilson")
        assert wilson(count / games, games, critical_z(confidence)) == pytest.approx(expected, abs=1e-12)


def test_seats_are_goodmans_multinomial_intervals():
    rng = np.random.default_rng(11)
    cell = worlds.cell_of(worlds.UNEVEN(rng, 2000))
    wins = [credit // worlds.UNIT for credit in cell.tally["credit"]]

    expected = multinomial_proportions_confint(wins, alpha=0.05, method="goodman")
    for seat, ends in enumerate(expected, start=1):
        found = metrics.estimate(cell, "seat_win_rate", of=seat)
        assert (found.low, found.high) == pytest.approx(tuple(ends), abs=1e-9)


# Pairs that rarely differ --------------------------------------------------------------------------------------------
def seldom_shorter(chance):
    """Games of 15 rounds under both rules; the variant ends a few of them early."""

    def draw(rng, games):
        shorter = np.where(rng.random(games) < chance, rng.integers(1, 15, games), 15)
        credit = np.zeros((games, 2), np.int64)
        one = worlds.Games(credit, values={"rounds": np.full(games, 15)})
        two = worlds.Games(credit, values={"rounds": shorter})
        return paired.pair_of(paired.Side(one), paired.Side(two))

    return draw


@pytest.mark.parametrize("games", [200, 2000])
@pytest.mark.parametrize("stat", ["mean", "sd"])
def test_intervals_hold_where_pairs_rarely_differ(games, stat):
    chance, samples = 1 / 300, 200
    rng, draw = np.random.default_rng(41), seldom_shorter(1 / 300)
    mean = chance * 7.5
    truth = -mean if stat == "mean" else np.sqrt(chance * sum(k * k for k in range(1, 15)) / 14 - mean**2)
    hits = 0
    for _ in range(samples):
        low, high = difference(draw(rng, games), "rounds", stat=stat).interval
        assert low < high
        hits += low - 1e-12 <= truth <= high + 1e-12

    assert special.bdtr(hits, samples, 0.935) > 1e-6
