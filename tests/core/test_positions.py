"""Positions of games: Black Death, and its twin of plain Python; what worths are made of."""

import pathlib

import numpy as np
import pytest

from balancer import games
from balancer.core.authoring.game_checks import GameError
from balancer.core.thinking.positions import OWN, STANDING, WORTH
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.simulation.jobs import CellJob

TWIN = pathlib.Path(__file__).parents[2] / "examples" / "plain_black_death.py"
FEW = {"ranks": 5, "suits": 2}


def noted(game, count=6, **setting):
    job = CellJob.of(plan.base_cell(load({"game": game, "seed": 3, **setting})))
    return job, job.game.noted(job.new_table(), job.cell.rules, 3, 0, count)


def test_positions_are_those_of_the_plain_twin_and_their_games_those_that_are_played():
    """Of random players, who play the same games in both."""
    setting = {"lineup": ["random"], "players": 3, "rules": FEW}
    (job, one), (_, two) = noted("black_death", **setting), noted(str(TWIN), **setting)

    assert one.counts.tolist() == two.counts.tolist() == [rounds - 1 for rounds in job.play(0, 6)["rounds"]]
    assert one.rows["score"].tolist() == two.rows["score"].tolist() == job.play(0, 6)["score"].tolist()
    for number, looks in enumerate(one.counts):
        assert (one.values[number, :looks] == two.values[number, :looks]).all()
    assert one.values[..., STANDING].any()
    assert list(one.names) == list(two.names) == []


@pytest.mark.parametrize(
    ("game", "lineup", "standing", "weights"),
    [
        ("festo", "chef", 10, {"ingredient": 15, "salt": 24, "start_card": 12}),
        ("oktoberfest", "careful", 0, {"lowest": 23, "banked": 42, "hand": 33, "wild": -21, "tipsiness": -28}),
    ],
)
def test_a_worth_is_made_of_the_quantities_that_its_game_names(game, lineup, standing, weights):
    _, found = noted(game, count=3, lineup=[lineup])
    values = dict(zip(found.names, np.moveaxis(found.values[..., OWN:], -1, 0), strict=True))
    rest = found.values[..., WORTH] - standing * found.values[..., STANDING]

    assert (rest == sum(weight * values[name] for name, weight in weights.items())).all()
    for number, looks in enumerate(found.counts):
        assert not found.values[number, looks:].any()
        assert found.values[number, looks - 1].any()
    assert all(one.any() for one in values.values())


def test_quantities_are_declared_and_noted_or_neither(monkeypatch: pytest.MonkeyPatch):
    from balancer.core.authoring import game_checks
    from balancer.games.festo import rules

    monkeypatch.delattr(rules, "quantities")
    with pytest.raises(GameError, match="has no quantities"):
        game_checks.collect(games.load("festo").package.__name__)
