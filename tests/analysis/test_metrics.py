"""Every metric against the same figure worked out again from the games, by hand where they are few."""

import dataclasses
import json
import math
from typing import Any

import numpy as np
import pytest

from balancer.analysis.estimates import metrics
from balancer.analysis.estimates.metric_names import parse
from balancer.analysis.estimates.metrics import CATALOGUE, UnknownNameError, names_for
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.intervals import sequential
from balancer.analysis.intervals.elementary import critical_z, share_interval
from balancer.analysis.results import CellResult, Scope
from balancer.analysis.tables import figures
from tests.analysis import sample

PLAYERS = 4


def estimate(cell: Any, name: str, **options: Any) -> Any:
    return metrics.estimate(cell, name, **options)


@pytest.fixture(scope="module")
def games():
    return sample.play(games=400)


@pytest.fixture(scope="module")
def cell():
    return sample.sample_cell(games=400)


def mean_and_se(values):
    return np.mean(values), np.std(values, ddof=1) / math.sqrt(len(values))


def ratio_by_jackknife(x, m):
    """Ratio of sums and its standard error, leaving out one game at a time."""
    x, m = np.asarray(x, float), np.asarray(m, float)
    without = (x.sum() - x) / (m.sum() - m)
    return x.sum() / m.sum(), math.sqrt((len(x) - 1) / len(x) * ((without - without.mean()) ** 2).sum())


def credit_of(game, name):
    return float(sum(share for who, share in zip(game["seated"], game["credit"], strict=True) if who == name))


def equal_share(games):
    """Return the equal share of four seats: of games that nobody won they get nothing."""
    return sum(bool(game["winners"]) for game in games) / len(games) / 4


# Against the games ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", range(PLAYERS))
def test_seat_win_rate(cell, games, seat):
    credit = [float(game["credit"][seat]) for game in games]
    found = estimate(cell, "seat_win_rate", of=seat + 1)

    assert found.value == pytest.approx(np.mean(credit))
    assert found.se == pytest.approx(np.std(credit) / 20)
    assert found.low < found.value < found.high
    assert estimate(cell, "seat_advantage", of=seat + 1).value == pytest.approx(np.mean(credit) - equal_share(games))
    assert found.games == 400


def test_spread_and_balance(cell, games):
    rates = np.mean([[float(share) for share in game["credit"]] for game in games], axis=0)

    assert estimate(cell, "seat_spread").value == pytest.approx(rates.max() - rates.min())
    assert estimate(cell, "balance").value == pytest.approx(1 - rates.max() + rates.min())


def test_first_player_fairness(cell, games):
    first = np.mean([float(game["credit"][0]) for game in games if game["winners"]])

    assert first > 0.25
    assert estimate(cell, "first_player_fairness").value == pytest.approx(4 * (1 - first) / 3)


def test_entropy_is_of_the_parts_of_all_victories(cell, games):
    won = np.sum([[float(share) for share in game["credit"]] for game in games], axis=0)
    parts = won / won.sum()
    naive = -(parts * np.log(parts)).sum() / math.log(4)
    found = estimate(cell, "seat_entropy")

    assert found.value == pytest.approx(naive)
    assert found.low < naive < found.high
    assert found.games == sum(bool(game["winners"]) for game in games)


def test_entropy_error_is_that_of_leaving_out_games(cell, games):
    credit = np.array([[float(share) for share in game["credit"]] for game in games if game["winners"]])
    left = (credit.sum(axis=0) - credit) / (len(credit) - 1)
    without = -(left * np.log(left)).sum(axis=1) / math.log(4)
    naive = math.sqrt((len(credit) - 1) * np.var(without))

    assert estimate(cell, "seat_entropy").se == pytest.approx(naive, rel=0.02)


@pytest.mark.parametrize("name", sample.LINEUP)
def test_persona_win_rate(cell, games, name):
    naive, error = ratio_by_jackknife([credit_of(game, name) for game in games], [1] * len(games))
    found = estimate(cell, "persona_win_rate", of=name)

    assert (found.value, found.games) == (pytest.approx(naive), 400)
    assert found.se == pytest.approx(error, rel=0.01)
    assert estimate(cell, "persona_lift", of=name).value == pytest.approx(naive - equal_share(games))


