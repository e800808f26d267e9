"""The JSON of a cell: the promised names, strictly valid."""

import json

import pytest

from balancer.analysis.cell_json import to_json
from balancer.analysis.metrics import estimate
from tests.analysis import sample
from tests.analysis.test_metrics import EDGES

LENGTH = {"mean", "sd", "se", "median", "p5", "p10", "p25", "p75", "p90", "p95"}


@pytest.fixture(scope="module")
def cell():
    return sample.sample_cell(axes={"rules.win_threshold": 18})


@pytest.fixture(scope="module")
def told(cell):
    return to_json(cell)


def test_promised_keys(told):
    promised = {
        "game",
        "players",
        "lineup",
        "rules",
        "seed",
        "games",
        "seconds",
        "compile_seconds",
        "seats",
        "personas",
    }
    promised |= {"rounds", "turns", "decisions", "branching", "endings", "nodes", "metrics", "extras", "axes"}

    assert promised <= set(told)
    assert told["rules"] == {"win_threshold": 18, "max_rounds": 12, "parts": "(printed)"}
    assert {"win", "win_se", "score", "score_se"} <= set(told["seats"][0])
    assert {"win", "win_se", "seats_played"} <= set(told["personas"]["bully"])
    assert all(set(told[name]) >= LENGTH for name in ("rounds", "turns", "decisions"))
    assert {"per_game", "options"} <= set(told["nodes"]["take"])
    assert {"mean", "se"} <= set(told["metrics"]["lead_changes"])
    assert {"value", "se"} <= set(told["metrics"]["seat_spread"])
    assert {"mean", "se"} <= set(told["extras"]["contests"])


def test_seats_are_in_order(cell, told):
    assert [seat["win"] for seat in told["seats"]] == [
        estimate(cell, "seat_win_rate", of=seat).value for seat in (1, 2, 3, 4)
    ]
    assert [seat["value"] for seat in told["metrics"]["seat_advantage"]] == [
        estimate(cell, "seat_advantage", of=seat).value for seat in (1, 2, 3, 4)
    ]


def test_extras_bear_their_own_names(told):
    assert set(told["extras"]) == set(sample.EXTRAS)


def test_metrics_1_to_4_8_to_12_and_16_to_18_are_there(told):
    names = {"seat_spread", "balance", "first_player_fairness", "seat_entropy", "persona_entropy"}
    names |= {"lead_changes", "lead_changes_per_round", "drama", "decisiveness", "dead_time", "runaway_index"}
    names |= {"comeback_rate", "ending_share", "score", "winner_score", "margin", "tie_rate", "part_lift"}

    assert names <= set(told["metrics"])
    assert set(told["metrics"]["runaway_index"]) == {"25", "50", "75"}


def test_shares_of_endings_sum_to_one(told):
    assert sum(told["endings"].values()) == pytest.approx(1)


def test_minutes_only_at_a_pace(cell, told):
    assert "minutes" not in told
    assert to_json(cell, seconds_per_decision=60)["minutes"]["mean"] == told["decisions"]["mean"]


@pytest.mark.parametrize("edge", EDGES)
def test_strictly_valid_at_the_edges(edge):
    text = json.dumps(to_json(sample.sample_cell(**EDGES[edge])), allow_nan=False)

    assert json.loads(text)["games"] == EDGES[edge].get("games")


def test_what_is_undefined_is_null_with_a_reason():
    told = to_json(sample.sample_cell(games=10, unfinished=1.1))

    assert told["metrics"]["drama"]["mean"] is None
    assert "one winner" in told["metrics"]["drama"]["reason"]
    assert told["extras"]["winner_score"]["mean"] is None


def test_what_the_game_has_not_got_is_null_with_a_reason():
    told = to_json(sample.sample_cell(one_loses=True))

    assert told["metrics"]["margin"]["mean"] is None
    assert "one player loses" in told["metrics"]["margin"]["reason"]
    assert "loss" in told["seats"][0]
