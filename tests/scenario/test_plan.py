"""From a scenario to cells: order, modes, and what determines a cell."""

import itertools
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.scenario import plan
from balancer.scenario.load import Scenario, from_dict
from balancer.scenario.question import Axis

AXES = st.lists(st.lists(st.integers(0, 99), min_size=1, max_size=4, unique=True), min_size=0, max_size=4).map(
    lambda all_values: [Axis(f"axis_{n}", tuple(values)) for n, values in enumerate(all_values)]
)


def scenario(**more: Any) -> Scenario:
    return from_dict({"game": "oktoberfest", "games": 100, **more})


@given(AXES)
def test_a_grid_has_every_combination_once_the_last_axis_fastest(axes: list[Axis]) -> None:
    found = list(plan.combinations("grid", axes, {}))

    assert [tuple(cell.values()) for cell in found] == list(itertools.product(*(axis.values for axis in axes)))
    assert len(found) == plan.number_of_cells("grid", axes) == math.prod(len(axis.values) for axis in axes)


@given(AXES)
def test_one_at_a_time_changes_one_axis(axes: list[Axis]) -> None:
    base = {axis.name: axis.values[-1] for axis in axes}
    found = list(plan.combinations("one_at_a_time", axes, base))

    assert found[0] == base
    for cell in found[1:]:
        assert sum(cell[name] != value for name, value in base.items()) == 1
    assert len(found) == 1 + sum(len(axis.values) - 1 for axis in axes) <= plan.number_of_cells("one_at_a_time", axes)


@given(st.lists(st.tuples(st.integers(), st.integers()), min_size=1, max_size=5))
def test_zip_goes_side_by_side(pairs: list[tuple[int, int]]) -> None:
    axes = [Axis(name, tuple(values)) for name, values in zip("ab", zip(*pairs, strict=True), strict=True)]

    found = list(plan.combinations("zip", axes, {}))

    assert [(cell["a"], cell["b"]) for cell in found] == pairs
    assert len(found) == plan.number_of_cells("zip", axes)


def test_cells_carry_what_their_axes_say() -> None:
    axes = {
        "players": [3, 4],
        "rules.win_threshold": [0, 20],
        "lineup": ["bully", ["rusher", "timid"]],
        "personas.timid.habits.spoil": [1, 2],
        "personas.bully.mistakes": [5],
        "seating": ["fixed"],
    }
    *cells, base = plan.cells(scenario(personas={"timid": {"base": "balanced"}}, sweep={"axes": axes}))

    assert (len(cells), base.label) == (16, "base")
    for cell in cells:
        assert cell.players == cell.axes["players"]
        assert cell.rules["win_threshold"] == cell.axes["rules.win_threshold"]
        assert cell.lineup == cell.axes["lineup"]
        assert cell.seating == "fixed"
        assert set(cell.personas) == set(cell.lineup)
        if "timid" in cell.personas:
            assert cell.personas["timid"].habits["spoil"] == cell.axes["personas.timid.habits.spoil"]
        else:
            assert cell.personas["bully"].mistakes == 5


def test_without_a_sweep_there_is_one_cell() -> None:
    alone = scenario()

    assert plan.cells(alone) == [plan.base_cell(alone)]
    assert plan.base_cell(alone).axes == {}


def test_one_at_a_time_begins_with_the_base_rules() -> None:
    sweep = {"mode": "one_at_a_time", "axes": {"players": [3, 4, 5], "rules.ties_to": ["challenger"]}}
    found = plan.cells(scenario(sweep=sweep))

    records = [(cell.players, cell.rules["ties_to"]) for cell in found]
    assert records == [(4, "defender"), (3, "defender"), (5, "defender"), (4, "challenger")]


def test_a_variant_is_a_cell_too() -> None:
    found = scenario(variants={"v": {"rules": {"ties_to": "challenger"}}})

    assert plan.variant_cell(found, "v").rules["ties_to"] == "challenger"
    assert plan.variant_cell(found, "base") == plan.base_cell(found)
    with pytest.raises(KeyError):
        plan.variant_cell(found, "w")


CHANGES: list[dict[str, Any]] = [
    {"players": 5},
    {"lineup": ["bully", "rusher"]},
    {"lineup": ["rusher", "bully"]},
    {"seating": "fixed"},
    {"rules": {"win_threshold": 20}},
    {"seed": 2},
    {"lineup": ["bully"], "personas": {"b": {"base": "bully"}}},
    {"lineup": ["b"], "personas": {"b": {"base": "bully"}}},
    {"lineup": ["b"], "personas": {"b": {"base": "bully", "mistakes": 1}}},
    {"lineup": ["b"], "personas": {"b": {"base": "bully", "habits": {"spoil": 1}}}},
]


def test_all_that_matters_determines_a_cell() -> None:
    records = []
    for change in [{}, *CHANGES]:
        whole = {"game": "oktoberfest", "games": 100, **change}
        records.append(plan.base_cell(from_dict(whole)).determined_by())

    for a, b in itertools.combinations(records, 2):
        assert a != b


def test_what_does_not_matter_determines_nothing() -> None:
    plain = plan.base_cell(scenario()).determined_by()

    for idle in (
        {"title": "another"},
        {"rules": {"win_threshold": 22}},
        {"report": {"confidence": 0.9}},
        {"games": 101},  # games are numbered: more of them are added to those played
        {"personas": {"unused": {"base": "bully"}}},
        {"sweep": {"axes": {"players": [3]}}},
    ):
        assert plan.base_cell(scenario(**idle)).determined_by() == plain


@pytest.mark.parametrize(
    ("sweep", "apart"),
    [
        ({"axes": {"rules.suits": [2, 6]}}, {"rules.suits": 4}),
        ({"axes": {"rules.suits": [2, 4], "players": [3, 5]}}, {"rules.suits": 4, "players": 4}),
        ({"axes": {"rules.suits": [2, 4], "players": [4, 5]}}, None),
        ({"mode": "zip", "axes": {"rules.suits": [2, 4], "players": [4, 5]}}, {"rules.suits": 4, "players": 4}),
        ({"mode": "zip", "axes": {"rules.suits": [2, 4], "players": [3, 4]}}, None),
        ({"mode": "one_at_a_time", "axes": {"rules.suits": [2, 6]}}, None),
        ({"mode": "sample", "cells": 3, "axes": {"rules.suits": [2, 6]}}, None),
    ],
)
def test_a_base_that_is_not_on_the_axes_is_a_cell_of_its_own(sweep: dict[str, Any], apart: dict[str, Any]) -> None:
    """It comes last, once, and is called so; among single changes and samples it is the first cell anyway."""
    found = from_dict({"version": 1, "game": "black_death", "players": 4, "sweep": sweep})
    made = plan.cells(found)
    assert [one.label for one in made] == [""] * (len(made) - 1) + ["base" if apart else ""]
    assert found.base_apart is bool(apart)
    assert made[found.base_number or 0].rules == found.base.rules
    assert sum(setting == found.base for _, setting in found.swept) == 1
    if apart:
        assert dict(made[-1].axes) == apart
        assert plan.cell_name(made[-1]).startswith("base (suits 4")
    assert found.question.to_json()["sweep"]["base_apart"] is bool(apart)