def test_persona_in_several_seats_has_the_game_as_its_unit():
    lineup = ("bully", "bully", "rusher")
    games = sample.play(games=300, lineup=lineup)
    cell = sample.sample_cell(games=300, lineup=lineup)
    x = [credit_of(game, "bully") for game in games]
    m = [game["seated"].count("bully") for game in games]
    naive, error = ratio_by_jackknife(x, m)
    found = estimate(cell, "persona_win_rate", of="bully")

    assert set(m) == {2, 3, 4}, "four of six places, of which four are of bullies"
    assert found.value == pytest.approx(naive)
    assert found.se == pytest.approx(error, rel=0.02)


def test_part_lift(cell, games):
    held = [[("Stein" in parts) for parts in game["parts"]] for game in games]
    credit = [[float(share) for share in game["credit"]] for game in games]
    x, m = np.sum(np.array(held) * np.array(credit), axis=1), np.sum(held, axis=1)
    naive, error = ratio_by_jackknife(x, m)
    found = estimate(cell, "part_lift", of="Stein")

    won = [bool(game["winners"]) for game in games]
    left = [(sum(x) - a) / (sum(m) - b) - (sum(won) - c) / 4 / (len(x) - 1) for a, b, c in zip(x, m, won, strict=True)]
    paired = math.sqrt((len(x) - 1) * np.var(left))

    assert found.value == pytest.approx(naive - equal_share(games))
    assert paired <= found.se <= 1.1 * error, "the equal share is uncertain, too; taken as independent of the credit"


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("lead_changes", lambda game: game["story"]["changes"]),
        ("lead_changes_per_round", lambda game: game["story"]["changes"] / game["rounds"]),
        ("drama", lambda game: game["story"]["drama"] / 2**20),
        ("decisiveness", lambda game: game["story"]["decisiveness"] / 2**20),
        ("dead_time", lambda game: 1 - game["story"]["decisiveness"] / 2**20),
    ],
)
def test_lead_metrics_rest_on_games_with_one_winner(cell, games, metric, value):
    naive, error = mean_and_se([value(game) for game in games if game["story"]])
    found = estimate(cell, metric)

    assert (found.value, found.se) == (pytest.approx(naive, abs=2e-6), pytest.approx(error, rel=1e-4))
    assert found.games == sum(len(game["winners"]) == 1 for game in games) < 400
    assert "of the games" in found.note


@pytest.mark.parametrize(("quarter", "place"), [(25, 0), (50, 1), (75, 2)])
def test_runaway_index(cell, games, quarter, place):
    stories = [game["story"] for game in games if game["story"]]
    won = np.mean([story["leader_won"][place] for story in stories])

    assert estimate(cell, "runaway_index", of=quarter).value == pytest.approx((won - 0.25) / 0.75)


def test_comeback_rate(cell, games):
    naive = np.mean([game["story"]["comeback"] for game in games if game["story"]])

    assert estimate(cell, "comeback_rate").value == pytest.approx(naive)


def test_decisions_and_branching(cell, games):
    naive, error = ratio_by_jackknife([game["options"] for game in games], [game["decisions"] for game in games])
    found = estimate(cell, "branching")

    assert (found.value, found.se) == (pytest.approx(naive), pytest.approx(error, rel=0.01))
    decisions = mean_and_se([game["decisions"] for game in games])
    assert (estimate(cell, "decisions").value, estimate(cell, "decisions").se) == pytest.approx(decisions)
    assert estimate(cell, "decisions", stat="per_player").value == pytest.approx(decisions[0] / 4)


def test_forced_share(cell, games):
    nodes = [game["forced"] + game["decisions"] for game in games]
    naive, error = ratio_by_jackknife([game["forced"] for game in games], nodes)
    found = estimate(cell, "forced_share")

    assert (found.value, found.se) == (pytest.approx(naive), pytest.approx(error, rel=0.01))


