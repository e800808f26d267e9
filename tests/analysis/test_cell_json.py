"""The JSON of a cell: the promised names, strictly valid."""

import json

import pytest

from balancer.analysis.cell_json import to_json
from balancer.analysis.estimates.metrics import estimate
from tests.analysis import sample
from tests.analysis.test_metrics import EDGES

LENGTH = {"mean", "sd", "se", "median", "p5", "p10", "p25", "p75", "p90", "p95"}


@pytest.fixture(scope="module")
def cell():
    return sample.sample_cell(axes={"rules.win_threshold": 18})


@pytest.fixture(scope="module")
def content(cell):
    return to_json(cell)


def test_promised_keys(content):
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

    assert promised <= set(content)
    assert content["rules"] == {"win_threshold": 18, "max_rounds": 12, "parts": "(printed)"}
    assert {"win", "win_se", "score", "score_se"} <= set(content["seats"][0])
    assert {"win", "win_se", "seats_played"} <= set(content["personas"]["bully"])
    assert all(set(content[name]) >= LENGTH for name in ("rounds", "turns", "decisions"))
    assert {"per_game", "options"} <= set(content["nodes"]["take"])
    assert {"mean", "se"} <= set(content["metrics"]["lead_changes"])
    assert {"value", "se"} <= set(content["metrics"]["seat_spread"])
    assert {"mean", "se"} <= set(content["extras"]["contests"])
    assert [set(point) for point in content["arc"]] == [{"at", "leads", "stays", "last"}] * 10
    assert {"value", "se", "low", "high", "games"} == set(content["arc"][4]["leads"])
    assert content["arc"][4]["last"]["value"] == content["metrics"]["comeback_rate"]["value"]


def test_seats_are_in_order(cell, content):
    assert [seat["win"] for seat in content["seats"]] == [
        estimate(cell, "seat_win_rate", of=seat).value for seat in (1, 2, 3, 4)
    ]
    assert [seat["value"] for seat in content["metrics"]["seat_advantage"]] == [
        estimate(cell, "seat_advantage", of=seat).value for seat in (1, 2, 3, 4)
    ]


def test_extras_bear_their_own_names(content):
    assert set(content["extras"]) == set(sample.EXTRAS)


def test_extras_have_the_statistics_of_lengths(cell, content):
    """Except for those that are 0 or 1, whose mean says all."""
    assert content["extras"]["contests"]["p90"] == estimate(cell, "contests", stat="p90").value
    assert "p90" not in content["extras"]["penalty_changed_winners"]


def test_metrics_1_to_4_8_to_12_and_16_to_18_are_there(content):
    names = {"seat_spread", "balance", "first_player_fairness", "seat_entropy", "persona_entropy"}
    names |= {"lead_changes", "lead_changes_per_round", "drama", "decisiveness", "dead_time", "runaway_index"}
    names |= {"comeback_rate", "ending_share", "score", "winner_score", "margin", "tie_rate", "part_lift"}

    assert names <= set(content["metrics"])
    assert set(content["metrics"]["runaway_index"]) == {"25", "50", "75"}


def test_shares_of_endings_sum_to_one(content):
    assert sum(content["endings"].values()) == pytest.approx(1)


def test_minutes_only_at_a_pace(cell, content):
    assert "minutes" not in content
    assert to_json(cell, seconds_per_decision=60)["minutes"]["mean"] == content["decisions"]["mean"]


@pytest.mark.parametrize("edge", EDGES)
def test_strictly_valid_at_the_edges(edge):
    text = json.dumps(to_json(sample.sample_cell(**EDGES[edge])), allow_nan=False)

    assert json.loads(text)["games"] == EDGES[edge].get("games")


def test_what_is_undefined_is_null_with_a_reason():
    content = to_json(sample.sample_cell(games=10, unfinished=1.1))

    assert content["metrics"]["drama"]["mean"] is None
    assert "one winner" in content["metrics"]["drama"]["reason"]
    assert content["extras"]["winner_score"]["mean"] is None


def test_what_the_game_has_not_got_is_null_with_a_reason():
    content = to_json(sample.sample_cell(one_loses=True))

    assert content["metrics"]["margin"]["mean"] is None
    assert "one player loses" in content["metrics"]["margin"]["reason"]
    assert "loss" in content["seats"][0]
