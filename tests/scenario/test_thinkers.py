"""Personas who think ahead: what a scenario says of them, and what their results are kept under."""

import pathlib
from typing import Any

import pytest

from balancer.scenario import plan
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import from_dict
from balancer.simulation.jobs import CellJob

LINEUP = ["thinker", "even", "even", "even"]


def scenario(**thinker: Any) -> Any:
    settings = {"base": "even", "search": 50, **thinker}
    return from_dict({"game": "black_death", "lineup": LINEUP, "personas": {"thinker": settings}})


def persona(**thinker: Any) -> Any:
    return scenario(**thinker).base.personas["thinker"]


def test_it_thinks_at_all_nodes_and_knows_nobody_where_nothing_is_said() -> None:
    made = persona()

    assert (made.search, made.knows, made.nodes) == (50, "nobody", ())
    assert made.claim == "even, thinking 50 trial games ahead, not knowing how the others play"


def test_its_claim_says_where_it_thinks_and_what_it_knows() -> None:
    made = persona(knows="everybody", nodes=["take"])

    assert made.claim == "even, thinking 50 trial games ahead at take, knowing how the others play"


def test_a_persona_that_starts_from_a_thinker_thinks_too() -> None:
    personas = {
        "thinker": {"base": "even", "search": 50, "knows": "everybody", "nodes": ["take"]},
        "other": {"base": "thinker", "mistakes": 3},
        "deeper": {"base": "thinker", "search": 100},
    }
    made = from_dict({"game": "black_death", "lineup": ["other", "deeper"], "personas": personas}).base.personas

    assert (made["other"].search, made["other"].knows, made["other"].mistakes) == (50, "everybody", 3)
    assert (made["deeper"].search, made["deeper"].knows, made["deeper"].nodes) == (100, "everybody", ("take",))


def key(**thinker: Any) -> str:
    return CellJob.of(plan.base_cell(scenario(**thinker))).key


def test_what_makes_it_fast_is_said_and_belongs_to_thinkers() -> None:
    made = persona(knows="base", until="round", think_when="worthwhile", expect_mistakes=50)

    assert (made.knows, made.until, made.is_choosy, made.expect_mistakes) == ("base", 1, True, 50)
    assert "assuming that the others play like it; trial games end after 1 round" in made.claim
    assert persona(until="game").until == 0
    assert persona(until=3).until == 3
    for wrong in ("rounds", 0, 1001, True):
        with pytest.raises(ScenarioError, match=r"until: .*; allowed: game, round, or 1\.\.1000 rounds"):
            persona(until=wrong)
    with pytest.raises(ScenarioError, match="until goes with search"):
        from_dict({"game": "black_death", "personas": {"own": {"base": "even", "until": "round"}}})


@pytest.mark.parametrize(
    "other",
    [
        *({"search": 51}, {"knows": "everybody"}, {"nodes": ["take"]}, {"knows": "base"}, {"until": "round"}),
        *({"think_when": "worthwhile"}, {"expect_mistakes": 50}),
    ],
)
def test_results_of_other_thinkers_have_other_keys(other: Any) -> None:
    assert key(**other) != key()
    assert key(nodes=["offer", "take"]) == key(nodes=["take", "offer"])


def test_who_does_not_think_is_described_as_before() -> None:
    """The keys of results do not change by what is left out."""
    cell = plan.base_cell(from_dict({"game": "black_death"}))

    assert all(set(each) == {"at_random", "mistakes", "habits"} for each in cell.determined_by()["personas"].values())
    assert not cell.has_thinkers


def test_trial_games_may_be_swept() -> None:
    swept = from_dict(
        {
            "game": "black_death",
            "lineup": LINEUP,
            "personas": {"thinker": {"base": "even", "search": 50}},
            "sweep": {"axes": {"personas.thinker.search": [10, 1000]}},
        }
    )
    made = [cell.personas["thinker"] for cell in plan.cells(swept)]

    assert [each.search for each in made] == [10, 1000, 50]  # the last is the base, which is not on the axis
    assert [each.claim.split()[2] for each in made] == ["10", "1000", "50"]
    assert [CellJob.of(cell).chunk for cell in plan.cells(swept)] == [400, 4, 80]


NIM = str(pathlib.Path(__file__).parents[2] / "examples" / "public" / "nim.py")


def of_nim(search: Any) -> Any:
    personas = {"sage": {"base": "greedy", "search": search}}
    return from_dict({"game": NIM, "lineup": ["sage", "greedy"], "personas": personas})


@pytest.mark.parametrize(
    ("search", "trials", "plies"),
    [({"plies": 2}, 2000, 2), ({"trials": 60, "plies": 2}, 60, 2), ({"trials": 60}, 60, 1)],
)
def test_it_may_look_two_decisions_ahead(search: Any, trials: int, plies: int) -> None:
    made = of_nim(search).base.personas["sage"]

    assert (made.search, made.plies) == (trials, plies)
    assert made.claim.endswith("two decisions ahead, with play-outs") == (plies == 2)
    assert (CellJob.of(plan.base_cell(of_nim(search))).key == CellJob.of(plan.base_cell(of_nim(trials))).key) == (
        plies == 1
    )


@pytest.mark.parametrize(
    ("search", "message"),
    [
        ({"plies": 3}, r"plies: 3; allowed: 1\.\.2, the decisions ahead"),
        ({"plies": True}, r"plies: True; allowed: 1\.\.2"),
        ({"trials": 5, "plies": 2}, "10"),
        ({"ply": 2}, r"unknown key of search 'ply'; allowed: trials, plies"),
    ],
)
def test_what_is_wrong_with_a_search_is_said(search: Any, message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        of_nim(search)


def test_games_compiled_by_hand_look_one_decision_ahead() -> None:
    with pytest.raises(ScenarioError, match="plies: 2 is for games of one plain file, which black_death is not"):
        scenario(search={"trials": 50, "plies": 2})
