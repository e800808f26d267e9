"""The cells at which a sweep is looked at more closely."""

import pytest

from balancer.players import other_line_ups
from balancer.questions.sweep.study import SweepStudy, ends_of, grid
from balancer.scenario.load import load_with


def scenario(robustness="personas", **sweep):
    written = {"game": "black_death", "players": 4, "games": 100, "report": {"robustness": robustness}}
    return load_with({**written, **({"sweep": sweep} if sweep else {})}, {})


@pytest.mark.parametrize(
    ("sweep", "expected"),
    [
        ({}, [()]),
        ({"axes": {"players": [2, 3, 4, 5]}}, [(4,), (2,), (5,)]),
        ({"axes": {"players": [2, 3]}}, [(4,), (2,), (3,)]),
        (
            {"axes": {"players": [3, 4, 5], "rules.order": ["draw", "offer"]}},
            [(4, "offer"), (3, "offer"), (5, "offer"), (4, "draw")],
        ),
        (
            {"axes": {"players": [3, 5], "rules.order": ["draw", "offer"]}, "mode": "one_at_a_time"},
            [(4, "offer"), (3, "offer"), (5, "offer"), (4, "draw")],
        ),
        ({"axes": {"players": [4, 5], "rules.order": ["offer", "draw"]}, "mode": "zip"}, [(4, "offer"), (5, "draw")]),
    ],
    ids=["no sweep", "one axis", "base beside the axis", "grid", "one at a time", "zip"],
)
def test_the_base_cell_comes_first_then_the_ends_of_each_axis(sweep, expected):
    found = scenario(**sweep)
    cells = [tuple(found.swept[number][0].values()) for number in ends_of(grid(found))]
    assert cells == expected


def test_a_special_number_is_no_end():
    found = load_with({"game": "oktoberfest", "sweep": {"axes": {"rules.win_threshold": [0, 18, 22, 26]}}}, {})

    assert ends_of(grid(found)) == [2, 1, 3]


def test_competence_is_judged_at_the_ends_only_where_nobody_is_named():
    def judged(who):
        tables = SweepStudy.of(scenario(who, axes={"players": [2, 3, 4, 5]})).tables
        return None if tables is None else list(tables.duels)

    assert judged("personas") == [other_line_ups.BASE_RULES, 0, 3]
    assert judged(["even"]) == []
    assert judged("off") is None