@pytest.mark.parametrize("node", sample.NODES)
def test_nodes(cell, games, node):
    decisions = [game["nodes"][node][0] for game in games]
    options, error = ratio_by_jackknife([game["nodes"][node][1] for game in games], decisions)
    found = estimate(cell, "node_options", of=node)

    assert (found.value, found.se) == (pytest.approx(options), pytest.approx(error, rel=0.01))
    per_game = estimate(cell, "node_decisions", of=node)
    assert (per_game.value, per_game.se) == pytest.approx(mean_and_se(decisions))


@pytest.mark.parametrize("quantity", ["rounds", "turns", "decisions", "margin", "winner_score", "score"])
def test_distributions(cell, games, quantity):
    if quantity == "score":
        values = np.array([score for game in games for score in game["scores"]])
    else:
        values = np.array([game[quantity] for game in games if game[quantity] is not None])
    for stat, percent in {"p5": 5, "p10": 10, "p25": 25, "median": 50, "p75": 75, "p90": 90, "p95": 95}.items():
        found = estimate(cell, quantity, stat=stat)
        assert found.value == np.quantile(values, percent / 100, method="inverted_cdf")
        assert ends_in_order(found)
    assert estimate(cell, quantity).value == pytest.approx(values.mean())
    assert estimate(cell, quantity, stat="sd").value == pytest.approx(values.std(ddof=1))


def test_spread_of_lengths_relative_to_their_size(cell, games):
    rounds = np.array([game["rounds"] for game in games])
    p10, p50, p90 = np.quantile(rounds, (0.1, 0.5, 0.9), method="inverted_cdf")

    assert estimate(cell, "rounds", stat="cv").value == pytest.approx(rounds.std(ddof=1) / rounds.mean())
    assert estimate(cell, "rounds", stat="tail_ratio").value == pytest.approx((p90 - p10) / p50)
    assert estimate(cell, "rounds", stat="cv").unit == "ratio"


def test_minutes_are_decisions_at_a_pace(cell):
    decisions = estimate(cell, "decisions", stat="p90")
    found = estimate(cell, "minutes", stat="p90", seconds_per_decision=12)

    assert (found.value, found.high, found.unit) == (decisions.value / 5, decisions.high / 5, "minutes")
    assert estimate(cell, "minutes").value is None
    assert "seconds_per_decision" in estimate(cell, "minutes").note


def test_margin_relative_to_the_spread_of_scores(cell, games):
    margins = [game["margin"] for game in games if game["margin"] is not None]
    scores = [score for game in games for score in game["scores"]]

    found = estimate(cell, "margin", stat="relative")

    assert found.value == pytest.approx(np.mean(margins) / np.std(scores, ddof=1))


def test_endings_and_ties_are_shares_of_all_games(cell, games):
    for ending in sample.ENDINGS:
        share = np.mean([game["ending"] == ending for game in games])
        assert estimate(cell, "ending_share", of=ending).value == pytest.approx(share)
    assert estimate(cell, "tie_rate").value == pytest.approx(np.mean([len(game["winners"]) > 1 for game in games]))


def test_extras_leave_out_games_in_which_they_are_undefined(cell, games):
    rounds = [game["extras"]["instant_round"] for game in games if game["ending"] == "instant"]
    found = estimate(cell, "instant_round")

    assert (found.value, found.se) == pytest.approx(mean_and_se(rounds))
    assert (found.games, found.unit) == (len(rounds), "rounds")


def test_extras_have_units(cell, games):
    naive = mean_and_se([game["extras"]["tipsiness_at_end"] / 100 for game in games])
    found = estimate(cell, "tipsiness_at_end")

    assert (found.value, found.se) == pytest.approx(naive)


def test_an_extra_of_zeros_and_ones_is_a_share(cell, games):
    changed = [game["extras"]["penalty_changed_winners"] for game in games if game["winners"]]
    found = estimate(cell, "penalty_changed_winners")

    assert found.value == pytest.approx(np.mean(changed))
    assert 0 < found.low < found.value < found.high < 1


def test_an_extra_has_the_statistics_of_a_length(cell, games):
    rounds = np.array([game["extras"]["instant_round"] for game in games if game["ending"] == "instant"])
    p90 = estimate(cell, "instant_round", stat="p90")

    assert p90.value == np.quantile(rounds, 0.9, method="inverted_cdf")
    assert p90.low <= p90.value <= p90.high
    assert p90.unit == "rounds"
    assert estimate(cell, "instant_round", stat="sd").value == pytest.approx(rounds.std(ddof=1))


