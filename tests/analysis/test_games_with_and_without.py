"""A game's own figure of some games against all other games: its estimate, its interval, and where it is undefined."""

import dataclasses
import math
import statistics

import pytest

from balancer.analysis.estimates import metrics
from balancer.core.declarations import Extra
from balancer.games.festo import GAME
from tests.analysis import sample

UNIT = 10


def sums(values):
    whole = [round(UNIT * value) for value in values]
    return {"n": len(whole), "sum": sum(whole), "squares": sum(x * x for x in whole), "unit": UNIT}


def cell_of(among, others):
    """Return a cell whose games have these values, with an event and without."""
    cell = sample.sample_cell(games=len(among) + len(others))
    extras = {
        "points": {"meaning": "", "measure": "points", "unit": UNIT},
        "storm": {"meaning": "", "measure": "points", "unit": UNIT, "against": "points"},
    }
    moments = {name: kept for name, kept in cell.tally["moments"].items() if not name.startswith("extras.")}
    moments |= {"extras.points": sums([*among, *others]), "extras.storm": sums(among)}
    return dataclasses.replace(cell, extras=extras, tally={**cell.tally, "moments": moments})


def test_the_effect_is_the_mean_with_less_the_mean_without():
    among, others = [12.0, 13.0, 9.5, 11.1] * 300, [10.0, 8.0, 7.7] * 600
    found = metrics.estimate(cell_of(among, others), "storm")
    se = math.sqrt(statistics.variance(among) / len(among) + statistics.variance(others) / len(others))

    assert found.value == pytest.approx(statistics.mean(among) - statistics.mean(others))
    assert found.se == pytest.approx(se)
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low == pytest.approx(2 * 1.96 * se, rel=0.15)
    assert found.games == len(among)


def test_other_figures_of_the_games_stay_means():
    assert metrics.estimate(cell_of([3.0] * 5, [1.0] * 5), "points").value == pytest.approx(2.0)


def test_it_is_undefined_where_all_games_have_it_or_none():
    assert "there is none to compare with" in metrics.estimate(cell_of([3.0, 2.0], []), "storm").note
    assert metrics.estimate(cell_of([], [3.0, 2.0]), "storm").value is None


def test_an_extra_against_one_that_some_games_lack_is_refused():
    half = Extra("half", "", "points", undefined=True)
    with pytest.raises(ValueError, match="storm: there is no extra half with its measure"):
        changed(half, Extra("storm", "", "points", undefined=True, against="half"))
    with pytest.raises(ValueError, match="storm: there is no extra whole with its measure"):
        changed(Extra("whole", "", "games"), Extra("storm", "", "points", undefined=True, against="whole"))
    changed(Extra("whole", "", "points"), Extra("storm", "", "points", undefined=True, against="whole"))


def changed(*extras):
    """Festo with these figures of its own."""
    return dataclasses.replace(GAME, extras=extras, wholes=())
