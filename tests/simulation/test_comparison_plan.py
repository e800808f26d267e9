"""What is compared with what, and the messages of errors."""

from typing import Any

import pytest

from balancer.scenario.errors import ScenarioError
from balancer.scenario.levers import differing
from balancer.scenario.load import from_dict, load
from balancer.scenario.setting import plain_setting
from balancer.simulation.experiments import comparison_plan

VARIANTS = {"draw": {"rules": {"order": "draw"}}, "short": {"rules": {"suits": 2}, "players": 3}}


def question(**changes: Any) -> Any:
    return from_dict({"game": "black_death", "games": 100, "variants": VARIANTS, **changes})


def test_all_variants_in_their_order_or_those_named_once() -> None:
    assert [one.name for one in comparison_plan.variants_of(question())] == ["draw", "short"]
    assert [one.name for one in comparison_plan.variants_of(question(), ["short", "short"])] == ["short"]


def test_unknown_variants_are_reported_all_at_once_with_the_nearest() -> None:
    with pytest.raises(ScenarioError) as error:
        comparison_plan.variants_of(question(), ["darw", "draw", "base"])

    result = str(error.value).splitlines()
    assert result == [
        "black_death: unknown variant 'darw'; allowed: draw, short; did you mean draw?",
        "black_death: base is no variant: all variants are compared with it; allowed: draw, short",
    ]


def test_a_scenario_without_variants_says_what_to_do() -> None:
    with pytest.raises(ScenarioError, match=r"no variants.*variants:.*balancer compare A\.yaml B\.yaml"):
        comparison_plan.variants_of(question(variants={}))


def test_two_scenarios_go_by_the_first() -> None:
    one, other = question(seed=5), question(seed=9, games=40, rules={"order": "draw"}, report={"confidence": 0.9})
    (found,) = comparison_plan.two_scenarios(one, other)

    assert (found.base.cell.seed, found.variant.cell.seed) == (5, 5)
    assert (found.variant.cell.games, found.variant.cell.rules["order"]) == (100, "draw")
    assert found.report.confidence == 0.95
    assert comparison_plan.notes(one, other) == [
        "seed, games, report of black_death not used: both sides use those of black_death"
    ]
    assert list(comparison_plan.as_scenario(one, other).variants) == [found.name]


def test_two_games_are_not_compared() -> None:
    with pytest.raises(ScenarioError, match="black_death: this is a scenario of black_death, and oktoberfest one of"):
        comparison_plan.two_scenarios(load("oktoberfest"), question())


def test_a_sweep_is_not_compared_and_says_so() -> None:
    swept = question(sweep={"axes": {"players": [3, 4]}})

    assert comparison_plan.notes(swept) == ["only base rules are compared; the sweep (players) is not played"]


def test_what_a_variant_changes() -> None:
    scenario = from_dict(
        {
            "game": "oktoberfest",
            "lineup": ["bully", "balanced"],
            "personas": {"timid": {"base": "balanced"}},
            "variants": {
                "more": {
                    "players": 5,
                    "lineup": ["bully", "timid"],
                    "seating": "fixed",
                    "rules": {"win_threshold": 20},
                    "personas": {"bully": {"habits": {"contest_margin": 7}, "mistakes": 3}},
                }
            },
        }
    )
    base, variant = (plain_setting(one, scenario.game) for one in (scenario.base, scenario.variants["more"]))
    found = differing(base, variant)

    assert found["players"] == [4, 5]
    assert found["lineup"] == [["bully", "balanced"], ["bully", "timid"]]
    assert found["seating"] == ["rotate", "fixed"]
    assert found["rules.win_threshold"] == [22, 20]
    assert found["personas.bully.mistakes"] == [0, 3]
    assert found["personas.bully.habits.contest_margin"][1] == 7
    assert len(found) == 6
    assert differing(base, base) == {}
