"""Drunken Shit Head under random players, against the lengths that an independent program reports."""

from math import sqrt

import pytest

import balancer
from balancer.core.table import UNFINISHED
from balancer.games.shit_head import GAME
from balancer.testing import cases
from balancer.testing.cases import Case

ABOUT = {2: 12_000, 3: 1_000, 4: 270}
"""Rounds per game by players, to two figures."""

SIGMAS = 6
ROUNDING = 0.05


def assert_rounds(players, games):
    """Assert that the mean is within 6 standard errors, and the rounding, of the figure; hardly a game is cut off."""
    case = Case({**GAME.defaults, "max_rounds": 200_000}, players, (GAME.persona("random"),))
    rows = cases.play(GAME, case, count=games)
    found, error = rows["rounds"].mean(), rows["rounds"].std() / sqrt(games)

    assert (rows["ending"] == UNFINISHED).mean() < 0.005
    assert abs(found - ABOUT[players]) < SIGMAS * error + ROUNDING * ABOUT[players]


@pytest.mark.parametrize(("players", "games"), [(3, 1500), (4, 4000)])
def test_rounds_of_random_games(players, games):
    assert_rounds(players, games)


@pytest.mark.verify
def test_rounds_of_random_games_of_two():
    assert_rounds(2, 4000)


@pytest.mark.parametrize("persona", [persona.name for persona in GAME.personas if not persona.at_random])
def test_scripted_players_hardly_ever_go_round_in_circles_unless_they_are_two(persona):
    shares = []
    for players in (2, 4, 6):
        rows = cases.play(GAME, Case(GAME.defaults, players, (GAME.persona(persona),)), count=600)
        shares.append((rows["ending"] == UNFINISHED).mean())

    assert shares[0] > 0.02
    assert max(shares[1:]) < 0.01


def test_games_that_go_round_in_circles_are_counted():
    case = Case(GAME.defaults, 2, (GAME.persona("random"),))
    rows = cases.play(GAME, case, count=500)

    assert (rows["ending"] == UNFINISHED).mean() > 0.9
    assert (rows["rounds"][rows["ending"] == UNFINISHED] == 500).all()


def test_the_interval_of_the_spread_allows_for_a_game_that_goes_round_in_circles():
    table = balancer.run("shit_head", games=200).metrics
    [spread] = table[(table["metric"] == "turns") & (table["stat"] == "sd")].to_dict("records")
    alone = GAME.defaults["max_rounds"] * GAME.usual_players / sqrt(200)  # the sd that one such game makes

    assert spread["value"] < alone / 2
    assert spread["high"] > alone
