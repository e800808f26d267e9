"""Positions of games: Black Death, and its twin of plain Python; Festo!'s quantities."""

import pathlib

import numpy as np
import pytest

from balancer import games
from balancer.core.authoring.game_checks import GameError
from balancer.core.thinking.positions import STANDING, WORTH
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

    assert one.looks.tolist() == two.looks.tolist() == [rounds - 1 for rounds in job.play(0, 6)["rounds"]]
    assert one.rows["score"].tolist() == two.rows["score"].tolist() == job.play(0, 6)["score"].tolist()
    for number, looks in enumerate(one.looks):
        assert (one.values[number, :looks] == two.values[number, :looks]).all()
    assert one.values[..., STANDING].any()
    assert list(one.names) == list(two.names) == []


def test_festo_names_what_its_worth_is_made_of():
    """Its worth is ten standings and what its hand promises."""
    _, found = noted("festo", count=3, lineup=["chef"])
    values = {name: found.values[..., 2 + k] for k, name in enumerate(found.names)}

    assert found.looks.tolist() == [3, 3, 3], "four rounds, the last is no position"
    rest = found.values[..., WORTH] - 10 * found.values[..., STANDING]
    assert (rest == WEIGHTS @ np.stack([values[name] for name in ("ingredient", "salt", "start_card")], axis=2)).all()
    assert (values["start_card"][:, :3].sum(axis=2) == 1).all()
    assert values["reserved"].any()


WEIGHTS = np.array([15, 24, 12])


def test_quantities_are_declared_and_noted_or_neither(monkeypatch: pytest.MonkeyPatch):
    from balancer.core.authoring import game_checks
    from balancer.games.festo import rules

    monkeypatch.delattr(rules, "quantities")
    with pytest.raises(GameError, match="has no quantities"):
        game_checks.collect(games.load("festo").package.__name__)