@pytest.mark.parametrize(
    ("stat", "least"), [("at least 6", 6), ("at_least_6.5", 6.5), ("at least -1", -1), ("at least 99", 99)]
)
def test_the_share_of_games_that_reach_a_value(cell, games, stat, least):
    """With Wilson's interval, and in rounds as well as in a game's own figures."""
    values = [game["extras"]["instant_round"] for game in games if game["ending"] == "instant"]
    share = estimate(cell, "instant_round", stat=stat)

    assert share.value == pytest.approx(np.mean(np.array(values) >= least))
    assert (share.low, share.high) == pytest.approx(tuple(share_interval(share.value, len(values), critical_z(0.95))))
    assert (share.unit, share.games) == ("share", len(values))
    assert estimate(cell, "rounds", stat=stat).value == pytest.approx(
        np.mean([game["rounds"] >= least for game in games])
    )


@pytest.mark.parametrize("name", ["seat_spread", "minutes", "penalty_changed_winners", "lead_changes"])
def test_only_whole_distributions_are_counted(cell, name):
    with pytest.raises(UnknownNameError, match="statistic"):
        estimate(cell, name, stat="at least 3")


def test_an_extra_named_like_a_metric_is_reached_by_its_full_name(cell):
    assert "extras.winner_score" in names_for(cell)
    assert estimate(cell, "extras.winner_score").unit == "points"
    assert estimate(cell, "extras.contests") == estimate(cell, "contests")


# Where one loses -----------------------------------------------------------------------------------------------------
def test_where_one_loses_losses_are_counted_and_closeness_is_not_assessed():
    games, cell = sample.play(one_loses=True), sample.sample_cell(one_loses=True)
    lost = np.mean([bool(game["winners"]) and 2 not in game["winners"] for game in games])

    assert estimate(cell, "seat_loss_rate", of=3).value == pytest.approx(lost)
    for name in ("margin", "tie_rate", "winner_score"):
        assert estimate(cell, name).value is None
        assert "one player loses" in estimate(cell, name).note
    assert "about the loser" in estimate(cell, "lead_changes").note
    assert "loss" in names_for(cell)["lead_changes"].meaning


def test_where_one_wins_losses_are_not_assessed(cell):
    assert estimate(cell, "seat_loss_rate", of=1).value is None


# Where games may be endless ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["rounds", "turns", "decisions"])
def test_where_games_may_be_endless_the_spread_allows_for_one(name):
    cell = sample.sample_cell(games=200)
    endless = dataclasses.replace(cell, endless=True, resolved={"max_rounds": 5000})
    pace = estimate(cell, name).value / estimate(cell, "rounds").value
    one_endless_game = 5000 * pace / math.sqrt(200)  # the standard deviation that it alone makes

    for stat, scale in (("sd", 1.0), ("cv", estimate(cell, name).value)):
        usual, wide = (estimate(known, name, stat=stat) for known in (cell, endless))
        assert (wide.value, wide.low) == (usual.value, usual.low)
        assert usual.high * scale < one_endless_game < wide.high * scale
    assert estimate(endless, name) == estimate(cell, name)


def test_what_does_not_grow_with_the_rounds_is_the_same_where_games_may_be_endless():
    cell = sample.sample_cell(games=200)
    endless = dataclasses.replace(cell, endless=True, resolved={"max_rounds": 5000})

    assert estimate(endless, "margin", stat="sd") == estimate(cell, "margin", stat="sd")


# By hand -------------------------------------------------------------------------------------------------------------
def with_sums(cell, **sums):
    """Return the cell with other sums in its tally."""
    return dataclasses.replace(cell, tally={**cell.tally, **sums})


def hand_made():
    """Return two players, four games: seat 1 wins two, seat 2 one, one is shared."""
    cell = sample.sample_cell(players=2, games=4, lineup=("rusher", "builder"), unfinished=0)
    return with_sums(
        cell,
        won=4,
        shared=1,
        credit=[2 * 2520 + 1260, 2520 + 1260],
        credit_products=[[2 * 2520**2 + 1260**2, 1260**2], [1260**2, 2520**2 + 1260**2]],
        lead={"games": 3, "led": [3, 3, 3], "runaway": [1, 2, 3], "comebacks": 1},
    )


