"""What the habits of a persona are worth to the best one, and what the best one wins in others' places."""

import pytest

from balancer.players import best_player
from balancer.scenario.load import load_with
from balancer.simulation.runner import open_runner


def scenario(headline, **changes):
    written = {"game": "black_death", "players": 4, "lineup": ["middler", "baiter", "reader", "random"], "games": 2000}
    return load_with({**written, "report": {"headline": headline}, **changes}, {})


def test_personas_that_the_headline_or_a_check_names_are_asked_for():
    checks = [
        {"metric": "persona_loss_rate", "of": "baiter", "at_most": 0.5},
        {"metric": "turns", "at_most": 90},
    ]
    found = best_player.reported_habits(
        scenario(["persona_loss_rate.middler", "persona_loss_rate.random", "turns"], checks=checks)
    )

    assert set(found) == {"middler", "baiter"}, "random has no habits"
    usual = {habit.name: habit.default for habit in scenario(["turns"]).game.habits}
    for name, habits in found.items():
        persona = scenario(["turns"]).base.personas[name]
        assert habits == {habit: value for habit, value in persona.habits.items() if value != usual[habit]}
        assert habits


def test_the_best_persona_plays_with_their_habits_among_its_like():
    asked = scenario(["persona_loss_rate.middler", "persona_loss_rate.reader"])
    with open_runner(jobs=1) as runner:
        found = best_player.counterparts(asked, "reader", runner, 1000)
        (played,) = runner.known.results.values()

    assert set(found) == {"middler"}, "the best has its own habits"
    one = found["middler"]
    assert one["persona"] == "reader"
    assert one["games"] == played.games == 1000
    assert tuple(played.lineup) == ("reader_as_middler", "reader", "reader", "reader")
    own = {name: persona["habits"] for name, persona in played.personas.items()}
    reader = own["reader"]
    assert own["reader_as_middler"] == {**reader, **one["habits"]}
    assert one["low"] < one["value"] < one["high"]
    assert one["value"] < 3 / 4, "the habits of a weaker persona are a burden"


@pytest.mark.parametrize("lineup", [["middler"], ["middler", "edger", "baiter"], ["middler", "edger"] * 2 + ["baiter"]])
def test_the_best_persona_takes_each_place_in_turn(lineup):
    asked = scenario(["turns"], lineup=lineup)
    with open_runner(jobs=1) as runner:
        found = best_player.in_place(asked, "reader", runner, 1000)
        line_ups = [tuple(one.lineup) for one in runner.known.results.values()]

    places = {1: 4, 3: 6, 5: 5}[len(lineup)]
    assert {len(one) for one in line_ups} == {places}
    assert {one.count("reader") for one in line_ups} == {1}
    assert {one.index("reader") for one in line_ups} <= set(range(places))
    assert found["games"] >= 1000
    assert found["value"] > 3 / 4
