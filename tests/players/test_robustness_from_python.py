"""`balancer.robustness`: conclusions at other tables, from Python."""

import pytest

import balancer
from balancer.scenario.errors import ScenarioError

QUESTION = {
    "game": "black_death",
    "players": 3,
    "lineup": ["even", "reader"],
    "checks": [{"metric": "turns", "at_most": 60}],
    "report": {"headline": ["turns", "seat_spread"]},
}


def test_conclusions_at_named_tables() -> None:
    found = balancer.robustness(QUESTION, tables=["middler", "even"], games=1500, jobs=1)

    assert list(found.tables["table"]) == ["middler", "even"]
    assert list(found.tables["reason"]) == ["named in the scenario"] * 2
    turns = found.conclusions.iloc[0]
    assert turns["label"] == "turns"
    assert turns["lowest"] <= turns["highest"]
    assert set(found.by_table["table"]) == {"as set up", "middler alone", "even alone"}
    assert len(found.to_json()["conclusions"]) == len(found.conclusions)
    assert repr(found).startswith(found.found.summary)
    assert "<table" in found._repr_html_()


def test_a_table_as_set_up_says_the_same() -> None:
    """Two evens among two evens, by the same seed: the same games."""
    found = balancer.robustness({**QUESTION, "lineup": "even"}, tables=["even"], games=1000, jobs=1)

    assert "differs" not in set(found.conclusions["verdict"])


def test_cells_of_a_sweep_or_the_base_alone() -> None:
    swept = {**QUESTION, "sweep": {"axes": {"players": [3, 4, 5]}}}
    kinds = {
        sweep: set(balancer.robustness(swept, tables=["even"], sweep=sweep, games=1000, jobs=1).conclusions["kind"])
        for sweep in (True, False)
    }

    assert kinds[True] == {"value", "change"}
    assert kinds[False] == {"value"}


def test_an_unknown_persona_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"unknown persona 'evn'.*even"):
        balancer.robustness(QUESTION, tables=["evn"], games=1000)