def test_worked_by_hand():
    cell = hand_made()

    assert estimate(cell, "seat_win_rate", of=1).value == 0.625
    # credits 1, 1, 0, 1/2: variance 2.25/4 - 0.625^2 = 0.171875
    assert estimate(cell, "seat_win_rate", of=1).se == pytest.approx(math.sqrt(0.171875 / 4))
    assert estimate(cell, "seat_advantage", of=2).value == -0.125
    assert estimate(cell, "seat_spread").value == 0.25
    assert estimate(cell, "balance").value == 0.75
    assert estimate(cell, "first_player_fairness").value == 0.75
    assert estimate(cell, "seat_entropy").value == pytest.approx(0.954434, abs=1e-6)  # H(5/8) in bits
    assert estimate(cell, "tie_rate").value == 0.25
    assert [estimate(cell, "runaway_index", of=q).value for q in (25, 50, 75)] == pytest.approx([-1 / 3, 1 / 3, 1])
    assert estimate(cell, "comeback_rate").value == pytest.approx(1 / 3)


def test_even_seats_are_warned_of_a_vanishing_standard_error():
    cell = with_sums(hand_made(), credit=[2 * 2520, 2 * 2520], credit_products=[[2 * 2520**2, 0], [0, 2 * 2520**2]])
    found = estimate(cell, "seat_entropy")

    assert (found.value, found.se, found.high) == pytest.approx((1, 0, 1))
    assert found.low < 0.9
    assert "use the interval" in found.note


def test_spread_of_two_seats_is_certain_to_be_at_most_one():
    assert estimate(hand_made(), "seat_spread").high <= 1


# Edges ---------------------------------------------------------------------------------------------------------------
EDGES: dict[str, dict[str, Any]] = {
    "one game": {"games": 1},
    "two games": {"games": 2},
    "all unfinished": {"games": 20, "unfinished": 1.1},
    "one unfinished game": {"games": 1, "unfinished": 1.1},
    "no games": {"games": 0},
    "ten players": {"games": 30, "players": 10},
    "two players of one persona": {"games": 30, "players": 2, "lineup": ("rusher",)},
    "one loses": {"games": 30, "one_loses": True},
    "seat 1 wins all": {"games": 30, "first_seat": 5.0, "unfinished": 0},
    "fixed seats": {"games": 30, "seating": "fixed"},
}


def ends_in_order(found):
    return (found.low is None or found.low <= found.value + 1e-12) and (
        found.high is None or found.value <= found.high + 1e-12
    )


@pytest.mark.parametrize("edge", EDGES)
def test_at_the_edges_figures_are_finite_or_say_why_not(edge):
    cell = CellResult.from_json(json.loads(json.dumps(sample.sample_cell(**EDGES[edge]).to_json())))
    for name, offer in names_for(cell).items():
        for of in offer.of or (None,):
            for stat in offer.metric.stats if of is None else (offer.metric.stat,):
                found = estimate(cell, name, of=of, stat=stat, seconds_per_decision=5)
                figures = [found.value, found.se, found.low, found.high]
                assert all(figure is None or math.isfinite(figure) for figure in figures)
                assert found.note if found.value is None else ends_in_order(found)


@pytest.mark.parametrize("name", ["seat_win_rate", "ending_share", "persona_win_rate", "first_player_fairness"])
def test_one_game_has_no_standard_error(name):
    one, two = (sample.sample_cell(games=games, unfinished=0) for games in (1, 2))
    of = names_for(one)[name].of[:1] or (None,)

    assert estimate(one, name, of=of[0]).se is None
    assert estimate(two, name, of=of[0]).se is not None


def test_nobody_ever_wins():
    cell = sample.sample_cell(games=20, unfinished=1.1)

    assert estimate(cell, "seat_win_rate", of=1).value == 0
    assert estimate(cell, "seat_win_rate", of=1).high > 0.1
    assert estimate(cell, "seat_win_rate", of=1).note == "nobody won 100 % of the games"
    assert estimate(cell, "seat_entropy").note == "nobody won a game"
    assert estimate(cell, "ending_share", of="unfinished").value == 1
    assert "exactly one winner" in estimate(cell, "lead_changes").note


