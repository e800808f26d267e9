"""The search for habits: its points, its tables, its deals, and what it finds where the answer is known."""

import dataclasses

import numpy as np
import pytest

from balancer.core.declarations import Habit, Persona
from balancer.players import exploit as exploits
from balancer.players.tournament import Stop
from balancer.players.tuning import (
    Arena,
    Budget,
    Opponents,
    Response,
    Share,
    Space,
    around,
    best_response,
    from_mixture,
    scaled,
)
from balancer.scenario.load import load_with
from balancer.simulation.runner import open_runner

HABITS = (Habit("one", 5, 0, 100, ""), Habit("two", 0, -20, 20, ""))


def test_points_and_personas_are_each_others_inverse():
    space = Space(HABITS)
    for habits in ({"one": 0, "two": -20}, {"one": 100, "two": 20}, {"one": 37, "two": 3}, {}):
        persona = Persona("p", "", habits)
        assert space.persona(space.point(persona)).habits == {"one": 5, "two": 0, **habits}


def test_points_outside_are_drawn_in():
    assert Space(HABITS).persona(np.array([-1.0, 7.0])).habits == {"one": 0, "two": 20}


def test_the_nearest_persona_is_the_base():
    space, known = Space(HABITS), {"low": Persona("low", "", {"one": 0}), "high": Persona("high", "", {"one": 90})}

    assert space.near(np.array([0.9, 0.5]), known) == "high"


def test_one_player_of_the_line_up_is_replaced_whoever_it_is():
    """Three of a line-up of three: each is left out once per rotation; neighbours keep their order."""
    tables = dict(around(("a", "b", "c"), 3).tables)

    assert tables == pytest.approx({(None, "b", "c"): 1 / 3, (None, "c", "a"): 1 / 3, (None, "a", "b"): 1 / 3})


def test_a_short_line_up_sits_several_times():
    assert dict(around(("a",), 4).tables) == {(None, "a", "a", "a"): 1.0}
    assert dict(around(("a", "b"), 3).tables) == pytest.approx({
        (None, "a", "b"): 1 / 3, (None, "b", "a"): 1 / 3, (None, "a", "a"): 1 / 6, (None, "b", "b"): 1 / 6,
    })  # fmt: skip


def test_tables_drawn_from_a_mixture_hold_its_shares():
    opponents = from_mixture({"a": 0.75, "b": 0.25}, 3)

    assert sum(weight for _, weight in opponents.tables) == pytest.approx(1)
    seats_of_a = sum(weight * table.count("a") for table, weight in opponents.tables) / 2
    assert seats_of_a == pytest.approx(0.75, abs=0.06)
    assert from_mixture({"a": 1.0}, 4).tables == (((None, "a", "a", "a"), 1.0),)


@pytest.fixture(scope="module")
def arena():
    scenario = load_with({"game": "black_death", "players": 3, "seed": 11, "lineup": "middler"}, {})
    with open_runner(jobs=1) as runner:
        yield Arena(scenario, Stop({}, scenario.base), runner)


def test_deals_differ_by_purpose_and_from_the_scenario(arena):
    seeds = {arena.seed(purpose) for purpose in ("stage 0", "stage 1", "held out")}

    assert len(seeds) == 3
    assert arena.scenario.seed not in seeds
    assert arena.seed("held out") == arena.seed("held out")


def test_shares_are_those_of_the_games(arena):
    """One `even` among middlers is safe as often as its rows say; a middler among its kind in two of three games."""
    opponents = Opponents((((None, "middler", "middler"), 1.0),))
    personas = arena.stop.setting.personas
    even, middler, again = arena.shares(
        [personas["even"], personas["middler"], personas["even"]], opponents, 600, "test"
    )

    assert even == again
    assert middler.value == pytest.approx(2 / 3, abs=3 * middler.se)
    assert middler.se == pytest.approx(np.sqrt(2 / 9 / 600), rel=0.1)


def test_the_weakness_of_a_table_is_found(arena):
    """Readers beat middlers; a search that does not know readers must find such habits by itself."""
    personas = arena.stop.setting.personas
    opponents = Opponents((((None, "middler", "middler"), 1.0),))
    budget = Budget(starts=18, first=60, basins=1, generations=2, tries=6, polish=120, held_out=1200)

    found = best_response(arena, opponents, {"even": personas["even"]}, budget)

    assert found.incumbent == "even"
    assert found.held_out.value > 0.8 > found.incumbent_share.value
    assert found.kept
    assert found.best[1] == found.held_out


@pytest.mark.parametrize(
    ("gain", "error", "kept"), [(0.02, 0.005, True), (0.02, 0.011, False), (0.004, 0.0001, False), (-0.1, 0.01, False)]
)
def test_a_gain_counts_above_two_errors_and_half_a_point(gain, error, kept):
    response = Response(Persona("x", "", {}), "base", 0.9, Share(0.25 + gain, error), "base", Share(0.25, 0.0), games=1)

    assert response.kept is kept
    assert response.best[0] == ("candidate" if kept else "base")


def test_tuned_personas_can_be_pasted_into_the_scenario(arena):
    budget = Budget(starts=12, first=30, basins=1, generations=1, tries=4, polish=60, held_out=600)
    stop = dataclasses.replace(arena.stop)

    tuned = exploits.tune(arena.scenario, stop, arena.runner, "middler", budget)

    assert tuned.rounds[0].name == "middler_tuned"
    assert tuned.settled == (not tuned.rounds[-1].response.kept)
    text = tuned.yaml()
    assert text.count("held out") == len(tuned.found)
    if text:
        from ruamel.yaml import YAML

        written = YAML(typ="safe").load(text)
        again = load_with({"game": "black_death", **written, "lineup": list(written["personas"])}, {})
        assert again.base.personas["middler_tuned"].habits.items() >= {
            (name, value)
            for name, value in tuned.found[0].response.persona.habits.items()
            if value != again.game.persona("middler").habits.get(name)
            and value != {habit.name: habit.default for habit in again.game.habits}[name]
        }


def test_an_unknown_persona_is_refused(arena):
    with pytest.raises(ValueError, match=r"unknown persona 'midler'.*did you mean middler"):
        exploits.tune(arena.scenario, arena.stop, arena.runner, "midler")


def test_fewer_games_make_a_smaller_search():
    assert scaled(None) == Budget()
    small = scaled(400)
    assert small.held_out == 400
    assert small.games < Budget().games / 20
