"""Compiled games observed: Black Death, and its twin of plain Python."""

import pathlib

import numpy as np
import pytest

from balancer.analysis.play.chances import Chances
from balancer.plain.files import load_file
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.sides import SCORE
from balancer.simulation.experiments.observed_games import ObservedGames

TWIN = pathlib.Path(__file__).parents[2] / "examples" / "plain_black_death.py"
FEW = {"ranks": 5, "suits": 2}


def games_of(game, trials, options=0, lineup=("middler", "even")):
    scenario = load({"game": game, "lineup": list(lineup), "players": 3, "rules": FEW})
    return ObservedGames.of(plan.base_cell(scenario), trials, options)


def test_an_observed_game_is_the_game():
    """To the bit, whatever is observed: trial games leave no trace."""
    games = games_of("black_death", 10, 10)
    for number in range(5):
        _, found = games.observed(number)

        assert np.asarray(found.row).tobytes() == np.asarray(games.job.play(number, 1)[0]).tobytes()
        assert len(found.decided) == found.row["decisions"] > 0
        assert len(found.points) == 1 + found.row["rounds"]


def test_games_of_kept_dice_are_the_games_and_of_other_dice_others():
    games = games_of("black_death", 2)
    rows = [np.asarray(games.observer.mixed(1, 0, 50, anew)) for anew in (0, 0b1, 0b10, 0b100)]
    winners = [row["winners"].tolist() for row in rows]

    assert rows[0].tobytes() == np.asarray(games.job.play(0, 50)).tobytes()
    assert all(other != winners[0] for other in winners[1:])


def test_chances_are_those_of_the_plain_twin():
    """Of random players, who play the same games in both: the same worlds but for their dice."""
    compiled, plain = (games_of(game, 200, lineup=["random"]) for game in ("black_death", str(TWIN)))
    assert load_file(TWIN).one_loses
    for number in range(4):
        (_, one), (_, two) = compiled.observed(number), plain.observed(number)
        assert one.points.shape == two.points.shape
        away = one.points.mean(axis=2) - two.points.mean(axis=2)

        assert np.abs(away).max() < 6 * np.sqrt(2 * 0.25 / 200)
        assert (away[1:] ** 2).mean() < 2 * 2 * 0.25 / 200


def test_all_chances_add_up_to_the_one_who_loses():
    """Before the setup, and with every option, somebody loses."""
    _, found = games_of("black_death", 20, 20).observed(2)

    assert found.points[0].sum(axis=0) == pytest.approx(1)
    for each, worth in zip(found.decided, found.worth, strict=True):
        assert worth[: 1 + each["tried"]].sum(axis=2) == pytest.approx(1)
        assert not worth[1 + each["tried"] :].any()
        assert each["dominated"] < each["tried"]


def test_chances_come_true_and_their_steps_are_the_variance_of_the_loss():
    games = games_of("black_death", 40)
    found = Chances.of([games.course(games.observed(number)[1]) for number in range(200)], 1 - 1e-6)

    assert sum(one.moments for one in found.calibration) == pytest.approx(3 * found.moments, abs=3), "halves, rounded"
    assert all(one.difference.low <= 0 <= one.difference.high for one in found.calibration)
    assert found.total.low <= 1 <= found.total.high
    assert found.total.half_width < 0.5


def test_scores_are_observed_in_points_where_these_are_played_for():
    """The first of three who gets out has 2 points, the second 1, in every world."""
    scenario = load({"game": "black_death", "lineup": ["middler", "even"], "players": 3, "rules": FEW})
    games = ObservedGames.of(plan.base_cell(scenario), 20, 20, SCORE)
    rows, (_, observed) = games.job.play(0, 20), games.observed(2)

    assert games.results(rows).sum(axis=1).tolist() == [3.0] * 20
    assert observed.points[0].sum(axis=0) == pytest.approx(3)
    for decision, worth in zip(games.decisions(observed), observed.worth, strict=True):
        assert decision.chances.sum(axis=2) == pytest.approx(3)
        assert decision.own.tolist() == worth[: len(decision.own), :, decision.seat].tolist(), "more points are better"