def test_a_seat_that_always_wins_is_not_certain_to():
    cell = sample.sample_cell(games=30, first_seat=5.0, unfinished=0, lineup=("builder",))
    found = estimate(cell, "seat_win_rate", of=1)

    assert found.value == 1
    assert 0.7 < found.low < 0.95


def test_a_persona_that_never_sat_down():
    cell = sample.sample_cell()
    cell = dataclasses.replace(cell, personas={**cell.personas, "guest": {"claim": "Stays away."}})

    assert estimate(cell, "persona_win_rate", of="guest").value is None
    assert "never sat" in estimate(cell, "persona_win_rate", of="guest").note


def test_a_part_that_nobody_had():
    cell = sample.sample_cell()
    cell.tally["ratios"]["part.Stein"] = [0] * 5

    assert estimate(cell, "part_lift", of="Stein").note == "no seat ever had it"


def test_fixed_seats_are_pointed_out():
    assert "fixed" in estimate(sample.sample_cell(seating="fixed"), "persona_lift", of="bully").note


def test_whole_numbers_of_any_size():
    cell = sample.sample_cell()
    huge = 10**15
    tally = json.loads(json.dumps(cell.tally), parse_int=lambda digits: int(digits) * huge)
    tally["credit_unit"] //= huge
    for moment in tally["moments"].values():
        moment["unit"] //= huge
    for kept in tally["histograms"].values():
        kept["unit"] //= huge
    ours = dataclasses.replace(cell, tally=tally)

    assert estimate(ours, "rounds").value == pytest.approx(estimate(cell, "rounds").value)
    assert estimate(ours, "seat_win_rate", of=1).se * huge**0.5 == pytest.approx(
        estimate(cell, "seat_win_rate", of=1).se
    )


# Confidence ----------------------------------------------------------------------------------------------------------
def test_intervals_that_hold_together_are_wider(cell):
    together = estimate(cell, "seat_win_rate", of=1)
    alone = estimate(cell, "seat_win_rate", of=1, simultaneous=False)

    assert together.low < alone.low < alone.high < together.high


def test_more_confidence_is_wider(cell):
    assert estimate(cell, "rounds", confidence=0.99).low < estimate(cell, "rounds", confidence=0.9).low


def test_a_cell_played_to_a_precision_has_intervals_for_its_looks(cell):
    looked = dataclasses.replace(cell, precision={"wanted": 0.1, "half_width": 0.09, "looks": 3, "reached": True})

    assert estimate(looked, "rounds") == estimate(cell, "rounds", confidence=sequential.confidence_at(0.95, 3))


# Names ---------------------------------------------------------------------------------------------------------------
def test_the_catalogue_is_numbered_in_order():
    numbers = [metric.number for metric in CATALOGUE.values()]

    assert numbers == sorted(numbers)
    assert set(numbers) == {*range(1, 13), 14, 15, 16, 17, 18, 20}
    assert {metric.number for metric in CATALOGUE.values() if not metric.assessed} == {6, 7, 20}


def test_every_assessed_metric_has_a_value_in_a_plain_cell(cell):
    for name, offer in names_for(cell).items():
        if offer.reason:
            continue
        found = estimate(cell, name, of=offer.of[0] if offer.of else None, seconds_per_decision=10)
        assert found.value is not None, name


def test_what_needs_a_tournament_says_so(cell):
    assert "tournament" in estimate(cell, "dominance", of="bully").note


@pytest.mark.parametrize(
    ("query", "nearest"),
    [
        ({"name": "seat_spred"}, "seat_spread"),
        ({"name": "ending_share", "of": "instnt"}, "instant"),
        ({"name": "rounds", "stat": "medium"}, "median"),
        ({"name": "part_lift", "of": "pretzl"}, "Pretzel"),
        ({"name": "extras.contsts"}, "contests"),
    ],
)
def test_a_wrong_word_gets_the_nearest_right_one(cell, query, nearest):
    with pytest.raises(UnknownNameError) as error:
        estimate(cell, query.pop("name"), **query)

    assert error.value.nearest == nearest
    assert f"did you mean '{nearest}'" in str(error.value)


@pytest.mark.parametrize("of", ["0", 5, "1.0"])
def test_seats_count_from_one(cell, of):
    with pytest.raises(UnknownNameError, match="unknown seat"):
        estimate(cell, "seat_win_rate", of=of)


def test_a_metric_of_each_needs_to_know_of_which(cell):
    with pytest.raises(UnknownNameError, match="per seat"):
        estimate(cell, "seat_win_rate")


def test_a_metric_that_stands_alone_has_no_of(cell):
    with pytest.raises(UnknownNameError, match="game as a whole"):
        estimate(cell, "seat_spread", of=1)


@pytest.mark.parametrize(
    ("dotted", "meant"),
    [
        ("seat_spread", FigureRef("seat_spread")),
        ("ending_share.instant", FigureRef("ending_share", "instant")),
        ("rounds.p90", FigureRef("rounds", stat="p90")),
        ("rounds.mean", FigureRef("rounds")),
        ("score.2", FigureRef("score", "2")),
        ("score.p90", FigureRef("score", stat="p90")),
        ("extras.contests", FigureRef("contests")),
        ("extras.winner_score", FigureRef("extras.winner_score")),
        ("extras.contests.mean", FigureRef("contests")),
        ("contests.p90", FigureRef("contests", stat="p90")),
        ("contests.at least 3", FigureRef("contests", stat="at least 3")),
        ("extras.contests.at_least_2.5", FigureRef("contests", stat="at least 2.5")),
        ("score.at least 30", FigureRef("score", stat="at least 30")),
    ],
)
def test_dotted_names(cell, dotted, meant):
    ref = parse(names_for(cell), dotted)

    assert ref == meant
    assert parse(names_for(cell), ref.name) == ref
    assert FigureRef.from_json(ref.to_json()) == ref


@pytest.mark.parametrize("dotted", ["ending_share.instnt", "rounds.p91", "extras.rounds", "seat_spread.1", "lift"])
def test_wrong_dotted_names(cell, dotted):
    with pytest.raises(UnknownNameError):
        parse(names_for(cell), dotted)


def test_names_can_be_reported_before_anything_is_played():
    scope = Scope(
        players=3,
        personas=("rusher",),
        endings={"unfinished": "are cut off", "instant": ""},
        nodes=("take",),
        parts=("Pretzel",),
        extras={"contests": {"meaning": "Contests.", "measure": "contests"}},
    )
    offers = names_for(scope)

    assert offers["seat_win_rate"].of == ("1", "2", "3")
    assert offers["part_lift"].of == ("Pretzel",)
    assert offers["contests"].metric.unit == "contests"
    assert parse(offers, "ending_share.instant") == FigureRef("ending_share", "instant")


def test_a_persona_loses_what_it_does_not_share():
    """Where one loses, a persona's loss rate is 1 - (n - 1) win share; cut-off games leave it undefined."""
    cell = sample.sample_cell(one_loses=True)
    finished = with_sums(cell, won=cell.games)
    win: Any = metrics.estimate(finished, "persona_win_rate", of="rusher")
    loss = metrics.estimate(finished, "persona_loss_rate", of="rusher")
    assert loss.value == pytest.approx(1 - (cell.players - 1) * win.value)
    assert loss.low == pytest.approx(1 - (cell.players - 1) * win.high)
    cut = with_sums(cell, won=cell.games - 1)
    assert metrics.estimate(cut, "persona_loss_rate", of="rusher").value is None


def test_a_figure_at_one_level_does_not_depend_on_what_was_read_before(cell):
    again = dataclasses.replace(cell)
    for name, of, stat in figures(cell):
        asked = {"of": of, "stat": stat, "seconds_per_decision": 3.0}
        wide = estimate(again, name, confidence=0.99, **asked)
        narrow = estimate(again, name, confidence=0.5, **asked)
        assert narrow == estimate(cell, name, confidence=0.5, **asked)
        assert (wide.value, wide.se, wide.games) == (narrow.value, narrow.se, narrow.games)
